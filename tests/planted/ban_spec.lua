-- Tests of ban.lua: `carcassonne test tests/planted/ban_spec.lua`.

local test = require "carcassonne.testkit"

test "a player who scores a city is banned" {
  variants = { "ban.lua" }, board = "here\nlow=BA-E", pieces = { "1 follower low city:N" },
  play = { "1: BA-E here r2" },
  expect = { points = { 4, 0 }, variables = { banned = { 1, 0 } } },
}

test "a banned player deploys nothing" {
  variants = { "ban.lua" }, board = "start=BA-D here", variables = { banned = { 1, 0 } }, points = { 5, 0 },
  play = { { phase = "pay" }, "1: pass", "1: BA-U here ..." },
  expect = { turn = 2, pieces = {}, points = { 5, 0 } },
}

test "3 points lift the ban" {
  variants = { "ban.lua" }, board = "start=BA-D here", variables = { banned = { 1, 0 } }, points = { 5, 0 },
  play = { "1: pay", "1: BA-U here, follower road:E.W" },
  expect = { points = { 2, 0 }, variables = { banned = { 0, 0 } }, pieces = { "1 follower here road:E.W" } },
}
