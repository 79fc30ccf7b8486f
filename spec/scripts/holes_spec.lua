-- Published holes of other sandboxes are closed (spec/fixtures/attacks/holes.lua).

local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"
local files = require "spec.support.files"
local holes = dofile "spec/fixtures/attacks/holes.lua"

-- Plays a game with the scripts of a case; returns the error, or nil.
local function played(case)
  local texts = { ["main.lua"] = case.script }
  for path, text in pairs(case.files or {}) do texts[path] = text end
  return files.with_folder(texts, function(folder)
    local variants = { folder .. "/main.lua" }
    for _, path in ipairs(case.others or {}) do variants[#variants + 1] = folder .. "/" .. path end
    local fine, message = pcall(function()
      carcassonne.game({ variants = variants, sets = { "base" } }):new_initial_state(1):random_playout(1)
    end)
    return not fine and message or nil
  end)
end

describe("A script", function()
  for _, case in ipairs(holes) do
    it(("never %s (%s)"):format(case.forbids, case.id), function()
      local message = played(case)
      if not case.says then return assert.is_nil(message) end
      assert.matches(case.says, message)
      assert.is_nil(message:find("HOLE", 1, true))
    end)
  end
end)

-- CVE-2025-49844: the collector frees the name of a chunk that is being compiled. A script cannot
-- reach the collector, so a small memory makes it run while the file is compiled.
describe("A file that is compiled with little memory (CVE-2025-49844)", function()
  -- A script of many functions and texts, with a syntax error in its last line.
  local function long_script(functions)
    local lines = {}
    for i = 1, functions do
      lines[i] = ("local function f%d() return 'text %d', { %d.5, 'more %d' } end f%d()"):format(i % 90, i, i,
        i, i % 90)
    end
    return "do " .. table.concat(lines, " end do\n") .. " end\nreturn = 1"
  end

  it("is named in the error of its last line, whatever the collector has freed", function()
    local text = long_script(700)
    local _, lines = text:gsub("\n", "")
    for i = 1, 20 do
      files.with(text, function(path)
        local fine, message = pcall(carcassonne.variant, path, {}, { memory = 1 + i % 4 })
        assert.is_false(fine)
        local place = compat.string.format("%s:%d: ", path, lines + 1)
        assert.is_truthy(message:find(place, 1, true) or message:find("not enough memory", 1, true), message)
        assert.is_truthy(message:find(path, 1, true), message)
      end)
    end
  end)
end)
