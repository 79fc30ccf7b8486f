-- Tests of together.lua: `carcassonne test tests/planted/together_spec.lua`.

local test = require "carcassonne.testkit"

test "a player who helps gives the next player 4 points" {
  players = 3, variants = { "together.lua" }, board = "start=BA-D here",
  play = { "1: BA-U here, help 2" },
  expect = { points = { 0, 4, 0 }, turn = 2 },
}

test "players who reach the target together all win" {
  variants = { { "together.lua", target = 10 } }, board = "start=BA-B", bag = "", points = { 15, 5 },
  expect = { decision = "none", points = { 15, 15 }, variables = { won = 1 },
    check = function(state) assert(#state:winners() == 2) end },
}

test "players who miss the target all lose their points" {
  variants = { { "together.lua", target = 10 } }, board = "start=BA-B", bag = "", points = { 15, 4 },
  expect = { decision = "none", points = { 0, 0 }, variables = { won = 0 } },
}
