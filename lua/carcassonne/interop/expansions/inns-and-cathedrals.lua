--- What the other engine calls the things of Inns & Cathedrals.
-- @module carcassonne.interop.expansions.inns-and-cathedrals

return {
  code = "IC",
  tilesets = { ["inns-and-cathedrals:2"] = { edition = 2 } },
  rules = {
    ["inn-and-cathedral-final-scoring"] = { usual = "zero", zero = { unfinished = "nothing" }, ignore = { unfinished = "ordinary" } },
  },
  saved = {
    elements = {
      ["big-follower"] = { piece = "large" }, inn = { option = "inns", tiles = true },
      cathedral = { option = "cathedrals", tiles = true },
    },
    pieces = { big = "large" },
  },
}
