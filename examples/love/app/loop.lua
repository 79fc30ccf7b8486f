--- The game's own loop: a picture is drawn only where something has changed, so that a table that
--- waits costs next to nothing.
-- @module app.loop

-- luacheck: ignore 143 (LÖVE has these, though the list of its names does not)
local scenes = require "app.scenes"

-- seconds between two looks at what happens: at rest, and while pictures are drawn
local IDLE, BUSY = 0.012, 0.002

local function draw()
  love.graphics.origin()
  love.graphics.clear(love.graphics.getBackgroundColor())
  love.draw()
  love.graphics.present()
end

-- Takes what has happened. Returns the exit status where the game is to end.
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
