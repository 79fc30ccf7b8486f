--- What the other engine calls the things of Traders & Builders.
-- @module carcassonne.interop.expansions.traders

local schema = require "carcassonne.interop.notation.schema"

return {
  log = {
    sets = { "traders" },
    snapshot = { { "goods", schema.three_by_player, "three goods of each player", true } }, -- their lack is told as a difference
  },
  saved = {
    elements = { traders = {}, ["pig-herd"] = {}, builder = { piece = "builder" }, pig = { piece = "pig" } },
    pieces = { builder = "builder", pig = "pig" },
  },
}
