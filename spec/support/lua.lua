--- The Lua that runs the tests: what starts it again, and what it has. For the specs.

local lua = {}

--- Its name, as `lua5.4` or `luajit`.
lua.name = os.getenv "LUA" or rawget(_G, "jit") and "luajit" or _VERSION:lower():gsub(" ", "")

--- What begins a command of the shell that runs it and finds the same modules.
---@return string
function lua.command()
  return ("LUA_PATH='%s' LUA_CPATH='%s' %s"):format(package.path, package.cpath, lua.name)
end

--- Runs a program in a process of its own, so that a crash would be seen, or that it does not end.
---@param words string what follows the name of the Lua: the path of a program, with its arguments
---@param seconds? integer it may take; 60 by default
---@return string output all that it wrote
---@return integer status
function lua.run(words, seconds)
  local pipe = assert(
    io.popen(("timeout %d env %s %s 2>&1; echo \"status $?\""):format(seconds or 60, lua.command(), words)))
  local output = pipe:read "*a"
  pipe:close()
  local text, status = output:match "^(.-)status (%d+)%s*$"
  return text, tonumber(status)
end

--- A value at whose end a function is called: a table, or before Lua 5.2, where tables have no
--- finaliser, a userdata.
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
