--- A variant's table as plain data: copied without any function of its own, and within bounds.
-- @module carcassonne.sandbox.plain_data

local compat = require "carcassonne.base.compat"
local options = require "carcassonne.base.options"

local plain_data = {}

local metatable_of = debug.getmetatable -- which is not there any more when a sandbox reads its script

-- Counted as if each place had a table of its own, since who reads it later goes through all of
-- them.
local MOST_ENTRIES, DEEPEST, LONGEST = 50000, 16, 4000000

--- What messages about a variant begin with: its name, or where it is from.
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
  if type(key) == "string" or compat.math.type(key) == "integer" then return end
  refuse(copying, ("a key is a name or the number of an item, not %s"):format(options.show(key)))
end

local function count(copying, entries, length)
  copying.entries, copying.length = copying.entries + entries, copying.length + length
  if copying.entries > MOST_ENTRIES then
    refuse(copying, ("the table holds more than %d entries"):format(MOST_ENTRIES))
  end
  if copying.length > LONGEST then
    refuse(copying, ("its texts have more than %d characters"):format(LONGEST))
  end
end

-- What a key is written as in a path: `.name`, `[1]`.
local function step(key, first)
  if compat.math.type(key) == "integer" then return ("[%d]"):format(key) end
  return (first and "" or ".") .. (key:match "^[%w_.-]+$" and #key <= 40 and key or options.show(key))
end

local copy_table

-- A table that stands in two places is one in the copy, too.
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
      "the table has a metatable; a plain one is expected, with all that it holds written into it")
  end
  local copy, path = {}, copying.path
  copying.open[source] = true
  for key, value in next, source do
    check_key(copying, key)
    path[#path + 1] = step(key, #path == 0)
    count(copying, 1, type(value) == "string" and #value or 0)
    copy[key] = copy_value(copying, value)
    path[#path] = nil
  end
  copying.open[source] = nil
  return copy
end

--- A copy of a variant's table, read without any function of its own. Raises what is no plain data:
--- metatables, tables that contain themselves, too much of anything.
---@param where string what messages begin with
---@param source table
---@param take_function fun(value:function):any what stands for a function in the copy
---@return table
function plain_data.copy(where, source, take_function)
  return copy_table({ where = where, path = {}, open = {}, done = {}, entries = 0, length = 0,
    take_function = take_function }, source)
end

return plain_data
