--- What the other engine calls the things of the Watchtowers.
-- @module carcassonne.interop.expansions.watchtowers

return {
  code = "WT",
  departures = { { "who", "any", "builders set a tower off, too" } },
  saved = { elements = { watchtower = { implied = true } } },
}
