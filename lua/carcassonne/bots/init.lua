--- The players that the program has, by name.
--
-- A bot is made by `new(seed)` of its module and has one method, `choose(state, count)`, which returns the index of
-- one of the `count` legal actions. The same seed and the same states, the same choices.
-- @module carcassonne.bots

local bots = {}

---@class Bot
---@field choose fun(self:Bot, state:State, count:integer):integer

local MODULES = { random = "carcassonne.bots.random" }

--- The names of the bots, sorted.
---@return string[]
function bots.names()
  local names = {}
  for name in pairs(MODULES) do names[#names + 1] = name end
  table.sort(names)
  return names
end

--- Makes a bot.
---@param name string one of bots.names()
---@param seed? integer
---@return Bot
---@usage local bot = require("carcassonne.bots").new("random", 42)
--- assert(bot:choose(nil, 1) == 1)
function bots.new(name, seed)
  local module = MODULES[name]
  if not module then
    error(("unknown bot '%s'; there is: %s"):format(tostring(name), table.concat(bots.names(), ", ")), 0)
  end
  return require(module).new(seed)
end

--- Who looks at the screen of a game with bots: the only person who plays, or, where there are several or none, an onlooker, so that
--- nothing is told there that somebody should not see.
---@param playing table<integer, Bot> by player
---@param players integer how many play
---@return integer|"onlooker" seer as State:events takes it
---@usage local bots = require "carcassonne.bots"
--- assert(bots.seer({ [2] = bots.new "random" }, 2) == 1)
function bots.seer(playing, players)
  local person
  for player = 1, players do
    if not playing[player] then
      if person then return "onlooker" end
      person = player
    end
  end
  return person or "onlooker"
end

return bots
