--- Simulates a player: moves the mouse and presses keys of the X server, waits, and takes pictures.
-- A script is a coroutine, so the game continues while the script waits.
-- @module hand

local scenes = require "app.scenes"

local hand = {}

local SHOTS = os.getenv "LOVE_SHOTS"
local routine

-- ---- Waiting ------------------------------------------------------------------------------------

--- Waits for a number of frames.
---@param frames? integer
function hand.wait(frames)
  for _ = 1, frames or 2 do coroutine.yield() end
end

--- Waits until a condition holds; raises an error with the text `what` if it does not.
---@param what string
---@param holds fun():any
---@param seconds? number
---@return any
function hand.wait_for(what, holds, seconds)
  local over = love.timer.getTime() + (seconds or 15)
  while true do
    local value = holds()
    if value then return value end
    if love.timer.getTime() > over then error("waited in vain: " .. what, 2) end
    coroutine.yield()
  end
end

-- ---- Mouse and keys -----------------------------------------------------------------------------

local function x_event(format, ...)
  local command = ("xdotool " .. format):format(...)
  if os.execute(command) ~= 0 then error(command .. " failed", 2) end
end

-- Converts a point of the window to coordinates of the X server.
local function on_display(x, y)
  local width, height = love.graphics.getDimensions()
  if x < 0 or y < 0 or x >= width or y >= height then
    error(("%d, %d lies outside of the window"):format(x, y), 3)
  end
  local left, top = love.window.getPosition()
  return math.floor(left + x), math.floor(top + y)
end

--- Moves the mouse to a point of the window.
---@param x number
---@param y number
function hand.move(x, y)
  x_event("mousemove %d %d", on_display(x, y))
  hand.wait_for("the mouse", function()
    local mx, my = love.mouse.getPosition()
    return math.abs(mx - math.floor(x)) <= 1 and math.abs(my - math.floor(y)) <= 1
  end)
  hand.wait(1)
end

--- Clicks at a point.
---@param x number
---@param y number
---@param button? integer the number that X uses: 1 left, 3 right, 4 and 5 the wheel
function hand.click(x, y, button)
  local left, top = on_display(x, y)
  x_event("mousemove %d %d click %d", left, top, button or 1)
  hand.wait(2)
end

--- Drags from one point to another.
function hand.drag(x1, y1, x2, y2)
  hand.move(x1, y1)
  x_event "mousedown 1"
  hand.wait(2)
  hand.move((x1 + x2) / 2, (y1 + y2) / 2)
  hand.move(x2, y2)
  x_event "mouseup 1"
  hand.wait(3)
end

--- Presses keys, one after the other; the names are those of X.
---@param ... string
function hand.press(...)
  x_event("key --delay 10 %s", table.concat({ ... }, " "))
  hand.wait(2)
end

--- Types a text.
---@param text string
function hand.type(text)
  x_event("type --delay 20 '%s'", text)
  hand.wait(6)
end

-- ---- The screen ---------------------------------------------------------------------------------

--- Returns the screen on top.
---@return table
function hand.scene() return scenes.top() end

--- Returns the target with an id, which can be clicked.
---@param id string
---@return Target?
function hand.target(id) return scenes.top().ui:find(id) end

--- Clicks the target with an id when it exists; scrolls to it first if necessary.
---@param id string
function hand.click_on(id)
  local target = hand.wait_for(id, function() return hand.target(id) end)
  local area = target.area and scenes.top().ui.areas[target.area]
  for _ = 1, 60 do
    if not area then break end
    local over = target.y + target.h - area.y - area.h
    if over <= 0 and target.y >= area.y then break end
    local far = over > 0 and over or area.y - target.y
    hand.move(area.x + area.w / 2, area.y + area.h / 2)
    x_event("click --repeat %d --delay 8 %d", math.min(20, math.ceil(far / 45)), over > 0 and 5 or 4)
    hand.wait(4)
    target = hand.target(id)
  end
  hand.click(target.x + target.w / 2, target.y + target.h / 2)
end

--- Saves a picture of the window.
---@param name string
function hand.shoot(name)
  local done
  scenes.touch()
  hand.wait(2)
  scenes.touch()
  love.graphics.captureScreenshot(function(image)
    local file = assert(io.open(("%s/%s.png"):format(SHOTS, name), "wb"))
    file:write(image:encode("png"):getString())
    file:close()
    done = true
  end)
  hand.wait_for("a picture", function() return done end)
end

-- ---- The script ---------------------------------------------------------------------------------

--- Begins a script.
---@param script function
function hand.begin(script) routine = coroutine.create(script) end

--- Continues the script; closes the window at its end or after an error.
function hand.go_on()
  if not routine then return end
  local fine, problem = coroutine.resume(routine)
  if not fine then
    io.stderr:write(debug.traceback(routine, tostring(problem)), "\n")
    routine = coroutine.create(function()
      hand.shoot "failed"
      love.event.quit(1)
      hand.wait(1000)
    end)
  elseif coroutine.status(routine) == "dead" then
    routine = nil
    love.event.quit(0)
  end
end

return hand
