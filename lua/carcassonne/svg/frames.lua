--- The steps of a game for a page: for each decision, the table after it, the players, and the
--- events. Common elements and texts are stored once, and a step contains only changes.
-- @module carcassonne.svg.frames

local board = require "carcassonne.svg.board"
local events = require "carcassonne.describe.events"
local history = require "carcassonne.describe.history"
local legend = require "carcassonne.svg.legend"
local scene = require "carcassonne.ui.scene"
local scoreboard = require "carcassonne.svg.scoreboard"

local frames = {}

---@class Frames
---@field elements {[1]:integer, [2]:string}[] layer, from 0, and SVG text
---@field texts string[] texts that steps refer to
---@field steps Frame[] the beginning, then one step for each decision
---@field definitions string SVG definitions that the elements refer to
---@field legend LegendItem[]
---@field box {x:integer, y:integer, width:integer, height:integer} the part of the plane that the steps use
---@field cells {west:integer, north:integer, east:integer, south:integer}

--- The changes of a step. Indices start at 0, as in JavaScript.
---@class Frame
---@field add integer[] new elements
---@field drop integer[] removed elements
---@field turn integer number of the turn
---@field player integer number of the player whose turn it is
---@field says integer text of the decision
---@field points integer[]
---@field has integer[] one text for each player
---@field besides integer[] texts of other items
---@field events integer[] texts of events

local LAYER = {}
for i, name in ipairs(board.layers) do LAYER[name] = i - 1 end

-- Returns a list without duplicates, and a function that returns the index of an entry, from 0.
local function new_list()
  local list, at = {}, {}
  return list, function(text, layer)
    if not at[text] then
      at[text] = #list
      list[#list + 1] = layer and { LAYER[layer], text } or text
    end
    return at[text]
  end
end

-- Returns the texts of events by the number of decisions before them.
local function events_by_decision(state, observer, text_of)
  local by_decision = {}
  for _, sentence in ipairs(events.sentences(state:events(nil, observer), { state = state })) do
    by_decision[sentence.decision] = by_decision[sentence.decision] or {}
    table.insert(by_decision[sentence.decision], text_of(sentence.text))
  end
  return by_decision
end

local function numbers_of(texts, text_of)
  local list = {}
  for i, text in ipairs(texts) do list[i] = text_of(text) end
  return list
end

local function include(cells, box)
  if not cells then return { west = box.west, north = box.north, east = box.east, south = box.south } end
  cells.west, cells.north = math.min(cells.west, box.west), math.min(cells.north, box.north)
  cells.east, cells.south = math.max(cells.east, box.east), math.max(cells.south, box.south)
  return cells
end

-- Returns the elements of a step that another step does not have.
local function beyond(list, other)
  local there, found = {}, {}
  for _, number in ipairs(other) do there[number] = true end
  for _, number in ipairs(list) do
    if not there[number] then found[#found + 1] = number end
  end
  return found
end

local function words_of(position, observer, marks, text_of)
  local points, has = {}, {}
  for player, one in ipairs(scoreboard.players(position, observer)) do
    points[player], has[player] = one.points, text_of(table.concat(one.has, ", "))
  end
  return { turn = position:turn_number(), player = position:turn_player(),
    says = text_of(scoreboard.decision(position, observer)),
    points = points, has = has, besides = numbers_of(scoreboard.besides(position, observer, marks), text_of) }
end

local STAYS = { "turn", "player", "says", "points", "has", "besides" }

local function is_same(one, other)
  if type(one) ~= "table" then return one == other end
  for i = 1, math.max(#one, #other) do
    if one[i] ~= other[i] then return false end
  end
  return true
end

--- Returns the steps without fields that have not changed; `add`, `drop` and `events` are always
--- kept.
---@param steps Frame[]
---@return Frame[]
function frames.shortened(steps)
  local list = {}
  for i, step in ipairs(steps) do
    list[i] = { add = step.add, drop = step.drop, events = step.events }
    for _, name in ipairs(STAYS) do
      if i == 1 or not is_same(step[name], steps[i - 1][name]) then list[i][name] = step[name] end
    end
  end
  return list
end

--- Returns the steps of a game up to a state.
---@param state State
---@param observer? integer|"spectator" omniscient by default
---@return Frames
function frames.of(state, observer)
  local elements, element_of = new_list()
  local texts, text_of = new_list()
  local game, drawn, stood, known, ever, cells, steps = state:game(), {}, { tiles = {}, points = {} },
    {}, {}, nil, {}
  history.each(state, function(decisions, position)
    local seen, shown = scene.of(position, observer, stood), {}
    local new_tiles = {}
    for i, element in ipairs(board.elements(game, seen, drawn)) do
      local before = #elements
      shown[i] = element_of(element.text, element.layer)
      if #elements > before and seen.tiles[i] then
        new_tiles[#new_tiles + 1], ever[#ever + 1] = seen.tiles[i], seen.tiles[i]
      end
    end
    seen.tiles = new_tiles
    legend.add(game, seen, known)
    cells = include(cells, seen.box)
    local step = words_of(position, observer, seen.marks, text_of)
    step.shown, steps[decisions + 1] = shown, step
  end)
  local by_decision, before = events_by_decision(state, observer, text_of), {}
  for i, step in ipairs(steps) do
    step.add, step.drop = beyond(step.shown, before), beyond(before, step.shown)
    step.events = by_decision[i - 1] or {}
    before, step.shown = step.shown, nil
  end
  return { elements = elements, texts = texts, steps = steps, definitions = board.definitions(game, ever),
    legend = legend.items(known), box = board.frame(cells), cells = cells }
end

return frames
