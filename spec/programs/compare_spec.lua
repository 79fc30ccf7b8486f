-- The statistics of many games about house rules: an effect is found if there is one, and only
-- then.

local carcassonne = require "carcassonne"
local blocks = require "carcassonne.lab.run_plan"
local bots = require "carcassonne.bots"
local cli = require "spec.support.cli"
local compat = require "carcassonne.base.compat"
local files = require "spec.support.files"
local result_lines = require "spec.support.result_lines"
local json_text = require "carcassonne.lab.json_text"
local manual = require "spec.support.manual"
local measures = require "carcassonne.lab.measures"
local page_policy = require "spec.support.page_policy"
local plots = require "carcassonne.lab.plots"
local report = require "carcassonne.lab.report"
local scaled = require "spec.support.scale"
local statistics = require "carcassonne.lab.statistics"
local suggestions = require "carcassonne.lab.suggestions"
local sweep = require "carcassonne.lab.sweep_ranges"
local report_text = require "carcassonne.lab.report_text"

-- A short game, with one tile of each kind.
local function short_game(variants)
  local counts = {}
  for _, tile in ipairs(carcassonne.game({ sets = { "base" } }):tiles()) do counts[tile.id] = 1 end
  return carcassonne.game { sets = { "base" }, counts = counts, variants = variants }
end

local function standard() return { label = "standard", game = short_game {} } end

local gift = { name = "gift",
  final_scoring = { { name = "gift", after = "fields", run = function(state) state:award(2, 5) end } } }

-- Returns the report of a number of games.
local function report_of(arms, count, seed)
  local plan, list = blocks.plan { arms = arms, seed = seed or 1, size = 1, bot = "random" }, {}
  for i = 1, count do list[i] = plan:play(i) end
  return report.of({ rules = plan.arms, sides = plan.sides, looks = "one" }, list)
end

describe("Equal rules", function()
  it("show no differences if the games are the same", function()
    local made = report_of({ standard(), { label = "same", game = short_game {} } }, 10)
    assert.same({ "No differences: the points and the winner are the same in 10 games." },
      report_text.opening(made, made.changes[1]))
    assert.same({ suggestions.UNCHANGED }, report_text.findings(made, made.changes[1]))
    assert.equal(0, made.changes[1].other_points)
  end)

  it("show no difference in about 95 of 100 repetitions if the choices differ #full", function()
    local other = { label = "same", game = short_game {},
      bot = function(seed) return bots.new("random", seed + 77) end }
    local repetitions, outside, called = scaled(100, 30), 0, 0
    for repetition = 1, repetitions do
      local change = report_of({ standard(), other }, 30, repetition).changes[1]
      local points, any = change.of.points, false
      if math.abs(points.difference) > points.half then outside = outside + 1 end
      for _, one in pairs(change.of) do any = any or one.sure end
      if any then called = called + 1 end
    end
    assert.is_true(outside <= 0.1 * repetitions, outside .. " intervals")
    assert.is_true(called <= 0.1 * repetitions, called .. " reports")
  end)
end)

describe("Few games", function()
  it("do not make any difference significant, even if all of them are alike", function()
    local other = { label = "same", game = short_game {},
      bot = function(seed) return bots.new("random", seed + 77) end }
    local repetitions, called = scaled(100, 40), 0
    for repetition = 1, repetitions do
      for _, one in pairs(report_of({ standard(), other }, 2, repetition).changes[1].of) do
        if one.sure then
          called = called + 1
          break
        end
      end
    end
    assert.is_true(called <= 0.05 * repetitions, called .. " reports")
  end)
end)

describe("Five points for the second player", function()
  local made = report_of({ standard(), { label = "gift", game = short_game { gift } } }, 60)
  local change = made.changes[1].of

  it("are found, and the additional wins, too", function()
    assert.same({ difference = 5, half = 0, chance = 2 ^ -59, sure = true }, change["points.2"])
    assert.equal(0, change["points.1"].difference)
    assert.equal(2.5, change.points.difference)
    assert.is_true(change["wins.2"].sure and change["wins.2"].difference > 0)
    assert.equal(100, made.changes[1].other_points)
  end)

  it("are reported in words, largest effects first", function()
    local sentences = report_text.sentences(made, made.changes[1])
    assert.matches("^A player gets 2%.50 more points from house rules in each block of games%. Try ",
      sentences[1])
    assert.matches("The second player wins [%d.]+ more games in 100 "
      .. "%(95 %% interval [%d.]+ to [%d.]+%)%.", table.concat(sentences, "\n"))
  end)

  it("are in the plot of the effects, with each other significant difference", function()
    local draw, script = plots.draw, nil
    function plots.draw(text) script = text end
    plots.changes(made, made.changes[1])
    plots.draw = draw
    for _, measure in ipairs(made.measures) do
      if change[measure.key].sure then
        assert.is_truthy(script:find(plots.quoted(measures.name(measure)), 1, true), measure.key)
      end
    end
    assert.matches('"points from house rules" ', script)
  end)

  it("are found with other choices, too, within the interval", function()
    local other = { label = "gift", game = short_game { gift },
      bot = function(seed) return bots.new("random", seed + 77) end }
    local points = report_of({ standard(), other }, 200).changes[1].of["points.2"]
    assert.is_true(math.abs(points.difference - 5) <= 1.5 * points.half)
    assert.is_true(points.sure)
  end)
end)

describe("Intervals", function()
  -- Simulates runs of purely random blocks, with a look at the interval after each block. Returns
  -- the number of runs in which an interval does not contain 0.
  local function ever_wrong(looks, runs, longest)
    local chance, wrong = bots.new("random", 5), 0
    for _ = 1, runs do
      local sizes, sums, left_out = {}, {}, false
      for block = 1, longest do
        sizes[block], sums[block] = 10, chance:choose(nil, 101) - 51
        if block >= 20 and block % 5 == 0 then
          local estimate = statistics.estimate(sizes, sums)
          left_out = left_out or math.abs(estimate.mean) > statistics.half(estimate, looks)
        end
      end
      wrong = wrong + (left_out and 1 or 0)
    end
    return wrong / runs
  end

  it("for one look are wrong far too often if one stops at will; those for any number of looks are not",
      function()
    local runs = scaled(300, 100)
    assert.is_true(ever_wrong("one", runs, 200) > 0.12)
    assert.is_true(ever_wrong("any", runs, 200) <= 0.07)
  end)

  it("for any number of looks keep their promise from the first block on, of many measures, too",
      function()
    local chance, runs, alpha, wrong = bots.new("random", 6), scaled(2000, 500), 0.0025, 0
    for _ = 1, runs do
      local sizes, sums, called = {}, {}, false
      for block = 1, 40 do
        local sum = 0
        for _ = 1, 6 do sum = sum + chance:choose(nil, 101) - 51 end
        sizes[block], sums[block] = 10, sum
        called = called or statistics.chance(statistics.estimate(sizes, sums), "any") <= alpha
      end
      wrong = wrong + (called and 1 or 0)
    end
    assert.is_true(wrong <= 2 * alpha * runs, wrong .. " runs")
  end)

  it("are those of Student's distribution", function()
    assert.near(12.7062047362, statistics.quantile(0.05, 1), 1e-8)
    assert.near(2.0422724563, statistics.quantile(0.05, 30), 1e-8)
    assert.near(4.5868938587, statistics.quantile(0.001, 10), 1e-8)
    assert.near(1.9599639845, statistics.quantile(0.05, 1e8), 1e-6)
  end)

  -- The interpreter of LuaJIT computes 95.97 ^ 2 = 9210.2409000000007.
  it("square numbers in the same way in every Lua, compiled or not", function()
    assert.equal(9210.2408999999989, statistics.square(95.97))
  end)

  it("become as narrow as a plan says", function()
    local few = statistics.estimate({ 5, 5, 5, 5 }, { 10, 30, 20, 25 })
    local count = statistics.games_for(few, 0.5, "one")
    local many = { error = few.error * math.sqrt(4 / (count / 5)), blocks = count / 5 }
    assert.is_true(statistics.half(many, "one") <= 0.5)
    many = { error = few.error * math.sqrt(4 / (count / 5 - 1)), blocks = count / 5 - 1 }
    assert.is_true(statistics.half(many, "one") > 0.5)
  end)
end)

describe("Blocks", function()
  local written = json_text.encode

  it("give the same report in any order, and whoever played them", function()
    local function plan()
      return blocks.plan { arms = { standard(), { label = "gift", game = short_game { gift } } }, size = 3,
        bot = "random" }
    end
    local forward, backward, here, there = {}, {}, plan(), plan()
    for i = 1, 8 do
      forward[i] = here:play(i)
      backward[i] = there:play(9 - i)
    end
    local about = { rules = { { label = "standard" }, { label = "gift" } }, sides = { { 1 }, { 2 } },
      looks = "one" }
    assert.equal(written(report.of(about, forward)), written(report.of(about, backward)))
  end)

  it("hold only whole numbers", function()
    local block = blocks.plan({ arms = { { label = "standard", game = carcassonne.game() } }, size = 4,
      bot = "random" }):play(1)
    for i, sum in ipairs(block.arms[1].sums) do
      assert.equal("integer", compat.math.type(sum))
      assert.equal("integer", compat.math.type(block.arms[1].squares[i]))
    end
  end)

  it("exclude a failing game under all rules, and report it", function()
    local half_way = { name = "half-way", on_feature_scored = function(state)
      if state:score(1) % 5 == 3 then error "no idea" end
    end }
    local plan = blocks.plan { arms = { standard(), { label = "half-way", game = short_game { half_way } } },
      size = 40, bot = "random" }
    local block = plan:play(1)
    assert.is_true(#block.failed > 0 and block.games == 40 - #block.failed)
    assert.matches("^variant 'half%-way', on_feature_scored: .*compare_spec.lua:%d+: no idea %(seed %d+, "
      .. "after %d+ decisions%)$",
      block.failed[1].message)
    assert.equal(2, block.failed[1].arm)
    local made = report.of({ rules = plan.arms, sides = plan.sides, looks = "one" }, { block })
    assert.equal(block.games, made.games)
    assert.matches("^%d+ games? could not be played to the end", report_text.failed(made)[1])
  end)

  it("need games, and rules for the same numbers of players", function()
    assert.has_error(function() blocks.plan { arms = {} } end,
      "lab.run_plan: arms: expected at least one set of rules, got none")
    local three = { label = "three", game = carcassonne.game { players = 3 } }
    assert.has_error(function() blocks.plan { arms = { standard(), three } } end,
      "lab.run_plan: arms[2]: this game has 3 players, but the first game has 2")
    assert.has_error(function() blocks.plan { arms = { standard() }, size = 0 } end,
      "lab.run_plan: size: expected at least 1, got 0")
  end)
end)

-- Runs the command with fast bots.
local function run_quick(words)
  local list = { compat.table.unpack(words) }
  for _, word in ipairs { "--bot", "random" } do list[#list + 1] = word end
  return cli.run(list)
end

describe("carcassonne compare", function()
  local function refused(words, pattern)
    local status, output, errors = cli.run { "compare", compat.table.unpack(words) }
    assert.equal(2, status)
    assert.equal("", output)
    assert.matches(pattern, errors)
  end

  it("says in words what a rule changes against the standard rules, then in a table", function()
    local status, output, errors = run_quick { "compare", "standard", "tower", "-n", "20" }
    assert.equal(0, status)
    assert.equal("", errors)
    assert.matches(
      "^20 games under each set of rules, 2 players, seed 1, bot random\n\ntower against standard\n"
        .. "Never came up [^\n]*\nA player gets %d+%.%d%d %l+ points in all [^\n]*\nClear changes: games "
        .. "are longer ", output)
    assert.matches("\nA game has 1[78]%.%d%d more turns %(95 %% interval 1%d%.%d%d to 1%d%.%d%d%)%.\n",
      output)
    assert.matches("\ntiles on the table +%d%d%.%d%d +1%d%d%.%d%d +%+1[78]%.%d%d +%+1", output)
    assert.not_matches("\27", output)
  end)

  it("gives one report, whether it runs at once or continues after an interruption", function()
    local path = os.tmpname()
    os.remove(path)
    local words = { "compare", "standard", "edition=jcz+small_city=4", "-n", "24", "--json",
      "--results", path }
    local _, whole = run_quick(words)
    local text = files.read(path)
    files.rewrite(path, text:sub(1, math.floor(#text * 0.6)))
    local status, again = cli.run { "compare", "--resume", path, "--json" }
    assert.equal(0, status)
    assert.equal(whole, again)
    assert.equal(text, files.read(path))
    refused({ "tower", "--results", path }, "exists already; %-%-resume")
    refused({ "tower", "--resume", path }, "a run with its own rules; omit tower")
    local function of_old_version(value) value.version = value.version and "0.0.1" end
    files.rewrite(path, result_lines.edited(text, of_old_version))
    refused({ "--resume", path }, "line 2: this block belongs to another run")
    files.rewrite(path, result_lines.edited(text:match "^[^\n]*\n", of_old_version))
    refused({ "--resume", path },
      "belongs to another run: the version of the rules engine %(0%.0%.1, here .*%) differs")
    os.remove(path)
  end)

  it("writes a page, a row for each decision, and a table with commas", function()
    local page, rows = os.tmpname(), os.tmpname()
    local _, output = run_quick { "compare", "standard", "tower", "-n", "4", "--csv", "--html", page,
      "--dump", rows }
    assert.matches(
      "^rules,games,measure,mean,half,spread,difference,difference_half,chance,sure\nstandard,4,points,",
      output)
    local text = files.read(page)
    assert.matches("<h2>tower against standard</h2>", text)
    assert.same(page_policy.needed(text), page_policy.of(text))
    assert.is_nil(text:find(' style="', 1, true))
    assert.is_truthy(text:find("<svg", 1, true) or text:find("gnuplot is missing", 1, true))
    text = files.read(rows)
    assert.equal(
      ""
        .. "rules,game,seed,decision,player,kind,count,chosen,action,own,best_other,"
          .. "final_own,final_best_other,won",
      text:match "^[^\n]*")
    assert.is_truthy(text:find '\ntower,4,4,3,2,place,%d+,%d+,"place %S+ [%d-]+,[%d-]+ r%d",')
    os.remove(page)
    os.remove(rows)
  end)

  it("heads a column with the name of a rule, and two rules of one name with their files", function()
    local texts = { ["a.lua"] = "return { name = 'long' }",
      ["b.lua"] = "return { name = 'long', rules = { small_city = 2 } }" }
    files.with_folder(texts, function(folder)
      local _, output = run_quick { "compare", folder .. "/a.lua", "-n", "2" }
      assert.matches("\nlong against standard\n", output)
      _, output = run_quick { "compare", folder .. "/a.lua", folder .. "/b.lua", "-n", "2" }
      assert.matches("\nb against a\n", output)
    end)
  end)

  it("gives a spreadsheet names that look like formulas as texts, and negative numbers as numbers", function()
    files.with_folder({ ["@SUM(1).lua"] = "return { name = 'sum', rules = { small_city = 2 } }",
      ["-b.lua"] = "return { name = 'sum' }" }, function(folder)
      local rows, script = folder .. "/rows.csv", folder .. "/@SUM(1).lua"
      local _, output = run_quick { "compare", folder .. "/-b.lua", script, "-n", "4", "--csv", "--dump",
        rows }
      assert.matches("\n'@SUM%(1%),4,points,", output)
      assert.matches(",%-%d", output)
      assert.matches("\n'@SUM%(1%),1,", files.read(rows))
      for cell in (output .. files.read(rows)):gsub('"[^"]*"', "text"):gmatch "[^,\n]+" do
        assert.is_truthy(tonumber(cell) or not cell:find "^[=+@-]", cell)
      end
    end)
  end)

  it("stops when the interval is as narrow as requested, and says how many games that needs #full", function()
    local _, output = run_quick { "compare", "chained-builders", "--until", "wins.2=60" }
    assert.matches("^200 games under each", output)
    assert.matches("anytime%-valid 95 %% confidence interval", output)
    _, output = run_quick { "compare", "tower", "--plan", "-n", "20", "--until", "2" }
    assert.matches("games for %+%-2\npoints of a player +%d+%.%d+ +%d+\n", output)
  end)

  it("lets other bots play, and says what the second best action would have lost", function()
    local _, output = cli.run { "compare", "bot=random", "standard", "-n", "10" }
    assert.matches("^10 games .*, bot greedy\n\nstandard against bot=random\nA player gets %d+[^\n]* in all ",
      output)
    assert.matches("\ncost of the second best action +0.00 +[1-9]", output)
  end)

  it(
    "goes on where a script fails in some games, be it the first, and reports which; but not where each game "
      .. "fails #full", function()
    local function run(condition)
      local script =
        ([[return { name = "half-way", on_feature_scored = function(state)
          if %s then error "no idea" end end }]])
        :format(condition)
      return files.with_folder({ ["half-way.lua"] = script }, function(folder)
        local words = { folder .. "/half-way.lua", "-n", "20", "--results", folder .. "/kept.jsonl" }
        local status, output, errors = run_quick { "compare", compat.table.unpack(words) }
        local again = select(2, cli.run { "compare", "--resume", folder .. "/kept.jsonl" })
        words[#words] = folder .. "/share.jsonl"
        return status, output, errors, again, run_quick { "shard", "1/2", compat.table.unpack(words) }
      end)
    end
    local status, output, errors, again, shared, share = run "state:score(1) % 7 == 3"
    assert.equal(1, status)
    assert.equal("", errors)
    assert.equal(output, again)
    local failed = tonumber(
      output:match "\n(%d+) games could not be played to the end and are excluded from all sets of rules:\n")
    assert.equal(20 - failed, tonumber(output:match "^%d+"))
    assert.matches("\n  game 1, half%-way: variant 'half%-way', on_feature_scored: "
      .. "[^\n]*:2: no idea %(seed 1, after %d+ decisions%)\n", output)
    assert.equal(1, shared)
    assert.matches("\n%d games could not be played to the end; `carcassonne merge` lists the errors\n", share)
    status, output, errors, again, shared = run "true"
    assert.equal(2, status)
    assert.equal("", output .. again)
    assert.matches("^carcassonne: none of the first 10 games can be played to the end: variant 'half%-way'",
      errors)
    assert.equal(2, shared)
  end)

  it("refuses impossible requests #full", function()
    refused({ "tower", "-n", "0" }, "expected a whole number of at least 1, got '0'")
    refused({}, "no rules to compare")
    refused({ "tower", "tower" }, "'tower' is named twice")
    refused({ "small_town=2" }, "'small_town' is not edition, bot, tiles or the name of a rule value")
    refused({ "tower", "--bot", "genius" }, "%-%-bot: unknown bot 'genius'")
    refused({ "tower", "--until", "point=1" }, "%-%-until: unknown measure 'point' %(did you mean points%?%)")
    refused({ "tower", "--until", "0" }, "%-%-until: '0' is not %[MEASURE=%]WIDTH")
    refused({ "tower", "-n", "2", "--results", "/dev/full" },
      "cannot write /dev/full: No space left on device")
  end)
end)

-- Points for the second player, with a maximum if the option is 6.
local BOW = [[
return { name = "bow", options = { bonus = 0, kind = { "plain", "fancy" }, open = true },
  final_scoring = { { name = "bow", after = "fields", run = function(state, options)
    state:award(2, 60 - (options.bonus - 6) ^ 2)
  end } } }]]

describe("A range of an option", function()
  it("stands for its values, combined with those of a second range", function()
    local axes, points = sweep.ranges "tower+my-rule:bonus=0..4/2,least=-1..0"
    assert.same({ { name = "bonus", values = { 0, 2, 4 } }, { name = "least", values = { -1, 0 } } }, axes)
    assert.equal(6, #points)
    assert.same({ text = "tower+my-rule:bonus=2,least=-1", at = { 2, -1 } }, points[3])
  end)

  it("is refused if it is invalid", function()
    assert.has_error(function() sweep.ranges "tower" end,
      "sweep: 'tower' has no range; expected an option with a range, as in my-rule:bonus=0..20")
    assert.has_error(function() sweep.ranges "a:b=3..x" end,
      "sweep: 'b=3..x' is not a range; expected LOW..HIGH or LOW..HIGH/STEP, as in bonus=0..20")
    assert.has_error(function() sweep.ranges "a:b=3..2" end,
      "sweep: b=3..2: expected the lower number first")
    assert.has_error(function() sweep.ranges "a:b=3..3" end,
      "sweep: 'a:b=3..3' has 1 values; expected 2 to 400")
    assert.has_error(function() sweep.ranges "a:b=1..2,c=1..2,d=1..2" end,
      "sweep: 'a:b=1..2,c=1..2,d=1..2' varies 3 options; expected one or two")
  end)
end)

describe("A target for a number", function()
  -- Returns blocks of values. The blocks differ little from one another, but one random number is
  -- added to all, so that it is uncertain on which side of the target they are.
  local function blocks_of(truth, count, chance)
    local function noise(size) return (chance:choose(nil, 101) - 51) / 30 * size end
    local list = {}
    for number = 1, count do
      local shared, block = noise(10), { block = number, games = 10, arms = {}, failed = {} }
      for arm, mean in ipairs(truth) do
        local sum = mean * 10 + shared + noise(0.5)
        block.arms[arm] = { arm = arm, sums = { sum }, squares = { sum * sum } }
      end
      list[number] = block
    end
    return list
  end

  it("excludes no value that is really the nearest", function()
    local chance, wish, runs, wrong = bots.new("random", 8),
      { index = 1, measure = { scale = 1 }, target = 0 }, scaled(60, 20), 0
    for _ = 1, runs do
      local list, first, out = blocks_of({ 0, 0.3, -0.3, 0.6, -0.6 }, 40, chance), {}, false
      for number, block in ipairs(list) do
        first[number] = block
        if number >= 8 and number % 8 == 0 then out = out or sweep.standings(first, 5, { wish })[1].out end
      end
      wrong = wrong + (out and 1 or 0)
    end
    assert.is_true(wrong <= 0.05 * runs, wrong .. " runs")
  end)

  it("excludes the value that is farther away on either side", function()
    local wish = { index = 1, measure = { scale = 1 }, target = 0 }
    local standings, best = sweep.standings(blocks_of({ 2, 0, -2, 3 }, 40, bots.new("random", 9)),
      4, { wish })
    assert.equal(2, best)
    for arm, one in ipairs(standings) do assert.equal(arm ~= 2, one.out) end
  end)
end)

describe("carcassonne sweep", function()
  local function run(words, more)
    return files.with_folder({ ["bow.lua"] = BOW }, function(folder)
      local list = { "sweep", (words[1]:gsub("^bow", folder .. "/bow.lua")) }
      for i = 2, #words do list[#list + 1] = words[i] end
      for _, word in ipairs(more and more(folder) or {}) do list[#list + 1] = word end
      local status, output, errors = run_quick(list)
      return status, output, errors, folder
    end)
  end

  it("finds the best value, and omits the others when they are distinguished", function()
    local status, output, errors = run { "bow:bonus=2..9", "-n", "40", "--want", "points=more" }
    assert.equal(0, status, errors)
    assert.matches("^(%d+) games of 8 values, %d+ ", output)
    assert.matches("\nbonus=6 is closest to the target%.\n"
      .. "All other values are clearly farther from the target%.\n",
      output)
    assert.is_true(tonumber(output:match "^%d+") < 8 * 40)
  end)

  it("shows the effect of each value, and marks significant ones", function()
    local _, output = run { "bow:bonus=2..9", "-n", "12" }
    assert.matches("\npoints of player 2 +%d+%.%d%d +bonus=2 +%d+%.%d%d +bonus=6 +▁▄▆███▆▄ +%*\n",
      output:gsub("\n +", "\n"))
  end)

  it("gives the same with a file that is continued", function()
    files.with_folder({ ["bow.lua"] = BOW }, function(folder)
      local path = folder .. "/kept.jsonl"
      local words = { "sweep", folder .. "/bow.lua:bonus=4..6", "-n", "20", "--results", path, "--want",
        "seat=even", "--json" }
      local _, whole = run_quick(words)
      local text = files.read(path)
      files.rewrite(path, text:sub(1, math.floor(#text / 2)))
      local _, again, errors = cli.run { "sweep", "--resume", path, "--want", "seat=even", "--json" }
      assert.equal(whole, again, errors)
      local status, _, refusal = cli.run { "compare", "--resume", path }
      assert.equal(2, status)
      assert.matches("holds a run of carcassonne sweep; carcassonne sweep %-%-resume continues it", refusal)
    end)
  end)

  it("shows two options as a map, and as a page", function()
    local status, output = run({ "bow:bonus=5..7+small_city=2..4/2", "-n", "2" }, function(folder)
      return { "--html", folder .. "/page.html" }
    end)
    assert.equal(0, status)
    assert.matches("\nbonus \\ small_city +2 +4\n +5 +%d+%.%d%d +%d+%.%d%d\n", output)
  end)

  it("refuses an option that is not a number, and an invalid target", function()
    for range, said in pairs {
      ["open=0..3"] = "the default of option 'open' of .*bow.lua is true",
      ["kind=0..3"] = "the default of option 'kind' of .*bow.lua is plain",
          ["bonis=0..3"] = "did you mean bonus%?" } do
      local status, _, errors = run { "bow:" .. range, "-n", "2" }
      assert.equal(2, status)
      assert.matches(said, errors)
    end
    local status, _, errors = run { "bow:bonus=0..1", "-n", "2", "--want", "length=odd" }
    assert.equal(2, status)
    assert.matches("%-%-want: 'odd' is not a target for length; expected a number, or one of the words "
      .. "'more', 'less', 'longer' and 'shorter'", errors)
  end)
end)

describe("lua/doc/LAB.md", function()
  local page = manual.read "lua/doc/LAB.md"

  it("names each measure", function()
    for _, measure in ipairs(blocks.plan({ arms = { standard() } }).measures) do
      local key = measure.key:gsub("%.%d$", ".1")
      local found = page:find("`" .. key .. "`", 1, true)
        or page:find("`" .. key:gsub("^from", "") .. "`", 1, true)
      assert.is_truthy(found, measure.key)
    end
  end)
end)
