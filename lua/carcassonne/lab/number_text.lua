--- Formats the numbers of reports.
-- @module carcassonne.lab.number_text

local c_locale = require "carcassonne.base.c_locale"

local number_text = {}

--- Formats a number without the sign of a zero.
---@param value number
---@param digits integer
---@return string
function number_text.plain(value, digits)
  local text = c_locale.format("%." .. digits .. "f", value)
  return text:find "[1-9]" and text or (text:gsub("^%-", ""))
end

--- Formats a number with its sign, except for a zero.
---@param value number
---@param digits integer
---@return string
---@usage assert(require("carcassonne.lab.number_text").signed(0.5, 1) == "+0.5")
function number_text.signed(value, digits)
  local text = number_text.plain(value, digits)
  return value > 0 and text:find "[1-9]" and "+" .. text or text
end

return number_text
