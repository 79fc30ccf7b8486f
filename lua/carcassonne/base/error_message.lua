--- Errors as people should read them.
-- @module carcassonne.base.error_message

local error_message = {}

--- The text of an error, without the line of this program that raised it. A line of a script stays.
---@param err any
---@return string
---@usage local plain = require("carcassonne.base.error_message").plain
--- assert(plain("/x/lua/carcassonne/init.lua:12: no tiles") == "no tiles")
function error_message.plain(err)
  local text = tostring(err)
  return text:match("^%S*carcassonne/[%w_/]+%.lua:%d+: (.*)$") or text
end

return error_message
