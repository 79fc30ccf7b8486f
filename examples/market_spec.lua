-- Tests of market.lua: `carcassonne test examples/market_spec.lua`.

local test = require "carcassonne.testkit"

test "a tile is bought for 2 points" {
  variants = { "market.lua" }, board = "start=BA-D here", points = { 5, 0 },
  reserves = { stall = { "BA-U", "BA-B" } },
  play = { "1: BA-D here, pass", "1: buy tile:BA-B" },
  expect = { points = { 3, 0 }, reserves = { bought = { { "BA-B" }, {} } } },
}

test "a player with fewer than 2 points cannot buy a tile" {
  variants = { "market.lua" }, board = "start=BA-D here", points = { 1, 0 },
  reserves = { stall = { "BA-U", "BA-B" } },
  play = { "1: BA-D here, pass" },
  expect = { turn = 2, reserves = { stall = { "BA-U", "BA-B" } } },
}

test "a player who still holds a bought tile cannot buy another" {
  variants = { "market.lua" }, board = "start=BA-D here", points = { 5, 0 },
  reserves = { stall = { "BA-U", "BA-B" }, bought = { { "BA-V" }, {} } }, hand = "BA-D",
  play = { "1: BA-D here, pass" },
  expect = { turn = 2, reserves = { bought = { { "BA-V" }, {} } } },
}
