--- What the other engine calls the things of Darmstadt.
-- @module carcassonne.interop.expansions.darmstadt

return {
  code = "DA",
  log = { sets = { "darmstadt" }, scored = { church = "church" } },
  saved = { elements = { church = { implied = true } } },
}
