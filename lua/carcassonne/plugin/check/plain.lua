--- Plain values, which JSON can represent: validation, comparison and copies. No metamethod is
--- called. Other values may be cyclic, so call plain.problem first.
-- @module carcassonne.plugin.check.plain

local c_locale = require "carcassonne.base.c_locale"
local compat = require "carcassonne.base.compat"
local json_lists = require "carcassonne.base.json_lists"
local options = require "carcassonne.base.options"

local plain = {}

local next = compat.basic.next

local MOST, DEEPEST = 2 ^ 53, 30 -- largest allowed whole number; maximum nesting of tables

-- Formats a step of a path: `.name`, `[1]`. Paths are built backwards, only for a problem.
local function step(key)
  if type(key) == "string" then return "." .. options.line(key) end
  return ("[%s]"):format(type(key) == "number" and c_locale.tostring(key) or type(key))
end

-- Formats a path for people.
local function place(path) return path == "" and "the value" or (path:gsub("^%.", "")) end

-- Returns the problem of a value other than a table, or nil.
local function scalar_problem(value)
  local kind = type(value)
  if kind == "number" and (value ~= value or value > MOST or value < -MOST) then
    return ("is %s: expected a finite number up to 2^53"):format(c_locale.tostring(value))
  elseif kind == "string" and not compat.utf8.len(value) then
    return "is text that is not UTF-8"
  elseif kind ~= "number" and kind ~= "string" and kind ~= "boolean" then
    return "is a " .. kind
  end
end

-- Checks that a table is either a list from 1 or has only names as keys.
local function keys_problem(value)
  local items, names = 0, 0
  for key in next, value do
    if type(key) == "string" then
      if not compat.utf8.len(key) then return "has a key that is not UTF-8" end
      names = names + 1
    elseif type(key) == "number" then items = items + 1
    else return ("has a key of type %s"):format(type(key)) end
  end
  if items > 0 and names > 0 then return "has both list items and named fields" end
  for i = 1, items do
    if value[i] == nil then return ("is a list with a gap at %d"):format(i) end
  end
end

local function problem_of(value, open, depth)
  if type(value) ~= "table" then return scalar_problem(value), "" end
  local metatable = getmetatable(value)
  if metatable ~= nil and metatable ~= json_lists.metatable() then return "has a metatable", "" end
  if open[value] then return "holds itself", "" end
  if depth > DEEPEST then return ("is nested more than %d deep"):format(DEEPEST), "" end
  local problem, path = keys_problem(value), ""
  open[value] = true
  for key, one in next, value do
    if problem then break end
    problem, path = problem_of(one, open, depth + 1)
    path = problem and step(key) .. path
  end
  open[value] = nil
  return problem, path
end

--- Returns the reason why a value cannot be written as JSON.
---@param value any
---@param name? string name of the value
---@return string? problem the reason, with the path; nil if there is none
function plain.problem(value, name)
  local problem, path = problem_of(value, {}, 0)
  return problem and ("%s %s"):format(place((name or "") .. path), problem)
end

--- Returns whether a plain value is a list or an empty table.
---@param value any
---@return boolean
function plain.is_list(value) return type(value) == "table" and (next(value) == nil or #value > 0) end

-- Distinguishes 2 from 2.0, which differ in JSON; NaN equals NaN.
local function is_same(a, b)
  if type(a) ~= "number" or type(b) ~= "number" then return rawequal(a, b) end
  return a == b and compat.math.type(a) == compat.math.type(b) or a ~= a and b ~= b
end

local function difference(a, b)
  if type(a) ~= "table" or type(b) ~= "table" then return not is_same(a, b) and "" or nil end
  if rawequal(a, b) then return nil end
  if not rawequal(getmetatable(a), getmetatable(b)) then return "" end
  for key, value in next, a do
    local found = difference(value, rawget(b, key))
    if found then return step(key) .. found end
  end
  for key in next, b do
    if rawget(a, key) == nil then return step(key) end
  end
end

--- Returns the path of the first difference of two values.
---@param a any
---@param b any
---@param name? string name of the values
---@return string? place nil if they are equal
function plain.difference(a, b, name)
  local path = difference(a, b)
  return path and place((name or "") .. path)
end

local function copy_of(value, open)
  if type(value) ~= "table" or open[value] then return value end
  local copy = {}
  open[value] = true
  for key, one in next, value do copy[key] = copy_of(one, open) end
  open[value] = nil
  return copy
end

--- Returns a deep copy of plain data.
---@param value any
---@return any
function plain.copy(value) return copy_of(value, {}) end

local function find(value, holds)
  if type(value) ~= "table" then return holds(value) and "" or nil end
  for key, one in next, value do
    local found = holds(key) and "" or find(one, holds)
    if found then return step(key) .. found end
  end
end

--- Returns the path of the first value or key for which `holds` returns true.
---@param value any
---@param holds fun(value:any):any
---@param name? string name of the value
---@return string? place nil if there is none
function plain.find(value, holds, name)
  local path = find(value, holds)
  return path and place((name or "") .. path)
end

--- Writes into a table and all tables in it.
---@param value any
function plain.scribble(value)
  if type(value) ~= "table" then return end
  for key, one in next, value do
    plain.scribble(one)
    value[key] = type(one) == "number" and one + 1 or type(one) == "string" and one .. "?" or nil
  end
end

return plain
