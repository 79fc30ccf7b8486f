--- The Lua that runs the tests: how to start it again, and which features it has. For the specs.

local lua = {}

--- Its name, such as `lua5.4` or `luajit`.
lua.name = os.getenv "LUA" or rawget(_G, "jit") and "luajit" or _VERSION:lower():gsub(" ", "")

--- Returns the start of a shell command that runs this Lua with the same modules.
---@return string
function lua.command()
  return ("LUA_PATH='%s' LUA_CPATH='%s' %s"):format(package.path, package.cpath, lua.name)
end

--- Runs a program in a process of its own, so that a crash or an endless loop is noticed.
---@param words string the arguments of Lua: the path of a program, with its arguments
---@param seconds? integer time limit; 60 by default
---@return string output everything that the program wrote
---@return integer status
function lua.run(words, seconds)
  local pipe = assert(
    io.popen(("timeout %d env %s %s 2>&1; echo \"status $?\""):format(seconds or 60, lua.command(), words)))
  local output = pipe:read "*a"
  pipe:close()
  local text, status = output:match "^(.-)status (%d+)%s*$"
  return text, tonumber(status)
end

--- Returns a value at whose end a function is called: a table, or a userdata before Lua 5.2, where
--- tables have no finaliser.
---@param finalise function
---@return any
function lua.finalised(finalise)
  local newproxy = rawget(_G, "newproxy")
  if not newproxy then return setmetatable({}, { __gc = finalise }) end
  local value = newproxy(true)
  getmetatable(value).__gc = finalise
  return value
end

return lua
