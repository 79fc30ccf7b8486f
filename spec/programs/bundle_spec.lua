-- All Lua modules in one file, for hosts that want a single file.

local carcassonne = require "carcassonne"
local files = require "spec.support.files"

local all = carcassonne.expansions()
for _, name in ipairs(carcassonne.shipped_variants()) do all[#all + 1] = name end

-- Returns the output of a program for which `require` finds only the bundle and the compiled
-- module.
local function beside_bundle(program)
  local folder = os.tmpname()
  os.remove(folder)
  assert(os.execute(("mkdir '%s' && %s csrc/make/bundle.lua '%s/carcassonne.lua'"):format(folder,
    os.getenv "LUA" or "lua5.4", folder)))
  local said, status = files.run(("package.path = '%s/?.lua'\n%s"):format(folder, program))
  os.execute(("rm -r '%s'"):format(folder))
  assert.are.equal(0, status, said)
  return said
end

describe("The file with all modules", function()
  it("plays every shipped script to the same end as the files", function()
    local state = carcassonne.game({ variants = all }):new_initial_state(4)
    state:random_playout(5)
    assert.are.equal(state:serialize(), beside_bundle [[
      local carcassonne = require "carcassonne"
      local all = carcassonne.expansions()
      for _, name in ipairs(carcassonne.shipped_variants()) do all[#all + 1] = name end
      local state = carcassonne.game({ variants = all }):new_initial_state(4)
      state:random_playout(5)
      io.write(state:serialize())]])
  end)

  it("has bots, drawings and the lab, but neither the command nor the files for editors", function()
    assert.are.equal("true true true false false", beside_bundle [[
      require "carcassonne"
      local found = {}
      for i, name in ipairs { "bots", "text.tile", "lab.perft", "cli", "meta.core" } do
        found[i] = tostring(pcall(require, "carcassonne." .. name))
      end
      io.write(table.concat(found, " "))]])
  end)

  it("names a module's own file and line in its errors", function()
    assert.matches("^carcassonne/text/board.lua:%d+: ", beside_bundle [[
      require "carcassonne"
      local board = require "carcassonne.text.board"
      print(select(2, pcall(board.lines)))]])
  end)

  it("is read once, and may be required again", function()
    assert.are.equal("2", beside_bundle [[
      local n = #(package.searchers or package.loaders)
      require "carcassonne"
      package.loaded["carcassonne"] = nil
      local again = require "carcassonne"
      again.game()
      io.write(#(package.searchers or package.loaders) - n + (again.version and 1 or 0))]])
  end)
end)
