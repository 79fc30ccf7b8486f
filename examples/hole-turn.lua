-- House rule: a player who places a tile in a hole (with a tile on each of its four sides) takes an
-- extra turn afterwards.
return {
  name = "hole-turn",
  description = "A player who fills a hole between four tiles takes one extra turn.",
  on_tile_placed = { when = { adjacent_to = { "tiles", min = 4 }, variable = { further = 0 } },
      run = function(state)
    if state:further_turns() == 0 then state:grant_further_turn() end
  end },
}
