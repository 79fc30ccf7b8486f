-- Mistakes of designers: each line of spec/fixtures/mistakes.txt is a script, and the line below it
-- the message for its author.

local carcassonne = require "carcassonne"
local files = require "spec.support.files"

local mistakes = {}
for script, message in files.read("spec/fixtures/mistakes.txt"):gmatch "([^\n]+)\n\t([^\n]+)\n" do
  mistakes[#mistakes + 1] = { script = script, message = message }
end

-- Loads a script and plays until it raises an error.
local function play(path)
  local state = carcassonne.game({ variants = { carcassonne.variant(path) } }):new_initial_state(1)
  while not state:is_terminal() do state:apply_index(1) end
end

describe("A designer who makes a mistake reads", function()
  it("one of fifty messages and more", function() assert.is_true(#mistakes > 50) end)

  for _, one in ipairs(mistakes) do
    it(one.message, function()
      local path = files.write(one.script)
      local fine, message = pcall(play, path)
      os.remove(path)
      assert.is_false(fine)
      local shown = message:gsub("^[^\n]-mistakes_spec%.lua:%d+: ", "")
      shown = shown:gsub(path:gsub("%p", "%%%0"), "rule.lua")
      assert.are.equal(one.message, (shown:gsub(path:match "^(.*)/":gsub("%p", "%%%0") .. "/", "")))
    end)
  end
end)
