-- Tests of enclosed-fields.lua: `carcassonne test examples/enclosed-fields_spec.lua`.

local test = require "carcassonne.testkit"

-- The field north of the western road borders a complete city. A city at the other end of the road
-- will enclose the field.
local BOARD = [[
  BA-E r2     .
  *west=TB-A  last
]]
local FARMER = { "1 follower west field:EL" }

test "an enclosed field scores 3 for its complete city immediately, and its farmer returns home" {
  variants = { "enclosed-fields.lua" }, board = BOARD, pieces = FARMER,
  play = { "2: BA-S last r1" }, turn = 2,
  expect = { points = { 3, 0 }, scored = { enclosed = { 3, 0 } }, pieces = {} },
}

test "a field with open edges scores at the end of the game" {
  variants = { "enclosed-fields.lua" }, board = BOARD, pieces = FARMER,
  play = { "1: BA-U last" },
  expect = { points = { 0, 0 }, pieces = FARMER },
}

test "an incomplete city scores nothing, but the farmer still returns home" {
  variants = { "enclosed-fields.lua" }, board = "west=TB-A last", pieces = FARMER,
  play = { "1: BA-S last r1" },
  expect = { points = { 0, 0 }, pieces = {} },
}

test "the player with the most farmers scores, and all players in a tie do" {
  variants = { "enclosed-fields.lua" }, board = BOARD, players = 3,
  pieces = { "1 follower west field:EL", "2 follower west field:EL" },
  play = { "1: BA-S last r1" },
  expect = { points = { 3, 3, 0 }, pieces = {} },
}

test "a farmer on the tile that encloses the field also scores" {
  variants = { "enclosed-fields.lua" }, board = BOARD,
  play = { "1: BA-S last r1, follower field:WR" },
  expect = { points = { 3, 0 }, pieces = {} },
}

test "a pig scores 1 extra point for the city, and returns home with its farmer" {
  variants = { "enclosed-fields.lua" }, board = BOARD,
    pieces = { "1 follower west field:EL", "1 pig west field:EL" },
  play = { "1: BA-S last r1" },
  expect = { points = { 4, 0 }, pieces = {} },
}

test "at the end of the game the field does not score again" {
  variants = { "enclosed-fields.lua" }, board = BOARD, pieces = FARMER, bag = "BA-S",
  play = { "1: BA-S last r1" },
  expect = { decision = "none", points = { 3, 0 }, scored = { field = { 0, 0 } } },
}

test "the points for each city are an option" {
  variants = { { "enclosed-fields.lua", each = 4 } }, board = BOARD, pieces = FARMER,
  play = { "1: BA-S last r1" },
  expect = { points = { 4, 0 } },
}
