-- House rule: a hole is worth a turn. Who places a tile between four others takes a whole new turn
-- afterwards, once.
return {
  name = "hole-turn",
  description = "Who fills a hole between four tiles takes a whole new turn afterwards, once.",
  on_tile_placed = { when = { adjacent_to = { "tiles", min = 4 }, variable = { further = 0 } },
      run = function(state)
    if state:further_turns() == 0 then state:grant_further_turn() end
  end },
}
