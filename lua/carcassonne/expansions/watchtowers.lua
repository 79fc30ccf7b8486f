--- Watchtowers: twelve tiles, each with a tower that watches over nine tiles: its own and those
--- around it.
--
-- When a road or city with a meeple on such a tile is complete, the meeple's player scores points
-- for what the tower shows: 1 for each tile with a road, or each tile with a city; 2 for each coat
-- of arms, or each meeple of any player; 3 for each monastery. The majority does not matter. All
-- towers score before the features do, and therefore before any meeple returns. Farmers do not
-- score with towers, and towers do not score at the end of the game. A castle is not a city: its
-- followers do not score with towers, and its tiles count only if they have another city. A tile
-- with roads or cities counts once, no matter how many it has; each coat of arms and each monastery
-- counts.
--
-- Source: the sheet of 2016, which the sheet of 2024 repeats. It only mentions "meeples", so
-- builders and pigs do not score with a tower, and are not counted. With the option value "any", as
-- in another engine, every piece on the tile scores.

-- The items that towers count, by attribute of the tile, with the points for each item.
local CASTLE = { token = "castles.castle?" }
local SORTS = {
  { "roads", points = 1, of = "tiles", kind = "road" },
  { "cities", points = 1, of = "tiles", has = { "segments", kind = "city", except = CASTLE } },
  { "arms", points = 2, of = "segments", attribute = "pennant" },
  { "meeples", points = 2, of = "pieces", follower = true },
  { "monasteries", points = 3, of = "segments", kind = "monastery" },
}

local function count_around(state, place, sort)
  return state:count { sort.of, around = place, kind = sort.kind, has = sort.has, attribute = sort.attribute,
    follower = sort.follower }
end

local function score(state, options)
  local follower = options.who == "meeples" or nil -- nil: any piece
  for _, sort in ipairs(SORTS) do
    for piece in state:each { "pieces", attribute = sort[1], kind = { "road", "city" }, complete = true,
      follower = follower,
      except = CASTLE } do
      local points = sort.points * count_around(state, piece, sort)
      if points > 0 then state:award(piece.player, points, "watchtower") end
    end
  end
end

return {
  name = "watchtowers",
  description = "Twelve tiles with towers: a follower on such a tile scores for the tiles around it when "
    .. "its road or city is complete.",
  options = { who = { "meeples", "any",
    description = "meeples: only followers score with a tower; any: all pieces score, builders too" } },
  modules = {
    tiles = "its twelve tiles; the towers on them have an effect only with the module `watchtowers`",
    watchtowers = { description = "a follower on a tile with a tower scores for the tiles around it",
      needs = { "tiles" } },
  },
  attributes = {
    { name = "roads", on = "tile" }, { name = "cities", on = "tile" }, { name = "arms", on = "tile" },
    { name = "meeples", on = "tile" }, { name = "monasteries", on = "tile" },
  },
  tiles = { { module = "tiles", [[
    WT-A x1 city:N city:E road:S field:SL~E field:SR.WL.WR~N @arms
    WT-B x1 city:N field:EL.ER.SL.SR.WL.WR~N @monasteries
    WT-C x1 city:N road:S field:EL.ER.SL~N field:SR.WL.WR~N @cities
    WT-D x1 city:N road:S field:EL.ER.SL~N field:SR.WL.WR~N @meeples
    WT-E x1 city:N road:W road:E field:EL~N field:WR~N field:ER.SL.SR.WL @roads
    WT-F x1 city:N.W road:S road:E field:SR~N field:EL~N field:ER.SL @meeples
    WT-G x1 city:W city:E field:NL.NR~W.E field:SL.SR~W.E @cities
    WT-H x1 city:E city:W road:S field:NL.NR~W.E field:SL~E field:SR~W @arms
    WT-I x1 city:W road:S field:SR~W field:NL.NR.EL.ER.SL~W @roads
    WT-J x1 city:W road:E field:NL.NR.EL~W field:ER.SL.SR~W @cities
    WT-K x1 road:W road:E field:ER.SL.SR.WL field:NL.NR.EL.WR @monasteries
    WT-L x1 road:S road:E field:NL.NR.EL.SR.WL.WR field:ER.SL @roads
  ]] } },
  phases = { {
    name = "watchtower",
    module = "watchtowers",
    timing = "before_scoring",
    order = 90, -- after all moves of pieces that can score
    when = { { "pieces", kind = { "road", "city" }, complete = true, except = CASTLE,
      attribute = { "roads", "cities", "arms", "meeples", "monasteries" } } },
    run = score,
  } },
}
