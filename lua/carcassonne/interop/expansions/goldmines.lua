--- What the other engine calls the things of the Goldmines.
-- @module carcassonne.interop.expansions.goldmines

local cells = require "carcassonne.interop.notation.cells"
local schema = require "carcassonne.interop.notation.schema"

return {
  code = "GM",
  departures = { { "tiles_taken", "given", "who shares ingots is not asked from which tile: it gives out first where most have a claim" } },
  log = {
    sets = { "goldmines" },
    kinds = { gold = "gold" },
    choices = { gold = "cell" },
    tokens = { { "gold", schema.by_player, "how many ingots each player has",
      left = function(state, player) return state:num_tokens("ingot", player) end } },
    snapshot = { { "gold", schema.integers_by_name, "ingots by cell" } },
    compare = function(compare, state, after)
      compare:running_lists("ingots", cells.counts(state, "ingot"), cells.logged_list(after.gold))
    end,
    final = { gold = "gold" },
  },
  saved = {
    elements = { gold = { option = "gold", tiles = true } },
    tokens = { GOLD = { "gold" } },
  },
}
