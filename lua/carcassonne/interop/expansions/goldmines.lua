--- What the other engine calls the things of the Goldmines.
-- @module carcassonne.interop.expansions.goldmines

local shapes = require "carcassonne.interop.shapes"

local function lying(state)
  local list = {}
  for i, tile in ipairs(state:tiles { token = "ingot" }) do
    list[i] = ("%d,%d: %d"):format(tile.x, tile.y, state:num_tokens("ingot", tile))
  end
  return list
end

local function logged_lying(theirs)
  local list = {}
  for cell, count in pairs(theirs) do list[#list + 1] = ("%s: %d"):format(cell, count) end
  table.sort(list)
  return list
end

return {
  code = "GM",
  departures = { { "tiles_taken", "given", "who shares ingots is not asked from which tile: it gives out first where most have a claim" } },
  log = {
    sets = { "goldmines" },
    kinds = { gold = "gold" },
    choices = { gold = "cell" },
    tokens = { { "gold", shapes.by_player, "how many ingots each player has",
      left = function(state, player) return state:num_tokens("ingot", player) end } },
    snapshot = { { "gold", shapes.integers_by_name, "ingots by cell" } },
    compare = function(compare, state, after) compare:running_lists("ingots", lying(state), logged_lying(after.gold)) end,
    final = { gold = "gold" },
  },
  saved = {
    elements = { gold = { option = "gold", tiles = true } },
    tokens = { GOLD = { "gold" } },
  },
}
