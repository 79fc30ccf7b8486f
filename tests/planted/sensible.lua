--- Sensible players of the planted rules: they foresee what a rule brings later.
-- @module tests.planted.sensible

local bots = require "carcassonne.bots"

local sensible = {}

local Sensible = {}
Sensible.__index = Sensible

--- Returns the action with the highest sum of its rating and of what the rule brings later.
---@param state State
---@return integer index
function Sensible:choose(state)
  local player, best, highest = state:current_player(), nil, -math.huge
  self.probe = self.probe or state:clone()
  for index, rating in pairs(self.greedy:rate(state)) do
    self.probe:copy_from(state)
    self.probe:apply_index(index)
    local sum = rating + self.rule.later(self.probe, player)
    if sum > highest or sum == highest and index < best then best, highest = index, sum end
  end
  return best
end

--- Returns the sensible player of a rule: a greedy bot that does not see the rule itself, with what
--- the rule brings later added to its ratings.
---@param rule PlantedRule
---@param seed integer
---@return Bot
---@usage local rule = require("tests.planted.rules")[1]
--- assert(require("tests.planted.sensible").player(rule, 1).choose)
function sensible.player(rule, seed)
  local greedy = bots.new("greedy", seed, { blind = true })
  return setmetatable({ name = "sensible", rule = rule, greedy = greedy }, Sensible)
end

--- Returns a bot by its name; `sensible` means the sensible player of the rule.
---@param name string
---@param rule PlantedRule
---@param seed integer
---@return Bot
function sensible.named(name, rule, seed)
  return name == "sensible" and sensible.player(rule, seed) or bots.named(name, seed)
end

return sensible
