--- The positions of a game, reconstructed by undoing its decisions.
-- @module carcassonne.describe.history

local history = {}

-- Positions kept for undo: after this many undone decisions the game is replayed.
local KEPT = 64

--- Visits the position after each decision, from the last one back to the beginning.
---@param state State unchanged
---@param visit fun(decisions:integer, position:State) the number of decisions before the position, and a state valid only during the call
---@usage local count = 0
--- require("carcassonne.describe.history").each(state, function() count = count + 1 end)
--- assert(count == state:decisions() + 1)
function history.each(state, visit)
  local back = state:clone()
  back:keep_undo(KEPT)
  repeat visit(back:decisions(), back) until not back:undo_action()
end

-- Returns the lines of a saved game for draws and decisions.
local function lines_of(state)
  local lines, begun = {}, false
  for line in state:serialize():gmatch "[^\n]+" do
    local text = line:match "^(.-) ~%x+$"
    if begun and text then lines[#lines + 1] = text end
    begun = begun or text ~= nil and text:match "^game seed " ~= nil
  end
  return lines
end

--- Visits the positions as `each` does, with the action taken in each. In a position in which a
--- player resigned, `action` is nil and `resigned` is the player. In the last position, both are
--- nil.
---@param state State unchanged
---@param visit fun(decisions:integer, position:State, action?:Action, resigned?:integer)
---@usage local state = require("carcassonne").game():new_initial_state(1)
--- state:apply_index(2)
--- require("carcassonne.describe.history").decided(state, function(decisions, position, action)
---   assert(decisions == 1 or action == position:action(2))
--- end)
function history.decided(state, visit)
  local lines, last = lines_of(state), state:decisions()
  local at = #lines
  history.each(state, function(decisions, position)
    local action, resigned
    while decisions < last and at > 0 do
      local text = lines[at]
      at = at - 1
      -- A saved game also has the draws that the seed decided. They are not legal actions.
      resigned = tonumber(text:match "^resign (%d+)$")
      if resigned then break end
      action = position:string_to_action(text)
      if action and position:action_index(action) then break end
      action = nil
    end
    visit(decisions, position, action, resigned)
  end)
end

return history
