--- A trial of a plug-in: calls its functions, compares their results, and collects the problems.
-- @module carcassonne.plugin.check.trial

local c_locale = require "carcassonne.base.c_locale"
local clauses = require "carcassonne.plugin.check.clauses"
local compat = require "carcassonne.base.compat"
local options = require "carcassonne.base.options"
local plain = require "carcassonne.plugin.check.plain"
local random = require "carcassonne.bots.random"

local trial = {}

--- A broken clause.
---@class PluginProblem
---@field clause string name of the clause
---@field says string text of the clause
---@field text string description of the first violation
---@field times integer number of violations
---@field seed? integer seed of the game with the first violation
---@field decision? integer number of actions before the first violation
---@field settings? table options of that game

---@class Trial
---@field plugin Plugin
---@field problems PluginProblem[]
---@field settings table options of the current game
---@field seed integer seed of the current game
---@field decision integer number of actions applied
---@field players integer number of players
local Trial = {}
Trial.__index = Trial

local GIVEN_UP = {} -- error value that ends the current game

--- Begins a trial.
---@param plugin Plugin
---@param seed integer seed of the choices
---@return Trial
function trial.new(plugin, seed)
  return setmetatable({ plugin = plugin, problems = {}, by_clause = {}, bot = random.new(seed), seen = {},
    players = 0, asked = 0,
    since = 0, by_seeds = 0, hands = 0 }, Trial)
end

--- Records that a clause is broken. Only the first violation is described.
---@param clause string
---@param format string
---@param ... any
function Trial:fail(clause, format, ...)
  local found = self.by_clause[clause]
  if found then
    found.times = found.times + 1
    return
  end
  found = { clause = clause, says = assert(clauses.says[clause], clause),
    text = compat.string.format(format, ...), times = 1,
    seed = self.seed, decision = self.decision, settings = plain.copy(self.settings) }
  self.by_clause[clause] = found
  table.insert(self.problems, found)
end

--- Returns whether a clause is known to be broken.
---@param clause string
---@return boolean
function Trial:has_failed(clause) return self.by_clause[clause] ~= nil end

--- Ends the current game, since it cannot continue.
function Trial.give_up(_) error(GIVEN_UP, 0) end

--- Runs a part of the trial, which may end early by `give_up`.
---@param part fun()
---@return boolean complete false if the part ended early
function Trial.attempt(_, part)
  local fine, problem = pcall(part)
  if not fine and problem ~= GIVEN_UP then error(problem, 0) end
  return fine
end

--- Returns the text of any error value without calling metamethods.
---@param raised any
---@return string
function trial.error_text(raised)
  return type(raised) == "string" and options.line(raised) or options.show(raised)
end

-- In Lua 5.1 a coroutine must start with a Lua function.
local function through(f, ...) return f(...) end

-- Calls a function in its own coroutine, so that a yield cannot suspend the caller of the checker.
-- Returns { true, results... }, or { false, problem }.
local function call(f, ...)
  local thread = coroutine.create(through)
  local results = compat.table.pack(coroutine.resume(thread, f, ...))
  if not results[1] then return { false, "raised: " .. trial.error_text(results[2]) } end
  if coroutine.status(thread) ~= "dead" then return { false, "yields" } end
  return results
end

-- The functions that must return plain data, each with the clause that is broken if it does not.
local PLAIN = { current = "current", terminal = "current", legal = "legal-text", chance = "chance-outcomes",
  count = "count", fields = "fields", find = "fields", returns = "returns", result = "result",
  view = "view-plain", events = "events-plain",
  encode = "encode-exact", describe = "describe", describe_event = "describe-event", statics = "statics",
  show = "show-text", revision = "revision", history = "history", delta = "delta",
  spaces = "spaces", number = "number", action = "number", mask = "mask", planes = "planes" }

--- Calls a function of the plug-in. If the function raises an error or returns data that is not
--- plain, gives up the game.
---@param name string
---@param ... any
---@return any ...
function Trial:ask(name, ...)
  local results = call(self.plugin[name], ...)
  self.asked = self.asked + 1
  if not results[1] then
    self:fail("raises", "%s %s", name, results[2])
    self:give_up()
  end
  local problem = PLAIN[name] and results[2] ~= nil and plain.problem(results[2], name)
  if problem then
    self:fail(PLAIN[name], "%s", problem)
    self:give_up()
  end
  return compat.table.unpack(results, 2, results.n)
end

--- Calls a function that must refuse its arguments, that is, return nil and a message.
---@param clause string clause that is broken if it does not refuse
---@param what string description of the arguments
---@param name string
---@param ... any
---@return string? message nil if the function did not refuse
function Trial:refused(clause, what, name, ...)
  local result, message = self:ask(name, ...)
  if result ~= nil then
    self:fail(clause, "%s accepted %s", name, what)
  elseif message == nil or message == "" then
    self:fail(clause, "%s refused %s without a message", name, what)
  elseif not trial.is_line(message) then
    self:fail(clause, "%s refused %s with a message that is not a line of text: %s", name, what,
      options.show(message))
  else
    return message
  end
end

--- Returns a number from 1 to `count`, from the trial's generator.
---@param count integer
---@return integer
function Trial:choose(count) return self.bot:choose(nil, count) end

--- Returns all observers: 0 for a spectator, and the players.
---@return integer[]
function Trial:lookers()
  local list = { 0 }
  for player = 1, self.players do list[player + 1] = player end
  return list
end

--- Converts an observer to the argument for the plug-in: nil for a spectator.
---@param looker integer
---@return integer?
function trial.player(looker) return looker > 0 and looker or nil end

--- Returns the name of an observer for messages.
---@param looker integer
---@return string
function trial.name(looker) return looker > 0 and "player " .. looker or "a spectator" end

--- Returns whether a value is a non-empty line of UTF-8 text.
---@param text any
---@return boolean
function trial.is_line(text)
  return type(text) == "string" and text ~= "" and not c_locale.find(text, "%c")
    and compat.utf8.len(text) ~= nil
end

-- Blanks that are invisible or look like others: no-break blanks, blanks of other widths, direction
-- marks.
local ODD_BLANKS = { "^ ", " $", "  ", "\194\160", "\226\128[\128-\143\168-\175]", "\226\129[\159-\175]",
  "\227\128\128",
  "\239\187\191" }

--- Maximum size of an action in bytes.
trial.LONGEST = 200

--- Returns whether a value is a valid action text: a line that cannot be confused with another
--- line.
---@param text any
---@return boolean
function trial.is_action(text)
  if not trial.is_line(text) or #text > trial.LONGEST then return false end
  for _, blank in ipairs(ODD_BLANKS) do
    if text:find(blank) then return false end
  end
  return true
end

-- The functions that query a state without an observer.
local READERS = { "encode", "current", "terminal", "legal", "count", "chance", "returns", "result" }

-- Returns events without their numbers, which differ in a state whose actions were undone and
-- applied again.
local function without_numbers(events)
  local list = {}
  for i, event in ipairs(type(events) == "table" and events or {}) do
    local one = event
    if type(event) == "table" then
      one = {}
      for key, value in next, event do one[key] = value end
      one.number = nil
    end
    list[i] = one
  end
  return list
end

-- Returns the lines of the first and last legal actions.
local function lines_of(t, state, legal)
  local lines = {}
  for _, action in ipairs(type(legal) == "table" and { legal[1], legal[#legal] } or {}) do
    lines[#lines + 1] = t:ask("describe", state, action)
  end
  return lines
end

--- Returns the results of all queries of a state, with the views and events for the observers in
--- `watching`. The events start after number `since`.
---@param state any
---@return table
function Trial:picture(state)
  local picture = { view = {}, events = {}, described = {} }
  for _, name in ipairs(READERS) do picture[name] = self:ask(name, state) end
  for _, looker in ipairs(self.watching or self:lookers()) do
    local player, name = trial.player(looker), trial.name(looker)
    local events = self:ask("events", state, player, self.since)
    local last = type(events) == "table" and events[#events]
    picture.described[name] = last and self:ask("describe_event", state, last) or nil
    picture.view[name], picture.events[name] = self:ask("view", state, player), without_numbers(events)
  end
  picture.lines = lines_of(self, state, picture.legal)
  return picture
end

--- Copies a state by `clone` and by `decode`. Each copy has the name of the clause that is broken
--- if the copy is wrong. If copying fails, gives up the game.
---@param state any
---@return {clause:string, state:any}[]
function Trial:copies(state)
  local copies = { { clause = "clone-exact", state = (self:ask("clone", state)) } }
  local text = self:ask("encode", state)
  local read, message = self:ask("decode", text)
  copies[2] = { clause = "encode-exact", state = read }
  if copies[1].state == nil then self:fail("clone-exact", "`clone` returned nil") end
  if type(text) ~= "string" then
    self:fail("encode-exact", "encode: expected text, got %s", options.show(text))
  elseif read == nil then
    self:fail("encode-exact", "`decode` refused an encoded text: %s", options.show(message))
  end
  if copies[1].state == nil or read == nil then self:give_up() end
  return copies
end

--- Compares two pictures.
---@param clause string clause that is broken if the pictures differ
---@param before table
---@param after table
---@param what string
function Trial:same(clause, before, after, what)
  local place = plain.difference(before, after)
  if place then self:fail(clause, "%s: %s differs", what, place) end
end

--- Applies a legal action. If the action is refused, gives up the game.
---@param state any
---@param action string
function Trial:apply(state, action)
  local done, message = self:ask("apply", state, action)
  if done ~= true then
    self:fail("legal-accepted", "`legal` lists '%s', but `apply` refused it: %s", action,
      options.show(message))
    self:give_up()
  elseif message ~= nil then
    self:fail("legal-accepted", "`apply` carried out '%s', but also returned a second value: %s", action,
      options.show(message))
  end
end

--- Applies a random legal action.
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
