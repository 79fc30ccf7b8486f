--- The parts of an action as plain data, and the legal action that has given parts.
-- @module carcassonne.plugin.fields

local options = require "carcassonne.base.options"

local fields = {}

-- The fields of an Action in the result. `packed` is omitted, because its value differs between
-- versions.
local NAMES = { "kind", "name", "id", "x", "y", "rotation", "piece", "segment", "text", "take", "player",
  "number", "token" }
local OF_SPAN = { "piece", "x", "y", "axis" }

local function copied(from, names)
  local copy = {}
  for _, name in ipairs(names) do copy[name] = from[name] end
  return copy
end

--- Returns the parts of an action. `player` is the player who decides, if the action has no player
--- of its own.
---@param state State
---@param action Action
---@return table<string, any>
function fields.of(state, action)
  local parts = copied(action, NAMES)
  parts.span = action.span and copied(action.span, OF_SPAN) or nil
  local current = state:current_player()
  if parts.player == nil and current ~= "chance" then parts.player = current end
  return parts
end

-- Returns whether a value equals the wanted value or, for tables, has at least the wanted fields.
local function has(value, wanted)
  if type(value) ~= "table" or type(wanted) ~= "table" then return value == wanted end
  for name, one in pairs(wanted) do
    if not has(value[name], one) then return false end
  end
  return true
end

-- Returns the first wanted field that no action can have, as a message.
local function problem_of(wanted)
  if type(wanted) ~= "table" then return "expected a table of fields, got " .. options.show(wanted) end
  local known = { span = true }
  for _, name in ipairs(NAMES) do known[name] = true end
  for _, name in ipairs(options.keys(wanted)) do
    if not known[name] then
      return ("unknown field %s%s"):format(options.show(name), options.did_you_mean(tostring(name), NAMES))
    end
  end
end

--- Returns the text of the only legal action that has the given fields, or nil, a message and a
--- code.
---@param state State
---@param wanted table<string, any>
---@return string? action
---@return string? message
---@return string? code
function fields.find(state, wanted)
  local problem = problem_of(wanted)
  if problem then return nil, options.line(problem), "invalid" end
  local found, count = nil, 0
  for _, action in ipairs(state:legal_actions()) do
    if has(fields.of(state, action), wanted) then found, count = found or action, count + 1 end
  end
  if count == 1 then return tostring(found) end
  local text = count == 0 and "no legal action has these fields" or
    ("%d legal actions have these fields"):format(count)
  return nil, text, "illegal"
end

return fields
