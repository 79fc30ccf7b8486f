-- The limit on the work of selectors counts the tests that they make, not seconds; so a selector
-- exceeds it on every machine or on none.

local bots = require "carcassonne.bots"
local carcassonne = require "carcassonne"

-- A selector of tiles that is nested `depth` times. Each tile is compared with all others.
local function nested(depth)
  local selector = { "tiles", max = 8 }
  for _ = 1, depth do selector = { "tiles", max = 8, around = selector } end
  return selector
end

-- Plays until an action fails. Returns the number of decisions, the message and the state.
local function play(variant, choose, options)
  local given = { variants = { variant }, sets = { "base" } }
  for key, value in pairs(options or {}) do given[key] = value end
  local state = carcassonne.game(given):new_initial_state(1)
  while not state:is_terminal() do
    local before, action = state:clone(), choose(state)
    local fine, result, failure = pcall(state.apply_index, state, action)
    local message = not fine and result or failure
    if message then
      assert.is_true(state == before)
      return state:decisions(), message, state
    end
  end
  return state:decisions()
end

local function first() return 1 end
local function any(state) return 1 + state:decisions() * 7 % state:num_actions() end

describe("A script that asks nested selectors", function()
  it("uses up its budget after the same query in every Lua", function()
    local selector, done = nested(3), 0
    local decisions, message = play({ name = "deep", on_tile_placed = function(state)
      for i = 1, 1000 do
        state:count(selector)
        done = i
      end
    end }, first, { budget = { call = 20000000, action = 20000000, game = 1099511627776 } })
    assert.matches("variant 'deep', on_tile_placed: .*it ran for too many instructions", message)
    assert.are.same({ 78, 3 }, { decisions, done })
  end)

  it("does not use up the limit of the definition's own selectors", function()
    local selector = nested(3)
    local decisions, message = play({ name = "deep", final_scoring = { { name = "work", before = "incomplete",
      run = function(state) for _ = 1, 3 do state:count(selector) end end } } }, first, { budget = 0 })
    assert.is_nil(message)
    assert.is_true(decisions > 0)
  end)
end)

describe("Selectors that a variant has as data", function()
  for where, keys in pairs {
    ["points: per"] = { points = { { kind = { "city", "road" }, per = nested(4), add = 1 } } },
    ["on_tile_placed: when"] = { on_tile_placed = { when = { nested(4) }, run = function() end } },
    ["forbidden_deployments"] = { forbidden_deployments = { { at = nested(4) } } },
    ["phase 'p': offer"] = { phases = { { name = "p", timing = "turn_end", offer = nested(4), may_pass = true,
      on_chosen = function() end } } },
  } do
    it(("in `%s` may test five million items in one decision, which then fails"):format(where), function()
      keys.name = "deep"
      local _, message, state = play(keys, any)
      local says = ": selectors test more than 5000000 items in one decision"
      assert.equal("variant 'deep': " .. where .. says,
        (tostring(message):gsub("^[^\n]-(variant 'deep')", "%1")))
      assert.is_true(state:undo_action())
    end)
  end
end)

describe("A reading outside of a decision", function()
  -- A game with a row of points that no decision applies before the end of the game.
  local function with_row()
    local variant = { name = "deep", points = { { complete = false, per = nested(4), add = 1 } } }
    local state = carcassonne.game({ variants = { variant }, sets = { "base" } }):new_initial_state(1)
    for _ = 1, 80 do state:apply_index(any(state)) end
    return state
  end

  local function incomplete(state)
    local found = state:each { "segments", complete = false, kind = "road" } ()
    return state:feature(found.x, found.y, found.text)
  end

  it("of a feature's points fails after five million items, and the next reading works", function()
    local state = with_row()
    local feature = incomplete(state)
    assert.error_matches(function() return feature.points end,
      "variant 'deep': points: per: selectors test more than 5000000 items while a state is read")
    assert.is_true(feature.open > 0)
  end)

  it("by a bot fails with the key of the selector", function()
    local state = with_row()
    local before = state:clone()
    assert.error_matches(function() return bots.new("greedy"):rate(state) end,
      "variant 'deep': points: per: selectors test more than 5000000 items while a state is read")
    assert.is_true(state == before)
  end)

  it("of the host's own selector fails after five million items, and the next query works", function()
    local state = with_row()
    assert.error_matches(function() return state:count(nested(4)) end,
      "the selector tests more than 5000000 items")
    assert.is_true(state:count({ "tiles" }) > 50)
  end)
end)
