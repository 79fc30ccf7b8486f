--- What the other engine calls the tiles of the Winter Edition.
-- @module carcassonne.interop.expansions.winter

return { code = "WI" }
