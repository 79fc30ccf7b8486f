return {
  name = "draw-two",
  description =
    "The player draws two tiles and places one; the other returns to the bag before the next draw.",
  reserves = { { name = "drawn", deal = 2, refill = "before_draw", play_from = "any" } },
  phases = {
    { name = "back", timing = "before_scoring", run = function(state)
      for _, id in ipairs(state:reserve "drawn") do state:move_tile(id, "drawn", "bag") end
    end },
  },
}
