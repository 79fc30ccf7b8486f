--- Bot that maximizes the estimated value at the end of its turn. The estimate includes certain
--- points, the potential of features with the tiles left, fields, goods, further parts of the turn
--- that a builder earns, and pieces in hand. The bot supports every script by trying its options,
--- and by running its final scoring on copies as if the game ended. It uses only what its player
--- may see.
-- @module carcassonne.bots.greedy

local core = require "carcassonne.core"
local worths = require "carcassonne.bots.worths"

local greedy = {
  says = "takes the action with the best estimate of the position at the end of the turn",
  options = {},
}

for i, weight in ipairs(core.weights()) do
  greedy.options[i] = { name = weight.name, type = "number", usual = weight.usual, min = weight.min,
    max = weight.max,
    says = weight.says }
end

greedy.options[#greedy.options + 1] = { name = "blind", type = "boolean", usual = false,
  says = "Whether the bot ignores what functions of scripts do later (steps of the final scoring, points of "
    .. "features, and what variables, tokens and reserves are worth) and the rule of victory." }

---@class GreedyBot : Bot
local GreedyBot = {}
GreedyBot.__index = GreedyBot

-- Search contexts by game. Bots with default weights share the contexts and use them one after the
-- other.
local shared = setmetatable({}, { __mode = "kv" })

local function is_usual(weights)
  for _, option in ipairs(greedy.options) do
    if weights[option.name] ~= option.usual then return false end
  end
  return true
end

--- Returns the search context for the game of a state.
---@param state State
---@return Search
function GreedyBot:searches(state)
  local game = state:game()
  if self.game == game then return self.search end
  local search = self.usual and shared[game]
    or worths.apply(worths.new_search(game, self.weights), game, self.weights.blind)
  if self.usual then shared[game] = search end
  self.game, self.search = game, search
  return search
end

-- Returns a seed that depends on the position, so that the bot decides the same way again after
-- undo.
local function seed_at(bot, state) return bot.own_seed * 4096 + state:decisions() % 4096 end

--- Chooses the best action; ties are broken by the seed.
---@param state State
---@return integer index
function GreedyBot:choose(state) return self:searches(state):choose(state, seed_at(self, state)) end

--- Rates each legal action: the expected final score minus that of the best opponent.
---@param state State
---@return table<integer, number> ratings by index
---@usage local state = require("carcassonne").game():new_initial_state(1)
--- assert(#require("carcassonne.bots").new("greedy"):rate(state) == state:num_actions())
function GreedyBot:rate(state) return self:searches(state):rate(state, seed_at(self, state)) end

--- Explains the rating of an action.
---@param state State
---@param index integer index of the action
---@return Reason
function GreedyBot:explain(state, index)
  return self:searches(state):explain(state, index, seed_at(self, state))
end

--- Makes a greedy bot.
---@param seed integer breaks ties
---@param weights table<string, number> see greedy.options
---@return GreedyBot
function greedy.new(seed, weights)
  return setmetatable({ own_seed = seed % 2147483648, weights = weights, usual = is_usual(weights) },
    GreedyBot)
end

return greedy
