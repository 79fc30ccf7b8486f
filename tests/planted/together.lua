-- The rule: all win with 180 points each on average, or all lose; help gives another 4 points.
-- Sensible players help instead of deploying nothing.
-- A play test can record how often players help, and the share of games that are won.

local clockwise = require "carcassonne.helpers.clockwise"

local HELP = 4

return {
  name = "together",
  description = "All players win together if they have enough points together; if not, all lose.",
  options = { target = { default = 180, description = "points for each player that all need together" } },
  variables = { { name = "won", label = "target reached" } },
  phases = { { name = "help", timing = "deployment", label = "help the next player: 4 points",
    ask = function(state) state:offer { player = clockwise.after(state) } end,
    on_chosen = function(state, action) state:award(action.player, HELP, "help") end } },
  final_scoring = { { name = "together", after = "goods", run = function(state, options)
    local players, sum, most = state:players(), 0, -math.huge
    for _, player in ipairs(players) do
      sum, most = sum + state:score(player), math.max(most, state:score(player))
    end
    local won = sum >= options.target * #players
    if won then state:set_variable("won", 1) end
    for _, player in ipairs(players) do
      state:award(player, (won and most or 0) - state:score(player), "together")
    end
  end } },
}
