--- The number of players of a game, and the numbers of players that scripts are for.
-- @module carcassonne.definition.players

local grammar = require "carcassonne.definition.grammar"
local statements = require "carcassonne.definition.statements"
local vocabulary = require "carcassonne.definition.vocabulary"

local players = {}

--- A writer for each key.
---@type table<string, LineWriter>
players.write = {}

-- A game has one number of players, with which lists by number of players are resolved. A script
-- has the number of players that it is for, or a list of such numbers.
function players.write.players(where, lines, value)
  where = where .. " players"
  if lines.owner == "game" then lines.players = value end
  grammar.write_value(where, lines, "players", value)
end

--- Returns the numbers of players that all of these scripts are for, in ascending order.
---@param sources VariantSource[]
---@return integer[]
function players.common(sources)
  local list = {}
  for number = 1, vocabulary.statement.players.rows[1].high do
    local fits = true
    for _, source in ipairs(sources) do
      local is_for = source.players == nil
      for _, one in ipairs(statements.list_of(source.players)) do is_for = is_for or one == number end
      fits = fits and is_for
    end
    if fits then list[#list + 1] = number end
  end
  return list
end

--- Returns the first number of players that a script is for; nil if it does not say.
---@param source VariantSource
---@return integer?
function players.first(source) return statements.list_of(source.players)[1] end

return players
