--- The world of a script: what it sees, how long reading it may take, and its table as plain data.
-- Nothing that a script can reach leads out of its world, or can be written to so that another sees it.
-- @module carcassonne.scripts.sandbox

local compat = require "carcassonne.compat"
local core = require "carcassonne.core"
local options = require "carcassonne.options"
local portable = require "carcassonne.scripts.portable"

local sandbox = {}

-- Instructions that the file itself may use, before any game.
local LOADING_BUDGET = 10000000

local jit = rawget(_G, "jit")

local function source_of(run) return debug.getinfo(run, "S").source end

-- LuaJIT counts no instructions of what it has compiled: a function stays uncompiled, with those written in it, and those of the
-- same file that it calls by a local name. What it calls besides is the host's, and as fast as ever.
local function leave_uncompiled(run, seen)
  seen = seen or {}
  if not jit or seen[run] then return end
  seen[run] = true
  if not pcall(jit.off, run, true) then return end -- a function in C
  for i = 1, 255 do
    local name, value = debug.getupvalue(run, i)
    if not name then return end
    if type(value) == "function" and source_of(value) == source_of(run) then leave_uncompiled(value, seen) end
  end
end

-- ---- What is there ---------------------------------------------------------------------------------------------

-- What scripts are given sees these here, not the host's world.
local error, next, pcall, rawget, tonumber, tostring, type = error, next, pcall, rawget, tonumber, tostring, type
local getmetatable, setmetatable, rawset = getmetatable, setmetatable, rawset
local table_pack, table_unpack, move = compat.table.pack, compat.table.unpack, compat.table.move
local dump, getupvalue = string.dump, debug.getupvalue
local rep, concat, insert, remove = compat.string.rep, table.concat, table.insert, table.remove

-- Scripts see these; what depends on the clock, the process or the disk is not among them.
local allowed = { "assert", "error", "ipairs", "next", "pairs", "pcall", "print", "rawequal", "rawget", "rawlen",
  "select", "tonumber", "tostring", "type", "_VERSION" }
-- What every Lua has, or is lent by carcassonne.compat.
local libraries = {
  string = { "byte", "char", "find", "format", "gmatch", "gsub", "len", "lower", "match", "rep", "reverse", "sub", "upper" },
  table = { "concat", "insert", "move", "pack", "remove", "sort", "unpack" },
  utf8 = { "char", "charpattern", "codepoint", "codes", "len", "offset" },
  math = { "abs", "acos", "asin", "atan", "ceil", "cos", "deg", "exp", "floor", "fmod", "huge", "log", "max", "maxinteger", "min",
    "mininteger", "modf", "pi", "rad", "sin", "sqrt", "tan", "tointeger", "type", "ult" },
}

-- Some functions run long within one instruction, which nobody counts: these are the most items or characters.
local MOST = 1000000

local function check_amount(name, amount)
  if amount > MOST then error(("'%s' with more than %d items or characters"):format(name, MOST), 3) end
end

local bounded = { string = {}, table = {} }

function bounded.string.rep(s, n, separator)
  local text, count = tostring(s), tonumber(n)
  if count and count > 0 then
    check_amount("rep", count)
    check_amount("rep", count * (#text + #tostring(separator or "")))
  end
  return rep(s, n, separator)
end

-- How far it is between two numbers, if they are.
local function distance(first, last) return (tonumber(last) or 0) + 0.0 - (tonumber(first) or 1) end

function bounded.table.move(from, first, last, ...)
  check_amount("move", distance(first, last))
  return move(from, first, last, ...)
end

function bounded.table.concat(list, separator, first, last)
  if last ~= nil or type(list) == "table" then check_amount("concat", distance(first or 1, last or #list)) end
  return concat(list, separator, first, last)
end

-- Before 5.3 it writes past a metatable.
local inserts_raw = pcall(insert, setmetatable({}, { __newindex = error }), 1)

function bounded.table.insert(list, ...)
  if type(list) == "table" then check_amount("insert", #list) end
  if inserts_raw and type(list) == "table" and getmetatable(list) == false then error("this table is only to be read", 2) end
  return insert(list, ...)
end

function bounded.table.remove(list, ...)
  if type(list) == "table" then check_amount("remove", #list) end
  return remove(list, ...)
end

-- A library as scripts have it, with the same names in every Lua: a table of its own.
local function library(name)
  local copy = {}
  for _, key in ipairs(libraries[name]) do
    copy[key] = bounded[name] and bounded[name][key] or compat[name][key] or _G[name][key]
  end
  return copy
end

-- s:rep(n) in a script is the bounded one, too. What Lua does to strings besides stays.
local function lend_strings()
  local meta = {}
  for key, value in next, debug.getmetatable "" do meta[key] = value end
  meta.__index = setmetatable(library "string", { __index = string }) -- behind them what the host has added
  core.script_strings(meta)
end
lend_strings()

-- ---- What belongs to one script -----------------------------------------------------------------------------------

local own = {}

-- The metatable of strings is the host's, and so are those of objects.
function own.getmetatable(value) return type(value) == "table" and getmetatable(value) or nil end

-- Nothing of a script's may run where instructions are not counted: in a finaliser, in a handler of errors.
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

local function environment()
  local env = {}
  for _, name in ipairs(allowed) do env[name] = compat.basic[name] or _G[name] end
  for name in next, libraries do env[name] = library(name) end
  for name, value in next, own do env[name] = value end
  env._G = env
  return env
end

local function refuse_write(_, key)
  error(("options are only to be read; what a script remembers (here '%s') goes into a slot"):format(tostring(key)), 2)
end

--- A table that hooks may read and not write.
---@param values table<string, string|boolean|number>
---@return table
function sandbox.read_only(values)
  local copy = {}
  for key, value in next, values do copy[key] = value end
  local function following(_, key) return next(copy, key) end
  return setmetatable({}, { __index = copy, __newindex = refuse_write, __metatable = false,
    __pairs = function() return following end })
end

-- ---- What comes out of it ---------------------------------------------------------------------------------------------

local MOST_ENTRIES, DEEPEST, LONGEST = 50000, 16, 4000000

local function place(where, path)
  return #path == 0 and where or where .. ": " .. concat(path, "", 1, #path)
end

local function refuse(copying, text) options.refuse(place(copying.where, copying.path), text) end

local function check_key(copying, key)
  if type(key) == "string" or compat.math.type(key) == "integer" then return end
  refuse(copying, ("a key is a name or the number of an item, not %s"):format(options.show(key)))
end

local function count_entry(copying, value)
  copying.entries = copying.entries + 1
  if copying.entries > MOST_ENTRIES then refuse(copying, ("the table holds more than %d entries"):format(MOST_ENTRIES)) end
  if type(value) ~= "string" then return end
  copying.length = copying.length + #value
  if copying.length > LONGEST then refuse(copying, ("its texts have more than %d characters"):format(LONGEST)) end
end

-- What a key is written as in a path: `.name`, `[1]`.
local function step(key, first)
  if compat.math.type(key) == "integer" then return ("[%d]"):format(key) end
  return (first and "" or ".") .. (key:match "^[%w_.-]+$" and #key <= 40 and key or options.show(key))
end

local copy_table

local function copy_value(copying, value)
  if type(value) == "function" then leave_uncompiled(value) end
  if type(value) ~= "table" then return value end
  if copying.open[value] then refuse(copying, "the table contains itself") end
  if #copying.path > DEEPEST then refuse(copying, ("tables are nested more than %d deep"):format(DEEPEST)) end
  copying.done[value] = copying.done[value] or copy_table(copying, value)
  return copying.done[value]
end

function copy_table(copying, source)
  if debug.getmetatable(source) ~= nil then
    refuse(copying, "the table has a metatable; a plain one is expected, with all that it holds written into it")
  end
  local copy, path = {}, copying.path
  copying.open[source] = true
  for key, value in next, source do
    check_key(copying, key)
    path[#path + 1] = step(key, #path == 0)
    count_entry(copying, value)
    copy[key] = copy_value(copying, value)
    path[#path] = nil
  end
  copying.open[source] = nil
  return copy
end

--- A copy of a variant's table, read without any function of its own; functions in it stay what they are. Raises what is
--- no plain data: metatables, tables that contain themselves, too much of anything.
---@param where string what messages begin with
---@param source table
---@return table
function sandbox.copy(where, source)
  return copy_table({ where = where, path = {}, open = {}, done = {}, entries = 0, length = 0 }, source)
end

-- Runs what a script was loaded as; `chunk` is nil where it could not be.
local function run(path, chunk, problem)
  local where = ("variant '%s'"):format(path)
  if not chunk then options.refuse(where, problem) end
  leave_uncompiled(chunk)
  local fine, result = core.limited(LOADING_BUDGET, chunk)
  if not fine then options.refuse(where, result) end
  if type(result) ~= "table" then
    options.refuse(where, ("the file returned %s, expected a table"):format(type(result)))
  end
  return result
end

--- Runs a script's file, and gives what it returned, read by nobody yet. Raises what is wrong; one that does not come to an
--- end is stopped.
---@param text string
---@param path string
---@return table
function sandbox.run(text, path)
  local where = ("variant '%s'"):format(path)
  if text:sub(1, 1) == "\27" then options.refuse(where, "it is a binary, code that a Lua has compiled; a script is a text") end
  local chunk, problem = compat.basic.load(text, "@" .. path, "t", environment())
  return run(path, chunk, problem and problem .. portable.explain(text, problem))
end

-- Whether a function needs no local variable from around it, so that a copy of it does the same.
local function is_whole(loader)
  for i = 1, 255 do
    local name, value = getupvalue(loader, i)
    if not name then return true end
    if name ~= "_ENV" and not rawequal(value, _G) then return false end
  end
end

--- Runs a copy of a module's loader as the file of a script is run; the loader stays as it is. It has to be a chunk of Lua,
--- as `load` and luaL_loadbuffer give it, of text or compiled.
---@param loader function
---@param name string of the module
---@return table
function sandbox.run_module(loader, name)
  local fine, code = pcall(dump, loader)
  if not fine or not is_whole(loader) then
    options.refuse(("variant '%s'"):format(name), "its module is loaded by a function of the host's, expected a chunk of Lua, as " ..
      "`load` and luaL_loadbuffer give it, in package.preload or from a searcher")
  end
  return run(name, compat.basic.load(code, "=" .. name, "b", environment()))
end

return sandbox
