-- A report names the rows, functions and rule values of a script that change nothing beside others
-- that do.

local carcassonne = require "carcassonne"
local cli = require "spec.support.cli"
local files = require "spec.support.files"
local part_effects = require "carcassonne.lab.part_effects"

-- Returns the names of the parts of a script, the body of its table, that change nothing.
local function idle_in(body)
  return files.with_folder({ ["mine.lua"] = ("return { name = 'mine', %s }"):format(body) }, function(folder)
    return part_effects.idle { players = 2, variants = { carcassonne.variant(folder .. "/mine.lua") } }
  end)
end

describe("A part of a script that changes nothing", function()
  it("is found beside one that does: a row that never matches", function()
    assert.same({ "row 2 of `bonus`" },
      idle_in "bonus = { { kind = 'city', add = 2 }, { kind = 'spot', add = 5 } }")
    assert.same({ "row 1 of `points`" },
      idle_in "points = { { kind = 'spot', add = 3 }, { kind = 'monastery', add = 3 } }")
    assert.same({ "row 2 of `forbidden_deployments`" },
      idle_in "forbidden_deployments = { { kind = 'field' }, { kind = 'spot' } }")
    assert.same({ "row 1 of `edges`" },
      idle_in "edges = { { 'river', must_join = true }, { 'city', 'road', fits = true } }")
  end)

  it("is found among the functions, steps and rule values", function()
    assert.same({ "`on_points_given`", "step `nothing`", "rule value `small_city`" }, idle_in [[
      on_points_given = function() end,
      rules = { small_city = 4, goods_bonus = 30 },
      final_scoring = { { name = "nothing", after = "fields", run = function(state) state:award(1, 0, "no") end },
        { name = "gift", after = "fields", run = function(state) state:award(1, 5, "gift") end } } ]])
  end)

  it("is found if the script needs its other parts", function()
    assert.same({ "the function of `bonus`" }, idle_in [[
      variables = { { name = "coins", scope = "player" } },
      on_feature_scored = function(state, scoring)
        for _, player in ipairs(scoring.players) do state:set_variable("coins", player, 1) end
      end,
      bonus = { { kind = "city", add = 2 }, run = function() end },
      final_scoring = { { name = "coins", after = "fields", { "players", per = "coins", add = 3 } } } ]])
  end)

  it("is not named if the counts of uses name it", function()
    assert.same({}, idle_in [[ forbidden_deployments = { { kind = "spot" } },
      bonus = { { kind = "city", add = 2 } },
      phases = { { name = "never", timing = "after_scoring", when = { kind = "spot" },
        ask = function(state) state:offer { number = 1 } end, on_chosen = function() end } } ]])
  end)

  it("is not named if it is the only part, because then the whole report says so", function()
    assert.same({}, idle_in "bonus = { { kind = 'spot', add = 5 } }")
    assert.same({}, idle_in "forbidden_deployments = { { kind = 'spot' } }")
  end)

  it("is named in the first lines of compare and check, and in the JSON", function()
    local source = "bonus = { { kind = 'city', add = 2 }, { kind = 'spot', add = 5 } }"
    source = ("return { name = 'mine', %s }"):format(source)
    files.with_folder({ ["mine.lua"] = source }, function(folder)
      local says = "mine against standard\n *Without effect in 40 test games: row 2 of `bonus`%. "
        .. "Try a condition"
      local script = folder .. "/mine.lua"
      assert.matches(says, select(2, cli.run { "compare", script, "-n", "2" }))
      assert.matches(says, select(2, cli.run { "check", script, "-n", "1", "--effect", "2" }))
      assert.matches('"idle_parts":%["row 2 of `bonus`"%]',
        (select(2, cli.run { "compare", script, "-n", "2", "--json" }):gsub("%s*\n%s*", "")))
    end)
  end)
end)
