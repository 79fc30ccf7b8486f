--- The screen that explains why the engine cannot be loaded, and what to do.
-- @module app.screens.trouble

local Ui = require "app.ui"
local colours = require "app.colours"
local keys = require "app.keys"
local look = require "app.ui.look"

local Trouble = {}
Trouble.__index = Trouble

--- Creates the screen.
---@param problem Trouble
---@param again fun() called for the next attempt
---@return table screen
function Trouble.new(problem, again)
  return setmetatable({ problem = problem, again = again, ui = Ui.new() }, Trouble)
end

--- Draws the screen.
---@param active boolean
function Trouble:draw(active)
  look.fit()
  local u, width, height = look.unit, love.graphics.getDimensions()
  love.graphics.clear(colours.linen)
  self.ui:begin(active)
  local w = math.min(width - 80 * u, 820 * u)
  local x, y = (width - w) / 2, math.max(40 * u, height * 0.16)
  y = y + look.paragraph(self.problem.title, x, y, w, "title", "alarm") + 18 * u
  y = y + look.paragraph(self.problem.place, x, y, w, "heading") + 14 * u
  y = y + look.paragraph(self.problem.text, x, y, w, "text", "faint") + 22 * u
  self.ui:button { id = "again", x = x, y = y, w = 160 * u, h = 42 * u, text = "Try again", kind = "primary",
    on = self.again }
  self.ui:button { id = "quit", x = x + 176 * u, y = y, w = 120 * u, h = 42 * u, text = "Quit",
    on = love.event.quit }
  y = y + 66 * u
  look.box(x, y, w, height - y - 40 * u, "paper", "line")
  local top = self.ui:open("detail", x, y, w, height - y - 40 * u)
  self.ui:close(top + look.paragraph(self.problem.detail, x + 14 * u, top + 12 * u, w - 28 * u, "small",
    "faint") + 24 * u)
  self.ui:finish()
end

Ui.listen(Trouble)

function Trouble:keypressed(key)
  local name = keys.name(key)
  if name == "back" then return love.event.quit() end
  if not self.ui:key(name, key) and name == "place" then self.again() end
end

return Trouble
