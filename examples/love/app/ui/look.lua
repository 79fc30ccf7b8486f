--- Sizes, fonts and boxes of everything except the table.
-- @module app.ui.look

local colours = require "app.colours"
local utf8 = require "utf8"

local look = {}

--- Pixels per unit. Sizes are in units of a window of 1280 by 800.
look.unit = 1

local SIZES = { small = 12.5, text = 14.5, button = 15, heading = 19, number = 22, title = 38 }
local fonts = {}

--- Adapts the unit to the window size.
function look.fit()
  local width, height = love.graphics.getDimensions()
  look.unit = math.max(0.62, math.min(width / 1280, height / 800))
end

--- Returns the font of a named size.
---@param name string
---@return table font LÖVE font
function look.font(name)
  local pixels = math.max(9, math.floor(SIZES[name] * look.unit + 0.5))
  fonts[pixels] = fonts[pixels] or love.graphics.newFont(pixels)
  return fonts[pixels]
end

-- Makes a text valid UTF-8, which LÖVE requires. Scripts and file names may contain other bytes.
local function readable(text) return utf8.len(text) and text or (text:gsub("[\128-\255]", "?")) end

--- Sets the drawing colour.
---@param colour string|number[] a name of app.colours, or a colour
---@param alpha? number
function look.set(colour, alpha)
  local c = type(colour) == "string" and colours[colour] or colour
  love.graphics.setColor(c[1], c[2], c[3], alpha or c[4] or 1)
end

--- Writes a text on one line; returns its width.
---@param text string
---@param x number
---@param y number
---@param size string
---@param colour? string|number[]
---@return number
function look.write(text, x, y, size, colour)
  local font = look.font(size)
  text = readable(text)
  look.set(colour or "ink")
  love.graphics.setFont(font)
  love.graphics.print(text, math.floor(x), math.floor(y))
  return font:getWidth(text)
end

--- Writes a text wrapped to a width; returns its height.
---@param text string
---@param x number
---@param y number
---@param width number
---@param size string
---@param colour? string|number[]
---@param align? "left"|"center"|"right"
---@return number
function look.paragraph(text, x, y, width, size, colour, align)
  local font = look.font(size)
  look.set(colour or "ink")
  love.graphics.setFont(font)
  love.graphics.printf(readable(text), math.floor(x), math.floor(y), math.max(1, width), align or "left")
  return look.height(text, width, size)
end

--- Returns the height of a paragraph.
---@param text string
---@param width number
---@param size string
---@return number
function look.height(text, width, size)
  local font = look.font(size)
  local _, lines = font:getWrap(readable(text), math.max(1, width))
  return math.max(1, #lines) * font:getHeight() * font:getLineHeight()
end

--- Shortens a text to a width, with dots at the cut.
---@param text string
---@param width number
---@param size string
---@return string
function look.cut(text, width, size)
  local font = look.font(size)
  text = readable(text)
  if font:getWidth(text) <= width then return text end
  while #text > 1 and font:getWidth(text .. "…") > width do
    text = text:gsub("[^\128-\191][\128-\191]*$", "")
  end
  return text .. "…"
end

--- Draws a filled box with round corners and an optional outline.
---@param x number
---@param y number
---@param width number
---@param height number
---@param fill string|number[]
---@param line? string|number[]
---@param radius? number units
function look.box(x, y, width, height, fill, line, radius)
  local r = (radius or 8) * look.unit
  look.set(fill)
  love.graphics.rectangle("fill", x, y, width, height, r, r)
  if not line then return end
  look.set(line)
  love.graphics.setLineWidth(math.max(1, look.unit))
  love.graphics.rectangle("line", x + 0.5, y + 0.5, width - 1, height - 1, r, r)
end

return look
