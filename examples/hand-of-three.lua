return {
  name = "hand-of-three",
  description = "Each player holds three hidden tiles, places one of them, and draws another "
    .. "at the end of the turn.",
  reserves = { { name = "hand", owner = "player", visible_to = "owner", deal = 3, refill = "turn_end",
    play_from = "any" } },
}
