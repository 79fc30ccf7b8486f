--- The differences that a replay has found, as text, with the turn or decision of each. They are
--- collected until the game is over, and then reported in the order of the decisions.

local c_locale = require "carcassonne.base.c_locale"
local compat = require "carcassonne.base.compat"

local comparison = {}

local SHOWN = 6 -- number of different items of a list that a report shows

---@class Difference
---@field game string id of the game
---@field at? integer number of the turn or decision, from 1; 0 at the start, nil at the end
---@field where string `at` as text
---@field text string

---@class Comparison
---@field found Difference[]
---@field decisions integer number of compared decisions
---@field at? integer the turn or decision that is being compared; 0 at the start, nil at the end
---@field left_out table<string, string> by the name of an option of the engine: why it was not compared
local Comparison = {}
Comparison.__index = Comparison

-- Raised to stop the replay of a game, if everything that follows would only repeat the difference.
local ABANDON = {}

--- Begins to compare a game.
---@param id string
---@param unit "turn"|"decision" the unit in which `at` counts
---@return Comparison
function comparison.new(id, unit)
  return setmetatable({
    id = id, unit = unit, found = {}, decisions = 0, at = 0, off = {}, last = {}, left_out = {},
  }, Comparison)
end

--- Adds a difference at a turn or decision.
---@param at? integer
---@param format string
---@param ... any
function Comparison:differ_at(at, format, ...)
  local where = at and at > 0 and ("%s %d"):format(self.unit, at) or at and "at the start" or "at the end"
  self.found[#self.found + 1] = {
    game = self.id, at = at, where = where, text = format:format(...), number = #self.found,
  }
end

--- Adds a difference at the present turn or decision.
---@param format string
---@param ... any
function Comparison:differ(format, ...) self:differ_at(self.at, format, ...) end

--- Adds a difference after which nothing can be compared.
---@param format string
---@param ... any
function Comparison:abandon(format, ...)
  self:differ(format, ...)
  error(ABANDON, 0)
end

--- Notes that an option was not compared, since logs do not list it at this decision.
---@param name string
---@param reason string
function Comparison:leave_out(name, reason) self.left_out[name] = reason end

--- Runs a replay until it ends or is abandoned. An error that it raises is a difference, too.
---@param replay fun(...)
---@param ... any
function Comparison:run(replay, ...)
  local function traceless(err) return err == ABANDON and err or tostring(err) end
  local fine, why = compat.basic.xpcall(replay, traceless, ...)
  if not fine and why ~= ABANDON then self:differ("an error was raised: %s", why) end
end

--- Returns the differences in the order of the game.
---@return Difference[]
function Comparison:differences()
  c_locale.sort(self.found, function(a, b)
    if a.at ~= b.at then return (a.at or math.huge) < (b.at or math.huge) end
    return a.number < b.number
  end)
  return self.found
end

-- ---- Lists and numbers --------------------------------------------------------------------------

local function cut(words)
  if #words <= SHOWN then return table.concat(words, ", ") end
  return ("%s and %d more"):format(table.concat(words, ", ", 1, SHOWN), #words - SHOWN)
end

-- Returns the items that only the first list has, in its order.
local function only_in(one, other)
  local left = {}
  for _, word in ipairs(other) do left[word] = (left[word] or 0) + 1 end
  local found = {}
  for _, word in ipairs(one) do
    if (left[word] or 0) > 0 then left[word] = left[word] - 1 else found[#found + 1] = word end
  end
  return found
end

--- Compares two lists; the order does not matter.
---@param what string
---@param ours string[]
---@param theirs string[]
---@param at? integer turn or decision; the present one by default
function Comparison:lists(what, ours, theirs, at)
  local more, less = only_in(ours, theirs), only_in(theirs, ours)
  if #more > 0 then self:differ_at(at or self.at, "%s only here: %s", what, cut(more)) end
  if #less > 0 then self:differ_at(at or self.at, "%s only in the log: %s", what, cut(less)) end
end

--- Compares two lists that last from one part of a turn to the next. A difference that lasts for
--- several parts is reported once.
---@param what string
---@param ours string[]
---@param theirs string[]
function Comparison:running_lists(what, ours, theirs)
  local more, less = only_in(ours, theirs), only_in(theirs, ours)
  local now = table.concat(more, ",") .. "|" .. table.concat(less, ",")
  if now ~= (self.last[what] or "|") then self:lists(what, ours, theirs) end
  self.last[what] = now
end

--- Compares numbers by player, or any other list of numbers.
---@param what string
---@param ours integer[]
---@param theirs integer[]
---@param at? integer
function Comparison:numbers(what, ours, theirs, at)
  for i = 1, math.max(#ours, #theirs) do
    if ours[i] ~= theirs[i] then
      self:differ_at(at or self.at, "%s: here %s, in the log %s", what, table.concat(ours, " "),
        table.concat(theirs, " "))
      return
    end
  end
end

--- Compares numbers that last from one part of a turn to the next. A difference that stays the same
--- is not reported again.
---@param what string
---@param ours integer[]
---@param theirs integer[]
---@param at? integer
function Comparison:running_numbers(what, ours, theirs, at)
  local off = {}
  for i = 1, math.max(#ours, #theirs) do off[i] = (ours[i] or 0) - (theirs[i] or 0) end
  local now = table.concat(off, " ")
  if now ~= (self.off[what] or ("0 "):rep(#off):sub(1, -2)) then self:numbers(what, ours, theirs, at) end
  self.off[what] = now
end

--- Compares two values (text, number or nil) that last from one part of a turn to the next.
---@param what string
---@param ours any
---@param theirs any
function Comparison:running_values(what, ours, theirs)
  local function word(value) return value == nil and "none" or c_locale.tostring(value) end
  local now = word(ours) .. "|" .. word(theirs)
  if ours ~= theirs and now ~= self.last[what] then
    self:differ("%s: here %s, in the log %s", what, word(ours), word(theirs))
  end
  self.last[what] = now
end

return comparison
