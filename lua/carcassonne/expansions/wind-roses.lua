--- Wind Roses: six tiles, one of which is the start tile.
--
-- A whole rose divides the table into four quarters. A player who places a tile with a quarter of a
-- rose in the quarter that it shows scores 3 points at once, in addition to other points. The row
-- and the column of the rose belong to both quarters beside them. The rose on the start tile counts
-- until the other whole rose is placed, which then counts for the rest of the game. The quarters
-- rotate with the tile of the whole rose; the rotation of the other tile does not matter.
--
-- Source: the publisher's sheet; there is one edition. A whole rose points to the north, as in the
-- sheet's example and in another engine. A magazine's printing of the tiles shows only north and
-- south; its rules are not included.

local POINTS = 3

-- The direction of each quarter from the whole rose, to the east and south.
local QUARTERS = { ["rose-ne"] = { 1, -1 }, ["rose-se"] = { 1, 1 }, ["rose-sw"] = { -1, 1 },
  ["rose-nw"] = { -1, -1 } }

-- Returns the distance of a tile from a rose to the east and south, in the rotation of the rose.
local function seen_from(rose, tile)
  local east, south = tile.x - rose.x, tile.y - rose.y
  for _ = 1, rose.rotation do east, south = south, -east end
  return east, south
end

local function score_quarter(state, tile)
  local roses = state:tiles { attribute = "rose" } -- in the order of placement
  if #roses == 0 then return end
  local east, south = seen_from(roses[#roses], tile)
  for name, side in pairs(QUARTERS) do
    local is_there = east * side[1] >= 0 and south * side[2] >= 0
    if is_there and state:matches(tile, { attribute = name }) then
      state:award(state:turn_player(), POINTS, "wind-rose")
    end
  end
end

return {
  name = "wind-roses",
  description = "A wind rose divides the table into quarters; a tile that shows one quarter of the rose "
    .. "scores if it is placed in that quarter of the table.",
  modules = {
    tiles = "its six tiles; the roses on them have an effect only with the module `roses`",
    roses = { description = "a tile that shows one quarter of the rose scores 3 points if it is placed in "
      .. "that quarter of the table", needs = { "tiles" } },
  },
  attributes = {
    { name = "rose", on = "tile" },
    { name = "rose-ne", on = "tile" }, { name = "rose-se", on = "tile" },
    { name = "rose-sw", on = "tile" }, { name = "rose-nw", on = "tile" },
  },
  tiles = { { module = "tiles", [[
    WR-A x1 city:N.W field:EL.ER.SL.SR~N @rose-ne
    WR-B x1 city:N city:W field:EL.ER.SL.SR~N.W @rose-se
    WR-C x1 city:N.S field:WL.WR~N field:EL.ER~N @rose-nw
    WR-D x1 city:E road:W field:NL.NR.WR~E field:SL.SR.WL~E @rose
    WR-E x1 road:S.W field:NL.NR.EL.ER.SL.WR field:SR.WL @rose
    WR-F x1 city:N road:S.W field:EL.ER.SL.WR~N field:SR.WL @rose-sw
  ]] } },
  start = { { id = "WR-D", module = "tiles" } },
  on_tile_placed = {
    module = "roses",
    when = { attribute = { "rose-ne", "rose-se", "rose-sw", "rose-nw" } },
    run = score_quarter,
  },
}
