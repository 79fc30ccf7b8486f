-- lua.lua [SECONDS]: what the Lua that runs this takes to begin and to play, on one line: seconds of `require` and of a game made of
-- a table, the first and a later one; games a second, Traders & Builders for two, by indices and by actions. `make bench-lua` runs it.

local began = os.clock()
local carcassonne = require "carcassonne"
local required = os.clock() - began
local compat = require "carcassonne.compat"

local SECONDS = tonumber(arg[1]) or 3

-- The seconds that a call takes, and what it returns.
local function timed(f)
  local from = os.clock()
  local result = f()
  return os.clock() - from, result
end

local play = {}

function play.indices(state)
  local count = state:num_actions()
  while count > 0 do count = state:apply_index(math.random(count)) end
end

function play.actions(state)
  while true do
    local list = state:legal_actions()
    if #list == 0 then return end
    state:apply_action(list[math.random(#list)])
  end
end

local function games_a_second(state, run)
  local games, from = 0, os.clock()
  repeat
    games = games + 1
    state:reset(games)
    run(state)
  until os.clock() - from >= SECONDS
  return games / (os.clock() - from)
end

math.randomseed(1)
local first, game = timed(carcassonne.game)
local later = timed(carcassonne.game)
local state = game:new_initial_state(1)
local name = rawget(_G, "jit") and "LuaJIT" or _VERSION
print(compat.string.format("%-8s require %.4f s, game {} %.4f s, again %.4f s; games a second: %.0f by indices, %.0f by actions", name,
  required, first, later, games_a_second(state, play.indices), games_a_second(state, play.actions)))
