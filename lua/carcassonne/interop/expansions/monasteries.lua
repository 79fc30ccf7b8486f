--- What the other engine calls the things of the special monasteries.
-- @module carcassonne.interop.expansions.monasteries

return {
  code = "MO",
  rules = { ["keep-monasteries"] = { usual = "replace", replace = { monasteries = "replace" }, keep = { monasteries = "keep" } } },
  saved = { elements = { monastery = { implied = true } } },
}
