-- The ratings of the bot greedy in base games with scripts.

local bots = require "carcassonne.bots"
local carcassonne = require "carcassonne"

local ratings = {}

-- Returns a base game of two players with these scripts.
function ratings.game_with(...)
  local variants = {}
  for i, script in ipairs { ... } do variants[i] = carcassonne.variant(script) end
  return carcassonne.game { sets = { "base" }, variants = variants }
end

-- Returns the ratings of the first decisions of a game.
function ratings.first(game)
  local state, bot, list = game:new_initial_state(2), bots.new "greedy", {}
  for i = 1, 60 do
    list[i] = bot:rate(state)
    state:apply_index(bot:choose(state))
  end
  return list
end

return ratings
