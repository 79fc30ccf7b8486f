--- The main loop. It draws a frame only after a change, so an idle game uses hardly any CPU time.
-- @module app.loop

-- luacheck: ignore 143 (LÖVE functions that luacheck does not know)
local scenes = require "app.scenes"

-- seconds between two polls: while idle, and while frames are drawn
local IDLE, BUSY = 0.012, 0.002

local function draw()
  love.graphics.origin()
  love.graphics.clear(love.graphics.getBackgroundColor())
  love.draw()
  love.graphics.present()
end

-- Handles pending events; returns the exit status if the game must end.
local function take_events()
  love.event.pump()
  for name, a, b, c, d, e, f in love.event.poll() do
    if name == "quit" and not love.quit() then return a or 0 end
    scenes.touch()
    love.handlers[name](a, b, c, d, e, f)
  end
end

function love.run()
  love.load(love.arg.parseGameArguments(arg), arg)
  love.timer.step()
  return function()
    local status = take_events()
    if status then return status end
    love.update(love.timer.step())
    local is_due = love.graphics.isActive() and scenes.is_due()
    if is_due then draw() end
    love.timer.sleep(is_due and BUSY or IDLE)
  end
end
