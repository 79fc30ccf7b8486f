-- `run`, `check` and `compare` measure in the same way: the same games, the same figures, the same
-- table.

local cli = require "spec.support.cli"
local files = require "spec.support.files"
local json = require "dkjson"
local manual = require "spec.support.manual"

local GAMES, SEED = "6", "3"

-- Calls a function with the path of the first script of README.md, which the commands of this file
-- measure.
local function with_first_script(call)
  local script = manual.blocks(manual.read "README.md", "lua")[1].code
  files.with_folder({ ["generous-monks.lua"] = script },
    function(folder) call(folder .. "/generous-monks.lua") end)
end

local function output_of(words)
  local status, output, errors = cli.run(words)
  assert.same({ 0, "" }, { status, errors })
  return output
end

-- Returns the sentences and the table of a report, without indentation.
local function findings(output)
  local lines, inside = {}, false
  for line in output:gmatch " *([^\n]*)\n" do
    inside = inside or line == "generous-monks against standard"
    if line:find "^95 %% interval: " then break end
    if inside then lines[#lines + 1] = line end
  end
  return lines
end

describe("The first example of README.md", function()
  it("has the same effect in run, check and compare for the same games and seed", function()
    with_first_script(function(path)
      local compared = output_of { "compare", "-n", GAMES, "--seed", SEED, path }
      assert.is_true(#findings(compared) > 20)
      assert.equal(compared, output_of { "run", "-n", GAMES, "--seed", SEED, "--variant", path })
      local checked = output_of { "check", "-n", "1", "--search", "0", "--effect", GAMES, "--seed",
        SEED, path }
      assert.same(findings(compared), findings(checked))
      assert.matches("measured +6 games under each set of rules, 2 players, edition c2, seed 3, bot greedy\n",
        checked)
    end)
  end)

  it("has the same effect in the JSON of run and compare", function()
    with_first_script(function(path)
      local compared = json.decode(output_of { "compare", "-n", GAMES, "--json", path })
      local played = json.decode(output_of { "run", "-n", GAMES, "--json", "--variant", path })
      assert.same(compared.report, played.report)
    end)
  end)
end)

describe("The check of a rule that changes nothing", function()
  it("ends after saying so, and what to look at, without rows and statistics", function()
    local source = 'return { name = "dead", forbidden_deployments = { { kind = "spot" } } }'
    files.with_folder({ ["dead.lua"] = source }, function(folder)
      local script = folder .. "/dead.lua"
      local output = output_of { "check", "-n", "1", "--search", "0", "--effect", "4", script }
      assert.matches("\n  dead against standard\n  Neither forbade nor added an action [^\n]*\n  No "
        .. "differences: the points and the winner are the same in 4 games%.\n  The rule changed nothing%. "
        .. "Perhaps [^\n]*\n\n  OK: the script is valid, but it changed nothing\n$", output)
      local page = folder .. "/dead.html"
      output_of { "compare", "-n", "4", script, "--html", page }
      assert.matches("The rule changed nothing", files.read(page))
      for _, tag in ipairs { "<table", "<svg", 'class="small"' } do
        assert.is_nil(files.read(page):find(tag, 1, true), tag)
      end
    end)
  end)
end)

describe("One game", function()
  it("has neither a spread nor an interval, and the report says why", function()
    local output = output_of { "run", "-n", "1" }
    assert.matches("\npoints of a player +159%.50 +%-\n", output)
    assert.is_nil(output:find("±", 1, true))
    assert.is_nil(output:find("intervals are", 1, true))
    assert.matches("\nThere are no confidence intervals, because 1 game is too few%.\n",
      output)
    local shown = json.decode(output_of { "run", "-n", "1", "--json" }).report.arms[1].shown.points
    assert.same({ mean = 159.5 }, shown)
  end)

  it("under two rules has differences without intervals", function()
    local output = output_of { "compare", "-n", "1", "standard", "tower" }
    assert.matches("\npoints of a player +159%.50 +197%.00 +%+37%.50\n", output)
    assert.matches("\nThere are no confidence intervals, because 1 game is too few", output)
  end)

  it("is omitted from the plot of differences on a page", function()
    local path = os.tmpname()
    -- with plots, or without if gnuplot is missing
    assert.equal(0, (cli.run { "compare", "-n", "1", "tower", "--html", path }))
    assert.matches("no confidence intervals", cli.read(path))
    os.remove(path)
  end)
end)
