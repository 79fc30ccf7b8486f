-- Published holes of other sandboxes are closed (spec/fixtures/attacks/holes.lua).

local carcassonne = require "carcassonne"
local files = require "spec.support.files"
local holes = dofile "spec/fixtures/attacks/holes.lua"

-- Plays a game with the scripts of a case; returns the error, or nil.
local function played(case)
  local texts = { ["main.lua"] = case.script }
  for path, text in pairs(case.files or {}) do texts[path] = text end
  return files.with_folder(texts, function(folder)
    local fine, message = pcall(function()
      local variants = { carcassonne.variant(folder .. "/main.lua", {}, case.limits) }
      for _, path in ipairs(case.others or {}) do variants[#variants + 1] = folder .. "/" .. path end
      carcassonne.game({ variants = variants, sets = { "base" } }):new_initial_state(1):random_playout(1)
    end)
    return not fine and message or nil
  end)
end

describe("A script", function()
  for _, case in ipairs(holes) do
    it(("never %s (%s)"):format(case.forbids, case.id), function()
      local message = played(case)
      local allowed = case.says or message and case.allows
      if not allowed then return assert.is_nil(message) end
      assert.matches(allowed, message)
      assert.is_nil(message:find("HOLE", 1, true))
    end)
  end
end)

-- CVE-2025-49844: Lua 5.1 does not keep the name of a chunk alive while it compiles the chunk. The
-- caller keeps it alive if the name is on the stack. `load` of Lua has the name as an argument.
describe("C code that compiles a chunk (CVE-2025-49844)", function()
  it("keeps the name of the chunk on the stack", function()
    local count = 0
    for path in assert(io.popen "find csrc -name '*.c'"):lines() do
      for call in files.read(path):gmatch "%f[%w_]luaL?_load%w*%s*(%b())" do
        count = count + 1
        assert.matches(", lua_tostring%(L, %-?%d+%)%)$", call, path)
      end
    end
    assert.is_true(count > 0)
  end)
end)
