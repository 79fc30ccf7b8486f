-- What the functions of a script cost in games by greedy, and the data that can replace them.

local bots = require "carcassonne.bots"
local carcassonne = require "carcassonne"
local check = require "carcassonne.lab.check"
local check_report = require "carcassonne.lab.check_report"
local hook_costs = require "carcassonne.lab.hook_costs"
local options = require "carcassonne.base.options"
local profiler = require "carcassonne.lab.profiler"
local style = require "carcassonne.text.style"
local vocabulary = require "carcassonne.definition.vocabulary"

local SETS = { "base", "traders" }

-- ---- Rules with a function, and the same rules as data ------------------------------------------

local function has_monastery(state, id)
  for _, segment in ipairs(state:game():tile(id).segments) do
    if segment.kind == "monastery" then return true end
  end
  return false
end

local function is_apart(state, action)
  if not has_monastery(state, action.id) then return true end
  for _, tile in ipairs(state:tiles { kind = "monastery" }) do
    if math.max(math.abs(tile.x - action.x), math.abs(tile.y - action.y)) <= 1 then return false end
  end
  return true
end

local function prefer_turn_player(state, _, players)
  for _, player in ipairs(players) do
    if player == state:turn_player() then return { player } end
  end
end

local function award_monks(state, scoring)
  if scoring.kind ~= "monastery" or not scoring.complete then return end
  for _, player in ipairs(scoring.players) do state:award(player, 2, "monk") end
end

local function go_home(state, action)
  if action then state:return_piece(action) end
end

local function elsewhere(deploy)
  return { "segments", complete = false, can_deploy = "followers", except = { at = "last_placed" },
    deploy = deploy }
end

local function phase(timing, ask, offer, on_chosen)
  return { phases = { { name = "act", timing = timing, ask = ask, offer = offer,
    may_pass = offer and timing ~= "deployment" or nil, on_chosen = on_chosen } } }
end

local function final(row, run)
  return { final_scoring = { { name = "end", before = "incomplete", row, run = run } } }
end

local own_on_roads = { "pieces", player = "turn_player", kind = "road" }

-- A rule with a function, the same rule with data, and the word of the advice that names the data.
local TWINS = {
  { "allow_placement", "`forbidden_placements`", { allow_placement = is_apart },
    { forbidden_placements = { { "tiles", kind = "monastery",
      around = { "tiles", kind = "monastery", min = 2 } } } } },
  { "extends_builder", "`extend_trigger`", { extends_builder = function(_, what)
    if what.cause == "completed" then return false end
  end }, { rules = { extend_trigger = "joins" } }, edition = "modern", beside = "abbey-and-mayor" },
  { "extends_builder", "`links_extend`", { extends_builder = function(_, what)
    if what.cause == "span" then return false end
  end }, { rules = { links_extend = "no" } }, beside = "bridges" },
  { "allow_deployment", "`forbidden_deployments`", { allow_deployment = function(_, action)
    return action.piece ~= "pig"
  end }, { forbidden_deployments = { { piece = "pig" } } } },
  { "majority", "`power`", { majority = function(_, contest)
    if contest.kind == "road" then return {} end
  end }, { power = { { kind = "road", add = -1 } } } },
  { "majority", "`tiebreakers`", { majority = prefer_turn_player },
    { tiebreakers = { { prefer = { player = "turn_player" } } } } },
  { "points", "`points`", { points = function(_, scoring, points)
    return scoring.kind == "city" and points + 2 or nil
  end }, { points = { { kind = "city", add = 2 } } } },
  { "bonus", "`bonus`", { bonus = function(_, _, scoring) return scoring.kind == "road" and 1 or 0 end },
    { bonus = { { kind = "road", add = 1 } } } },
  { "on_feature_scored", "`points`", { on_feature_scored = award_monks },
    { points = { { kind = "monastery", complete = true, add = 2 } } } },
  { "on_feature_scored", "`bonus`", { on_feature_scored = function(state, scoring)
    if scoring.kind == "field" then return end
    for piece in state:each { "pieces", feature = scoring.feature, piece = "builder" } do
      state:award(piece.player, 1, "builder")
    end
  end }, { bonus = { { piece = "builder", add = 1 } } } },
  { "extra_part", "`builder_parts`", { extra_part = function(_, part) return part.extended_builder end },
    { rules = { builder_parts = "unlimited" } } },
  { "ask", "an `offer`", phase("turn_end", function(state)
    state:offer(own_on_roads)
    return nil, true
  end, nil, go_home), phase("turn_end", nil, own_on_roads, go_home) },
  { "on_chosen", "`deploy = true`", phase("deployment", nil, elsewhere(), function(state, action)
    state:deploy(state:turn_player(), action.piece, action.x, action.y, action.segment)
  end), phase("deployment", nil, elsewhere(true)), other_names = true },
  { "final", "rows of the step", final(nil, function(state)
    for piece in state:each { "pieces", follower = true, kind = "field" } do
      state:award(piece.player, -1, "end")
    end
  end), final { "pieces", follower = true, kind = "field", add = -1 } },
}

-- Returns a game with a rule, which counts the calls of its functions in `times`.
local function game_of(twin, rule, times)
  local source = { name = "twin" }
  for key, value in pairs(rule) do source[key] = value end
  local variant = profiler.timed(carcassonne.variant(source), times)
  return carcassonne.game { sets = SETS, edition = twin.edition, variants = { variant, twin.beside } }
end

-- Returns a text about a state that is the same in games with equal rules. Options of a phase are
-- choices, and those with `deploy` are deployments.
local function mark(twin, state)
  local words = { state:num_actions(), table.concat(state:returns(), " ") }
  for i, action in ipairs(twin.other_names and {} or state:legal_actions(true)) do
    words[2 + i] = tostring(action)
  end
  return table.concat(words, "; ")
end

-- Returns a text about each state of a random game.
local function log_of(twin, game, seed)
  local state, bot, log = game:new_initial_state(seed), bots.new("random", seed), {}
  while not state:is_terminal() do
    log[#log + 1] = mark(twin, state)
    state:apply_index(bots.decide(bot, state))
  end
  log[#log + 1] = table.concat(state:returns(), " ")
  return table.concat(log, "\n")
end

describe("The advice for an expensive function", function()
  local function anchors()
    local found = {}
    for line in io.lines "lua/doc/SCRIPTING.md" do
      local title = line:match "^##+ (.*)$"
      if title then found[title:lower():gsub("[^%w_ -]", ""):gsub(" ", "-")] = true end
    end
    return found
  end

  it("exists for each hook and each function of a phase or step, and names an entry of the manual", function()
    local known, expected = anchors(), { "final" }
    for _, hook in ipairs(vocabulary.hooks) do expected[#expected + 1] = hook.name end
    for _, name in ipairs(vocabulary.moments) do expected[#expected + 1] = name end
    table.sort(expected)
    assert.same(expected, options.keys(hook_costs.advice))
    for name, advice in pairs(hook_costs.advice) do assert.is_true(known[advice.see], name) end
  end)

  it("names data only if a rule below shows that it can replace a function", function()
    local shown = {}
    for _, twin in ipairs(TWINS) do
      shown[twin[1]] = true
      assert.is_truthy(hook_costs.advice[twin[1]].data:find(twin[2], 1, true), twin[2])
    end
    for name, advice in pairs(hook_costs.advice) do
      assert.equal(advice.data ~= nil, shown[name] or false, name)
    end
  end)

  for _, twin in ipairs(TWINS) do
    it(("is true of %s: %s make the same games without calls"):format(twin[1], twin[2]), function()
      local by_function, by_data = {}, {}
      local one, other, without = game_of(twin, twin[3], by_function), game_of(twin, twin[4], by_data),
        game_of(twin, {}, {})
      local differs = false
      for seed = 1, 300 do
        local log = log_of(twin, one, seed)
        assert.equal(log, log_of(twin, other, seed))
        differs = differs or log ~= log_of(twin, without, seed)
        if differs and seed >= 3 then break end
      end
      assert.is_true(differs, "the rule changes no game")
      profiler.gather(by_function)
      assert.is_true(by_function[options.keys(by_function)[1]].calls > 0)
      assert.is_nil(next(by_data) and by_data[twin[1]])
    end)
  end

  for name, advice in pairs(hook_costs.advice) do
    if advice.takes_when then
      it(("is true of `when`: it makes %s run less often"):format(name), function()
        local late = { variable = { bag = { max = 20 } } }
        local function calls(when)
          local times, rule = {}, { [name] = { when = when, run = function() end } }
          if name == "run" or name == "ask" then
            rule = { phases = { { name = "act", timing = "turn_end", when = when, [name] = function() end,
              on_chosen = name == "ask" and function() end or nil } } }
          end
          local game, sum = game_of({}, rule, times), 0
          for seed = 1, 3 do log_of({}, game, seed) end
          profiler.gather(times)
          for _, time in pairs(times) do sum = sum + time.calls end
          return sum
        end
        local always = calls(nil)
        assert.is_true(calls(late) < always)
      end)
    end
  end
end)

-- ---- The report ---------------------------------------------------------------------------------

local function checked(source, count)
  return check.variant(source, { games = 1, players = { 2 }, cost = count or 1 })
end

describe("carcassonne check", function()
  local slow = { name = "slow", points = function() end, allow_placement = function()
    local sum = 0
    for i = 1, 1000 do sum = sum + i end
    return sum > 0
  end }

  it("names the function that takes the most time by greedy, and the data that can replace it", function()
    local text = check_report.cost(checked(slow))
    assert.matches("^`allow_placement` takes the most time: %d+ calls and %d+ %% of the %d+ ms of "
      .. "a game by greedy%. If `forbidden_placements` can say the same, omit the function; if not, restrict "
      .. "it by `when` %(lua/doc/SCRIPTING%.md#forbidden_placements%)$", text)
  end)

  it("says if no data replaces the function", function()
    local text = check_report.cost(checked { name = "busy", on_tile_placed = function()
      for _ = 1, 10000 do end
    end })
    assert.matches("%. No data replaces this function; restrict it by `when` "
      .. "%(lua/doc/SCRIPTING%.md#conditions%)$", text)
  end)

  it("says that a `when` can be narrower", function()
    local function busy() for _ = 1, 10000 do end end
    local hook = { name = "busy", on_tile_placed = { when = { kind = "road" }, run = busy } }
    local in_phase = { name = "busy", phases = {
      { name = "act", timing = "turn_end", when = { kind = "road" }, run = busy } } }
    for _, source in ipairs { hook, in_phase } do
      local text = check_report.cost(checked(source))
      assert.matches("%. No data replaces this function; narrow its `when` ", text)
    end
  end)

  it("gives no advice for a function that takes little of a game", function()
    local text = check_report.cost(checked { name = "cheap", extra_part = function() end })
    assert.matches("^`extra_part` takes the most time: %d+ calls and %d %% of the %d+ ms of a "
      .. "game by greedy$", text)
  end)

  it("says nothing about the cost of a script without functions", function()
    assert.is_nil(check_report.cost(checked { name = "data", points = { { kind = "road", add = 1 } } }))
  end)

  it("counts the same calls again with the same seed", function()
    local one, other = checked(slow, 2).costs, checked(slow, 2).costs
    assert.equal(2, one.games)
    assert.is_true(one.by_name.allow_placement.calls > 1000)
    for name, hook in pairs(one.by_name) do assert.equal(hook.calls, other.by_name[name].calls, name) end
  end)

  it("shows the calls and the share of each function in a game by greedy", function()
    local report = checked(slow)
    local lines = check_report.hook_lines(report, style.plain)
    assert.matches("hook +calls +per game +total ms +us per call +calls by greedy +time", lines[1])
    local calls = report.costs.by_name.allow_placement.calls
    assert.matches(("^  allow_placement .* %d%%.0 +%%d+ %%%%$"):format(calls), lines[2])
  end)

  it("reports an error that only games by greedy cause", function()
    local broken = { name = "broken", on_tile_placed = function(state)
      if state:score(1) + state:score(2) > 100 then error "no idea" end
    end }
    assert.same({}, checked(broken, 0).problems)
    local report = checked(broken)
    assert.matches("no idea", report.problems[1].text)
  end)
end)
