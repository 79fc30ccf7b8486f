--- Writes CSV (RFC 4180).
-- @module carcassonne.text.csv

local c_locale = require "carcassonne.base.c_locale"

local csv = {}

-- First characters of texts that a spreadsheet would run as a formula.
local FORMULA = "^[=+%-@\t\r]"

local function text_of(value)
  if value == nil then return "" end
  if type(value) == "number" then return c_locale.format("%.14g", value) end
  return (tostring(value):gsub(FORMULA, "'%0"))
end

local function field(value)
  local text = text_of(value)
  return text:find '[",\n\r]' and '"' .. text:gsub('"', '""') .. '"' or text
end

--- Returns values as a line of CSV. A text that a spreadsheet would run as a formula gets an
--- apostrophe as prefix.
---@param values any[] numbers, texts, booleans; nil is an empty cell
---@param n integer number of values, including nil
---@return string line the line, with its line end
---@usage local csv = require "carcassonne.text.csv"
--- assert(csv.line({ -1, "a,b", "=1+1" }, 3) == "-1,\"a,b\",'=1+1\n")
function csv.line(values, n)
  local fields = {}
  for i = 1, n do fields[i] = field(values[i]) end
  return table.concat(fields, ",") .. "\n"
end

return csv
