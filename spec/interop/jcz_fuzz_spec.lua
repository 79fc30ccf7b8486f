-- Saved games of JCloisterZone with random changes of their values: each file gives a game, or a
-- message about the error. The fuzz target `log` changes the text of such files instead.

local compat = require "carcassonne.base.compat"
local jcz = require "carcassonne.interop.jcz"
local json = require "dkjson"
local cli = require "spec.support.cli"
local input_messages = require "spec.support.input_messages"
local mutations = require "spec.support.mutations"
local scaled = require "spec.support.scale"
local scenario_check = require "spec.support.interop.scenario_check"

local NAMES = { "abbey", "barn", "bridge", "city-and-road", "double-turn", "dragon", "festival",
  "gardens", "goods",
  "inn", "king", "siege", "tower", "tunnel", "unfinished", "wagon" }
local EACH = scaled(24, 8) -- number of files made of one fixture
local STEPS = 3000000 -- instructions of Lua for one file

local fixtures = {}
for i, name in ipairs(NAMES) do
  fixtures[i] = assert(json.decode(cli.read("spec/fixtures/jcz/" .. name .. ".jcz")))
end

-- A random generator for this spec: it gives the same numbers in every run.
local random = require("spec.support.properties").chooser(20)
local function any(list) return list[random(#list)] end

local STRANGE = {
  0, -1, 1, 2, 7, 1.5, 1e300, -1e300, 1000000000000, 1000000, compat.math.maxinteger, compat.math.mininteger,
    255, "", "x", "1", "I",
  "NESW", "_", "0.small.1", "0.small", "99999999999999999999.small.1", "\0", "%s%d%n", ("N"):rep(5000), true,
    false, "R90",
  "COMMIT", "PASS", "PLACE_TILE", "AM/A", "City", "Field", "Tower", "TOWER_PIECE", "TUNNEL_A", "BRIDGE",
}

local CHANGES = {
  mutations.remove, mutations.double,
  function(holder, key) holder[key] = any(STRANGE) end,
  function(holder, key)
    holder[key] = any { {}, { {} }, { 1, 2 }, { position = { 0, 0 } }, { "x" }, { x = 1 } }
  end,
  function(holder, key) -- copies a value from elsewhere in the same table
    local others = {}
    for other in pairs(holder) do others[#others + 1] = tostring(other) end
    table.sort(others)
    local other = any(others)
    holder[key] = mutations.copy(holder[other] == nil and holder[compat.math.tointeger(tonumber(other))]
      or holder[other])
  end,
  function(holder, key)
    if type(key) == "string" then holder[any { "x", "basic:1", "abbey", "endTurn" }] = holder[key] end
  end,
}

-- Returns a random place; every likeness has the same probability.
local function any_place(saved)
  local places, names = mutations.places(saved)
  return any(places[any(names)])
end

-- Returns the result of a file: whether it is played, and all texts about it. Raises an error if
-- playing the file takes too long.
local function outcome_of(text)
  debug.sethook(function() error("more than " .. STEPS .. " steps", 0) end, "", STEPS)
  local fine, saved, problem = pcall(jcz.read, text)
  local result, notes
  if fine and saved then fine, result, notes = pcall(scenario_check.check, saved) end
  debug.sethook()
  if not fine then return nil, tostring(saved == nil and "?" or result or saved) end
  return true, saved and table.concat(notes, "; ") or problem
end

local function expect_named(text)
  local fine, words = outcome_of(text)
  if fine and words ~= "" then fine, words = pcall(input_messages.check, words, text) end
  if not fine then error(("%s\n%s"):format(words, text:sub(1, 4000)), 0) end
end

describe("A saved game of JCloisterZone that is damaged", function()
  it("in its values gives a game, or a message, within a bounded time #full", function()
    for _, fixture in ipairs(fixtures) do
      for _ = 1, EACH do
        local one = fixture
        for _ = 1, random(3) do one = mutations.at(one, any_place(one), any(CHANGES)) or one end
        expect_named(json.encode(one))
      end
    end
  end)
end)
