--- A plug-in on trial: how its functions are called, what they tell of a state, and what was found wrong with them.
-- @module carcassonne.plugin.check.trial

local clauses = require "carcassonne.plugin.check.clauses"
local compat = require "carcassonne.compat"
local options = require "carcassonne.options"
local plain = require "carcassonne.plugin.check.plain"
local random = require "carcassonne.bots.random"

local trial = {}

--- A clause that is broken.
---@class PluginProblem
---@field clause string its name
---@field says string what it promises
---@field text string what was found, the first time
---@field times integer how often
---@field seed? integer of the game in which it was
---@field decision? integer how many actions had been applied there
---@field settings? table the options of that game

---@class Trial
---@field plugin Plugin
---@field problems PluginProblem[]
---@field settings table the options of the game that is played
---@field seed integer its seed
---@field decision integer how many actions have been applied
---@field players integer how many play
local Trial = {}
Trial.__index = Trial

local GIVEN_UP = {} -- raised where nothing more can be asked of a game

--- Begins a trial.
---@param plugin Plugin
---@param seed integer of the choices
---@return Trial
function trial.new(plugin, seed)
  return setmetatable({ plugin = plugin, problems = {}, by_clause = {}, bot = random.new(seed), seen = {}, players = 0, asked = 0,
    since = 0 },
    Trial)
end

--- Notes that a clause is broken. Of each the first time is told.
---@param clause string
---@param format string
---@param ... any
function Trial:fail(clause, format, ...)
  local found = self.by_clause[clause]
  if found then
    found.times = found.times + 1
    return
  end
  found = { clause = clause, says = assert(clauses.says[clause], clause), text = compat.string.format(format, ...), times = 1,
    seed = self.seed, decision = self.decision, settings = plain.copy(self.settings) }
  self.by_clause[clause] = found
  table.insert(self.problems, found)
end

--- Ends the game that is played: nothing more can be asked of it.
function Trial.give_up(_) error(GIVEN_UP, 0) end

--- Runs a part of the trial, which may be given up.
---@param part fun()
---@return boolean whole whether it came to its end
function Trial.attempt(_, part)
  local fine, problem = pcall(part)
  if not fine and problem ~= GIVEN_UP then error(problem, 0) end
  return fine
end

--- Calls a function of the plug-in. Where it raises, the game is given up.
---@param name string
---@param ... any
---@return any ...
function Trial:ask(name, ...)
  local results = compat.table.pack(pcall(self.plugin[name], ...))
  self.asked = self.asked + 1
  if results[1] then return compat.table.unpack(results, 2, results.n) end
  self:fail("raises", "%s raised: %s", name, results[2])
  self:give_up()
end

--- Calls a function that has to refuse: to give nil and a message.
---@param clause string what is broken otherwise
---@param what string what it is given
---@param name string
---@param ... any
---@return string? message nil where it did not
function Trial:refused(clause, what, name, ...)
  local result, message = self:ask(name, ...)
  if result ~= nil then
    self:fail(clause, "%s took %s", name, what)
  elseif type(message) ~= "string" or message == "" then
    self:fail(clause, "%s refused %s without a message", name, what)
  else
    return message
  end
end

--- A number from 1 to `count`, as the trial's own generator has it.
---@param count integer
---@return integer
function Trial:choose(count) return self.bot:choose(nil, count) end

--- The players, and 0 for an onlooker.
---@return integer[]
function Trial:lookers()
  local list = { 0 }
  for player = 1, self.players do list[player + 1] = player end
  return list
end

--- Whose number it is as the plug-in takes it: nil for an onlooker.
---@param looker integer
---@return integer?
function trial.player(looker) return looker > 0 and looker or nil end

--- Who looks, for messages.
---@param looker integer
---@return string
function trial.name(looker) return looker > 0 and "player " .. looker or "an onlooker" end

--- Whether something is a line of text.
---@param text any
---@return boolean
function trial.is_line(text)
  return type(text) == "string" and text ~= "" and not text:find "%c" and compat.utf8.len(text) ~= nil
end

-- The functions that tell something of a state, but for views and events, which are told to someone.
local READERS = { "encode", "current", "terminal", "legal", "chance", "returns" }

--- All that the plug-in tells of a state, to those of `t.watching`; of what happened the last, from `t.since` on.
---@param state any
---@return table
function Trial:picture(state)
  local picture = { view = {}, events = {} }
  for _, name in ipairs(READERS) do picture[name] = self:ask(name, state) end
  for _, looker in ipairs(self.watching or self:lookers()) do
    picture.view[trial.name(looker)] = self:ask("view", state, trial.player(looker))
    picture.events[trial.name(looker)] = self:ask("events", state, trial.player(looker), self.since)
  end
  return picture
end

--- Holds two pictures against each other.
---@param clause string what is broken where they differ
---@param before table
---@param after table
---@param what string
function Trial:same(clause, before, after, what)
  local place = plain.difference(before, after)
  if place then self:fail(clause, "%s: %s is another", what, place) end
end

--- Carries out an action that is legal; gives the game up where that is refused.
---@param state any
---@param action string
function Trial:apply(state, action)
  local done, message = self:ask("apply", state, action)
  if done == true then return end
  self:fail("legal-accepted", "apply refused '%s', which legal has: %s", action, options.show(message))
  self:give_up()
end

--- Carries out some legal action.
---@param state any
---@return string? action nil at the end
function Trial:apply_any(state)
  local legal = self:ask("legal", state)
  if #legal == 0 or self:ask("terminal", state) then return nil end
  local action = legal[self:choose(#legal)]
  self:apply(state, action)
  return action
end

return trial
