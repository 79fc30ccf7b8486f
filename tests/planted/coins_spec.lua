-- Tests of coins.lua: `carcassonne test tests/planted/coins_spec.lua`.

local test = require "carcassonne.testkit"

test "a coin is taken instead of deploying" {
  variants = { "coins.lua" }, board = "start=BA-D here",
  play = { "1: BA-U here ...", { legal = { "take-coin", "follower road:E.W", "pass" } }, "1: take-coin" },
  expect = { variables = { coins = { 1, 0 } }, pieces = {}, turn = 2 },
}

test "at the start of a turn each coin buys 3 points" {
  variants = { "coins.lua" }, board = "start=BA-D here", variables = { coins = { 2, 0 } },
  play = { { phase = "buy", player = 1 }, "1: buy #3", { phase = "buy" }, "1: buy #3" },
  expect = { points = { 6, 0 }, variables = { coins = { 0, 0 } }, decision = "draw" },
}

test "a player may keep a coin, and the other player has none to spend" {
  variants = { "coins.lua" }, board = "start=BA-D here", variables = { coins = { 1, 0 } },
  play = { "1: pass", "1: BA-U here" },
  expect = { points = { 0, 0 }, variables = { coins = { 1, 0 } }, turn = 2, decision = "draw" },
}
