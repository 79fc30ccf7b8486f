--- The bots of the plug-in, and their choices.
-- @module carcassonne.plugin.game_bots

local bots = require "carcassonne.bots"
local options = require "carcassonne.base.options"

local game_bots = {}

local MOST_MILLISECONDS = 86400000 -- a day

-- Returns whether a bot can use a given time.
local function takes_time(name)
  for _, option in ipairs(bots.describe(name).options or {}) do
    if option.name == "milliseconds" then return true end
  end
  return false
end

--- Returns the bots, the weakest first.
---@return {name:string, level:integer, text:string, timed:boolean}[]
function game_bots.list()
  local list = {}
  for level, name in ipairs(bots.by_strength()) do
    list[level] = { name = name, level = level, text = bots.describe(name).says, timed = takes_time(name) }
  end
  return list
end

local function check_name(name)
  local names = bots.by_strength()
  for _, one in ipairs(names) do
    if one == name then return end
  end
  options.refuse("bot", ("expected one of %s; got %s"):format(table.concat(names, ", "), options.show(name)))
end

-- Returns the options of a bot for a time in milliseconds, or nil.
local function timed(name, milliseconds)
  if milliseconds == nil then return {} end
  if type(milliseconds) ~= "number" or not (milliseconds >= 1 and milliseconds <= MOST_MILLISECONDS) then
    options.refuse("milliseconds", ("expected a number from 1 to %d, got %s"):format(MOST_MILLISECONDS,
      options.show(milliseconds)))
  end
  return takes_time(name) and { milliseconds = milliseconds } or {}
end

-- Returns a seed that depends only on what the player sees.
local function seed_for(state, player) return tonumber(state:hash(player):sub(-7), 16) end

--- Returns the action that a bot chooses for the player who decides. Raises an error if no player
--- decides, or for an invalid argument.
---@param state State
---@param name string the name of one of the bots
---@param milliseconds? number time for this decision, for a bot that can use it
---@return string action
function game_bots.choose(state, name, milliseconds)
  local player = state:current_player()
  check_name(name)
  local given = timed(name, milliseconds)
  if type(player) ~= "number" then options.refuse("state", "no player decides now") end
  local bot = bots.new(name, seed_for(state, player), given)
  return tostring(state:action(bots.decide(bot, state)))
end

return game_bots
