--- The events of a game as a plug-in reports them. Engine events with a common sentence are one
--- event.
-- @module carcassonne.plugin.events

local follow = require "carcassonne.plugin.follow"
local options = require "carcassonne.base.options"
local sentences = require("carcassonne.describe.events").sentences
local words = require "carcassonne.describe.words"

local events = {}

-- Adds the events of one decision. Engine events with a common sentence become one event.
local function add_events(list, state, decided)
  local described = sentences(decided, { state = state, all = true })
  for i, sentence in ipairs(described) do
    local following = described[i + 1] and described[i + 1].event.number or math.huge
    local parts = {}
    for _, event in ipairs(decided) do
      if event.number >= sentence.event.number and event.number < following then parts[#parts + 1] = event end
    end
    list[#list + 1] = { number = parts[#parts].number, kind = sentence.kind, parts = parts }
  end
  for _, event in ipairs(decided) do event.number = nil end -- the whole event has the number
end

--- Returns the events so far, as an observer may know them.
---@param state State
---@param observer integer|"spectator"
---@param since? integer return only events with higher numbers
---@return {number:integer, kind:string, parts:table[]}[]
function events.of(state, observer, since)
  local list, decided = {}, {}
  for _, event in ipairs(follow.events(state, observer, since)) do
    if decided[1] and decided[1].decision ~= event.decision then
      add_events(list, state, decided)
      decided = {}
    end
    decided[#decided + 1] = event
  end
  add_events(list, state, decided)
  return list
end

-- Returns a function that finds the name of a player in a list from the host. Values that are not
-- text are ignored.
local function namer(names)
  return function(player)
    local name = type(names) == "table" and names[player]
    return type(name) == "string" and options.line(name) or words.player(player)
  end
end

--- Describes an event in one line. Its numbers may be floats, as some JSON libraries read them.
--- Raises an error if `event` is not a valid event.
---@param state State
---@param event table
---@param names? string[] names of the players
---@return string
function events.describe(state, event, names)
  local parts = type(event) == "table" and options.alike(event.parts)
  local fine, described = pcall(sentences, parts, { state = state, name = namer(names), all = true })
  if fine and described[1] then return described[1].text end
  options.refuse("event", "expected an element of `events`, got " .. options.show(event))
end

return events
