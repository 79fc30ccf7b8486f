-- The exact search of the last turns: it finds what trying every action and every draw finds.

local board = require "spec.support.board"
local bots = require "carcassonne.bots"
local carcassonne = require "carcassonne"
local core = require "carcassonne.core"
local scaled = require "spec.support.scale"
local worths = require "carcassonne.bots.worths"

local TREE = { nodes = 64, candidates = 4, turns = 1, explore = 4, prior = 2 }
local TILES = 3

local function search_of(state)
  return worths.apply(core.new_search(state:game(), {}, TREE), state:game(), false)
end

-- Returns the expected lead of player 1 if both players play best, by trying everything.
local function try_everything(state)
  if state:is_terminal() then
    local points = state:returns()
    return points[1] - points[2]
  end
  if state:is_chance_node() then
    local sum = 0
    for _, outcome in ipairs(state:chance_outcomes()) do
      local after = state:clone()
      assert(after:apply_action(outcome.action))
      sum = sum + outcome.probability * try_everything(after)
    end
    return sum
  end
  local sign, best = state:current_player() == 1 and 1 or -1, -math.huge
  for index = 1, state:num_actions() do
    local after = state:clone()
    assert(after:apply_index(index))
    best = math.max(best, sign * try_everything(after))
  end
  return sign * best
end

-- Returns the value of each action for the player who decides, by trying everything.
local function values_of(state)
  local sign, values = state:current_player() == 1 and 1 or -1, {}
  for index = 1, state:num_actions() do
    local after = state:clone()
    assert(after:apply_index(index))
    values[index] = sign * try_everything(after)
  end
  return values
end

-- Small boards with three tiles to come, the first of them in hand.
local positions = {
  { name = "roads and a city", picture = "start=BA-D here", drawn = "BA-U", bag = "BA-U BA-V BA-E",
    standing = { "2 follower start city:N" } },
  { name = "two equal tiles in the bag", picture = "start=BA-D here", drawn = "BA-E",
    bag = "BA-E BA-V BA-V", standing = { "1 follower start city:N" } },
  { name = "a builder that brings a further part", picture = "west start=BA-U east", drawn = "BA-U",
    bag = "BA-U BA-V BA-U", standing = { "1 follower start road:E.W", "1 builder start road:E.W" } },
  { name = "a tile that is more likely than another", picture = "start=BA-D here", drawn = "BA-U",
    bag = "BA-U BA-V BA-V BA-E", play = { "1: BA-U here ..." }, standing = { "2 follower start city:N" } },
  { name = "the opponent in the lead", picture = "start=BA-E r1 here", drawn = "BA-V",
    bag = "BA-V BA-E BA-B", points = { 3, 12 }, standing = { "2 follower start city:E" } },
}

local function set(position)
  local t = board.set(position.picture, { standing = position.standing, bag = position.bag,
    points = position.points, sets = { "base", "traders" }, pieces = { follower = 2, builder = 1, pig = 1 } })
  assert(t.state:apply_action("draw " .. position.drawn))
  if position.play then t:play(position.play) end
  return t.state
end

local function best_of(values)
  local best = -math.huge
  for _, value in pairs(values) do best = math.max(best, value) end
  return best
end

local ROADS_AND_CITIES = { ["BA-U"] = 1, ["BA-V"] = 2, ["BA-E"] = 2, ["BA-N"] = 1 }

-- Returns a decision of a random game of few tiles (numbers by id), with three tiles to come.
local function random_position(seed, tiles)
  local counts = { ["BA-D"] = 1 }
  for _, tile in ipairs(carcassonne.game():view().tiles) do counts[tile.id] = counts[tile.id] or 0 end
  for id, count in pairs(tiles or ROADS_AND_CITIES) do counts[id] = count end
  local game = carcassonne.game { counts = counts, draws = "manual" }
  local state, random = game:new_initial_state(seed), bots.new("random", seed)
  while state:num_tiles() < 4 or state:is_chance_node() do
    state:apply_index(bots.decide(random, state))
  end
  return state
end

describe("The exact search of the last turns", function()
  for _, position in ipairs(positions) do
    it("finds the values that trying everything finds: " .. position.name, function()
      local state = set(position)
      local expected, all = values_of(state), search_of(state):solve(state, TILES, nil, true)
      for index, value in ipairs(expected) do assert.near(value, all[index], 1e-9, tostring(index)) end
      local few = search_of(state):solve(state, TILES)
      assert.near(best_of(expected), best_of(few), 1e-9)
      for index, value in pairs(few) do assert.near(expected[index], value, 1e-9) end
      local greedy, mcts = bots.new("greedy", 1), bots.named("mcts", 1)
      assert.is_true(expected[bots.decide(greedy, state)] <= best_of(expected) + 1e-9)
      assert.near(best_of(expected), expected[bots.decide(mcts, state)], 1e-9)
    end)
  end

  it("finds the values that trying everything finds, in random games of few tiles", function()
    for seed = 1, scaled(12, 3, 1) do
      local state = random_position(seed)
      local expected = values_of(state)
      local few, all = search_of(state):solve(state, TILES), search_of(state):solve(state, TILES, nil, true)
      for index, value in ipairs(expected) do assert.near(value, all[index], 1e-9) end
      assert.near(best_of(expected), best_of(few), 1e-9)
    end
  end)

  -- The search first tries one move after each draw. The player may have a better move there, so
  -- the value is at least, or for an opponent at most, the value of the tried move.
  it("finds the best action also if a better move follows a draw than the one tried first", function()
    local tiles = { ["BA-H"] = 2, ["BA-L"] = 2, ["BA-R"] = 1, ["BA-U"] = 1 }
    for _, seed in ipairs { 29, 53 } do
      local state = random_position(seed, tiles)
      local expected, few = values_of(state), search_of(state):solve(state, TILES)
      assert.near(best_of(expected), best_of(few), 1e-9, tostring(seed))
    end
  end)

  it("finds the best value also where it leaves out what cannot change it, in whole games", function()
    local searched = 0
    for seed = 1, scaled(6, 2) do
      local state, bot = carcassonne.game():new_initial_state(seed), bots.new("greedy", seed)
      while not state:is_terminal() do
        local all = search_of(state):solve(state, TILES, nil, true)
        local few = all and search_of(state):solve(state, TILES)
        if all then
          searched = searched + 1
          assert.near(best_of(all), best_of(few), 1e-9)
          for index, value in pairs(few) do assert.near(all[index], value, 1e-9) end
          assert.is_true(all[bots.decide(bot, state)] <= best_of(all) + 1e-9)
        end
        state:apply_index(bots.decide(bot, state))
      end
    end
    assert.is_true(searched >= 4)
  end)

  it("gives up if it would take more work than the limit, and says how much it has done", function()
    local state = set(positions[1])
    local values, work = search_of(state):solve(state, TILES, 1000)
    assert.is_nil(values)
    assert.is_true(work >= 1000 and work < 20000)
  end)

  it("searches no game with more tiles, with more players, or with hidden tiles", function()
    local state = set(positions[1])
    assert.is_nil((search_of(state):solve(state, 2)))
    for _, options in ipairs { { players = 3 }, { variants = { "examples/hand-of-three.lua" } } } do
      local other = carcassonne.game(options):new_initial_state(1)
      assert.is_nil((search_of(other):solve(other, 1000)))
    end
  end)

  it("rates the actions for advice by their exact values", function()
    local state = set(positions[2])
    local expected, rated = values_of(state), bots.named("mcts:iterations=20", 1):rate(state)
    for index, value in ipairs(expected) do assert.near(value, rated[index], 1e-9) end
  end)
end)
