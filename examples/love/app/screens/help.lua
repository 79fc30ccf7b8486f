--- The help screen, with the bindings of app.keys.
-- @module app.screens.help

local keys = require "app.keys"
local look = require "app.ui.look"
local overlay = require "app.screens.overlay"
local words = require "carcassonne.describe.words"

local Help = overlay.class { title = "Keys and mouse", width = 1120, height = 760, closing = "help" }

--- Creates the screen.
---@return table screen
function Help.new() return overlay.new(Help, {}) end

-- Draws each key in a box; returns the right end.
local function paint_keys(binding, x, y)
  local u = look.unit
  for _, key in ipairs(keys.words(binding)) do
    local w = math.max(23 * u, look.font("small"):getWidth(key) + 14 * u)
    look.box(x, y, w, 23 * u, "card", "line", 5)
    look.write(key, x + (w - look.font("small"):getWidth(key)) / 2, y + 3 * u, "small")
    x = x + w + 4 * u
  end
  return x
end

-- Draws one section; returns its bottom.
local function paint_room(room, x, y, w)
  local u = look.unit
  look.write(room.title, x, y, "heading", "accent")
  y = y + 32 * u
  for _, binding in ipairs(room) do
    local left = math.max(paint_keys(binding, x, y) + 10 * u, x + 136 * u)
    local h = look.paragraph(words.sentence(binding.says), left, y + 3 * u, x + w - left, "small")
    if binding.mouse then
      h = h + look.paragraph("Mouse: " .. binding.mouse, left, y + 3 * u + h, x + w - left, "small", "faint")
    end
    y = y + math.max(26 * u, h + 7 * u)
  end
  return y + 14 * u
end

function Help:paint(x, y, w, h)
  local u = look.unit
  local top = self.ui:open("keys", x - 6 * u, y, w + 12 * u, h)
  local half = (w - 36 * u) / 2
  local left, right = top, top
  for i, room in ipairs(keys.rooms) do
    if i % 2 == 1 then
      left = paint_room(room, x, left, half)
    else
      right = paint_room(room, x + half + 36 * u, right, half)
    end
  end
  self.ui:close(math.max(left, right))
end

return Help
