--- The world of a script: the functions and libraries that it sees, the same in every Lua.
-- Nothing that a script can reach leads out of it. What runs long within one call has bounds, and
-- is charged to the limit that runs (carcassonne.core.bounded).
-- @module carcassonne.sandbox.environment

local compat = require "carcassonne.base.compat"
local core = require "carcassonne.core"

local environment = {}

-- What scripts are given sees these here, not the host's world.
local error, next, pcall, rawget, tostring, type = error, next, pcall, rawget, tostring, type
local getmetatable, setmetatable, rawset = getmetatable, setmetatable, rawset
local table_pack, table_unpack = compat.table.pack, compat.table.unpack

-- Scripts see these; what depends on the clock, the process or the disk is not among them.
local allowed = { "assert", "error", "ipairs", "next", "pairs", "pcall", "print", "rawequal",
  "rawget", "rawlen",
  "select", "tonumber", "tostring", "type", "_VERSION" }
-- What every Lua has, or is lent by carcassonne.base.compat.
local libraries = {
  string = { "byte", "char", "find", "format", "gmatch", "gsub", "len", "lower", "match", "rep", "reverse",
    "sub", "upper" },
  table = { "concat", "insert", "move", "pack", "remove", "sort", "unpack" },
  utf8 = { "char", "charpattern", "codepoint", "codes", "len", "offset" },
  math = { "abs", "acos", "asin", "atan", "ceil", "cos", "deg", "exp", "floor", "fmod", "huge", "log", "max",
    "maxinteger", "min",
    "mininteger", "modf", "pi", "rad", "sin", "sqrt", "tan", "tointeger", "type", "ult" },
}

-- The time that these take grows with their texts, for which they are charged; `format` makes texts
-- of numbers besides.
local charged = { string = { "char", "format", "lower", "reverse", "upper" },
  utf8 = { "char", "codepoint", "codes", "len", "offset" } }

local bounded = { string = core.bounded.string, table = core.bounded.table, utf8 = {} }

local function host_function(name, key) return compat[name][key] or _G[name][key] end

for name, keys in next, charged do
  for _, key in ipairs(keys) do bounded[name][key] = core.charged(host_function(name, key)) end
end

--- A library as scripts have it, with the same names in every Lua: a table of its own.
---@param name "string"|"table"|"utf8"|"math"
---@return table
function environment.library(name)
  local copy = {}
  for _, key in ipairs(libraries[name]) do
    copy[key] = bounded[name] and bounded[name][key] or host_function(name, key)
  end
  return copy
end

-- ---- What belongs to one script -----------------------------------------------------------------

local own = {}

-- The metatable of strings is the host's, and so are those of objects.
function own.getmetatable(value) return type(value) == "table" and getmetatable(value) or nil end

-- Nothing of a script's may run where instructions are not counted: in a finaliser, in a handler of
-- errors.
function own.setmetatable(value, meta)
  if type(meta) == "table" and rawget(meta, "__gc") ~= nil then error("a variant has no finalisers", 2) end
  return setmetatable(value, meta)
end

function own.xpcall(f, handler, ...)
  local results = table_pack(pcall(f, ...))
  if results[1] then return table_unpack(results, 1, results.n) end
  return false, handler(results[2])
end

-- Options are read, and nothing else.
function own.rawset(t, key, value)
  if type(t) == "table" and getmetatable(t) == false then error("this table is only to be read", 2) end
  return rawset(t, key, value)
end

--- What a script has for globals.
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
  error(("options are only to be read; what a script remembers (here '%s') goes into a variable"):format(
    tostring(key)), 2)
end

--- A table that hooks may read and not write.
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
