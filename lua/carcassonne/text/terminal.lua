--- Properties of the terminal: size, colours, UTF-8.
-- @module carcassonne.text.terminal

local c_locale = require "carcassonne.base.c_locale"
local compat = require "carcassonne.base.compat"
local optional_module = require "carcassonne.base.optional_module"
local style = require "carcassonne.text.style"

local terminal = {}

local DESCRIPTOR = { [io.stdin] = 0, [io.stdout] = 1, [io.stderr] = 2 }
local LOCALE_VARIABLES = { "LC_ALL", "LC_CTYPE", "LANG" } -- the first variable that is set is used

--- Returns whether a stream is a terminal.
---@param stream file* io.stdin, io.stdout or io.stderr
---@return boolean
function terminal.is_terminal(stream)
  local term = optional_module.find "term"
  if type(term) == "table" and term.isatty then return term.isatty(stream) and true or false end
  local sys = optional_module.find "carcassonne.sys"
  if sys then return sys.is_terminal(DESCRIPTOR[stream]) end
  return compat.os.execute("test -t " .. DESCRIPTOR[stream]) == true
end

local function first_line(command)
  local pipe = io.popen(command)
  if not pipe then return "" end
  local line = pipe:read("*l") or ""
  pipe:close()
  return line
end

-- Returns a size from the environment; if it is not set, asks the terminal and reads the answer
-- with a pattern.
local function size_of(variable, pattern)
  local given = compat.math.tointeger(tonumber(os.getenv(variable) or ""))
  if given and given > 0 then return given end
  if not terminal.is_terminal(io.stdout) then return nil end
  local size = first_line("{ stty size </dev/tty; } 2>/dev/null"):match(pattern)
  size = compat.math.tointeger(tonumber(size or ""))
  return size and size > 0 and size or nil
end

--- Returns the width of the terminal in columns.
---@return integer? columns nil if the output is not a terminal
function terminal.width() return size_of("COLUMNS", "^%d+ (%d+)$") end

--- Returns the height of the terminal in lines.
---@return integer? lines nil if the output is not a terminal
function terminal.height() return size_of("LINES", "^(%d+) %d+$") end

local function speaks_utf8()
  for _, name in ipairs(LOCALE_VARIABLES) do
    local value = os.getenv(name)
    if value and value ~= "" then return c_locale.lower(value):find("utf%-?8") ~= nil end
  end
  return false
end

local function wants_colour(when)
  if when == "always" then return true end
  if when == "never" then return false end
  local no = os.getenv("NO_COLOR")
  return not (no and no ~= "") and os.getenv("TERM") ~= "dumb" and terminal.is_terminal(io.stdout)
end

--- Returns the style for standard output.
---@param when? "always"|"never"|"auto" use of colours; auto: at a terminal, unless NO_COLOR is set
---@param ascii? boolean use only ASCII
---@return Style
function terminal.style(when, ascii)
  return style.new { colour = wants_colour(when or "auto"), unicode = not ascii and speaks_utf8() }
end

return terminal
