-- The numbers of actions and the planes of a game stay the same, so that a network that has learned
-- can be used with later versions. spec/space_golden.lua prints the present ones.

local files = require "spec.support.files"
local space_golden = require "spec.support.space_golden"

local function lines_of(text)
  local lines = {}
  for line in text:gmatch "[^\n]+" do lines[#lines + 1] = line end
  return lines
end

describe("The numbers of actions and the planes of a game", function()
  local golden = lines_of(files.read "spec/fixtures/spaces.golden")

  it("are those of spec/fixtures/spaces.golden", function()
    local present = space_golden.lines()
    assert.are.equal("version " .. space_golden.version(), golden[1])
    for i, line in ipairs(present) do assert.are.equal(golden[i + 1], line) end
    assert.are.equal(#golden, #present + 1)
  end)

  it("have a version that the changes for users list", function()
    local wanted = ("Version %d of the numbers of actions and planes"):format(space_golden.version())
    assert.is_truthy(files.read "lua/doc/CHANGELOG.md":find(wanted, 1, true), wanted)
  end)
end)
