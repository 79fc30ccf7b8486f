--- What the other engine calls the things of Under the Big Top.
-- @module carcassonne.interop.expansions.under-the-big-top

return {
  code = "BT",
  tilesets = { ["under-the-big-top:2"] = { edition = 2 } },
}
