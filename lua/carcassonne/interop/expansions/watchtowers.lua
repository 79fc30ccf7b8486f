--- What the other engine calls the things of the Watchtowers.
-- @module carcassonne.interop.expansions.watchtowers

return {
  code = "WT",
  departures = { { "who", "any", "builders set a tower off, too" } },
  log = { sets = { "watchtowers" }, scored = { watchtower = "watchtower" } },
  saved = { elements = { watchtower = { implied = true } } },
}
