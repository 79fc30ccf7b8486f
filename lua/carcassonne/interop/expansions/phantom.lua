--- What the other engine calls the things of the Phantom.
-- @module carcassonne.interop.expansions.phantom

return {
  saved = { elements = { phantom = { piece = "phantom" } }, pieces = { phantom = "phantom" } },
}
