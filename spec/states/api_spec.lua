-- The results and effects of the module's objects, on games so small that every value can be
-- checked by hand.

local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"
local core = require "carcassonne.core"
local lua = require "spec.support.lua"

-- A game with only straight roads: every draw is the same tile.
local ROADS = { tiles = "ROAD x5 road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL", start = { { id = "ROAD" } } }

local function roads(more)
  local given = {}
  for key, value in pairs(ROADS) do given[key] = value end
  for key, value in pairs(more or {}) do given[key] = value end
  return carcassonne.game(given)
end

-- Returns the state after these actions, each of which must be legal.
local play = require("spec.support.by_hand").play

-- The base game with draws by hand, after these actions.
local base_by_hand = carcassonne.game { sets = { "base" }, draws = "manual" }
local function by_hand(...)
  return play(base_by_hand:new_initial_state(), ...)
end

-- Returns a state in the middle of a game with everything.
local everything = carcassonne.game()
local function middle(seed, decisions, game)
  local state = (game or everything):new_initial_state(seed)
  for i = 1, decisions do
    if state:is_terminal() then break end
    state:apply_index((i * 7919) % state:num_actions() + 1)
  end
  return state
end

local function texts(list)
  local all = {}
  for i, action in ipairs(list) do all[i] = tostring(action) end
  return all
end

local function of_kind(events, kind)
  local some = {}
  for _, event in ipairs(events) do
    if event.kind == kind then some[#some + 1] = event end
  end
  return some
end

describe("A game", function()
  it("returns its players, tiles, pieces, rules and steps of the final scoring", function()
    local game = carcassonne.game { players = 3, edition = "2003", rules = { pig_bonus = 2 } }
    assert.are.equal(3, game:players())
    assert.are.equal(96, game:num_tiles())
    assert.are.same({ { index = 1, name = "follower", count = 7, follower = true,
      on = { "field", "road", "city", "monastery" } },
      { index = 2, name = "builder", count = 1, follower = false, on = { "road", "city" } },
      { index = 3, name = "pig", count = 1, follower = false, on = { "field" } } },
      game:pieces())
    assert.are.equal("per-city", game:rules().farm_scoring)
    assert.are.equal(4, game:rules().field_city_points)
    assert.are.equal(2, game:rules().pig_bonus)
    assert.are.same({ "incomplete", "fields", "goods" }, game:final_steps())
    assert.is_false(game:manual_draws())
    assert.is_true(carcassonne.game({ draws = "manual" }):manual_draws())
  end)

  it("of the base set has 72 tiles of 24 kinds and no builder, pig or goods in play", function()
    local game = carcassonne.game { sets = { "base" } }
    assert.are.equal(72, game:num_tiles())
    assert.are.equal(24, #game:tiles())
    local sum = 0
    for _, tile in ipairs(game:tiles()) do sum = sum + tile.count end
    assert.are.equal(72, sum)
    for _, piece in ipairs(game:pieces()) do
      assert.are.equal(piece.name == "follower" and 7 or 0, piece.count)
    end
  end)

  it("is the same game from the same options: text and fingerprint agree, and differ if a rule does",
      function()
    local one, same, other = carcassonne.game(), carcassonne.game(),
      carcassonne.game { rules = { goods_bonus = 20 } }
    assert.are.equal(one:text(), same:text())
    assert.are.equal(one:fingerprint(), same:fingerprint())
    assert.are_not.equal(one:text(), other:text())
    assert.are_not.equal(one:fingerprint(), other:fingerprint())
    assert.are_not.equal(one:fingerprint(),
      carcassonne.game({ variants = { "chained-builders" } }):fingerprint())
  end)

  it("writes the variables of a filter in one order, whatever the order of the table", function()
    local names, filter, said = { "apple", "beech", "cedar", "maple", "pine", "willow" }, {}, {}
    for i, name in ipairs(names) do
      filter[name] = i
      said[i] = ("variable=%s:%d"):format(name, i)
    end
    local game = carcassonne.game {
      variants = { { name = "trees", variables = names, on_tile_placed = { when = { variable = filter },
      run = function() end } } } }
    assert.is_truthy(game:text():find("(" .. table.concat(said, ";") .. ")", 1, true))
  end)

  it("shows a tile rotated: the city of BA-D is north as printed and east after a quarter turn", function()
    local game = carcassonne.game()
    local function city(tile)
      for _, segment in ipairs(tile.segments) do
        if segment.kind == "city" then return segment end
      end
    end
    assert.are.equal("city:N", city(game:tile("BA-D")).text)
    assert.are.same({ "N" }, city(game:tile("BA-D", 0)).ports)
    assert.are.equal("city:E", city(game:tile("BA-D", 1)).text)
    assert.are.same({ "E" }, city(game:tile("BA-D", 1)).ports)
    assert.is_nil(game:tile("BA-Z"))
    assert.are.equal(4, game:tile("BA-D").count)
  end)

  it("shows of a segment its pennants, its good, and the cities that a field borders", function()
    local game = carcassonne.game()
    local city = game:tile("TB-T").segments[1]
    assert.are.equal("wine", city.good)
    assert.are.equal(0, city.pennants)
    assert.are.equal(1, game:tile("BA-C").segments[1].pennants)
    assert.is_nil(game:tile("BA-C").segments[1].good)
    local road, cap, field = compat.table.unpack(game:tile("BA-D").segments)
    assert.are.equal("road", road.kind)
    assert.are.same({ cap.index }, field.borders)
    assert.are.same({}, cap.attributes)
    assert.are.same({ 1, 2, 3 }, { road.index, cap.index, field.index })
  end)

  it("lists its variants in the given order", function()
    local game = carcassonne.game { variants = { "chained-builders", "percentage-goods" } }
    local list = game:variants()
    assert.are.equal("chained-builders", list[1].name)
    assert.are.equal("percentage-goods", list[2].name)
    assert.are.same({}, carcassonne.game():variants())
  end)

  it("says whether goods count", function()
    assert.is_true(carcassonne.game():goods_count())
    assert.is_false(carcassonne.game({ sets = { "base" } }):goods_count())
    assert.is_false(carcassonne.game({ goods = false }):goods_count())
  end)

  it("says in words what it is", function()
    assert.are.equal("game for 2 players with 96 tiles", tostring(carcassonne.game()))
  end)

  it("gives states of the size that a copy needs: thousands of bytes, fewer for fewer tiles", function()
    local whole, base = carcassonne.game():state_size(), carcassonne.game({ sets = { "base" } }):state_size()
    assert.is_true(base < whole and base > 1000 and whole < 20000)
  end)

  it("begins the same game from the same seed, and another one from another seed", function()
    local game = carcassonne.game()
    local one, same, other = game:new_initial_state(5), game:new_initial_state(5), game:new_initial_state(6)
    assert.is_true(one == same)
    assert.are.equal(one:hash(), same:hash())
    assert.is_false(one == other)
    assert.is_true(game:new_initial_state() == game:new_initial_state(0))
  end)
end)

describe("The module", function()
  it("names its version, its editions, its tile sets and its rules", function()
    assert.matches("^%d+%.%d+%.%d+$", carcassonne.version)
    assert.are.equal("integer", compat.math.type(carcassonne.abi_version))
    assert.are.equal("integer", compat.math.type(carcassonne.save_version))
    assert.are.same({ "2003", "bigbox", "c2", "modern", "jcz" }, carcassonne.editions)
    assert.are.equal("c2", carcassonne.default_edition)
    assert.are.same(carcassonne.game { edition = carcassonne.default_edition }:rules(),
      carcassonne.game():rules())
    assert.are.same({ "base", "traders" }, carcassonne.tilesets)
    local names = {}
    for _, rule in ipairs(carcassonne.rules) do
      names[rule.name] = rule
      for _, edition in ipairs(carcassonne.editions) do
        assert.is_string(rule.editions[edition], rule.name)
      end
    end
    assert.are.equal("optional", names.double_turn.editions.c2)
    assert.are.equal("compulsory", names.double_turn.editions.jcz)
  end)

  it("gives the tiles of a built-in set in the notation that a game reads", function()
    local lines = carcassonne.tileset "base"
    local game = carcassonne.game { tiles = lines }
    assert.are.equal(72, game:num_tiles())
    assert.is_nil(carcassonne.tileset "inns")
  end)

  it("lists the variants that it ships", function()
    assert.are.same({ "chained-builders", "percentage-goods" }, carcassonne.shipped_variants())
  end)

  it("plays a copy to its end and leaves the state alone", function()
    local state = middle(3, 20)
    local before = state:clone()
    local final = carcassonne.random_playout(state, 7)
    assert.is_true(final:is_terminal())
    assert.is_true(state == before)
    assert.is_true(carcassonne.random_playout(state, 7) == final)
  end)

  it("sets no global", function()
    local script = [[local before = {} for key in pairs(_G) do before[key] = true end
      local c = require "carcassonne" c.game{variants={"percentage-goods"}}:new_initial_state(1):random_playout(1)
      for key in pairs(_G) do assert(before[key], key) end]]
    local fine = compat.os.execute(("%s -e '%s'"):format(lua.command(), script))
    assert.is_true(fine)
  end)
end)

describe("The revision of a state", function()
  -- Returns a client that asks for the events after the last one it knows, and starts again if the
  -- revision differs.
  local function new_client(state)
    local client = { events = {}, revision = state:revision() }
    function client.ask()
      if client.revision ~= state:revision() then client.events, client.revision = {}, state:revision() end
      local last = client.events[#client.events]
      for _, event in ipairs(state:events(last and last.number or 0)) do
        table.insert(client.events, event)
      end
    end
    return client
  end

  it("keeps a client correct that asks for events after an undo and as many new actions",
      function()
    for _, kept in ipairs { 0, 5 } do
      local state = carcassonne.game():new_initial_state(5)
      state:keep_undo(kept)
      local client = new_client(state)
      for index = 1, 12 do
        state:apply_index(1)
        client.ask()
        if index % 3 == 0 then
          for _ = 1, 2 do assert(state:undo_action()) end
          for _ = 1, 2 do state:apply_index(state:num_actions()) end
          client.ask()
        end
        assert.are.same(state:events(), client.events)
      end
    end
  end)

  it("stays while actions only add events, and if one is refused", function()
    local state = carcassonne.game():new_initial_state(5)
    local revision = state:revision()
    for _ = 1, 6 do state:apply_index(1) end
    assert.is_nil(state:apply_action "place BA-D 90,90 r0")
    state:random_playout(3)
    assert.is_nil(state:apply_action "pass")
    assert.are.equal(revision, state:revision())
  end)

  it("only grows, and differs from other states': a clone's, a loaded one's", function()
    local game = carcassonne.game()
    local state = game:new_initial_state(5)
    state:apply_index(1)
    local last, states = 0, { state, state:clone(), assert(game:deserialize_state(state:serialize())),
      state:resample(1, 2) }
    for _, one in ipairs(states) do
      assert(one:revision() > last)
      last = one:revision()
    end
    for _, change in ipairs { function() state:undo_action() end, function() state:reset(5) end,
      function() state:copy_from(states[2]) end } do
      change()
      assert(state:revision() > last)
      last = state:revision()
    end
    assert.are.equal(states[2]:hash(), state:hash())
    assert.are.equal(states[2]:serialize(), state:serialize())
  end)
end)

describe("A whole number that is written as a float", function()
  it("makes the same game as the integer: players, teams, budgets, counts, pieces, a start", function()
    local pairs_of_options = {
      { { players = 2.0 }, { players = 2 } },
      { { players = 4.0, teams = { { 1.0, 3.0 }, { 2.0, 4.0 } } },
        { players = 4, teams = { { 1, 3 }, { 2, 4 } } } },
      { { budget = 2e6 }, { budget = 2000000 } },
      { { budget = { action = 2e6, game = 1e7 } }, { budget = { action = 2000000, game = 10000000 } } },
      { { memory = 16.0 }, { memory = 16 } },
      { { counts = { ["BA-U"] = 3.0 }, pieces = { follower = 6.0 } },
        { counts = { ["BA-U"] = 3 }, pieces = { follower = 6 } } },
      { { start = { { id = "BA-D", x = 0.0, y = 0.0, rotation = 1.0 } } },
        { start = { { id = "BA-D", x = 0, y = 0, rotation = 1 } } } },
    }
    for _, one in ipairs(pairs_of_options) do
      assert.are.equal(carcassonne.game(one[2]), carcassonne.game(one[1]))
    end
  end)

  it("is the same in a script, in the bounds of a script and of a saved game, and for a bot", function()
    local as_float = { name = "few", pieces = { follower = 3.0 },
      points = { { kind = "road", complete = true, add = 2.0 } } }
    local as_integer = { name = "few", pieces = { follower = 3 },
      points = { { kind = "road", complete = true, add = 2 } } }
    local game = carcassonne.game { variants = { as_float } }
    assert.are.equal(carcassonne.game { variants = { as_integer } }:text(), game:text())
    assert(carcassonne.load(carcassonne.game():new_initial_state(1):serialize(), { budget = { call = 1e6 } }))
    assert.are.equal("tower", carcassonne.variant("tower", nil, { memory = 16.0 }).name)
    assert(require("carcassonne.bots").new("mcts", 1, { iterations = 20.0 }))
    local perft, state = require "carcassonne.lab.perft", carcassonne.game():new_initial_state(1)
    assert.are.equal(state:num_actions(), perft.count(state, 1.0))
  end)

  it("is refused if it is not whole, and the host's table does not change", function()
    assert.has_error(function() carcassonne.game { players = 2.5 } end,
      "game: players: expected integer, got number 2.5")
    local given = { players = 2.0, budget = { action = 2e6 } }
    carcassonne.game(given)
    assert.are.equal(("%s"):format(2.0), ("%s"):format(given.players))
    given.itself = given
    assert.has_error(function() carcassonne.game(given) end, "game: itself: unknown key")
  end)
end)

describe("The loop", function()
  it("`state:apply_action(actions[i])` plays a whole game", function()
    local state = carcassonne.game():new_initial_state(42)
    local choices = 0
    while not state:is_terminal() do
      local actions = state:legal_actions()
      assert.is_true(#actions > 0)
      assert.is_true(state:apply_action(actions[(choices * 31) % #actions + 1]))
      choices = choices + 1
    end
    assert.are.equal(choices, state:decisions())
    assert.are.equal(0, #state:legal_actions())
    assert.are.equal(0, state:num_actions())
    assert.is_nil(state:current_player())
    assert.is_nil(state:decision())
    assert.are.equal(0, state:num_tiles_left())
  end)

  it("that draws each tile by hand plays a whole game", function()
    local state = carcassonne.game({ draws = "manual" }):new_initial_state(1)
    local draws, seen = 0, 0
    while not state:is_terminal() do
      if state:is_chance_node() then
        assert.are.equal("chance", state:current_player())
        local outcomes, sum = state:chance_outcomes(), 0
        for _, outcome in ipairs(outcomes) do
          assert.are.equal("draw", outcome.action.kind)
          assert.are.equal(state:tiles_left()[outcome.action.id] / state:num_tiles_left(),
            outcome.probability)
          sum = sum + outcome.probability
        end
        assert.is_true(math.abs(sum - 1) < 1e-9)
        assert.are.equal(#outcomes, state:num_actions())
        assert.is_true(state:apply_action(outcomes[(draws * 17) % #outcomes + 1].action))
        draws = draws + 1
      else
        assert.are.same({}, state:chance_outcomes())
        assert.is_number(state:current_player())
        state:apply_index((seen * 13) % state:num_actions() + 1)
        seen = seen + 1
      end
    end
    assert.are.equal(95, draws)
    assert.are.equal(draws + seen, state:decisions())
  end)

  it("by index plays the same game as by action", function()
    local game = carcassonne.game()
    local a, b = game:new_initial_state(9), game:new_initial_state(9)
    local n, i = a:num_actions(), 0
    while n > 0 do
      i = i + 1
      assert.is_true(b:apply_action(b:action(i % n + 1)))
      n = a:apply_index(i % n + 1)
      assert.are.equal(n, b:num_actions())
    end
    assert.is_true(a == b)
  end)

  it("can force any remaining draw, and no other", function()
    local state = by_hand()
    for _, outcome in ipairs(state:chance_outcomes()) do
      local forced = state:clone()
      assert.is_true(forced:apply_action(outcome.action))
      assert.are.equal(outcome.action.id, forced:hand())
    end
    play(state, "draw BA-X", "place BA-X 1,0 r0", "pass")
    local done, message, code = state:apply_action "draw BA-X" -- it was the only one
    assert.is_nil(done)
    assert.is_string(message)
    assert.are.equal("illegal", code)
  end)
end)

describe("A state", function()
  it("says who decides: player 1 places, then deploys, then player 2 places", function()
    local state = roads():new_initial_state()
    assert.are.equal(1, state:current_player())
    assert.are.equal(1, state:turn_player())
    assert.are.equal(1, state:part())
    assert.are.equal("place", state:decision())
    assert.are.equal("ROAD", state:hand())
    assert.is_false(state:is_terminal())
    assert.is_false(state:is_chance_node())
    play(state, "place ROAD 1,0 r0")
    assert.are.equal("deploy", state:decision())
    assert.are.equal(1, state:current_player())
    assert.are.equal(1, state:decisions())
    play(state, "pass")
    assert.are.equal(2, state:current_player())
    assert.are.equal(2, state:turn_player())
    assert.are.equal(2, state:decisions())
  end)

  it("waits for chance when the host draws, and still says whose turn it is", function()
    local state = by_hand()
    assert.is_true(state:is_chance_node())
    assert.are.equal("chance", state:current_player())
    assert.are.equal(1, state:turn_player())
    assert.are.equal("draw", state:decision())
    assert.is_nil(state:hand())
    play(state, "draw BA-U")
    assert.are.equal(1, state:current_player())
    assert.are.equal("BA-U", state:hand())
  end)

  it("lists the legal actions, and works with ipairs", function()
    local state = roads():new_initial_state()
    local actions, n = state:legal_actions(), 0
    for i, action in ipairs(actions) do
      n = n + 1
      assert.are.equal(i, n)
      assert.are.equal("place", action.kind)
      assert.are.equal(i, state:action_index(action))
      assert.is_true(action == state:action(i))
    end
    assert.are.equal(#actions, n)
    assert.are.equal(n, state:num_actions())
    assert.is_nil(actions[0])
    assert.is_nil(actions[n + 1])
    assert.is_nil(state:action(0))
    assert.is_nil(state:action(n + 1))
  end)

  it("lists every way in which a straight road fits beside a straight road", function()
    local state = roads():new_initial_state()
    local all = texts(state:legal_actions(true))
    table.sort(all)
    assert.are.same({ "place ROAD -1,0 r0", "place ROAD 0,-1 r0", "place ROAD 0,1 r0", "place ROAD 1,0 r0" },
      (function() -- a half turn looks the same: it may be listed or omitted
        local some = {}
        for _, text in ipairs(all) do
          if text:match "r0$" then some[#some + 1] = text end
        end
        return some
      end)())
  end)

  it("sorts the legal actions by their packed number on request", function()
    local state = middle(4, 40)
    local plain, sorted = {}, state:legal_actions(true)
    assert.are.equal("table", type(sorted))
    assert.are.equal(state:num_actions(), #sorted)
    for _, action in ipairs(state:legal_actions()) do plain[#plain + 1] = action.packed end
    table.sort(plain)
    for i, action in ipairs(sorted) do
      assert.are.equal(plain[i], action.packed)
    end
  end)

  it("lists the same actions in the same order for the same history", function()
    assert.are.same(texts(middle(4, 30):legal_actions()), texts(middle(4, 30):legal_actions()))
  end)

  it("does nothing for an illegal action and says why", function()
    local state = roads():new_initial_state()
    local before, hash = state:clone(), state:hash()
    local done, message, code = state:apply_action "place ROAD 5,5 r0"
    assert.is_nil(done)
    assert.is_string(message)
    assert.are.equal("illegal", code)
    done, message, code = state:apply_action(state:string_to_action "pass")
    assert.are.same({ nil, "illegal" }, { done, code })
    assert.is_string(message)
    done, message, code = state:apply_action "plaice ROAD 1,0 r0"
    assert.is_nil(done)
    assert.are.equal("invalid", code)
    assert.matches("plaice", message)
    assert.are.equal(hash, state:hash())
    assert.is_true(state == before)
    assert.are.equal(0, state:decisions())
  end)

  it("raises an error for an unknown index, and changes nothing", function()
    local state = roads():new_initial_state()
    local before = state:clone()
    assert.has_error(function() state:apply_index(0) end)
    assert.has_error(function() state:apply_index(state:num_actions() + 1) end)
    assert.has_error(function() state:apply_index(compat.math.maxinteger) end)
    assert.is_true(state == before)
  end)

  it("undoes one decision at a time, back to the beginning", function()
    local state = carcassonne.game():new_initial_state(8)
    local history = {}
    for i = 1, 60 do
      history[i] = state:clone()
      state:apply_index((i * 5) % state:num_actions() + 1)
    end
    for i = 60, 1, -1 do
      assert.is_true(state:undo_action())
      assert.is_true(state == history[i])
    end
    local done, message, code = state:undo_action()
    assert.is_nil(done)
    assert.is_string(message)
    assert.are.equal("illegal", code)
    assert.is_true(state == history[1])
  end)

  it("undoes a draw by the host as a decision of its own", function()
    local state = by_hand()
    play(state, "draw BA-U")
    assert.are.equal(1, state:decisions())
    state:undo_action()
    assert.is_true(state:is_chance_node())
    assert.is_true(state == by_hand())
  end)

  it("has independent copies", function()
    local state = middle(2, 10)
    local copy = state:clone()
    assert.is_true(copy == state)
    assert.is_true(copy:game() == state:game())
    copy:apply_index(1)
    assert.is_false(copy == state)
    copy:copy_from(state)
    assert.is_true(copy == state)
    assert.has_error(function() copy:copy_from(roads():new_initial_state()) end)
  end)

  it("begins again in the same memory", function()
    local state = middle(2, 50)
    state:reset(11)
    assert.is_true(state == state:game():new_initial_state(11))
    state:reset()
    assert.is_true(state == state:game():new_initial_state(0))
  end)

  it("with another seed keeps its past and its tile in hand, and draws other tiles", function()
    local state = middle(2, 10)
    local copy = state:clone()
    copy:reseed(99)
    assert.are.equal(state:hash(), copy:hash())
    assert.are.equal(state:hand(), copy:hand())
    assert.is_false(state == copy)
    local differs = false
    for _ = 1, 20 do
      state:apply_index(1)
      copy:apply_index(1)
      differs = differs or state:hand() ~= copy:hand()
      if differs then break end
    end
    assert.is_true(differs)
    local same = middle(2, 10)
    same:reseed(99)
    local twin = middle(2, 10)
    twin:reseed(99)
    assert.is_true(same == twin)
  end)

  it("plays itself to the end, the same way from the same seed", function()
    local a, b, c = middle(2, 10), middle(2, 10), middle(2, 10)
    a:random_playout(5)
    b:random_playout(5)
    c:random_playout(6)
    assert.is_true(a:is_terminal())
    assert.is_true(a == b)
    assert.is_false(a == c)
  end)

  it("has a hash of the players' view: placing and undoing gives the old one", function()
    local state = roads():new_initial_state()
    local hash = state:hash()
    play(state, "place ROAD 1,0 r0")
    assert.are_not.equal(hash, state:hash())
    state:undo_action()
    assert.are.equal(hash, state:hash())
  end)

  it("has one hash for one position, in any order of its actions", function()
    local one = roads { draws = "manual" }
    local a = play(one:new_initial_state(), "draw ROAD", "place ROAD 1,0 r0", "pass", "draw ROAD",
      "place ROAD -1,0 r0", "pass")
    local b = play(one:new_initial_state(), "draw ROAD", "place ROAD -1,0 r0", "pass", "draw ROAD",
      "place ROAD 1,0 r0", "pass")
    assert.are.equal(a:hash(), b:hash())
    assert.is_false(a == b)
  end)

  it("describes the position in words", function()
    local state = roads():new_initial_state()
    assert.are.equal("player 1 must place ROAD, 1 tiles on the board, points 0 : 0", tostring(state))
    assert.are.equal("a tile must be drawn for player 1, 1 tiles on the board, points 0 : 0",
      tostring(by_hand()))
    state:random_playout(1)
    assert.matches("^game over, 5 tiles on the board, points %d+ : %d+$", tostring(state))
  end)

  it("equals a state of a game with the same content; states of two games are never equal, even if alike",
      function()
    assert.is_true(roads():new_initial_state(1) == roads():new_initial_state(1))
    assert.is_false(roads():new_initial_state(1) == roads { budget = 1000 }:new_initial_state(1))
  end)
end)

describe("Points", function()
  -- Player 1 has a thief on the road; player 2 has completed the city north of the start tile, two
  -- tiles without a pennant.
  local function two_tile_city()
    return by_hand("draw BA-U", "place BA-U 1,0 r0", "deploy follower road:E.W", "draw BA-E",
      "place BA-E 0,-1 r2")
  end

  it("come when a feature is completed: rewards of that action, score, returns and winners agree", function()
    local state = two_tile_city()
    assert.are.same({ 0, 0 }, state:returns())
    assert.are.same({ 1, 2 }, state:winners())
    play(state, "deploy follower city:S")
    assert.are.same({ 0, 4 }, state:rewards())
    assert.are.same({ 0, 4 }, state:returns())
    assert.are.equal(4, state:score(2))
    assert.are.equal(0, state:score(1))
    assert.are.same({ 2 }, state:winners())
    -- the knight has returned
    assert.are.same({ follower = 7, builder = 0, pig = 0 }, state:pieces_in_hand(2))
    assert.are.same({ follower = 6, builder = 0, pig = 0 }, state:pieces_in_hand(1)) -- the thief has not
    play(state, "draw BA-B")
    assert.are.same({ 0, 0 }, state:rewards())
  end)

  it("are reported by events, with their items", function()
    local state = play(two_tile_city(), "deploy follower city:S")
    local events = state:events()
    for i, event in ipairs(events) do
      assert.are.equal(i, event.number)
    end
    local scored = of_kind(events, "scored")
    assert.are.equal(1, #scored)
    assert.are.equal(2, scored[1].player)
    assert.are.equal("city", scored[1].feature)
    assert.are.equal(4, scored[1].points)
    assert.is_true(scored[1].complete)
    assert.is_false(scored[1].final)
    assert.are.same({ { kind = "tiles", count = 2, each = 2 } }, scored[1].items)
    local deployed = of_kind(events, "deployed")
    assert.are.same({ 1, "follower", "road:E.W", "road", 1, 0 },
      { deployed[1].player, deployed[1].piece, deployed[1].text, deployed[1].feature, deployed[1].x,
        deployed[1].y })
    local returned = of_kind(events, "returned")
    assert.are.same({ 2, "follower", "city:S" }, { returned[1].player, returned[1].piece, returned[1].text })
    local drew = of_kind(events, "drew")
    assert.are.equal("BA-U", drew[1].id)
    assert.are.equal(1, #of_kind(events, "completed"))
    local placed = of_kind(events, "placed")
    assert.are.same({ "BA-E", 0, -1, 2, 3 },
      { placed[#placed].id, placed[#placed].x, placed[#placed].y, placed[#placed].rotation,
        placed[#placed].tile })
  end)

  it("from events since a number are the rest of all events", function()
    local state = middle(6, 80)
    local all = state:events()
    for _, since in ipairs { 0, 1, math.floor(#all / 2), #all - 1, #all, #all + 100 } do
      local some = state:events(since)
      assert.are.equal(math.max(0, #all - since), #some)
      for i, event in ipairs(some) do
        assert.are.same(all[since + i], event)
      end
    end
  end)

  it("of all events sum to the scores, and the items of each to its points", function()
    for seed = 1, 20 do
      local state = carcassonne.game({ players = seed % 6 + 1, edition = carcassonne.editions[seed % 5 + 1] })
        :new_initial_state(seed)
      state:random_playout(seed)
      local sums, last = {}, 0
      for p = 1, state:game():players() do sums[p] = 0 end
      for i, event in ipairs(state:events()) do
        assert.are.equal(i, event.number)
        assert.is_true(event.decision >= last)
        last = event.decision
        if event.kind == "scored" then
          local points = 0
          for _, item in ipairs(event.items) do points = points + item.count * item.each end
          assert.are.equal(event.points, points)
          sums[event.player] = sums[event.player] + event.points
        end
      end
      assert.are.same(state:returns(), sums)
      local finals = {}
      for _, event in ipairs(of_kind(state:events(), "final")) do finals[#finals + 1] = event.label end
      assert.are.same({ "incomplete", "fields", "goods" }, finals)
      assert.are.equal(1, #of_kind(state:events(), "ended"))
    end
  end)

  it("the field `decision` of an event is the number of the action that it followed", function()
    local state = carcassonne.game():new_initial_state(3)
    local known = #state:events()
    for i = 1, 60 do
      state:apply_index((i * 11) % state:num_actions() + 1)
      for _, event in ipairs(state:events(known)) do
        assert.are.equal(i, event.decision)
        known = event.number
      end
    end
  end)
end)

describe("Resigning", function()
  it("leaves the other players in the game, and the last one wins", function()
    local state = roads({ players = 3 }):new_initial_state()
    assert.is_false(state:has_resigned(1))
    assert.is_true(state:resign(1))
    assert.is_true(state:has_resigned(1))
    assert.are.equal(2, state:current_player())
    assert.is_true(state:apply_action "resign 2")
    assert.is_true(state:is_terminal())
    assert.are.same({ 3 }, state:winners())
    assert.are.equal("resigned", of_kind(state:events(), "resigned")[1].kind)
    assert.is_true(state:undo_action())
    assert.is_false(state:is_terminal())
    assert.is_false(state:has_resigned(2))
    assert.are.equal(2, state:current_player())
  end)

  it("twice, or after the end, is refused", function()
    local state = roads({ players = 3 }):new_initial_state()
    state:resign(3)
    local done, _, code = state:resign(3)
    assert.is_nil(done)
    assert.are.equal("illegal", code)
    state:random_playout()
    done, _, code = state:resign(1)
    assert.is_nil(done)
    assert.are.equal("illegal", code)
  end)

  it("keeps the pieces on the board, and they score", function()
    local state = play(roads({ players = 3 }):new_initial_state(), "place ROAD 1,0 r0",
      "deploy follower road:E.W")
    state:resign(1)
    assert.are.equal(1, #state:pieces())
    state:random_playout(1)
    assert.is_true(state:score(1) > 0)
    for _, winner in ipairs(state:winners()) do assert.are_not.equal(1, winner) end
  end)
end)

describe("The table", function()
  it("lists tiles in the order placed and finds each by its cell", function()
    local state = middle(7, 60)
    local tiles = state:tiles()
    assert.are.equal(#tiles, state:num_tiles())
    assert.are.same({ index = 1, id = "BA-D", x = 0, y = 0, rotation = 0 }, tiles[1])
    for i, tile in ipairs(tiles) do
      assert.are.equal(i, tile.index)
      assert.are.same(tile, state:tile_at(tile.x, tile.y))
    end
    assert.is_nil(state:tile_at(300, 300))
    assert.is_nil(state:tile_at(compat.math.maxinteger, compat.math.mininteger))
  end)

  it("lists the pieces with owner, kind and segment", function()
    local state = by_hand("draw BA-U", "place BA-U 1,0 r0", "deploy follower road:E.W")
    assert.are.same(
      { { player = 1, piece = "follower", tile = 2, x = 1, y = 0, segment = 1, text = "road:E.W" } },
      state:pieces())
  end)

  it("counts the remaining tiles, by id", function()
    local state = by_hand()
    assert.are.equal(71, state:num_tiles_left())
    assert.are.equal(3, state:tiles_left()["BA-D"]) -- one of its four copies is on the board
    play(state, "draw BA-C")
    assert.is_nil(state:tiles_left()["BA-C"])
    assert.are.equal(70, state:num_tiles_left())
    for _, n in pairs(state:tiles_left()) do assert.is_true(n > 0) end
  end)

  it("names the tiles that fit nowhere", function()
    -- Around a single road tile only roads and fields fit, and no tile that is all city.
    local game = carcassonne.game { tiles = { "ROAD x2 road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL",
      "CITY x1 city:N.E.S.W" },
      start = { { id = "ROAD" } }, draws = "manual" }
    local state = game:new_initial_state()
    assert.are.same({ "CITY" }, state:unplaceable())
    assert.are.same({ CITY = 1, ROAD = 1 }, state:tiles_left())
    play(state, "draw CITY") -- it is set aside, and another tile is drawn
    assert.is_true(state:is_chance_node())
    assert.are.same({}, state:unplaceable())
    assert.are.equal("set_aside", of_kind(state:events(), "set_aside")[1].kind)
  end)

  it("counts goods for each player", function()
    local state = carcassonne.game():new_initial_state(1)
    assert.are.same({ wine = 0, grain = 0, cloth = 0 }, state:goods(2))
  end)

  it("counts one good", function()
    local state = carcassonne.game { goods = true,
      position = { tiles = { { id = "BA-D", x = 0, y = 0, rotation = 0 } },
      goods = { { wine = 2, cloth = 1 }, { grain = 3 } } } }:new_initial_state(1)
    for player = 1, 2 do
      for good, n in pairs(state:goods(player)) do assert.are.equal(n, state:good(player, good)) end
    end
    assert.are.equal(3, state:good(2, "grain"))
  end)
end)

describe("A feature", function()
  -- A road of three tiles, with player 1's thief on the middle one.
  local function road()
    return play(roads { players = 2 }:new_initial_state(), "place ROAD 1,0 r0", "deploy follower road:E.W",
      "place ROAD 2,0 r0", "pass")
  end

  it("returns its kind, size, openings, points and majority", function()
    local state = road()
    local f = state:feature(0, 0, "road:E.W")
    assert.are.same({ "road", false, 3, 2, 0, 3 },
      { f.kind, f.complete, f.tiles, f.open, f.pennants, f.points })
    assert.are.same({ 1 }, f.majority)
    assert.are.equal(1, f:power(1))
    assert.are.equal(0, f:power(2))
    assert.are.same({ wine = 0, grain = 0, cloth = 0 }, f.goods)
    assert.are.same({}, f.attributes)
    assert.are.same({ 0, 0, 1 }, { f.x, f.y, f.segment })
    assert.has_error(function() return f.nonsense end)
  end)

  it("lists its pieces and its segments, and knows which segments are its own", function()
    local state = road()
    local f = state:feature(2, 0, 1)
    assert.are.same(state:pieces(), state:pieces { feature = f })
    local places = {}
    for _, place in ipairs(f:segments()) do
      places[#places + 1] = place.x
      assert.are.equal("road:E.W", place.text)
      assert.is_true(f == state:feature(place.x, place.y, place.segment))
      assert.is_true(f == state:feature(place.x, place.y, place.text))
      assert.is_true(state:matches(place, { feature = f }))
    end
    table.sort(places)
    assert.are.same({ 0, 1, 2 }, places)
    assert.is_false(f == state:feature(0, 0, 2))
    assert.is_false(state:matches({ x = 0, y = 0, segment = 2 }, { feature = f }))
  end)

  it("named by any of its segments is the same feature", function()
    local state = road()
    assert.is_true(state:feature(0, 0, 1) == state:feature(2, 0, 1))
    assert.is_false(state:feature(0, 0, 1) == state:feature(0, 0, 2))
  end)

  it("includes later extensions", function()
    local state = road()
    local f = state:feature(0, 0, 1)
    play(state, "place ROAD -1,0 r0")
    assert.are.equal(4, f.tiles)
    assert.are.equal(4, f.points)
  end)

  it("says in words what it is", function()
    assert.are.equal("road at 0,0: 3 tiles, 3 points", tostring(road():feature(0, 0, 1)))
  end)

  it("that is a field lists the cities that it borders, all or only complete ones", function()
    local state = by_hand("draw BA-U", "place BA-U 1,0 r0", "pass")
    local field = state:feature(0, 0, "field:EL.WR")
    assert.are.equal(1, state:count { "features", borders = field })
    assert.is_false(state:any { "features", complete = true, borders = field })
    assert.are.equal("city", state:features { borders = field }[1].kind)
    assert.are.equal(0, field.points)
    play(state, "draw BA-E", "place BA-E 0,-1 r2", "pass")
    local cities = state:features { complete = true, borders = field }
    assert.are.equal(1, #cities)
    assert.is_true(cities[1].complete)
    assert.are.equal(3, field.points)
    assert.is_true(cities[1] == state:feature(0, 0, "city:N"))
  end)

  it("of every kind is listed once", function()
    local state = middle(5, 100)
    local all, by_kind = state:features(), 0
    for _, kind in ipairs { "field", "road", "city", "monastery" } do
      for _, f in ipairs(state:features { kind = kind }) do
        assert.are.equal(kind, f.kind)
        by_kind = by_kind + 1
      end
    end
    assert.are.equal(#all, by_kind)
    local segments = 0
    for i, f in ipairs(all) do
      segments = segments + #f:segments()
      for j = 1, i - 1 do assert.is_false(f == all[j]) end
    end
    local expected = 0
    for _, tile in ipairs(state:tiles()) do
      expected = expected + #state:game():tile(tile.id).segments
    end
    assert.are.equal(expected, segments)
  end)

  it("is nil if the cell is empty or the tile has no such segment", function()
    local state = road()
    assert.is_nil(state:feature(5, 5, 1))
    assert.is_nil(state:feature(0, 0, 9))
    assert.is_nil(state:feature(0, 0, 0))
    assert.is_nil(state:feature(0, 0, "city:N"))
    assert.is_nil(state:feature(0, 0, "nonsense"))
  end)

  it("that is a monastery counts itself and its neighbours", function()
    local state = by_hand("draw BA-B", "place BA-B 0,1 r0", "deploy follower monastery")
    local f = state:feature(0, 1, "monastery")
    assert.are.same({ "monastery", 2, 7, 2, false }, { f.kind, f.tiles, f.open, f.points, f.complete })
    assert.are.same({ 1 }, f.majority)
  end)
end)

describe("An action", function()
  it("has readable fields; those of other kinds are nil", function()
    local state = by_hand()
    local draw = state:string_to_action "draw BA-U"
    assert.are.same({ "draw", "BA-U" }, { draw.kind, draw.id })
    assert.is_nil(draw.x)
    assert.is_nil(draw.rotation)
    assert.is_nil(draw.piece)
    play(state, draw)
    local place = state:string_to_action "place BA-U 1,0 r0"
    assert.are.same({ "place", "BA-U", 1, 0, 0 }, { place.kind, place.id, place.x, place.y, place.rotation })
    assert.is_nil(place.segment)
    assert.is_nil(place.take)
    assert.is_nil(place.player)
    play(state, place)
    local deploy = state:string_to_action "deploy follower road:E.W"
    assert.are.same({ "deploy", "follower", 1, "road:E.W" },
      { deploy.kind, deploy.piece, deploy.segment, deploy.text })
    assert.are.same({ 1, 0, 0, "BA-U" }, { deploy.x, deploy.y, deploy.rotation, deploy.id })
    local pass, resign = state:string_to_action "pass", state:string_to_action "resign 2"
    assert.are.equal("pass", pass.kind)
    assert.is_nil(pass.id)
    assert.are.same({ "resign", 2 }, { resign.kind, resign.player })
    local take, decline = state:string_to_action "extra take", state:string_to_action "extra decline"
    assert.are.same({ "extra", true }, { take.kind, take.take })
    assert.are.same({ "extra", false }, { decline.kind, decline.take })
    assert.has_error(function() return pass.nonsense end)
    assert.matches("^%x+$", pass.packed)
    assert.are.equal(16, #pass.packed)
  end)

  it("is equal to the same action made in another way, and to no other", function()
    local state = roads():new_initial_state()
    assert.is_true(state:action(1) == state:legal_actions()[1])
    assert.is_true(state:action(1) == state:string_to_action(tostring(state:action(1))))
    assert.is_false(state:action(1) == state:action(2))
    assert.are.equal(state:action(1).packed, state:legal_actions()[1].packed)
  end)

  it("has a text that parses back; action_to_string gives the same", function()
    local state = roads():new_initial_state()
    local action = state:string_to_action "place ROAD -3,4 r1"
    assert.are.equal("place ROAD -3,4 r1", tostring(action))
    assert.are.equal("place ROAD -3,4 r1", state:action_to_string(action))
    assert.is_nil(state:action_index(action)) -- it parses, but is not legal
  end)

  it("for a text without an action is nil, message and code", function()
    local state = roads():new_initial_state()
    for _, text in ipairs { "", "plaice", "place", "place ROAD", "place NOPE 0,0 r0", "place ROAD 0,0",
      "place ROAD 0,0 r4",
      "place ROAD a,b r0", "place ROAD 1,0 r0 more", "deploy", "deploy abbot road:E.W", "draw",
        "draw NOPE", "extra",
      "extra maybe", "resign", "resign 0", "resign 9", "pass on", "place ROAD 99999999999999999999,0 r0" } do
      local action, message, code = state:string_to_action(text)
      assert.is_nil(action, text)
      assert.is_string(message)
      assert.are.equal("invalid", code)
    end
  end)
end)

describe("An illegal action is refused with the possible ones:", function()
  local function refused(state, action, expected)
    local before = state:hash()
    local done, message, code = state:apply_action(action)
    assert.is_nil(done)
    assert.are.equal("illegal", code)
    assert.are.equal(("'%s' is not legal here: %s"):format(action, expected), message)
    assert.are.equal(before, state:hash())
  end

  local function after(...)
    return play(base_by_hand:new_initial_state(), ...)
  end

  it("a placement, with the rotations that are legal in its cell", function()
    refused(after "draw BA-U", "place BA-U 1,0 r1", "a tile must be placed; legal rotations at 1,0: r0, r2")
    local bridged = carcassonne.game { sets = { "base" }, draws = "manual", variants = { "bridges" } }
    refused(play(bridged:new_initial_state(), "draw BA-E"), "place BA-E 1,0 r1",
      "a tile must be placed; legal rotations at 1,0: r0 with a bridge, r2 with a bridge")
  end)

  it("one where nothing fits, or with another tile than the one in hand, with the tile in hand", function()
    refused(after "draw BA-B", "place BA-B 1,0 r0",
      "a tile must be placed; legal are place BA-B 0,1 r0, place BA-B 0,1 r1, " ..
      "place BA-B 0,1 r2, place BA-B 0,1 r3")
    refused(after "draw BA-B", "place BA-U 1,0 r0",
      "a tile must be placed; the tile in hand is BA-B; legal are " ..
      "place BA-B 0,1 r0, place BA-B 0,1 r1, place BA-B 0,1 r2, place BA-B 0,1 r3")
  end)

  it("anything else, with ten actions, those of its kind first", function()
    refused(after("draw BA-U", "place BA-U 1,0 r0"), "deploy follower road:E.W @0,0",
      "a piece can be deployed; legal are " ..
      "deploy follower road:E.W, deploy follower field:NL.NR.EL.WR, deploy follower field:ER.SL.SR.WL, pass")
    refused(after("draw BA-U", "place BA-U 1,0 r0"), "extra take", "a piece can be deployed; legal are " ..
      "pass, deploy follower road:E.W, deploy follower field:NL.NR.EL.WR, deploy follower field:ER.SL.SR.WL")
    refused(after(), "pass",
      "a tile must be drawn; legal are draw BA-A, draw BA-B, draw BA-C, draw BA-D, draw BA-E, " ..
      "draw BA-F, draw BA-G, draw BA-H, draw BA-I, draw BA-J and 14 more")
  end)

  it("at the end there are none", function()
    local state = after()
    state:random_playout(1)
    refused(state, "pass", "the game is over")
  end)
end)

describe("A list of legal actions", function()
  -- Before Lua 5.3 ipairs only supports tables, so the list is a table and does not know its state.
  local is_object = type(roads():new_initial_state():legal_actions()) == "userdata"

  it("goes stale when the state changes in any way", function()
    local changes = {
      function(s)
        s:apply_index(1)
      end, function(s) s:apply_action(s:action(1)) end, function(s) s:undo_action() end,
      function(s) s:reset(1) end, function(s) s:copy_from(s:clone()) end, function(s) s:resign(1) end,
      function(s) s:random_playout(1) end,
    }
    for _, change in ipairs(changes) do
      local state = middle(1, 10)
      local list = state:legal_actions()
      assert.is_true(#list > 0)
      change(state)
      for _, use in ipairs(is_object and { function() return #list end, function() return list[1] end,
        function() return tostring(list) end } or {}) do
        local fine, message = pcall(use)
        assert.is_false(fine)
        assert.matches("has changed", message)
      end
      assert.are.equal(state:num_actions(), #state:legal_actions()) -- a new list is valid
    end
  end)

  it("stays valid while the state is only read, or an action is refused", function()
    local state = roads():new_initial_state()
    local list = state:legal_actions()
    state:hash()
    state:events()
    state:serialize()
    state:clone():apply_index(1)
    state:apply_action "place ROAD 7,7 r0"
    assert.is_true(list[1] == state:action(1))
  end)

  it("outlives its state's variable", function()
    local list = roads():new_initial_state():legal_actions()
    collectgarbage()
    collectgarbage()
    assert.are.equal("place", list[1].kind)
    if is_object then assert.matches("^place ROAD [^;]+; place ROAD", tostring(list)) end
  end)
end)

describe("The start", function()
  it("may be tiles of one's own choice, or none", function()
    local game = carcassonne.game { sets = { "base" },
      start = { { id = "BA-X" }, { id = "BA-U", x = 1, rotation = 2 } } }
    local state = game:new_initial_state()
    assert.are.same({ { index = 1, id = "BA-X", x = 0, y = 0, rotation = 0 },
      { index = 2, id = "BA-U", x = 1, y = 0, rotation = 2 } },
      state:tiles())
    local bare = carcassonne.game({ sets = { "base" }, start = "none" }):new_initial_state()
    assert.are.equal(0, bare:num_tiles())
    for _, action in ipairs(bare:legal_actions()) do
      assert.are.same({ 0, 0 }, { action.x, action.y })
    end
    bare:random_playout(1)
    assert.are.equal(72, bare:num_tiles())
  end)

  it("may include tiles again and take a set twice", function()
    assert.are.equal(144, carcassonne.game({ sets = { "base x2" } }):num_tiles())
    local game = carcassonne.game { sets = { "base" }, counts = { ["BA-B"] = 0, ["BA-C"] = 3 } }
    assert.are.equal(70, game:num_tiles())
    assert.are.equal(3, game:tile("BA-C").count)
  end)

  it("may give each player other numbers of pieces", function()
    local state = carcassonne.game({ pieces = { follower = 3, builder = 2, pig = 0 } }):new_initial_state()
    assert.are.same({ follower = 3, builder = 2, pig = 0 }, state:pieces_in_hand(1))
  end)
end)

describe("A position set up", function()
  local position = {
    tiles = { { id = "BA-D" }, { id = "BA-U", x = 1, y = 0 }, { id = "TB-T", x = 0, y = -1, rotation = 2 } },
    pieces = { { player = 2, x = 1, y = 0, segment = "road:E.W" },
      { player = 2, piece = "builder", x = 0, y = 0, segment = "road:E.W" } },
    goods = { { wine = 2, cloth = 1 }, { grain = 3 } },
    points = { 10, 25 },
    turn = 2,
    hand = "BA-B",
  }

  it("begins with these tiles, pieces, goods and points, this player and this tile", function()
    local state = carcassonne.game({ position = position }):new_initial_state(3)
    assert.are.equal(2, state:current_player())
    assert.are.equal("BA-B", state:hand())
    assert.are.same({ 10, 25 }, state:returns())
    assert.are.same({ wine = 2, grain = 0, cloth = 1 }, state:goods(1))
    assert.are.same({ wine = 0, grain = 3, cloth = 0 }, state:goods(2))
    assert.are.same({ follower = 6, builder = 0, pig = 1 }, state:pieces_in_hand(2))
    assert.are.same({ follower = 7, builder = 1, pig = 1 }, state:pieces_in_hand(1))
    assert.are.equal(3, state:num_tiles())
    local road = state:feature(0, 0, "road:E.W")
    assert.are.same({ 2 }, road.majority)
    assert.are.equal(2, state:count { "pieces", feature = road })
    assert.are.equal(92, state:num_tiles_left()) -- 96, less three on the board and one in hand
  end)

  it("is played, undone, saved and loaded like any other", function()
    local state = carcassonne.game({ position = position }):new_initial_state(3)
    local first = state:clone()
    state:apply_index(1)
    local loaded = assert(carcassonne.load(state:serialize()))
    assert.are.equal(state:hash(), loaded:hash())
    state:undo_action()
    assert.is_true(state == first)
    state:random_playout(2)
    assert.is_true(state:is_terminal())
  end)

  it("takes the tiles and pieces of another state in the form of its lists", function()
    local from = middle(12, 80, carcassonne.game { sets = { "base" } })
    local tiles = from:tiles()
    for _, tile in ipairs(tiles) do tile.index = nil end
    local to = carcassonne.game({ sets = { "base" },
      position = { tiles = tiles, pieces = from:pieces(), points = from:returns() } })
      :new_initial_state(1)
    assert.are.same(from:pieces(), to:pieces())
    assert.are.same(from:returns(), to:returns())
    assert.are.equal(#from:features(), #to:features())
  end)

  it("may be the players' view of another state, and looks the same to them", function()
    local from = middle(12, 80)
    while from:decision() ~= "place" do from:apply_index(1) end
    local seen = from:observation_string()
    local to = carcassonne.game({ position = seen }):new_initial_state(99)
    assert.are.equal(seen, to:observation_string())
    assert.are.same(from:tiles(), to:tiles())
    assert.are.same(from:returns(), to:returns())
    assert.are.equal(from:hand(), to:hand())
    assert.are.equal(from:current_player(), to:current_player())
    assert.are.equal(#from:pieces(), #to:pieces())
    for player = 1, 2 do
      assert.are.same(from:goods(player), to:goods(player))
      assert.are.same(from:pieces_in_hand(player), to:pieces_in_hand(player))
    end
  end)

  it("as the players see it contains nothing of future draws", function()
    local state = middle(12, 30)
    local copy = state:clone()
    copy:reseed(5)
    assert.is_false(state == copy)
    assert.are.equal(state:observation_string(), copy:observation_string())
  end)

  local refusals = {
    ["a tile beside one that it does not match"] = {
      tiles = { { id = "BA-D" }, { id = "BA-C", x = 1, y = 0 } } },
    ["a tile on another"] = { tiles = { { id = "BA-D" }, { id = "BA-U" } } },
    ["a tile apart from the others"] = { tiles = { { id = "BA-D" }, { id = "BA-U", x = 5, y = 5 } } },
    ["more tiles than there are"] = { tiles = { { id = "BA-X" }, { id = "BA-X", x = 1, y = 0 } } },
    ["a tile that is in no set"] = { tiles = { { id = "BA-Z" } } },
    ["a piece in an empty cell"] = { pieces = { { player = 1, x = 4, y = 4, segment = "road:E.W" } } },
    ["a piece on a segment that is not there"] = {
      pieces = { { player = 1, x = 0, y = 0, segment = "city:S" } } },
    ["a piece of a kind that is not there"] = {
      pieces = { { player = 1, piece = "abbot", x = 0, y = 0, segment = "city:N" } } },
    ["a piece of a player who does not play"] = {
      pieces = { { player = 3, x = 0, y = 0, segment = "city:N" } } },
    ["a builder without a follower"] = {
      pieces = { { player = 1, piece = "builder", x = 0, y = 0, segment = "city:N" } } },
    ["a pig on a road"] = { pieces = { { player = 1, piece = "pig", x = 0, y = 0, segment = "road:E.W" } } },
    ["a knight in a complete city"] = {
      tiles = { { id = "BA-D" }, { id = "BA-E", x = 0, y = -1, rotation = 2 } },
      pieces = { { player = 1, x = 0, y = 0, segment = "city:N" } } },
    ["a text that is not a position"] = "here be dragons",
    ["a text that changes the players"] = "players 5",
    ["a text that changes a rule"] = "rule pig_bonus 5",
    ["goods of a player who does not play"] = { goods = { {}, {}, { wine = 1 } } },
    ["points of a player who does not play"] = { points = { 1, 2, 3 } },
    ["a turn of a player who does not play"] = { turn = 3 },
    ["a tile in hand that is in no set"] = { hand = "BA-Z" },
    ["a tile in hand that lies on the table"] = { tiles = { { id = "BA-X" } }, hand = "BA-X" },
    ["a key that means nothing"] = { tile = {} },
    ["a piece without a place"] = { pieces = { { player = 1, segment = "city:N" } } },
    ["goods that are not a table"] = { goods = { 5 } },
    ["goods that are not a number"] = { goods = { { wine = "two" } } },
    ["goods that there are none of"] = { goods = { { vine = 2 } } },
    ["points that are not a number"] = { points = { "ten" } },
    ["points that are not a whole number"] = { points = { 1.5 } },
  }
  local names = {}
  for name in pairs(refusals) do names[#names + 1] = name end
  table.sort(names)
  for _, name in ipairs(names) do
    it("with " .. name .. " is refused", function()
      local fine, message = pcall(carcassonne.game, { position = refusals[name] })
      assert.is_false(fine)
      assert.is_string(message)
      assert.is_nil(message:match "%.lua:%d", message)
      assert.matches("^game[.: ]", message)
    end)
  end

  it("with eight followers of one player is refused", function()
    local tiles, pieces = { { id = "BA-U" } }, {}
    for i = 1, 7 do tiles[#tiles + 1] = { id = "BA-U", x = 0, y = i } end
    for i = 0, 7 do pieces[#pieces + 1] = { player = 1, x = 0, y = i, segment = "road:E.W" } end
    local fine, message = pcall(carcassonne.game, { position = { tiles = tiles, pieces = pieces } })
    assert.is_false(fine)
    assert.matches("follower", message)
    pieces[8].player = 2
    assert.is_truthy(carcassonne.game { position = { tiles = tiles, pieces = pieces } })
  end)
end)

describe("Playouts", function()
  it("sum up random games from a state, which does not change", function()
    local state = carcassonne.game({ players = 3 }):new_initial_state(5)
    for _ = 1, 60 do state:apply_index(1) end
    local before = state:clone()
    local sum = state:playout(300, 9)
    assert.is_true(state == before)
    assert.equal(300, sum.games)
    assert.equal(3, #sum.mean)
    local wins = 0
    for player = 1, 3 do
      wins = wins + sum.wins[player]
      assert.is_true(sum.mean[player] >= state:score(player), "points are only added")
      assert.is_true(sum.spread[player] > 0)
    end
    assert.is_true(math.abs(wins - 1) < 1e-9, "each game is won once, ties in parts")
    assert.are.same(sum, state:playout(300, 9))
    assert.are_not.same(sum.mean, state:playout(300, 10).mean)
  end)

  it("do not know the coming draws of the state", function()
    local state = carcassonne.game({ sets = { "base" } }):new_initial_state(1)
    local ends = {}
    for seed = 1, 20 do ends[state:playout(1, seed).mean[1]] = true end
    assert.is_truthy(next(ends, next(ends)), "different fates end differently")
  end)

  it("of a finished game give its result", function()
    local state = carcassonne.game():new_initial_state(1)
    state:random_playout(1)
    local sum = state:playout(3)
    assert.are.same({ state:score(1), state:score(2) },
      { compat.math.tointeger(sum.mean[1]), compat.math.tointeger(sum.mean[2]) })
    assert.are.same({ 0, 0 }, { compat.math.tointeger(sum.spread[1]), compat.math.tointeger(sum.spread[2]) })
  end)

  it("require at least one game, and draws by the engine", function()
    assert.has_error(function() carcassonne.game():new_initial_state(1):playout(0) end)
    local manual = carcassonne.game({ draws = "manual" }):new_initial_state(1)
    local fine, message = pcall(manual.playout, manual, 5)
    assert.is_false(fine)
    assert.matches("in this game the host draws the tiles", message)
  end)
end)

describe("Values that scripts read often come without a table:", function()
  local tiles = "MEADOW x8 monastery field:NL.NR.EL.ER.SL.SR.WL.WR"
  local function at(x, y) return { id = "MEADOW", x = x, y = y } end

  it("pieces in hand, tiles by index and by cell", function()
    local state = carcassonne.game { tiles = tiles, start = { at(0, 0), at(1, 0) } }:new_initial_state()
    assert.are.equal(state:pieces_in_hand(2).follower, state:in_hand(2, "follower"))
    assert.are.equal(0, state:in_hand(1, "cart"))
    assert.has_error(function() state:in_hand(3, "follower") end)
    assert.are.equal(2, state:tile_index(1, 0))
    assert.is_nil(state:tile_index(5, 5))
    assert.are.same(state:tile_at(1, 0), state:tile(2))
    assert.is_nil(state:tile(3))
    assert.is_nil(state:tile(0))
    local pieces = state:game():pieces()
    assert.are.same(pieces[1], state:game():piece(1))
    assert.are.same(pieces[1], state:game():piece(pieces[1].name))
    assert.is_nil(state:game():piece "cart")
    assert.is_nil(state:game():piece(0))
    assert.are.equal(2, state:num_segments(0, 0))
    assert.are.equal(0, state:num_segments(9, 9))
  end)

  it("tiles with an attribute", function()
    local state = carcassonne.game { tiles = tiles .. " @wet\nDRY x2 monastery field:NL.NR.EL.ER.SL.SR.WL.WR",
      variants = { { name = "wet", attributes = { { name = "wet", on = "tile" } } } },
      start = { at(0, 0), { id = "DRY", x = 0, y = 1 }, at(-1, 0) } }:new_initial_state()
    local list = {}
    for tile in state:each { "tiles", attribute = "wet" } do
      list[#list + 1] = ("%d %d,%d"):format(tile.index, tile.x, tile.y)
    end
    assert.are.same({ "1 0,0", "3 -1,0" }, list)
    assert.are.equal(2, state:count { "tiles", attribute = "wet" })
    assert.error_matches(function() state:count { "tiles", attribute = "wer" } end,
      "attribute: the game has no attribute 'wer' %(did you mean wet%?%)")
  end)

  it("complete features", function()
    local state = carcassonne.game():new_initial_state(3)
    state:random_playout(3)
    for _, kind in ipairs { "road", "city", "field", "monastery" } do
      local complete = {}
      for _, feature in ipairs(state:features { kind = kind }) do
        if feature.complete then complete[#complete + 1] = feature end
      end
      assert.are.equal(#complete, state:count { "features", kind = kind, complete = true })
      assert.are.equal(#complete > 0, state:any { "features", kind = kind, complete = true })
      assert.are.equal(#state:features { kind = kind }, state:count { "features", kind = kind })
      local i = 0
      for feature in state:each { "features", kind = kind, complete = true } do
        i = i + 1
        assert.is_true(feature == complete[i])
      end
      assert.are.equal(#complete, i)
    end
  end)

  it("pieces of a feature", function()
    local state = carcassonne.game { tiles = tiles, start = { at(0, 0) }, position = {
      pieces = {
        { player = 2, piece = "follower", x = 0, y = 0, segment = "monastery" } } } }:new_initial_state()
    local monastery, field = state:feature(0, 0, 1), state:feature(0, 0, 2)
    local function has(feature, filter)
      return state:any { "pieces", feature = feature, all = filter }
    end
    assert.is_true(has(monastery, { piece = "follower" }))
    assert.is_true(has(monastery, { piece = "follower", player = 2 }))
    assert.is_false(has(monastery, { piece = "follower", player = 1 }))
    assert.is_false(has(monastery, { piece = "cart?" }))
    assert.is_false(has(field, { follower = true }))
    assert.error_matches(function() has(field, { piece = "cart" }) end, "piece: the game has no piece 'cart'")
    assert.error_matches(function() has(field, { player = 7 }) end, "player")
  end)
end)

describe("Every method", function()
  it("of every class is named in this list, so that none is added without a test", function()
    local listed = {
      Game = "new_initial_state deserialize_state replay_state players text fingerprint state_size "
        .. "num_tiles manual_draws goods_count victory "
        .. "teams "
        .. "rules "
        .. "tiles tile pieces piece reserves tokens areas phases final_steps variants view "
        .. "max_chance_outcomes max_game_length min_utility max_utility",
      State = "game current_player turn_player part decision is_terminal is_chance_node hand decisions "
        .. "legal_actions num_actions action "
        .. "action_index chance_outcomes apply_action apply_index "
        .. "apply_handle handle handle_index handle_fields undo_action keep_undo resign has_resigned clone "
        .. "copy_from reseed resample reset "
        .. "random_playout playout hash returns rewards score winners goods good pieces_in_hand in_hand "
        .. "tile tile_at tile_index num_segments "
        .. "players tiles cells segments features pieces tokens corners axes ends sides each count any "
          .. "matches areas num_tiles tiles_left "
        .. "unplaceable num_tiles_left feature events revision serialize view "
        .. "observation_string action_to_string string_to_action "
        .. "own_score variable set_variable award return_piece phase question captured last_placed "
          .. "placements port spans_laid "
        .. "deploy capture release move_piece place_tile join unjoin joins set_attribute remove_attribute "
          .. "lay_span shuffle_in "
        .. "hold_back deal_tiles move_tile reserve num_in_reserve dealing tiles_gone "
        .. "forbid_deployment offer turn_number round direction next_player is_further_turn further_turns "
          .. "turns_to_skip is_out "
        .. "grant_further_turn "
        .. "set_next_player skip_turns reverse_order eliminate "
        .. "scoring points_given asked token num_tokens tokens_unseen sees put_token move_token give_good",
      Feature = "power count segments ends", Action = "", ActionList = "",
        Search = "rate explain choose think solve evaluations best_action assets set_worths foresee_scoring",
      ActionSpace = "size radius blocks number index legal mask",
      ObservationSpace = "names shape radius board_planes tensor sparse",
      OutputFile = "write commit discard part",
    }
    local all = { OutputFile = require("carcassonne.sys").methods.OutputFile }
    for class, methods in pairs(core.methods) do all[class] = methods end
    for class, methods in pairs(all) do
      local have, want = {}, {}
      for name in pairs(methods) do have[#have + 1] = name end
      for name in listed[class]:gmatch "%S+" do want[#want + 1] = name end
      table.sort(have)
      table.sort(want)
      assert.are.same(want, have)
    end
  end)
end)
