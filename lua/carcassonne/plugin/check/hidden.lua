--- Checks that a plug-in's views, events and messages do not reveal hidden information, as far as a
--- host can observe this.
-- @module carcassonne.plugin.check.hidden

local c_locale = require "carcassonne.base.c_locale"
local compat = require "carcassonne.base.compat"
local options = require "carcassonne.base.options"
local plain = require "carcassonne.plugin.check.plain"
local trial = require "carcassonne.plugin.check.trial"

local hidden = {}

local next = compat.basic.next

-- What a player or spectator sees, with the clause that is broken if it reveals something.
local SHOWN = { { "view", "view-hides" }, { "events", "events-hide" }, { "history", "history-hides" },
  { "delta", "delta-hides" }, { "text", "show-hides" }, { "statics", "statics" },
  { "planes", "planes-hide" } }

local WITH_MESSAGES = { "apply", "describe", "fields" } -- functions that refuse illegal actions with a message

-- Calls that are refused with a message, with their arguments.
local REFUSED = { { "apply_index", 2 ^ 40 }, { "find", {} }, { "find", { kind = "no such kind" } },
  { "delta", nil, 2 ^ 40 }, { "show", nil, "no such format" } }

-- ---- Secrets ------------------------------------------------------------------------------------

-- Returns a test whether a value is the seed, or a text that contains the seed or the whole state.
local function is_secret(t, encoded)
  local digits = ("%.0f"):format(t.seed)
  local hexadecimal = ("%x"):format(t.seed)
  return function(value)
    if type(value) == "number" then return value == t.seed end
    if type(value) ~= "string" then return false end
    return value:find(digits, 1, true) or c_locale.lower(value):find(hexadecimal, 1, true)
      or value:find(encoded, 1, true)
  end
end

local function check_secrets(t, seen, encoded)
  for _, part in ipairs(SHOWN) do
    local place = plain.find(seen[part[1]], is_secret(t, encoded), part[1])
    if place then
      t:fail(part[2], "%s contains the seed, or the text that `encode` returns for the state", place)
    end
  end
end

local N_LINES = 6 -- number of events whose lines are compared

-- Returns the lines of the last events for a player.
local function lines_of(t, state, events)
  local lines, n = {}, type(events) == "table" and #events or 0
  for i = math.max(1, n - N_LINES), n do lines[#lines + 1] = t:ask("describe_event", state, events[i]) end
  return lines
end

local function observe(t, state, player)
  local events = t:ask("events", state, player)
  return { view = t:ask("view", state, player), events = events, lines = lines_of(t, state, events),
    text = t:ask("show", state, player, "text"), history = t:ask("history", state, player),
    delta = t:ask("delta", state, player, t.earlier), statics = t:ask("statics", state),
    planes = t.plugin.planes and t:ask("planes", state, player, t.window) }
end

-- ---- Resampled states ---------------------------------------------------------------------------

-- Compares the observations of a player in two states that this player cannot distinguish.
local function compare(t, name, before, after)
  for _, part in ipairs(SHOWN) do
    local place = plain.difference(before[part[1]], after[part[1]], part[1])
    if place then t:fail(part[2], "%s of %s depends on hidden information", place, name) end
  end
  if t:has_failed "events-hide" then return end
  if plain.difference(before.lines, after.lines) then
    t:fail("lines-hide", "a line of `describe_event` depends on information hidden from %s", name)
  end
end

-- Compares the pictures for a player in two states that this player cannot distinguish.
local function compare_pictures(t, name, player, state, other)
  if t:ask("show", state, player, "svg") ~= t:ask("show", other, player, "svg") then
    t:fail("show-hides", "the picture for %s depends on hidden information", name)
  end
end

-- Returns the set of actions that are legal in at least one of two states.
local function legal_in_any(t, state, other)
  local listed = {}
  for _, one in ipairs { state, other } do
    for _, action in ipairs(t:ask("legal", one)) do listed[action] = true end
  end
  return listed
end

-- Compares the messages for actions that are legal in neither state, since every player may read
-- these messages.
local function check_messages(t, name, state, other)
  local listed = legal_in_any(t, state, other)
  for _ = 1, 4 do
    local action = t.seen[t:choose(#t.seen + 1)] or "no such action"
    for _, call in ipairs(not listed[action] and WITH_MESSAGES or {}) do
      local _, before = t:ask(call, state, action)
      local _, after = t:ask(call, other, action)
      if before ~= after then
        t:fail("lines-hide", "the error message of %s for '%s' reveals information hidden from %s: "
          .. "%s", call,
          action, name, before)
      end
    end
  end
end

-- Compares the messages for calls that are refused in both states.
local function check_refusals(t, name, state, other)
  for _, refused in ipairs(REFUSED) do
    local result, before = t:ask(refused[1], state, refused[2], refused[3])
    local done, after = t:ask(refused[1], other, refused[2], refused[3])
    if result == nil and done == nil and before ~= after then
      t:fail("lines-hide", "an error message of %s reveals information hidden from %s: %s", refused[1], name,
        options.show(before))
    end
  end
end

-- Compares the lines of the actions for the current player.
local function check_actions(t, state, other, legal)
  for _, action in ipairs(legal) do
    local before, after = t:ask("describe", state, action), t:ask("describe", other, action)
    if before ~= after then
      t:fail("lines-hide", "the line that `describe` returns for '%s' depends on hidden information: %s",
        action, before)
    end
  end
end

-- Checks that states that look the same to the current player have the same legal actions.
local function check_legal(t, state, other)
  local player = t:ask("current", state)
  if type(player) ~= "number" or t:ask("current", other) ~= player then return end
  if plain.difference(t:ask("view", state, player), t:ask("view", other, player)) then return end
  local legal = t:ask("legal", state)
  local place = plain.difference(legal, t:ask("legal", other), "legal")
  if place then
    return t:fail("view-legal", "%s of player %d differs between two states with the same "
      .. "view", place, player)
  end
  check_actions(t, state, other, legal)
  if t.plugin.mask and plain.difference(t:ask("mask", state, t.window), t:ask("mask", other, t.window)) then
    t:fail("mask-hides", "the mask depends on information hidden from player %d", player)
  end
end

local MORE = 3 -- number of further resampled states whose legal actions are compared

-- Compares the legal actions with those of several resampled states. A single state often agrees by
-- chance.
local function check_legal_often(t, state, player, other, seed)
  check_legal(t, state, other)
  for i = 1, MORE do
    local another = t:ask("resample", state, player, seed + i)
    if another ~= nil then check_legal(t, state, another) end
  end
end

-- Returns whether a player sees more than a spectator, apart from the player's own number.
local function sees_more(own, open, player)
  if own == player then return false end
  if type(own) ~= "table" or type(open) ~= "table" then return plain.difference(own, open) ~= nil end
  for key, value in next, own do
    if sees_more(value, rawget(open, key), player) then return true end
  end
  return false
end

-- Records whether a resampled state changes the hands of other players. This function ignores the
-- current player, whose view includes the legal actions. It also ignores the end of a game, when
-- hands may be shown.
local function note_hands(t, other, looker, seen, current)
  if current == nil then return end
  for i, one in ipairs(t:lookers()) do
    local player = trial.player(one)
    local holds = player and one ~= looker and player ~= current
      and sees_more(seen[i].view, seen[1].view, player)
    if holds and not t.hands_change then
      t.hands = t.hands + 1
      t.hands_change = plain.difference(seen[i].view, t:ask("view", other, player)) ~= nil
    end
  end
end

local STEPS = 6 -- number of actions played on a resampled state

-- Checks that equal seeds return equal states, and that different seeds sometimes return different
-- states.
local function check_by_seed(t, state, player, seed, text)
  local again, another = t:ask("resample", state, player, seed), t:ask("resample", state, player, seed + 1)
  if again == nil or another == nil then return end
  if t:ask("encode", again) ~= text then t:fail("resample", "two calls with the same seed returned "
    .. "different states") end
  t.by_seeds = t.by_seeds + 1
  t.seeds_differ = t.seeds_differ or t:ask("encode", another) ~= text
end

local function check_resampled(t, state, looker, all_seen, encoded)
  local player, name, seed = trial.player(looker), trial.name(looker), t:choose(1000000)
  local other, message = t:ask("resample", state, player, seed)
  if other == nil then
    t:fail("resample", "`resample` returned nil for %s: %s", name, options.show(message))
    return
  end
  t:same("resample", encoded, t:ask("encode", state), "the state after it was resampled")
  compare(t, name, all_seen[looker + 1], observe(t, other, player))
  local current = t:ask("current", state)
  if current ~= t:ask("current", other) or t:ask("terminal", state) ~= t:ask("terminal", other) then
    t:fail("resample", "for %s, the resampled state and the original state differ in `current` or "
      .. "`terminal`", name)
  end
  if looker == t.drawn_for then compare_pictures(t, name, player, state, other) end
  if player == current then check_legal_often(t, state, player, other, seed) end
  check_messages(t, name, state, other)
  check_refusals(t, name, state, other)
  local text = t:ask("encode", other)
  if text ~= encoded then
    t.resampled = true
    note_hands(t, other, looker, all_seen, current)
    check_by_seed(t, state, player, seed, text)
  end
  for _ = 1, STEPS do
    if not t:apply_any(other) then break end
  end
end

-- ---- Hidden outcomes of chance ------------------------------------------------------------------

-- Checks that a player who cannot distinguish two outcomes of chance has the same legal actions
-- after both.
local function check_outcomes(t, state, legal)
  if t:ask("current", state) ~= "chance" or #legal < 2 then return end
  local a, b = t:ask("clone", state), t:ask("clone", state)
  t:apply(a, legal[t:choose(#legal)])
  t:apply(b, legal[t:choose(#legal)])
  check_legal(t, a, b)
end

-- ---- All checks ---------------------------------------------------------------------------------

-- Records whether the players have different views, and different events.
local function note_differences(t, seen)
  for _, one in ipairs(seen) do
    if plain.difference(seen[1].view, one.view) then t.views_differ = true end
    if plain.difference(seen[1].events, one.events) then t.events_differ = true end
  end
end

--- Checks that a state hides information.
---@param t Trial
---@param state any
---@param legal string[]
function hidden.check(t, state, legal)
  local encoded, seen = t:ask("encode", state), {}
  for i, looker in ipairs(t:lookers()) do
    seen[i] = observe(t, state, trial.player(looker))
    check_secrets(t, seen[i], encoded)
  end
  t.drawn_for = t:choose(t.players + 1) - 1 -- one observer, because pictures are slow
  note_differences(t, compat.table.move(seen, 2, #seen, 1, {}))
  if t.plugin.resample then
    for _, looker in ipairs(t:lookers()) do check_resampled(t, state, looker, seen, encoded) end
  end
  check_outcomes(t, state, legal)
end

local ENOUGH = 5 -- minimum number of resampled states for a result

--- Checks, after all games, that the field `hides` of the plug-in matches the games.
---@param t Trial
function hidden.check_claim(t)
  local says = t.plugin.hides
  if says == "hands" and not t.views_differ then
    t:fail("view-hides", "`hides` is \"hands\", but all players had the same view in all games")
  elseif says ~= "hands" and t.events_differ then
    t:fail("events-hide", "`hides` is \"%s\", but players got different events", tostring(says))
  end
  -- if the host draws, the plug-in has nothing to hide
  local anything = says == "hands" or says == "future" and t.by_seed
  if anything and not t.resampled then
    t:fail("resample", "`hides` is \"%s\", but `resample` never returned another state", tostring(says))
  elseif t.by_seeds >= ENOUGH and not t.seeds_differ then
    t:fail("resample", "`resample` returned the same state for every seed")
  elseif says == "hands" and t.hands >= ENOUGH and not t.hands_change then
    t:fail("resample", "`hides` is \"hands\", but `resample` never changed another player's view")
  end
end

return hidden
