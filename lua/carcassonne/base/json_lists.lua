--- Marks empty lists, so that lua-cjson writes them as `[]` instead of `{}`. lua-cjson identifies
--- them by its metatable `empty_array_mt` (as in OpenResty).
-- @module carcassonne.base.json_lists

local compat = require "carcassonne.base.compat"

local json_lists = {}

local next, pairs = compat.basic.next, compat.basic.pairs

local LIBRARIES = { "cjson", "cjson.safe" }

--- Returns the metatable of empty lists in the JSON library that the host has loaded, or nil.
---@return table?
function json_lists.metatable()
  local loaded = (rawget(_G, "package") or {}).loaded or {}
  for _, name in ipairs(LIBRARIES) do
    local found = type(loaded[name]) == "table" and loaded[name].empty_array_mt
    if type(found) == "table" then return found end
  end
end

local function mark(value, metatable, records)
  if next(value) == nil then return setmetatable(value, metatable) end
  for key, one in pairs(value) do
    if type(one) == "table" and not (records[key] and next(one) == nil) then mark(one, metatable, records) end
  end
  return value
end

--- Marks all empty tables in a value as lists, if the loaded JSON library needs it.
---@generic T : table
---@param value T plain data
---@param records table<string, boolean> keys whose empty tables are records
---@return T value
function json_lists.mark(value, records)
  local metatable = json_lists.metatable()
  return metatable and mark(value, metatable, records) or value
end

return json_lists
