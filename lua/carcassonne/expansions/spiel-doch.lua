--- Spiel Doch!: two tiles that were given away at a fair, which need no rule of their own.
-- Two cities share a field on one of them; on the other three roads meet.
-- Source: the tiles.
return {
  name = "spiel-doch",
  description = "Two tiles that were given away at a fair.",
  tiles = [[
    SD-A x1 city:N city:W field:EL.ER.SL.SR~N.W
    SD-B x1 road:E road:S road:W field:NL.NR.EL.WR field:ER.SL field:SR.WL
  ]],
}
