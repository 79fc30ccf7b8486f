--- Whether an option of a planted rule pays, measured by games that continue after it.
--
-- The best action with the option, and the best one without it, are each followed by games to the
-- end. The same bot plays for all players, and both actions have equal draws. The option pays if
-- the games after it end better for the player, by more than chance.
-- @module tests.planted.outcomes

local games = require "tests.planted.games"
local sensible = require "tests.planted.sensible"

local outcomes = {}

local GAMES = 40 -- after each action
local EVERY = 7 -- of this many decisions with an option, one is measured
local MOST_GAMES = 100 -- in which decisions are measured
local CLEAR = 1.96 -- standard errors that a mean exceeds by chance in 5 % of all measurements
local WIN = 50 -- points that a won game counts for if the most points do not decide

--- What was measured about an option.
---@class PlantedOutcome
---@field measured integer decisions
---@field pays integer decisions in which the option brings more
---@field taken_when_it_pays integer
---@field does_not_pay integer decisions in which another action brings more
---@field left_when_it_does_not integer
---@field gain number points that the choices bring more than the other action, added up

-- Returns the result of a finished game for a player: its lead, or the worth of the won game.
local function result_of(rule, state, player)
  if rule.cooperative then
    local sum = 0
    for _, one in ipairs(state:players()) do sum = sum + state:score(one) end
    return sum
  end
  local points, best = state:returns(), -math.huge
  for other, one in ipairs(points) do
    if other ~= player then best = math.max(best, one) end
  end
  if not rule.wins then return points[player] - best end
  local share, winners = 0, state:winners()
  for _, winner in ipairs(winners) do share = share + (winner == player and 1 / #winners or 0) end
  return WIN * share
end

-- Returns the best action with the option and the best one without it, or nil if there is only one
-- kind.
local function best_actions(rule, name, bot, state)
  local best, highest = {}, {}
  for index, rating in pairs(bot:rate(state)) do
    local with = rule.option(state, state:action(index)) == name
    if not highest[with] or rating > highest[with] then best[with], highest[with] = index, rating end
  end
  return best[true], best[false]
end

-- Returns the mean result of one action minus that of another, and its standard error.
local function compare(rule, team, state, one, other)
  local player, played, sum, squares = state:current_player(), state:clone(), 0, 0
  for game = 1, GAMES do
    local results = {}
    for _, action in ipairs { one, other } do
      played:copy_from(state)
      played:reseed(game)
      played:apply_index(action)
      games.play(played, team)
      results[action] = result_of(rule, played, player)
    end
    local difference = results[one] - results[other]
    sum, squares = sum + difference, squares + difference ^ 2
  end
  local mean = sum / GAMES
  return mean, math.sqrt(math.max(0, squares / GAMES - mean ^ 2) / GAMES)
end

-- Adds one decision about an option.
local function add(outcome, difference, margin, takes)
  outcome.measured = outcome.measured + 1
  if difference > margin then
    outcome.pays = outcome.pays + 1
    outcome.taken_when_it_pays = outcome.taken_when_it_pays + (takes and 1 or 0)
  elseif difference < -margin then
    outcome.does_not_pay = outcome.does_not_pay + 1
    outcome.left_when_it_does_not = outcome.left_when_it_does_not + (takes and 0 or 1)
  end
  outcome.gain = outcome.gain + (takes and difference or -difference)
end

-- Returns whether all options were measured often enough.
local function is_complete(list, count)
  for _, one in pairs(list) do
    if one.measured < count then return false end
  end
  return true
end

--- Plays games with the same bot for all players, and measures decisions with an option.
---@param rule PlantedRule
---@param bot string name of the bot
---@param count integer number of decisions with each option
---@return table<string, PlantedOutcome> by option
function outcomes.measure(rule, bot, count)
  local game, list, seen, team = games.new(rule), {}, {}, {}
  for _, name in ipairs(rule.options) do
    list[name], seen[name] = { measured = 0, pays = 0, taken_when_it_pays = 0, does_not_pay = 0,
      left_when_it_does_not = 0, gain = 0 }, 0
  end

  local function measure(state, chosen, name)
    if list[name].measured == count then return end
    local one, other = best_actions(rule, name, team[state:current_player()], state)
    if not (one and other) then return end
    seen[name] = seen[name] + 1
    if seen[name] % EVERY > 0 then return end
    local difference, error = compare(rule, team, state, one, other)
    add(list[name], difference, CLEAR * error, rule.option(state, state:action(chosen)) == name)
  end

  for seed = 1, MOST_GAMES do
    if is_complete(list, count) then break end
    for player = 1, game:players() do team[player] = sensible.named(bot, rule, seed * 8 + player) end
    games.play(game:new_initial_state(seed), team, function(now, chosen)
      if now:is_chance_node() then return end
      for _, name in ipairs(rule.options) do measure(now, chosen, name) end
    end)
  end
  return list
end

return outcomes
