--- The values of a variant's options in a game, and their substitution in its data.
-- @module carcassonne.variant.option_values

local compat = require "carcassonne.base.compat"
local options = require "carcassonne.base.options"
local vocabulary = require "carcassonne.definition.vocabulary"

local next, pairs = compat.basic.next, compat.basic.pairs

local option_values = {}

-- ---- The options themselves ---------------------------------------------------------------------

local FARTHEST = 2 ^ 53

-- Checks a value. Saved games store options as words. So a value must be one that every Lua version
-- can represent exactly.
local function check_option(where, value)
  options.check_type(where, value, "string|boolean|number")
  if value ~= value or value == math.huge or value == -math.huge then
    options.refuse(where, "expected a finite number, got " .. options.show(value))
  end
  if compat.math.type(value) == "integer" and (value > FARTHEST or value < -FARTHEST) then
    options.refuse(where, ("expected a whole number from -2^53 to 2^53, got %s"):format(options.show(value)))
  end
end

--- Returns the default of an option: the first value if it is a list, or the field `default` if it
--- is a table.
---@param declared any as in VariantSource.options
---@return string|boolean|number
function option_values.default_of(declared)
  if type(declared) ~= "table" then return declared end
  if declared[1] == nil then return declared.default end
  return declared[1]
end

--- Returns the valid values of an option, the default first; nil if all values of its type are
--- valid.
---@param declared any as in VariantSource.options
---@return any[]?
function option_values.values_of(declared)
  if type(declared) ~= "table" or declared[1] == nil then return nil end
  local list = {}
  for i, value in ipairs(declared) do list[i] = options.alike(value) end
  return list
end

--- Returns the description of an option, if it has one.
---@param declared any as in VariantSource.options
---@return string?
function option_values.description(declared)
  return type(declared) == "table" and declared.description or nil
end

local function check_declared(where, key, declared)
  if not key:match "^[%a_][%w_]*$" then
    options.refuse(where, "the name of an option must be a letter or _, then letters, digits and _")
  end
  if type(declared) ~= "table" then return check_option(where, declared) end
  options.check(where, options.beside(declared, #declared),
    { description = "string", default = "string|boolean|number" })
  if #declared > 0 and declared.default ~= nil then
    options.refuse(where .. ".default",
      "the first value of the list is the default; omit `default`")
  end
  if #declared == 0 and declared.default == nil then
    options.refuse(where, "expected a `default` or a list of values")
  end
  check_option(where, option_values.default_of(declared))
  for _, value in ipairs(declared) do
    check_option(where, value)
    if type(value) ~= type(declared[1]) then
      options.refuse(where, ("expected values of one type, got a %s and a %s"):format(type(declared[1]),
        type(value)))
    end
  end
end

local function check_chosen(where, value, declared)
  local default = option_values.default_of(declared)
  if type(value) ~= type(default) then
    options.refuse(where, ("expected %s, got %s"):format(type(default), options.show(value)))
  end
  check_option(where, value)
  local allowed = option_values.values_of(declared)
  if allowed then options.check_name(where, value, allowed, "value") end
end

-- Returns the message about an unknown option.
local function unknown(key, declared)
  local keys = options.keys(declared)
  local there = #keys > 0 and "; expected " .. table.concat(keys, ", ") or "; the variant has no options"
  return "unknown option" .. options.did_you_mean(key, keys) .. there
end

--- Returns the values of all options: the chosen value, or the default. Raises an error for faults
--- in either.
---@param where string prefix of messages
---@param declared table<string, any> as in VariantSource.options
---@param picked? table<string, any>
---@return table<string, string|boolean|number>
function option_values.values(where, declared, picked)
  local result = {}
  where = where .. ": options"
  options.check_type(where, picked or {}, "table")
  for _, key in ipairs(options.keys(declared)) do
    check_declared(where .. "." .. key, key, declared[key])
    result[key] = options.alike(option_values.default_of(declared[key]))
  end
  for _, key in ipairs(options.keys(picked or {})) do
    if declared[key] == nil then
      options.refuse(where .. "." .. key, unknown(key, declared))
    end
    check_chosen(where .. "." .. key, picked[key], declared[key])
    result[key] = options.alike(picked[key])
  end
  return result
end

-- ---- Substitution in data -----------------------------------------------------------------------

--- Returns whether a table is { option = NAME }, or { option = NAME, is = VALUE }.
---@param value table
---@return boolean
function option_values.names_option(value)
  local keys = options.keys(value)
  return type(value.option) == "string" and (#keys == 1 or (#keys == 2 and value.is ~= nil))
end

-- Returns the replacement for such a table: the value of the option, or whether the value equals
-- `is`.
local function selected(where, value, source, values)
  local name = value.option
  if values[name] == nil then
    options.refuse(where,
      ("unknown option '%s'%s"):format(name, options.did_you_mean(name, options.keys(values))))
  end
  if value.is == nil then return values[name] end
  check_chosen(where .. "." .. name, value.is, source.options[name])
  return values[name] == value.is
end

-- Returns whether an option has this value, or one of a list of values.
local function is_one_of(where, wanted, value, declared)
  if type(wanted) ~= "table" then
    check_chosen(where, wanted, declared)
    return value == wanted
  end
  local is = false
  if #wanted == 0 then
    options.refuse(where, "expected a value or a list of values, got " .. options.show(wanted))
  end
  for i, one in ipairs(wanted) do is = is_one_of(("%s[%d]"):format(where, i), one, value, declared) or is end
  return is
end

-- Returns whether all options have the values in `if_options`.
local function is_wanted(where, wanted_options, source, values)
  local wanted = true
  for _, key in ipairs(options.keys(wanted_options)) do
    if values[key] == nil then
      options.refuse(where .. ".if_options." .. key,
        "unknown option" .. options.did_you_mean(key, options.keys(values)))
    end
    wanted = is_one_of(where .. ".if_options." .. key, wanted_options[key], values[key], source.options[key])
      and wanted
  end
  return wanted
end

-- Returns whether the module that a table names is part of the game.
local function has_module(where, name, source, values)
  options.check_name(where .. ".module", name, options.keys(source.modules), "module")
  return values[name]
end

-- Returns whether a table names its module. Only scripts with modules have such tables.
local function names_module(value, source) return source.modules ~= nil and type(value.module) == "string" end

-- Returns whether the keys of a table are names of options; the keys of a list are not.
local function names_options(value) return type(value) == "table" and next(value) ~= nil and #value == 0 end

local resolve

-- Resolves the items of a table. If an item of a list is omitted, the list has no gap.
local function resolve_items(where, value, source, values)
  local copy, n = {}, 0
  for i, one in ipairs(value) do
    local item = resolve(("%s[%d]"):format(where, i), one, source, values)
    if item ~= nil then
      n = n + 1
      copy[n] = item
    end
  end
  for key, one in pairs(value) do
    local listed = compat.math.type(key) == "integer" and key >= 1 and key <= #value
    local is_said = key == "if_options" and names_options(one) or key == "module"
      and names_module(value, source)
    if not listed and not is_said then
      copy[key] = resolve(("%s.%s"):format(where, key), one, source, values)
    end
  end
  return copy
end

-- Substitutes the values of options in data. Returns nil for omitted data, and for a table with
-- `is` if the option does not have the value `is`. Functions do not change.
function resolve(where, value, source, values)
  if type(value) ~= "table" then return value end
  if option_values.names_option(value) then
    local one = selected(where, value, source, values)
    if value.is ~= nil and not one then return nil end
    return one
  end
  if names_module(value, source) and not has_module(where, value.module, source, values) then return nil end
  if names_options(value.if_options) and not is_wanted(where, value.if_options, source, values) then
    return nil
  end
  return resolve_items(where, value, source, values)
end

-- Flattens a list of words. In the list, the words of a module or an option form a table: { "A", {
-- module = "more", "B", "C" } }.
local function flat(value)
  local list = {}
  for _, one in ipairs(value) do
    for _, word in ipairs(type(one) == "table" and one or { one }) do list[#list + 1] = word end
  end
  return list
end

--- Returns a variant's table with option values substituted in its data. Functions are unchanged.
---@param where string prefix of messages
---@param source VariantSource
---@param values table<string, string|boolean|number>
---@return VariantSource
function option_values.resolve(where, source, values)
  local resolved = {}
  for key, written in pairs(source) do
    local at, value = ("%s: %s"):format(where, key), written
    if vocabulary.resolved[key] then
      value = resolve(at, written, source, values)
      -- If no rows are left, the hook itself is omitted.
      if vocabulary.hook[key] and type(value) == "table" and next(value) == nil and next(written) ~= nil then
        value = nil
      end
      if (source.modules or source.options) and vocabulary.of_words[key] and type(value) == "table" then
        value = flat(value)
      end
      if value ~= nil then options.check_type(at, value, vocabulary.variant[key]) end
    end
    resolved[key] = value
  end
  return resolved
end

return option_values
