--- A player that plays on: Monte-Carlo tree search. It tries the actions that one turn's look ahead
--- (greedy) likes best in many games that
-- may follow, and takes the one that it came back to most often. What it found out is kept from
-- decision to decision of a turn.
-- @module carcassonne.bots.mcts

local core = require "carcassonne.core"

local USUAL_ITERATIONS, AT_ONCE = 500, 16

local mcts = {
  says = "plays many games that may follow, and takes what came out best",
  options = {
    { name = "iterations", type = "integer", min = 1, max = 1000000000,
      says = "games for a decision, at most; 500, unless it is told milliseconds" },
    { name = "milliseconds", type = "number", min = 1, max = 86400000,
      says = "of processor time for a decision, at most; with iterations, whichever comes first" },
    { name = "candidates", type = "integer", usual = 12, min = 1, max = 1000,
      says = "actions of a decision that it tries" },
    { name = "turns", type = "integer", usual = 4, min = 0, max = 1000,
      says = "turns that it plays behind this one, before it asks what may be expected" },
    { name = "explore", type = "number", usual = 4, min = 0, max = 1000,
      says = "points that it allows for doubt about an action that it has not tried" },
    { name = "prior", type = "number", usual = 2, min = 0.01, max = 1000,
      says = "games for which the first look at an action counts" },
    { name = "nodes", type = "integer", min = 2, max = 1000000,
      says = "decisions that it keeps; eight an iteration, by default" },
  },
}

---@class MctsBot : Bot
local MctsBot = {}
MctsBot.__index = MctsBot

local function nodes_of(given)
  local iterations = given.iterations or given.milliseconds and 4096 or USUAL_ITERATIONS
  return given.nodes or math.min(1000000, math.max(4096, 8 * iterations))
end

-- What it works in for the game of this state.
local function search_of(bot, state)
  local game = state:game()
  if bot.game ~= game then
    bot.game, bot.search = game, core.new_search(game, {}, bot.tree)
  end
  return bot.search
end

-- A seed for this decision: taken back and decided again it goes on as before, but for what it
-- knows by then.
local function seed_at(bot, state) return (bot.own_seed * 4096 + state:decisions() % 4096) * 512 end

-- Which decision it is, so that it is not thought about twice.
local function key_of(state) return ("%d %s"):format(state:decisions(), state:hash()) end

-- How many games are left: of those that it may play, or, by how long the others took, of the time.
local function games_left(bot, done, seconds)
  return math.min(bot.iterations - done, done * (bot.seconds - seconds) / seconds)
end

-- Plays the games of a decision; without `whole` it ends as soon as the games that are left could
-- not change which action was tried most often.
local function think(bot, search, state, whole)
  local seed, began, done, left = seed_at(bot, state), os.clock(), 0, bot.iterations
  local decided = false
  bot.thought = key_of(state)
  while left > 0 and not decided do
    local games = math.min(AT_ONCE, bot.iterations - done)
    search:think(state, games, seed)
    done = done + games
    left = games_left(bot, done, math.max(os.clock() - began, 1e-6))
    if not whole then
      local known, ahead = search:best_action(state)
      decided = known ~= nil and ahead > left
    end
  end
end

--- Chooses the action that it came back to most often.
---@param state State
---@param count integer how many are legal
---@return integer index
function MctsBot:choose(state, count)
  if count == 1 then return 1 end
  local search = search_of(self, state)
  think(self, search, state)
  return (search:best_action(state))
end

--- What it thinks of the actions that it tried: points expected at the end, minus those of the best
--- opponent.
---@param state State
---@return table<integer, number> ratings by index; nil where it did not look
function MctsBot:rate(state)
  local search = search_of(self, state)
  if self.thought ~= key_of(state) or not search:best_action(state) then think(self, search, state, true) end
  return (search:evaluations(state))
end

--- The action that it came back to most often so far, without thinking on; nil where it never was.
---@param state State
---@return integer? index
function MctsBot:best_action(state) return (search_of(self, state):best_action(state)) end

--- What the first look at an action says of it, part by part: what came of playing on is not in
--- there.
---@param state State
---@param index integer of the action
---@return Reason
function MctsBot:explain(state, index)
  return search_of(self, state):explain(state, index, seed_at(self, state))
end

--- Makes such a player.
---@param seed integer
---@param given table<string, any> as mcts.options lists them
---@return MctsBot
function mcts.new(seed, given)
  local tree = { nodes = nodes_of(given), candidates = given.candidates, turns = given.turns,
    explore = given.explore,
    prior = given.prior }
  local usual = given.milliseconds and 1000000000 or USUAL_ITERATIONS
  return setmetatable({ own_seed = seed % 2147483648, tree = tree, iterations = given.iterations or usual,
    seconds = given.milliseconds and given.milliseconds / 1000 or math.huge }, MctsBot)
end

return mcts
