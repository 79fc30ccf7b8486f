-- Maps the special monasteries to the names in logs of the other engine.

return {
  sets = { "monasteries" },
  place = function(state, place)
    return place.text == "spot" and state:any { "tiles", at = place, attribute = "special-monastery?" }
      and "abbot-space" or nil
  end,
  final = { ["special-monastery"] = "special-monastery" },
}
