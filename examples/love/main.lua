-- main.lua: sends LÖVE's events to the top screen. If the compiled module is missing, a screen
-- explains what to do.

require "app.loop"
local keys = require "app.keys"
local scenes = require "app.scenes"

local function begin()
  local problem = require("app.paths").problem()
  if problem then return scenes.swap(require("app.screens.trouble").new(problem, begin)) end
  scenes.swap(require("app.screens.start").new())
end

-- `love FOLDER --version` prints the versions and exits.
local function print_version()
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
  if args[1] == "--version" then return print_version() end
  love.keyboard.setKeyRepeat(true)
  love.graphics.setLineJoin "miter"
  begin()
end

local FORWARDED = { "update", "draw", "mousepressed", "mousereleased", "mousemoved", "wheelmoved",
  "textinput", "filedropped" }

for _, event in ipairs(FORWARDED) do
  love[event] = function(...) scenes.send(event, ...) end
end

function love.keypressed(key)
  keys.note(key, true)
  scenes.send("keypressed", key)
end

function love.keyreleased(key) keys.note(key, false) end

-- LÖVE does not report keys that are released while another window has the focus.
function love.focus()
  keys.note("lctrl", false)
  keys.note("lshift", false)
end

-- Screens save their data when the window closes.
function love.quit() scenes.send "quit" end
