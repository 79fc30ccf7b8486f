-- Tests of market.lua: `carcassonne test tests/planted/market_spec.lua`.

local test = require "carcassonne.testkit"

local BOARD = "start=BA-D here there far"
local STALL = { stall = { "BA-U", "BA-B", "BA-V" } }

test "a tile is bought for 1 point" {
  variants = { "market.lua" }, board = BOARD, points = { 5, 0 }, reserves = STALL,
  play = { "1: BA-U here", { phase = "buy", player = 1 }, "1: buy tile:BA-B" },
  expect = { points = { 4, 0 }, turn = 2,
    reserves = { stall = { "BA-U", "BA-V" }, bought = { { "BA-B" }, {} } } },
}

test "the buyer places the tile in the next turn, and then a drawn tile" {
  variants = { "market.lua" }, board = BOARD, points = { 5, 0 }, reserves = STALL,
  play = { "1: BA-U here", "1: buy tile:BA-U", "2: BA-U there", "draw BA-E", "1: BA-U far",
    "1: take", "1: BA-V 1,1" },
  expect = { turn = 1, phase = "buy", points = { 4, 0 } },
}

test "a player without points cannot buy" {
  variants = { "market.lua" }, board = BOARD, points = { 0, 5 }, reserves = STALL,
  play = { "1: BA-U here" },
  expect = { turn = 2, phase = "none" },
}
