--- Legal actions as people choose from them: cells to place on, and lines of text.
-- @module carcassonne.cli.choices

local events = require "carcassonne.view.events"
local kinds = require "carcassonne.view.kinds"

local choices = {}

local AXIS = { ["N.S"] = "from north to south", ["E.W"] = "from west to east" }
local AXES = { "N.S", "E.W" } -- as the number of an option that lays a span counts them

---@class CellChoice
---@field x integer
---@field y integer
---@field label integer number of the choice
---@field actions Action[] one for each way round

--- What a placement with a span adds to one without.
---@param action Action
---@return string text "" for none
function choices.span_text(action)
  local span = action.span
  return span and ("with a %s %s at %d,%d"):format(span.piece, AXIS[span.axis], span.x, span.y) or ""
end

-- What a tile looks like when it is turned: the same for all turns of a symmetrical one.
local function looks(game, action)
  local parts = { choices.span_text(action) }
  for i, segment in ipairs(game:tile(action.id, action.rotation).segments) do
    parts[i + 1] = ("%s %d %s"):format(segment.text, segment.pennants, segment.good or "")
  end
  table.sort(parts)
  return table.concat(parts, ";")
end

-- Of turns that look alike, the first.
local function different(game, actions)
  table.sort(actions, function(a, b) return a.rotation < b.rotation end)
  local list, seen = {}, {}
  for _, action in ipairs(actions) do
    local key = looks(game, action)
    if not seen[key] then list[#list + 1] = action end
    seen[key] = true
  end
  return list
end

--- The cells where a tile can go, from north to south and west to east, each with its placements; of those that look
--- alike there is one.
---@param state State
---@return CellChoice[]
function choices.cells(state)
  local game, actions = state:game(), state:legal_actions()
  local cells, by_key = {}, {}
  for _, action in ipairs(actions) do
    local key = action.kind == "place" and action.x .. "," .. action.y
    if key and not by_key[key] then
      by_key[key] = { x = action.x, y = action.y, actions = {} }
      cells[#cells + 1] = by_key[key]
    end
    if key then table.insert(by_key[key].actions, action) end
  end
  table.sort(cells, function(a, b) return a.y < b.y or a.y == b.y and a.x < b.x end)
  for i, cell in ipairs(cells) do
    cell.label = i
    cell.actions = different(game, cell.actions)
  end
  return cells
end

local function open_text(state, feature)
  if feature.kind == "field" then
    local count = state:count { "features", kind = "city", complete = true, borders = feature }
    return ("%d complete %s"):format(count, count == 1 and "city" or "cities")
  end
  return ("%d tile%s so far"):format(feature.tiles, feature.tiles == 1 and "" or "s")
end

-- Whether it is on another tile than the one just placed.
local function is_elsewhere(state, action)
  local x, y = state:last_placed()
  return action.x ~= x or action.y ~= y
end

local function place_text(piece, kind)
  local role, where = kinds.role[kind], kinds.where[kind] or ""
  return piece == "follower" and role and ("as a %s %s"):format(role, where) or where
end

local function deploy_text(state, action)
  local feature = state:feature(action.x, action.y, action.segment)
  local kind = feature and feature.kind or action.text:match("^%a+")
  local where = events.sides(action.text)
  local detail = where and "to the " .. where or kind == "field" and "inside the tile" or nil
  local size = feature and open_text(state, feature)
  local rest = {}
  if detail and kind ~= "monastery" then rest[#rest + 1] = detail end
  if size and kind ~= "spot" then rest[#rest + 1] = size end
  if is_elsewhere(state, action) then rest[#rest + 1] = ("at %d,%d"):format(action.x, action.y) end
  return ("%s %s%s"):format(action.piece, place_text(action.piece, kind), #rest > 0 and " (" .. table.concat(rest, "; ") .. ")" or "")
end

-- Whether there are spans of this name; a phase of that name lays them.
local function is_span(game, name)
  for _, piece in ipairs(game:pieces()) do
    if piece.name == name then return piece.span end
  end
end

-- An option of a script: "capture: follower of player 1, in the city to the north, at 2,0".
local function choice_text(state, action)
  local words = {}
  if action.piece then
    words[1] = action.player and ("%s of player %d"):format(action.piece, action.player) or action.piece
  elseif action.player then
    words[1] = "player " .. action.player
  end
  if action.number then
    words[#words + 1] = is_span(state:game(), action.name) and AXIS[AXES[action.number]] or tostring(action.number)
  end
  if action.text then
    local where = events.sides(action.text)
    words[#words + 1] = (kinds.where[action.text:match "^%a+"] or action.text) .. (where and " to the " .. where or "")
  end
  if action.x then words[#words + 1] = ("at %d,%d"):format(action.x, action.y) end
  return action.name .. (#words > 0 and ": " .. table.concat(words, ", ") or "")
end

local PASS = { deploy = "no piece", place = "set the tile aside", choice = "none of these" }

local function pass_text(state)
  if state:decision() == "deploy" then
    for _, action in ipairs(state:legal_actions()) do
      if action.kind == "choice" then return "none of these" end
    end
  end
  return PASS[state:decision()] or "pass"
end

local TEXT = {
  deploy = deploy_text,
  choice = choice_text,
  pass = pass_text,
  extra = function(_, action) return action.take and "go on with another tile" or "end the turn" end,
  draw = function(_, action) return "draw " .. action.id end,
}

--- What to write on the segments of the tile just placed: the numbers of the choices that deploy there.
---@param state State
---@param list Choice[]
---@return table<integer, string> signs none if nothing is to be deployed
function choices.signs(state, list)
  local signs = {}
  for i, choice in ipairs(list) do
    local here = choice.action.kind == "deploy" and not is_elsewhere(state, choice.action)
    local segment = here and choice.action.segment
    if segment then signs[segment] = (signs[segment] and signs[segment] .. "," or "") .. i end
  end
  return signs
end

---@class Choice
---@field text string
---@field action Action

-- The actions that `wanted` does not leave out, passing last.
local function listed(state, wanted)
  local list, last = {}, nil
  for _, action in ipairs(state:legal_actions()) do
    local choice = wanted(action) and { action = action, text = (TEXT[action.kind] or tostring)(state, action) }
    if choice and action.kind == "pass" then last = choice else list[#list + 1] = choice or nil end
  end
  list[#list + 1] = last
  return list
end

--- The legal actions as lines, "no piece" last.
---@param state State
---@return Choice[]
function choices.list(state)
  return listed(state, function() return true end)
end

--- What may be done instead of placing the tile in hand, as lines.
---@param state State
---@return Choice[]
function choices.instead(state)
  return listed(state, function(action) return action.kind ~= "place" end)
end

return choices
