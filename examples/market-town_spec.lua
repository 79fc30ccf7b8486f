-- Tests of market-town.lua: `carcassonne test examples/market-town_spec.lua`.

local test = require "carcassonne.testkit"

test "a follower in the market moves to a city that another player completes, and ties for it" {
  variants = { "market-town.lua" },
  play = {
    "1: BA-E 0,-1, to-market",
    "2: BA-E 0,-2 r2, follower city:S",
    { player = 1, phase = "from-market", options = { "from-market city:S @0,-2" }, legal = { "pass" },
      pieces = { "1 follower 0,0 spot", "2 follower 0,-2 city:S" } },
    "1: from-market city:S @0,-2",
  },
  expect = { scored = { city = { 4, 4 } }, pieces = {} },
}

test "a follower that passes stays in the market" {
  variants = { "market-town.lua" },
  play = { "1: BA-E 0,-1, to-market", "2: BA-E 0,-2 r2, follower city:S", "1: pass" },
  expect = { scored = { city = { 0, 4 } }, pieces = { "1 follower 0,0 spot" } },
}

test "no follower moves from the market to an incomplete feature" {
  variants = { "market-town.lua" },
  play = { "1: BA-E 0,-1, to-market", "2: BA-U 0,2 r1" },
  expect = { options = {}, pieces = { "1 follower 0,0 spot" } },
}

test "if the river's spring is in the way, the whole town moves, with its market" {
  variants = { "river", "market-town.lua" },
  play = { "1: RI-G 1,0, to-market" },
  expect = { pieces = { "1 follower 0,1 spot" } },
}
