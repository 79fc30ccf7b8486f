-- Tests of roads-between-cities.lua: `carcassonne test examples/roads-between-cities_spec.lua`.

local test = require "carcassonne.testkit"

test "a road from city to city scores 2 per tile" {
  variants = { "roads-between-cities.lua" }, board = "TB-A middle=BA-U last",
    pieces = { "1 follower middle road:E.W" },
  play = { "1: TB-A last r2" },
  expect = { points = { 6, 0 }, scored = { road = { 6, 0 } }, pieces = {} },
}

test "a road that has the same city at both ends scores 2 per tile, too" {
  variants = { "roads-between-cities.lua" },
  board = [[
    BA-V r3  north=BA-U  BA-V
    *TB-R    BA-E r3     BA-U r1
    BA-V r2  BA-U        last
  ]],
  pieces = { "2 follower north road:E.W" },
  play = { "1: BA-V last r1" },
  expect = { points = { 0, 16 } },
}

test "a road from a city to a crossing scores 1 per tile" {
  variants = { "roads-between-cities.lua" }, board = "TB-A middle=BA-U last",
    pieces = { "1 follower middle road:E.W" },
  play = { "1: BA-L last" },
  expect = { points = { 3, 0 } },
}

test "a road from a city to a monastery scores 1 per tile" {
  variants = { "roads-between-cities.lua" }, board = "west=TB-A last", pieces = { "1 follower west road:E" },
  play = { "1: BA-A last r1" },
  expect = { points = { 2, 0 } },
}

test "a circular road has no ends, and scores 1 per tile" {
  variants = { "roads-between-cities.lua" },
  board = [[
    west=BA-V r3  BA-V
    BA-V r2       last
  ]],
  pieces = { "1 follower west road:E.S" },
  play = { "1: BA-V last r1" },
  expect = { points = { 4, 0 } },
}

test "an incomplete road scores 1 per tile at the end of the game" {
  variants = { "roads-between-cities.lua" }, board = "west=TB-A BA-U", pieces = { "1 follower west road:E" },
    bag = "",
  expect = { points = { 2, 0 } },
}
