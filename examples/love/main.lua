-- main.lua: LÖVE's events, handed to the screen that is on top. Without the compiled module one
-- screen says what to do.

require "app.loop"
local keys = require "app.keys"
local scenes = require "app.scenes"

local function begin()
  local problem = require("app.paths").problem()
  if problem then return scenes.swap(require("app.screens.trouble").new(problem, begin)) end
  scenes.swap(require("app.screens.start").new())
end

-- `love FOLDER --version` says what it has found, and opens no game.
local function tell_version()
  local problem = require("app.paths").problem()
  if problem then
    print(problem.title)
    return love.event.quit(1)
  end
  local carcassonne, jit = require "carcassonne", rawget(_G, "jit")
  print(("carcassonne %s in %s, with %d expansions and %d house rules"):format(carcassonne.version,
    jit and jit.version or _VERSION, #carcassonne.expansions(), #carcassonne.shipped_variants()))
  love.event.quit()
end

function love.load(args)
  if args[1] == "--version" then return tell_version() end
  love.keyboard.setKeyRepeat(true)
  love.graphics.setLineJoin "miter"
  begin()
end

local HANDED_OVER = { "update", "draw", "mousepressed", "mousereleased", "mousemoved", "wheelmoved",
  "textinput", "filedropped" }

for _, event in ipairs(HANDED_OVER) do
  love[event] = function(...) scenes.send(event, ...) end
end

function love.keypressed(key)
  keys.note(key, true)
  scenes.send("keypressed", key)
end

function love.keyreleased(key) keys.note(key, false) end

-- Keys that are let go over another window are not heard of.
function love.focus()
  keys.note("lctrl", false)
  keys.note("lshift", false)
end

-- A screen that has something to keep, keeps it.
function love.quit() scenes.send "quit" end
