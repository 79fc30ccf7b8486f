--- The colours of the table: those of app.colours by name, and those of carcassonne.ui.palette for
--- players and kinds of ground.
-- @module app.draw.palette

local colours = require "app.colours"
local shared = require("carcassonne.ui").palette

local palette = setmetatable({}, { __index = colours })

-- Mixes a colour with the paper colour, so that large areas are less bright.
local function softened(c, share)
  local mixed = {}
  for i = 1, 3 do mixed[i] = c[i] + (shared.paper[i] - c[i]) * share end
  return mixed
end

--- Colours by kind of segment.
palette.kinds = {
  field = shared.kinds.field, road = softened(shared.kinds.road, 0.35),
    city = softened(shared.kinds.city, 0.20),
  river = softened(shared.kinds.river, 0.25), spot = softened(shared.kinds.spot, 0.45),
    monastery = colours.abbey,
}

--- The looks of players: fill, edge, and a shape that does not depend on colour.
---@type PlayerLook[]
palette.looks = shared.players

palette.players = {}
for player, look in ipairs(shared.players) do palette.players[player] = look.fill end

--- Returns a text colour that is readable on a player's colour.
---@param player integer
---@return number[]
function palette.on_player(player) return shared.players[player].edge end

return palette
