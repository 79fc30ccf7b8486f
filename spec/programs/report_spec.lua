-- A report for people: the largest differences first, terms with their meaning, and what to try.

local browser = require "spec.support.browser"
local cli = require "spec.support.cli"
local compat = require "carcassonne.base.compat"
local files = require "spec.support.files"
local measures = require "carcassonne.lab.measures"
local option_ranges = require "carcassonne.lab.option_ranges"
local plots = require "carcassonne.lab.plots"
local ranking = require "carcassonne.lab.ranking"
local report_text = require "carcassonne.lab.report_text"
local rule_specs = require "carcassonne.lab.rule_specs"
local suggestions = require "carcassonne.lab.suggestions"
local summary = require "carcassonne.lab.summary"

local SIDES = { { 1 }, { 2 } }

-- Returns a report of two sets of rules. `rows` has the difference, half its interval, and whether
-- it is significant, for some measures; the spread of a game is 10.
local function report_with(rows)
  local change = { arm = 2, against = 1, of = {}, other_points = 100, other_winner = 40 }
  local made = { games = 60, looks = "one", players = 2, comparisons = 3, failed = {}, measures = {},
    changes = { change }, arms = { { label = "standard", games = 60, shown = {}, uses = {} },
      { label = "mine", games = 60, shown = {}, uses = {} } } }
  for _, measure in ipairs(measures.list(SIDES)) do
    local row = rows[measure.key]
    if row then
      made.measures[#made.measures + 1] = measure
      made.arms[1].shown[measure.key] = { mean = 100, spread = 10 }
      made.arms[2].shown[measure.key] = { mean = 100 + row[1], half = row[2], spread = 10 }
      change.of[measure.key] = { difference = row[1], half = row[2], sure = row[3] or false, chance = 1 }
    end
  end
  return made, change
end

-- Returns the first cells of the lines of the table.
local function names_in(made, change)
  local names = {}
  for i, line in ipairs(report_text.table(made, change)) do names[i] = line:match "^(.-)  " or line end
  return names
end

describe("The rows of a comparison", function()
  it("are sorted by size: clear differences, those that may be chance, and the others", function()
    local made, change = report_with { points = { 4, 1, true }, ["from.road"] = { 0, 0 },
      ["from.city"] = { 1, 3 }, ["from.field"] = { -2, 1.5 }, lead = { -9, 2, true }, length = { 3, 4 } }
    assert.same({ "", "clear differences:", "the winner's lead", "points of a player", "perhaps by chance:",
      "points from fields", "no clear difference:", "turns", "points from cities", "points from roads" },
      names_in(made, change))
  end)

  it("have no headings if all belong together", function()
    assert.same({ "", "points of a player" }, names_in(report_with { points = { 4, 1, true } }))
  end)

  it("omit a measure that only repeats another one", function()
    local made, change = report_with { double_turns = { 3, 1, true }, extra_parts = { 3, 1, true } }
    assert.same({ "", "double turns per game" }, names_in(made, change))
    change.of.extra_parts.difference = 4
    assert.same({ "", "further parts per game", "double turns per game" }, names_in(made, change))
  end)

  it("omit the sum of the points of a script if a single label has them all", function()
    local made, change = report_with { ["from.script"] = { 3, 1, true } }
    local coin = measures.of_label("coin", "points\tcoin", SIDES)
    made.measures[2], change.of[coin.key] = coin, change.of["from.script"]
    for _, arm in ipairs(made.arms) do arm.shown[coin.key] = arm.shown["from.script"] end
    assert.same({ "", "points for coin" }, names_in(made, change))
  end)

  it("begin with a measure that never differs between games under equal rules", function()
    local made, change = report_with { points = { 40, 1, true }, tiles = { 1, 0, true } }
    for _, arm in ipairs(made.arms) do arm.shown.tiles.spread = 0 end
    assert.same({ "", "tiles on the table", "points of a player" }, names_in(made, change))
  end)
end)

describe("The summary of a comparison", function()
  it("says first how all points change, then how the games change, and what is clear", function()
    local made, change = report_with { points = { -4, 1, true }, lead = { -9, 2, true },
      length = { 3, 1, true }, seat = { 2, 9 } }
    assert.same({ "A player gets 4.00 fewer points in all (96.00 instead of 100.00): a clear "
      .. "change.", "Clear changes: games are closer (the winner leads by 9.00 fewer points); games are "
      .. "longer (3.00 more turns). No clear change in the balance between the "
      .. "first and the last player." },
      summary.of(made, change))
  end)

  it("says so if nothing changes clearly, and what does not change at all", function()
    local made, change = report_with { points = { 2, 5 }, lead = { 3, 4 }, length = { 0, 0 } }
    assert.same({ "A player gets 2.00 more points in all (102.00 instead of 100.00), which may be chance.",
      "No clear change in the winner's lead. No change in the number of turns." }, summary.of(made, change))
    change.of.points.difference, change.of.points.half = 0, 0
    assert.equal("The points of all players do not change.", summary.of(made, change)[1])
  end)

  it("says nothing about games won by all if only one of the games is cooperative", function()
    local made, change = report_with { points = { 2, 5 }, length = { 0, 0 } }
    made.measures[#made.measures + 1] = measures.list({ { 1, 2 } })[9]
    assert.equal("won", made.measures[#made.measures].key)
    change.of.won = { difference = 0, half = 0, chance = 1 }
    assert.equal("No change in the number of turns.", summary.of(made, change)[2])
  end)

  it("is a single sentence if no game changes", function()
    local made, change = report_with { points = { 0, 0 }, lead = { 0, 0 } }
    change.other_points, change.other_winner = 0, 0
    change.summary = summary.of(made, change)
    assert.same({ "No differences: the points and the winner are the same in 60 games." }, change.summary)
    made.games = 60
    assert.same({ "mine against standard", change.summary[1], suggestions.UNCHANGED },
      report_text.lines(made))
  end)

  it("has words for each direction of each of its aspects", function()
    for _, difference in ipairs { 7, -7 } do
      local made, change = report_with { won = { difference, 1, true }, lead = { difference, 1, true },
        seat = { difference, 1, true }, length = { difference, 1, true } }
      made.measures = measures.list { { 1, 2 } }
      for _, measure in ipairs(measures.list(SIDES)) do made.measures[#made.measures + 1] = measure end
      change.of.won, change.of.points = { difference = difference, sure = true }, nil
      for i = #made.measures, 1, -1 do
        if not change.of[made.measures[i].key] then table.remove(made.measures, i) end
      end
      local said = table.concat(summary.of(made, change), " ")
      assert.equal(4, select(2, said:gsub("7%.00? ", "")), said)
      assert.matches(difference > 0 and "the first player gains" or "the last player gains", said)
    end
  end)
end)

describe("A finding", function()
  it("says what to try, each suggestion once", function()
    local made, change = report_with { length = { 4, 1, true }, tiles = { 9, 1, true }, draws = { 2, 3 } }
    made.arms[2].contains = { "tiles" }
    assert.same({ "A game has 9.00 more tiles (95 % interval 8.00 to 10.00). "
      .. "Try fewer tiles if a game takes too long.",
      "A game has 4.00 more turns (95 % interval 3.00 to 5.00).",
      "No clear difference in 1 other measure." }, report_text.sentences(made, change))
  end)

  it("that follows from another one has no suggestion of its own", function()
    local made, change = report_with { length = { 11, 1, true }, extra_parts = { -10, 1, true },
      tiles = { 1, 2 } }
    made.arms[2].contains = { "tiles", "rules" }
    local list = report_text.sentences(made, change)
    assert.equal("A game has 11.00 more turns (95 % interval 10.00 to 12.00). "
      .. "This follows from the number of double turns.", list[1])
    assert.matches("fewer parts of turns .* Try a cheaper way to an additional turn", list[2])
    change.of.extra_parts.difference = -3
    assert.matches("11%.00 more turns .* Try fewer tiles", report_text.sentences(made, change)[1])
    change.of.extra_parts = { difference = -10, half = 12, sure = false, chance = 1 }
    assert.matches("11%.00 more turns .* Try fewer tiles", report_text.sentences(made, change)[1])
  end)

  it("about the seats depends on whether they win more evenly than before", function()
    local made, change = report_with { ["wins.2"] = { 3, 1, true }, seat = { -6, 9 } }
    local first, other = made.arms[1].shown.seat, made.arms[2].shown.seat
    made.arms[2].contains = { "rules" }
    first.mean, other.mean = 1, -5
    assert.matches("^The second player wins 3%.0 more games in 100 %(95 %% interval 2%.0 to 4%.0%)%. "
      .. "Try points at the start for the players whose seats win less%.$",
      report_text.sentences(made, change)[1])
    made.arms[2].ranges = { "coins.lua:worth=0..6" }
    assert.matches("`carcassonne sweep coins%.lua:worth=0%.%.6 %-%-want seat=even` searches for it%.$",
      report_text.sentences(made, change)[1])
    first.mean, other.mean = 7, 1
    assert.matches("Keep this rule: the seats win more evenly", report_text.sentences(made, change)[1])
  end)

  it("has a suggestion for each measure, whether it grows or shrinks, if the script can change it", function()
    local list = measures.list(SIDES)
    list[#list + 1] = measures.of_label("coin", "points\tcoin", SIDES)
    for _, measure in ipairs(list) do
      for _, difference in ipairs { 1, -1 } do
        local made, change = report_with { seat = { 1, 1 } }
        change.of[measure.key] = { difference = difference }
        assert.is_nil(suggestions.of(made, change, measure))
        made.arms[2].contains = { "tiles", "goods", "phases", "pieces", "points", "final_scoring", "rules",
          "forbidden_placements" }
        made.arms[2].uses = { { kind = "points", name = "coin" } }
        assert.matches("^%u%l+ .*%.$", suggestions.of(made, change, measure), measure.key)
      end
    end
  end)

  it("has no suggestion about what the script does not contain", function()
    local made, change = report_with { points = { -9, 1, true }, idle = { 1, 0.1, true },
      ["from.field"] = { -20, 1, true }, ["from.road"] = { 4, 1, true }, length = { 3, 1, true },
      goods = { -1, 0.1, true } }
    made.arms[2].contains = { "forbidden_deployments" }
    made.arms[2].uses = { { kind = "rule", name = "forbidden_deployments" } }
    local tries = {}
    for _, sentence in ipairs(report_text.sentences(made, change)) do
      tries[#tries + 1] = sentence:match "%). (.*)$"
    end
    table.sort(tries)
    assert.same({ "Try to forbid fewer deployments if too many pieces stay idle.",
      "Try to forbid less if players get too few points.",
      "Try to forbid less if these features now matter too little." }, tries)
  end)

  it("names the script's own option, with a range around its value", function()
    local made, change = report_with { points = { 9, 1, true } }
    made.arms[2].uses = { { kind = "points", name = "coin" } }
    assert.matches("declare the number in `options`", report_text.sentences(made, change)[1])
    made.arms[2].ranges = { "coins.lua:worth=0..6" }
    assert.equal("A player gets 9.00 more points (95 % interval 8.00 to 10.00). Try other amounts if this "
      .. "change is too large; `carcassonne sweep coins.lua:worth=0..6` compares values.",
      report_text.sentences(made, change)[1])
    made.arms[2].ranges = { "my coins.lua:worth=0..6", "my coins.lua:price=0..2" }
    assert.matches("; `carcassonne sweep 'my coins%.lua:worth=0%.%.6'` or `carcassonne sweep 'my coins%.lua:"
      .. "price=0%.%.2'` compares values%.", report_text.sentences(made, change)[1])
  end)

  it("says nothing about the rules if bots are compared", function()
    local made, change = report_with { length = { 4, 1, true } }
    made.arms[2].label, made.arms[2].contains = "bot=random", { "tiles" }
    assert.equal("A game has 4.00 more turns (95 % interval 3.00 to 5.00).",
      report_text.sentences(made, change)[1])
  end)

  it("is replaced by a suggestion if there is none", function()
    local made, change = report_with { length = { 4, 9 } }
    assert.same({ "No clear differences in 60 games. Try more games (`-n`), or larger numbers in the rule." },
      report_text.sentences(made, change))
  end)
end)

describe("The range of an option", function()
  local path, two

  setup(function()
    path = files.write([[return { name = "prices", description = "x", options = { kind = "low",
      price = { default = 3 } } }]])
    two = files.write [[return { name = "two", description = "x", options = { price = 3, prize = 60 } }]]
  end)

  teardown(function()
    os.remove(path)
    os.remove(two)
  end)

  local function ranges_of(words, index)
    local arm = rule_specs.list({ words }, {})[index or 2]
    return option_ranges.of(arm.parts, arm.by_part)
  end

  it("has at most nine values, with the value of the option", function()
    assert.same({ path .. ":price=0..6" }, ranges_of(path))
    assert.same({ path .. ":kind=high,price=0..16/2" }, ranges_of(path .. ":price=8,kind=high"))
    assert.same({ path .. ":price=0..8" }, ranges_of(path .. ":price=0"))
    assert.same({ path .. ":price=1..13/2" }, ranges_of(path .. ":price=7"))
    assert.same({ path .. ":price=-120..0/15" }, ranges_of(path .. ":price=-60"))
  end)

  it("is found for each of several numbers, and keeps the other rules", function()
    assert.same({ two .. ":price=0..6", two .. ":prize=0..120/15" }, ranges_of(two))
    assert.same({ "small_city=2 + " .. path .. ":price=0..6 + tower" },
      ranges_of("small_city=2 + " .. path .. " + tower"))
  end)

  it("has only values that the script accepts", function()
    local strict = files.write [[return { name = "strict", options = { size = 3 },
      victory = { "race", points = { option = "size" } } }]]
    local list = ranges_of(strict)
    os.remove(strict)
    assert.same({ strict .. ":size=1..6" }, list)
  end)

  it("is missing for rules without a number", function()
    assert.same({}, ranges_of("tower", 1))
    assert.same({}, ranges_of "chained-builders")
  end)
end)

-- Returns the scripts of the plots that a function draws.
local function scripts_of(run)
  local draw, scripts = plots.draw, {}
  function plots.draw(script) scripts[#scripts + 1] = script end
  run()
  plots.draw = draw
  return scripts
end

describe("A plot of differences", function()
  it("marks a difference beyond the scale with an arrow at the edge, and each one with its value", function()
    local made, change = report_with { points = { 40, 1, true }, lead = { -30, 1, true },
      tiles = { 4, 2, true } }
    local script = scripts_of(function() plots.changes(made, change) end)[1]
    assert.matches('set arrow from graph 0%.92,first %-[%d.]+ to graph 0%.99,', script)
    assert.matches('set arrow from graph 0%.08,first %-[%d.]+ to graph 0%.01,', script)
    for _, value in ipairs { "+40.00 points", "-30.00 points", "+4.00 tiles" } do
      assert.is_truthy(script:find(plots.quoted(value), 1, true), value)
    end
    assert.equal(1, select(2, script:gsub("\n0%.4 %-", "")))
  end)

  it("has the scale of the other plots of the report", function()
    local made, change = report_with { points = { 12, 2, true }, tiles = { 4, 2, true } }
    made.changes[2] = { arm = 2, against = 1, of = { tiles = change.of.tiles, points = change.of.tiles } }
    local scripts = scripts_of(function()
      for _, one in ipairs(made.changes) do plots.changes(made, one) end
    end)
    assert.matches("set xrange %[%-1%.5:1%.5%]", scripts[1])
    assert.equal(scripts[1]:match "set xrange [^\n]*", scripts[2]:match "set xrange [^\n]*")
  end)

  it("shows by shapes and dashes, not by colours, what is clear", function()
    local made, change = report_with { points = { 12, 2, true }, tiles = { 4, 2 } }
    local script = scripts_of(function() plots.changes(made, change) end)[1]
    assert.matches('pt 7 ps 0%.8 lw 1%.5 dt 1 lc rgb "(#%x+)" title "clear"', script)
    assert.matches('pt 6 ps 0%.8 lw 1%.5 dt 2 lc rgb "(#%x+)" title "perhaps by chance"', script)
  end)
end)

describe("The plots of the points", function()
  it("have one scale, and the mean of each set of rules", function()
    local made = report_with { points = { 20, 2, true } }
    made.arms[1].points, made.arms[2].points = { { 90, 3 }, { 110, 1 } }, { { 100, 1 }, { 150, 1 } }
    local script = scripts_of(function() plots.points(made) end)[1]
    assert.matches("set xrange %[90:160%]\nset yrange %[0:82%.5%]\n", script)
    assert.equal(1, select(2, script:gsub("set xrange", "")))
    assert.is_truthy(script:find('set title "standard: mean 100.0"', 1, true))
    assert.is_truthy(script:find('set title "mine: mean 120.0"', 1, true))
    assert.matches('set xlabel "points at the end, in steps of 10"', script)
  end)
end)

-- Runs the command with fast bots.
local function run_quick(words)
  local list = { compat.table.unpack(words) }
  for _, word in ipairs { "--bot", "random" } do list[#list + 1] = word end
  return select(2, cli.run(list))
end

describe("The groups of a report", function()
  it("agree with the intervals of the table", function()
    local output, group = run_quick { "compare", "standard", "tower", "-n", "60" }, nil
    local counts = { clear = 0, perhaps = 0, unclear = 0 }
    for line in output:gmatch "[^\n]+" do
      for _, name in ipairs(ranking.groups) do
        if line == report_text.HEADINGS[name] .. ":" then group = name end
      end
      local low, high, star = line:match "  ([+-]?%d+%.%d+) +([+-]?%d+%.%d+) *(%*?)$"
      if group and low then
        local leaves_0_out = tonumber(low) * tonumber(high) > 0
        assert.equal(star == "*" and "clear" or leaves_0_out and "perhaps" or "unclear", group, line)
        counts[group] = counts[group] + 1
      end
    end
    assert.is_true(counts.clear > 0 and counts.perhaps > 0 and counts.unclear > 0)
  end)
end)

describe("The terms of a report", function()
  it("have their meaning below the tables", function()
    local output = run_quick { "compare", "standard", "tower", "-n", "20" }
    assert.matches("\n95 %% interval: [^\n]*If the run were repeated with other seeds, about 95 of 100",
      output)
    assert.matches("\nA star marks a clear difference%. The test allows for the %d+ comparisons in this "
      .. "report: chance alone puts a star into at most 5 of 100 such reports %(Holm's correction%)", output)
    assert.matches("Differences are sorted by their size, in units of the usual distance of a game "
      .. "from the mean %(the standard deviation%)%.\n", output)
    assert.matches("\nDifferences are sorted by their size", output)
    output = run_quick { "run", "-n", "4" }
    assert.matches("\n +mean +spread\n", output)
    assert.matches("\nSpread: the usual distance of a game from the mean %(the standard deviation%)%. "
      .. "About two thirds of the games", output)
    assert.matches("\nThe number after ± is half the width of the 95 %% interval", output)
  end)

  it("are not used without the meaning: no p-values, no abbreviations", function()
    local output = run_quick { "compare", "standard", "tower", "-n", "20" }
    output = output .. run_quick { "compare", "tower", "--plan", "-n", "4" }
    output = output:gsub("the usual distance [%l ]+ %(the standard deviation%)", "")
      :gsub("[%w ]+ %(Holm's correction%)", "")
    for _, word in ipairs { "standard deviation", "Holm", "95 %% CI", "std%. dev", "percentage point",
      "p%-value", "[Nn]ot significant" } do
      assert.not_matches(word, output)
    end
  end)
end)

-- Checks that nothing is wider than the page, that plots have their full size, and what is folded.
local ON_PHONE = [[
  const page = phone.contentDocument, root = page.documentElement;
  said.push(root.scrollWidth === root.clientWidth);
  const plots = [...page.querySelectorAll("svg")], tables = [...page.querySelectorAll("table")];
  said.push(plots.length > 4, plots.every(plot => plot.getBoundingClientRect().width > 360));
  said.push(tables.every(table => table.getBoundingClientRect().right <= 390));
  said.push(page.querySelectorAll("details").length, page.querySelectorAll("details[open]").length);
]]

describe("The page of a report", function()
  local function page_of(words)
    return files.with_folder({}, function(folder)
      words[#words + 1], words[#words + 2] = "--html", folder .. "/page.html"
      run_quick(words)
      return files.read(folder .. "/page.html")
    end)
  end

  it("folds the measures without a clear difference, and explains each plot", function()
    local page = page_of { "compare", "standard", "tower", "-n", "20" }
    assert.matches("<details><summary>no clear difference: %d+ measures</summary>", page)
    assert.matches('<th colspan="7">clear differences</th>', page)
    assert.matches("<p><strong>Never came up in 20 games: option <code>exchange</code>%. [^\n]*</p>\n"
      .. "<p><strong>A player gets %d[^\n]* in all [^\n]*</strong></p>\n", page)
    local _, drawn = page:gsub("<svg", "")
    assert.equal(drawn, select(2, page:gsub("<figcaption>", "")))
  end)

  it("fits a phone #full", function()
    local said = browser.on_phone(page_of { "compare", "tower", "-n", "20" }, ON_PHONE)
    if not said then return pending(browser.MISSING) end
    if not plots.there() then return pending "gnuplot is missing" end
    assert.same({ "true", "true", "true", "true", "2", "0" }, said)
  end)
end)
