--- A player that takes what it expects most of at the end of its turn: sure points, what features
--- may become with the tiles that are
-- left, fields, goods, further parts by a builder, and what pieces at hand are worth. It knows
-- every script by what its options change, and looks at nothing that its player may not see.
-- @module carcassonne.bots.greedy

local core = require "carcassonne.core"

local greedy = {
  says = "takes what it expects most of, looking to the end of its turn",
  options = {},
}

for i, weight in ipairs(core.weights()) do
  greedy.options[i] = { name = weight.name, type = "number", usual = weight.usual, min = weight.min,
    max = weight.max,
    says = weight.says }
end

---@class GreedyBot : Bot
local GreedyBot = {}
GreedyBot.__index = GreedyBot

-- What bots with the usual weights work in, by game: they need it one after the other.
local shared = setmetatable({}, { __mode = "kv" })

local function is_usual(weights)
  for _, option in ipairs(greedy.options) do
    if weights[option.name] ~= option.usual then return false end
  end
  return true
end

--- What it works in for the game of this state.
---@param state State
---@return Search
function GreedyBot:searches(state)
  local game = state:game()
  if self.game == game then return self.search end
  local search = self.usual and shared[game] or core.new_search(game, self.weights)
  if self.usual then shared[game] = search end
  self.game, self.search = game, search
  return search
end

-- A seed for this decision: taken back and decided again it comes out as before.
local function seed_at(bot, state) return bot.own_seed * 4096 + state:decisions() % 4096 end

--- Chooses the best action; of those that are alike any, by the seed.
---@param state State
---@return integer index
function GreedyBot:choose(state) return self:searches(state):choose(state, seed_at(self, state)) end

--- What each legal action is worth: the points expected at the end, minus those of the best
--- opponent.
---@param state State
---@return table<integer, number> ratings by index
---@usage local state = require("carcassonne").game():new_initial_state(1)
--- assert(#require("carcassonne.bots").new("greedy"):rate(state) == state:num_actions())
function GreedyBot:rate(state) return self:searches(state):rate(state, seed_at(self, state)) end

--- What the rating of an action is made of.
---@param state State
---@param index integer of the action
---@return Reason
function GreedyBot:explain(state, index)
  return self:searches(state):explain(state, index, seed_at(self, state))
end

--- Makes a greedy player.
---@param seed integer decides between actions that are alike
---@param weights table<string, number> as greedy.options lists them
---@return GreedyBot
function greedy.new(seed, weights)
  return setmetatable({ own_seed = seed % 2147483648, weights = weights, usual = is_usual(weights) },
    GreedyBot)
end

return greedy
