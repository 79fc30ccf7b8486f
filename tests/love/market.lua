-- Tests options of a script that name tiles: they are drawn beside their lines, and chosen by a
-- click.

local carcassonne = require "carcassonne"
local hand = require "hand"
local scenes = require "app.scenes"
local Session = require "app.game.session"
local tiles = require "app.draw.tiles"

local function check(sentence, holds)
  if not holds then error("this does not hold: " .. sentence, 2) end
  print("  " .. sentence)
end

local state = carcassonne.game({ variants = { "examples/market.lua" } }):new_initial_state(4)
local value = 11
while state:phase() ~= "buy" do
  value = value * 16807 % 2147483647
  state:apply_index(value % state:num_actions() + 1)
end
local stall, player = state:reserve "stall", state:turn_player()
local drawn, draw = {}, tiles.draw
tiles.draw = function(game, id, ...)
  drawn[id] = true
  return draw(game, id, ...)
end
scenes.swap(require("app.screens.table").new(Session.new(state, { { name = "Anna" }, { name = "Ben" } })))
hand.wait_for("the lines", function() return hand.target "line 2" end)
hand.wait(30)
hand.shoot "market"
check("both tiles of the market are drawn", drawn[stall[1]] and drawn[stall[2]])
check("a line with a tile is as high as its picture", hand.target("line 1").h > 60)
local legend = require "app.screens.legend"
hand.press "F2"
hand.wait_for("the legend", function() return getmetatable(hand.scene()) == legend end)
hand.wait(4)
hand.shoot "legend"
check("F2 says what the signs mean", #hand.scene().items > 0)
hand.press "Escape"
hand.wait_for("the table", function() return getmetatable(hand.scene()) ~= legend end)
hand.click_on "line 2"
hand.wait_for("the tile",
  function() return hand.scene().session.state:reserve("bought", player)[1] == stall[2] end)
check("a click buys the second tile", true)
