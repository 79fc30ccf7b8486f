--- A game of three players with random moves, which is the same in each run. For the specs.

local carcassonne = require "carcassonne"

---@param variants string[]
---@param seed integer
---@param decisions? integer number of decisions; by default all except the last sixty
---@return State
return function(variants, seed, decisions)
  local state = carcassonne.game({ players = 3, variants = variants }):new_initial_state(seed)
  local value = seed * 7 + 1
  for _ = 1, decisions or math.huge do
    if state:is_terminal() then break end
    value = value * 16807 % 2147483647
    state:apply_index(value % state:num_actions() + 1)
  end
  for _ = 1, decisions and 0 or 60 do state:undo_action() end
  return state
end
