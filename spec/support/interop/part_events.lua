--- What was scored in each part of a turn, from the events of a whole game: reporting events plays
-- the game again, so it is done once.

local c_locale = require "carcassonne.base.c_locale"
local compat = require "carcassonne.base.compat"
local expansions = require "spec.support.interop.expansions"

local part_events = {}

-- A part that has been replayed.
---@class ReplayedPart
---@field at integer the decision of the log that ended it
---@field decisions integer how many decisions had been taken here by then
---@field scores integer[] the points here by then; what begins the next part may be in them
---@field after? LoggedSnapshot none if the log lacks it
---@field fairy table<integer, integer> what the log's players got for the fairy as this part began

-- Events that begin what comes after a part.
local BEGINS = { turn = true, extra_part = true, final = true }

-- What a log calls the points that a script gives.
local LABELS = expansions.gathered("scored")
local FAIRY_TURN = "fairy-turn"

-- The number of the first event that is not of this part any more.
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

-- A complete city with followers in which nobody has a majority: the followers that come home from
-- it. A complete city never changes again, so the state at the end still knows which of them stood
-- in it.
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

-- The scorings of a part, as words.
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

-- Points by player of the events from one to another, of one label if it is given.
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

-- The points at the end of a part, without those of what begins next.
local function compare_scores(compare, events, beyond, part)
  local last = beyond - 1
  while events[last + 1] and events[last + 1].decision <= part.decisions do last = last + 1 end
  local after, ours = sums(events, beyond, last, #part.scores), {}
  for player, score in ipairs(part.scores) do ours[player] = score - after[player] end
  compare:running_numbers("scores", ours, part.after.scores, part.at)
end

--- Compares the scorings of each part, the points after it, and those for the fairy as it began.
---@param compare Comparison
---@param state State after them
---@param events Event[] of the whole game
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
