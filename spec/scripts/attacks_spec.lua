-- Hostile scripts: each ends soon, in little memory, with an error that names the script and its
-- line; the host continues.

local carcassonne = require "carcassonne"
local files = require "spec.support.files"
local cases = dofile "spec/fixtures/attacks/cases.lua"

local SECONDS, MEGABYTES = 2, 64

-- Reads a script, and plays a game with it if possible; returns the error.
local function refusal(case)
  return files.with(case.text, function(path)
    local fine, message = pcall(function()
      carcassonne.game({ variants = { path } }):new_initial_state(1):random_playout(1)
    end)
    return fine and "it was played" or message
  end)
end

describe("A hostile script #full", function()
  for _, case in ipairs(cases) do
    it(("with %s (%s) is stopped within two seconds, and named"):format(case.name, case.how), function()
      local print_before = print
      _G.print = function() end -- luacheck: ignore
      local from = os.clock()
      local message = refusal(case)
      local seconds = os.clock() - from
      _G.print = print_before -- luacheck: ignore
      collectgarbage()
      assert.matches("variant '", message)
      assert.matches(case.says, message)
      assert.is_true(seconds < SECONDS, ("%.2f s"):format(seconds))
    end)
  end

  it("leaves the host and its games as they were", function()
    local game = carcassonne.game { variants = { "tower" } }
    local state = game:new_initial_state(1)
    local before = state:hash()
    for i = 1, #cases, 9 do refusal(cases[i]) end
    assert.are.equal(before, state:hash())
    state:random_playout(1)
    assert.is_true(state:is_terminal())
  end)

  -- The additional memory that a process needed at most while it tried a script, in kilobytes.
  local PROGRAM = [[
    local function peak() return tonumber(io.open("/proc/self/status"):read("*a"):match "VmHWM:%%s*(%%d+)") end
    local carcassonne = require "carcassonne"
    carcassonne.game { variants = { { name = "y", allow_placement = function() end } } }:new_initial_state(1):random_playout(1)
    local before = peak()
    local fine = pcall(function() carcassonne.game({ variants = { "%s" } }):new_initial_state(1):random_playout(1) end)
    print(fine, peak() - before)]]

  -- Only Linux reports this; with a sanitizer, which is loaded first, most of the memory belongs to
  -- the sanitizer.
  local has_peak = io.open "/proc/self/status" ~= nil and (os.getenv "LD_PRELOAD" or "") == ""
  local measured = has_peak and it or function() end
  for _, case in ipairs(cases) do
    if case.hungry then
      measured(("with %s (%s) takes less than %d MB"):format(case.name, case.how, MEGABYTES), function()
        local output = files.with(case.text, function(path) return files.run(PROGRAM:format(path)) end)
        local kilobytes = tonumber(output:match "^false%s+(%d+)%s$")
        assert.is_truthy(kilobytes, output)
        assert.is_true(kilobytes < MEGABYTES * 1024, output)
      end)
    end
  end
end)
