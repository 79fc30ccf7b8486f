--- What can be chosen of a game of Carcassonne, as the plug-in's contract has it: a list that a form can be made of, and what the
-- chosen values become.
-- @module carcassonne.plugin.options

local carcassonne = require "carcassonne"
local chosen_options = require "carcassonne.scripts.chosen"
local compat = require "carcassonne.compat"
local options = require "carcassonne.options"

local plugin_options = {}

local SETS = { ["base+traders"] = { "base", "traders" }, base = { "base" } }
local AS_EDITION = "edition" -- the word for a rule value that stays what the edition says
local DRAWS = { seed = "seeded", host = "manual" }

-- ---- The list ------------------------------------------------------------------------------------------------------

local function words_of(rule)
  local words = { AS_EDITION }
  for word in rule.words:gmatch "[^|]+" do words[#words + 1] = word end
  return words
end

-- A rule value is a word or, where it has none of its own or one for no limit, a number.
local function rule_option(rule)
  local option = { name = "rule." .. rule.name, default = AS_EDITION,
    text = ("The rule value %s; %s: as the edition has it"):format(rule.name, AS_EDITION) }
  if rule.words == "" or rule.words == "unlimited" then
    option.kind, option.low, option.high, option.words = "integer", rule.low, rule.high, words_of(rule)
  else
    option.kind, option.values = "choice", words_of(rule)
  end
  return option
end

local KIND_OF = { boolean = "boolean", string = "text" }

-- An option of a script: a list names all values that it may have.
local function script_option(variant, key, declared)
  local default = chosen_options.default_of(declared)
  local option = { name = ("variant.%s.%s"):format(variant.name, key), default = default, needs = "variant." .. variant.name,
    text = ("%s: %s"):format(variant.name, key) }
  if type(declared) == "table" and type(default) ~= "boolean" then
    option.kind, option.values = "choice", compat.table.move(declared, 1, #declared, 1, {})
  else
    option.kind = KIND_OF[type(default)] or (compat.math.type(default) == "integer" and "integer" or "number")
  end
  return option
end

-- A line, whatever its author has put into it.
local function as_line(text) return (text:gsub("%c+", " ")) end

local function add_script(list, variant)
  list[#list + 1] = { name = "variant." .. variant.name, kind = "boolean", default = false,
    text = as_line(variant.description or variant.name) }
  local declared = variant.source.options or {}
  for _, key in ipairs(options.keys(declared)) do list[#list + 1] = script_option(variant, key, declared[key]) end
end

--- The options of a game, in the order in which a form would have them.
---@param scripts Variant[] in the order in which they are played with
---@return PluginOption[]
function plugin_options.list(scripts)
  local list = {
    { name = "edition", kind = "choice", values = compat.table.move(carcassonne.editions, 1, #carcassonne.editions, 1, {}),
      default = "c2", text = "The edition of the rules" },
    { name = "sets", kind = "choice", values = { "base+traders", "base" }, default = "base+traders", text = "The tiles" },
    { name = "chance", kind = "choice", values = { "seed", "host" }, default = "seed", text = "Who draws the tiles" },
  }
  for _, variant in ipairs(scripts) do add_script(list, variant) end
  for _, rule in ipairs(carcassonne.rules) do list[#list + 1] = rule_option(rule) end
  return list
end

-- ---- Values --------------------------------------------------------------------------------------------------------

local function is_among(value, list)
  for _, one in ipairs(list or {}) do
    if one == value then return true end
  end
  return false
end

local function in_range(option, value)
  return value >= (option.low or value) and value <= (option.high or value)
end

local TAKES = {
  boolean = function(_, value) return type(value) == "boolean" end,
  text = function(_, value) return type(value) == "string" end,
  choice = function(option, value) return is_among(value, option.values) end,
  integer = function(option, value) return compat.math.type(value) == "integer" and in_range(option, value) end,
  number = function(option, value) return type(value) == "number" and value - value == 0 and in_range(option, value) end,
}

local function texts_of(list)
  local texts = {}
  for i, value in ipairs(list) do texts[i] = tostring(value) end
  return table.concat(texts, ", ")
end

local function wanted(option)
  if option.kind == "choice" then return "one of " .. texts_of(option.values) end
  local range = option.low and (" from %d to %d"):format(option.low, option.high) or ""
  local words = option.words and " or " .. texts_of(option.words) or ""
  return option.kind .. range .. words
end

-- Raises what is wrong with a value.
local function check_value(option, value)
  if is_among(value, option.words) or TAKES[option.kind](option, value) then return end
  options.refuse(option.name, ("expected %s, got %s"):format(wanted(option), options.show(value)))
end

local function check_players(value, range)
  if value == nil then return end
  if compat.math.type(value) ~= "integer" or value < range.least or value > range.most then
    options.refuse("players", ("expected %d to %d, got %s"):format(range.least, range.most, options.show(value)))
  end
end

-- The values of all options, those that were not given at their defaults.
local function values_of(list, given, players)
  local values, names = {}, { players = true }
  for _, option in ipairs(list) do
    names[option.name] = true
    values[option.name] = given[option.name]
    if values[option.name] == nil then values[option.name] = option.default end
    check_value(option, values[option.name])
  end
  for _, name in ipairs(options.keys(given)) do
    if not names[name] then options.refuse(name, "unknown option" .. options.did_you_mean(name, options.keys(names))) end
  end
  check_players(given.players, players)
  return values
end

-- ---- What they become ----------------------------------------------------------------------------------------------

-- A script with what was chosen of its own options; as it is where that is what it has.
local function with_options(variant, values)
  local picked, differs = {}, false
  for key, value in pairs(variant.options) do
    picked[key] = values[("variant.%s.%s"):format(variant.name, key)]
    differs = differs or picked[key] ~= value
  end
  return differs and carcassonne.variant(variant, picked) or variant
end

--- What carcassonne.game takes for chosen values. Raises what is wrong with one, with its name.
---@param list PluginOption[]
---@param given table<string, any>
---@param scripts Variant[]
---@param players {least:integer, most:integer, default:integer}
---@return GameOptions
function plugin_options.game(list, given, scripts, players)
  local values, variants, rules = values_of(list, given, players), {}, {}
  for _, variant in ipairs(scripts) do
    if values["variant." .. variant.name] then variants[#variants + 1] = with_options(variant, values) end
  end
  for _, rule in ipairs(carcassonne.rules) do
    local value = values["rule." .. rule.name]
    if value ~= AS_EDITION then rules[rule.name] = value end
  end
  return { players = given.players or players.default, edition = values.edition, sets = SETS[values.sets],
    draws = DRAWS[values.chance], rules = rules, variants = variants }
end

return plugin_options
