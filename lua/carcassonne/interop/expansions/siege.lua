--- What the other engine calls the things of the two sieges.
-- @module carcassonne.interop.expansions.siege

return {
  code = "SI",
  departures = {
    { "escape_often", "turn", "a knight escapes once a turn, in a double turn, too" },
    { "monastery", "any-tile", "a monastery beside any tile of the city opens it" },
    { "pig", 1, "a pig counts a besieged city once, where its field counts it twice" },
  },
  rules = {
    ["espace-variant"] = { usual = "any-tile", ["any-tile"] = { monastery = "any-tile" },
      ["siege-tile"] = { monastery = "besieging-tile" } },
  },
  saved = {
    elements = { siege = { option = "siege", tiles = true }, escape = { option = "escape", tiles = true } },
    taken_back = { SIEGE_ESCAPE = "escape" },
    after_commit = { escape = true },
  },
}
