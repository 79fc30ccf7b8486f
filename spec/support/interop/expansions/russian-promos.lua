-- Maps the Russian promos to the names in logs of the other engine.

return {
  sets = { "russian" },
  place = function(state, place)
    if place.text ~= "spot" then return nil end
    for _, name in ipairs { "yaga-hut", "razboynik", "vodyanoy" } do
      if state:any { "segments", at = place, attribute = name .. "?" } then return name end
    end
  end,
  choices = { free = "piece" },
  features = { ["yaga-hut"] = "yaga-hut" },
  final = { vodyanoy = "vodyanoy" },
}
