-- The rule: a player takes a coin instead of deploying; at the start of a turn it buys 3 points.
-- Sensible players take a coin instead of deploying nothing, and spend all coins.
-- A play test can record the passes although a coin is offered, and the coins left at the end.

local function change_coins(state, by)
  local player = state:turn_player()
  state:set_variable("coins", player, state:variable("coins", player) + by)
end

return {
  name = "coins",
  description = "Instead of deploying, a player may take a coin. Later, a coin buys 3 points.",
  options = { worth = { default = 3, description = "points that a coin buys" } },
  variables = { { name = "coins", scope = "player", label = "coins" } },
  phases = {
    { name = "take-coin", timing = "deployment", label = "take a coin",
      ask = function(state) state:offer {} end,
      on_chosen = function(state) change_coins(state, 1) end },
    { name = "buy", timing = "turn_start", when = { player = { variable = "coins" } },
      label = "{number} points for a coin", question = "{player} has {coins} coins. Buy points?",
      ask = function(state, options)
        state:offer { number = options.worth }
        return nil, true
      end,
      on_chosen = function(state, action)
        if not action then return end
        change_coins(state, -1)
        state:award(state:turn_player(), action.number, "coin")
        return true
      end },
  },
}
