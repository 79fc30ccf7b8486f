--- What the other engine calls the things of Traders & Builders.
-- @module carcassonne.interop.expansions.traders

return {
  saved = {
    elements = { traders = {}, ["pig-herd"] = {}, builder = { piece = "builder" }, pig = { piece = "pig" } },
    pieces = { builder = "builder", pig = "pig" },
  },
}
