--- What the other engine calls the things of the River.
-- @module carcassonne.interop.expansions.river

return {
  code = "RI",
  options = { turns = "no-u-turn" },
  saved = { elements = { river = { tiles = true } } },
}
