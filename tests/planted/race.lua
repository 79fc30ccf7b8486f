-- The rule: the first player with 50 points wins, and the game ends after that turn.
-- Sensible players deploy no farmers, whose points come too late.
-- A play test can record who wins, after how many turns, and the share of deployments on fields.

return {
  name = "race",
  description = "The first player with 50 points wins.",
  options = { goal = { default = 50, description = "points that win the game" } },
  victory = { "race", points = { option = "goal" } },
}
