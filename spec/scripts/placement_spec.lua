-- Where tiles may be placed, and in which order they are drawn, if scripts change this: edges,
-- tiles that may not be near each other, groups of tiles, and tiles that wait.

local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"
local board = require "spec.support.board"
local properties = require "spec.support.properties"

local with, refused = board.with, board.refused

describe("A city that has half of a side", function()
  local walls = { name = "walls", tiles = [[
    WA-A x8 city:N.NL field:NR.EL.ER.SL.SR.WL.WR~N
    WA-B x8 city:N.NR.E.EL field:NL.ER.SL.SR.WL.WR~N
    WA-C x8 city:N field:EL.ER.SL.SR.WL.WR~N
    WA-D x8 road:N city:E.ER field:NR.EL~E field:NL.SL.SR.WL.WR~E
  ]] }

  it("joins half by half: the city, and the field outside", function()
    local t = board.set("south=WA-A here", { variants = { walls } }):play { "1: WA-B 0,-1 r2" }
    assert.are.equal(2, t:feature("south", "city:NL.N").tiles)
    assert.is_true(t:feature("south", "field:NR.EL.ER.SL.SR.WL.WR") == t.state:feature(0, -1,
      "field:NL.NR.EL.ER.SL.WR"))
  end)

  it("meets a whole side, at which the field ends, and a reversed half, at which both end",
      function()
    local t = board.set("south=WA-A here", { variants = { walls } }):play { "1: WA-C 0,-1 r2" }
    assert.are.equal(2, t:feature("south", "city:NL.N").tiles)
    assert.is_true(t:feature("south", "city:NL.N").complete)
    t = board.set("south=WA-A here", { variants = { walls } }):play { "1: WA-A 0,-1 r2" }
    assert.are.equal(1, t:feature("south", "city:NL.N").tiles)
    assert.is_true(t:feature("south", "city:NL.N").complete)
  end)

  it("keeps the properties of all tiles", function()
    for number = 1, 3 do
      local given = { players = 2, variants = { walls, number == 2 and "ferries" or nil } }
      properties.try(carcassonne.game(given), number, given)
    end
  end)
end)

-- A canal: a straight tile, a bend, and two ends. It crosses edges as a river does.
local canal = [[
  CA-A x9 river:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL
  CA-B x9 river:S.W field:NL.NR.EL.ER.SL.WR field:SR.WL
  CA-C x9 river:W field:NL.NR.EL.ER.SL.SR.WL.WR
]]

-- Returns a reserve whose tiles are placed before any tile is drawn.
local function waiting(size)
  return { { name = "next", owner = "player", size = size, play_from = "next" } }
end

describe("A river", function()
  it("joins across an edge and separates the fields on its banks", function()
    local t = with({ tiles = canal }, [[ source=CA-A here ]])
    t:play { "1: CA-A here" }
    local river = t:feature("here", "river:E.W")
    assert.are.equal("river", river.kind)
    assert.are.equal(2, river.tiles)
    assert.is_true(t.state:matches({ x = 0, y = 0, segment = 1 }, { feature = river }))
    local bank = t:feature("here", "field:NL.NR.EL.WR")
    assert.is_true(t.state:matches({ x = 1, y = 0, segment = 3 },
      { kind = "field", except = { feature = bank } }))
    assert.is_true(t.state:matches({ x = 0, y = 0, segment = 2 }, { feature = bank }))
  end)

  it("takes no follower, is worth nothing, and is never complete", function()
    local t = with({ tiles = canal }, [[ source=CA-C r2 here ]])
    t:play { "1: CA-C here ..." }
    assert.are.same({ "follower field:NL.NR.EL.ER.SL.SR.WL.WR" }, t:deployments())
    assert.are.equal(0, t:feature("here", "river:W").open)
    assert.is_false(t:feature("here", "river:W").complete)
    assert.are.equal(0, t:feature("here", "river:W").points)
  end)

  it("takes a piece that declares so", function()
    local t = with({ tiles = canal, pieces = { angler = { count = 1, role = "follower", on = "river" } } },
      [[ source=CA-C r2 here ]])
    t:play { "1: CA-A here ..." }
    assert.are.same({ "river:E.W" }, t:deployments "angler")
  end)

  it("fits no road and no field", function()
    local t = with({ tiles = canal }, [[
      .     nook
      east  *CA-C r2  here
    ]])
    assert.are.same({ "here r0" }, (function()
      local list = {}
      for _, place in ipairs(t:places "CA-C") do
        if place:match "^here" then list[#list + 1] = place end
      end
      return list
    end)())
    for _, place in ipairs(t:places "BA-U") do assert.is_nil(place:match "^here") end
  end)
end)

describe("An edge that must join", function()
  local source = { tiles = canal, edges = { { "river", must_join = true } } }

  it("leaves only the cells where a river continues", function()
    local t = with(source, [[
      .     north     .
      west  *CA-C r2  here
      .     south     .
    ]])
    assert.are.same({ "here r0", "here r2" }, t:places "CA-A")
    assert.are.same({ "here r0", "here r1" }, t:places "CA-B")
  end)

  it("does not affect tiles without such an edge", function()
    local t = with(source, [[
      .     north     .
      west  *CA-C r2  here
      .     south     .
    ]])
    assert.are.same({ "north r0", "north r1", "north r2", "north r3", "south r0", "south r1", "south r2",
      "south r3", "west r0",
      "west r1", "west r2", "west r3" }, t:places "BA-B")
  end)

  it("makes a tile be set aside that can join nowhere", function()
    local t = with(source, [[ CA-C r2 *CA-C ]])
    t:play { "1: CA-A aside" }
  end)
end)

describe("A line", function()
  local function canals(turns)
    return { tiles = canal, edges = { { "river", must_join = true, bends = turns } } }
  end

  -- The canal comes from the west and bends to the south: to the right.
  local bent = [[
    *CA-C r2  CA-B
    west      here  east
  ]]

  it("that may not make a U-turn bends the other way after a bend", function()
    assert.are.same({ "here r2" }, with(canals "no-u-turn", bent):places "CA-B")
    assert.are.same({ "here r1", "here r2" }, with(canals "any", bent):places "CA-B")
    assert.are.same({ "here r1", "here r3" }, with(canals "no-u-turn", bent):places "CA-A")
  end)

  it("may bend the same way again after a straight tile, unless it must alternate", function()
    local straight = [[
      *CA-C r2  CA-B
      .         CA-A r1
      west      here     east
    ]]
    assert.are.same({ "here r1", "here r2" }, with(canals "no-u-turn", straight):places "CA-B")
    assert.are.same({ "here r2" }, with(canals "alternate", straight):places "CA-B")
  end)

  it("is checked from both ends if a tile closes it", function()
    -- The tile at `here` bends to the left after a bend to the right; the next tile in the east
    -- must bend to the right.
    local function fits(east, below)
      local t = with(canals "no-u-turn", ([[
        *CA-C r2  CA-B  .
        BA-B      here  %s
        BA-B      BA-B  %s
      ]]):format(east, below))
      return table.concat(t:places "CA-B", " "):match "here r%d"
    end
    assert.are.equal("here r2", fits("CA-B", "CA-A r1"))
    assert.is_nil(fits("CA-B r1", "BA-B"))
  end)

  it("obeys the strictest of two scripts", function()
    local one, other = canals "alternate", { name = "other", edges = { { "river", bends = "any" } } }
    one.name = "one"
    local t = board.set([[
      *CA-C r2  CA-B
      .         CA-A r1
      west      here     east
    ]], { variants = { one, other } })
    assert.are.same({ "here r2" }, t:places "CA-B")
  end)
end)

describe("Unlike edges", function()
  local gates = { edges = { { "city", "road", fits = true } } }

  it("may be adjacent if a script says so, and nothing else changes", function()
    local t = with(gates, [[ *BA-E r1 here ]]) -- this tile has a city in the east
    local here = {}
    for _, place in ipairs(t:places "BA-U") do here[#here + 1] = place:match "^here r%d" end
    assert.are.same({ "here r0", "here r2" }, here)
    t = with({}, [[ *BA-E r1 here ]])
    for _, place in ipairs(t:places "BA-U") do assert.is_nil(place:match "^here") end
  end)

  it("end the features of both, which score", function()
    -- a city of two tiles; a road touches the far side of the second tile
    local t = with(gates, [[ *BA-A r3 here far ]])
    t:play { "1: BA-G here, follower city:E.W" } -- the monastery's road ends at the city
    local city = t:feature("here", "city:E.W")
    assert.are.equal(1, city.open)
    assert.are.equal(0, t.state:feature(0, 0, "road:E").open)
    assert.is_true(t.state:feature(0, 0, "road:E").complete)
    t:play { "2: BA-E far r3" }
    assert.are.same({ 4, 0 }, t:points()) -- two tiles, two points each
  end)

  it("complete also a feature that faces the tile: its thief scores", function()
    local t = with(gates, [[ west=BA-A r3 here ]], { standing = { "2 follower west road:E" } })
    t:play { "1: BA-E here r3" }
    assert.are.same({ 0, 1 }, t:points())
    assert.are.same({}, t:standing())
  end)

  it("extend the builder's road that they complete if completing is enough, or a script says so",
      function()
    local asked
    local function turn_after(edition, source)
      local t = with(source, [[ west=BA-A r3 here ]], { edition = edition,
        standing = { "1 follower west road:E", "1 builder west road:E" } })
      t:play { "1: BA-E here r3" }
      return t.state:decision() == "extra" and 1 or t.state:turn_player()
    end
    assert.are.equal(1, turn_after("2003", gates))
    assert.are.equal(2, turn_after("c2", gates))
    local source = { edges = gates.edges, extends_builder = function(_, cause)
      asked = cause.cause
      return true
    end }
    assert.are.equal(1, turn_after("c2", source))
    assert.are.equal("completed", asked)
  end)

  it("separate the fields beside the road, which end there", function()
    local t = with(gates, [[ west=BA-U here ]])
    local before = t:feature("west", "field:NL.NR.EL.WR").open
    t:play { "1: BA-E here r3" }
    assert.are.equal(before - 1, t:feature("west", "field:NL.NR.EL.WR").open)
  end)

  it("are illegal if any script says so, even if others allow them", function()
    local t = board.set([[ *BA-E r1 here ]], { variants = {
      { name = "one", edges = { { "city", "road", fits = true } } },
        { name = "two", edges = { { "road", "city", fits = false } } } } })
    for _, place in ipairs(t:places "BA-U") do assert.is_nil(place:match "^here") end
  end)

  it("of one kind can be kept apart: no city beside a city", function()
    local t = with({ edges = { { "city", "city", fits = false } } }, [[ *BA-E r1 here ]])
    for _, place in ipairs(t:places "BA-E") do assert.is_nil(place:match "^here") end
  end)

  it("may have completed any number of features at the start of a position", function()
    local lines = {}
    -- each tile completes the city of the tile before it
    for i = 0, 29 do lines[#lines + 1] = ("start BA-E 0,%d r0"):format(-i) end
    local walls = { name = "walls", edges = { { "city", "field", fits = true } }, reserves = waiting(1) }
    local game = carcassonne.game { variants = { walls }, counts = { ["BA-E"] = 30 },
      position = table.concat(lines, "\n") }
    local state = game:new_initial_state(1)
    assert.is_true(state:feature(0, -28, "city:N").complete)
    assert.are.same({}, state:reserve("next", 1))
    assert.are.same({}, state:reserve("next", 2))
  end)

  it("of one kind that must not be adjacent exclude a bridge that would bring them together", function()
    local bridges = { name = "bridges", pieces = { bridge = { count = 3, role = "span" } } }
    local apart = { name = "apart", edges = { { "road", "road", fits = false } } }
    local function spans(variants)
      local n, t = 0, board.set([[ *BA-B here ]], { variants = variants, bag = "BA-U BA-U" })
      t:draw "BA-U"
      for _, action in ipairs(t.state:legal_actions()) do
        if action.span and action.x == 1 and action.y == 0 then n = n + 1 end
      end
      return n
    end
    assert.are.equal(2, spans { bridges })
    assert.are.equal(0, spans { bridges, apart })
  end)

  it("leave a bridge only the side that does not fit", function()
    local bridges = { name = "bridges", pieces = { bridge = { count = 3, role = "span" } } }
    local t = board.set([[
      BA-B   BA-E r2
      *BA-B  here
    ]], { variants = { bridges, { name = "gates", edges = gates.edges } }, bag = "BA-V BA-V" })
    t:draw "BA-V" -- a bend: one end at the city, where it fits, the other at the fields of the monastery
    local found = 0
    for _, action in ipairs(t.state:legal_actions()) do
      if action.span and action.x == 1 and action.y == 0 then found = found + 1 end
    end
    assert.are.equal(1, found)
  end)

  it("may be adjacent any number of times in a position", function()
    local tiles = {}
    for x = 1, 60 do tiles[x] = { id = "GA-A", x = x } end
    local state = carcassonne.game { position = { tiles = tiles },
      variants = {
        { name = "gates", edges = gates.edges, tiles = "GA-A x60 road:W city:E field:NL.NR.SL.SR.WL.WR~E" } },
    }:new_initial_state()
    assert.are.equal(59, state:count { "features", kind = "city", complete = true })
    assert.are.equal(59, state:count { "features", kind = "road", complete = true })
    state:random_playout(1)
    assert.is_true(state:is_terminal())
  end)

  it("do not break random games, undo and copies", function()
    local variant = { name = "gates",
      edges = { { "city", "road", fits = true }, { "field", "road", fits = true } } }
    for seed = 1, 20 do
      local state = properties.play(carcassonne.game { variants = { variant } }, seed)
      local again = carcassonne.load(state:serialize(), { variants = { variant } })
      assert.are.equal(state:hash(), again:hash())
    end
  end)
end)

-- Returns a variant in which no two monasteries may be near each other: `relation` selects the
-- eight cells around a monastery, or the four cells beside it.
local function apart(relation)
  return { forbidden_placements = { { "tiles", kind = "monastery", [relation] = { "tiles", kind = "monastery",
    min = relation == "around" and 2 or 1 } } } }
end

describe("Tiles that may not be near each other", function()
  it("keep monasteries apart: none among the eight around another", function()
    local t = with(apart "around", [[
      *BA-B here far
    ]])
    for _, place in ipairs(t:places "BA-B") do assert.is_nil(place:match "^here") end
    t = with(apart "around", [[
      *BA-B BA-U r1 far
    ]])
    local far = {}
    for _, place in ipairs(t:places "BA-B") do far[#far + 1] = place:match "^far r%d" end
    assert.are.equal(4, #far)
  end)

  it("keep monasteries farther apart with `within`: at least three cells lie between two of them", function()
    local apart_by_three = { forbidden_placements = { { "tiles", kind = "monastery", within = 3,
      around = { "tiles", kind = "monastery", min = 2 } } } }
    local t = with(apart_by_three, [[
      *BA-B BA-U r1 BA-U r1 near
    ]])
    for _, place in ipairs(t:places "BA-B") do assert.is_nil(place:match "^near") end
    t = with(apart_by_three, [[
      *BA-B BA-U r1 BA-U r1 BA-U r1 far
    ]])
    local far = {}
    for _, place in ipairs(t:places "BA-B") do far[#far + 1] = place:match "^far r%d" end
    assert.are.equal(4, #far)
  end)

  it("also limit the tiles around those on the board", function()
    -- a wine city in the middle with one monastery near it: a second one is too many in every cell
    -- around it
    local source = { attributes = { { name = "well", on = "tile" } },
      tiles = "WE-A x1 field:NL.NR.EL.ER.SL.SR.WL.WR @well",
      forbidden_placements = {
        { "tiles", attribute = "well", around = { "tiles", kind = "monastery", min = 2 } } } }
    local t = with(source, [[
      BA-B  *WE-A  here
      .     corner .
    ]])
    for _, place in ipairs(t:places "BA-B") do
      assert.is_nil(place:match "^here")
      assert.is_nil(place:match "^corner")
    end
    source.forbidden_placements[1].around.min = 3
    t = with(source, [[
      BA-B  *WE-A  here
      .     corner .
    ]])
    assert.is_truthy(table.concat(t:places "BA-B", " "):match "here")
  end)

  it("may be said by filters of what is printed: a chapel has one monastery beside it, and as many chapels "
      .. "as may be", function()
    local chapel = { attribute = "chapel" }
    local source = { attributes = { "chapel" },
      tiles = "CH-A x3 monastery+chapel field:NL.NR.EL.ER.SL.SR.WL.WR",
      forbidden_placements = { { "tiles", attribute = "chapel",
        around = { "tiles", kind = "monastery", except = chapel, min = 2 } } } }
    local picture = [[
      BA-B  *CH-A  here
    ]]
    assert.is_nil(table.concat(with(source, picture):places "BA-B", " "):match "here")
    assert.is_truthy(table.concat(with(source, picture):places "CH-A", " "):match "here")
    source.forbidden_placements[1].around = { "tiles",
      any = { { id = "BA-A" }, { all = { { kind = "monastery" }, { id = "BA-B" } } } } }
    assert.is_nil(table.concat(with(source, "*CH-A here"):places "BA-B", " "):match "here")
  end)

  it("may be limited only for the four that share a side", function()
    local picture = [[
      *BA-B  BA-U r1
      below  corner
    ]]
    local function places(beside)
      return table.concat(with(apart(beside and "adjacent_to" or "around"), picture):places "BA-B", " ")
    end
    assert.is_nil(places(true):match "below")
    assert.is_truthy(places(true):match "%f[%w]2,%-?%d")
    assert.is_nil(places(false):match "corner")
  end)
end)

describe("A wild tile", function()
  local function wells(sides) return { tiles = ("WI-A x9 %s monastery"):format(sides) } end

  it("goes where it has four neighbours, or as many as it needs", function()
    local picture = [[
      *BA-U  here   BA-U
      BA-B   BA-B   BA-B
    ]]
    assert.are.same({}, with(wells "wild", picture):places "WI-A")
    assert.are.same({ "here r0" }, with(wells "wild:3", picture):places "WI-A")
    assert.are.same({}, with(wells "wild:4", picture):places "WI-A")
    -- each free cell around a row of tiles has only one neighbour
    assert.are.equal(1, #with(wells "wild:2", picture):places "WI-A")
    assert.are.equal(10, #with(wells "wild:1", picture):places "WI-A")
  end)

  it("that has free sides allows any tile beside it, whose features end there", function()
    local t = with(wells "wild:1", [[
      *BA-U here there
      .     .    below
    ]])
    t:play { "1: WI-A here", "2: BA-A there r1, follower road:W" }
    assert.are.same({ 0, 1 }, t:points()) -- the road from the monastery ends at once
    assert.are.equal(1, t.state:feature(0, 0, "road:E.W").open) -- the other road also ends on this side
    assert.is_false(t:feature("here", "monastery").complete)
  end)

  it("beside another one joins nothing either, and counts for monasteries", function()
    local t = with(wells "wild:1", [[ *BA-B here there ]])
    t:play { "1: WI-A here", "2: WI-A there" }
    assert.are.equal(3, t:feature("here", "monastery").tiles)
    assert.are.equal(2, t:feature("there", "monastery").tiles)
  end)

  it("does not break random games", function()
    local variant = wells "wild:2"
    variant.name = "wells"
    for seed = 1, 10 do
      local state = carcassonne.game { variants = { variant, "river" } }:new_initial_state(seed)
      state:random_playout(seed)
      assert.are.equal(state:hash(), carcassonne.load(state:serialize(), { variants = { variant } }):hash())
    end
  end)

  it("needs one to four neighbours", function()
    refused(wells "wild:5", "tile WI%-A: 'wild:5': expected wild:N with a number of neighbours from 1 to 4")
  end)
end)

describe("Groups of tiles", function()
  local source = { name = "mine",
    attributes = { { name = "first", on = "tile" }, { name = "second", on = "tile", shared = true },
      { name = "late", on = "tile" } },
    draw_order = { "first", "second" }, held_back = { "late" },
    tiles = [[
      GR-A x3 field:NL.NR.EL.ER.SL.SR.WL.WR @first
      GR-B x2 field:NL.NR.EL.ER.SL.SR.WL.WR @second
      GR-C x1 field:NL.NR.EL.ER.SL.SR.WL.WR @late
    ]] }

  local function drawn(state)
    local list = {}
    for _, event in ipairs(state:events()) do
      if event.kind == "drew" then list[#list + 1] = event.id end
    end
    return list
  end

  it("are drawn one after the other, and before all other tiles", function()
    for seed = 1, 10 do
      local state = carcassonne.game { variants = { source } }:new_initial_state(seed)
      state:random_playout(seed)
      local list = drawn(state)
      assert.are.same({ "GR-A", "GR-A", "GR-A", "GR-B", "GR-B" }, { compat.table.unpack(list, 1, 5) })
      for i = 6, #list do assert.is_nil(list[i]:match "^GR") end
    end
  end)

  it("are all that chance draws from while they last", function()
    local state = carcassonne.game { variants = { source }, draws = "manual" }:new_initial_state()
    assert.are.equal(1, #state:chance_outcomes())
    assert.are.equal(1, state:chance_outcomes()[1].probability)
    assert.is_nil(state:apply_action "draw BA-U")
  end)

  it("continue after the last tile of a group was drawn, also from a position and a saved game", function()
    local game = carcassonne.game { variants = { source } }
    local state = game:new_initial_state(3)
    while #drawn(state) < 4 do state:apply_index(1) end
    local again = carcassonne.load(state:serialize(), { variants = { source } })
    assert.are.equal(state:hash(), again:hash())
    local from = carcassonne.game { variants = { source }, draws = "manual",
      position = state:observation_string() }
    local set_up = from:new_initial_state()
    set_up:apply_action("draw " .. state:hand())
    assert.are.equal(state:num_actions(), set_up:num_actions())
  end)

  it("wait for the hand of a player who gives up", function()
    local game = carcassonne.game { players = 3, variants = { source },
      counts = { ["GR-A"] = 1, ["GR-B"] = 0 } }
    local state = game:new_initial_state(1)
    assert.are.equal("GR-A", state:hand())
    assert(state:resign(1))
    assert.are.equal("GR-A", state:hand())
    assert.are.equal(2, state:current_player())
  end)

  it("keep held tiles until their group comes", function()
    local mixed = { name = "mixed", attributes = source.attributes, draw_order = { "first" },
      held_back = { "late" },
      tiles = [[
        GR-A x2 field:NL.NR.EL.ER.SL.SR.WL.WR @first
        GR-C x1 field:NL.NR.EL.ER.SL.SR.WL.WR @late
      ]],
      on_tile_placed = function(state) state:shuffle_in "late" end }
    local state = carcassonne.game { variants = { mixed }, draws = "manual" }:new_initial_state()
    assert(state:apply_action "draw GR-A")
    assert(state:apply_index(1))
    while state:decision() ~= "draw" do assert(state:apply_index(1)) end
    assert.is_nil(state:apply_action "draw GR-C")
    assert(state:apply_action "draw GR-A")
    while state:decision() ~= "draw" do assert(state:apply_index(1)) end
    assert(state:apply_action "draw GR-C")
  end)

  it("of several scripts follow each other in the order of the scripts", function()
    local other = { name = "other", draw_order = { "zeroth", "second" },
      attributes = { { name = "zeroth", on = "tile" }, { name = "second", on = "tile", shared = true } },
      tiles = "GR-Z x1 field:NL.NR.EL.ER.SL.SR.WL.WR @zeroth" }
    local state = carcassonne.game { variants = { other, source } }:new_initial_state(1)
    state:random_playout(1)
    assert.are.same({ "GR-Z", "GR-B", "GR-B", "GR-A", "GR-A", "GR-A" },
      { compat.table.unpack(drawn(state), 1, 6) })
  end)
end)

describe("A tile that waits for a player", function()
  -- A player who places a monastery gets another one in the next turn, if one is left.
  local monks = { name = "monks", reserves = waiting(2), on_tile_placed = { run = function(state, tile)
    if tile.id == "BA-B" and (state:tiles_left()["BA-B"] or 0) > 0 then
      state:move_tile("BA-B", "bag", "next")
    end
  end } }

  it("replaces the player's next draw, and nobody else's", function()
    local t = board.set([[ *BA-U here there ]], { variants = { monks }, bag = "BA-B BA-B BA-V BA-V BA-V" })
    t:play { "1: BA-V here" }
    t:draw "BA-B"
    assert(t.state:apply_index(1))
    assert.are.same({ "BA-B" }, t.state:reserve("next", 2))
    while t.state:turn_player() == 2 do assert(t.state:apply_action "pass") end
    assert.are.same({ ["BA-V"] = 2 }, t.state:tiles_left())
    t:draw "BA-V"
    assert(t.state:apply_index(1))
    if t.state:decision() == "deploy" then t:apply "pass" end
    assert.are.equal("place", t.state:decision())
    assert.are.equal("BA-B", t.state:hand())
    assert.are.equal(2, t.state:current_player())
    assert.are.same({}, t.state:reserve("next", 2))
  end)

  it("survives copies, undo, saved games and positions #full", function()
    local game = carcassonne.game { variants = { monks } }
    for seed = 1, 40 do
      local state = properties.play(game, seed, nil, function(state)
        if state:decision() ~= "place" or #state:reserve("next", 1) + #state:reserve("next", 2) == 0 then
          return
        end
        local lines = state:observation_string()
        assert.matches("\nkept BA%-B next [12]\n", lines)
        local set_up = carcassonne.game { variants = { monks }, draws = "manual",
          position = lines }:new_initial_state()
        assert.are.same(state:reserve("next", 1), set_up:reserve("next", 1))
        assert.are.same(state:reserve("next", 2), set_up:reserve("next", 2))
      end)
      assert.are.equal(state:hash(), carcassonne.load(state:serialize(), { variants = { monks } }):hash())
    end
  end)

  it("is in the hand of a position, even if it was held back", function()
    local letters = { name = "letters", reserves = waiting(1),
      attributes = { { name = "letter", on = "tile" } }, held_back = { "letter" },
      tiles = "LE-A x9 monastery field:NL.NR.EL.ER.SL.SR.WL.WR @letter",
      on_tile_placed = function(state, tile)
        if tile.id ~= "LE-A" then state:move_tile("LE-A", "bag", { "next", state:turn_player() % 2 + 1 }) end
      end }
    local state = carcassonne.game { variants = { letters } }:new_initial_state(1)
    while state:hand() ~= "LE-A" do state:apply_index(1) end
    local set_up = carcassonne.game { variants = { letters },
      position = state:observation_string() }:new_initial_state()
    assert.are.equal("LE-A", set_up:hand())
    assert.are.equal(8, set_up:tiles_left()["LE-A"])
    assert.are.equal(state:num_actions(), set_up:num_actions())
    assert.are.equal(state:observation_string(), set_up:observation_string())
    set_up:apply_index(1)
    assert.is_true(set_up:undo_action())
    assert.are.equal("LE-A", set_up:hand())
  end)

  it("is played even if the bag is empty; then the game ends", function()
    local t = board.set([[ *BA-U here ]], { variants = { monks }, players = 1, bag = "BA-B BA-B" })
    t:draw "BA-B"
    assert(t.state:apply_index(1))
    t:apply "pass"
    assert.are.equal(0, t.state:num_tiles_left())
    assert.are.equal("BA-B", t.state:hand())
    assert(t.state:apply_index(1))
    t:apply "pass"
    assert.is_true(t.state:is_terminal())
  end)

  it("comes after one that was set aside, before any draw, even if the bag is empty", function()
    local picky = { name = "picky", reserves = waiting(2), variables = { { name = "stop", scope = "game" } },
      on_tile_placed = function(state)
        if (state:tiles_left()["BA-B"] or 0) == 2 then
          state:move_tile("BA-B", "bag", { "next", 1 })
          state:move_tile("BA-B", "bag", { "next", 1 })
        end
      end,
      allow_placement = function(state, action) return action.id ~= "BA-B" or state:variable "stop" ~= 1 end,
      phases = { { name = "stop", timing = "anytime",
        ask = function(state)
          if state:variable "stop" < 2 then state:offer { number = state:variable "stop" + 1 } end
        end,
        on_chosen = function(state, action) state:set_variable("stop", action.number) end } } }
    for _, bag in ipairs { "BA-V BA-B BA-B", "BA-V BA-B BA-B BA-U" } do
      local t = board.set([[ *BA-U here ]], { variants = { picky }, players = 1, bag = bag })
      t:draw "BA-V"
      assert(t.state:apply_index(1))
      if t.state:decision() == "deploy" then t:apply "pass" end
      assert.are.equal("BA-B", t.state:hand())
      t:apply "stop #1" -- from now on neither this tile nor the other one fits anywhere
      assert.are.equal(bag:match "BA%-U" and "draw" or nil, t.state:decision())
      assert.are.same({}, t.state:reserve("next", 1))
    end
  end)

  it("may be the hand at the start of a position, even if its group has not come, or it is held back",
      function()
    for _, key in ipairs { "draw_order", "held_back" } do
      local source = { name = "mine", reserves = waiting(1),
        attributes = { { name = "early", on = "tile" }, { name = "late", on = "tile" } },
        tiles = "GR-A x3 field:NL.NR.EL.ER.SL.SR.WL.WR @early\nGR-B x3 field:NL.NR.EL.ER.SL.SR.WL.WR @late",
        draw_order = { "early", key == "draw_order" and "late" or nil },
          held_back = key == "held_back" and { "late" } or nil,
        on_tile_placed = function(state)
          if #state:reserve("next", 2) == 0 and state:turn_player() == 1 then
            state:move_tile("GR-B", "bag", { "next", 2 })
          end
        end }
      local state = carcassonne.game { variants = { source } }:new_initial_state(1)
      while state:turn_player() == 1 do assert(state:apply_index(1)) end
      assert.are.equal("GR-B", state:hand())
      local set_up = carcassonne.game { variants = { source },
        position = state:observation_string() }:new_initial_state(1)
      assert.are.equal("GR-B", set_up:hand())
      assert.are.equal(state:num_actions(), set_up:num_actions())
      assert.are.same(state:tiles_left(), set_up:tiles_left())
    end
  end)

  it("returns to the bag when its player gives up", function()
    local t = board.set([[ *BA-U here ]], { variants = { monks }, players = 3, bag = "BA-B BA-B BA-V BA-V" })
    t:draw "BA-B"
    assert(t.state:apply_index(1))
    t:apply "pass"
    assert.is_nil(t.state:tiles_left()["BA-B"])
    assert(t.state:resign(1))
    assert.are.equal(1, t.state:tiles_left()["BA-B"])
  end)

  it("needs a free cell, and must exist", function()
    local said
    local greedy = { name = "greedy", reserves = waiting(1), on_tile_placed = function(state)
      local _
      _, said = pcall(state.move_tile, state, "BA-B", "bag", { "next", 1 })
      _, said = pcall(state.move_tile, state, "BA-B", "bag", { "next", 1 })
    end }
    local state = carcassonne.game { variants = { greedy } }:new_initial_state(1)
    state:apply_index(1)
    assert.matches("reserve next has room for 0 more tiles, not for 1", said)
    greedy.on_tile_placed = function(s)
      local _
      _, said = pcall(s.move_tile, s, "BA-D", "bag", { "next", 1 })
    end
    state = carcassonne.game { variants = { greedy }, counts = { ["BA-D"] = 1 } }:new_initial_state(1)
    state:apply_index(1)
    assert.matches("no tile BA%-D is left in the bag", said)
  end)
end)

describe("A position", function()
  local function position(text) return { variants = { { name = "mine", reserves = waiting(1) } },
    position = "start BA-D 0,0 r0\n" .. text } end

  it("lists the tiles set aside, so that they do not come again", function()
    local t = board.set([[ *BA-C ]], { bag = "BA-B BA-U", turn = 2 })
    t:play { "2: BA-B aside" }
    assert.matches("\ngone BA%-B 1\n", t.state:observation_string())
    local state = carcassonne.game(position "gone BA-B 3"):new_initial_state(1)
    assert.are.equal(1, state:tiles_left()["BA-B"] + (state:hand() == "BA-B" and 1 or 0))
    assert.matches("gone BA%-B 3\n", state:observation_string())
  end)

  for _, case in ipairs {
    { "gone BA-D 4", "gone: the game has fewer copies of tile BA%-D than this" },
    { "gone BA-B 5", "gone: the game has 4 copies of tile BA%-B, not 5" },
    { "kept BA-B next 1\nkept BA-B next 1", "kept: reserve next has room for only 1 tiles" },
    { "kept BA-B next 3", "there is no player 3" },
    { "gone BA-B 4\nkept BA-B next 1", "gone: the game has fewer copies of tile BA%-B" },
  } do
    it("is refused that says " .. case[1]:gsub("\n", ", "), function()
      local fine, message = pcall(carcassonne.game, position(case[1]))
      assert.is_false(fine)
      assert.matches(case[2], message)
    end)
  end
end)

describe("A mistake in the declarations about tiles", function()
  for _, case in ipairs {
    { { edges = { {} } }, "edges%[1%]%[1%]: the kind of edge is missing" },
    { { edges = { { "rode" , must_join = true } } }, "unknown word 'rode' %(did you mean road%?%)" },
    { { edges = { { "road", "city" } } }, "two kinds of edges require `fits`" },
    { { edges = { { "road", fits = true } } }, "edges%[1%]: `fits` requires two kinds" },
    { { edges = { { "road" } } }, "edges%[1%]: one kind of edge requires `must_join`, `bends` or both" },
    { { edges = { { "road", bends = "round" } } }, "unknown word 'round'" },
    { { edges = { { "road", must_jion = true } } }, "unknown key %(did you mean must_join%?%)" },
    { { forbidden_placements = { { "tiles", kind = "monastery" } } },
      "forbidden_placements%[1%]: expected printed tiles, and how many other printed tiles" },
    { { forbidden_placements = { { "pieces", kind = "monastery" } } },
      "forbidden_placements%[1%]: expected printed tiles" },
    { { forbidden_placements = { { "tiles", around = { "tiles", kind = "city", player = "turn_player" } } } },
      "forbidden_placements%[1%]: expected printed tiles" },
    { { forbidden_placements = { { "tiles", around = { "tiles", except = { player = "turn_player" } } } } },
      "forbidden_placements%[1%]: expected printed tiles" },
    {
      { forbidden_placements = { { "tiles", any = { { kind = "city", adjacent_to = "last_placed" } },
      around = { "tiles" } } } },
      "forbidden_placements%[1%]: expected printed tiles" },
    { { forbidden_placements = { { "tiles", around = { "tiles", attribute = "well" } } } },
      "forbidden_placements%[1%]: around.attribute: the game has no attribute 'well'" },
    { { forbidden_placements = { { "tiles", around = { "tiles", min = 10 } } } },
      "forbidden_placements%[1%]: min: expected a number of tiles from 1 to 9" },
    { { forbidden_placements = { { "tiles", around = { "tiles", max = 3 } } } },
      "forbidden_placements%[1%]: expected only `min`, the lowest forbidden number of tiles" },
    { { forbidden_placements = { { "tiles", min = 2, around = { "tiles", kind = "city" } } } },
      "forbidden_placements%[1%]: expected printed tiles" },
    { { forbidden_placements = { { "tiles", max = 2, around = { "tiles", kind = "city" } } } },
      "forbidden_placements%[1%]: the number of tiles must be in the selector of `around`" },
    { { forbidden_placements = { { "towns", kind = "city" } } },
      "forbidden_placements%[1%]: no kind of item is named 'towns'" },
    { { forbidden_placements = { kind = "city" } },
      "forbidden_placements: expected a list, found the key 'kind'" },
    { { draw_order = { "river" } },
      "draw_order%[1%]: expected a declared attribute of tiles, got 'river'" },
    { { tiles = "XX-A x1 river:N field:NR.EL.ER.SL.SR.WL.WR" }, "a field is missing beside the river" },
    { { tiles = "XX-A x1 river field:NL.NR.EL.ER.SL.SR.WL.WR" }, "a river needs at least one side" },
  } do
    it("is reported: " .. case[2]:gsub("%%", ""), function() refused(case[1], case[2]) end)
  end
end)
