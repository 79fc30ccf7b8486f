-- House rule: a player who is last by at least 20 points may deploy a second
-- follower on the tile just placed.
local function ask(state, options)
  local mine = state:score(state:turn_player())
  local function any(points)
    return state:any { "players", player = "others", variable = { points = points } }
  end
  if any { max = mine - 1 } or not any { min = mine + options.behind } then return end
  state:offer { "segments", at = "last_placed", can_deploy = "followers", deploy = true }
  return nil, true
end

return {
  name = "catch-up",
  description = "A player who is last by at least 20 points may deploy two followers on a tile.",
  options = { behind = 20 },
  phases = { { name = "second", timing = "before_scoring",
    when = { { "pieces", player = "turn_player", follower = true,
    at = "last_placed" } },
    ask = ask, on_chosen = function() end } },
}
