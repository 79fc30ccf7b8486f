--- Bot that takes a uniformly random legal action.
-- @module carcassonne.bots.random

local random = { says = "takes any legal action, uniformly at random" }

---@class RandomBot : Bot
local RandomBot = {}
RandomBot.__index = RandomBot

-- L'Ecuyer's combined generator (1988). It uses only integers below 2^53, so that every version of
-- Lua has the same sequence.
local M1, A1, M2, A2 = 2147483563, 40014, 2147483399, 40692

--- Restarts the sequence of choices.
---@param seed integer
function RandomBot:seed(seed)
  self.s1 = (seed * 7919 + 12345) % (M1 - 1) + 1
  self.s2 = (seed * 104729 + 67890) % (M2 - 1) + 1
  for _ = 1, 8 do self:choose(nil, 1) end
end

--- Chooses an action.
---@param _ State? ignored
---@param count integer number of legal actions
---@return integer index from 1 to count
function RandomBot:choose(_, count)
  local s1, s2 = self.s1 * A1 % M1, self.s2 * A2 % M2
  self.s1, self.s2 = s1, s2
  return (s1 - s2) % (M1 - 1) % count + 1
end

--- Makes a random bot.
---@param seed? integer 0 by default
---@return RandomBot
function random.new(seed)
  local bot = setmetatable({}, RandomBot)
  bot:seed(seed or 0)
  return bot
end

return random
