-- Scripts two by two: each of those that are shipped, and of the examples, with each other, in random games to the end that hold
-- what holds in every game (spec/support/properties.lua). Two that do not go together say so, with the reason.
-- CARC_TEST_SCALE=small plays a game of each of a few pairs.

local carcassonne = require "carcassonne"
local compat = require "carcassonne.compat"
local properties = require "spec.support.properties"
local scaled = require "spec.support.scale"

local GAMES, EVERY = scaled(5, 1), scaled(1, 7)

local function all_scripts()
  local list = {}
  for _, names in ipairs { carcassonne.expansions(), carcassonne.shipped_variants() } do
    for _, name in ipairs(names) do list[#list + 1] = carcassonne.variant(name) end
  end
  for _, name in ipairs { "generous-monks", "gold", "swap-goods", "well", "hole-turn", "no-early-farmers", "catch-up", "partners",
    "messengers", "market", "market-town", "retrieve", "hand-of-three", "draw-two", "back-into-the-bag",
    "roads-between-cities", "builders-build", "enclosed-fields", "treasure" } do
    list[#list + 1] = carcassonne.variant("examples/" .. name .. ".lua")
  end
  return list
end

local function all_pairs(scripts)
  local list = {}
  for i, one in ipairs(scripts) do
    for k = i + 1, #scripts do list[#list + 1] = { one, scripts[k] } end
  end
  return list
end

-- Why one of the two says that it does not go with the other.
local function conflict(pair)
  for i, script in ipairs(pair) do
    local reason = (script.source.conflicts or {})[pair[3 - i].name]
    if reason then return reason end
  end
end

local function try(pair, number, players)
  local given = { variants = pair, players = players, edition = carcassonne.editions[number % #carcassonne.editions + 1] }
  local game = carcassonne.game(given)
  for n = players, GAMES, 5 do
    local seed = number * 100 + n
    local fine, message = compat.basic.xpcall(properties.try, debug.traceback, game, seed, given, true)
    assert.is_true(fine, ("%d players, edition %s, seed %d: %s"):format(players, given.edition, seed, tostring(message)))
  end
end

local SCRIPTS = all_scripts()
local PAIRS = all_pairs(SCRIPTS)

describe("Two scripts together:", function()
  for number = 1, #PAIRS, EVERY do
    local pair = PAIRS[number]
    local reason = conflict(pair)
    it(("%s and %s %s"):format(pair[1].name, pair[2].name, reason and "refuse each other" or "play to the end"), function()
      if reason then
        local fine, message = pcall(carcassonne.game, { variants = pair })
        assert.is_false(fine)
        assert.is_truthy(message:find(reason, 1, true), message)
        return
      end
      for players = 1, math.min(GAMES, 5) do try(pair, number, players) end
    end)
  end

  it("are all that are shipped, and the examples", function()
    local files = io.popen "ls examples/*.lua lua/carcassonne/expansions/*.lua lua/carcassonne/variants/*.lua"
    local count = 0
    for file in files:lines() do
      if not file:find "demo" and not file:find "_spec" then count = count + 1 end -- programs
    end
    files:close()
    assert.are.equal(count, #SCRIPTS)
    assert.are.equal(count * (count - 1) / 2, #PAIRS)
  end)
end)
