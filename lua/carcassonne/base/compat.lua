--- Functions of Lua 5.4 for older versions, so that one source runs in Lua 5.1 to 5.5 and in
--- LuaJIT.
--
--     local compat = require "carcassonne.base.compat"
--     local unpack = compat.table.unpack
--
-- `compat.LIBRARY.NAME` is `LIBRARY.NAME` of Lua 5.4: the host's function if it is equivalent, else
-- a function of this module. The host's libraries are not changed. In versions with one type of
-- number, "integer" means a whole number up to 2^53, so 3.0 is an integer.
-- @module carcassonne.base.compat

local concat, error, next, pairs, pcall, rawget, select, setmetatable, tonumber, tostring, type =
  table.concat, error, next, pairs, pcall, rawget, select, setmetatable, tonumber, tostring, type
local floor, frexp = math.floor, rawget(math, "frexp")
local find, gmatch, gsub, match = string.find, string.gmatch, string.gsub, string.match
local format, rep, execute = string.format, string.rep, rawget(_G, "os") and os.execute
local loadstring, setfenv, metatable_of = rawget(_G, "loadstring"), rawget(_G, "setfenv"), debug.getmetatable

local compat = {}

-- Completes a library of the host with the functions that it lacks.
local function completed(host, own)
  local library = {}
  for name, value in pairs(own) do library[name] = rawget(host, name) or value end
  return library
end

-- ---- Numbers ------------------------------------------------------------------------------------

local FARTHEST = 2 ^ 53 -- all whole numbers up to this one are exact as doubles

local function is_whole(value) return floor(value) == value and value >= -FARTHEST and value <= FARTHEST end

local own_math = { maxinteger = FARTHEST, mininteger = -FARTHEST }

function own_math.type(value)
  if type(value) ~= "number" then return nil end
  return is_whole(value) and "integer" or "float"
end

function own_math.tointeger(value)
  local number = tonumber(value)
  if type(value) == "table" or not number or not is_whole(number) then return nil end
  return number + 0 -- not -0
end

function own_math.ult(a, b)
  if (a < 0) ~= (b < 0) then return b < 0 end
  return a < b
end

compat.math = completed(math, own_math)

-- `atan` with two arguments, as in 5.3 and later. Earlier versions call it atan2.
local atan2 = rawget(math, "atan2")
compat.math.atan = math.atan(1, -1) == math.atan(1) and atan2 and function(y, x) return atan2(y, x or 1) end
  or math.atan

-- `log` with a base. Lua 5.1 ignores the base.
local log, log10 = math.log, rawget(math, "log10")
local function log_to(value, base)
  if not base then return log(value) end
  return base == 10 and log10(value) or log(value) / log(base)
end
compat.math.log = log(8, 2) == log(8) and log_to or log

local one_type = compat.math.type == own_math.type

-- Writes whole numbers with all digits.
local function tostring_whole(value)
  return own_math.type(value) == "integer" and format("%.0f", value) or tostring(value)
end

local text_of_any = one_type and tostring_whole or tostring

-- Returns a finite number in hexadecimal digits, for a `format` without %a.
local function hexadecimal(value)
  if value == 0 then return 1 / value < 0 and "-0x0p+0" or "0x0p+0" end
  local sign, digits, mantissa, exponent = value < 0 and "-" or "", {}, frexp(value < 0 and -value or value)
  mantissa, exponent = mantissa * 2, exponent - 1
  local whole = floor(mantissa)
  mantissa = mantissa - whole
  while mantissa > 0 do
    local digit = floor(mantissa * 16)
    digits[#digits + 1], mantissa = format("%x", digit), mantissa * 16 - digit
  end
  return format("%s0x%d%s%sp%+d", sign, whole, #digits > 0 and "." or "", concat(digits), exponent)
end

--- Returns the exact text of a finite number, in the format %a.
---@param value number
---@return string
function compat.hexadecimal(value) return format("%a", value) end

if not pcall(format, "%a", 1) then compat.hexadecimal = hexadecimal end

-- ---- Tables -------------------------------------------------------------------------------------

local own_table = { unpack = rawget(_G, "unpack") or table.unpack }

function own_table.pack(...) return { n = select("#", ...), ... } end

function own_table.move(from, first, last, at, to)
  to = to or from
  if at > first and at <= last and to == from then
    for i = last - first, 0, -1 do to[at + i] = from[first + i] end
  else
    for i = 0, last - first do to[at + i] = from[first + i] end
  end
  return to
end

compat.table = completed(table, own_table)
local unpack = compat.table.unpack

-- LuaJIT's table.move ignores __newindex.
if pcall(compat.table.move, { 1 }, 1, 1, 1, setmetatable({}, { __newindex = error })) then
  compat.table.move = own_table.move
end

-- ---- Text ---------------------------------------------------------------------------------------

local function rep_with(text, n, separator)
  if n <= 1 or not separator then return rep(text, n) end
  return rep(text .. separator, n - 1) .. text
end

-- Returns the argument for a directive of `format`: any value for %s; a whole number for %d and the
-- other directives of integers.
local function argument_of(directive, value)
  if directive == "s" then return type(value) == "string" and value or text_of_any(value) end
  local number = directive:find "[diuoxXc]" and tonumber(value)
  if number and number ~= floor(number) then
    error("bad argument to 'format' (number has no integer representation)", 3)
  end
  return value
end

local function format_any(pattern, ...)
  local given, n = { ... }, 0
  for directive in tostring(pattern):gsub("%%%%", ""):gmatch "%%[-+ #0]*%d*%.?%d*(%a)" do
    n = n + 1
    if n <= select("#", ...) then given[n] = argument_of(directive, given[n]) end
  end
  return format(pattern, unpack(given, 1, select("#", ...)))
end

local formats_any = pcall(format, "%s", true) and not pcall(format, "%d", 0.5)

-- Translates a pattern for 5.1, which has %z instead of a zero byte and does not support %g. The
-- first character of a set may be a closing bracket.
local function old_pattern(pattern)
  if type(pattern) ~= "string" or not find(pattern, "[%z%%]") then return pattern end
  local set -- "begun", "on" or nil
  return (gsub(gsub(pattern, "%z", "%%z"), "%%?.", function(item)
    local before = set
    if not set then
      set = item == "[" and "begun" or nil
    elseif item == "]" and set == "on" then
      set = nil
    elseif item ~= "^" or set == "on" then
      set = "on"
    end
    if item == "%g" then return before and "%w%p" or "[%w%p]" end
    return item == "%G" and not before and "[^%w%p]" or nil
  end))
end

local own_string = {}

function own_string.find(text, pattern, from, plain)
  return find(text, plain and pattern or old_pattern(pattern), from, plain)
end

function own_string.match(text, pattern, from) return match(text, old_pattern(pattern), from) end

function own_string.gmatch(text, pattern) return gmatch(text, old_pattern(pattern)) end

function own_string.gsub(text, pattern, ...) return gsub(text, old_pattern(pattern), ...) end

local old_patterns = not find("a", "%g") or find("a", "[a]\0") ~= nil

-- Returns a pattern function: the host's, if it supports the patterns of 5.4, else that of this
-- module.
local function by_pattern(name) return old_patterns and own_string[name] or string[name] end

compat.string = {
  find = by_pattern "find",
  match = by_pattern "match",
  gmatch = by_pattern "gmatch",
  gsub = by_pattern "gsub",
  rep = rep("x", 2, ",") == "x,x" and rep or rep_with,
  format = formats_any and format or format_any,
}

-- In Lua 5.5 `offset` returns a second number.
local utf8 = rawget(_G, "utf8")
compat.utf8 = utf8 and select("#", utf8.offset("", 1)) == 1 and utf8 or require "carcassonne.base.utf8"

-- ---- Basic functions ----------------------------------------------------------------------------

local function text_of(pieces)
  local parts = {}
  repeat
    parts[#parts + 1] = pieces()
    local last = parts[#parts]
  until last == nil or last == "" or #parts == 0
  return concat(parts)
end

-- `load` of 5.4 with mode and environment.
local function load_text(chunk, name, mode, ...)
  local text = type(chunk) == "string" and chunk or text_of(chunk)
  local kind = text:sub(1, 1) == "\27" and "binary" or "text"
  if mode and not mode:find(kind:sub(1, 1), 1, true) then
    return nil, format("attempt to load a %s chunk (mode is '%s')", kind, mode)
  end
  local run, problem = loadstring(text, name or (type(chunk) == "string" and chunk or "=(load)"))
  if run and select("#", ...) > 0 then setfenv(run, (...)) end
  return run, problem
end

local own_basic = {}

function own_basic.rawlen(value)
  if type(value) ~= "table" and type(value) ~= "string" then error("table or string expected", 2) end
  return #value
end

-- LuaJIT 2.1.0-beta3 may cut a pointer where it compiles `pairs` or `next`
-- (https://github.com/LuaJIT/LuaJIT/issues/829). A crash was seen only in a function that calls
-- itself. Such functions use compat.basic.pairs and compat.basic.next (.ci/recursion.lua checks
-- this), which LuaJIT does not compile, and so it does not compile loops over them.
local jit = rawget(_G, "jit")
local cuts_pointers = jit ~= nil and jit.version_num == 20100

local function next_uncompiled(t, key) return next(t, key) end
local own_next = next
if cuts_pointers then
  jit.off(next_uncompiled)
  own_next = next_uncompiled
end

local function pairs_by_meta(t)
  local meta = metatable_of(t)
  local own = type(meta) == "table" and rawget(meta, "__pairs")
  local following, of, from = (own or pairs)(t)
  return following == next and own_next or following, of, from
end

local function xpcall_with(f, handler, ...)
  local given, n = { ... }, select("#", ...)
  return xpcall(function() return f(unpack(given, 1, n)) end, handler)
end

local heeds_pairs = pairs(setmetatable({}, { __pairs = function() return false end })) == false

compat.basic = completed(_G, own_basic)
compat.basic.load = pcall(load, "") and load or load_text
compat.basic.next = own_next
compat.basic.pairs = heeds_pairs and not cuts_pointers and pairs or pairs_by_meta
compat.basic.xpcall = select(2, xpcall(function(...) return ... end, error, 1)) == 1 and xpcall or xpcall_with
compat.basic.tostring = text_of_any

-- ---- Coroutines, modules, the shell -------------------------------------------------------------

-- If yields cannot cross pcall, isyieldable is always false, because a function cannot find out
-- whether it was called by pcall.
local crosses_pcall = coroutine.wrap(function() return pcall(coroutine.yield, "yielded") end)() == "yielded"

compat.coroutine = completed(coroutine, { isyieldable = function()
  local thread, is_main = coroutine.running()
  return crosses_pcall and thread ~= nil and not is_main
end })
compat.coroutine.crosses_pcall = crosses_pcall

local own_package = {}

function own_package.searchpath(name, path, separator, replacement)
  local directory, tried = package.config:sub(1, 1), {}
  separator, replacement = separator or ".", replacement or directory
  if separator ~= "" then name = name:gsub("%" .. separator, (replacement:gsub("%%", "%%%%"))) end
  for template in path:gmatch "[^;]+" do
    local file_name = template:gsub("%?", (name:gsub("%%", "%%%%")))
    local file = io.open(file_name)
    if file then
      file:close()
      return file_name
    end
    tried[#tried + 1] = format("no file '%s'", file_name)
  end
  return nil, concat(tried, "\n\t")
end

compat.package = completed(package, own_package)

compat.debug = {}

local getfenv = rawget(_G, "getfenv")

--- Returns the globals of a function, or of the program if it uses none.
---@param f function
---@return table
function compat.debug.environment(f)
  if getfenv then return getfenv(f) end
  for i = 1, math.huge do
    local name, value = debug.getupvalue(f, i)
    if not name or name == "_ENV" then return value or _G end
  end
end

compat.os = {}

-- Converts the result of os.execute in 5.1: a number with the exit status in its upper byte.
local function exit_results(status, ...)
  if type(status) ~= "number" then return status, ... end
  if status % 256 == 0 then return status == 0 or nil, "exit", floor(status / 256) end
  return nil, "signal", status % 128
end

--- Runs a shell command.
---@param command string
---@return true? fine
---@return "exit"|"signal" how how it ended
---@return integer code
function compat.os.execute(command)
  return exit_results(execute(command))
end

return compat
