-- The well, a small expansion with a phase that asks another player. Four tiles show a well. A
-- player who places one may throw a coin into it, instead of deploying, and wish for points. The
-- next player either grants the wish, and both get points, or refuses and gets the coin.

local clockwise = require "carcassonne.helpers.clockwise"

local function change_coins(state, player, by)
  state:set_variable("coins", player, state:variable("coins", player) + by)
end

return {
  name = "well",
  description = "A coin in a well is a wish, which the next player grants or refuses.",
  options = { wish = 3, thanks = 2 }, -- points
  attributes = { { name = "well", on = "tile" } },
  tiles = [[
    WE-A x2 @well road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL
    WE-B x2 @well city:N field:EL.ER.SL.SR.WL.WR~N
  ]],
  variables = {
    { name = "coins", scope = "player", initial = 3, label = "coins" },
    { name = "wished", lifetime = "part" },
  },
  phases = {
    { name = "throw", timing = "deployment", when = { attribute = "well", player = { variable = "coins" } },
      ask = function(state) state:offer {} end,
      on_chosen = function(state)
        change_coins(state, state:turn_player(), -1)
        state:set_variable("wished", 1)
      end },
    { name = "grant", timing = "before_scoring", when = { variable = "wished" },
      question = "Grant {turn_player} the wish?",
      ask = function(state)
        state:offer { player = state:turn_player() }
        return clockwise.after(state), true -- the player to ask, and that passing is allowed
      end,
      on_chosen = function(state, action, options)
        if not action then return change_coins(state, clockwise.after(state), 1) end
        state:award(state:turn_player(), options.wish, "wish")
        state:award(clockwise.after(state), options.thanks, "thanks")
      end },
  },
}
