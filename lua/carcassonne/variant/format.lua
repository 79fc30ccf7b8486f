--- The format of the script language: a version number of its words. A script may declare the
--- format that it was written for.
-- @module carcassonne.variant.format

local options = require "carcassonne.base.options"

local format = {}

--- The format that this program reads.
format.current = 2

--- Raises an error if a script declares a format that this program does not read.
---@param where string prefix of messages
---@param declared any the value of the key `format`, or nil
function format.check(where, declared)
  if declared == nil then return end
  options.check_type(where .. ": format", declared, "integer")
  if declared ~= format.current then
    options.refuse(where .. ": format",
      ("the script has format %d, but this program reads format %d; lua/doc/CHANGELOG.md lists the changed "
      .. "words"):format(declared, format.current))
  end
end

--- Returns a message about a script, which may be extended by a hint. The hint is added if the
--- message is about an unknown word without a similar one, and the script declares no format.
---@param declared any the value of the key `format`, or nil
---@param message any
---@return any message
function format.explain(declared, message)
  local unknown = type(message) == "string"
    and (message:find("unknown ", 1, true) or message:find(" declares no ", 1, true))
  if declared ~= nil or not unknown or message:find("did you mean", 1, true) then return message end
  return ("%s; the script does not declare its format (current format: %d), so it may use old words: "
    .. "lua/doc/CHANGELOG.md lists the changed words"):format(message,
    format.current)
end

return format
