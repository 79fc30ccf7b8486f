-- Tests of enclosed-fields.lua: `carcassonne test examples/enclosed-fields_spec.lua`.

local test = require "carcassonne.testkit"

-- North of the road in the west lies a field, which a city at the road's other end will enclose. It
-- borders a complete city.
local BOARD = [[
  BA-E r2     .
  *west=TB-A  last
]]
local FARMER = { "1 follower west field:EL" }

test "a field that is enclosed scores 3 for its complete city at once, and its farmer goes home" {
  variants = { "enclosed-fields.lua" }, board = BOARD, pieces = FARMER,
  play = { "2: BA-S last r1" }, turn = 2,
  expect = { points = { 3, 0 }, scored = { enclosed = { 3, 0 } }, pieces = {} },
}

test "a field that is open still waits for the end" {
  variants = { "enclosed-fields.lua" }, board = BOARD, pieces = FARMER,
  play = { "1: BA-U last" },
  expect = { points = { 0, 0 }, pieces = FARMER },
}

test "a city that is not complete brings nothing, and the farmer goes home all the same" {
  variants = { "enclosed-fields.lua" }, board = "west=TB-A last", pieces = FARMER,
  play = { "1: BA-S last r1" },
  expect = { points = { 0, 0 }, pieces = {} },
}

test "who has the most farmers gets the points, or all who tie" {
  variants = { "enclosed-fields.lua" }, board = BOARD, players = 3,
  pieces = { "1 follower west field:EL", "2 follower west field:EL" },
  play = { "1: BA-S last r1" },
  expect = { points = { 3, 3, 0 }, pieces = {} },
}

test "a farmer on the tile that encloses it scores, too" {
  variants = { "enclosed-fields.lua" }, board = BOARD,
  play = { "1: BA-S last r1, follower field:WR" },
  expect = { points = { 3, 0 }, pieces = {} },
}

test "a pig brings 1 more for the city, and goes home with its farmer" {
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

test "how much a city brings is an option" {
  variants = { { "enclosed-fields.lua", each = 4 } }, board = BOARD, pieces = FARMER,
  play = { "1: BA-S last r1" },
  expect = { points = { 4, 0 } },
}
