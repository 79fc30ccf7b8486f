--- The River: twelve tiles that are drawn before all others, the spring on the table and the lake last.
-- A river tile must join the river where it ends, and may not turn it straight back: two bends that follow one another go
-- different ways. A river parts fields as a road does; nobody stands on it, and it scores nothing.
-- Source: the rules of the base game's second edition, which has these tiles; a bend after straight tiles is not spoken of there.
return {
  name = "river",
  description = "Twelve tiles of a river, from the spring to the lake, come before all others.",
  options = {
    turns = { "no-u-turn", "alternate", says = "which bends may not turn the same way: on tiles that touch; alternate: those with "
      .. "straight tiles between them neither, so that the river never comes back to itself" },
  },
  attributes = {
    { name = "river-spring", of = "tile" }, { name = "river", of = "tile" }, { name = "river-lake", of = "tile" },
  },
  groups = { "river-spring", "river", "river-lake" },
  edges = { { "river", joins = true, turns = { option = "turns" } } },
  tiles = [[
    RI-A x1 river:E field:NL.NR.EL.ER.SL.SR.WL.WR @river-spring
    RI-B x1 river:W field:NL.NR.EL.ER.SL.SR.WL.WR @river-lake
    RI-C x1 river:E.W city:N city:S field:EL.WR~N field:ER.WL~S @river
    RI-D x1 river:E.W city:N road:S~N field:EL~N field:WR~N field:ER.SL field:SR.WL @river
    RI-E x1 river:E.W monastery road:S~monastery field:NL.NR.EL.WR field:ER.SL field:SR.WL @river
    RI-F x1 river:N.S road:E.W field:NL.WR field:NR.EL field:ER.SL field:SR.WL @river
    RI-G x2 river:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL @river
    RI-H x1 river:E.S city:N.W field:EL.SR~N field:ER.SL @river
    RI-I x1 river:S.W road:N.E field:NL.ER.SL.WR field:NR.EL field:SR.WL @river
    RI-J x2 river:S.W field:NL.NR.EL.ER.SL.WR field:SR.WL @river
  ]],
  start = { { id = "RI-A" } },
}
