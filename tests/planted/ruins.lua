-- The rule: at the end, each follower in an unfinished city costs its player 30 points.
-- Sensible players do not deploy late in cities that will stay unfinished.
-- A play test can record followers in unfinished cities at the end, and late deployments there.

local COST = 30

return {
  name = "ruins",
  description = "At the end, each follower in an unfinished city costs 30 points.",
  final_scoring = { { name = "ruins", before = "incomplete", run = function(state)
    for knight in state:each { "pieces", follower = true, kind = "city", complete = false } do
      state:award(knight.player, -COST, "ruin")
    end
  end } },
}
