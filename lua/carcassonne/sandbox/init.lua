--- Runs scripts: scripts from files in a sandbox (a separate Lua state), and shipped scripts in the
--- host's Lua state with their own globals.
-- @module carcassonne.sandbox

local compat = require "carcassonne.base.compat"
local core = require "carcassonne.core"
local environment = require "carcassonne.sandbox.environment"
local limits = require "carcassonne.sandbox.limits"
local lua_compat = require "carcassonne.sandbox.lua_compat"
local module_code = require "carcassonne.base.module_code"
local no_jit = require "carcassonne.sandbox.no_jit"
local options = require "carcassonne.base.options"
local plain_data = require "carcassonne.sandbox.plain_data"
local script_require = require "carcassonne.sandbox.require"

local sandbox = {}

-- Instructions that a shipped module may use while it is loaded.
local LOADING_BUDGET = 10000000

local dump, getupvalue = string.dump, debug.getupvalue

-- Makes bounded methods, such as s:rep(n), available also in functions of a host's tables. Other
-- metamethods of strings do not change.
local function lend_strings()
  local meta = {}
  for key, value in next, debug.getmetatable "" do meta[key] = value end
  -- The functions that the host has added have lower priority.
  meta.__index = setmetatable(environment.library "string", { __index = string })
  core.script_strings(meta)
end
lend_strings()

--- Copies the table of a host's variant as plain data; functions are shared.
---@param where string prefix of messages
---@param source table
---@return table
function sandbox.copy(where, source)
  return plain_data.copy(where, source, function(run)
    no_jit.leave(run)
    return run
  end)
end

-- ---- Scripts from files -------------------------------------------------------------------------

-- Returns the function that gives code to a sandbox: the program's modules, and the files of its
-- script.
local function giver(files)
  return function(name, of_script)
    if of_script then return files:find(name) end
    return module_code.code(name)
  end
end

--- Limits of a script from a file.
---@class ScriptLimits
---@field memory? integer millions of bytes; 64 by default
---@field printed? integer number of characters that it may print, after which output is dropped; unlimited by default
---@field instructions? integer for loading its files; 10 million by default
---@field source? integer thousands of characters of all its files; 64 by default
---@field read? fun(path:string):string?, string? returns the text of a file, or nil and a message; reads the disk by default

local MILLION = 1000000

local shape = { memory = "integer", printed = "integer", instructions = "integer", source = "integer",
  read = "function" }

--- Checks the limits of a script; raises an error for the first fault.
---@param given ScriptLimits
function sandbox.check_limits(given) options.check("limits of a script", given, shape) end

-- Makes a sandbox for a script; raises an error if that fails.
local function new_sandbox(where, given, files)
  local usual = limits.usual()
  local memory = given.memory or usual.memory
  if memory < 1 or memory > 4000 then
    options.refuse("limits of a script: memory", "expected 1 to 4000 (million bytes)")
  end
  local fine, sandbox_or_message = pcall(core.new_sandbox, memory * MILLION, given.printed or usual.printed,
    giver(files))
  if not fine then options.refuse(where, sandbox_or_message) end
  return sandbox_or_message
end

-- Returns a hint for a required file that needs a later Lua version.
local function explain_required(files, problem)
  for i, file in ipairs(files:read_files()) do
    local is_its = i > 1 and problem:sub(1, #file.path + 1) == file.path .. ":"
    if is_its then return lua_compat.explain(file.text, problem:sub(#file.path + 1)) end
  end
  return ""
end

-- Runs a file in a sandbox with a function of the prelude. Returns its result as plain data.
local function read(box, read_by, where, text, path, given, files)
  local instructions = given.instructions or limits.usual().reading
  local fine, result = core.read_in_sandbox(box, read_by, path, text, instructions)
  files:close()
  if type(result) == "table" then return result end
  local problem = tostring(result)
  local syntax = fine and problem:match "^syntax: (.*)$"
  if syntax then options.refuse(where, syntax .. lua_compat.explain(text, syntax)) end
  if fine then error(problem, 0) end
  options.refuse(where, problem .. explain_required(files, problem))
end

--- Runs a script and its required files in a new sandbox. Returns the script's table as plain data.
--- Its functions are proxies that keep the sandbox alive. Raises an error for a fault; stops a
--- script at its limits.
---@param text string
---@param path string
---@param given ScriptLimits
---@param files ScriptFiles the source of the text; it is closed afterwards
---@return table
function sandbox.run(text, path, given, files)
  local where = ("variant '%s'"):format(path)
  return read(new_sandbox(where, given, files), "read", where, text, path, given, files)
end

--- Runs the file of a bot in a new sandbox. Raises an error for a fault.
---@param text string
---@param path string
---@param given ScriptLimits
---@param files ScriptFiles as in sandbox.run
---@return userdata box the sandbox, for core.call_in_sandbox
---@return table described `says` and `options` of the bot, as plain data
function sandbox.run_bot(text, path, given, files)
  local where = ("bot '%s'"):format(path)
  local box = new_sandbox(where, given, files)
  return box, read(box, "read_bot", where, text, path, given, files)
end

-- ---- Shipped scripts ----------------------------------------------------------------------------

-- Returns whether a function has no upvalues except _ENV. Only then does a copy of it behave like
-- the function.
local function is_whole(loader)
  for i = 1, 255 do
    local name, value = getupvalue(loader, i)
    if not name then return true end
    if name ~= "_ENV" and not rawequal(value, _G) then return false end
  end
end

--- Runs a copy of a module's loader with its own globals. The loader must be a Lua chunk, as
--- returned by `load` and luaL_loadbuffer.
---@param loader function
---@param name string name of the module
---@param find fun(name:string):string?, string? returns the code of a required module, or nil and a message
---@return table
function sandbox.run_module(loader, name, find)
  local where = ("variant '%s'"):format(name)
  local fine, code = pcall(dump, loader)
  if not fine or not is_whole(loader) then
    options.refuse(where, "this module cannot run in a sandbox: its loader (in package.preload or from a "
      .. "searcher) is a C function or a closure; it must be a Lua chunk such as `load` or luaL_loadbuffer "
      .. "returns")
  end
  local env = environment.new()
  local chunk, run = compat.basic.load(code, "=" .. name, "b", env), script_require.lend(env, find)
  no_jit.leave(chunk)
  local ran, result = core.limited(LOADING_BUDGET, run, name, chunk)
  env.require = nil -- from here on the script must not reach the host's Lua state
  if not ran then options.refuse(where, result) end
  if type(result) ~= "table" then
    options.refuse(where, ("the file returned %s, expected a table"):format(type(result)))
  end
  return result
end

return sandbox
