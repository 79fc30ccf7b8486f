--- The colours of the table: the game's own by their names, and what the screen's kit has for
--- players and kinds of ground.
-- @module app.draw.palette

local colours = require "app.colours"
local shared = require("carcassonne.ui").palette

local palette = setmetatable({}, { __index = colours })

-- A colour with a share of paper in it: large areas are calm.
local function softened(c, share)
  local mixed = {}
  for i = 1, 3 do mixed[i] = c[i] + (shared.paper[i] - c[i]) * share end
  return mixed
end

--- By kind of segment.
palette.kinds = {
  field = shared.kinds.field, road = softened(shared.kinds.road, 0.35),
    city = softened(shared.kinds.city, 0.20),
  river = softened(shared.kinds.river, 0.25), spot = softened(shared.kinds.spot, 0.45),
    monastery = colours.abbey,
}

--- How players are shown: fill, edge, and a shape for those who see no colour.
---@type PlayerLook[]
palette.looks = shared.players

palette.players = {}
for player, look in ipairs(shared.players) do palette.players[player] = look.fill end

--- What can be read on a player's colour.
---@param player integer
---@return number[]
function palette.on_player(player) return shared.players[player].edge end

return palette
