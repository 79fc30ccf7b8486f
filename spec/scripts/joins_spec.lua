-- Joins that scripts make and undo: features that are divided and computed again, pieces that
-- return to their owners, variables of features, and events.

local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"
local board = require "spec.support.board"
local properties = require "spec.support.properties"
local scaled = require "spec.support.scale"
local survey = require "spec.support.reference_board"

-- Returns a variant that runs the acts in the window, one for each choice of the player.
local function acting(acts, more)
  local v = { name = "acts", variables = {} }
  for key, value in pairs(more or {}) do v[key] = value end
  table.insert(v.variables, "acted")
  v.phases = { { name = "act", timing = "deployment",
    ask = function(state)
      if acts[state:variable "acted" + 1] then state:offer {} end
    end,
    on_chosen = function(state)
      state:set_variable("acted", state:variable "acted" + 1)
      acts[state:variable "acted"](state)
      return true
    end } }
  return v
end

-- Piers: a road and a city, each with an end that scripts join.
local PIERS = { attributes = { { name = "pier", extra_open_ends = 1 } },
  tiles = [[
    PI-R x9 road:W+pier field:NL.NR.EL.ER.SL.SR.WL.WR
    PI-C x9 city:W+pier+wine field:NL.NR.EL.ER.SL.SR~W
    PI-T x9 road:W+pier road:E+pier field:NL.NR.EL.WR field:ER.SL.SR.WL
  ]] }

local function piers(acts, more)
  local v = acting(acts, more)
  v.attributes, v.tiles = v.attributes or PIERS.attributes, PIERS.tiles
  return v
end

local function place(x, y, segment) return { x, y, segment } end
local function both(one, other)
  local list = { compat.table.unpack(one) }
  for _, word in ipairs(other) do list[#list + 1] = word end
  return compat.table.unpack(list)
end
local function join(one, other) return function(state) state:join(both(one, other)) end end
local function unjoin(one, other) return function(state) state:unjoin(both(one, other)) end end

-- Places of two roads, one above the other. In the game of two_roads player 1 has just placed a
-- tile, and the deployment window is open.
local UPPER, LOWER = place(0, 0, "road:W"), place(0, 1, "road:W")
local function two_roads(acts, more, options)
  local given = { variants = { piers(acts, more) }, bag = "BA-B BA-U BA-U" }
  for key, value in pairs(options or {}) do given[key] = value end
  local t = board.set("*PI-R here\nPI-R .", given)
  t:play { "1: BA-B here ..." }
  return t
end

local function counted(state, at)
  local feature = state:feature(compat.table.unpack(at))
  return { feature.tiles, feature.open, feature.pennants, feature.goods.wine, feature.complete }
end

describe("A join that is undone", function()
  it("leaves the two roads as they were: their tiles, their open ends, and no join", function()
    local t = two_roads { join(UPPER, LOWER), unjoin(LOWER, UPPER) }
    local before, hash = counted(t.state, UPPER), t.state:hash()
    t:apply "act"
    assert.same({ 2, 2, 0, 0, false }, counted(t.state, UPPER))
    assert.same({ { tile = 1, x = 0, y = 0, segment = 1, text = "road:W" },
      { tile = 2, x = 0, y = 1, segment = 1, text = "road:W" } },
      t.state:joins()[1])
    assert.are_not.equal(hash, t.state:hash())
    t:apply "act" -- this act names the ends of the join in the other order
    assert.same({ {}, before, before }, { t.state:joins(), counted(t.state, UPPER), counted(t.state, LOWER) })
    assert.is_false(t.state:feature(0, 0, "road:W") == t.state:feature(0, 1, "road:W"))
  end)

  it("gives each city its own pennants, goods and attributes back", function()
    local upper, lower = place(0, 0, "city:W"), place(0, 1, "city:W")
    local given = { attributes = { { name = "pier", extra_open_ends = 1 }, "royal" } }
    local t = board.set("*PI-C here\nPI-C .", { bag = "BA-B BA-U", variants = { piers({ join(upper, lower),
      function(state) state:set_attribute(0, 0, "city:W", "royal") end, unjoin(upper, lower) }, given) } })
    t:play { "1: BA-B here ..." }
    t:apply "act"
    assert.same({ 2, 2, 0, 2, false }, counted(t.state, place(0, 1, "city:W")))
    t:apply "act"
    assert.same({ "pier", "royal" }, t.state:feature(0, 1, "city:W").attributes)
    t:apply "act"
    for y, is_royal in pairs { [0] = true, [1] = false } do
      assert.same({ 1, 2, 0, 1, false }, counted(t.state, place(0, y, "city:W")))
      assert.same(is_royal and { "pier", "royal" } or { "pier" }, t.state:feature(0, y, "city:W").attributes)
    end
  end)

  it("separates nothing that is connected in another way", function()
    -- a ring of three roads, each of which has two ends
    local one, other, third = place(0, 0, "road:W"), place(0, 1, "road:W"), place(0, 1, "road:E")
    local t = board.set("*PI-T here\nPI-T .", { bag = "BA-U BA-U", variants = {
      { name = "wide", attributes = { { name = "wide", extra_open_ends = 1 } },
          on_tile_placed = function(state)
        for y = 0, 1 do
          for segment = 1, 2 do state:set_attribute(0, y, segment, "wide") end
        end
      end },
      piers { join(one, other), join(other, third), join(third, one), unjoin(one, other),
        unjoin(other, third) } } })
    t:play { "1: BA-U here ..." }
    local function at(where) return t.state:feature(compat.table.unpack(where)) end
    local function last_divided() return t.state:events()[#t.state:events()].divided end
    for _ = 1, 4 do t:apply "act" end
    assert.is_false(last_divided())
    assert.is_true(at(one) == at(other) and at(one) == at(third))
    t:apply "act"
    assert.is_true(last_divided())
    assert.is_true(at(one) == at(third))
    assert.is_false(at(one) == at(other))
  end)

  it("separates fields, which need no ends", function()
    local north, south = place(1, 0, "field:NL.NR.EL.WR"), place(1, 0, "field:ER.SL.SR.WL")
    local t = board.set("*BA-U here",
      { bag = "BA-U BA-U", variants = { acting { join(north, south), join(north, south),
      unjoin(north, south) } } })
    t:play { "1: BA-U here ..." }
    t:apply "act"
    assert.same({ 2, 8, 0, 0, false }, counted(t.state, north))
    t:apply "act" -- a second call has no effect
    assert.equal(1, #t.state:joins())
    t:apply "act"
    assert.same({ 2, 4, 0, 0, false }, counted(t.state, north))
    assert.same({ 2, 4, 0, 0, false }, counted(t.state, south))
    assert.equal(2, t.state:count { "features", kind = "field" })
  end)

  it("is reported twice, with its two places, and in words", function()
    local t = two_roads { join(UPPER, LOWER), unjoin(UPPER, LOWER) }
    t:apply "act"
    t:apply "act"
    local reported = {}
    for _, event in ipairs(t.state:events()) do
      if event.kind == "split" then
        reported[#reported + 1] = { event.x, event.y, event.text, event.divided }
      end
    end
    assert.same({ { 0, 0, "road:W", true }, { 0, 1, "road:W", true } }, reported)
    local said = {}
    for _, sentence in ipairs(require("carcassonne.describe.events").sentences(t.state:events())) do
      if sentence.kind == "split" then said[#said + 1] = sentence.text end
    end
    assert.same({ "The road at 0,0 is no longer joined with the road at 0,1." }, said)
  end)

  it("is absent from the board's text", function()
    local lines = require("carcassonne.text.board_extras").lines
    local t = two_roads { join(UPPER, LOWER), unjoin(UPPER, LOWER) }
    t:apply "act"
    assert.equal("joined: the road (west) at 0,0 and the road (west) at 0,1", lines(t.state)[1])
    t:apply "act"
    assert.is_nil(table.concat(lines(t.state), "\n"):find "joined")
  end)

  it("is undone with its action", function()
    local t = two_roads { join(UPPER, LOWER), unjoin(UPPER, LOWER) }
    t:apply "act"
    local before = t.state:clone()
    t:apply "act"
    assert(t.state:undo_action())
    assert.is_true(before == t.state)
    assert.equal(1, #t.state:joins())
  end)

  it("opens what it had completed: that does not score again, however often it is done", function()
    local again = {}
    for i = 1, 21 do again[2 * i - 1], again[2 * i] = join(UPPER, LOWER), unjoin(UPPER, LOWER) end
    again[43] = join(UPPER, LOWER)
    local t = board.set("PI-R r2 *PI-R here\nPI-R r2 PI-R .",
        { variants = { piers(again) }, bag = "BA-B BA-U", standing = {
      "1 follower -1,0 road:E" } })
    t:play { "1: BA-B here ..." }
    assert.equal(false, t.state:feature(0, 0, "road:W").complete)
    for _ = 1, 42 do t:apply "act" end
    t:apply "pass"
    assert.same({ 0, 0 }, t:points())
  end)
end)

describe("A city that was complete, and is opened and completed again", function()
  it("brings its goods again, but no more than are left of them", function()
    local upper, lower, taken = place(0, 0, "city:W"), place(0, 1, "city:W"), {}
    local v = { name = "again", attributes = PIERS.attributes, tiles = PIERS.tiles, phases = {
      { name = "open", timing = "turn_end", run = unjoin(upper, lower) },
      { name = "close", timing = "before_scoring", run = join(upper, lower) } } }
    local t = board.set("BA-E r1 *PI-C a b c d e f\nBA-E r1 PI-C . . . . . .",
      { variants = { v }, players = 1,
      bag = "BA-B BA-B BA-B BA-B BA-B BA-B" })
    for i, name in ipairs { "a", "b", "c", "d", "e", "f" } do
      t:play { ("BA-B %s, pass"):format(name) }
      taken[i] = t.state:goods(1).wine
    end
    assert.same({ 2, 4, 6, 8, 9, 9 }, taken)
  end)
end)

describe("A piece in a feature that is divided", function()
  -- Player 1's builder is put into the lower road while it is joined with the upper one.
  local function divided(standing, rules, v)
    local t = two_roads({ join(UPPER, LOWER), function(state) state:deploy(1, "builder", 0, 1, "road:W") end,
      unjoin(UPPER, LOWER) }, v,
      { standing = standing, rules = rules })
    for _ = 1, 3 do t:apply "act" end
    return t
  end

  for rule, stays in pairs { ["return"] = false, stay = true } do
    it(("is a builder whose player's followers are all in the other part: `orphan_builder` is %s"):format(
        rule), function()
      local t = divided({ "1 follower 0,0 road:W" }, { orphan_builder = rule })
      assert.same(stays and { "1 builder 0,1 road:W", "1 follower 0,0 road:W" }
        or { "1 follower 0,0 road:W" }, t:standing())
    end)
  end

  it("is a builder beside a follower of its player: it stays", function()
    local standing = { "1 follower 0,0 road:W", "1 follower 0,1 road:W" }
    local t = divided(standing, { orphan_builder = "return" })
    assert.same({ "1 builder 0,1 road:W", standing[1], standing[2] }, t:standing())
  end)

  for rule, stays in pairs { ["return"] = false, stay = true } do
    it(("is a pig whose farmer is in the other part: `orphan_pig` is %s"):format(rule), function()
      local north, south = place(0, 0, "field:NL.NR.EL.WR"), place(0, 0, "field:ER.SL.SR.WL")
      local t = board.set("*BA-U\nhere", { variants = { acting { join(north, south),
        function(state) state:deploy(1, "pig", 0, 0, south[3]) end, unjoin(north, south) } },
          rules = { orphan_pig = rule },
        bag = "BA-B BA-U", standing = { "1 follower 0,0 field:NL.NR.EL.WR" } })
      t:play { "1: BA-B here ..." }
      for _ = 1, 3 do t:apply "act" end
      assert.same({ "1 follower 0,0 field:NL.NR.EL.WR", stays and "1 pig 0,0 field:ER.SL.SR.WL" or nil },
        t:standing())
    end)
  end

  it("does not exclude another player from the other part, in the open window", function()
    local last = place(1, 0, "road:E")
    local t = board.set("*PI-R here", { variants = { piers { join(UPPER, last), unjoin(UPPER, last) } },
      bag = "PI-R BA-B",
      standing = { "2 follower 0,0 road:W" } })
    t:play { "1: PI-R here r2 ..." }
    assert.is_true(t:may "follower road:E")
    t:apply "act"
    assert.is_false(t:may "follower road:E")
    t:apply "act"
    assert.is_true(t:may "follower road:E")
  end)

  it("counts only for its own part", function()
    local t = divided({ "1 follower 0,0 road:W", "2 follower 0,1 road:W" }, { orphan_builder = "return" })
    assert.same({ 1 }, t.state:feature(0, 0, "road:W").majority)
    assert.same({ 2 }, t.state:feature(0, 1, "road:W").majority)
  end)

  it("is sent home as by return, and on_piece_removed is called", function()
    local reported = {}
    divided({ "1 follower 0,0 road:W" }, { orphan_builder = "return" }, {
      on_piece_removed = function(_, piece, why) reported[#reported + 1] = piece.piece .. " " .. why end })
    assert.same({ "builder returned" }, reported)
  end)
end)

describe("A variable of features", function()
  -- The upper road was placed first.
  local function remembered(first, merge)
    local function note(y, n)
      return function(state) state:set_variable("toll", state:feature(0, y, "road:W"), n) end
    end
    local t = two_roads({ note(0, 3), note(1, 5), first == 0 and join(UPPER, LOWER) or join(LOWER, UPPER),
      unjoin(UPPER, LOWER) },
      { variables = { { name = "toll", scope = "feature", merge = merge } } })
    for _ = 1, 4 do t:apply "act" end
    local numbers = {}
    for y = 0, 1 do numbers[y + 1] = t.state:variable("toll", t.state:feature(0, y, "road:W")) end
    assert.same(t.state:observation_string(), t:read_back().state:observation_string())
    return numbers
  end

  it("stays with the part that has its first segment, in either order; the other starts again",
      function()
    for first = 0, 1 do
      assert.same({ 8, 0 }, remembered(first, "sum"))
      assert.same({ 5, 0 }, remembered(first, "max"))
      assert.same({ 7, 0 }, remembered(first, "or"))
    end
  end)
end)

describe("An attribute that one segment loses", function()
  local function removed(acts, standing)
    local t = board.set("PI-R r2 *PI-R here\nPI-R r2 PI-R .",
      { variants = { piers(acts) }, bag = "BA-B BA-U BA-U",
      standing = standing or { "1 follower -1,0 road:E", "2 follower -1,1 road:E" } })
    t:play { "1: BA-B here ..." }
    return t
  end
  local function remove(x, y) return function(state) state:remove_attribute(x, y, 1, "pier") end end

  it("undoes the join at its end; what this completes is scored with the next features", function()
    local t = removed { join(UPPER, LOWER), remove(0, 0), remove(-1, 0) }
    t:apply "act"
    t:apply "act"
    assert.equal(0, #t.state:joins())
    assert.same({ 2, 1, 0, 0, false }, counted(t.state, UPPER)) -- the pier in the west remains
    assert.same({ 2, 2, 0, 0, false }, counted(t.state, LOWER)) -- both piers remain
    t:apply "act"
    t:apply "pass"
    assert.same({ 2, 0 }, t:points())
    assert.same({ "2 follower -1,1 road:E" }, t:standing())
  end)

  it("stays with the feature as long as another segment has it", function()
    local t = removed { remove(0, 0) }
    t:apply "act"
    assert.is_false(t.state:matches({ x = 0, y = 0, segment = 1 }, { attribute = "pier" })
      and t.state:count { "segments",
      attribute = "pier", at = { x = 0, y = 0 } } == 1)
    local reported = t.state:events()[#t.state:events()]
    assert.same({ "attribute_set", "pier", false }, { reported.kind, reported.label, reported.complete })
  end)

  it("cannot be removed from a segment without it, nor by set_attribute where it is joined", function()
    local tried = {}
    local function try(name, ...)
      local arguments = { ... }
      return function(state)
        tried[#tried + 1] = { pcall(state[name], state, compat.table.unpack(arguments)) }
      end
    end
    local t = removed { try("remove_attribute", 1, 0, 1, "pier"), join(UPPER, LOWER),
      try("set_attribute", 0, 0, 1, "pier", false) }
    for _ = 1, 3 do t:apply "act" end
    assert.is_false(tried[1][1])
    assert.matches("the attribute pier: the segment does not have it", tried[1][2])
    assert.is_false(tried[2][1])
    assert.matches("a script has joined an open end that this attribute adds to the segment", tried[2][2])
    assert.equal(1, #t.state:joins())
  end)
end)

-- ---- In random games ----------------------------------------------------------------------------

-- Entrances of tunnels, which the survey supports, on many tiles; and attributes with each value of
-- `merge`.
local ATTRIBUTES = { { name = "tunnel", extra_open_ends = 1 }, { name = "walled", merge = "all" },
  { name = "stall", merge = "sum" },
  { name = "gate", merge = "local", extra_open_ends = 1 } }
local DIGGERS =
  "TU-A x6 city:N road:W+tunnel road:E+tunnel road:S+tunnel field:EL.WR~N field:ER.SL field:SR.WL\n"
  .. "TU-C x9 road:E+tunnel road:S+tunnel field:NL.NR.EL.SR.WL.WR field:ER.SL\n"
  .. "CI-T x9 city:N+tunnel+walled+stall city:S+tunnel+walled field:EL.ER~N.S field:WL.WR~N.S"

local function ends_of(state)
  local list = {}
  for i, tile in ipairs(state:tiles()) do
    for k = 1, state:num_segments(tile.x, tile.y) do
      list[#list + 1] = { tile = i, x = tile.x, y = tile.y, segment = k }
    end
  end
  return list
end

local function try_verb(state, name, one, other)
  return pcall(state[name], state, one.x, one.y, one.segment, other.x, other.y, other.segment)
end

-- Raises a text as an error, as hooks do.
local function must(yes, what)
  if not yes then error(tostring(what), 0) end
end

-- Makes some random joins, then undoes some of them in random order.
local function dig(state, choose, joins)
  local list = ends_of(state)
  for _ = 1, 30 do
    local one, other, made = list[choose(#list)], list[choose(#list)], #state:joins()
    if made < 8 and try_verb(state, "join", one, other) and #state:joins() > made then
      joins[#joins + 1] = { one, other }
    end
  end
end

local function fill(state, joins)
  while #joins > 0 do
    local last = table.remove(joins, 1 + (#joins * 7) % #joins)
    must(try_verb(state, "unjoin", last[2], last[1]))
  end
end

local function all_features(state)
  local list = {}
  for i, feature in ipairs(state:features()) do
    local places = {}
    for k, at in ipairs(feature:segments()) do places[k] = ("%d.%d"):format(at.tile, at.segment) end
    local powers = {}
    for player = 1, state:game():players() do powers[player] = feature:power(player) end
    list[i] = table.concat({ table.concat(places, " "), feature.kind, feature.tiles, feature.open,
      feature.pennants, feature.goods.wine,
      feature.points, tostring(feature.complete), table.concat(feature.attributes, " "),
        feature:count "stall",
      table.concat(feature.majority, " "), table.concat(powers, " ") }, ",")
  end
  table.sort(list)
  return table.concat(list, "\n")
end

describe("In random games", function()
  local BESIDE = { "bridges", "abbey-and-mayor",
    { name = "mixed", edges = { { "city", "road", fits = true } } } }

  it("joins and their undoing leave each feature, and the position, as they were #full", function()
    local tried = 0
    for seed = 1, scaled(24, 3) do
      local choose = properties.chooser(seed)
      local beside = BESIDE[seed % #BESIDE + 1]
      local surveyed = type(beside) == "string" -- the survey supports only like edges beside each other
      local v = { name = "dig", attributes = ATTRIBUTES, tiles = DIGGERS,
        phases = { { name = "dig", timing = "before_scoring", run = function(state)
          if choose(8) > 1 then return end
          local hash, before, joins = state:hash(), all_features(state), {}
          dig(state, choose, joins)
          if #joins == 0 then return end
          tried = tried + #joins
          if surveyed then properties.compare_features(state, survey.of(state)) end
          for _ = 1, choose(#joins) do
            local one = table.remove(joins, choose(#joins))
            must(try_verb(state, "unjoin", one[1], one[2]))
            if surveyed then properties.compare_features(state, survey.of(state)) end
          end
          fill(state, joins)
          must(hash == state:hash(), "another position")
          must(before == all_features(state), "other features")
        end } } }
      -- an attribute that a join gives stays after `unjoin`, so in this game joins give none
      carcassonne.game({ variants = { v, beside }, rules = { links_extend = "no" } })
        :new_initial_state(seed):random_playout(seed)
    end
    assert.is_true(tried > 15, tried)
  end)

  -- Players dig and fill at random; everything else keeps the properties of every game: positions,
  -- saved games, undo.
  it("joined and divided features are in positions and saved games, and are undone #full", function()
    local function first(state) return state:segments { attribute = "tunnel" } end
    local v = { name = "dig", attributes = ATTRIBUTES, tiles = DIGGERS,
      variables = { { name = "toll", scope = "feature" }, { name = "dug", lifetime = "part" } },
      phases = { { name = "dig", timing = "deployment", when = { variable = { dug = 0 } },
          ask = function(state)
        for i = 1, math.min(#first(state), 9) do state:offer { number = i } end
        for i = 1, #state:joins() do state:offer { number = 100 + i } end
      end, on_chosen = function(state, action)
        state:set_variable("dug", 1)
        local ends = first(state)
        if action.number > 100 then
          local one = state:joins()[action.number - 100]
          state:unjoin(one[1].x, one[1].y, one[1].segment, one[2].x, one[2].y, one[2].segment)
          return true
        end
        local one, other = ends[action.number], ends[(action.number + state:num_tiles()) % #ends + 1]
        if try_verb(state, "join", one, other) then
          state:set_variable("toll", state:feature(one.x, one.y, one.segment), action.number)
        end
        return true
      end } } }
    for seed = 1, scaled(30, 6) do
      -- without goods, because a divided city could give its goods twice
      local given = { sets = { "base" }, pieces = { builder = 1, pig = 1 }, variants = { v },
        rules = { orphan_builder = "return", orphan_pig = "return" } }
      properties.try(carcassonne.game(given), seed, given)
    end
  end)
end)

-- ---- In positions -------------------------------------------------------------------------------

describe("Joins in a position", function()
  local function begun(joins, more)
    local given = { variants = { piers {} }, draws = "manual", counts = { ["PI-R"] = 9 },
      position = { tiles = { { id = "PI-R" }, { id = "PI-R", y = 1 } }, joins = joins, lines = more } }
    return carcassonne.game(given):new_initial_state(1)
  end
  local JOIN = { { x = 0, y = 0, segment = "road:W" }, { x = 0, y = 1, segment = "road:W" } }

  it("are given as State:joins lists them, or as lines", function()
    local state = begun { JOIN }
    assert.equal(1, #state:joins())
    assert.same({ 2, 2, 0, 0, false }, counted(state, UPPER))
    assert.matches("\njoined 0,0 road:W 0,1 road:W\n", state:observation_string())
    assert.same(state:joins(), begun(state:joins()):joins())
    assert.same(state:joins(), begun(nil, "joined 0,1 road:W 0,0 road:W"):joins()[1] and state:joins())
    assert.same(state:joins(), state:view().joins)
  end)

  -- Two roads, each with an open end at both sides, are joined to a ring before the tile is placed
  -- or after it; then a phase asks again, so that a decision comes before the scoring.
  local function close(state)
    state:join(both(UPPER, LOWER))
    state:join(-1, 0, "road:E", -1, 1, "road:E")
  end

  local function closed_at(at)
    local v = acting({ close }, PIERS)
    v.phases[1].timing = at
    local more = at ~= "anytime" and { name = "wait", timing = at, ask = function(state) state:offer {} end,
      on_chosen = function() end }
    v.phases[2] = more or nil
    return board.set("PI-R r2 *PI-R here\nPI-R r2 PI-R .", { variants = { v }, bag = "BA-B BA-U", players = 2,
      standing = { "1 follower -1,0 road:E" } })
  end

  local function go_on(t)
    local parts = { draw = "draw BA-B", place = "BA-B here", choice = "wait" }
    t:apply(parts[t.state:decision()] or "pass")
  end

  local function finish(t)
    while t.state:turn_player() == 1 do go_on(t) end
    return t:points()
  end

  for _, at in ipairs { "anytime", "turn_start", "before_scoring" } do
    it("may have completed what is still to be scored, so that pieces are there: joined at " .. at, function()
      local t = closed_at(at)
      while not t:may "act" do go_on(t) end
      t:apply "act"
      assert.is_true(t.state:feature(0, 0, "road:W").complete)
      local back = t:read_back()
      assert.equal(t.state:observation_string(), back.state:observation_string())
      assert.same({ "1 follower -1,0 road:E" }, back:standing())
      assert.same({ 4, 0 }, finish(t))
      assert.same({ 4, 0 }, finish(back))
    end)
  end

  it("are reported on a drawn board by cells and segments", function()
    local function set(line)
      return board.set("*PI-R a\nother=PI-R .",
        { variants = { piers {} }, joins = { line }, bag = "BA-B" }).state
    end
    assert.equal(1, #set("0,0 road:W, other road:W"):joins())
    for line, message in pairs { ["other road:W"] = "expected a text such as 'west road:E",
      ["0,0 road:W, other road:S"] = "road:S",
      ["0,0 road:W, nowhere road:W"] = "nowhere" } do
      assert.error_matches(function() set(line) end, "joins%[1%].*" .. message)
    end
  end)

  it("must be possible: otherwise the message names the join, and the reason", function()
    local function refused(joins, more, ...)
      local fine, message = pcall(begun, joins, more)
      assert.is_false(fine)
      for _, pattern in ipairs { ... } do assert.matches(pattern, message) end
    end
    refused({ JOIN, JOIN }, nil, "joined: each of the two segments needs an unused open end, "
      .. "which only an attribute with `extra_open_ends` adds")
    refused({ { JOIN[1], { x = 0, y = 1, segment = "field" } } }, nil, "joined: ", "0,1")
    refused({ { JOIN[1], { x = 3, y = 1, segment = "road:W" } } }, nil, "joined: there is no tile at 3,1")
    refused({ { JOIN[1] } }, nil, "position%.joins%[1%]%[2%]")
    refused({ "0,0" }, nil, "position%.joins%[1%]%[1%]")
    refused({ { JOIN[1], { x = 0, y = 1, segment = 1 } } }, nil, "position%.joins%[1%]%[2%]",
      "its text, as in \"road:W\"")
    refused(nil, "joined 0,0 road:W 0,1 field:NL.NR.EL.ER.SL.SR.WL.WR",
      "only two fields, two roads or two cities can be joined")
    refused(nil, "joined 0,0 road:W", "joined: ")
    refused(nil, "joined 0,0 road:S 0,1 road:W", "joined: the tile at 0,0 has no segment road:S")
  end)
end)

-- ---- What cannot be -----------------------------------------------------------------------------

describe("Undoing a join is refused", function()
  local function fails(act, ...)
    local t = two_roads { join(UPPER, LOWER), act }
    t:apply "act"
    local before = t.state:clone()
    local done, message = pcall(t.state.apply_action, t.state, "act")
    assert.is_false(done)
    for _, pattern in ipairs { "variant 'acts'", "joins_spec%.lua:%d+: ", ... } do
      assert.matches(pattern, message)
    end
    assert.is_true(before == t.state)
  end

  it("if no script has joined the two", function()
    fails(unjoin(UPPER, place(1, 0, 1)),
      "no script has joined these two segments; State:joins lists the joins")
    fails(unjoin(UPPER, UPPER), "no script has joined these two segments")
    fails(function(state)
      state:unjoin(both(UPPER, LOWER))
      state:unjoin(both(UPPER, LOWER))
    end, "no script has joined these two segments")
    -- the fields are beside each other
    fails(unjoin(place(0, 0, 2), place(0, 1, 2)), "no script has joined these two segments")
  end)

  it("if the segment or tile does not exist", function()
    fails(unjoin(UPPER, place(9, 9, 1)), "no tile lies at this cell")
    fails(unjoin(UPPER, place(0, 1, "road:S")), "the tile at this cell has no segment 'road:S'")
    fails(unjoin(UPPER, place(0, 1, 7)), "segment")
    fails(function(state) state:remove_attribute(0, 0, 1, "peir") end, "peir")
    fails(function(state) state:unjoin(0, 0, 1) end, "number expected")
  end)

  it("in a hook that only answers, and on a host's state", function()
    for name, call in pairs { unjoin = function(state) state:unjoin(both(UPPER, LOWER)) end,
      remove_attribute = function(state) state:remove_attribute(0, 0, 1, "pier") end } do
      local t = two_roads({ join(UPPER, LOWER) }, { allow_deployment = function(state)
        if #state:joins() > 0 then call(state) end
      end })
      local before = t.state:clone()
      local done, message = pcall(t.state.apply_action, t.state, "act")
      assert.is_false(done, name)
      assert.matches("variant 'acts'", message)
      assert.matches("may not change the state", message)
      assert.is_true(before == t.state)
      assert.is_false(pcall(call, t.state))
      assert.is_true(before == t.state)
    end
  end)

  it("beyond the number of joins in a game, of those that are to be made", function()
    local made, message = 0, nil
    local v = { name = "plough",
        phases = { { name = "plough", timing = "before_scoring", run = function(state)
      local fields = state:segments { kind = "field" }
      for i = 1, #fields do
        for k = i + 1, #fields do
          local fine, why = try_verb(state, "join", fields[i], fields[k])
          made = made + (fine and 1 or 0)
          message = not fine and why or message
        end
      end
    end } } }
    local given = { variants = { v }, sets = { "base" } }
    local state = carcassonne.game(given):new_initial_state(3)
    for _ = 1, 60 do state:apply_index(1) end
    assert.equal(256, #state:joins())
    assert.matches("the game already has the maximum number of joins; undo one first", message)
    given.position = state:observation_string()
    assert.equal(256, #carcassonne.game(given):new_initial_state(1):joins())
  end)
end)
