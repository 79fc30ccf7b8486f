--- Checks what a client needs to follow a game: revisions, numbers of events, the history, and the
--- changes of views, also after undo.
-- @module carcassonne.plugin.check.follow

local compat = require "carcassonne.base.compat"
local delta = require "carcassonne.base.delta"
local options = require "carcassonne.base.options"
local plain = require "carcassonne.plugin.check.plain"
local trial = require "carcassonne.plugin.check.trial"

local follow = {}

-- ---- Revisions ----------------------------------------------------------------------------------

local function is_revision(value) return compat.math.type(value) == "integer" and value >= 0 end

-- Returns the revision of a state; gives up the game if there is none.
local function revision_of(t, state)
  local revision = t:ask("revision", state)
  if is_revision(revision) then return revision end
  t:fail("revision", "expected a whole number from 0, got %s", options.show(revision))
  return t:give_up()
end

-- Checks that a change has increased the revision; returns the new revision.
local function check_growth(t, state, before, what)
  local after = revision_of(t, state)
  if after <= before then
    t:fail("revision", "the revision was %d before %s, and %d after it", before, what, after)
  end
  return after
end

local function check_revision(t, state)
  local copy = t:ask("clone", state)
  local revision = revision_of(t, copy)
  t:ask("apply", copy, "no such action")
  if revision_of(t, copy) ~= revision then t:fail("revision", "a refused action changed the revision") end
  if t:apply_any(copy) then revision = check_growth(t, copy, revision, "an action") end
  if t:ask("undo", copy) then revision = check_growth(t, copy, revision, "undo") end
  if t.plugin.resign and t:ask("resign", copy, t:choose(t.players)) then
    check_growth(t, copy, revision, "a resignation")
  end
end

-- ---- Numbers of events --------------------------------------------------------------------------

-- Returns the events after a number; gives up the game if one of them has no number.
local function events_of(t, state, player, since)
  local events = t:ask("events", state, player, since)
  for i, event in ipairs(plain.is_list(events) and events or { false }) do
    if type(event) ~= "table" or compat.math.type(event.number) ~= "integer" then
      t:fail("events-plain", "element %d has no number", i)
      t:give_up()
    end
  end
  return events
end

-- Adds the numbers of new events after one action and undo; reports a number that is known.
local function check_new_numbers(t, copy, known, last)
  for _, event in ipairs(events_of(t, copy, nil, last)) do
    if known[event.number] then
      return t:fail("events-unique", "the number %d of an event that was undone is used again", event.number)
    end
    known[event.number] = true
  end
end

local TIMES = 3 -- number of actions that are applied and undone

local function check_numbers(t, state)
  local copy, known = t:ask("clone", state), {}
  local before = events_of(t, copy)
  local last = #before > 0 and before[#before].number or 0
  for _ = 1, TIMES do
    if not t:apply_any(copy) then return end
    check_new_numbers(t, copy, known, last)
    if not t:ask("undo", copy) then return end
  end
  local place = plain.difference(before, events_of(t, copy), "events")
  if place then t:fail("events-unique", "%s has changed after an action was undone", place) end
end

-- ---- History ------------------------------------------------------------------------------------

-- Returns the number of decisions that the history lists.
local function num_listed(list) return type(list) == "table" and #list or nil end

-- Returns the problem of an entry. A resignation and a hidden action have no field `action`.
local function entry_problem(entry, decider, action)
  if type(entry) ~= "table" or not trial.is_line(entry.text) then
    return "expected a table with a line `text`"
  end
  if entry.player ~= decider then
    return ("the player is %s, expected %s"):format(options.show(entry.player), options.show(decider))
  end
  if entry.action ~= nil and entry.action ~= action then
    return ("the action is %s, expected '%s'"):format(options.show(entry.action), action)
  end
end

local function check_history_for(t, state, looker)
  local player, name = trial.player(looker), trial.name(looker)
  local list = t:ask("history", state, player)
  if not plain.is_list(list) or #list ~= #t.actions then
    return t:fail("history", "expected %d decisions for %s, got %s", #t.actions, name,
      options.show(num_listed(list) or list))
  end
  for i, entry in ipairs(list) do
    local problem = entry_problem(entry, t.deciders[i], t.actions[i])
    if not problem and entry.action == nil and t.deciders[i] == looker then
      problem = "the player's own action is missing"
    end
    if problem then return t:fail("history", "decision %d for %s: %s", i, name, problem) end
  end
end

local function check_history(t, state)
  for _, looker in ipairs(t:lookers()) do check_history_for(t, state, looker) end
  local copy = t:ask("clone", state)
  if #t.actions > 0 and t:ask("undo", copy) and num_listed(t:ask("history", copy)) ~= #t.actions - 1 then
    t:fail("history", "an undone decision is still listed")
  end
end

-- ---- Deltas -------------------------------------------------------------------------------------

-- Raises an error for changes that do not fit the view.
local function apply_changes(view, changes) delta.apply(view, plain.copy(changes)) end

-- Returns the whole view as a new client has it.
local function new_client(t, state, looker)
  local whole = t:ask("delta", state, trial.player(looker))
  if type(whole) ~= "table" or whole.whole ~= true or type(whole.view) ~= "table" then
    t:fail("delta-whole", "expected the whole view for %s", trial.name(looker))
    return nil
  end
  return { view = plain.copy(whole.view), revision = whole.revision,
    events = plain.copy(events_of(t, state, trial.player(looker))) }
end

-- Updates the events of a client.
local function update_events(t, state, client, looker, undone_after)
  local events = client.events
  while undone_after and events[1] and events[#events].number > undone_after do events[#events] = nil end
  local last = events[1] and events[#events].number or 0
  for _, event in ipairs(events_of(t, state, trial.player(looker), last)) do
    events[#events + 1] = plain.copy(event)
  end
  local place = plain.difference(events, events_of(t, state, trial.player(looker)), "events")
  if place then t:fail("delta-events", "%s of %s differs", place, trial.name(looker)) end
end

-- Returns the problem of a delta; applies it to the client.
local function update_view(t, state, client, answer)
  if type(answer) ~= "table" or answer.revision ~= t:ask("revision", state) then
    return "expected a table with the revision of the state"
  elseif answer.whole == true then
    client.view, client.events = plain.copy(answer.view), {}
  elseif answer.whole ~= false or not plain.is_list(answer.changes) then
    return "expected whole=true with a view, or whole=false with a list of changes"
  elseif not pcall(apply_changes, client.view, answer.changes) then
    return "the changes do not fit the view"
  end
  client.revision = answer.revision
end

-- Brings a client up to date, and compares it with the state. Returns nil if it has to be dropped.
local function update(t, state, client, looker)
  local answer, message = t:ask("delta", state, trial.player(looker), client.revision)
  if answer == nil then
    return t:fail("delta", "`delta` refused a known revision: %s", options.show(message))
  end
  local problem, view = update_view(t, state, client, answer), t:ask("view", state, trial.player(looker))
  local place = not problem and plain.difference(client.view, view, "view")
  if problem or place then
    return t:fail("delta", "%s, for %s", problem or place .. " differs", trial.name(looker))
  end
  update_events(t, state, client, looker, answer.undone_after)
  return client
end

local STEPS = 8 -- number of actions and undos that a client follows

-- Lets a new client follow random actions and undos on a copy.
local function check_following(t, state, looker)
  local copy = t:ask("clone", state)
  local client = new_client(t, copy, looker)
  for _ = 1, STEPS do
    local done = t:choose(3) == 1 and t:ask("undo", copy) or t:apply_any(copy)
    if client and (not done or t:choose(2) == 1) then client = update(t, copy, client, looker) end
  end
end

local NO_REVISIONS = { -1, 1.5, "1", true, {}, 0 / 0, 1 / 0 }

local function check_refused(t, state, looker)
  local player = trial.player(looker)
  local next_one = revision_of(t, state) + 1
  t:refused("delta-refused", "a revision of the future", "delta", state, player, next_one)
  for _, revision in ipairs(NO_REVISIONS) do
    t:refused("delta-refused", options.show(revision), "delta", state, player, revision)
  end
end

--- Checks a state, on copies. A client of the state itself is brought up to date from the last
--- checked position.
---@param t Trial
---@param state any
function follow.check(t, state)
  local looker = t:lookers()[t:choose(t.players + 1)]
  t.earlier, t.latest = t.latest, revision_of(t, state) -- for deltas that hidden.check compares
  check_revision(t, state)
  check_numbers(t, state)
  check_history(t, state)
  check_refused(t, state, looker)
  check_following(t, state, looker)
  local client = t.clients[looker]
  t.clients[looker] = client and update(t, state, client, looker) or new_client(t, state, looker)
end

return follow
