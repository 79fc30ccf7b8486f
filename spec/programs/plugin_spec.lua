-- The plug-in's interface: its promises to hosts, the checker that tests them, and the host in
-- examples/table.

local carcassonne = require "carcassonne"
local check = require "carcassonne.plugin.check"
local compat = require "carcassonne.base.compat"
local clauses = require "carcassonne.plugin.check.clauses"
local delta = require "carcassonne.base.delta"
local files = require "spec.support.files"
local manual = require "spec.support.manual"
local modules = require "carcassonne.variant.modules"
local plain = require "carcassonne.plugin.check.plain"
local plugin = require "carcassonne.plugin"
local random = require "carcassonne.bots.random"
local scaled = require "spec.support.scale"
local space_faults = require "spec.support.space_faults"

local FAULTS = { require "spec.support.broken_plugins", require "spec.support.sly_plugins",
  require "spec.support.drawing_faults", require "spec.support.following_faults",
  require "spec.support.leaky_plugins", require "spec.support.bot_faults", space_faults.list }

local MILLPOND, HEAP = "examples/table/millpond.lua", "spec/support/heap.lua"
local LUA = os.getenv "LUA" or "lua5.4"

-- Returns the findings of the checker, a line for each clause.
local function findings(report)
  local list = {}
  for i, problem in ipairs(report.problems) do list[i] = ("%s: %s"):format(problem.clause, problem.text) end
  return list
end

local function option_of(name)
  for _, option in ipairs(plugin.options) do
    if option.name == name then return option end
  end
end

-- Plays a number of actions, each of a different sort.
local function play(state, count)
  for i = 1, count do
    local legal = plugin.legal(state)
    if #legal == 0 then break end
    assert(plugin.apply(state, legal[i * 7919 % #legal + 1]))
  end
  return state
end

describe("The contract of plug-ins is kept by", function()
  it("this game, with any options #full", function()
    local report = plugin.check(plugin, { games = scaled(3, 1), every = 60 })
    assert.are.same({}, findings(report))
    assert.is_true(report.positions > 1 and report.decisions > 100)
  end)

  -- Uses several games instead of one with all expansions: the checker undoes each decision, which
  -- would take minutes in such a game.
  it("this game with each expansion and house rule, and with scripts of the host's own #full", function()
    local all = plugin.with { "examples/well.lua", { name = "gift", options = { points = 2 },
      on_tile_placed = function(state, _, options) state:award(state:turn_player(), options.points) end } }
    local settings, turns, turn = {}, 4, 0
    for i = 1, turns do
      settings[i] = { players = 3, ["variant.gift.points"] = 3, chance = i % 2 == 0 and "host" or "seed" }
    end
    for _, option in ipairs(all.options) do
      if option.name:match "^variant%.[^.]+$" then
        turn = turn % turns + 1
        settings[turn][option.name] = true
      end
    end
    local report = check.run(all,
      { games = scaled(turns, 1), settings = settings, every = scaled(300, 1000) })
    assert.are.same({}, findings(report))
    assert.are.equal(scaled(turns, 1), report.games)
  end)

  it("the small game in examples/table, which hides hands", function()
    assert.are.same({}, findings(check.run(dofile(MILLPOND), { games = scaled(40, 8) })))
  end)

  it("this game with hands that others do not see #full", function()
    local hands = plugin.with { "examples/hand-of-three.lua" }
    -- in the first game, tiles under hills are hidden, too
    assert.are.same({ "hands", "hands" }, { plugin.hides, hands.hides })
    local settings = { { ["variant.hand-of-three"] = true, players = 3 },
      { ["variant.hand-of-three"] = true, ["variant.tower"] = true, chance = "host" } }
    assert.are.same({},
      findings(check.run(hands, { games = 1, settings = settings, every = scaled(30, 150) })))
  end)

  it("this game with tokens that lie face down #full", function()
    local chests = plugin.with { "examples/treasure.lua" }
    assert.are.equal("hands", chests.hides)
    local settings = { { ["variant.treasure"] = true, players = 3 },
      { ["variant.treasure"] = true, chance = "host" } }
    assert.are.same({},
      findings(check.run(chests, { games = 1, settings = settings, every = scaled(30, 150) })))
  end)

  it("a game in which nothing is hidden, nothing is random, and a player may give up", function()
    assert.are.same({}, findings(check.run(dofile(HEAP), { games = scaled(40, 10) })))
  end)
end)

describe("The contract for programs that learn is kept by", function()
  it("a game with numbers, planes and bounds", function()
    assert.are.same({}, findings(check.run(space_faults.heap(), { games = scaled(40, 10) })))
    assert.are.same({}, findings(check.run(space_faults.millpond(), { games = scaled(40, 8) })))
  end)
end)

describe("The checker names a plug-in that", function()
  local named = {}
  local SETTINGS = { {}, { chance = "host", last_pile = true },
    { players = 2, stones = 15, hand = 2, last_pile = true } }

  local function names(fault)
    it(("%s (%s) #full"):format(fault.says, fault.clause), function()
      local game = fault.make()
      local of_heap = game.name == "heap"
      local report = check.run(game,
        { games = of_heap and 12 or 3, settings = not of_heap and SETTINGS or nil, every = scaled(8, 12),
        longest = scaled(300, 120) })
      local found = {}
      for _, problem in ipairs(report.problems) do found[problem.clause] = problem end
      assert.is_truthy(found[fault.clause], table.concat(findings(report), "\n"))
      assert.are.equal(clauses.says[fault.clause], found[fault.clause].says)
    end)
    named[fault.clause] = true
  end

  for _, list in ipairs(FAULTS) do
    for _, fault in ipairs(list) do names(fault) end
  end

  it("breaks any clause of the contract", function()
    for _, clause in ipairs(clauses.list) do assert.is_true(named[clause.name], clause.name) end
  end)

  it("says where it was found: the options, the seed, the action", function()
    local game = dofile(MILLPOND)
    local apply = game.apply
    game.apply = function(state, action, sender)
      if action == "lay 9" then return nil, "9 is unlucky" end
      return apply(state, action, sender)
    end
    local report = check.run(game, { games = 3, settings = { { stones = 20 } } })
    assert.are.equal(1, #report.problems)
    local problem = report.problems[1]
    assert.are.same({ stones = 20 }, problem.settings)
    assert.is_true(problem.seed > 600000000 and problem.decision >= 0 and problem.times >= 1)
    assert.are.equal("`legal` lists 'lay 9', but `apply` refused it: string \"9 is unlucky\"", problem.text)
  end)

  it("yields, without being stopped itself", function()
    local game, report = dofile(MILLPOND), nil
    game.legal = function() coroutine.yield "for ever" end
    local thread = coroutine.create(function() report = check.run(game, { games = 1 }) end)
    assert(coroutine.resume(thread))
    assert.are.equal("dead", coroutine.status(thread))
    assert.are.equal("raises", report.problems[1].clause)
  end)

  it("may return anything in place of anything: the checker reports that and raises nothing #full", function()
    local itself, deep = {}, {}
    itself[1] = itself
    for _ = 1, 5000 do deep = { deep } end
    local raising = setmetatable({},
      { __index = error, __newindex = error, __pairs = error, __tostring = error, __len = error,
      __call = error, __concat = error })
    local SHORT = { { stones = 15, hand = 1 }, { stones = 15, hand = 1, chance = "host" } }
    local ANYTHING = { false, 1.5, 0 / 0, 1 / 0, "\255", "a\nb", {}, { 1 }, { { number = 1 / 0 } },
      { [1.5] = 1 }, itself, deep,
      raising, print, coroutine.create(function() end) }
    for name, before in pairs(dofile(MILLPOND)) do
      for i, anything in ipairs(ANYTHING) do
        local game, calls = dofile(MILLPOND), 0
        game[name] = anything
        if type(before) == "function" then
          game[name] = function(...)
            calls = calls + 1
            if calls > i then return anything, anything end
            return before(...)
          end
        end
        local report = check.run(game, { games = 2, settings = SHORT, every = scaled(8, 12) })
        local may_be = name == "options" and type(anything) == "table" and next(anything) == nil
        assert.is_true(may_be or #report.problems > 0, ("%s, the %d."):format(name, i))
      end
    end
  end)

  it("gets an invalid setting: that is an error of the host, which names it", function()
    local function refused(wish, text)
      assert.has_error(function() check.run(dofile(MILLPOND), wish) end, text)
    end
    refused({ every = 0 }, "check: every: expected 1 or more, got number 0")
    refused({ every = -3 }, "check: every: expected 1 or more, got number -3")
    refused({ games = -1 }, "check: games: expected 1 or more, got number -1")
    refused({ longest = 0 }, "check: longest: expected 1 or more, got number 0")
    refused({ seed = -1 }, "check: seed: expected 0 or more, got number -1")
    refused({ settings = {} }, "check: settings: expected the options of at least one game")
    refused({ settings = { 5 } }, "check: settings[1]: expected table, got number 5")
  end)

  it("gets a setting for which it has no option: that is an error of the host", function()
    assert.has_error(function() check.run(plugin, { game = 3 }) end,
      "check: game: unknown key (did you mean games?)")
    assert.has_error(function() check.run "carcassonne" end,
      'check: plugin: expected table, got string "carcassonne"')
  end)
end)

describe("This game as a plug-in", function()
  it("plays in text alone, from options and a seed to the result", function()
    local state = assert(plugin.new({ players = 3, ["variant.tower"] = true }, 42))
    assert.are.equal(1, plugin.current(state))
    while not plugin.terminal(state) do play(state, 1) end
    assert.are.equal(3, #plugin.returns(state))
    assert.is_nil(plugin.current(state))
    assert.are.equal("carcassonne", plugin.name)
    assert.are.equal(carcassonne.version, plugin.version)
  end)

  it("has options for edition, tiles, draws, each rule value, and each script with its own options",
      function()
    assert.are.same(carcassonne.editions, option_of "edition".values)
    assert.are.same({ name = "rule.pig_bonus", kind = "integer", low = 0, high = 100, words = { "edition" },
      default = "edition",
      text = "The rule value pig_bonus; edition means the value of the edition" }, option_of "rule.pig_bonus")
    assert.are.same({ "edition", "stay", "return" }, option_of "rule.orphan_pig".values)
    assert.are.same({ "edition", "unlimited" }, option_of "rule.builder_parts".words)
    assert.are.same({ "may", "must" }, option_of "variant.tower.capture".values)
    assert.are.equal("variant.tower", option_of "variant.tower.capture".needs)
    assert.are.equal("boolean", option_of "variant.percentage-goods.consolation".kind)
    for _, rule in ipairs(carcassonne.rules) do
      assert.is_truthy(option_of("rule." .. rule.name), rule.name)
    end
    for _, names in ipairs { carcassonne.expansions(), carcassonne.shipped_variants() } do
      for _, name in ipairs(names) do
        assert.is_truthy(option_of("variant." .. name), name)
        for key in pairs(modules.own_options(carcassonne.variant(name).source)) do
          assert.is_truthy(option_of(("variant.%s.%s"):format(name, key)), name .. ": " .. key)
        end
      end
    end
  end)

  it("has options for the modules of scripts, and of Traders & Builders, all of them in unless one is "
      .. "switched off", function()
    assert.are.same({ name = "variant.siege.escape", kind = "boolean", default = true,
      needs = "variant.siege",
      text = option_of "variant.siege.escape".text }, option_of "variant.siege.escape")
    assert.matches("^siege, module escape: %a", option_of "variant.siege.escape".text)
    for _, names in ipairs { carcassonne.expansions(), carcassonne.shipped_variants() } do
      for _, name in ipairs(names) do
        for _, module in ipairs(carcassonne.variant(name).modules) do
          local option, alone = option_of(("variant.%s.%s"):format(name, module.name)),
            { without = module.name }
          assert.are.equal(option ~= nil, (pcall(carcassonne.variant, name, alone)),
            name .. ": " .. module.name)
        end
      end
    end
    assert.is_true(option_of "traders.goods".default)
  end)

  it("plays without the modules that are switched off, and saves that", function()
    local state = assert(plugin.new { ["variant.siege"] = true, ["variant.siege.escape"] = false,
      ["traders.pig"] = false,
      ["traders.goods"] = false })
    local game = state:game()
    assert.is_false(game:variants()[1].options.escape)
    assert.are.equal(0, game:piece "pig".count)
    assert.is_false(game:goods_count())
    assert.is_truthy(game:piece "builder")
    assert.are.equal(plugin.encode(state), plugin.encode(assert(plugin.decode(plugin.encode(state)))))
    local alike = { variants = { carcassonne.variant("siege", { without = "escape" }) },
      without = "pig+goods" }
    assert.are.same(game:tiles(), carcassonne.game(alike):tiles())
  end)

  it("plays the base game if all modules of Traders & Builders are switched off", function()
    local state = assert(plugin.new { sets = "base", ["traders.pig"] = false })
    assert.are.same(carcassonne.game { sets = { "base" } }:tiles(), state:game():tiles())
  end)

  it("refuses to omit all of a script, or of Traders & Builders", function()
    local none = { ["variant.king-and-robber"] = true }
    for _, module in ipairs(carcassonne.variant "king-and-robber".modules) do
      none["variant.king-and-robber." .. module.name] = false
    end
    local state, problem = plugin.new(none)
    assert.is_nil(state)
    assert.matches("^variant 'king%-and%-robber': without: without [^;]*, no module of the variant is "
      .. "left", problem)
    for _, option in ipairs(plugin.options) do
      if option.name:match "^traders%." then none[option.name] = false end
    end
    none["variant.king-and-robber"] = nil
    state, problem = plugin.new(none)
    assert.is_nil(state)
    assert.matches("nothing is left of Traders & Builders; use sets", problem)
    assert.matches("^variant.siege.escape: expected boolean, got string \"no\"",
      select(2, plugin.new { ["variant.siege.escape"] = "no" }))
  end)

  it("plays by the options: the resulting game has them", function()
    local state = assert(plugin.new { players = 5, edition = "2003", sets = "base", chance = "host",
      ["rule.pig_bonus"] = 7,
      ["rule.double_turn"] = "compulsory", ["variant.tower"] = true, ["variant.tower.capture"] = "must",
      ["variant.siege.pig"] = 1 })
    local game = state:game()
    assert.are.equal(5, game:players())
    assert.is_true(game:manual_draws())
    assert.are.equal(7, game:rules().pig_bonus)
    assert.are.equal("compulsory", game:rules().double_turn)
    assert.are.equal(1, #game:variants())
    assert.are.equal("must", game:variants()[1].options.capture)
    local plain_game, default = assert(plugin.new()):game(), carcassonne.game()
    assert.are.same(default:rules(), plain_game:rules())
    assert.are.same(default:tiles(), plain_game:tiles())
    assert.are.equal(default:players(), plain_game:players())
  end)

  it("refuses options with a sentence that names them", function()
    local function refused(chosen, text, seed)
      local state, message, code = plugin.new(chosen, seed)
      assert.is_nil(state)
      assert.are.equal(text, message)
      assert.are.equal("invalid", code)
    end
    refused({ edition = "c3" }, 'edition: expected one of ' .. table.concat(carcassonne.editions, ", ")
      .. ', got string "c3"')
    refused({ players = 7 }, "players: expected 1 to 6, got number 7")
    refused({ ["rule.pig_bonus"] = 101 },
      "rule.pig_bonus: expected integer from 0 to 100 or edition, got number 101")
    refused({ ["rule.small_city"] = 3 },
      "game: rule small_city: expected 2 or 4, got '3' (in `rule small_city 3`)")
    refused({ ["variant.towers"] = true }, "variant.towers: unknown option (did you mean variant.tower?)")
    refused({ ["variant.tower.capture"] = "can" },
      'variant.tower.capture: expected one of may, must, got string "can"')
    refused({}, "seed: expected an integer from 0 to 2^53, got number 1.5", 1.5)
    refused("two", 'options: expected table, got string "two"')
  end)

  it("takes whole numbers of either kind, and returns them as integers", function()
    local function float(whole) return whole + 0.0 end
    local state, same = assert(plugin.new({ players = float(3), ["rule.pig_bonus"] = float(7) }, float(4))),
      assert(plugin.new({ players = 3, ["rule.pig_bonus"] = 7 }, 4))
    assert.are.equal(plugin.encode(same), plugin.encode(state))
    assert.is_nil(plain.difference(plugin.view(state, 2), plugin.view(state, float(2))))
    assert.are.equal("integer", compat.math.type(plugin.view(state, float(2)).player))
    assert.is_true(plugin.resign(state, float(1)))
  end)

  it("accepts only a table as options, and only a number as seed", function()
    local wrong_ones = { { false }, { { "edition" } }, { { [true] = 1 } }, { {}, false }, { {}, 0 / 0 },
      { {}, 2 ^ 53 + 2 } }
    for _, wrong in ipairs(wrong_ones) do
      local state, problem = plugin.new(wrong[1], wrong[2])
      assert.is_nil(state)
      local named = wrong[2] == nil and "^options: expected "
        or "^seed: expected an integer from 0 to 2%^53, got "
      assert.matches(named, problem)
    end
    assert.is_table(plugin.view(assert(plugin.new(nil, 2 ^ 53)), 1))
  end)

  it("has explicit chance if the host draws: outcomes with probabilities", function()
    local state = assert(plugin.new { chance = "host" })
    assert.are.equal("chance", plugin.current(state))
    local sum, outcomes = 0, plugin.chance(state)
    for _, outcome in ipairs(outcomes) do sum = sum + outcome.probability end
    assert.is_true(math.abs(sum - 1) < 1e-12)
    assert.are.equal("draw BA-A", outcomes[1].action)
    assert(plugin.apply(state, "draw BA-A"))
    assert.are.equal(1, plugin.current(state))
    assert.are.same({}, plugin.chance(state))
  end)

  it("accepts one text for each action, and no other", function()
    local state = play(assert(plugin.new({}, 4)), 5)
    local before = plugin.encode(state)
    for _, action in ipairs { "place", "place BA-A 0,0 r0", plugin.legal(state)[1] .. " ", "resign 1",
        "pass\n", "", "\0" } do
      local done, message, code = plugin.apply(state, action)
      assert.is_nil(done)
      assert.is_truthy(#message > 0 and (code == "illegal" or code == "invalid"))
    end
    assert.are.equal(before, plugin.encode(state))
  end)

  it("quotes a client's text so that it can be shown: on one line, in UTF-8, without terminal signs",
      function()
    local state = assert(plugin.new())
    local function said(text, _, problem) assert.are.equal(text, problem) end
    local kinds = " is not an action; expected draw, place, deploy, pass, extra or resign"
    said("'\\255\\254'" .. kinds, plugin.apply(state, "\255\254"))
    said("'\\27[2J'" .. kinds, plugin.apply(state, "\27[2J"))
    said("'\\u{9B}'" .. kinds, plugin.describe(state, "\194\155"))
    said("\\255: unknown option", plugin.new { ["\255"] = 1 })
    said("line 1: this is not a saved game: it should begin with 'carcassonne-save'", plugin.decode "\255")
    local events = plugin.events(state)
    assert(plugin.apply(state, plugin.legal(state)[1]))
    events = plugin.events(state, 1, events[#events] and events[#events].number)
    assert.matches("^A\\nB places ", plugin.describe_event(state, events[1], { "A\nB" }))
    assert.matches("^Player 1 places ", plugin.describe_event(state, events[1], { 5 }))
  end)

  it("has lines for legal actions and for events, and describes other requests", function()
    local state = assert(plugin.new())
    for _, action in ipairs { true, "draw BA-A", "nothing" } do
      local none, problem = plugin.describe(state, action)
      assert.is_nil(none)
      assert.are.same({ plugin.apply(state, action) },
        { none, problem, select(3, plugin.describe(state, action)) })
    end
    assert.has_error(function() plugin.describe_event(state, {}) end,
      "event: expected an element of `events`, got table {}")
  end)

  it("knows its players in each function that takes one", function()
    local state = assert(plugin.new())
    for _, name in ipairs { "view", "events", "resample", "history", "show", "delta" } do
      for _, wrong in ipairs { 7, 0, 1.5, "1" } do
        assert.has_error(function() plugin[name](state, wrong, 1) end,
          "player: expected 1 to 2, or nil for a spectator, got "
            .. require "carcassonne.base.options".show(wrong))
      end
    end
    for shown, sender in pairs { ["number 7"] = 7, ['string "1"'] = "1", ["table {}"] = {} } do
      assert.are.same({ nil, "unknown player " .. shown, "illegal" },
        { plugin.apply(state, plugin.legal(state)[1], sender) })
    end
    assert.has_error(function() plugin.resample(state, 1) end,
      "seed: expected an integer from 0 to 2^53, got nil")
  end)

  it("gives up for a player, and takes that back", function()
    local state = play(assert(plugin.new({ players = 3 }, 4)), 5)
    assert(plugin.resign(state, 2))
    assert.is_nil(plugin.resign(state, 2))
    assert.is_nil(plugin.resign(state, 7))
    assert(plugin.undo(state))
    assert(plugin.resign(state, 2))
  end)

  it("does not let a player win who gave up, whatever the points", function()
    local game = carcassonne.game { players = 3,
      position = { tiles = { { id = "BA-D" } }, points = { 37, 54, 47 }, hand = "BA-U" } }
    local state = game:new_initial_state(1)
    assert(plugin.resign(state, 2))
    assert.are.same({ { player = 2, outcome = "out", points = 54 } }, plugin.result(state))
    assert.are.same({ 37, 54, 47 }, plugin.returns(state))
    assert(plugin.resign(state, 1))
    assert.is_true(plugin.terminal(state))
    assert.are.same({ { player = 1, outcome = "out", points = 37, rank = 2 },
      { player = 2, outcome = "out", points = 54, rank = 2 },
      { player = 3, outcome = "won", points = 47, rank = 1 } }, plugin.result(state))
    assert.are.same({ 3 }, plugin.view(state).winners)
  end)

  it("reports the error of a script that fails on an action, and stays as it was", function()
    local face = plugin.with { { name = "picky", on_tile_placed = function() error "not there" end } }
    local state = assert(face.new { ["variant.picky"] = true })
    local before = face.encode(state)
    local done, message, code = face.apply(state, face.legal(state)[1])
    assert.is_nil(done)
    assert.matches("^variant 'picky', on_tile_placed: .*not there", message)
    assert.are.equal("script", code)
    assert.are.equal(before, face.encode(state))
  end)

  it("reads games again with the host's scripts; without them it names the missing script", function()
    local face = plugin.with { "examples/well.lua" }
    local state = play(assert(face.new({ ["variant.well"] = true }, 3)), 20)
    assert.are.equal(face.encode(state), face.encode(assert(face.decode(face.encode(state)))))
    local none, message = plugin.decode(face.encode(state))
    assert.is_nil(none)
    assert.matches("variant 'well'", message)
  end)

  it("reads again exactly what it wrote", function()
    local text = plugin.encode(play(assert(plugin.new({}, 3)), 5))
    for _, changed in ipairs { (text:gsub("\n", "\r\n")), text:sub(1, -2), text .. "\n" } do
      local none, problem = plugin.decode(changed)
      assert.is_nil(none)
      assert.is_string(problem)
    end
    assert.are.equal(text, plugin.encode(assert(plugin.decode(text))))
  end)

  it("adds scripts to those that were added #full", function()
    local face = plugin.with({ { name = "one" } }).with { { name = "two", description = "\n\n" } }
    local state = assert(face.new { ["variant.one"] = true, ["variant.two"] = true })
    assert.are.equal(2, #state:game():variants())
    assert.are.equal(face.encode(state), face.encode(assert(face.decode(face.encode(state)))))
    assert.is_nil(plugin.new { ["variant.one"] = true })
    assert.are.same({},
      findings(check.run(face, { games = 1, settings = { { ["variant.two"] = true } }, every = 200 })))
  end)

  it("refuses scripts whose options no host could distinguish or show", function()
    local function refused(text, scripts) assert.has_error(function() plugin.with(scripts) end, text) end
    local own = "already exists; the names of scripts must be unique"
    refused("variant 'well': the option 'variant.well' " .. own,
      { "examples/well.lua", "examples/well.lua" })
    refused("variant 'tower': the option 'variant.tower' " .. own, { { name = "tower" } })
    refused("variant 'tower.capture': the option 'variant.tower.capture' " .. own,
      { { name = "tower.capture" } })
    refused("variant 'a.b': the option 'variant.a.b' " .. own,
      { { name = "a", options = { b = 1 } }, { name = "a.b" } })
    refused("plugin.with: scripts: missing value at index 2", { { name = "a" }, nil, { name = "c" } })
    refused("variant 'a': description: expected UTF-8", { { name = "a", description = "\255" } })
    refused("variant 'a': option variant.a.b: default is 1e+300: expected a finite number up to 2^53",
      { { name = "a", options = { b = 1e300 } } })
    assert.has_error(function() plugin.with({ { name = "one" } }).with { { name = "one" } } end)
  end)

  it("draws the board as text and as a picture, and refuses other formats", function()
    local state = play(assert(plugin.new({ ["variant.tower"] = true }, 3)), 20)
    local text = assert(plugin.show(state, 1, "text"))
    assert.matches("player 1: %d+ points; .*tower %d", text)
    assert.matches("Tiles still to be drawn: %d+%.\n$", text)
    assert.matches("^<svg .*</svg>", (plugin.show(state, nil, "svg")))
    assert.are.same({ nil, 'format: expected text or svg, got string "png"', "invalid" },
      { plugin.show(state, 1, "png") })
  end)

  it("lists each tile with a picture and each player's colour, which stay as they are", function()
    local state = assert(plugin.new({ players = 3 }, 3))
    local statics = plugin.statics(state)
    local known = {}
    for _, item in ipairs(statics.items) do known[item.id] = item end
    for _, tile in ipairs(state:game():tiles()) do
      assert.matches("^<svg .*</svg>$", known[tile.id].svg)
      assert.are.equal(5, select(2, (known[tile.id].text .. "\n"):gsub("\n", "")))
    end
    assert.are.equal("piece", known.builder.kind)
    assert.are.equal(3, #statics.colours)
    assert.are.same(statics, plugin.statics(play(state, 30)))
  end)

  it("describes events with the names of the players", function()
    local state = play(assert(plugin.new({}, 4)), 2)
    local lines = {}
    for i, event in ipairs(plugin.events(state)) do
      lines[i] = plugin.describe_event(state, event, { "Ada", "Bo" })
    end
    assert.matches("Ada places", table.concat(lines, "\n"))
    for _, action in ipairs(plugin.legal(state)) do assert.is_string(plugin.describe(state, action)) end
    assert.is_nil(plugin.describe(state, "jump"))
  end)

  it("describes an event alike if a JSON library has read its numbers as floats", function()
    local function as_floats(value)
      if type(value) == "number" then return value + 0.0 end
      if type(value) ~= "table" then return value end
      local copy = {}
      for key, one in pairs(value) do copy[key] = as_floats(one) end
      return copy
    end
    local state = play(assert(plugin.new({}, 4)), 30)
    for _, event in ipairs(plugin.events(state)) do
      assert.are.equal(plugin.describe_event(state, event), plugin.describe_event(state, as_floats(event)))
    end
  end)

  it("refuses a number of an event from the network that is not a whole number from 0", function()
    local state = play(assert(plugin.new({}, 4)), 3)
    for _, since in ipairs { -1, 2.5, "1" } do
      local events, message = plugin.events(state, 1, since)
      assert.is_nil(events)
      assert.matches("^since: expected a whole number from 0, got ", message)
    end
  end)

  it("refuses a sender that is neither a number nor chance, with a message of one line", function()
    local state = assert(plugin.new({}, 4))
    for _, sender in ipairs { { 1 }, "1", true } do
      local done, message = plugin.apply(state, plugin.legal(state)[1], sender)
      assert.is_nil(done)
      assert.matches("^unknown player ", message)
      assert.not_matches("0x", message)
    end
  end)

  it("gives the events in a view no numbers, because the engine uses its numbers again after undo", function()
    local state = play(assert(plugin.new({}, 4)), 3)
    assert(plugin.undo(state))
    play(state, 2)
    assert.is_true(#plugin.view(state, 1).events > 0)
    for _, event in ipairs(plugin.view(state, 1).events) do assert.is_nil(event.number) end
  end)

  it("has a word for each kind of feature in a view", function()
    local state = play(assert(plugin.new({ ["variant.spiel-doch"] = true }, 4)), 9999)
    local words = plugin.statics(state).words
    for _, feature in ipairs(plugin.view(state, 1).features) do assert.is_string(words[feature.kind]) end
  end)

  it("reports what happens at once as one event, though the engine reports it in several", function()
    local state = play(assert(plugin.new({}, 4)), 9999)
    local counted, last = 0, 0
    for _, event in ipairs(plugin.events(state)) do
      counted = counted + #event.parts
      assert.are.equal(counted, event.number)
      assert.is_true(event.number > last)
      last = event.number
    end
    assert.are.equal(#state:events(), counted)
    assert.are.same({}, plugin.events(state, 1, last))
  end)

  -- Returns a client that has the events and the view of a player.
  local function updated(client, state, player)
    local answer = assert(plugin.delta(state, player, client.revision))
    if answer.whole then
      client.view, client.events = answer.view, {}
    else
      delta.apply(client.view, answer.changes)
    end
    local events = client.events
    while answer.undone_after and events[1] and events[#events].number > answer.undone_after do
      table.remove(events)
    end
    for _, event in ipairs(plugin.events(state, player, events[1] and events[#events].number)) do
      table.insert(events, event)
    end
    client.revision = answer.revision
    return client
  end

  -- Plays random actions and undoes some of them; calls `visit` with each state.
  local function wander(state, seed, steps, visit)
    local bot = random.new(seed)
    for _ = 1, steps do
      local legal = plugin.legal(state)
      local undoes = #legal == 0 or bot:choose(nil, 4) == 1
      local done = undoes and plugin.undo(state) or plugin.apply(state, legal[bot:choose(nil, #legal)])
      if done then visit(bot) end
    end
  end

  it("lets clients follow a game by what has changed, also if actions are undone", function()
    for seed = 1, scaled(6, 2) do
      local settings = { players = 3, ["variant.tower"] = seed % 2 == 0 }
      settings.chance = seed % 3 == 0 and "host" or "seed"
      local state, clients, whole = assert(plugin.new(settings, seed)), { {}, {}, {} }, 0
      wander(state, seed, scaled(200, 60), function(bot)
        local player = bot:choose(nil, 3)
        if clients[player].revision == nil then whole = whole + 1 end
        local client = updated(clients[player], state, player)
        assert.is_nil(plain.difference(plugin.view(state, player), client.view))
        assert.is_nil(plain.difference(plugin.events(state, player), client.events))
      end)
      assert.is_true(whole <= 3)
    end
  end)

  it("never uses the number of an event again, and never counts a revision back", function()
    local state, numbers, revision, last = assert(plugin.new({ players = 2 }, 7)), {}, 0, 0
    wander(state, 7, scaled(200, 60), function()
      assert.are.equal(revision + 1, plugin.revision(state))
      revision = plugin.revision(state)
      for _, event in ipairs(plugin.events(state)) do
        local line = plugin.describe_event(state, event)
        assert.are.equal(numbers[event.number] or line, line)
        numbers[event.number], last = line, math.max(last, event.number)
      end
    end)
    assert.is_true(last > #plugin.events(state))
  end)

  it("gives the whole view to a client that is too far back, and nothing for a revision of the future",
      function()
    local state = play(assert(plugin.new({}, 4)), 3)
    assert.are.same({ true, 3 }, { plugin.delta(state, 1).whole, plugin.delta(state, 1).revision })
    assert.is_false(plugin.delta(state, 1, 0).whole)
    assert.are.same({}, plugin.delta(state, 1, 3).changes)
    assert.are.same({ nil, "revision: expected 0 to 3, got number 4", "invalid" },
      { plugin.delta(state, 1, 4) })
    for _ = 1, 20 do
      assert(plugin.undo(state))
      play(state, 1)
    end
    assert.is_true(plugin.delta(state, 1, 0).whole)
    assert.is_false(plugin.delta(state, 1, 40).whole)
    assert.is_true(plugin.delta(play(state, 90), 1, 43).whole)
  end)

  it("gives a copy the revision of its original, and counts on in each", function()
    local state = play(assert(plugin.new({}, 4)), 5)
    assert(plugin.undo(state))
    local copy = plugin.clone(state)
    assert(plugin.undo(copy))
    assert.are.same({ 6, 7 }, { plugin.revision(state), plugin.revision(copy) })
    local view = plugin.delta(copy, 2).view
    local client = { view = plugin.view(play(plugin.new({}, 4), 4), 2), revision = 4, events = {} }
    assert.is_nil(plain.difference(view, updated(client, copy, 2).view))
  end)

  it("has numbers, planes and bounds for programs that learn", function()
    local state = play(assert(plugin.new({ players = 3 }, 4)), 5)
    local spaces = assert(plugin.spaces(state, 8))
    assert.are.same({ #spaces.planes, 17, 17 }, spaces.shape)
    assert.is_true(spaces.max_utility > 100 and spaces.min_utility == 0)
    local mask = assert(plugin.mask(state, 8))
    assert.are.same({ plugin.count(state), 0 }, { #mask.numbers, mask.without })
    for _, action in ipairs(plugin.legal(state)) do
      assert.are.equal(action, plugin.action(state, plugin.number(state, action, 8), 8))
    end
    assert.are.equal(#spaces.planes, #plugin.planes(state, 1, 8))
  end)

  it("refuses numbers that are not legal, windows and players that do not exist", function()
    local state = assert(plugin.new({}, 4))
    local size = plugin.spaces(state).num_distinct_actions
    assert.are.same({ nil, "no legal action has the number 0", "invalid" }, { plugin.action(state, 0) })
    assert.are.same({ nil, ("number: expected 0 to %d, got number %d"):format(size - 1, size), "invalid" },
      { plugin.action(state, size) })
    assert.are.same({ nil, "'pass' is not legal here: a tile must be placed", "illegal" },
      { plugin.number(state, "pass") })
    assert.are.same({ nil, "window: expected 1 to 40 cells, got number 41", "invalid" },
      { plugin.mask(state, 41) })
    assert.are.same({ nil, "player: expected 1 to 2, or nil for a spectator, got number 3", "invalid" },
      { plugin.planes(state, 3) })
    local outside = play(assert(plugin.new({}, 4)), 30)
    assert.is_true(plugin.mask(outside, 1).without > 0)
  end)

  it("says why a game has no numbers of actions", function()
    local state = assert(plugin.new { ["variant.castles"] = true })
    local reason = "the function of the phase castle offers options, and the number of these options has no "
      .. "bound"
    assert.are.same({ nil, reason, "invalid" }, { plugin.mask(state) })
    assert.are.equal(reason, plugin.spaces(state).unknown.num_distinct_actions)
    assert.is_nil(plugin.spaces(state).num_distinct_actions)
    assert.is_table(plugin.planes(state, 1))
  end)

  it("lists who decided what, with resignations", function()
    local state = play(assert(plugin.new({ chance = "host", players = 3 }, 4)), 3)
    assert(plugin.resign(state, 2))
    local list = plugin.history(state, 1)
    assert.are.same({ "chance", 1, 1, 2 }, { list[1].player, list[2].player, list[3].player, list[4].player })
    assert.matches("^draw ", list[1].action)
    assert.matches("^place ", list[2].action)
    assert.are.same({ player = 2, resigned = true, text = "resigns" }, list[4])
    assert(plugin.undo(state))
    assert.are.equal(3, #plugin.history(state))
  end)

  it("can be resampled: the same board, other draws to come", function()
    local state = play(assert(plugin.new({}, 4)), 20)
    local other = plugin.resample(state, 1, 99)
    assert.is_nil(plain.difference(plugin.view(state, 1), plugin.view(other, 1)))
    assert.are_not.equal(plugin.encode(play(state, 9)), plugin.encode(play(other, 9)))
  end)
end)

-- ---- The host -----------------------------------------------------------------------------------

-- Runs a program of examples/table.
local function run(name, words, input)
  local from, out, err = files.write(input or ""), os.tmpname(), os.tmpname()
  local _, _, status = compat.os.execute(("%s examples/table/%s.lua %s <%s >%s 2>%s"):format(LUA, name, words,
    from, out, err))
  local output, errors = files.read(out), files.read(err)
  for _, path in ipairs { from, out, err } do os.remove(path) end
  return status, output, errors
end

describe("The host in examples/table", function()
  it("plays either game among random players, seeded, to its end #full", function()
    for _, name in ipairs { "carcassonne.plugin", MILLPOND } do
      for _, chance in ipairs { "seed", "host" } do
        local words = ("%s --random all --seed 3 players=3 chance=%s"):format(name, chance)
        local status, output, errors = run("host", words)
        assert.are.equal("", errors)
        assert.are.equal(0, status)
        assert.matches("\nThe game is over%.\n1%. player %d: %d+ points, %l+\n", output)
        assert.are.equal(output, select(2, run("host", words)))
      end
    end
  end)

  it("asks people, shows them their view and their options, and takes back", function()
    local status, output, errors = run("host", MILLPOND .. " --random 2,3 --seed 4 hand=1",
      "1\nu\n7\nx\n1\nq\n")
    assert.are.equal(3, status)
    assert.are.equal("host: a player quit before the end of the game\n", errors)
    assert.matches("  your hand: %d+\n.*  hand: stone %d+\n.*  1  lay the stone %d+\n", output)
    assert.matches("Expected a number from 1 to 1%.", output)
    assert.matches("player 1 lays %d+\n", output)
    local question = "(  your hand: [^\n]*\n.-)Player 1, choose 1 to 1"
    local before, after = output:match(question .. ".*Expected a number from 1 to 1%.\n" .. question)
    assert.are.equal(before, after)
  end)

  it("lets the bots of the game play, equally for equal seeds", function()
    local words = "carcassonne.plugin --bot 1=greedy --bot 2=greedy --seed 4"
    local status, output = run("host", words)
    assert.are.equal(0, status)
    local best, worst = output:match "1%. player %d: (%d+) points, won\n2%. player %d: (%d+) points, lost\n"
    assert.is_true(tonumber(best) > 80 and tonumber(worst) > 80) -- random players get about 25
    assert.are.equal(output, select(2, run("host", words)))
  end)

  it("shows nobody another hand", function()
    local _, output = run("host", MILLPOND .. " --random 2,3 --seed 4", "1\n1\n1\n1\n1\n1\n1\n1\n1\n")
    assert.matches("player 2 draws a stone", output)
    assert.is_nil(output:match "player [23] draws %d")
  end)

  it("ends without an error when the input does", function()
    for _, name in ipairs { "carcassonne.plugin", MILLPOND } do
      local status, output, errors = run("host", name .. " --seed 4 players=2")
      assert.are.equal(3, status)
      assert.are.equal("host: the input ended before the game was over\n", errors)
      assert.matches("Player 1, choose 1 to %d+ %(u: take back, q: quit%): \n$", output)
    end
  end)

  it("refuses an unknown command with status 2 and a line", function()
    local function refused(words, text)
      local status, _, errors = run("host", words)
      assert.are.equal(2, status)
      assert.are.equal(1, select(2, errors:gsub("\n", "")))
      assert.is_truthy(errors:find(text, 1, true), errors)
    end
    refused("no_such_game", "cannot load the game no_such_game")
    refused("carcassonne.plugin players=9", "players: expected 1 to 6")
    refused(MILLPOND .. " stones=3", "stones: invalid value")
    refused("carcassonne.plugin nonsense=1", "nonsense: unknown option")
    refused("--seed x", "seed: expected an integer")
    refused("--random", "option '--random' requires an argument")
    refused("--bot 1=genius", "this game has no bot 'genius'; see --list")
    refused(MILLPOND .. " --bot 1=greedy", "this game has no bot 'greedy'; see --list")
    refused("carcassonne.plugin tower", "tower: expected NAME=VALUE")
  end)

  it("prints its usage", function()
    local status, output = run("host", "--help")
    assert.are.equal(0, status)
    assert.matches("\n +%-%-random <random> +players that play at random: all, or numbers such as 1,3",
      output)
  end)

  it("lists the options of a game", function()
    local status, output = run("host", MILLPOND .. " --list")
    assert.are.equal(0, status)
    assert.matches("stones=24  Number of stones in the bag at the start  {15 60}\n", output)
  end)

  it("checks both games, and says which clause another one breaks #full", function()
    local status, output = run("check", MILLPOND)
    assert.are.equal(0, status)
    assert.matches("^millpond: 4 games, %d+ actions, 0 clauses of the contract broken\n$", output)
    files.with("local game = dofile '" .. MILLPOND .. "' game.describe = function() end return game",
        function(path)
      os.rename(path, path .. ".lua")
      status, output = run("check", path .. ".lua")
      os.rename(path .. ".lua", path)
    end)
    assert.are.equal(1, status)
    assert.matches("\n  describe: `describe` returns a line for each legal action and refuses all others%. ",
      output)
  end)
end)

describe("The pipe in examples/table", function()
  local json = require "dkjson"

  local function talk(game, requests)
    local lines = {}
    for i, request in ipairs(requests) do
      lines[i] = type(request) == "string" and request or json.encode(request)
    end
    local _, output, errors = run("pipe", game, table.concat(lines, "\n") .. "\n")
    assert.are.equal("", errors)
    local replies = {}
    for line in output:gmatch "[^\n]+" do replies[#replies + 1] = json.decode(line) end
    assert.are.equal(#requests, #replies)
    return replies
  end

  it("plays in lines of JSON", function()
    for _, game in ipairs { "", MILLPOND } do
      local replies = talk(game,
        { { call = "new", args = { { players = 3 }, 42 } }, { call = "legal", state = "1" },
        { call = "view", state = "1", args = { 2 } }, { call = "clone", state = "1" },
          { call = "returns", state = "2" },
        '{"call": "events", "state": "1", "args": [null, 1]}', { call = "players" } })
      assert.are.equal("1", replies[1].result)
      assert.is_true(#replies[2].result > 0)
      assert.is_table(replies[3].result)
      assert.are.equal("2", replies[4].result)
      assert.are.same({ 0, 0, 0 }, replies[5].result)
      assert.are.equal(2, replies[6].result[1].number)
      assert.are.equal("number", type(replies[7].result.most))
    end
  end)

  it("passes numbers and planes", function()
    local replies = talk("", { { call = "new" }, { call = "mask", state = "1", args = { 9 } },
      { call = "spaces", state = "1", args = { 9 } },
      '{"call": "planes", "state": "1", "args": [null, 9]}',
      { call = "action", state = "1", args = { -1 } } })
    assert.are.equal(0, replies[2].result.without)
    assert.are.equal(19, replies[3].result.shape[2])
    assert.are.equal(#replies[3].result.planes, #replies[4].result)
    assert.matches("^number: expected 0 to ", replies[5].message)
  end)

  it("continues after a line that nests without end", function()
    local replies = talk(MILLPOND, { ("["):rep(200000), { call = "name" } })
    assert.is_string(replies[1].message)
    assert.are.equal("millpond", replies[2].result)
  end)

  it("reports an error in a line, and continues", function()
    local replies = talk(MILLPOND,
      { "nonsense", { call = "new", args = { { players = 9 } } }, { call = "legal", state = "7" },
      { call = "new" }, { call = "apply", state = "1", args = { "jump" } }, { call = "jump", state = "1" },
      { call = "drop", state = "1" }, { call = "legal", state = "1" } })
    for i, text in pairs { "expected a JSON object: no valid JSON value at line 1, column 1",
      "players: expected 2 to 5",
      "unknown state", [5] =
      "'jump' is not legal here", [6] = "unknown call", [8] = "unknown state" } do
      assert.are.equal(text, replies[i].message)
    end
    assert.is_true(replies[7].result)
  end)
end)

-- ---- The document -------------------------------------------------------------------------------

describe("lua/doc/PLUGIN.md", function()
  local text = manual.read "lua/doc/PLUGIN.md"

  it("has for each clause the text of the checker", function()
    local shown = {}
    for name, says in text:gmatch "\n| `([%w-]+)` | ([^|]*) |" do shown[name] = says:match "^(.-)%s*$" end
    for _, clause in ipairs(clauses.list) do
      assert.are.equal(clause.says, shown[clause.name], clause.name)
    end
  end)

  it("names each function and field of the contract, and each kind of option", function()
    for name, value in pairs(plugin) do
      local shown = type(value) == "function" and "`" .. name .. "(" or "`" .. name .. "`"
      assert.is_truthy(text:find(shown, 1, true), name)
    end
    for _, kind in ipairs { "boolean", "integer", "number", "text", "choice" } do
      assert.is_truthy(text:find("`" .. kind .. "`", 1, true), kind)
    end
  end)

  it("uses only names that exist, in the module and in the plug-in", function()
    local core, rows = require "carcassonne.core", 0
    local names = manual.section(text, "Names in the module, the plug-in and OpenSpiel")
    for row in names:gmatch "\n(| [^\n]+|)" do
      local module, face = row:match "^| ([^|]*)|([^|]*)|"
      for class, name in module:gmatch "`(%u%l+):([%w_]+)`" do
        assert.is_truthy(core.methods[class] and core.methods[class][name], class .. ":" .. name)
        rows = rows + 1
      end
      for name in module:gmatch "`carcassonne%.([%w_]+)" do assert.is_not_nil(carcassonne[name], name) end
      for name in face:gmatch "`([%l_]+)" do
        assert.is_truthy(plugin[name] ~= nil or option_of(name), name)
      end
    end
    assert.is_true(rows > 15)
  end)
end)
