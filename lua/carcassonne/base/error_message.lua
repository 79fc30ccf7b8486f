--- Error messages for people.
-- @module carcassonne.base.error_message

local error_message = {}

-- Returns whether a file is a loaded module of this program. (A script may be in a folder named
-- carcassonne.)
local function is_own(file)
  local name = file:match ".*carcassonne/([%w_/]+)%.lua$"
  return name and package.loaded[("carcassonne/" .. name):gsub("/", "."):gsub("%.init$", "")] ~= nil
end

--- Returns the text of an error. If the text begins with a file and line of this program, removes
--- them. A file and line of a script stay.
---@param err any
---@return string
---@usage local plain = require("carcassonne.base.error_message").plain
--- assert(plain("/x/lua/carcassonne/init.lua:12: no tiles") == "no tiles")
--- local of_script = "/x/carcassonne/my-rule.lua:12: no tiles"
--- assert(plain(of_script) == of_script)
function error_message.plain(err)
  local text = tostring(err)
  local file, rest = text:match "^([^\n]-):%d+: (.*)$"
  return file and is_own(file) and rest or text
end

--- Returns whether Lua's interpreter raised the error because of Ctrl-C. In Lua 5.1 and LuaJIT any
--- call can raise this error.
---@param err any
---@return boolean
function error_message.is_interruption(err) return tostring(err):find("interrupted!", 1, true) ~= nil end

return error_message
