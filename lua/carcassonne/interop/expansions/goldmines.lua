--- What the other engine calls the things of the Goldmines.
-- @module carcassonne.interop.expansions.goldmines

return {
  code = "GM",
  departures = { { "tiles_taken", "given", "who shares ingots is not asked from which tile: it gives out first where most have a claim" } },
  saved = {
    elements = { gold = { option = "gold", tiles = true } },
    tokens = { GOLD = { "gold" } },
  },
}
