--- The colours of the table and of what lies on it.
-- @module app.draw.palette

local palette = {}

local function colour(hex)
  local parts = {}
  for pair in hex:gmatch "%x%x" do parts[#parts + 1] = tonumber(pair, 16) / 255 end
  return parts
end

palette.table = colour "DFD8CA"

--- By kind of segment.
palette.kinds = {
  field = colour "A9C685", city = colour "D8B384", road = colour "F3EAD6", river = colour "8CB8D0", monastery = colour "C9D6A6",
  spot = colour "B9AE9C",
}

palette.field_dark = colour "8DAF6C"
palette.tree = colour "7FA25F"
palette.tree_light = colour "9CBC7A"
palette.wall = colour "8A5E3B"
palette.wall_light = colour "B98A5C"
palette.roof = colour "B4674A"
palette.roof_dark = colour "97523A"
palette.house = colour "F0DDBF"
palette.road_edge = colour "B5A688"
palette.river_edge = colour "6F9DB8"
palette.stone = colour "8E8778"
palette.ink = colour "2E2A25"
palette.white = colour "FFFDF8"
palette.seam = { 0.22, 0.26, 0.14, 0.20 }

--- By player, told apart by the colour-blind, too; each piece has its player's number besides.
palette.players = { colour "0072B2", colour "D55E00", colour "F0C808", colour "009E73", colour "B0508F", colour "3B3B3B" }

--- What can be read on a player's colour.
---@param player integer
---@return number[]
function palette.on_player(player)
  local c = palette.players[player]
  local bright = 0.299 * c[1] + 0.587 * c[2] + 0.114 * c[3]
  return bright > 0.6 and palette.ink or palette.white
end

return palette
