--- Standard output. Raises an error if a text cannot be written.
-- @module carcassonne.program.output

local file_io = require "carcassonne.program.file_io"
local process = require "carcassonne.program.process"
local style = require "carcassonne.text.style"
local wrap = require "carcassonne.text.wrap"

local output = {}

--- Width in columns at which output.print wraps lines; nil means no wrapping.
---@type integer?
output.width = nil

--- The error of a write to a closed pipe.
output.closed = setmetatable({}, { __tostring = function() return "the output was closed" end })

local EPIPE = 32

local function check_written(fine, problem, code)
  if fine then return end
  process.pause() -- ends the command if the cause is Ctrl-C
  if code == EPIPE then error(output.closed, 0) end
  process.refuse("cannot write to standard output: %s", problem)
end

--- Writes to standard output.
---@param ... string
function output.put(...) check_written(io.stdout:write(...)) end

--- Flushes standard output.
function output.flush() check_written(io.stdout:flush()) end

--- Writes a text to the file that -o names, or to standard output.
---@param path? string
---@param text string
function output.deliver(path, text)
  if not path then return output.put(text) end
  file_io.write_file(path, text)
end

--- Returns a text in the form in which output.print prints it: wrapped, and with style.printable
--- applied.
---@param text string
---@return string
function output.broken(text)
  text = style.printable(text)
  return output.width and wrap.lines(text, output.width) or text
end

--- Prints a line, which may be wrapped.
---@param line? any
function output.print(line) output.put(output.broken(line == nil and "" or tostring(line)), "\n") end

--- Prints lines without wrapping, for boards and tables.
---@param lines string[]
function output.print_lines(lines)
  for _, line in ipairs(lines) do output.put(style.printable(line), "\n") end
end

--- Prints a text without changes, for programs.
---@param text string
function output.print_data(text) output.put(text, "\n") end

--- Prints a message to standard error in a single write.
---@param text string
function output.complain(text) io.stderr:write(("carcassonne: %s\n"):format(style.printable(text))) end

return output
