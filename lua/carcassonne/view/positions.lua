--- The positions that a game went through, found by taking its decisions back.
-- @module carcassonne.view.positions

local positions = {}

-- So many decisions are taken back as copies for each time that the game is played again.
local KEPT = 64

--- Visits the position after each decision, from the last one back to the beginning.
---@param state State which stays as it is
---@param visit fun(decisions:integer, position:State) how many had been taken, and a state that is only lent
---@usage local count = 0
--- require("carcassonne.view.positions").each(state, function() count = count + 1 end)
--- assert(count == state:decisions() + 1)
function positions.each(state, visit)
  local back = state:clone()
  back:keep(KEPT)
  repeat visit(back:decisions(), back) until not back:undo_action()
end

return positions
