--- The screens that lie on each other: events go to the top one, and all are drawn.
-- @module app.scenes

local scenes = {}

local stack = {}

--- Lays a screen on the others.
---@param scene table
function scenes.push(scene) stack[#stack + 1] = scene end

--- Takes the top screen away; the last one stays.
function scenes.pop()
  if #stack > 1 then stack[#stack] = nil end
end

--- Puts a screen in the place of all others.
---@param scene table
function scenes.swap(scene) stack = { scene } end

--- The screen that gets the events.
---@return table
function scenes.top() return stack[#stack] end

-- All are drawn, the lowest first; a screen that covers the window hides those below.
local function draw()
  local from = #stack
  while from > 1 and stack[from].overlay do from = from - 1 end
  for i = from, #stack do stack[i]:draw(i == #stack) end
end

--- Hands an event of LÖVE's over.
---@param event string
---@param ... any
function scenes.send(event, ...)
  if event == "draw" then return draw() end
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
