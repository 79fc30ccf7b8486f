-- Messengers: whoever's points come to a multiple of five draws one, and takes 2 points or what the
-- messenger brings. There are three, and chance says which: a point for each own knight, thief or
-- farmer on the table. What one brings may bring the next one.

local SENDERS = { "city", "road", "field" }

return {
  name = "messengers",
  description = "Who comes to a multiple of five points draws a messenger, who brings points.",
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
