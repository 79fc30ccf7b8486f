--- Checks a variant's table: keys, types, and whether hooks and phases have the parts that they
--- require.
-- The content of the data is checked when it becomes a definition.
-- @module carcassonne.variant.check

local core = require "carcassonne.core"
local format = require "carcassonne.variant.format"
local grammar = require "carcassonne.definition.grammar"
local option_values = require "carcassonne.variant.option_values"
local options = require "carcassonne.base.options"
local phase_order = require "carcassonne.definition.phases"
local plain_data = require "carcassonne.sandbox.plain_data"
local vocabulary = require "carcassonne.definition.vocabulary"

local check = {}

-- ---- Hooks --------------------------------------------------------------------------------------

-- Refuses keys of a row that are written in the hook itself, outside of a list of rows.
local function check_loose_row(where, hook, value)
  for _, key in ipairs(grammar.keys(hook.statement)) do
    if value[key] ~= nil then
      options.refuse(("%s.%s"):format(where, key), "only a row can have this key, and rows must be in a "
        .. "list: { { add = 1 } }")
    end
  end
end

-- Checks a hook: a function with a filter; some hooks have a list of rows before it.
local function check_hook(where, hook, value)
  local rows, shape = hook.statement and #value or 0, { when = "table", run = "function" }
  if hook.flag then shape[hook.flag] = "boolean" end
  if hook.statement then check_loose_row(where, hook, value) end
  options.check(where, options.beside(value, rows), shape)
  if value.when and not value.run and rows > 0 then
    options.refuse(where, "`when` requires a function `run`")
  end
  if not value.run and rows == 0 then
    options.refuse(where, hook.statement and "expected rows or a function `run`"
      or "a function `run` is missing")
  end
end

local function check_hooks(where, source)
  for _, hook in ipairs(vocabulary.hooks) do
    local value = source[hook.name]
    if type(value) == "table" then check_hook(("%s: %s"):format(where, hook.name), hook, value) end
  end
end

-- ---- Phases -------------------------------------------------------------------------------------

local phase_shape = grammar.shape "phase"
phase_shape.order, phase_shape.labels, phase_shape.label, phase_shape.question = "integer", "list",
  "string", "string"
for _, inner in ipairs(vocabulary.inner.phase) do phase_shape[inner.key] = "table" end
for _, name in ipairs(vocabulary.moments) do phase_shape[name] = "function" end
-- The text of an option begins with the name of its phase, so it must differ from other actions.
local actions = { draw = true, place = true, deploy = true, pass = true, extra = true, resign = true }
-- Timings at which options are added to those of the rules.
local beside = { deployment = true, anytime = true }

local function check_phase_name(at, name)
  if not name then options.refuse(at, "a phase needs a name") end
  if not name:match "^[%a_][%w_-]*$" or #name > 23 then
    options.refuse(at .. ".name", "expected a letter, then letters, digits, _ and -, at most 23 characters")
  end
  if actions[name] then options.refuse(at .. ".name", ("an action of the rules has the name "
    .. "'%s'; choose another name"):format(name)) end
  if name == "end" then options.refuse(at .. ".name", "a phase cannot be named 'end', because the last "
    .. "line of a saved game begins with this word") end
end

local MOST_LABELS = 256 -- maximum number of labels of a phase

-- Checks a text for people and its words in braces.
local function check_phrase(at, text, is_known, wanted)
  options.check_type(at, text, "string")
  local fault = core.phrase_fault(text)
  if fault then options.refuse(at, fault) end
  for name in text:gmatch "{([%w_.-]+)}" do
    if not is_known(name) then options.refuse(at, ("{%s} is unknown; expected %s"):format(name, wanted)) end
  end
end

-- Returns whether a question may name this variable: it must have one number, for the game or for
-- each player.
local function is_phrase_variable(source, name)
  for _, variable in ipairs(source.variables or {}) do
    if variable == name then return true end
    local scope = type(variable) == "table" and variable.name == name and (variable.scope or "game")
    if scope and not variable.type and not variable.size then return scope == "game" or scope == "player" end
  end
  return false
end

local WHOLE = "turn_player" -- only in questions: options do not name the player of the turn

local function listed(found, last)
  return ("%s %s %s"):format(table.concat(found, ", ", 1, #found - 1), last, found[#found])
end

local of_option = {}
for _, word in ipairs(vocabulary.phrase_words) do
  if word ~= WHOLE then of_option[#of_option + 1] = word end
end

local function has(list, name)
  for _, one in ipairs(list) do
    if one == name then return true end
  end
  return false
end

local function check_words(at, phase, source)
  local function is_of_option(name) return has(of_option, name) end
  local function is_known(name)
    return has(vocabulary.phrase_words, name) or is_phrase_variable(source, name)
  end
  local named = listed(of_option, "or")
  if phase.labels and #phase.labels > MOST_LABELS then
    options.refuse(at .. ".labels", ("expected at most %d labels, got %d"):format(MOST_LABELS, #phase.labels))
  end
  for i, label in ipairs(phase.labels or {}) do
    check_phrase(("%s.labels[%d]"):format(at, i), label, is_of_option, named)
  end
  if phase.label then check_phrase(at .. ".label", phase.label, is_of_option, named) end
  if not phase.question then return end
  check_phrase(at .. ".question", phase.question, is_known,
    listed(vocabulary.phrase_words, "or") .. ", or a variable of the game or of players that holds one "
      .. "number")
end

-- Checks the keys of a phase that asks by a function or by data.
local function check_question(at, phase)
  if phase.ask and phase.offer then options.refuse(at, "a phase can have `ask` or `offer`, but not "
    .. "both") end
  if phase.asked_players and (beside[phase.timing] or not (phase.ask or phase.offer)) then
    options.refuse(at .. ".asked_players", not beside[phase.timing] and "requires `ask` or `offer`"
      or ("not allowed at the timing `%s`, where only the player whose turn it is decides"):format(
        phase.timing))
  end
  if phase.may_pass ~= nil and not phase.offer then
    options.refuse(at .. ".may_pass", "requires `offer`; `ask` returns whether passing is allowed")
  end
end

-- Returns whether all options of a phase may be deployments, which the engine carries out. If a
-- function makes the options at `deployment`, they are not known in advance.
local function may_all_deploy(phase)
  if not phase.offer then return phase.timing == "deployment" end
  local offers = type(phase.offer[1]) == "table" and phase.offer or { phase.offer }
  for _, offer in ipairs(offers) do
    if type(offer) == "table" and not offer.deploy then return false end
  end
  return true
end

local function check_moments(at, phase)
  local asks = phase.ask or phase.offer
  check_question(at, phase)
  if not (phase.run or asks) then
    options.refuse(at, "a phase needs a function `run` or `ask`, or an `offer`")
  end
  if beside[phase.timing] then
    if phase.run then
      options.refuse(at .. ".run",
        ("never called at the timing `%s`, where a phase can only ask"):format(phase.timing))
    end
    if not asks then options.refuse(at, "a function `ask` or an `offer` is missing") end
  end
  if phase.on_chosen and not asks then
    options.refuse(at .. ".on_chosen", "never called, because the phase has neither `ask` nor `offer`")
  end
  if asks and not phase.on_chosen and not may_all_deploy(phase) then
    options.refuse(at, "the function `on_chosen`, which carries out the chosen option, is missing")
  end
  if phase.compulsory and phase.timing ~= "deployment" then
    options.refuse(at .. ".compulsory", "only a phase with the timing `deployment` can be compulsory")
  end
end

local function check_phases(where, phases, source)
  for i, phase in ipairs(phases) do
    local at = ("%s: phases[%d]"):format(where, i)
    options.check(at, phase, phase_shape)
    check_phase_name(at, phase.name)
    if not phase.timing then
      options.refuse(at, ("a phase needs `timing`, one of %s"):format(table.concat(vocabulary.timings, ", ")))
    end
    options.check_name(at .. ".timing", phase.timing, vocabulary.timings, "timing")
    check_moments(at, phase)
    check_words(at, phase, source)
    if phase.order and (phase.order < phase_order.first or phase.order > phase_order.last) then
      options.refuse(at .. ".order", ("expected %d to %d"):format(phase_order.first, phase_order.last))
    end
  end
end

-- ---- All of it ----------------------------------------------------------------------------------

-- Returns a hint about an unknown key: the nearest known key. If none is near, and the unknown key
-- begins with on_, the hint lists all keys that begin with on_.
local function hint_of_key(key)
  local near = options.did_you_mean(key, options.keys(vocabulary.variant))
  if near ~= "" or key:sub(1, 3) ~= "on_" then return near end
  local list = {}
  for _, name in ipairs(options.keys(vocabulary.variant)) do
    if name:sub(1, 3) == "on_" then list[#list + 1] = name end
  end
  return "; the keys that begin with on_ are " .. table.concat(list, ", ")
end

local function check_key(where, key, value)
  local kind = vocabulary.variant[key]
  if not kind then options.refuse(where .. ": " .. key, "unknown key" .. hint_of_key(key)) end
  local later = vocabulary.resolved[key] and type(value) == "table" and option_values.names_option(value)
  if not later then options.check_type(where .. ": " .. key, value, kind) end
end

local function check_variant_name(where, name)
  if not name then options.refuse(where, "a variant needs a name") end
  if not name:match "^[%w_.-]+$" or #name > 23 then
    options.refuse(where .. ": name", "expected letters, digits, _ - and ., at most 23 characters")
  end
end

-- Refuses texts with control characters, at any depth.
local function check_texts(where, value, seen)
  local fault = type(value) == "string" and core.text_fault(value)
  if fault then options.refuse(where, fault) end
  if type(value) == "table" and not seen[value] then
    seen[value] = true
    for key, one in core.bounded.basic.pairs(value) do
      check_texts(where, key, seen)
      check_texts((type(key) == "number" and "%s[%s]" or "%s.%s"):format(where, tostring(key)), one, seen)
    end
  end
end

--- Checks the table of a variant; raises an error for the first fault.
---@param source table plain data and functions
---@param path string
function check.source(source, path)
  local where = plain_data.place_of(source, path)
  format.check(where, source.format)
  for _, key in ipairs(options.keys(source)) do check_key(where, key, source[key]) end
  check_variant_name(where, source.name)
  for key, text in core.bounded.basic.pairs(source.conflicts or {}) do
    local place = type(key) == "string" and "%s: conflicts.%s" or "%s: conflicts[%s]"
    options.check_type(place:format(where, key), text, "string")
  end
  for _, key in ipairs(options.keys(source)) do
    check_texts(("%s: %s"):format(where, key), source[key], {})
  end
end

--- Checks the hooks and phases that remain with the chosen options; raises an error for the first
--- fault.
---@param where string
---@param source VariantSource
function check.chosen(where, source)
  check_hooks(where, source)
  check_phases(where, source.phases or {}, source)
end

return check
