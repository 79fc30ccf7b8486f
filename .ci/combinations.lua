-- combinations.lua GAMES [FIRST [STEP]]: plays one game each of GAMES random combinations of
-- scripts, modules, options, editions, base games and numbers of players
-- (spec/support/combinations.lua), and checks general properties. Prints each failure with its
-- number; with this number as FIRST the game is repeated. The exit status is 1 if there are
-- failures.
local carcassonne = require "carcassonne"
local combinations = require "spec.support.combinations"
local progress = require "carcassonne.text.progress"
local properties = require "spec.support.properties"

local games, first, step = tonumber(arg[1]) or 100, tonumber(arg[2]) or 1, tonumber(arg[3]) or 1
local bar, failed = progress.new(games, "combinations"), 0

-- Plays a combination. Its parts may refuse each other with a message.
local function try(number)
  local given, text = combinations.make(number, true)
  local made, game = pcall(carcassonne.game, given)
  if not made then return made, "cannot be begun: " .. tostring(game), text end
  local fine, message = xpcall(properties.try, debug.traceback, game, number, given, true, true)
  return fine, message, text
end

for i = 1, games do
  local number = first + (i - 1) * step
  local fine, message, text = try(number)
  if not fine then
    failed = failed + 1
    bar:done()
    print(("%d: %s\n  %s"):format(number, text, tostring(message):gsub("\n", "\n  ")))
  end
  bar:step(i)
end
bar:done()
print(("%d combinations, %d failed"):format(games, failed))
os.exit(failed == 0 and 0 or 1)
