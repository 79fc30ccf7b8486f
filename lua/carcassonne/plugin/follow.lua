--- Lets a client of the plug-in follow a game: revisions that only grow, numbers of events that
--- never repeat, and the changes of a view since a revision.
--
-- Without `undo` all of them follow from the number of decisions. Each run of consecutive undos
-- keeps a copy of the state before it, from which the earlier positions are restored.
-- @module carcassonne.plugin.follow

local delta = require "carcassonne.base.delta"

local follow = {}

local MOST_RUNS = 16 -- maximum number of runs of undos that are kept
local MOST_UNDONE = 64 -- maximum distance in decisions from a kept state to an earlier position

--- A run of consecutive undos.
---@class UndoRun
---@field revision integer revision of `state`
---@field state State the state before the run
---@field undone integer number of undone decisions
---@field decided integer[] by number of an event of `state`: the number of decisions before the event

-- The undos of a state. `segments` maps the numbers of the state's own events: from the event
-- `first`, `offset` is added. `highest` is the last number that was used before the last undo.
-- Revisions below `oldest` are forgotten.
---@class UndoTrail
---@field offset integer added to the number of decisions, this is the revision
---@field oldest integer
---@field highest integer
---@field segments {first:integer, offset:integer}[]
---@field runs UndoRun[]

---@type table<State, UndoTrail>
local trails = setmetatable({}, { __mode = "k" })

local function revision_of(state)
  local trail = trails[state]
  return state:decisions() + (trail and trail.offset or 0)
end

--- Returns a number that each change of the state increases.
---@param state State
---@return integer
function follow.revision(state) return revision_of(state) end

-- ---- Numbers of events --------------------------------------------------------------------------

-- Returns the number that the host sees for an event of the state.
local function public_number(trail, number)
  for i = #trail.segments, 1, -1 do
    local segment = trail.segments[i]
    if number >= segment.first then return number + segment.offset end
  end
  return number
end

-- Returns the last event of the state whose number for the host is at most `number`.
local function own_number(trail, number)
  local most = math.huge
  for i = #trail.segments, 1, -1 do
    local segment = trail.segments[i]
    if number >= segment.first + segment.offset then return math.min(number - segment.offset, most) end
    most = segment.first - 1
  end
  return math.min(number, most)
end

--- Returns the engine events for an observer, with numbers that never repeat.
---@param state State
---@param observer integer|"spectator"
---@param since? integer
---@return table[]
function follow.events(state, observer, since)
  local trail = trails[state]
  if not trail then return state:events(since, observer) end
  local list = state:events(since and own_number(trail, since), observer)
  for _, event in ipairs(list) do event.number = public_number(trail, event.number) end
  return list
end

-- Gives all events after the first `last` events of the state new numbers.
local function renumber_after(trail, last)
  local segments = trail.segments
  while #segments > 0 and segments[#segments].first > last do segments[#segments] = nil end
  segments[#segments + 1] = { first = last + 1, offset = trail.highest - last }
end

-- ---- Undo ---------------------------------------------------------------------------------------

-- Returns the number of events that are left after a run.
local function events_left(run)
  local decisions, last = run.state:decisions() - run.undone, #run.decided
  while last > 0 and run.decided[last] > decisions do last = last - 1 end
  return last
end

local function forget_oldest(trail)
  local run = table.remove(trail.runs, 1)
  trail.oldest = run.revision + run.undone
end

-- Returns a new run that begins at a state.
local function new_run(trail, before)
  local decided = {}
  for _, event in ipairs(before:events()) do decided[event.number] = event.decision end
  if #decided > 0 then trail.highest = math.max(trail.highest, public_number(trail, #decided)) end
  local run = { revision = before:decisions() + trail.offset, state = before, undone = 0, decided = decided }
  trail.runs[#trail.runs + 1] = run
  if #trail.runs > MOST_RUNS then forget_oldest(trail) end
  return run
end

-- Returns the run that ended at a revision, or nil if an action was applied after it.
local function run_ending_at(trail, revision)
  local run = trail.runs[#trail.runs]
  return run and run.revision + run.undone == revision and run or nil
end

local function list_of(list)
  local copy = {}
  for i, one in ipairs(list) do
    copy[i] = {}
    for key, value in pairs(one) do copy[i][key] = value end
  end
  return copy
end

local function copied(trail)
  return { offset = trail.offset, oldest = trail.oldest, highest = trail.highest,
    segments = list_of(trail.segments), runs = list_of(trail.runs) }
end

-- Returns the trail after the next undo of a state.
local function trail_after_undo(state)
  local before = trails[state]
  local trail = before and copied(before) or { offset = 0, oldest = 0, highest = 0, segments = {}, runs = {} }
  local run = run_ending_at(trail, revision_of(state)) or new_run(trail, state:clone())
  run.undone = run.undone + 1
  trail.offset = trail.offset + 2
  renumber_after(trail, events_left(run))
  return trail
end

--- Undoes the last decision. If it fails, for example for lack of memory, nothing has changed.
---@param state State
---@return true? done
---@return string? message
---@return string? code
function follow.undo(state)
  if state:decisions() == 0 then return state:undo_action() end
  local before, after = trails[state], trail_after_undo(state)
  trails[state] = after
  local fine, done, message, code = pcall(state.undo_action, state)
  if fine and done then return true end
  trails[state] = before
  if not fine then error(done, 0) end
  return nil, message, code
end

--- Gives a copy of a state the undos of the original.
---@param from State
---@param to State
---@param change? fun(state:State):State changes each kept state
---@return State to
function follow.carry(from, to, change)
  if not trails[from] then return to end
  local trail = copied(trails[from])
  for _, run in ipairs(change and trail.runs or {}) do run.state = change(run.state) end
  trails[to] = trail
  return to
end

-- ---- Views ------------------------------------------------------------------------------------

--- Returns the view of an observer. The events in it, those of the last decision, have no numbers,
--- because the engine uses numbers again after an undo.
---@param state State
---@param observer? integer nil for a spectator
---@return View
function follow.view(state, observer)
  local view = state:view(observer)
  for _, event in ipairs(view.events) do event.number = nil end
  return view
end

-- ---- Deltas -------------------------------------------------------------------------------------

-- Returns the state at a revision as a copy, or nil if it is too old.
local function state_at(state, revision)
  local trail = trails[state]
  if trail and revision < trail.oldest then return nil end
  local from, back = state, revision_of(state) - revision
  for _, run in ipairs(trail and trail.runs or {}) do
    if revision <= run.revision + run.undone then
      from, back = run.state, math.abs(run.revision - revision)
      break
    end
  end
  if back > MOST_UNDONE then return nil end
  local copy = from:clone()
  for _ = 1, back do
    if not copy:undo_action() then return nil end
  end
  return copy
end

-- Returns the number of the last event that no undo after a revision has removed; nil if there was
-- no such undo.
local function undone_after(state, revision)
  local trail, least = trails[state], nil
  for _, run in ipairs(trail and trail.runs or {}) do
    if run.revision + run.undone > revision then least = math.min(least or math.huge, events_left(run)) end
  end
  return least and public_number(trail, least)
end

--- Returns what changed in the view of an observer since a revision.
---@param state State
---@param observer? integer nil for a spectator
---@param revision? integer not above the revision of the state; nil for the whole view
---@return table delta {revision=, whole=true, view=} or {revision=, whole=false, changes=, undone_after=}
function follow.delta(state, observer, revision)
  local view, now = follow.view(state, observer), revision_of(state)
  local before = revision and state_at(state, revision)
  local changes = before and delta.between(follow.view(before, observer), view)
  if not changes then return { revision = now, whole = true, view = view } end
  return { revision = now, whole = false, changes = changes, undone_after = undone_after(state, revision) }
end

return follow
