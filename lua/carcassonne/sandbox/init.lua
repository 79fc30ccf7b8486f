--- Where scripts are read: those from outside in a sandbox, a Lua of their own; those that are
--- included in a world of their own in the
-- host's.
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

-- Instructions that a module that is included may use, before any game.
local LOADING_BUDGET = 10000000

local dump, getupvalue = string.dump, debug.getupvalue

-- s:rep(n) in a function of a host's table is the bounded one, too. What Lua does to strings
-- besides stays.
local function lend_strings()
  local meta = {}
  for key, value in next, debug.getmetatable "" do meta[key] = value end
  -- behind them what the host has added
  meta.__index = setmetatable(environment.library "string", { __index = string })
  core.script_strings(meta)
end
lend_strings()

--- A copy of the table of a host's own variant, as plain data; functions in it stay what they are.
---@param where string what messages begin with
---@param source table
---@return table
function sandbox.copy(where, source)
  return plain_data.copy(where, source, function(run)
    no_jit.leave(run)
    return run
  end)
end

-- ---- From outside -------------------------------------------------------------------------------

-- What a sandbox is given: our modules, which all are made of, and the files of its script.
local function giver(files)
  return function(name, of_script)
    if of_script then return files:find(name) end
    return module_code.code(name)
  end
end

--- What a script from outside may use; what is left out is as usual.
---@class ScriptLimits
---@field memory? integer millions of bytes; 64 by default
---@field printed? integer characters that it may print, and what comes then is lost; as many as it likes by default
---@field instructions? integer that the reading of its files may take; 10 million by default
---@field read? fun(path:string):string?, string? gives the text of a file, or nil and why there is none, where files are not the disk's

local MILLION = 1000000

local shape = { memory = "integer", printed = "integer", instructions = "integer", read = "function" }

--- Raises what is wrong with the limits of a script.
---@param given ScriptLimits
function sandbox.check_limits(given) options.check("limits of a script", given, shape) end

-- A sandbox for a script, or what it is refused with.
local function new_sandbox(where, given, files)
  local usual = limits.usual()
  local memory = given.memory or usual.memory
  if memory < 1 or memory > 4000 then
    options.refuse("limits of a script: memory", "1 to 4000 millions of bytes")
  end
  local fine, sandbox_or_message = pcall(core.new_sandbox, memory * MILLION, given.printed or usual.printed,
    giver(files))
  if not fine then options.refuse(where, sandbox_or_message) end
  return sandbox_or_message
end

-- What is said besides where a file that the script has required is not read by this Lua.
local function explain_required(files, problem)
  for i, file in ipairs(files:read_files()) do
    local is_its = i > 1 and problem:sub(1, #file.path + 1) == file.path .. ":"
    if is_its then return lua_compat.explain(file.text, problem:sub(#file.path + 1)) end
  end
  return ""
end

--- Runs a script's file in a sandbox of its own, with what it requires, and gives what it returned
--- as plain data, where functions stand for those in the sandbox; these keep it. Raises what is
--- wrong; one that does not come to an end is stopped.
---@param text string
---@param path string
---@param given ScriptLimits
---@param files ScriptFiles from which the text is; closed then
---@return table
function sandbox.run(text, path, given, files)
  local where = ("variant '%s'"):format(path)
  local instructions = given.instructions or limits.usual().reading
  local fine, result = core.read_in_sandbox(new_sandbox(where, given, files), path, text, instructions)
  files:close()
  if type(result) == "table" then return result end
  local problem = tostring(result)
  local syntax = fine and problem:match "^syntax: (.*)$"
  if syntax then options.refuse(where, syntax .. lua_compat.explain(text, syntax)) end
  if fine then error(problem, 0) end
  options.refuse(where, problem .. explain_required(files, problem))
end

-- ---- What is included ---------------------------------------------------------------------------

-- Whether a function needs no local variable from around it, so that a copy of it does the same.
local function is_whole(loader)
  for i = 1, 255 do
    local name, value = getupvalue(loader, i)
    if not name then return true end
    if name ~= "_ENV" and not rawequal(value, _G) then return false end
  end
end

--- Runs a copy of a module's loader in a world of its own; the loader stays as it is. It has to be
--- a chunk of Lua, as `load` and luaL_loadbuffer give it, of text or compiled.
---@param loader function
---@param name string of the module
---@param find fun(name:string):string?, string? gives the code of what the module requires, or nil and why there is none
---@return table
function sandbox.run_module(loader, name, find)
  local where = ("variant '%s'"):format(name)
  local fine, code = pcall(dump, loader)
  if not fine or not is_whole(loader) then
    options.refuse(where, "its module is loaded by a function of the host's, expected a chunk of Lua, as " ..
      "`load` and luaL_loadbuffer give it, in package.preload or from a searcher")
  end
  local env = environment.new()
  local chunk, run = compat.basic.load(code, "=" .. name, "b", env), script_require.lend(env, find)
  no_jit.leave(chunk)
  local ran, result = core.limited(LOADING_BUDGET, run, name, chunk)
  env.require = nil -- of the host's Lua nothing stays within reach
  if not ran then options.refuse(where, result) end
  if type(result) ~= "table" then
    options.refuse(where, ("the file returned %s, expected a table"):format(type(result)))
  end
  return result
end

return sandbox
