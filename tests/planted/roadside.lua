-- The rule: at the end, each follower on a road brings its player 20 points.
-- Sensible players deploy on roads late, and leave these roads open.
-- A play test can record followers on roads at the end, and the share of late deployments there.

local POINTS = 20

local function score_followers(state)
  for piece in state:each { "pieces", follower = true, kind = "road" } do
    state:award(piece.player, POINTS, "roadside")
  end
end

return {
  name = "roadside",
  description = "At the end, each follower on a road brings 20 points.",
  final_scoring = { { name = "roadside", before = "incomplete", run = score_followers } },
}
