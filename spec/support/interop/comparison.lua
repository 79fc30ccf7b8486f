--- What a replay found to differ: words for it, and where. Differences are kept until the game is
-- done, and reported in the order of the decisions.

local c_locale = require "carcassonne.base.c_locale"
local compat = require "carcassonne.base.compat"

local comparison = {}

local SHOWN = 6 -- of a list that differs

---@class Difference
---@field game string id of the game
---@field at? integer number of the turn or decision, from 1; 0 at the start, none at the end
---@field where string the same in words
---@field text string

---@class Comparison
---@field found Difference[]
---@field decisions integer how many were compared
---@field at? integer the turn or decision that is being compared; 0 at the start, none at the end
---@field left_out table<string, string> why options of ours were not compared, by their name
local Comparison = {}
Comparison.__index = Comparison

-- Raised to give a game up: what follows would only repeat the difference.
local ABANDON = {}

--- Begins to compare a game.
---@param id string
---@param unit "turn"|"decision" what `at` counts
---@return Comparison
function comparison.new(id, unit)
  return setmetatable({
    id = id, unit = unit, found = {}, decisions = 0, at = 0, off = {}, last = {}, left_out = {},
  }, Comparison)
end

--- A difference at a turn or decision.
---@param at? integer
---@param format string
---@param ... any
function Comparison:differ_at(at, format, ...)
  local where = at and at > 0 and ("%s %d"):format(self.unit, at) or at and "at the start" or "at the end"
  self.found[#self.found + 1] = {
    game = self.id, at = at, where = where, text = format:format(...), number = #self.found,
  }
end

--- A difference where the comparison has come to.
---@param format string
---@param ... any
function Comparison:differ(format, ...) self:differ_at(self.at, format, ...) end

--- A difference after which nothing can be compared.
---@param format string
---@param ... any
function Comparison:abandon(format, ...)
  self:differ(format, ...)
  error(ABANDON, 0)
end

--- Notes that an option was not compared, since logs do not list it here.
---@param name string
---@param reason string
function Comparison:leave_out(name, reason) self.left_out[name] = reason end

--- Runs a replay to its end, or until it is given up. An error that it raises is a difference, too.
---@param replay fun(...)
---@param ... any
function Comparison:run(replay, ...)
  local function traceless(err) return err == ABANDON and err or tostring(err) end
  local fine, why = compat.basic.xpcall(replay, traceless, ...)
  if not fine and why ~= ABANDON then self:differ("an error was raised: %s", why) end
end

--- The differences, in the order of the game.
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

-- What is in one list only, in its order.
local function only_in(one, other)
  local left = {}
  for _, word in ipairs(other) do left[word] = (left[word] or 0) + 1 end
  local found = {}
  for _, word in ipairs(one) do
    if (left[word] or 0) > 0 then left[word] = left[word] - 1 else found[#found + 1] = word end
  end
  return found
end

--- Compares lists whose order does not matter.
---@param what string
---@param ours string[]
---@param theirs string[]
---@param at? integer where; as far as the comparison has come by default
function Comparison:lists(what, ours, theirs, at)
  local more, less = only_in(ours, theirs), only_in(theirs, ours)
  if #more > 0 then self:differ_at(at or self.at, "%s only here: %s", what, cut(more)) end
  if #less > 0 then self:differ_at(at or self.at, "%s only in the log: %s", what, cut(less)) end
end

--- The same of lists that go on from part to part: what is too much or too little for longer is
--- reported once.
---@param what string
---@param ours string[]
---@param theirs string[]
function Comparison:running_lists(what, ours, theirs)
  local more, less = only_in(ours, theirs), only_in(theirs, ours)
  local now = table.concat(more, ",") .. "|" .. table.concat(less, ",")
  if now ~= (self.last[what] or "|") then self:lists(what, ours, theirs) end
  self.last[what] = now
end

--- Compares numbers by player, or in whatever order.
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

--- The same of numbers that go on from part to part: what stays off by as much is not reported
--- again.
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

--- Compares two values that are words, numbers or nothing, and go on from part to part.
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
