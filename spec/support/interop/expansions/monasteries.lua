-- What logs of the other engine call the things of the special monasteries.

return {
  sets = { "monasteries" },
  place = function(state, place)
    return place.text == "spot" and state:any { "tiles", at = place, attribute = "special-monastery?" }
      and "abbot-space" or nil
  end,
  final = { ["special-monastery"] = "special-monastery" },
}
