--- Bots that are files, each in a sandbox: a separate Lua state with limits of memory and of
--- instructions for each decision. A bot receives a copy of the state.
-- @module carcassonne.bots.sandboxed

local core = require "carcassonne.core"
local limits = require "carcassonne.sandbox.limits"
local module_code = require "carcassonne.base.module_code"
local options = require "carcassonne.base.options"
local sandbox = require "carcassonne.sandbox"
local script_files = require "carcassonne.variant.script_files"

local sandboxed = {}

-- The module that bots may require besides the files of their folder and the helpers of scripts.
local RANDOM = "carcassonne.bots.random"

--- A bot in a sandbox.
---@class SandboxedBot : Bot
---@field private box userdata its sandbox
---@field private number integer its number in the sandbox
---@field private instructions integer for each decision

local known = setmetatable({}, { __mode = "k" }) -- the bots of this module

--- Returns whether a value is a bot in a sandbox.
---@param bot any
---@return boolean
function sandboxed.has(bot) return known[bot] ~= nil end

-- ---- Calls --------------------------------------------------------------------------------------

local SPENT = "it ran for more than %d instructions, its limit for one %s; does it contain an endless loop?"

-- Calls a function of the prelude; raises an error with this prefix, and this text after it.
local function call(box, where, name, most, what, state, ...)
  local fine, result = core.call_in_sandbox(box, name, most, SPENT:format(most, what), state, ...)
  if fine then return result end
  local decision = state and (" (decision %d, %s)"):format(state:decisions() + 1, state:decision()) or ""
  options.refuse(where, tostring(result) .. decision)
end

-- Returns the result of a method, and whether the bot has changed its copy of the state.
local function ask(self, method, state, argument)
  local answer = call(self.box, ("bot '%s'"):format(self.name), "ask_bot", self.instructions, "decision",
    state, self.number, method, argument)
  return answer.result, answer.changed
end

local METHODS = {}

function METHODS:choose(state, count) return ask(self, "choose", state, count or state:num_actions()) end

function METHODS:rate(state, count) return ask(self, "rate", state, count or state:num_actions()) end

local function are_numbers(list)
  if type(list) ~= "table" then return false end
  for i in ipairs(core.rating_terms()) do
    if type(list[i]) ~= "number" then return false end
  end
  return true
end

function METHODS:explain(state, index)
  local reason = ask(self, "explain", state, index)
  if reason == nil then return nil end
  local fine = type(reason) == "table" and type(reason.before) == "number" and are_numbers(reason.own)
    and are_numbers(reason.theirs)
  if fine then return reason end
  options.refuse(("bot '%s'"):format(self.name), ("`explain` returned %s; expected a table with the number "
    .. "`before`, and lists of %d numbers, `own` and `theirs`"):format(
    options.show(reason), #core.rating_terms()))
end

-- ---- Files --------------------------------------------------------------------------------------

local OPTION = { name = "string", type = "string", usual = "integer|number|boolean|string",
  min = "integer|number", max = "integer|number", says = "string" }
local TYPES = { "boolean", "integer", "number", "string" }

-- Checks the options that a bot declares.
local function check_options(where, list)
  options.check_type(where, list, "list")
  for i, option in ipairs(list) do
    local place = ("%s[%d]"):format(where, i)
    options.check(place, option, OPTION)
    options.check_type(place .. ".name", option.name, "string")
    options.check_name(place .. ".type", option.type, TYPES, "type")
  end
end

-- Returns the files of a bot, which may also require RANDOM.
local function files_of(path, given)
  local files = script_files.new(path, given.read, nil, given.source)
  local find = files.find
  function files:find(name)
    if name == RANDOM then return module_code.code(name) end
    return find(self, name)
  end
  return files
end

--- Limits of a bot in a sandbox.
---@class BotLimits : ScriptLimits
---@field decision? integer instructions for each decision; 1000000000 by default, 50000000 with --untrusted

-- Checks the limits of a bot.
local function check_limits(given)
  options.check_type("limits of a bot", given, "table")
  local of_script = {}
  for key, value in pairs(given) do
    if key ~= "decision" then of_script[key] = value end
  end
  sandbox.check_limits(of_script)
  if given.decision == nil or options.whole(given.decision, 1) then return end
  options.refuse("limits of a bot: decision", "expected a number of instructions, got "
    .. options.show(given.decision))
end

--- Loads a module of bots from a file, in a new sandbox. All bots that the module makes share this
--- sandbox. Raises an error for a fault.
---@param path string
---@param given? BotLimits
---@return BotModule
---@usage local bots, sandboxed = require "carcassonne.bots", require "carcassonne.bots.sandboxed"
--- local state = require("carcassonne").game():new_initial_state(1)
--- local bot = sandboxed.load("examples/bots/thrifty.lua").new(1, { keep = 2 })
--- assert(bots.decide(bot, state) <= state:num_actions())
function sandboxed.load(path, given)
  given = given or {}
  check_limits(given)
  local where, usual = ("bot '%s'"):format(path), limits.usual()
  local files = files_of(path, given)
  local text, problem = files:script()
  if not text then options.refuse(where, problem) end
  local box, described = sandbox.run_bot(text, path, given, files)
  local says, declared = described.says, described.options or {}
  if says ~= nil then options.check_type(where .. ": says", says, "string") end
  check_options(where .. ": options", declared)
  local decision = given.decision or usual.decision
  local function new(seed, chosen)
    local most = given.instructions or usual.reading
    local made = call(box, where, "new_bot", most, "call of `new`", nil, seed, chosen)
    local bot = { name = path, box = box, number = made.number, instructions = decision }
    for name in pairs(made.methods) do
      if made.methods[name] then bot[name] = METHODS[name] end
    end
    known[bot] = true
    return bot
  end
  return { new = new, options = declared, says = says and options.line(says) }
end

return sandboxed
