--- Shows a game as one self-contained HTML page with a step for each decision, selected by keys and
--- a slider, and with points, goods, tokens, and events in words.
-- @module carcassonne.svg.html

local board = require "carcassonne.svg.board"
local elements = require "carcassonne.svg.elements"
local frames = require "carcassonne.svg.frames"
local json = require "dkjson"
local options = require "carcassonne.base.options"
local page = require "carcassonne.svg.page"
local pieces_svg = require "carcassonne.svg.pieces"

local html = {}

-- Line styles by player, so that curves can be distinguished without colours.
local DASHES = { "none", "7 3", "2 3", "9 3 2 3", "4 6", "12 4" }
local STEP_LISTS = { "add", "drop", "besides", "events", "points", "has" } -- keys of a step

--- An evaluation of a game, shown as curves below it: for each player, or for one, a number for
--- each step, or false for a gap. carcassonne.svg.evaluations makes it from a bot's review.
---@class Opinion
---@field title string
---@field caption? string heading of the curves; the title by default
---@field lines (number|false)[][] one list for each curve: the value at the beginning, then after each decision
---@field sides? integer[] the two players if there is one line, which is the lead of the first player over the second
---@field notes? OpinionNote[] notes in words, one for each step

--- A note at a step.
---@class OpinionNote
---@field player? integer player of the decision before this step
---@field cost? number points lost by that decision
---@field verdict? "best"|"near"|"slip"|"dear" verdict on that decision
---@field says? string verdict in words
---@field better? string a better decision
---@field x? integer cell to mark for the better decision
---@field y? integer
---@field next? string the best decision at this step

---@class PageOptions
---@field observer? integer|"spectator" omniscient by default
---@field title? string
---@field opinions? Opinion[] evaluations, for example of a bot

local NOTE = { player = "integer", cost = "number", verdict = "string", says = "string", better = "string",
  next = "string",
  x = "integer", y = "integer" }

local function check_notes(where, notes, steps)
  if #notes > steps then
    options.refuse(where, ("expected %d values, one per step, got %d"):format(steps, #notes))
  end
  for at, note in ipairs(notes) do
    options.check_type(("%s[%d]"):format(where, at), note, "table")
    options.check(("%s[%d]"):format(where, at), note, NOTE)
  end
end

local function check_opinions(opinions, steps)
  for i, one in ipairs(opinions) do
    local where = ("html: opinions[%d]"):format(i)
    options.check(where, one, { title = "string", caption = "string", lines = "list", sides = "list",
      notes = "list" })
    check_notes(where .. ".notes", one.notes or {}, steps)
    for k, line in ipairs(one.lines or {}) do
      options.check_type(("%s.lines[%d]"):format(where, k), line, "list")
      if #line > steps then
        options.refuse(("%s.lines[%d]"):format(where, k),
          ("expected %d values, one per step, got %d"):format(steps, #line))
      end
      for at, value in ipairs(line) do
        if value then options.check_type(("%s.lines[%d][%d]"):format(where, k, at), value, "number") end
      end
    end
  end
end

local function in_svg(text)
  return ('<svg viewBox="-28 -17 56 34">%s</svg>'):format(text)
end

local function legend_of(items)
  local parts = {}
  for i, item in ipairs(items) do
    parts[i] = ("<li>%s<span>%s</span></li>"):format(in_svg(item.sample), elements.safe(item.text))
  end
  return table.concat(parts)
end

-- A fixed order of keys, so that equal games have equal pages.
local KEYS = { keyorder = { "layers", "elements", "texts", "steps", "box", "emblems", "dashes", "opinions",
  "title", "lines",
  "sides", "notes", "add", "drop", "turn", "player", "says", "points", "has", "besides", "events", "caption",
    "cost", "verdict", "better",
  "x", "y", "next" } }

-- Encodes JSON for a script element of HTML.
local function as_json(value) return (json.encode(value, KEYS):gsub("<", "\\u003c")) end

local function lists(value) return setmetatable(value, { __jsontype = "array" }) end

-- Marks lists, so that empty lists are written as lists.
local function with_lists(steps)
  for _, step in ipairs(steps) do
    for _, name in ipairs(STEP_LISTS) do
      if step[name] then lists(step[name]) end
    end
  end
  return steps
end

-- Copies evaluations, with marked lists.
local function opinions_of(given)
  local list = lists {}
  for i, one in ipairs(given) do
    local lines = lists {}
    for k, line in ipairs(one.lines or {}) do lines[k] = lists(line) end
    list[i] = { title = one.title or "", caption = one.caption, lines = lines, sides = one.sides,
      notes = lists(one.notes or {}) }
  end
  return list
end

--- Returns the page of a game.
---@param state State
---@param given? PageOptions
---@return string
---@usage local text = require("carcassonne.svg.html").of(state, { opinions = { { title = "so far", lines = { { 0 } } } } })
--- assert(text:find "^<!DOCTYPE html>")
function html.of(state, given)
  given = given or {}
  check_opinions(given.opinions or {}, state:decisions() + 1)
  local whole, players = frames.of(state, given.observer), state:game():players()
  local emblems = {}
  for player = 1, players do
    emblems[player] = ('<svg width="28" height="28" viewBox="-14 -14 28 28">%s</svg>'):format(
      pieces_svg.emblem(player, 0, 0))
  end
  local box, has_notes = whole.box, false
  for _, one in ipairs(given.opinions or {}) do has_notes = has_notes or one.notes ~= nil end
  local data = { layers = board.layers, elements = whole.elements, texts = whole.texts,
    steps = with_lists(frames.shortened(whole.steps)),
    box = { box.x, box.y, box.width, box.height }, emblems = emblems, dashes = DASHES,
    opinions = opinions_of(given.opinions or {}) }
  return page.of {
    title = elements.safe(given.title or "Carcassonne"), definitions = whole.definitions,
      axes = board.axes(whole.cells),
    keys = has_notes and "; n and p: next and previous mistake" or "",
    legend = legend_of(whole.legend), game = as_json(data),
  }
end

return html
