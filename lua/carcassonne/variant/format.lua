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

local function set_of(words)
  local set = {}
  for word in words:gmatch "%S+" do set[word] = true end
  return set
end

-- The keys, and the values of keys, that format 1 had and lua/doc/CHANGELOG.md lists.
local FORMER_KEYS = set_of [[
  slots slot at asks back_to only says least most takes stands lacks beside line far up_to top like bars
  ordinary of surrounded each unfinished field pig open seen play sign holds joins turns held groups never
  blocked ties to majorities final
]]
local FORMER_VALUES = set_of "draw window scored points last turn empty own open vacant script onlooker"

--- Returns a message about a script, which may be extended by a hint. The hint is added if the
--- message is about an unknown word of format 1 without a similar one, and the script declares no
--- format.
---@param declared any the value of the key `format`, or nil
---@param message any
---@return any message
function format.explain(declared, message)
  local checked = declared == nil and type(message) == "string"
  if not checked or message:find("did you mean", 1, true) then return message end
  local key, value = message:match "([%w_]+): unknown key", message:match "unknown [%l ]+'([%w_]+)'"
  if not FORMER_KEYS[key] and not FORMER_VALUES[value] then return message end
  return ("%s; the script does not declare its format (current format: %d), so it may use old words: "
    .. "lua/doc/CHANGELOG.md lists the changed words"):format(message, format.current)
end

return format
