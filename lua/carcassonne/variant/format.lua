--- The format of the script language: which words it has. A script may declare the one that it was
--- written for.
-- @module carcassonne.variant.format

local options = require "carcassonne.base.options"

local format = {}

--- The format that this program reads.
format.current = 2

--- Raises that a script declares another format than this program reads.
---@param where string what messages begin with
---@param declared any the value of the key `format`, nil for none
function format.check(where, declared)
  if declared == nil then return end
  options.check_type(where .. ": format", declared, "integer")
  if declared ~= format.current then
    options.refuse(where .. ": format",
      ("the script has format %d, this program reads format %d; lua/doc/CHANGELOG.md lists the words " ..
      "that changed"):format(declared, format.current))
  end
end

--- A message about a script; where it names a word that is unknown, and the script declares no
--- format, it says so.
---@param declared any the value of the key `format`, nil for none
---@param message any
---@return any message
function format.explain(declared, message)
  local unknown = type(message) == "string"
    and (message:find("unknown ", 1, true) or message:find(" declares no ", 1, true))
  if declared ~= nil or not unknown then return message end
  return ("%s; the script declares no format (current: %d): lua/doc/CHANGELOG.md lists the words that "
    .. "changed"):format(message,
    format.current)
end

return format
