-- Helpers that both rules share.
local roads = {}

-- A filter that matches complete roads.
roads.complete = { kind = "road", complete = true }

-- Returns the players who score a road, except `player`.
function roads.others(scoring, player)
  local list = {}
  for _, one in ipairs(scoring.players) do
    if one ~= player then list[#list + 1] = one end
  end
  return list
end

return roads
