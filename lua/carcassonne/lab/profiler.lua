--- Profiles the functions of a variant: number of calls, time, and functions that never ran.
-- @module carcassonne.lab.profiler

local compat = require "carcassonne.base.compat"
local core = require "carcassonne.core"
local vocabulary = require "carcassonne.definition.vocabulary"

local profiler = {}

--- The calls and the time of a function of the variant. The time includes that of nested hooks.
---@class HookTime
---@field name string "points", "phase deal, ask", "final gift"
---@field calls integer
---@field seconds number processor time of all calls

--- A hook, a phase or a step of the final scoring that never ran.
---@class IdleHook
---@field kind "hook"|"phase"|"final"
---@field name string
---@field when? table|string its condition
---@field asked? boolean set for a phase that asked a question, but none of whose options was chosen
---@field deploys? boolean set for a phase that adds deployments, but never offered one

local function finish_call(time, began, ...)
  time.seconds = time.seconds + os.clock() - began
  return ...
end

-- Wraps a function to count its calls and its time under a name. Functions of a sandbox are counted
-- inside it.
local function timing(times, name, run)
  local time = times[name] or { name = name, calls = 0, seconds = 0 }
  times[name] = time
  local boxed = core.counted(run)
  if boxed then
    time.boxed = time.boxed or {}
    table.insert(time.boxed, { run = boxed, calls = 0, seconds = 0 })
    return boxed
  end
  return function(...)
    time.calls = time.calls + 1
    return finish_call(time, os.clock(), run(...))
  end
end

--- Adds the counts that sandboxes have made since the last call of this function.
---@param times table<string, HookTime>
function profiler.gather(times)
  for _, time in pairs(times) do
    for _, boxed in ipairs(time.boxed or {}) do
      local count, seconds = core.calls(boxed.run)
      time.calls, time.seconds = time.calls + count - boxed.calls, time.seconds + seconds - boxed.seconds
      boxed.calls, boxed.seconds = count, seconds
    end
  end
end

-- Returns a copy of a list of tables. Each function for which `name_of` returns a name is timed in
-- the copy.
local function timed_list(times, list, name_of)
  local copy = {}
  for i, row in ipairs(list) do
    copy[i] = {}
    for key, value in pairs(row) do
      local name = type(value) == "function" and name_of(row, key)
      copy[i][key] = name and timing(times, name, value) or value
    end
  end
  return copy
end

local function phase_name(phase, key) return ("phase %s, %s"):format(phase.name, key) end
local function final_name(step, key) return key == "run" and "final " .. step.name end

-- Returns a hook with a timed function. Its condition and rows are kept.
local function timed_hook(times, name, hook)
  if type(hook) == "function" then return timing(times, name, hook) end
  local copy = {}
  for key, value in pairs(hook) do copy[key] = value end
  copy.run = hook.run and timing(times, name, hook.run)
  return copy
end

--- Returns a copy of the variant with timed functions. The copy has the digest of the original, so
--- that positions can be compared.
---@param variant Variant
---@param times table<string, HookTime> by name; filled during the game and by `gather`
---@return Variant
function profiler.timed(variant, times)
  local copy = {}
  for key, value in pairs(variant.source) do copy[key] = value end
  for _, row in ipairs(vocabulary.hooks) do
    local hook = copy[row.name]
    copy[row.name] = hook and timed_hook(times, row.name, hook)
  end
  copy.phases = copy.phases and timed_list(times, copy.phases, phase_name)
  copy.final_scoring = copy.final_scoring and timed_list(times, copy.final_scoring, final_name)
  local same = {}
  for key, value in pairs(variant) do same[key] = value end
  same.source = copy
  return setmetatable(same, getmetatable(variant))
end

--- Adds the times of some games to those of others.
---@param into table<string, HookTime>
---@param times table<string, HookTime>
function profiler.add(into, times)
  for name, time in pairs(times) do
    local sum = into[name] or { name = name, calls = 0, seconds = 0 }
    sum.calls, sum.seconds = sum.calls + time.calls, sum.seconds + time.seconds
    into[name] = sum
  end
end

local function calls_of(times, name) return times[name] and times[name].calls end

-- Returns the number of calls of a phase's functions; nil if the phase has no functions.
local function phase_calls(times, phase, ...)
  local sum
  for _, key in ipairs { ... } do
    local count = calls_of(times, phase_name(phase, key))
    sum = count and (sum or 0) + count or sum
  end
  return sum
end

-- Returns whether the engine carries out all offers of a phase itself, so that there are no calls
-- to count.
local function only_deploys(phase)
  return (phase.ask or phase.offer) and not phase.on_chosen and phase.timing ~= "anytime"
end

-- Returns whether deployments of a phase are among the legal actions.
local function offers_now(phase, state)
  if phase.timing ~= "deployment" then return state:phase() == phase.name end
  if state:decision() ~= "deploy" then return false end
  for _, action in ipairs(state:legal_actions()) do
    if action.kind == "deploy" and tostring(action):find("@", 1, true) then return true end
  end
  return phase.compulsory and state:action(1).kind ~= "pass"
end

--- Among the phases that only add deployments, records those that offer a deployment now.
---@param source table of the variant
---@param state State
---@param offered table<string, boolean> by the names of phases; this table is filled
function profiler.note_offers(source, state, offered)
  for _, phase in ipairs(source.phases or {}) do
    if only_deploys(phase) and not offered[phase.name] then offered[phase.name] = offers_now(phase, state) end
  end
end

local function idle_phase(times, phase, offered)
  local all, chosen = phase_calls(times, phase, compat.table.unpack(vocabulary.moments)),
    phase_calls(times, phase, "on_chosen")
  local asked = phase_calls(times, phase, "ask")
  if all == 0 and (asked or not phase.offer) then
    return { kind = "phase", name = phase.name, when = phase.when }
  end
  if chosen == 0 then return { kind = "phase", name = phase.name, when = phase.when, asked = true } end
  if offered[phase.name] == false then
    return { kind = "phase", name = phase.name, when = phase.when, deploys = true }
  end
end

--- Returns the functions of a variant that never ran.
---@param source table of the variant
---@param times table<string, HookTime>
---@param offered table<string, boolean> the table that note_offers filled
---@return IdleHook[]
function profiler.idle(source, times, offered)
  local idle = {}
  for _, row in ipairs(vocabulary.hooks) do
    local name = row.name
    local when = type(source[name]) == "table" and source[name].when or nil
    if calls_of(times, name) == 0 then idle[#idle + 1] = { kind = "hook", name = name, when = when } end
  end
  for _, phase in ipairs(source.phases or {}) do idle[#idle + 1] = idle_phase(times, phase, offered) end
  for _, step in ipairs(source.final_scoring or {}) do
    if calls_of(times, final_name(step, "run")) == 0 then
      idle[#idle + 1] = { kind = "final", name = step.name }
    end
  end
  return idle
end

return profiler
