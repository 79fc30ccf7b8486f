-- Maps the Abbot to the names in logs of the other engine.

return {
  sets = { "abbot" },
  place = function(state, place)
    return place.text:match "^spot" and state:any { "segments", at = place, attribute = "garden?" }
      and "garden" or nil
  end,
  choices = { recall = "piece" },
  features = { garden = "garden" },
  scored = {
    ["abbot-garden"] = "garden.incomplete", ["abbot-monastery"] = "monastery.incomplete",
      ["abbot-shrine"] = "shrine.incomplete",
  },
}
