--- What the other engine calls the things of the wind roses.
-- @module carcassonne.interop.expansions.wind-roses

return {
  code = "WR",
  saved = { elements = { ["wind-rose"] = { implied = true } } },
}
