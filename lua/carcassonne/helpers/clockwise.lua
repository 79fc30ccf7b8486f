--- Players in the order of their seats, for scripts:
--- local clockwise = require "carcassonne.helpers.clockwise".
-- @module carcassonne.helpers.clockwise

local clockwise = {}

--- Returns the player who sits a number of places after another player. Players who have given up
--- or were eliminated are not counted.
---@param state State
---@param player? integer the player whose turn it is by default
---@param places? integer 1 by default
---@return integer player the given player, if no other is left
---@usage assert(require("carcassonne.helpers.clockwise").after(state) == 2)
function clockwise.after(state, player, places)
  local players = state:game():players()
  player = player or state:turn_player()
  for _ = 1, places or 1 do
    local from = player
    repeat player = player % players + 1 until player == from or not state:is_out(player)
  end
  return player
end

--- Returns the players after a player in order, and this player last. Players who have given up or
--- were eliminated are omitted.
---@param state State
---@param player? integer the player whose turn it is by default
---@return integer[]
---@usage assert(#require("carcassonne.helpers.clockwise").all_after(state) == 2)
function clockwise.all_after(state, player)
  local players, list = state:game():players(), {}
  player = player or state:turn_player()
  for i = 1, players do
    local other = (player + i - 1) % players + 1
    if not state:is_out(other) then list[#list + 1] = other end
  end
  return list
end

--- Returns the player of the last turn, in a phase at `game_end`. A turn that began without a tile
--- in the bag does not count.
---@param state State
---@return integer
---@usage assert(require("carcassonne.helpers.clockwise").last_turn(state) == 2)
function clockwise.last_turn(state)
  return state:part() == 1 and clockwise.after(state, state:turn_player(), #state:players() - 1)
    or state:turn_player()
end

return clockwise
