-- Checks that the games of each shipped script do not change. spec/fixtures/scripts.golden has a
-- line for each script, made by `sh csrc/make/env.sh build lua5.4 spec/golden_lines.lua NAME ...`;
-- a line changes only if a rule was changed on purpose.

local files = require "spec.support.files"
local script_golden = require "spec.support.script_golden"

local GOLDEN = script_golden.read(files.read "spec/fixtures/scripts.golden")
local FIRST_DIGEST = script_golden.POSITIONS + 1

describe("The golden lines", function()
  it("exist for every shipped script, and for no other", function()
    local names = {}
    for _, name in ipairs(script_golden.shipped()) do
      assert.is_truthy(GOLDEN[name], name .. " has no golden line")
      names[name] = true
    end
    for name in pairs(GOLDEN) do assert.is_true(names[name], name .. " is not shipped") end
  end)

  for _, name in ipairs(script_golden.shipped()) do
    it(("hold for %s: the sequences from ten positions, and the first games"):format(name), function()
      local golden = assert(GOLDEN[name], name .. " has no golden line")
      for number = 1, script_golden.POSITIONS do
        assert.equal(golden[number], script_golden.sequences(name, number), "position " .. number)
      end
      assert.equal(golden[FIRST_DIGEST], script_golden.digest(name, script_golden.FEW))
    end)

    it(("hold for %s: a hundred games #full"):format(name), function()
      assert.equal(GOLDEN[name][FIRST_DIGEST + 1], script_golden.digest(name, script_golden.MANY))
    end)
  end
end)
