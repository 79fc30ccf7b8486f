-- House rule: who completes a road that others score takes a toll, a point from each of them who
-- has one.
local roads = require "roads"

return {
  name = "tolls",
  description = "Who completes the road of others takes a point from each.",
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
