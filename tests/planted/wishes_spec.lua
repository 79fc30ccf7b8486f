-- Tests of wishes.lua: `carcassonne test tests/planted/wishes_spec.lua`.

local test = require "carcassonne.testkit"

test "a granted wish brings 4 points, and 2 to the player who grants it" {
  players = 3, variants = { "wishes.lua" }, board = "start=BA-D here",
  play = { "1: BA-U here, wish", { player = 2, phase = "grant", options = { "grant 1" }, legal = { "pass" } },
    "2: grant 1" },
  expect = { points = { 4, 2, 0 }, variables = { wishes = { 5, 6, 6 }, grudges = { 0, 0, 0 } }, turn = 2 },
}

test "a refused wish costs 12 points at the end" {
  variants = { "wishes.lua" }, board = "start=BA-D here", bag = "BA-U", points = { 10, 15 },
  play = { "1: BA-U here, wish", "2: pass" },
  expect = { decision = "none", points = { 10, 3 }, scored = { grudge = { 0, -12 } } },
}

test "a player without wishes left cannot wish" {
  variants = { "wishes.lua" }, board = "start=BA-D here", variables = { wishes = { 0, 6 } },
  play = { "1: BA-U here ..." },
  expect = { options = {} },
}
