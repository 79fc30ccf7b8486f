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

return bots
