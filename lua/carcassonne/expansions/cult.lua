--- The Cult: six tiles with a shrine, which a monastery may challenge.
--
-- A shrine is like a monastery: a follower is deployed there as a heretic, as a monk is on a
-- monastery. The shrine is complete with eight tiles around it, and scores the same points. If a
-- shrine and a monastery are next to each other, also diagonally, and both are occupied, they
-- challenge each other: when one of them is complete, it scores, and the follower of the other
-- returns without points. If one tile completes both, both score. An unoccupied shrine or monastery
-- does not win a challenge. The one that has not won stays in play, and other tiles may still
-- complete it. At the end of the game both score their points. A shrine or monastery cannot be
-- placed if a shrine would have two monasteries next to it or a monastery two shrines, occupied or
-- not. An abbey is a monastery.
--
-- Source: the sheets, and the publisher's answers. Some boxes have five tiles, without the tile
-- with a city and two roads.
return {
  name = "cult",
  description =
    "Six tiles with shrines: if a shrine and a monastery lie next to each other, only the one that is "
    .. "completed first scores.",
  options = { tile_count = { 6, 5, description = "number of tiles; some boxes have five" } },
  modules = {
    tiles = "its tiles; a shrine on them counts as a monastery",
    challenge = { description = "if a shrine and a monastery lie next to each other, only the one that is "
      .. "completed first scores",
      needs = { "tiles" } },
  },
  attributes = { "shrine" },
  tiles = { { module = "tiles", [[
    CU-A x1 monastery+shrine field:NL.NR.EL.ER.SL.SR.WL.WR
    CU-B x1 monastery+shrine city:N field:EL.ER.SL.SR.WL.WR~N
    CU-C x1 monastery+shrine road:S field:NL.NR.EL.ER.SL.SR.WL.WR
    CU-D x1 monastery+shrine city:N road:S field:EL.ER.SL.SR.WL.WR~N
    CU-E x1 monastery+shrine road:N road:S field:NL.SR.WL.WR field:NR.EL.ER.SL
  ]] }, { module = "tiles", if_options = { tile_count = 6 },
    "CU-F x1 monastery+shrine city:N road:W road:E field:EL.WR~N field:ER.SL.SR.WL" } },
  forbidden_placements = {
    { "tiles", module = "challenge", attribute = "shrine",
      around = { "tiles", kind = "monastery", except = { attribute = "shrine" }, min = 2 } },
    { "tiles", module = "challenge", kind = "monastery", except = { attribute = "shrine" },
      around = { "tiles", attribute = "shrine", min = 2 } },
  },
  on_feature_scored = {
    module = "challenge",
    when = { kind = "monastery", complete = true, final = false, has = { "pieces", follower = true } },
    run = function(state, scoring)
      local shrine = { attribute = "shrine" }
      local is_shrine = state:matches(scoring.feature, shrine)
      for loser in state:each { "pieces", kind = "monastery", complete = false, around = scoring.feature,
        [is_shrine and "except" or "all"] = shrine } do
        state:award(loser.player, 0, is_shrine and "monastery-challenged" or "shrine-challenged")
        state:return_piece(loser)
      end
    end,
  },
}
