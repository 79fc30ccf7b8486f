--- Standard output. What cannot be written is an error.
-- @module carcassonne.program.output

local file_io = require "carcassonne.program.file_io"
local process = require "carcassonne.program.process"
local style = require "carcassonne.text.style"
local wrap = require "carcassonne.text.wrap"

local output = {}

--- The columns at which output.print breaks lines between words; nil: it breaks none.
---@type integer?
output.width = nil

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

--- A text as output.print prints it: as style.printable has it, and broken between words.
---@param text string
---@return string
function output.broken(text)
  text = style.printable(text)
  return output.width and wrap.lines(text, output.width) or text
end

--- Prints a line of words.
---@param line? any
function output.print(line) output.put(output.broken(line == nil and "" or tostring(line)), "\n") end

--- Prints lines that are not broken: of a board, of a table.
---@param lines string[]
function output.print_lines(lines)
  for _, line in ipairs(lines) do output.put(style.printable(line), "\n") end
end

--- Prints a text for a program, as it is.
---@param text string
function output.print_data(text) output.put(text, "\n") end

--- Says something on standard error, in one piece, whoever else writes there.
---@param text string
function output.complain(text) io.stderr:write(("carcassonne: %s\n"):format(style.printable(text))) end

return output
