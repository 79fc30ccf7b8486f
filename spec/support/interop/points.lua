--- Points as logs count them, from the events of a state.

local c_locale = require "carcassonne.base.c_locale"
local compat = require "carcassonne.base.compat"
local expansions = require "spec.support.interop.expansions"

local points = {}

-- The name in logs of the points that a script gives in the final scoring.
local LABELS = expansions.gathered("final")

-- Returns the kind of an event's points in the final scoring; nil if the event gives none there.
local function final_kind(state, event)
  if not event.final or not event.points or event.points == 0 or event.kind == "completed" then return nil end
  if event.kind == "scored" then return expansions.feature_name(state, event) end
  return LABELS[event.label] or "script"
end

--- Returns the points of the final scoring by kind and player, and the sums by player.
---@param state State
---@param events Event[] the events of the state
---@return table<string, integer[]> kinds
---@return integer[] sums
function points.final(state, events)
  local players = state:game():players()
  local function zeros()
    local list = {}
    for player = 1, players do list[player] = 0 end
    return list
  end
  local kinds, sums = {}, zeros()
  for _, event in ipairs(events) do
    local kind = final_kind(state, event)
    if kind then
      kinds[kind] = kinds[kind] or zeros()
      kinds[kind][event.player] = kinds[kind][event.player] + event.points
      sums[event.player] = sums[event.player] + event.points
    end
  end
  return kinds, sums
end

-- The common kinds come first.
local KINDS = { "road", "city", "monastery", "field", "goods" }

-- Returns the kinds of points that at least one of the two sides has.
local function kinds_of(ours, theirs)
  local kinds, known, others = {}, {}, {}
  for i, kind in ipairs(KINDS) do kinds[i], known[kind] = kind, true end
  for _, side in ipairs { ours, theirs } do
    for kind in pairs(side) do
      if not known[kind] then others[#others + 1], known[kind] = kind, true end
    end
  end
  c_locale.sort(others)
  return compat.table.move(others, 1, #others, #kinds + 1, kinds)
end

--- Compares the final scoring by kind, and the final scores, with those in the log.
---@param compare Comparison
---@param state State
---@param events Event[]
---@param logged LoggedGame
function points.compare_final(compare, state, events, logged)
  local players = state:game():players()
  local kinds = points.final(state, events)
  for _, kind in ipairs(kinds_of(kinds, logged.final_scoring)) do
    local ours, theirs = {}, {}
    for player = 1, players do
      ours[player] = (kinds[kind] or {})[player] or 0
      theirs[player] = (logged.final_scoring[kind] or {})[player] or 0
    end
    compare:numbers("final scoring, " .. kind, ours, theirs)
  end
  compare:numbers("final scores", state:returns(), logged.final)
end

return points
