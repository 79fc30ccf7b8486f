--- The small menu at a place with several choices: different pieces, or placements with and without
--- a bridge.
-- @module app.screens.popup

local look = require "app.ui.look"
local pieces = require "app.draw.pieces"
local words = require "carcassonne.describe.words"

local popup = {}

-- The table's screen passes itself to these functions. Its `menu` has choices, x, y, and the index
-- `at` of the marked choice.

-- Returns the text of a choice without its place, which the screen shows. Placements in one cell
-- differ only in their span.
local function text_of(choice)
  if choice.action.kind ~= "place" then return (choice.text:gsub(" %b()$", "")) end
  local span = words.span(choice.action, { seen = true })
  return span ~= "" and span or "without a span"
end

--- Draws the menu of a table's screen.
---@param owner table
function popup.draw(owner)
  local menu, u = owner.menu, look.unit
  local w, row = 300 * u, 40 * u
  local view = owner.camera.view
  local h = #menu.choices * row + 12 * u
  local x = math.max(view.x + 8 * u, math.min(menu.x + 18 * u, view.x + view.w - w - 8 * u))
  local y = math.max(view.y + 8 * u, math.min(menu.y - h / 2, view.y + view.h - h - 8 * u))
  look.set("shade", 0.18)
  love.graphics.rectangle("fill", x + 3 * u, y + 5 * u, w, h, 10 * u, 10 * u)
  look.box(x, y, w, h, "paper", "line", 10)
  local player = owner.session.state:current_player()
  for i, choice in ipairs(menu.choices) do
    local function draw_piece(sx, sy, size)
      pieces.draw(choice.piece, player, sx + size / 2, sy + size / 2, size * 0.9)
    end
    owner.ui:button { id = "menu " .. i, x = x + 6 * u, y = y + 6 * u + (i - 1) * row, w = w - 12 * u,
      h = row - 4 * u,
      text = text_of(choice), align = "left", size = "text", kind = i == menu.at and "chosen" or "plain",
      sign = choice.piece and draw_piece, on = function() owner:choose(choice) end }
  end
end

local STEPS = { up = -1, previous = -1, left = -1, down = 1, next = 1, right = 1 }

--- Takes a key.
---@param owner table
---@param name? string name of a binding in app.keys
---@param key string
---@return boolean taken
function popup.key(owner, name, key)
  local menu = owner.menu
  if STEPS[name] then menu.at = (menu.at + STEPS[name] - 1) % #menu.choices + 1 return true end
  local choice = name == "place" and menu.choices[menu.at] or name == "number" and menu.choices[tonumber(key)]
  if choice then owner:choose(choice) return true end
  if name == "back" then owner.menu = nil return true end
  return name == "number"
end

return popup
