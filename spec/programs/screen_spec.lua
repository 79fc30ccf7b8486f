-- The kit for screens: shapes of tiles, the item under a point, the present choices, and words.

local carcassonne = require "carcassonne"
local json = require "dkjson"
local files = require "spec.support.files"
local outline = require "carcassonne.shapes.outline"
local screen = require "carcassonne.ui"

-- Tiles that a script could declare, and that no set has.
local OWN = [[
  OWN-A x1 city:N city:S field:EL.ER~N.S field:WL.WR~N.S
  OWN-B x1 field:NL.NR field:EL.ER.SL.SR.WL.WR
  OWN-C x1 field:NL.NR field:EL.ER field:SL.SR field:WL.WR
  OWN-D x1 road:N road:E road:S road:W field:NL.NR.EL.ER.SL.SR.WL.WR
  OWN-E x1 river:N.E.S.W field:NL.WR field:NR.EL field:ER.SL field:SR.WL
  OWN-F x1 spot spot monastery monastery field:NL.NR.EL.ER.SL.SR.WL.WR
  OWN-G x1 city:N city:E city:S city:W
  OWN-H x1 field: field: field:NL.NR.EL.ER.SL.SR.WL.WR
  OWN-I x1 road:N.E.S.W field:NL.WR field:NR.EL field:ER.SL field:SR.WL
  OWN-J x1 river:N.S road:E road:W monastery field:NL.WR field:NR.EL field:ER.SL field:SR.WL
  OWN-K x1 wild monastery spot
  OWN-L x1 city:N.S road:E.W field:EL~N field:ER~N field:WL~N field:WR~N
  OWN-M x1 road:N.S river:E.W field:NL.WR field:NR.EL field:ER.SL field:SR.WL
  OWN-N x1 city:N.S.W field:EL.ER~N field:~N
  OWN-O x1 city:N+pennant+pennant+pennant field:EL.ER.SL.SR.WL.WR~N
  OWN-P x1 city:N.NL field:NR.EL.ER.SL.SR.WL.WR~N
  OWN-Q x1 road:N city:E.ER field:NR.EL~E field:NL.SL.SR.WL.WR~E
  OWN-R x1 road:N city:S.SL field:NL.SR.WL.WR~S field:NR.EL.ER~S
  OWN-S x1 city:N.NL.S.SR field:NR.EL.ER.SL~N field:WL.WR~N
  OWN-T x1 city:N.NL.E.ER field:NR.EL~N field:SL.SR.WL.WR~N
  OWN-U x1 city:N.NL.E.S.W field:NR~N
  OWN-X x1 city:N.NL.S.SL field:NR.EL.ER~N field:SR.WL.WR~N
  OWN-V x1 city:N.NL city:S.SL road:E.W field:NR.EL.WR~N field:ER.SR.WL~S
  OWN-W x1 city:N.NL.S field:NR.EL.ER~N field:WL.WR~N
]]

-- A game with all shipped scripts and these tiles.
local game = carcassonne.game { variants = carcassonne.expansions(), sets = { "base", "traders" },
  tiles = OWN }

-- Calls `run` for every tile in every rotation, and with every span that may lie across it: tile,
-- rotation, shapes, marks, name.
local function each_tile(run)
  for _, tile in ipairs(game:tiles()) do
    for rotation = 0, 3 do
      local lying = game:tile(tile.id, rotation)
      local shapes, marks = screen.outline(game, tile.id, rotation)
      run(lying, rotation, shapes, marks, tile.id .. " r" .. rotation)
    end
  end
end

local unpack = require("carcassonne.base.compat").table.unpack

local function area_of(ring)
  local sum = 0
  for i = 1, #ring, 2 do
    sum = sum + ring[i] * (ring[i + 3] or ring[2]) - (ring[i + 2] or ring[1]) * ring[i + 1]
  end
  return sum / 2
end

local function area_of_all(rings)
  local sum = 0
  for _, ring in ipairs(rings) do sum = sum + area_of(ring) end
  return sum
end

-- Adds the points of a shape that are on a side of the tile to a set, as numbers from 0 to 1 in the
-- direction of x or y.
local function points_on(shape, side, into)
  local at, along, value =
    unpack(({ N = { 2, 1, 0 }, S = { 2, 1, 1 }, W = { 1, 2, 0 }, E = { 1, 2, 1 } })[side])
  for _, ring in ipairs(shape.outlines) do
    for i = 0, #ring - 2, 2 do
      if ring[i + at] == value then into[ring[i + along]] = true end
    end
  end
end

local function sorted(set)
  local list = {}
  for value in pairs(set) do list[#list + 1] = value end
  table.sort(list)
  return list
end

-- Returns a generator of numbers from 0 to 1, the same in every run.
local function numbers(seed)
  return function()
    seed = (seed * 16807) % 2147483647
    return seed / 2147483647
  end
end

describe("The shapes of a tile", function()
  it("are one for each segment, in their order, each with an area #full", function()
    each_tile(function(tile, _, shapes, _, name)
      assert.are.equal(#tile.segments, #shapes, name)
      for i, segment in ipairs(tile.segments) do
        assert.are.equal(i, shapes[i].segment)
        assert.are.equal(segment.kind, shapes[i].kind)
        assert.is_true(#shapes[i].outlines >= 1, name .. " " .. segment.text)
      end
    end)
  end)

  it("fill the tile, and so do their triangles #full", function()
    each_tile(function(_, _, shapes, _, name)
      local areas, triangles = 0, 0
      for _, shape in ipairs(shapes) do
        for _, ring in ipairs(shape.outlines) do assert.is_true(area_of(ring) > 0, name) end
        for _, ring in ipairs(shape.holes) do assert.is_true(area_of(ring) < 0, name) end
        local area = area_of_all(shape.outlines) + area_of_all(shape.holes)
        assert.near(area, area_of_all(shape.triangles), 1e-9, name)
        for _, triangle in ipairs(shape.triangles) do
          assert.is_true(#triangle == 6 and area_of(triangle) > 0, name)
        end
        areas, triangles = areas + area, triangles + area_of_all(shape.triangles)
      end
      assert.near(1, areas, 1e-9, name)
      assert.near(1, triangles, 1e-9, name)
    end)
  end)

  it("do not overlap: a point lies in the triangles of one segment, and a hit without reach finds that #full",
      function()
    local random = numbers(7)
    local function is_in(triangle, x, y)
      local sign
      for i = 1, 6, 2 do
        local ax, ay, bx, by = triangle[i], triangle[i + 1], triangle[(i + 1) % 6 + 1],
          triangle[(i + 2) % 6 + 1]
        local side = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        if math.abs(side) < 1e-7 then return nil end -- on a border
        if sign == nil then sign = side > 0 end
        if (side > 0) ~= sign then return false end
      end
      return true
    end
    each_tile(function(_, rotation, shapes, _, name)
      for _ = 1, 6 do
        local x, y, found, border = random(), random(), {}, false
        for i, shape in ipairs(shapes) do
          for _, triangle in ipairs(shape.triangles) do
            local inside = is_in(triangle, x, y)
            if inside then found[#found + 1] = i end
            border = border or inside == nil
          end
        end
        if not border then
          assert.are.equal(1, #found, ("%s at %f,%f"):format(name, x, y))
          assert.are.equal(found[1], screen.hit(game, name:match "^%S+", rotation, x, y, 0))
        end
      end
    end)
  end)

  it("reach the sides that their ports name, and meet those of any neighbour in the same points #full",
      function()
    local SIDES = { N = true, E = true, S = true, W = true }
    local seen = {}
    each_tile(function(tile, _, shapes, _, name)
      local kinds, at = {}, {}
      for i, segment in ipairs(tile.segments) do
        for _, port in ipairs(segment.ports) do
          at[port] = i
          if SIDES[port] then kinds[port] = kinds[port] or segment.kind end
          if segment.kind == "city" and not SIDES[port] then kinds[port:sub(1, 1)] = "half" end
          local set = {}
          points_on(shapes[i], port:sub(1, 1), set)
          assert.is_true(#sorted(set) >= 2, ("%s: %s at %s"):format(name, segment.text, port))
        end
      end
      for side in pairs(#tile.segments > 0 and tile.segments[1].ports[1] and SIDES or {}) do
        -- between two fields on a side without a road is the tip of a city
        local set, kind = {}, kinds[side] or at[side .. "L"] ~= at[side .. "R"] and "fields" or "field"
        for _, shape in ipairs(shapes) do points_on(shape, side, set) end
        local list = sorted(set)
        seen[kind] = seen[kind] or list
        assert.are.same(seen[kind], list, name .. " " .. side .. " " .. kind)
        for i, value in ipairs(list) do assert.are.equal(1 - value, list[#list + 1 - i]) end
      end
    end)
    assert.are.same({ 2, 3, 2, 4, 4 }, { #seen.city, #seen.half, #seen.field, #seen.road, #seen.river })
  end)

  it("leave no overlap where a city is beside a field: each port's place is its segment's #full", function()
    local ALONG = { [""] = 0.5, L = 0.22, R = 0.78 }
    local AT = {
      N = function(a) return a, 0.004 end, E = function(a) return 0.996, a end,
      S = function(a) return 1 - a, 0.996 end, W = function(a) return 0.004, 1 - a end,
    }
    each_tile(function(tile, rotation, _, _, name)
      for i, segment in ipairs(tile.segments) do
        for _, port in ipairs(segment.ports) do
          local x, y = AT[port:sub(1, 1)](ALONG[port:sub(2)])
          -- the city ends at this port
          local halved = segment.kind == "city" and #port == 1 and segment.text:find(port .. "[LR]")
          assert.is_true(halved ~= nil or i == screen.hit(game, tile.id, rotation, x, y, 0),
            name .. " " .. port)
        end
      end
    end)
  end)

  it("have room for pieces and signs: each place lies on its own segment, and none on another #full",
      function()
    each_tile(function(tile, rotation, shapes, marks, name)
      local places = {}
      for i, shape in ipairs(shapes) do
        assert.are.equal(shape.slots[1], shape.anchor)
        for _, place in ipairs(shape.slots) do
          assert.are.equal(i, screen.hit(game, tile.id, rotation, place.x, place.y, 0), name)
        end
        places[#places + 1] = shape.anchor
        for _, sign in ipairs(shape.signs) do
          assert.are.equal(i, screen.hit(game, tile.id, rotation, sign.x, sign.y, 0),
            name .. " " .. sign.name)
          places[#places + 1] = sign
        end
        local printed = tile.segments[i]
        assert.are.equal(printed.pennants + (printed.good and 1 or 0) + #printed.attributes,
          #shape.signs, name)
      end
      for _, mark in ipairs(marks) do
        for _, attribute in ipairs(tile.attributes) do
          if mark.name == attribute then places[#places + 1] = mark end
        end
      end
      for i, one in ipairs(places) do
        for j = 1, i - 1 do
          local far = math.sqrt((one.x - places[j].x) ^ 2 + (one.y - places[j].y) ^ 2)
          assert.is_true(far > 0.06,
            ("%s: %f,%f is too near to %f,%f"):format(name, one.x, one.y, places[j].x, places[j].y))
        end
      end
    end)
  end)

  it("are large enough to be seen, and of one piece unless something lies across", function()
    local CROSSED = { road = true, river = true, city = true, field = true }
    for _, tile in ipairs(game:tiles()) do
      local shapes, marks = screen.outline(game, tile.id)
      local bridges, houses = 0, 0
      for _, mark in ipairs(marks) do bridges = bridges + (mark.name == "bridge" and 1 or 0) end
      for _, shape in ipairs(shapes) do houses = houses + (CROSSED[shape.kind] and 0 or 1) end
      for i, shape in ipairs(shapes) do
        local name = tile.id .. " " .. tile.segments[i].text
        for _, ring in ipairs(shape.outlines) do assert.is_true(area_of(ring) > 0.004, name) end
        local cities = 0
        for _, other in ipairs(tile.segments) do cities = cities + (other.kind == "city" and 1 or 0) end
        local crossed = bridges + houses > 0 or cities > 1
        assert.is_true(#shape.outlines == 1 or crossed, name)
      end
    end
  end)

  it("turn with the tile", function()
    local north = screen.outline(game, "BA-D")[2]
    local east = screen.outline(game, "BA-D", 1)[2]
    assert.are.equal("city", north.kind)
    assert.is_true(north.anchor.y < 0.25 and east.anchor.x > 0.75)
    assert.are.equal(1 - north.anchor.y, east.anchor.x)
    assert.are.same(screen.outline(game, { id = "BA-D", rotation = 1 }), screen.outline(game, "BA-D", 5))
  end)

  it("are worked out once", function()
    assert.are.equal(screen.outline(game, "BA-X", 2), (screen.outline(game, "BA-X", 2)))
    assert.are.equal(outline.of(game, "BA-X", 2), (screen.outline(game, "BA-X", 2)))
  end)

  it("of a tile with a span include the road across it, in each rotation", function()
    for rotation = 0, 3 do
      local tile = { id = "BA-B", x = 0, y = 0, rotation = rotation, span = "E.W" }
      local shapes, marks = screen.outline(game, tile)
      assert.are.equal(3, #shapes)
      assert.are.equal("road", shapes[3].kind)
      assert.are.equal(3, screen.hit(game, tile, nil, 0.02, 0.5))
      assert.are.equal(3, screen.hit(game, tile, nil, 0.98, 0.5))
      assert.are_not.equal(3, screen.hit(game, tile, nil, 0.5, 0.02))
      assert.are.equal("bridge", marks[#marks].name)
      assert.are.equal(1, marks[#marks].turn)
      local sum = 0
      for _, shape in ipairs(shapes) do sum = sum + area_of_all(shape.triangles) end
      assert.near(1, sum, 1e-9)
    end
  end)

  it("of a tile that the game does not have are refused by name", function()
    assert.has_error(function() screen.outline(game, "XX-X") end, "the game has no tile 'XX-X'")
  end)
end)

describe("A hit", function()
  it("finds a thin road from beside it, but no road from far away", function()
    assert.are.equal("road:E.W", game:tile("BA-U").segments[1].text)
    assert.are.equal(1, screen.hit(game, "BA-U", 0, 0.3, 0.5))
    assert.are.equal(1, screen.hit(game, "BA-U", 0, 0.3, 0.42))
    assert.are.equal(2, screen.hit(game, "BA-U", 0, 0.3, 0.35))
    assert.are.equal(2, screen.hit(game, "BA-U", 0, 0.3, 0.42, 0))
    assert.is_nil(screen.hit(game, "BA-U", 0, 1.2, 0.5))
  end)

  it("on the board returns the cell, and its tile and segment if there is one", function()
    local state = carcassonne.game():new_initial_state(1)
    local at = screen.pick(state, 0.5, 0.1)
    assert.are.same({ 0, 0, "BA-D" }, { at.x, at.y, at.tile.id })
    assert.are.equal("city:N", state:game():tile("BA-D").segments[at.segment].text)
    at = screen.pick(state, -0.5, 3.2)
    assert.are.same({ x = -1, y = 3 }, at)
  end)
end)

describe("A monk", function()
  local pieces = require "carcassonne.shapes.pieces"
  local state = carcassonne.game { draws = "manual" }:new_initial_state()
  for _, action in ipairs { "draw BA-B", "place BA-B 0,1 r0", "deploy follower monastery", "draw BA-E",
    "place BA-E 0,-1 r2",
    "deploy follower field:NL.NR.EL.ER.WL.WR" } do assert(state:apply_action(action), action) end
  local seen = screen.scene(state)

  it("has his role, and a shape that no farmer and no knight has", function()
    local monk, farmer = seen.figures[1], seen.figures[2]
    assert.same({ "monk", "farmer" }, { monk.role, farmer.role })
    local shapes = { pieces.of("follower", "knight"), (pieces.of(monk.name, monk.role)),
      (pieces.of(farmer.name, farmer.role)) }
    for i = 1, 3 do assert.are_not.equal(shapes[i], shapes[i % 3 + 1]) end
    assert.equal("farmer", select(2, pieces.of("large", "farmer")))
    assert.is_nil(select(2, pieces.of("follower", "thief")))
  end)

  it("stands east of the church of his monastery, whichever way the tile lies", function()
    for _, id in ipairs { "BA-A", "BA-B" } do
      for rotation = 0, 3 do
        local shapes, marks = screen.outline(game, id, rotation)
        local church, monk = marks[1], nil
        for _, shape in ipairs(shapes) do monk = shape.kind == "monastery" and shape.anchor or monk end
        assert.equal("monastery", church.name)
        assert.near(church.y, monk.y, 1e-9)
        assert.is_true(monk.x - church.x > 0.2)
      end
    end
  end)
end)

describe("Pieces on a tile", function()
  it("are apart if they are on different segments, so that none covers another #full", function()
    local all = carcassonne.game { variants = carcassonne.expansions() }
    for _, tile in ipairs(all:tiles()) do
      local shapes = screen.outline(all, tile.id, 0)
      for i, one in ipairs(shapes) do
        for j = i + 1, #shapes do
          local other = shapes[j]
          local far = math.sqrt((one.anchor.x - other.anchor.x) ^ 2 + (one.anchor.y - other.anchor.y) ^ 2)
          local may_stand = one.kind ~= "river" and other.kind ~= "river"
          assert.is_true(far > 0.26 or not may_stand,
            ("%s: %s and %s, %.2f"):format(tile.id, one.kind, other.kind, far))
        end
      end
    end
  end)
end)

describe("The choices of a screen", function()
  -- Returns all choices of all kinds.
  local function all_of(choices)
    local list = {}
    for key, cell in pairs(choices.cells) do
      assert.are.equal(cell.x .. "," .. cell.y, key)
      for _, choice in ipairs(cell.rotations) do list[#list + 1] = choice end
    end
    for key, segment in pairs(choices.segments) do
      assert.are.equal(("%d,%d,%d"):format(segment.x, segment.y, segment.segment), key)
      for _, choice in ipairs(segment.pieces) do list[#list + 1] = choice end
    end
    for _, choice in ipairs(choices.others) do list[#list + 1] = choice end
    return list
  end

  it("are the legal actions, each once, in words", function()
    local state, kinds = game:new_initial_state(5), {}
    for step = 1, 300 do
      if state:is_terminal() then break end
      local seen = {}
      for _, choice in ipairs(all_of(screen.choices(state))) do
        assert.is_nil(seen[choice.index])
        seen[choice.index] = true
        assert.are.equal(state:action(choice.index), choice.action)
        assert.is_true(#choice.text > 2)
        kinds[choice.action.kind] = true
      end
      assert.are.equal(state:num_actions(), #seen)
      state:apply_index(step * 7919 % state:num_actions() + 1)
    end
    for _, kind in ipairs { "choice", "deploy", "pass", "place" } do assert.is_true(kinds[kind], kind) end
  end)

  it("begin with the simplest rotation of a cell, and end with passing", function()
    local state = carcassonne.game():new_initial_state(1)
    for _, cell in pairs(screen.choices(state).cells) do
      for i = 2, #cell.rotations do
        assert.is_true(cell.rotations[i].rotation > cell.rotations[i - 1].rotation)
      end
    end
    state:apply_index(1)
    local others = screen.choices(state).others
    assert.are.equal("no piece", others[#others].text)
  end)
end)

describe("The words of a screen", function()
  it("name what scripts declare without its underscores", function()
    assert.are.equal("longest road", screen.words.name "longest_road")
    assert.are.equal("river spring", screen.words.name "river-spring")
  end)

  it("say a placement, a deployment and passing as a player does", function()
    local state = carcassonne.game { draws = "manual" }:new_initial_state()
    assert.are.equal("draw a tile with a monastery and a road (south)",
      screen.words.action(state, state:action(1)))
    assert(state:apply_action "draw BA-E")
    assert.are.equal("the tile at 0,-1, turned halfway round",
      screen.words.action(state, state:string_to_action "place BA-E 0,-1 r2"))
    assert(state:apply_action "place BA-E 0,-1 r2")
    assert.are.equal("follower as a knight in the city (to the south; 2 tiles so far)",
      screen.words.action(state, state:string_to_action "deploy follower city:S"))
    assert.are.equal("no piece", screen.words.action(state, state:string_to_action "pass"))
  end)
end)

describe("A text for a person", function()
  -- Anna has begun a tower beside a monastery with Ben's large follower.
  local function tower_game()
    local state = carcassonne.game { draws = "manual",
      variants = { "inns-and-cathedrals", "tower" } }:new_initial_state()
    for _, action in ipairs { "draw TO-A", "place TO-A 0,-1 r2", "pass", "draw BA-B", "place BA-B 0,1 r0",
      "deploy large monastery",
      "draw TO-B", "place TO-B 1,1 r0", "tower @1,1" } do assert(state:apply_action(action), action) end
    return state
  end

  local function texts(state, to)
    local list = {}
    for i = 1, state:num_actions() do list[i] = screen.words.action(state, state:action(i), to) end
    return list
  end

  it("calls a kind of piece what people call it, with its role, if it is like a follower", function()
    local state = carcassonne.game { draws = "manual",
      variants = { "inns-and-cathedrals", "abbey-and-mayor" } }:new_initial_state()
    for _, action in ipairs { "draw BA-E", "place BA-E 0,-1 r2" } do assert(state:apply_action(action)) end
    local function said(text) return screen.words.action(state, state:string_to_action(text)) end
    assert.equal("large follower as a knight in the city (to the south; 2 tiles so far)",
      said "deploy large city:S")
    assert.equal("mayor as a knight in the city (to the south; 2 tiles so far)", said "deploy mayor city:S")
    assert(state:apply_action "deploy large city:S")
    local sentences = screen.sentences(state:events(), { state = state })
    local heard = {}
    for i, sentence in ipairs(sentences) do heard[i] = sentence.text end
    assert.matches("Player 1 puts a large follower in the city, as a knight%.", table.concat(heard, "\n"))
    assert.matches("Back in hand: the large follower of player 1%.", table.concat(heard, "\n"))
  end)

  it("has short questions, and marks the sentences with points", function()
    local state = carcassonne.game { draws = "manual" }:new_initial_state()
    local to = { names = { "Anna", "Ben" }, seen = true }
    for _, action in ipairs { "draw BA-E", "place BA-E 0,-1 r2" } do assert(state:apply_action(action)) end
    assert.equal("Anna may deploy a piece on this tile", screen.words.question(state, to))
    assert.equal("Player 1 may deploy a piece on a tile with a city (north)", screen.words.question(state))
    assert(state:apply_action "deploy follower city:S")
    local paying = {}
    for _, sentence in ipairs(screen.sentences(state:events(), { state = state })) do
      if sentence.pays then paying[#paying + 1] = sentence.kind end
    end
    assert.same({ "completed" }, paying)
  end)

  it("names players by their names, and omits cells if the screen shows them", function()
    local state = tower_game()
    assert.same({ "none of these", "capture: large follower of player 2, in the monastery, at 0,1" },
      texts(state))
    assert.same({ "none of these", "capture: large follower of Ben, in the monastery" },
      texts(state, { names = { "Anna", "Ben" }, seen = true }))
    assert.equal("capture: large follower of Ben, in the monastery",
      screen.choices(state, { names = { "Anna", "Ben" }, seen = true }).others[1].text)
  end)

  it("describes a tile relative to the last one if the screen shows only that",
      function()
    local state = carcassonne.game { draws = "manual", variants = { "tower" } }:new_initial_state()
    for _, action in ipairs { "draw TO-A", "place TO-A 0,-1 r2", "pass", "draw BA-B", "place BA-B 0,1 r0" } do
      assert(state:apply_action(action))
    end
    local function of(to)
      for _, text in ipairs(texts(state, to)) do
        if text:match "^tower" then return text end
      end
    end
    assert.equal("tower: at 0,-1", of())
    assert.equal("tower: 2 north of the last tile", of { seen = true })
    assert.equal("2 west and 1 south", screen.words.away(-2, 1))
  end)
end)

describe("What a screen animates", function()
  local function kinds_of(events)
    local list = {}
    for i, event in ipairs(events) do list[i] = event.kind end
    return table.concat(list, " ")
  end

  it("begins with the tiles on the board, wherever a game begins", function()
    local events = carcassonne.game { start = { { id = "BA-D" }, { id = "BA-U", x = 1 } } }:new_initial_state(
      1):events()
    assert.are.equal("laid laid turn drew", kinds_of(events))
    assert.are.same({ "BA-U", 1, 0, 0, 2 },
      { events[2].id, events[2].x, events[2].y, events[2].rotation, events[2].tile })
    assert.is_nil(events[2].player)
  end)

  it("has passing: without a deployment, and when a script asks", function()
    local state = carcassonne.game { draws = "manual", variants = { "tower" } }:new_initial_state()
    for _, action in ipairs { "draw TO-A", "place TO-A 0,-1 r2", "pass" } do
      assert(state:apply_action(action))
    end
    local events = state:events()
    assert.are.equal("laid turn drew placed passed completed turn", kinds_of(events))
    assert.are.same({ player = 1, number = 5, decision = 3, kind = "passed" }, events[5])
    for _, action in ipairs { "draw BA-B", "place BA-B 0,1 r0", "deploy follower monastery", "draw TO-B",
      "place TO-B 1,1 r0",
      "tower @1,1", "pass" } do assert(state:apply_action(action), action) end
    local last = state:events()
    assert.are.equal("passed turn", kinds_of { last[#last - 1], last[#last] })
    assert.are.equal("capture", last[#last - 1].label)
  end)

  -- Returns the events of a game with a script whose phase acts once, after the second tile has
  -- been placed.
  local function variables_of(variables, run)
    local state = carcassonne.game { draws = "manual",
      variants = { { name = "notes", variables = variables, on_tile_placed = run } } }
      :new_initial_state()
    for _, action in ipairs { "draw BA-U", "place BA-U 1,0 r0" } do assert(state:apply_action(action)) end
    local found = {}
    for _, event in ipairs(state:events()) do
      if event.kind == "variable" then
        event.kind, event.number, event.decision = nil, nil, nil
        found[#found + 1] = event
      end
    end
    return found
  end

  it("has the values that scripts remember, with place and owner, when they change", function()
    local at = { id = "BA-U", tile = 2, x = 1, y = 0, rotation = 0 }
    local on = { id = "BA-U", tile = 2, x = 1, y = 0, rotation = 0, segment = 1, text = "road:E.W",
      feature = "road" }
    local function event(name, more, place)
      local result = { label = name, index = 1 }
      for key, value in pairs(more) do result[key] = value end
      for key, value in pairs(place or {}) do result[key] = value end
      return result
    end
    assert.are.same({
      event("seasons", { value = 1 }), event("coins", { value = 2, index = 3, player = 2 }),
        event("dragon", {}, at),
      event("fairy", {}, on), event("fairy", {}), event("height", { value = 4 }, at),
        event("token", { value = 1 }, on),
      event("toll", { value = 7 }, { id = "BA-D", tile = 1, x = 0, y = 0, rotation = 0, segment = 1,
        text = "road:E.W",
        feature = "road" }),
    }, variables_of({ "seasons", { name = "coins", scope = "player", size = 3 },
      { name = "dragon", type = "tile" },
      { name = "fairy", type = "segment" }, { name = "height", scope = "cell" },
        { name = "token", scope = "segment" },
      { name = "toll", scope = "feature" } }, function(state, tile)
      state:set_variable("seasons", 0) -- the value is 0 already
      state:set_variable("seasons", 1)
      state:set_variable("coins", 2, 3, 2)
      state:set_variable("dragon", tile)
      state:set_variable("fairy", { x = tile.x, y = tile.y, segment = 1 })
      state:set_variable("fairy", nil)
      state:set_variable("height", 2, 4)
      state:set_variable("token", tile.x, tile.y, 1, 1)
      state:set_variable("toll", state:feature(tile.x, tile.y, 1), 7)
    end))
  end)

  it("is described in sentences, with obvious facts only on request", function()
    local state = carcassonne.game { draws = "manual",
      variants = { "princess-and-dragon" } }:new_initial_state()
    for _, action in ipairs { "draw PD-A", "place PD-A 0,1 r0", "pass" } do state:apply_action(action) end
    local said, all = {}, {}
    for i, sentence in ipairs(screen.sentences(state:events(), { state = state })) do
      said[i] = sentence.text
    end
    for i, sentence in ipairs(screen.sentences(state:events(), { state = state, all = true })) do
      all[i] = sentence.text
    end
    local volcano = "a tile with fields only, marked volcano"
    assert.are.same({ "It is the turn of player 1.", ("Player 1 draws %s."):format(volcano),
      ("Player 1 places %s at 0,1, as printed."):format(volcano),
      "It is the turn of player 2." }, said)
    assert.are.same({ "A tile with a road (east and west) and a city (north) is placed at 0,0 at the start.",
      "It is the turn of player 1.",
      ("Player 1 draws %s."):format(volcano), ("Player 1 places %s at 0,1, as printed."):format(volcano),
      "Dragon: at 0,1.", "It is the turn of player 2." }, all)
  end)
end)

-- Matrices of color blindness in linear light (Machado, Oliveira and Fernandes, 2009, severity 1).
local EYES = {
  ["all colours"] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } },
  ["no red"] = { { 0.152286, 1.052583, -0.204868 }, { 0.114503, 0.786281, 0.099216 },
    { -0.003882, -0.048116, 1.051998 } },
  ["no green"] = { { 0.367322, 0.860646, -0.227968 }, { 0.280085, 0.672501, 0.047413 },
    { -0.011820, 0.042940, 0.968881 } },
  ["no blue"] = { { 1.255528, -0.076749, -0.178779 }, { -0.078411, 0.930809, 0.147602 },
    { 0.004733, 0.691367, 0.303900 } },
}

describe("The palette", function()
  local function linear(colour)
    local result = {}
    for i, value in ipairs(colour) do
      result[i] = value <= 0.04045 and value / 12.92 or ((value + 0.055) / 1.055) ^ 2.4
    end
    return result
  end

  local function times(matrix, vector)
    local result = {}
    for i, row in ipairs(matrix) do
      result[i] = math.max(0, row[1] * vector[1] + row[2] * vector[2] + row[3] * vector[3])
    end
    return result
  end

  -- Returns a color as these eyes see it, in a space in which distances are about as large as they
  -- look (Ottosson's Oklab).
  local function seen(colour, eyes)
    local cones = times({ { 0.4122214708, 0.5363325363, 0.0514459929 },
      { 0.2119034982, 0.6806995451, 0.1073969566 },
      { 0.0883024619, 0.2817188376, 0.6299787005 } }, times(EYES[eyes], linear(colour)))
    for i, value in ipairs(cones) do cones[i] = value ^ (1 / 3) end
    local l, m, s = unpack(cones)
    return { 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
      1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
      0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s }
  end

  local function far(one, other, eyes)
    local a, b = seen(one, eyes), seen(other, eyes)
    return math.sqrt((a[1] - b[1]) ^ 2 + (a[2] - b[2]) ^ 2 + (a[3] - b[3]) ^ 2)
  end

  local function luminance(colour)
    local light = linear(colour)
    return 0.2126 * light[1] + 0.7152 * light[2] + 0.0722 * light[3]
  end

  local function contrast(one, other)
    local a, b = luminance(one), luminance(other)
    return (math.max(a, b) + 0.05) / (math.min(a, b) + 0.05)
  end

  local players, kinds = screen.palette.players, screen.palette.kinds

  for eyes in pairs(EYES) do
    it("distinguishes players, and grounds, and players from the ground, for a player who sees " .. eyes,
        function()
      for i, one in ipairs(players) do
        for j = 1, i - 1 do
          assert.is_true(far(one.fill, players[j].fill, eyes) > 0.15, one.name .. " and " .. players[j].name)
        end
        for _, kind in ipairs { "field", "city" } do
          assert.is_true(far(one.fill, kinds[kind], eyes) > 0.11, one.name .. " on " .. kind)
        end
      end
      for one, colour in pairs(kinds) do
        for other, second in pairs(kinds) do
          assert.is_true(one == other or far(colour, second, eyes) > 0.13, one .. " and " .. other)
        end
      end
    end)
  end

  it("would fail for red and green of the same lightness: without green vision they look alike",
      function()
    assert.is_true(far({ 0.8, 0.2, 0.2 }, { 0.45, 0.45, 0.1 }, "no green") < 0.11)
    assert.is_true(far({ 0.8, 0.2, 0.2 }, { 0.45, 0.45, 0.1 }, "all colours") > 0.15)
  end)

  it("keeps text readable, on paper and on players' colors", function()
    assert.is_true(contrast(screen.palette.ink, screen.palette.paper) > 7)
    for _, player in ipairs(players) do
      assert.is_true(contrast(player.fill, player.edge) > 4.5, player.name)
    end
  end)

  -- The fills of grounds and goods are not checked, since a line goes around each.
  it("gives drawings a contrast of three to one, as WCAG counts, to paper and ground", function()
    local palette = screen.palette
    for name, colour in pairs(palette) do
      if type(colour[1]) == "number" and name ~= "paper" then
        assert.is_true(contrast(colour, palette.paper) >= 3, name)
      end
    end
    for _, name in ipairs { "ink", "line", "sign", "legal", "last" } do
      for _, kind in ipairs { "field", "city", "road", "river" } do
        assert.is_true(contrast(palette[name], kinds[kind]) >= 3, name .. " on " .. kind)
      end
    end
    for _, player in ipairs(players) do
      local best = math.max(contrast(player.fill, palette.paper), contrast(player.edge, palette.paper))
      assert.is_true(best >= 3, player.name)
    end
  end)

  it("distinguishes choices from the last move, for people who do not see red, green or blue",
      function()
    for eyes in pairs(EYES) do
      assert.is_true(far(screen.palette.legal, screen.palette.last, eyes) > 0.13, eyes)
    end
  end)

  it("has a look for each of six players, with a shape of its own", function()
    local shapes, names = {}, {}
    for _, player in ipairs(players) do
      assert.is_nil(shapes[player.shape])
      shapes[player.shape], names[player.name] = true, true
      local area = 0
      for _, triangle in ipairs(player.triangles) do area = area + area_of(triangle) end
      assert.near(area_of(player.outline), area, 1e-9)
      assert.is_true(area > 0.7)
    end
    assert.are.equal(6, #players)
    assert.are.equal(6, #sorted(names))
  end)

  it("has a colour for each kind of segment", function()
    each_tile(function(tile)
      for _, segment in ipairs(tile.segments) do assert.are.equal(3, #kinds[segment.kind]) end
    end)
  end)
end)

describe("A view", function()
  local function played(options, seed, decisions)
    local state = carcassonne.game(options):new_initial_state(seed)
    for i = 1, decisions do
      if not state:is_terminal() then state:apply_index(i * 7919 % state:num_actions() + 1) end
    end
    return state
  end

  local EXPANSIONS = { players = 3, variants = carcassonne.expansions() }

  it("has only plain values: it is unchanged after JSON #full", function()
    for _, decisions in ipairs { 0, 7, 60, 200, 2000 } do
      local state = played(EXPANSIONS, 11, decisions)
      for player = 1, 3 do
        local view = state:view(player)
        assert.are.same(view, (json.decode((json.encode(view)))))
      end
    end
  end)

  -- Fails with the path of a value that is neither a list nor a record of plain values.
  local function check_plain(value, path)
    local kind = type(value)
    if kind ~= "table" then
      assert.is_truthy(({ string = true, number = true, boolean = true })[kind], path)
      return
    end
    assert.is_nil(getmetatable(value), path)
    local count = 0
    for key, one in pairs(value) do
      count = count + 1
      assert.are.equal(#value > 0 and "number" or "string", type(key), path)
      check_plain(one, path .. "." .. key)
    end
    if #value > 0 then assert.are.equal(#value, count, path) end
  end

  it("has empty lists that lua-cjson writes as lists, if the host has loaded it", function()
    local before, empty_list = package.loaded.cjson, {}
    package.loaded.cjson = { empty_array_mt = empty_list }
    local state = played({ variants = { "tower" } }, 11, 9)
    local view, of_game = state:view(1), state:game():view()
    package.loaded.cjson = before
    local function check(value, key)
      if type(value) ~= "table" then return end
      local is_list = next(value) == nil and key ~= "from"
      assert.are.equal(is_list and empty_list or nil, getmetatable(value), tostring(key))
      for inner, one in pairs(value) do check(one, inner) end
    end
    check(view, "view")
    check(of_game, "game")
    assert.are.equal(empty_list, getmetatable(view.joins))
    assert.are.equal(empty_list, getmetatable(of_game.teams))
    assert.is_nil(getmetatable(state:view(1).joins))
  end)

  it("holds no function, no object and no mixed table #full", function()
    for _, decisions in ipairs { 0, 150, 2000 } do
      check_plain(played(EXPANSIONS, 3, decisions):view(2), "view")
    end
  end)

  it("does not depend on the coming draws", function()
    for _, options in ipairs { { players = 2 }, EXPANSIONS } do
      for _, decisions in ipairs { 0, 3, 40, 111 } do
        local state = played(options, 20260401, decisions)
        local other = state:clone()
        other:reseed(77)
        for player = 1, 2 do assert.are.same(state:view(player), other:view(player)) end
        assert.are.same(state:view(), other:view())
      end
    end
  end)

  it("does not hold the seed", function()
    local state = played(EXPANSIONS, 918273645546372, 30)
    local text = json.encode(state:view(1))
    local seed = state:serialize():match "seed 0*(%x+)"
    assert.are.equal(918273645546372, tonumber(seed, 16))
    assert.is_nil(text:find("918273645546372", 1, true))
    assert.is_nil(text:lower():find(seed, 1, true))
  end)

  it("has the legal actions only for the deciding player", function()
    local state = played({ players = 2 }, 4, 21)
    local me = state:current_player()
    local view = state:view(me)
    assert.are.equal(state:num_actions(), #view.actions)
    assert(state:clone():apply_action(view.actions[#view.actions].text))
    assert.is_nil(state:view(3 - me).actions)
    assert.is_nil(state:view().actions)
    view.actions, view.player = nil, nil
    assert.are.same(view, state:view())
  end)

  it("reports the board: tiles, and which segments form a feature", function()
    local state = carcassonne.game { draws = "manual" }:new_initial_state()
    for _, action in ipairs { "draw BA-U", "place BA-U 1,0 r0", "deploy follower road:E.W" } do
      assert(state:apply_action(action))
    end
    local view = state:view(1)
    assert.are.same({ "BA-D", "BA-U" }, { view.tiles[1].id, view.tiles[2].id })
    assert.are.same({ 1, 0, 0 }, { view.tiles[2].x, view.tiles[2].y, view.tiles[2].rotation })
    local road = view.tiles[2].segments[1]
    assert.are.equal("road:E.W", road.text)
    assert.are.equal(view.tiles[1].segments[1].feature, road.feature)
    local feature = view.features[road.feature]
    assert.are.same({ "road", 2, 2, false, { 1 } },
      { feature.kind, feature.tiles, feature.points, feature.complete, feature.majority })
    assert.are.same({ { player = 1, piece = "follower", tile = 2, x = 1, y = 0, segment = 1,
      text = "road:E.W" } }, view.pieces)
    assert.are.equal(7 - 1, view.players[1].supply[2].count)
    assert.are.equal("chance", view.current)
    local left = {}
    for _, entry in ipairs(view.left) do left[entry.id] = entry.count end
    assert.are.equal(7, left["BA-U"])
  end)

  it("shows what scripts remember, and the results of the last decision", function()
    local state = played(EXPANSIONS, 8, 160)
    local view, names = state:view(), {}
    for _, variable in ipairs(view.variables) do names[variable.script .. "." .. variable.name] = variable end
    local owner = names["princess-and-dragon.fairy_owner"].values[1]
    assert.are.equal(state:variable "fairy_owner", owner and owner.value or 0)
    for _, event in ipairs(view.events) do assert.are.equal(state:decisions(), event.decision) end
    assert.is_true(#view.events > 0)
  end)

  it("shows the places of tokens, equal ones together, and the numbers in hand", function()
    local state = played({ variants = { "princess-and-dragon", "tower" } }, 8, 160)
    local lying, held = {}, {}
    for _, group in ipairs(state:view().tokens) do
      if group.player then held[group.token .. group.player] = group.count else lying[group.token] = group end
    end
    assert.are.equal(state:num_tokens("tower", 1), held.tower1)
    assert.is_truthy(lying.fairy.text)
    assert.are.equal("Dr", lying.dragon.sign)
  end)

  it("and that of its game are all that a screen needs in another process: shapes, hits, choices, words "
      .. "#full", function()
    for _, decisions in ipairs { 0, 33, 90, 2000 } do
      local state = played(EXPANSIONS, 5, decisions)
      local player = state:current_player()
      local view = json.decode((json.encode(state:view(player ~= "chance" and player or nil))))
      view.game = json.decode((json.encode(state:game():view())))
      for _, tile in ipairs(view.tiles) do
        assert.are.same({ screen.outline(state:game(), tile) }, { screen.outline(view.game, tile) })
        local there, seen = screen.pick(state, tile.x + 0.3, tile.y + 0.4),
          screen.pick(view, tile.x + 0.3, tile.y + 0.4)
        assert.are.same({ there.segment, there.tile.id, there.x }, { seen.segment, seen.tile.id, seen.x })
      end
      local function reported(choices)
        local list = {}
        for _, one in pairs(choices.cells) do
          list[#list + 1] = one.x .. " " .. one.y .. " " .. #one.rotations .. one.rotations[1].text
        end
        for _, one in pairs(choices.segments) do list[#list + 1] = one.segment .. one.pieces[1].text end
        table.sort(list)
        for _, one in ipairs(choices.others) do list[#list + 1] = one.text end
        return list
      end
      assert.are.same(reported(screen.choices(state)), reported(screen.choices(view)))
      assert.are.equal(screen.words.decision(state), screen.words.decision(view))
    end
  end)

  it("works without the compiled module", function()
    local text = json.encode { view = carcassonne.game():new_initial_state(1):view(1),
      game = carcassonne.game():view() }
    files.with(text, function(path)
      files.with(([[
        package.cpath = ""
        local json, screen = require "dkjson", require "carcassonne.ui"
        local sent = json.decode(assert(io.open(%q)):read "*a")
        sent.view.game = sent.game
        print(#screen.outline(sent.game, sent.view.hand), screen.pick(sent.view, 0.5, 0.5).segment, #sent.view.actions > 3)
        for _, cell in pairs(screen.choices(sent.view).cells) do assert(cell.rotations[1].text) end
        assert(not pcall(require, "carcassonne.core"))]]):format(path), function(program)
        local pipe = io.popen(("%s %s 2>&1"):format(os.getenv "LUA" or "lua5.4", program))
        local said = pipe:read "*a"
        pipe:close()
        assert.matches("^%d\t1\ttrue\n$", said)
      end)
    end)
  end)

  it("is refused for someone who does not play", function()
    local state = carcassonne.game():new_initial_state(1)
    for _, wrong in ipairs { 3, 0, 1.5, "1", false } do
      assert.error_matches(function() state:view(wrong) end,
        "^view: expected a player from 1 to 2, or nil for a spectator, got ")
    end
  end)
end)
