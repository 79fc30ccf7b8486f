--- What the other engine calls the things of The Cult.
-- @module carcassonne.interop.expansions.cult

return {
  code = "CU",
  tilesets = { ["cult/5"] = { tile_count = 5 } },
  saved = { elements = { shrine = { option = "challenge", tiles = true } } },
}
