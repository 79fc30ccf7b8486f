-- Tests of race.lua: `carcassonne test tests/planted/race_spec.lua`.

local test = require "carcassonne.testkit"

local MONASTERY = [[
  BA-B  BA-B  BA-B
  BA-B *BA-B  BA-B
  BA-B  BA-B  last
]]

test "the first player with 50 points wins, and the game ends" {
  variants = { "race.lua" }, board = MONASTERY, pieces = { "1 follower 0,0 monastery" }, points = { 41, 30 },
  counts = { ["BA-B"] = 9 }, play = { "1: BA-B last" },
  expect = { decision = "none", points = { 50, 30 },
    check = function(state) assert(#state:winners() == 1 and state:winners()[1] == 1) end },
}

test "a player who would overtake the winner in a final scoring does not win" {
  variants = { "race.lua" }, board = MONASTERY, points = { 41, 48 }, counts = { ["BA-B"] = 9 },
  pieces = { "1 follower 0,0 monastery", "2 follower 1,0 monastery" }, play = { "1: BA-B last" },
  expect = { decision = "none", points = { 50, 48 },
    check = function(state) assert(#state:winners() == 1 and state:winners()[1] == 1) end },
}

test "with 49 points the game goes on" {
  variants = { "race.lua" }, board = MONASTERY, pieces = { "1 follower 0,0 monastery" }, points = { 40, 30 },
  counts = { ["BA-B"] = 9 }, play = { "1: BA-B last" },
  expect = { turn = 2, points = { 49, 30 } },
}
