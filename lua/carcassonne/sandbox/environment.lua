--- The globals of a script: functions and libraries, which are equal in every Lua version.
-- A script cannot reach anything outside of them. Functions that can run long in one call have
-- bounds, and their work counts towards the active limit (carcassonne.core.bounded).
-- @module carcassonne.sandbox.environment

local compat = require "carcassonne.base.compat"
local core = require "carcassonne.core"

local environment = {}

-- Functions for scripts use these locals, not the globals of the host.
local error, ipairs, next, pcall, rawget, tostring, type = error, ipairs, next, pcall, rawget, tostring, type
local getmetatable, setmetatable, rawset = getmetatable, setmetatable, rawset
local debug_getmetatable = debug.getmetatable
local table_pack, table_unpack = compat.table.pack, compat.table.unpack

-- The basic functions for scripts. None depends on the clock, the process or the disk.
local allowed = { "assert", "error", "ipairs", "next", "pairs", "pcall", "print", "rawequal",
  "rawget", "rawlen",
  "select", "tonumber", "tostring", "type", "_VERSION" }
-- The library functions for scripts, from Lua or from carcassonne.base.compat.
local libraries = {
  string = { "byte", "char", "find", "format", "gmatch", "gsub", "len", "lower", "match", "rep", "reverse",
    "sub", "upper" },
  table = { "concat", "insert", "move", "pack", "remove", "sort", "unpack" },
  utf8 = { "char", "charpattern", "codepoint", "codes", "len", "offset" },
  math = { "abs", "acos", "asin", "atan", "ceil", "cos", "deg", "exp", "floor", "fmod", "huge", "log", "max",
    "maxinteger", "min",
    "mininteger", "modf", "pi", "rad", "sin", "sqrt", "tan", "tointeger", "type", "ult" },
}

-- Functions whose time grows with their text arguments. The length of these texts counts as
-- instructions.
local charged = { string = { "char", "format", "lower", "reverse", "upper" },
  utf8 = { "char", "codepoint", "codes", "len", "offset" } }

local bounded = { string = core.bounded.string, table = core.bounded.table, utf8 = {} }

local function host_function(name, key) return compat[name][key] or _G[name][key] end

for name, keys in next, charged do
  for _, key in ipairs(keys) do bounded[name][key] = core.charged(host_function(name, key)) end
end

--- Returns a library for scripts as a new table, with equal names in every Lua version.
---@param name "string"|"table"|"utf8"|"math"
---@return table
function environment.library(name)
  local copy = {}
  for _, key in ipairs(libraries[name]) do
    copy[key] = bounded[name] and bounded[name][key] or host_function(name, key)
  end
  return copy
end

-- ---- Replaced functions -------------------------------------------------------------------------

-- `next` and `pairs` in a defined order
local own = { next = core.bounded.basic.next, pairs = core.bounded.basic.pairs }

-- Metamethods that a script may set. `__gc` is not among them, because finalizers run where
-- instructions are not counted; nor is `__mode`, because the collector can take minutes for weak
-- tables.
local METAMETHODS = { "__index", "__newindex", "__call", "__tostring", "__name", "__metatable", "__pairs",
  "__close", "__len", "__eq", "__lt", "__le", "__concat", "__unm", "__add", "__sub", "__mul", "__div",
  "__mod", "__pow", "__idiv", "__band", "__bor", "__bxor", "__bnot", "__shl", "__shr" }
local REFUSED = { __gc = "finalizers (`__gc`)", __mode = "weak tables (`__mode`)" }

local ORIGINAL = {} -- key of a copied metatable: the script's table

-- Hides the metatables of strings and objects, which belong to the host.
function own.getmetatable(value)
  local meta = type(value) == "table" and getmetatable(value) or nil
  return type(meta) == "table" and rawget(meta, ORIGINAL) or meta
end

-- Copies the metatable, so that the script cannot change it afterwards. Lua would follow a chain of
-- tables in `__call` within one instruction, without end if the chain is a circle.
function own.setmetatable(value, meta)
  if type(meta) ~= "table" then return setmetatable(value, meta) end
  for name, what in next, REFUSED do
    if rawget(meta, name) ~= nil then error("scripts cannot have " .. what, 2) end
  end
  local called = rawget(meta, "__call")
  if called ~= nil and type(called) ~= "function" then
    error("`__call` of a script: expected function, got " .. type(called), 2)
  end
  local copy = { [ORIGINAL] = meta }
  for _, name in ipairs(METAMETHODS) do copy[name] = rawget(meta, name) end
  return setmetatable(value, copy)
end

function own.xpcall(f, handler, ...)
  local results = table_pack(pcall(f, ...))
  if results[1] then return table_unpack(results, 1, results.n) end
  return false, handler(results[2])
end

local HAS_ADDRESS = { table = true, ["function"] = true, userdata = true, thread = true }

-- Returns the text of a value without its address, which would differ from run to run.
function own.tostring(value)
  local kind = type(value)
  local meta = HAS_ADDRESS[kind] and debug_getmetatable(value)
  local has_text = not HAS_ADDRESS[kind] or type(meta) == "table" and rawget(meta, "__tostring") ~= nil
  return has_text and tostring(value) or kind
end

-- Returns the arguments as a list, in which texts replace objects.
local function without_addresses(...)
  local list = table_pack(...)
  for i = 1, list.n do
    if HAS_ADDRESS[type(list[i])] then list[i] = own.tostring(list[i]) end
  end
  return list
end

-- Returns a `print` function that calls the `print` of the host.
local function new_print(print)
  return function(...)
    local list = without_addresses(...)
    print(table_unpack(list, 1, list.n))
  end
end

local format, find, gsub = bounded.string.format, string.find, string.gsub

-- Refuses `%p`, which would print an address. The patterns below take linear time for any text.
function bounded.string.format(pattern, ...)
  if type(pattern) == "string" and find(gsub(pattern, "%%%%", ""), "%%[^%a%%]*p") then
    error("bad argument #1 to 'format' (scripts cannot use '%p')", 2)
  end
  local list = without_addresses(...)
  return format(pattern, table_unpack(list, 1, list.n))
end

-- Protects read-only tables.
function own.rawset(t, key, value)
  if type(t) == "table" and getmetatable(t) == false then error("this table is read-only", 2) end
  return rawset(t, key, value)
end

--- Returns the globals for a script.
---@return table
function environment.new()
  local env = {}
  for _, name in ipairs(allowed) do env[name] = compat.basic[name] or _G[name] end
  for name in next, libraries do env[name] = environment.library(name) end
  for name, value in next, own do env[name] = value end
  env.print = new_print(_G.print)
  env._G = env
  return env
end

local function refuse_write(_, key)
  error(("options are read-only; store data such as '%s' in a variable"):format(
    tostring(key)), 2)
end

--- Returns a read-only copy of a table, for hooks.
---@param values table<string, string|boolean|number>
---@return table
function environment.read_only(values)
  local copy = {}
  for key, value in next, values do copy[key] = value end
  return setmetatable({}, { __index = copy, __newindex = refuse_write, __metatable = false,
    __pairs = function() return own.pairs(copy) end })
end

return environment
