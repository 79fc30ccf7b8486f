-- Prints messages about inputs that have several faults, for same_order_spec.lua.

local carcassonne = require "carcassonne"
local jcz = require "carcassonne.interop.jcz"
local testkit = require "carcassonne.testkit"

local function print_message(run, ...)
  local _, message = pcall(run, ...)
  print(message)
end

-- A row with several keys of a wrong type, and one with several keys that it cannot have.
print_message(carcassonne.variant, { name = "x", points = { { kind = "city", per = 1, add = "a", order = "b",
  halve = 2, zero = 3 } } })
print_message(carcassonne.variant, { name = "x", unscored = { { kind = "city", add = 1, per = "tiles",
  halve = "up", order = 3, number = 4, prefer = {} } } })
-- A list with several names.
local setup = [["setup": {"sets": %s, "elements": {}, "rules": {}, "start": []}]]
local game = [[{"gameId": "a", "name": "a", "players": %s, "replay": [], ]] .. setup .. "}"
print(select(2, jcz.read(game:format([[{"a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 6}]], "{}"))))
-- A test with several wrong places.
local failure = testkit.run { name = "it", file = "none", line = 1, given = { board = "BA-D",
  expect = { features = { ["a N"] = {}, ["b N"] = {}, ["c N"] = {}, ["d N"] = {}, ["e N"] = {} } } } }
print(table.concat(failure.problems, "\n"))
