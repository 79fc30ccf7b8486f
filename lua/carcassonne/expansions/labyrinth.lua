--- The Labyrinth: a tile that joins four roads.
--
-- The basic rules are those of any road; to play by them, omit the modules `stretches` and `bonus`.
-- By the advanced rules a labyrinth divides its roads into stretches, each up to the next labyrinth
-- or to an end. A follower may be deployed on a stretch without a piece, even if other stretches of
-- the road are occupied, and on the labyrinth itself if it is empty. A magic portal leads there,
-- too. When the road is complete, the player with the majority scores 2 more points for each
-- follower on it, of any player. There is one tile; the two designs that came with a magazine, one
-- for each edition, can both be in the game.
--
-- Source: the magazine's sheet, and the publisher's page for the advanced rules. Another engine
-- counts all pieces, also builders.

-- Segments with a labyrinth, and occupied roads with one.
local LABYRINTH = { attribute = "labyrinth" }
local OCCUPIED = { attribute = "labyrinth", has = { "pieces" } }

-- Matches segments that are occupied: a labyrinth with a piece on it, or a stretch with a piece
-- between two labyrinths or ends.
local TAKEN = { { at = { "pieces" } },
  { feature = { "pieces", except = LABYRINTH }, as_far_as = LABYRINTH, except = LABYRINTH } }

return {
  name = "labyrinth",
  description = "A labyrinth joins four roads into one; each stretch of this road, from a labyrinth to an "
    .. "end or another labyrinth, can be occupied on its own.",
  options = {
    copies = { 1, 2, 3, description = "number of labyrinth tiles" },
    counted = { "followers", "pieces",
      description = "which pieces bring 2 points on a complete road with a labyrinth; followers: only "
        .. "followers; pieces: all pieces, builders too" },
  },
  modules = {
    tiles = "the labyrinth tile, which joins four roads",
    stretches = { description = "each stretch of a road, from a labyrinth to an end or another labyrinth, "
      .. "can be occupied on its own",
      needs = { "tiles" } },
    bonus = { description = "a complete road with a labyrinth scores 2 points more for each follower on it",
      needs = { "tiles" } },
  },
  attributes = { "labyrinth" },
  tiles = { { module = "tiles", [[
    LA-A x1 road:N.E.S.W+labyrinth field:NL.WR field:NR.EL field:ER.SL field:SR.WL
  ]] } },
  counts = { module = "tiles", ["LA-A"] = { option = "copies" } },
  points = {
    { module = "bonus", kind = "road", complete = true, attribute = "labyrinth", add = 2,
      per = { "pieces", follower = { option = "counted", is = "followers" } } },
  },
  phases = {
    {
      name = "stretch",
      module = "stretches",
      timing = "deployment",
      offer = {
        { "segments", at = "last_placed", kind = "road", feature = OCCUPIED, except = TAKEN,
          can_deploy = "followers", needs = {},
          deploy = true },
        { "segments", kind = "road", complete = false, feature = OCCUPIED,
          except = { { at = "last_placed" }, TAKEN[1], TAKEN[2] },
          can_deploy = "followers", needs = {}, deploy = true,
            when = { attribute = "princess-and-dragon.portal?" } },
      },
    },
  },
}
