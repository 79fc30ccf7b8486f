-- The rules of victory: most points, race, cooperative and elimination.

local board = require "spec.support.board"
local board_extras = require "carcassonne.text.board_extras"
local bots = require "carcassonne.bots"
local carcassonne = require "carcassonne"
local core = require "carcassonne.core"
local explanations = require "spec.support.explanations"
local lab_report = require "carcassonne.lab.report"
local plugin = require "carcassonne.plugin"
local report_text = require "carcassonne.lab.report_text"
local words = require "carcassonne.describe.words"

local SMALL = { sets = { "base" } }

-- Returns the options of a small game with this rule of victory.
local function with(victory, given)
  local whole = { sets = SMALL.sets, victory = victory }
  for key, value in pairs(given or {}) do whole[key] = value end
  return whole
end

-- Plays a game of the bot greedy to its end. `watch` is called before each decision.
local function play(given, watch, seed)
  local state, bot = carcassonne.game(given):new_initial_state(seed or 1), bots.named("greedy", 1)
  while not state:is_terminal() do
    if watch then watch(state) end
    state:apply_index(bot:choose(state, state:num_actions()))
  end
  return state
end

local function count_of(state, kind)
  local count = 0
  for _, event in ipairs(state:events()) do count = count + (event.kind == kind and 1 or 0) end
  return count
end

local function refusal(given)
  local made, message = pcall(carcassonne.game, given)
  return not made and message or "accepted"
end

-- A script that gives each player `points` at the end of every turn of player `to`.
local function giver(to, points)
  return { name = "giver", phases = { { name = "give", timing = "turn_end", run = function(state)
    if state:turn_player() == to then state:award(to, points, "gift") end
  end } } }
end

describe("A race", function()
  it("ends with the turn in which a player reaches the target, without a final scoring", function()
    local before
    local state = play(with({ "race", points = 20 }, { players = 3 }), function(state)
      if state:part() == 1 and state:decision() == "place" then before = state:returns() end
    end)
    for _, points in ipairs(before) do assert(points < 20) end
    local won = state:winners()
    assert.equal(1, #won)
    assert(state:score(won[1]) >= 20 and state:num_tiles() < 72)
    assert.equal(0, count_of(state, "final"))
    assert.equal(1, count_of(state, "ended"))
  end)

  it("is a game of most points if no player reaches the target", function()
    local race, usual = play(with { "race", points = 440 }), play(with { "most_points" })
    assert.same(usual:returns(), race:returns())
    assert.same(usual:winners(), race:winners())
    assert.equal(count_of(usual, "final"), count_of(race, "final"))
  end)

  it("may go on to the end of the round, so that all players have as many turns", function()
    for seed = 1, 5 do
      local state = play(with({ "race", points = 15, ends = "round" }, { players = 3 }), nil, seed)
      assert.equal(3, state:turn_player())
      assert.equal(0, state:turn_number() % 3)
    end
  end)

  it("gives the victory to the most points if several players reach the target in the round", function()
    local script = giver(1, 10)
    script.phases[1].run = function(state)
      state:award(state:turn_player(), 10 + state:turn_player(), "gift")
    end
    local state = play(with({ "race", points = 10, ends = "round" }, { players = 3, variants = { script } }))
    assert.equal(3, state:turn_number())
    assert.same({ 3 }, state:winners())
  end)

  it("may end at once, before the next step of the turn", function()
    local seen = {}
    local script = { name = "steps", phases = {
      { name = "give", timing = "before_scoring", run = function(state)
        state:award(state:turn_player(), 10, "gift")
      end },
      { name = "after", timing = "turn_end", run = function() seen[#seen + 1] = "turn_end" end } } }
    for ends, expected in pairs { at_once = {}, turn = { "turn_end" } } do
      seen = {}
      local game = carcassonne.game(with({ "race", points = 10, ends = ends }, { variants = { script } }))
      local state = game:new_initial_state(1)
      while not state:is_terminal() do state:apply_index(1) end
      assert.equal(1, state:turn_number())
      assert.same(expected, seen)
    end
  end)

  it("ends at once with and without scripts, and grants no further part then", function()
    local idle = { name = "idle", phases = { { name = "idle", timing = "turn_end", run = function() end } } }
    local function ended(seed, ends, variants)
      local state = play({ victory = { "race", points = 25, ends = ends }, variants = variants }, nil, seed)
      local points = state:returns()
      assert(math.max(points[1], points[2]) >= 25)
      return { decisions = state:decisions(), points = points }
    end
    local shorter = 0
    for seed = 1, 6 do
      local plain = ended(seed, "at_once")
      assert.same(plain, ended(seed, "at_once", { idle }))
      if plain.decisions < ended(seed, "turn").decisions then shorter = shorter + 1 end
    end
    assert(shorter > 0, "no game ends within a double turn")
  end)

  it("is won by the points of a team", function()
    local state = play(with({ "race", points = 30 }, { players = 4, teams = { { 1, 3 }, { 2, 4 } } }))
    local won = state:winners()
    assert.equal(2, #won)
    assert(state:score(won[1]) >= 30 and state:own_score(won[1]) < 30)
  end)

  it("is not won by a player who has resigned", function()
    local script = giver(1, 10)
    local state = carcassonne.game(with({ "race", points = 15 }, { players = 3, variants = { script } }))
      :new_initial_state(1)
    while state:score(1) < 10 do state:apply_index(1) end
    assert(state:resign(1))
    assert.is_false(state:is_terminal())
    while not state:is_terminal() do state:apply_index(1) end
    for _, player in ipairs(state:winners()) do assert(player ~= 1) end
  end)

  it("is the same after undo and in a saved game", function()
    local state = play(with({ "race", points = 15, ends = "round" }, { players = 3 }))
    local hash = state:hash()
    assert.equal(hash, assert(carcassonne.load(state:serialize())):hash())
    local last = state:decisions()
    assert(state:undo_action())
    assert.is_false(state:is_terminal())
    assert.equal(last - 1, state:decisions())
  end)
end)

describe("A cooperative game", function()
  it("is won by all players if they have the points of the target together", function()
    local points = play(with { "cooperative", points = 1 }):score(1)
    for target, won in pairs { [points] = { 1, 2 }, [points + 1] = {} } do
      local state = play(with { "cooperative", points = target })
      assert.equal(points, state:score(1))
      assert.equal(points, state:score(2))
      assert.equal(points, state:own_score(1) + state:own_score(2))
      assert.same(won, state:winners())
    end
  end)

  it("may require that each player has the points of the target", function()
    local state = play(with { "cooperative", points = 1, each = true })
    local least = math.min(state:own_score(1), state:own_score(2))
    assert.same({ 1, 2 }, play(with { "cooperative", points = least, each = true }):winners())
    assert.same({}, play(with { "cooperative", points = least + 1, each = true }):winners())
  end)

  it("is a solo game with one player", function()
    local points = play(with({ "cooperative", points = 1 }, { players = 1 })):score(1)
    assert.same({ 1 }, play(with({ "cooperative", points = points }, { players = 1 })):winners())
    assert.same({}, play(with({ "cooperative", points = points + 1 }, { players = 1 })):winners())
  end)

  it("counts the followers of the players apart, unless `team_majority` says otherwise", function()
    local function majority(how)
      return board.set("west=BA-E r1 mid=BA-G far=BA-G near=BA-G east", { players = 2, team_majority = how,
        victory = { "cooperative", points = 10 }, standing = { "1 follower west city:E",
          "2 follower near city:E.W" } }):feature("west", "city:E").majority
    end
    assert.same({ 1, 2 }, majority(nil))
    assert.same({ 1, 2 }, majority "apart")
    assert.same({ 1 }, majority "together")
  end)

  it("goes on when a player resigns, and is won by the others", function()
    local state = carcassonne.game(with({ "cooperative", points = 5 }, { players = 2 })):new_initial_state(1)
    state:apply_index(1)
    assert(state:resign(2))
    assert.is_false(state:is_terminal())
    local bot = bots.named("greedy", 1)
    while not state:is_terminal() do state:apply_index(bot:choose(state, state:num_actions())) end
    assert.same({ 1 }, state:winners())
  end)

  it("is one team", function()
    local game = carcassonne.game(with({ "cooperative", points = 5 }, { players = 3 }))
    assert.same({ { 1, 2, 3 } }, game:teams())
  end)
end)

describe("Elimination", function()
  -- A script that eliminates the player whose turn it is in turn number `turn`.
  local function executioner(turn, standing, players)
    return { name = "executioner", players = players, victory = { "elimination" }, phases = { { name = "out",
      timing = "turn_end", run = function(state)
        if state:turn_number() == turn then state:eliminate(state:turn_player(), standing) end
      end } } }
  end

  it("is won by the last player who takes turns, whatever the points", function()
    local script = executioner(1)
    script.phases[1].run = function(state)
      state:award(state:turn_player(), 100, "gift")
      if state:turn_number() <= 2 then state:eliminate(state:turn_player(), "counts") end
    end
    local state = play { players = 3, sets = SMALL.sets, variants = { script } }
    assert.equal(2, state:turn_number())
    assert.same({ 3 }, state:winners())
    assert(state:score(1) > state:score(3))
  end)

  it("is won by the most points of the players who are left when the tiles run out", function()
    local script = executioner(1, "counts")
    script.phases[1].run = function(state)
      if state:turn_number() == 1 then
        state:award(1, 500, "gift")
        state:eliminate(1, "counts")
      end
    end
    local state = play { players = 3, sets = SMALL.sets, variants = { script } }
    assert.equal(72, state:num_tiles())
    local won = state:winners()[1]
    assert(won ~= 1 and state:score(won) == math.max(state:score(2), state:score(3)))
  end)

  it("is won by a team", function()
    local script = executioner(1)
    script.phases[1].run = function(state)
      local player = state:turn_player()
      if player == 2 or player == 4 then state:eliminate(player, "counts") end
    end
    local teams = { { 1, 3 }, { 2, 4 } }
    local state = play { players = 4, teams = teams, sets = SMALL.sets, variants = { script } }
    assert.same({ 1, 3 }, state:winners())
  end)
end)

describe("The result of a game", function()
  local function outcomes(state)
    local list = {}
    for _, row in ipairs(plugin.result(state)) do
      list[row.player] = ("%s %d"):format(row.outcome, row.rank)
    end
    return list
  end

  it("is that all players win or lose, if the game is cooperative", function()
    for target, expected in pairs { [1] = "won 1", [880] = "lost 1" } do
      local state = play(with({ "cooperative", points = target }, { players = 3 }))
      assert.same({ expected, expected, expected }, outcomes(state))
      local verb = target == 1 and "win" or "lose"
      local text = "The game is over: Ann, Bob and player 3 %s together with %d points."
      text = text:format(verb, state:score(2))
      assert.equal(text, words.decision(state, { names = { "Ann", "Bob" } }))
      assert.equal(text, words.decision(state:view(), { names = { "Ann", "Bob" } }))
    end
    local solo = play(with({ "cooperative", points = 440 }, { players = 1 }))
    local text = "The game is over: player 1 loses with %d points."
    assert.equal(text:format(solo:score(1)), words.decision(solo))
    assert.same({ "lost 1" }, outcomes(solo))
  end)

  it("follows the points, if the game is a race", function()
    local state = play(with({ "race", points = 15 }, { players = 3 }))
    local list, won = outcomes(state), state:winners()[1]
    for player, text in ipairs(list) do assert.equal(player == won, text == "won 1") end
  end)

  it("is that nobody wins, if nobody is left of an elimination", function()
    local function run(state)
      for player = 1, 3 do state:eliminate(player, "counts") end
    end
    local script = { name = "all", victory = { "elimination" },
      phases = { { name = "all", timing = "turn_end", run = run } } }
    local state = play { players = 3, variants = { script } }
    assert.same({}, state:winners())
    assert.same({ "out 1", "out 1", "out 1" }, outcomes(state))
    assert.equal("The game is over: nobody wins.", words.decision(state))
  end)

  it("is in the views of a game and of a plug-in", function()
    local game = carcassonne.game(with { "race", points = 9, ends = "round" })
    assert.same({ kind = "race", points = 9, ends = "round" }, game:view().victory)
    assert.same({ kind = "most_points" }, carcassonne.game():view().victory)
  end)
end)

describe("A greedy bot", function()
  -- Plays games with a rule of victory; returns the sum of what `measure` returns at each end.
  local function sum_of(victory, name, measure)
    local sum = 0
    for seed = 1, 6 do
      local state, bot = carcassonne.game(with(victory)):new_initial_state(seed), bots.named(name, 1)
      while not state:is_terminal() do state:apply_index(bot:choose(state, state:num_actions())) end
      sum = sum + measure(state)
    end
    return sum
  end

  local function farmers(state)
    return (state:count { "pieces", kind = "field" })
  end

  it("deploys few farmers in a short race, because their points come too late", function()
    local seeing = sum_of({ "race", points = 30 }, "greedy", farmers)
    local blind = sum_of({ "race", points = 30 }, "greedy:blind=true", farmers)
    assert(seeing < blind / 4, ("%d, %d"):format(seeing, blind))
  end)

  it("decides as in a usual game, if the target of a race is out of reach", function()
    local function choices(name)
      local state, bot, list = carcassonne.game(with { "race", points = 400 }):new_initial_state(2),
        bots.named(name, 1), {}
      while not state:is_terminal() do
        list[#list + 1] = bot:choose(state, state:num_actions())
        state:apply_index(list[#list])
      end
      return list
    end
    assert.same(choices "greedy:blind=true", choices "greedy")
  end)

  it("wins a race by completing a city that brings the opponent as many points", function()
    local function points_after(name)
      local t = board.set([[
        .        BA-E r2    .           .          .
        BA-E r1  city=BA-C  two=BA-E r3 .          .
        .        here       BA-W        road=BA-U  there
      ]], { victory = { "race", points = 50 }, points = { 45, 30 }, standing = {
        "1 follower city city:N.E.S.W", "2 follower two city:W", "1 follower road road:E.W" } })
      t.state:apply_action "draw BA-L"
      t.state:apply_index(bots.named(name, 1):choose(t.state))
      while t.state:decision() == "deploy" do t.state:apply_index(1) end
      return t.state:score(1)
    end
    assert.equal(45 + 12, points_after "greedy")
    assert(points_after "greedy:blind=true" < 50)
  end)

  it("helps the player with the fewest points, if each player needs the points of the target", function()
    local function least(state) return math.min(state:own_score(1), state:own_score(2)) end
    local target = 80
    local each = sum_of({ "cooperative", points = target, each = true }, "greedy", least)
    local together = sum_of({ "cooperative", points = 2 * target }, "greedy", least)
    assert(each > together, ("%d, %d"):format(each, together))
  end)

  it("explains each rating completely with every rule of victory", function()
    for _, victory in ipairs { { "race", points = 30 }, { "cooperative", points = 90, each = true } } do
      explanations.check(carcassonne.game(with(victory)):new_initial_state(3), bots.new "greedy")
    end
  end)
end)

describe("The lab", function()
  local function shown(given)
    local arms = { { label = "standard", game = carcassonne.game { sets = SMALL.sets } } }
    for i, victory in ipairs(given) do
      arms[i + 1] = { label = "arm " .. i, game = carcassonne.game(with(victory)) }
    end
    return lab_report.measure { arms = arms, games = 20 }
  end

  it("counts the cooperative games that are won and lost", function()
    local made = shown { { "cooperative", points = 280 } }
    local won, lost = made.arms[2].shown.won.mean, made.arms[2].shown.lost.mean
    assert(won > 0 and lost > 0, ("%g %g"):format(won, lost))
    assert.equal(100, won + lost)
    local lines = table.concat(report_text.table(made, made.changes[1]), "\n")
    assert.matches("games won %%", lines)
    assert.equal(0, made.changes[1].of.won.difference) -- standard games are neither won nor lost
    local usual = table.concat(report_text.table(shown {}), "\n")
    assert.is_nil(usual:find("games won", 1, true))
  end)

  it("compares two targets", function()
    local made = shown { { "cooperative", points = 1 }, { "cooperative", points = 880 } }
    made.changes[2].against = 2
    assert.equal(100, made.arms[2].shown.won.mean)
    assert.equal(100, made.arms[3].shown.lost.mean)
  end)
end)

describe("A rule of victory is refused", function()
  local hook = { name = "hook", phases = { { name = "p", timing = "turn_end", run = function() end } } }

  it("if it contradicts another one: the message names both", function()
    local a, b = { name = "a", victory = { "race", points = 20 } }, { name = "b", victory = { "cooperative",
      points = 90, each = true } }
    assert.equal("variant 'b': victory: `cooperative points=90 each` contradicts `race points=20 ends=turn` "
      .. "of the script 'a'; a game has one rule of victory (in `victory cooperative points=90 each`)",
      refusal { variants = { a, b } })
    assert.equal("variant 'a': victory: `race points=20 ends=turn` contradicts `most_points` of the game; a "
      .. "game has one rule of victory (in `victory race points=20`)",
      refusal { victory = { "most_points" }, variants = { a } })
    local same = { name = "c", victory = { "race", points = 20, ends = "turn" } }
    assert.equal("accepted", refusal { variants = { a, same } })
  end)

  it("if it can never be met", function()
    assert.equal("game: victory: elimination can never happen, because no script has a hook or phase that "
      .. "could eliminate a player (in `victory elimination`)", refusal { victory = { "elimination" } })
    assert.equal("accepted", refusal { victory = { "elimination" }, variants = { hook } })
    assert.equal("accepted", refusal { variants = { { name = "last", victory = { "elimination" } }, hook } })
    assert.equal("variant 'last': victory: elimination can never happen, because no script has a hook or "
      .. "phase that could eliminate a player (in `victory elimination`)",
      refusal { variants = { { name = "last", victory = { "elimination" } } } })
    for _, kind in ipairs { { "race", points = 9 }, { "elimination" } } do
      local text = "game: victory: %s requires opponents, but the game has one player (in `victory %s`)"
      assert.equal(text:format(kind[1], kind.points and "race points=9" or kind[1]),
        refusal { players = 1, victory = kind, variants = { hook } })
    end
  end)

  it("if its target is above the highest points of the game", function()
    local most = carcassonne.game(SMALL):max_utility()
    local function message(place)
      return ("%s: victory.points: the target of %d points can never be reached; the points of this game are "
        .. "at most %d"):format(place, most + 1, most)
    end
    assert.equal("accepted", refusal(with { "race", points = most }))
    assert.equal(message "game", refusal(with { "race", points = most + 1 }))
    assert.equal(message "variant 'far'", refusal(with(nil, { variants = { { name = "far", victory = { "race",
      points = most + 1 } } } })))
    assert.equal("accepted", refusal(with({ "race", points = most + 1 }, { variants = { hook } })))
  end)

  it("if the game has teams, but all players win together", function()
    assert.equal("game: victory: in a cooperative game all players win or lose together, but the game has 2 "
      .. "teams (in `victory cooperative points=9`)",
      refusal { players = 4, teams = { { 1, 3 }, { 2, 4 } }, victory = { "cooperative", points = 9 } })
  end)

  it("if its keys do not suit its kind", function()
    local cases = {
      { {}, "game: victory[1]: the rule of victory is missing" },
      { { "rase" }, "game: victory[1]: unknown word 'rase' (did you mean race?)" },
      { { "race" }, "game: victory: race requires `points`, the target (in `victory race`)" },
      { { "race", points = 0 }, "game: victory.points: expected 1 to 1000000, got 0" },
      { { "race", points = 5, each = true }, "victory: each applies to cooperative, not to race" },
      { { "cooperative", points = 5, ends = "turn" }, "victory: ends applies to race, not to cooperative" },
      { { "most_points", points = 5 }, "victory: points applies to race, cooperative, not to most_points" },
      { { "race", points = 5, target = 3 }, "game: victory.target: unknown key" },
      { "race", "game: victory: expected table, got string \"race\"" },
    }
    for _, case in ipairs(cases) do
      assert.match(case[2], refusal { victory = case[1] }, 1, true)
    end
  end)

  it("with its line in a text", function()
    local game, message, _, line = core.new_game("set base\n\nvictory race ends=round\n", {}, {}, 0, 0, 0)
    assert.is_nil(game)
    assert.equal("victory: race requires `points`, the target", message)
    assert.equal(3, line)
  end)
end)

describe("The rule of a game", function()
  it("is shown with the board, unless the most points win", function()
    local cases = {
      [{ "race", points = 9, ends = "at_once" }] = { "victory: 9 points end the game at once" },
      [{ "race", points = 9, ends = "round" }] = { "victory: 9 points end the game after the round" },
      [{ "cooperative", points = 9 }] = { "victory: all players together need 9 points" },
      [{ "cooperative", points = 9, each = true }] = { "victory: each player needs 9 points" },
      [{ "most_points" }] = {},
    }
    for victory, lines in pairs(cases) do
      assert.same(lines, board_extras.lines(carcassonne.game(with(victory)):new_initial_state(1)))
    end
  end)

  it("can be read", function()
    local function read(victory) return carcassonne.game(with(victory)):victory() end
    assert.same({ "most_points" }, read(nil))
    assert.same({ "race", points = 9, ends = "turn" }, read { "race", points = 9 })
    local each = { "cooperative", points = { 3, 9 }, each = true }
    assert.same({ "cooperative", points = 9, each = true }, read(each))
    assert.same({ "cooperative", points = 9 }, read { "cooperative", points = 9 })
  end)
end)
