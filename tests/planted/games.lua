--- Games with a planted rule: how to play them, what players did with the options of the rule, and
--- the points that it gave.
-- @module tests.planted.games

local bots = require "carcassonne.bots"
local carcassonne = require "carcassonne"

local games = {}

--- Returns a game with a rule.
---@param rule PlantedRule
---@param players? integer by default the lowest number that the rule allows
---@param options? table<string, any> values of the script's options
---@return Game
function games.new(rule, players, options)
  return carcassonne.game { players = players or rule.players[1],
    variants = { carcassonne.variant(rule.path, options) } }
end

--- Plays a game to its end.
---@param state State
---@param team Bot[] one for each player
---@param watch? fun(state:State, chosen:integer) called before a decision is applied
---@return number seconds of processor time without those of `watch`
function games.play(state, team, watch)
  local seconds = 0
  while not state:is_terminal() do
    local began = os.clock()
    local chosen = bots.decide(team[state:current_player()] or team[1], state)
    seconds = seconds + os.clock() - began
    if watch then watch(state, chosen) end
    began = os.clock()
    state:apply_index(chosen)
    seconds = seconds + os.clock() - began
  end
  return seconds
end

-- ---- What players did with the options ----------------------------------------------------------

--- Returns a use with zero counts for each option of a rule.
---@param rule PlantedRule
---@return table<string, PlantedUse>
function games.no_use(rule)
  local use = {}
  for _, name in ipairs(rule.options) do
    use[name] = { offered = 0, taken = 0, pays = 0, taken_when_it_pays = 0 }
  end
  return use
end

-- Returns the set of options that are among the legal actions of a state; nil if there are none.
local function options_in(rule, state)
  local names
  for index = 1, state:num_actions() do
    local name = rule.option(state, state:action(index))
    if name then
      names = names or {}
      names[name] = true
    end
  end
  return names
end

--- Adds one decision to a use. An option pays if the judge would take it.
---@param use table<string, PlantedUse>
---@param rule PlantedRule
---@param state State before the decision
---@param chosen integer index of the chosen action
---@param judge Bot the sensible player
function games.count(use, rule, state, chosen, judge)
  local names = options_in(rule, state)
  if not names then return end
  local taken = rule.option(state, state:action(chosen))
  local pays = rule.option(state, state:action(judge:choose(state)))
  for name in pairs(names) do
    local one = use[name]
    one.offered = one.offered + 1
    one.taken = one.taken + (taken == name and 1 or 0)
    one.pays = one.pays + (pays == name and 1 or 0)
    one.taken_when_it_pays = one.taken_when_it_pays + (taken == name and pays == name and 1 or 0)
  end
end

-- ---- Points of the rule -------------------------------------------------------------------------

local function set_of(list)
  local set = {}
  for _, name in ipairs(list) do set[name] = true end
  return set
end

--- Returns the points that a rule has given in a finished game.
---@param rule PlantedRule
---@param state State
---@return integer[] points of each player
---@return integer times number of events that gave or took points
function games.points(rule, state)
  local labels, points, times = set_of(rule.labels), {}, 0
  for player = 1, state:game():players() do points[player] = 0 end
  local function add(player, more)
    points[player], times = points[player] + more, times + 1
  end
  for _, event in ipairs(state:events()) do
    if event.kind == "awarded" and labels[event.label] then add(event.player, event.points) end
    local doubles = labels.cities and event.kind == "scored" and event.feature == "city"
    for _, item in ipairs(doubles and event.items or {}) do
      if item.kind == "script" then add(event.player, item.count * item.each) end
    end
  end
  return points, times
end

return games
