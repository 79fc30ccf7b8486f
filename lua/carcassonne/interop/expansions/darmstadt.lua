--- What the other engine calls the things of Darmstadt.
-- @module carcassonne.interop.expansions.darmstadt

return {
  code = "DA",
  saved = { elements = { church = { implied = true } } },
}
