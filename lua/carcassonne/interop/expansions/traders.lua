--- What the other engine calls the things of Traders & Builders.
-- @module carcassonne.interop.expansions.traders

local shapes = require "carcassonne.interop.notation.schema"

return {
  log = {
    sets = { "traders" },
    snapshot = { { "goods", shapes.three_by_player, "three goods of each player", true } }, -- their lack is told as a difference
  },
  saved = {
    elements = { traders = {}, ["pig-herd"] = {}, builder = { piece = "builder" }, pig = { piece = "pig" } },
    pieces = { builder = "builder", pig = "pig" },
  },
}
