--- Collects coloured triangles for one mesh: areas, wide lines, discs.
-- @module app.draw.strokes

local Strokes = {}
Strokes.__index = Strokes

--- Creates an empty collection.
---@return table
function Strokes.new() return setmetatable({ vertices = {} }, Strokes) end

local function vertex(list, x, y, c, alpha)
  list[#list + 1] = { x, y, 0, 0, c[1], c[2], c[3], alpha or c[4] or 1 }
end

--- Adds a triangle.
---@param t number[] {x1, y1, x2, y2, x3, y3}
---@param colour number[]
---@param alpha? number
function Strokes:triangle(t, colour, alpha)
  for i = 1, 6, 2 do vertex(self.vertices, t[i], t[i + 1], colour, alpha) end
end

--- Adds a convex polygon.
---@param p number[]
---@param colour number[]
---@param alpha? number
function Strokes:area(p, colour, alpha)
  for i = 3, #p - 3, 2 do self:triangle({ p[1], p[2], p[i], p[i + 1], p[i + 2], p[i + 3] }, colour, alpha) end
end

--- Adds a disc.
---@param x number
---@param y number
---@param r number
---@param colour number[]
---@param alpha? number
function Strokes:disc(x, y, r, colour, alpha)
  local steps = r > 0.03 and 18 or 10
  for i = 1, steps do
    local a, b = (i - 1) * 2 * math.pi / steps, i * 2 * math.pi / steps
    self:triangle({ x, y, x + r * math.cos(a), y + r * math.sin(a), x + r * math.cos(b),
      y + r * math.sin(b) }, colour, alpha)
  end
end

-- Returns the normal of a line at a point. Its length is half a width, or more at a bend.
local function across(points, i, half)
  local n = #points
  local before, after = math.max(1, i - 2), math.min(n - 1, i + 2)
  local function normal(from, to)
    local dx, dy = points[to] - points[from], points[to + 1] - points[from + 1]
    local length = math.max(1e-9, math.sqrt(dx * dx + dy * dy))
    return dy / length, -dx / length
  end
  if before == i or after == i then
    local nx, ny = normal(before, after)
    return nx * half, ny * half
  end
  local ax, ay = normal(before, i)
  local bx, by = normal(i, after)
  local mx, my = ax + bx, ay + by
  local square = mx * mx + my * my
  if square < 0.5 then return bx * half, by * half end
  return mx * 2 * half / square, my * 2 * half / square
end

--- Adds a line through points, with round ends.
---@param points number[]
---@param width number
---@param colour number[]
function Strokes:path(points, width, colour)
  local n, half = #points, width / 2
  local x, y = across(points, 1, half)
  for i = 3, n - 1, 2 do
    local nx, ny = across(points, i, half)
    local ax, ay, bx, by = points[i - 2], points[i - 1], points[i], points[i + 1]
    self:area({ ax + x, ay + y, bx + nx, by + ny, bx - nx, by - ny, ax - x, ay - y }, colour)
    x, y = nx, ny
  end
  self:disc(points[1], points[2], half, colour)
  self:disc(points[n - 1], points[n], half, colour)
end

--- Returns the collected triangles as a mesh.
---@return table? mesh LÖVE mesh, or nil if the collection is empty
function Strokes:mesh()
  if #self.vertices == 0 then return nil end
  return love.graphics.newMesh(self.vertices, "triangles", "static")
end

return Strokes
