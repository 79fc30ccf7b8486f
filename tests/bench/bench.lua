-- bench.lua DIR MODE RULES PLAYERS EDITION SECONDS [DRIVER]: one measurement from Lua. report.lua runs it in turn with
-- those from C. DIR has clock.so. RULES is base, traders, or a shipped variant, which is played with traders, or expansions:
-- all of them together.
--
--   games    random games in one state; DRIVER is index, action or playout
--   clone    what a copy costs, in ns: a new one, and one into a state that is there
--   garbage  how far collectgarbage "count" moves over a million decisions by index
--
-- It prints names and numbers in turn, on one line.

local compat = require "carcassonne.compat"
local dir, mode, rules, players, edition, seconds, driver = compat.table.unpack(arg)
package.cpath = dir .. "/?.so;" .. package.cpath

local carcassonne = require "carcassonne"
local clock = require "clock"
local random = math.random

local BATCH = 16 -- games between two looks at the clock
local COPIES = 1000
local DECISIONS = 1000000

-- ---- Games: each driver plays one to its end, and returns how many decisions it had ---------------------------------

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

-- ---- Measurements ----------------------------------------------------------------------------------------------------

local measure = {}

function measure.games(state)
  local run = assert(play[driver], "the driver is index, action or playout")
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

local function time_copies(copy)
  local copies, begin = 0, clock()
  local passed
  repeat
    for _ = 1, COPIES do copy() end
    copies = copies + COPIES
    passed = clock() - begin
  until passed >= seconds
  return passed / copies * 1e9
end

function measure.clone(state)
  local other = state:clone()
  for _ = 1, 40 do state:apply_index(random(state:num_actions())) end
  local new = time_copies(function() return state:clone() end)
  local into = time_copies(function() other:copy_from(state) end)
  print(("lua_clone_ns %.2f lua_copy_from_ns %.2f"):format(new, into))
end

-- The collector rests, so that what is made and let go would show as well.
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

-- ---- The game ----------------------------------------------------------------------------------------------------------

local variants = { base = {}, traders = {}, expansions = carcassonne.expansions() }
local sets = { base = { "base" } }

math.randomseed(1)
seconds = assert(tonumber(seconds), "SECONDS is a number")
local game = carcassonne.game {
  players = compat.math.tointeger(tonumber(players)),
  edition = edition,
  sets = sets[rules] or { "base", "traders" },
  variants = variants[rules] or { rules },
}
assert(measure[mode], "the mode is games, clone or garbage")(game:new_initial_state(1))
