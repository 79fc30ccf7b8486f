-- House rule: a player who completes a road takes a toll of 1 point from every other player who
-- scores it and has at least 1 point.
local roads = require "roads"

return {
  name = "tolls",
  description = "A player who completes a road takes a point from every other player who scores the road.",
  on_feature_scored = { when = roads.complete, run = function(state, scoring)
    local player = state:turn_player()
    for _, other in ipairs(roads.others(scoring, player)) do
      if state:score(other) > 0 then
        state:award(other, -1, "toll")
        state:award(player, 1, "toll")
      end
    end
  end },
}
