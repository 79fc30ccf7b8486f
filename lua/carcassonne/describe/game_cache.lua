--- Caches values per game, by its fingerprint, for the most recent games. The cache is not a table
--- with weak keys, because the collector of Lua 5.2 does not terminate while such a table grows.
-- @module carcassonne.describe.game_cache

local game_cache = {}

local MOST = 16 -- maximum number of games; a full cache is cleared

--- Returns the fingerprint of a Game or GameView.
---@param game Game|GameView
---@return string
function game_cache.fingerprint(game)
  local is_view = type(game) == "table" and type(game.fingerprint) == "string"
  if not is_view and type(game) ~= "userdata" then
    error(("expected a Game or a GameView, got %s"):format(type(game) == "string" and game
      or type(game)), 0)
  end
  return is_view and game.fingerprint or game:fingerprint()
end

--- Wraps a function so that its result is computed once per game.
---@param make fun(game:Game|GameView):table
---@return fun(game:Game|GameView):table
function game_cache.new(make)
  local known, count = {}, 0
  return function(game)
    local name = game_cache.fingerprint(game)
    if not known[name] then
      if count == MOST then known, count = {}, 0 end
      known[name], count = make(game), count + 1
    end
    return known[name]
  end
end

--- Returns the value at a key of a table, and creates the value if it is missing.
---@param list table
---@param key any
---@param make fun():any
---@return any
function game_cache.entry(list, key, make)
  if list[key] == nil then list[key] = make() end
  return list[key]
end

return game_cache
