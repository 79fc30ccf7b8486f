-- Tests of ruins.lua: `carcassonne test tests/planted/ruins_spec.lua`.

local test = require "carcassonne.testkit"

test "a follower in an unfinished city costs 30 points at the end" {
  variants = { "ruins.lua" }, board = "low=BA-E", bag = "", points = { 30, 0 },
  pieces = { "1 follower low city:N" },
  expect = { decision = "none", points = { 30 + 1 - 30, 0 }, scored = { ruin = { -30, 0 } } },
}

test "a follower of a complete city has gone home and costs nothing" {
  variants = { "ruins.lua" }, board = "here\nlow=BA-E", bag = "BA-E", pieces = { "1 follower low city:N" },
  play = { "1: BA-E here r2" },
  expect = { decision = "none", points = { 4, 0 } },
}

test "followers on roads and fields cost nothing" {
  variants = { "ruins.lua" }, board = "west=BA-D", bag = "",
  pieces = { "1 follower west road:E.W", "2 follower west field:EL.WR" },
  expect = { points = { 1, 0 } },
}
