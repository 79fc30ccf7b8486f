-- Tests of crowns.lua: `carcassonne test tests/planted/crowns_spec.lua`.

local test = require "carcassonne.testkit"

local BOARD = [[
  here     .
  low=BA-E BA-E r1
  there    .
]]

test "a complete city with a crown scores double, and the crown is used up" {
  variants = { "crowns.lua" }, board = BOARD, pieces = { "1 follower low city:N" },
  play = { "1: BA-B there, crown city:N @low", "2: BA-E here r2" },
  expect = { points = { 2 * 4, 0 }, variables = { crowns = { 4, 5 } } },
}

test "a city without a crown scores as usual" {
  variants = { "crowns.lua" }, board = BOARD, pieces = { "1 follower low city:N" },
  play = { "1: BA-E here r2" },
  expect = { points = { 4, 0 } },
}

test "a city that is unfinished at the end does not score double" {
  variants = { "crowns.lua" }, board = BOARD, pieces = { "1 follower low city:N" }, bag = "BA-B",
  play = { "1: BA-B there, crown city:N @low" },
  expect = { decision = "none", points = { 1, 0 } },
}

test "a city can have one crown" {
  variants = { "crowns.lua" }, board = BOARD, pieces = { "1 follower low city:N" },
  play = { "1: BA-B there, crown city:N @low", "2: BA-B 1,1 ..." },
  expect = { options = { "crown city:E @1,0" } },
}
