-- Tests of builders-build.lua: `carcassonne test examples/builders-build_spec.lua`.

local test = require "carcassonne.testkit"

-- A road that the third tile completes. Player 2 has the builder, but only one thief against two.
local CONTESTED = {
  board = "west=BA-A r3 middle=BA-U last",
  pieces = { "1 follower west road:E", "1 follower middle road:E.W", "2 follower west road:E",
    "2 builder middle road:E.W" },
}

test "a builder scores 1 point for each tile of a completed road" {
  variants = { "builders-build.lua" }, board = "west=BA-A r3 last",
    pieces = { "1 follower west road:E", "1 builder west road:E" },
  play = { "1: BA-A last r1" },
  expect = { points = { 4, 0 } },
}

test "a pennant is not a tile: a city of three tiles and a pennant scores 8, the builder 3" {
  variants = { "builders-build.lua" }, board = "BA-E r1 middle=BA-F last",
  pieces = { "1 follower middle city:E.W", "1 builder middle city:E.W" },
  play = { "1: BA-E last r3" },
  expect = { points = { 8 + 3, 0 } },
}

test "a builder also scores for a player who has no majority in the feature" {
  variants = { "builders-build.lua" }, board = CONTESTED.board, pieces = CONTESTED.pieces,
  play = { "1: BA-A last r1" },
  expect = { points = { 3, 3 } },
}

test "with losers = false, only players with a majority score" {
  variants = { { "builders-build.lua", losers = false } }, board = CONTESTED.board, pieces = CONTESTED.pieces,
  play = { "1: BA-A last r1" },
  expect = { points = { 3, 0 } },
}

test "a feature that is incomplete at the end scores no extra points" {
  variants = { "builders-build.lua" }, bag = "TB-Q",
  board = [[
    west=BA-A r3  BA-U
    last          .
  ]],
  pieces = { "1 follower west road:E", "1 builder west road:E" },
  play = { "1: TB-Q last" },
  expect = { decision = "none", points = { 2, 0 } },
}
