--- Players in the order in which they sit, for scripts: local clockwise = require
--- "carcassonne.helpers.clockwise".
-- @module carcassonne.helpers.clockwise

local clockwise = {}

--- The player who sits so many places after another one; who has given up or was eliminated is
--- passed over.
---@param state State
---@param player? integer whose turn it is, by default
---@param places? integer 1 by default
---@return integer player the one that is counted from, where nobody else is left
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

--- The players who sit after one, in their order, that one last; who has given up or was eliminated
--- is not among them.
---@param state State
---@param player? integer whose turn it is, by default
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

--- Whose the last turn was, in a phase at `game_end`: where the bag had no tile for the one that
--- began, it was that of the player before.
---@param state State
---@return integer
---@usage assert(require("carcassonne.helpers.clockwise").last_turn(state) == 2)
function clockwise.last_turn(state)
  return state:part() == 1 and clockwise.after(state, state:turn_player(), #state:players() - 1)
    or state:turn_player()
end

return clockwise
