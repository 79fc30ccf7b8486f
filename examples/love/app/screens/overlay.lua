--- Base class of screens that cover part of another screen: a sheet on a shaded background, a
--- title, and keys that close it.
-- @module app.screens.overlay

local Ui = require "app.ui"
local keys = require "app.keys"
local look = require "app.ui.look"
local scenes = require "app.scenes"

local overlay = {}

local Overlay = { overlay = true }
Overlay.__index = Overlay

--- Creates a class of overlays with `title`, `width` and `height` in units, and `paint(x, y, w,
--- h)`, which draws the content of the sheet.
---@param class table
---@return table class
function overlay.class(class)
  class.__index = class
  return setmetatable(class, Overlay)
end

--- Creates an overlay.
---@param class table
---@param fields table
---@return table screen
function overlay.new(class, fields)
  fields.ui = Ui.new()
  return setmetatable(fields, class)
end

--- Draws the sheet.
---@param active boolean
function Overlay:draw(active)
  look.fit()
  local u, width, height = look.unit, love.graphics.getDimensions()
  look.set "shade"
  love.graphics.rectangle("fill", 0, 0, width, height)
  local w, h = math.min(width - 24 * u, self.width * u), math.min(height - 24 * u, self.height * u)
  local x, y = (width - w) / 2, (height - h) / 2
  look.box(x, y, w, h, "paper", "line", 14)
  self.ui:begin(active)
  look.write(look.cut(self.title, w - 100 * u, "number"), x + 28 * u, y + 22 * u, "number")
  self.ui:button { id = "close", x = x + w - 56 * u, y = y + 18 * u, w = 36 * u, h = 36 * u, text = "×",
    on = function() self:close() end }
  self:paint(x + 28 * u, y + 70 * u, w - 56 * u, h - 90 * u)
  self.ui:finish()
end

--- Closes the overlay.
function Overlay:close() scenes.pop() end

Ui.listen(Overlay)

--- Sends keys to the widgets. Escape and the keys of the binding `closing` close the overlay.
---@param self table the screen
---@param key string
function overlay.keypressed(self, key)
  local name = keys.name(key)
  if self.ui:key(name, key) then return end
  if name == "back" or name == self.closing then return self:close() end
  if name == "down" or name == "right" then
    self.ui:step(1)
  elseif name == "up" or name == "left" then
    self.ui:step(-1)
  end
end

Overlay.keypressed = overlay.keypressed

return overlay
