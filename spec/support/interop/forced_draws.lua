--- Forces the draws of a logged game.

local c_locale = require "carcassonne.base.c_locale"
local expansions = require "spec.support.interop.expansions"

local forced_draws = {}

--- Draws a tile.
---@param compare Comparison
---@param state State
---@param id string
function forced_draws.draw(compare, state, id)
  if state:decision() ~= "draw" then
    compare:abandon("the log draws %s here, but %s", id, state:is_terminal() and "the game is over" or
      "the decision is: " .. state:decision())
  end
  local done, problem = state:apply_action("draw " .. id)
  if not done then compare:abandon("the draw of the log cannot be made: %s", problem) end
end

-- Passes a tile that is set aside in the log. A player may refuse a tile that fits only with a
-- bridge, but this is a decision that the log should have; so a difference is reported.
local function refuse(compare, state, id)
  local actions = state:legal_actions()
  for _, action in ipairs(actions) do
    if action.kind == "pass" then
      compare:differ("%s is set aside in the log, where player %d may still place it: %s", id,
        state:current_player(),
        tostring(actions[1]))
      state:apply_action(action)
      return
    end
  end
  compare:abandon("%s is set aside in the log, but fits here: %s", id, tostring(actions[1]))
end

--- Draws the tiles that the log has set aside because they fit nowhere.
---@param compare Comparison
---@param state State
---@param ids? string[]
function forced_draws.set_aside(compare, state, ids)
  for _, id in ipairs(ids or {}) do
    forced_draws.draw(compare, state, id)
    if state:decision() == "place" then refuse(compare, state, id) end
  end
end

-- By an attribute of tiles that stay out of the bag: false if they stay out forever; otherwise the
-- attribute of a tile that must first lie on the board.
local HELD = expansions.gathered("held")

--- Returns whether a remaining tile cannot be drawn at present.
---@param state State
---@param id string
---@return boolean
function forced_draws.is_held(state, id)
  for _, attribute in ipairs(state:game():tile(id).attributes or {}) do
    local until_there = HELD[attribute]
    if until_there ~= nil and not (until_there and state:any { "tiles", attribute = until_there }) then
      return true
    end
  end
  return false
end

--- Sets aside the tiles that the log sets aside at its end. The engine may end the game as soon as
--- none of the remaining tiles fits; then the log's tiles must be those that the engine has left.
---@param compare Comparison
---@param state State
---@param ids? string[]
function forced_draws.finish(compare, state, ids)
  if state:is_terminal() then
    local left = {}
    for id, count in pairs(state:tiles_left()) do
      for _ = 1, forced_draws.is_held(state, id) and 0 or count do left[#left + 1] = id end
    end
    c_locale.sort(left)
    compare:lists("tiles left", left, ids or {})
  else
    forced_draws.set_aside(compare, state, ids)
  end
  if not state:is_terminal() then
    compare:abandon("the game goes on here; tiles to be drawn: %d", state:num_tiles_left())
  end
end

return forced_draws
