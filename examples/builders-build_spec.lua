-- Tests of builders-build.lua: `carcassonne test examples/builders-build_spec.lua`.

local test = require "carcassonne.testkit"

-- A road of three tiles that the last one completes; player 2 has the builder, and one thief
-- against two.
local CONTESTED = {
  board = "west=BA-A r3 middle=BA-U last",
  pieces = { "1 follower west road:E", "1 follower middle road:E.W", "2 follower west road:E",
    "2 builder middle road:E.W" },
}

test "a builder brings 1 point for each tile of a road that is completed" {
  variants = { "builders-build.lua" }, board = "west=BA-A r3 last",
    pieces = { "1 follower west road:E", "1 builder west road:E" },
  play = { "1: BA-A last r1" },
  expect = { points = { 4, 0 } },
}

test "in a city a pennant is not a tile: three tiles and a pennant score 8, and the builder 3" {
  variants = { "builders-build.lua" }, board = "BA-E r1 middle=BA-F last",
  pieces = { "1 follower middle city:E.W", "1 builder middle city:E.W" },
  play = { "1: BA-E last r3" },
  expect = { points = { 8 + 3, 0 } },
}

test "it does so for who has no majority there, too" {
  variants = { "builders-build.lua" }, board = CONTESTED.board, pieces = CONTESTED.pieces,
  play = { "1: BA-A last r1" },
  expect = { points = { 3, 3 } },
}

test "with losers = false it does not" {
  variants = { { "builders-build.lua", losers = false } }, board = CONTESTED.board, pieces = CONTESTED.pieces,
  play = { "1: BA-A last r1" },
  expect = { points = { 3, 0 } },
}

test "what is not complete at the end brings nothing more" {
  variants = { "builders-build.lua" }, bag = "TB-Q",
  board = [[
    west=BA-A r3  BA-U
    last          .
  ]],
  pieces = { "1 follower west road:E", "1 builder west road:E" },
  play = { "1: TB-Q last" },
  expect = { decision = "none", points = { 2, 0 } },
}
