--- What the other engine calls the things of the wind roses.
-- @module carcassonne.interop.expansions.wind-roses

return {
  code = "WR",
  log = { sets = { "windrose" }, scored = { ["wind-rose"] = "wind-rose" } },
  saved = { elements = { ["wind-rose"] = { implied = true } } },
}
