-- The player of the next turn if scripts choose this player; and the counts of turns.

local carcassonne = require "carcassonne"
local view = require "carcassonne.describe.events"
local board = require "spec.support.board"
local events = require("spec.support.by_hand").events

-- Returns a variant that runs acts at the end of the turns with these numbers.
local function at_ends(acts)
  return { name = "order", phases = { { name = "stir", timing = "turn_end", run = function(state)
    local act = acts[state:turn_number()]
    if act then act(state) end
  end } } }
end

-- Plays a random game under this variant for a number of turns; returns the game, and the players
-- of the turns as text.
local function played(acts, turns, given)
  given = given or {}
  given.players, given.variants = given.players or 4,
    { type(acts) == "table" and acts.name and acts or at_ends(acts) }
  local state = carcassonne.game(given):new_initial_state(1)
  local list, seen = { tostring(state:turn_player()) }, 1
  while not state:is_terminal() and #list < turns do
    state:apply_index(1 + #list % state:num_actions())
    if state:turn_number() > seen then
      list[#list + 1], seen = tostring(state:turn_player()), state:turn_number()
    end
  end
  return table.concat(list, " "), state
end

describe("Turns", function()
  it("go round the table, and are counted, and so are the rounds", function()
    local order, state = played({}, 9)
    assert.equal("1 2 3 4 1 2 3 4 1", order)
    assert.same({ 9, 3, 1, 2 },
      { state:turn_number(), state:round(), state:direction(), state:next_player() })
  end)

  it("a double turn is one turn", function()
    local t = board.set("start=BA-U east third fourth",
      { standing = { "1 follower start road:E.W", "1 builder start road:E.W" } })
    t:play { "1: BA-U east", "1: take" }
    assert.same({ 1, 2 }, { t.state:turn_number(), t.state:part() })
    t:play { "1: BA-U third" }
    assert.same({ 2, 2 }, { t.state:turn_player(), t.state:turn_number() })
  end)

  it("have as many parts at their end as were played", function()
    local seen = {}
    local look = { name = "look", phases = { { name = "note", timing = "turn_end", run = function(s)
      seen[#seen + 1] = s:part()
      seen[#seen + 1] = s:any { "players", player = "turn_player", variable = { part = 1 } }
    end } } }
    local function standing(play)
      board.set("start=BA-U east third fourth", { variants = { look },
        standing = { "1 follower start road:E.W", "1 builder start road:E.W" } }):play(play)
    end
    standing { "1: BA-U east", "1: decline" }
    standing { "1: BA-U east", "1: take", "1: BA-U third" }
    assert.same({ 1, true, 2, false }, seen)
  end)

  it("skip a player who has given up, and the round goes on", function()
    local state = carcassonne.game { players = 3 }:new_initial_state(1)
    assert(state:resign(1))
    assert.same({ true, true, 2 }, { state:has_resigned(1), state:is_out(1), state:turn_player() })
    assert.equal(3, state:next_player())
    assert(state:resign(3))
    assert.is_true(state:is_terminal())
    assert.is_nil(state:next_player())
  end)
end)

describe("A further turn", function()
  it("is a whole one, of the same player, and then the order continues", function()
    local order, state = played({ [2] = function(s) s:grant_further_turn() end }, 5)
    assert.equal("1 2 2 3 4", order)
    assert.equal(1, state:round())
    assert.equal("Player 2 gets another turn.", view.sentences(events(state, "further_turn"))[1].text)
  end)

  it("is known as one; several grants add up", function()
    local seen = {}
    local order = played({ name = "known", phases = {
      { name = "grant", timing = "turn_end", when = { variable = { turns = 1 } }, run = function(s)
        s:grant_further_turn()
        s:grant_further_turn()
      end },
      { name = "look", timing = "turn_start", run = function(s)
        seen[#seen + 1] = ("%s %d %d"):format(s:is_further_turn(), s:further_turns(),
          s:count { "players", variable = "further" })
      end } } }, 5)
    assert.equal("1 1 1 2 3", order)
    assert.same({ "false 0 0", "true 1 4", "true 0 4", "false 0 0" }, { seen[1], seen[2], seen[3], seen[4] })
  end)

  it("has a builder's double turn of its own", function()
    local t = board.set("start=BA-U east third fourth fifth",
      { variants = { at_ends { [1] = function(s) s:grant_further_turn() end } },
      standing = { "1 follower start road:E.W", "1 builder start road:E.W" } })
    t:play { "1: BA-U east", "1: take", "1: BA-U third", "1: BA-U fourth" }
    assert.same({ 2, "extra", true },
      { t.state:turn_number(), t.state:decision(), t.state:is_further_turn() })
    t:play { "1: take", "1: BA-U fifth" }
    assert.same({ 2, 3, false }, { t.state:turn_player(), t.state:turn_number(), t.state:is_further_turn() })
  end)

  it("has empty variables of the turn", function()
    local held = {}
    played({ name = "variables", variables = { { name = "here", lifetime = "turn" } }, phases = {
      { name = "grant", timing = "turn_end", when = { variable = { turns = 1 } }, run = function(s)
        s:set_variable("here", 7)
        s:grant_further_turn()
      end },
      { name = "look", timing = "turn_start", run = function(s) held[#held + 1] = s:variable "here" end } } },
        3)
    assert.same({ 0, 0 }, { held[1], held[2] })
  end)
end)

describe("The next player", function()
  it("may be named; the order continues from there", function()
    local order, state = played({ [2] = function(s)
      s:set_next_player(1)
      assert.equal(1, s:next_player())
    end }, 5)
    assert.equal("1 2 1 2 3", order)
    assert.equal(2, state:round())
    assert.equal("Player 1 has the next turn.", view.sentences(events(state, "next"))[1].text)
  end)

  it("comes after further turns", function()
    assert.equal("1 1 4 1 2", (played({ [1] = function(s)
      s:set_next_player(4)
      s:grant_further_turn()
    end }, 5)))
  end)

  it("who is named takes the turn even if one is to be skipped, and skips the next one", function()
    assert.equal("1 3 4 1 2 4", (played({ [1] = function(s)
      s:skip_turns(3)
      s:set_next_player(3)
    end }, 6)))
  end)

  it("is the previous one after the order is reversed", function()
    local order, state = played({ [2] = function(s) s:reverse_order() end,
      [6] = function(s) s:reverse_order() end }, 8)
    assert.equal("1 2 1 4 3 2 3 4", order)
    assert.equal(1, state:direction())
    assert.equal("The turn order is reversed.", view.sentences(events(state, "reversed"))[1].text)
  end)

  it("skips turns, which do not count for the player", function()
    local order, state = played({ [1] = function(s)
      s:skip_turns(2, 2)
      s:skip_turns(1)
      assert.same({ 2, 3 }, { s:turns_to_skip(2), s:next_player() })
    end }, 7)
    assert.equal("1 3 4 3 4 1 2", order)
    assert.equal(7, state:turn_number())
    assert.same({ 0, 3 }, { state:turns_to_skip(2), #events(state, "skipped") })
    assert.equal("Player 2 sits out a turn.", view.sentences(events(state, "skipped"))[1].text)
  end)

  it("may be the same one if all others skip", function()
    assert.equal("1 1 1 2", (played({ [1] = function(s)
      for player = 2, 4 do s:skip_turns(player, 2) end
    end }, 4)))
  end)
end)

describe("A player who is eliminated", function()
  it("takes no more turns; pieces and points stay", function()
    local t = board.set([[ start=BA-D east third fourth fifth ]], { players = 3, points = { 1, 2, 30 },
      standing = { "3 follower start city:N" },
        variants = { at_ends { [1] = function(s) s:eliminate(3) end } } })
    t:play { "1: BA-U east" }
    assert.same({ true, false, true }, { t.state:is_out(3), t.state:is_out(1), t.state:next_player() == 1 })
    assert.is_false(t.state:has_resigned(3))
    assert.same({ "3 follower start city:N" }, t:standing())
    t:play { "2: BA-U third", "1: BA-U fourth" }
    assert.same({ 1, 2, 30 }, t:points())
    assert.same({ 2 }, t.state:winners())
    assert.same({ 2, 1 }, t.state:players {})
    assert.equal("Player 3 takes no more turns, and has lost.", view.sentences(t:events "eliminated")[1].text)
  end)

  it("may still win, if the script says that the points count", function()
    local t = board.set([[ start=BA-D east third ]], { players = 3, points = { 1, 2, 30 },
      variants = { at_ends { [1] = function(s) s:eliminate(3, "counts") end } } })
    t:play { "1: BA-U east" }
    assert.same({ 3 }, t.state:winners())
  end)

  it("ends the game at the end of the turn if nobody is left to play against", function()
    local order, state = played({ [3] = function(s)
      for player = 2, 4 do s:eliminate(player) end
      assert.is_false(s:is_terminal())
    end }, 99)
    assert.equal("1 2 3", order)
    assert.same({ true, 1 }, { state:is_terminal(), state:winners()[1] })
    assert.equal(1, #state:winners())
  end)

  it("ends the game if all are eliminated, and the most points win; but one may continue alone",
      function()
    local _, state = played({ [4] = function(s)
      for player = 1, 4 do s:eliminate(player, "counts") end
    end }, 99)
    assert.same({ true, 4 }, { state:is_terminal(), state:turn_number() })
    local order = played({ [2] = function(s)
      for player = 2, 4 do s:eliminate(player, "counts") end
    end }, 6)
    assert.equal("1 2 1 1 1 1", order)
  end)

  it("is asked nothing; the player of the turn gets the question", function()
    local _, state = played({ name = "asks", phases = {
      { name = "out", timing = "turn_start", when = { variable = { turns = 1 } },
        run = function(s) s:eliminate(2) end },
      { name = "ask", timing = "before_draw", ask = function(s)
        s:offer {}
        return 2
      end, on_chosen = function() end } } }, 1)
    assert.same({ "choice", 1 }, { state:decision(), state:current_player() })
  end)

  it("returns the tiles that waited", function()
    local t = board.set([[ start=BA-D east third ]], { players = 3, bag = "BA-U BA-U BA-V",
      variants = { { name = "waits",
        reserves = { { name = "next", owner = "player", size = 1, play_from = "next" } },
        phases = { { name = "w", timing = "turn_start", when = { variable = { turns = 1 } },
        run = function(s)
          s:move_tile("BA-V", "bag", { "next", 2 })
          assert.is_nil(s:tiles_left()["BA-V"])
          s:eliminate(2)
        end } } } } })
    assert.equal(1, t.state:tiles_left()["BA-V"])
  end)
end)

describe("The order of turns", function()
  local stirred = { [2] = function(s) s:reverse_order() end, [3] = function(s)
    s:skip_turns(4, 2)
    s:eliminate(3, "counts")
    s:grant_further_turn()
    s:grant_further_turn()
    s:set_next_player(2)
  end }

  it("is in positions, saved games, hashes and views", function()
    local variant = at_ends(stirred)
    local _, state = played(variant, 4)
    local again = carcassonne.game { players = 4, variants = { variant },
      position = state:observation_string() }
      :new_initial_state(1)
    for _, name in ipairs { "turn_player", "turn_number", "round", "direction", "next_player",
      "is_further_turn", "further_turns",
      "observation_string" } do
      assert.equal(state[name](state), again[name](again), name)
    end
    for player = 1, 4 do
      assert.same({ state:turns_to_skip(player), state:is_out(player) },
        { again:turns_to_skip(player), again:is_out(player) })
    end
    assert.same({ 4, 2, true, 1, -1 },
      { state:turn_number(), state:round(), state:is_further_turn(), state:further_turns(),
      state:direction() })
    assert.equal(state:hash(), assert(carcassonne.load(state:serialize(), { variants = { variant } })):hash())
    local seen = state:view()
    assert.same({ 4, 2, 1, true, 2 },
      { seen.turn_number, seen.round, seen.next, seen.players[3].out, seen.players[4].skips })
  end)

  it("is taken back by undo", function()
    local _, state = played(stirred, 3)
    local before = state:clone()
    while state:turn_number() == 3 do state:apply_index(1) end
    while state:decisions() > before:decisions() do assert(state:undo_action()) end
    assert.equal(before:observation_string(), state:observation_string())
  end)

  it("distinguishes positions that are otherwise equal", function()
    local function hash(position)
      return carcassonne.game { players = 3, draws = "manual",
        position = position }:new_initial_state():hash()
    end
    local plain = hash { turn = 1 }
    assert.not_equal(plain, hash { reversed = true })
    assert.not_equal(plain, hash { next = 3 })
    assert.not_equal(plain, hash { further_turns = 1 })
    assert.not_equal(plain, hash { skips = { 0, 1 } })
    assert.not_equal(plain, hash { out = { { player = 2 } } })
  end)

  it("is in a position that is written by hand", function()
    local state = carcassonne.game { players = 3, draws = "manual",
      position = { turn = 2, turn_number = 14, round = 5, next = 1,
      further_turns = 2, reversed = true, skips = { 0, 1, 3 },
        out = { { player = 1, standing = "counts" } } } }:new_initial_state()
    assert.same({ 2, 14, 5, -1, 2, 3, true },
      { state:turn_player(), state:turn_number(), state:round(), state:direction(),
      state:further_turns(), state:turns_to_skip(3), state:is_out(1) })
  end)

  it("is not changed by a wrong player, nor by a player who has left, nor by a hook that answers",
      function()
    local function fails(message, act)
      local t = board.set([[ start=BA-U east third ]],
        { variants = { { name = "bad", on_tile_placed = act } } })
      t:apply "draw BA-U"
      local before = t.state:observation_string()
      assert.error_matches(function() t:apply "place BA-U 1,0 r0" end,
        "variant 'bad', on_tile_placed: .*" .. message)
      assert.equal(before, t.state:observation_string())
    end
    fails("no player 3", function(s) s:set_next_player(3) end)
    fails("a player can have at most 100 turns to skip; this player has 0 already, and cannot get 0 "
      .. "more", function(s) s:skip_turns(1, 0) end)
    fails("at most 100 turns to skip; this player has 60 already, and cannot get 41 more", function(s)
      s:skip_turns(1, 60)
      s:skip_turns(1, 41)
    end)
    fails("100 further turns have already been granted", function(s)
      for _ = 1, 101 do s:grant_further_turn() end
    end)
    for _, verb in ipairs { "set_next_player", "skip_turns", "eliminate" } do
      fails("player 2 takes no more turns", function(s)
        s:eliminate(2)
        s[verb](s, 2)
      end)
    end
    fails("invalid option 'wins'", function(s) s:eliminate(2, "wins") end)
    local t = board.set([[ start=BA-U east third ]], { variants = { { name = "bad",
      allow_deployment = function(s) s:reverse_order() end } } })
    t:apply "draw BA-U"
    assert.error_matches(function() t:apply "place BA-U 1,0 r0" end,
      "variant 'bad', allow_deployment: .*only answers a question")
    assert.error_matches(function() t.state:reverse_order() end, "only a hook can call this")
  end)

  it("is not changed in the final scoring", function()
    local t = board.set([[ start=BA-U east ]], { bag = "BA-U",
      variants = { { name = "late", final_scoring = { { name = "late", after = "goods",
        run = function(s) s:grant_further_turn() end } } } } })
    t:apply "draw BA-U"
    t:apply "place BA-U 1,0 r0"
    assert.error_matches(function() t:apply "pass" end,
      "variant 'late', final late: .*there are no further turns")
  end)

  it("is refused with a variable that every game has", function()
    for _, name in ipairs { "turns", "rounds", "further" } do
      assert.error_matches(
        function() carcassonne.game { variants = { { name = "v", variables = { name } } } } end,
        "variable " .. name .. ": this name is a word of selectors")
    end
    local function position(text)
      return function() carcassonne.game { players = 2, position = text } end
    end
    assert.error_matches(position "turn 1 next=3", "a player who is not in the game")
    assert.error_matches(position "skips 3 1", "a player who is not in the game")
    assert.error_matches(position "skips 1 101", "count: expected a number from 1 to 100, got '101'")
    assert.error_matches(position "out 1 sleeps", "standing: expected .*, got 'sleeps'")
  end)
end)

describe("House rules about turns", function()
  it("hole-turn: a player who fills a hole takes a whole further turn, once", function()
    local t = board.set([[
      *BA-B BA-B BA-B
      BA-B  hole BA-B
      BA-B  BA-B BA-B
      .     low  .
    ]], { variants = { "examples/hole-turn.lua" } })
    t:play { "1: BA-B hole" }
    assert.same({ 1, true, 2 }, { t.state:turn_player(), t.state:is_further_turn(), t.state:turn_number() })
    t:play { "1: BA-B low" }
    assert.equal(2, t.state:turn_player())
  end)

  it("no-early-farmers: no farmer in the first ten turns", function()
    local function farmers(turn)
      local t = board.set("start=BA-U east", { variants = { "examples/no-early-farmers.lua" } })
      local state = carcassonne.game { draws = "manual", variants = { "examples/no-early-farmers.lua" },
        position = { tiles = { { id = "BA-U" } }, turn_number = turn } }:new_initial_state()
      t.state = state
      t:apply "draw BA-U"
      t:apply "place BA-U 1,0 r0"
      return #t:deployments "follower"
    end
    assert.same({ 1, 3 }, { farmers(10), farmers(11) })
  end)

  it("catch-up: a player who is last by 20 points may deploy two followers on one tile", function()
    local function second(mine, theirs, first)
      local t = board.set("start=BA-U east third", { players = 3, points = { mine, theirs, first },
        variants = { "examples/catch-up.lua" } })
      t:play { "1: BA-U east, follower field:NL.NR.EL.WR" }
      return t
    end
    assert.equal(2, second(5, 5, 24).state:turn_player())
    assert.equal(2, second(5, 4, 25).state:turn_player())
    local t = second(5, 5, 25)
    assert.same({ 1, "second" }, { t.state:current_player(), t.state:phase() })
    t:play { "1: follower field:ER.SL.SR.WL @east" }
    assert.equal(2, #t:standing())
    assert.equal(2, t.state:turn_player())
  end)
end)
