-- Messengers: a player whose score reaches a multiple of five draws one of three messengers by
-- chance. The player takes 2 points, or 1 point for each of the player's knights, thieves or
-- farmers, depending on the messenger. These points may bring another messenger.

local SENDERS = { "city", "road", "field" }

return {
  name = "messengers",
  description = "A player whose score reaches a multiple of five draws a messenger, which brings points.",
  options = { every = 5, instead = 2 }, -- points
  variables = { "sender" },
  phases = {
    { name = "draw-messenger", timing = "points_given",
      labels = { "from the city", "from the road", "from the field" },
      ask = function(state, options)
        local given = state:points_given()
        if given.points < 0 or given.total % options.every ~= 0 then return end
        for sender = 1, #SENDERS do state:offer { number = sender } end
        return "chance"
      end,
      on_chosen = function(state, action) state:set_variable("sender", action.number) end },
    { name = "messenger", timing = "points_given", when = { variable = "sender" },
      ask = function(state, options)
        local player, kind = state:points_given().player, SENDERS[state:variable "sender"]
        state:offer { number = options.instead }
        state:offer { number = state:count { "pieces", player = player, follower = true, kind = kind } }
        return player
      end,
      on_chosen = function(state, action)
        state:set_variable("sender", 0)
        state:award(state:points_given().player, action.number, "messenger")
      end },
  },
}
