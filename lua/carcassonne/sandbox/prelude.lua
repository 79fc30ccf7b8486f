--- The code of a sandbox besides its script (csrc/lua/sandbox/sandbox.h): it runs the script and
--- makes the option tables of hooks.
-- It is loaded only inside a sandbox.
-- @module carcassonne.sandbox.prelude

local compat = require "carcassonne.base.compat"
local core = require "carcassonne.core"
local environment = require "carcassonne.sandbox.environment"
local kept_data = require "carcassonne.sandbox.kept_data"
local plain_data = require "carcassonne.sandbox.plain_data"
local script_require = require "carcassonne.sandbox.require"

local prelude = {}

local load, next, pcall, type = compat.basic.load, next, pcall, type

--- Prepares the Lua state of a sandbox, once. Turns off LuaJIT's compiler, because compiled code
--- does not count its instructions.
function prelude.begin()
  local jit = rawget(_G, "jit")
  if jit then jit.off() end
  debug.getmetatable("").__index = environment.library "string"
end

--- Makes a read-only table for hooks.
prelude.options = environment.read_only

local script_env, script_functions -- globals and functions of the script
local library = {} -- the names of all globals that are not the script's

--- Returns what the script keeps outside of its variables (carcassonne.sandbox.kept_data).
---@return table<string, string>
function prelude.kept_data() return kept_data.of(script_functions, script_env, library) end

--- Runs a script. Raises the script's errors.
---@param path string
---@param text string
---@param functions function[] receives the functions of the script; the copy has placeholders with their numbers
---@return table|string source a plain copy of the result, or the message
function prelude.read(path, text, functions)
  local env = environment.new()
  local run = script_require.lend(env, core.required)
  for name in next, env do library[name] = true end
  script_env, script_functions = env, functions
  local chunk, problem = load(text, "@" .. path, "t", env)
  if not chunk then return "syntax: " .. problem end
  local source = run(path:match "[^/\\]*$":gsub("%.lua$", ""), chunk)
  core.script_is_done()
  if type(source) ~= "table" then
    return ("variant '%s': the file returned %s, expected a table"):format(path, type(source))
  end
  local n = 0
  local _, copy = pcall(plain_data.copy, plain_data.place_of(source, path), source, function(value)
    n = n + 1
    functions[n] = value
    return core.mark(n)
  end)
  return copy
end

return prelude
