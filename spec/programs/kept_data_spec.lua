--- `check` finds what a script keeps outside of its variables.

local check = require "carcassonne.lab.check"
local check_report = require "carcassonne.lab.check_report"
local files = require "spec.support.files"

-- Returns the data outside of variables that games with this script change, as texts.
local function changed(text)
  return files.with(text, function(path)
    local list = {}
    for i, one in ipairs(check.variant(path, { games = 1 }).changed) do
      list[i] = ("%s: %s"):format(one.path, tostring(one.from))
    end
    return list
  end)
end

describe("check names the data that a script changes outside of its variables:", function()
  it("a local variable of a function, though the game plays as without it", function()
    assert.same({ "n: 0" }, changed [[
      local n, fixed = 0, 7
      return { name = "late", on_tile_placed = function(state) n = n + fixed end }]])
  end)

  it("a table, a global, and a variable of a function that it calls", function()
    assert.same({ "add.sum: 0", "seen.last: nil", "total: nil" }, changed [[
      local seen, sum = {}, 0
      local function add() sum = sum + 1 end
      return { name = "late", on_tile_placed = function(state) seen.last = "x" total = 1 add() end }]])
  end)

  it("data that a game removes", function()
    assert.same({ "once.more: 1" }, changed [[
      local once = { more = 1 }
      return { name = "late", on_tile_placed = function() once.more = nil end }]])
  end)

  it("and nothing of a script that stores data in variables, or only reads its own", function()
    assert.same({}, changed [[
      local points = { 1, 2 }
      return { name = "early", variables = { { name = "gold", scope = "game" } },
        on_tile_placed = function(state) state:set_variable("gold", points[1]) end }]])
  end)
end)

-- The script stores a value in the first game; what later games allow depends on this value.
local FIRST = [[
  local first
  return { name = "first", allow_placement = function(state, action)
    first = first or action.x * 2 + action.y
    return (action.x + action.y + first) % 4 ~= 0 end }]]

-- Returns the problems of a script in two games, by the way in which the second game was played.
local function problems(text)
  return files.with(text, function(path)
    local ways = {}
    for _, problem in ipairs(check.variant(path, { games = 2, players = { 2, 3 } }).problems) do
      ways[problem.way] = problem
    end
    return ways
  end)
end

describe("check plays a game again with the script loaded again", function()
  local ways = problems(FIRST)

  it("from its start, and names the game, the decision, and the data that games changed", function()
    local problem = ways["played with the script loaded again"]
    assert.same({ 2, 0 }, { problem.seed, problem.decision })
    assert.matches("changed data that is not in its declared `variables`: `first` of 'first' "
      .. "%(was nil, is 1%)", problem.text)
  end)

  it("from a save of the middle, and names them, too", function()
    local problem = ways["loaded from a saved game, with the script loaded again"]
    assert.equal(2, problem.seed)
    assert.is_true(problem.decision > 10)
    assert.matches("is not legal here.*; the script changed data that is not in its declared "
      .. "`variables`: `first`", problem.text)
  end)

  it("and finds a counter that has an effect after many calls", function()
    local problem = problems([[
      local n = 0
      return { name = "hid", on_tile_placed = function(state)
        n = n + 1
        if n > 300 then state:award(1, 1, "luck") end
      end }]])["played on copies"]
    assert.equal(1, problem.seed)
    assert.matches("`n` of 'hid' %(was 0, is %d+%)", problem.text)
  end)
end)

describe("check plays the first game again in a new process", function()
  local FAIR = "return { name = 'odd', on_tile_placed = function(state) end }"
  local LUCKY = "return { name = 'odd', on_tile_placed = function(state) state:award(1, 1, 'luck') end }"
  local PLAYED = 7 -- steps of a game: the first playthrough, and six others

  it("and says so, if the script is a file", function()
    files.with(FAIR, function(path)
      local report = check.variant(path, { games = 1, players = { 2 } })
      assert.same({ true, {} }, { report.elsewhere, report.problems })
      assert.matches("; the first game was also played in a new process$", check_report.range(report))
    end)
    local report = check.variant({ name = "odd" }, { games = 1, players = { 2 } })
    assert.is_false(report.elsewhere)
  end)

  it("and reports the first position that differs there", function()
    files.with(FAIR, function(path)
      local found = check.variant(path, { games = 1, players = { 2 }, step = function(done)
        if done == PLAYED then files.rewrite(path, LUCKY) end
      end }).problems
      assert.equal(1, #found)
      assert.equal("played in a new process", found[1].way)
      assert.equal(0, found[1].decision) -- the hash of a position depends on the script
    end)
  end)
end)
