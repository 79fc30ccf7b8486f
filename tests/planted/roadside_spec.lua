-- Tests of roadside.lua: `carcassonne test tests/planted/roadside_spec.lua`.

local test = require "carcassonne.testkit"

test "a follower on a road brings 20 points at the end" {
  variants = { "roadside.lua" }, board = "west=BA-U BA-U", bag = "", pieces = { "1 follower west road:E.W" },
  expect = { decision = "none", points = { 2 + 20, 0 }, scored = { roadside = { 20, 0 } } },
}

test "each follower counts, and a farmer brings nothing" {
  variants = { "roadside.lua" }, board = "west=BA-U east=BA-U", bag = "",
  pieces = { "1 follower west road:E.W", "2 follower west road:E.W", "2 follower east road:E.W",
    "1 follower west field:NL.NR.EL.WR" },
  expect = { scored = { roadside = { 20, 40 } } },
}

test "a follower of a complete road has gone home and brings nothing" {
  variants = { "roadside.lua" }, board = "west=BA-A r3 last", bag = "BA-A",
  pieces = { "1 follower west road:E" },
  play = { "1: BA-A last r1" },
  expect = { decision = "none", points = { 2, 0 } },
}
