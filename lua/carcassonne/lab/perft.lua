--- Counts the sequences of decisions from a position (perft), as chess programs do to detect faults
--- in their rules.
--
-- Decisions are placements, deployments (passing counts as one), choices of scripts, and the choice
-- of a further part of the turn. Only decisions that a player is asked for are counted. Random
-- outcomes follow the seed and are not decisions. A game that ends earlier counts as one sequence.
--
--     local perft = require "carcassonne.lab.perft"
--     print(perft.count(carcassonne.game():new_initial_state(1), 4))
-- @module carcassonne.lab.perft

local options = require "carcassonne.base.options"

local perft = {}

--- The number of sequences after one of the first decisions.
---@class PerftRow
---@field action Action
---@field count integer

-- Checks the arguments; returns the depth.
local function check(where, state, depth, least)
  depth = options.alike(depth)
  options.check_type(where .. ": state", state, "userdata")
  options.check_type(where .. ": depth", depth, "integer")
  if depth < least then
    options.refuse(where .. ": depth", ("expected at least %d, got %d"):format(least, depth))
  end
  if state:game():manual_draws() then
    options.refuse(where .. ": state", "the draws are not seeded; expected a state with seeded draws")
  end
  return depth
end

-- Returns a state for each decision except the last one, which is counted and not played.
local function room(state, depth)
  local states = {}
  for level = 1, depth - 1 do states[level] = state:clone() end
  return states
end

-- At this depth the time for one call is short enough to pause only between calls.
local MOMENT = 3

-- Counts the sequences below `state`, which has `count` legal actions; `level` is the index of the
-- next free element of `states`.
local function walk(states, level, state, count, depth, pause)
  if count == 0 then return 1 end
  if depth == 1 then return count end
  if pause and depth == MOMENT then pause() end
  local after, sum = states[level], 0
  for i = 1, count do
    after:copy_from(state)
    sum = sum + walk(states, level + 1, after, after:apply_index(i), depth - 1, pause)
  end
  return sum
end

--- Returns the number of sequences of `depth` decisions; 1 for depth 0.
---@param state State a state with seeded draws; it is not changed
---@param depth integer from 0
---@param pause? fun() called a few times per second
---@return integer
---@usage assert(require("carcassonne.lab.perft").count(state, 1) == state:num_actions())
function perft.count(state, depth, pause)
  depth = check("perft.count", state, depth, 0)
  if depth == 0 then return 1 end
  return walk(room(state, depth), 1, state, state:num_actions(), depth, pause)
end

--- Returns the number of sequences after each of the first decisions.
---@param state State a state with seeded draws; it is not changed
---@param depth integer from 1
---@param pause? fun() called a few times per second
---@return PerftRow[] rows in the order of the legal actions; empty at the end of a game
function perft.divide(state, depth, pause)
  depth = check("perft.divide", state, depth, 1)
  local rows, states, after = {}, room(state, depth), state:clone()
  for i = 1, state:num_actions() do
    after:copy_from(state)
    local count = after:apply_index(i)
    rows[i] = { action = state:action(i),
      count = depth == 1 and 1 or walk(states, 1, after, count, depth - 1, pause) }
  end
  return rows
end

-- Portable random numbers (L'Ecuyer 1988) that only this module uses, because tests contain the
-- counts.
local function chooser(seed)
  local x = seed % 2147483562 + 1
  for _ = 1, 8 do x = x * 40014 % 2147483563 end
  return function(n)
    x = x * 40014 % 2147483563
    return math.floor(x / 16) % n + 1
  end
end

--- Plays decisions of a fixed line. The line depends on the seed and on the set of legal actions,
--- but not on their order.
---@param state State is changed
---@param decisions integer number of decisions; the line is shorter if the game ends earlier
---@param seed? integer of the line; 1 by default
---@return State state the changed state
---@usage require("carcassonne.lab.perft").follow(state, 20)
--- assert(state:decisions() == 20)
function perft.follow(state, decisions, seed)
  decisions = check("perft.follow", state, decisions, 0)
  local choose = chooser(seed or 1)
  for _ = 1, decisions do
    local count = state:num_actions()
    if count == 0 then break end
    state:apply_action(state:legal_actions(true)[choose(count)])
  end
  return state
end

return perft
