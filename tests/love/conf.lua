-- conf.lua: the window settings of the example, and a save folder for the test.

dofile "examples/love/conf.lua"
local conf = love.conf

function love.conf(t)
  conf(t)
  t.identity = "carcassonne-test"
  t.window.width = tonumber(os.getenv "LOVE_WIDTH") or t.window.width
  t.window.height = tonumber(os.getenv "LOVE_HEIGHT") or t.window.height
  t.window.msaa = tonumber(os.getenv "LOVE_MSAA") or 0 -- smooth edges are slow if a processor draws them
end
