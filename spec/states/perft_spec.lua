-- The numbers of sequences of decisions, which change only if rules change; `carcassonne perft`
-- counts them.

local json = require "dkjson"
local carcassonne = require "carcassonne"
local cli = require "spec.support.cli"
local perft = require "carcassonne.lab.perft"
local reference = require "spec.support.reference"
local scaled = require "spec.support.scale"

-- Maximum number of positions that the slow reference visits for a count.
local SLOW = scaled(500, 50, 10)

-- Each row: the seed, the number of decisions before the position, the number of sequences of 1, 2,
-- 3 ... decisions from there on, and the points at the end of the line of decisions. If the last
-- two counts are equal the game is over.
local BASE = {
  ["2003"] = {
    { 1, 0, { 6, 24, 240, 852, 8048, 21312, 159532 }, "10 15" },
    { 2, 37, { 26, 120, 1976, 9140, 174244 }, "30 26" },
    { 4, 60, { 36, 1282, 43486 }, "14 26" },
    { 15, 95, { 39, 181, 8614, 8614 }, "15 26" },
  },
  bigbox = {
    { 1, 0, { 6, 24, 240, 852, 8048, 21312, 159532 }, "10 15" },
    { 2, 37, { 26, 120, 1976, 9140, 174244 }, "30 24" },
    { 4, 60, { 36, 1282, 43486 }, "13 26" },
    { 15, 95, { 39, 181, 8614, 8614 }, "16 24" },
  },
  c2 = {
    { 1, 0, { 6, 24, 240, 852, 8048, 21312, 159532 }, "10 15" },
    { 2, 37, { 26, 120, 1976, 9140, 174244 }, "30 24" },
    { 4, 60, { 36, 1282, 43486 }, "13 26" },
    { 15, 95, { 39, 181, 8614, 8614 }, "16 24" },
  },
  modern = {
    { 1, 0, { 6, 24, 240, 852, 8048, 21312, 159532 }, "10 15" },
    { 2, 37, { 26, 120, 1976, 9140, 174244 }, "30 24" },
    { 4, 60, { 36, 1282, 43486 }, "13 26" },
    { 15, 95, { 39, 181, 8614, 8614 }, "16 24" },
  },
  jcz = {
    { 1, 0, { 6, 24, 240, 852, 8048, 21312, 159532 }, "10 15" },
    { 2, 37, { 26, 120, 1976, 9140, 174244 }, "30 24" },
    { 4, 60, { 36, 1282, 43486 }, "13 26" },
    { 15, 95, { 39, 181, 8614, 8614 }, "16 24" },
  },
}

-- Seed 3 after 39 and after 69 decisions: builders are on the board, and some of the counted
-- sequences contain a second part of a turn, others only its end. Seed 15 after 46 decisions: a
-- second part.
local TRADERS = {
  ["2003"] = {
    { 1, 0, { 4, 16, 128, 878, 6364, 24956, 249952 }, "25 28" },
    { 3, 39, { 5, 140, 3820, 29652, 902745 }, "33 23" },
    { 3, 69, { 2, 4, 144, 2443, 21619, 622759 }, "33 23" },
    { 15, 46, { 24, 526, 4103, 100981 }, "19 20" },
    { 21, 123, { 67, 4008, 4124, 4124 }, "29 14" },
  },
  bigbox = {
    { 1, 0, { 4, 16, 128, 878, 6364, 24956, 249952 }, "23 29" },
    { 3, 39, { 5, 140, 3820, 29652, 902745 }, "34 23" },
    { 3, 69, { 2, 4, 144, 2443, 21619, 622759 }, "34 23" },
    { 15, 46, { 24, 526, 4103, 100981 }, "20 19" },
    { 21, 123, { 67, 4008, 4124, 4124 }, "33 12" },
  },
  c2 = {
    { 1, 0, { 4, 16, 128, 878, 6364, 24956, 249952 }, "23 29" },
    { 3, 39, { 5, 140, 3820, 29652, 902745 }, "34 23" },
    { 3, 69, { 2, 4, 144, 2443, 21619, 622759 }, "34 23" },
    { 15, 46, { 24, 526, 4103, 100981 }, "20 19" },
    { 21, 123, { 67, 4008, 4124, 4124 }, "33 12" },
  },
  modern = {
    { 1, 0, { 4, 16, 128, 878, 6364, 24956, 249952 }, "23 29" },
    { 3, 39, { 5, 140, 3820, 29652, 902745 }, "34 23" },
    { 3, 69, { 2, 4, 144, 2443, 21619, 622759 }, "34 23" },
    { 15, 46, { 24, 526, 4103, 100981 }, "20 19" },
    { 21, 123, { 67, 4008, 4124, 4124 }, "33 12" },
  },
  jcz = { -- the second part is compulsory
    { 1, 0, { 4, 16, 128, 878, 6364, 24956, 249952 }, "23 29" },
    { 3, 39, { 5, 140, 4480, 45507, 997447 }, "43 16" },
    { 3, 69, { 50, 1536, 66036 }, "43 16" },
    { 15, 46, { 2, 54, 238, 6432, 163325 }, "23 25" },
    { 21, 123, { 64, 3811, 3811 }, "23 26" },
  },
}

local OTHERS = {
  { "any number of further parts", { rules = { builder_parts = "unlimited" } },
    { 15, 46, { 24, 466, 3713, 90294 }, "20 19" } },
  { "three players", { players = 3, edition = "modern" },
    { 54, 39, { 4, 100, 239, 5037, 76427, 491894 }, "16 7 11" } },
  { "three players who have to take the second part",
    { players = 3, edition = "modern", rules = { double_turn = "compulsory" } },
    { 54, 39, { 4, 100, 315, 5380, 82928, 599344 }, "16 7 11" } },
  { "five players without Traders & Builders", { players = 5, edition = "2003", sets = { "base" } },
    { 6, 30, { 20, 82, 1866, 6288, 153370, 547216 }, "22 11 28 19 11" } },
  { "the last tile of the base game", { sets = { "base" } }, { 15, 97, { 48, 48, 48 }, "16 24" } },
  { "the last tile", { edition = "2003" }, { 21, 124, { 62, 62 }, "29 14" } },
  { "a player alone", { players = 1, edition = "jcz" }, { 7, 30, { 28, 672, 21151, 486076 }, "17" } },
}

local function position(settings, row)
  return perft.follow(carcassonne.game(settings):new_initial_state(row[1]), row[2])
end

local function it_counts(name, settings, row)
  local label = ("of %s, seed %d after %d decisions, "):format(name, row[1], row[2])

  it(label .. "are what they were", function()
    local state, counts = position(settings, row), {}
    for depth = 1, #row[3] do counts[depth] = perft.count(state, depth) end
    assert.same(row[3], counts)
  end)

  it(label .. "are the same by the plain way", function()
    local slow = reference.new(position(settings, row))
    for depth, count in ipairs(row[3]) do
      if depth > 1 and row[3][depth - 1] > SLOW then break end
      assert.equal(count, slow:count(depth))
    end
  end)
end

local function it_ends(name, settings, rows)
  it(("of %s end with the points that they had"):format(name), function()
    for _, row in ipairs(rows) do
      local state = position(settings, { row[1], 1000 })
      assert.equal(row[4], table.concat(state:returns(), " "))
      if row == rows[#rows] then assert.equal(row[4], table.concat(reference.new(state).points, " ")) end
    end
  end)
end

for label, golden in pairs { ["the base game"] = BASE, ["Traders & Builders"] = TRADERS } do
  describe("The sequences", function()
    for _, edition in ipairs(carcassonne.editions) do
      local settings = { edition = edition, sets = golden == BASE and { "base" } or { "base", "traders" } }
      local name = label .. ", edition " .. edition
      for _, row in ipairs(golden[edition]) do it_counts(name, settings, row) end
      it_ends(name, settings, golden[edition])
    end
  end)
end

describe("The sequences", function()
  for _, other in ipairs(OTHERS) do
    it_counts(other[1], other[2], other[3])
    it_ends(other[1], other[2], { other[3] })
  end

  it("of chained builders are those of any number of further parts", function()
    local row = OTHERS[1][3]
    local state = position({ variants = { "chained-builders" } }, row)
    for depth, count in ipairs(row[3]) do assert.equal(count, perft.count(state, depth)) end
  end)
end)

describe("Counting", function()
  local state = carcassonne.game():new_initial_state(1)

  it("leaves the state unchanged", function()
    local copy = state:clone()
    perft.count(state, 4)
    perft.divide(state, 3)
    assert.equal(copy:serialize(), state:serialize())
  end)

  it("counts no decision as one sequence, also in a finished game", function()
    local ended = carcassonne.random_playout(state, 1)
    assert.equal(1, perft.count(state, 0))
    for depth = 0, 3 do assert.equal(1, perft.count(ended, depth)) end
    assert.same({}, perft.divide(ended, 2))
    assert.equal(1, reference.new(ended):count(2))
  end)

  it("gives for each of the first decisions a number, and their sum is the count", function()
    for depth = 1, 4 do
      local rows, sum = perft.divide(state, depth), 0
      for i, row in ipairs(rows) do
        assert.equal(state:action(i), row.action)
        sum = sum + row.count
      end
      assert.equal(perft.count(state, depth), sum)
    end
    local slowly = reference.new(state):divide(3)
    for _, row in ipairs(perft.divide(state, 3)) do
      assert.equal(row.count, slowly[reference.key(row.action)])
    end
  end)

  it("gives the same if the last decision is played instead of counted", function()
    local later = perft.follow(state:clone(), 46)
    local function slowly(at, depth)
      if depth == 0 or at:is_terminal() then return 1 end
      local sum = 0
      for i = 1, at:num_actions() do
        local after = at:clone()
        after:apply_index(i)
        sum = sum + slowly(after, depth - 1)
      end
      return sum
    end
    for depth = 1, 3 do assert.equal(perft.count(later, depth), slowly(later, depth)) end
  end)

  it("makes no garbage except one state for each decision", function()
    if debug.gethook() then return end -- measuring coverage makes garbage, too
    perft.count(state, 6)
    collectgarbage()
    collectgarbage "stop"
    local before = collectgarbage "count"
    perft.count(state, 6)
    local after = collectgarbage "count"
    collectgarbage "restart"
    assert.is_true(after - before < 80) -- KB: the size of five states
  end)

  it("refuses invalid arguments", function()
    local manual = carcassonne.game { draws = "manual" }:new_initial_state()
    assert.error_matches(function() perft.count(manual, 2) end, "expected a state with seeded draws")
    assert.error_matches(function() perft.count(state, -1) end,
      "perft.count: depth: expected at least 0, got %-1")
    assert.error_matches(function() perft.divide(state, 0) end, "at least 1")
    assert.error_matches(function() perft.count({}, 1) end, "expected userdata, got table")
  end)
end)

describe("carcassonne perft", function()
  it("prints a row for each depth", function()
    local status, output, errors = cli.run { "perft", "--seed", "3", "--after", "39", "--depth", "3" }
    assert.equal(0, status, errors)
    assert.matches("2 players, edition c2, base %+ traders, seed 3, after 39 decisions", output)
    assert.matches("\ndepth +sequences +seconds\n", output)
    assert.matches("\n +3 +3820 +[%d.]+\n", output)
  end)

  it("prints each of the first decisions", function()
    local status, output = cli.run { "perft", "--depth", "3", "--divide", "--sets", "base" }
    local sum, rows = 0, 0
    for count in output:gmatch "place BA%-%a %S+ r%d +(%d+)\n" do
      sum, rows = sum + count, rows + 1
    end
    assert.equal(0, status)
    assert.equal(6, rows)
    assert.equal(240, sum)
  end)

  it("counts in every edition, as JSON", function()
    local status, output = cli.run { "perft", "--edition", "all", "--after", "39", "--seed", "3", "--depth",
      "4", "--json" }
    local data = json.decode(output)
    assert.equal(0, status)
    for i, edition in ipairs(carcassonne.editions) do
      assert.equal(edition, data.results[i].edition)
      assert.equal(TRADERS[edition][2][3][4], data.results[i].rows[4].sequences)
    end
  end)

  it("supports house rules", function()
    local status, output = cli.run { "perft", "--variant", "chained-builders", "--seed", "15", "--after",
      "46", "--depth", "3" }
    assert.equal(0, status)
    assert.matches("3 +3713 ", output)
  end)

  it("refuses an unknown edition", function()
    local status, _, errors = cli.run { "perft", "--edition", "c3" }
    assert.equal(2, status)
    assert.matches("unknown edition 'c3'", errors)
  end)
end)
