--- A game as one page that needs nothing else, no network either: step by step with keys and a
--- slider, with points, goods, tokens, and
-- what happened in words.
-- @module carcassonne.svg.html

local board = require "carcassonne.svg.board"
local elements = require "carcassonne.svg.elements"
local frames = require "carcassonne.svg.frames"
local json = require "dkjson"
local options = require "carcassonne.base.options"
local page = require "carcassonne.svg.page"
local pieces_svg = require "carcassonne.svg.pieces"

local html = {}

-- By player, for curves that are told apart without colours.
local DASHES = { "none", "7 3", "2 3", "9 3 2 3", "4 6", "12 4" }

--- What somebody thinks of a game, as curves below it: for each player, or for one, a number for
--- each step, false where there is none. carcassonne.svg.evaluations makes one of a bot's.
---@class Opinion
---@field title string
---@field caption? string what stands above the curves; the title by default
---@field lines (number|false)[][] one list for each curve; its first value is of the beginning, the next after the first decision
---@field sides? integer[] two players: the one line is how far the first is ahead of the second
---@field notes? OpinionNote[] at each step, in words

--- What there is to say at a step.
---@class OpinionNote
---@field player? integer whose decision led there
---@field cost? number what it gave away
---@field verdict? "best"|"near"|"slip"|"dear" of that
---@field says? string the same in words
---@field better? string what would have been better
---@field x? integer the cell to be marked for that
---@field y? integer
---@field next? string what would be the best now

---@class PageOptions
---@field observer? integer|"spectator" to whom it is shown; nobody, who knows all, by default
---@field title? string
---@field opinions? Opinion[] a bot's, for example

local NOTE = { player = "integer", cost = "number", verdict = "string", says = "string", better = "string",
  next = "string",
  x = "integer", y = "integer" }

local function check_notes(where, notes, steps)
  if #notes > steps then
    options.refuse(where, ("%d values, and the game has %d steps"):format(#notes, steps))
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
          ("%d values, and the game has %d steps"):format(#line, steps))
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

-- So that the same game makes the same page.
local KEYS = { keyorder = { "layers", "elements", "texts", "steps", "box", "emblems", "dashes", "opinions",
  "title", "lines",
  "sides", "notes", "add", "drop", "turn", "player", "says", "points", "has", "besides", "told", "caption",
    "cost", "verdict", "better",
  "x", "y", "next" } }

-- Within a script of HTML.
local function as_json(value) return (json.encode(value, KEYS):gsub("<", "\\u003c")) end

local function lists(value) return setmetatable(value, { __jsontype = "array" }) end

-- An empty list is one in JSON, too.
local function with_lists(steps)
  for _, step in ipairs(steps) do
    for _, name in ipairs { "add", "drop", "besides", "told", "points", "has" } do
      if step[name] then lists(step[name]) end
    end
  end
  return steps
end

-- The same with lists that may be empty.
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

--- The page of a game.
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
  local box, told = whole.box, false
  for _, one in ipairs(given.opinions or {}) do told = told or one.notes ~= nil end
  local data = { layers = board.layers, elements = whole.elements, texts = whole.texts,
    steps = with_lists(frames.shortened(whole.steps)),
    box = { box.x, box.y, box.width, box.height }, emblems = emblems, dashes = DASHES,
    opinions = opinions_of(given.opinions or {}) }
  return page.of {
    title = elements.safe(given.title or "Carcassonne"), definitions = whole.definitions,
      axes = board.axes(whole.cells),
    keys = told and "; n and p go to the next and the last decision that gave something away" or "",
    legend = legend_of(whole.legend), game = as_json(data),
  }
end

return html
