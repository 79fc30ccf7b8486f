-- Tests of generous-monks.lua: `carcassonne test examples/generous-monks_spec.lua`.

local test = require "carcassonne.testkit"

test "a complete monastery scores 12 points" {
  variants = { "generous-monks.lua" },
  board = [[
    BA-B  BA-B  BA-B
    BA-B *BA-B  BA-B
    BA-B  BA-B  last
  ]],
  pieces = { "1 follower 0,0 monastery" },
  play = { "1: BA-B last" },
  expect = { points = { 12, 0 }, pieces = {} },
}

test "an incomplete monastery still scores 1 point per tile" {
  variants = { "generous-monks.lua" },
  board = "BA-B *BA-B BA-B", bag = "",
  pieces = { "2 follower 0,0 monastery" },
  expect = { points = { 0, 3 } },
}
