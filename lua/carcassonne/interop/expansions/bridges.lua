--- What the other engine calls the things of the bridges.
-- @module carcassonne.interop.expansions.bridges

local places = require "carcassonne.interop.notation.jcz_places"

return {
  departures = { { "free", "empty-ends", "a bridge that nothing needs lies on the tile just placed only" } },
  saved = { elements = { bridge = { span = "bridge" } }, tokens = { BRIDGE = { "bridge", places.axis } } },
}
