--- Triangles with colours, collected for one mesh: areas, lines of a width, discs.
-- @module app.draw.strokes

local Strokes = {}
Strokes.__index = Strokes

--- Begins with nothing.
---@return table
function Strokes.new() return setmetatable({ vertices = {} }, Strokes) end

local function vertex(list, x, y, c, alpha) list[#list + 1] = { x, y, 0, 0, c[1], c[2], c[3], alpha or c[4] or 1 } end

--- A triangle.
---@param t number[] {x1, y1, x2, y2, x3, y3}
---@param colour number[]
---@param alpha? number
function Strokes:triangle(t, colour, alpha)
  for i = 1, 6, 2 do vertex(self.vertices, t[i], t[i + 1], colour, alpha) end
end

--- A convex area.
---@param p number[]
---@param colour number[]
---@param alpha? number
function Strokes:area(p, colour, alpha)
  for i = 3, #p - 3, 2 do self:triangle({ p[1], p[2], p[i], p[i + 1], p[i + 2], p[i + 3] }, colour, alpha) end
end

--- A disc.
---@param x number
---@param y number
---@param r number
---@param colour number[]
---@param alpha? number
function Strokes:disc(x, y, r, colour, alpha)
  local steps = r > 0.03 and 18 or 10
  for i = 1, steps do
    local a, b = (i - 1) * 2 * math.pi / steps, i * 2 * math.pi / steps
    self:triangle({ x, y, x + r * math.cos(a), y + r * math.sin(a), x + r * math.cos(b), y + r * math.sin(b) }, colour, alpha)
  end
end

--- A straight line with round ends.
---@param x1 number
---@param y1 number
---@param x2 number
---@param y2 number
---@param width number
---@param colour number[]
---@param blunt? boolean without the round ends
function Strokes:line(x1, y1, x2, y2, width, colour, blunt)
  local length = math.sqrt((x2 - x1) ^ 2 + (y2 - y1) ^ 2)
  if length == 0 then return end
  local dx, dy = (y2 - y1) / length * width / 2, (x1 - x2) / length * width / 2
  self:area({ x1 + dx, y1 + dy, x2 + dx, y2 + dy, x2 - dx, y2 - dy, x1 - dx, y1 - dy }, colour)
  if blunt then return end
  self:disc(x1, y1, width / 2, colour)
  self:disc(x2, y2, width / 2, colour)
end

--- A line through points.
---@param points number[]
---@param width number
---@param colour number[]
function Strokes:path(points, width, colour)
  for i = 1, #points - 3, 2 do self:line(points[i], points[i + 1], points[i + 2], points[i + 3], width, colour) end
end

--- What was collected, to be drawn at once.
---@return table? mesh of LÖVE; nil where there is nothing
function Strokes:mesh()
  if #self.vertices == 0 then return nil end
  return love.graphics.newMesh(self.vertices, "triangles", "static")
end

return Strokes
