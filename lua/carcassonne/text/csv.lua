--- Tables with commas, as spreadsheets and programs read them (RFC 4180).
-- @module carcassonne.text.csv

local c_locale = require "carcassonne.base.c_locale"

local csv = {}

-- A spreadsheet would run a text that begins with one of these as a formula.
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

--- Returns values as a line of a table. A text that a spreadsheet would run as a formula gets an
--- apostrophe in front.
---@param values any[] numbers, texts, booleans; nil is an empty cell
---@param n integer how many, nil among them
---@return string line with its line end
---@usage local csv = require "carcassonne.text.csv"
--- assert(csv.line({ -1, "a,b", "=1+1" }, 3) == "-1,\"a,b\",'=1+1\n")
function csv.line(values, n)
  local fields = {}
  for i = 1, n do fields[i] = field(values[i]) end
  return table.concat(fields, ",") .. "\n"
end

return csv
