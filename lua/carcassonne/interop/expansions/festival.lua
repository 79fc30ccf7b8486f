--- What the other engine calls the things of the festival.
-- @module carcassonne.interop.expansions.festival

return {
  code = "FE",
  rules = { ["festival-return"] = { usual = "meeple", meeple = { returns = "any" }, follower = { returns = "follower" } } },
  saved = {
    elements = { festival = { option = "recall", tiles = true } },
    taken_back = { FESTIVAL = "festival" },
  },
}
