--- The code of a sandbox besides its script (csrc/lua/sandbox/sandbox.h): it runs the script, makes
--- the option tables of hooks, and asks bots.
-- It is loaded only inside a sandbox.
-- @module carcassonne.sandbox.prelude

local bot_module = require "carcassonne.sandbox.bot_module"
local compat = require "carcassonne.base.compat"
local core = require "carcassonne.core"
local environment = require "carcassonne.sandbox.environment"
local kept_data = require "carcassonne.sandbox.kept_data"
local options = require "carcassonne.base.options"
local plain_data = require "carcassonne.sandbox.plain_data"
local script_require = require "carcassonne.sandbox.require"

local prelude = {}

local load, next, pcall, type = compat.basic.load, next, pcall, type

local script_env, script_functions -- globals and functions of the script
local library = {} -- the names of all globals that are not the script's

--- Prepares the Lua state of a sandbox, once. Turns off LuaJIT's compiler, because compiled code
--- does not count its instructions.
---@param functions function[] receives the functions of the script
function prelude.begin(functions)
  local jit = rawget(_G, "jit")
  if jit then jit.off() end
  debug.getmetatable("").__index = environment.library "string"
  script_functions = functions
end

--- Makes a read-only table for hooks.
prelude.options = environment.read_only

--- Returns what the script keeps outside of its variables (carcassonne.sandbox.kept_data).
---@return table<string, string>
function prelude.kept_data() return kept_data.of(script_functions, script_env, library) end

-- Runs a file with these globals. Returns a list with its result; nil and a message for a syntax
-- error.
local function run_file(path, text, env)
  local run = script_require.lend(env, core.required)
  for name in next, env do library[name] = true end
  script_env = env
  local chunk, problem = load(text, "@" .. path, "t", env)
  if not chunk then return nil, "syntax: " .. problem end
  return { run(path:match "[^/\\]*$":gsub("%.lua$", ""), chunk) }
end

--- Runs a script. Raises the script's errors.
---@param path string
---@param text string
---@return table|string source a plain copy of the result, with placeholders for functions, or the message
function prelude.read(path, text)
  local results, problem = run_file(path, text, environment.new())
  if not results then return problem end
  local source = results[1]
  core.script_is_done()
  if type(source) ~= "table" then
    return ("variant '%s': the file returned %s, expected a table"):format(path, type(source))
  end
  local n = 0
  local _, copy = pcall(plain_data.copy, plain_data.place_of(source, path), source, function(value)
    n = n + 1
    script_functions[n] = value
    return core.mark(n)
  end)
  return copy
end

-- ---- Bots ---------------------------------------------------------------------------------------

local module, bots = nil, {} -- the module of the file, and its bots

-- Copies a table of a bot; functions are refused.
local function copy_table(where, source)
  return plain_data.copy(where, source, function()
    options.refuse(where, "expected plain data, got a function")
  end)
end

local LONGEST = 1000 -- characters of a string that a method returns

-- Returns a value of a bot as plain data.
local function copy_value(where, value)
  if type(value) == "table" then return copy_table(where, value) end
  if type(value) == "string" then return value:sub(1, LONGEST) end
  if type(value) ~= "function" and type(value) ~= "userdata" then return value end
  options.refuse(where, "expected plain data, got a " .. type(value))
end

-- Copies ratings. There may be more of them than entries in other tables.
local function copy_ratings(where, ratings, count)
  if type(ratings) ~= "table" then return copy_value(where, ratings) end
  local copy = {}
  for index = 1, count do copy[index] = copy_value(where, ratings[index]) end
  return copy
end

local function refuse_random()
  error("a bot in a sandbox has no math.random; require \"carcassonne.bots.random\", which has a seed", 0)
end

--- Runs the file of a bot. Raises its errors.
---@param path string
---@param text string
---@return table|string described `says` and `options` of the module, or the message
function prelude.read_bot(path, text)
  local env = environment.new()
  env.math.random = refuse_random
  local results, problem = run_file(path, text, env)
  if not results then return problem end
  local where = ("bot '%s'"):format(path)
  local _, described = pcall(function()
    module = bot_module.check(where, results[1])
    return copy_table(where, { says = module.says, options = module.options })
  end)
  return described
end

--- Makes a bot.
---@param seed integer
---@param given table<string, any> its options
---@return {number:integer, methods:table<string, boolean>}
function prelude.new_bot(seed, given)
  local bot = bot_module.check_bot("`new`", module.new(seed, given))
  bots[#bots + 1] = bot
  local methods = {}
  for _, name in ipairs(bot_module.METHODS) do methods[name] = type(bot[name]) == "function" end
  return { number = #bots, methods = methods }
end

--- Calls a method of a bot with a copy of the state.
---@param number integer of the bot
---@param method string
---@param argument? integer
---@return {result:any, changed:boolean} answer the result as plain data, and whether the bot has changed the copy
function prelude.ask_bot(number, method, argument)
  local bot, state = bots[number], core.asked_state()
  local decisions = state:decisions()
  local result = bot[method](bot, state, argument)
  local where = ("`%s`"):format(method)
  result = (method == "rate" and copy_ratings or copy_value)(where, result, argument)
  return { result = result, changed = state:decisions() ~= decisions }
end

return prelude
