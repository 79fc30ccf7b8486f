--- Parses the games, variants and bots of a command line.
-- @module carcassonne.program.game_specs

local bots = require "carcassonne.bots"
local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"
local file_io = require "carcassonne.program.file_io"
local options = require "carcassonne.base.options"
local process = require "carcassonne.program.process"
local spec_parser = require "carcassonne.bots.spec_parser"

local game_specs = {}

--- Splits a list at its commas.
---@param text string
---@return string[]
function game_specs.words(text)
  local words = {}
  for word in text:gmatch("[^,]+") do words[#words + 1] = word:match("^%s*(.-)%s*$") end
  return words
end

--- Reads a variant from `NAME` or `NAME:KEY=VALUE,KEY=VALUE`, where NAME may be the path of a
--- script.
---@param text string
---@return Variant variant
---@return string source its name or path
---@return table<string, any>? options the options in the text
---@usage local variant = require("carcassonne.program.game_specs").variant("percentage-goods:consolation=yes")
--- assert(variant.options.consolation == true)
function game_specs.variant(text)
  local from, words = text:match("^(.-):([%a_][%w_]*=.*)$")
  if not from then return carcassonne.variant(text), text end
  local plain, chosen = carcassonne.variant(from), {}
  for _, word in ipairs(game_specs.words(words)) do
    local key, value = word:match("^([%a_][%w_]*)=(.*)$")
    if not key then process.refuse("variant '%s': '%s' is not KEY=VALUE", from, word) end
    chosen[key] = options.value_of(value, type(plain.options[key]))
  end
  return carcassonne.variant(from, chosen), from, chosen
end

--- Reads the variants of the options.
---@param texts string[]
---@return Variant[]
function game_specs.variants(texts)
  local list = {}
  for i, text in ipairs(texts or {}) do list[i] = game_specs.variant(text) end
  return list
end

--- Refuses unknown bots and options.
---@param texts string[] see bots.parse
function game_specs.check_bots(texts)
  for _, text in ipairs(texts) do
    local fine, problem = pcall(bots.parse, text)
    if not fine then process.refuse("--bot: %s", problem) end
  end
end

--- The bots of a command line that continues a results file.
---@class NamedBots
---@field path string the results file
---@field list string[] values of --bot
---@field used table<string, boolean> the values that the file records

--- Refuses a bot that a results file records and that is itself a file, unless an option --bot of
--- the command line gives its whole text or its path. Must be called before the bot is loaded.
---@param named NamedBots
---@param text string the bot in the results file
function game_specs.check_recorded(named, text)
  local found
  for _, one in ipairs(named.list) do
    if one == text or one == spec_parser.split(text) then
      named.used[one], found = true, true
    end
  end
  if found or not bots.is_file(text) then return end
  process.refuse("%s names the bot %s, which is a file. Such a bot is run only if the command line names "
    .. "it: --bot %s", named.path, options.line(text),
    options.line(process.shell_word(text)))
end

-- Parses RULE=VALUE for carcassonne.game.
local function rules_of(texts)
  local rules = {}
  for _, text in ipairs(texts or {}) do
    local name, value = text:match "^([%a_]+)=(.+)$"
    if not name then process.refuse("--rule: '%s' is not RULE=VALUE", text) end
    rules[name] = compat.math.tointeger(tonumber(value)) or value
  end
  return next(rules) and rules or nil
end

--- Returns the settings for carcassonne.game by the options.
---@param args table
---@param variants? Variant[] variants that are used instead of those of the options
---@return GameOptions
function game_specs.settings(args, variants)
  return {
    players = args.players, edition = args.edition, sets = args.sets and game_specs.words(args.sets) or nil,
    variants = variants or game_specs.variants(args.variant), without = args.without,
      rules = rules_of(args.rule),
  }
end

--- Loads a saved game. Errors name the file.
---@param path string
---@param variants? string[] scripts that are not shipped
---@return State
---@return string text text of the file
function game_specs.load(path, variants)
  local text = file_io.read(path)
  local state, message = carcassonne.load(text, { variants = game_specs.variants(variants) })
  if not state then process.refuse("%s: %s", file_io.file_name(path), message) end
  return state, text
end

return game_specs
