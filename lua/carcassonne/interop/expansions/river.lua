--- What the other engine calls the things of the rivers.
-- @module carcassonne.interop.expansions.river

return {
  code = "RI",
  departures = {
    { "turns", "room", "a river flows on only towards five free cells, by which it cannot turn back either" },
    { "volcano", "stays", "the lake with the volcano is placed as any tile, where no dragon is in the game" },
  },
  tilesets = { ["river/1:2"] = { edition = 2 }, ["river/2:2"] = { edition = 2 }, ["gq11/river"] = { gq11 = true } },
  saved = { elements = { river = { tiles = true } } },
}
