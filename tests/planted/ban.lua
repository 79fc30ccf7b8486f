-- The rule: a player who scores a city may not deploy again until the player has paid 3 points.
-- Sensible players pay at once, except in their last turns.
-- A play test can record the number of bans, and the share of turns in which a banned player pays.

local FINE = 3

return {
  name = "ban",
  description = "A player who scores a city may not deploy until the player has paid 3 points.",
  variables = { { name = "banned", scope = "player", label = "banned from deploying" } },
  on_feature_scored = { when = { kind = "city", complete = true }, run = function(state, scoring)
    for _, player in ipairs(scoring.players) do state:set_variable("banned", player, 1) end
  end },
  allow_deployment = function(state) return state:variable("banned", state:turn_player()) == 0 end,
  phases = { { name = "pay", timing = "turn_start", when = { player = { variable = "banned" } },
    label = "pay 3 points", question = "Does {player} pay 3 points to deploy again?",
    ask = function(state)
      state:offer {}
      return nil, true
    end,
    on_chosen = function(state, action)
      if not action then return end
      state:award(state:turn_player(), -FINE, "fine")
      state:set_variable("banned", state:turn_player(), 0)
    end } },
}
