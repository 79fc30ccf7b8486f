--- The Winter Edition: twelve tiles in addition to those of the base game, which need no additional
--- rules.
--
-- The inn on one of them has an effect if Inns & Cathedrals is in the game.
--
-- Source: the tiles of the edition.
return {
  name = "winter",
  description = "The twelve tiles that the Winter Edition has in addition to those of the base game.",
  tiles = [[
    WI-A x1 road:E road:S road:W field:NL.NR.EL.WR field:ER.SL field:SR.WL
    WI-B x1 city:N road:W field:WR~N field:EL.ER.SL.SR.WL~N
    WI-C x1 city:N road:E field:EL~N field:ER.SL.SR.WL.WR~N
    WI-D x1 monastery road:S field:NL.NR.EL.ER.SL.SR.WL.WR
    WI-E x1 city:N.W road:S+inns-and-cathedrals.inn? field:SR~W field:EL.ER.SL~W
    WI-F x1 monastery road:W road:E field:ER.SL.SR.WL field:NL.NR.EL.WR
    WI-G x1 city:N road:E.S field:EL.SR.WL.WR~N field:ER.SL
    WI-H x1 city:N road:S field:SR.WL.WR~N field:EL.ER.SL~N
    WI-I x1 road:N.W road:E.S field:NL.WR field:ER.SL field:NR.EL.SR.WL
    WI-J x1 city:N.W road:E field:EL~W field:ER.SL.SR~W
    WI-K x1 road:S field:NL.NR.EL.ER.SL.SR.WL.WR
    WI-L x1 city:N road:S.W field:SR.WL field:EL.ER.SL.WR~N
  ]],
}
