--- What the ports of a tile tell: what is at each side, and what meets inside.
--
-- Sides count from 0: north, east, south, west.
-- @module carcassonne.shapes.ports

local ports = {}

local SIDES = { [0] = "N", "E", "S", "W" }

---@class Ports
---@field segments Segment[] of the tile, as printed
---@field middle table<integer, Segment> by side the city, road or river there
---@field left table<integer, Segment> by side the field on its first half, clockwise
---@field right table<integer, Segment> on its second half
---@field sides table<integer, integer[]> by number of a city, road or river the sides that it has
local Ports = {}
Ports.__index = Ports

--- Reads the ports of a tile.
---@param segments Segment[] as printed
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

--- Whether these are two sides, and lie across from each other.
---@param sides integer[]
---@return boolean
function ports.are_opposite(sides) return #sides == 2 and sides[2] - sides[1] == 2 end

--- The first, clockwise, of two sides that meet.
---@param sides integer[]
---@return integer
function ports.first_of(sides) return sides[2] - sides[1] == 3 and 3 or sides[1] end

--- Whether a segment has a side.
---@param segment Segment
---@param side integer
---@return boolean
function Ports:has_side(segment, side)
  for _, one in ipairs(self.sides[segment.index]) do
    if one == side then return true end
  end
  return false
end

--- The city at a side.
---@param side integer
---@return Segment?
function Ports:city_at(side)
  local segment = self.middle[side]
  return segment and segment.kind == "city" and segment or nil
end

--- Where along a side, clockwise from 0 to 1, the middle of what it shows lies: of a city that has
--- half of it that of the half.
---@param side integer
---@return number 0.5 but for half of a city
function Ports:along(side)
  if not self:city_at(side) then return 0.5 end
  return self.left[side] and 0.75 or self.right[side] and 0.25 or 0.5
end

-- The fields from behind one side to before another, clockwise.
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

--- Whether what is at two sides meets inside the tile: no field passes between.
---@param one integer
---@param other integer
---@return boolean
function Ports:meet(one, other)
  local ahead, behind = fields_between(self, one, other), fields_between(self, other, one)
  for field in pairs(ahead) do
    if behind[field] then return false end
  end
  return true
end

local function borders(field, city)
  for _, index in ipairs(field.borders) do
    if index == city.index then return true end
  end
  return false
end

--- The cities that two fields border.
---@param one? Segment
---@param other? Segment
---@return Segment[] none without two fields
function Ports:shared_cities(one, other)
  local found = {}
  for _, segment in ipairs(self.segments) do
    if segment.kind == "city" and one and other and borders(one, segment) and borders(other, segment) then
      found[#found + 1] = segment
    end
  end
  return found
end

--- A city besides this one whose sides pass a test.
---@param segment Segment
---@param test fun(sides:integer[]):boolean
---@return Segment?
function Ports:other_city(segment, test)
  for _, other in ipairs(self.segments) do
    if other.kind == "city" and other ~= segment and test(self.sides[other.index]) then return other end
  end
end

return ports
