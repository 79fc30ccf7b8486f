-- The rule: a player wishes; the next grants it (4 and 2 points) or loses 12 points at the end.
-- Sensible players wish instead of deploying nothing, and grant each wish.
-- A play test can record the number of wishes, and the share of them that is granted.

local clockwise = require "carcassonne.helpers.clockwise"

local WISH, THANKS, GRUDGE = 4, 2, 12 -- points

local function change(state, name, player, by)
  state:set_variable(name, player, state:variable(name, player) + by)
end

return {
  name = "wishes",
  description = "A player may make a wish, which the next player grants or refuses.",
  variables = {
    { name = "wishes", scope = "player", initial = 6, label = "wishes left" },
    { name = "grudges", scope = "player", label = "wishes refused" },
    { name = "wished", lifetime = "part" },
  },
  phases = {
    { name = "wish", timing = "deployment", when = { player = { variable = "wishes" } },
      ask = function(state) state:offer {} end,
      on_chosen = function(state)
        change(state, "wishes", state:turn_player(), -1)
        state:set_variable("wished", 1)
      end },
    { name = "grant", timing = "before_scoring", when = { variable = "wished" },
      question = "Does {player} grant {turn_player} the wish?",
      ask = function(state)
        state:offer { player = state:turn_player() }
        return clockwise.after(state), true
      end,
      on_chosen = function(state, action)
        if not action then return change(state, "grudges", state:asked(), 1) end
        state:award(action.player, WISH, "wish")
        state:award(state:asked(), THANKS, "thanks")
      end },
  },
  final_scoring = { { name = "grudges", after = "goods", run = function(state)
    for _, player in ipairs(state:players()) do
      local grudges = state:variable("grudges", player)
      if grudges > 0 then state:award(player, -GRUDGE * grudges, "grudge") end
    end
  end } },
}
