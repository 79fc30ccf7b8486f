-- Tokens: markers on the board or with players that are not pieces.

local board = require "spec.support.board"
local carcassonne = require "carcassonne"
local hands = require "spec.support.by_hand"

-- ---- Helpers ------------------------------------------------------------------------------------

-- A board of meadows and roads with these tokens; the hook applies `acts` when player 1 places the
-- next tile.
local function set(tokens, acts, source, options)
  local v = { name = "v", tokens = tokens,
    on_tile_placed = function(state, tile) if acts then acts(state, tile) end end }
  for key, value in pairs(source or {}) do v[key] = value end
  local given = { variants = { v } }
  for key, value in pairs(options or {}) do given[key] = value end
  return board.set([[
    .      .             next  .
    north  city=BA-E r2  .     .
    west   *road=BA-D    east  .
  ]], given)
end

-- The board after the act: player 1 has placed a crossroads in the east.
local function after(tokens, act, source, options)
  return set(tokens, act, source, options):play { "1: BA-L east" }
end

local function refusal(tokens, act, source)
  local ok, message = pcall(after, tokens, act, source)
  assert.is_false(ok)
  return tostring(message)
end

local function refused_game(source)
  source.name = "v"
  local ok, message = pcall(carcassonne.game, { variants = { source } })
  assert.is_false(ok)
  return tostring(message)
end

-- Returns the places of all tokens, as text: "gold 0,0", "gold hand 2", "flag#2/1 road:E.W 0,0".
local function reported(state)
  local list = {}
  for i, one in ipairs(state:tokens()) do
    local name = one.token .. (one.number and "#" .. one.number or "")
      .. (one.owner and "/" .. one.owner or "")
    local where = one.in_hand and "hand " .. one.player or (one.text and one.text .. " " or "") .. one.x
      .. "," .. one.y
    list[i] = name .. " " .. where
  end
  return list
end

local GOLD = { { name = "gold", on = { "tile", "player" }, count = 3 } }
local AT = { x = 0, y = 0 }

-- ---- Where they are -----------------------------------------------------------------------------

describe("Tokens", function()
  it("begin in the supply, where no selector finds them", function()
    local t = set(GOLD)
    assert.are.same({}, t.state:tokens())
    assert.are.equal(3, t.state:num_tokens "gold")
    assert.are.same(
      { { name = "gold", symbol = "Go", count = 3, numbers = 1, owner = "game", on = { "tile", "player" },
      visible_to = "all" } },
      t.game:tokens())
  end)

  it("have, also in lists of them, the names that the script of the running hook gives them", function()
    local names = {}
    after(GOLD, nil, nil, { variants = { { name = "w", tokens = { "gold" } }, { name = "v", tokens = GOLD,
      on_tile_placed = function(state) for i,
        kind in ipairs(state:game():tokens()) do names[i] = kind.name end end } } })
    assert.are.same({ "w.gold", "gold" }, names)
  end)

  it("have them in events that a hook reads, too", function()
    local named
    local v = { name = "v", tokens = GOLD, phases = { { name = "dig", timing = "turn_start",
      ask = function(state) state:offer { token = "gold" } end, on_chosen = function() end } },
        on_tile_placed = function(state)
      local before = state:clone()
      before:undo_action()
      for _, event in ipairs(before:events()) do named = event.kind == "chose" and event.token or named end
    end }
    local state = carcassonne.game {
      variants = { { name = "w", tokens = { "gold" } }, v } }:new_initial_state(1)
    assert.are.equal("dig v.gold", tostring(state:action(1)))
    state:apply_index(1)
    state:apply_index(1)
    assert.are.equal("gold", named)
    assert.are.equal("v.gold", hands.events(state, "chose")[1].token) -- with the host's names
  end)

  it("of players begin in their hands, in a number that may depend on the number of players", function()
    local t = set { { name = "flag", on = "segment", owner = "player", count = { 9, 2 } } }
    assert.are.same({ "flag/1 hand 1", "flag/1 hand 1", "flag/2 hand 2", "flag/2 hand 2" }, reported(t.state))
  end)

  it("go onto tiles, into hands and back", function()
    local t = after(GOLD, function(state)
      state:put_token("gold", AT)
      state:put_token("gold", 2)
      state:put_token("gold", 2)
      state:move_token(state:tokens({ in_hand = true })[1], nil)
      state:move_token(state:tokens({ in_hand = false })[1], 1)
    end)
    assert.are.same({ "gold hand 2", "gold hand 1" }, reported(t.state))
    assert.are.equal(1, t.state:num_tokens "gold")
  end)

  it("never exceed their number", function()
    local function take_all(state)
      for _ = 1, 3 do state:put_token("gold", state:turn_player()) end
    end
    assert.are.same({ "gold hand 1", "gold hand 1", "gold hand 1" }, reported(after(GOLD, take_all).state))
    assert.matches("no token gold is left in the supply", refusal(GOLD, function(state)
      take_all(state)
      state:put_token("gold", 2)
    end))
  end)

  it("have one place: if a token exists once, it leaves its old place", function()
    local t = after({ "ogre" }, function(state, tile)
      state:put_token("ogre", AT)
      state:put_token("ogre", tile)
    end)
    assert.are.same({ "ogre 1,0" }, reported(t.state))
    assert.are.equal(2, t.state:token("ogre").x + 1)
  end)

  it("on features are on all of it, also on later extensions", function()
    local t = after({ { name = "mage", on = "feature" } }, function(state)
      state:put_token("mage", { x = 0, y = 0, segment = "road:E.W" })
    end)
    local found = t.state:segments { token = "mage" }
    assert.are.same({ "road:E.W", "road:W" }, { found[1].text, found[2].text })
    t:play { "2: BA-U west" }
    assert.are.equal(3, t.state:count { "segments", token = "mage" })
    assert.are.equal(3, #t.state:tiles { token = "mage" })
    assert.are.equal(1, t.state:num_tokens("mage", t.state:feature(-1, 0, "road:E.W")))
  end)

  it("that are dealt begin in all hands, and belong to nobody", function()
    local t = after({ { name = "floor", owner = "dealt", count = { 9, 2 } } },
      function(state) state:put_token("floor", AT) end)
    assert.are.same({ "floor hand 1", "floor hand 2", "floor hand 2", "floor 0,0" }, reported(t.state))
    assert.are.same({ 1, 2 }, { t.state:num_tokens("floor", 1), t.state:num_tokens("floor", 2) })
    assert.are.equal(0, t.state:count { "tokens", player = "turn_player", in_hand = false })
    assert.matches("player 1 has no token floor left",
        refusal({ { name = "floor", owner = "dealt", count = 1 } }, function(state)
      state:put_token("floor", AT)
      state:put_token("floor", AT)
    end))
  end)

  it("with numbers are distinguished by them", function()
    local t = after({ { name = "flag", on = "segment", owner = "player", numbers = 3 } }, function(state)
      state:put_token("flag", { x = 0, y = 0, segment = "city:N" }, 2)
    end)
    assert.are.same({ "flag#1/1 hand 1", "flag#2/1 city:N 0,0", "flag#3/1 hand 1" },
      { reported(t.state)[1], reported(t.state)[2], reported(t.state)[3] })
    assert.are.equal(1, t.state:count { "tokens", token = { flag = 2 }, in_hand = false })
    assert.are.equal(0, t.state:num_tokens("flag", 1, 2))
  end)

  it("begin on the first tile that has an attribute", function()
    local source = { name = "v", attributes = { { name = "castle", on = "tile" } },
      tokens = { { name = "count", starts_on = "castle" } },
      tiles = "CA-A x1 @castle field:NL.NR.EL.ER.SL.SR.WL.WR", start = { { id = "CA-A" } } }
    local state = carcassonne.game { variants = { source } }:new_initial_state(1)
    assert.are.same({ "count 0,0" }, reported(state))
  end)
end)

-- ---- Asked for ----------------------------------------------------------------------------------

describe("A selector", function()
  local tokens = { "ogre", { name = "crown", on = "player" },
    { name = "gem", on = { "segment", "player" }, count = 4 } }

  -- The ogre is on the tile in the middle, player 2 has the crown, two gems are on the city, player
  -- 1 has one.
  local function laid(source)
    return after(tokens, function(state)
      if state:token "ogre" then return end
      state:put_token("ogre", AT)
      state:put_token("crown", 2)
      state:put_token("gem", { x = 0, y = 0, segment = "city:N" })
      state:put_token("gem", { x = 0, y = -1, segment = "city:S" })
      state:put_token("gem", 1)
    end, source, { standing = { "1 follower road road:E.W" } })
  end

  it("finds tokens by kind, hand and place", function()
    local state = laid().state
    assert.are.equal(4 + 1, state:count { "tokens" })
    assert.are.equal(2, state:count { "tokens", token = "gem", in_hand = false })
    assert.are.equal(1, state:count { "tokens", token = { "gem", "crown" }, player = 2 })
    assert.are.equal(3, state:count { "tokens", kind = "city" }) -- the ogre's tile has one, too
    assert.are.equal(2, state:count { "tokens", kind = "city", complete = true })
    assert.are.equal(2, state:count { "tokens", around = AT, token = "gem" })
    assert.are.equal(0, state:count { "tokens", player = "turn_player", token = "ogre" })
  end)

  it("finds tiles, segments, features, pieces and players with tokens", function()
    local state = laid().state
    assert.are.equal(2, state:count { "tiles", token = "gem" })
    assert.are.equal(1, state:count { "segments", token = "gem", at = AT })
    assert.are.equal(1, state:count { "features", token = { gem = 2 } })
    assert.are.equal(1, state:count { "pieces", token = "ogre" })
    assert.are.same({ 1 }, state:players { token = "gem" })
    assert.are.same({ 2 }, state:players { token = { gem = 0 } })
    assert.are.same({ 1 }, state:players { highest = "gem" })
    assert.is_true(state:matches(state:token "ogre", { token = "ogre", in_hand = false }))
  end)

  it("asks for several kinds of which the game lacks some, in any order", function()
    local state = laid().state
    assert.are.equal(1, state:count { "tokens", token = { "ogre", "troll?" } })
    assert.are.equal(1, state:count { "tokens", token = { "troll?", "ogre" } })
    assert.are.equal(0, state:count { "tokens", token = { "giant?", "troll?" } })
  end)

  it("takes the name of a token as a place, and as a player", function()
    local state = laid().state
    assert.are.equal(1, state:count { "tiles", at = "ogre" })
    assert.are.equal(2, state:count { "tiles", adjacent_to = "ogre" })
    assert.are.same({ 2 }, state:players { player = "crown" })
    assert.are.equal(0, state:count { "pieces", player = "crown" })
    assert.are.equal(0, state:count { "tiles", at = "crown" })
  end)

  it("refuses the name of several as a place", function()
    local state = laid().state
    assert.error_matches(function() state:count { "tiles", at = "gem" } end, "at: the game has more than "
      .. "one token gem")
    assert.error_matches(function() state:count { "pieces", token = "gme" } end,
      "token: the game declares no token 'gme'")
  end)

  it("counts them in rows of points, and in the end", function()
    local t = laid { points = { { kind = "city", per = "gem", add = 5 } },
      final_scoring = { { name = "gems", after = "goods", { "players", per = "gem", add = 10 } } } }
    assert.are.equal(4 + 10, t.state:feature(0, 0, "city:N").points)
    t.state:random_playout(1)
    local said = {}
    for _, event in ipairs(t.state:events()) do
      if event.label == "gems" and event.points then said[#said + 1] = { event.player, event.points } end
    end
    assert.are.same({ { 1, 10 } }, said)
  end)

  it("offers them, equal ones in one place once, and an option moves one", function()
    local t = set(GOLD, nil, { on_tile_placed = function(state)
      state:put_token("gold", AT)
      state:put_token("gold", AT)
      state:put_token("gold", 2)
    end, phases = { { name = "take", timing = "deployment", offer = { "tokens", token = "gold" },
      on_chosen = function(state, action) state:move_token(action, state:turn_player()) end } } })
    t:play { "1: BA-L east ..." }
    assert.are.same({ "take 2 gold", "take gold @road" }, t:options())
    t:apply "take gold @road"
    assert.are.same({ "gold 0,0", "gold hand 2", "gold hand 1" }, reported(t.state))
  end)
end)

-- ---- Kept and reported --------------------------------------------------------------------------

describe("The places of tokens", function()
  local tokens = { "ogre", { name = "mage", on = "feature" },
    { name = "gold", on = { "tile", "player" }, count = 5 },
    { name = "flag", on = "segment", owner = "player", numbers = 2, count = 2 },
      { name = "floor", owner = "dealt" } }
  local function act(state, tile)
    state:put_token("ogre", tile)
    state:put_token("mage", { x = tile.x, y = tile.y, segment = 1 })
    if state:num_tokens "gold" > 1 then
      state:put_token("gold", tile)
    else
      state:move_token(state:tokens { token = "gold" }[1], 2)
    end
    if state:num_tokens("flag", state:turn_player(), 2) > 0 then
      state:put_token("flag", { x = tile.x, y = tile.y, segment = 1 }, 2)
    end
    for floor in state:each { "tokens", token = "floor" } do state:move_token(floor, nil) end
  end
  local v = { name = "v", tokens = tokens, on_tile_placed = act }
  local game = carcassonne.game { variants = { v } }

  it("are in positions, from which a game starts again", function()
    local state = game:new_initial_state(5)
    for _ = 1, 40 do
      state:apply_index(1)
      local again = carcassonne.game { variants = { v },
        position = state:observation_string() }:new_initial_state(5)
      assert.are.equal(state:observation_string(), again:observation_string())
      assert.are.same(reported(state), reported(again))
    end
  end)

  it("are in the hash, in saved games and restored by undo", function()
    local state = game:new_initial_state(6)
    for _ = 1, 12 do state:apply_index(state:num_actions()) end
    local before, hash = reported(state), state:hash()
    assert.are.same(before, reported(carcassonne.load(state:serialize(), { variants = { v } })))
    for _ = 1, 5 do state:apply_index(1) end
    assert.are_not.equal(hash, state:hash())
    for _ = 1, 5 do state:undo_action() end
    assert.are.equal(hash, state:hash())
    assert.are.same(before, reported(state))
  end)

  it("are reported by events, with the old places", function()
    local t = after(GOLD, function(state)
      state:put_token("gold", AT)
      state:move_token(state:tokens()[1], 2)
    end)
    local list = {}
    for _, event in ipairs(t.state:events()) do
      if event.kind == "token" then list[#list + 1] = { event.label, event.x, event.player, event.from } end
    end
    assert.are.same({ { "gold", 0, nil, {} }, { "gold", nil, 2, { x = 0, y = 0 } } }, list)
  end)

  it("are in views, in words below the board, with those in hand, too", function()
    local t = after(GOLD, function(state)
      state:put_token("gold", AT)
      state:put_token("gold", 2)
    end)
    local view = t.state:view()
    assert.are.same({ "gold", 1, 0 }, { view.tokens[1].token, view.tokens[1].count, view.tokens[1].x })
    assert.are.same({ { token = "gold", count = 1 } }, view.tokens_left)
    assert.are.same({ "gold: at 0,0; in hand 0 | 1; 1 left" },
      require("carcassonne.text.board_extras").lines(t.state))
  end)
end)

-- ---- Refused ------------------------------------------------------------------------------------

describe("A token is refused", function()
  it("in a place where it may not be, and the action is undone", function()
    local t = set({ "ogre" }, function(state) state:put_token("ogre", 2) end)
    local before = t.state:hash()
    t:draw "BA-L"
    local ok, message = pcall(t.state.apply_action, t.state, "place BA-L 1,0 r0")
    assert.is_false(ok)
    assert.matches("variant 'v', on_tile_placed: .*ogre cannot be in this player's hand: its `on` does "
      .. "not list `player`", message)
    t.state:undo_action()
    assert.are.equal(before, t.state:hash())
  end)

  it("on a tile without a segment, off the board, or of nobody", function()
    local mage = { { name = "mage", on = "feature" } }
    assert.matches("mage must be on a segment, but no segment is given",
      refusal(mage, function(state) state:put_token("mage", AT) end))
    assert.matches("no tile lies at this cell",
      refusal(GOLD, function(state) state:put_token("gold", { x = 9, y = 9 }) end))
    assert.matches("the tile at this cell does not have this segment",
      refusal(mage, function(state) state:put_token("mage", { x = 0, y = 0, segment = "city:S" }) end))
    assert.matches("there is no player 3", refusal(GOLD, function(state) state:put_token("gold", 3) end))
    assert.matches("expected a player's number, a table with x and y, or nil; got boolean",
      refusal(GOLD, function(state) state:put_token("gold", true) end))
  end)

  it("that is missing, or that nobody declares", function()
    assert.matches("there is no such token at this place: gold",
      refusal(GOLD, function(state) state:move_token({ token = "gold", player = 1 }, 2) end))
    assert.matches("with a field 'token'",
      refusal(GOLD, function(state) state:move_token({ x = 0, y = 0 }, 2) end))
    assert.matches("the game declares no token 'silver'",
      refusal(GOLD, function(state) state:put_token("silver", 2) end))
    assert.matches("#1 to 'move_token' %(the game declares no token 'silver'",
      refusal(GOLD, function(state) state:move_token({ token = "silver", player = 1 }, 2) end))
    assert.matches("#1 to 'offer' %(token: the game declares no token 'silver'",
      refusal(GOLD, nil, { phases = { { name = "ask",
      timing = "after_scoring", ask = function(state) state:offer { token = "silver" } end,
        on_chosen = function() end } } }))
    assert.matches("the game has several of these "
      .. "tokens", refusal(GOLD, function(state) state:token "gold" end))
  end)

  it("with a number that it does not have", function()
    assert.matches("the tokens gold have no numbers",
      refusal(GOLD, function(state) state:put_token("gold", 1, 2) end))
    local flag = { { name = "flag", on = "segment", numbers = 3 } }
    assert.matches("the tokens flag have the numbers 1 to 3; got 0",
      refusal(flag, function(state) state:put_token("flag", { x = 0, y = 0, segment = 1 }) end))
  end)

  it("from a hook that only answers", function()
    assert.matches("this hook only answers a question", refusal(GOLD, nil,
      { allow_placement = function(state) state:put_token("gold", 1) return true end }))
  end)
end)

describe("A token in data is refused", function()
  it("with a name that means something else", function()
    assert.matches("token follower: a piece, a kind of segment or a word of selectors has this name",
      refused_game { tokens = { "follower" } })
    assert.matches("token city: a piece, a kind of segment", refused_game { tokens = { "city" } })
    assert.matches("token coins is declared twice",
      refused_game { variables = { "coins" }, tokens = { "coins" } })
  end)

  it("in incompatible or invalid places", function()
    assert.matches("on: expected either segment or feature, got both",
      refused_game { tokens = { { name = "x", on = { "segment", "feature" } } } })
    assert.matches("tokens%[1%].on: unknown word 'tiel' %(did you mean tile%?%)",
      refused_game { tokens = { { name = "x", on = "tiel" } } })
    assert.matches("starts_on requires that `on` lists tile", refused_game {
      attributes = { { name = "castle", on = "tile" } },
        tokens = { { name = "x", on = "player", starts_on = "castle" } } })
  end)

  it("if there are too many, or with too long a sign", function()
    assert.matches("tokens%[1%].count: expected 0 to 1023, got 5000",
      refused_game { tokens = { { name = "x", count = 5000 } } })
    assert.matches("with these tokens, the game has 1100 tokens; the maximum is 1023",
      refused_game { tokens = { { name = "x", count = 550, owner = "player" } } })
    assert.matches("symbol: expected a symbol of one to four letters",
      refused_game { tokens = { { name = "x", symbol = "dragon" } } })
  end)

  it("in a position with more of them than exist, or in a place where they may not be", function()
    local function position(line)
      local v = { name = "v", tokens = { GOLD[1], { name = "mine", owner = "player" } } }
      local ok, message = pcall(carcassonne.game,
        { variants = { v }, position = "start BA-D 0,0 r0\n" .. line })
      return ok or tostring(message)
    end
    assert.is_true(position "put gold cell=0,0 count=3")
    assert.matches("put: gold: not enough of these tokens are left", position "put gold player=1 count=4")
    assert.matches("put: gold: there is no tile at 4,4", position "put gold cell=4,4")
    assert.matches("put: gold: these tokens have no owner; omit owner=", position "put gold player=1 owner=1")
    assert.matches("put: mine: owner= is missing", position "put mine cell=0,0")
    assert.matches("put: mine: owner= names a player who is not in the game",
      position "put mine cell=0,0 owner=3")
    assert.matches("put: expected cell= or player=", position "put gold count=2")
  end)
end)

-- ---- The example --------------------------------------------------------------------------------

describe("examples/gold.lua", function()
  it("puts a nugget on the mine, and another on a tile around", function()
    local t = board.set([[
      mine  *a=BA-E r2  .
      .     b=BA-D      .
    ]], { variants = { "examples/gold.lua" } })
    t:play { "1: GO-B mine" }
    assert.are.equal(15, t.state:num_tokens "gold")
    t:play { "1: gold @b" }
    assert.are.equal(14, t.state:num_tokens "gold")
    assert.are.equal(1, t.state:num_tokens("gold", t:cell "b"))
  end)

  it("gives them to the player who scores where they lie", function()
    local t = board.set([[
      .      north
      mine   *a=BA-D
    ]], { variants = { "examples/gold.lua" } })
    t:play { "1: GO-A mine", "1: gold @a", "2: BA-E north r2, follower city:S" }
    assert.are.equal(1, t.state:num_tokens("gold", 2))
    assert.are.equal(1, t.state:num_tokens("gold", t:cell "mine"))
  end)

  it("counts them in the end; more of them are worth more each", function()
    local game = carcassonne.game { variants = { "examples/gold.lua" } }
    for seed = 1, 8 do
      local state = game:new_initial_state(seed)
      state:random_playout(seed)
      local got = {}
      for _, event in ipairs(state:events()) do
        if event.label == "gold" and event.kind == "awarded" then
          got[event.player] = (got[event.player] or 0) + event.points
        end
      end
      for player = 1, 2 do
        local n = state:num_tokens("gold", player)
        local each = n >= 10 and 4 or n >= 7 and 3 or n >= 4 and 2 or 1
        assert.are.equal(n * each, got[player] or 0)
      end
    end
  end)
end)
