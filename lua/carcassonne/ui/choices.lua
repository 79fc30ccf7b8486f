--- Groups the legal actions by the place that a player clicks.
-- @module carcassonne.ui.choices

local c_locale = require "carcassonne.base.c_locale"
local game_cache = require "carcassonne.describe.game_cache"
local phrases = require "carcassonne.describe.phrases"
local words = require "carcassonne.describe.words"

local choices = {}

local SORT = {}

function SORT.place(found, choice)
  local cell = game_cache.entry(found.cells, choice.x .. "," .. choice.y, function()
    return { x = choice.x, y = choice.y, rotations = {} }
  end)
  table.insert(cell.rotations, choice)
  if not found.known[choice.id] then table.insert(found.tiles, choice.id) end
  found.known[choice.id] = true
end

function SORT.deploy(found, choice)
  local segment = game_cache.entry(found.segments, ("%d,%d,%d"):format(choice.x, choice.y, choice.segment),
      function()
    return { x = choice.x, y = choice.y, segment = choice.segment, pieces = {} }
  end)
  table.insert(segment.pieces, choice)
end

local function by_rotation(a, b)
  if a.rotation ~= b.rotation then return a.rotation < b.rotation end
  if (a.action.span == nil) ~= (b.action.span == nil) then return a.action.span == nil end
  return a.index < b.index
end

-- Returns the legal actions of a state or a view.
local function actions_of(state)
  return type(state) == "userdata" and state:legal_actions() or state.actions or {}
end

--- See carcassonne.ui.
---@param state State|View
---@param to? SaidTo
---@return ScreenChoices
function choices.of(state, to)
  local found, pass = { cells = {}, segments = {}, others = {}, tiles = {}, known = {} }, nil
  for index, action in ipairs(actions_of(state)) do
    local choice = { index = index, action = action, text = words.action(state, action, to), id = action.id,
      rotation = action.rotation, tile = phrases.tile(action), piece = action.piece, x = action.x,
        y = action.y, segment = action.segment }
    if SORT[action.kind] then SORT[action.kind](found, choice)
    elseif action.kind == "pass" then pass = choice
    else table.insert(found.others, choice) end
  end
  table.insert(found.others, pass)
  for _, cell in pairs(found.cells) do c_locale.sort(cell.rotations, by_rotation) end
  found.known = nil
  return found
end

return choices
