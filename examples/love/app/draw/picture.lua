--- Small pictures, each painted once, large, and drawn at any size: their edges are smooth wherever
--- the window's are not.
-- @module app.draw.picture

local picture = {}

local SIDE = 256 -- pixels; more than any is drawn with
local REACH = 0.75 -- what is painted lies within it, in units of the picture's size, all around its middle

local kept = {}

local function painted(paint)
  local g = love.graphics
  local canvas = g.newCanvas(SIDE, SIDE, { mipmaps = "auto" })
  canvas:setFilter("linear", "linear")
  g.push "all"
  g.reset()
  g.setCanvas(canvas)
  g.clear(0, 0, 0, 0)
  g.translate(SIDE / 2, SIDE / 2)
  g.scale(SIDE / 2 / REACH)
  paint()
  g.setCanvas()
  g.pop()
  return canvas
end

--- Draws one around a point.
---@param key string by which it is known
---@param x number
---@param y number
---@param size number pixels of its unit
---@param alpha? number
---@param paint fun() draws it, around 0,0 and about one unit large
function picture.draw(key, x, y, size, alpha, paint)
  kept[key] = kept[key] or painted(paint)
  local g, a = love.graphics, alpha or 1
  local mode, how = g.getBlendMode()
  g.setBlendMode("alpha", "premultiplied")
  g.setColor(a, a, a, a)
  local scale = size * 2 * REACH / SIDE
  g.draw(kept[key], x, y, 0, scale, scale, SIDE / 2, SIDE / 2)
  g.setBlendMode(mode, how)
end

return picture
