--- A program that runs beside a command, with a pipe for its input and a pipe for its output.
-- @module carcassonne.program.coprocess

local compat = require "carcassonne.base.compat"
local process = require "carcassonne.program.process"

local coprocess = {}

--- A running program. Its input is closed when the command ends, in every case.
---@class Coprocess
---@field input file*
---@field output file*

--- Starts a program.
---@param script string for the shell `sh`; none of it may come from a file
---@return Coprocess
function coprocess.start(script)
  local path = os.tmpname()
  local pipe = process.quoted(path)
  os.remove(path)
  if compat.os.execute("mkfifo -m 600 " .. pipe) ~= true then
    process.refuse("cannot make the pipe %s", path)
  end
  local output = assert(io.popen(("exec <%s; rm %s\n%s"):format(pipe, pipe, script), "r"))
  local started = { output = output, input = assert(io.open(path, "w")) }
  process.at_end(function()
    if io.type(started.input) == "file" then started.input:close() end
    output:close()
  end)
  return started
end

return coprocess
