--- What is in a sandbox beside its script (csrc/lua/sandbox/sandbox.h): what reads the script, and
--- the tables that its hooks are given.
-- Loaded in the Lua of the sandbox alone.
-- @module carcassonne.sandbox.prelude

local compat = require "carcassonne.base.compat"
local core = require "carcassonne.core"
local environment = require "carcassonne.sandbox.environment"
local plain_data = require "carcassonne.sandbox.plain_data"
local script_require = require "carcassonne.sandbox.require"

local prelude = {}

local load, pcall, type = compat.basic.load, pcall, type

--- Makes a Lua the sandbox that it will be, once. LuaJIT counts no instructions of what it has
--- compiled.
function prelude.begin()
  local jit = rawget(_G, "jit")
  if jit then jit.off() end
  debug.getmetatable("").__index = environment.library "string"
end

--- A table for hooks, only to be read.
prelude.options = environment.read_only

--- Runs a script. Raises what it raises.
---@param path string
---@param text string
---@param functions function[] where those of the script are put; the copy has the marks of their numbers
---@return table|string source a plain copy of what it returned, or what is wrong with that
function prelude.read(path, text, functions)
  local env = environment.new()
  local run = script_require.lend(env, core.required)
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
