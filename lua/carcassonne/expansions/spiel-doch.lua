--- Spiel Doch!: two tiles that were given away at a fair and need no additional rules.
--
-- On one of them, two cities share a field. On the other, three roads meet.
--
-- Source: the tiles.
return {
  name = "spiel-doch",
  description = "Two tiles that were given away at a fair.",
  options = { edition = { 1, 2, description = "in edition 2, one of the tiles has a garden" } },
  attributes = { { name = "garden", shared = true, scores_as_monastery = true,
    if_options = { edition = 2 } } },
  tiles = {
    "SD-A x1 city:N city:W field:EL.ER.SL.SR~N.W",
    { if_options = { edition = 1 },
      "SD-B x1 road:E road:S road:W field:NL.NR.EL.WR field:ER.SL field:SR.WL" },
    { if_options = { edition = 2 },
      "SD-C x1 spot+garden road:E road:S road:W field:NL.NR.EL.WR field:ER.SL field:SR.WL" },
  },
}
