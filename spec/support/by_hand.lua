--- Plays games action by action, and checks what is refused. For the specs.

local carcassonne = require "carcassonne"

local by_hand = {}

--- Applies these actions; all of them must be legal.
---@param state State
---@param ... string
---@return State state
function by_hand.play(state, ...)
  for _, action in ipairs { ... } do assert(state:apply_action(action)) end
  return state
end

--- Starts the base game with draws by hand and these variants, and applies these actions.
---@param variants? VariantSource[]
---@param ... string
---@return State
function by_hand.base(variants, ...)
  local game = carcassonne.game { sets = { "base" }, draws = "manual", variants = variants }
  return by_hand.play(game:new_initial_state(), ...)
end

--- Returns the legal actions as text.
---@param state State
---@return string[]
function by_hand.texts(state)
  local list = {}
  for i, action in ipairs(state:legal_actions()) do list[i] = tostring(action) end
  return list
end

--- Returns the events of one kind.
---@param state State
---@param kind string
---@return Event[]
function by_hand.events(state, kind)
  local list = {}
  for _, event in ipairs(state:events()) do
    if event.kind == kind then list[#list + 1] = event end
  end
  return list
end

--- Returns the message with which a call fails.
---@param call function
---@param ... any
---@return string
function by_hand.refusal(call, ...)
  local fine, message = pcall(call, ...)
  assert(fine == false and type(message) == "string", "it was not refused")
  return message
end

--- Checks that an action fails with a message that all these patterns match, and that the state
--- does not change.
---@param state State
---@param action string|Action
---@param ... string
---@return string message
function by_hand.fails(state, action, ...)
  local before, text = state:clone(), state:serialize()
  local message = by_hand.refusal(state.apply_action, state, action)
  for _, pattern in ipairs { ... } do
    assert(message:find(pattern), ("%s: no %s"):format(message, pattern))
  end
  assert(before == state and text == state:serialize(), "the state has changed")
  return message
end

return by_hand
