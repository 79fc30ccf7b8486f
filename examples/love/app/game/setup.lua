--- The choices before a game: players, edition, scripts and their options.
-- @module app.game.setup

local bots = require "carcassonne.bots"
local carcassonne = require "carcassonne"
local message = require "carcassonne.base.error_message"

local Setup = {}
Setup.__index = Setup

local NAMES = { "Anna", "Ben", "Clara", "David", "Emma", "Felix" }
local FEWEST, MOST = 2, 6

---@class Seat
---@field name string
---@field bot? string a name in carcassonne.bots.names(); nil for a person

--- Creates the default setup: two people, without scripts.
---@return table
function Setup.new()
  local self = setmetatable({ seats = {}, edition = carcassonne.default_edition, chosen = {}, seed = "" },
    Setup)
  for _ = 1, FEWEST do self:add_seat() end
  return self
end

--- Returns whether another player can be added.
function Setup:may_add() return #self.seats < MOST end

--- Returns whether a player can be removed.
function Setup:may_remove() return #self.seats > FEWEST end

--- Adds a player.
function Setup:add_seat()
  if self:may_add() then self.seats[#self.seats + 1] = { name = NAMES[#self.seats + 1] } end
end

--- Removes a player.
---@param index integer
function Setup:remove_seat(index)
  if self:may_remove() then table.remove(self.seats, index) end
end

-- Returns the item `by` places after `value` in a list; after the last item it continues at the
-- first.
local function turned(list, value, by)
  local at = 1
  for i, one in ipairs(list) do
    if one == value then at = i end
  end
  return list[(at - 1 + by) % #list + 1]
end

--- Changes the occupant of a seat: a person or one of the available bots.
---@param index integer
---@param by integer
function Setup:turn_seat(index, by)
  local kinds = bots.names()
  table.insert(kinds, 1, false)
  self.seats[index].bot = turned(kinds, self.seats[index].bot or false, by) or nil
end

--- Selects the next edition.
---@param by integer
function Setup:turn_edition(by) self.edition = turned(carcassonne.editions, self.edition, by) end

--- Adds a script to the game, or removes it.
---@param name string
function Setup:toggle(name) self.chosen[name] = not self.chosen[name] and {} or nil end

--- Returns the value of an option, chosen or default.
---@param name string name of the script
---@param option { name:string, default:any }
---@return any
function Setup:value(name, option)
  local values = self.chosen[name]
  if values and values[option.name] ~= nil then return values[option.name] end
  return option.default
end

--- Sets an option to its next value.
---@param name string
---@param option { name:string, default:any, values?:any[] }
---@param by integer
function Setup:turn_option(name, option, by)
  local value = self:value(name, option)
  if option.values then value = turned(option.values, value, by)
  elseif type(value) == "boolean" then value = not value
  elseif type(value) == "number" then value = value + by end
  self:set_option(name, option, value)
end

--- Sets an option.
---@param name string
---@param option { name:string }
---@param value any
function Setup:set_option(name, option, value)
  self.chosen[name] = self.chosen[name] or {}
  self.chosen[name][option.name] = value
end

--- Returns the seed of the next game: the typed one, or a random one.
---@return integer
function Setup:next_seed() return tonumber(self.seed) or os.time() % 1000000 end

--- Clears the typed seed, because it is used for one game only.
function Setup:forget_seed() self.seed = "" end

--- Returns the chosen scripts in the order of the catalogue.
---@param catalogue Entry[]
---@return { from:string, name:string, options:table, limits?:ScriptLimits }[]
function Setup:scripts(catalogue)
  local list = {}
  for _, entry in ipairs(catalogue) do
    local values = self.chosen[entry.name]
    if values then
      list[#list + 1] = { from = entry.from, name = entry.name, options = values, limits = entry.limits }
    end
  end
  return list
end

--- Makes the chosen game; returns nil and a message on failure.
---@param catalogue Entry[]
---@return Game?
---@return string? problem
function Setup:game(catalogue)
  local fine, game = pcall(function()
    local variants = {}
    for i, one in ipairs(self:scripts(catalogue)) do
      variants[i] = carcassonne.variant(one.from, next(one.options) ~= nil and one.options or nil, one.limits)
    end
    return carcassonne.game { players = #self.seats, edition = self.edition, variants = variants }
  end)
  if fine then return game end
  return nil, message.plain(game)
end

return Setup
