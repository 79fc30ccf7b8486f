--- Games Quarterly 11: ten tiles from a magazine, one of them with a herd of pigs.
--
-- A herd of pigs makes each complete city worth 1 point more to the farmers of its field, as a pig
-- does. If there is a pig too, it adds 1 more. The herd belongs to nobody. A second herd adds
-- nothing, even if it comes from another set. Two more tiles of the magazine show a river; the
-- option `gq11` of `river` adds them.
--
-- Source: the magazine's sheet; the rule for two herds follows another engine.
return {
  name = "gq11",
  description = "Ten tiles; one of them has a herd of pigs, which makes its field worth more.",
  modules = {
    tiles = "its ten tiles; the herd of pigs has an effect only with the module `herd`",
    herd = { description = "the herd of pigs makes its field worth more", needs = { "tiles" } },
  },
  attributes = { { name = "pig-herd", module = "herd" } },
  tiles = { { module = "tiles", [[
    GQ-C x1 monastery road:N road:W road:S road:E field:NL.WR field:NR.EL field:ER.SL field:SR.WL
    GQ-D x1 field:NL.NR.EL.ER.SL.SR.WL.WR+pig-herd?
    GQ-E x1 city:E.W road:S field:NL.NR~W field:SR~W field:SL~W
    GQ-F x1 city:E.W road:S road:N field:NR~W field:NL~W field:SR~W field:SL~W
    GQ-G x1 city:N city:S road:E.W field:EL.WR~N field:ER.WL~S
    GQ-H x1 city:N road:E road:S.W field:EL~N field:ER.SL.WR~N field:SR.WL
    GQ-I x1 city:N.W field:SL.SR~N field:EL.ER~N
    GQ-J x1 city:N.W road:S field:SR~N field:EL.ER.SL~N
    GQ-K x1 city:N.W road:S road:E field:SR~N field:EL~N field:ER.SL~N
    GQ-L x1 city:N.W city:E road:S field:SR~N field:SL~N.E
  ]] } },
  points = {
    { module = "herd", kind = "field", attribute = "pig-herd", per = "cities", add = 1,
      has_no = { "pieces", piece = "barn?" },
      except = { attribute = "river.pig-herd?" } },
  },
}
