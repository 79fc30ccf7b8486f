--- The stack of screens. The top screen gets the events; all screens are drawn.
-- @module app.scenes

local scenes = {}

local stack = {}

-- number of frames drawn after a change; a frame uses sizes that the previous frame has measured
local SETTLED = 3
local BLINK = 0.5 -- seconds between blinks of the text cursor

local due = SETTLED

--- Requests a redraw.
function scenes.touch() due = SETTLED end

--- Returns whether a frame must be drawn.
---@return boolean
function scenes.is_due() return due > 0 end

--- Pushes a screen on the stack.
---@param scene table
function scenes.push(scene)
  stack[#stack + 1] = scene
  scenes.touch()
end

--- Removes the top screen, unless it is the only one.
function scenes.pop()
  if #stack > 1 then stack[#stack] = nil end
  scenes.touch()
end

--- Replaces all screens by `scene`.
---@param scene table
function scenes.swap(scene)
  stack = { scene }
  scenes.touch()
end

--- Returns the screen that gets the events.
---@return table
function scenes.top() return stack[#stack] end

-- Draws all screens from the bottom, except those below a screen that covers the window.
local function draw()
  due = due - 1
  local from = #stack
  while from > 1 and stack[from].overlay do from = from - 1 end
  for i = from, #stack do stack[i]:draw(i == #stack) end
end

local blinked = 0

-- Blinks the text cursor.
local function blink()
  local ui, now = scenes.top().ui, math.floor(love.timer.getTime() / BLINK)
  if now == blinked then return end
  blinked = now
  if ui and ui:is_typing() then scenes.touch() end
end

--- Sends a LÖVE event to the top screen.
---@param event string
---@param ... any
function scenes.send(event, ...)
  if event == "draw" then return draw() end
  if event == "update" then blink() end
  if event == "quit" then
    for _, scene in ipairs(stack) do
      if scene.quit then scene:quit() end
    end
    return
  end
  local scene = scenes.top()
  if scene[event] then scene[event](scene, ...) end
end

return scenes
