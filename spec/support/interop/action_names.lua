--- The engine's actions, places and pieces in the words of a log.

local c_locale = require "carcassonne.base.c_locale"
local expansions = require "spec.support.interop.expansions"

local action_names = {}

local CLOCKWISE = {}
for i, port in ipairs { "NL", "N", "NR", "EL", "E", "ER", "SL", "S", "SR", "WL", "W", "WR" } do
  CLOCKWISE[port] = i
end

local PIECES = expansions.gathered("pieces")
local STANDING = expansions.gathered("standing")
local CHOICES = expansions.gathered("choices")

--- Returns the name of a kind of piece in logs.
---@param piece string
---@return string
function action_names.piece(piece) return PIECES[piece] or piece end

-- Returns a segment's ports clockwise from NL, as logs list them.
local function in_order(text)
  local kind, ports = text:match "^(%w+):(.*)$"
  if not kind then return text end
  local list = {}
  for port in ports:gmatch "%w+" do list[#list + 1] = port end
  c_locale.sort(list, function(a, b) return CLOCKWISE[a] < CLOCKWISE[b] end)
  return kind .. ":" .. table.concat(list, ".")
end

local cached = {}
local function ordered(text)
  local found = cached[text]
  if not found then
    found = in_order(text)
    cached[text] = found
  end
  return found
end

-- Returns whether a segment is the second of two fields that touch no edge of their tile.
local function is_second_inside(state, x, y, segment)
  local tile = state:tile_at(x, y)
  local segments = state:game():tile(tile.id, tile.rotation).segments
  for index = 1, segment - 1 do
    if segments[index] and segments[index].text == "field:" then return true end
  end
  return false
end

-- Returns an expansion's own name for a place.
local function special(state, place)
  for _, expansion in ipairs(expansions.list) do
    local text = expansion.log.place and expansion.log.place(state, place)
    if text then return text end
  end
end

--- Returns the name of a place on the board: `city:N.W @2,0`.
---@param state State
---@param place Action|Piece|{x:integer, y:integer, segment:integer, text:string}
---@return string
function action_names.place(state, place)
  local text = ordered(place.text)
  if text == "field:" and is_second_inside(state, place.x, place.y, place.segment) then text = "field:II" end
  return ("%s @%d,%d"):format(special(state, place) or text, place.x, place.y)
end

--- Returns the name of a piece on the board: `1 meeple city:N.W @2,0`.
---@param state State
---@param piece Piece|Action a piece, or an action that names one
---@return string
function action_names.standing(state, piece)
  local stands = STANDING[piece.piece]
  local place = stands and stands(state, piece, action_names) or action_names.place(state, piece)
  return ("%d %s %s"):format(piece.player - 1, action_names.piece(piece.piece), place)
end

-- ---- Actions ------------------------------------------------------------------------------------

-- The usual texts for options of scripts.
local FORMS = {
  piece = function(state, action)
    return ("%s %s"):format(action.name, action_names.standing(state, action))
  end,
  cell = function(_, action) return ("%s %d,%d"):format(action.name:match "^%a+", action.x, action.y) end,
  place = function(state, action) return ("%s %s"):format(action.name, action_names.place(state, action)) end,
}

local KINDS = {
  place = function(_, action)
    local text = ("place %d,%d r%d"):format(action.x, action.y, action.rotation)
    local span = action.span
    return span and ("%s bridge %s @%d,%d"):format(text, span.axis, span.x, span.y) or text
  end,
  choice = function(state, action)
    local word = CHOICES[action.name]
    return word and (FORMS[word] or word)(state, action, action_names) or tostring(action)
  end,
  deploy = function(state, action)
    return ("deploy %s %s"):format(action_names.piece(action.piece), action_names.place(state, action))
  end,
}

--- Returns the name of an action: `deploy meeple city:N.W @2,0`. For an action that logs do not
--- have, returns the engine's own text.
---@param state State a state in which the action is legal
---@param action Action
---@return string
function action_names.action(state, action)
  local word = KINDS[action.kind]
  return word and word(state, action) or tostring(action)
end

return action_names
