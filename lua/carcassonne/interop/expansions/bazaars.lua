--- What the other engine calls the things of the bazaars.
-- @module carcassonne.interop.expansions.bazaars

return {
  code = "BB",
  departures = { { "debts", true, "who has not the points for it may still buy the tile that was named" } },
  tilesets = { ["bridges-castles-and-bazaars:2"] = { edition = 2 } },
  rules = { ["bazaar-no-auction"] = { usual = "false", ["false"] = { auction = true }, ["true"] = { auction = false } } },
  saved = { elements = { bazaar = { option = "bazaars", tiles = true } } },
}
