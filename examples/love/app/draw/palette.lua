--- The colours of the table and of what lies on it.
-- @module app.draw.palette

local shared = require("carcassonne.screen").palette

local palette = {}

local function colour(hex)
  local parts = {}
  for pair in hex:gmatch "%x%x" do parts[#parts + 1] = tonumber(pair, 16) / 255 end
  return parts
end

-- A colour with a share of paper in it: large areas are calm.
local function softened(c, share)
  local mixed = {}
  for i = 1, 3 do mixed[i] = c[i] + (shared.paper[i] - c[i]) * share end
  return mixed
end

--- What may be chosen.
palette.choice = colour "0B4F79"

palette.table = colour "DFD8CA"

--- By kind of segment.
palette.kinds = {
  field = shared.kinds.field, road = softened(shared.kinds.road, 0.35), city = softened(shared.kinds.city, 0.20),
  river = softened(shared.kinds.river, 0.25), spot = softened(shared.kinds.spot, 0.45), monastery = colour "CDC3A6",
}

palette.field_dark = colour "84A766"
palette.tree = colour "6E9656"
palette.tree_light = colour "8FB574"
palette.wall = colour "5F4330"
palette.wall_light = colour "A5866A"
palette.roof = colour "8C3B2B"
palette.roof_dark = colour "70291D"
palette.house = colour "F6E7CB"
palette.road_edge = colour "B5A688"
palette.river_edge = colour "6F9DB8"
palette.stone = colour "8E8778"
palette.ink = colour "2E2A25"
palette.white = colour "FFFDF8"
palette.seam = { 0.22, 0.26, 0.14, 0.20 }

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
