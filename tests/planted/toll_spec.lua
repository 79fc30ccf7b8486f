-- Tests of toll.lua: `carcassonne test tests/planted/toll_spec.lua`.

local test = require "carcassonne.testkit"

test "the other players pay 1 point to the holder of the gate for each road" {
  players = 3, variants = { "toll.lua" }, board = "start=BA-D here there far", points = { 10, 10, 10 },
  play = { "1: BA-U here, take-gate", { points = { 8, 10, 10 } }, "2: BA-U there", "3: BA-U far" },
  expect = { points = { 10, 9, 9 }, scored = { gate = { -2, 0, 0 }, toll = { 2, -1, -1 } } },
}

test "a tile without a road is free" {
  variants = { "toll.lua" }, board = "start=BA-B here there", points = { 10, 10 },
  play = { "1: BA-B here, take-gate", "2: BA-B there" },
  expect = { points = { 8, 10 } },
}

test "another player may take the gate, and the holder cannot take it again" {
  variants = { "toll.lua" }, board = "start=BA-D here there far", points = { 10, 10 },
  play = { "1: BA-U here, take-gate", "2: BA-U there, take-gate", { points = { 9, 7 } }, "1: BA-U far ..." },
  expect = { points = { 8, 8 }, options = { "take-gate" } },
}
