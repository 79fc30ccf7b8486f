-- Statistics of many games for designers, and the check of a script.

local carcassonne = require "carcassonne"
local check = require "carcassonne.lab.check"
local check_report = require "carcassonne.lab.check_report"
local games = require "carcassonne.lab.games"
local lab_report = require "carcassonne.lab.report"
local measures = require "carcassonne.lab.measures"
local profiler = require "carcassonne.lab.profiler"
local scaled = require "spec.support.scale"

describe("Many games", function()
  -- Returns the report of games of random players under one set of rules.
  local function measure(given)
    return lab_report.measure { arms = { { label = "rules", game = given.game or carcassonne.game() } },
      games = given.games or 60,
      seed = given.seed, bot = given.bot or "random" }
  end

  local function shown(given) return measure(given).arms[1].shown end

  it("give the same numbers for the same seed", function()
    assert.same(measure {}, measure {})
  end)

  it("give other numbers for another seed, and share no game with it", function()
    assert.not_equal(shown({}).points.mean, shown({ seed = 2 }).points.mean)
    assert.is_true(games.seed(2, 1) > games.seed(1, 1000000))
  end)

  it("have the means that other engines found for random players", function()
    local found = shown { game = carcassonne.game { edition = "jcz" }, games = scaled(3000, 300) }
    assert.near(24.75, found.points.mean, 2 * found.points.half)
    assert.near(121.2, found.decisions.mean, 2 * found.decisions.half)
  end)

  it("return points by kind that add up to all points", function()
    local house = carcassonne.game {
      variants = { carcassonne.variant("percentage-goods", { consolation = true }) } }
    local teams = carcassonne.game { players = 4, teams = { { 1, 3 }, { 2, 4 } } }
    for _, game in ipairs { carcassonne.game(), house, teams } do
      local found, sum = shown { game = game }, 0
      for _, kind in ipairs(measures.kinds) do sum = sum + found["from." .. kind].mean end
      assert.near(found.points.mean, sum, 1e-9)
    end
  end)

  it("count each game as won by one player or as a draw", function()
    local found = shown { game = carcassonne.game { players = 3 } }
    assert.near(100, found.draws.mean + found["wins.1"].mean + found["wins.2"].mean + found["wins.3"].mean,
      1e-9)
  end)

  it("of a single player have no lead, no win and no draw", function()
    local found = shown { game = carcassonne.game { players = 1 }, games = 5 }
    assert.same({}, { found.lead, found["wins.1"], found.draws })
    assert.is_true(found.points.mean > 0)
  end)

  it("count double turns and the parts that chained builders add", function()
    local pieces = { builder = 3 }
    local plain = shown { game = carcassonne.game { pieces = pieces }, games = 200 }
    local chained = shown { game = carcassonne.game { pieces = pieces, variants = { "chained-builders" } },
      games = 200 }
    assert.equal(plain.double_turns.mean, plain.extra_parts.mean)
    assert.is_true(plain.double_turns.mean > 0)
    assert.is_true(chained.extra_parts.mean > chained.double_turns.mean)
  end)

  it("are played by the bot greedy by default, by a bot for all, by one for each, or by one of your own",
      function()
    local arms = { { label = "rules", game = carcassonne.game() } }
    assert.same(measure { bot = "greedy", games = 2 }, lab_report.measure { arms = arms, games = 2 })
    assert.equal(3, measure({ bot = { "random", "random" }, games = 3 }).games)
    local first = function() return { choose = function() return 1 end } end
    assert.equal(3, measure({ bot = first, games = 3 }).games)
  end)

  it("are fewer when the time is over, but at least two blocks", function()
    local arms = { { label = "rules", game = carcassonne.game() } }
    assert.equal(4, lab_report.measure({ arms = arms, games = 60, size = 2, bot = "random" }, nil, 0).games)
  end)

  it("refuse invalid settings", function()
    assert.has_error(function() lab_report.measure { games = 3 } end,
      "lab.run_plan: arms: expected at least one set of rules, got none")
    assert.has_error(function() measure { games = 0 } end, "lab.run_plan: games: expected at least 1, got 0")
    assert.has_error(function() lab_report.measure { gmes = 3 } end,
      "lab.run_plan: gmes: unknown key (did you mean games?)")
    assert.has_error(function() measure { game = carcassonne.game { draws = "manual" } } end,
      "lab.run_plan: arms[1]: expected a game with seeded draws")
  end)

  it("name the game in which a script fails", function()
    local failing = { name = "failing", on_feature_scored = function() error "no idea" end }
    local made = measure { game = carcassonne.game { variants = { failing } } }
    assert.equal(60, #made.failed)
    assert.matches("^variant 'failing', on_feature_scored:.*no idea %(seed 1, after %d+ decisions%)$",
      made.failed[1].message)
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
    assert.matches("does the script keep data outside of its declared `variables`%?", problem.text)
    assert.matches("the points were [%d ]+ in the first playthrough, and are [%d ]+ here;", problem.text)
    assert.is_number(problem.seed)
    assert.is_number(problem.decision)
  end)

  it("finds a memory that starts again with each game on copies", function()
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
    local found = ways { name = "optional", options = { n = 0 },
        points = function(state, scoring, points, options)
      options.n = options.n + 1
      return points + options.n % 5
    end }
    assert.is_not_nil(next(found))
    local n = 0
    found = ways { name = "moody", allow_deployment = function(state, action)
      n = n + 1
      return n % 5 ~= 0
    end }
    assert.matches("the number of legal actions was", found["played on copies"].text)
  end)

  it("accepts a memory in variables", function()
    assert.same({},
        (ways { name = "counted", variables = { { name = "n" } }, points = function(state, scoring, points)
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

  it("measures the effect with the bot greedy and counts the calls of each hook in the games that it tries",
      function()
    local report = check.variant({ name = "gift", points = function(_, _, points) return points end,
      extra_part = { always = true, run = function(_, _, granted) return granted end },
      final_scoring = { { name = "gift", after = "fields", run = function(state) state:award(1, 5) end } } },
        { games = 3, effect = 4 })
    local calls = {}
    for _, hook in ipairs(report.hooks) do calls[hook.name] = hook.calls end
    assert.equal(3, calls["final gift"])
    assert.is_true(calls.points > 3 and calls.extra_part > 200)
    assert.same({ { "greedy" }, 4 }, { report.effect.head.bots, report.effect.report.games })
    assert.equal(2.5, report.effect.report.changes[1].of.points.difference)
  end)

  it("counts a hook with a condition only when the hook is called", function()
    local calls = 0
    local function count() calls = calls + 1 end
    for _, hook in ipairs { { when = { kind = { "city", "road" } }, run = count },
      { if_options = { who = "all" }, run = count },
      { when = { kind = "city", has = { "pieces", piece = "follower" } }, if_options = { who = "all" },
          run = count } } do
      calls = 0
      local gated = { name = "gated", options = { who = { "all", "nobody" } }, on_feature_scored = hook }
      local times = {}
      local game = carcassonne.game { variants = { profiler.timed(carcassonne.variant(gated), times) } }
      for seed = 1, 20 do game:new_initial_state(seed):random_playout(seed) end
      profiler.gather(times)
      assert.is_true(calls > 50)
      assert.equal(calls, times.on_feature_scored.calls)
    end
  end)

  it("notes a phase that never offers a deployment, by a function or by data", function()
    local function remarks(phase)
      phase.name, phase.timing = "fly", phase.timing or "deployment"
      local report = check.variant({ name = "v", phases = { phase } },
        { games = 1, search = 2, players = { 2 } })
      assert.same({}, report.problems)
      return table.concat(check_report.remarks(report), "\n")
    end
    local says =
      "phase `fly` never offered any option in 3 games: can a player ever deploy a piece in this phase?"
    local ends, open = { "segments", kind = "spot", can_deploy = "follower", deploy = true },
      { "segments", complete = false, can_deploy = "follower", deploy = true }
    for _, timing in ipairs { "deployment", "before_scoring" } do
      assert.equal(says, remarks { timing = timing, offer = ends, may_pass = timing ~= "deployment" })
      assert.equal("", remarks { timing = timing, offer = open, may_pass = timing ~= "deployment" })
    end
    assert.equal(says, remarks { ask = function(state) state:offer(ends) end })
    assert.equal("", remarks { ask = function(state) state:offer(open) end })
    assert.equal("", remarks { compulsory = true,
      offer = { "segments", at = "last_placed", can_deploy = "follower", deploy = true } })
  end)

  it("measures the effect of a step that is data, too", function()
    local report =
      check.variant({ name = "gift", variables = { { name = "gold", scope = "player", initial = 1 } },
      final_scoring = { { name = "gift", after = "fields", { "players", per = "gold", add = 5 } } } },
        { games = 1, effect = 4 })
    assert.same({ {}, {} }, { report.problems, report.hooks })
    assert.equal(5, report.effect.report.changes[1].of.points.difference)
  end)

  it("times each hook", function()
    local report = check.variant({ name = "slow", points = function(_, _, points)
      for _ = 1, 20000 do points = points + 0 end
      return points
    end, on_tile_placed = function() end }, { games = 4 })
    assert.equal(2, #report.hooks)
    assert.same({ "on_tile_placed", "points" }, { report.hooks[1].name, report.hooks[2].name })
    assert.is_true(report.hooks[1].calls > 200)
    local slow = report.hooks[2]
    assert.is_true(slow.seconds / slow.calls > 20e-6)
    assert.is_true(report.hooks[1].seconds / report.hooks[1].calls < slow.seconds / slow.calls)
  end)

  it("calls a script for each tile as often in a long game as in a short one", function()
    local function calls_for(more)
      local calls = 0
      check.variant({ name = "counting", counts = { ["BA-U"] = 8 + more },
        on_tile_placed = function() calls = calls + 1 end }, { games = 1 })
      return calls / (95 + more)
    end
    local short = calls_for(0)
    assert.is_true(calls_for(100) < 1.1 * short)
  end)

  it("reports the number of playouts after each", function()
    local steps, total = 0, nil
    check.variant("chained-builders", { games = 2, effect = 3, step = function(done, all)
      steps = steps + 1
      assert.equal(steps, done)
      total = all
    end })
    assert.equal(2 * 7 + 3, steps)
    assert.equal(steps, total)
  end)
end)
