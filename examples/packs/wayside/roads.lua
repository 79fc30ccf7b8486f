-- What both rules say of roads.
local roads = {}

-- A road that is complete, as a filter.
roads.complete = { kind = "road", complete = true }

-- The players who score a road, but for one.
function roads.others(scoring, player)
  local list = {}
  for _, one in ipairs(scoring.players) do
    if one ~= player then list[#list + 1] = one end
  end
  return list
end

return roads
