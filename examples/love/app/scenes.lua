--- The screens that lie on each other: events go to the top one, and all are drawn.
-- @module app.scenes

local scenes = {}

local stack = {}

local SETTLED = 3 -- pictures after a change: what one has measured, the next goes by
local BLINK = 0.5 -- seconds in which the cursor of a line comes and goes

local due = SETTLED

--- Says that something has changed, which is to be drawn.
function scenes.touch() due = SETTLED end

--- Whether a picture is to be drawn.
---@return boolean
function scenes.is_due() return due > 0 end

--- Lays a screen on the others.
---@param scene table
function scenes.push(scene)
  stack[#stack + 1] = scene
  scenes.touch()
end

--- Takes the top screen away; the last one stays.
function scenes.pop()
  if #stack > 1 then stack[#stack] = nil end
  scenes.touch()
end

--- Puts a screen in the place of all others.
---@param scene table
function scenes.swap(scene)
  stack = { scene }
  scenes.touch()
end

--- The screen that gets the events.
---@return table
function scenes.top() return stack[#stack] end

-- All are drawn, the lowest first; a screen that covers the window hides those below.
local function draw()
  due = due - 1
  local from = #stack
  while from > 1 and stack[from].overlay do from = from - 1 end
  for i = from, #stack do stack[i]:draw(i == #stack) end
end

local blinked = 0

-- Where something is being typed, the cursor comes and goes.
local function blink()
  local ui, now = scenes.top().ui, math.floor(love.timer.getTime() / BLINK)
  if now == blinked then return end
  blinked = now
  if ui and ui:is_typing() then scenes.touch() end
end

--- Hands an event of LÖVE's over.
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
