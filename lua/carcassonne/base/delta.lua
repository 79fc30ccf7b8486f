--- Differences between two plain values, as a list of changes that a client applies.
-- @module carcassonne.base.delta

local c_locale = require "carcassonne.base.c_locale"

local delta = {}

--- A change of one value in a table.
---@class Change
---@field path (string|integer)[] keys from the outermost table inwards; lists have indexes from 1
---@field value any the new value; nil if the key is removed

local function is_list(value) return value[1] ~= nil end

-- Returns whether two values are tables of the same sort, so that their keys can be compared.
local function comparable(a, b)
  return type(a) == "table" and type(b) == "table" and next(a) ~= nil and next(b) ~= nil
    and is_list(a) == is_list(b)
end

-- Returns the keys of a record in order.
local function sorted_keys(a, b)
  local keys = {}
  for key in pairs(a) do keys[#keys + 1] = key end
  for key in pairs(b) do
    if a[key] == nil then keys[#keys + 1] = key end
  end
  c_locale.sort(keys)
  return keys
end

-- Adds a change at the place that the first `depth` keys of `path` name.
local function add(changes, path, depth, value)
  local own = {}
  for i = 1, depth do own[i] = path[i] end
  changes[#changes + 1] = { path = own, value = value }
end

local compare

local function compare_lists(changes, a, b, path, depth)
  for i = 1, #b do
    path[depth] = i
    compare(changes, a[i], b[i], path, depth)
  end
  for i = #a, #b + 1, -1 do
    path[depth] = i
    add(changes, path, depth)
  end
end

local function compare_records(changes, a, b, path, depth)
  for _, key in ipairs(sorted_keys(a, b)) do
    path[depth] = key
    compare(changes, a[key], b[key], path, depth)
  end
end

local function is_equal(a, b)
  if type(a) ~= "table" or type(b) ~= "table" then return a == b end
  return next(a) == nil and next(b) == nil
end

-- Compares two values at the place that the first `depth` keys of `path` name.
function compare(changes, a, b, path, depth)
  if is_equal(a, b) then return end
  if not comparable(a, b) then return add(changes, path, depth, b) end
  local compare_keys = is_list(a) and compare_lists or compare_records
  compare_keys(changes, a, b, path, depth + 1)
end

--- Returns the changes that make `before` equal to `after`, in the order in which a client applies
--- them. The changes contain tables of `after`.
---@param before table
---@param after table
---@return Change[]? changes nil if the outermost tables cannot be compared
---@usage local delta = require "carcassonne.base.delta"
--- local changes = delta.between({ pile = { 3, 4 }, turn = 1 }, { pile = { 3 }, turn = 2 })
--- assert(#changes == 2 and changes[1].path[2] == 2 and changes[2].value == 2)
function delta.between(before, after)
  if not comparable(before, after) then return nil end
  local changes = {}
  compare(changes, before, after, {}, 0)
  return changes
end

--- Applies changes to a table.
---@param value table
---@param changes Change[]
---@usage local view = { pile = { 3, 4 } }
--- require("carcassonne.base.delta").apply(view, { { path = { "pile", 2 } } })
--- assert(#view.pile == 1)
function delta.apply(value, changes)
  for _, change in ipairs(changes) do
    local at, last = value, #change.path
    for i = 1, last - 1 do at = at[change.path[i]] end
    at[change.path[last]] = change.value
  end
end

return delta
