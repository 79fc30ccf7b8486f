--- A plug-in on trial: how its functions are called, what they tell of a state, and what was found
--- wrong with them.
-- @module carcassonne.plugin.check.trial

local c_locale = require "carcassonne.base.c_locale"
local clauses = require "carcassonne.plugin.check.clauses"
local compat = require "carcassonne.base.compat"
local options = require "carcassonne.base.options"
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
  return setmetatable({ plugin = plugin, problems = {}, by_clause = {}, bot = random.new(seed), seen = {},
    players = 0, asked = 0,
    since = 0, by_seeds = 0, hands = 0 }, Trial)
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
  found = { clause = clause, says = assert(clauses.says[clause], clause),
    text = compat.string.format(format, ...), times = 1,
    seed = self.seed, decision = self.decision, settings = plain.copy(self.settings) }
  self.by_clause[clause] = found
  table.insert(self.problems, found)
end

--- Whether a clause was found broken before.
---@param clause string
---@return boolean
function Trial:has_failed(clause) return self.by_clause[clause] ~= nil end

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

--- The text of an error, whatever was raised: no metamethod is called.
---@param raised any
---@return string
function trial.error_text(raised)
  return type(raised) == "string" and options.line(raised) or options.show(raised)
end

-- Before 5.2 a coroutine begins with a function of Lua.
local function through(f, ...) return f(...) end

-- What a function gives behind true; or false and what is wrong. One that yields would stop who
-- calls the checker: it gets a coroutine of its own.
local function call(f, ...)
  local thread = coroutine.create(through)
  local results = compat.table.pack(coroutine.resume(thread, f, ...))
  if not results[1] then return { false, "raised: " .. trial.error_text(results[2]) } end
  if coroutine.status(thread) ~= "dead" then return { false, "yields" } end
  return results
end

-- The functions whose results are plain data, with the clause that is broken where they are not.
local PLAIN = { current = "current", terminal = "current", legal = "legal-text", chance = "chance-outcomes",
  returns = "returns",
  winners = "winners", view = "view-plain", events = "events-plain", encode = "encode-exact",
    describe = "describe",
  describe_event = "describe-event" }

--- Calls a function of the plug-in. Where it raises, or gives what nobody could look through, the
--- game is given up.
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
  elseif message == nil or message == "" then
    self:fail(clause, "%s refused %s without a message", name, what)
  elseif not trial.is_line(message) then
    self:fail(clause, "%s refused %s with a message that is no line of text: %s", name, what,
      options.show(message))
  else
    return message
  end
end

--- A number from 1 to `count`, as the trial's own generator has it.
---@param count integer
---@return integer
function Trial:choose(count) return self.bot:choose(nil, count) end

--- The players, and 0 for a spectator.
---@return integer[]
function Trial:lookers()
  local list = { 0 }
  for player = 1, self.players do list[player + 1] = player end
  return list
end

--- Whose number it is as the plug-in takes it: nil for a spectator.
---@param looker integer
---@return integer?
function trial.player(looker) return looker > 0 and looker or nil end

--- Who looks, for messages.
---@param looker integer
---@return string
function trial.name(looker) return looker > 0 and "player " .. looker or "a spectator" end

--- Whether something is a line of text.
---@param text any
---@return boolean
function trial.is_line(text)
  return type(text) == "string" and text ~= "" and not c_locale.find(text, "%c")
    and compat.utf8.len(text) ~= nil
end

-- Blanks that nobody sees, or that look like others: no-break, of other widths, marks of direction.
local ODD_BLANKS = { "^ ", " $", "  ", "\194\160", "\226\128[\128-\143\168-\175]", "\226\129[\159-\175]",
  "\227\128\128",
  "\239\187\191" }

--- The most bytes of an action.
trial.LONGEST = 200

--- Whether something is the text of an action: a line that nobody can take for another one.
---@param text any
---@return boolean
function trial.is_action(text)
  if not trial.is_line(text) or #text > trial.LONGEST then return false end
  for _, blank in ipairs(ODD_BLANKS) do
    if text:find(blank) then return false end
  end
  return true
end

-- The functions that tell something of a state, but for views and events, which are told to
-- someone.
local READERS = { "encode", "current", "terminal", "legal", "chance", "returns", "winners" }

-- The lines of the first of some legal actions, and of the last.
local function lines_of(t, state, legal)
  local lines = {}
  for _, action in ipairs(type(legal) == "table" and { legal[1], legal[#legal] } or {}) do
    lines[#lines + 1] = t:ask("describe", state, action)
  end
  return lines
end

--- All that the plug-in tells of a state, to those of `t.watching`; of what happened the last, from
--- `t.since` on.
---@param state any
---@return table
function Trial:picture(state)
  local picture = { view = {}, events = {}, described = {} }
  for _, name in ipairs(READERS) do picture[name] = self:ask(name, state) end
  for _, looker in ipairs(self.watching or self:lookers()) do
    local player, name = trial.player(looker), trial.name(looker)
    local events = self:ask("events", state, player, self.since)
    picture.view[name], picture.events[name] = self:ask("view", state, player), events
    local last = type(events) == "table" and events[#events]
    picture.described[name] = last and self:ask("describe_event", state, last) or nil
  end
  picture.lines = lines_of(self, state, picture.legal)
  return picture
end

--- The copies that there can be of a state, each with the clause that it may break. Gives the game
--- up where there is none.
---@param state any
---@return {clause:string, state:any}[]
function Trial:copies(state)
  local copies = { { clause = "clone-exact", state = (self:ask("clone", state)) } }
  local text = self:ask("encode", state)
  local read, message = self:ask("decode", text)
  copies[2] = { clause = "encode-exact", state = read }
  if copies[1].state == nil then self:fail("clone-exact", "clone gives nil") end
  if type(text) ~= "string" then
    self:fail("encode-exact", "encode gives %s, no text", options.show(text))
  elseif read == nil then
    self:fail("encode-exact", "decode refuses what encode gave: %s", options.show(message))
  end
  if copies[1].state == nil or read == nil then self:give_up() end
  return copies
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
  if done ~= true then
    self:fail("legal-accepted", "apply refused '%s', which legal has: %s", action, options.show(message))
    self:give_up()
  elseif message ~= nil then
    self:fail("legal-accepted", "apply carried out '%s', and gives more than true: %s", action,
      options.show(message))
  end
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
