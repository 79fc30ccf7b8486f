-- The ends of roads and rivers: inside their tile, on the board, in selectors and features, and in
-- the house rules under examples/ that use them.

local carcassonne = require "carcassonne"
local board = require "spec.support.board"
local ends = require "spec.support.ends"
local files = require "spec.support.files"
local test = require "carcassonne.testkit"

local SHIPPED = { "inns-and-cathedrals", "king-and-robber", "abbey-and-mayor", "princess-and-dragon", "tower",
  "festival", "tunnel",
  "siege", "river" }

-- Returns the segments that a segment of a printed tile runs into, as one text.
local function printed_end(tile, text)
  for _, segment in ipairs(tile.segments) do
    if segment.text == text then
      local names = {}
      for i, number in ipairs(segment.ends_at) do names[i] = tile.segments[number].text end
      return table.concat(names, " ")
    end
  end
  error("no segment " .. text)
end

-- Returns a game with one tile of its own, and that tile.
local function one_tile(line)
  return carcassonne.game { sets = {}, tiles = "EN-A x2 " .. line, start = "none" }:tile "EN-A"
end

local function refused(given, expected)
  given.name = "odd"
  local fine, message = pcall(carcassonne.game, { variants = { given } })
  assert.is_false(fine)
  assert.is_truthy(message:find(expected, 1, true), message)
end

-- Returns an end as text: its place, its side or `inside`, and what it runs into.
local function report(one)
  local into = {}
  for i, segment in ipairs(one.into) do into[i] = segment.text end
  return ("%d,%d %s %s: %s"):format(one.x, one.y, one.text, one.side or "inside",
    one.open and "open" or table.concat(into, " "))
end

local function reported(list)
  local texts = {}
  for i, one in ipairs(list) do texts[i] = report(one) end
  return texts
end

describe("Inside its tile a road or river runs into", function()
  local game = carcassonne.game { variants = SHIPPED }

  for _, case in ipairs {
    { "BA-S", "road:S", "city:N.E.W", "the city that the fields on both hands border" },
    { "TB-D", "road:E", "city:N.W", "that city alone, where another one lies beside it" },
    { "AM-D", "road:S", "city:W", "the nearer of two cities" },
    { "BA-A", "road:S", "monastery", "the monastery around which one field lies" },
    { "IC-D", "road:E", "monastery", "the monastery in which two roads meet" },
    { "TB-J", "road:W", "monastery", "the monastery in the place of a crossing" },
    { "BA-L", "road:E", "road:S road:W", "the other roads of a crossing, not the city beyond a field" },
    { "BA-X", "road:N", "road:E road:S road:W", "all three others of a crossing of four" },
    { "IC-I", "road:W", "city:N city:S", "both of two cities that meet there" },
    { "TB-C", "road:W", "city:N road:S", "a road and the city at whose gate they meet" },
    { "TO-E", "road:W", "spot", "the spot in which two roads meet" },
    { "TO-K", "road:S", "city:N", "a city, where a spot lies aside" },
    { "AM-J", "road:S", "field:NL.NR.EL.ER.SL.SR.WL.WR", "the field, where nothing else is" },
    { "RI-A", "river:E", "field:NL.NR.EL.ER.SL.SR.WL.WR", "the field, of a spring" },
    { "RI-D", "road:S", "city:N", "the city beyond a bridge over the river, as its line says" },
    { "RI-E", "road:S", "monastery", "the monastery beyond that bridge, as its line says" },
    { "BA-U", "road:E.W", "", "nothing, where it goes on" },
    { "BA-E", "city:N", "", "nothing, being no road" },
  } do
    it(case[4] .. ": " .. case[1], function()
      assert.are.equal(case[3], printed_end(game:tile(case[1]), case[2]))
    end)
  end

  it("the same in each rotation of the tile", function()
    assert.are.equal("city:E.S.W", printed_end(game:tile("BA-S", 2), "road:N"))
  end)

  it("what its line says, even if it is not in its fields", function()
    local CROSSING = "road:S%s road:E road:W city:N field:EL.WR~N field:ER.SL field:SR.WL"
    assert.are.equal("road:E road:W", printed_end(one_tile(CROSSING:format ""), "road:S"))
    assert.are.equal("city:N", printed_end(one_tile(CROSSING:format "~N"), "road:S"))
    assert.are.equal("road:E city:N", printed_end(one_tile(CROSSING:format "~N.E"), "road:S"))
    assert.are.equal("field:ER.SL field:SR.WL", printed_end(one_tile(CROSSING:format "~field"), "road:S"))
    assert.are.equal("spot", printed_end(one_tile(CROSSING:format "~spot" .. " spot"), "road:S"))
  end)

  it("what spec.support.ends finds, on every shipped tile", function()
    local roads = 0
    for _, tile in ipairs(game:tiles()) do
      local print = { segments = tile.segments, owner = {} }
      for i, segment in ipairs(tile.segments) do
        for _, port in ipairs(segment.ports) do print.owner[port] = i end
      end
      for i, segment in ipairs(tile.segments) do
        local ending = #segment.ports == 1 and (segment.kind == "road" or segment.kind == "river")
        local said = tile.id:match "^RI%-[DE]$" and segment.kind == "road"
        if ending and not said then
          assert.are.same(ends.inside(print, i), segment.ends_at, tile.id .. " " .. segment.text)
        end
        roads = roads + (ending and 1 or 0)
      end
    end
    assert.is_true(roads > 100)
  end)
end)

describe("A line that says what a road runs into", function()
  local FIELDS = " city:N field:SR.WL.WR~N field:EL.ER.SL~N"

  for _, case in ipairs {
    { "road:S~E" .. FIELDS,
      "tile OD-A: a road should run into another road, a river or a city at side E, but the tile has no "
        .. "such segment" },
    { "road:S~S" .. FIELDS,
      "tile OD-A: a road should run into another road, a river or a city at side S, but the tile has no "
        .. "such segment" },
    { "road:S~SL" .. FIELDS,
      "tile OD-A: a road should run into another road, a river or a city at side SL, but the tile has no "
        .. "such segment" },
    { "road:S~monastery" .. FIELDS, "tile OD-A: a road should run into monastery, but the tile has no "
      .. "such segment" },
    { "road:S~inn" .. FIELDS,
      "tile OD-A: 'road:S~inn': after ~, a field must name the sides of the cities that it borders, as in "
        .. "field:EL~N, "
      .. "and a road or river with one side must name what it runs into, as in road:E~N or "
      .. "road:E~monastery" },
    { "road:S~" .. FIELDS, "'road:S~': after ~, a field must name" },
    { "road:S~N.N" .. FIELDS, "'road:S~N.N': after ~, a field must name" },
    { "road:S~N." .. FIELDS, "'road:S~N.': after ~, a field must name" },
    { "road:E.W~N city:N field:EL.WR~N field:ER.SL.SR.WL", "'road:E.W~N': after ~, a field must name" },
    { "city:N~S city:S field:EL.ER.WL.WR~N.S", "'city:N~S': after ~, a field must name" },
  } do
    it("is refused: " .. case[1]:match "^%S+",
      function() refused({ tiles = "OD-A x1 " .. case[1] }, case[2]) end)
  end

  it("makes a different game", function()
    local function game(said)
      return carcassonne.game { sets = {}, start = "none",
        tiles = "OD-A x1 road:S" .. said
          .. " city:N river:E.W field:EL~N field:WR~N field:ER.SL field:SR.WL" }
    end
    assert.are_not.equal(game "":fingerprint(), game "~N":fingerprint())
  end)
end)

describe("On the table a road", function()
  it("has an end inside each tile where it comes from one side, and one at a side without a tile", function()
    local t = board.set "*west=TB-A middle=BA-U"
    assert.are.same({ "0,0 road:E inside: city:N", "1,0 road:E.W E: open" },
      reported(t:feature("west", "road:E"):ends()))
    t = board.set "*west=TB-A BA-U BA-L"
    assert.are.same({ "0,0 road:E inside: city:N", "2,0 road:W inside: road:E road:S" },
      reported(t:feature("west", "road:E"):ends()))
  end)

  it("that is a ring has no ends; with a crossing in it, it has two there", function()
    local t = board.set [[
      *west=BA-V r3  BA-V
      BA-V r2        BA-V r1
    ]]
    assert.are.same({}, t:feature("west", "road:E.S"):ends())
    t = board.set [[
      *west=BA-V r3  BA-V
      BA-W r3        BA-V r1
    ]]
    local road = t:feature("west", "road:E.S")
    assert.is_true(road.complete)
    assert.are.same({ "0,1 road:N inside: road:E road:S", "0,1 road:E inside: road:N road:S" },
      reported(road:ends()))
  end)

  it("runs into the segments of a tile that fits beside anything", function()
    local t = board.set([[
      BA-B      BA-B  BA-B
      west=BA-U here  BA-B
      BA-B      BA-B  BA-B
    ]], { variants = { { name = "wild", tiles = "WI-A x1 wild monastery" } } })
    t:play { "1: WI-A here ..." }
    assert.are.same({ "0,1 road:E.W E: monastery", "0,1 road:E.W W: open" },
      reported(t:feature("west", "road:E.W"):ends()))
    assert.are.equal(1, t.state:count { "ends", into = "last_placed" })
  end)

  it("runs into the city that it meets if unlike edges may be adjacent", function()
    local t = board.set("*west=BA-A r3 here=BA-G",
      { variants = { { name = "gates", edges = { { "city", "road", fits = true } } } } })
    assert.are.same({ "0,0 road:E inside: monastery", "0,0 road:E E: city:E.W" },
      reported(t:feature("west", "road:E"):ends()))
    assert.are.same({}, t:feature("here", "city:E.W"):ends())
  end)

  it("that is a bridge ends where it does not continue", function()
    local t = board.set([[
      BA-B  .
      here  east
    ]], { variants = { { name = "planks", pieces = { plank = { count = 2, role = "span" } }, phases = {
      { name = "plank", timing = "deployment", offer = { "axes", at = "last_placed", can_deploy = "plank" },
        on_chosen = function(state, action) state:lay_span("plank", action.x, action.y, "E.W") end } } } } })
    t:play { "1: BA-B here, plank #2 @here", "2: BA-A east r1" }
    assert.are.same({ "0,1 road:E.W W: open", "1,1 road:W inside: monastery" }, reported(t.state:ends()))
  end)

  it("with a tunnel is open until a token joins it, and then has no end there", function()
    local joined = { name = "joined", attributes = { { name = "hole", extra_open_ends = 1 } },
      tiles = "HO-A x2 road:E+hole field:NL.NR.EL.ER.SL.SR.WL.WR",
      phases = { { name = "dig", timing = "before_scoring", run = function(state)
        if state:any { "ends", kind = "road", open = true, at = "last_placed", min = 2 } then
          state:join(0, 0, 1, 0, 1, 1)
        end
      end } } }
    local t = board.set("*west=HO-A\nhere", { variants = { joined } })
    assert.are.same({ "0,0 road:E inside: open", "0,0 road:E E: open" },
      reported(t:feature("west", "road:E"):ends()))
    t:play { "1: HO-A here" }
    assert.are.same({ "0,0 road:E E: open", "0,1 road:E E: open" },
      reported(t:feature("west", "road:E"):ends()))
  end)
end)

describe("Selectors", function()
  -- A road from a city to a crossing; a river with its spring; a farmer in the west.
  local function set()
    return board.set([[
      *west=TB-A  BA-U  east=BA-L
      .           .     BA-U r1
    ]], { standing = { "1 follower west field:EL", "2 follower west city:N" } })
  end

  it("find ends by their road, their place, what they run into, and whether they are open", function()
    local t = set()
    assert.are.same({ "0,0 road:E inside: city:N" }, reported(t.state:ends { into = { kind = "city" } }))
    assert.are.same({ "0,0 road:E inside: city:N" },
      reported(t.state:ends { into = t:feature("west", "city:N") }))
    assert.are.same({ "0,0 road:E inside: city:N" },
      reported(t.state:ends { into = { has = { "pieces", player = 2 } } }))
    assert.are.same({ "0,0 road:E inside: city:N" },
      reported(t.state:ends { into = { "pieces", player = "others" } }))
    assert.are.same({}, reported(t.state:ends { into = { complete = true, kind = "city" } }))
    assert.are.same({ "2,0 road:E E: open" },
      reported(t.state:ends { open = true, in_line_with = { x = 0, y = 0 } }))
    assert.are.same({ "2,0 road:E inside: road:S road:W", "2,0 road:S inside: road:E road:W",
      "2,0 road:W inside: road:E road:S" },
      reported(t.state:ends { into = { kind = "road" } }))
  end)

  it("count them for a road, a tile, a city; two ends of another kind do not count", function()
    local t = set()
    assert.are.equal(1, t.state:count { "features", kind = "road", complete = true,
      has = { "ends", into = { kind = "city" } } })
    assert.are.equal(0,
      t.state:count { "features", kind = "road", has = { "ends", into = { kind = "city" }, min = 2 } })
    assert.are.equal(1, t.state:count { "tiles", has = { "ends", min = 3 } })
    assert.are.equal(1, #t.state:features { kind = "road", has_no = { "ends", open = true } })
  end)

  it("return ends that `matches` accepts; a place without an end has none", function()
    local t = set()
    local one = t.state:ends()[1]
    assert.is_true(t.state:matches(one, { into = { kind = "city" }, open = false, kind = "road" }))
    assert.is_false(t.state:matches(one, { open = true }))
    -- this is a segment, not an end
    assert.is_false(t.state:matches({ x = 0, y = 0, segment = 1 }, { open = false }))
    assert.has_error(
      function() t.state:matches({ x = 1, y = 0, segment = 1, into = {} }, { open = true }) end)
  end)

  it("count in a row: a city scores 1 more for each road that runs into it, and a road for each city",
      function()
    local t = board.set([[
      top         .
      *west=TB-A  east
    ]], { variants = { { name = "gates", points = {
      { kind = "city", complete = true, per = { "ends", into = "this" }, add = 1 },
      { kind = "road", complete = true, per = { "ends", feature = "this", into = { kind = "city" } },
        add = 10 } } } },
      standing = { "1 follower west city:N", "1 follower west road:E" } })
    t:play { "1: BA-E top r2", "2: BA-A east r1" }
    assert.are.same({ 5 + 12, 0 }, t:points())
  end)

  it("refuse keys that ends do not have, and items without ends, with the variant and the key", function()
    refused({ points = { { kind = "road", into = { kind = "city" }, add = 1 } } },
      "variant 'odd': points[1]: into: `this` is a feature here, and features never have this key")
    refused({ points = { { has = { "ends", piece = "pig" }, add = 1 } } },
      "variant 'odd': points[1]: has.piece: ends do not have this key")
    refused({ points = { { has = { "ends", into = { kind = "citty" } }, add = 1 } } },
      "variant 'odd': points[1]: has.into.kind: no kind of segment is named 'citty' (did you mean city?)")
    refused({ points = { { has = { "ends", open = "maybe" }, add = 1 } } },
      "variant 'odd': points[1]: has.open: expected true or false, got string \"maybe\"")
    refused({ points = { { has = { "tiles", open = true }, add = 1 } } },
      "variant 'odd': points[1]: has.open: tiles do not have this key")
    refused({ points = { { has = { "endings" }, add = 1 } } }, "no kind of item is named 'endings'")
  end)

  it("offer ends, by their place and side", function()
    local t = board.set("*start=BA-U here",
      { variants = { { name = "gate", phases = { { name = "gate", timing = "deployment",
      offer = { "ends", at = "last_placed" }, on_chosen = function(state, action)
        state:award(state:turn_player(), action.number and 10 + action.number or 1, "gate")
      end } } } } })
    t:play { "1: BA-W here r1 ..." } -- the roads of this tile go south, west and north
    assert.are.same({ "gate #0 road:N @here", "gate #2 road:S @here", "gate road:N @here",
      "gate road:S @here", "gate road:W @here" },
      t:options "gate")
    t:apply "gate #2 road:S @here"
    assert.are.same({ 12, 0 }, t:points())
  end)
end)

describe("A hook that asks a feature for its ends", function()
  it("gets an error with variant, hook and line, and the state is unchanged", function()
    local t = board.set("*start=BA-U here", { variants = { { name = "odd", on_tile_placed = function(state)
      local _ = state:feature(0, 0, "road:E.W"):ends()[4].x
    end } } })
    t.state:apply_action "draw BA-U"
    local before = t.state:serialize()
    assert.error_matches(function() t.state:apply_action "place BA-U 1,0 r0" end,
      "variant 'odd', on_tile_placed: .*ends_spec.lua:%d+: attempt to index")
    assert.are.equal(before, t.state:serialize())
  end)
end)

describe("The geometry of further sets", function()
  -- Returns a tile of the data as a line, without segments of unknown kinds; nil if nothing
  -- remains.
  local KINDS = { city = "city", road = "road", field = "field", monastery = "monastery", river = "river",
    tower = "spot" }
  local function line_of(id, tile)
    local words = { id .. " x1" }
    for _, segment in ipairs(tile.segments) do
      local ports = table.concat(segment.ports or {}, ".")
      local borders = table.concat(segment.touches_city_at or {}, ".")
      if KINDS[segment.kind] then
        words[#words + 1] = KINDS[segment.kind] .. (ports ~= "" and ":" .. ports or "")
          .. (borders ~= "" and "~" .. borders or "")
      end
    end
    return #words > 1 and table.concat(words, " ") or nil
  end

  -- Adds all items in the lists of tiles of a document, at any depth.
  local function gather(value, list)
    if value.segments then list[#list + 1] = value return list end
    for _, inner in pairs(value) do
      if type(inner) == "table" then gather(inner, list) end
    end
    return list
  end

  it("gives each road the end that spec.support.ends finds #full", function()
    local folder = (os.getenv "CARC_SHARED" or "../shared") .. "/data/"
    local tiles = {}
    for _, name in ipairs { "tiles.json", "tiles-expansions.json" } do
      local fine, text = pcall(files.read, folder .. name)
      if not fine then return pending("no geometry of tiles in " .. folder .. " (set CARC_SHARED)") end
      gather(require("dkjson").decode(text), tiles)
    end
    -- unsupported tiles: the parts of one large picture, and a tile with a side of an unknown kind
    local roads, strange = 0, 0
    for number, tile in ipairs(tiles) do
      local line = line_of("GE-" .. number, tile)
      local fine, game = pcall(carcassonne.game,
        { sets = {}, start = "none", tiles = line or "GE-0 x1 spot" })
      if not fine then strange = strange + 1 end
      for i, segment in ipairs(fine and line and game:tiles()[1].segments or {}) do
        if #segment.ports == 1 and (segment.kind == "road" or segment.kind == "river") then
          local print = { segments = game:tiles()[1].segments, owner = {} }
          for s, one in ipairs(print.segments) do
            for _, port in ipairs(one.ports) do print.owner[port] = s end
          end
          assert.are.same(ends.inside(print, i), segment.ends_at, tile.id .. " " .. segment.text)
          roads = roads + 1
        end
      end
    end
    assert.is_true(strange < 15)
    assert.is_true(roads > 200)
  end)
end)

describe("The tests of the house rule", function()
  for _, name in ipairs { "roads-between-cities", "builders-build", "enclosed-fields" } do
    for _, case in ipairs(test.read("examples/" .. name .. "_spec.lua")) do
      it(name .. ": " .. case.name, function() assert.is_nil(test.run(case)) end)
    end
  end
end)
