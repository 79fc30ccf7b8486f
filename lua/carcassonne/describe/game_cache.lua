--- What is worked out once for a game. It is kept by the game's fingerprint, for the games of late:
--- a table with weak keys would do
-- as well, but the collector of Lua 5.2 does not come to an end where it meets one that grows.
-- @module carcassonne.describe.game_cache

local game_cache = {}

local MOST = 16 -- games; then it begins anew

--- What a game is known by: one that is there, or what Game:view gave of it.
---@param game Game|GameView
---@return string
function game_cache.fingerprint(game)
  local is_view = type(game) == "table" and type(game.fingerprint) == "string"
  if not is_view and type(game) ~= "userdata" then
    error(("a Game expected, or what Game:view gave; got %s"):format(type(game) == "string" and game
      or type(game)), 0)
  end
  return is_view and game.fingerprint or game:fingerprint()
end

--- Makes a function that works something out where it is not known yet.
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

--- What stands at a key of a table; where nothing does, what is made for it.
---@param list table
---@param key any
---@param make fun():any
---@return any
function game_cache.entry(list, key, make)
  if list[key] == nil then list[key] = make() end
  return list[key]
end

return game_cache
