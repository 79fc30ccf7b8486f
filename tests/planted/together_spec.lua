-- Tests of together.lua: `carcassonne test tests/planted/together_spec.lua`.

local test = require "carcassonne.testkit"

test "a player who helps gives the next player, and so all together, 4 points" {
  players = 3, variants = { "together.lua" }, board = "start=BA-D here",
  play = { "1: BA-U here, help 2" },
  expect = { points = { 4, 4, 4 }, turn = 2,
    check = function(state) assert(state:own_score(2) == 4) end },
}

test "players who reach the target together all win" {
  variants = { "together.lua" }, board = "start=BA-B", bag = "", points = { 195, 165 },
  expect = { decision = "none", points = { 360, 360 },
    check = function(state) assert(#state:winners() == 2) end },
}

test "players who miss the target all lose" {
  variants = { "together.lua" }, board = "start=BA-B", bag = "", points = { 195, 164 },
  expect = { decision = "none", points = { 359, 359 },
    check = function(state) assert(#state:winners() == 0) end },
}
