--- What the other engine calls the tiles that were given away.
-- @module carcassonne.interop.expansions.spiel-doch

return { code = "SD", tilesets = { ["spiel-doch:2"] = { edition = 2 } } }
