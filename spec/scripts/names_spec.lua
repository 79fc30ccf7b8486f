-- Names belong to a script: variables, phases, attributes and steps of scripts that do not know
-- each other never clash.

local carcassonne = require "carcassonne"
local perft = require "carcassonne.lab.perft"

-- Returns a script that counts the wells of its own tiles, gives points for them, and asks about
-- each, with these names.
local function script(name, called)
  local coins, ask, well, spring, pay = called.variable, called.phase, called.tile,
    called.segment, called.step
  local id = called.id
  return { name = name,
    attributes = { { name = well, on = "tile" }, { name = spring, merge = "sum" } },
    variables = { { name = coins, scope = "player", initial = called.first or 0 } },
    tiles = ("%s x4 road:E.W+%s field:NL.NR.EL.WR field:ER.SL.SR.WL @%s"):format(id, spring, well),
    on_tile_placed = { when = { attribute = well }, run = function(state, tile)
      local player = state:turn_player()
      assert(#state:tiles { attribute = well, id = id } == #state:tiles { attribute = well })
      assert(state:matches(tile, { attribute = well }))
      state:set_variable(coins, player, state:variable(coins, player) + called.worth)
      local one = state:segments { at = "last_placed", attribute = spring }[1]
      state:set_attribute(one.x, one.y, one.segment, spring, false)
      assert(state:count { "segments", at = "last_placed", attribute = spring } == 0)
      state:set_attribute(one.x, one.y, one.segment, spring)
    end },
    phases = { { name = ask, timing = "before_scoring",
      when = { attribute = well, player = { variable = { [coins] = { min = 1 } } } },
      offer = { "segments", at = "last_placed", attribute = spring }, may_pass = true,
          on_chosen = function(state, action)
        if not action then return end
        assert(action.name == ask)
        state:set_variable(coins, state:turn_player(), state:variable(coins, state:turn_player()) - 1)
      end } },
    points = { { kind = "road", per = spring, add = called.worth } },
    final_scoring = { { name = pay, after = "goods", { "players", per = coins, add = 1 },
        run = function(state)
      state:award(1, state:variable(coins, 1), name)
    end } },
  }
end

local ALIKE = { variable = "coins", phase = "throw", tile = "well", segment = "spring", step = "pay" }
local function alike(id, worth, first)
  local called = { id = id, worth = worth, first = first }
  for key, name in pairs(ALIKE) do called[key] = name end
  return called
end
local function apart(id, worth, first, letter)
  local called = alike(id, worth, first)
  for key, name in pairs(ALIKE) do called[key] = name .. letter end
  return called
end

local MARKET, FAIR = alike("MA-A", 1), alike("FA-A", 2, 3)

local function game_of(variants, more)
  local t = { players = 2, variants = variants,
    tiles = "LO-NG x2 road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL",
    start = { { id = "LO-NG" } } }
  for key, value in pairs(more or {}) do t[key] = value end
  return carcassonne.game(t)
end

local function both(more) return game_of({ script("market", MARKET), script("fair", FAIR) }, more) end

-- Places a tile of this kind, and plays to the next draw: for each phase, the first option.
local function play(state, id)
  assert(state:apply_action("draw " .. id))
  assert(state:apply_index(1))
  while state:decision() ~= "draw" and not state:is_terminal() do assert(state:apply_index(1)) end
end

local function refusal(variants, more)
  local fine, message = pcall(game_of, variants, more)
  assert.is_false(fine)
  return message
end

describe("Two scripts with the same names in one game:", function()
  it("each has its own variables, whose values do not touch each other", function()
    local state = both { draws = "manual" }:new_initial_state()
    assert.are.same({ 0, 3 }, { state:variable("market.coins", 1), state:variable("fair.coins", 1) })
    assert(state:apply_action "draw MA-A")
    assert(state:apply_index(1))
    assert(state:apply_action "pass")
    assert.are.same({ 1, 3 }, { state:variable("market.coins", 1), state:variable("fair.coins", 1) })
  end)

  it("each phase asks after its own tiles, and its options are shown as script.name", function()
    for id, name in pairs { ["MA-A"] = "market.throw", ["FA-A"] = "fair.throw" } do
      local state = both { draws = "manual" }:new_initial_state()
      assert(state:apply_action("draw " .. id))
      assert(state:apply_index(1))
      assert(state:apply_action "pass")
      assert.are.equal("choice", state:decision())
      local option = state:action(state:num_actions())
      assert.are.equal(name, option.name)
      assert.are.equal(name .. " road:E.W @" .. option.x .. "," .. option.y, tostring(option))
      assert(state:apply_action(tostring(option)))
      local events = state:events()
      local chose
      for _, event in ipairs(events) do chose = event.kind == "chose" and event or chose end
      assert.are.equal(name, chose.label)
    end
  end)

  it("each row of points counts its own attribute", function()
    local market, fair = script("market", MARKET), script("fair", FAIR)
    market.on_tile_placed, fair.on_tile_placed = nil, nil
    local own = game_of({ market, fair }, { tiles = {
      "END-A x1 road:E field:NL.NR.EL.ER.SL.SR.WL.WR", "END-B x1 road:W field:NL.NR.EL.ER.SL.SR.WL.WR" },
      start = { { id = "END-A" } }, draws = "manual" }):new_initial_state()
    for i, id in ipairs { "MA-A", "FA-A", "FA-A", "END-B" } do
      assert(own:apply_action("draw " .. id))
      assert(own:apply_action(("place %s %d,0 r0"):format(id, i)))
      assert(own:apply_action(i == 1 and "deploy follower road:E.W" or "pass"))
      while own:decision() == "choice" do assert(own:apply_action "pass") end
    end
    assert.are.equal(5 + 1 * 1 + 2 * 2, own:score(1))
  end)

  it("each step of the final scoring runs its own rows and functions, and is shown as script.name",
      function()
    local state = both():new_initial_state(3)
    state:random_playout(3)
    local market, fair = state:variable("market.coins", 1), state:variable("fair.coins", 1)
    local reported, paid = {}, {}
    for _, event in ipairs(state:events()) do
      if event.kind == "final" then reported[#reported + 1] = event.label end
      if event.kind == "awarded" and event.player == 1 then paid[event.label] = event.points end
    end
    assert.are.same({ "incomplete", "fields", "goods", "fair.pay", "market.pay" }, state:game():final_steps())
    assert.are.same({ "fair.pay", "market.pay" }, { reported[#reported - 1], reported[#reported] })
    assert.are.same({ market = market, fair = fair }, { market = paid.market or 0, fair = paid.fair or 0 })
    assert.is_true(market + fair > 0)
  end)

  it(
    "attributes are shown as script.name; a script sees its own under their short names, and another's in "
      .. "full",
      function()
    local seen
    local market = script("market", MARKET)
    market.on_feature_scored = function(state)
      local game = state:game()
      seen = { game:tile("MA-A").attributes[1], game:tile("FA-A").attributes[1],
        game:tile("FA-A").segments[1].attributes[1] }
    end
    local game = game_of({ market, script("fair", FAIR),
      { name = "other", attributes = { { name = "alone", on = "tile" } },
      tiles = "OT-R x1 road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL @alone" } })
    assert.are.same({ { "market.well" }, { "fair.well" }, { "alone" } },
      { game:tile("MA-A").attributes, game:tile("FA-A").attributes, game:tile("OT-R").attributes })
    assert.are.same({ "fair.spring" }, game:tile("FA-A").segments[1].attributes)
    game:new_initial_state(1):random_playout(1)
    assert.are.same({ "well", "fair.well", "fair.spring" }, seen)
  end)

  it("perft counts the same as with other names", function()
    local state = both():new_initial_state(5)
    local other = game_of({ script("market", apart("MA-A", 1, nil, "_m")),
      script("fair", apart("FA-A", 2, 3, "_f")) })
      :new_initial_state(5)
    for depth = 1, 4 do assert.are.equal(perft.count(other, depth), perft.count(state, depth)) end
    for seed = 1, 20 do
      local one, two = both():new_initial_state(seed), other:game():new_initial_state(seed)
      one:random_playout(seed)
      two:random_playout(seed)
      assert.are.same(two:returns(), one:returns())
    end
  end)

  it("saved games load again, and positions, with the next decision #full", function()
    local variants = { script("market", MARKET), script("fair", FAIR) }
    for seed = 1, 10 do
      local state = game_of(variants):new_initial_state(seed)
      for _ = 1, 25 do
        if state:is_terminal() then break end
        local loaded = assert(carcassonne.load(state:serialize(), { variants = variants }))
        assert.are.equal(state:hash(), loaded:hash())
        local text = state:observation_string(1)
        local again = game_of(variants, { position = text, start = "none" }):new_initial_state(seed)
        assert.are.equal(text, again:observation_string(1))
        assert(state:apply_index(seed % state:num_actions() + 1))
      end
    end
    local state = both { draws = "manual" }:new_initial_state()
    play(state, "MA-A")
    play(state, "FA-A")
    assert.matches("remember fair.coins %d", state:observation_string(1))
  end)

  it("a third one with these names has its own, too", function()
    local game = game_of { script("market", MARKET), script("fair", FAIR),
      script("bazaar", alike("BA-Z", 4)) }
    assert.are.same({ "incomplete", "fields", "goods", "bazaar.pay", "fair.pay", "market.pay" },
      game:final_steps())
    local state = game:new_initial_state(2)
    state:random_playout(2)
    assert.is_true(state:variable("bazaar.coins", 1) + state:variable("bazaar.coins", 2) > 0)
  end)

  it("a single script is shown by short names", function()
    local game = game_of { script("market", MARKET) }
    assert.are.same({ "incomplete", "fields", "goods", "pay" }, game:final_steps())
    assert.are.equal("throw", game:phases()[1].name)
    local state = game:new_initial_state(1)
    assert.are.same({ 0, 0 }, { state:variable("coins", 1), state:variable("market.coins", 1) })
  end)

  it("a function that makes another one run on a clone finds its own names again afterwards", function()
    local market = script("market", MARKET)
    local before, inside = market.on_tile_placed.run, false
    market.on_tile_placed.run = function(state, tile)
      local there, clone = state:variable("coins", state:turn_player()), state:clone()
      if not inside then
        inside = true
        clone:undo_action()
        while not clone:is_terminal() do assert(clone:apply_index(1)) end
        inside = false
      end
      assert(state:variable("coins", state:turn_player()) == there)
      before(state, tile)
    end
    local state = game_of { market, script("fair", FAIR) }:new_initial_state(1)
    state:random_playout(1)
    assert.is_true(state:is_terminal())
  end)

  it("a script whose name has a dot is distinguished from one whose name is its beginning", function()
    local game = game_of { script("market", MARKET), script("market.coins", FAIR),
      script("market.throw", alike("BA-Z", 4)) }
    assert.are.same({ "market.throw", "market.coins.throw", "market.throw.throw" },
      { game:phases()[1].name, game:phases()[2].name, game:phases()[3].name })
    local state = game:new_initial_state(1)
    assert.are.same({ 0, 3, 0 },
      { state:variable("market.coins", 1), state:variable("market.coins.coins", 1),
        state:variable("market.throw.coins", 1) })
  end)
end)

describe("A name of another script's", function()
  local function looker(more)
    local t = { name = "looker", on_tile_placed = function() end }
    for key, value in pairs(more) do t[key] = value end
    return t
  end

  it("is refused without its script, with the full name", function()
    for _, case in ipairs {
      { { on_tile_placed = { when = { variable = "purse" }, run = print } },
        "variable: 'purse' belongs to the script bank: write bank.purse, or bank.purse%? if" },
      { { on_tile_placed = { when = { attribute = "vault" }, run = print } },
        "attribute: 'vault' belongs to the script bank: write bank.vault, or bank.vault%?" },
      { { final_scoring = { { name = "tax", after = "interest", { "players", add = 1 } } } },
        "after: expected a step of the final scoring, got 'interest' %(did you mean bank.interest%?%)" },
    } do
      local bank = { name = "bank", variables = { "purse" },
        attributes = { { name = "vault", on = "tile" }, { name = "gilt", merge = "sum" } },
        final_scoring = { { name = "interest", after = "goods", { "players", add = 1 } } } }
      assert.matches(case[2], (select(2, pcall(game_of, { bank, looker(case[1]) }))))
    end
  end)

  it("is found by its full name, in data and in functions", function()
    local seen = {}
    local bank = { name = "bank", variables = { { name = "purse", initial = 7 } },
      attributes = { { name = "vault", on = "tile" } },
      tiles = "VA-A x2 road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL @vault" }
    local t = looker { on_tile_placed = { when = { variable = "bank.purse", attribute = "bank.vault?" },
        run = function(state)
      seen[#seen + 1] = state:variable "bank.purse"
      state:set_variable("bank.purse", 8)
    end } }
    game_of({ bank, t }):new_initial_state(1):random_playout(1)
    assert.are.same({ 7, 8 }, seen)
  end)

  it("is found in rows of points, on tiles, in offers, and beside steps", function()
    local bank = { name = "bank", variables = { { name = "purse", scope = "player", initial = 2 } },
      attributes = { { name = "vault", on = "tile" }, { name = "gilt", merge = "sum" } },
      final_scoring = { { name = "interest", after = "goods", { "players", add = 1 } } } }
    local t = looker { points = { { kind = "road", per = "bank.gilt", add = 1 } },
      held_back = { "bank.vault" },
      tiles = "XX-A x1 road:E.W+bank.gilt field:NL.NR.EL.WR field:ER.SL.SR.WL @bank.vault",
      final_scoring = { { name = "tax", after = "bank.interest", { "players", per = "bank.purse", add = 1 } },
        { name = "bank.interest", run = function(state) state:award(1, 10) end } },
      phases = { { name = "ask", timing = "turn_start", offer = { "players", number = "bank.purse" },
        may_pass = true,
        on_chosen = function() end } } }
    local game = game_of { bank, t }
    assert.are.same({ "incomplete", "fields", "goods", "interest", "tax" }, game:final_steps())
    assert.are.same({ "vault" }, game:tile("XX-A").attributes)
    local state = game:new_initial_state(1)
    while not state:is_terminal() do
      assert(state:apply_index(state:decision() == "deploy" and state:num_actions() or 1))
    end
    assert.are.equal(state:score(2) + 10, state:score(1))
  end)

  it("may be missing on tiles, too, if it ends with ?, and then nothing is printed there", function()
    local bank = { name = "bank",
      attributes = { { name = "vault", on = "tile" }, { name = "gilt", merge = "sum" } },
      tiles = "VA-A x2 road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL @vault" }
    local t = looker {
      tiles = "XX-A x1 road:E.W+bank.gilt?+bank.gilt? field:NL.NR.EL.WR field:ER.SL.SR.WL @bank.vault?" }
    local function printed(variants)
      local tile = game_of(variants):tile "XX-A"
      return { #tile.attributes, #tile.segments[1].attributes }
    end
    assert.are.same({ 0, 0 }, printed { t })
    assert.are.same({ 1, 1 }, printed { t, bank })
    assert.are.same({ 1, 1 }, printed { bank, t })
    assert.matches("tile YY%-A: 'bank.gilt' is unknown; expected pennant, wine, grain, cloth or a "
      .. "declared attribute",
      (select(2, pcall(game_of,
      { looker { tiles = "YY-A x1 road:E.W+bank.gilt field:NL.NR.EL.WR field:ER.SL.SR.WL" } }))))
  end)

  it("may be missing if it ends with ?, and then matches nothing", function()
    local found
    local t = looker {
      on_tile_placed = function(state) found = state:count { "tiles", attribute = "bank.vault?" } end }
    game_of({ t }):new_initial_state(1):random_playout(1)
    assert.are.equal(0, found)
  end)

  it("is refused in a function, too", function()
    local bank = { name = "bank", variables = { "purse" } }
    local t = looker { on_tile_placed = function(state) return state:variable "purse" end }
    local state = game_of({ bank, t }):new_initial_state(1)
    local fine, message = pcall(state.random_playout, state, 1)
    assert.is_false(fine)
    assert.matches("'purse' belongs to the script bank: write bank.purse", message)
  end)

  it("is found by the host under the name in reports", function()
    local bank = { name = "bank", variables = { { name = "purse", initial = 7 } } }
    assert.are.equal(7, game_of({ bank, looker {} }):new_initial_state(1):variable "purse")
    local state = game_of({ bank, looker { variables = { "purse" } } }):new_initial_state(1)
    assert.are.equal(7, state:variable "bank.purse")
    assert.has_error(function() return state:variable "purse" end)
  end)
end)

describe("A shared name", function()
  local function sharing(name, more)
    local t = { name = name, variables = { { name = "luck", shared = true } },
      attributes = { { name = "lucky", on = "tile", shared = true },
        { name = "gilt", merge = "sum", shared = true } },
      on_tile_placed = function(state) state:set_variable("luck", state:variable "luck" + 1) end,
      final_scoring = { { name = "fate", after = "goods", shared = true,
        run = function(state) state:award(1, 1, name) end } } }
    for key, value in pairs(more or {}) do t[key] = value end
    return t
  end

  it("is one for all that declare it", function()
    local game = game_of({ sharing "one", sharing "two" }, { draws = "manual" })
    assert.are.same({ "incomplete", "fields", "goods", "fate" }, game:final_steps())
    local state = game:new_initial_state()
    play(state, "LO-NG")
    assert.are.equal(2, state:variable "luck")
    assert.is_true(state:is_terminal() and state:score(1) >= 2)
  end)

  it("has to be declared in the same words", function()
    for _, case in ipairs {
      { { variables = { { name = "luck", scope = "player", shared = true } } },
        "variable luck: the script one shares this name, but with a different declaration" },
      { { attributes = { { name = "gilt", shared = true } } },
        "attribute gilt: the script one shares this name, but with a different declaration" },
      { { attributes = { { name = "gilt", on = "tile", shared = true } } },
        "attribute gilt: the script one shares this name, but for another kind of declaration" },
      { { final_scoring = { { name = "fate", before = "goods", shared = true, run = print } } },
        "final fate: the script one shares this name, but with a different declaration" },
    } do
      local two = sharing("two", case[1])
      if case[1].attributes then two.variables, two.on_tile_placed = nil, nil end
      assert.matches(case[2], refusal { sharing "one", two })
    end
  end)

  it("can exist beside a name that another script uses without sharing", function()
    local own = { name = "stranger", variables = { { name = "luck", initial = 5 } },
        on_tile_placed = function(state)
      assert(state:variable "luck" == 5)
    end }
    local state = game_of({ sharing "one", own, sharing "two" }, { draws = "manual" }):new_initial_state()
    play(state, "LO-NG")
    assert.are.same({ 2, 5 }, { state:variable "luck", state:variable "stranger.luck" })
  end)

  it("is found by a script that does not declare it", function()
    local seen
    local reader = { name = "reader", on_tile_placed = function(state) seen = state:variable "luck" end }
    play(game_of({ sharing "one", reader }, { draws = "manual" }):new_initial_state(), "LO-NG")
    assert.are.equal(1, seen)
  end)

  it("of phases is the name of their options, while each phase asks by itself", function()
    local function asks(name, at)
      return { name = name, variables = { "chosen" }, phases = { { name = "ring", timing = at, shared = true,
        offer = { "tiles", at = "last_placed" },
          on_chosen = function(state) state:set_variable("chosen", 1) end } } }
    end
    local state = game_of({ asks("one", "before_scoring"), asks("two", "after_scoring") },
      { draws = "manual" }):new_initial_state()
    assert(state:apply_action "draw LO-NG")
    assert(state:apply_index(1))
    assert(state:apply_action "pass")
    for _, name in ipairs { "one", "two" } do
      assert.are.equal(0, state:variable(name .. ".chosen"))
      assert.matches("^ring @", tostring(state:action(state:num_actions())))
      assert(state:apply_index(1))
      assert.are.equal(1, state:variable(name .. ".chosen"))
    end
    assert.matches("two scripts share this name at a timing where the options of all phases are listed "
      .. "together",
      refusal { asks("one", "deployment"), asks("two", "deployment") })
  end)
end)

describe("A declared name", function()
  it("has no dot, so that it cannot be another script's", function()
    for key, value in pairs { variables = { "market.coins" }, attributes = { "market.spring" } } do
      assert.matches("a declared name must not contain a dot", refusal { { name = "v", [key] = value } })
    end
    assert.matches("must not contain a dot", refusal { { name = "v",
      final_scoring = { { name = "market.pay", after = "goods", { "players", add = 1 } } } } })
    assert.matches("digits, _ and %-",
      refusal { { name = "v", phases = { { name = "a.b", timing = "before_draw", run = print } } } })
  end)

  it("is declared once in a script, shared or not", function()
    for _, shared in ipairs { false, true } do
      local variables = { { name = "luck" }, { name = "luck", shared = shared } }
      assert.matches("variable luck is declared twice", refusal { { name = "v", variables = variables } })
    end
    assert.matches("attribute a is declared twice",
      refusal { { name = "v", attributes = { "a", { name = "a", on = "tile" } } } })
  end)

  it("of the game can exist beside the same name of a script", function()
    local seen
    local v = { name = "v", variables = { { name = "luck", initial = 2 } },
      on_tile_placed = function(state) seen = state:variable "luck" end }
    local state = game_of({ v },
      { variables = { { name = "luck", initial = 1 } }, draws = "manual" }):new_initial_state()
    play(state, "LO-NG")
    assert.are.same({ 2, 1, 2 }, { seen, state:variable "luck", state:variable "v.luck" })
  end)
end)
