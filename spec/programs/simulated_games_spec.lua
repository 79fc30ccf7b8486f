-- The bot that simulates games: its choices, its limits, and what a simulated game costs.

local board = require "spec.support.board"
local bots = require "carcassonne.bots"
local carcassonne = require "carcassonne"
local core = require "carcassonne.core"
local scaled = require "spec.support.scale"
local shipped = require "carcassonne.variant.shipped"

describe("A bot that plays games on", function()
  local function first_moves(name, seed)
    local state, choices = carcassonne.game():new_initial_state(seed), {}
    local bot = bots.named(name, 3)
    for i = 1, 6 do
      choices[i] = bots.decide(bot, state)
      state:apply_index(choices[i])
    end
    return choices
  end

  it("chooses the same for the same seed and number of games, if it has also learnt the same before",
      function()
    assert.same(first_moves("mcts:iterations=40", 5), first_moves("mcts:iterations=40", 5))
  end)

  it("stops as soon as the remaining games could not change its choice", function()
    local sooner = 0
    for seed = 1, 6 do
      local state = carcassonne.game():new_initial_state(seed)
      local quick, whole = bots.named("mcts:iterations=160", 1), bots.named("mcts:iterations=160", 1)
      local index = bots.decide(quick, state)
      whole:rate(state)
      assert.equal(whole:best_action(state), index)
      local games = { quick = 0, whole = 0 }
      for of, bot in pairs { quick = quick, whole = whole } do
        local _, visits = bot.search:evaluations(state)
        for _, n in pairs(visits) do games[of] = games[of] + n end
      end
      assert.equal(160, games.whole)
      assert.is_true(games.quick <= 160)
      if games.quick < 160 then sooner = sooner + 1 end
    end
    assert.is_true(sooner > 0)
  end)

  -- Returns the number of simulated games, and the work of a decision.
  local function games_within(variants, work)
    local state = carcassonne.game { variants = variants }:new_initial_state(2)
    local tree = { nodes = 4096, candidates = 12, turns = 4, explore = 4, prior = 2 }
    local search = core.new_search(state:game(), {}, tree)
    local done, games = search:think(state, 1000000, 1, work), 0
    for _, visits in pairs(select(2, search:evaluations(state))) do games = games + visits end
    return games, done
  end

  it("simulates fewer games if functions of scripts take more work, and never none", function()
    local plain, done = games_within({}, 200000)
    assert.is_true(done >= 200000 and done < 210000)
    assert.same({ plain, done }, { games_within({}, 200000) })
    assert.is_true(games_within({ "princess-and-dragon" }, 200000) < plain / 2)
    assert.equal(1, (games_within({ "princess-and-dragon" }, 1)))
  end)

  it("ends a simulated game with the turns, not with the questions of a script", function()
    local asking = { name = "asking", phases = { { name = "q", timing = "turn_start",
      ask = function(state) state:offer {} return nil, true end, on_chosen = function() end } } }
    local function work_of(turns)
      local state = carcassonne.game { variants = { asking } }:new_initial_state(2)
      local tree = { nodes = 64, candidates = 1, turns = turns, explore = 4, prior = 2 }
      while state:decision() ~= "place" do state:apply_index(1) end
      return core.new_search(state:game(), {}, tree):think(state, 50, 1)
    end
    local one, two, three = work_of(1), work_of(2), work_of(3)
    local ratio = (three - two) / (two - one)
    assert.is_true(ratio > 0.6 and ratio < 1.7, ("%d %d %d"):format(one, two, three))
  end)

  it("simulates the same games in one call as in many, where tiles are hidden", function()
    local function searched(calls)
      local state = carcassonne.game { variants = { "examples/hand-of-three.lua" } }:new_initial_state(2)
      local tree = { nodes = 256, candidates = 12, turns = 2, explore = 4, prior = 2 }
      local search, work = core.new_search(state:game(), {}, tree), 0
      for _ = 1, calls do work = work + search:think(state, 16 / calls, 1) end
      return { work, search:evaluations(state) }
    end
    assert.same(searched(1), searched(16))
  end)

  it("answers the questions after three placements of a simulated turn", function()
    local function answers_of(turns)
      local answers = 0
      local asking = { name = "asking", phases = { { name = "q", timing = "before_scoring",
        labels = { "a", "b" },
        ask = function(state)
          state:offer { number = 1 }
          state:offer { number = 2 }
        end, on_chosen = function() answers = answers + 1 end } } }
      local state = carcassonne.game { variants = { asking } }:new_initial_state(2)
      local random = bots.new("random", 1)
      while state:num_tiles() < 30 or state:decision() ~= "place" do
        state:apply_index(bots.decide(random, state))
      end
      local tree = { nodes = 64, candidates = 1, turns = turns, explore = 4, prior = 2 }
      answers = 0
      core.new_search(state:game(), {}, tree):think(state, 10, 1)
      return answers
    end
    local in_ten_turns = answers_of(4) - answers_of(3)
    -- In each turn two answers after each of three placements, two when the question is asked, and
    -- the one that is given; more in double turns.
    assert.is_true(in_ten_turns > 90 and in_ten_turns <= 160, in_ten_turns)
  end)

  -- Returns a placement of the middle of a game of greedy players.
  local function position_of_greedy(seed)
    local state, bot = carcassonne.game():new_initial_state(seed), bots.new("greedy", 1)
    while state:num_tiles() < 20 or state:decision() ~= "place" do
      state:apply_index(bots.decide(bot, state))
    end
    return state
  end

  -- Returns the mean rating of all simulated games of a decision.
  local function mean_rating(seed, prior)
    local state = position_of_greedy(seed)
    local tree = { nodes = 4096, candidates = 12, turns = 4, explore = 1000, prior = prior }
    local search, sum, games = core.new_search(state:game(), {}, tree), 0, 0
    search:think(state, 240, 1)
    local ratings, visits = search:evaluations(state)
    for index, rating in pairs(ratings) do
      sum, games = sum + rating * visits[index], games + visits[index]
    end
    return sum / games
  end

  it("expects what the simulated games give, however much the first ratings count", function()
    for seed = 1, 3 do assert.near(mean_rating(seed, 0.01), mean_rating(seed, 1000), 1) end
  end)

  local function variance(values)
    local sum, squares = 0, 0
    for _, value in ipairs(values) do sum, squares = sum + value, squares + value * value end
    return squares / #values - (sum / #values) ^ 2
  end

  -- Simulates games after each of the two actions with the best ratings. Returns the variance of
  -- the differences between the results, and the sum of the variances of the results.
  local function differences(seed, games)
    local state = position_of_greedy(seed)
    local tree = { nodes = 64, candidates = 2, turns = 4, explore = 1000, prior = 0.01 }
    local one, other, apart = {}, {}, {}
    for k = 1, games do
      local search, results = core.new_search(state:game(), {}, tree), {}
      search:think(state, 2, 1000 * k)
      local ratings = search:evaluations(state)
      for index = 1, state:num_actions() do results[#results + 1] = ratings[index] end
      one[k], other[k], apart[k] = results[1], results[2], results[1] - results[2]
    end
    return variance(apart), variance(one) + variance(other)
  end

  it("simulates similar games after each action, so that luck hardly decides between actions", function()
    local apart, alone = 0, 0
    for seed = 1, 10 do
      local more_apart, more_alone = differences(seed, 40)
      apart, alone = apart + more_apart, alone + more_alone
    end
    assert.is_true(apart < 0.4 * alone, ("%g of %g"):format(apart, alone))
  end)

  it("leaves the state as it is, and rates the actions that it tried", function()
    local state, bot = carcassonne.game():new_initial_state(3),
      bots.named("mcts:iterations=60,candidates=5", 1)
    local before, n = state:serialize(), 0
    local ratings = bot:rate(state)
    for _ in pairs(ratings) do n = n + 1 end
    assert.equal(before, state:serialize())
    assert.is_true(n >= 1 and n <= 5)
    assert.is_truthy(ratings[bot:choose(state, state:num_actions())])
  end)

  it("never does what is not legal, with shipped scripts", function()
    for i, name in ipairs(shipped.expansions()) do
      if i % scaled(8, 17) == 0 then
        local state = carcassonne.game { variants = { name } }:new_initial_state(i)
        local bot, quick = bots.named("mcts:iterations=4,turns=0", i), bots.new("random", i)
        while not state:is_terminal() do
          local thinks = state:decisions() % scaled(2, 8) == 0
          state:apply_index(bots.decide(thinks and bot or quick, state))
        end
      end
    end
  end)

  it("plays where tiles are hidden", function()
    local state, bot = carcassonne.game { variants = { "examples/hand-of-three.lua" } }:new_initial_state(3),
      bots.named("mcts:iterations=4,turns=0", 1)
    for _ = 1, 4 do state:apply_index(bots.decide(bot, state)) end
  end)

  it("completes its city where the host draws", function()
    local t = board.set([[
      .        BA-E r2    .
      BA-E r1  city=BA-C  BA-E r3
      .        here       BA-W
    ]], { standing = { "1 follower city city:N.E.S.W" } })
    local here = t:cell "here"
    assert(t.state:apply_action "draw BA-L")
    local index = bots.decide(bots.new("mcts", 1), t.state)
    assert.equal(("place BA-L %d,%d r0"):format(here.x, here.y),
      t.state:action_to_string(t.state:action(index)))
  end)

  it("thinks for the time that its option says", function()
    local bot, began = bots.named("mcts:milliseconds=30", 1), os.clock()
    -- the whole second: the bot does not choose in this call
    bot:rate(carcassonne.game():new_initial_state(1))
    assert.is_true(os.clock() - began >= 0.03 and os.clock() - began < 1)
    assert.has_error(function() bots.named "mcts:iterations=0" end,
      "bot 'mcts': iterations: expected a number from 1 to 1e+09, got 0")
    assert.has_error(function() bots.named "mcts:milliseconds=soon" end,
      "bot 'mcts': milliseconds: expected number, got string \"soon\"")
  end)
end)
