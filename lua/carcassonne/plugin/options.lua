--- The options of this plug-in: their list, and the conversion of chosen values to the options of
--- carcassonne.game.
-- @module carcassonne.plugin.options

local c_locale = require "carcassonne.base.c_locale"
local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"
local modules = require "carcassonne.variant.modules"
local option_values = require "carcassonne.variant.option_values"
local options = require "carcassonne.base.options"
local plain = require "carcassonne.plugin.check.plain"
local players_of_scripts = require "carcassonne.definition.players"
local traders = require "carcassonne.definition.traders"

local plugin_options = {}

local AS_EDITION = "edition" -- the word for a rule value that the edition determines

-- ---- The list -----------------------------------------------------------------------------------

-- Options with words: each word with its value for carcassonne.game. The first word is the default.
local SETS = { { "base+traders", { "base", "traders" } }, { "base", { "base" } } }
local DRAWS = { { "seed", "seeded" }, { "host", "manual" } }

local function word_option(name, rows, text)
  local option = { name = name, kind = "choice", values = {}, default = rows[1][1], text = text }
  for i, row in ipairs(rows) do option.values[i] = row[1] end
  return option
end

local function meant_by(rows, word)
  for _, row in ipairs(rows) do
    if row[1] == word then return row[2] end
  end
end

local function words_of(rule)
  local words = { AS_EDITION }
  for word in rule.words:gmatch "[^|]+" do words[#words + 1] = word end
  return words
end

-- Returns the option of a rule value: a choice, or a number if the rule has no words or only the
-- word "unlimited".
local function rule_option(rule)
  local option = { name = "rule." .. rule.name, default = AS_EDITION,
    text = ("The rule value %s; %s means the value of the edition"):format(rule.name, AS_EDITION) }
  if rule.words == "" or rule.words == "unlimited" then
    option.kind, option.low, option.high, option.words = "integer", rule.low, rule.high, words_of(rule)
  else
    option.kind, option.values = "choice", words_of(rule)
  end
  return option
end

-- Joins the lines of a text to one line. Returns nil for an empty text.
local function as_line(text)
  text = c_locale.gsub(text or "", "%c+", " ")
  return text:find "%S" and text or nil
end

local KIND_OF = { boolean = "boolean", string = "text" }

-- Returns the option of a script. If the script declares a list for the option, the list has all
-- allowed values.
local function script_option(variant, key, declared)
  local default, values = options.alike(option_values.default_of(declared)), option_values.values_of(declared)
  local option = { name = ("variant.%s.%s"):format(variant.name, key), default = default,
    needs = "variant." .. variant.name,
    text = ("%s: %s"):format(variant.name, as_line(option_values.description(declared)) or key) }
  if values and type(default) ~= "boolean" then
    option.kind, option.values = "choice", values
  else
    option.kind = KIND_OF[type(default)] or (options.whole(default) and "integer" or "number")
  end
  return option
end

-- Returns whether a script can be played without this module. Other modules may require it.
local function can_be_left_out(variant, module)
  local values = {}
  for _, one in ipairs(variant.modules) do values[one.name] = one ~= module end
  return (pcall(modules.settle, "", variant.modules, values))
end

-- Returns the option of a module.
local function module_option(variant, module)
  local says = as_line(module.description) or module.name
  return { name = ("variant.%s.%s"):format(variant.name, module.name), kind = "boolean",
    default = variant.options[module.name],
    needs = "variant." .. variant.name, text = ("%s, module %s: %s"):format(variant.name, module.name, says) }
end

local PART = "traders." -- prefix for the optional modules of Traders & Builders

local function part_option(name)
  return { name = PART .. name, kind = "boolean", default = true,
    text = ("Traders & Builders, module %s: %s"):format(name, traders.says[name]) }
end

-- Returns the omitted modules; nil if no module is omitted or the tiles of Traders & Builders are
-- not used.
local function parts_left_out(values, sets)
  local without = {}
  for _, name in ipairs(traders.parts) do
    if not values[PART .. name] then without[#without + 1] = name end
  end
  return #without > 0 and sets[2] and without or nil
end

-- Adds an option of a script. Raises an error if the list has an option with this name, or if a
-- host cannot show the name.
local function add_option(list, variant, option)
  local where = ("variant '%s'"):format(variant.name)
  local problem = plain.problem(option)
  if problem then options.refuse(where, ("option %s: %s"):format(option.name, problem)) end
  for _, other in ipairs(list) do
    if other.name == option.name then
      options.refuse(where,
        ("the option '%s' already exists; the names of scripts must be unique"):format(option.name))
    end
  end
  list[#list + 1] = option
end

local function add_script(list, variant)
  add_option(list, variant, { name = "variant." .. variant.name, kind = "boolean", default = false,
    text = as_line(variant.description) or variant.name })
  local declared = modules.own_options(variant.source)
  for _, key in ipairs(options.keys(declared)) do
    add_option(list, variant, script_option(variant, key, declared[key]))
  end
  for _, module in ipairs(variant.modules) do
    if can_be_left_out(variant, module) then add_option(list, variant, module_option(variant, module)) end
  end
end

--- Returns the options of a game in the order of a form. Raises an error for an invalid script.
---@param scripts Variant[] in the order of play
---@return PluginOption[]
function plugin_options.list(scripts)
  local sheets = {}
  for i, name in ipairs(carcassonne.editions) do
    sheets[i] = ("%s: %s"):format(name, carcassonne.sheets[name])
  end
  local list = {
    { name = "edition", kind = "choice",
      values = compat.table.move(carcassonne.editions, 1, #carcassonne.editions, 1, {}),
      default = carcassonne.default_edition, text = "The edition of the rules: "
        .. table.concat(sheets, "; ") },
    word_option("sets", SETS, "The tiles"),
    word_option("chance", DRAWS, "Source of the draws"),
  }
  for _, name in ipairs(traders.parts) do list[#list + 1] = part_option(name) end
  for _, variant in ipairs(scripts) do add_script(list, variant) end
  for _, rule in ipairs(carcassonne.rules) do list[#list + 1] = rule_option(rule) end
  return list
end

-- ---- Values -------------------------------------------------------------------------------------

-- Returns the element of a list that equals a value.
local function listed(list, value)
  for _, one in ipairs(list or {}) do
    if one == value then return one end
  end
end

-- For each kind: a function that returns a valid value, or nil for an invalid one.
local READ = {
  boolean = function(_, value)
    if type(value) == "boolean" then return value end
  end,
  text = function(_, value) return type(value) == "string" and value or nil end,
  choice = function(option, value) return listed(option.values, value) end,
  integer = function(option, value) return options.whole(value, option.low, option.high) end,
  number = function(_, value)
    return type(value) == "number" and value - value == 0 and options.alike(value) or nil
  end,
}

local function texts_of(list)
  local texts = {}
  for i, value in ipairs(list) do texts[i] = c_locale.tostring(value) end
  return table.concat(texts, ", ")
end

local function wanted(option)
  if option.kind == "choice" then return "one of " .. texts_of(option.values) end
  local range = option.low and (" from %d to %d"):format(option.low, option.high) or ""
  local words = option.words and " or " .. texts_of(option.words) or ""
  return option.kind .. range .. words
end

-- Returns the value of an option. Raises an error if it is invalid.
local function value_of(option, given)
  if given == nil then return option.default end
  local value = listed(option.words, given)
  if value == nil then value = READ[option.kind](option, given) end
  if value ~= nil then return value end
  options.refuse(option.name, ("expected %s, got %s"):format(wanted(option), options.show(given)))
end

local function players_of(given, range)
  if given == nil then return range.default end
  return options.whole(given, range.least, range.most) or
    options.refuse("players",
      ("expected %d to %d, got %s"):format(range.least, range.most, options.show(given)))
end

local function check_keys(given)
  for key in pairs(given) do
    if type(key) ~= "string" then
      options.refuse("options", "expected names as keys, got " .. options.show(key))
    end
  end
end

-- Returns the default, or the first number that suits the scripts if the default does not.
local function usual_players(variants, default)
  local sources = {}
  for i, variant in ipairs(variants) do sources[i] = variant.source end
  local common = players_of_scripts.common(sources)
  return listed(common, default) or common[1] or default
end

-- Returns the values of all options, with defaults for the missing ones.
local function values_of(list, given, players)
  local values = { players = players_of(given.players, players) }
  for _, option in ipairs(list) do values[option.name] = value_of(option, given[option.name]) end
  check_keys(given)
  for _, name in ipairs(options.keys(given)) do
    if values[name] == nil then
      options.refuse(name, "unknown option" .. options.did_you_mean(name, options.keys(values)))
    end
  end
  return values
end

-- ---- Options of the game ------------------------------------------------------------------------

-- Returns a script with the chosen values of its options, or the script itself if no value differs.
local function with_options(variant, values)
  local picked, differs = {}, false
  for key, value in pairs(variant.options) do
    local chosen = values[("variant.%s.%s"):format(variant.name, key)]
    if chosen == nil then chosen = value end
    picked[key], differs = chosen, differs or chosen ~= value
  end
  return differs and carcassonne.variant(variant, picked) or variant
end

--- Converts chosen values to options of carcassonne.game. Raises an error that names an invalid
--- value.
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
  local sets = meant_by(SETS, values.sets)
  local number = given.players == nil and usual_players(variants, players.default) or values.players
  return { players = number, edition = values.edition, sets = sets,
    without = parts_left_out(values, sets),
    draws = meant_by(DRAWS, values.chance), rules = rules, variants = variants }
end

return plugin_options
