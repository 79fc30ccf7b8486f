--- Numbers of actions, observation planes and bounds as plain data, for programs that learn.
-- @module carcassonne.plugin.spaces

local c_locale = require "carcassonne.base.c_locale"
local carcassonne = require "carcassonne"
local json_lists = require "carcassonne.base.json_lists"
local options = require "carcassonne.base.options"

local spaces = {}

-- The radius of the window by default, and its maximum, which limits the memory that a client can
-- request.
local DEFAULT, MOST = 15, 40

local BOUNDS = { "max_chance_outcomes", "max_game_length", "min_utility", "max_utility" }

-- Returns the radius of a window. Raises an error for any other value.
local function radius_of(window)
  if window == nil then return DEFAULT end
  return options.whole(window, 1, MOST) or
    options.refuse("window", ("expected 1 to %d cells, got %s"):format(MOST, options.show(window)))
end

-- Returns the space of a game that `make` returns. Raises an error if there is none.
local function made(make, state, window)
  local space, reason = make(state:game(), radius_of(window))
  return space or error(reason, 0)
end

local function actions_of(state, window) return made(carcassonne.action_space, state, window) end
local function planes_of(state, window) return made(carcassonne.observation_space, state, window) end

--- Returns the numbers of a game that never change.
---@param state State
---@param window? integer
---@return table
function spaces.of(state, window)
  local game, planes, all = state:game(), planes_of(state, window), { unknown = {} }
  local actions, reason = carcassonne.action_space(game, radius_of(window))
  all.planes, all.shape = planes:names(), planes:shape()
  all.num_distinct_actions, all.unknown.num_distinct_actions = actions and actions:size(), reason
  for _, name in ipairs(BOUNDS) do all[name], all.unknown[name] = game[name](game) end
  return json_lists.mark(all, { unknown = true })
end

--- Returns the number of a legal action, by its index. Raises an error if it has none.
---@param state State
---@param index integer
---@param window? integer
---@return integer
function spaces.number(state, index, window)
  return actions_of(state, window):legal(state)[index]
    or error("this action has no number: it is outside of the window, or an outcome of chance", 0)
end

--- Returns the legal action with a number. Raises an error if no legal action has it.
---@param state State
---@param number integer
---@param window? integer
---@return string
function spaces.action(state, number, window)
  local space = actions_of(state, window)
  local whole = options.whole(number, 0, space:size() - 1) or
    options.refuse("number", ("expected 0 to %d, got %s"):format(space:size() - 1, options.show(number)))
  local index = space:index(state, whole)
  if index then return tostring(state:action(index)) end
  error(("no legal action has the number %d"):format(whole), 0)
end

--- Returns the numbers of the legal actions, and how many legal actions have none.
---@param state State
---@param window? integer
---@return {numbers:integer[], without:integer}
function spaces.mask(state, window)
  local mask = { numbers = {}, without = 0 }
  for _, number in ipairs(actions_of(state, window):legal(state)) do
    if number then mask.numbers[#mask.numbers + 1] = number else mask.without = mask.without + 1 end
  end
  c_locale.sort(mask.numbers)
  return json_lists.mark(mask, {})
end

--- Returns the observation planes of a player.
---@param state State
---@param observer integer|"spectator"
---@param window? integer
---@return (number|number[])[]
function spaces.planes(state, observer, window) return planes_of(state, window):sparse(state, observer) end

return spaces
