-- The rule: the first player with 50 points wins, and the game ends after that turn.
-- Sensible players deploy no farmers, whose points come too late.
-- A play test can record who wins, after how many turns, and the share of deployments on fields.

local GOAL = 50

return {
  name = "race",
  description = "The first player with 50 points wins.",
  options = { goal = { default = GOAL, description = "points that win the game" } },
  variables = { { name = "winner" } },
  on_points_given = function(state, given, options)
    if given.final or given.total < options.goal or state:variable "winner" ~= 0 then return end
    state:set_variable("winner", given.player)
    for _, player in ipairs(state:players()) do
      if player ~= given.player then state:eliminate(player) end
    end
  end,
}
