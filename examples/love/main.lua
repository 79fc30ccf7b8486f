-- main.lua: LÖVE's events, handed to the screen that is on top. Without the compiled module one screen says what to do.

local scenes = require "app.scenes"

local function begin()
  local problem = require("app.paths").problem()
  if problem then return scenes.swap(require("app.screens.trouble").new(problem, begin)) end
  scenes.swap(require("app.screens.start").new())
end

function love.load()
  love.keyboard.setKeyRepeat(true)
  love.graphics.setLineJoin "miter"
  begin()
end

for _, event in ipairs { "update", "draw", "mousepressed", "mousereleased", "mousemoved", "wheelmoved", "keypressed", "textinput",
  "filedropped", "resize" } do
  love[event] = function(...) scenes.send(event, ...) end
end

-- A screen that has something to keep, keeps it.
function love.quit() scenes.send "quit" end
