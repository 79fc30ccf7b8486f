-- main.lua SCRIPT: runs the unchanged example, and a script that plays it with real mouse and key
-- events. `sh .ci/love.sh` runs it under Xvfb.

package.path = "examples/love/?.lua;examples/love/?/init.lua;tests/love/?.lua;" .. package.path
dofile "examples/love/main.lua"

io.stdout:setvbuf "line"
local hand = require "hand"
local script = os.getenv "LOVE_SCRIPT"
local load, update = love.load, love.update

function love.load(...)
  load(...)
  hand.begin(assert(loadfile(script)))
end

function love.update(dt)
  update(dt)
  hand.go_on()
end

-- An error ends the test. LÖVE's own error screen would wait for a user.
function love.errorhandler(message)
  io.stderr:write(debug.traceback(tostring(message), 2), "\n")
  os.exit(1)
end

local quit = love.quit

function love.quit()
  quit()
  return false
end
