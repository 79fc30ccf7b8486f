-- The bots: their choices, how they are called, and the messages about bots that return something
-- other than a legal action.

local board = require "spec.support.board"
local advice = require "carcassonne.bots.advice"
local bots = require "carcassonne.bots"
local carcassonne = require "carcassonne"
local core = require "carcassonne.core"
local files = require "spec.support.files"
local lab_report = require "carcassonne.lab.report"
local opinions = require "carcassonne.text.evaluations"
local review = require "carcassonne.bots.review"
local scaled = require "spec.support.scale"
local shipped = require "carcassonne.variant.shipped"

-- Plays a game to its end; calls `see` with each choice.
local function play(state, playing, see)
  while not state:is_terminal() do
    local index = bots.decide(playing[state:current_player()], state)
    if see then see(index) end
    assert(state:apply_index(index))
  end
  return state
end

local function game_of(name, seed)
  local choices = {}
  play(carcassonne.game():new_initial_state(seed), { bots.new(name, 1), bots.new(name, 2) },
    function(index) choices[#choices + 1] = index end)
  return choices
end

-- Returns the choice of greedy on a board after a tile has been drawn, as text.
local function takes(t, drawn)
  if drawn then assert(t.state:apply_action("draw " .. drawn)) end
  local bot = bots.new("greedy", 1)
  return t.state:action_to_string(t.state:action(bots.decide(bot, t.state)))
end

-- The tile at `here` completes a city of five tiles with a pennant; the tile at `there` completes a
-- road of three tiles.
local city_or_road = [[
  .        BA-E r2    .        .          .
  BA-E r1  city=BA-C  BA-E r3  .          .
  .        here       BA-W     road=BA-U  there
]]

-- Returns the statistics of games between these bots.
local function shown_by(bot, games)
  local arms = { { label = "standard", game = carcassonne.game() } }
  return lab_report.measure({ arms = arms, games = games, bot = bot }).arms[1].shown
end

describe("A greedy player", function()
  it("chooses the same for the same seed", function()
    assert.same(game_of("greedy", 5), game_of("greedy", 5))
    assert.not_same(game_of("greedy", 5), game_of("greedy", 6))
  end)

  it("beats a player of random moves, and plays double turns", function()
    local shown = shown_by({ "greedy", "random" }, scaled(40, 10))
    assert.equal(100, shown["wins.1"].mean)
    assert.is_true(shown["points.1"].mean > 100)
    assert.is_true(shown_by("greedy", scaled(40, 10)).double_turns.mean >= 4) -- the sum of both players
  end)

  it("never does what is not legal, with any of the shipped scripts", function()
    for i, name in ipairs(shipped.expansions()) do
      if i % scaled(2, 10) == 0 then
        local state = play(carcassonne.game { variants = { name } }:new_initial_state(i),
          { bots.new("greedy", i), bots.new("random", i) })
        assert.is_true(state:is_terminal())
      end
    end
  end)

  it("rates each legal action, in points more than the best opponent's", function()
    local t = board.set("start=BA-D here", { points = { 10, 30 } })
    t.state:apply_action "draw BA-U"
    local ratings = bots.new("greedy"):rate(t.state)
    assert.equal(t.state:num_actions(), #ratings)
    for _, rating in ipairs(ratings) do assert.is_true(rating < 0 and rating > -40) end
  end)

  it("returns the parts of a rating: the parts add up to it, in every game", function()
    for i, variants in ipairs { {}, { "tower" }, { "examples/hand-of-three.lua" },
        { "princess-and-dragon", "abbey-and-mayor" } } do
      local state = carcassonne.game { players = i, variants = variants }:new_initial_state(i)
      local bot, other = bots.new("greedy", 1), bots.new("random", i)
      while not state:is_terminal() do
        if state:decisions() % scaled(3, 11) == 0 then
          local ratings = bot:rate(state)
          local index = state:decisions() % #ratings + 1
          local reason = bot:explain(state, index)
          local sum = reason.before
          for part in ipairs(core.rating_terms()) do sum = sum + reason.own[part] - reason.theirs[part] end
          assert.near(ratings[index], sum, 1e-9)
        end
        state:apply_index(bots.decide(other, state))
      end
    end
  end)

  it("has the points of a city in what completing it gains at once, and no longer in expectations",
      function()
    local t = board.set(city_or_road, { standing = { "1 follower city city:N.E.S.W" } })
    t.state:apply_action "draw BA-L"
    local bot, worths = bots.new "greedy", core.rating_terms()
    local reason = bot:explain(t.state, bot:choose(t.state))
    assert.same({ "points", 14, "cities" }, { worths[1].name, reason.own[1], worths[3].name })
    assert.is_true(reason.own[3] < 0)
  end)

  it("does not see the coming tiles, nor hidden hands", function()
    for _, variants in ipairs { {}, { "examples/hand-of-three.lua" } } do
      local state = carcassonne.game { variants = variants }:new_initial_state(3)
      local bot = bots.new("greedy", 1)
      for _ = 1, 9 do state:apply_index(bots.decide(bot, state)) end
      local other = state:resample(state:current_player(), 99)
      assert.same(bot:rate(state), bot:rate(other))
    end
  end)

  -- Returns how often a script is called while a bot decides: its function runs for each tile when
  -- games are replayed, and when actions are tried.
  local function calls_for_a_decision(visible_to, spec)
    local calls = 0
    local hands = { name = "hands",
      reserves = { { name = "hand", owner = "player", visible_to = visible_to, deal = 3,
      refill = "turn_end", play_from = "any" } }, on_tile_placed = function() calls = calls + 1 end }
    local state = carcassonne.game { variants = { hands } }:new_initial_state(3)
    local quick = bots.new("random", 1)
    while state:num_tiles() < 30 or state:decision() ~= "place" do
      state:apply_index(bots.decide(quick, state))
    end
    local bot = bots.named(spec, 1)
    calls = 0
    bots.decide(bot, state)
    return calls
  end

  it("calls a script at most twice as often for hidden hands as for visible ones", function()
    for _, spec in ipairs { "greedy", "mcts:iterations=16,turns=0" } do
      local seen, hidden = calls_for_a_decision("all", spec), calls_for_a_decision("owner", spec)
      assert.is_true(hidden <= 2 * seen, ("%s: %d, %d"):format(spec, hidden, seen))
    end
  end)

  it("leaves the state as it is", function()
    local state = carcassonne.game():new_initial_state(3)
    local before = state:serialize()
    bots.new("greedy"):rate(state)
    assert.equal(before, state:serialize())
  end)

  it("returns nil if the game is over, or chance decides", function()
    local t = board.set("start=BA-D here")
    assert.has_error(function() bots.new("greedy"):rate(t.state) end, "this decision belongs to chance, "
      .. "not to a player")
    local over = play(carcassonne.game { sets = { "base" } }:new_initial_state(1),
      { bots.new "random", bots.new "random" })
    assert.has_error(function() bots.new("greedy"):rate(over) end,
      "the game is over, so no decision is left")
  end)
end)

describe("Bots", function()
  it("are made by name, with options", function()
    assert.same({ "greedy", "mcts", "random" }, bots.names())
    local name, chosen = bots.parse "greedy:follower=4,part=2.5"
    assert.same({ "greedy", 4, 2.5 }, { name, chosen.follower, chosen.part })
    assert.equal(0.5, select(2, bots.parse "greedy")["return"])
  end)

  local wrong = {
    { "gredy", "unknown bot 'gredy' (did you mean greedy?); available: greedy, mcts, random, and your own "
      .. "files (my-bot.lua)" },
    { "greedy:folower=3", "bot 'greedy': folower: unknown key (did you mean follower?)" },
    { "greedy:follower=x", "bot 'greedy': follower: expected number, got string \"x\"" },
    { "greedy:follower=-1", "bot 'greedy': follower: expected a number from 0 to 50, got -1" },
    { "greedy:follower", "bot 'greedy': 'follower' is not KEY=VALUE" },
    { "random:x=1", "bot 'random': this bot has no options" },
    { "no-such.lua", "bot 'no-such.lua': cannot open no-such.lua" },
  }
  for _, row in ipairs(wrong) do
    it("refuse " .. row[1], function()
      local fine, message = pcall(bots.named, row[1])
      assert.is_false(fine)
      assert.equal(row[2], message:sub(1, #row[2]))
    end)
  end

  it("refuse invalid names and options", function()
    assert.has_error(function() bots.new(nil) end,
      "unknown bot nil; available: greedy, mcts, random, and your own files (my-bot.lua)")
    assert.has_error(function() bots.new("greedy", 1, 7) end, "bot 'greedy': expected table, got number 7")
    assert.has_error(function() bots.parse(7) end, "bot: expected a name, got number 7")
  end)

  local function answer(bot)
    local state = carcassonne.game():new_initial_state(1)
    local before = state:serialize()
    local fine, message = pcall(bots.decide, bot, state)
    assert.is_false(fine)
    assert.equal(before, state:serialize())
    return message
  end

  it("of one's own that return no legal action are named, with the returned value", function()
    local n = carcassonne.game():new_initial_state(1):num_actions()
    local expected = ("; expected the index of a legal action, from 1 to %d (decision 1, place)"):format(n)
    for _, row in ipairs { { nil, "nil" }, { 0, "number 0" }, { n + 1, "number " .. n + 1 },
      { 1.5, "number 1.5" },
      { "1", "string \"1\"" }, { {}, "table {}" } } do
      assert.equal("bot 'odd': `choose` returned " .. row[2] .. expected,
        answer { name = "odd", choose = function() return row[1] end })
    end
  end)

  it("of one's own that fail, run for ever, or are invalid, are named", function()
    assert.matches("^bot 'odd': .*no idea$", answer { name = "odd", choose = function() error "no idea" end })
    assert.matches("^bot 'odd': .*instructions",
      answer { name = "odd", limit = 10000, choose = function() while true do end end })
    assert.equal("bot 'your own': expected a table with a method choose(self, state, count), got nil",
      answer(nil))
    assert.equal("bot 'your own': expected a table with a method choose(self, state, count), got a table "
      .. "without that method", answer {})
  end)

  it("that act on the game itself are advised to use a copy", function()
    local state = carcassonne.game():new_initial_state(1)
    assert.has_error(function()
      bots.decide({ choose = function(_, s) return s:apply_index(1) end }, state)
    end, "bot 'your own': `choose` has changed the state of the game; try actions on state:clone() instead")
  end)

  it("are refused as advisers if they have no rating, or an invalid one", function()
    local state = carcassonne.game():new_initial_state(1)
    local function refused(bot) return select(2, pcall(bots.rate, bot, state)) end
    assert.equal("bot 'random': expected a bot that can rate actions (greedy, mcts); "
      .. "this bot has no method `rate`",
      refused(bots.new "random"))
    local function rating(rate) return { name = "odd", choose = function() return 1 end, rate = rate } end
    assert.equal("bot 'odd': `rate` returned number 7; expected a table of numbers",
      refused(rating(function() return 7 end)))
    assert.equal("bot 'odd': `rate` returned string \"a\" for action 1; expected a number, or nil",
      refused(rating(function() return { "a" } end)))
    assert.equal("bot 'odd': `rate` returned no rating; expected at least one",
      refused(rating(function() return {} end)))
    assert.matches("bot 'odd': `rate` has changed the state of the game",
      refused(rating(function(_, played) played:apply_index(1) return { 1 } end)))
  end)

  it("in a run are named with the game in which they failed", function()
    local broken = function() return { choose = function() return 0 end } end
    local made = lab_report.measure { arms = { { label = "standard", game = carcassonne.game() } }, games = 2,
      bot = broken }
    assert.matches("^bot 'your own': `choose` returned number 0; .* %(seed 1, after 0 decisions%)$",
      made.failed[1].message)
  end)

  it("come from files, with options of their own", function()
    assert.equal(100,
      shown_by({ "examples/bots/thrifty.lua:keep=3", "random" }, scaled(10, 2))["wins.1"].mean)
    files.with_folder({ ["seven.lua"] = "return 7" }, function(folder)
      assert.has_error(function() bots.new(folder .. "/seven.lua") end,
          ("bot '%s/seven.lua': expected a table with a function "):format(
        folder) .. "new(seed, options), or a method choose(self, state, count), got number 7")
    end)
  end)
end)

describe("The frozen positions", function()
  it("are fifty, and in each the actions that a long search tried are legal", function()
    local number, lines, rated = 0, {}, {}
    local function check()
      if number == 0 or number % scaled(1, 10) ~= 0 then return end
      local state = carcassonne.game { position = table.concat(lines, "\n") }:new_initial_state(1)
      assert.is_true(#rated > 0)
      for _, action in ipairs(rated) do
        assert.is_truthy(state:action_index(assert(state:string_to_action(action))),
          ("position %d: %s"):format(number, action))
      end
    end
    for line in io.lines "tests/bench/positions.txt" do
      if line:match "^== " then
        check()
        number, lines, rated = number + 1, {}, {}
      elseif line:match "^%? " then
        rated[#rated + 1] = line:match "^%? (.-) = %S+$"
      else
        lines[#lines + 1] = line
      end
    end
    check()
    assert.equal(50, number)
  end)
end)

describe("A greedy player on a board", function()
  it("completes a city rather than a road", function()
    local t = board.set(city_or_road,
      { standing = { "1 follower city city:N.E.S.W", "1 follower road road:E.W" } })
    local here = t:cell "here"
    assert.equal(("place BA-L %d,%d r0"):format(here.x, here.y), takes(t, "BA-L"))
  end)

  it("does not complete an opponent's city", function()
    local t = board.set(city_or_road,
      { standing = { "2 follower city city:N.E.S.W", "1 follower road road:E.W" } })
    local here = t:cell "here"
    assert.not_matches((" %d,%d "):format(here.x, here.y), takes(t, "BA-L"), 1, true)
  end)

  it("deploys the builder on a road that will go on", function()
    local t = board.set("west start=BA-U east farther", { standing = { "1 follower start road:E.W" } })
    t:play { "1: BA-U east ..." }
    assert.equal("deploy builder road:E.W", takes(t))
  end)

  it("keeps its last follower from a road of one tile", function()
    local t = board.set("west start=BA-B east", { pieces = { follower = 1, builder = 1, pig = 1 } })
    t:play { "1: BA-V east r2 ..." }
    assert.equal("pass", takes(t))
  end)

  it("takes the points of a city that becomes complete at once", function()
    local t = board.set("start=BA-E r1 here", { pieces = { follower = 1, builder = 1, pig = 1 } })
    t:play { "1: BA-E here r3 ..." }
    assert.equal("deploy follower city:W", takes(t))
  end)

  it("takes the further part of its turn", function()
    local t = board.set("west start=BA-U east farther",
      { standing = { "1 follower start road:E.W", "1 builder start road:E.W" } })
    t:play { "1: BA-U east" }
    if t.state:decision() == "extra" then assert.equal("extra take", takes(t)) end
  end)
end)

describe("Advice", function()
  it("explains also a decision that mcts has seen on its way before", function()
    local state, bot = carcassonne.game():new_initial_state(2), bots.named("mcts:iterations=40", 1)
    state:apply_index(bot:choose(state))
    local seen, rated = bot.search:evaluations(state), bot:rate(state)
    assert.is_not_nil(next(seen)) -- the bot's search has reached this state
    local changed = false
    for index, rating in ipairs(rated) do changed = changed or rating ~= seen[index] end
    assert.is_true(changed)
  end)

  it("has the rating of what the bot looked at, and takes the rest to be as much worse as one turn's look "
      .. "finds it", function()
    local state = carcassonne.game():new_initial_state(4)
    local said = advice.of(bots.named("mcts:iterations=30,candidates=2", 1), state)
    local first, unseen = bots.new("greedy"):rate(state), nil
    for index = 1, state:num_actions() do
      if not said.ratings[index] then unseen = index end
    end
    local cost, looked = said:cost(unseen)
    assert.is_false(looked)
    assert.near(math.max(0, first[said.best] - first[unseen]), cost, 1e-9)
    assert.is_true(#said:order() <= 2)
  end)

  it("explains the whole rating by its reasons, with the result of the search of mcts", function()
    for _, name in ipairs { "greedy", "mcts:iterations=30" } do
      local said = advice.of(bots.named(name, 1), carcassonne.game():new_initial_state(4))
      local reasons, before = said:reasons(said.best)
      for _, reason in ipairs(reasons) do before = before + reason.own - reason.theirs end
      assert.near(said.ratings[said.best], before, 1e-9)
      for _, reason in ipairs(reasons) do assert.is_string(opinions.parts[reason.name]) end
    end
  end)

  it("says in words why an action is rated so, in numbers that add up to the rating, none of them of many "
      .. "things", function()
    local state, greedy = carcassonne.game():new_initial_state(5), bots.new "greedy"
    while not state:is_terminal() do
      local said = advice.of(greedy, state)
      local why, sum, least = opinions.why(said:reasons(said.best)), 0, math.huge
      for part in why:gmatch "[+-]?%d+%.%d" do
        sum, least = sum + tonumber(part), math.min(least, math.abs(tonumber(part)))
      end
      assert.near(tonumber(opinions.points(said.ratings[said.best])), sum, 1e-9, why)
      assert.is_true(not why:find "smaller" or tonumber(why:match "([%d.]+) from smaller") <= least + 0.5,
        why)
      state:apply_index(said.best)
    end
  end)

  it("leaves the state as it is, and says the bot's next action in the turn", function()
    local state = carcassonne.game():new_initial_state(4)
    local before = state:serialize()
    local said = advice.of(bots.new "greedy", state)
    assert.equal("deploy", tostring(said:next(said.best)):match "%a+")
    assert.equal(before, state:serialize())
  end)
end)

describe("A review of a game", function()
  local function played(options, first, second)
    local state, playing = carcassonne.game(options):new_initial_state(5), {}
    for player = 1, options.players do playing[player] = bots.new(player == 1 and first or second, player) end
    return play(state, playing)
  end

  it("finds no loss for a bot by its own rating, and much for a player of random moves", function()
    for _, variant in ipairs { "tower", "examples/treasure.lua" } do
      local found = review.of(played({ players = 2, variants = { variant } }, "random", "greedy"))
      assert.is_true(found.by_player[1].cost > 50)
      if variant == "tower" then assert.equal(0, found.by_player[2].cost) end
      assert.equal(found.by_player[1].worst[1], review.worst(found.entries, 1)[1])
    end
  end)

  it("has each decision with a choice, and gives the same result again #full", function()
    local state = played({ players = 3, variants = { "princess-and-dragon" } }, "random", "random")
    local found, back = review.of(state, { player = 2 }), state:clone()
    local count = 0
    while back:undo_action() do
      count = count + ((back:current_player() == 2 and back:num_actions() > 1) and 1 or 0)
    end
    assert.equal(count, #found.entries)
    assert.same(found, review.of(state, { player = 2 }))
    local all = review.of(state)
    assert.equal(found.by_player[2].cost, all.by_player[2].cost)
  end)

  it("knows the lead of each player: what one of two is ahead the other is short of, and in the end it is "
      .. "that of the points", function()
    local state = played({ players = 2 }, "random", "greedy")
    local found = review.of(state)
    assert.equal(state:decisions() + 1, #found.leads[1])
    for step, lead in ipairs(found.leads[1]) do assert.equal(lead, -found.leads[2][step]) end
    assert.equal(state:score(1) - state:score(2), found.leads[1][#found.leads[1]])
  end)

  it("treats partners together, and continues after a player gave up", function()
    local state = carcassonne.game { players = 4,
      variants = { { name = "pairs", teams = { { 1, 3 }, { 2, 4 } } } } }:new_initial_state(2)
    for _ = 1, 20 do state:apply_index(1) end
    state:resign(2)
    for _ = 1, 20 do state:apply_index(1) end
    local found = review.of(state)
    assert.same(found.leads[1], found.leads[3])
    assert.is_true(found.entries[#found.entries].decision > 21)
  end)
end)
