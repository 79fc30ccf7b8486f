-- Decisions of scripts: phases, what phases offer and do, and the errors of invalid phases.

local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"
local hands = require "spec.support.by_hand"

local by_hand, events_of, fails, play, texts = hands.base, hands.events, hands.fails, hands.play, hands.texts

-- ---- Helpers ------------------------------------------------------------------------------------

-- A variant named "v" with these keys.
local function variant(source)
  source.name = source.name or "v"
  return source
end

local function phase(source)
  source.name = source.name or "act"
  return variant { phases = { source } }
end

-- Returns a game with these variants whose tiles are straight roads with a field on both sides.
local function roads(variants, more)
  local given = { tiles = "ROAD x8 road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL", start = { { id = "ROAD" } },
    variants = variants }
  for key, value in pairs(more or {}) do given[key] = value end
  return carcassonne.game(given):new_initial_state(1)
end

local function contains(list, wanted)
  for _, one in ipairs(list) do
    if one == wanted then return true end
  end
  return false
end

-- Returns how often a phase with these additional keys runs in a game of four parts. In the first
-- part a follower is deployed on the road.
local function count_runs(more, given)
  local runs = 0
  local act = { name = "act", timing = "turn_start", run = function() runs = runs + 1 end }
  for key, value in pairs(more) do act[key] = value end
  local v = variant { phases = { act } }
  for key, value in pairs(given or {}) do v[key] = value end
  play(roads { v }, "place ROAD 1,0 r0", "deploy follower road:E.W", "place ROAD 2,0 r0", "pass",
    "place ROAD 3,0 r0", "pass",
    "place ROAD 4,0 r0", "pass")
  return runs
end

describe("A phase does not run if", function()
  it("an option has another value than it needs", function()
    local options = { often = { "part", "turn" } }
    assert.are.equal(5, count_runs({ if_options = { often = "part" } }, { options = options }))
    assert.are.equal(0, count_runs({ if_options = { often = "turn" } }, { options = options }))
    assert.has_error(function() count_runs({ if_options = { oftn = "turn" } }, { options = options }) end,
      "variant 'v': phases[1].if_options.oftn: unknown option (did you mean often?)")
    assert.error_matches(function() count_runs({ if_options = { often = "never" } },
      { options = options }) end, "if_options.often")
  end)

  it("the player of the turn lacks what its condition requires", function()
    local inn = { attributes = { "inn" }, tiles = "INN x1 road:E.W+inn field:NL.NR.EL.WR field:ER.SL.SR.WL",
      start = { { id = "INN", x = -1 } } }
    assert.are.equal(5, count_runs { when = { player = { hand = "follower" } } })
    assert.are.equal(0, count_runs({ when = { player = { hand = "cart" } } },
      { pieces = { cart = { count = 0, role = "special" } } }))
    local own = { variables = { { name = "tokens", scope = "player", size = 2 } },
      on_tile_placed = function(state) state:set_variable("tokens", 2, 2, 1) end }
    assert.are.equal(2, count_runs({ when = { player = { variable = "tokens" } } }, own))
    assert.are.equal(2, count_runs({ when = { player = { variable = "tokens", hand = "follower" },
      { "players", variable = "tokens" } } }, own))
    local full = { variables = { "full" }, on_tile_placed = function(state) state:set_variable("full",
      math.floor(state:num_tiles() / 4)) end }
    assert.are.equal(3, count_runs({ when = { variable = { full = 0 } } }, full))
    local both = { variables = { "full", "shut" }, on_tile_placed = full.on_tile_placed }
    assert.are.equal(3, count_runs({ when = { variable = { full = 0, shut = 0 } } }, both))
    local held = { variables = { "token" },
      on_tile_placed = function(state) state:set_variable("token", 2) end }
    assert.are.equal(2, count_runs({ when = { player = "token" } }, held)) -- the turns of the second player
    assert.are.equal(0,
      count_runs(
      { when = { { "pieces", player = "turn_player", follower = true, feature = { attribute = "inn" } } } },
      { attributes = { "inn" } }))
    assert.are.equal(2,
      count_runs(
      { when = { { "pieces", player = "turn_player", follower = true, feature = { attribute = "inn" } } } },
      inn))
  end)

  it("no piece of a kind stands where the tile just placed was added", function()
    local runs = {}
    local v = phase { timing = "after_scoring",
      when = { { "pieces", piece = "follower", feature = "last_placed" } },
      run = function(s) runs[#runs + 1] = s:num_tiles() end }
    play(roads { v }, "place ROAD 1,0 r0", "deploy follower road:E.W", "place ROAD 2,0 r0", "pass",
      "place ROAD 0,1 r0", "pass",
      "place ROAD 1,1 r0", "deploy follower field:ER.SL.SR.WL", "place ROAD 1,2 r0", "pass")
    assert.are.same({ 2, 3, 5, 6 }, runs)
  end)

  it("its condition requires an existing thing, which the game lacks", function()
    local function refused(when, path, name, near)
      local fine, message = pcall(count_runs, { when = when },
        { variables = { "gold", { name = "silk", scope = "player" } },
        attributes = { "well" } })
      assert.is_false(fine)
      local starts = ("variant 'v': phases[1]: phase act: when.%s: "):format(path)
      assert.are.equal(starts, message:sub(1, #starts))
      assert.matches("'" .. name .. "'" .. (near and " %(did you mean " .. near .. "%?%)" or ""), message)
    end
    refused({ player = { hand = "carts" } }, "player.hand", "carts")
    refused({ player = { variable = "silver" } }, "player.variable", "silver")
    refused({ variable = { silver = 0 } }, "variable", "silver")
    refused({ player = "silver" }, "player", "silver")
    refused({ { "pieces", piece = "cart", feature = "last_placed" } }, "if.piece", "cart")
    refused({ { "pieces", feature = { attribute = "inn" } } }, "if.feature.attribute", "inn")
    refused({ player = { hand = "folower" } }, "player.hand", "folower", "follower")
    refused({ player = { variable = "sill" } }, "player.variable", "sill", "silk")
    refused({ variable = { gol = 0 } }, "variable", "gol", "gold")
    refused({ { "pieces", feature = { attribute = "wel" } } }, "if.feature.attribute", "wel", "well")
  end)

  it("its condition has a name that the engine does not know: the message names a similar one", function()
    local function refused(when, text)
      local fine, message = pcall(carcassonne.game,
        { variants = { variant { attributes = { "inn", { name = "volcano", on = "tile" } },
        variables = { "gold" }, on_tile_placed = { when = when, run = function() end } } } })
      assert.is_false(fine)
      assert.is_truthy(message:find(text, 1, true), message)
    end
    refused({ attribute = "in" },
      "variant 'v': on_tile_placed: when.attribute: the game has no attribute 'in' (did you mean inn?)")
    refused({ attribute = "vulcano" }, "(did you mean volcano?)")
    refused({ { "tiles", attribute = "vulcano" } },
      "on_tile_placed: when.if.attribute: the game has no attribute 'vulcano' (did you mean volcano?)")
    refused({ variable = "god" },
      "on_tile_placed: when.variable: the game declares no variable 'god' (did you mean gold?)")
    refused({ { "pieces", piece = "pigs" } },
      "on_tile_placed: when.if.piece: the game has no piece 'pigs' (did you mean pig?)")
  end)

  it("but a piece of another script may be like one that every game has", function()
    local v = variant { on_tile_placed = { when = { { "pieces", piece = "pigs" } }, run = function() end } }
    local state = roads { { name = "w", pieces = { pigs = { count = 1, role = "special" } } }, v }
    assert.are.equal(1, state:in_hand(1, "pigs"))
  end)
end)

-- Returns a variant whose phase before scoring runs this function, and a game in which the next
-- action leads to this phase.
local function failing(run, more)
  local v = phase { timing = "before_scoring", run = run }
  for key, value in pairs(more or {}) do v[key] = value end
  return play(roads { v }, "place ROAD 1,0 r0")
end

local function asking(ask, more)
  local v = phase { timing = "before_scoring", ask = ask, on_chosen = function() end }
  for key, value in pairs(more or {}) do v[key] = value end
  return play(roads { v }, "place ROAD 1,0 r0")
end

-- ---- Points -------------------------------------------------------------------------------------

local RUNS = { "turn_start", "before_draw", "before_scoring", "after_scoring", "turn_end", "game_end" }

local function tracer(name, trace, order)
  local phases = {}
  for i, at in ipairs(RUNS) do
    phases[i] = { name = name .. "_" .. at, timing = at, order = order,
      run = function() table.insert(trace, name .. " " .. at) end }
  end
  return { name = name, phases = phases }
end

local function clear(list)
  for i = #list, 1, -1 do list[i] = nil end
end

describe("A phase runs", function()
  it("at each timing of a turn, in the order of the turn", function()
    local trace = {}
    local state = roads { tracer("a", trace) }
    assert.are.same({ "a turn_start", "a before_draw" }, trace)
    clear(trace)
    play(state, "place ROAD 1,0 r0")
    assert.are.same({}, trace)
    play(state, "pass")
    assert.are.same({ "a before_scoring", "a after_scoring", "a turn_end", "a turn_start", "a before_draw" },
      trace)
  end)

  it("in both parts of a double turn at before_draw and about scoring, once at the turn's start and end",
      function()
    local trace = {}
    local again = { name = "again",
      extra_part = { always = true, run = function(_, part) return part.part == 1 end } }
    local state = roads({ tracer("a", trace), again }, { rules = { double_turn = "compulsory" } })
    clear(trace)
    play(state, "place ROAD 1,0 r0", "pass", "place ROAD 2,0 r0", "pass")
    assert.are.same({ "a before_scoring", "a after_scoring", "a before_draw", "a before_scoring",
      "a after_scoring", "a turn_end",
      "a turn_start", "a before_draw" }, trace)
  end)

  it("before the final scoring, once, after the last turn", function()
    local trace = {}
    local steps = { name = "steps", final_scoring = { { name = "x", before = "incomplete",
      run = function() table.insert(trace, "final") end } } }
    local state = roads { tracer("a", trace), steps }
    clear(trace)
    state:random_playout(1)
    assert.are.same({ "a turn_end", "a game_end", "final" }, { compat.table.unpack(trace, #trace - 2) })
    local ends = 0
    for _, at in ipairs(trace) do ends = ends + (at == "a game_end" and 1 or 0) end
    assert.are.equal(1, ends)
  end)

  it("in the order of the variants, unless its order says otherwise", function()
    local function trace_of(...)
      local trace, list = {}, {}
      for i, one in ipairs { ... } do list[i] = tracer(one[1], trace, one[2]) end
      roads(list)
      return trace
    end
    assert.are.same({ "a turn_start", "b turn_start", "a before_draw", "b before_draw" },
      trace_of({ "a" }, { "b" }))
    assert.are.same({ "b turn_start", "a turn_start", "b before_draw", "a before_draw" },
      trace_of({ "b" }, { "a" }))
    assert.are.same({ "b turn_start", "a turn_start", "b before_draw", "a before_draw" },
      trace_of({ "a" }, { "b", 1 }))
    assert.are.same({ "b turn_start", "a turn_start", "b before_draw", "a before_draw" },
      trace_of({ "a", 60 }, { "b" }))
  end)

  it("and may act, with the variant's options after the state", function()
    local v = phase { timing = "turn_end",
      run = function(state, options) state:award(state:turn_player(), options.gift, "gift") end }
    v.options = { gift = 3 }
    local state = play(roads { carcassonne.variant(v, { gift = 4 }) }, "place ROAD 1,0 r0", "pass")
    assert.are.same({ 4, 0 }, state:returns())
    assert.are.equal("gift", events_of(state, "awarded")[1].label)
  end)
end)

-- ---- Questions ----------------------------------------------------------------------------------

describe("A phase that asks", function()
  local function question(more)
    local source = { name = "toll", timing = "before_scoring",
      ask = function(state) for i = 1, 3 do state:offer { number = i } end end,
      on_chosen = function(state, action) state:award(1, action and action.number or -5, "toll") end }
    for key, value in pairs(more or {}) do source[key] = value end
    return phase(source)
  end

  local function at_question(more)
    return play(roads { question(more) }, "place ROAD 1,0 r0", "pass")
  end

  it("makes a decision of its own: a choice, with the phase's name, of the player of the turn", function()
    local state = at_question()
    assert.are.equal("choice", state:decision())
    assert.are.equal("toll", state:phase())
    assert.are.equal(1, state:current_player())
    assert.are.equal("ROAD", state:hand())
    assert.are.same({ "toll #1", "toll #2", "toll #3" }, texts(state))
    assert.matches("player 1 must choose toll", tostring(state))
    play(state, "toll #2")
    assert.are.same({ 2, 0 }, state:returns())
    assert.are.equal("place", state:decision())
    assert.is_nil(state:phase())
  end)

  it("may ask another player, who then decides", function()
    local state = at_question { ask = function(s) s:offer { number = 7 }; return 2 end }
    assert.are.equal(2, state:current_player())
    assert.are.equal(1, state:turn_player())
    play(state, "toll #7")
    assert.are.equal(2, events_of(state, "chose")[1].player)
  end)

  it("may allow passing, which calls on_chosen without an action", function()
    local state = at_question { ask = function(s) s:offer { number = 7 }; return nil, true end }
    assert.are.same({ "pass", "toll #7" }, texts(state))
    play(state, "pass")
    assert.are.same({ -5, 0 }, state:returns())
    state = at_question()
    local done, _, code = state:apply_action "pass"
    assert.is_nil(done)
    assert.are.equal("illegal", code)
  end)

  it("asks nothing if it offers nothing, and the game continues", function()
    local state = at_question { ask = function() return 2, true end }
    assert.are.equal("place", state:decision())
    assert.are.equal(2, state:turn_player())
  end)

  it("asks again when on_chosen returns true, as often as that", function()
    local state = at_question { on_chosen = function(s, action)
      s:award(1, 1, "")
      return action.number == 1
    end }
    play(state, "toll #1", "toll #1", "toll #3")
    assert.are.equal(3, state:score(1))
    assert.are.equal("place", state:decision())
  end)

  it("may have `run`, too, which comes first", function()
    local trace = {}
    local state = at_question { run = function(s)
      table.insert(trace, "run")
      s:award(2, 1, "")
    end, ask = function(s)
      table.insert(trace, "ask")
      s:offer { number = s:score(2) }
    end }
    assert.are.same({ "run", "ask" }, trace)
    assert.are.same({ "toll #1" }, texts(state))
  end)

  it("at the turn's start, before the draw, at the turn's end and at the game's", function()
    for _, at in ipairs { "turn_start", "before_draw", "after_scoring", "turn_end", "game_end" } do
      local state, asked = roads { question { timing = at } }, 0
      while not state:is_terminal() do
        if state:decision() == "choice" then
          asked = asked + 1
          assert.are.equal("toll", state:phase())
        end
        state:apply_index(state:decision() == "choice" and 3 or 1)
      end
      assert.are.equal(at == "game_end" and 1 or 7, asked, at)
      assert.are.equal(at == "game_end" and 3 or 21, state:score(1))
    end
  end)

  it("comes with other phases at a timing, each with a question of its own", function()
    local a = phase { name = "a", timing = "before_scoring", ask = function(s) s:offer { number = 1 } end,
      on_chosen = function() end }
    local b = phase { name = "b", timing = "before_scoring", ask = function(s) s:offer { number = 2 } end,
      on_chosen = function() end }
    b.name = "w"
    local state = play(roads { a, b }, "place ROAD 1,0 r0", "pass")
    assert.are.same({ "a #1" }, texts(state))
    play(state, "a #1")
    assert.are.same({ "b #2" }, texts(state))
  end)

  it("may leave it to chance: the game's own draws decide, by weight", function()
    local dice = question { ask = function(s)
      s:offer { number = 1, weight = 1 }
      s:offer { number = 2, weight = 3 }
      return "chance"
    end, timing = "turn_end" }
    local state = roads { dice }
    state:random_playout(5)
    local chose = events_of(state, "chose")
    assert.are.equal(7, #chose)
    assert.is_nil(chose[1].player)
    assert.are.equal("toll", chose[1].label)
    local sum = 0
    for _, event in ipairs(chose) do sum = sum + event.chosen end
    for _, event in ipairs(events_of(state, "awarded")) do sum = sum - event.points end
    assert.are.equal(0, sum)

    state = roads({ dice }, { draws = "manual" })
    play(state, "draw ROAD", "place ROAD 1,0 r0", "pass")
    assert.are.equal("chance", state:current_player())
    assert.is_true(state:is_chance_node())
    assert.are.equal("choice", state:decision())
    assert.matches("chance decides toll", tostring(state))
    local outcomes = state:chance_outcomes()
    assert.are.same({ "toll #1", "toll #2" }, { tostring(outcomes[1].action), tostring(outcomes[2].action) })
    assert.are.same({ 0.25, 0.75 }, { outcomes[1].probability, outcomes[2].probability })
    play(state, "toll #2")
    assert.are.equal("draw", state:decision())
  end)

  it("is not put to a player who has resigned, but to the player of the turn", function()
    local state = roads({ question { ask = function(s) s:offer { number = 7 }; return 2 end } },
      { players = 3 })
    assert(state:resign(2))
    play(state, "place ROAD 1,0 r0", "pass")
    assert.are.equal(1, state:current_player())
  end)
end)

describe("In the window a phase", function()
  local function window(more)
    local source = { name = "buy", timing = "deployment", ask = function(s) s:offer { number = 1 } end,
      on_chosen = function(s) s:award(s:turn_player(), 10, "bought") end }
    for key, value in pairs(more or {}) do source[key] = value end
    return phase(source)
  end

  it("offers options beside deployments and pass; taking its option closes the window", function()
    local state = play(roads { window() }, "place ROAD 1,0 r0")
    assert.are.equal("deploy", state:decision())
    assert.is_nil(state:phase())
    assert.is_true(contains(texts(state), "buy #1"))
    assert.is_true(contains(texts(state), "pass"))
    assert.is_true(contains(texts(state), "deploy follower road:E.W"))
    play(state, "buy #1")
    assert.are.same({ 10, 0 }, state:returns())
    assert.are.equal(2, state:turn_player())
  end)

  it("is not called after a pass or a deployment", function()
    local state = play(roads { window() }, "place ROAD 1,0 r0", "pass", "place ROAD 2,0 r0",
      "deploy follower field:EL.WR.NL.NR")
    assert.are.same({ 0, 0 }, state:returns())
  end)

  it("opens the window again if on_chosen returns true: a deployment is still possible", function()
    local state = play(roads { window { on_chosen = function(s)
      s:award(1, 10, "")
      return s:score(1) < 20
    end } }, "place ROAD 1,0 r0", "buy #1")
    assert.are.equal("deploy", state:decision())
    assert.is_true(contains(texts(state), "deploy follower road:E.W"))
    play(state, "buy #1")
    assert.are.equal(2, state:turn_player())
  end)

  it("opens it even if nothing can be deployed", function()
    local nobody = { name = "nobody", allow_deployment = function() return false end }
    assert.are.equal("place", play(roads { nobody }, "place ROAD 1,0 r0"):decision())
    local state = play(roads { nobody, window() }, "place ROAD 1,0 r0")
    assert.are.same({ "pass", "buy #1" }, texts(state))
  end)

  it("excludes other actions if it is compulsory and has options, else it does not run", function()
    local must = window { compulsory = true,
      ask = function(s) if s:num_tiles() == 2 then s:offer { number = 1 } end end }
    local other = window { name = "sell" }
    other.name = "w"
    local state = play(roads { other, must }, "place ROAD 1,0 r0")
    assert.are.same({ "buy #1" }, texts(state))
    play(state, "buy #1", "place ROAD 2,0 r0")
    assert.is_true(contains(texts(state), "sell #1"))
    assert.is_true(contains(texts(state), "pass"))
    assert.is_false(contains(texts(state), "buy #1"))
  end)

  it("that is compulsory may ask for a deployment that the rules allow, too: passing is illegal then",
      function()
    local must = phase { name = "must", timing = "deployment", compulsory = true,
      offer = { "segments", at = "last_placed", kind = "road", can_deploy = "follower", deploy = true } }
    local state = play(roads { must }, "place ROAD 1,0 r0")
    assert.are.same({ "deploy follower road:E.W" }, texts(state))
    for _, illegal in ipairs { "pass", "deploy follower field:NL.NR.EL.WR" } do
      assert.matches("legal are deploy follower road:E.W$", select(2, state:apply_action(illegal)))
    end
    local saved = carcassonne.load(play(state, "deploy follower road:E.W"):serialize(),
      { variants = { must } })
    assert.are.equal(state:hash(), saved:hash())
    assert.are.equal(1, state:count { "pieces", player = 1, at = { x = 1, y = 0 } })
    play(state, "place ROAD 2,0 r0") -- the road belongs to player 1, so nothing is compulsory
    assert.is_true(contains(texts(state), "pass"))
    assert.is_true(contains(texts(state), "deploy follower field:NL.NR.EL.WR"))
  end)

  it("that is compulsory omits a deployment that scripts refuse", function()
    local must = phase { name = "must", timing = "deployment", compulsory = true,
      ask = function(s) s:offer { "segments", at = "last_placed", kind = { "road", "field" },
        can_deploy = "follower", deploy = true } end }
    must.allow_deployment = function(_, action) return action.text ~= "road:E.W" end
    assert.are.same({ "deploy follower field:NL.NR.EL.WR", "deploy follower field:ER.SL.SR.WL" },
      texts(play(roads { must }, "place ROAD 1,0 r0")))
  end)

  it("offers deployments that the rules do not allow, carried out without chosen", function()
    local v = phase { name = "fly", timing = "deployment",
      ask = function(s) s:offer { "segments", complete = false, can_deploy = "followers",
      deploy = true } end }
    local state = play(roads { v }, "place ROAD 1,0 r0", "deploy follower road:E.W", "place ROAD 2,0 r0")
    local found
    for _, action in ipairs(state:legal_actions()) do
      if action.kind == "deploy" and action.x == 0 then found = found or action end
      assert.is_false(action.kind == "deploy" and action.text == "road:E.W") -- the road has a piece
    end
    assert.are.equal("deploy", found.kind)
    assert.are.equal(0, found.y)
    assert.are.equal("follower", found.piece)
    assert.are.equal(found, state:string_to_action(tostring(found)))
    assert.matches("^deploy follower field:.* @0,0$", tostring(found))
    play(state, tostring(found))
    assert.are.equal(1, #state:pieces { at = { x = 0, y = 0 } })
    assert.are.equal(2, state:pieces({ at = { x = 0, y = 0 } })[1].player)
  end)

  it("needs on_chosen for all other offers, and fails where it asks", function()
    for _, ask in ipairs {
      function(s) s:offer { number = 1 } end,
      function(s)
        s:offer { "segments", complete = false, can_deploy = "followers", deploy = true } s:offer {
          number = 1 }
      end,
    } do
      local state = roads({ phase { name = "fly", timing = "deployment", ask = ask } })
      local before = state:clone()
      assert.has_error(function() state:apply_action "place ROAD 1,0 r0" end,
        "variant 'v', phase fly, ask: it has no function `on_chosen` to apply the option fly #1")
      assert.is_true(state == before)
    end
  end)

  it("offers one place for one kind of piece, unless a piece is there", function()
    local v = phase { name = "fly", timing = "deployment", ask = function(s)
      s:offer { "segments", kind = "road", at = { x = 0, y = 0 }, can_deploy = "follower", deploy = true }
    end }
    local state = play(roads { v }, "place ROAD 1,0 r0")
    assert.is_true(contains(texts(state), "deploy follower road:E.W @0,0"))
    play(state, "deploy follower road:E.W", "place ROAD 2,0 r0")
    assert.is_false(contains(texts(state), "deploy follower road:E.W @0,0"))
  end)

  it("puts a piece beside others by an option of its own, which on_chosen carries out", function()
    local v = phase { name = "crowd", timing = "deployment",
      ask = function(s) s:offer { "segments", kind = "road", at = { x = 0, y = 0 } } end,
      on_chosen = function(s, action) s:deploy(s:turn_player(), "follower", action.x, action.y,
        action.segment) end }
    local state = play(roads { v }, "place ROAD 1,0 r0", "deploy follower road:E.W", "place ROAD 2,0 r0",
      "crowd road:E.W @0,0")
    assert.are.same({ 1, 2 }, state:feature(0, 0, "road:E.W").majority)
  end)

  it("omits what allow_deployment refuses", function()
    local v = phase { name = "fly", timing = "deployment",
      ask = function(s) s:offer { "segments", complete = false,
      can_deploy = "followers",
      deploy = true } end }
    v.allow_deployment = function(_, action) return action.x ~= 0 end
    local state = play(roads { v }, "place ROAD 1,0 r0")
    for _, action in ipairs(state:legal_actions()) do assert.is_true(action.x ~= 0) end
  end)
end)

describe("At any time a phase", function()
  local ransom = phase { name = "ransom", timing = "anytime",
    ask = function(s) if s:score(s:turn_player()) > -6 then s:offer { number = 3 } end end,
    on_chosen = function(s) s:award(s:turn_player(), -3, "ransom") end }

  it("offers options beside every decision, which is then asked again", function()
    local state = roads { ransom }
    assert.are.equal("place", state:decision())
    assert.is_true(contains(texts(state), "ransom #3"))
    play(state, "ransom #3")
    assert.are.equal("place", state:decision())
    assert.are.same({ -3, 0 }, state:returns())
    play(state, "place ROAD 1,0 r0")
    assert.are.equal("deploy", state:decision())
    play(state, "ransom #3")
    assert.are.equal("deploy", state:decision())
    assert.is_false(contains(texts(state), "ransom #3"))
    assert.is_true(contains(texts(state), "deploy follower road:E.W"))
    play(state, "deploy follower road:E.W")
    assert.are.equal(2, state:turn_player())
    assert.is_true(contains(texts(state), "ransom #3"))
  end)

  it("offers options to the player of the turn, not in questions to others", function()
    local function question(player)
      local q = phase { name = "q", timing = "before_scoring",
        ask = function(s) s:offer {}; return player end, on_chosen = function() end }
      q.name = "w"
      return play(roads { ransom, q }, "place ROAD 1,0 r0", "pass")
    end
    local state = question(nil)
    assert.are.same({ "q", "ransom #3" }, texts(state))
    play(state, "ransom #3")
    assert.are.equal("q", state:phase())
    play(state, "q")
    assert.are.equal("place", state:decision())
    assert.are.same({ "q" }, texts(question(2)))
  end)

  it("knows the decision beside which it offers, as questions know theirs", function()
    local seen = {}
    local function reported(name, timing, answers)
      return { name = name, timing = timing, on_chosen = function() end, ask = function(s)
        seen[#seen + 1] = ("%s: %s of %s"):format(name, s:decision(), s:current_player())
        if answers then s:offer {} end
      end }
    end
    local v = variant { extra_part = { always = true, run = function(_, part)
      return part.part == 1
    end }, phases = { reported("aside", "anytime"), reported("window", "deployment"), reported("q",
      "after_scoring", true) } }
    local state = roads { v }
    play(state, "place ROAD 1,0 r0", "pass", "q", "extra take")
    assert.are.same({ "aside: place of 1", "window: deploy of 1", "aside: deploy of 1", "q: choice of 1",
      "aside: choice of 1",
      "aside: extra of 1", "aside: place of 1" }, seen)
  end)

  it("is no longer active after the answer, when functions run before the next decision", function()
    local during, after = nil, "not called"
    local v = variant {
      extra_part = { always = true, run = function(s) after = s:phase() end },
      phases = { { name = "q", timing = "after_scoring", ask = function(s) s:offer {} end,
        on_chosen = function(s) during = s:phase() end } } }
    play(roads { v }, "place ROAD 1,0 r0", "pass", "q")
    assert.are.equal("q", during)
    assert.is_nil(after)
  end)

  it("knows it also if a tile of a hand is placed", function()
    local seen = {}
    local v = variant { reserves = { { name = "hand", owner = "player", deal = 1, play_from = "any" } },
      phases = { { name = "aside", timing = "anytime", on_chosen = function() end, ask = function(s)
        seen[#seen + 1] = s:decision()
        s:offer {}
      end } } }
    local state = play(roads { v }, "aside", "place ROAD 1,0 r0", "pass")
    assert.are.same({ "place", "place", "deploy", "place" }, seen)
    assert.are.equal("place", state:decision())
  end)
end)

-- ---- Gates --------------------------------------------------------------------------------------

local MARKED = { attributes = { { name = "volcano", on = "tile" }, "inn" },
  tiles = { "VOLCANO x1 @volcano road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL",
    "INN x1 road:E.W+inn field:NL.NR.EL.WR field:ER.SL.SR.WL" } }

-- Straight roads, one with a volcano and one with an inn, drawn by hand.
local function marked(v)
  for key, value in pairs(MARKED) do v[key] = value end
  return roads({ v }, { draws = "manual" })
end

describe("A condition", function()
  local function count(when, point)
    local calls = {}
    local function note(state) calls[#calls + 1] = state:num_tiles() end
    local v = phase { timing = point or "after_scoring", when = when, run = note }
    return v, calls
  end

  it("attribute: is true if the tile just placed has it, or one of its segments does", function()
    for _, case in ipairs { { "volcano", "VOLCANO" }, { "inn", "INN" } } do
      local v, calls = count { attribute = case[1] }
      local state = marked(v)
      play(state, "draw ROAD", "place ROAD 1,0 r0", "pass")
      assert.are.same({}, calls)
      play(state, "draw " .. case[2], "place " .. case[2] .. " 2,0 r0", "pass")
      assert.are.same({ 3 }, calls)
      play(state, "draw ROAD", "place ROAD 3,0 r0", "pass")
      assert.are.same({ 3 }, calls)
    end
  end)

  for _, hook in ipairs { "allow_deployment", "points", "bonus", "on_feature_scored", "on_piece_removed" } do
    it("with tiles: opens for " .. hook .. " in a game that has no phases, too", function()
      local early, late = 0, 0
      local game = carcassonne.game {
        variants = { { name = "beacons", attributes = { { name = "beacon", on = "tile" } },
        tiles = "BE-A x1 @beacon field:NL.NR.EL.ER.SL.SR.WL.WR",
        [hook] = { when = { { "tiles", attribute = "beacon" } }, run = function(state)
          if #state:tiles { attribute = "beacon" } == 0 then early = early + 1 else late = late + 1 end
        end } } } }
      for seed = 1, 10 do game:new_initial_state(seed):random_playout(seed) end
      assert.are.equal(0, early)
      assert.is_true(late > 0)
    end)
  end

  it("with tiles: is true as soon as a tile on the board has the attribute", function()
    local v, calls = count { { "tiles", attribute = "volcano" } }
    local state = marked(v)
    play(state, "draw ROAD", "place ROAD 1,0 r0", "pass", "draw VOLCANO", "place VOLCANO 2,0 r0", "pass",
      "draw ROAD",
      "place ROAD 3,0 r0", "pass")
    assert.are.same({ 3, 4 }, calls)
  end)

  it("with pieces: is true while a piece of the kind is on the board", function()
    local v, calls = count { { "pieces", piece = "follower" } }
    play(roads { v }, "place ROAD 1,0 r0", "pass", "place ROAD 2,0 r0", "deploy follower road:E.W",
      "place ROAD 3,0 r0", "pass")
    assert.are.same({ 3, 4 }, calls)
  end)

  it("with players: is true while a number in it is not 0", function()
    local v, calls = count { { "players", variable = "held" } }
    v.variables = { { name = "held", scope = "player" } }
    v.phases[2] = { name = "later", timing = "turn_end",
      run = function(s) s:set_variable("held", 2, s:num_tiles() == 2 and 1 or 0) end }
    play(roads { v }, "place ROAD 1,0 r0", "pass", "place ROAD 2,0 r0", "pass", "place ROAD 3,0 r0", "pass")
    assert.are.same({ 3 }, calls)
  end)

  it("applies to allow_deployment", function()
    local asked = 0
    local v = variant { allow_deployment = { when = { { "tiles", at = "last_placed", attribute = "inn" } },
        run = function()
      asked = asked + 1
      return false
    end } }
    local state = marked(v)
    play(state, "draw ROAD", "place ROAD 1,0 r0")
    assert.are.equal(0, asked)
    play(state, "pass", "draw INN", "place INN 2,0 r0")
    assert.are.equal(3, asked)
    assert.are.equal("draw", state:decision())
  end)

  -- Returns the calls of a hook with this condition in a game of three tiles, in which a thief
  -- scores a road.
  local function report_to(hook, when, more)
    local calls = {}
    local function note(_, what) calls[#calls + 1] = what.kind == "deploy" and what.text or what.kind end
    local v = variant { [hook] = { when = when, run = note } }
    for key, value in pairs(more or {}) do v[key] = value end
    local state = carcassonne.game({ sets = { "base" }, draws = "manual",
      variants = { v } }):new_initial_state()
    play(state, "draw BA-A", "place BA-A 1,0 r1", "deploy follower road:W", "draw BA-A",
      "place BA-A -1,0 r3", "pass")
    return calls
  end

  it("kind: is true for features of one kind, or of several, that score or take a piece", function()
    assert.are.same({ "monastery", "road:W", "field:NL.NR.EL.ER.SL.SR.WL.WR", "monastery",
      "field:NL.NR.EL.ER.SL.SR.WL.WR" },
      report_to("allow_deployment", { kind = { "city", "field", "monastery", "road" } }))
    assert.are.same({ "road:W" }, report_to("allow_deployment", { kind = "road" }))
    assert.are.same({ "monastery", "monastery" }, report_to("allow_deployment", { kind = "monastery" }))
    for _, hook in ipairs { "points", "on_feature_scored" } do
      assert.are.same({ "road" }, report_to(hook, { kind = { "city", "road" } }))
      assert.are.same({ "road" }, report_to(hook, { kind = "road" }))
      assert.are.same({}, report_to(hook, { kind = "city" }))
    end
  end)

  it("kind: may be combined with another key; then both have to be true", function()
    local inn = { attributes = { "inn" } }
    for _, hook in ipairs { "points", "on_feature_scored", "allow_deployment" } do
      assert.are.same({}, report_to(hook, { kind = "road", attribute = "inn" }, inn))
      assert.are.same({}, report_to(hook, { kind = "city", { "pieces", piece = "follower" } }))
    end
    assert.are.same({ "road" },
      report_to("points", { kind = "road", has = { "pieces", piece = "follower" } }))
    -- no piece stands there yet
    assert.are.same({}, report_to("allow_deployment", { kind = "road", { "pieces", piece = "follower" } }))
  end)

  it("applies to points: a function whose condition is false does not count", function()
    local function road_with(when)
      local ten = variant { points = { when = when, run = function(_, _, points) return 10 * points end } }
      local more = { name = "more", points = function(_, _, points) return points + 1 end }
      return carcassonne.game { sets = { "base" }, draws = "manual", variants = { ten, more } }
    end
    local function score(when)
      return play(road_with(when):new_initial_state(), "draw BA-A", "place BA-A 1,0 r1",
        "deploy follower road:W", "draw BA-A",
        "place BA-A -1,0 r3", "pass"):score(1)
    end
    assert.are.equal(31, score { kind = "road" })
    assert.are.equal(4, score { kind = "city" })
  end)

  it("applies to a hook that options may omit", function()
    local options = { who = { "nobody", "all" } }
    assert.are.same({}, report_to("on_feature_scored", nil,
      { options = options, on_feature_scored = { if_options = { who = "all" }, run = error } }))
    local function fails_with(only, message)
      local hook = { if_options = only, run = function() error "it was called" end }
      assert.error_matches(function() report_to("on_feature_scored", nil,
        { options = options, on_feature_scored = hook }) end, message)
    end
    fails_with({ who = "nobody" }, "it was called")
    fails_with({ how = "all" }, "variant 'v': on_feature_scored%.if_options%.how: unknown option")
  end)

  it("is refused with an unknown kind, and always false with an empty list", function()
    assert.error_matches(function() report_to("points", { kind = "lake" }) end,
      "variant 'v': points: when.kind: no kind of segment is named 'lake'")
    assert.are.same({}, report_to("points", { kind = {} }))
  end)

  it("kind: is true for a piece that leaves its feature", function()
    local function count_left(kind)
      local left = 0
      report_to("on_feature_scored", nil,
        { on_piece_removed = { when = { kind = kind }, run = function() left = left + 1 end } })
      return left
    end
    assert.are.equal(1, count_left "road")
    assert.are.equal(0, count_left "city")
  end)

  it("applies to on_tile_placed, on_feature_scored and on_piece_removed, row by row", function()
    local heard = {}
    local function note(name)
      return function(_, what) heard[#heard + 1] = name .. " " .. (what.id or what.piece or what.kind) end
    end
    local open = { name = "open", on_tile_placed = note "open" }
    local v = variant { on_tile_placed = { when = { attribute = "inn" }, run = note "inn" },
      on_feature_scored = { when = { { "tiles", attribute = "volcano" } }, run = note "scored" },
      on_piece_removed = { when = { piece = "pig" }, run = note "left" } }
    for key, value in pairs(MARKED) do v[key] = value end
    local state = roads({ open, v, { name = "last", on_piece_removed = note "last" } }, { draws = "manual" })
    play(state, "draw ROAD", "place ROAD 1,0 r0", "pass", "draw INN", "place INN 2,0 r0", "pass")
    assert.are.same({ "open ROAD", "open INN", "inn INN" }, heard)
  end)
end)

-- ---- Options ------------------------------------------------------------------------------------

describe("An option", function()
  it("has the fields with which it was offered, and a text that names it", function()
    local offered = { {}, { x = 3, y = -1 }, { player = 2 }, { number = 0 }, { piece = "follower" },
      { x = 0, y = 0, segment = 1 },
      { x = 0, y = 0, segment = "road:E.W", player = 1, piece = "follower", number = 62 } }
    local state = play(asking(function(s) for _, one in ipairs(offered) do s:offer(one) end end), "pass")
    assert.are.same({ "act", "act @3,-1", "act 2", "act #0", "act follower", "act road:E.W @0,0",
      "act 1 follower #62 road:E.W @0,0" }, texts(state))
    for i, action in ipairs(state:legal_actions()) do
      assert.are.equal("choice", action.kind)
      assert.are.equal("act", action.name)
      for _, key in ipairs { "x", "y", "player", "number", "piece" } do
        assert.are.equal(offered[i][key], action[key], key)
      end
      assert.are.equal(offered[i].segment and 1, action.segment)
      assert.are.equal(offered[i].segment and "road:E.W", action.text)
      assert.are.equal(action, state:string_to_action(tostring(action)))
      assert.are.equal(i, state:action_index(action))
      assert.is_nil(action.rotation)
    end
  end)

  it("that is offered twice exists once", function()
    local state = play(asking(function(s)
      s:offer { number = 1 }
      s:offer { number = 1 }
    end), "pass")
    assert.are.same({ "act #1" }, texts(state))
  end)

  it("for each piece that matches: by player, kind of piece and feature, place and feature", function()
    local filter
    local v = phase { timing = "turn_end", ask = function(s)
      if s:num_tiles() == 4 then s:offer(filter and filter(s) or { "pieces" }) end
    end, on_chosen = function(s, action) if action then s:capture(action) end end }
    local function offered(by)
      filter = by
      local state = roads { v }
      play(state, "place ROAD 1,0 r0", "deploy follower road:E.W", "place ROAD 2,0 r0",
        "deploy follower field:EL.WR.NL.NR")
      play(state, "place ROAD 3,0 r0")
      play(state, "deploy follower field:ER.WL.SL.SR")
      return state:decision() == "choice" and #state:legal_actions() or 0, state
    end
    local count, state = offered(nil)
    assert.are.equal(3, count)
    assert.is_true(contains(texts(state), "act 1 follower road:E.W @1,0"))
    assert.are.equal(2, (offered(function() return { "pieces", player = 1 } end)))
    assert.are.equal(1, (offered(function() return { "pieces", player = 2 } end)))
    assert.are.equal(1, (offered(function() return { "pieces", except = { player = 1 } } end)))
    assert.are.equal(3, (offered(function() return { "pieces", follower = true } end)))
    assert.are.equal(0, (offered(function() return { "pieces", piece = "pig" } end)))
    assert.are.equal(1, (offered(function() return { "pieces", kind = "road" } end)))
    assert.are.equal(2, (offered(function() return { "pieces", kind = "field" } end)))
    assert.are.equal(1, (offered(function() return { "pieces", at = { x = 2, y = 0 } } end)))
    assert.are.equal(1, (offered(function(s) return { "pieces", feature = s:feature(3, 0, "road:E.W") } end)))
    assert.are.equal(3,
      (offered(function() return { "pieces", except = { at = { x = 1, y = 0, segment = 2 } } } end)))
    assert.are.equal(2,
      (offered(function() return { "pieces", except = { at = { x = 1, y = 0, segment = 1 } } } end)))
  end)

  it("of a piece can be passed to methods that act on it", function()
    local v = phase { timing = "turn_end", ask = function(s) s:offer { "pieces" } end,
      on_chosen = function(s, action) s:capture(action) end }
    local state = play(roads { v }, "place ROAD 1,0 r0", "deploy follower road:E.W",
      "act 1 follower road:E.W @1,0")
    assert.are.same({}, state:pieces())
    assert.are.equal(1, state:captured(1).follower)
  end)
end)

-- ---- Acts ---------------------------------------------------------------------------------------

describe("A script that acts", function()
  -- The game after the first turn, in which player 1 has put a thief on the road at 1,0.
  local function acting(run, more)
    local v = phase { timing = "after_scoring", run = function(s) if s:num_tiles() == 2 then run(s) end end }
    for key, value in pairs(more or {}) do v[key] = value end
    return play(roads { v }, "place ROAD 1,0 r0", "deploy follower road:E.W")
  end

  it("deploys from a player's supply", function()
    local state = acting(function(s) s:deploy(2, "follower", 0, 0, "road:E.W") end)
    assert.are.equal(7 - 1, state:pieces_in_hand(2).follower)
    assert.are.equal(1, #state:pieces { at = { x = 0, y = 0 } })
    assert.are.equal(2, state:pieces({ at = { x = 0, y = 0 } })[1].player)
    assert.are.same({ 1, 2 }, state:feature(0, 0, 1).majority)
  end)

  it("captures, holds and releases", function()
    local state = acting(function(s) s:capture(s:pieces()[1]) end)
    assert.are.same({}, state:pieces())
    assert.are.equal(6, state:pieces_in_hand(1).follower)
    assert.are.equal(1, state:captured(1).follower)
    assert.are.equal(0, state:captured(2).follower)
    assert.are.equal("captured", events_of(state, "captured")[1].kind)
    state = acting(function(s)
      s:capture(s:pieces()[1])
      s:release(1, "follower")
    end)
    assert.are.equal(7, state:pieces_in_hand(1).follower)
    assert.are.equal(0, state:captured(1).follower)
    assert.are.equal("follower", events_of(state, "released")[1].piece)
  end)

  it("moves a piece to another segment", function()
    local state = acting(function(s) s:move_piece(s:pieces()[1], 0, 0, 2) end)
    local piece = state:pieces()[1]
    assert.are.same({ 0, 0, 2 }, { piece.x, piece.y, piece.segment })
    assert.are.equal(6, state:pieces_in_hand(1).follower)
    local moved = events_of(state, "moved")[1]
    assert.are.same({ 0, 0, 2, "follower" }, { moved.x, moved.y, moved.segment, moved.piece })
  end)

  it("returns a piece that it names by its place", function()
    local state =
      acting(function(s) s:return_piece { player = 1, piece = "follower", x = 1, y = 0, segment = 1 } end)
    assert.are.equal(7, state:pieces_in_hand(1).follower)
  end)

  it("is called for each piece that leaves, with the reason", function()
    local heard = {}
    local spy = { name = "spy",
      on_piece_removed = function(_, piece, why) heard[#heard + 1] = why .. " " .. piece.text end }
    local function reported(run)
      heard = {}
      local v = phase { timing = "after_scoring",
        run = function(s) if s:num_tiles() == 2 then run(s, s:pieces()[1]) end end }
      play(roads { v, spy }, "place ROAD 1,0 r0", "deploy follower road:E.W")
      return heard
    end
    assert.are.same({ "returned road:E.W" }, reported(function(s, piece) s:return_piece(piece) end))
    assert.are.same({ "scored road:E.W" }, reported(function(s, piece) s:return_piece(piece, "scored") end))
    assert.are.same({ "captured road:E.W" }, reported(function(s, piece) s:capture(piece) end))
    assert.are.same({ "moved road:E.W" }, reported(function(s, piece) s:move_piece(piece, 0, 0, 2) end))
    heard = {}
    by_hand({ spy }, "draw BA-E", "place BA-E 0,-1 r2", "deploy follower city:S")
    assert.are.same({ "scored city:S" }, heard)
  end)

  it("may act in this call: a player may get points for the piece", function()
    local spy = { name = "spy", on_piece_removed = function(s, piece, why) s:award(piece.player, 2, why) end }
    local state = by_hand({ spy }, "draw BA-E", "place BA-E 0,-1 r2", "deploy follower city:S")
    assert.are.same({ 6, 0 }, state:returns())
  end)

  it("joins two roads at the ends that an attribute gives them, and only there", function()
    local tried
    local function run(s)
      s:join(0, 0, "road:E.W", 0, 1, "road:E.W")
      tried = { pcall(s.join, s, 0, 0, "road:E.W", 1, 0, "road:E.W") }
    end
    local v = phase { timing = "before_scoring", run = function(s) if s:num_tiles() == 4 then run(s) end end }
    v.attributes = { { name = "ladder", extra_open_ends = 1 } }
    local game = roads({ v }, { tiles = "ROAD x20 road:E.W+ladder field:NL.NR.EL.WR field:ER.SL.SR.WL" })
    local state = play(game, "place ROAD 0,1 r0", "pass", "place ROAD 1,0 r0", "pass",
      "place ROAD 1,1 r0", "pass")
    assert.is_false(tried[1])
    assert.matches("needs an unused open end, which only an attribute with", tried[2])
    local road = state:feature(0, 0, "road:E.W")
    assert.is_true(state:matches({ x = 1, y = 1, segment = 1 }, { feature = road }))
    assert.are.equal(6, road.open) -- four edges of tiles, and two ladders that are not used
    assert.are.equal(4, road.tiles)
    local joined = events_of(state, "joined") -- one event for each place
    assert.are.same({ 0, 0, 0, 1 }, { joined[1].x, joined[1].y, joined[2].x, joined[2].y })
  end)

  it("forbids to deploy on the tile just placed", function()
    local v = variant { on_tile_placed = function(s) s:forbid_deployment() end }
    local state = play(roads { v }, "place ROAD 1,0 r0")
    assert.are.equal("place", state:decision())
    assert.are.equal(2, state:turn_player())
  end)

  it("shuffles the held tiles in, and not before", function()
    local function held(run)
      local v = variant { held_back = { "volcano" },
        phases = { { name = "act", timing = "turn_end", run = run } } }
      return marked(v)
    end
    local function nothing() end
    local state = held(nothing)
    assert.are.same({ "draw ROAD", "draw INN" }, texts(state))
    state = play(held(function(s) s:shuffle_in "volcano" end), "draw ROAD", "place ROAD 1,0 r0", "pass")
    assert.are.equal(1, state:tiles_left().VOLCANO)
    assert.is_true(contains(texts(state), "draw VOLCANO"))
  end)

  it("holds tiles back until they are shuffled in again", function()
    -- In each turn, the tiles with volcanoes are put into the bag or taken out of it.
    local v = variant { held_back = { "volcano" },
        phases = { { name = "act", timing = "turn_end", run = function(s)
      if s:num_tiles() % 2 == 0 then s:shuffle_in "volcano" else s:hold_back "volcano" end
    end } } }
    local state = marked(v)
    local function turn(x) play(state, "draw ROAD", ("place ROAD %d,0 r0"):format(x), "pass") end
    local function waits() return not contains(texts(state), "draw VOLCANO") end
    assert.is_true(waits())
    turn(1)
    assert.is_false(waits())
    turn(2)
    assert.is_true(waits())
    assert.is_nil(state:observation_string():match "shuffled volcano")
    local again = carcassonne.load(state:serialize(), { variants = { v } })
    assert.are.equal(state:hash(), again:hash())
    turn(3)
    assert.is_false(waits())
    assert.matches("shuffled volcano", state:observation_string())
  end)

  it("holds back nothing that `held` does not name", function()
    local v = phase { timing = "turn_end", run = function(s) s:hold_back "volcano" end }
    fails(play(marked(v), "draw ROAD", "place ROAD 1,0 r0"), "pass",
      "tiles with the attribute volcano cannot be held back: `held_back` does not list the attribute")
    v = phase { timing = "turn_end", run = function(s) s:hold_back "vulcano" end }
    fails(play(marked(v), "draw ROAD", "place ROAD 1,0 r0"), "pass", "did you mean volcano")
    v = phase { timing = "turn_start", run = function(s)
      s:shuffle_in "volcano"
      s:hold_back "volcano"
    end }
    v.held_back = { "volcano" }
    assert.are.same({ "draw ROAD", "draw INN" }, texts(marked(v)))
  end)

  it("ends the game by holding back all remaining tiles", function()
    local v = variant { held_back = { "wet" }, attributes = { { name = "wet", on = "tile" } }, phases = {
      { name = "flood", timing = "turn_start", run = function(s) s:shuffle_in "wet" end },
      { name = "ebb", timing = "before_scoring", run = function(s) s:hold_back "wet" end } } }
    local state = roads({ v }, { draws = "manual", tiles = {
      "ROAD x2 road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL",
        "POND x5 @wet road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL" } })
    assert.are.same({ "draw ROAD", "draw POND" }, texts(state))
    play(state, "draw ROAD", "place ROAD 1,0 r0", "pass")
    assert.is_true(state:is_terminal())
    assert.are.equal(5, state:tiles_left().POND)
  end)
end)

describe("A tile that a script places", function()
  local ABBEY = "AM-AB x1 wild monastery @abbey"

  -- Roads around a hole at 0,1, and a script that offers an abbey wherever it fits.
  local function with_abbeys(at)
    return variant { tiles = ABBEY, attributes = { { name = "abbey", on = "tile" } }, held_back = { "abbey" },
      variables = { { name = "abbeys", scope = "player", initial = 1 } },
      phases = { { name = "abbey", timing = at,
        ask = function(s)
          if s:variable("abbeys", s:turn_player()) == 0 then return end
          for _, cell in ipairs(s:placements "AM-AB") do s:offer { x = cell.x, y = cell.y } end
          return nil, true
        end,
        on_chosen = function(s, action)
          if not action then return end
          s:set_variable("abbeys", s:turn_player(), 0)
          s:place_tile("AM-AB", action.x, action.y, 0)
        end } } }
  end

  local RING = { { id = "ROAD" }, { id = "ROAD", x = 1 }, { id = "ROAD", x = 2 }, { id = "ROAD", y = 1 },
    { id = "ROAD", x = 2, y = 1 },
    { id = "ROAD", y = 2 }, { id = "ROAD", x = 1, y = 2 } }

  it("replaces the draw; the window follows", function()
    local state = roads({ with_abbeys "before_draw" },
      { start = RING, tiles = "ROAD x12 road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL" })
    assert.are.equal("choice", state:decision())
    assert.are.equal("abbey", state:phase())
    assert.are.same({ "pass", "abbey @1,1" }, texts(state))
    play(state, "abbey @1,1")
    assert.are.equal("AM-AB", state:tile_at(1, 1).id)
    assert.are.equal("deploy", state:decision())
    play(state, "deploy follower monastery")
    assert.are.equal(2, state:turn_player())
    assert.are.same({ 7, 0 }, { state:feature(1, 1, 1).tiles - 1, state:score(1) })
    assert.are.same({ 1, 0 }, { state:feature(1, 1, "monastery").open, 0 })
  end)

  it("may follow the last turn", function()
    local state = roads({ with_abbeys "game_end" },
      { start = RING, tiles = "ROAD x8 road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL" })
    while state:decision() ~= "choice" do state:apply_index(1) end
    play(state, texts(state)[2])
    assert.are.equal("deploy", state:decision())
    play(state, "deploy follower monastery")
    state:random_playout(1)
    assert.is_true(state:is_terminal())
    assert.is_true(state:score(1) > 0 or state:score(2) > 0)
  end)
end)

-- ---- Spans --------------------------------------------------------------------------------------

describe("A span", function()
  local SPANS = { pieces = { bridge = { count = { 3, 2, 1, 1, 1, 1 }, role = "span" } } }

  local function spans(more)
    local v = variant(more or {})
    for key, value in pairs(SPANS) do v[key] = value end
    return v
  end

  it("lies across a tile between two field sides and makes a road there", function()
    local v = spans { phases = { { name = "lay", timing = "deployment",
      ask = function(s)
        if s:any { "axes", at = { x = 1, y = 0 }, can_deploy = "bridge" } then s:offer { x = 1, y = 0 } end
      end,
      on_chosen = function(s, action)
        s:lay_span("bridge", action.x, action.y, "N.S")
        assert.are.equal(1, s:spans_laid())
        return true
      end } } }
    local state = roads { v }
    assert.are.equal(2, state:pieces_in_hand(1).bridge)
    play(state, "place ROAD 1,0 r0")
    assert.are.equal(0, state:spans_laid())
    play(state, "lay @1,0")
    assert.are.equal("N.S", state:tile_at(1, 0).span)
    assert.is_nil(state:tile_at(0, 0).span)
    assert.is_false(state:any { "axes", at = { x = 1, y = 0 }, can_deploy = "bridge" })
    assert.are.equal(1, state:pieces_in_hand(1).bridge)
    local road = state:feature(1, 0, "road:N.S")
    assert.are.same({ "road", 2, 1 }, { road.kind, road.open, road.tiles })
    assert.is_true(contains(texts(state), "deploy follower road:N.S"))
    local event = events_of(state, "spanned")[1]
    assert.are.same({ 1, "bridge", 1, 0, "road:N.S" },
      { event.player, event.piece, event.x, event.y, event.text })
  end)

  it("makes a tile fit, and its placement names the tile under it", function()
    local state = carcassonne.game({ tiles = { "ROAD x3 road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL" },
      start = { { id = "ROAD" } }, variants = { spans() } }):new_initial_state(1)
    local found
    for _, action in ipairs(state:legal_actions()) do
      if action.span then found = found or action end
      assert.are.equal(action, state:string_to_action(tostring(action)))
    end
    assert.is_not_nil(found, table.concat(texts(state), "; "))
    assert.are.equal("place", found.kind)
    assert.are.equal("bridge", found.span.piece)
    assert.matches(("bridge %s @%d,%d$"):format(found.span.axis, found.span.x, found.span.y):gsub("%-",
      "%%-"), tostring(found))
    play(state, tostring(found))
    assert.are.equal(found.span.axis, state:tile_at(found.span.x, found.span.y).span)
    assert.are.equal(1, state:pieces_in_hand(1).bridge)
  end)
end)

-- ---- What is read -------------------------------------------------------------------------------

describe("A state reports", function()
  it("the cells where a tile fits", function()
    local state = roads {}
    local placements = state:placements "ROAD"
    local want = {}
    for i, action in ipairs(state:legal_actions()) do
      want[i] = ("%d,%d r%d"):format(action.x, action.y, action.rotation)
    end
    local have = {}
    for i, one in ipairs(placements) do have[i] = ("%d,%d r%d"):format(one.x, one.y, one.rotation) end
    table.sort(have)
    table.sort(want)
    assert.are.same(want, have)
    assert.has_error(function() state:placements "RAOD" end,
      "bad argument #1 to 'placements' (the game has no tile 'RAOD' (did you mean ROAD?))")
  end)

  it("the segment at a port of a tile in its rotation", function()
    local state = play(roads {}, "place ROAD 0,1 r0")
    assert.are.equal(1, state:port(0, 0, "E"))
    assert.are.equal(1, state:port(0, 0, "W"))
    assert.are.equal(2, state:port(0, 0, "NL"))
    assert.are.equal(3, state:port(0, 0, "SR"))
    assert.is_nil(state:port(5, 5, "E"))
    local fine, message = pcall(state.port, state, 0, 0, "NN")
    assert.is_false(fine)
    assert.matches("no port 'NN'", message)
  end)

  it("the tiles with an attribute, and whether one has it", function()
    local state = marked(variant {})
    play(state, "draw VOLCANO", "place VOLCANO 1,0 r0", "pass", "draw INN", "place INN 2,0 r0", "pass")
    local volcanoes = state:tiles { attribute = "volcano" }
    assert.are.equal(1, #volcanoes)
    assert.are.same({ 1, 0, "VOLCANO" }, { volcanoes[1].x, volcanoes[1].y, volcanoes[1].id })
    assert.is_true(state:matches({ x = 1, y = 0 }, { attribute = "volcano" }))
    assert.is_false(state:matches({ x = 2, y = 0 }, { attribute = "volcano" }))
    assert.is_true(state:matches({ x = 2, y = 0 }, { attribute = "inn" }))
    assert.is_false(state:matches({ x = 1, y = 0 }, { attribute = "inn" }))
    assert.is_false(state:matches({ x = 7, y = 7 }, { attribute = "inn" }))
    assert.are.same({ "volcano" }, state:game():tile("VOLCANO").attributes)
    assert.are.same({ 2, 0 }, { state:last_placed() })
  end)

  it("variables with several numbers, and with a first value by number of players", function()
    local v = variant {
      variables = { { name = "tokens", scope = "player", size = 3, initial = { 5, 4, 3, 2, 2, 2 } },
      { name = "cells", size = 2, initial = 1 } },
      phases = { { name = "act", timing = "turn_end", run = function(s)
        s:set_variable("tokens", 2, 3, 9)
        s:set_variable("cells", 2, 8)
      end } } }
    local state = roads { v }
    assert.are.same({ 4, 4, 1 }, { state:variable("tokens", 1, 1), state:variable("tokens", 2, 3),
      state:variable("cells", 2) })
    assert.are.equal(3, roads({ v }, { players = 3 }):variable("tokens", 3, 2))
    play(state, "place ROAD 1,0 r0", "pass")
    assert.are.same({ 4, 9, 1, 8 },
      { state:variable("tokens", 2, 2), state:variable("tokens", 2, 3), state:variable("cells", 1),
        state:variable("cells", 2) })
    local fine, message = pcall(state.variable, state, "tokens", 1, 4)
    assert.is_false(fine)
    assert.matches("expected the index of a number of the variable, from 1 to 3, got 4", message)
  end)

  it("whether a kind of segment lies near a cell: on it, or on one of the eight around it", function()
    local state = by_hand({}, "draw BA-B", "place BA-B 0,1 r0", "pass") -- a monastery south of the start tile
    local function is_near(x, y, kind)
      return state:any { "segments", kind = kind, around = { x = x, y = y } }
    end
    assert.is_true(is_near(0, 1, "monastery"))
    assert.is_true(is_near(0, 0, "monastery"))
    assert.is_true(is_near(1, 2, "monastery"))
    assert.is_true(is_near(-1, 0, "monastery"))
    assert.is_false(is_near(0, -1, "monastery"))
    assert.is_true(is_near(0, -1, "city"))
    assert.is_false(is_near(40, 40, "city"))
    assert.error_matches(function() is_near(0, 0, "lake") end, "kind: no kind of segment is named 'lake'")
  end)

  it("segments with an attribute whose variable is 0", function()
    local v = variant { attributes = { "gate" }, variables = { { name = "shut", scope = "segment" } },
      tiles = "GATES x1 road:E+gate road:W+gate field:NL.NR.EL.WR field:ER.SL.SR.WL",
      phases = { { name = "gate", timing = "before_scoring",
        ask = function(s)
          s:offer { "segments", attribute = "gate", number = 5, variable = { shut = 0 } }
          return nil, true
        end,
        on_chosen = function(s, action)
          s:set_variable("shut", action.x, action.y, action.segment, 7)
          return true
        end } } }
    local state = roads({ v }, { draws = "manual" })
    play(state, "draw GATES", "place GATES 1,0 r0", "pass")
    assert.are.same({ "pass", "gate #5 road:E @1,0", "gate #5 road:W @1,0" }, texts(state))
    play(state, "gate #5 road:W @1,0")
    assert.are.same({ "pass", "gate #5 road:E @1,0" }, texts(state))
    assert.are.equal(7, state:variable("shut", 1, 0, "road:W"))
    assert.are.equal(0, state:variable("shut", 1, 0, 1))
    assert.has_error(function() state:variable("shut", 9, 9, 1) end)
    assert.has_error(function() state:variable("shut", 1, 0, 17) end)
  end)

  it("corners where four fields meet, without a piece of a kind", function()
    local function at(x, y) return { id = "MEADOW", x = x, y = y } end
    local v = variant {
      pieces = { hut = { count = 2, role = "special", needs = { "script_only", "none_of_kind" } } },
      phases = { { name = "hut", timing = "before_scoring",
        ask = function(s)
          s:offer { "corners", at = "last_placed", can_deploy = "hut" }
          return nil, true
        end,
        on_chosen = function(s, action)
          if action then s:deploy(s:turn_player(), "hut", action.x, action.y, action.segment) end
        end } } }
    local state = carcassonne.game({ tiles = "MEADOW x9 monastery field:NL.NR.EL.ER.SL.SR.WL.WR",
      variants = { v },
      start = { at(0, 0), at(1, 0), at(0, 1) } }):new_initial_state(1)
    play(state, "place MEADOW 1,1 r0", "pass")
    assert.are.same({ "pass", "hut #3 field:NL.NR.EL.ER.SL.SR.WL.WR @1,1" }, texts(state))
    play(state, "pass", "place MEADOW 0,2 r0", "pass")
    assert.are.same("place", state:decision()) -- no question was asked
    play(state, "place MEADOW 1,2 r0", "pass")
    assert.is_true(contains(texts(state), "hut #3 field:NL.NR.EL.ER.SL.SR.WL.WR @1,2"))
    play(state, texts(state)[2], "place MEADOW 2,2 r0", "pass", "place MEADOW 2,1 r0", "pass")
    assert.are.same("place", state:decision()) -- a piece is there now
  end)

  it("pieces by an attribute of their feature", function()
    local found
    local v = variant { attributes = { "inn" },
      tiles = "INN x1 road:E.W+inn field:NL.NR.EL.WR field:ER.SL.SR.WL",
      phases = { { name = "look", timing = "before_scoring",
        run = function(s)
          found = { s:any { "pieces", feature = { attribute = "inn" } },
            s:any { "pieces", player = 1, follower = true, feature = { attribute = "inn" } } }
        end } } }
    local state = roads({ v }, { draws = "manual" })
    play(state, "draw ROAD", "place ROAD 1,0 r0", "deploy follower field:NL.NR.EL.WR", "draw INN",
      "place INN 2,0 r0", "pass")
    assert.are.same({ false, false }, found)
    assert.is_false(state:any { "pieces", feature = { attribute = "inn" } })
    assert.is_true(state:any { "pieces", player = 1, kind = "field" })
    assert.is_true(state:any { "pieces" })
    play(state, "draw ROAD", "place ROAD 3,0 r0", "deploy follower road:E.W")
    assert.are.same({ true, true }, found)
    assert.is_false(state:any { "pieces", player = 2, feature = { attribute = "inn" } })
  end)

  it("spots, on which only scripts put pieces", function()
    local v = variant { attributes = { { name = "tower", on = "tile" } },
      variables = { { name = "height", scope = "cell" } },
      tiles = "SPOT x1 @tower road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL spot",
      phases = { { name = "tower", timing = "deployment", ask = function(s)
        s:offer { "tiles", attribute = "tower", has_no = { "pieces", kind = "spot" } }
      end,
        on_chosen = function(s, action) s:set_variable("height", s:tile_at(action.x, action.y).index,
          1) end },
        { name = "keeper", timing = "deployment", ask = function(s)
          s:offer { "segments", kind = "spot", at = { attribute = "tower", variable = "height" },
            can_deploy = "follower", deploy = true }
        end } } }
    local state = roads({ v }, { draws = "manual" })
    play(state, "draw SPOT", "place SPOT 1,0 r0")
    assert.are.equal(1, #state:features { kind = "spot" })
    assert.are.equal("spot", state:feature(1, 0, "spot").kind)
    assert.is_true(contains(texts(state), "tower @1,0"))
    assert.is_false(contains(texts(state), "deploy follower spot"))
    play(state, "tower @1,0", "draw ROAD", "place ROAD 2,0 r0")
    assert.is_true(contains(texts(state), "deploy follower spot @1,0"))
    play(state, "deploy follower spot @1,0", "draw ROAD", "place ROAD 3,0 r0")
    assert.is_false(contains(texts(state), "tower @1,0"))
    assert.is_false(contains(texts(state), "deploy follower spot @1,0"))
  end)
end)

-- ---- Data ---------------------------------------------------------------------------------------

describe("What a variant declares", function()
  it("may depend on the number of players", function()
    local v = variant { pieces = { wall = { count = { 3, 3, 2, 2, 1, 1 }, on = "city" } },
      counts = { ["BA-A"] = { 1, 1, 2, 2, 3, 3 } } }
    for players, count in ipairs { 3, 3, 2, 2, 1, 1 } do
      local state = carcassonne.game({ players = players, variants = { v } }):new_initial_state(1)
      assert.are.equal(count, state:pieces_in_hand(1).wall)
      assert.are.equal(math.floor((players + 1) / 2), state:game():tile("BA-A").count)
    end
  end)

  it("may depend on its options", function()
    local v = variant { options = { walls = 2 },
      pieces = { wall = { count = { option = "walls" }, on = "city" } } }
    local function walls(chosen)
      return carcassonne.game({ variants = { carcassonne.variant(v, chosen) } }):new_initial_state(
        1):pieces_in_hand(1).wall
    end
    assert.are.equal(2, walls(nil))
    assert.are.equal(5, walls { walls = 5 })
    local again = carcassonne.variant(carcassonne.variant(v, { walls = 5 }), { walls = 4 })
    assert.are.equal(4,
      carcassonne.game({ variants = { again } }):new_initial_state(1):pieces_in_hand(1).wall)
    v.pieces.wall.count.option = "wall"
    local fine, message = pcall(carcassonne.variant, v)
    assert.is_false(fine)
    assert.are.equal("variant 'v': pieces.wall.count: unknown option 'wall' (did you mean walls?)", message)
  end)

  it("may be an option as a whole: who sees tiles, whether goods count", function()
    local v = variant { options = { seen = { "all", "nobody" }, goods = { true, false } },
      reserves = { { name = "pile", visible_to = { option = "seen" } } }, goods = { option = "goods" } }
    local text =
      carcassonne.game({ variants = { carcassonne.variant(v, { seen = "nobody", goods = false }) } }):text()
    assert.matches("\nreserve pile visible_to=nobody\n", text)
    assert.matches("\ngoods off\n", text)
    v.reserves[1].visible_to.option = "goods"
    local fine, message = pcall(carcassonne.variant, v)
    assert.is_false(fine)
    assert.are.equal("variant 'v': reserves[1].visible_to: expected string, got boolean true", message)
  end)

  it("may depend on them at any place in data: instead of a number or a word, and in conditions", function()
    local function waiting(most)
      return variant { options = { most = most },
        reserves = { { name = "pile", size = { option = "most" } } } }
    end
    assert.are.equal(2, carcassonne.variant(waiting(2)).source.reserves[1].size)
    assert.error_matches(function() carcassonne.variant(waiting "two") end,
      "variant 'v': reserves%[1%].size: expected integer or list, got string")
    local called = 0
    local function call() called = called + 1 end
    local gated = variant { options = { on = { "mill", "inn" } }, attributes = { "mill", "inn" },
      tiles = "MI x9 road:E.W+mill field:NL.NR.EL.WR field:ER.SL.SR.WL", start = { { id = "MI" } },
        counts = { MI = 9 },
      on_tile_placed = { when = { attribute = { option = "on" } }, run = call },
      phases = { { name = "p", timing = "turn_end", when = { attribute = { option = "on" } }, run = call } } }
    for on, calls in pairs { mill = 2, inn = 0 } do
      called = 0
      local state = carcassonne.game({ variants = { carcassonne.variant(gated, { on = on }) },
        draws = "manual" }):new_initial_state()
      play(state, "draw MI", "place MI 1,0 r0", "pass")
      assert.are.equal(calls, called)
    end
  end)

  it("may list all values of an option; the first is the default", function()
    local v = variant { options = { scoring = { "plain", "double" } } }
    assert.are.equal("plain", carcassonne.variant(v).options.scoring)
    assert.are.equal("double", carcassonne.variant(v, { scoring = "double" }).options.scoring)
    local fine, message = pcall(carcassonne.variant, v, { scoring = "duoble" })
    assert.is_false(fine)
    assert.are.equal("variant 'v': options.scoring: unknown value 'duoble' (did you mean double?); "
      .. "expected plain, double", message)
    local game = carcassonne.game { variants = { carcassonne.variant(v, { scoring = "double" }) } }
    local loaded = assert(carcassonne.load(game:new_initial_state(1):serialize(), { variants = { v } }))
    assert.are.equal("double", loaded:game():variants()[1].options.scoring)
  end)

  it("twice with equal text exists once if it is shared; otherwise it is refused", function()
    local a = { name = "a",
      attributes = { { name = "inn", tile_points = 1, incomplete_tile_points = "nothing", shared = true } } }
    local b = { name = "b",
      attributes = { { name = "inn", tile_points = 1, incomplete_tile_points = "nothing", shared = true } } }
    assert.matches("attribute inn shared tile_points=1 incomplete_tile_points=nothing\n",
      carcassonne.game({ variants = { a, b } }):text())
    b.attributes[1].tile_points = 2
    local fine, message = pcall(carcassonne.game, { variants = { a, b } })
    assert.is_false(fine)
    assert.matches("^variant 'b': attributes%[1%]: attribute inn: the script a shares this name, but with a "
      .. "different declaration",
      message)
  end)

  it("gives way to the game's own pieces and counts", function()
    local v = variant { pieces = { wall = { count = 2, on = "city" } }, counts = { ["BA-A"] = 5 } }
    local game = carcassonne.game { variants = { v }, pieces = { wall = 4 }, counts = { ["BA-A"] = 1 } }
    assert.are.equal(4, game:new_initial_state(1):pieces_in_hand(1).wall)
    assert.are.equal(1, game:tile("BA-A").count)
  end)

  it("may exclude another variant", function()
    local a = { name = "a", conflicts = { "b" } }
    local fine, message = pcall(carcassonne.game, { variants = { a, { name = "b" } } })
    assert.is_false(fine)
    assert.are.equal("variant 'a': conflicts: incompatible with variant 'b'", message)
  end)

  it("may say why another variant is excluded", function()
    local a = { name = "a", conflicts = { "c", ["my-b"] = "both move the abbot" } }
    local fine, message = pcall(carcassonne.game, { variants = { a, { name = "my-b" } } })
    assert.is_false(fine)
    assert.are.equal("variant 'a': conflicts: incompatible with variant 'my-b': both move the abbot",
      message)
    assert.is_truthy(carcassonne.game { variants = { a, { name = "d" } } })
  end)

  it("of a wrong type as reason gets a message with the expected type", function()
    local fine, message = pcall(carcassonne.variant, { name = "a", conflicts = { b = true } })
    assert.is_false(fine)
    assert.are.equal("variant 'a': conflicts.b: expected string, got boolean true", message)
  end)
end)

-- ---- Saving, undoing, reporting -----------------------------------------------------------------

describe("Decisions of scripts", function()
  local busy = variant { variables = { { name = "spent", scope = "player" } }, phases = {
    { name = "dice", timing = "turn_start",
      ask = function(s) for i = 1, 6 do s:offer { number = i } end return "chance" end,
      on_chosen = function(s, action) s:award(s:turn_player(), action.number, "dice") end },
    { name = "gift", timing = "before_scoring", ask = function(s)
      for i = 1, 2 do s:offer { player = i } end
      return 3 - s:turn_player(), true
    end, on_chosen = function(s, action)
      if action then s:award(action.player, 1, "gift") end
    end },
    { name = "take", timing = "deployment",
      ask = function(s) s:offer { "pieces", player = s:turn_player() } end,
      on_chosen = function(s, action) s:capture(action) end },
    { name = "free", timing = "anytime", ask = function(s)
      if s:captured(s:turn_player()).follower > 0 then
        s:offer { player = s:turn_player(), piece = "follower" }
      end
    end, on_chosen = function(s, action)
      s:release(action.player, action.piece)
      s:set_variable("spent", action.player, s:variable("spent", action.player) + 1)
    end } } }

  local function game() return carcassonne.game { variants = { busy } } end

  it("are taken back one by one", function()
    local state = game():new_initial_state(4)
    local before = {}
    for i = 1, 60 do
      before[i] = state:clone()
      state:apply_index((i * 7919) % state:num_actions() + 1)
    end
    for i = 60, 1, -1 do
      assert(state:undo_action())
      assert.is_true(state == before[i])
    end
  end)

  it("are in a saved game, which loads to the same state at every timing", function()
    local one = game()
    local state = one:new_initial_state(4)
    for i = 1, 80 do
      state:apply_index((i * 7919) % state:num_actions() + 1)
      if i % 9 == 0 then assert.is_true(state == assert(one:deserialize_state(state:serialize()))) end
    end
    local loaded = assert(carcassonne.load(state:serialize(), { variants = { busy } }))
    assert.are.equal(state:hash(), loaded:hash())
    assert.are.same(texts(state), texts(loaded))
  end)

  it("are reported as events, with who chose what", function()
    local state = game():new_initial_state(4)
    state:random_playout(2)
    local seen = {}
    for _, event in ipairs(events_of(state, "chose")) do
      seen[event.label] = seen[event.label] or event
    end
    assert.is_nil(seen.dice.player)
    assert.is_true(seen.dice.chosen >= 1 and seen.dice.chosen <= 6)
    assert.is_number(seen.gift.player)
    assert.are.equal("follower", seen.take.piece)
    assert.is_string(seen.take.text)
    assert.is_number(seen.take.x)
  end)

  it("play the same game from the same seed, and random games to their end", function()
    local one = game()
    for seed = 1, 5 do
      local a, b = one:new_initial_state(seed), one:new_initial_state(seed)
      a:random_playout(seed)
      b:random_playout(seed)
      assert.is_true(a == b)
      assert.is_true(a:is_terminal())
    end
  end)

  it("pass the checks of the laboratory", function()
    local report = require("carcassonne.lab.check").variant(busy, { games = 2, players = { 2 }, effect = 1 })
    assert.are.same({}, report.problems)
    local calls = {}
    for _, hook in ipairs(report.hooks) do calls[hook.name] = hook.calls end
    assert.is_true(calls["phase gift, ask"] > 0 and calls["phase dice, on_chosen"] > 0)
  end)
end)

-- ---- On the screen ------------------------------------------------------------------------------

describe("On the screen", function()
  local choices = require "carcassonne.play.choices"
  local board = require "carcassonne.text.board"
  local events = require "carcassonne.describe.events"
  local words = require "carcassonne.describe.words"

  local function lines_of(list)
    local lines = {}
    for i, choice in ipairs(list) do lines[i] = choice.text end
    return lines
  end

  it("options of scripts are lines of text for people", function()
    local offered = { {}, { x = 3, y = -1 }, { player = 2, number = 4 },
      { x = 0, y = 0, segment = "road:E.W", player = 1, piece = "follower" } }
    local state = play(asking(function(s)
      for _, one in ipairs(offered) do s:offer(one) end
      return nil, true
    end), "pass")
    assert.are.same({ "act", "act: at 3,-1", "act: player 2, 4",
      "act: follower of player 1, on the road to the east and west, at 0,0",
      "none of these" }, lines_of(choices.list(state)))
    assert.matches("^Player 1 chooses: act%.", words.decision(state))
  end)

  it("deployments on other tiles name the tile, and have no sign on the tile just placed", function()
    local v = phase { name = "fly", timing = "deployment", ask = function(s)
      s:offer { "segments", at = { x = 0, y = 0, segment = 1 }, can_deploy = "follower", deploy = true }
    end }
    local state = play(roads { v }, "place ROAD 1,0 r0")
    local list = choices.list(state)
    assert.is_true(contains(lines_of(list),
      "follower as a thief on the road (to the east and west; 2 tiles so far; at 0,0)"))
    for _, sign in pairs(choices.signs(list, state:last_placed())) do assert.is_nil(sign:match ",") end
  end)

  it("options that are possible at any time are beside the cells", function()
    local v = phase { name = "ransom", timing = "anytime", ask = function(s) s:offer { number = 3 } end,
      on_chosen = function() end }
    local state = roads { v }
    assert.are.same({ "ransom: 3" }, lines_of(choices.instead(state)))
    for _, cell in ipairs(choices.cells(state)) do
      for _, action in ipairs(cell.actions) do assert.are.equal("place", action.kind) end
    end
  end)

  it("placements with a span are distinguished from those without", function()
    local v = variant { pieces = { bridge = { count = 2, role = "span" } } }
    local state = roads { v }
    local found = {}
    for _, cell in ipairs(choices.cells(state)) do
      for _, action in ipairs(cell.actions) do found[#found + 1] = words.span(action) end
    end
    assert.is_true(contains(found, ""))
    assert.matches("with a bridge from %a+ to %a+ at %-?%d,%-?%d", table.concat(found, "; "))
  end)

  it("spans are roads and spots have their sign, until a piece stands there", function()
    local v = variant { pieces = { bridge = { count = 2, role = "span" } },
      tiles = "SPOT x1 road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL spot",
      phases = { { name = "lay", timing = "deployment", ask = function(s)
        if s:any { "axes", at = { x = 0, y = 0 }, can_deploy = "bridge" } then s:offer { x = 0, y = 0 } end
      end, on_chosen = function(s) s:lay_span("bridge", 0, 0, "N.S") end },
        { name = "sit", timing = "before_scoring", run = function(s)
          if s:num_tiles() == 3 then s:deploy(1, "follower", 1, 0, "spot") end
        end } } }
    local state = roads({ v }, { draws = "manual" })
    play(state, "draw SPOT", "place SPOT 1,0 r0", "lay @0,0")
    local text = table.concat(board.lines(state), "\n")
    assert.matches("□", text)
    assert.matches("╂", text)
    assert.matches("□ place for a piece", table.concat(board.legend(state:game()), "\n"))
    play(state, "draw ROAD", "place ROAD 2,0 r0", "pass")
    text = table.concat(board.lines(state), "\n")
    assert.is_nil(text:match "□")
    assert.matches("F1", text)
  end)

  it("acts of scripts are reported in sentences", function()
    local done = {
      function(s) s:capture(s:pieces()[1]) end, function(s) s:release(1, "follower") end,
      function(s) s:deploy(1, "follower", 0, 0, 1) end, function(s) s:move_piece(s:pieces()[1], 1, 0, 2) end,
      function(s) s:lay_span("bridge", 0, 0, "N.S") end, function(s) s:join(0, 0, 2, 1, 0, 3) end,
    }
    local v = phase { name = "act", timing = "after_scoring", run = function(s)
      if s:num_tiles() == 2 then
        for _, one in ipairs(done) do one(s) end
      end
    end }
    v.pieces = { bridge = { count = 2, role = "span" } }
    v.phases[2] = { name = "dice", timing = "turn_end",
      ask = function(s) s:offer { number = 4 }; return "chance" end,
      on_chosen = function() end }
    v.phases[3] = { name = "flee", timing = "turn_end", ask = function(s) s:offer { "pieces" } end,
      on_chosen = function() end }
    local state = play(roads { v }, "place ROAD 1,0 r0", "deploy follower road:E.W")
    play(state, texts(state)[1])
    local reported = {}
    for _, sentence in ipairs(events.sentences(state:events(), { state = state })) do
      reported[#reported + 1] = sentence.text
    end
    for _, wanted in ipairs {
      "The follower of player 1 at 1,0 is captured.", "The follower of player 1 is set free.",
      "The follower of player 1 moves and is now in the field at 1,0.",
        "Player 1 lays a bridge from north to south at 0,0.",
      "The field at 0,0 is joined with the field at 1,0.", "Chance decides dice: 4.",
      "Player 1 chooses flee: the follower of player 1 in the field (north, east and west) at 1,0.",
    } do
      assert.is_true(contains(reported, wanted), wanted .. "\n" .. table.concat(reported, "\n"))
    end
  end)
end)

-- ---- What is refused ----------------------------------------------------------------------------

describe("A phase is refused", function()
  local function nothing() end
  local function refusal(source) return hands.refusal(carcassonne.variant, source) end
  local points = "turn_start, before_draw, deployment, before_scoring, feature_scored, points_given, "
    .. "after_scoring, turn_end, " ..
    "game_end, anytime"
  local cases = {
    { "without a name", { timing = "before_draw", run = nothing }, "phases[1]: a phase needs a name" },
    { "with a name of two words", { name = "a b", timing = "before_draw", run = nothing },
      "phases[1].name: expected a letter, then letters, digits, _ and -, at most 23 characters" },
    { "with the name of another action", { name = "pass", timing = "before_draw", run = nothing },
      "phases[1].name: an action of the rules has the name 'pass'; choose another name" },
    { "without a point", { name = "a", run = nothing }, "phases[1]: a phase needs `timing`, one of "
      .. points },
    { "at no timing", { name = "a", timing = "befor_scoring", run = nothing },
      "phases[1].timing: unknown timing 'befor_scoring' (did you mean before_scoring?); expected "
        .. points },
    { "with an unknown key", { name = "a", timing = "before_draw", rnu = nothing },
      "phases[1].rnu: unknown key (did you mean run?)" },
    { "without a function", { name = "a", timing = "before_draw" },
      "phases[1]: a phase needs a function `run` or `ask`, or an `offer`" },
    { "with run at deployment", { name = "a", timing = "deployment", run = nothing, ask = nothing },
      "phases[1].run: never called at the timing `deployment`, where a phase can only ask" },
    { "without ask at anytime", { name = "a", timing = "anytime", on_chosen = nothing },
      "phases[1]: a phase needs a function `run` or `ask`, or an `offer`" },
    { "with on_chosen and no question",
      { name = "a", timing = "before_draw", run = nothing, on_chosen = nothing },
      "phases[1].on_chosen: never called, because the phase has neither `ask` nor `offer`" },
    { "with a question without consequences", { name = "a", timing = "before_draw", ask = nothing },
      "phases[1]: the function `on_chosen`, which carries out the chosen option, is missing" },
    { "compulsory anywhere but in the window",
      { name = "a", timing = "before_draw", run = nothing, compulsory = true },
      "phases[1].compulsory: only a phase with the timing `deployment` can be compulsory" },
    { "with a gate of no such key",
      { name = "a", timing = "before_draw", run = nothing, when = { atribute = "inn" } },
      "phases[1]: phase a: when.atribute: unknown key (did you mean attribute?) (in `phase a before_draw "
        .. "when=(atribute=inn)`)" },
    { "with a gate that is a word", { name = "a", timing = "before_draw", run = nothing, when = "inn" },
      "phases[1].when: expected table, got string \"inn\"" },
    { "with an order that is none", { name = "a", timing = "before_draw", run = nothing, order = 100 },
      "phases[1].order: expected 1 to 99" },
  }
  for _, case in ipairs(cases) do
    it(case[1], function()
      local message = refusal(variant { phases = { case[2] } })
      assert.are.equal("variant 'v': " .. case[3], message)
    end)
  end

  it("with an undeclared attribute, piece or variable in its condition", function()
    for _, gate in ipairs { { attribute = "inn" }, { { "tiles", attribute = "inn" } },
      { { "pieces", piece = "wagon" } },
      { variable = "x" } } do
      local fine, message = pcall(carcassonne.game,
        { variants = { phase { name = "a", timing = "before_draw", run = nothing, when = gate } } })
      assert.is_false(fine)
      local name = select(2, next(gate))
      assert.matches("^variant 'v': .*'" .. (name.attribute or name.piece or name) .. "'", message)
    end
  end)

  it("like other hooks with conditions: a function is needed, and a known key", function()
    assert.are.equal("variant 'v': on_tile_placed: a function `run` is missing",
      refusal(variant { on_tile_placed = { when = { attribute = "x" } } }))
    assert.are.equal("variant 'v': on_piece_removed.whne: unknown key (did you mean when?)",
      refusal(variant { on_piece_removed = { whne = {}, run = nothing } }))
  end)
end)

describe("A script is stopped, and the state is restored, if it", function()
  local AT = "^variant 'v', phase act, "
  local LINE = "spec/scripts/phases_spec%.lua:%d+:"

  it("asks a player who is not in the game", function()
    local state = asking(function(s) s:offer {}; return 3 end)
    fails(state, "pass", AT .. "ask: ", LINE, "it asks player 3; the game has 2")
  end)

  it("asks a player who may not pass, and offers no option", function()
    fails(asking(function() return 2 end), "pass", AT .. "ask: ", LINE,
      "it asks player 2, who may not pass, but offers no option")
    fails(asking(function() return "chance", true end), "pass", AT .. "ask: ", LINE,
      "it asks chance, but offers no option")
  end)

  it("answers a question with something that is not a player", function()
    for _, answer in ipairs { "me", 1.5, true, {} } do
      local state = asking(function(s) s:offer {}; return answer end)
      fails(state, "pass", AT .. "ask: ", LINE,
        "it returned " .. type(answer) .. "; expected three values: a player")
    end
    fails(asking(function(s) s:offer {}; return nil, 5 end), "pass", AT .. "ask: ", LINE,
      "it returned number; expected")
  end)

  it("answers wrongly, and the message names one place, that of the function", function()
    local v = phase { timing = "turn_end", ask = function(s) s:offer {} end,
      on_chosen = function() return 5 end }
    local state = play(roads { v }, "place ROAD 1,0 r0", "pass")
    local fine, message = pcall(state.apply_action, state, "act")
    assert.is_false(fine)
    assert.matches("on_chosen: spec/scripts/phases_spec%.lua:%d+: it returned number", message)
  end)

  it("returns an invalid result from on_chosen", function()
    local v = phase { timing = "turn_end", ask = function(s) s:offer {} end,
      on_chosen = function() return 5 end }
    local state = play(roads { v }, "place ROAD 1,0 r0", "pass")
    fails(state, "act", AT .. "on_chosen: ", LINE, "it returned number; expected true, false or nil")
  end)

  it("changes the state inside a question", function()
    for _, act in ipairs {
      function(s)
        s:award(1, 1)
      end, function(s) s:deploy(1, "follower", 0, 0, 1) end, function(s) s:shuffle_in "volcano" end,
      function(s) s:hold_back "volcano" end,
    } do
      local v = phase { timing = "before_scoring", ask = act, on_chosen = function() end }
      local state = play(marked(v), "draw ROAD", "place ROAD 1,0 r0")
      fails(state, "pass", AT .. "ask: ", LINE, "only answers a question")
    end
  end)

  it("offers options where nothing is asked", function()
    for _, offer in ipairs {
      function(s)
        s:offer {}
      end, function(s) s:offer { "pieces" } end, function(s) s:offer { "segments", complete = false,
        can_deploy = "followers", deploy = true } end,
    } do
      fails(failing(offer), "pass", AT .. "run: ", LINE, "options can be offered only while a phase asks")
    end
  end)

  it("moves, captures or sends home a piece that is not there", function()
    local piece = { player = 1, piece = "follower", x = 0, y = 0, segment = 1 }
    for _, act in ipairs {
      function(s)
        s:move_piece(piece, 1, 0, 1)
      end, function(s) s:capture(piece) end, function(s) s:return_piece(piece) end,
    } do
      fails(failing(act), "pass", AT .. "run: ", LINE, "this piece is not on this segment of the board")
    end
    fails(failing(function(s) s:capture { player = 1 } end), "pass", AT .. "run: ", LINE,
      "expected a piece as State:pieces lists it")
    fails(failing(function(s) s:capture(5) end), "pass", AT .. "run: ", LINE, "table expected")
  end)

  it("deploys or releases a piece that the player does not have", function()
    fails(failing(function(s) for _ = 1, 8 do s:deploy(1, "follower", 0, 0, 1) end end), "pass",
      AT .. "run: ", LINE,
      "no piece of this kind in hand")
    fails(failing(function(s) s:release(1, "follower") end), "pass", AT .. "run: ", LINE,
      "this player has no captured piece of this kind")
  end)

  it("names a piece, a tile or a segment that the game does not have", function()
    local cases = {
      { function(s) s:deploy(1, "folower", 0, 0, 1) end,
        "the game has no piece 'folower' %(did you mean follower%?%)" },
      { function(s) s:deploy(1, "follower", 9, 9, 1) end, "no tile lies at this cell" },
      { function(s) s:deploy(1, "follower", 0, 0, "city:N") end, "the tile at this cell has no segment "
        .. "'city:N'" },
      { function(s) s:deploy(3, "follower", 0, 0, 1) end, "there is no player 3" },
      { function(s) s:place_tile("RAOD", 2, 0, 0) end,
        "the game has no tile 'RAOD' %(did you mean ROAD%?%)" },
      { function(s) s:place_tile("ROAD", 2, 0, 0) end,
        "a script can place a tile only in `on_chosen` of a phase with the timing `before_draw` or "
        .. "`game_end`, and only one tile per call" },
      { function(s) s:join(0, 0, 1, 0, 0, 2) end, "only two fields, two roads or two cities" },
      { function(s) s:lay_span("follower", 0, 0, "N.S") end,
        "this kind of piece does not have the role `span`" },
      { function(s) s:lay_span("follower", 0, 0, "N") end, "invalid option 'N'" },
      { function(s) s:set_variable("nothing", nil, 1) end, "the game declares no variable 'nothing'" },
    }
    for _, case in ipairs(cases) do fails(failing(case[1]), "pass", AT .. "run: ", LINE, case[2]) end
  end)

  it("names an attribute that no tile has", function()
    local function at_mark(run)
      return play(marked(phase { timing = "before_scoring", run = run }), "draw ROAD", "place ROAD 1,0 r0")
    end
    fails(at_mark(function(s) s:tiles { attribute = "vulcano" } end), "pass", AT .. "run: ", LINE,
      "attribute: the game has no attribute 'vulcano' %(did you mean volcano%?%)")
    fails(failing(function(s) s:matches({ x = 0, y = 0 }, { attribute = "inns" }) end), "pass",
      AT .. "run: ", LINE,
      "the game has no attribute 'inns'")
    fails(at_mark(function(s) s:shuffle_in "inn" end), "pass", AT .. "run: ", LINE,
      "the game has no tile attribute 'inn'")
  end)

  it("offers something invalid", function()
    local cases = {
      { { numbr = 1 }, "unknown key 'numbr' %(did you mean number%?%)" },
      { { number = 65536 }, "number: expected a number from 0 to 65535, got 65536" },
      { { number = -1 }, "number: expected a number from 0 to 65535, got %-1" },
      { { number = "1" }, "number: expected an integer, got string" },
      { { weight = 0 }, "the weight of an option must be from 1 to 255, got 0" },
      { { player = 3 }, "player: there is no player 3; the game has 2" },
      { { piece = "knight" }, "piece: the game has no piece 'knight'" },
      { { x = 1 }, "expected both x and y, or neither" },
      { { segment = 1 }, "segment: this key requires the keys x and y" },
      { { x = 9, y = 9, segment = 1 }, "segment: no tile lies at 9,9" },
      { { x = 0, y = 0, segment = "city:N" }, "the tile at 0,0 has no segment 'city:N'" },
      { { x = 0, y = 0, segment = 9 }, "the tile at 0,0 has no segment 9" },
      { { x = 100000, y = 0 }, "coordinates of an option must be from %-511 to 511, got 100000,0" },
      { { [1] = 5 }, "expected the kind of items first, as in { \"pieces\", follower = true }" },
      { { "tiles", number = 65536 }, "number: expected a number from 0 to 65535, got 65536" },
      { { "tiles", number = -1 }, "number: expected a number from 0 to 65535, got %-1" },
      { { "tiles", number = "gold" }, "number: expected an integer, got string" },
      { { "tiles", when = { player = "turn_player" } },
        "when: only a declared offer can have this key; in a function, use an `if` statement instead" },
      { { "tiles", deploy = true }, "deploy requires a selector of segments with `can_deploy`" },
      { { "tiles", deploy = 1 }, "deploy: expected true or false, got number" },
    }
    for _, case in ipairs(cases) do
      local state = asking(function(s) s:offer(case[1]) end)
      fails(state, "pass", AT .. "ask: ", LINE, case[2])
    end
    fails(asking(function(s) s:offer { "pieces", kind = "vale" } end), "pass", AT .. "ask: ", LINE,
      "kind: no kind of segment is named 'vale'")
    fails(asking(function(s) s:offer { "pieces", feature = 1 } end), "pass", AT .. "ask: ", LINE,
      "feature: ", "'1'")
    fails(asking(function(s) s:offer { "pieces", feature = { attribute = "hollow" } } end), "pass",
      AT .. "ask: ", LINE,
      "feature.attribute: the game has no attribute 'hollow'")
    fails(asking(function(s) s:offer { "segmens" } end), "pass", AT .. "ask: ", LINE,
      "no kind of item is named 'segmens' %(did you mean segments%?%)")
    fails(asking(function(s) s:offer { "tiles", player = { "pieces" } } end), "pass", AT .. "ask: ",
      LINE, "player: ")
  end)

  it("fails in a hook that is called while another one acts", function()
    local v = phase { timing = "after_scoring",
      run = function(s) for _, piece in ipairs(s:pieces()) do s:capture(piece) end end }
    v.on_piece_removed = function() error "broken" end
    local state = play(roads { v }, "place ROAD 1,0 r0")
    local message = fails(state, "deploy follower road:E.W", "variant 'v', on_piece_removed: ",
      LINE, "broken")
    assert.matches("^variant 'v'", message)
  end)

  it("catches the failure of an act: its own error is lost, not that of another hook", function()
    local v = phase { timing = "after_scoring", run = function(s)
      for _, piece in ipairs(s:pieces()) do pcall(s.capture, s, piece) end
    end }
    v.on_piece_removed = function() error "broken" end
    local state = play(roads { v }, "place ROAD 1,0 r0")
    fails(state, "deploy follower road:E.W", "on_piece_removed: ", "broken")
    state = failing(function(s) pcall(s.release, s, 1, "follower") end)
    play(state, "pass")
    assert.are.equal(2, state:turn_player())
  end)

  it("loops for ever, in whatever it is called for", function()
    local function loop() while true do end end
    for _, v in ipairs {
      phase { timing = "before_scoring", run = loop },
        phase { timing = "before_scoring", ask = loop, on_chosen = loop },
    } do
      fails(play(roads({ v }, { budget = 100000 }), "place ROAD 1,0 r0"), "pass", AT, "too many instructions")
    end
    local v = phase { timing = "before_scoring", ask = function(s) s:offer {} end, on_chosen = loop }
    fails(play(roads({ v }, { budget = 100000 }), "place ROAD 1,0 r0", "pass"), "act", AT .. "on_chosen",
      "too many instructions")
  end)

  it("asks for ever", function()
    local v = phase { timing = "before_scoring", ask = function(s) s:offer {}; return "chance" end,
      on_chosen = function() return true end }
    fails(play(roads { v }, "place ROAD 1,0 r0"), "pass",
      "too many decisions in this game; the last one was asked by phase act")
  end)

  it("lets players continue for ever, whatever they answer", function()
    for at, answer in pairs { before_scoring = "pass", deployment = "act", anytime = "act" } do
      local v = phase { timing = at, ask = function(s) s:offer {}; return nil, true end,
        on_chosen = function() return true end }
      local state = play(roads { v }, "place ROAD 1,0 r0")
      local fine, message = true, nil
      while fine do fine, message = pcall(state.apply_action, state, answer) end
      assert.matches("too many decisions in this game; the last one was asked by phase "
        .. "act", message, nil, nil, at)
    end
  end)

  it("answers differently when the game is replayed, since it keeps data outside of its variables",
    function()
    local asked = 0
    local v = phase { timing = "before_scoring", ask = function(state)
      asked = asked + 1
      for number = 1, asked == 1 and 5 or 1 do state:offer { number = number } end
    end, on_chosen = function() end }
    local state = play(roads { v }, "place ROAD 1,0 r0", "pass", "act #5")
    for _, again in ipairs { state.events, state.serialize } do
      local fine, message = pcall(again, state)
      assert.is_false(fine)
      assert.matches("the replay differs from the game after 2 decisions", message)
    end
  end)

  it("keeps a state beyond its callback", function()
    local kept, list
    local state = failing(function(s)
      kept = s
      list = s:pieces()
    end)
    play(state, "pass")
    for _, use in ipairs {
      function() kept:placements "ROAD" end, function() kept:captured(1) end, function() kept:offer {} end,
      function() kept:capture(list[1]) end,
      function() kept:port(0, 0, "N") end, function() kept:phase() end,
    } do
      local fine, message = pcall(use)
      assert.is_false(fine)
      assert.matches("this state could be used only during the call of the function that received it",
        message)
    end
  end)

  it("acts on a state that it may not change, or on a copy", function()
    local state = roads {}
    for _, name in ipairs { "deploy", "capture", "release", "move_piece", "place_tile", "join", "lay_span",
      "shuffle_in",
      "hold_back", "forbid_deployment",
      "offer" } do
      local fine, message = pcall(state[name], state)
      assert.is_false(fine)
      assert.matches("only a hook can call this", message)
    end
    fails(failing(function(s) s:clone():award(1, 1) end), "pass", AT .. "run: ", "only a hook can call this")
  end)
end)
