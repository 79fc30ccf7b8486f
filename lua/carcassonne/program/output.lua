--- Standard output. What cannot be written is an error.
-- @module carcassonne.program.output

local file_io = require "carcassonne.program.file_io"
local process = require "carcassonne.program.process"

local output = {}

--- Raised when nobody reads the output any more.
output.closed = setmetatable({}, { __tostring = function() return "nobody reads the output any more" end })

local EPIPE = 32

local function check_written(fine, problem, code)
  if fine then return end
  process.pause() -- Ctrl-C may be why
  if code == EPIPE then error(output.closed, 0) end
  process.refuse("cannot write to standard output: %s", problem)
end

--- Writes to standard output; what cannot be written is an error.
---@param ... string
function output.put(...) check_written(io.stdout:write(...)) end

--- Writes out what waits to be written.
function output.flush() check_written(io.stdout:flush()) end

--- Writes a text to the file that -o names, or to standard output.
---@param path? string
---@param text string
function output.deliver(path, text)
  if not path then return output.put(text) end
  file_io.write_file(path, text)
end

--- Prints one line.
---@param line? any
function output.print(line) output.put(line == nil and "" or tostring(line), "\n") end

--- Prints lines.
---@param lines string[]
function output.print_lines(lines)
  for _, line in ipairs(lines) do output.print(line) end
end

return output
