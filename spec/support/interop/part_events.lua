--- Compares the scorings of each part of a turn, by the events of a whole game. Listing the events
--- replays the game, so it is done only once.

local c_locale = require "carcassonne.base.c_locale"
local compat = require "carcassonne.base.compat"
local expansions = require "spec.support.interop.expansions"

local part_events = {}

-- A part that has been replayed.
---@class ReplayedPart
---@field at integer number of the log's decision that ended the part
---@field decisions integer number of the engine's decisions up to then
---@field scores integer[] the engine's points at that time, which may include points of the next part
---@field after? LoggedSnapshot absent if the log lacks it
---@field fairy table<integer, integer> points for the fairy in the log as this part began

-- Events that begin the next part or the final scoring.
local BEGINS = { turn = true, extra_part = true, final = true }

-- The name in logs of the points that a script gives.
local LABELS = expansions.gathered("scored")
local FAIRY_TURN = "fairy-turn"

-- Returns the number of the first event after this part.
local function find_end(events, first, part)
  for i = first, #events do
    local event = events[i]
    if event.decision > part.decisions or event.decision == part.decisions and BEGINS[event.kind] then
      return i
    end
  end
  return #events + 1
end

local function scoring(name, player, count) return ("%s %d %d"):format(name, player - 1, count) end

-- If a city with followers is completed and nobody has a majority in it, logs have a scoring of 0
-- points, the engine none. Adds this scoring for each player to whom a follower returns from the
-- city. A complete city never changes again, so it can be found in the state at the end.
local function empty_cities(state, events, first, last, add)
  local city, seen
  local function close()
    for player in pairs(seen or {}) do add(scoring("city.empty", player, 0)) end
    city, seen = nil, nil
  end
  for i = first, last do
    local event = events[i]
    if event.kind == "completed" then
      close()
      if event.feature == "city" then city, seen = state:feature(event.x, event.y, event.segment), {} end
    elseif event.kind == "scored" then
      city, seen = nil, nil
    elseif city and event.kind == "returned" and city == state:feature(event.x, event.y, event.segment) then
      seen[event.player] = true
    end
  end
  close()
end

-- Returns the scorings of a part as text.
local function scorings(state, events, first, last)
  local list = {}
  local function add(word) list[#list + 1] = word end
  for i = first, last do
    local event = events[i]
    if event.kind == "scored" and not event.final then
      add(scoring(expansions.feature_name(state, event), event.player, event.points))
    elseif event.kind == "awarded" and not event.final and LABELS[event.label] then
      local label = LABELS[event.label]
      local name = type(label) == "function" and label(event) or label
      if type(name) == "string" then add(scoring(name, event.player, event.points)) end
    end
  end
  empty_cities(state, events, first, last, add)
  c_locale.sort(list)
  return list
end

-- Returns the points by player in a range of events; if a label is given, only those with this
-- label.
local function sums(events, first, last, players, label)
  local list = {}
  for player = 1, players do list[player] = 0 end
  for i = first, last do
    local event = events[i]
    if event.points and event.kind ~= "completed" and (not label or event.label == label) then
      list[event.player] = list[event.player] + event.points
    end
  end
  return list
end

local function logged_scorings(after)
  local list = {}
  for i, scored in ipairs(after.scored) do list[i] = ("%s %d %d"):format(compat.table.unpack(scored)) end
  return list
end

-- Compares the points at the end of a part with those in the log. Subtracts from the engine's
-- points those that players already got in the next part.
local function compare_scores(compare, events, beyond, part)
  local last = beyond - 1
  while events[last + 1] and events[last + 1].decision <= part.decisions do last = last + 1 end
  local after, ours = sums(events, beyond, last, #part.scores), {}
  for player, score in ipairs(part.scores) do ours[player] = score - after[player] end
  compare:running_numbers("scores", ours, part.after.scores, part.at)
end

--- Compares the engine with the log for each part of a turn: its scorings, the points after it, and
--- the points for the fairy at its start.
---@param compare Comparison
---@param state State a state after these events
---@param events Event[] the events of the whole game
---@param parts ReplayedPart[]
function part_events.compare(compare, state, events, parts)
  local first = 1
  for _, part in ipairs(parts) do
    local beyond = find_end(events, first, part)
    if part.after then
      compare:lists("scored", scorings(state, events, first, beyond - 1), logged_scorings(part.after),
        part.at)
      compare_scores(compare, events, beyond, part)
    end
    local fairy = {}
    for player = 1, #part.scores do fairy[player] = part.fairy[player] or 0 end
    compare:numbers("points for the fairy as the turn began",
      sums(events, first, beyond - 1, #part.scores, FAIRY_TURN), fairy, part.at)
    first = beyond
  end
end

return part_events
