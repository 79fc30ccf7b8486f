-- House rule: the game starts with a town that has a market. After placing a tile, a player may
-- send a follower to the market instead of deploying it. When any player completes a road or city,
-- a follower in the market may move there before the feature scores.
return {
  name = "market-town",
  description = "Followers wait in the market of a town and can move to completed roads and cities.",
  attributes = { { name = "market", on = "tile" } },
  tiles = [[
    MA-A x1 @market spot road:W field:NL.NR.EL.ER.SL.SR.WL.WR
    MA-B x1 @market spot road:E field:NL.NR.EL.ER.SL.SR.WL.WR
    MA-C x1 road:S field:NL.NR.EL.ER.SL.SR.WL.WR
  ]],
  -- moved to a free place if other start tiles are in the way
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
