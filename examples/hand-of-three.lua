return {
  name = "hand-of-three",
  description = "Each player holds three tiles, hidden from the others, places any of them, and draws one at the end of the turn.",
  reserves = { { name = "hand", of = "player", seen = "owner", deal = 3, refill = "turn_end", play = "any" } },
}
