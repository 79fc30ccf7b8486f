-- Tiles outside the bag and the board: hands, markets, hidden tiles; who has them, who sees them,
-- who plays them.

local carcassonne = require "carcassonne"
local board = require "spec.support.board"
local compat = require "carcassonne.base.compat"
local properties = require "spec.support.properties"
local test = require "carcassonne.testkit"
local words = require("carcassonne.ui").words

local HAND = { name = "hand-of-two",
  reserves = { { name = "hand", owner = "player", visible_to = "owner", deal = 2, refill = "turn_end",
  play_from = "any" } } }

-- A game from a board in words, with given hands.
local function with_hands(hands, given)
  given = given or {}
  local lines = { "start BA-U 0,0 r0" }
  for player, ids in ipairs(hands) do
    for id in ids:gmatch "%S+" do lines[#lines + 1] = ("kept %s hand %d"):format(id, player) end
  end
  for _, line in ipairs(given) do lines[#lines + 1] = line end
  lines[#lines + 1] = "decision " .. (given.decision or "place")
  return carcassonne.game { players = #hands, draws = given.draws, variants = given.variants or { HAND },
    counts = given.counts,
    position = table.concat(lines, "\n") }:new_initial_state(given.seed or 1)
end

local function placed_ids(state)
  local ids, seen = {}, {}
  for _, action in ipairs(state:legal_actions()) do
    if action.id and not seen[action.id] then ids[#ids + 1] = action.id end
    seen[action.id or "none"] = true
  end
  table.sort(ids)
  return ids
end

-- Returns how many of each tile exist, in any place.
local function counted(state)
  local sum = {}
  local function add(id, n) sum[id] = (sum[id] or 0) + n end
  for id, n in pairs(state:tiles_left()) do add(id, n) end
  for id, n in pairs(state:tiles_gone()) do add(id, n) end
  for _, tile in ipairs(state:tiles()) do add(tile.id, 1) end
  if state:decision() == "place" and state:hand() then add(state:hand(), 1) end
  for _, reserve in ipairs(state:game():reserves()) do
    for player = 1, reserve.owner == "player" and state:game():players() or 1 do
      for _, id in ipairs(state:reserve(reserve.name, reserve.owner == "player" and player or nil)) do
        add(id, 1)
      end
    end
  end
  return sum
end

describe("A hand", function()
  it("is dealt to each player at the start, and nobody draws its tiles", function()
    local state = carcassonne.game { players = 3, variants = { HAND } }:new_initial_state(7)
    for player = 1, 3 do assert.equal(2, #state:reserve("hand", player)) end
    assert.equal(state:game():num_tiles() - 1 - 6, state:num_tiles_left())
    assert.is_nil(state:hand())
  end)

  it("holds the tiles that the player may place: any of them, and no others", function()
    local state = with_hands { "BA-B BA-U", "BA-E BA-E" }
    assert.same({ "BA-B", "BA-U" }, placed_ids(state))
    assert(state:apply_action "place BA-U 1,0 r0")
    assert.same({ "BA-B" }, state:reserve("hand", 1))
    assert.equal("BA-U", state:tile_at(1, 0).id)
    while state:turn_player() == 1 do assert(state:apply_action "pass") end
    assert.equal(2, state:num_in_reserve("hand", 1)) -- one tile was drawn at the end of the turn
    assert.same({ "BA-E" }, placed_ids(state))
  end)

  it("refuses a tile that fits nowhere, and one that it lacks, with the legal ones", function()
    local state = with_hands { "BA-B BA-U", "BA-E BA-E" }
    local function refused(action)
      local done, message, code = state:apply_action(action)
      assert.same({ nil, "illegal" }, { done, code })
      return message
    end
    assert.matches("; legal rotations at 1,0: r0, r2$", refused "place BA-U 1,0 r1")
    assert.matches("; legal are place BA%-[BU] ", refused "place BA-U 9,9 r0")
    assert.matches("; legal are place BA%-[BU] ", refused "place BA-E 1,0 r0")
    assert.matches("^player 1 must place a tile, ", tostring(state))
  end)

  it("without a tile that fits loses its first tile, and gets another", function()
    local state = with_hands({ "BA-C BA-C", "BA-U BA-U" },
      { counts = { ["BA-C"] = 2 }, decision = "draw", draws = "manual" })
    -- a tile of city on all sides does not fit beside a road and two fields
    assert.is_true(state:is_chance_node())
    assert.same({ "hand", 1 }, { state:dealing() })
    assert.same({ ["BA-C"] = 1 }, state:tiles_gone())
    assert(state:apply_action "draw BA-U")
    assert.same({ "BA-U" }, placed_ids(state))
    assert.same({ "BA-C", "BA-U" }, state:reserve("hand", 1))
  end)

  it("keeps its player in the game when the bag is empty; a player without tiles is skipped", function()
    local all, counts = carcassonne.game {}, {}
    for _, tile in ipairs(all:tiles()) do counts[tile.id] = 0 end
    counts["BA-U"], counts["BA-C"] = 6, 1
    local state = with_hands({ "BA-U", "BA-U BA-U BA-U" }, { counts = counts, variants = { { name = "hands",
      reserves = { { name = "hand", owner = "player", visible_to = "owner", play_from = "any" } } } },
        "gone BA-U 1", "gone BA-C 1" })
    local turns = {}
    while not state:is_terminal() do
      if state:decision() == "place" then turns[#turns + 1] = state:turn_player() end
      assert(state:apply_action(state:decision() == "place" and state:action(1) or "pass"))
    end
    assert.same({ 1, 2, 2, 2 }, turns)
  end)

  it("goes into the bag when its player gives up", function()
    local state = with_hands { "BA-B BA-U", "BA-E BA-E", "BA-V BA-V" }
    local before = state:num_tiles_left()
    assert(state:resign(2))
    assert.equal(0, state:num_in_reserve("hand", 2))
    assert.equal(before + 2, state:num_tiles_left())
    assert(state:apply_index(1))
  end)

  it("is said to get a tile while it is dealt, with its player, in views as well", function()
    local stall = { name = "stall", reserves = { { name = "market", deal = 1 } } }
    local state = carcassonne.game { draws = "manual", variants = { HAND, stall } }:new_initial_state()
    for _ = 1, 3 do assert(state:apply_index(1)) end
    assert.matches("^A tile is dealt to player 2's hand%. Tiles still to be drawn: ", words.decision(state))
    assert.equal("A tile is dealt to Ben's hand",
      words.question(state, { names = { "Anna", "Ben" }, seen = true }))
    assert.same({ reserve = "hand", player = 2 }, state:view(1).dealing)
    assert.equal(words.decision(state), words.decision(state:view(1)))
    assert(state:apply_index(1))
    assert.equal("A tile is dealt to the market", words.question(state:view()))
    assert(state:apply_index(1))
    assert.is_nil(state:view().dealing)
    assert.equal("Player 1 places a tile", words.question(state))
  end)

  it("may be given up by the player for whom a tile is just being dealt", function()
    local state = carcassonne.game { players = 3, draws = "manual", variants = { HAND } }:new_initial_state()
    for _ = 1, 3 do assert(state:apply_index(1)) end
    assert.same({ "hand", 2 }, { state:dealing() })
    assert(state:resign(2))
    assert.same({ "hand", 3 }, { state:dealing() })
    assert(state:undo_action())
    assert.same({ "hand", 2 }, { state:dealing() })
  end)
end)

describe("A tile in a reserve", function()
  local game = carcassonne.game { variants = { HAND } }

  it("is shown to the players who see it; others see the number", function()
    local state = game:new_initial_state(3)
    assert.equal(2, #state:reserve("hand", 2, 2))
    assert.error_matches(function() state:reserve("hand", 2, 1) end,
      "player 1 does not see the tiles in the reserve hand of player 2; num_in_reserve returns the number "
        .. "of tiles")
    assert.error_matches(function() state:reserve("hand", 2, "spectator") end,
      "a spectator does not see the tiles in the reserve hand")
    assert.error_matches(function() state:reserve("hand", 2, "everybody") end,
      'the number of a player, or "spectator"')
    assert.equal(2, state:num_in_reserve("hand", 2))
    local view = state:view(1)
    assert.same({ name = "hand", player = 2, play_from = "any", count = 2 }, view.reserves[2])
    assert.same(state:reserve("hand", 1), view.reserves[1].tiles)
  end)

  it("changes nothing for other observers", function()
    local one, two = with_hands { "BA-B BA-U", "BA-E BA-V" }, with_hands { "BA-B BA-U", "BA-W BA-W" }
    for _, observer in ipairs { 1, "spectator" } do
      assert.equal(one:observation_string(observer), two:observation_string(observer))
      assert.same(one:tiles_left(observer), two:tiles_left(observer))
      assert.equal(one:num_tiles_left(observer), two:num_tiles_left(observer))
    end
    assert.not_same(one:tiles_left(), two:tiles_left())
    assert.not_equal(one:observation_string(2), two:observation_string(2))
    assert.equal(one:num_tiles_left() + 2, one:num_tiles_left(1))
  end)

  it("is in no event for other observers", function()
    local state = game:new_initial_state(5)
    local reported = { [1] = 0, [2] = 0 }
    for _, event in ipairs(state:events(0, 1)) do
      if event.kind == "dealt" then
        assert.equal(event.player == 1, event.id ~= nil)
        reported[event.player] = reported[event.player] + 1
      end
    end
    assert.same({ 2, 2 }, reported)
    for _, event in ipairs(state:events(0, "spectator")) do
      if event.kind == "dealt" then assert.is_nil(event.id) end
    end
  end)

  it("has the same hash for a player whatever the others hold, and another for the omniscient observer",
      function()
    local state, seen, all = game:new_initial_state(1), {}, {}
    for seed = 1, 60 do
      state:reset(seed)
      seen[table.concat(state:reserve("hand", 1), " ")] = seen[table.concat(state:reserve("hand", 1), " ")]
        or state:hash(1)
      assert.equal(seen[table.concat(state:reserve("hand", 1), " ")], state:hash(1))
      all[state:hash()] = true
    end
    local hashes = 0
    for _ in pairs(all) do hashes = hashes + 1 end
    assert.is_true(hashes > 50)
  end)

  it("is dealt again in a game from one player's view", function()
    local state = game:new_initial_state(9)
    local text = state:observation_string(1)
    assert.matches("\nunseen 2 hand 2\n", text)
    local other = carcassonne.game { variants = { HAND }, position = text }:new_initial_state(4)
    assert.same(state:reserve("hand", 1), other:reserve("hand", 1))
    assert.equal(2, other:num_in_reserve("hand", 2))
    assert.same(state:tiles_left(1), other:tiles_left(1))
    assert.equal(text, other:observation_string(1))
  end)
end)

describe("A state resampled for a player", function()
  local game = carcassonne.game { players = 3, variants = { HAND } }

  local function legal_texts(state)
    local texts = {}
    for i, action in ipairs(state:legal_actions()) do texts[i] = tostring(action) end
    return texts
  end

  -- Returns this observer's view of a state.
  local function reported(state, observer)
    local events = state:events(0, observer)
    for _, event in ipairs(events) do event.items = nil end
    return { events, state:observation_string(observer), state:hash(observer), state:tiles_left(observer),
      state:current_player() }
  end

  it("looks the same to that player, and deals other tiles to the others", function()
    local others = 0
    for seed = 1, 10 do
      local state = properties.play(game, seed, 8 * seed)
      for _, observer in ipairs { 1, 2, "spectator" } do
        local before, other = state:clone(), state:resample(observer, seed)
        assert.is_true(state == before)
        assert.same(reported(state, observer), reported(other, observer))
        if other:hash() ~= state:hash() then others = others + 1 end
        if observer == state:current_player() then
          assert.same(legal_texts(state), legal_texts(other))
        end
      end
    end
    assert.is_true(others > 20)
  end)

  it("has a past of its own: it is saved, undone and continued", function()
    local state = properties.play(game, 4, 40)
    local other = state:resample(1, 9)
    assert.is_true(game:deserialize_state(other:serialize()) == other)
    while other:undo_action() do end
    assert.equal(0, other:decisions())
    state:resample(1, 9):random_playout(1)
  end)

  it("deals every possible tile, each about equally often", function()
    local counts = {}
    for _, tile in ipairs(carcassonne.game():tiles()) do counts[tile.id] = 0 end
    counts["BA-U"], counts["BA-V"], counts["BA-B"], counts["BA-W"] = 2, 2, 2, 2
    local small = carcassonne.game { players = 2, counts = counts, variants = { HAND },
      start = { { id = "BA-U" } } }
    local state, seen = small:new_initial_state(1), {}
    for seed = 1, 300 do
      for _, id in ipairs(state:resample(1, seed):reserve("hand", 2)) do seen[id] = (seen[id] or 0) + 1 end
    end
    local unseen, total = state:tiles_left(1), state:num_tiles_left(1)
    for id, n in pairs(unseen) do
      local expected = 600 * n / total
      assert.is_true(math.abs(seen[id] - expected) < 0.2 * 600, id)
    end
  end)

  it("considers the others' actions: who placed a tile had it, who set one aside could place none",
      function()
    local state = with_hands({ "BA-U BA-U", "BA-U BA-V" }, { draws = "manual" })
    assert(state:apply_action "place BA-U 1,0 r0")
    assert(state:apply_action "pass")
    assert(state:apply_action "draw BA-W")
    assert(state:apply_action(state:action(1))) -- player 2 places
    local placed = state:tile(3).id
    for seed = 1, 20 do assert.equal(placed, state:resample(1, seed):tile(3).id) end
  end)

  it("is one with other draws if nothing is hidden", function()
    local plain = carcassonne.game():new_initial_state(1)
    local other = plain:resample(1, 77)
    assert.equal(plain:hash(), other:hash())
    local a, b = plain:clone(), other:clone()
    a:random_playout(1)
    b:random_playout(1)
    assert.not_equal(a:hash(), b:hash())
  end)

  it("calls functions of scripts, which play the game again, only while something is hidden", function()
    local calls = 0
    local market = { name = "market", reserves = { { name = "stall", deal = 3, refill = "turn_end" },
      { name = "chest", owner = "player", visible_to = "owner" } },
      on_tile_placed = function() calls = calls + 1 end,
      phases = { { name = "hide", timing = "turn_end", when = { variable = { bag = { max = 60 } } },
        run = function(state) state:deal_tiles "chest" end } } }
    local state = carcassonne.game { variants = { market } }:new_initial_state(1)
    local function calls_of_resample()
      calls = 0
      local other = state:resample(1, 5)
      assert.equal(state:hash(1), other:hash(1))
      return calls
    end
    while state:num_tiles_left() > 60 do state:apply_index(1) end
    assert.equal(0, calls_of_resample())
    while state:num_in_reserve("chest", 2) == 0 do state:apply_index(1) end
    assert.is_true(calls_of_resample() > 0)
  end)

  it("accepts only players of the game", function()
    local state = game:new_initial_state(1)
    assert.error_matches(function() state:resample(4, 1) end, "there is no player 4")
    assert.error_matches(function() state:resample("all", 1) end, '"spectator"')
    assert.error_matches(function() state:resample(1, "x") end, "number expected")
  end)
end)

describe("Every tile is in one place", function()
  local MARKET = { name = "market",
    reserves = { { name = "market", deal = 3, refill = "turn_end", play_from = "any" },
    { name = "pile", visible_to = "nobody", size = 4 } }, phases = {
    { name = "bury", timing = "after_scoring", run = function(state)
      if state:num_in_reserve "pile" < 4 then
        state:deal_tiles "pile"
      else
        for i, id in ipairs(state:reserve "pile") do
          state:move_tile(id, "pile", i % 2 == 0 and "bag" or "out")
        end
      end
    end } } }
  for _, case in ipairs { { "hands", { HAND } }, { "a market and a pile", { MARKET } },
    { "hands, where what fits nowhere goes back", { HAND }, { unplaceable = "bag" } },
    { "hands with the tower and the river", { HAND, "tower", "river" } },
    { "a market with abbeys and bridges", { MARKET, "abbey-and-mayor", "bridges" } } } do
    it("in random games with " .. case[1] .. ", saved, undone and begun again", function()
      for seed = 1, 6 do
        local game = carcassonne.game { players = 2 + seed % 2, variants = case[2], rules = case[3],
          draws = seed % 3 == 0 and "manual" or "seeded" }
        local whole = counted(game:new_initial_state(seed))
        for _, tile in ipairs(game:tiles()) do assert.equal(tile.count, whole[tile.id] or 0) end
        properties.play(game, seed, nil, function(state) assert.same(whole, counted(state)) end)
      end
    end)
  end

  it("in a position that is observed in a random game, which begins with the same decision", function()
    for seed = 1, 8 do
      local game = carcassonne.game { players = 3, variants = { HAND } }
      local state = properties.play(game, seed, 30 + 5 * seed)
      local again = carcassonne.game { players = 3, variants = { HAND },
        position = state:observation_string() }:new_initial_state(1)
      assert.equal(state:observation_string(), again:observation_string())
      assert.same(placed_ids(state), placed_ids(again))
      assert.same(counted(state), counted(again))
    end
  end)
end)

describe("A phase that deals", function()
  local function dealing(phase, reserve)
    return { name = "dealer", reserves = { reserve or { name = "market" } }, phases = { phase } }
  end

  it("asks when the tiles are there, even if the host draws", function()
    local asked
    local source = dealing { name = "pick", timing = "turn_start",
      run = function(state) state:deal_tiles("market", nil, 2) end,
      ask = function(state)
        asked = state:reserve "market"
        for i in ipairs(asked) do state:offer { number = i } end
      end,
      on_chosen = function(state) for _,
        id in ipairs(state:reserve "market") do state:move_tile(id, "market", "bag") end end }
    carcassonne.game { variants = { source } }:new_initial_state(1)
    assert.equal(2, #asked)
    local state = carcassonne.game { variants = { source }, draws = "manual" }:new_initial_state()
    assert.same({ "market" }, { state:dealing() })
    assert(state:apply_action "draw BA-B")
    assert(state:apply_action "draw BA-U")
    assert.same({ "BA-B", "BA-U" }, asked)
    assert.equal("choice", state:decision())
    assert(state:apply_index(1))
    assert.same({ "draw" }, { state:decision() })
    assert.is_nil(state:dealing())
  end)

  it("gets fewer from a bag that has fewer", function()
    local source = dealing { name = "all", timing = "turn_start", run = function(state)
      if state:num_in_reserve "market" == 0 then state:deal_tiles("market", nil, 50) end
    end }
    local state = board.set("*BA-U here", { variants = { source }, bag = "BA-B BA-B" }).state
    while state:is_chance_node() do assert(state:apply_index(1)) end
    assert.same({ "BA-B", "BA-B" }, state:reserve "market")
    assert.is_true(state:is_terminal())
  end)

  for _, case in ipairs {
    { function(s) s:deal_tiles "hand" end, "the game has no reserve 'hand'" },
    { function(s) s:deal_tiles("market", 1) end, "the reserve market belongs to the game, not to a player" },
    { function(s) s:deal_tiles("market", nil, 3) end, "reserve market has room for 2 more tiles, not for 3" },
    { function(s) s:deal_tiles("market", nil, -1) end,
      "the number of tiles to deal must be at least 0, got %-1" },
    { function(s) s:move_tile("BA-B", "bag", "sack") end, "the game has no reserve 'sack'" },
    { function(s) s:move_tile("BA-B", "bag", 7) end, '"bag", "out", a reserve, or a reserve and its player' },
    { function(s) s:move_tile("BA-B", { "market", 1 }, "bag") end,
      "#2 to 'move_tile' %(the reserve market belongs to the game" },
    { function(s) s:move_tile("BA-B", "market", "bag") end, "no tile BA%-B is left in reserve market" },
    { function(s) s:move_tile("BA-B", "out", "bag") end, "no tile BA%-B is left in the place out" },
    { function(s) s:move_tile("XX", "bag", "market") end, "'XX'" },
    { function(s) for _ = 1, 3 do s:move_tile("BA-U", "bag", "market") end end,
      "reserve market has room for 0 more tiles, not for 1" },
  } do
    it("is reported: " .. case[2]:gsub("%%", ""), function()
      local first = true
      local source = dealing({ name = "deal", timing = "turn_start", run = function(state)
        if not first then case[1](state) end
      end }, { name = "market", size = 2 })
      local state = carcassonne.game { variants = { source } }:new_initial_state(1)
      first = false
      local before, message = state:clone(), nil
      local fine = true
      while fine do
        before = state:clone()
        fine, message = pcall(state.apply_action, state,
          state:decision() == "place" and state:action(1) or "pass")
      end
      assert.matches("variant 'dealer', phase deal, run: .*reserves_spec.lua:%d+: .*" .. case[2], message)
      assert.is_true(state == before)
    end)
  end

  it("cannot deal in the window, nor where it only asks, nor in other hooks", function()
    local said = {}
    local function try(state) said[#said + 1] = select(2, pcall(state.deal_tiles, state, "market")) end
    local state = carcassonne.game {
      variants = { { name = "dealer", reserves = { "market" }, on_tile_placed = try,
      phases = { { name = "w", timing = "deployment", ask = function(s)
        try(s)
        s:offer {}
      end, on_chosen = try } } } } }:new_initial_state(1)
    assert(state:apply_index(1))
    assert(state:apply_action "w")
    assert.equal(3, #said)
    assert.matches("tiles can be dealt only in `run` and `on_chosen` of a phase", said[1])
    assert.matches("this hook only answers a question", said[2])
    assert.matches("tiles can be dealt only in `run` and `on_chosen` of a phase", said[3])
  end)
end)

describe("A mistake in the declarations about reserves", function()
  for _, case in ipairs {
    { { { name = "bag" } }, "reserve bag: this name already stands for other tiles" },
    { { { name = "hand", visible_to = "owner" } }, "reserve hand: visible_to=owner requires owner=player" },
    { { { name = "hand", owner = "player", deal = 60 } },
      "reserve hand: 60 tiles are dealt to each player, 120 in total, but the bag has only 95" },
    { { { name = "market", deal = 96 } }, "reserve market: 96 tiles are dealt, 96 in total, but the bag "
      .. "has only 95" },
    { { { name = "hand", size = 2, deal = 3 } }, "reserve hand: 3 tiles are dealt, but the reserve has "
      .. "room for only 2" },
    { { { name = "hand", refill = "turn_end" } }, "refill requires deal, which is missing" },
    { { { name = "hand", deal = 1, refill = "deployment" } },
      "reserve hand: refill: no tiles can be dealt at deployment" },
    { { { name = "hand", visible_to = "owners" } },
      "visible_to: unknown word 'owners' %(did you mean owner%?%); expected all, owner, nobody" },
    { { { name = "hand", visible_too = "all" } },
      "reserves%[1%].visible_too: unknown key %(did you mean visible_to%?%)" },
    { { "hand", "hand" }, "reserve hand is declared twice" },
    { { { name = "hand", size = 0 } }, "size: expected 1 to 1023, got 0" },
  } do
    it("is reported: " .. case[2]:gsub("%%", ""), function()
      local fine, message = pcall(carcassonne.game, { variants = { { name = "mine", reserves = case[1] } } })
      assert.is_false(fine)
      assert.matches(case[2], message)
    end)
  end

  it("names a position with tiles that do not exist", function()
    for line, says in pairs {
      ["kept BA-D hand"] = "kept: each player has a reserve hand, but the statement names no player",
      ["kept BA-B heap 1"] = "expected a declared reserve, got 'heap'",
        ["unseen 200 hand 1"] = "200",
      ["kept BA-C hand 1\nkept BA-C hand 1"] = "kept: no copy of tile BA%-C is left" } do
      local fine, message = pcall(carcassonne.game,
        { variants = { HAND }, position = "start BA-D 0,0 r0\n" .. line .. "\ndecision draw" })
      assert.is_false(fine, line)
      assert.matches(says, message)
    end
  end)
end)

describe("A position as a table", function()
  local PILE = { name = "pile",
    reserves = { "pile", { name = "hand", owner = "player", visible_to = "owner", play_from = "any" } } }
  local function begun(reserves, decision)
    return carcassonne.game({ variants = { PILE },
      position = { tiles = { { id = "BA-U" } }, reserves = reserves,
      decision = decision or "place" } }):new_initial_state(3)
  end

  it("has the contents of reserves: ids, or their number", function()
    local state = begun { pile = { "BA-B", "BA-B" }, hand = { { "BA-U" }, 2 } }
    assert.same({ "BA-B", "BA-B" }, state:reserve "pile")
    assert.same({ "BA-U" }, state:reserve("hand", 1))
    assert.equal(2, state:num_in_reserve("hand", 2))
    assert.same({ "BA-U" }, placed_ids(state))
    assert.equal(4, begun({ pile = 4 }, "draw"):num_in_reserve "pile")
  end)

  for _, case in ipairs {
    { { pile = "BA-B" }, "position.reserves.pile: expected list or integer, got string" },
    { { hand = { { 1 } } }, "position.reserves.hand%[1%]%[1%]: expected string, got number 1" },
    { { hand = { { "BA-B\n" } } }, "position.reserves.hand%[1%]%[1%]: " },
    { { heap = { "BA-B" } }, "kept: reserve: expected a declared reserve, got 'heap'" },
    { { pile = { "BA-C", "BA-C" } }, "kept: no copy of tile BA%-C is left" },
    { { hand = { 1, 1, 1 } }, "there is no player 3" },
  } do
    it("is refused: " .. case[2]:gsub("%%", ""), function()
      assert.error_matches(function() begun(case[1], "draw") end, case[2])
    end)
  end
end)

describe("Two scripts", function()
  it("have a reserve each with the same name, and may share one", function()
    local function source(name, shared)
      return { name = name, reserves = { { name = "pile", size = 3, shared = shared } } }
    end
    local apart = carcassonne.game { variants = { source("one"), source("two") } }
    assert.equal(2, #apart:reserves())
    assert.equal("one.pile", apart:reserves()[1].name)
    assert.equal(1, #carcassonne.game({ variants = { source("one", true), source("two", true) } }):reserves())
    assert.equal(0, apart:new_initial_state(1):num_in_reserve "two.pile")
  end)

  -- Returns the tiles of player 1 in two reserves, and which of them are placed, turn by turn.
  local function placed_from(variants, ...)
    local lines = { "start BA-U 0,0 r0", ... }
    lines[#lines + 1] = "decision place"
    local state, turns = carcassonne.game { variants = variants,
      position = table.concat(lines, "\n") }:new_initial_state(1), {}
    while #turns < 3 do
      if state:decision() == "place" and state:turn_player() == 1 then
        turns[#turns + 1] = table.concat(placed_ids(state), " ")
      end
      assert(state:apply_action(state:decision() == "place" and state:action(1) or "pass"))
    end
    return turns
  end
  local refilled = { name = "refilled",
    reserves = { { name = "hand", owner = "player", deal = 1, refill = "turn_end", play_from = "next" } } }
  local bought = { name = "bought", reserves = { { name = "lot", owner = "player", play_from = "next" } } }

  it("have a turn take what is never refilled first, in whatever order they are: nobody's tiles wait for "
      .. "ever", function()
    for _, variants in ipairs { { refilled, bought }, { bought, refilled } } do
      assert.same({ "BA-K", "BA-L", "BA-V" },
        placed_from(variants, "kept BA-V hand 1", "kept BA-K lot 1", "kept BA-L lot 1"))
    end
  end)

  it("make a turn use the tiles of the first, then those of the second, if neither is refilled",
      function()
    local won = { name = "won", reserves = { { name = "prize", owner = "player", play_from = "any" } } }
    local tiles = { "kept BA-K lot 1", "kept BA-L lot 1", "kept BA-V prize 1" }
    assert.same({ "BA-K", "BA-L", "BA-V" }, placed_from({ bought, won }, compat.table.unpack(tiles)))
    assert.same({ "BA-V", "BA-K", "BA-L" }, placed_from({ won, bought }, compat.table.unpack(tiles)))
  end)

  it("are refused together if both refill the reserve of a turn's tile", function()
    local market = { name = "market",
      reserves = { { name = "stall", deal = 3, refill = "turn_end", play_from = "any" } } }
    assert.error_matches(function() carcassonne.game { variants = { refilled, market } } end,
      "reserve market.stall: turns also take tiles from hand; because both reserves are refilled, .* omit "
        .. "`refill` "
        .. "or `play_from` of one")
  end)
end)

describe("The market", function()
  for _, case in ipairs(test.read "examples/market_spec.lua") do
    it("shows that " .. case.name, function() assert.is_nil(test.run(case)) end)
  end
end)
