--- Bot with Monte Carlo tree search. It tries the candidates that a lookahead of one turn (greedy)
--- rates best in many simulated games, and takes the action with the most visits. The tree is kept
--- between the decisions of a turn.
-- @module carcassonne.bots.mcts

local worths = require "carcassonne.bots.worths"

-- The default limits of a decision. With a limit of time, an exact search may do
-- EXACT_WORK_PER_MILLISECOND, which takes about half of the time. If an exact search gives up, the
-- tree search may do at least TREE_SHARE of the work.
local USUAL_ITERATIONS, USUAL_WORK, EXACT_WORK_PER_MILLISECOND, TREE_SHARE = 500, 8000000, 5000, 0.25

-- The number of games simulated in one call; and, with a limit of time, the seconds of such a call.
local AT_ONCE, SECONDS_AT_ONCE = 16, 0.01

local mcts = {
  says = "Monte Carlo tree search: simulates many games and takes the most visited action",
  options = {
    { name = "iterations", type = "integer", min = 1, max = 1000000000,
      says = "A decision simulates at most this many games. The default is 500 if `milliseconds` is not "
        .. "set." },
    { name = "work", type = "integer", min = 1, max = 1000000000000,
      says = "A decision does at most this much work, but simulates at least one game. A unit of work takes "
        .. "about a tenth of a microsecond, and is counted in the same way on every machine. The default is "
        .. "8,000,000 if neither `iterations` nor `milliseconds` is set." },
    { name = "milliseconds", type = "number", min = 1, max = 86400000,
      says = "A decision takes at most this much processor time. If `iterations` or `work` is set, too, the "
        .. "search ends at the first limit that it reaches." },
    { name = "candidates", type = "integer", usual = 12, min = 1, max = 1000,
      says = "The search tries this many actions at each decision, those that `greedy` rates highest." },
    { name = "turns", type = "integer", usual = 4, min = 0, max = 1000,
      says = "A simulation plays this many turns after the current one before it evaluates the position." },
    { name = "explore", type = "number", usual = 4, min = 0, max = 1000,
      says = "The exploration constant of PUCT has this value, in points. With a higher value, the search "
        .. "visits actions with low ratings more often." },
    { name = "prior", type = "number", usual = 16, min = 0.01, max = 1000,
      says = "The initial rating of an action counts as the result of this many simulated games. With a "
        .. "higher value, and with few simulated games, the bot plays more like `greedy`." },
    { name = "exact", type = "integer", usual = 3, min = 0, max = 10,
      says = "If two players play and at most this many tiles are left to draw, including the tile in hand, "
        .. "the rest of the game is searched exactly, if the limit of work suffices." },
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
    bot.game, bot.search = game, worths.apply(worths.new_search(game, {}, bot.tree), game, bot.blind)
  end
  return bot.search
end

-- Returns a seed that depends on the position, so that the bot repeats the same search after undo,
-- except for the contents of the tree.
local function seed_at(bot, state) return (bot.own_seed * 4096 + state:decisions() % 4096) * 512 end

-- Returns a key of the decision, so that a search is not repeated.
local function key_of(state) return ("%d %s"):format(state:decisions(), state:hash()) end

-- Returns how many games may still be played, by the limit of games, and by what the games so far
-- have taken of the time and of the work.
local function games_left(bot, done, seconds, work, max_work)
  return math.min(bot.iterations - done, done * (bot.seconds - seconds) / seconds,
    done * (max_work - work) / work)
end

-- Returns how many games to simulate before the clock is read again.
local function games_at_once(bot, done, seconds)
  local most = math.min(AT_ONCE, bot.iterations - done)
  if bot.seconds == math.huge then return most end
  return math.max(1, math.min(most, math.floor(done * SECONDS_AT_ONCE / seconds)))
end

-- Plays the games of a decision. If `whole` is not set, the search ends as soon as the games left
-- cannot change the most visited action.
local function think(bot, search, state, began, max_work, whole)
  local seed, done, left, work = seed_at(bot, state), 0, bot.iterations, 0
  local decided, seconds = false, 1e-6
  bot.thought = key_of(state)
  while left > 0 and not decided do
    local games = games_at_once(bot, done, seconds)
    work = work + search:think(state, games, seed, max_work - work)
    done = done + games
    seconds = math.max(os.clock() - began, 1e-6)
    left = games_left(bot, done, seconds, work, max_work)
    if not whole then
      local known, ahead = search:best_action(state)
      decided = known ~= nil and ahead > left
    end
  end
end

-- Searches the rest of the game exactly. Returns the values of the actions, or nil; and the work
-- that is left for a tree search.
local function solve(bot, search, state, all)
  if bot.exact == 0 then return nil, bot.work end
  local values, work = search:solve(state, bot.exact, bot.exact_work, all)
  return values, math.max(bot.work - work, TREE_SHARE * bot.work)
end

local function best_of(values)
  local best
  for index, value in pairs(values) do
    if not best or value > values[best] or value == values[best] and index < best then best = index end
  end
  return best
end

--- Chooses the best action by an exact search, or the most visited action.
---@param state State
---@param count integer number of legal actions
---@return integer index
function MctsBot:choose(state, count)
  if count == 1 then return 1 end
  local search, began = search_of(self, state), os.clock()
  local values, work = solve(self, search, state)
  if values then return best_of(values) end
  think(self, search, state, began, work)
  return (search:best_action(state))
end

--- Rates the actions that were tried: the expected final score minus that of the best opponent.
---@param state State
---@return table<integer, number> ratings by index; nil for actions that were not tried
function MctsBot:rate(state)
  local search, began = search_of(self, state), os.clock()
  local values, work = solve(self, search, state, true)
  if values then return values end
  if self.thought ~= key_of(state) or not search:best_action(state) then
    think(self, search, state, began, work, true)
  end
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
  local milliseconds = given.milliseconds
  local usual_work = (milliseconds or given.iterations) and math.huge or USUAL_WORK
  return setmetatable({ own_seed = seed % 2147483648, tree = tree,
    iterations = given.iterations or milliseconds and 1000000000 or USUAL_ITERATIONS,
    work = given.work or usual_work, exact = given.exact,
    exact_work = given.work or milliseconds and milliseconds * EXACT_WORK_PER_MILLISECOND
      or USUAL_WORK,
    blind = given.blind, seconds = milliseconds and milliseconds / 1000 or math.huge }, MctsBot)
end

return mcts
