--- The shapes of a tile: they are computed once for the printed tile, and then rotated.
-- @module carcassonne.shapes.outline

local anchors = require "carcassonne.shapes.anchors"
local compat = require "carcassonne.base.compat"
local figures = require "carcassonne.shapes.figures"
local game_cache = require "carcassonne.describe.game_cache"
local ground = require "carcassonne.shapes.ground"
local map = require "carcassonne.shapes.map"
local triangles = require "carcassonne.shapes.triangles"

local outline = {}

local SPANS = { ["N.S"] = { "N", "S" }, ["E.W"] = { "E", "W" } }

local NOTHING = { outlines = {}, holes = {}, triangles = {} } -- a segment without any area

-- Cached shapes of a game by tile and span, then by rotation; and cached grounds by layout.
local known_of, grounds_of = game_cache.new(function() return {} end),
  game_cache.new(function() return {} end)

-- Fills areas with triangles. Each hole belongs to the outline around it.
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

--- Returns the road of a span, an additional segment of its tile.
---@param tile TileType
---@param axis Axis
---@return Segment
function outline.span(tile, axis)
  return { index = #tile.segments + 1, kind = "road", text = "road:" .. axis, ports = SPANS[axis],
    borders = {}, attributes = {},
    pennants = 0 }
end

local function tile_of(game, id)
  if type(game) == "userdata" then return game:tile(id) end
  for _, tile in ipairs(game.tiles) do
    if tile.id == id then return tile end
  end
end

-- Returns a key of all data that determine the areas of a tile. Tiles that differ only in their
-- signs have equal keys.
local function layout_of(segments)
  local parts = {}
  for i, segment in ipairs(segments) do
    parts[i] = table.concat({ segment.kind, table.concat(segment.ports, "."),
      table.concat(segment.borders, ","),
      segment.kind == "spot" and segment.attributes[1] and "signed" or "" }, " ")
  end
  return table.concat(parts, "; ")
end

-- For each tile, the first tile of the game with the same layout.
local like_of = game_cache.new(function(game)
  local like, first = {}, {}
  for _, tile in ipairs(type(game) == "userdata" and game:tiles() or game.tiles) do
    local layout = layout_of(tile.segments)
    first[layout] = first[layout] or tile.id
    like[tile.id] = first[layout]
  end
  return like
end)

--- Returns the first tile of the game that has the same shapes, except for signs.
---@param game Game|GameView
---@param id string
---@return string id
function outline.like(game, id) return like_of(game)[id] end

-- Returns the ground of a printed tile, its segments, and its attributes.
local function ground_of(game, id, axis)
  local tile = tile_of(game, id)
  if not tile then error(("the game has no tile '%s'"):format(tostring(id)), 0) end
  local span, segments = axis and outline.span(tile, axis), { compat.table.unpack(tile.segments) }
  segments[#segments + 1] = span
  local whole = game_cache.entry(grounds_of(game), outline.like(game, id) .. " " .. (axis or ""), function()
    return ground.of(tile.segments, span)
  end)
  return whole, segments, tile.attributes
end

-- Returns the areas of a ground: closed lines and triangles, by segment.
local function areas_of(whole)
  if not whole.areas then
    whole.areas = map.of(whole.at, ground.cells, whole.label)
    for _, areas in pairs(whole.areas) do areas.triangles = filled(areas) end
  end
  return whole.areas
end

-- Returns the middle of each monastery.
local function churches_of(whole)
  local found = {}
  for _, mark in ipairs(whole.marks) do
    if mark.name == "monastery" then found[whole.label(mark.x, mark.y)] = mark.around end
  end
  return found
end

local function printed(game, id, axis)
  local whole, segments, attributes = ground_of(game, id, axis)
  local marks, rings = { compat.table.unpack(whole.marks) }, areas_of(whole)
  local places, signs = anchors.of(whole.at, ground.cells, segments, attributes, marks, churches_of(whole))
  for _, sign in ipairs(signs) do marks[#marks + 1] = sign end
  local shapes = {}
  for i, segment in ipairs(segments) do
    local areas = rings[i] or NOTHING
    shapes[i] = { segment = i, kind = segment.kind, outlines = areas.outlines, holes = areas.holes,
      triangles = areas.triangles,
      anchor = places[i].slots[1], slots = places[i].slots, signs = places[i].signs }
  end
  return { shapes = shapes, marks = marks }
end

-- ---- Rotation -----------------------------------------------------------------------------------

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
    local from = sign.around or sign
    local x, y = figures.turned(from.x, from.y, quarters)
    result[i] = { name = sign.name, x = x + sign.x - from.x, y = y + sign.y - from.y,
      turn = sign.turn and (sign.turn + quarters) % 2 }
  end
  return result
end

local function turned(tile, quarters)
  local shapes = {}
  for i, shape in ipairs(tile.shapes) do
    local slots = turned_signs(shape.slots, quarters)
    shapes[i] = { segment = i, kind = shape.kind, outlines = turned_lists(shape.outlines, quarters),
      holes = turned_lists(shape.holes, quarters), triangles = turned_lists(shape.triangles, quarters),
        anchor = slots[1],
      slots = slots, signs = turned_signs(shape.signs, quarters) }
  end
  return { shapes = shapes, marks = turned_signs(tile.marks, quarters) }
end

-- Converts the axis of a span to its axis on the unrotated tile.
local function axis_as_printed(axis, rotation)
  if not axis or rotation % 2 == 0 then return axis end
  return axis == "N.S" and "E.W" or "N.S"
end

-- Returns the id of a tile, its rotation, and the axis of its span on the unrotated tile.
local function read(tile, rotation)
  local id, span = tile, nil
  if type(tile) == "table" then id, span, rotation = tile.id, tile.span, rotation or tile.rotation end
  rotation = (rotation or 0) % 4
  return id, rotation, axis_as_printed(span, rotation)
end

--- Returns the ground of a printed tile, from which its shapes are traced.
---@param game Game|GameView
---@param tile string|TileType|Tile
---@return Ground
function outline.ground(game, tile)
  local id, _, axis = read(tile)
  return (ground_of(game, id, axis))
end

--- See carcassonne.ui.
---@param game Game|GameView
---@param tile string|TileType|Tile
---@param rotation? integer
---@return Shape[] shapes
---@return Sign[] marks
function outline.of(game, tile, rotation)
  local id, axis
  id, rotation, axis = read(tile, rotation)
  local turns = game_cache.entry(known_of(game), id .. " " .. (axis or ""),
    function() return { [0] = printed(game, id, axis) } end)
  local whole = game_cache.entry(turns, rotation, function() return turned(turns[0], rotation) end)
  return whole.shapes, whole.marks
end

return outline
