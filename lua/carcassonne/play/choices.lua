--- Legal actions as people choose from them: cells to place on, and lines of text.
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
---@field actions Action[] one for each way round

-- What a tile looks like when it is turned: the same for all turns of a symmetrical one.
local function looks(game, action)
  local parts = { words.span(action) }
  for i, segment in ipairs(game:tile(action.id, action.rotation).segments) do
    parts[i + 1] = ("%s %d %s"):format(segment.text, segment.pennants, segment.good or "")
  end
  c_locale.sort(parts)
  return table.concat(parts, ";")
end

-- Of turns of this tile that look alike, the first.
local function different(game, rotations, id)
  local list, seen = {}, {}
  for _, choice in ipairs(rotations) do
    local key = choice.id == id and looks(game, choice.action)
    if key and not seen[key] then list[#list + 1] = choice.action end
    if key then seen[key] = true end
  end
  return list
end

--- The tiles that can be placed: the one in hand, or several that the player may choose from.
---@param state State
---@return string[]
function choices.tiles(state) return screen_choices.of(state).tiles end

-- Cells from north to south and west to east, with their numbers.
local function numbered(cells)
  c_locale.sort(cells, function(a, b) return a.y < b.y or a.y == b.y and a.x < b.x end)
  for i, cell in ipairs(cells) do cell.label = i end
  return cells
end

--- The cells where a tile can go, from north to south and west to east, each with its placements;
--- of those that look alike there is one.
---@param state State
---@param id? string of several tiles, which; the first by default
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

--- What to write on the segments of a tile: the numbers of the choices that deploy there.
---@param list Choice[]
---@param x integer
---@param y integer
---@return table<integer, string> signs none if nothing is to be deployed
function choices.signs(list, x, y)
  local signs = {}
  for i, choice in ipairs(list) do
    local action = choice.action
    local segment = action.kind == "deploy" and action.x == x and action.y == y and action.segment
    if segment then signs[segment] = (signs[segment] and signs[segment] .. "," or "") .. i end
  end
  return signs
end

--- The tiles that choices name, each once and as printed, under their numbers.
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

-- The actions that `wanted` does not leave out, passing last.
local function listed(state, to, wanted)
  local list, last = {}, nil
  for _, action in ipairs(state:legal_actions()) do
    local choice = wanted(action) and { action = action, text = words.action(state, action, to) }
    if choice and action.kind == "pass" then last = choice else list[#list + 1] = choice or nil end
  end
  list[#list + 1] = last
  return list
end

--- The legal actions as lines, "no piece" last.
---@param state State
---@param to? SaidTo
---@return Choice[]
function choices.list(state, to)
  return listed(state, to, function() return true end)
end

local LONG = 12 -- choices that are still asked in one step

---@class TileChoice
---@field x integer
---@field y integer
---@field label integer number of the choice
---@field list Choice[] what may be chosen on this tile
---@field actions Action[] of the list

--- The choices of a long list by the tiles that they are on.
---@param list Choice[]
---@return TileChoice[]? tiles nil where the list is short, or no tile has several
---@return Choice[] rest those on no tile; all where there are no tiles
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

--- The only thing that a player can do, if nothing is to be chosen.
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

--- What may be done instead of placing the tile in hand, as lines.
---@param state State
---@param to? SaidTo
---@return Choice[]
function choices.instead(state, to)
  return listed(state, to, function(action) return action.kind ~= "place" end)
end

return choices
