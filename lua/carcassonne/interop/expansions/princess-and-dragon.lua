--- What the other engine calls the things of The Princess & the Dragon.
-- @module carcassonne.interop.expansions.princess-and-dragon

return {
  code = "PD",
  tilesets = { ["princess-and-dragon:2"] = { edition = 2 } },
  departures = {
    { "fairy_pays", "moved", "whoever moves away from the fairy, out of the Count's city, brings her points for what scores then" },
  },
  options = { dragon_eats = "towers", fairy_stays = true, fairy_bonus = "always" },
  rules = {
    ["princess-action"] = { usual = "may", may = { princess = "may" }, must = { princess = "must" } },
    ["fairy-placement"] = { usual = "next-follower", ["next-follower"] = { fairy_on = "follower" }, ["on-tile"] = { fairy_on = "tile" } },
    ["dragon-move"] = { usual = "before-scoring", ["before-scoring"] = { dragon_moves = "before-scoring" },
      ["after-scoring"] = { dragon_moves = "after-scoring" } },
  },
  saved = {
    elements = {
      fairy = { option = "fairy" }, dragon = { option = "dragon", tiles = true },
      princess = { option = "princesses", tiles = true }, portal = { option = "portals", tiles = true },
    },
    figures = { fairy = "fairy", dragon = "dragon" },
    taken_back = { PRINCESS = "princess" },
  },
}
