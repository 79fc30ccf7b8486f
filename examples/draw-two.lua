return {
  name = "draw-two",
  description =
    "Two tiles are drawn; the player places one, and the other goes back into the bag before the next draw.",
  reserves = { { name = "drawn", deal = 2, refill = "before_draw", play_from = "any" } },
  phases = {
    { name = "back", timing = "before_scoring", run = function(state)
      for _, id in ipairs(state:reserve "drawn") do state:move_tile(id, "drawn", "bag") end
    end },
  },
}
