--- What holds of any state of a plug-in's game: of what it tells, and of what can be done to it and to copies of it.
-- @module carcassonne.plugin.check.position

local compat = require "carcassonne.compat"
local options = require "carcassonne.options"
local plain = require "carcassonne.plugin.check.plain"
local trial = require "carcassonne.plugin.check.trial"

local position = {}

local LONGEST = 200 -- characters of an action

-- ---- What it tells -------------------------------------------------------------------------------------------------

local function check_current(t, state)
  local current, over = t:ask("current", state), t:ask("terminal", state)
  local is_player = compat.math.type(current) == "integer" and current >= 1 and current <= t.players
  if type(over) ~= "boolean" then
    t:fail("current", "terminal gives %s, no boolean", options.show(over))
  elseif over ~= (current == nil) then
    t:fail("current", "terminal gives %s, and current %s", tostring(over), options.show(current))
  elseif current == "chance" and t.settings.chance ~= "host" then
    t:fail("current", "current gives \"chance\", which the host was not to decide")
  elseif current ~= nil and not is_player and current ~= "chance" then
    t:fail("current", "current gives %s, of %d players", options.show(current), t.players)
  end
  return over
end

local function check_actions(t, legal)
  local seen = {}
  for i, action in ipairs(legal) do
    if not trial.is_line(action) or #action > LONGEST then
      t:fail("legal-text", "the %d. action is no line of text of up to %d characters: %s", i, LONGEST, options.show(action))
      t:give_up()
    end
    if seen[action] then t:fail("legal-unique", "'%s' is there twice", action) end
    seen[action] = true
  end
end

--- Checks what is quickly asked of a state, and gives its legal actions.
---@param t Trial
---@param state any
---@return string[] legal none at the end
function position.check_legal(t, state)
  local over, legal = check_current(t, state), t:ask("legal", state)
  if type(legal) ~= "table" then
    t:fail("legal-text", "legal gives %s, no list", options.show(legal))
    t:give_up()
  end
  check_actions(t, legal)
  if over and #legal > 0 then t:fail("legal-until-the-end", "the game is over, and '%s' is legal", legal[1]) end
  if not over and #legal == 0 then
    t:fail("legal-until-the-end", "the game is not over, and nothing is legal")
    t:give_up()
  end
  return legal
end

local function check_returns(t, state)
  local returns = t:ask("returns", state)
  local n = type(returns) == "table" and #returns or 0
  if n ~= t.players then return t:fail("returns", "there are %s for %d players", options.show(returns), t.players) end
  local problem = plain.problem(returns)
  for player, points in ipairs(returns) do
    if type(points) ~= "number" then problem = ("that of player %d is %s"):format(player, options.show(points)) end
  end
  if problem then t:fail("returns", "%s", problem) end
end

local function sum_of(t, outcomes, legal)
  local listed, sum = {}, 0
  for _, action in ipairs(legal) do listed[action] = true end
  for i, outcome in ipairs(outcomes) do
    local action, probability = outcome.action, outcome.probability
    if not listed[action or 0] then
      t:fail("chance-outcomes", "the %d. outcome is %s, which is not legal, or there twice", i, options.show(action))
    elseif type(probability) ~= "number" or not (probability > 0 and probability <= 1) then
      t:fail("chance-outcomes", "the probability of '%s' is %s", action, options.show(probability))
      return nil
    end
    listed[action or 0] = nil
    sum = sum + (probability or 0)
  end
  local action = next(listed)
  if action then t:fail("chance-outcomes", "'%s' is legal, and no outcome", action) end
  return sum
end

local function check_chance(t, state, legal)
  local outcomes = t:ask("chance", state)
  if type(outcomes) ~= "table" then return t:fail("chance-outcomes", "chance gives %s, no list", options.show(outcomes)) end
  if t:ask("current", state) ~= "chance" then
    if #outcomes > 0 then t:fail("chance-outcomes", "there are %d outcomes where chance does not decide", #outcomes) end
    return
  end
  local sum = sum_of(t, outcomes, legal)
  if sum and math.abs(sum - 1) > 1e-9 then t:fail("chance-sum", "they sum up to %.12g", sum) end
end

local MOST_DESCRIBED = 24 -- actions of a state

local function check_descriptions(t, state, legal)
  local first, seen = t:choose(#legal + 1) - 1, {}
  for i = 1, math.min(#legal, MOST_DESCRIBED) do
    local action = legal[(first + i) % #legal + 1]
    local text = t:ask("describe", state, action)
    if not trial.is_line(text) then return t:fail("describe", "of '%s' it gives %s", action, options.show(text)) end
    if seen[text] then t:fail("describe-apart", "'%s' and '%s' are both: %s", seen[text], action, text) end
    seen[text] = action
  end
end

-- ---- What happened -------------------------------------------------------------------------------------------------

-- Those behind what was told before.
local function check_events(t, state, events, name)
  local last, told = 0, #(t.told[name] or {})
  if type(events) ~= "table" then return t:fail("events-plain", "those of %s are no list", name) end
  for i = told + 1, #events do
    local event = events[i]
    local problem = plain.problem(event)
    if problem then return t:fail("events-plain", "the %d. event of %s: %s", i, name, problem) end
    local number = type(event) == "table" and event.number
    if compat.math.type(number) ~= "integer" or number <= last then
      return t:fail("events-plain", "the number of the %d. event is %s, after %d", i, options.show(number or nil), last)
    end
    last = number
    local text = t:ask("describe_event", state, event)
    if not trial.is_line(text) then
      t:fail("describe-event", "of event %d (%s) it gives %s", number, tostring(event.kind), options.show(text))
    end
  end
end

local KEPT = 5 -- events that pictures go back to

-- What was told before is told again, and what is asked since a number is the rest.
local function check_events_go_on(t, state, events, player, name)
  local before, n = t.told[name] or {}, 0
  for i, event in ipairs(before) do
    local place = plain.difference(event, events[i])
    if place then return t:fail("events-kept", "%s: event %d is told otherwise later on: %s", name, event.number, place) end
    n = i
  end
  local since = n > 0 and before[n].number or 0
  local rest = t:ask("events", state, player, since)
  local wanted = compat.table.move(events, n + 1, #events, 1, {})
  local place = plain.difference(wanted, rest)
  if place then t:fail("events-kept", "%s: since number %d there is something else: %s", name, since, place) end
  t.told[name] = plain.copy(events)
  t.since = math.max(t.since, events[#events - KEPT] and events[#events - KEPT].number or 0)
end

local function check_told(t, state)
  for _, looker in ipairs(t:lookers()) do
    local player, name = trial.player(looker), trial.name(looker)
    local view = t:ask("view", state, player)
    local problem = plain.problem(view)
    if problem or type(view) ~= "table" then t:fail("view-plain", "that of %s: %s", name, problem or "it is no table") end
    local events = t:ask("events", state, player)
    check_events(t, state, events, name)
    if type(events) == "table" then check_events_go_on(t, state, events, player, name) end
  end
end

-- ---- Asking, and what is refused -----------------------------------------------------------------------------------

local TABLES = { "legal", "chance", "returns", "view", "events" }

-- Asks for everything twice, and writes into the tables that come back.
local function check_asking(t, state, picture)
  t:same("pure", picture, t:picture(state), "asked again")
  for _, name in ipairs(TABLES) do plain.scribble(t:ask(name, state)) end
  t:same("fresh", picture, t:picture(state), "after writing into what was returned")
end

-- What is none of the legal actions: nonsense, and actions of other states.
local function illegal_actions(t, legal)
  local listed, list = {}, {}
  for _, action in ipairs(legal) do listed[action] = true end
  local first = legal[1] or "pass"
  local nonsense = { "", " ", "no such action", first .. " ", " " .. first, first .. "\n", first .. "\0", first:upper() .. "?",
    1, true, {}, 0 / 0 }
  for _, action in ipairs(nonsense) do list[#list + 1] = action end
  for _ = 1, 4 do
    local other = t.seen[t:choose(#t.seen + 1)]
    list[#list + 1] = other
  end
  local kept = {}
  for _, action in ipairs(list) do
    if not listed[action] then kept[#kept + 1] = action end
  end
  return kept
end

local function check_refusals(t, state, legal, picture)
  for _, action in ipairs(illegal_actions(t, legal)) do
    t:refused("illegal-refused", options.show(action), "apply", state, action)
    local text = t:ask("encode", state)
    if text ~= picture.encode then
      t:fail("illegal-unchanged", "after %s was refused the state is another", options.show(action))
      t:give_up()
    end
  end
  t:same("illegal-unchanged", picture, t:picture(state), "after refusals")
end

-- ---- Copies --------------------------------------------------------------------------------------------------------

local STEPS = 4 -- that copies go on with

-- Copies are the same state, and the same actions do the same to them.
local function check_copy(t, clause, state, copy, picture)
  t:same(clause, picture, t:picture(copy), "the copy")
  local other = t:ask("clone", state)
  for _ = 1, STEPS do
    local action = t:apply_any(other)
    if not action then break end
    local done, message = t:ask("apply", copy, action)
    if done ~= true then
      t:fail(clause, "the copy refuses '%s': %s", action, options.show(message))
      return
    end
  end
  t:same(clause, t:picture(other), t:picture(copy), "the copy, a few actions later")
end

local function check_clone(t, state, picture)
  local copy = t:ask("clone", state)
  if copy == nil then
    t:fail("clone-exact", "clone gives nil")
    t:give_up()
  end
  check_copy(t, "clone-exact", state, copy, picture)
  t:same("clone-own", picture, t:picture(state), "after actions on the clone")
end

local function check_text(t, state, picture)
  if type(picture.encode) ~= "string" then
    t:fail("encode-exact", "encode gives %s, no text", options.show(picture.encode))
    t:give_up()
  end
  local copy, message = t:ask("decode", picture.encode)
  if copy == nil then return t:fail("encode-exact", "decode refuses what encode gave: %s", options.show(message)) end
  check_copy(t, "encode-exact", state, copy, picture)
end

-- Takes back what a copy did, one by one.
local function check_undo(t, state, picture)
  local copy, before = t:ask("clone", state), { picture }
  for i = 1, STEPS do
    if not t:apply_any(copy) then break end
    before[i + 1] = t:picture(copy)
  end
  for i = #before - 1, 1, -1 do
    local done, message = t:ask("undo", copy)
    if done ~= true then
      t:fail("undo-exact", "undo refuses: %s", options.show(message))
      return
    end
    t:same("undo-exact", before[i], t:picture(copy), "taken back")
  end
end

-- ---- Giving up -----------------------------------------------------------------------------------------------------

local function check_resigning(t, state, picture)
  if not t.plugin.resign or #picture.legal == 0 then return end
  local copy, player = t:ask("clone", state), t:choose(t.players)
  local done = t:ask("resign", copy, player)
  if done ~= true then return end -- perhaps the player has already
  local after = t:picture(copy)
  t:refused("resign", "player " .. player .. " twice", "resign", copy, player)
  t:refused("resign", "player " .. t.players + 1, "resign", copy, t.players + 1)
  if t:ask("undo", copy) ~= true then return t:fail("resign", "it cannot be taken back") end
  t:same("resign", picture, t:picture(copy), "giving up, taken back")
  t:ask("resign", copy, player)
  t:same("resign", after, t:picture(copy), "given up once more")
  for _ = 1, STEPS * t.players do
    if t:ask("current", copy) == player then return t:fail("resign", "player %d has given up, and decides", player) end
    if not t:apply_any(copy) then break end
  end
end

--- Checks all that holds of a state.
---@param t Trial
---@param state any
---@param legal string[]
function position.check(t, state, legal)
  check_returns(t, state)
  check_chance(t, state, legal)
  check_descriptions(t, state, legal)
  check_told(t, state)
  local lookers = t:lookers()
  t.watching = { lookers[t:choose(#lookers)] } -- one of them here, another one elsewhere
  local picture = plain.copy(t:picture(state))
  check_asking(t, state, picture)
  check_refusals(t, state, legal, picture)
  check_clone(t, state, picture)
  check_text(t, state, picture)
  check_undo(t, state, picture)
  check_resigning(t, state, picture)
end

return position
