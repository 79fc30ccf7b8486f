--- Encodes JSON as the same text in every version of Lua.
-- @module carcassonne.lab.json_text

local c_locale = require "carcassonne.base.c_locale"
local compat = require "carcassonne.base.compat"
local json = require "dkjson"

local json_text = {}

local pairs = compat.basic.pairs

--- Returns the keys of a table and of the tables in it, sorted.
---@param value table
---@return string[]
function json_text.keys(value)
  local known, list = {}, {}
  local function visit(t)
    for key, one in pairs(t) do
      if type(key) == "string" and not known[key] then
        known[key] = true
        list[#list + 1] = key
      end
      if type(one) == "table" then visit(one) end
    end
  end
  visit(value)
  c_locale.sort(list)
  return list
end

-- Converts floats with integer values to integers, so that they are written without a decimal
-- point.
local function plain(value)
  if type(value) == "number" then return compat.math.tointeger(value) or value end
  if type(value) ~= "table" then return value end
  local copy = setmetatable({}, getmetatable(value))
  for key, one in pairs(value) do copy[key] = plain(one) end
  return copy
end

--- Returns plain data as indented JSON, with sorted keys.
---@param data table
---@return string
---@usage assert(require("carcassonne.lab.json_text").encode { b = 1, a = 2 } == '{\n  "a":2,\n  "b":1\n}')
function json_text.encode(data)
  return json.encode(plain(data), { indent = true, keyorder = json_text.keys(data) })
end

return json_text
