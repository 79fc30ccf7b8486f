-- House rule: a town with a market lies there at the start. Who places a tile may send a follower
-- to the market instead of deploying one. Who waits there may go to a road or a city that is
-- complete now, whoever completed it, before it scores.
return {
  name = "market-town",
  description = "Followers wait in the market of a town, and come to roads and cities that are complete.",
  attributes = { { name = "market", on = "tile" } },
  tiles = [[
    MA-A x1 @market spot road:W field:NL.NR.EL.ER.SL.SR.WL.WR
    MA-B x1 @market spot road:E field:NL.NR.EL.ER.SL.SR.WL.WR
    MA-C x1 road:S field:NL.NR.EL.ER.SL.SR.WL.WR
  ]],
  -- moves beside what else lies there
  start = { { id = "MA-A" }, { id = "MA-B", x = 1 }, { id = "MA-C", y = 1 } },
  areas = { { name = "market", segments = { kind = "spot", attribute = "market" } } },
  phases = {
    { name = "to-market", timing = "deployment", when = { player = { hand = "follower" } },
      ask = function(state) state:offer {} end,
      on_chosen = function(state) state:deploy(state:turn_player(), "follower", "market") end },
    { name = "from-market", timing = "before_scoring", asked_players = {}, may_pass = true,
      offer = { "segments", kind = { "road", "city" }, complete = true, at = "last_placed",
        when = { { "pieces", player = "asked", at = "market" } } },
      on_chosen = function(state, action)
        if not action then return end
        local waiting = state:pieces { player = state:asked(), at = "market" }
        state:move_piece(waiting[1], action.x, action.y, action.segment)
        return #waiting > 1
      end },
  },
}
