-- conf.lua: the example's own window, and a save folder of the test's own.

dofile "examples/love/conf.lua"
local conf = love.conf

function love.conf(t)
  conf(t)
  t.identity = "carcassonne-test"
  t.window.width = tonumber(os.getenv "LOVE_WIDTH") or t.window.width
  t.window.height = tonumber(os.getenv "LOVE_HEIGHT") or t.window.height
  t.window.msaa = tonumber(os.getenv "LOVE_MSAA") or 0 -- smooth edges cost a processor that draws too much
end
