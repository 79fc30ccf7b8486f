--- What the other engine calls the things of Games Quarterly 11.
-- @module carcassonne.interop.expansions.gq11

return {
  code = "GQ",
  rules = { ["gq11-pig-herd"] = { usual = "pig", pig = {} } },
}
