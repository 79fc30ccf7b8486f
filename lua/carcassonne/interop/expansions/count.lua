--- What the other engine calls the things of the Count of Carcassonne.
-- @module carcassonne.interop.expansions.count

return {
  code = "CO",
  departures = {
    { "often", "part", "a follower goes to the city in each part of a double turn" },
    { "arrives", "last-tile", "nobody moves into what a ferry or a tunnel completes away from the tile just placed" },
  },
  rules = {
    ["coc-final-scoring"] = { usual = "market-only", ["market-only"] = { at_end = "market" }, ["any-district"] = { at_end = "any" } },
    ["count-move"] = { usual = "by-player", ["by-player"] = {} },
  },
  saved = { elements = { count = { option = "quarters", tiles = true } } },
}
