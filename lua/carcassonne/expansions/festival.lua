--- The Festival: ten tiles that let a piece return.
--
-- Instead of deploying, a player who places a festival tile may take back one of their pieces on
-- the table: a follower, a builder, a pig or another figure. The piece does not score. Taking it
-- back is the player's whole action. Prisoners are not on the table. With the option for followers
-- only, the rule `count_as_followers` decides whether builder and pig are included.
--
-- Source: both editions. The publisher reads the word as "figures"; some printings say "followers".
return {
  name = "festival",
  description = "A player who places a festival tile may take back one of that player's pieces instead of "
    .. "deploying a piece.",
  options = { returns = { "any", "follower",
    description = "which pieces may be taken back; any: all pieces; follower: only followers" } },
  modules = { tiles = "its ten tiles; the festival signs have an effect only with the module `recall`",
    recall = { description = "a player who places a festival tile may take back a piece",
      needs = { "tiles" } } },
  attributes = { { name = "festival", on = "tile" } },
  tiles = { { module = "tiles", [[
    FE-A x1 city:E.W city:S field:NL.NR~W field~W.S @festival
    FE-B x1 city:N.W city:E.S field~N.S @festival
    FE-C x1 city:N road:S field:SR.WL.WR~N field:EL.ER.SL~N @festival
    FE-D x1 city:N road:E field:EL~N field:ER.SL.SR.WL.WR~N @festival
    FE-E x1 city:N city:S road:W road:E field:ER~S field:WL~S field:EL~N field:WR~N @festival
    FE-F x1 road:E.S city:N field:EL.SR.WL.WR~N field:ER.SL @festival
    FE-G x1 monastery road:S road:W field:NL.NR.EL.ER.SL.WR field:SR.WL @festival
    FE-H x1 city:N road:W field:WR~N field:EL.ER.SL.SR.WL~N @festival
    FE-I x1 road:S.W city:N field:EL.ER.SL.WR~N field:SR.WL @festival
    FE-J x1 road:N.W road:E.S field:NL.WR field:ER.SL field:NR.EL.SR.WL @festival
  ]] } },
  phases = {
    {
      name = "festival",
      module = "recall",
      timing = "deployment",
      when = { attribute = "festival" },
      offer = { "pieces", player = "turn_player", follower = { option = "returns", is = "follower" } },
      on_chosen = function(state, action)
        state:return_piece(action)
      end,
    },
  },
}
