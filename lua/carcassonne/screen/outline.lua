--- The shapes of a tile: worked out once as the tile is printed, then turned.
-- @module carcassonne.screen.outline

local compat = require "carcassonne.compat"
local anchors = require "carcassonne.screen.anchors"
local figures = require "carcassonne.screen.figures"
local ground = require "carcassonne.screen.ground"
local kept = require "carcassonne.screen.kept"
local map = require "carcassonne.screen.map"
local triangles = require "carcassonne.screen.triangles"

local outline = {}

local SPANS = { ["N.S"] = { "N", "S" }, ["E.W"] = { "E", "W" } }

-- The shapes of a game that were asked for, by tile and span, then by rotation.
local known_of = kept.new(function() return {} end)

-- Holes go to the outline around them.
local function filled(rings)
  local list = {}
  for _, ring in ipairs(rings.outlines) do
    local holes = {}
    for _, hole in ipairs(rings.holes) do
      if triangles.contains(ring, hole[1], hole[2]) then holes[#holes + 1] = hole end
    end
    for _, triangle in ipairs(triangles.of(ring, holes)) do list[#list + 1] = triangle end
  end
  return list
end

-- The road of a span, a further segment of the tile as printed.
local function span_segment(tile, axis)
  return { index = #tile.segments + 1, kind = "road", text = "road:" .. axis, ports = SPANS[axis], borders = {}, attributes = {},
    pennants = 0, x = 0.5, y = 0.5 }
end

local function tile_of(game, id)
  if type(game) == "userdata" then return game:tile(id) end
  for _, tile in ipairs(game.tiles) do
    if tile.id == id then return tile end
  end
end

local function printed(game, id, axis)
  local tile = tile_of(game, id)
  if not tile then error(("the game has no tile '%s'"):format(tostring(id)), 0) end
  local span, segments = axis and span_segment(tile, axis), { compat.table.unpack(tile.segments) }
  local whole, marks = ground.of(tile.segments, span)
  local rings = map.of(whole.at, ground.cells, whole.label)
  segments[#segments + 1] = span
  local places, signs = anchors.of(whole.at, ground.cells, segments, tile.attributes, marks)
  for _, sign in ipairs(signs) do marks[#marks + 1] = sign end
  local shapes = {}
  for i, segment in ipairs(segments) do
    local areas = rings[i] or { outlines = {}, holes = {} }
    shapes[i] = { segment = i, kind = segment.kind, outlines = areas.outlines, holes = areas.holes, triangles = filled(areas),
      anchor = places[i].slots[1], slots = places[i].slots, signs = places[i].signs }
  end
  return { shapes = shapes, marks = marks }
end

-- ---- Turning ------------------------------------------------------------------------------------------------------------

local function turned_lists(lists, quarters)
  local result = {}
  for i, list in ipairs(lists) do
    local points = {}
    for j = 1, #list, 2 do points[j], points[j + 1] = figures.turned(list[j], list[j + 1], quarters) end
    result[i] = points
  end
  return result
end

local function turned_signs(signs, quarters)
  local result = {}
  for i, sign in ipairs(signs) do
    local x, y = figures.turned(sign.x, sign.y, quarters)
    result[i] = { name = sign.name, x = x, y = y, turn = sign.turn and (sign.turn + quarters) % 2 }
  end
  return result
end

local function turned(tile, quarters)
  local shapes = {}
  for i, shape in ipairs(tile.shapes) do
    local slots = turned_signs(shape.slots, quarters)
    shapes[i] = { segment = i, kind = shape.kind, outlines = turned_lists(shape.outlines, quarters),
      holes = turned_lists(shape.holes, quarters), triangles = turned_lists(shape.triangles, quarters), anchor = slots[1],
      slots = slots, signs = turned_signs(shape.signs, quarters) }
  end
  return { shapes = shapes, marks = turned_signs(tile.marks, quarters) }
end

-- The axis of a span as it would lie on the tile as printed.
local function axis_as_printed(axis, rotation)
  if not axis or rotation % 2 == 0 then return axis end
  return axis == "N.S" and "E.W" or "N.S"
end

--- See carcassonne.screen.
---@param game Game|GameView
---@param tile string|TileType|Tile
---@param rotation? integer
---@return Shape[] shapes
---@return Sign[] marks
function outline.of(game, tile, rotation)
  local id, span = tile, nil
  if type(tile) == "table" then id, span, rotation = tile.id, tile.span, rotation or tile.rotation end
  rotation = (rotation or 0) % 4
  local axis = axis_as_printed(span, rotation)
  local turns = kept.entry(known_of(game), id .. " " .. (axis or ""), function() return { [0] = printed(game, id, axis) } end)
  local whole = kept.entry(turns, rotation, function() return turned(turns[0], rotation) end)
  return whole.shapes, whole.marks
end

return outline
