--- The figures that tiles are made of: caps and corners of cities, bands of roads and rivers,
--- walls, discs. A figure is a function that returns whether a point is inside.
--
-- Sides are numbered from 0: north, east, south, west. Relative to a side, a point has a position
-- along the side, clockwise from 0 to 1, and a depth, its distance from the side.
-- @module carcassonne.shapes.figures

local abs, sin, sqrt, pi = math.abs, math.sin, math.sqrt, math.pi

local figures = {}

local CURVE_STEPS = 24

---@alias Figure fun(x:number, y:number):boolean

local TURNED = {
  [0] = function(x, y) return x, y end,
  function(x, y) return 1 - y, x end,
  function(x, y) return 1 - x, 1 - y end,
  function(x, y) return y, 1 - x end,
}

--- Rotates a point with its tile.
---@param x number
---@param y number
---@param quarters integer clockwise, 0 to 3
---@return number x
---@return number y
function figures.turned(x, y, quarters) return TURNED[quarters](x, y) end

-- Returns the function that converts a point to its position along a side and its depth.
local function from(side) return TURNED[(4 - side) % 4] end

--- A city of one side, from corner to corner, or the gap that a city of three sides leaves.
---@param side integer
---@param depth number depth in the middle
---@return Figure
function figures.cap(side, depth)
  local view = from(side)
  return function(x, y)
    local along, deep = view(x, y)
    return deep < depth * sin(pi * along)
  end
end

--- A city of two adjacent sides, from the far end of one side to the far end of the other.
---@param side integer the first of the two, clockwise
---@param hollow number distance of its border from the straight line between the ends; it may be negative
---@return Figure
function figures.corner(side, hollow)
  local view = from(side)
  return function(x, y)
    local along, deep = view(x, y)
    local before = 1 - along
    local across = before - deep
    return before + deep < 1 - hollow * (1 - across * across)
  end
end

--- A city of two opposite sides that crosses another city. It is narrow in the middle, so that the
--- corners are fields.
---@param side integer one of the sides
---@param waist number half its width in the middle
---@return Figure
function figures.neck(side, waist)
  local view = from(side)
  return function(x, y)
    local along, deep = view(x, y)
    local off = 2 * deep - 1
    off = off * off
    return abs(along - 0.5) < 0.5 - (0.5 - waist) * (1 - off * off)
  end
end

--- A straight band from a side.
---@param side integer
---@param half number half its width
---@param length number length; with 1 the band reaches the opposite side
---@return Figure
function figures.straight(side, half, length)
  local view = from(side)
  return function(x, y)
    local along, deep = view(x, y)
    return abs(along - 0.5) < half and deep <= length
  end
end

--- The middle line of a straight band.
---@param side integer
---@param length number
---@return number[] points {x1, y1, ...}
function figures.straight_path(side, length)
  local x, y = figures.turned(0.5, 0, side)
  local u, v = figures.turned(0.5, length, side)
  return { x, y, u, v }
end

--- A curved band between two adjacent sides.
---@param side integer the first of the two, clockwise
---@param half number half its width
---@param first number distance of its start from the corner
---@param second number distance of its end from the corner
---@return Figure
function figures.curve(side, half, first, second)
  local view, wide = from(side), half / math.min(first, second)
  return function(x, y)
    local along, deep = view(x, y)
    local u, v = (1 - along) / first, deep / second
    return abs(sqrt(u * u + v * v) - 1) < wide
  end
end

--- The middle line of a curve.
---@param side integer the first of the two, clockwise
---@param first number distance of its start from the corner
---@param second number distance of its end from the corner
---@return number[] points {x1, y1, ...}
function figures.curve_path(side, first, second)
  local points = {}
  for i = 0, CURVE_STEPS do
    local angle = pi / 2 * i / CURVE_STEPS
    local x, y = figures.turned(1 - first * math.cos(angle), second * sin(angle), side)
    points[#points + 1], points[#points + 2] = x, y
  end
  return points
end

--- The area at one half of a side.
---@param side integer
---@param along number any position on that half
---@param depth number
---@return Figure
function figures.half(side, along, depth)
  local view, sign = from(side), along < 0.5 and -1 or 1
  return function(x, y)
    local at, deep = view(x, y)
    return (at - 0.5) * sign > 0 and deep < depth
  end
end

--- A disc.
---@param x0 number middle
---@param y0 number
---@param radius number
---@return Figure
function figures.disc(x0, y0, radius)
  local square = radius * radius
  return function(x, y) return (x - x0) * (x - x0) + (y - y0) * (y - y0) < square end
end

--- A wall from a corner of the tile, where its width is 0.
---@param x0 number corner
---@param y0 number
---@param x1 number end
---@param y1 number
---@param half number half its full width
---@return Figure
function figures.wall(x0, y0, x1, y1, half)
  local length = sqrt((x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0))
  local east, south = (x1 - x0) / length, (y1 - y0) / length
  -- limits the width, so that the wall does not touch the tile's sides at the corner
  local steep = 0.6 * math.min(abs(east), abs(south)) / math.max(abs(east), abs(south))
  return function(x, y)
    local along = (x - x0) * east + (y - y0) * south
    local off = abs((x - x0) * south - (y - y0) * east)
    return along >= 0 and along <= length and off < half and off <= steep * along
  end
end

--- The union of figures.
---@param list Figure[]
---@return Figure
function figures.any(list)
  if #list == 1 then return list[1] end
  return function(x, y)
    for i = 1, #list do
      if list[i](x, y) then return true end
    end
    return false
  end
end

--- The intersection of two figures.
---@param one Figure
---@param other Figure
---@return Figure
function figures.both(one, other)
  return function(x, y) return one(x, y) and other(x, y) end
end

--- The complement of the union of figures.
---@param list Figure[]
---@return Figure
function figures.none(list)
  local inside = figures.any(list)
  return function(x, y) return not inside(x, y) end
end

return figures
