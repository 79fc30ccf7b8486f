--- Games played action by action, and what is refused. For the specs.

local carcassonne = require "carcassonne"

local by_hand = {}

--- Applies these actions, all of which are legal.
---@param state State
---@param ... string
---@return State state
function by_hand.play(state, ...)
  for _, action in ipairs { ... } do assert(state:apply_action(action)) end
  return state
end

--- The base game with draws by hand and these variants, after these actions.
---@param variants? VariantSource[]
---@param ... string
---@return State
function by_hand.base(variants, ...)
  local game = carcassonne.game { sets = { "base" }, draws = "manual", variants = variants }
  return by_hand.play(game:new_initial_state(), ...)
end

--- The message with which a call fails.
---@param call function
---@param ... any
---@return string
function by_hand.refusal(call, ...)
  local fine, message = pcall(call, ...)
  assert(fine == false and type(message) == "string", "it was not refused")
  return message
end

return by_hand
