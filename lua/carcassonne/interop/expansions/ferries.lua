--- What the other engine calls the things of the ferries.
-- @module carcassonne.interop.expansions.ferries

return {
  code = "FR",
  departures = {
    { "cut_off", "both", "a builder that is cut off from all followers stays where the ferry still lands, and holds the road" },
  },
  saved = { elements = { ferry = { option = "ferries", tiles = true } } },
}
