-- The planted rules (tests/planted): twelve house rules with what sensible players do about them.

local bots = require "carcassonne.bots"
local carcassonne = require "carcassonne"
local check = require "carcassonne.lab.check"
local games = require "tests.planted.games"
local lua = require "spec.support.lua"
local rules = require "tests.planted.rules"
local scaled = require "spec.support.scale"
local sensible = require "tests.planted.sensible"
local test = require "carcassonne.testkit"

local RANDOM_GAMES = scaled(200, 20, 4)

-- Plays a random game, which is saved and loaded at one of its decisions; returns its end.
local function random_game(rule, seed)
  local players = rule.players[seed % #rule.players + 1]
  local state, bot = games.new(rule, players, rule.random):new_initial_state(seed), bots.new("random", seed)
  local saved_at = 10 + seed % 40
  while not state:is_terminal() do
    state:apply_index(bots.decide(bot, state))
    if state:decisions() == saved_at then
      local hash = state:hash()
      local variants = { carcassonne.variant(rule.path, rule.random) }
      state = assert(carcassonne.load(state:serialize(), { variants = variants }))
      assert.equal(hash, state:hash())
    end
  end
  return state
end

-- Returns whether the rule has given points in a finished game, or has ended it early.
local function came_up(rule, state)
  local _, times = games.points(rule, state)
  return times > 0 or #rule.labels == 0 and state:num_tiles_left() > 0
end

-- Returns the use of the options by two players in some games.
local function use_by(rule, name, count)
  local use = games.no_use(rule)
  for seed = 1, count do
    local state, judge = games.new(rule):new_initial_state(seed), sensible.player(rule, seed)
    local team = { sensible.named(name, rule, seed), sensible.named(name, rule, seed + 1) }
    games.play(state, team, function(now, chosen) games.count(use, rule, now, chosen, judge) end)
  end
  return use
end

describe("The planted rules", function()
  it("are twelve, and each script in their folder is one of them", function()
    local names, listed = {}, {}
    for i, rule in ipairs(rules) do names[i], listed[rule.path] = rule.name, true end
    assert.equal(12, #names)
    local list = assert(io.popen "grep -l '^-- The rule: ' tests/planted/*.lua")
    for path in list:lines() do
      assert.is_true(listed[path], path)
      listed[path] = nil
    end
    list:close()
    assert.is_nil(next(listed))
  end)

  for _, rule in ipairs(rules) do
    describe("such as " .. rule.name, function()
      it("begin with the rule, what sensible players do, and what a play test can record", function()
        local lines = {}
        for line in io.lines(rule.path) do lines[#lines + 1] = line end
        assert.matches("^%-%- The rule: .*%.$", lines[1])
        assert.matches("^%-%- Sensible players .*%.$", lines[2])
        assert.matches("^%-%- A play test can record .*%.$", lines[3])
        assert.equal("", lines[4])
      end)

      it("pass `carcassonne check`, and no function of theirs remains unused", function()
        local report = check.variant(rule.path, { games = scaled(4, 1), search = 50, options = rule.random })
        assert.same({}, report.problems)
        assert.same({}, report.idle)
        assert.same({}, report.unused)
        assert.same({}, report.changed)
      end)

      it("are played at random without an error, saved and loaded, and come up", function()
        local times = 0
        for seed = 1, RANDOM_GAMES do
          if came_up(rule, random_game(rule, seed)) then times = times + 1 end
        end
        assert.is_true(times >= RANDOM_GAMES / 4, ("%d of %d games"):format(times, RANDOM_GAMES))
      end)

      it("have options that players are offered", function()
        local use = use_by(rule, "random", 2)
        for name, one in pairs(use) do assert.is_true(one.offered > 0, name) end
      end)

      it("hold for sensible players", function()
        assert.is_true(rule.holds(use_by(rule, "sensible", 1)))
      end)

      for _, case in ipairs(test.read((rule.path:gsub("%.lua$", "_spec.lua")))) do
        it("show that " .. case.name, function() assert.is_nil(test.run(case)) end)
      end
    end)
  end
end)

describe("The statement about sensible players", function()
  local rule = rules[1]
  local function holds(offered, taken, pays, both)
    return rule.holds { [rule.options[1]] =
      { offered = offered, taken = taken, pays = pays, taken_when_it_pays = both } }
  end

  it("holds if an option is taken when it pays, and left when it does not", function()
    assert.is_true(holds(20, 10, 10, 10))
    assert.is_true(holds(20, 9, 10, 8))
  end)

  it("does not hold if an option that pays is left", function() assert.is_false(holds(20, 5, 10, 5)) end)

  it("does not hold if an option that does not pay is taken", function()
    assert.is_false(holds(20, 15, 10, 10))
  end)
end)

describe("The yardstick", function()
  local function measure(arguments)
    return lua.run("tests/planted/measure.lua " .. arguments)
  end

  it("prints what a bot does with the options of a rule", function()
    local output, status = measure "use random 1 coins"
    assert.equal(0, status, output)
    assert.matches("rule +option +offered +taken", output)
    assert.matches("coins +take%-coin +[%d.]+ +[%d.]+ +[%d.]+ +%d+ %%", output)
  end)

  it("finds by games that it pays to grant a wish, because a refusal costs 12 points", function()
    local output, status = measure "pays greedy 1 wishes"
    assert.equal(0, status, output)
    assert.matches("grant +1 +1 +%d+ %% +0 ", output)
  end)

  it("prints the result of a match", function()
    local output, status = measure "match greedy random 2 roadside"
    assert.equal(0, status, output)
    assert.matches("roadside +2 +%d+ %% +[+-][%d.]+", output)
  end)

  it("compares won games in a cooperative rule", function()
    local output, status = measure "match random random 1 together"
    assert.equal(0, status, output)
    assert.matches("together +1 +0 %% +all random: 0 %%", output)
  end)

  it("names an unknown rule", function()
    local output, status = measure "use greedy 1 nothing"
    assert.equal(1, status)
    assert.matches("no rule is named 'nothing'", output)
  end)
end)
