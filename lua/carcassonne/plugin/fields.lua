--- The parts of an action as plain data, and the legal action that has given parts.
-- @module carcassonne.plugin.fields

local compat = require "carcassonne.base.compat"
local options = require "carcassonne.base.options"

local fields = {}

local pairs = compat.basic.pairs

-- The fields of an Action and of its `span`, with their types. `packed` is omitted, because its
-- value differs between versions.
local TYPES = { kind = "string", name = "string", id = "string", x = "integer", y = "integer",
  rotation = "integer", piece = "string", segment = "integer", text = "string", take = "boolean",
  player = "integer", number = "integer", token = "string", span = "table" }
local OF_SPAN = { piece = "string", x = "integer", y = "integer", axis = "string" }

local function copied(from, types)
  local copy = {}
  for name in pairs(types) do copy[name] = from[name] end
  return copy
end

--- Returns the parts of an action. `player` is the player who decides, if the action has no player
--- of its own.
---@param state State
---@param action Action
---@return table<string, any>
function fields.of(state, action)
  local parts = copied(action, TYPES)
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

--- Returns the text of the only legal action that has the given fields, or nil and a message.
--- Raises an error for a field that no action can have.
---@param state State
---@param wanted table<string, any>
---@return string? action
---@return string? message
function fields.find(state, wanted)
  wanted = options.alike(wanted)
  options.check("fields", wanted, TYPES)
  local found, count = nil, 0
  for _, action in ipairs(state:legal_actions()) do
    if has(fields.of(state, action), wanted) then found, count = found or action, count + 1 end
  end
  if count == 1 then return tostring(found) end
  return nil, ("%s legal action has these fields"):format(count == 0 and "no" or "more than one")
end

return fields
