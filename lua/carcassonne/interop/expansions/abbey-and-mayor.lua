--- What the other engine calls the things of Abbey & Mayor.
-- @module carcassonne.interop.expansions.abbey-and-mayor

return {
  code = "AM",
  tilesets = { ["abbey-and-mayor:2"] = { edition = 2 } },
  departures = {
    { "end_round", "again", "after the last tile the round of abbeys begins anew when the player of the last turn was asked" },
  },
  rules = {
    ["wagon-move"] = { usual = "C2", C1 = { wagon_move = "C1" }, C2 = { wagon_move = "C2" } },
    ["barn-placement"] = { usual = "not-occupied", ["not-occupied"] = { barn_field = "no-barn" }, occupied = { barn_field = "any" } },
  },
  saved = {
    elements = {
      mayor = { piece = "mayor" }, wagon = { piece = "wagon" }, barn = { piece = "barn" },
      abbey = { option = "abbeys", tile = "AM-AB" },
    },
    pieces = { mayor = "mayor", wagon = "wagon", barn = "barn" },
    after_commit = { wagon = true, abbey = true, ["abbey-end"] = true },
  },
}
