-- Untrusted scripts on the command line: --untrusted gives scripts tighter limits, --isolate runs
-- the command in a process with few rights.

local cli = require "spec.support.cli"
local files = require "spec.support.files"

local jit = rawget(_G, "jit") ~= nil

-- Runs a command on a script with this text.
local function with(text, words)
  return files.with(text, function(path)
    local all = { words[1] }
    for i = 2, #words do all[i] = words[i] end
    all[#all + 1] = path
    return cli.run(all)
  end)
end

describe("The option --untrusted", function()
  it("stops a script that exceeds its limits, names it, and lets a script of usual size play #full",
      function()
    local busy = "return { name = 'busy', on_tile_placed = function(s) if s:num_tiles() == 2 then for _ = "
      .. "1, 1500000 do end end end }"
    assert.are.equal(0,
      (with(busy, { "check", "--games", "1", "--effect", "0", "--players", "2", "--edition", "c2" })))
    local status, _, errors = with(busy, { "run", "-n", "1", "--untrusted", "--variant" })
    assert.are.equal(2, status)
    assert.matches("variant 'busy', on_tile_placed: [^\n]*:1: it ran for too many instructions", errors)
    local kind = "return { name = 'kind', points = function(_, _, points) return points + 1 end }"
    assert.are.equal(0, (with(kind, { "check", "--games", "2", "--effect", "2", "--untrusted" })))
  end)

  it("gives a script 16 MB, and lets it print 10,000 characters #full", function()
    local hungry =
      "local s, t = ('x'):rep(50000), {} for i = 1, 400 do t[i] = s .. i end return { name = 'x' }"
    assert.are.equal(0, (with(hungry, { "check", "--games", "1", "--effect", "0" })))
    local status, _, errors = with(hungry, { "check", "--untrusted" })
    assert.are.equal(2, status)
    assert.matches("variant '[^']*': [^\n]*:1: not enough memory; a script may use 16 MB", errors)
    local loud = "for _ = 1, 100 do print(('x'):rep(999)) end return { name = 'x' }"
    local _, output = with(loud, { "run", "-n", "1", "--untrusted", "--variant" })
    local printed = select(2, output:gsub("x", ""))
    assert.is_true(printed > 8000 and printed < 11000, tostring(printed))
  end)
end)

describe("The option --isolate", function()
  local quiet = "return { name = 'quiet', points = function(_, _, points) return points + 1 end }"

  it("runs the command as usual, with the same output and status #full", function()
    local words = { "run", "-n", "20", "--seed", "3", "--json", "--variant" }
    local isolated = { "run", "-n", "20", "--seed", "3", "--json", "--isolate", "30", "--variant" }
    files.with(quiet, function(path)
      words[#words + 1], isolated[#isolated + 1] = path, path
      local _, want = cli.run(words)
      local status, got = cli.run(isolated)
      assert.are.equal(0, status)
      assert.are.equal(want, got)
    end)
    assert.are.equal(2, (with("return {", { "check", "--isolate", "30" })))
  end)

  it("ends a command that takes longer, and says so #full", function()
    local status, _, errors = with(quiet, { "run", "-n", "1000000", "--isolate", "1", "--variant" })
    assert.are.equal(2, status)
    assert.matches("the system ended the command, because the command used all of its 1 second of "
      .. "processor time", errors)
  end)

  it("is refused without a number of seconds", function()
    local status, _, errors = cli.run { "check", "--isolate", "soon", "tower" }
    assert.are.equal(2, status)
    assert.matches("'soon' is not a whole number; expected 1 or more", errors)
  end)
end)

describe("An isolated process", function()
  local PROGRAM = [[
    local sys = require "carcassonne.sys"
    local carcassonne = require "carcassonne"
    local kept = os.tmpname()
    local limited, filtered = sys.isolate(20, 1024, %s)
    if not limited then print("none", filtered) return end
    if not filtered then print "unfiltered" return end
    local function tried(what, fine) print(what, fine and "done" or "refused") end
    tried("writes", io.open(kept .. "x", "w"))
    tried("appends", io.open(kept, "a"))
    tried("changes", io.open(kept, "r+"))
    tried("reads", io.open(kept, "r"))
    tried("removes", os.remove(kept))
    tried("renames", os.rename(kept, kept .. "y"))
    local ran = os.execute "true"
    tried("runs", ran == true or ran == 0)
    local started, pipe = pcall(io.popen, "true")
    tried("starts", started and pipe)
    local many = {}
    for i = 1, 100 do many[i] = io.open(kept, "r") end
    tried("opens many", #many == 100)
    for _, file in pairs(many) do file:close() end
    local state = carcassonne.game { variants = { "tower" } }:new_initial_state(1)
    state:random_playout(1)
    tried("plays", state:is_terminal())]]

  it("plays and reads, but writes, runs and removes nothing", function()
    local output = files.run(PROGRAM:format(tostring(jit)))
    -- either not on Linux, or on a Linux that filters nothing
    if output:match "^none" or output:match "^unfiltered" then return end
    assert.are.equal("writes refused, appends refused, changes refused, reads done, removes refused, "
      .. "renames refused, runs refused, " ..
      "starts refused, opens many refused, plays done",
        (output:gsub("\t", " "):gsub("\n$", ""):gsub("\n", ", ")))
  end)
end)
