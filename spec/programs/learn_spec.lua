-- Bots and functions of scripts: what greedy foresees, what can be learned, and the files of
-- worths.

local bot_knowledge = require "carcassonne.lab.bot_knowledge"
local bots = require "carcassonne.bots"
local carcassonne = require "carcassonne"
local cli = require "spec.support.cli"
local core = require "carcassonne.core"
local explanations = require "spec.support.explanations"
local files = require "spec.support.files"
local games = require "tests.planted.games"
local json = require "dkjson"
local learn = require "carcassonne.lab.learn"
local ratings = require "spec.support.ratings"
local rules = require "tests.planted.rules"
local worth_tuning = require "carcassonne.lab.worth_tuning"
local worths = require "carcassonne.bots.worths"

local TEXT = "# a remark\nformat 1\nscript abc\nwin 0\nmeasured 2 players, price=3\n"
  .. "token toll.gate 0.5 3 4 5\n"

local function rule_named(name)
  for _, rule in ipairs(rules) do
    if rule.name == name then return rule end
  end
end

-- Returns the share of offers that a bot takes, in two games.
local function share_taken(name, option, bot)
  local rule = rule_named(name)
  local game, use = games.new(rule), games.no_use(rule)
  for seed = 1, 2 do
    local team = { bots.named(bot, 1), bots.named(bot, 2) }
    games.play(game:new_initial_state(seed), team, function(state, chosen)
      if not state:is_chance_node() and state:num_tiles_left() < 16 then
        games.count(use, rule, state, chosen, { choose = function() return 1 end })
      end
    end)
  end
  return use[option].taken / use[option].offered
end

-- Returns the points that a rule gives to both players in two games.
local function points_of(name, bot)
  local rule, sum = rule_named(name), 0
  for seed = 1, 2 do
    local state = games.new(rule):new_initial_state(seed)
    games.play(state, { bots.named(bot, 1), bots.named(bot, 2) })
    for _, points in ipairs((games.points(rule, state))) do sum = sum + points end
  end
  return sum
end

describe("greedy", function()
  it("deploys on roads late in the game, if a function counts these followers at the end", function()
    local blind = share_taken("roadside", "on a road", "greedy:blind=true")
    assert.is_true(share_taken("roadside", "on a road", "greedy") > blind + 0.2)
  end)

  it("explains each rating completely with learned worths, also of a term", function()
    for name, assets in pairs {
      coins = { ["variable coins.coins"] = { 1, 2, 3, 3 }, ["term turn"] = { 1, 1, 1, 1 } },
      roadside = { ["term turn"] = { 1, 1, 1, 1 } },
      race = { ["term fields"] = { -1, -1, -1, -1 }, ["term turn"] = { 1, 1, 1, 1 } },
    } do
      local game = games.new(rule_named(name))
      local search, list, state = core.new_search(game, {}), {}, game:new_initial_state(5)
      for i, asset in ipairs(core.assets(game)) do
        list[i] = assets[asset.kind .. " " .. asset.name] or asset.usual
      end
      search:set_worths(list)
      while not state:is_terminal() do
        for index, rating in pairs(search:rate(state, 1)) do
          local reason = search:explain(state, index, 1)
          local sum = reason.before
          for i in ipairs(reason.own) do sum = sum + reason.own[i] - reason.theirs[i] end
          assert.near(rating, sum, 1e-6)
        end
        state:apply_index(search:choose(state, 1))
      end
    end
  end)

  it("rates actions equally whether a step of the final scoring is a row or a function", function()
    local function rate(how)
      how.name, how.before = "roadside", "incomplete"
      return ratings.first(ratings.game_with { name = "roadside", final_scoring = { how } })
    end
    local row = rate { { "pieces", follower = true, kind = "road", add = 20 } }
    local by_function = rate { run = function(state)
      for piece in state:each { "pieces", follower = true, kind = "road" } do
        state:award(piece.player, 20)
      end
    end }
    assert.same(row, by_function)
  end)

  it("loses fewer points to a function that punishes followers in unfinished cities at the end", function()
    assert.is_true(points_of("ruins", "greedy") > points_of("ruins", "greedy:blind=true") + 30)
  end)

  it("expects double points of a city with a crown, before the city is complete", function()
    local variant = carcassonne.variant(rule_named("crowns").path)
    local state = carcassonne.game { sets = { "base" }, variants = { variant } }:new_initial_state(3)
    local bot, blind, higher = bots.new "greedy", bots.new("greedy", 0, { blind = true }), 0
    while not state:is_terminal() do
      if state:decision() == "deploy" then
        local all, known = bot:rate(state), blind:rate(state)
        for index, action in ipairs(state:legal_actions()) do
          local gain, known_gain = all[index] - all[1], known[index] - known[1]
          if action.name == "crown" and gain > known_gain + 1 then higher = higher + 1 end
        end
      end
      state:apply_index(bot:choose(state))
    end
    assert.is_true(higher > 0)
  end)

  for _, name in ipairs { "roadside", "crowns", "coins" } do
    it("explains each rating completely with the rule " .. name, function()
      explanations.check(games.new(rule_named(name)):new_initial_state(5), bots.new "greedy", 24)
    end)
  end

  -- Forms of a script in which each complete road brings 8 points in addition.
  local road_scripts = {
    ["a row of bonus"] = { bonus = { { kind = "road", complete = true, add = 8 } } },
    ["a function of bonus"] = { bonus = function(_, _, scoring)
      return scoring.kind == "road" and scoring.complete and 8 or 0
    end },
    ["a function of on_feature_scored"] = { on_feature_scored = {
      when = { kind = "road", complete = true },
      run = function(state, scoring)
        for _, player in ipairs(scoring.players) do state:award(player, 8) end
      end } },
  }

  for name, form in pairs(road_scripts) do
    form.name = "roads"
    it("deploys more thieves if each complete road brings more by " .. name, function()
      local function count_thieves(bot)
        local thieves = 0
        for seed = 1, 4 do
          local state = ratings.game_with(form):new_initial_state(seed)
          local team = { bots.named(bot, 1), bots.named(bot, 2) }
          games.play(state, team, function(now, chosen)
            local action = now:action(chosen)
            thieves = thieves + (action.kind == "deploy" and action.text:find "^road" and 1 or 0)
          end)
        end
        return thieves
      end
      local seeing, blind = count_thieves "greedy", count_thieves "greedy:blind=true"
      assert.is_true(seeing > blind + 5, ("%d thieves, blind %d"):format(seeing, blind))
    end)

    it("explains each rating completely with " .. name, function()
      explanations.check(ratings.game_with(form):new_initial_state(5), bots.new "greedy", 24)
    end)
  end

  it("decides as before if a step of the final scoring gives the same to all players", function()
    local variant = carcassonne.variant { name = "gift", final_scoring = { { name = "gift",
      before = "incomplete", run = function(state)
        for _, player in ipairs(state:players()) do state:award(player, 5) end
      end } } }
    local state = carcassonne.game { variants = { variant } }:new_initial_state(4)
    local bot, blind = bots.new("greedy", 1), bots.new("greedy", 1, { blind = true })
    while not state:is_terminal() do
      local index = bot:choose(state)
      assert.equal(blind:choose(state), index)
      state:apply_index(index)
    end
  end)

  it("plays on if a step of the final scoring fails before the end of the game", function()
    local variant = carcassonne.variant { name = "late", final_scoring = { { name = "late",
      before = "incomplete", run = function(state)
        if state:num_tiles_left() > 0 then error "too early" end
      end } } }
    local state = carcassonne.game { sets = { "base" }, variants = { variant } }:new_initial_state(1)
    local bot = bots.new "greedy"
    while not state:is_terminal() do state:apply_index(bot:choose(state)) end
    assert.is_true(state:is_terminal())
  end)
end)

describe("What is learned", function()
  it("from games with a ban that costs 3 points is that the ban is worth about -3 points #full", function()
    local learned = learn.worths(games.new(rule_named "ban"), 60, 1)
    local worth
    for _, asset in ipairs(learned.assets) do
      if asset.name == "ban.banned" and asset.kind == "variable" then worth = asset.worths[3] end
    end
    assert.is_true(worth < -1 and worth > -6, tostring(worth))
  end)

  it("is tuned to the deviations that win matches, in spite of luck", function()
    local number = 1
    local function luck()
      number = number * 16807 % 2147483647
      return 20 * number / 2147483647 - 10
    end
    local function value(list) return -20 * (list[1] - 1) ^ 2 - 20 * (list[2] + 2) ^ 2 end
    local function play(one, other) return value(one) - value(other) + luck() end
    local best = worth_tuning.best(2, 500, play)
    assert.near(1, best[1], 0.3)
    assert.near(-2, best[2], 0.3)
  end)

  it("stays as it was if no change wins", function()
    local best = worth_tuning.best(2, 500, function() return 0 end)
    assert.same({ 0, 0 }, best)
  end)

  it("is equal for equal seeds", function()
    local function worth() return learn.worths(games.new(rule_named "coins"), 10, 7).assets[1].worths end
    assert.same(worth(), worth())
  end)
end)

describe("A file of worths", function()
  it("is read as it was written", function()
    local document = worths.read(TEXT, "toll.worths")
    assert.same({ 0.5, 3, 4, 5 }, document.assets["token toll.gate"])
    assert.same(document, worths.read(worths.write(document, "again", { 0, 4, 12, 24 }), "toll.worths"))
  end)

  for wrong, says in pairs {
    ["format 2\nscript a"] = "toll.worths:1: expected format 1, as `carcassonne learn` writes it",
    ["format 1\nscript a\nwin no"] = "toll.worths:3: expected `win` and a number from 0",
    ["format 1\nscript a\ntoken gate 1 x"] =
      "toll.worths:3: expected numbers from -1000000 to 1000000 after the name",
    ["format 1\nscript a\nnothing 1.5"] = "toll.worths:3: expected `nothing` and a number of games",
    ["format 1\nscript a\ntoken"] = "toll.worths:3: expected a kind, a name, and its worths",
    ["token gate 1"] =
      "toll.worths: expected the lines `format` and `script`, as `carcassonne learn` writes them",
  } do
    it("is refused: " .. says, function()
      local fine, message = pcall(worths.read, wrong, "toll.worths")
      assert.is_false(fine)
      assert.equal(says, message)
    end)
  end

  it("changes the ratings of greedy, and is not used with another version of the script", function()
    files.with_folder({ ["toll.lua"] = files.read(rule_named("toll").path) }, function(folder)
      local path = folder .. "/toll.lua"
      local function rates()
        local game = carcassonne.game { variants = { carcassonne.variant(path) } }
        local state = game:new_initial_state(1)
        while state:decision() ~= "deploy" do state:apply_index(1) end
        return bots.new("greedy"):rate(state), game
      end
      local function write(name, text)
        local file = assert(io.open(name, "w"))
        file:write(text)
        file:close()
        collectgarbage() -- games that are not in use are not shared
        collectgarbage()
      end
      local before = rates()
      local script = "script " .. worths.digest(carcassonne.variant(path))
      write(worths.path(path), (TEXT:gsub("script abc", script)))
      assert.are_not.same(before, (rates()))
      write(path, files.read(path) .. "\n")
      local after, game = rates()
      assert.same(before, after)
      local said = bot_knowledge.worths(game)
      assert.matches("^The worths in [^\n]* belong to another version of the script", said[1])
      assert.matches("`carcassonne learn " .. path:gsub("%p", "%%%0") .. "` measures it%.$", said[2])
    end)
  end)
end)

describe("A report", function()
  it("names what the bots do not value, until it has been learned", function()
    files.with_folder({ ["toll.lua"] = files.read(rule_named("toll").path) }, function(folder)
      local words = { "compare", folder .. "/toll.lua", "-n", "2" }
      local _, before = cli.run(words)
      assert.matches("Worth unknown to the bots: toll%.gate%. "
        .. "`carcassonne learn [^\n]*toll%.lua` measures it%.\n", before)
      local digest = worths.digest(carcassonne.variant(folder .. "/toll.lua"))
      local file = assert(io.open(folder .. "/toll.worths", "w"))
      file:write((TEXT:gsub("script abc", "script " .. digest)))
      file:close()
      local _, after = cli.run(words)
      assert.is_nil(after:find("Worth unknown", 1, true))
      assert.matches("Greedy and mcts use learned worths of toll%.gate %([^\n]*toll%.worths, measured "
        .. "with 2 players, price=3%)%.", after)
    end)
  end)

  it("names the parts of a script whose effects in later turns the bots do not foresee", function()
    local source = 'return { name = "tax", description = "x", on_tile_placed = function(state) '
      .. 'state:award(state:turn_player(), -1) end, bonus = { { kind = "city", add = 1 } } }'
    files.with_folder({ ["tax.lua"] = source }, function(folder)
      local _, said = cli.run { "compare", folder .. "/tax.lua", "-n", "2" }
      assert.matches("\nForeseen by the bots: `bonus` of tax%.\nForeseen by the bots only within the current "
        .. "turn: `on_tile_placed` of tax%.\n", said)
      local arm = json.decode((select(2, cli.run { "compare", folder .. "/tax.lua", "-n", "2", "--json" })))
        .report.arms[2]
      assert.is_nil(arm.worths)
      assert.equal(2, #arm.foresight)
    end)
  end)

  it("says that nothing better was found, instead of recommending to learn again", function()
    files.with_folder({ ["toll.lua"] = files.read(rule_named("toll").path) }, function(folder)
      local script = folder .. "/toll.lua"
      local status, said = cli.run { "learn", script, "--games", "10", "--match", "2" }
      assert.equal(1, status)
      assert.matches("so they are not used; the file [^\n]*toll%.worths says so, and reports repeat it%.",
        said)
      for _, words in ipairs { { "compare", script, "-n", "2" }, { "check", script, "--effect", "0" } } do
        local _, report = cli.run(words)
        assert.matches("`carcassonne learn` found nothing better than the bots' own values in 10 games",
          report)
        assert.is_nil(report:find("Worth unknown", 1, true))
      end
    end)
  end)

  it("names what other scripts give, too", function()
    files.with_folder({ ["toll.lua"] = files.read(rule_named("toll").path),
      ["coins.lua"] = files.read(rule_named("coins").path) }, function(folder)
      local toll, coins = folder .. "/toll.lua", folder .. "/coins.lua"
      local file = assert(io.open(worths.path(toll), "w"))
      file:write((TEXT:gsub("script abc", "script " .. worths.digest(carcassonne.variant(toll)))))
      file:close()
      local game = carcassonne.game { variants = { carcassonne.variant(toll), carcassonne.variant(coins) } }
      local said = bot_knowledge.worths(game)
      assert.equal(2, #said)
      assert.matches("^Greedy and mcts use learned worths of toll%.gate ", said[1])
      assert.matches("^Worth unknown to the bots: coins%.coins%.", said[2])
      said = bot_knowledge.foresight(game)
      assert.equal(2, #said)
      assert.equal("Foreseen by the bots: the token toll.gate.", said[1])
      assert.matches("only within the current turn: `on_tile_placed` of toll", said[2])
    end)
  end)

  it("keeps worths if bots find nothing better later", function()
    files.with_folder({ ["toll.lua"] = files.read(rule_named("toll").path) }, function(folder)
      local script = folder .. "/toll.lua"
      local path = worths.path(script)
      local text = TEXT:gsub("script abc", "script " .. worths.digest(carcassonne.variant(script)))
      local file = assert(io.open(path, "w"))
      file:write(text)
      file:close()
      local status, said = cli.run { "learn", script, "--games", "10", "--match", "2" }
      assert.equal(1, status)
      assert.matches("toll%.worths stay in use", said)
      assert.equal(text, files.read(path))
    end)
  end)

  it("is not continued if the worths beside a script have changed since the run began", function()
    files.with_folder({ ["toll.lua"] = files.read(rule_named("toll").path) }, function(folder)
      local script, results = folder .. "/toll.lua", folder .. "/results"
      local first, _, problem = cli.run { "compare", script, "-n", "25", "--results", results }
      assert.same({ 0, "" }, { first, problem })
      local digest = worths.digest(carcassonne.variant(folder .. "/toll.lua"))
      local file = assert(io.open(folder .. "/toll.worths", "w"))
      file:write((TEXT:gsub("script abc", "script " .. digest)))
      file:close()
      local status, _, errors = cli.run { "compare", "-n", "50", "--resume", results }
      assert.equal(2, status)
      assert.matches("the worths beside it", errors)
    end)
  end)
end)

describe("The lead in pairs of games", function()
  it("has a 95 % interval by Student's distribution, if there are two pairs", function()
    local sum = worth_tuning.new_sum()
    sum:add(1)
    assert.is_nil(sum:half())
    sum:add(3)
    assert.is_near(12.706, sum:half(), 0.001)
    assert.is_false(sum:is_positive(2))
  end)
end)

describe("`carcassonne learn`", function()
  it("writes a file that says what a coin is worth", function()
    files.with_folder({ ["coins.lua"] = files.read(rule_named("coins").path) }, function(folder)
      local status, said = cli.run { "learn", folder .. "/coins.lua", "--games", "30", "--match", "40" }
      assert.equal(0, status, said)
      assert.matches("coins%.coins +each in the variable", said)
      assert.matches("\nBots with these worths lead bots without them by %d+%.%d points on average %(95 %% "
        .. "interval %-?%d+%.%d to %d+%.%d%) and win %d+ %% of 40 games %(95 %% interval %d+ to %d+%)%.\n",
        said)
      assert.matches("\n95 %% interval: if the match were repeated [^\n]*\n", said)
      assert.matches("\nvariable coins%.coins %-?%d", files.read(folder .. "/coins.worths"))
    end)
  end)

  it("says that there is nothing to learn from a script without anything to hold", function()
    files.with_folder({ ["plain.lua"] = 'return { name = "plain", description = "x" }' }, function(folder)
      local status, said = cli.run { "learn", folder .. "/plain.lua" }
      assert.equal(1, status)
      assert.matches("nothing to learn", said)
    end)
  end)

  it("refuses a shipped variant", function()
    cli.assert_refused({ "learn", "tower" },
      "variant 'tower': expected the path of a script, not a shipped variant")
  end)
end)
