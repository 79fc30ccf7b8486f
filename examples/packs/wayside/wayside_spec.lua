-- Tests of the pack: `carcassonne test examples/packs/wayside/wayside_spec.lua`.

local test = require "carcassonne.testkit"

local ROAD = "start=BA-A r3 BA-U BA-U BA-U BA-U last"

test "a road of six tiles has two milestones" {
  variants = { "milestones.lua" }, board = ROAD, pieces = { "1 follower start road:E" },
  play = { "1: BA-A last r1" },
  expect = { points = { 8, 0 } },
}

test "a player who completes another player's road takes a toll" {
  variants = { "tolls.lua" }, board = ROAD, pieces = { "2 follower start road:E" },
  play = { "1: BA-A last r1" },
  expect = { points = { 1, 5 } },
}
