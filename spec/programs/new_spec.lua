-- `carcassonne new`: each recipe of the cookbook makes a script that loads and a test that passes.

local cli = require "spec.support.cli"
local cookbook = require "carcassonne.cli.cookbook"
local files = require "spec.support.files"
local report = require "carcassonne.testkit.report"
local test = require "carcassonne.testkit"

local recipes = cookbook.recipes()

describe("The recipe", function()
  for _, recipe in ipairs(recipes) do
    it(recipe.name .. " makes a script of another name, and tests that pass with it", function()
      local script, tests = cookbook.begin(recipe, "my-rule")
      files.with_folder({ ["my-rule.lua"] = script }, function(folder)
        local cases = test.read(folder .. "/my-rule_spec.lua", tests)
        assert.is_true(#cases > 0)
        for _, case in ipairs(cases) do
          assert.same({ folder .. "/my-rule.lua" }, test.scripts(case))
          assert.is_true(recipe.test ~= nil or #case.given.play > 0, "nothing is played")
          local failure = test.run(case)
          if failure then error(table.concat(report.lines(failure), "\n"), 0) end
        end
        assert.matches("^%-%- I want " .. recipe.title:sub(1, 10), script)
        assert.matches('\nreturn {%s*name = "my%-rule"', script)
      end)
    end)
  end

  it("has a test of its own in many cases", function()
    local count = 0
    for _, recipe in ipairs(recipes) do count = count + (recipe.test and 1 or 0) end
    assert.is_true(count >= 20)
  end)

  it("that has a test makes its test pass", function()
    files.with_folder({ ["my-rule.lua"] = 'return { name = "nothing" }' }, function(folder)
      for _, recipe in ipairs(recipes) do
        local _, tests = cookbook.begin(recipe, "my-rule")
        local failed = not recipe.test
        for _, case in ipairs(test.read(folder .. "/my-rule_spec.lua", tests)) do
          failed = failed or test.run(case) ~= nil
        end
        assert.is_true(failed, recipe.name)
      end
    end)
  end)
end)

describe("carcassonne new", function()
  it("writes a script and a test, which `check` and `test` accept", function()
    files.with_folder({}, function(folder)
      local base = folder .. "/my-rule"
      local status, output = cli.run { "new", base, "--like", "feast" }
      assert.equal(0, status)
      assert.equal(("Wrote %s.lua and %s_spec.lua. To try them:\n  carcassonne check %s.lua\n  carcassonne "
        .. "test %s_spec.lua\n")
        :format(base, base, base, base), output)
      status, output = cli.run { "check", base .. ".lua", "-n", "2", "--effect", "0" }
      assert.equal(0, status, output)
      status, output = cli.run { "test", base .. "_spec.lua" }
      assert.equal(0, status, output)
      assert.matches("\n2 passed, 0 failed\n$", output)
    end)
  end)

  it("lists the recipes", function()
    local status, output = cli.run { "new", "--list" }
    assert.equal(0, status)
    for _, recipe in ipairs(recipes) do assert.matches(recipe.title .. "\n", output, 1, true) end
    assert.matches("\ndice +a die\n", output)
  end)

  it("keeps existing files", function()
    files.with_folder({ ["mine_spec.lua"] = "precious" }, function(folder)
      local status, _, errors = cli.run { "new", folder .. "/mine", "--like", "dice" }
      assert.equal(2, status)
      assert.equal(("carcassonne: %s/mine_spec.lua exists already; nothing was written\n"):format(folder),
        errors)
      assert.equal("precious", files.read(folder .. "/mine_spec.lua"))
      assert.is_nil(io.open(folder .. "/mine.lua"))
    end)
  end)

  for _, row in ipairs {
    { { "mine" },
      "new: the recipe is missing; usage: carcassonne new mine --like RECIPE; --list shows them" },
    { {}, "new: the name is missing; usage: carcassonne new NAME --like RECIPE" },
    { { "mine", "--like", "dise" },
      "--like: unknown recipe 'dise' (did you mean dice?); carcassonne new --list shows all" },
    { { "My Rule", "--like", "dice" },
      "'My Rule' is not a name for a rule; expected a small letter, then letters, digits, - and _, as in "
        .. "my-rule" },
    { { "/no/such/folder/mine", "--like", "dice" }, "cannot write /no/such/folder/mine.lua: " },
  } do
    it("refuses: " .. row[2] .. " #full", function()
      local words = { "new" }
      for _, word in ipairs(row[1]) do words[#words + 1] = word end
      local status, output, errors = cli.run(words)
      assert.equal(2, status)
      assert.equal("", output)
      assert.matches("carcassonne: " .. row[2], errors, 1, true)
    end)
  end
end)
