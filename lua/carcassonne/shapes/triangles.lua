--- Converts areas to triangles, for displays that only fill convex shapes: joins holes to the
--- outline, and then cuts off ears.
-- @module carcassonne.shapes.triangles

local triangles = {}

-- Twice the area of a triangle, positive if it is clockwise on the screen.
local function turn(ax, ay, bx, by, cx, cy) return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) end

local function points_of(ring)
  local points = {}
  for i = 1, #ring, 2 do points[#points + 1] = { x = ring[i], y = ring[i + 1] } end
  return points
end

--- Returns whether a point is inside a closed line.
---@param ring number[]
---@param x number
---@param y number
---@return boolean
function triangles.contains(ring, x, y)
  local inside, u, v = false, ring[#ring - 1], ring[#ring]
  for i = 1, #ring, 2 do
    local p, q = ring[i], ring[i + 1]
    if (q > y) ~= (v > y) and x < (u - p) * (y - q) / (v - q) + p then inside = not inside end
    u, v = p, q
  end
  return inside
end

-- ---- Holes --------------------------------------------------------------------------------------

local function crosses(a, b, c, d)
  local one, other = turn(a.x, a.y, b.x, b.y, c.x, c.y), turn(a.x, a.y, b.x, b.y, d.x, d.y)
  local third, fourth = turn(c.x, c.y, d.x, d.y, a.x, a.y), turn(c.x, c.y, d.x, d.y, b.x, b.y)
  return one * other < 0 and third * fourth < 0
end

local function is_clear(a, b, lists)
  for _, points in ipairs(lists) do
    local last = points[#points]
    for _, point in ipairs(points) do
      if crosses(a, b, last, point) then return false end
      last = point
    end
  end
  return true
end

local function distance(a, b) return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) end

-- Returns the shortest connection from the outline to a hole, among the connections that cross no
-- line.
local function bridge(points, hole, lists)
  local best, from, to
  for i, one in ipairs(points) do
    for j, other in ipairs(hole) do
      local far = distance(one, other)
      if (not best or far < best) and is_clear(one, other, lists) then best, from, to = far, i, j end
    end
  end
  return from, to
end

local function join(points, hole, from, to)
  local joined = {}
  for i = 1, from do joined[#joined + 1] = points[i] end
  for i = 0, #hole do joined[#joined + 1] = hole[(to - 1 + i) % #hole + 1] end
  for i = from, #points do joined[#joined + 1] = points[i] end
  return joined
end

local function with_holes(points, holes)
  local left = {}
  for _, hole in ipairs(holes) do left[#left + 1] = points_of(hole) end
  while #left > 0 do
    local lists = { points }
    for _, hole in ipairs(left) do lists[#lists + 1] = hole end
    local hole = table.remove(left)
    local from, to = bridge(points, hole, lists)
    if from then points = join(points, hole, from, to) end
  end
  return points
end

-- ---- Ears ---------------------------------------------------------------------------------------

local function is_same(a, b) return a.x == b.x and a.y == b.y end

local function is_ear(points, i, j, k)
  local a, b, c = points[i], points[j], points[k]
  if turn(a.x, a.y, b.x, b.y, c.x, c.y) <= 0 then return false end
  for m, p in ipairs(points) do
    if m ~= i and m ~= j and m ~= k and not is_same(p, a) and not is_same(p, b) and not is_same(p, c)
      and turn(a.x, a.y, b.x, b.y, p.x, p.y) >= 0 and turn(b.x, b.y, c.x, c.y, p.x, p.y) >= 0
      and turn(c.x, c.y, a.x, a.y, p.x, p.y) >= 0 then
      return false
    end
  end
  return true
end

-- Returns the ear with the shortest cut; if there is none, a flat corner.
local function next_ear(points)
  local best, least
  for j = 1, #points do
    local i, k = (j - 2) % #points + 1, j % #points + 1
    local far = distance(points[i], points[k])
    if (not least or far < least) and is_ear(points, i, j, k) then best, least = j, far end
  end
  return best
end

local function flat(points)
  for j = 1, #points do
    local a, b, c = points[(j - 2) % #points + 1], points[j], points[j % #points + 1]
    if turn(a.x, a.y, b.x, b.y, c.x, c.y) == 0 then return j end
  end
end

--- Returns the triangles that fill an area.
---@param outline number[] clockwise on the screen
---@param holes number[][] anticlockwise, inside the outline
---@return number[][] list of {x1, y1, x2, y2, x3, y3}
function triangles.of(outline, holes)
  local points, list = with_holes(points_of(outline), holes), {}
  while #points >= 3 do
    local j = next_ear(points)
    if j then
      local a, b, c = points[(j - 2) % #points + 1], points[j], points[j % #points + 1]
      list[#list + 1] = { a.x, a.y, b.x, b.y, c.x, c.y }
    else
      j = flat(points)
    end
    if not j then break end
    table.remove(points, j)
  end
  return list
end

return triangles
