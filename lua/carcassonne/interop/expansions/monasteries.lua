--- What the other engine calls the things of the special monasteries.
-- @module carcassonne.interop.expansions.monasteries

return {
  code = "MO",
  rules = { ["keep-monasteries"] = { usual = "replace", replace = { monasteries = "replace" }, keep = { monasteries = "keep" } } },
  log = {
    sets = { "monasteries" },
    place = function(state, place)
      return place.text == "spot" and state:any { "tiles", at = place, attribute = "special-monastery?" } and "abbot-space" or nil
    end,
    final = { ["special-monastery"] = "special-monastery" },
  },
  saved = { elements = { monastery = { implied = true } } },
}
