--- Checks one state of a plug-in's game: its queries, its actions, and its copies.
-- @module carcassonne.plugin.check.position

local actions = require "carcassonne.plugin.check.actions"
local c_locale = require "carcassonne.base.c_locale"
local compat = require "carcassonne.base.compat"
local drawn = require "carcassonne.plugin.check.drawn"
local game_bots = require "carcassonne.plugin.check.game_bots"
local options = require "carcassonne.base.options"
local plain = require "carcassonne.plugin.check.plain"
local result = require "carcassonne.plugin.check.result"
local spaces = require "carcassonne.plugin.check.spaces"
local trial = require "carcassonne.plugin.check.trial"

local position = {}

-- ---- Queries ------------------------------------------------------------------------------------

local function check_current(t, state)
  local current, over = t:ask("current", state), t:ask("terminal", state)
  local is_player = compat.math.type(current) == "integer" and current >= 1 and current <= t.players
  if type(over) ~= "boolean" then
    t:fail("current", "terminal: expected a boolean, got %s", options.show(over))
  elseif over ~= (current == nil) then
    t:fail("current", "`terminal` returned %s, but `current` returned "
      .. "%s", tostring(over), options.show(current))
  elseif current == "chance" and t.settings.chance ~= "host" then
    t:fail("current", "`current` returned \"chance\", although the seed decides chance in this game")
  elseif current ~= nil and not is_player and current ~= "chance" then
    t:fail("current", "`current` returned %s in a game of %d players", options.show(current), t.players)
  end
  return over
end

local function check_actions(t, legal)
  local seen = {}
  for i, action in ipairs(legal) do
    if not trial.is_action(action) then
      t:fail("legal-text", "action %d: expected a line of up to %d bytes with single plain blanks between "
        .. "words, got %s", i, trial.LONGEST, options.show(action))
      t:give_up()
    end
    if seen[action] then t:fail("legal-unique", "'%s' is listed twice", action) end
    seen[action] = true
  end
end

--- Makes the quick checks of a state; returns its legal actions.
---@param t Trial
---@param state any
---@return string[] legal empty at the end
function position.check_legal(t, state)
  local over, legal = check_current(t, state), t:ask("legal", state)
  if not plain.is_list(legal) then
    t:fail("legal-text", "legal: expected a list, got %s", options.show(legal))
    t:give_up()
  end
  check_actions(t, legal)
  if over and #legal > 0 then
    t:fail("legal-until-the-end", "the game is over, but '%s' is legal", legal[1])
  end
  if not over and #legal == 0 then
    t:fail("legal-until-the-end", "the game is not over, but no action is legal")
    t:give_up()
  end
  return legal
end

local function check_returns(t, state)
  local returns = t:ask("returns", state)
  local n = type(returns) == "table" and #returns or 0
  if n ~= t.players then
    return t:fail("returns", "expected %d numbers, got %s", t.players, options.show(returns))
  end
  local problem = plain.problem(returns)
  for player, points in ipairs(returns) do
    if type(points) ~= "number" then
      problem = ("expected a number for player %d, got %s"):format(player, options.show(points))
    end
  end
  if problem then t:fail("returns", "%s", problem) end
end

local function sum_of(t, outcomes, legal)
  local listed, sum = {}, 0
  for _, action in ipairs(legal) do listed[action] = true end
  for i, outcome in ipairs(outcomes) do
    local is_table = type(outcome) == "table"
    local action, probability = is_table and outcome.action, is_table and outcome.probability
    if not listed[action] then
      t:fail("chance-outcomes", "outcome %d is %s, which is not legal or is listed twice", i,
        options.show(action))
      return nil
    elseif type(probability) ~= "number" or not (probability > 0 and probability <= 1) then
      t:fail("chance-outcomes", "the probability of '%s' must be a number above 0 and at most 1, not %s",
        action, options.show(probability))
      return nil
    end
    listed[action] = nil
    sum = sum + probability
  end
  local action = next(listed)
  if action then t:fail("chance-outcomes", "'%s' is legal, but `chance` does not list it", action) end
  return sum
end

local function check_chance(t, state, legal)
  local outcomes = t:ask("chance", state)
  if not plain.is_list(outcomes) then
    return t:fail("chance-outcomes", "chance: expected a list, got %s", options.show(outcomes))
  end
  if t:ask("current", state) ~= "chance" then
    if #outcomes > 0 then
      t:fail("chance-outcomes", "a player decides, but `chance` returned %d outcomes", #outcomes)
    end
    return
  end
  local sum = sum_of(t, outcomes, legal)
  if sum and math.abs(sum - 1) > 1e-9 then
    t:fail("chance-sum", c_locale.format("the probabilities add up to %.12g, not to 1", sum))
  end
end

local MOST_DESCRIBED = 24 -- maximum number of actions described for each state

local function check_descriptions(t, state, legal)
  local first, seen = t:choose(#legal + 1) - 1, {}
  for i = 1, math.min(#legal, MOST_DESCRIBED) do
    local action = legal[(first + i) % #legal + 1]
    local text = t:ask("describe", state, action)
    if not trial.is_line(text) then
      return t:fail("describe", "'%s': expected a line of text, got %s", action, options.show(text))
    end
    if seen[text] then
      t:fail("describe-apart", "'%s' and '%s' have the same line: %s", seen[text], action, text)
    end
    seen[text] = action
  end
  for _, action in ipairs { "no such action", (legal[1] or "") .. " ", "\255", true } do
    t:refused("describe", options.show(action), "describe", state, action)
  end
  t:refused("describe", "nil", "describe", state, nil)
end

-- ---- Events -------------------------------------------------------------------------------------

-- lists with names of no, some or all players
local NAMES = { {}, { "Ada" }, { "Ada", "Bo", "Cy", "Di", "Ed", "Flo" }, { "A\nda", "B\to", "\27[7mCy" } }

-- Checks the line of an event with different names of players.
local function check_line(t, state, event)
  local text = t:ask("describe_event", state, event)
  local given = plain.copy(NAMES[t:choose(#NAMES)])
  local names, other = plain.copy(given), t:ask("describe_event", state, event)
  local named = t:ask("describe_event", state, event, given)
  for _, line in pairs { text or false, named or false } do
    if not trial.is_line(line) then
      t:fail("describe-event", "event %d (%s): expected a line of text, got %s", event.number,
        options.show(event.kind), options.show(line or nil))
    end
  end
  if text ~= other then
    t:fail("pure", "`describe_event` returned another line for event %d in a second call", event.number)
  end
  if plain.difference(names, given) then t:fail("arguments-kept", "`describe_event` changed the names") end
end

-- Checks the events that follow those reported before.
local function check_events(t, state, events, name)
  local last, reported = 0, #(t.reported[name] or {})
  if not plain.is_list(events) then
    t:fail("events-plain", "the events of %s: expected a list", name)
    t:give_up()
  end
  for i = reported + 1, #events do
    local number = type(events[i]) == "table" and events[i].number
    if compat.math.type(number) ~= "integer" or number <= last then
      t:fail("events-plain", "element %d has the number %s; expected a whole number above %d", i,
        options.show(number or nil), last)
      t:give_up()
    end
    last = number
    check_line(t, state, events[i])
  end
end

local KEPT = 5 -- number of earlier events that are compared with a state

-- Checks that earlier events have not changed, and that a query with `since` returns the other
-- events.
local function check_events_go_on(t, state, events, player, name)
  local before, n = t.reported[name] or {}, 0
  for i, event in ipairs(before) do
    local place = plain.difference(event, events[i])
    if place then
      return t:fail("events-kept", "for %s, event %d changed later: %s", name, event.number, place)
    end
    n = i
  end
  local since = n > 0 and before[n].number or 0
  local rest = t:ask("events", state, player, since)
  local wanted = compat.table.move(events, n + 1, #events, 1, {})
  local place = plain.difference(wanted, rest)
  if place then
    t:fail("events-kept", "for %s, the events since %d differ from the end of the full list: "
      .. "%s", name, since, place)
  end
  t.reported[name] = plain.copy(events)
  t.since = math.max(t.since, events[#events - KEPT] and events[#events - KEPT].number or 0)
end

local function check_observers(t, state)
  for _, looker in ipairs(t:lookers()) do
    local player, name = trial.player(looker), trial.name(looker)
    local view = t:ask("view", state, player)
    if type(view) ~= "table" then t:fail("view-plain", "the view of %s: expected a table", name) end
    t:same("view-plain", view, t:ask("view", state, player and player + 0.0),
      "the view of " .. name .. " with the player's number as a float")
    local events = t:ask("events", state, player)
    check_events(t, state, events, name)
    check_events_go_on(t, state, events, player, name)
  end
end

-- ---- Repeated queries and refusals --------------------------------------------------------------

local TABLES = { "legal", "chance", "returns", "result", "view", "events" }

-- Repeats all queries, and writes into the returned tables, which must not affect the state.
local function check_asking(t, state, picture)
  t:same("pure", picture, t:picture(state), "a repeated query")
  for _, name in ipairs(TABLES) do plain.scribble(t:ask(name, state)) end
  t:same("fresh", picture, t:picture(state), "a query after the returned tables were changed")
end

local NO_ACTIONS = { "", " ", "no such action", "cheat", "pass", "undo", "resign", "resign 1", "win", "end",
  "debug", "help",
  "\255", ("x"):rep(1500), 1, true, {}, 0 / 0 }

-- Returns other spellings of an action: with other letter cases, blanks and forms of numbers.
local function spellings(action)
  return { action .. " ", " " .. action, action .. "\n", action .. "\r", action .. "\0", action .. "\194\160",
    action .. ".",
    action .. " " .. action, c_locale.upper(action), c_locale.lower(action), c_locale.upper(action) .. "?",
      (action:gsub("%d+", "0%0")),
    (action:gsub("%d+", "%0.0")), (action:gsub(" ", "  ", 1)), (action:gsub(" ", "\t", 1)),
      action:sub(1, -2) }
end

-- Returns illegal actions: nonsense, other spellings, and actions of other states.
local function illegal_actions(t, legal)
  local listed, list, kept = {}, {}, {}
  for _, action in ipairs(legal) do listed[action] = true end
  for _, action in ipairs(NO_ACTIONS) do list[#list + 1] = action end
  for _, action in ipairs(spellings(legal[1] and legal[t:choose(#legal)] or "pass")) do
    list[#list + 1] = action
  end
  for _ = 1, 4 do
    local other = t.seen[t:choose(#t.seen + 1)]
    list[#list + 1] = other
  end
  for _, action in ipairs(list) do
    if not listed[action] then kept[#kept + 1] = action end
  end
  return kept
end

local function check_refusals(t, state, legal, picture)
  t:refused("illegal-refused", "nil", "apply", state, nil)
  for _, action in ipairs(illegal_actions(t, legal)) do
    t:refused("illegal-refused", options.show(action), "apply", state, action)
  end
  t:same("illegal-unchanged", picture, t:picture(state), "the state after refusals")
  if t:has_failed "illegal-unchanged" then t:give_up() end
end

-- ---- Copies -------------------------------------------------------------------------------------

local STEPS = 4 -- number of actions played on copies

-- Checks that a copy equals its state, and still does after the same actions on both.
local function check_copy(t, clause, state, copy, picture)
  t:same(clause, picture, t:picture(copy), "the copy")
  local other = t:ask("clone", state)
  for _ = 1, STEPS do
    local action = t:apply_any(other)
    if not action then break end
    local done, message = t:ask("apply", copy, action)
    if done ~= true then
      t:fail(clause, "the copy refused '%s': %s", action, options.show(message))
      return
    end
  end
  t:same(clause, t:picture(other), t:picture(copy), "the copy after a few equal actions")
end

-- Checks that a state, its copy and the copies of the copy are independent.
local function check_own(t, state, copy, picture)
  local second = t:copies(copy)
  for _, one in ipairs(second) do t:apply_any(one.state) end
  t:same("clone-own", picture, t:picture(copy), "a copy after actions on its copies")
  local later = t:picture(second[1].state)
  t:apply_any(copy)
  t:same("clone-own", later, t:picture(second[1].state), "a copy of a copy after an action on the first "
    .. "copy")
  t:same("clone-own", picture, t:picture(state), "the state after actions on copies")
end

local BACK = 2 -- number of actions that are undone and repeated

-- Checks that a copy can undo and repeat the actions that were played before the copy was made.
local function check_past(t, copy, picture)
  local texts, undone = t.texts, 0
  while undone < BACK and undone < #texts - 1 do
    local done, message = t:ask("undo", copy.state)
    if done ~= true then return t:fail(copy.clause, "undo on a copy returned a refusal: "
      .. "%s", options.show(message)) end
    undone = undone + 1
    if t:ask("encode", copy.state) ~= texts[#texts - undone] then
      return t:fail(copy.clause, "after undo on a copy, the copy differs from the earlier state")
    end
  end
  for i = undone - 1, 0, -1 do t:apply(copy.state, t.actions[#t.actions - i]) end
  t:same("undo-exact", picture, t:picture(copy.state),
    "a copy whose last actions were undone and applied again")
end

local CHANGED = { -- patterns for parts of a text, and their replacements
  { "%d", "7" }, { "%d", "" }, { "%d+", "0%0" }, { "%d+", "99999" }, { "%a", "x" }, { "%a+", c_locale.upper },
    { "%p", "" },
  { " ", "  " }, { " ", "" }, { "\n", "\r\n" }, { ".$", "" }, { ".", "\255" }, { "%S+", "%0 %0" } }

-- Replaces one random match of a pattern in a text.
local function changed(t, text, pattern, instead)
  local _, count = text:gsub(pattern, "")
  local wanted, at = count > 0 and t:choose(count), 0
  return (text:gsub(pattern, function(found)
    at = at + 1
    return at == wanted and found:gsub(pattern, instead) or found
  end))
end

local TRIED = 5 -- number of changed texts for each state

-- Checks that a changed text is refused, unless it is the text of another state.
local function check_changed_text(t, text)
  for _ = 1, TRIED do
    t.change = (t.change or 0) % #CHANGED + 1
    local change = CHANGED[t.change]
    local other = changed(t, text, change[1], change[2])
    local state, message = t:ask("decode", other)
    if state ~= nil then
      local again = t:ask("encode", state)
      if again ~= other then
        t:fail("decode-refused", "`decode` accepted %s, although `encode` never returns "
          .. "it", options.show(other))
      end
    elseif not trial.is_line(message) then
      t:fail("decode-refused", "`decode` refused a changed text, but its message is not a line of text: %s",
        options.show(message))
    end
  end
end

local function check_copies(t, state, picture)
  for _, copy in ipairs(t:copies(state)) do check_copy(t, copy.clause, state, copy.state, picture) end
  for _, copy in ipairs(t:copies(state)) do check_own(t, state, copy.state, picture) end
  check_changed_text(t, picture.encode)
end

-- Checks that a copy can undo its actions one by one.
local function check_undo(t, state, picture)
  local copy, before = t:ask("clone", state), { picture }
  for i = 1, STEPS do
    if not t:apply_any(copy) then break end
    before[i + 1] = t:picture(copy)
  end
  for i = #before - 1, 1, -1 do
    local done, message = t:ask("undo", copy)
    if done ~= true then
      t:fail("undo-exact", "`undo` refused: %s", options.show(message))
      return
    end
    t:same("undo-exact", before[i], t:picture(copy), "the state after undo")
  end
  if t:has_failed "undo-exact" then return end
  local since = t.since
  t.since = 0 -- events of actions that are applied again have new numbers
  local with_all_events = t:picture(state)
  for _, one in ipairs(t:copies(state)) do check_past(t, one, with_all_events) end
  t.since = since
end

-- ---- Resigning ----------------------------------------------------------------------------------

local NO_PLAYERS = { 0, -1, 1.5, "1", "x", true, {}, 0 / 0, 1 / 0 }

local function check_no_players(t, state)
  t:refused("resign", "nil", "resign", state, nil)
  t:refused("resign", "player " .. t.players + 1, "resign", state, t.players + 1)
  for _, nobody in ipairs(NO_PLAYERS) do
    t:refused("resign", options.show(nobody), "resign", state, nobody)
  end
end

-- Checks that the history lists a resignation.
local function check_entry(t, before, after, player)
  local old, list = t:ask("history", before, player), t:ask("history", after, player)
  local entry = type(list) == "table" and type(old) == "table" and #list == #old + 1 and list[#list]
  if not (entry and entry.resigned == true and entry.player == player and trial.is_line(entry.text)) then
    t:fail("history", "the resignation of player %d is not the last decision, or does not have "
      .. "`resigned = true`", player)
  end
end

local function check_resigning(t, state, picture)
  if not t.plugin.resign then return end
  check_no_players(t, state)
  t:same("resign", picture, t:picture(state), "the state after refused resignations")
  if #picture.legal == 0 then return end
  local copy, player = t:ask("clone", state), t:choose(t.players)
  local done = t:ask("resign", copy, player)
  if done ~= true then return end -- the player may have resigned already
  local after = t:picture(copy)
  t:refused("resign", "player " .. player .. " twice", "resign", copy, player)
  if t:ask("undo", copy) ~= true then return t:fail("resign", "`undo` returned a refusal after a "
    .. "resignation") end
  t:same("resign", picture, t:picture(copy), "the state after undo of a resignation")
  t:ask("resign", copy, player)
  t:same("resign", after, t:picture(copy), "the state after a second resignation")
  check_entry(t, state, copy, player)
  result.check(t, copy, player)
  for _ = 1, STEPS * t.players do
    if t:ask("current", copy) == player then
      return t:fail("resign", "player %d has resigned, but `current` returns this player", player)
    end
    if not t:apply_any(copy) then break end
  end
end

--- Makes all checks of a state.
---@param t Trial
---@param state any
---@param legal string[]
function position.check(t, state, legal)
  check_returns(t, state)
  result.check(t, state)
  check_chance(t, state, legal)
  check_descriptions(t, state, legal)
  check_observers(t, state)
  drawn.check(t, state)
  local lookers = t:lookers()
  t.watching = { lookers[t:choose(#lookers)] } -- one observer for each state
  local since = t.since
  if t:choose(4) == 1 then t.since = 0 end -- one check in four compares all events
  local picture = plain.copy(t:picture(state))
  check_asking(t, state, picture)
  check_refusals(t, state, legal, picture)
  check_copies(t, state, picture)
  check_undo(t, state, picture)
  actions.check(t, state, legal)
  game_bots.check(t, state, legal)
  spaces.check(t, state, legal)
  check_resigning(t, state, picture)
  t:same("clone-own", picture, t:picture(state), "the state after all actions on copies")
  t.since = since
end

return position
