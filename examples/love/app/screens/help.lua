--- The keys, from the one table of them.
-- @module app.screens.help

local keys = require "app.keys"
local look = require "app.ui.look"
local overlay = require "app.screens.overlay"

local Help = overlay.class { title = "Keys and mouse", width = 1080, height = 700, closing = "help" }

--- Makes it.
---@return table screen
function Help.new() return overlay.new(Help, {}) end

-- One room; returns where it ends.
local function paint_room(room, x, y, w)
  local u = look.unit
  look.write(room.title, x, y, "heading", "accent")
  y = y + 32 * u
  for _, binding in ipairs(room) do
    local text = keys.text(binding)
    local key_w = look.font("small"):getWidth(text) + 14 * u
    look.box(x, y, key_w, 23 * u, "card", "line", 5)
    look.write(text, x + 7 * u, y + 3 * u, "small")
    local says = binding.mouse and ("%s; mouse: %s"):format(binding.says, binding.mouse) or binding.says
    local left = x + math.max(key_w + 12 * u, 128 * u)
    y = y + math.max(27 * u, look.paragraph(says, left, y + 3 * u, x + w - left, "small") + 7 * u)
  end
  return y + 14 * u
end

function Help:paint(x, y, w, h)
  local u = look.unit
  local top = self.ui:open("keys", x - 6 * u, y, w + 12 * u, h)
  local half = (w - 36 * u) / 2
  local left, right = top, top
  for i, room in ipairs(keys.rooms) do
    if i % 2 == 1 then left = paint_room(room, x, left, half) else right = paint_room(room, x + half + 36 * u, right, half) end
  end
  self.ui:close(math.max(left, right))
end

return Help
