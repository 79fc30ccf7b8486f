--- What players do not see: whether a plug-in's views and events keep it to themselves, as far as
--- that can be told from outside.
-- @module carcassonne.plugin.check.hidden

local c_locale = require "carcassonne.base.c_locale"
local compat = require "carcassonne.base.compat"
local options = require "carcassonne.base.options"
local plain = require "carcassonne.plugin.check.plain"
local trial = require "carcassonne.plugin.check.trial"

local hidden = {}

-- ---- What must never be there -------------------------------------------------------------------

-- Whether a value is the seed, or text with the seed or the whole state in it.
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

local function check_secrets(t, told, encoded)
  for _, part in ipairs { "view", "events" } do
    local place = plain.find(told[part], is_secret(t, encoded), part)
    local clause = part == "view" and "view-hides" or "events-hide"
    if place then t:fail(clause, "the seed or the text of the state is in %s", place) end
  end
end

local TOLD = 6 -- events whose lines are held against each other

-- What the last events are in lines for a player.
local function lines_of(t, state, events)
  local lines, n = {}, type(events) == "table" and #events or 0
  for i = math.max(1, n - TOLD), n do lines[#lines + 1] = t:ask("describe_event", state, events[i]) end
  return lines
end

local function told_to(t, state, player)
  local events = t:ask("events", state, player)
  return { view = t:ask("view", state, player), events = events, lines = lines_of(t, state, events) }
end

-- ---- The same to one player, and not the same ---------------------------------------------------

-- What a player is told of two states that this player cannot tell from each other.
local function hold_against(t, name, before, after)
  local place = plain.difference(before.view, after.view, "view")
  if place then t:fail("view-hides", "%s of %s changes with what is hidden", place, name) end
  place = plain.difference(before.events, after.events, "events")
  if place then return t:fail("events-hide", "%s of %s change with what is hidden", place, name) end
  place = plain.difference(before.lines, after.lines)
  if place then
    t:fail("lines-hide", "the line of an event, as %s may be told it, changes with what is hidden", name)
  end
end

-- The actions that are legal in one of two states.
local function legal_in_any(t, state, other)
  local listed = {}
  for _, one in ipairs { state, other } do
    for _, action in ipairs(t:ask("legal", one)) do listed[action] = true end
  end
  return listed
end

-- Why actions are refused that are legal in neither state. Anybody may read it, whoever decides.
local function check_messages(t, name, state, other)
  local listed = legal_in_any(t, state, other)
  for _ = 1, 4 do
    local action = t.seen[t:choose(#t.seen + 1)] or "no such action"
    for _, call in ipairs(not listed[action] and { "apply", "describe" } or {}) do
      local _, before = t:ask(call, state, action)
      local _, after = t:ask(call, other, action)
      if before ~= after then
        t:fail("lines-hide", "why %s refuses '%s' changes with what is hidden from %s: %s", call, action,
          name, before)
      end
    end
  end
end

-- What who decides is told of the actions.
local function check_actions(t, state, other, legal)
  for _, action in ipairs(legal) do
    local before, after = t:ask("describe", state, action), t:ask("describe", other, action)
    if before ~= after then
      t:fail("lines-hide", "the line of '%s' changes with what is hidden: %s", action, before)
    end
  end
end

-- Whether the two look the same to who decides, who then has to have the same choices.
local function check_legal(t, state, other)
  local player = t:ask("current", state)
  if type(player) ~= "number" or t:ask("current", other) ~= player then return end
  if plain.difference(t:ask("view", state, player), t:ask("view", other, player)) then return end
  local legal = t:ask("legal", state)
  local place = plain.difference(legal, t:ask("legal", other), "legal")
  if place then
    return t:fail("view-legal", "%s of player %d is another, though the view is the same", place, player)
  end
  check_actions(t, state, other, legal)
end

-- Whether a player sees more than a spectator, besides the player's own number: something that is
-- hidden from others.
local function sees_more(own, open, player)
  if own == player then return false end
  if type(own) ~= "table" or type(open) ~= "table" then return plain.difference(own, open) ~= nil end
  for key, value in next, own do
    if sees_more(value, rawget(open, key), player) then return true end
  end
  return false
end

-- Whether a resampled state changes what other players hold. The player who decides is left out,
-- since that view has the choices as well; so is the end of a game, where hands may be shown.
local function note_hands(t, other, looker, told, current)
  if current == nil then return end
  for i, one in ipairs(t:lookers()) do
    local player = trial.player(one)
    local holds = player and one ~= looker and player ~= current
      and sees_more(told[i].view, told[1].view, player)
    if holds and not t.hands_change then
      t.hands = t.hands + 1
      t.hands_change = plain.difference(told[i].view, t:ask("view", other, player)) ~= nil
    end
  end
end

local STEPS = 6 -- that a resampled state is played on

-- The same seed gives the same state, and another one, now and then, another.
local function check_by_seed(t, state, player, seed, text)
  local again, another = t:ask("resample", state, player, seed), t:ask("resample", state, player, seed + 1)
  if again == nil or another == nil then return end
  if t:ask("encode", again) ~= text then t:fail("resample", "it gives another state for the same seed") end
  t.by_seeds = t.by_seeds + 1
  t.seeds_differ = t.seeds_differ or t:ask("encode", another) ~= text
end

local function check_resampled(t, state, looker, all_told, encoded)
  local player, name, seed = trial.player(looker), trial.name(looker), t:choose(1000000)
  local other, message = t:ask("resample", state, player, seed)
  if other == nil then
    t:fail("resample", "for %s it gives nil: %s", name, options.show(message))
    return
  end
  t:same("resample", encoded, t:ask("encode", state), "the state itself, after it was resampled")
  hold_against(t, name, all_told[looker + 1], told_to(t, other, player))
  local current = t:ask("current", state)
  if current ~= t:ask("current", other) or t:ask("terminal", state) ~= t:ask("terminal", other) then
    t:fail("resample", "for %s: somebody else decides", name)
  end
  if player == current then check_legal(t, state, other) end
  check_messages(t, name, state, other)
  local text = t:ask("encode", other)
  if text ~= encoded then
    t.resampled = true
    note_hands(t, other, looker, all_told, current)
    check_by_seed(t, state, player, seed, text)
  end
  for _ = 1, STEPS do
    if not t:apply_any(other) then break end
  end
end

-- ---- Outcomes of chance that not everybody sees -------------------------------------------------

-- Two outcomes at the same place make two states; who cannot tell them apart has the same choices
-- in both.
local function check_outcomes(t, state, legal)
  if t:ask("current", state) ~= "chance" or #legal < 2 then return end
  local a, b = t:ask("clone", state), t:ask("clone", state)
  t:apply(a, legal[t:choose(#legal)])
  t:apply(b, legal[t:choose(#legal)])
  check_legal(t, a, b)
end

-- ---- Together -----------------------------------------------------------------------------------

-- Whether the players see different things, and are told different things.
local function note_differences(t, told)
  for _, one in ipairs(told) do
    if plain.difference(told[1].view, one.view) then t.seen_apart = true end
    if plain.difference(told[1].events, one.events) then t.told_apart = true end
  end
end

--- Checks what is hidden in a state.
---@param t Trial
---@param state any
---@param legal string[]
function hidden.check(t, state, legal)
  local encoded, told = t:ask("encode", state), {}
  for i, looker in ipairs(t:lookers()) do
    told[i] = told_to(t, state, trial.player(looker))
    check_secrets(t, told[i], encoded)
  end
  note_differences(t, compat.table.move(told, 2, #told, 1, {}))
  if t.plugin.resample then
    for _, looker in ipairs(t:lookers()) do check_resampled(t, state, looker, told, encoded) end
  end
  check_outcomes(t, state, legal)
end

local ENOUGH = 5 -- states that were resampled

--- Checks, after all games, that what the plug-in says it hides was ever there to be hidden.
---@param t Trial
function hidden.check_claim(t)
  local says = t.plugin.hides
  if says == "hands" and not t.seen_apart then
    t:fail("view-hides", "hides is \"hands\", and the views of all players were always the same")
  elseif says ~= "hands" and t.told_apart then
    t:fail("events-hide", "hides is \"%s\", and players are told different things", tostring(says))
  end
  -- what the host draws is no secret of the plug-in's
  local anything = says == "hands" or says == "future" and t.by_seed
  if anything and not t.resampled then
    t:fail("resample", "hides is \"%s\", and resample never gave another state", tostring(says))
  elseif t.by_seeds >= ENOUGH and not t.seeds_differ then
    t:fail("resample", "it gives the same state for every seed")
  elseif says == "hands" and t.hands >= ENOUGH and not t.hands_change then
    t:fail("resample", "hides is \"hands\", and resample never changed what another player sees")
  end
end

return hidden
