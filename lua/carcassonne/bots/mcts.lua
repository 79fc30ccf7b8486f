--- Bot with Monte Carlo tree search. It tries the candidates that a lookahead of one turn (greedy)
--- rates best in many simulated games, and takes the action with the most visits. The tree is kept
--- between the decisions of a turn.
-- @module carcassonne.bots.mcts

local core = require "carcassonne.core"
local worths = require "carcassonne.bots.worths"

local USUAL_ITERATIONS, AT_ONCE = 500, 16

local mcts = {
  says = "Monte Carlo tree search: simulates many games and takes the most visited action",
  options = {
    { name = "iterations", type = "integer", min = 1, max = 1000000000,
      says = "A decision simulates at most this many games. The default is 500 if `milliseconds` is not "
        .. "set." },
    { name = "milliseconds", type = "number", min = 1, max = 86400000,
      says = "A decision takes at most this much processor time. If `iterations` is set, too, the search "
        .. "ends at the first limit that it reaches." },
    { name = "candidates", type = "integer", usual = 12, min = 1, max = 1000,
      says = "The search tries this many actions at each decision, those that `greedy` rates highest." },
    { name = "turns", type = "integer", usual = 4, min = 0, max = 1000,
      says = "A simulation plays this many turns after the current one before it evaluates the position." },
    { name = "explore", type = "number", usual = 4, min = 0, max = 1000,
      says = "The exploration constant of PUCT has this value, in points. With a higher value, the search "
        .. "visits actions with low ratings more often." },
    { name = "prior", type = "number", usual = 2, min = 0.01, max = 1000,
      says = "The initial rating of an action counts as the result of this many simulated games." },
    { name = "blind", type = "boolean", usual = false,
      says = "Whether the search ignores what functions of scripts do later, as the option of `greedy`." },
    { name = "nodes", type = "integer", min = 2, max = 1000000,
      says = "The tree has at most this many nodes. The default is eight nodes for each iteration, but at "
        .. "least 4,096 and at most 1,000,000." },
  },
}

---@class MctsBot : Bot
local MctsBot = {}
MctsBot.__index = MctsBot

local function nodes_of(given)
  local iterations = given.iterations or given.milliseconds and 4096 or USUAL_ITERATIONS
  return given.nodes or math.min(1000000, math.max(4096, 8 * iterations))
end

-- Returns the search context for the game of a state.
local function search_of(bot, state)
  local game = state:game()
  if bot.game ~= game then
    bot.game, bot.search = game, worths.apply(core.new_search(game, {}, bot.tree), game, bot.blind)
  end
  return bot.search
end

-- Returns a seed that depends on the position, so that the bot repeats the same search after undo,
-- except for the contents of the tree.
local function seed_at(bot, state) return (bot.own_seed * 4096 + state:decisions() % 4096) * 512 end

-- Returns a key of the decision, so that a search is not repeated.
local function key_of(state) return ("%d %s"):format(state:decisions(), state:hash()) end

-- Returns how many games may still be played, by the limit of games or the estimated time.
local function games_left(bot, done, seconds)
  return math.min(bot.iterations - done, done * (bot.seconds - seconds) / seconds)
end

-- Plays the games of a decision. If `whole` is not set, the search ends as soon as the games left
-- cannot change the most visited action.
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

--- Chooses the most visited action.
---@param state State
---@param count integer number of legal actions
---@return integer index
function MctsBot:choose(state, count)
  if count == 1 then return 1 end
  local search = search_of(self, state)
  think(self, search, state)
  return (search:best_action(state))
end

--- Rates the actions that were tried: the expected final score minus that of the best opponent.
---@param state State
---@return table<integer, number> ratings by index; nil for actions that were not tried
function MctsBot:rate(state)
  local search = search_of(self, state)
  if self.thought ~= key_of(state) or not search:best_action(state) then think(self, search, state, true) end
  return (search:evaluations(state))
end

--- Returns the most visited action so far, without further search; nil for an unknown state.
---@param state State
---@return integer? index
function MctsBot:best_action(state) return (search_of(self, state):best_action(state)) end

--- Explains the initial rating of an action, without the results of simulated games.
---@param state State
---@param index integer index of the action
---@return Reason
function MctsBot:explain(state, index)
  return search_of(self, state):explain(state, index, seed_at(self, state))
end

--- Makes an MCTS bot.
---@param seed integer
---@param given table<string, any> see mcts.options
---@return MctsBot
function mcts.new(seed, given)
  local tree = { nodes = nodes_of(given), candidates = given.candidates, turns = given.turns,
    explore = given.explore,
    prior = given.prior }
  local usual = given.milliseconds and 1000000000 or USUAL_ITERATIONS
  return setmetatable({ own_seed = seed % 2147483648, tree = tree, iterations = given.iterations or usual,
    blind = given.blind, seconds = given.milliseconds and given.milliseconds / 1000 or math.huge }, MctsBot)
end

return mcts
