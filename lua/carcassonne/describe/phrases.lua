--- What scripts say of their phases in words of their own: what an option is called, and what is
--- asked.
-- @module carcassonne.describe.phrases

local game_cache = require "carcassonne.describe.game_cache"
local variable_values = require "carcassonne.describe.variable_values"

local phrases = {}

--- An option, as far as it is named in words: an Action, or what an event tells of one.
---@class NamedOption
---@field name string of the phase
---@field player? integer
---@field piece? string
---@field token? string
---@field tile? string the id of a tile that lies on no cell
---@field number? integer

--- What things are called, by the words in braces that stand for them.
---@class Naming
---@field player fun(player:integer):string
---@field piece fun(piece:string):string
---@field token fun(token:string):string
---@field tile fun(id:string, game?:Game):string
---@field number fun(number:integer):string

-- The variants of a game. Required only here: a screen of views does without the compiled module.
local function variants_of(game) return require("carcassonne.variant.game").variants_of(game) end

--- The scripts of a game whose function of a hook may have done something; all scripts without a
--- hook.
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

-- Of several phases of one name the first that says something speaks for all.
local function keep(said, name, one)
  local there = said[name]
  if not there or one.speaks and not there.speaks then said[name] = one end
end

-- What the phases of a game say, by each name by which they are told.
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

-- A text with each word in braces replaced by what it stands for; a word that stands for nothing
-- here is told itself.
local function filled(text, value)
  return (text:gsub("{([%w_.-]+)}", function(word) return value(word) or word end))
end

-- What a word in braces stands for; a tile is told by what it shows in the game.
local function meaning(naming, word, it, game)
  if word == "tile" then return naming.tile(it, game) end
  return naming[word](it)
end

--- The tile that an option names, which lies on no cell.
---@param action Action|ViewAction
---@return string? id
function phrases.tile(action) return action.kind == "choice" and not action.x and action.id or nil end

--- What an option is called.
---@param game Game
---@param option NamedOption
---@param naming Naming
---@return string? text nil where the script says nothing of it
---@return table<string, boolean>? told what is told of the option so, by the words that stand for it
function phrases.label(game, option, naming)
  local one = said_of(game)[option.name]
  local by_number = one and option.number and not option.token and one.labels[option.number]
  local text = by_number or one and one.label
  if not text then return nil end
  local told = { number = by_number and true or nil }
  return filled(text, function(word)
    told[word] = true
    return option[word] and meaning(naming, word, option[word], game)
  end), told
end

-- The variable that a script calls so: its own, or a common one.
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

-- The number that a script remembers by this name: of the game, or of who is asked.
local function number_of(state, script, name)
  local variable = variable_of(state:game(), script, name)
  local read = variable and variable.size == 1 and not variable.type and NUMBERS[variable.scope]
  local number = read and read(state, variable.key)
  return number and tostring(number) or nil
end

-- What all options name alike; nil where they differ, or name none.
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

--- What the phase asks that waits for an answer. `{player}` stands for who is asked,
--- `{turn_player}` for whose turn it is, `{piece}`, `{token}`, `{tile}` and `{number}` for what all
--- options name alike, `{NAME}` for what the script remembers in a variable.
---@param state State
---@param naming Naming
---@param hides? boolean whether it is told to somebody who may not know what is offered
---@return string? text nil where no phase asks, or it says nothing
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
