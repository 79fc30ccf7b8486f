-- Points from every source: the hook that sees each, and phases that are asked about each, and
-- about each feature that scores.

local carcassonne = require "carcassonne"
local properties = require "spec.support.properties"
local scaled = require "spec.support.scale"
local hands = require "spec.support.by_hand"

local fails, play, refusal = hands.fails, hands.play, hands.refusal

-- ---- Helpers ------------------------------------------------------------------------------------

-- A straight road, the end of a road, and a tile that ends a road on each side.
local TILES = [[
  ROAD x8 road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL
  LAST x8 road:W field:NL.NR.EL.ER.SL.SR.WL.WR
  BOTH x2 road:E road:W field:NL.NR.EL.WR field:ER.SL.SR.WL
]]

-- Player 1 has a thief on the road in the east, which events name first, player 2 on the road in
-- the west; both roads lack an end in the middle. Player 1 has drawn the tile that completes both.
local function crossroads(variants, more)
  local position = { tiles = { { id = "ROAD", rotation = 2, x = -1 }, { id = "LAST", rotation = 2, x = -2 },
    { id = "ROAD", x = -1, y = 1 }, { id = "ROAD", x = 0, y = 1 }, { id = "ROAD", x = 1, y = 1 },
      { id = "ROAD", x = 1 },
    { id = "LAST", x = 2 } },
    pieces = { { player = 1, piece = "follower", x = 1, y = 0, segment = "road:E.W" },
      { player = 2, piece = "follower", x = -1, y = 0, segment = "road:E.W" } }, hand = "BOTH" }
  for key, value in pairs(more or {}) do position[key] = value end
  return carcassonne.game { tiles = TILES, start = "none", sets = {}, variants = variants,
    position = position }:new_initial_state(1)
end

local function finish_both(state) return play(state, "place BOTH 0,0 r0", "pass") end

local function variant(source)
  source.name = source.name or "v"
  return source
end

local function phase(source)
  source.name = source.name or "ask"
  return source
end

local function texts(state) return table.concat(hands.texts(state), "; ") end

-- ---- Fields -------------------------------------------------------------------------------------

describe("A field without a complete city, at the end of the game", function()
  -- Player 1 has a farmer in the northern of two fields along a road; the last tile has been drawn.
  local function last_of_roads(rule, source, more)
    local position = { tiles = { { id = "ROAD" } }, pieces = { { player = 1, piece = "follower", x = 0, y = 0,
      segment = "field:NL.NR.EL.WR" } }, hand = "ROAD" }
    for key, value in pairs(more or {}) do position[key] = value end
    local state = carcassonne.game { tiles = "ROAD x2 road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL",
      start = "none", sets = {},
      rules = { farm_scoring = rule }, variants = { variant(source) },
        position = position }:new_initial_state(1)
    return play(state, "place ROAD 1,0 r0", "pass")
  end

  for _, rule in ipairs { "per-field", "per-field-once", "per-city" } do
    it("is seen by rows, functions of `points` and `on_feature_scored`, as one of 0 points: " .. rule,
        function()
      assert.same({ -2, 0 }, last_of_roads(rule, { points = { { kind = "field", add = -2 } } }):returns())
      local seen = {}
      local function note(what, scoring, points)
        if scoring.kind == "field" then
          seen[#seen + 1] = ("%s: %d for %s in %s"):format(what, points, table.concat(scoring.players, " "),
            scoring.feature.kind)
        end
      end
      local state = last_of_roads(rule, { points = function(_, scoring, points)
        note("points", scoring, points)
        return scoring.kind == "field" and points - 2 or nil
      end, on_feature_scored = function(_, scoring) note("scored", scoring, scoring.points) end })
      assert.same({ "points: 0 for 1 in field", "scored: -2 for 1 in field" }, seen)
      assert.same({ -2, 0 }, state:returns())
    end)
  end

  it("has no event if the points stay 0", function()
    local state = last_of_roads("per-field", { points = function() end })
    assert.same({}, hands.events(state, "scored"))
  end)
end)

-- ---- The hook -----------------------------------------------------------------------------------

describe("The hook on points", function()
  -- Returns the arguments of the hook's calls, as a list of texts, in a game that continues at the
  -- crossroads.
  local function reported(source, act)
    local list = {}
    local watch = { name = "watch", on_points_given = function(_, given)
      list[#list + 1] = ("%d: %+d is %d, %s %s %s"):format(given.player, given.points, given.total,
        given.cause,
        given.label or "-", given.feature and given.feature.kind or "-")
    end }
    act(crossroads(source and { variant(source), watch } or { watch }))
    return table.concat(list, "\n")
  end

  it("receives each gift of points: the player, the number, the reason, and the feature", function()
    assert.are.equal("1: +3 is 3, scored - road\n2: +3 is 3, scored - road", reported(nil, finish_both))
  end)

  it("receives bonuses for pieces with their feature, and awards with their label", function()
    assert.are.equal("1: +1 is 1, award gift -\n1: +3 is 4, scored - road\n1: +2 is 6, bonus v road\n" ..
      "2: +3 is 3, scored - road\n2: +2 is 5, bonus v road",
      reported({ bonus = { { kind = "road", add = 2 } },
        on_tile_placed = function(state) state:award(1, 1, "gift") end }, finish_both))
  end)

  it("receives bonuses that functions return, although functions that answer may change nothing", function()
    local sent = { name = "sent", bonus = function(_, piece) return piece.player end,
        on_points_given = { run = function(state, given)
      if given.cause == "bonus" and given.player == 1 then
        for piece in state:each { "pieces", player = 2 } do state:return_piece(piece) end
      end
    end } }
    local state = finish_both(crossroads { sent })
    assert.same({ 4, 0 }, state:returns()) -- player 2's thief returned before its road scored
  end)

  it("is not called for 0 points", function()
    local shown = reported({ on_tile_placed = function(state) state:award(1, 0) end },
      function(state) play(state, "place BOTH 0,0 r0") end)
    assert.are.equal("", shown)
  end)

  it("is called only if the player matches its condition", function()
    local function paid(when)
      return finish_both(
        crossroads { variant { variables = { { name = "lucky", scope = "player", initial = 0 } },
        on_tile_placed = function(state) state:set_variable("lucky", 2, 1) end,
        on_points_given = { when = when, run = function(state, given)
          if given.cause == "scored" then state:award(given.player, 10) end
        end } } }):returns()
    end
    assert.same({ 13, 3 }, paid { player = "turn_player" })
    assert.same({ 3, 13 }, paid { player = "others" })
    assert.same({ 3, 13 }, paid { variable = "lucky" })
    assert.same({ 13, 13 }, paid { variable = { points = 3 } })
    assert.same({ 3, 3 }, paid { variable = { points = { min = 4 } } })
  end)

  it("is refused with a condition that no player can match", function()
    assert.matches("variant 'v'.-on_points_given.-kind: `this` is a player here, and players never have "
      .. "this key",
      refusal(crossroads, { variant { on_points_given = { when = { kind = "road" }, run = print } } }))
  end)

  it("sees the points that it gives itself, and those of other scripts", function()
    local first = { name = "first", on_points_given = function(state, given)
      if given.points > 1 then state:award(given.player, given.points - 1, "less") end
    end }
    assert.same({ 6, 6 }, finish_both(crossroads { first }):returns())
    local second = { name = "second", on_points_given = function(state, given)
      if given.label == "less" then state:award(3 - given.player, 1, "other") end
    end }
    assert.same({ 8, 8 }, finish_both(crossroads { first, second }):returns())
  end)

  it("that gives points for points without end is an error with its place, and changes nothing", function()
    local state = play(crossroads { variant { name = "endless", on_points_given = function(one, given)
      one:award(given.player, 1)
    end } }, "place BOTH 0,0 r0")
    fails(state, "pass", "variant 'endless', on_points_given: .*points_spec.lua:%d+: ",
      "the hook on_points_given has called itself %d+ times by giving points")
    local wide = play(crossroads { variant { name = "wide", on_points_given = function(one, given)
      if given.points == 1 then return end
      for _ = 1, 4 do one:award(given.player, given.points - 1) end
      for _ = 1, 400 do one:award(given.player, 1) end
    end } }, "place BOTH 0,0 r0")
    fails(wide, "pass", "variant 'wide', on_points_given: .*points_spec.lua:%d+: ")
  end)

  it("sees every point of a game: the sum is the players' scores", function()
    local sums = { name = "sums", variables = { { name = "sum", scope = "player" } },
        on_points_given = function(state, given)
      state:set_variable("sum", given.player, state:variable("sum", given.player) + given.points)
      assert(state:variable("sum", given.player) == given.total, "points came by another way")
    end }
    local shipped = { "king-and-robber", "princess-and-dragon", "tower", "abbey-and-mayor",
      "percentage-goods" }
    for seed = 1, scaled(12, 3) do
      local list = { sums }
      for i, name in ipairs(shipped) do
        if (seed + i) % 2 == 0 then list[#list + 1] = name end
      end
      local edition = carcassonne.editions[seed % #carcassonne.editions + 1]
      local state = carcassonne.game { variants = list, edition = edition,
        players = 2 + seed % 4 }:new_initial_state(seed)
      state:random_playout(seed)
      for player, points in ipairs(state:returns()) do
        assert.are.equal(points, state:variable("sum", player))
      end
    end
  end)
end)

-- ---- Phases -------------------------------------------------------------------------------------

describe("A phase at `feature_scored`", function()
  local function asking(more)
    local one = phase { timing = "feature_scored", ask = function(state)
      state:offer { number = state:scoring().points, player = state:scoring().players[1] }
      return nil, true
    end, on_chosen = function(state, action)
      if action then state:award(action.player, 10, "more") end
    end }
    for key, value in pairs(more or {}) do one[key] = value end
    return variant { phases = { one } }
  end

  it("asks once for each feature that scores, in their order, after all have scored", function()
    local state = finish_both(crossroads { asking() })
    assert.are.equal("pass; ask 1 #3", texts(state))
    assert.same({ 3, 3 }, state:returns())
    assert.same({ 3, true },
      { state:scoring().feature.tiles, state:matches(state:scoring().feature, { at = { x = 2, y = 0 } }) })
    play(state, "ask 1 #3")
    assert.are.equal("pass; ask 2 #3", texts(state))
    play(state, "pass")
    assert.same({ 13, 3 }, state:returns())
    assert.are_not.equal("choice", state:decision())
    assert.is_nil(state:scoring())
  end)

  it("is about the feature: its condition, its offers, and its functions", function()
    local state =
      finish_both(crossroads { asking { when = { kind = "road", complete = true, player = "majority" } } })
    assert.are.equal("pass; ask 1 #3", texts(state)) -- it is player 1's turn
    play(state, "ask 1 #3")
    assert.are_not.equal("choice", state:decision())
    local offered = finish_both(
      crossroads { variant { phases = { phase { timing = "feature_scored", on_chosen = function() end,
      may_pass = true,
      offer = { "tiles", feature = "this", when = { has = { "tiles", min = 3 } } } } } } })
    assert.are.equal("pass; ask @1,0; ask @2,0; ask @0,0", texts(offered))
    assert.matches("`this` is a feature here, and features never have this key",
      refusal(crossroads, { asking { when = { id = "ROAD" } } }))
  end)

  it("acts for each feature without asking, too", function()
    local run = variant { phases = { phase { timing = "feature_scored", run = function(state)
      for _, player in ipairs(state:scoring().players) do state:award(player, state:scoring().points) end
    end } } }
    assert.same({ 6, 6 }, finish_both(crossroads { run }):returns())
  end)

  it("is finished before the phases after the scoring, and each before the next", function()
    local order = {}
    local function note(name, at)
      return { name = name, timing = at, run = function(state)
        local what = state:scoring() or state:points_given()
        order[#order + 1] = name .. (what and (what.player or what.players[1]) or "")
      end }
    end
    finish_both(crossroads { variant { phases = { note("after", "after_scoring"), note("s", "feature_scored"),
      note("before", "before_scoring"),
      note("p", "points_given") } } })
    assert.are.equal("before p1 s1 p2 s2 after", table.concat(order, " "))
  end)
end)

describe("A phase at `points_given`", function()
  -- A player whose score becomes a multiple of three may take as many more points.
  local function lucky(points, more)
    local one = { name = "luck", timing = "points_given", when = { variable = { points = { min = 3 } } },
        ask = function(state)
      if state:points_given().total % 3 == 0 then state:offer { number = state:points_given().total } end
      return state:points_given().player, true
    end, on_chosen = function(state, action)
      if action then state:award(state:points_given().player, points, "luck") end
    end }
    for key, value in pairs(more or {}) do one[key] = value end
    return variant { phases = { one } }
  end

  it("asks the player who got them; points from an answer come after waiting ones", function()
    local state = finish_both(crossroads { lucky(3) })
    assert.are.equal("pass; luck #3", texts(state))
    assert.are.equal(1, state:current_player())
    play(state, "luck #3")
    assert.are.equal(2, state:current_player())
    assert.are.equal("pass; luck #3", texts(state))
    play(state, "pass")
    assert.are.equal(1, state:current_player())
    assert.are.equal("pass; luck #6", texts(state))
    assert.same({ player = 1, points = 3, total = 6, cause = "award", final = false }, state:points_given())
    play(state, "pass")
    assert.same({ 6, 3 }, state:returns())
    assert.are.equal("place", state:decision())
    assert.is_nil(state:points_given())
  end)

  it("asks the player who got them by default, if its options are data", function()
    local state = finish_both(crossroads { variant { phases = { { name = "luck", timing = "points_given",
      offer = { "players", player = "others" },
      may_pass = true, on_chosen = function() end } } } })
    assert.are.equal(1, state:current_player())
    play(state, "pass")
    assert.are.equal(2, state:current_player())
  end)

  it("is asked about points that other phases give, at each timing of a turn", function()
    for _, at in ipairs { "turn_start", "before_draw", "before_scoring", "after_scoring", "turn_end",
        "game_end" } do
      local giver = { name = "giver", variables = { "done" },
        phases = { { name = "give", timing = at, when = { variable = { done = 0 } },
        run = function(state)
          state:set_variable("done", 1)
          state:award(2, 9, "gift")
        end } } }
      local state = carcassonne.game { variants = { giver, lucky(1) } }:new_initial_state(5)
      local asked, mover
      while not state:is_terminal() do
        if state:phase() == "luck" and state:points_given().label == nil
            and state:points_given().points == 9 then
          asked, mover = state:points_given().player, state:turn_player()
          assert.are.equal(state:score(2), state:points_given().total)
        end
        state:apply_action(state:legal_actions()[1])
      end
      assert.are.equal(2, asked or (at == "game_end" and 2))
      assert.is_truthy(mover or at == "game_end")
    end
  end)

  it("is not asked in the final scoring", function()
    local state = carcassonne.game {
        variants = { variant { final_scoring = { { name = "gift", after = "goods", run = function(one)
      one:award(1, 9)
    end } },
      phases = { phase { timing = "points_given",
        run = function(one) assert(not one:points_given().final) end } } } } }
      :new_initial_state(3)
    state:random_playout(1)
    assert.is_true(state:is_terminal())
  end)

  it("that repeats for ever is an error with its place, and changes nothing", function()
    local state =
      play(crossroads { variant { name = "mint", phases = { { name = "coin", timing = "points_given",
      run = function(state) state:award(1, 1) end } } } }, "place BOTH 0,0 r0")
    fails(state, "pass", "variant 'mint', phase coin, run: .*points_spec.lua:%d+: ",
      "%d+ times in a row; this looks like an endless loop")
  end)

  it("asks another player, or continues, if the asked one gives up", function()
    local state = finish_both(crossroads({ lucky(3) }))
    play(state, "resign 2")
    assert.is_true(state:is_terminal())
    local three = carcassonne.game { players = 3,
      variants = { variant { on_tile_placed = function(one) one:award(2, 9) end,
      phases = { { name = "luck", timing = "points_given", ask = function(one)
        one:offer { number = 1 }
        return one:points_given().player, true
      end, on_chosen = function() end } } } } }:new_initial_state(2)
    play(three, tostring(three:legal_actions()[1]))
    if three:decision() == "deploy" then play(three, "pass") end
    assert.are.equal(2, three:current_player())
    play(three, "resign 2")
    assert.are.equal(1, three:current_player()) -- this is the player of the turn
    play(three, "resign 1")
    assert.are.equal("place", three:decision() or "place")
    assert.is_nil(three:points_given())
  end)
end)

describe("The triggers that wait for phases", function()
  local both = variant { phases = {
    { name = "luck", timing = "points_given", when = { variable = { points = { min = 2 } } },
      ask = function(state)
        if state:points_given().points > 1 then state:offer { "players", player = "others" } end
        return state:points_given().player, true
      end,
      on_chosen = function(state, action) state:award(action and action.player or 1,
        state:points_given().points - 1) end },
    { name = "road", timing = "feature_scored", when = { kind = "road" }, ask = function(state)
      state:offer { number = #state:scoring().players }
      return state:scoring().players[1], true
    end, on_chosen = function(state, action) if action then state:award(1, 1) end end },
  } }

  it("are in copies, undone, saved, and in a player's view", function()
    local state = finish_both(crossroads { both })
    while state:decision() == "choice" and state:decisions() < 8 do
      local copy, before = state:clone(), state:hash()
      copy:apply_action(copy:legal_actions()[1])
      assert.are_not.equal(before, copy:hash())
      copy:undo_action()
      assert.is_true(copy == state)
      assert.are.equal(before == copy:hash() and before,
        carcassonne.load(state:serialize(), { variants = { both } }):hash())
      local again = carcassonne.game { tiles = TILES, start = "none", sets = {}, variants = { both },
        position = state:observation_string() }:new_initial_state(1)
      assert.are.equal(texts(state), texts(again))
      assert.are.equal(state:observation_string(), again:observation_string())
      state:apply_action(state:legal_actions()[2])
    end
    assert.is_true(state:decisions() > 4)
  end)

  it("are set up again if a phase at the end of the turn has given the points", function()
    local given = {
      variants = { both, variant { name = "gift", phases = { phase { name = "gift", timing = "turn_end",
      run = function(state) state:award(1, 3) end } } } } }
    local state = carcassonne.game(given):new_initial_state(4)
    while state:decision() ~= "choice" do state:apply_action(state:legal_actions()[1]) end
    given.position = state:observation_string()
    local again = carcassonne.game(given):new_initial_state(1)
    assert.are.equal(given.position, again:observation_string())
    assert.are.equal(texts(state), texts(again))
  end)

  it("are refused in a contradictory position", function()
    local text = finish_both(crossroads { both }):observation_string()
    local function refused(from, to, pattern)
      local changed = text:gsub(from, to)
      assert.are_not.equal(text, changed)
      assert.matches(pattern,
        refusal(carcassonne.game, { tiles = TILES, start = "none", sets = {}, variants = { both },
        position = changed }))
    end
    refused(" before=after_scoring", "", "before= or after= is required")
    refused("before=after_scoring", "before=deployment", "before= or after= is required")
    refused("pending [^\n]*\n", "", "`pending` is required")
    refused("players=1", "players=1,2", "points must be given to exactly one player")
    refused("players=2", "players=6", "players= names a player who is not in the game")
    refused("place=%d+", "place=999", "place=: the board has no segment with this index")
    refused("pending points", "pending scored",
      "the first `pending` must be the event for which the phase in `decision` runs")
  end)

  it("are kept in random games: undone, saved, and set up again", function()
    for seed = 1, scaled(6, 2) do
      local given = { variants = { both, "inns-and-cathedrals" }, players = 2 + seed % 3 }
      properties.try(carcassonne.game(given), seed, given)
    end
  end)
end)
