-- The golden games have the same moves on this machine as on every platform (`make platforms`).

local compat = require "carcassonne.base.compat"
local files = require "spec.support.files"

-- Returns the folder with the built module, which also has its programs.
local function built()
  return (assert(compat.package.searchpath("carcassonne.core", package.cpath)):gsub(
    "/lua/carcassonne/core%.so$", ""))
end

describe("The golden games", function()
  it("have the same moves as on every other platform", function()
    local pipe = assert(
      io.popen("env -u LD_PRELOAD " .. built() .. "/tests/golden_games tests/platforms/expansions.txt 2>&1"))
    local said = pipe:read "*a"
    pipe:close()
    assert.are.equal(files.read "tests/platforms/golden_games.txt", said)
  end)
end)
