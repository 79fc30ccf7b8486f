--- Counts the sequences of decisions from a position, as chess programs do to find the smallest
--- mistake in their rules.
--
-- A sequence has so many decisions: placements, deployments (passing is one), answers to the
-- question for a further part of the turn and to those of scripts; what is not asked does not
-- count. What chance decides follows the seed and is no decision. A game that ends before is one
-- sequence, which ends where the game ends.
--
--     local perft = require "carcassonne.lab.perft"
--     print(perft.count(carcassonne.game():new_initial_state(1), 4))
-- @module carcassonne.lab.perft

local options = require "carcassonne.base.options"

local perft = {}

--- What follows one of the first decisions.
---@class PerftRow
---@field action Action
---@field count integer

-- The depth, checked.
local function check(where, state, depth, least)
  depth = options.alike(depth)
  options.check_type(where .. ": state", state, "userdata")
  options.check_type(where .. ": depth", depth, "integer")
  if depth < least then
    options.refuse(where .. ": depth", ("expected at least %d, got %d"):format(least, depth))
  end
  if state:game():manual_draws() then
    options.refuse(where .. ": state", "nobody draws; it wants seeded draws")
  end
  return depth
end

-- A state for each decision but the last, which is counted and not taken.
local function room(state, depth)
  local states = {}
  for level = 1, depth - 1 do states[level] = state:clone() end
  return states
end

-- A walk from here takes a moment; there would be no time for more below.
local MOMENT = 3

-- `count` actions are legal in `state`; `level` is the next one of `states` to use.
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

--- How many sequences of so many decisions there are; 1 for none.
---@param state State with seeded draws; stays as it is
---@param depth integer from 0
---@param pause? fun() called now and then, some times a second
---@return integer
---@usage assert(require("carcassonne.lab.perft").count(state, 1) == state:num_actions())
function perft.count(state, depth, pause)
  depth = check("perft.count", state, depth, 0)
  if depth == 0 then return 1 end
  return walk(room(state, depth), 1, state, state:num_actions(), depth, pause)
end

--- The same, for each of the first decisions.
---@param state State with seeded draws; stays as it is
---@param depth integer from 1
---@param pause? fun() called now and then, some times a second
---@return PerftRow[] rows in the order of the legal actions; none at the end of a game
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

-- Numbers that are the same everywhere (L'Ecuyer 1988), from a row that is this module's own:
-- counts are kept in tests.
local function chooser(seed)
  local x = seed % 2147483562 + 1
  for _ = 1, 8 do x = x * 40014 % 2147483563 end
  return function(n)
    x = x * 40014 % 2147483563
    return math.floor(x / 16) % n + 1
  end
end

--- Takes decisions of a fixed line, which depends on the seed and on what is legal, not on the
--- order in which that is listed.
---@param state State changes
---@param decisions integer how many; fewer if the game ends before
---@param seed? integer of the line; 1 by default
---@return State state the same
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
