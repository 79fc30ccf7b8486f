--- The globals of a script: functions and libraries, equal in every Lua version.
-- A script cannot reach anything outside of them. Functions that can run long in one call are
-- bounded, and charge the active limit (carcassonne.core.bounded).
-- @module carcassonne.sandbox.environment

local compat = require "carcassonne.base.compat"
local core = require "carcassonne.core"

local environment = {}

-- Functions for scripts use these locals, not the globals of the host.
local error, next, pcall, rawget, tostring, type = error, next, pcall, rawget, tostring, type
local getmetatable, setmetatable, rawset = getmetatable, setmetatable, rawset
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

-- Functions whose time grows with their text arguments, and which are charged for these texts.
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

local own = {}

-- Hides the metatables of strings and objects, which belong to the host.
function own.getmetatable(value) return type(value) == "table" and getmetatable(value) or nil end

-- Code of a script must not run where instructions are not counted: in finalisers and in message
-- handlers.
function own.setmetatable(value, meta)
  if type(meta) == "table" and rawget(meta, "__gc") ~= nil then error("a variant has no finalisers", 2) end
  return setmetatable(value, meta)
end

function own.xpcall(f, handler, ...)
  local results = table_pack(pcall(f, ...))
  if results[1] then return table_unpack(results, 1, results.n) end
  return false, handler(results[2])
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
  env._G = env
  return env
end

local function refuse_write(_, key)
  error(("options are read-only; a script stores data (here '%s') in a variable"):format(
    tostring(key)), 2)
end

--- Returns a read-only copy of a table, for hooks.
---@param values table<string, string|boolean|number>
---@return table
function environment.read_only(values)
  local copy = {}
  for key, value in next, values do copy[key] = value end
  local function following(_, key) return next(copy, key) end
  return setmetatable({}, { __index = copy, __newindex = refuse_write, __metatable = false,
    __pairs = function() return following end })
end

return environment
