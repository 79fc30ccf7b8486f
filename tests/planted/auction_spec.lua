-- Tests of auction.lua: `carcassonne test tests/planted/auction_spec.lua`.

local test = require "carcassonne.testkit"

local BOARD = "start=BA-D here there far"

test "the highest bid pays for the tile, and its bidder gets it" {
  variants = { "auction.lua" }, board = BOARD, turn_number = 2, points = { 10, 10 },
  play = { "1: BA-U here", "draw BA-B", { phase = "bid", player = 1, reserves = { lot = { "BA-B" } } },
    "1: bid tile:BA-B #1",
    { player = 2, legal = { "bid tile:BA-B #2", "pass" }, not_legal = { "bid tile:BA-B #1" } },
    "2: bid tile:BA-B #2" },
  expect = { points = { 10, 8 }, turn = 2, hand = "BA-B", reserves = { lot = {} } },
}

test "the bidder places the tile, and then a drawn tile" {
  variants = { "auction.lua" }, board = BOARD, turn_number = 2, points = { 10, 10 },
  play = { "1: BA-U here", "draw BA-U", "1: pass", "2: bid tile:BA-U #1", "2: BA-U there", "2: take",
    "2: BA-V far" },
  expect = { turn = 1, points = { 10, 9 } },
}

test "a tile without a bid returns to the bag" {
  variants = { "auction.lua" }, board = BOARD, turn_number = 2,
  play = { "1: BA-U here", "draw BA-B", "1: pass", "2: pass" },
  expect = { turn = 2, points = { 0, 0 }, reserves = { lot = {}, won = { {}, {} } } },
}

test "no tile is auctioned after an odd turn" {
  variants = { "auction.lua" }, board = BOARD, turn_number = 3,
  play = { "1: BA-U here" },
  expect = { turn = 2, phase = "none" },
}
