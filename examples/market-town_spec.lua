-- Tests of market-town.lua: `carcassonne test examples/market-town_spec.lua`.

local test = require "carcassonne.testkit"

test "who waits in the market comes to a city that another player completes, and scores as much" {
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

test "who stays in the market goes on waiting there" {
  variants = { "market-town.lua" },
  play = { "1: BA-E 0,-1, to-market", "2: BA-E 0,-2 r2, follower city:S", "1: pass" },
  expect = { scored = { city = { 0, 4 } }, pieces = { "1 follower 0,0 spot" } },
}

test "nobody goes from the market to what is not complete" {
  variants = { "market-town.lua" },
  play = { "1: BA-E 0,-1, to-market", "2: BA-U 0,2 r1" },
  expect = { options = {}, pieces = { "1 follower 0,0 spot" } },
}

test "beside a river's spring the whole town is moved, and its market with it" {
  variants = { "river", "market-town.lua" },
  play = { "1: RI-G 1,0, to-market" },
  expect = { pieces = { "1 follower 0,1 spot" } },
}
