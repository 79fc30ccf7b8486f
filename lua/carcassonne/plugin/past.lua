--- The decisions of a game as an observer may know them, for the plug-in.
-- @module carcassonne.plugin.past

local compat = require "carcassonne.base.compat"
local describe_history = require "carcassonne.describe.history"
local words = require "carcassonne.describe.words"

local past = {}

local pairs = compat.basic.pairs

local PUBLIC = { place = true, deploy = true, pass = true } -- kinds of actions that all players see

local function is_same(a, b)
  if type(a) ~= "table" or type(b) ~= "table" then return a == b end
  for key, value in pairs(a) do
    if not is_same(value, b[key]) then return false end
  end
  return true
end

-- Returns the set of decisions after which an event is hidden from the observer, at least in part.
local function hidden_decisions(state, observer)
  local hidden, game, known = {}, state:game(), {}
  if #game:reserves() == 0 and #game:tokens() == 0 then return hidden end
  for _, event in ipairs(state:events(nil, observer)) do known[event.number] = event end
  for _, event in ipairs(state:events()) do
    if not is_same(event, known[event.number]) then hidden[event.decision] = true end
  end
  return hidden
end

-- Returns the entry of an action, without the action if the observer must not know it.
local function entry_of(position, action, is_hidden, observer)
  local player = position:current_player()
  if PUBLIC[action.kind] or not is_hidden or player == observer then
    return { player = player, action = tostring(action), text = words.action(position, action) }
  end
  return { player = player, text = player == "chance" and "hidden draw" or "hidden decision" }
end

--- Returns the decisions so far.
---@param state State
---@param observer integer|"spectator"
---@return {player:integer|"chance", action?:string, resigned?:true, text:string}[]
function past.of(state, observer)
  local list, hidden = {}, hidden_decisions(state, observer)
  describe_history.decided(state, function(decisions, position, action, resigned)
    if resigned then
      list[decisions + 1] = { player = resigned, resigned = true, text = "resigns" }
    elseif action then
      list[decisions + 1] = entry_of(position, action, hidden[decisions + 1], observer)
    end
  end)
  return list
end

return past
