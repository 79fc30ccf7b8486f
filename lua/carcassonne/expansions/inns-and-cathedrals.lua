--- Inns & Cathedrals: 18 tiles with six inns and two cathedrals, and a large follower for each
--- player.
--
-- A complete road with an inn scores 2 points for each tile. A complete city with a cathedral
-- scores 3 for each tile and pennant. If incomplete, either scores nothing. A second inn or
-- cathedral adds nothing. The large follower can be deployed like any follower, and counts as two
-- in a majority; rules about ordinary followers exclude it.
--
-- Source: the sheet of the second edition, which differs from the first only in gardens on two
-- tiles.
local NOTHING, ORDINARY = { unfinished = "nothing" }, { unfinished = "ordinary" }

return {
  name = "inns-and-cathedrals",
  description = "18 tiles with inns and cathedrals, and a large follower that counts as two.",
  options = {
    edition = { 1, 2, description = "in edition 2, two of the tiles have a garden" },
    unfinished = { "nothing", "ordinary",
      description = "what incomplete roads with an inn and incomplete cities with a cathedral score at the "
        .. "end; ordinary: as much as other incomplete roads and cities" },
  },
  modules = {
    tiles = "its 18 tiles; inns and cathedrals have an effect only with the modules `inns` and `cathedrals`",
    inns = "a complete road with an inn scores 2 points per tile; an incomplete one scores nothing",
      large = "a large follower for each player",
    cathedrals = "a complete city with a cathedral scores 3 points per tile; an incomplete one scores "
      .. "nothing",
  },
  attributes = {
    { name = "inn", tile_points = 1, incomplete_tile_points = "nothing", module = "inns",
      if_options = NOTHING },
    { name = "inn", tile_points = 1, module = "inns", if_options = ORDINARY },
    { name = "inn", if_options = { inns = false } },
    { name = "cathedral", tile_points = 1, incomplete_tile_points = "nothing", module = "cathedrals",
      if_options = NOTHING },
    { name = "cathedral", tile_points = 1, module = "cathedrals", if_options = ORDINARY },
    { name = "cathedral", if_options = { cathedrals = false } },
    { name = "garden", shared = true, scores_as_monastery = true, if_options = { edition = 2 } },
  },
  tiles = { { module = "tiles", [[
    IC-A x1 road:S.W+inn field:NL.NR.EL.ER.SL.WR field:SR.WL
    IC-B x1 road:E.W+inn field:NL.NR.EL.WR field:ER.SL.SR.WL
    IC-C x1 road:E+inn road:W road:S field:NL.NR.EL.WR field:SR.WL field:ER.SL
    IC-D x1 monastery road:W road:E field:ER.SL.SR.WL field:NL.NR.EL.WR
    IC-E x1 road:N.W road:E.S field:NL.WR field:ER.SL field:NR.EL.SR.WL
    IC-F x1 city:N.W road:E field:EL~W field:ER.SL.SR~W
    IC-G x1 city:N field:EL.ER~N field:SL.SR.WL.WR~N
    IC-H x1 city:N city:W city:E city:S field~N.W.E.S
    IC-I x1 city:N city:S road:W road:E field:ER~S field:WL~S field:EL~N field:WR~N
    IC-J x1 city:N road:S field:SR.WL.WR~N field:EL.ER.SL~N
    IC-K x2 city:N.E.S.W+cathedral
    IC-L x1 city:N.W+pennant road:E.S+inn field:ER.SL field:EL.SR~N
    IC-M x1 city:N road:S.W+inn field:SR.WL field:EL.ER.SL.WR~N
    IC-N x1 city:N.W road:S+inn field:SR~W field:EL.ER.SL~W
    IC-O x1 city:N city:W city:E field:SL.SR~N.W.E
    IC-P x1 city:N.W+pennant city:S field:EL.ER~N.S
    IC-Q x1 city:E.W+pennant road:N road:S field:NL~W field:NR~W field:SL~W field:SR~W
  ]] }, { module = "tiles", if_options = { edition = 2 }, [[
    IC-Bg x1 road:E.W+inn field:NL.NR.EL.WR field:ER.SL.SR.WL spot+garden instead:IC-B
    IC-Hg x1 city:N city:W city:E city:S field~N.W.E.S spot+garden instead:IC-H
  ]] } },
  pieces = {
    large = { module = "large", count = 1, role = "follower", power = 2, hosts_builder = false },
  },
}
