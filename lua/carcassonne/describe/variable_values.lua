--- The variables that the scripts of a game declare, and their values.
-- @module carcassonne.describe.variable_values

local game_cache = require "carcassonne.describe.game_cache"

local variable_values = {}

---@class VariableOfGame
---@field script string the variant that declares it, or the first one that shares it; "" for the game
---@field name string
---@field key string name for State:variable
---@field scope "game"|"player"|"cell"|"feature"|"segment"
---@field lifetime "game"|"turn"|"part"
---@field size integer number of values per item
---@field type? "tile"|"segment" kind of place, if its values are places
---@field label? string name for players; a variable without a label is not shown to them

-- Returns the label in a line of a definition, or nil if it is invalid. Requires the module only
-- when called, because screens that have only views lack the compiled module.
local function label_of(line)
  local word = line:match " label=(%S+)"
  if not word then return nil end
  local label = require("carcassonne.base.options").decode(word, "")
  return not require("carcassonne.core").phrase_fault(label) and label or nil
end

local function read(line, script)
  local name, scope, lifetime = line:match "^variable (%S+) (%S+) (%S+)"
  local own = script ~= "" and not line:find(" shared", 1, true)
  return { script = script, name = name, key = own and script .. "." .. name or name, scope = scope,
    lifetime = lifetime,
    size = tonumber(line:match " size=(%d+)") or 1, type = line:match " type=(%a+)", label = label_of(line) }
end

local known_of = game_cache.new(function(game)
  local list, seen, script = {}, {}, ""
  for line in game:text():gmatch "[^\n]+" do
    script = line:match "^script ?(%S*)" or script
    local variable = line:find "^variable " and read(line, script)
    if variable and not seen[variable.key] then
      list[#list + 1], seen[variable.key] = variable, true
    end
  end
  return list
end)

--- Returns the variables of a game in the order of its definition.
---@param game Game
---@return VariableOfGame[]
function variable_values.of(game) return known_of(game) end

--- Returns the variables of a game that have a label for people.
---@param game Game
---@return VariableOfGame[]
function variable_values.labelled(game)
  local list = {}
  for _, variable in ipairs(known_of(game)) do list[#list + 1] = variable.label and variable or nil end
  return list
end

---@class Remembered
---@field value? integer
---@field place? Place if the variable holds places
---@field player? integer
---@field index? integer index of the value, if there are several
---@field tile? integer index of the tile, for a cell or segment
---@field x? integer
---@field y? integer
---@field segment? integer
---@field text? string the segment in notation

-- Adds a place, or a number other than 0.
local function add(list, variable, entry, value)
  if not value or value == 0 then return end
  if variable.type then entry.place = value else entry.value = value end
  list[#list + 1] = entry
end

local VALUES = {}

function VALUES.game(state, variable, list)
  for i = 1, variable.size do
    local index = variable.size > 1 and i or nil
    add(list, variable, { index = index }, state:variable(variable.key, index))
  end
end

function VALUES.player(state, variable, list)
  for player = 1, state:game():players() do
    for i = 1, variable.size do
      local index = variable.size > 1 and i or nil
      add(list, variable, { player = player, index = index }, state:variable(variable.key, player, index))
    end
  end
end

function VALUES.cell(state, variable, list, tiles)
  for _, tile in ipairs(tiles or state:tiles()) do
    add(list, variable, { tile = tile.index, x = tile.x, y = tile.y },
      state:variable(variable.key, tile.index))
  end
end

function VALUES.feature(state, variable, list)
  for _, feature in ipairs(state:features()) do
    add(list, variable, { x = feature.x, y = feature.y, segment = feature.segment },
      state:variable(variable.key, feature))
  end
end

-- Returns a segment of a tile in notation. If the tile has a span, its last segment is the span.
local function segment_text(game, tile, i)
  local segment = game:tile(tile.id, tile.rotation).segments[i]
  return segment and segment.text or "road:" .. tile.span
end

function VALUES.segment(state, variable, list, tiles)
  local game = state:game()
  for _, tile in ipairs(tiles or state:tiles()) do
    for i = 1, state:num_segments(tile.x, tile.y) do
      local value = state:variable(variable.key, tile.x, tile.y, i)
      if value ~= 0 then
        add(list, variable, { tile = tile.index, x = tile.x, y = tile.y, segment = i,
          text = segment_text(game, tile, i) }, value)
      end
    end
  end
end

--- Returns the values of a variable: places, and numbers other than 0.
---@param state State
---@param variable VariableOfGame
---@param tiles? Tile[] result of state:tiles(), if known
---@return Remembered[]
function variable_values.values(state, variable, tiles)
  local list = {}
  VALUES[variable.scope](state, variable, list, tiles)
  return list
end

return variable_values
