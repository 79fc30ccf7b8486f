--- What the other engine calls the things of the base game. Options stand for rule values here.
-- @module carcassonne.interop.expansions.base

return {
  rules = { ["tiny-city-scoring"] = { usual = "4", ["4"] = { small_city = 4 }, ["2"] = { small_city = 2 } } },
  saved = {
    elements = { farmers = {}, ["small-follower"] = { piece = "follower" } },
    pieces = { small = "follower" },
  },
}
