--- Runs shell commands in the environment of a user: without the variables of this test and of the
--- make that runs it.

local assert = require "luassert"

local shell = {}

local PLAIN = "env -u LD_PRELOAD -u MAKEFLAGS -u MFLAGS -u MAKELEVEL -u MODE -u LUA_PATH -u LUA_CPATH "

--- Runs a command.
---@param command string
---@return string output with errors
---@return integer status
function shell.run(command)
  local pipe = assert(io.popen(("%ssh -c '%s' 2>&1; echo \"status $?\""):format(PLAIN,
    command:gsub("'", "'\\''"))))
  local output = pipe:read "*a"
  pipe:close()
  local text, status = output:match "^(.-)status (%d+)%s*$"
  return text, tonumber(status)
end

--- Runs a command, which must succeed.
---@param command string
---@return string output
function shell.succeed(command)
  local output, status = shell.run(command)
  assert.are.equal(0, status, command .. "\n" .. output)
  return output
end

--- Returns whether a program is installed.
---@param name string
---@return boolean
function shell.has(name) return select(2, shell.run("command -v " .. name)) == 0 end

return shell
