--- What scripts say of their phases in words of their own: what an option's number stands for, and what is asked.
-- @module carcassonne.screen.phrases

local kept = require "carcassonne.screen.kept"

local phrases = {}

-- The phases of a game that say something, by each name by which they are told.
local said_of = kept.new(function(game)
  local said, combine = {}, require "carcassonne.scripts.combine" -- only here: a screen of views does without the compiled module
  for _, variant in ipairs(combine.variants_of(game)) do
    for _, phase in ipairs(variant.source.phases or {}) do
      if phase.labels or phase.question then
        local one = { script = variant.name, labels = phase.labels or {}, question = phase.question }
        said[("%s.%s"):format(variant.name, phase.name)] = one
        said[phase.name] = said[phase.name] or one
      end
    end
  end
  return said
end)

--- What the number of an option stands for.
---@param game Game
---@param phase string its name
---@param number? integer
---@return string? label nil where the script has none for it
function phrases.label(game, phase, number)
  local one = said_of(game)[phase]
  return one and number and one.labels[number] or nil
end

-- The number that a script remembers by this name: of the game, or of who is asked.
local function number_of(state, script, name)
  local slot = ("%s.%s"):format(script, name)
  local fine, number = pcall(state.slot, state, slot)
  if not fine then fine, number = pcall(state.slot, state, slot, state:asked()) end
  return fine and type(number) == "number" and tostring(number) or nil
end

--- What the phase asks that waits for an answer. `{player}` stands for who is asked, `{turn}` for whose turn it is, `{NAME}` for
--- what the script remembers in a slot.
---@param state State
---@param name fun(player:integer):string what players are called
---@return string? text nil where no phase asks, or it says nothing
function phrases.question(state, name)
  local phase = state:phase()
  local one = phase and said_of(state:game())[phase]
  if not (one and one.question) then return nil end
  return (one.question:gsub("{([%w_.-]+)}", function(word)
    if word == "player" then return name(state:asked()) end
    if word == "turn" then return name(state:turn()) end
    return number_of(state, one.script, word)
  end))
end

return phrases
