--- Labels and questions that scripts declare for their phases.
-- @module carcassonne.describe.phrases

local game_cache = require "carcassonne.describe.game_cache"
local variable_values = require "carcassonne.describe.variable_values"

local phrases = {}

--- The named parts of an option: an Action, or data of an event.
---@class NamedOption
---@field name string name of the phase
---@field player? integer
---@field piece? string
---@field token? string
---@field tile? string id of the tile, if an option names a tile but no cell
---@field number? integer

--- Functions that return the text for each word in braces.
---@class Naming
---@field player fun(player:integer):string
---@field piece fun(piece:string):string
---@field token fun(token:string):string
---@field tile fun(id:string, game?:Game):string
---@field number fun(number:integer):string

-- Returns the variants of a game. Requires the module only when called, because screens that have
-- only views lack the compiled module.
local function variants_of(game) return require("carcassonne.variant.game").variants_of(game) end

--- Returns the scripts of a game that have a function for a hook; if `hook` is nil, all scripts.
---@param game Game
---@param hook? string
---@return string[] names
function phrases.scripts(game, hook)
  local names = {}
  for _, variant in ipairs(variants_of(game)) do
    local it = hook and variant.source[hook]
    if not hook or type(it) == "function" or type(it) == "table" and it.run then
      names[#names + 1] = variant.name
    end
  end
  return names
end

-- Keeps a text. If several phases have the same name, the text of the first phase that has one is
-- used.
local function keep(said, name, one)
  local there = said[name]
  if not there or one.speaks and not there.speaks then said[name] = one end
end

-- Labels and questions of the phases of a game, by each of their names.
local said_of = game_cache.new(function(game)
  local said = {}
  for _, variant in ipairs(variants_of(game)) do
    for _, phase in ipairs(variant.source.phases or {}) do
      local one = { script = variant.name, labels = phase.labels or {}, label = phase.label,
        question = phase.question,
        speaks = phase.labels or phase.label or phase.question }
      keep(said, ("%s.%s"):format(variant.name, phase.name), one)
      keep(said, phase.name, one)
    end
  end
  return said
end)

-- Replaces each word in braces by its value. A word without a value is kept, without its braces.
local function filled(text, value)
  return (text:gsub("{([%w_.-]+)}", function(word) return value(word) or word end))
end

-- Returns the text for a word in braces. A tile is described by its segments.
local function meaning(naming, word, it, game)
  if word == "tile" then return naming.tile(it, game) end
  return naming[word](it)
end

--- Returns the tile that an option names if it has no cell.
---@param action Action|ViewAction
---@return string? id
function phrases.tile(action) return action.kind == "choice" and not action.x and action.id or nil end

--- Returns the label of an option.
---@param game Game
---@param option NamedOption
---@param naming Naming
---@return string? text nil if the script has no label for the option
---@return table<string, boolean>? done the words in braces that the label contains
function phrases.label(game, option, naming)
  local one = said_of(game)[option.name]
  local by_number = one and option.number and not option.token and one.labels[option.number]
  local text = by_number or one and one.label
  if not text then return nil end
  local done = { number = by_number and true or nil }
  return filled(text, function(word)
    done[word] = true
    return option[word] and meaning(naming, word, option[word], game)
  end), done
end

-- Returns the variable of a script with this name: its own or a shared one.
local function variable_of(game, script, name)
  local common
  for _, variable in ipairs(variable_values.of(game)) do
    if variable.key == ("%s.%s"):format(script, name) then return variable end
    if variable.key == name then common = variable end
  end
  return common
end

local NUMBERS = {
  game = function(state, key) return state:variable(key) end,
  player = function(state, key) return state:variable(key, state:asked()) end,
}

-- Returns the number in a variable of the game, or of the player who is asked.
local function number_of(state, script, name)
  local variable = variable_of(state:game(), script, name)
  local read = variable and variable.size == 1 and not variable.type and NUMBERS[variable.scope]
  local number = read and read(state, variable.key)
  return number and tostring(number) or nil
end

-- Returns the value that all options share for a word, or nil.
local function common(state, phase, word)
  local same
  for _, action in ipairs(state:legal_actions()) do
    if action.kind == "choice" and action.name == phase then
      local named = word == "tile" and phrases.tile(action) or word ~= "tile" and action[word] or nil
      if named == nil or same ~= nil and named ~= same then return nil end
      same = named
    end
  end
  return same
end

--- Returns the question of the current phase. In the question `{player}` is the player who is
--- asked, `{turn_player}` the player whose turn it is, and `{NAME}` the value of the script's
--- variable NAME. `{piece}`, `{token}`, `{tile}` and `{number}` are values that all options share.
---@param state State
---@param naming Naming
---@param hides? boolean whether the reader must not know the options
---@return string? text nil if no phase asks or its script has no question
function phrases.question(state, naming, hides)
  local phase = state:phase()
  local one = phase and said_of(state:game())[phase]
  local text = phase and state:question() or one and one.question
  if not text then return nil end
  return filled(text, function(word)
    if word == "player" then return naming.player(state:asked()) end
    if word == "turn_player" then return naming.player(state:turn_player()) end
    if not naming[word] then return one and number_of(state, one.script, word) end
    local named = not hides and common(state, phase, word) or nil
    return named and meaning(naming, word, named, state:game())
  end)
end

return phrases
