-- bench.lua DIR MODE RULES PLAYERS EDITION SECONDS [DRIVER]: takes one measurement from Lua;
-- report.lua runs it alternately with measurements in C. DIR has clock.so; BENCH_CLOCK=cpu in the
-- environment measures processor time instead. RULES is base; traders; a shipped variant, played
-- with traders; expansions (all of them); or ten (the ten expansions of a big box).
--
--   start    time to start, in ms: `require`, the first game, a second game
--   games    random games in one state; DRIVER is index, handle, pick, action or playout; or
--            handle_read or action_read, which also read a field of the action
--   clone    time of a copy, in ns: to a new state, and to an existing one
--   undo     time of undo late in a game, in microseconds: by replay, and by the undo ring
--   view     time of state:view in the middle of a game, in microseconds
--   garbage  change of collectgarbage "count" over a million decisions by index
--
-- Prints names and numbers in turn, on one line.

local dir, mode, rules, players, edition, seconds, driver = arg[1], arg[2], arg[3], arg[4], arg[5],
  arg[6], arg[7]
package.cpath = dir .. "/?.so;" .. package.cpath

local clock = os.getenv "BENCH_CLOCK" == "cpu" and os.clock or require "clock"
local begun = clock()
local carcassonne = require "carcassonne"
local required = clock()
local random = math.random

local BATCH = 16 -- games between two reads of the clock
local COPIES = 1000
local DECISIONS = 1000000
local SEEN_AFTER = 70 -- decisions

-- ---- Games: each driver plays one to its end and returns the number of decisions ----------------

local play = {}

function play.index(state, seed)
  state:reset(seed)
  local count, decisions = state:num_actions(), 0
  while count > 0 do
    count = state:apply_index(random(count))
    decisions = decisions + 1
  end
  return decisions
end

function play.handle(state, seed)
  state:reset(seed)
  local count, decisions = state:num_actions(), 0
  while count > 0 do
    count = state:apply_handle(state:handle(random(count)))
    decisions = decisions + 1
  end
  return decisions
end

-- A search reads an action before it applies it. These functions read one field.
function play.handle_read(state, seed)
  state:reset(seed)
  local count, decisions = state:num_actions(), 0
  while count > 0 do
    local handle = state:handle(random(count))
    if state:handle_fields(handle, "x") == 1000 then return decisions end
    count = state:apply_handle(handle)
    decisions = decisions + 1
  end
  return decisions
end

function play.action_read(state, seed)
  state:reset(seed)
  local decisions = 0
  while true do
    local list = state:legal_actions()
    local count = #list
    if count == 0 then return decisions end
    local action = list[random(count)]
    if action.x == 1000 then return decisions end
    state:apply_action(action)
    decisions = decisions + 1
  end
end

function play.pick(state, seed)
  state:reset(seed)
  local decisions = 0
  while true do
    local count = state:num_actions()
    if count == 0 then return decisions end
    state:apply_action(state:action(random(count)))
    decisions = decisions + 1
  end
end

function play.action(state, seed)
  state:reset(seed)
  local decisions = 0
  while true do
    local list = state:legal_actions()
    local count = #list
    if count == 0 then return decisions end
    state:apply_action(list[random(count)])
    decisions = decisions + 1
  end
end

function play.playout(state, seed)
  state:reset(seed)
  state:random_playout(seed)
  return state:decisions()
end

-- ---- Measurements -------------------------------------------------------------------------------

local measure = {}

function measure.games(state)
  local run = assert(play[driver],
    "the driver is index, handle, pick, action, playout, handle_read or action_read")
  for seed = 1, BATCH do run(state, seed) end
  local games, decisions, begin = BATCH, 0, clock()
  local passed
  repeat
    for seed = games + 1, games + BATCH do decisions = decisions + run(state, seed) end
    games = games + BATCH
    passed = clock() - begin
  until passed >= seconds
  print(("games %d decisions %d seconds %.9f"):format(games - BATCH, decisions, passed))
end

-- Returns the time of one call in ns, with `many` calls between two reads of the clock.
local function time_calls(many, call)
  local calls, begin = 0, clock()
  local passed
  repeat
    for _ = 1, many do call() end
    calls = calls + many
    passed = clock() - begin
  until passed >= seconds
  return passed / calls * 1e9
end

function measure.clone(state)
  local other = state:clone()
  for _ = 1, 40 do state:apply_index(random(state:num_actions())) end
  local new = time_calls(COPIES, function() return state:clone() end)
  local into = time_calls(COPIES, function() other:copy_from(state) end)
  print(("lua_clone_ns %.2f lua_copy_from_ns %.2f"):format(new, into))
end

local DEEP = 16 -- number of decisions undone at a time

-- Returns the time of undo, without the time of the decisions that it undoes.
local function time_undo(state)
  local undone, sum, seed = 0, 0, 0
  repeat
    seed = seed + 1
    state:reset(seed)
    for _ = 1, SEEN_AFTER do state:apply_index(random(state:num_actions())) end
    local begin = clock()
    for _ = 1, DEEP do assert(state:undo_action()) end
    sum, undone = sum + clock() - begin, undone + DEEP
  until sum >= seconds
  return sum / undone * 1e6
end

function measure.undo(state)
  local replayed = time_undo(state)
  local bytes = state:keep_undo(DEEP)
  print(("undo_us %.3f kept_undo_us %.3f kept_bytes %.0f"):format(replayed, time_undo(state), bytes / DEEP))
end

-- Measures State:view of a player in the middle of a game.
function measure.view(state)
  for _ = 1, SEEN_AFTER do state:apply_index(random(state:num_actions())) end
  print(("view_us %.3f"):format(time_calls(1, function() return state:view(1) end) / 1e3))
end

-- The garbage collector is stopped, so that temporary garbage is counted, too.
function measure.garbage(state)
  play.index(state, 1)
  collectgarbage()
  collectgarbage "stop"
  local before, decisions, seed = collectgarbage "count", 0, 1
  while decisions < DECISIONS do
    seed = seed + 1
    decisions = decisions + play.index(state, seed)
  end
  local moved = (collectgarbage "count" - before) * 1024
  print(("decisions %d moved_bytes %.0f"):format(decisions, moved))
end

-- ---- The game -----------------------------------------------------------------------------------

local TEN = { "inns-and-cathedrals", "king-and-robber", "river", "tunnel", "festival", "abbey-and-mayor",
  "tower", "siege",
  "princess-and-dragon", "bridges" }
local variants = { base = {}, traders = {}, expansions = carcassonne.expansions(), ten = TEN }
local sets = { base = { "base" } }

local function new_game()
  return carcassonne.game {
    players = tonumber(players),
    edition = edition,
    sets = sets[rules] or { "base", "traders" },
    variants = variants[rules] or { rules },
  }
end

function measure.start()
  local begin = clock()
  new_game()
  local first = clock() - begin
  local again = time_calls(1, new_game)
  print(("require_ms %.3f first_ms %.3f again_ms %.3f"):format((required - begun) * 1e3, first * 1e3,
    again / 1e6))
end

math.randomseed(1)
seconds = assert(tonumber(seconds), "SECONDS is a number")
assert(measure[mode], "the mode is start, games, clone, undo, view or garbage")
measure[mode](mode ~= "start" and new_game():new_initial_state(1) or nil)
