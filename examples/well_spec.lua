-- Tests of well.lua: `carcassonne test examples/well_spec.lua`.

local test = require "carcassonne.testkit"

test "the next player is asked, and granting the wish gives points to both players" {
  players = 3, variants = { "well.lua" }, board = "start=BA-D here",
  play = {
    "1: WE-A here, throw",
    { player = 2, phase = "grant", options = { "grant 1" }, variables = { coins = { 2, 3, 3 } } },
    "2: grant 1",
  },
  expect = { points = { 3, 2, 0 }, scored = { wish = { 3, 0, 0 }, thanks = { 0, 2, 0 } },
    variables = { coins = { 2, 3, 3 } }, turn = 2 },
}

test "a player who refuses a wish gets the coin" {
  players = 3, variants = { "well.lua" }, board = "start=BA-D here",
  play = { "1: WE-A here, throw", "2: pass" },
  expect = { points = { 0, 0, 0 }, variables = { coins = { 2, 4, 3 } } },
}

test "a coin is thrown instead of deploying" {
  variants = { "well.lua" }, board = "start=BA-D here",
  play = { "1: WE-A here ...", { legal = { "throw", "follower road:E.W", "pass" } }, "1: throw" },
  expect = { not_legal = { "follower road:E.W" }, pieces = {} },
}

test "a player without coins cannot wish" {
  variants = { "well.lua" }, board = "start=BA-D here", variables = { coins = { 0, 3 } },
  play = { "1: WE-A here ..." },
  expect = { options = {} },
}

test "a coin cannot be thrown on a tile without a well" {
  variants = { "well.lua" }, board = "start=BA-D here",
  play = { "1: BA-U here ..." },
  expect = { options = {} },
}

test "the points of both players are options" {
  variants = { { "well.lua", wish = 5, thanks = 1 } }, board = "start=BA-D here",
  play = { "1: WE-A here, throw", "2: grant 1" },
  expect = { points = { 5, 1 } },
}
