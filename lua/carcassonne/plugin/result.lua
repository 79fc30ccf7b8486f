--- The result of a game for each player: rank, outcome and points.
-- @module carcassonne.plugin.result

local result = {}

-- Returns the number of each player's team; players without a team have numbers of their own.
local function sides_of(game)
  local sides = {}
  for player = 1, game:players() do sides[player] = -player end
  for number, team in ipairs(game:teams()) do
    for _, player in ipairs(team) do sides[player] = number end
  end
  return sides
end

-- Returns the set of winners, and whether several sides share the victory.
local function winners_of(state, sides)
  local won, shared, first = {}, false, nil
  for _, player in ipairs(state:winners()) do
    won[player] = true
    first = first or sides[player]
    shared = shared or sides[player] ~= first
  end
  return won, shared
end

-- Returns the number of players who rank before a player, plus 1. Players who are out rank last.
local function rank_of(state, player, points)
  local rank, is_out = 1, state:is_out(player)
  for other, theirs in ipairs(points) do
    local before = state:is_out(other) and 1 or 0
    local own = is_out and 1 or 0
    if before < own or before == own and not is_out and theirs > points[player] then rank = rank + 1 end
  end
  return rank
end

--- Returns the results that are certain: at the end of the game those of all players, in order;
--- before it those of players who are out.
---@param state State
---@return PluginResult[]
function result.of(state)
  local list, over, points = {}, state:is_terminal(), state:returns()
  local won, shared = winners_of(state, sides_of(state:game()))
  for player = 1, #points do
    local outcome = state:is_out(player) and "out" or won[player] and (shared and "drawn" or "won") or "lost"
    if over or outcome == "out" then
      list[#list + 1] = { player = player, outcome = outcome, points = points[player],
        rank = over and rank_of(state, player, points) or nil }
    end
  end
  return list
end

return result
