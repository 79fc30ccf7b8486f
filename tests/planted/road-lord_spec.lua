-- Tests of road-lord.lua: `carcassonne test tests/planted/road-lord_spec.lua`.

local test = require "carcassonne.testkit"

test "the player with the most followers on roads gets 60 points" {
  variants = { "road-lord.lua" }, board = "west=BA-U east=BA-U", bag = "",
  pieces = { "1 follower west road:E.W", "1 follower east road:E.W", "2 follower west road:E.W" },
  expect = { decision = "none", scored = { ["road lord"] = { 60, 0 } } },
}

test "players who tie share the points" {
  variants = { "road-lord.lua" }, board = "west=BA-U", bag = "",
  pieces = { "1 follower west road:E.W", "2 follower west road:E.W" },
  expect = { scored = { ["road lord"] = { 30, 30 } } },
}

test "nobody gets points if no follower is on a road" {
  variants = { "road-lord.lua" }, board = "west=BA-U", bag = "",
  pieces = { "1 follower west field:NL.NR.EL.WR" },
  expect = { points = { 0, 0 } },
}
