--- What the other engine calls the things of the Russian promos.
-- @module carcassonne.interop.expansions.russian-promos

return {
  code = "RP",
  saved = { elements = { ["russian-trap"] = { implied = true } } },
}
