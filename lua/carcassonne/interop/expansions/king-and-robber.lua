--- What the other engine calls the things of King & Robber.
-- @module carcassonne.interop.expansions.king-and-robber

return {
  code = "KR",
  tilesets = { ["king-and-robber:2"] = { edition = 2 } },
  rules = {
    ["king-and-robber-scoring"] = { usual = "default", default = { scoring = "default" }, ["10/20"] = { scoring = "10/20" },
      ["15/40"] = { scoring = "15/40" }, continuously = { scoring = "continuous" } },
  },
  saved = { elements = { king = { option = "king" }, robber = { option = "robber" } } },
}
