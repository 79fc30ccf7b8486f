--- Small pictures, each painted once at a large size and drawn at any size. Their edges are smooth
--- even without multisampling.
-- @module app.draw.picture

local picture = {}

local SIDE = 256 -- pixels; larger than any drawn size
local REACH = 0.75 -- distance from the middle in which pictures may paint, relative to the picture's size

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

--- Draws a picture around a point.
---@param key string key of the picture in the cache
---@param x number
---@param y number
---@param size number pixels of its unit
---@param alpha? number
---@param paint fun() draws the picture around 0,0, about one unit large
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
