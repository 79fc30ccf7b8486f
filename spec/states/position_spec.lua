-- Positions from which a game begins: errors in positions that are written by hand, and games that
-- are set up from what a player sees of another game.

local board = require "spec.support.board"
local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"
local chooser = require("spec.support.properties").chooser
local scaled = require "spec.support.scale"

-- Checks that making this game fails, with a message that all these patterns match.
local function refused(options, ...)
  local fine, message = pcall(carcassonne.game, options)
  assert.is_false(fine)
  for _, pattern in ipairs { ... } do assert.matches(pattern, message) end
end

describe("Pieces of a position", function()
  local meadow = "field:EL.WR"

  -- Returns the pieces on the board of a game with these pieces, independent of their order.
  local function standing(pieces, more)
    local given = { position = { tiles = { { id = "BA-D" } }, pieces = pieces } }
    for key, value in pairs(more or {}) do given[key] = value end
    local list = {}
    for _, piece in ipairs(carcassonne.game(given):new_initial_state(1):pieces()) do
      list[#list + 1] = ("%d %s %s"):format(piece.player, piece.piece, piece.text)
    end
    table.sort(list)
    return list
  end

  local function piece(name, segment, player)
    return { player = player or 1, piece = name, x = 0, y = 0, segment = segment }
  end

  it("may be named in any order: a builder, or a pig, before its follower", function()
    local orchard = "field:ER.SL.SR.WL"
    local pieces = { piece("builder", "road:E.W"), piece("follower", "road:E.W"), piece("pig", orchard),
      piece("follower", orchard) }
    local home = { rules = { orphan_pig = "return" } }
    local expected = { "1 builder road:E.W", "1 follower " .. orchard, "1 follower road:E.W",
      "1 pig " .. orchard }
    assert.same(expected, standing(pieces, home))
    assert.same(expected, standing({ pieces[4], pieces[3], pieces[2], pieces[1] }, home))
    assert.same(expected, standing({ pieces[3], pieces[1], pieces[4], pieces[2] }, home))
  end)

  it("may be named in any order: a piece of a variant that returns with its follower", function()
    local dog = { name = "dog",
      pieces = { dog = { count = 1, role = "special", on = "road", needs = { "own_follower" },
      orphan = "return" } } }
    local pieces = { piece("dog", "road:E.W"), piece("follower", "road:E.W") }
    assert.same({ "1 dog road:E.W", "1 follower road:E.W" }, standing(pieces, { variants = { dog } }))
    refused({ variants = { dog }, position = { tiles = { { id = "BA-D" } }, pieces = { pieces[1] } } },
      "player 1's dog needs a follower")
  end)

  it("still need their follower: none, another player's, or one elsewhere is not enough", function()
    for _, others in ipairs { {}, { piece("follower", "road:E.W", 2) }, { piece("follower", "city:N") } } do
      table.insert(others, 1, piece("builder", "road:E.W"))
      refused({ position = { tiles = { { id = "BA-D" } }, pieces = others } },
        "player 1's builder needs a follower of this player in the same feature", "stand 1 builder 0,0 "
          .. "road:E.W")
    end
    local pig = { piece("pig", meadow), piece("follower", "road:E.W") }
    refused({ rules = { orphan_pig = "return" }, position = { tiles = { { id = "BA-D" } }, pieces = pig } },
      "player 1's pig needs a follower of this player in the same feature")
  end)
end)

describe("A builder of a position that a phase of a script may have left alone", function()
  it("needs no follower beside it, so that each observed game can be set up", function()
    local alone = { tiles = { { id = "BA-D" } },
      pieces = { { player = 1, piece = "builder", x = 0, y = 0, segment = "road:E.W" } } }
    refused({ position = alone }, "needs a follower of this player in the same feature")
    local state = carcassonne.game({ variants = { "ferries" }, position = alone }):new_initial_state(1)
    assert.equal(1, state:count { "pieces", piece = "builder" })
    local again = carcassonne.game { variants = { "ferries" }, position = state:observation_string() }
    assert.equal(state:observation_string(), again:new_initial_state(1):observation_string())
  end)
end)

describe("Goods of a position", function()
  local function with(goods, more)
    local given = { players = 3, position = { tiles = { { id = "BA-D" } }, goods = goods } }
    for key, value in pairs(more or {}) do given[key] = value end
    return given
  end

  it("may be all that exist, for one player or among several", function()
    for _, goods in ipairs { { { wine = 9, grain = 6, cloth = 5 } },
        { { wine = 3, cloth = 5 }, { wine = 6 }, { grain = 6 } } } do
      local state = carcassonne.game(with(goods)):new_initial_state(1)
      assert.equal(goods[1].wine, state:goods(1).wine)
    end
  end)

  it("that exceed their number are refused, with the number", function()
    refused(with { { wine = 10 } }, "10 wine", "has only 9")
    refused(with { { grain = 3 }, {}, { grain = 4 } }, "7 grain", "has only 6", "have 3 0 4 0")
    refused(with { { cloth = 6 } }, "6 cloth", "has only 5")
  end)

  it("are the tokens of the box, or as many as the tiles of this game show if that is more; none if none "
      .. "show any", function()
    local cellar = "CELLAR x12 city:N+wine field:EL.ER.SL.SR.WL.WR~N"
    local function wine(n, more)
      return carcassonne.game(with({ { wine = n } }, more)):new_initial_state(1):goods(1).wine
    end
    assert.equal(12, wine(12, { sets = { "base" }, tiles = cellar }))
    refused(with({ { wine = 13 } }, { sets = { "base" }, tiles = cellar }), "13 wine", "has only 12")
    assert.equal(5,
      carcassonne.game(with({ { cloth = 5 } }, { sets = { "base" }, tiles = cellar })):new_initial_state(
      1):goods(1).cloth)
    assert.equal(18, wine(18, { sets = { "base", "traders x2" } }))
    refused(with({ { wine = 1 } }, { sets = { "base" } }), "1 wine", "has only 0")
  end)
end)

-- ---- What the players see, read back ------------------------------------------------------------

local function texts(state)
  local list = {}
  for i, action in ipairs(state:legal_actions()) do list[i] = tostring(action) end
  table.sort(list)
  return table.concat(list, "\n")
end

-- Returns the game of a position as the players of this state see it.
local function read_back(state, given)
  local with = { position = state:observation_string() }
  for key, value in pairs(given) do with[key] = value end
  with.start = nil
  return carcassonne.game(with):new_initial_state(1)
end

-- Checks that both states wait for the same decision, of the same player, in the same part of the
-- turn, with the same choices.
local function alike(state, back)
  assert.equal(state:decision(), back:decision())
  assert.equal(state:phase(), back:phase())
  assert.equal(state:current_player(), back:current_player())
  assert.equal(state:turn_player(), back:turn_player())
  assert.equal(state:part(), back:part())
  assert.same(state:returns(), back:returns())
  for player = 1, state:game():players() do
    assert.same(state:pieces_in_hand(player), back:pieces_in_hand(player))
    assert.same(state:captured(player), back:captured(player))
    assert.same(state:goods(player), back:goods(player))
    assert.equal(state:has_resigned(player), back:has_resigned(player))
  end
  assert.equal(texts(state), texts(back))
  assert.equal(state:observation_string(), back:observation_string())
end

-- Applies the same actions to both states until the end of the next turn.
local function play_on(state, back, random)
  local turn, turns = state:turn_player(), 0
  while not state:is_terminal() and turns < 2 do
    local action = tostring(state:action(random(state:num_actions())))
    assert(state:apply_action(action))
    assert(back:apply_action(action))
    alike(state, back)
    if state:turn_player() ~= turn then turn, turns = state:turn_player(), turns + 1 end
  end
end

-- Returns a random action, with a preference for actions that lead to a second part of the turn,
-- and for actions of scripts.
local function choose(state, random)
  local n = state:num_actions()
  for _ = 1, 3 do
    local i = random(n)
    local text = tostring(state:action(i))
    if text:match "builder" or text == "extra take" or state:action(i).kind == "choice" then return i end
    if text:match "follower road" or text:match "follower city" then return i end
  end
  return random(n)
end

-- Compares one in `share` decisions of a random game, and all decisions of second parts; sometimes
-- a player gives up. `seen` counts the comparisons.
local function compare_some(given, seed, share, seen)
  local random = chooser(seed)
  local state = carcassonne.game(given):new_initial_state(seed)
  while not state:is_terminal() do
    local rare = state:part() > 1 or state:decision() == "extra"
    if rare or random(share) == 1 then
      local back, copy = read_back(state, given), state:clone()
      local what = (state:phase() or state:decision()) .. (state:part() > 1 and " in a further part" or "")
      seen[what] = (seen[what] or 0) + 1
      alike(state, back)
      play_on(copy, back, random)
    end
    if random(400) == 1 then
      state:resign(state:turn_player())
    else
      state:apply_index(choose(state, random))
    end
  end
  alike(state, read_back(state, given))
end

describe("A state's observation reads back as the same decision, and continues in the same way:", function()
  local USUAL_SHARE = 12
  -- one in this number of decisions is compared
  local GAMES, SHARE = scaled(4, 1), scaled(USUAL_SHARE, USUAL_SHARE, 4 * USUAL_SHARE)
  local seen = {}

  for name, given in pairs {
    ["the base game"] = { sets = { "base" } },
    ["Traders & Builders"] = { players = 3 },
    ["Traders & Builders, as long as the builder's feature grows"] = { edition = "jcz",
      rules = { builder_parts = "unlimited" } },
    ["Traders & Builders, where a second part must be taken"] = { edition = "jcz",
      rules = { double_turn = "compulsory" } },
    ["all expansions"] = { players = 3, variants = carcassonne.expansions() },
    ["nine expansions, without the one that joins features"] = { players = 3, edition = "jcz", variants = {
      "abbey-and-mayor", "bridges", "festival", "inns-and-cathedrals", "king-and-robber",
        "princess-and-dragon", "river",
      "siege", "tower" } },
  } do
    it(name .. (given.variants and " #full" or ""), function()
      given.draws = "manual"
      for seed = 1, GAMES do compare_some(given, seed, SHARE, seen) end
    end)
  end

  it("and some were compared #full", function()
    for what, least in pairs { place = 60, draw = 60, deploy = 60, extra = 2, ["place in a further part"] = 2,
      ["draw in a further part"] = 2, ["deploy in a further part"] = 2, dragon = 4, capture = 2,
          abbey = 1 } do
      assert.is_true((seen[what] or 0) >= math.floor(least * GAMES * USUAL_SHARE / SHARE / 4),
        ("%s: %d"):format(what, seen[what] or 0))
    end
  end)
end)

describe("A position in the middle of a turn", function()
  local road = [[
    west    start=BA-U  east   farther
    meadow  BA-B        other  last
  ]]
  local builder_at_work = { "1 follower start road:E.W", "1 builder start road:E.W" }

  local function on_road(more)
    local options = { standing = builder_at_work, bag = "BA-U BA-U BA-U BA-B" }
    for key, value in pairs(more or {}) do options[key] = value end
    return board.set(road, options)
  end

  it("asks whether part two is taken, as before: it may be declined", function()
    local t = on_road()
    t:play { "1: BA-U east" }
    local back = t:read_back()
    assert.equal("extra", back.state:decision())
    assert.equal(1, back.state:part())
    assert.is_true(back:may "extra take" and back:may "extra decline")
    back:play { "1: decline" }
    assert.equal(2, back.state:turn_player())
  end)

  it("in part two is not followed by a third tile", function()
    local t = on_road()
    t:play { "1: BA-U east", "1: take" }
    local drawing = t:read_back()
    assert.equal("draw", drawing.state:decision())
    assert.equal(2, drawing.state:part())
    drawing:play { "1: BA-U farther" }
    assert.equal(2, drawing.state:turn_player())
    t:play { "1: BA-U farther ..." }
    local deploying = t:read_back()
    assert.equal("deploy", deploying.state:decision())
    assert.equal(2, deploying.state:part())
    deploying:apply "pass"
    assert.equal(2, deploying.state:turn_player())
  end)

  it("remembers that the tile just placed extended the builder's feature, even if the builder has left since",
      function()
    local removal = { name = "removal", on_tile_placed = function(state)
      for _, piece in ipairs(state:pieces()) do
        if piece.piece == "builder" then state:return_piece(piece) end
      end
    end }
    local t = on_road { variants = { removal } }
    t:play { "1: BA-U east ..." }
    local back = t:read_back()
    back:apply "pass"
    assert.equal("extra", back.state:decision())
  end)

  it("scores what the tile just placed has completed, and returns the pieces, once", function()
    local t = board.set([[
      BA-B  BA-B         BA-B
      BA-B  monk=BA-B    BA-B
      BA-B  end=BA-A r3  east
    ]], { standing = { "1 follower end road:E", "2 follower monk monastery", "1 builder end road:E" },
      bag = "BA-A BA-U BA-B" })
    t:play { "1: BA-A east r1 ..." }
    local back = t:read_back()
    assert.same(t:standing(), back:standing())
    assert.same({ 0, 0 }, back:points())
    for _, one in ipairs { t, back } do
      one:apply "pass"
      assert.same({ 2, 9 }, one:points())
      assert.same({}, one:standing())
      assert.equal("extra", one.state:decision())
    end
  end)

  it("scores what a tile has completed around it without joining, as an abbey does", function()
    local t = board.set([[
      BA-B          north=BA-E r2  BA-B
      west=BA-A r3  here           east=BA-A r1
      BA-B          BA-B           BA-B
    ]],
      { variants = { "abbey-and-mayor" }, standing = { "1 follower north city:S", "2 follower west road:E" },
      bag = "BA-B AM-AB AM-AB" })
    t:play { "1: abbey @here" }
    t = t:read_back()
    assert.equal("deploy", t.state:decision())
    t:apply "pass"
    assert.same({ 2, 1 }, t:points())
    assert.same({}, t:standing())
  end)

  it("continues in the round after the last tile", function()
    local t = board.set([[
      BA-B  BA-B  BA-B  BA-B  BA-B
      BA-B  one   BA-B  two   BA-B
      BA-B  BA-B  BA-B  BA-B  BA-B  last
    ]], { variants = { "abbey-and-mayor" }, players = 3, bag = "BA-B AM-AB AM-AB AM-AB" })
    t:play { "1: pass", "1: BA-B last" }
    t = t:read_back()
    t:play { "2: abbey-end @two" }
    t = t:read_back()
    assert.equal("deploy", t.state:decision())
    t:apply "deploy follower monastery"
    t = t:read_back()
    assert.equal("abbey-end", t.state:phase())
    t:play { "3: abbey-end @one" }
    t = t:read_back()
    t:apply "pass"
    assert.is_true(t.state:is_terminal())
    assert.same({ 0, 9, 0 }, t:points())
  end)

  it("records the owners of bridges on the board, so that each player has the rest in hand", function()
    local given = { variants = { "bridges" }, position = "start BA-B 0,0 r0 N.S 2\nstart BA-B 1,0 r0 N.S 1\n"
      .. "start BA-B -1,0 r0 N.S 2" }
    local state = carcassonne.game(given):new_initial_state(1)
    assert.equal(state:in_hand(1, "bridge") - 1, state:in_hand(2, "bridge"))
    local all = carcassonne.game({ variants = { "bridges" } }):new_initial_state(1):in_hand(2, "bridge")
    assert.equal(all - 2, state:in_hand(2, "bridge"))
    alike(state, read_back(state, { variants = { "bridges" } }))
  end)

  it("gives the points of a turn's start only once, at any decision of the turn",
      function()
    local fee = { name = "fee", phases = { { name = "fee", timing = "turn_start", run = function(state)
      state:award(state:turn_player(), 1, "fee")
    end } } }
    local t = on_road { variants = { fee } }
    local moves = { "draw BA-U", "place BA-U 1,0 r0", "pass", "extra take", "draw BA-U",
      "place BA-U 2,0 r0", "pass" }
    for _, move in ipairs(moves) do
      t = t:read_back()
      assert.same({ 1, 0 }, t:points(), "before " .. move)
      t:apply(move)
    end
    assert.same({ 1, 1 }, t:points())
  end)

  it("keeps variables of the turn and of the part, and clears them at their ends", function()
    local once = { name = "once",
      variables = { { name = "in_turn", lifetime = "turn" }, { name = "parts", lifetime = "part" } },
      on_tile_placed = function(state)
        state:set_variable("in_turn", nil, state:variable "in_turn" + 1)
        state:set_variable("parts", nil, state:variable "parts" + 1)
      end }
    local t = on_road { variants = { once } }
    local function is(turns, parts)
      t = t:read_back()
      assert.same({ turns, parts }, { t.state:variable "in_turn", t.state:variable "parts" })
    end
    t:play { "1: BA-U east ..." }
    is(1, 1)
    t:apply "pass"
    is(1, 1)
    t:play { "1: take" }
    is(1, 0)
    t:play { "1: BA-U farther ..." }
    is(2, 1)
    t:apply "pass"
    is(0, 0)
  end)

  it("keeps variables of features", function()
    local gold = { name = "gold", variables = { { name = "gold", scope = "feature" } },
        on_tile_placed = function(state, tile)
      state:set_variable("gold", state:feature(tile.x, tile.y, "road:E.W"), 7)
    end }
    local t = on_road { variants = { gold } }
    t:play { "1: BA-U east ..." }
    local back = t:read_back()
    assert.equal(7, back.state:variable("gold", back:feature("start", "road:E.W")))
    assert.equal(0, back.state:variable("gold", back:feature("start", "field:NL.NR.EL.WR")))
  end)

  it("asks a script's question again, of the same player, or of chance", function()
    for _, who in ipairs { 2, "chance" } do
      local asked = { name = "asked", phases = { { name = "gift", timing = "after_scoring",
        ask = function(state)
          for number = 1, 3 do state:offer { number = number } end
          return who
        end,
        on_chosen = function(state, action) state:award(1, action.number, "gift") end } } }
      local t = on_road { variants = { asked } }
      t:play { "1: BA-U east" }
      assert.equal("gift", t.state:phase())
      local back = t:read_back()
      alike(t.state, back.state)
      back:apply "gift #3"
      assert.same({ 3, 0 }, back:points())
      assert.equal("extra", back.state:decision())
    end
  end)

  it("distinguishes phases of one name", function()
    local asked = { name = "asked", variables = { "gifts" }, phases = {} }
    for i, at in ipairs { "before_scoring", "after_scoring", "after_scoring", "turn_end" } do
      asked.phases[i] = { name = "gift", timing = at, ask = function(state) state:offer { number = i } end,
        on_chosen = function() end }
    end
    local t = on_road { variants = { asked } }
    t:play { "1: BA-U east" }
    for i = 1, 3 do
      t = t:read_back()
      assert.same({ ("gift #%d"):format(i) }, { tostring(t.state:action(1)) })
      t.state:apply_index(1)
    end
    t = t:read_back()
    assert.equal("extra", t.state:decision())
  end)

  it("leaves a player who has resigned out of the coming turns", function()
    local t = on_road { players = 3 }
    t.state:resign(2)
    local back = t:read_back()
    assert.is_true(back.state:has_resigned(2))
    back:play { "1: BA-B meadow" }
    assert.equal(3, back.state:turn_player())
  end)

  it("is over if the game was: nothing is scored again", function()
    local t = on_road { bag = "BA-U" }
    t:play { "1: BA-U east" }
    assert.is_true(t.state:is_terminal())
    assert.is_true(t:points()[1] > 0)
    local back = t:read_back()
    assert.is_true(back.state:is_terminal())
    assert.same(t:points(), back:points())
    assert.same(t.state:winners(), back.state:winners())
  end)

  it("can be saved, undone and shown like any other", function()
    local t = on_road()
    t:play { "1: BA-U east" }
    local state = t:read_back().state
    local before = state:clone()
    for _ = 1, 12 do
      if not state:is_terminal() then state:apply_index(1) end
      assert.is_true(assert(carcassonne.load(state:serialize())):hash() == state:hash())
    end
    while state:decisions() > 0 do state:undo_action() end
    assert.is_true(before == state)
    local reported = state:events()
    assert.equal("laid", reported[1].kind)
    assert.equal("turn", reported[state:num_tiles() + 1].kind)
  end)

  it("with the engine's draws continues without an additional draw", function()
    local t = board.set(road, { standing = builder_at_work, bag = "BA-U BA-U BA-U BA-B", draws = "seeded" })
    while t.state:decision() ~= "extra" do
      local index = 1
      for i, action in ipairs(t.state:legal_actions()) do
        if action.kind == "place" and action.id == "BA-U" and action.y == 0 then index = i end
      end
      t.state:apply_index(index)
    end
    local back = t:read_back()
    alike(t.state, back.state)
    back:apply "extra take"
    assert.equal("place", back.state:decision())
    assert.equal(2, back.state:part())
  end)
end)

describe("A position written by hand", function()
  local tiles = { { id = "BA-D" }, { id = "BA-U", x = 1 } }

  local function begin(more)
    local position = { tiles = tiles, pieces = { { player = 1, x = 1, y = 0, segment = "road:E.W" } } }
    for key, value in pairs(more) do position[key] = value end
    return carcassonne.game({ draws = "manual", position = position }):new_initial_state(1)
  end

  it("may begin with any decision of the rules, in any part of the turn", function()
    local state = begin { decision = "extra" }
    assert.equal("extra", state:decision())
    state = begin { decision = "draw", part = 2 }
    assert.equal("draw", state:decision())
    assert.equal(2, state:part())
    state = begin { hand = "BA-V", part = 2, turn = 2 }
    assert.equal("place", state:decision())
    assert.equal(2, state:part())
    state = begin { decision = "deploy", turn = 2 }
    assert.equal("deploy", state:decision())
    assert.equal("BA-U", state:hand())
    assert.equal("draw", begin({}):decision())
  end)

  local function lines(text)
    local function nothing() end
    local v = { name = "v", variables = { { name = "gold", scope = "feature" } }, phases = {
      { name = "gift", timing = "after_scoring", ask = nothing, on_chosen = nothing },
      { name = "fly", timing = "deployment", ask = nothing, on_chosen = nothing } } }
    return { position = "start BA-D 0,0 r0\nstart BA-U 1,0 r0\n" .. text, variants = { v } }
  end

  for name, case in pairs {
    ["a decision that there is not"] = { { position = { decision = "resign" } }, "decision", "resign" },
    ["a script's question"] = { { position = { decision = "choice" } }, "decision", "choice" },
    ["another word for a decision"] = { lines "decision placing",
      "expected draw, place, deploy, extra, choice or none" },
    ["a tile to be placed that is not named"] = { { position = { tiles = tiles, decision = "place" } },
      "requires the statement `hand`" },
    ["a tile in hand when none is to be placed"] = { lines "hand BA-B\ndecision extra", "requires the "
      .. "decision `place`" },
    ["a deployment without a tile"] = { { start = "none", position = "start none\ndecision deploy" },
      "but the board has none" },
    ["no part"] = { lines "decision draw part=0", "part: expected a number from 1 to 255, got '0'" },
    ["a choice without a phase"] = { lines "decision choice", "requires phase=" },
    ["a phase without a choice"] = { lines "decision draw phase=gift", "requires phase=" },
    ["a phase that there is not"] = { lines "decision choice phase=gitf", "got 'gitf'",
      "did you mean gift%?" },
    ["a second phase of a name that there is not"] = { lines "decision choice phase=gift:2",
      "or NAME:N for .* got 'gift:2'" },
    ["a phase that is part of another decision"] = { lines "decision choice phase=fly",
      "adds options to another decision" },
    ["a phase that is not at the end as one"] = { lines "decision deploy ending=gift",
      "ending= must name a phase with the timing `game_end`" },
    ["a word that means nothing"] = { lines "decision draw twice", "unknown word 'twice'; expected part=" },
    ["a feature's memory where no segment is"] = { lines "remember gold 999 1", "index 999" },
    ["something closed that is not complete"] = { lines "closed 1", "the index 1 is not complete" },
    ["something closed that is not there"] = { lines "closed 999\ndecision deploy", "the index 999" },
    ["the turn of a player who has resigned"] = { lines "resigned 1\nturn 1", "player 1 has resigned" },
    ["only one player left"] = { lines "resigned 2", "only one player is left" },
    ["a player who is not in the game"] = { lines "resigned 5", "not in the game" },
    ["a piece on what was complete before the last tile"] = { { sets = { "base" },
      position = "start BA-E 0,0 r0\nstart BA-E 0,-1 r2\nstart BA-B 0,1 r0\nstand 1 follower 0,0 "
        .. "city:N\ndecision deploy" },
      "is complete, so its pieces have already returned" },
  } do
    it("is refused with " .. name, function() refused(compat.table.unpack(case)) end)
  end
end)
