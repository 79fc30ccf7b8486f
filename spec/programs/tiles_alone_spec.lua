-- The effect of a rule is measured apart from the effect of the tiles that its script brings.

local carcassonne = require "carcassonne"
local cli = require "spec.support.cli"
local files = require "spec.support.files"
local json = require "dkjson"
local shipped = require "carcassonne.variant.shipped"
local tiles_alone = require "carcassonne.lab.tiles_alone"

-- Returns what a command prints.
local function output_of(words)
  local status, text = cli.run(words)
  assert.equal(0, status, text)
  return text
end

local function tile_counts(game)
  local counts = {}
  for _, tile in ipairs(game:tiles()) do counts[tile.id] = tile.count end
  return counts
end

-- Returns the labels of the compared rules, and of those with which each is compared.
local function comparisons(...)
  local run = json.decode((output_of { "compare", "-n", "2", "--bot", "random", "--json", ... }))
  local list = {}
  for i, change in ipairs(run.report.changes) do
    local arms = run.report.arms
    list[i] = ("%s against %s"):format(arms[change.arm].label, arms[change.against].label)
  end
  return list, run
end

describe("The tiles of a script alone", function()
  it("are all tiles that the script brings, for each shipped script", function()
    for _, name in ipairs(shipped.expansions()) do
      local variant = carcassonne.variant(name)
      local alone = tiles_alone.of(variant)
      if alone then
        assert.same(tile_counts(carcassonne.game { variants = { variant } }),
          tile_counts(carcassonne.game { variants = { alone } }), name)
      end
    end
  end)

  it("are those of the chosen options and modules", function()
    for _, options in ipairs { { edition = 1 }, { edition = 2 } } do
      local variant = carcassonne.variant("abbey-and-mayor", options)
      assert.same(tile_counts(carcassonne.game { variants = { variant } }),
        tile_counts(carcassonne.game { variants = { tiles_alone.of(variant) } }))
    end
  end)

  it("score as usual: a city with a cathedral that is not a cathedral", function()
    local alone = tiles_alone.of(carcassonne.variant "inns-and-cathedrals")
    for _, row in ipairs(alone.source.attributes) do
      if type(row) == "table" then assert.is_nil(row.tile_points or row.unfinished or row.pieces) end
    end
    assert.is_nil(alone.source.pieces)
  end)

  it("do not exist for a script without tiles, or with nothing but tiles", function()
    assert.is_nil(tiles_alone.of(carcassonne.variant "chained-builders"))
    local only = { name = "more", counts = { ["BA-A"] = 4 } }
    assert.is_nil(tiles_alone.of(carcassonne.variant(only)))
  end)
end)

describe("Compare", function()
  it("of a script that brings tiles has three sets of rules by itself", function()
    assert.same({ "tower against tiles of tower", "tiles of tower against standard" }, (comparisons "tower"))
  end)

  it("of a script without tiles has two", function()
    assert.same({ "chained-builders against standard" }, (comparisons "chained-builders"))
  end)

  it("of several sets of rules compares with the tiles that the list names", function()
    assert.same({ "tiles of tower against bridges", "tower against tiles of tower" },
      (comparisons("bridges", "tiles=tower", "tower")))
  end)

  it("finds no effect of a rule that does nothing, however many tiles come with it", function()
    local text = "return { name = 'more', counts = { ['BA-A'] = 9 }, on_tile_placed = function() end }"
    files.with(text, function(path)
      local _, run = comparisons(path)
      assert.equal(0, run.report.changes[1].other_points)
      assert.is_true(run.report.changes[2].other_points > 0)
    end)
  end)

  it("keeps the comparison in a file of results", function()
    files.with_folder({}, function(folder)
      local path = folder .. "/run.jsonl"
      output_of { "compare", "tower", "-n", "2", "--bot", "random", "--results", path }
      assert.matches("tower against tiles of tower", (output_of { "merge", path }))
      assert.matches("tower against tiles of tower",
        (output_of { "compare", "--resume", path, "-n", "4", "--bot", "random" }))
    end)
  end)

  it("refuses tiles of a script that brings none", function()
    cli.assert_refused({ "compare", "standard", "tiles=chained-builders" },
      "tiles=chained-builders: this variant has no tiles, or has nothing but tiles")
  end)
end)

describe("Check", function()
  it("measures a rule against its tiles alone", function()
    assert.matches("tower against tiles of tower", (output_of { "check", "tower", "--effect", "2" }))
  end)
end)
