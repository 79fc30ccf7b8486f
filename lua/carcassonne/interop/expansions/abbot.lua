--- What the other engine calls the things of the Abbot.
-- @module carcassonne.interop.expansions.abbot

return {
  departures = {
    { "from_place", true, "an abbot may be called home from the abbot's place of a special monastery" },
  },
  saved = {
    elements = { abbot = { piece = "abbot" }, garden = { option = "tiles" } },
    pieces = { abbot = "abbot" },
    taken_back = { ABBOT = "recall" },
  },
}
