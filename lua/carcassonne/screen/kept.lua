--- What is worked out once for a game. It is kept by the game's fingerprint, for the games of late: a table with weak keys would do
-- as well, but the collector of Lua 5.2 does not come to an end where it meets one that grows.
-- @module carcassonne.screen.kept

local kept = {}

local MOST = 16 -- games; then it begins anew

--- Makes a function that works something out where it is not known yet.
---@param make fun(game:Game):table
---@return fun(game:Game):table
function kept.new(make)
  local known, count = {}, 0
  return function(game)
    local name = game:fingerprint()
    if not known[name] then
      if count == MOST then known, count = {}, 0 end
      known[name], count = make(game), count + 1
    end
    return known[name]
  end
end

return kept
