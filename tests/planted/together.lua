-- The rule: all win with 180 points each on average, or all lose; help gives another 4 points.
-- Sensible players help instead of deploying nothing.
-- A play test can record how often players help, and the share of games that are won.

local clockwise = require "carcassonne.helpers.clockwise"

local HELP = 4

return {
  name = "together",
  description = "All players win together if they have enough points together; if not, all lose.",
  players = { 2, 3, 4, 5 },
  victory = { "cooperative", points = { 180, 360, 540, 720, 900 } },
  phases = { { name = "help", timing = "deployment", label = "help the next player: 4 points",
    ask = function(state) state:offer { player = clockwise.after(state) } end,
    on_chosen = function(state, action) state:award(action.player, HELP, "help") end } },
}
