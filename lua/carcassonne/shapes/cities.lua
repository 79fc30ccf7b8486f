--- Computes the areas of the cities of a tile, with walls to corners of the tile.
-- @module carcassonne.shapes.cities

local figures = require "carcassonne.shapes.figures"
local ports = require "carcassonne.shapes.ports"

local cities = {}

--- Depth of a city of one side.
---@type number
cities.depth = 0.24

local FACING = 0.15 -- depth of a city in the hollow of another city
local SURROUNDING = 0.29 -- depth of that hollow
local NECK = 0.14 -- half the width of crossing cities at the crossing
local WALL = 0.05 -- half the width of a wall to a corner
local CORNERS = { [0] = { 1, 0 }, { 1, 1 }, { 0, 1 }, { 0, 0 } } -- the corner at the far end of each side

-- Returns whether the city at a side is in the hollow of another city.
local function is_facing(tile, segment, side)
  return tile:other_city(segment, function(sides)
    return #sides == 3 or ports.are_opposite(sides) and (sides[1] - side) % 2 == 1
  end) ~= nil
end

-- Returns whether the road or river from a side ends on the tile.
local function ends_from(tile, side)
  local line = tile.middle[side]
  return line ~= nil and line.kind ~= "city" and #tile.sides[line.index] == 1
end

-- Returns the hollow of a city of two adjacent sides. It is smaller if roads from both sides end at
-- the city.
local function hollow_of(tile, segment, first)
  local across, after = (first + 2) % 4, (first + 3) % 4
  if tile:other_city(segment, function() return true end) then return 0.12 end
  if ends_from(tile, across) and ends_from(tile, after) then return -0.12 end
  return tile.middle[across] and tile.middle[across] == tile.middle[after] and 0.12 or 0.05
end

-- Returns the tile without the hollows at the sides that a city lacks.
local function around(tile, segment)
  local left = {}
  for side = 0, 3 do
    if not tile:has_side(segment, side) then
      left[#left + 1] = figures.cap(side, tile:city_at(side) and SURROUNDING or cities.depth)
    end
  end
  return figures.none(left)
end

local function ground_of(tile, segment)
  local sides = tile.sides[segment.index]
  if #sides == 4 then return function() return true end end
  if #sides == 1 then
    return figures.cap(sides[1], is_facing(tile, segment, sides[1]) and FACING or cities.depth)
  end
  if #sides == 2 and not ports.are_opposite(sides) then
    local first = ports.first_of(sides)
    return figures.corner(first, hollow_of(tile, segment, first))
  end
  local crossed = #sides == 2 and tile:other_city(segment, function(others)
    return ports.are_opposite(others) and others[1] ~= sides[1]
  end)
  return crossed and figures.neck(sides[1], NECK) or around(tile, segment)
end

-- Returns whether a city has the half of a side that contains this position along the side.
local function has_half(tile, segment, side, along)
  return tile:has_side(segment, side) and (tile:along(side) == 0.5 or tile:along(side) == along)
end

-- For a city that has only half of a side: returns the area of the field at the other half. The
-- area is shallow if the city has the half opposite, or a part of the side next to the field. If
-- the city has the adjoining half of that side, the area is also rounded.
local function field_at_half(tile, segment, side)
  local along = 1 - tile:along(side)
  local beside, across = (side + (along < 0.5 and 3 or 1)) % 4, (side + 2) % 4
  if not tile:has_side(segment, beside) and not has_half(tile, segment, across, 1 - along) then
    return figures.half(side, along, 2)
  end
  local half = figures.half(side, along, cities.depth)
  if not has_half(tile, segment, beside, 1 - along) then return half end
  return figures.both(half, figures.cap(side, cities.depth))
end

-- Returns the fields on the other halves of a city's sides.
local function fields_of(tile, segment)
  local list = {}
  for _, side in ipairs(tile.sides[segment.index]) do
    if tile:along(side) ~= 0.5 then list[#list + 1] = field_at_half(tile, segment, side) end
  end
  return list
end

-- Returns the middle of a city, where its walls start.
local function heart(tile, segment)
  local x, y, sides = 0, 0, tile.sides[segment.index]
  for _, side in ipairs(sides) do
    local u, v = figures.turned(tile:along(side), #sides == 1 and 0.12 or 0.3, side)
    x, y = x + u / #sides, y + v / #sides
  end
  return x, y
end

--- Returns the area of a city. If the city separates two fields that would touch at a corner of the
--- tile, a wall leads to that corner.
---@param tile Ports
---@param segment Segment
---@return Figure
function cities.figure(tile, segment)
  local list, fields = { ground_of(tile, segment) }, fields_of(tile, segment)
  if #fields > 0 then list[1] = figures.both(list[1], figures.none(fields)) end
  for side = 0, 3 do
    local one, other = tile.right[side], tile.left[(side + 1) % 4]
    if one and other and one ~= other and tile:shared_cities(one, other)[1] == segment then
      local x, y = heart(tile, segment)
      list[#list + 1] = figures.wall(CORNERS[side][1], CORNERS[side][2], x, y, WALL)
    end
  end
  return figures.any(list)
end

return cities
