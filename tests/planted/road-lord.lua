-- The rule: at the end, the player with the most followers on roads gets 60 points.
-- Sensible players compare these numbers late in the game, and deploy on roads until they lead.
-- A play test can record who gets the points, and the share of late deployments on roads.

local POINTS = 60

-- Returns the players with the most followers on roads, if there is any such follower.
local function lords_of(state)
  local lords, most = {}, 1
  for _, player in ipairs(state:players()) do
    local count = state:count { "pieces", follower = true, kind = "road", player = player }
    if count > most then lords, most = {}, count end
    if count == most then lords[#lords + 1] = player end
  end
  return lords
end

return {
  name = "road-lord",
  description = "At the end, the player with the most followers on roads gets 60 points.",
  final_scoring = { { name = "road-lord", before = "incomplete", run = function(state)
    local lords = lords_of(state)
    for _, player in ipairs(lords) do state:award(player, math.floor(POINTS / #lords), "road lord") end
  end } },
}
