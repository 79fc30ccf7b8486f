--- Makes games from two texts, for hosts in C that have no Lua (carcassonne_full.h).
-- @module carcassonne.program.text_game

local c_locale = require "carcassonne.base.c_locale"
local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"
local memory = require "carcassonne.base.memory"
local options = require "carcassonne.base.options"
local shipped = require "carcassonne.variant.shipped"

local text_game = {}

-- Returns the words of a list, which commas separate; none for a blank list.
local function words_of(where, text)
  local words = {}
  if not text:find "%S" then return words end
  for word in (text .. ","):gmatch "%s*([^,]-)%s*," do
    if word == "" then options.refuse(where, "expected a word between two commas") end
    words[#words + 1] = word
  end
  return words
end

-- Splits KEY=VALUE. Raises an error for a word of another form, or a key that is in `known`.
local function pair_of(where, word, known)
  local key, value = word:match "^([%a_][%w_]*)=(.*)$"
  if not key then options.refuse(where, ("expected KEY=VALUE, got %s"):format(options.show(word))) end
  if known[key] ~= nil then options.refuse(where, ("'%s' is given twice"):format(key)) end
  return key, value
end

-- ---- Variants -----------------------------------------------------------------------------------

local function known_variants()
  local names, expansions = shipped.house_rules(), shipped.expansions()
  return compat.table.move(expansions, 1, #expansions, #names + 1, names)
end

local function shipped_variant(name)
  if shipped.module(name) then return carcassonne.variant(name) end
  local hint = name:find("=", 1, true) and "; write options as NAME:KEY=VALUE" or ""
  options.refuse("variants", ("unknown variant '%s'%s; expected the name of a shipped variant%s"):format(
    options.line(name), options.did_you_mean(name, known_variants()), hint))
end

-- Adds `KEY=VALUE` to the chosen options of an entry.
local function choose(entry, word)
  local key, value = pair_of(("variants: %s"):format(entry.variant.name), word, entry.chosen)
  entry.chosen[key] = options.value_of(value, type(entry.variant.options[key]))
end

-- Parses NAME,NAME:KEY=VALUE,KEY=VALUE,NAME.
local function variants_of(text)
  local entries, list = {}, {}
  for _, word in ipairs(words_of("variants", text)) do
    local last, name, first = entries[#entries], word:match "^([^:]*):(.*)$"
    if not name and word:find("=", 1, true) and last and last.chosen then
      choose(last, word)
    else
      last = { variant = shipped_variant(name or word), chosen = name and {} or nil }
      entries[#entries + 1] = last
      if first then choose(last, first) end
    end
  end
  for i, entry in ipairs(entries) do
    list[i] = entry.chosen and carcassonne.variant(entry.variant, entry.chosen) or entry.variant
  end
  return list
end

-- ---- Options ------------------------------------------------------------------------------------

local function number_or_word(text) return options.value_of(text, "number") end

local function list_of(text)
  local list = {}
  for word in text:gmatch "[^+]+" do list[#list + 1] = word end
  return list
end

local function as_it_is(text) return text end

-- Functions that convert the values of options. All other options are rule values.
local READ = { players = number_or_word, edition = as_it_is, sets = list_of, without = list_of,
  draws = as_it_is }

local function known_options()
  local names = options.keys(READ)
  for _, rule in ipairs(carcassonne.rules) do names[#names + 1] = rule.name end
  return names
end

local function is_rule(name)
  for _, rule in ipairs(carcassonne.rules) do
    if rule.name == name then return true end
  end
  return false
end

-- Parses KEY=VALUE,KEY=VALUE to options of carcassonne.game.
local function settings_of(text)
  local settings, rules, known = {}, {}, {}
  for _, word in ipairs(words_of("options", text)) do
    local key, value = pair_of("options", word, known)
    known[key] = true
    if READ[key] then
      settings[key] = READ[key](value)
    elseif is_rule(key) then
      rules[key] = number_or_word(value)
    else
      options.refuse("options", ("unknown option '%s'%s; expected players, edition, sets, without, draws "
        .. "or a rule value"):format(key, options.did_you_mean(key, known_options())))
    end
  end
  settings.rules = rules
  return settings
end

-- ---- Games --------------------------------------------------------------------------------------

local function new_game(variants, settings)
  local given = settings_of(settings)
  given.variants = variants_of(variants)
  return carcassonne.game(given)
end

--- Makes a game.
---@param variants string names of shipped variants, separated by commas; options of a variant after its name and a colon
---@param settings string `KEY=VALUE` separated by commas: players, edition, sets and without (joined by +), draws, rule values
---@return Game? game nil for a fault in a text
---@return string? message
---@return string? code "invalid" or "memory"
---@usage local game = assert(require("carcassonne.program.text_game").game("tower,siege:pig=1", "players=3,edition=2003"))
--- assert(game:players() == 3 and game:variants()[2].options.pig == 1)
function text_game.game(variants, settings)
  local fine, game = pcall(new_game, variants, settings)
  if fine then return game end
  return nil, c_locale.tostring(game), memory.code(game, "invalid")
end

--- Makes the game of a saved game, whose variants must be shipped.
---@param text string
---@return Game? game
---@return string? message
---@return string? code "invalid", "illegal", "script" or "memory"
function text_game.saved(text)
  local state, message, code = carcassonne.load(text)
  if not state then return nil, message, code end
  return state:game()
end

return text_game
