-- conf.lua: window settings, and the name of the save folder.

function love.conf(t)
  t.identity = "carcassonne"
  t.version = "11.4"
  t.window.title = "Carcassonne with Traders & Builders"
  t.window.width, t.window.height = 1280, 800
  t.window.minwidth, t.window.minheight = 800, 520
  t.window.resizable = true
  t.window.highdpi = true
  t.window.msaa = 4
  t.modules.audio, t.modules.sound = false, false
  t.modules.joystick, t.modules.physics, t.modules.video = false, false, false
end
