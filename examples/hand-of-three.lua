return {
  name = "hand-of-three",
  description = "Each player holds three tiles, hidden from the others, places any of them, and draws one "
    .. "at the end of the turn.",
  reserves = { { name = "hand", owner = "player", visible_to = "owner", deal = 3, refill = "turn_end",
    play_from = "any" } },
}
