--- Finds from the ports of a tile the segments at each side, and which of them meet inside the
--- tile.
--
-- Sides are numbered from 0: north, east, south, west.
-- @module carcassonne.shapes.ports

local ports = {}

local SIDES = { [0] = "N", "E", "S", "W" }

---@class Ports
---@field segments Segment[] segments of the printed tile
---@field middle table<integer, Segment> city, road or river by side
---@field left table<integer, Segment> field on the first half of a side, clockwise, by side
---@field right table<integer, Segment> field on the second half, by side
---@field sides table<integer, integer[]> sides of each city, road or river by number of the segment
local Ports = {}
Ports.__index = Ports

--- Reads the ports of a tile.
---@param segments Segment[] segments of the printed tile
---@return Ports
function ports.of(segments)
  local at, sides = { [""] = {}, L = {}, R = {} }, {}
  for _, segment in ipairs(segments) do
    local own = {}
    for side = 0, 3 do
      for _, port in ipairs(segment.ports) do
        if port:sub(1, 1) == SIDES[side] then
          if #port == 1 or segment.kind ~= "city" then at[port:sub(2)][side] = segment end
          if #port == 1 then own[#own + 1] = side end
        end
      end
    end
    sides[segment.index] = own
  end
  return setmetatable({ segments = segments, middle = at[""], left = at.L, right = at.R, sides = sides },
    Ports)
end

--- Returns whether these are two opposite sides.
---@param sides integer[]
---@return boolean
function ports.are_opposite(sides) return #sides == 2 and sides[2] - sides[1] == 2 end

--- Returns the first, clockwise, of two adjacent sides.
---@param sides integer[]
---@return integer
function ports.first_of(sides) return sides[2] - sides[1] == 3 and 3 or sides[1] end

--- Returns whether a segment has a side.
---@param segment Segment
---@param side integer
---@return boolean
function Ports:has_side(segment, side)
  for _, one in ipairs(self.sides[segment.index]) do
    if one == side then return true end
  end
  return false
end

--- Returns the city at a side.
---@param side integer
---@return Segment?
function Ports:city_at(side)
  local segment = self.middle[side]
  return segment and segment.kind == "city" and segment or nil
end

--- Returns the middle of the segment at a side, clockwise from 0 to 1. For a city with half of the
--- side, this is the middle of the half.
---@param side integer
---@return number 0.5, except for a city with half of the side
function Ports:along(side)
  if not self:city_at(side) then return 0.5 end
  return self.left[side] and 0.75 or self.right[side] and 0.25 or 0.5
end

-- Returns the fields between two sides, clockwise.
local function fields_between(self, from, to)
  local found = {}
  local function add(field) if field then found[field.index] = true end end
  add(self.right[from])
  local side = (from + 1) % 4
  while side ~= to do
    add(self.left[side])
    add(self.right[side])
    side = (side + 1) % 4
  end
  add(self.left[to])
  return found
end

--- Returns whether the segments at two sides meet inside the tile, that is, no field separates
--- them.
---@param one integer
---@param other integer
---@return boolean
function Ports:meet(one, other)
  local here, there = fields_between(self, one, other), fields_between(self, other, one)
  for field in pairs(here) do
    if there[field] then return false end
  end
  return true
end

local function borders(field, city)
  for _, index in ipairs(field.borders) do
    if index == city.index then return true end
  end
  return false
end

--- Returns the cities that two fields border.
---@param one? Segment
---@param other? Segment
---@return Segment[] empty empty unless there are two fields
function Ports:shared_cities(one, other)
  local found = {}
  for _, segment in ipairs(self.segments) do
    if segment.kind == "city" and one and other and borders(one, segment) and borders(other, segment) then
      found[#found + 1] = segment
    end
  end
  return found
end

--- Returns another city whose sides pass a test.
---@param segment Segment
---@param test fun(sides:integer[]):boolean
---@return Segment?
function Ports:other_city(segment, test)
  for _, other in ipairs(self.segments) do
    if other.kind == "city" and other ~= segment and test(self.sides[other.index]) then return other end
  end
end

return ports
