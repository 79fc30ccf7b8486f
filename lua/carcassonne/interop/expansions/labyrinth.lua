--- What the other engine calls the things of the labyrinth.
-- @module carcassonne.interop.expansions.labyrinth

return {
  code = "LA",
  departures = { { "counted", "pieces", "a builder on a complete road with a labyrinth brings 2 points, too" } },
  rules = {
    ["labyrinth-variant"] = { usual = "advanced", advanced = {}, basic = { stretches = false, bonus = false } },
  },
}
