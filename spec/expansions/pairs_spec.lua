-- Pairs of scripts: random games with each pair of the shipped scripts and the examples are played
-- to the end and keep the properties of spec/support/properties.lua. Two scripts that cannot be
-- combined say so, with the reason.
--
-- The number of pairs grows with the square of the number of scripts, but the time for the tests is
-- limited. So the number of games is fixed; each pair gets as many games as this allows, with each
-- number of players in turn. If there are more pairs than games, each script is combined with the
-- same number of other scripts: the list of scripts is treated as a ring, and each script is
-- combined with those at fixed distances after it. CARC_TEST_SCALE=small uses few distances.

local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"
local properties = require "spec.support.properties"
local scaled = require "spec.support.scale"

local GAMES = scaled(400, 70)

local function all_scripts()
  local list = {}
  for _, names in ipairs { carcassonne.expansions(), carcassonne.shipped_variants() } do
    for _, name in ipairs(names) do list[#list + 1] = carcassonne.variant(name) end
  end
  for _, name in ipairs { "generous-monks", "gold", "swap-goods", "well", "hole-turn", "no-early-farmers",
    "catch-up", "partners",
    "messengers", "market", "market-town", "retrieve", "hand-of-three", "draw-two", "back-into-the-bag",
    "roads-between-cities", "builders-build", "enclosed-fields", "treasure", "highways" } do
    list[#list + 1] = carcassonne.variant("examples/" .. name .. ".lua")
  end
  return list
end

-- Returns pairs of scripts, in the order of the distance from the first to the second in the ring.
-- If not all distances are used, the used ones are spread evenly.
local function some_pairs(scripts)
  local n, list = #scripts, {}
  local distances = math.floor(n / 2)
  local tried = math.max(1, math.min(distances, math.floor(GAMES / n)))
  -- at distances up to half of the ring, each pair occurs once
  if tried < distances then distances = math.floor((n - 1) / 2) end
  for i = 1, tried do
    local distance = math.floor(i * distances / tried)
    -- at exactly half of the ring, each pair would occur twice
    local last = 2 * distance == n and distance or n
    for k = 1, last do list[#list + 1] = { scripts[k], scripts[(k + distance - 1) % n + 1] } end
  end
  return list
end

-- Returns the reason why the two scripts cannot be combined, if one of them states one.
local function conflict(pair)
  for i, script in ipairs(pair) do
    local reason = (script.source.conflicts or {})[pair[3 - i].name]
    if reason then return reason end
  end
end

local function try(pair, number, seed)
  local given = { variants = pair, players = (number + seed) % 6 + 1,
    edition = carcassonne.editions[number % #carcassonne.editions + 1] }
  local game = carcassonne.game(given)
  local fine, message = compat.basic.xpcall(properties.try, debug.traceback, game, number * 100 + seed,
    given, true)
  assert.is_true(fine, ("%d players, edition %s, seed %d: %s"):format(given.players, given.edition,
    number * 100 + seed, tostring(message)))
end

local SCRIPTS = all_scripts()
local PAIRS = some_pairs(SCRIPTS)
local EACH = math.max(1, math.floor(GAMES / #PAIRS))

describe("Two scripts together:", function()
  for number, pair in ipairs(PAIRS) do
    local reason = conflict(pair)
    it(("%s and %s %s"):format(pair[1].name, pair[2].name, reason and "refuse each other"
        or "play to the end"), function()
      if reason then
        local fine, message = pcall(carcassonne.game, { variants = pair })
        assert.is_false(fine)
        assert.is_truthy(message:find(reason, 1, true), message)
        return
      end
      for seed = 1, EACH do try(pair, number, seed) end
    end)
  end

  it("are all that are shipped, and the examples", function()
    local files = io.popen "ls examples/*.lua lua/carcassonne/expansions/*.lua"
    local count = 0
    for file in files:lines() do
      if not file:find "demo" and not file:find "_spec" then count = count + 1 end -- programs
    end
    files:close()
    assert.are.equal(count, #SCRIPTS)
  end)

  it("are as many for each script, and no two are tried twice", function()
    local met, others = {}, {}
    for _, pair in ipairs(PAIRS) do
      local one, other = pair[1].name, pair[2].name
      assert.is_nil(met[one .. "+" .. other] or met[other .. "+" .. one])
      met[one .. "+" .. other] = true
      others[one], others[other] = (others[one] or 0) + 1, (others[other] or 0) + 1
    end
    for _, script in ipairs(SCRIPTS) do
      assert.is_true(math.abs(others[script.name] - others[SCRIPTS[1].name]) <= 1, script.name)
      assert.is_true(others[script.name] >= math.min(2, #SCRIPTS - 1))
    end
    assert.is_true(#PAIRS <= math.max(GAMES, #SCRIPTS))
  end)
end)
