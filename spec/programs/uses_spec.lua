-- A report says how often players used what a script offers, and first what never came up.

local carcassonne = require "carcassonne"
local report = require "carcassonne.lab.report"
local report_text = require "carcassonne.lab.report_text"
local run_plan = require "carcassonne.lab.run_plan"
local uses_text = require "carcassonne.lab.uses_text"

local GAMES = 3

-- Returns all sentences about the uses of an arm.
local function sentences_of(arm)
  local list = uses_text.never(arm)
  for _, sentence in ipairs(uses_text.others(arm)) do list[#list + 1] = sentence end
  return list
end

-- A bot that takes each option of a script, or passes whenever it may.
local function decided(takes)
  local function choose(_, state, count)
    for index = 1, count do
      local kind = state:action(index).kind
      if takes and kind == "choice" or not takes and kind == "pass" then return index end
    end
    return 1
  end
  return { name = takes and "taker" or "passer", choose = choose }
end

-- A short game, with one tile of each kind.
local function short_game(variants)
  local counts = {}
  for _, tile in ipairs(carcassonne.game({ sets = { "base" } }):tiles()) do counts[tile.id] = 1 end
  return carcassonne.game { sets = { "base" }, counts = counts, variants = variants }
end

local function report_of(script, bot)
  return report.measure { games = GAMES, arms = { { label = "standard", game = short_game {}, bot = bot },
    { label = script.name, game = short_game { carcassonne.variant(script) }, bot = bot } } }
end

-- Returns the counts of what a script offers, by its kind, name and label.
local function counts_of(made)
  local counts = {}
  for _, use in ipairs(made.arms[2].uses) do
    counts[table.concat({ use.kind, use.name, use.label }, " ")] = use.counts
  end
  return counts
end

-- After each tile, a player may wish for rain, or for gold if nine pieces are in hand.
local wish = { name = "wish", phases = {
  { name = "wish", timing = "after_scoring", labels = { "rain", "gold" },
    ask = function(state)
      state:offer { number = 1 }
      if state:in_hand(state:turn_player(), "follower") == 9 then state:offer { number = 2 } end
      return nil, true
    end,
    on_chosen = function(state) state:award(state:turn_player(), 3, "wish") end },
  { name = "storm", timing = "after_scoring", when = { kind = "spot" }, ask = function(state)
    state:offer { number = 1 }
  end, on_chosen = function() end },
} }

describe("What never came up", function()
  it("is named in the first sentence, a phase with its labels once", function()
    local made = report_of(wish, decided(true))
    assert.equal("Never came up in 3 games: option `storm`, option `wish: gold`. "
      .. "Try a condition that is met more often.", report_text.lines(made)[2])
  end)

  it("is followed by the options that no player took", function()
    local made = report_of(wish, decided(false))
    assert.same({ "Never came up in 3 games: option `storm`, option `wish: gold`. "
      .. "Try a condition that is met more often.",
      "Never taken in 3 games, though offered: option `wish`. Try a smaller price, a larger reward, "
      .. "or another bot (`--bot mcts`), because a bot may not foresee the reward." },
      sentences_of(made.arms[2]))
  end)

  it("includes tokens that no rule places", function()
    local made = report_of({ name = "flags", tokens = { "flag" } }, decided(true))
    assert.same({ "Never came up in 3 games: token `flag`. Try a condition that is met more often." },
      sentences_of(made.arms[2]))
  end)

  it("is followed by a single option that players always take, but not by one of several", function()
    local rain = { name = "rain", phases = { { name = "rain", timing = "after_scoring",
      ask = function(state)
        state:offer { number = 1 }
        return nil, true
      end, on_chosen = function() end } } }
    assert.same({ "Taken every time it was offered in 3 games: option `rain`. "
      .. "Try a price, so that players have a choice." },
      sentences_of(report_of(rain, decided(true)).arms[2]))
    assert.equal(1, #sentences_of(report_of(wish, decided(true)).arms[2]))
  end)

  it("is not reported without scripts", function()
    local made = report_of(wish, decided(true))
    assert.same({}, made.arms[1].uses)
    assert.same({}, uses_text.rows(made.arms[1], made.players))
  end)
end)

describe("The options of a phase", function()
  it("are counted once in each decision, by label", function()
    local counts = counts_of(report_of(wish, decided(true)))
    local turns = counts["option wish"]
    assert.is_true(turns.offered > 10 * GAMES)
    assert.same({ offered = turns.offered, taken = turns.offered, games = GAMES, players = 2 * GAMES,
      points = 0 }, turns)
    assert.same(turns, counts["option wish rain"])
  end)

  it("are counted once, however many there are", function()
    local bids = { name = "bids", phases = { { name = "bid", timing = "after_scoring",
      ask = function(state)
        for number = 1, 3 do state:offer { number = number } end
      end, on_chosen = function() end } } }
    local counts = counts_of(report_of(bids, decided(true)))
    local all, one, two = counts["option bid"], counts["option bid number 1"], counts["option bid number 2"]
    assert.same({ all.offered, all.offered }, { one.offered, two.offered })
    assert.same({ all.taken, 0 }, { one.taken, two.taken })
  end)

  it("that chance chooses have no player", function()
    local weather = { name = "weather", phases = { { name = "weather", timing = "turn_end",
      label = "{number} drops", ask = function(state)
        for number = 1, 2 do state:offer { number = number, weight = 1 } end
        return "chance"
      end, on_chosen = function() end } } }
    local counts = counts_of(report_of(weather, decided(true)))
    local all = counts["option weather"]
    local one, two = counts["option weather 1 drops"], counts["option weather 2 drops"]
    assert.is_true(one.taken > 0 and two.taken > 0)
    assert.equal(all.taken, one.taken + two.taken)
    assert.same({ 0, 0 }, { all.offered, all.players })
  end)
end)

describe("The points of a script", function()
  it("are counted by their label, with the players who got them", function()
    local gift = { name = "gift", final_scoring = { { name = "gift", after = "fields",
      run = function(state) state:award(2, 5, "present") end } } }
    assert.same({ offered = 0, taken = GAMES, games = GAMES, players = GAMES, points = 5 * GAMES,
      squares = 25 * GAMES },
      counts_of(report_of(gift, decided(false)))["points present"])
  end)

  it("are compared by label, and points without a label are only part of those from house rules", function()
    local gifts = { name = "gifts", final_scoring = { { name = "gifts", after = "fields",
      run = function(state)
        state:award(1, 4, "100 % + 1")
        state:award(2, 2)
      end } } }
    local made = report_of(gifts, decided(false))
    local labels = {}
    for _, measure in ipairs(made.measures) do
      if measure.use then labels[#labels + 1] = measure end
    end
    assert.equal(1, #labels)
    local change = made.changes[1].of
    assert.same({ 2, 3 }, { change[labels[1].key].difference, change["from.script"].difference })
    assert.equal("A player gets 2.00 more points for `100 % + 1` (too few games for an interval).",
      report_text.sentence(labels[1], change[labels[1].key]))
    assert.same({ 2, 0 },
      { made.arms[2].shown[labels[1].key].mean, made.arms[2].shown[labels[1].key].spread })
  end)

  it("are in the table, as an average of the games", function()
    local rows = uses_text.rows(report_of(wish, decided(true)).arms[2], 2)
    assert.same({ "use in a game", "offered", "taken", "share", "games", "players", "points" }, rows[1])
    assert.equal("points: wish", rows[4][1])
    assert.is_near(3 * tonumber(rows[4][3]), tonumber(rows[4][7]), 0.02)
  end)
end)

-- In a short game, two tiles have a monastery, and no player lacks a follower if all pass.
describe("A rule that forbids or adds actions", function()
  local function changes(script)
    script.name = "strict"
    return counts_of(report_of(script, decided(false)))
  end

  local function changed(taken)
    return { offered = 0, taken = taken * GAMES, games = GAMES, players = 0, points = 0 }
  end

  it("is counted in each decision from which it took actions, even if none was left", function()
    local monastery = { kind = "monastery" }
    local counts = changes { forbidden_placements = { monastery } }
    assert.same(changed(2), counts["rule forbidden_placements"])
    assert.is_true(counts["rule forbidden_placements actions taken away"].taken >= 4 * 2 * GAMES)
    counts = changes { allow_placement = { when = monastery, run = function() return false end } }
    assert.same(changed(2), counts["rule allow_placement"])
    counts = changes { forbidden_deployments = { monastery } }
    assert.same(changed(2), counts["rule forbidden_deployments"])
    assert.same(changed(2), counts["rule forbidden_deployments actions taken away"])
    counts = changes { allow_deployment = { when = monastery, run = function() return false end } }
    assert.same(changed(2), counts["rule allow_deployment"])
    assert.same(changed(2), counts["rule allow_deployment actions taken away"])
  end)

  it("is counted if a function forbids all deployments on a tile", function()
    local counts = changes { on_tile_placed = { when = { kind = "monastery" },
      run = function(state) state:forbid_deployment() end } }
    assert.same(changed(2), counts["rule forbid_deployment"])
    assert.is_true(counts["rule forbid_deployment actions taken away"].taken >= 2 * 2 * GAMES)
  end)

  it("is counted if selectors keep tiles apart", function()
    local counts = changes { forbidden_placements = {
      { "tiles", kind = "road", around = { "tiles", kind = "road", min = 3 } } } }
    assert.is_true(counts["rule forbidden_placements"].taken > 0)
  end)

  it("is counted if edges of different kinds may touch, or if equal ones may not", function()
    local counts = changes { edges = { { "city", "road", fits = true } } }
    assert.is_true(counts["rule edges"].taken > GAMES)
    assert.is_true(counts["rule edges actions added"].taken > counts["rule edges"].taken)
    assert.is_nil(counts["rule edges actions taken away"])
    counts = changes { edges = { { "road", "road", fits = false } } }
    assert.is_true(counts["rule edges actions taken away"].taken > 0)
    counts = changes { edges = { { "city", must_join = true } } }
    assert.is_true(counts["rule edges actions taken away"].taken > 0)
    assert.is_nil(counts["rule edges actions added"])
  end)

  it("is named if it never did", function()
    local made = report_of({ name = "idle", edges = { { "river", must_join = true } },
      forbidden_deployments = { { kind = "spot" } } }, decided(false))
    assert.same({ "Neither forbade nor added an action in 3 games: rule `edges`, rule "
      .. "`forbidden_deployments`. The bots avoid what it forbids, or its condition is never met." },
      sentences_of(made.arms[2]))
  end)

  it("is in the table with the number of its actions below it", function()
    local made = report_of({ name = "strict", forbidden_deployments = { { kind = "monastery" } } },
      decided(false))
    local rows = uses_text.rows(made.arms[2], 2)
    assert.same({ { "rule: forbidden_deployments", "", "2.00", "", "100 %", "", "" },
      { "  actions taken away", "", "2.00", "", "100 %", "", "" } },
      { rows[2], rows[3] })
  end)
end)

describe("The counts of uses", function()
  it("do not depend on the order of blocks", function()
    local plan = run_plan.plan { size = 1, arms = { { label = "wish", bot = "random",
      game = short_game { carcassonne.variant(wish) } } } }
    local about = { rules = { { label = "wish" } }, sides = plan.sides, looks = "one" }
    local one, two = plan:play(1), plan:play(2)
    assert.same(report.of(about, { one, two }), report.of(about, { two, one }))
  end)
end)
