-- isolated.lua CALLS GAMES: measures carcassonne.sandbox.isolated.run. Prints the median time of a
-- call that only checks a script, and the time of each game of a call. Measures in whole seconds
-- if build/bench/clock.so is not on package.cpath.

local isolated = require "carcassonne.sandbox.isolated"

local calls, games = tonumber(arg[1] or 21), tonumber(arg[2] or 5000)
local found, clock = pcall(require, "clock")
if not found then clock = os.time end

local SCRIPT = "return { name = 'measured', points = function(_, _, points) return points + 1 end }"

local function time_of(number)
  local begun = clock()
  local result, problem = isolated.run { source = SCRIPT, games = number, seconds = 600 }
  if not result then error(problem, 0) end
  return clock() - begun
end

local function median(number)
  local times = {}
  for i = 1, calls do times[i] = time_of(number) end
  table.sort(times)
  return times[math.ceil(#times / 2)]
end

local empty, full = median(0), median(games)
print(("a call, without games: %6.1f ms"):format(empty * 1000))
print(("a game: %6.0f us"):format(math.max(0, full - empty) / games * 1000000))
