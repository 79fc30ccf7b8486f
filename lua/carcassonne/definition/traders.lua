--- Leaves out parts of Traders & Builders.
-- @module carcassonne.definition.traders

local options = require "carcassonne.base.options"

local traders = {}

-- For each part: the changes to the keys of a game that omit this part.
local LEAVE_OUT = {
  tiles = function(game)
    local sets = {}
    for _, name in ipairs(game.sets) do
      if not name:match "^traders" then sets[#sets + 1] = name end
    end
    game.sets = sets
  end,
  builder = function(game) game.pieces.builder = 0 end,
  pig = function(game) game.pieces.pig = 0 end,
  goods = function(game) game.goods = false end,
}
local PIECES = { "builder", "pig" }

--- The parts in alphabetical order.
---@type string[]
traders.parts = options.keys(LEAVE_OUT)

--- A one-line description of each part, for people.
---@type table<string, string>
traders.says = {
  tiles = "its 24 tiles",
  builder = "a builder for each player, which gives the player further parts of a turn",
  pig = "a pig for each player, which raises the points that a farmer scores for cities",
  goods = "tokens of wine, grain and cloth; at the end, points for the player with the most tokens of each",
}

local function has_traders(sets)
  for _, name in ipairs(sets) do
    if name:match "^traders" then return true end
  end
  return false
end

-- The tiles of the set include builder and pig. If the tiles are omitted, builder and pig are
-- written as pieces.
local function with_pieces(pieces, without)
  local copy = {}
  for name, value in pairs(pieces or {}) do copy[name] = value end
  for _, name in ipairs(PIECES) do
    if without.tiles and copy[name] == nil then copy[name] = 1 end
  end
  return copy
end

--- Returns the sets, pieces and goods of a game without some parts of Traders & Builders. Raises an
--- error for wrong names.
---@param where string prefix of messages
---@param sets string[]
---@param given table the options of the game
---@param names string[]
---@return {sets:string[], pieces:table<string, any>, goods?:boolean}
function traders.without(where, sets, given, names)
  local without = {}
  for _, name in ipairs(names) do
    options.check_name(where, name, traders.parts, "part of Traders & Builders")
    if without[name] then options.refuse(where, ("'%s' is listed twice"):format(name)) end
    without[name] = true
  end
  if not has_traders(sets) then
    options.refuse(where, "the game does not have Traders & Builders")
  end
  if #names == #traders.parts then
    options.refuse(where, 'if all its parts are omitted, nothing is left of Traders & Builders; use sets = { '
      .. '"base" } instead')
  end
  local game = { sets = sets, pieces = with_pieces(given.pieces, without), goods = given.goods }
  for _, name in ipairs(names) do LEAVE_OUT[name](game) end
  return game
end

return traders
