--- What the other engine calls the things of the Abbot.
-- @module carcassonne.interop.expansions.abbot

return {
  departures = {
    { "from_place", true, "an abbot may be called home from the abbot's place of a special monastery" },
  },
  log = {
    sets = { "abbot" },
    place = function(state, place)
      return place.text:match "^spot" and state:any { "segments", at = place, attribute = "garden?" } and "garden" or nil
    end,
    choices = { recall = "piece" },
    features = { garden = "garden" },
    scored = {
      ["abbot-garden"] = "garden.incomplete", ["abbot-monastery"] = "monastery.incomplete", ["abbot-shrine"] = "shrine.incomplete",
    },
  },
  saved = {
    elements = { abbot = { piece = "abbot" }, garden = { option = "tiles" } },
    pieces = { abbot = "abbot" },
    taken_back = { ABBOT = "recall" },
  },
}
