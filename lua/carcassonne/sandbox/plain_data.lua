--- Copies a variant's table as plain data, within bounds, without running code of the variant.
-- @module carcassonne.sandbox.plain_data

local compat = require "carcassonne.base.compat"
local options = require "carcassonne.base.options"

local plain_data = {}

local next = compat.basic.next

local metatable_of = debug.getmetatable -- a sandbox removes this function before it runs its script

-- Bounds of a variant's data. The time of a check may grow with the square of the entries of one
-- table. A table that occurs several times is counted each time, because readers visit it each
-- time.
local MOST_ENTRIES, MOST_IN_TABLE, DEEPEST = 5000, 1200, 16
local LONGEST, LONGEST_KEY = 64000, 100 -- characters of all texts; of a key

--- Returns the prefix of messages about a variant: its name, or its path.
---@param source table
---@param path? string
---@return string
function plain_data.place_of(source, path)
  local name = rawget(source, "name")
  return ("variant '%s'"):format(type(name) == "string" and name:match "^[%w_.-]+$" and #name <= 40
    and name or path)
end

local function place(where, path)
  return #path == 0 and where or where .. ": " .. table.concat(path, "", 1, #path)
end

local function refuse(copying, text) options.refuse(place(copying.where, copying.path), text) end

local function check_key(copying, key)
  if type(key) == "string" and #key <= LONGEST_KEY or compat.math.type(key) == "integer" then return end
  if type(key) == "string" then
    refuse(copying, ("the key %s has more than %d characters"):format(options.show(key), LONGEST_KEY))
  end
  refuse(copying, ("expected a string or an integer as a key, got %s"):format(options.show(key)))
end

local function count(copying, entries, length)
  copying.entries, copying.length = copying.entries + entries, copying.length + length
  if copying.entries > MOST_ENTRIES then
    refuse(copying, ("the table has more than %d entries"):format(MOST_ENTRIES))
  end
  if copying.length > LONGEST then
    refuse(copying, ("the strings in the table have more than %d characters in total"):format(LONGEST))
  end
end

-- Formats a key as part of a path: `.name`, `[1]`.
local function step(key, first)
  if compat.math.type(key) == "integer" then return ("[%d]"):format(key) end
  return (first and "" or ".") .. (key:match "^[%w_.-]+$" and #key <= 40 and key or options.show(key))
end

local copy_table

-- Copies a shared table only once.
local function copy_once(copying, value)
  local done = copying.done[value]
  if done then
    count(copying, done.entries, done.length)
    return done.copy
  end
  local entries, length = copying.entries, copying.length
  local copy = copy_table(copying, value)
  copying.done[value] = { copy = copy, entries = copying.entries - entries, length = copying.length - length }
  return copy
end

local function copy_value(copying, value)
  if type(value) == "function" then return copying.take_function(value) end
  if type(value) ~= "table" then return options.alike(value) end
  if copying.open[value] then refuse(copying, "the table contains itself") end
  if #copying.path > DEEPEST then refuse(copying, ("tables are nested more than %d deep"):format(DEEPEST)) end
  return copy_once(copying, value)
end

function copy_table(copying, source)
  if metatable_of(source) ~= nil then
    refuse(copying,
      "expected a plain table, got a table with a metatable")
  end
  local copy, path, entries = {}, copying.path, 0
  copying.open[source] = true
  for key, value in next, source do
    check_key(copying, key)
    entries = entries + 1
    if entries > MOST_IN_TABLE then
      refuse(copying, ("this table has more than %d entries"):format(MOST_IN_TABLE))
    end
    path[#path + 1] = step(key, #path == 0)
    count(copying, 1, type(value) == "string" and #value or 0)
    copy[key] = copy_value(copying, value)
    path[#path] = nil
  end
  copying.open[source] = nil
  return copy
end

--- Copies a variant's table without running its code. Raises an error for metatables, for tables
--- that contain themselves, and for data beyond the bounds.
---@param where string prefix of messages
---@param source table
---@param take_function fun(value:function):any returns the replacement of a function in the copy
---@return table
function plain_data.copy(where, source, take_function)
  return copy_table({ where = where, path = {}, open = {}, done = {}, entries = 0, length = 0,
    take_function = take_function }, source)
end

return plain_data
