--- Presents legal actions as choices for people: cells for placements, and lines of text.
-- @module carcassonne.play.choices

local c_locale = require "carcassonne.base.c_locale"
local game_cache = require "carcassonne.describe.game_cache"
local phrases = require "carcassonne.describe.phrases"
local screen_choices = require "carcassonne.ui.choices"
local words = require "carcassonne.describe.words"

local choices = {}

---@class CellChoice
---@field x integer
---@field y integer
---@field label integer number of the choice
---@field actions Action[] one action for each rotation

-- Returns a text for a rotated tile that is equal for equivalent rotations.
local function looks(game, action)
  local parts = { words.span(action) }
  for i, segment in ipairs(game:tile(action.id, action.rotation).segments) do
    parts[i + 1] = ("%s %d %s"):format(segment.text, segment.pennants, segment.good or "")
  end
  c_locale.sort(parts)
  return table.concat(parts, ";")
end

-- Returns the first one of each group of equivalent rotations of a tile.
local function different(game, rotations, id)
  local list, seen = {}, {}
  for _, choice in ipairs(rotations) do
    local key = choice.id == id and looks(game, choice.action)
    if key and not seen[key] then list[#list + 1] = choice.action end
    if key then seen[key] = true end
  end
  return list
end

--- Returns the tiles that can be placed: the drawn tile, or several tiles of which one is chosen.
---@param state State
---@return string[]
function choices.tiles(state) return screen_choices.of(state).tiles end

-- Sorts cells from north to south and west to east, and numbers them.
local function numbered(cells)
  c_locale.sort(cells, function(a, b) return a.y < b.y or a.y == b.y and a.x < b.x end)
  for i, cell in ipairs(cells) do cell.label = i end
  return cells
end

--- Returns the cells where a tile can be placed, from north to south and west to east, each with
--- its placements; of equivalent placements only one.
---@param state State
---@param id? string one of several tiles; the first tile by default
---@return CellChoice[]
function choices.cells(state, id)
  local cells = {}
  id = id or choices.tiles(state)[1]
  for _, cell in pairs(screen_choices.of(state).cells) do
    local actions = different(state:game(), cell.rotations, id)
    if #actions > 0 then cells[#cells + 1] = { x = cell.x, y = cell.y, actions = actions } end
  end
  return numbered(cells)
end

--- Returns the texts on the segments of a tile: the numbers of the choices that deploy a piece
--- there.
---@param list Choice[]
---@param x integer
---@param y integer
---@return table<integer, string> signs empty if there are no deployments
function choices.signs(list, x, y)
  local signs = {}
  for i, choice in ipairs(list) do
    local action = choice.action
    local segment = action.kind == "deploy" and action.x == x and action.y == y and action.segment
    if segment then signs[segment] = (signs[segment] and signs[segment] .. "," or "") .. i end
  end
  return signs
end

--- Returns the tiles that choices name, with the numbers of the choices. Each tile is listed once,
--- in rotation 0.
---@param list Choice[]
---@return ShownTile[]
function choices.named_tiles(list)
  local tiles, known = {}, {}
  for i, choice in ipairs(list) do
    local id = phrases.tile(choice.action)
    local shown = id and known[id]
    if shown then shown.numbers = ("%s, %d"):format(shown.numbers, i)
    elseif id then
      known[id] = { id = id, rotation = 0, numbers = tostring(i) }
      tiles[#tiles + 1] = known[id]
    end
  end
  for _, shown in ipairs(tiles) do shown.title = shown.numbers end
  return tiles
end

---@class Choice
---@field text string
---@field action Action

-- Returns the actions that `wanted` accepts, with passing as the last one.
local function listed(state, to, wanted)
  local list, last = {}, nil
  for _, action in ipairs(state:legal_actions()) do
    local choice = wanted(action) and { action = action, text = words.action(state, action, to) }
    if choice and action.kind == "pass" then last = choice else list[#list + 1] = choice or nil end
  end
  list[#list + 1] = last
  return list
end

--- Returns the legal actions as lines, with "no piece" as the last one.
---@param state State
---@param to? SaidTo
---@return Choice[]
function choices.list(state, to)
  return listed(state, to, function() return true end)
end

local LONG = 12 -- maximum number of choices in one step

---@class TileChoice
---@field x integer
---@field y integer
---@field label integer number of the choice
---@field list Choice[] choices on this tile
---@field actions Action[] of the list

--- Groups the choices of a long list by tiles.
---@param list Choice[]
---@return TileChoice[]? tiles nil if the list is short or no tile has several choices
---@return Choice[] rest choices that are not on a tile; all choices if `tiles` is nil
function choices.by_tile(list)
  local at, tiles, rest = {}, {}, {}
  for _, choice in ipairs(list) do
    local x, y = choice.action.x, choice.action.y
    local tile = x and game_cache.entry(at, x .. "," .. y, function()
      tiles[#tiles + 1] = { x = x, y = y, list = {}, actions = {} }
      return tiles[#tiles]
    end)
    table.insert(tile and tile.list or rest, choice)
    if tile then table.insert(tile.actions, choice.action) end
  end
  if #list <= LONG or #tiles + #rest == #list then return nil, list end
  return numbered(tiles), rest
end

--- Returns the only possible action; nil if there are several.
---@param state State
---@return Action?
function choices.only(state)
  if state:decision() ~= "place" then return state:num_actions() == 1 and state:legal_actions()[1] or nil end
  local found = screen_choices.of(state)
  if #found.tiles > 1 or #found.others > 0 then return nil end
  local cells = choices.cells(state)
  local actions = #cells == 1 and cells[1].actions or {}
  return #actions == 1 and not actions[1].span and actions[1] or nil
end

--- Returns the alternatives to placing the drawn tile, as lines.
---@param state State
---@param to? SaidTo
---@return Choice[]
function choices.instead(state, to)
  return listed(state, to, function(action) return action.kind ~= "place" end)
end

return choices
