-- What a designer learns from many games, and from the check of a script.

local carcassonne = require "carcassonne"
local check = require "carcassonne.lab.check"
local games = require "carcassonne.lab.games"
local lab = require "carcassonne.lab.run"
local measures = require "carcassonne.lab.measures"
local results = require "carcassonne.lab.results"
local scaled = require "spec.support.scale"

describe("Many games", function()
  local function measure(given)
    given.game = given.game or carcassonne.game()
    given.games = given.games or 60
    return lab.run(given)
  end

  it("give the same numbers for the same seed", function()
    local one, other = measure { kinds = true, samples = true }, measure { kinds = true, samples = true }
    one.seconds, other.seconds = nil, nil
    assert.same(one, other)
  end)

  it("give other numbers for another seed, and share no game with it", function()
    assert.not_equal(measure({}).points.mean, measure({ seed = 2 }).points.mean)
    assert.is_true(games.seed(2, 1) > games.seed(1, 1000000))
  end)

  it("have the means that other engines found for random players", function()
    local result = measure { game = carcassonne.game { edition = "jcz" }, games = scaled(3000, 300) }
    assert.near(24.75, result.points.mean, 4 * result.points.error)
    assert.near(121.2, result.decisions.mean, 4 * result.decisions.error)
  end)

  it("tell points by kind that add up to all points", function()
    local house = carcassonne.game { variants = { carcassonne.variant("percentage-goods", { consolation = true }) } }
    for _, game in ipairs { carcassonne.game(), house } do
      local result = measure { game = game, kinds = true }
      local sum = 0
      for _, kind in ipairs(measures.kinds) do sum = sum + result.kinds[kind].mean end
      assert.near(result.points.mean, sum, 1e-9)
    end
  end)

  it("count each game as won by one player or as a draw", function()
    local result = measure { game = carcassonne.game { players = 3 } }
    local sum = result.draws.mean
    for _, player in ipairs(result.by_player) do sum = sum + player.wins.mean end
    assert.near(1, sum, 1e-9)
  end)

  it("of one player alone have no lead and no draw", function()
    local result = measure { game = carcassonne.game { players = 1 }, games = 5 }
    assert.equal(0, result.lead.mean)
    assert.equal(1, result.by_player[1].wins.mean)
  end)

  it("count double turns and the parts that chained builders add", function()
    local pieces = { builder = 3 }
    local plain = measure { game = carcassonne.game { pieces = pieces }, games = 200 }
    local chained = measure { game = carcassonne.game { pieces = pieces, variants = { "chained-builders" } }, games = 200 }
    assert.equal(plain.double_turns.mean, plain.extra_parts.mean)
    assert.is_true(plain.double_turns.mean > 0)
    assert.is_true(chained.extra_parts.mean > chained.double_turns.mean)
  end)

  it("are played by a bot for all, by one for each, or by one of your own", function()
    assert.equal("random,random", measure({ bot = { "random", "random" }, games = 3 }).bot)
    local first = function() return { choose = function() return 1 end } end
    assert.equal("own", measure({ bot = first, games = 3 }).bot)
  end)

  it("refuse what they cannot play", function()
    assert.has_error(function() lab.run { games = 3 } end, "lab.run: game: there is none")
    assert.has_error(function() measure { games = 0 } end, "lab.run: games: expected at least 1, got 0")
    assert.has_error(function() measure { gmes = 3 } end, "lab.run: gmes: unknown key (did you mean games?)")
    assert.has_error(function() measure { game = carcassonne.game { draws = "manual" } } end,
      "lab.run: game: nobody draws; it wants seeded draws")
  end)

  it("name the game in which a script fails", function()
    local failing = { name = "failing", on_feature_scored = function() error "no idea" end }
    local fine, message = pcall(measure, { game = carcassonne.game { variants = { failing } } })
    assert.is_false(fine)
    assert.matches("variant 'failing', on_feature_scored:.*no idea %(seed %d+, after %d+ decisions%)$", message)
  end)
end)

describe("Two runs of the same games", function()
  local function run(variants, number)
    return lab.run { game = carcassonne.game { variants = variants }, games = number or 50, samples = true }
  end
  local generous = { name = "generous", final_scoring = { { name = "gift", after = "fields",
    run = function(state) state:award(1, 5) end } } }

  it("differ in what the rule changes, and in nothing else", function()
    local difference = lab.compare(run { generous }, run {})
    assert.equal(2.5, difference.points.difference)
    assert.equal(0, difference.points.error)
    assert.equal(5, difference.by_player[1].points.difference)
    assert.equal(0, difference.by_player[2].points.difference)
    assert.equal(0, difference.decisions.difference)
    assert.equal(1, difference.points_changed)
    assert.is_true(difference.winner_changed < 0.5)
  end)

  it("do not differ without a change", function()
    local difference = lab.compare(run {}, run {})
    assert.equal(0, difference.points.difference)
    assert.equal(0, difference.points_changed)
  end)

  it("must be of the same games, with samples", function()
    assert.has_error(function() lab.compare(run {}, run({}, 20)) end,
      "lab.compare: both runs need the same number of games, seed and number of players")
    assert.has_error(function() lab.compare(run {}, lab.run { game = carcassonne.game(), games = 50 }) end,
      "lab.compare: both runs need `samples = true`")
  end)

  it("stand side by side in a table, with the difference and its error", function()
    local lines = results.table({ { label = "generous", result = run { generous } }, { label = "standard", result = run {} } })
    assert.matches("generous%s+standard%s+difference", lines[1])
    assert.matches("^points of a player .* %+2%.50 %+%- 0%.00$", lines[2])
  end)
end)

describe("The check of a script", function()
  local function ways(source, given)
    given = given or { games = 4 }
    local report, found = check.variant(source, given), {}
    for _, problem in ipairs(report.problems) do found[problem.way] = problem end
    return found, report
  end

  it("finds nothing wrong with the shipped house rules #full", function()
    for _, name in ipairs(carcassonne.shipped_variants()) do
      local report = check.variant(name, { games = 8 })
      assert.same({}, report.problems)
      assert.equal(8, report.games)
      assert.is_true(report.decisions > 800)
    end
  end)

  it("plays twice and finds a memory in an upvalue", function()
    local count = 0
    local found = ways { name = "counting", points = function(state, scoring, points)
      count = count + 1
      return points + count % 7
    end }
    local problem = assert(found["played again from the same seed"])
    assert.matches("does the script remember something outside of its variables%?", problem.text)
    assert.matches("the points were [%d ]+ and are now [%d ]+;", problem.text)
    assert.is_number(problem.seed)
    assert.is_number(problem.decision)
  end)

  it("finds a memory that begins anew with each game on copies", function()
    local seen
    local found = ways { name = "resetting", on_tile_placed = function(state, tile)
      if tile.index == 2 then seen = {} end
      seen[tile.id] = (seen[tile.id] or 0) + 1
      if seen[tile.id] == 3 then state:award(1, 1, "third") end
    end }
    assert.is_nil(found["played again from the same seed"])
    assert.is_truthy(found["played on copies"])
  end)

  it("finds a memory that only undo disturbs", function()
    local last, placed
    local found = ways { name = "recounting", on_tile_placed = function(state, tile)
      if tile.index == 2 or not last then placed = 0 end
      if tile.index == last then state:award(1, 1, "again") end
      last, placed = tile.index, placed + 1
    end }
    assert.is_truthy(found["played on after undo"])
  end)

  it("finds a memory in the table of options, and one that changes what is legal", function()
    local found = ways { name = "optional", options = { n = 0 }, points = function(state, scoring, points, options)
      options.n = options.n + 1
      return points + options.n % 5
    end }
    assert.is_not_nil(next(found))
    local n = 0
    found = ways { name = "moody", allow_deployment = function(state, action)
      n = n + 1
      return n % 5 ~= 0
    end }
    assert.matches("actions were legal", found["played on copies"].text)
  end)

  it("is content with a memory in variables", function()
    assert.same({}, (ways { name = "variableted", variables = { { name = "n" } }, points = function(state, scoring, points)
      return points + state:variable "n" % 7
    end, on_feature_scored = function(state) state:set_variable("n", nil, state:variable "n" + 1) end }))
  end)

  it("reports a script's error with its message, the seed and the decision", function()
    local found, report = ways { name = "broken", on_feature_scored = function() error "no idea" end }
    assert.matches("^variant 'broken', on_feature_scored: .*no idea", found.error.text)
    assert.equal(2, found.error.players)
    assert.is_number(found.error.decision)
    assert.is_nil(report.effect)
  end)

  it("refuses what does not load", function()
    assert.has_error(function() check.variant { name = "x", poinst = print } end,
      "variant 'x': poinst: unknown key (did you mean points?)")
    assert.has_error(function() check.variant("chained-builders", { game = 3 }) end,
      "check.variant: game: unknown key (did you mean games?)")
  end)

  it("measures the effect and counts the calls of each hook", function()
    local report = check.variant({ name = "gift", points = function(_, _, points) return points + 1 end,
      extra_part = { always = true, run = function(_, _, granted) return granted end },
      final_scoring = { { name = "gift", after = "fields", run = function(state) state:award(1, 5) end } } }, { games = 1, effect = 20 })
    assert.equal(20, report.effect.calls["final gift"])
    assert.is_true(report.effect.calls.points > 20 and report.effect.calls.extra_part > 1000)
    assert.is_true(report.effect.difference.points.difference > 2.5)
  end)

  it("counts a hook with a gate as often as it is called, whatever it looks at", function()
    local calls = 0
    local function count() calls = calls + 1 end
    for _, hook in ipairs { { when = { kind = { "city", "road" } }, run = count }, { if_options = { who = "all" }, run = count },
      { when = { kind = "city", has = { "pieces", piece = "follower" } }, if_options = { who = "all" }, run = count } } do
      calls = 0
      local gated = { name = "gated", options = { who = { "all", "nobody" } }, on_feature_scored = hook }
      local report = check.variant(gated, { games = 0, effect = 20 })
      assert.same({}, report.problems)
      assert.is_true(calls > 50)
      assert.equal(calls, report.effect.calls.on_feature_scored)
    end
  end)

  it("measures the effect of a step that is data, too", function()
    local report = check.variant({ name = "gift", variables = { { name = "gold", scope = "player", initial = 1 } },
      final_scoring = { { name = "gift", after = "fields", { "players", per = "gold", add = 5 } } } }, { games = 1, effect = 20 })
    assert.same({}, report.problems)
    assert.is_nil(report.effect.calls["final gift"])
    assert.equal(5, report.effect.difference.points.difference)
  end)

  it("times each hook", function()
    local report = check.variant({ name = "slow", points = function(_, _, points)
      for _ = 1, 20000 do points = points + 0 end
      return points
    end, on_tile_placed = function() end }, { games = 2, effect = 2 })
    assert.equal(2, #report.hooks)
    assert.same({ "on_tile_placed", "points" }, { report.hooks[1].name, report.hooks[2].name })
    assert.is_true(report.hooks[1].calls > 200)
    local slow = report.hooks[2]
    assert.is_true(slow.seconds / slow.calls > 20e-6)
    assert.is_true(report.hooks[1].seconds / report.hooks[1].calls < slow.seconds / slow.calls)
  end)

  it("asks a script for each tile as often in a long game as in a short one", function()
    local function calls_for(more)
      local calls = 0
      check.variant({ name = "counting", counts = { ["BA-U"] = 8 + more },
        on_tile_placed = function() calls = calls + 1 end }, { games = 1 })
      return calls / (95 + more)
    end
    local short = calls_for(0)
    assert.is_true(calls_for(100) < 1.1 * short)
  end)

  it("tells after each play how many there are", function()
    local steps, total = 0, nil
    check.variant("chained-builders", { games = 2, effect = 3, step = function(done, all)
      steps = steps + 1
      assert.equal(steps, done)
      total = all
    end })
    assert.equal(2 * 7 + 2 * 3, steps)
    assert.equal(steps, total)
  end)
end)
