-- The Tower: a test for each sentence of its rules.

local carcassonne = require "carcassonne"
local board = require "spec.support.board"

-- A board with this expansion; `chosen` are its options.
local function set(picture, options, chosen)
  local given = { variants = { carcassonne.variant("tower", chosen) } }
  for key, value in pairs(options or {}) do
    if key ~= "variants" then given[key] = value end
  end
  for _, more in ipairs(options and options.variants or {}) do given.variants[#given.variants + 1] = more end
  return board.set(picture, given)
end

local FIELD = "field:NL.NR.EL.ER.SL.SR.WL.WR" -- the field of the tower's tile and of meadows

-- Returns how many pieces of a player are captured, and how many are in hand.
local function captured(t, player, piece) return t.state:captured(player)[piece or "follower"] or 0 end
local function in_hand(t, player, piece) return t.state:pieces_in_hand(player)[piece or "follower"] end

local function height(t, name)
  local cell = t:cell(name)
  return t.state:num_tokens("tower", cell)
end

-- A tower between meadows, and cells for more tiles.
local meadow = [[
  .        .        n1=BA-B     corner=BA-B
  w2=BA-B  w1=BA-B  *keep=TO-B  e1=BA-B
  here     there    again       .
]]

describe("Tower pieces", function()
  for players, pieces in pairs { [2] = 10, [3] = 9, [4] = 7, [5] = 6, [6] = 5 } do
    it(("are %d each with %d players"):format(pieces, players), function()
      local t = set("BA-D", { players = players })
      for player = 1, players do assert.equal(pieces, t.state:num_tokens("tower", player)) end
    end)
  end

  it("go onto any tower, whatever tile was placed, instead of a deployment", function()
    local t = set(meadow):play { "1: BA-B here ..." }
    assert.same({ "tower @keep" }, t:options())
    t:apply "tower @keep"
    assert.equal(1, height(t, "keep"))
    assert.equal(9, t.state:num_tokens("tower", 1))
    assert.equal(2, t.state:turn_player())
  end)

  it("go onto the tower just placed, and onto each other", function()
    local t = set "start=BA-B east far"
    t:play { "1: TO-B east, tower @east", "2: BA-B far, tower @east" }
    assert.equal(2, height(t, "east"))
  end)

  it("do not go onto a tower with a follower on top", function()
    local t = set(meadow, { standing = { "2 follower keep spot" } }):play { "1: BA-B here ..." }
    assert.same({}, t:options())
  end)

  it("are offered as long as the player has a piece left", function()
    local t = set("start=TO-B a b c d e f g h i j last",
      { players = 1, tiles = "LAWN x11 monastery " .. FIELD })
    for cell in ("abcdefghij"):gmatch "." do t:play { ("1: LAWN %s, tower @start"):format(cell) } end
    assert.equal(10, height(t, "start"))
    assert.equal(0, t.state:num_tokens("tower", 1))
    t:play { "1: LAWN last ..." }
    assert.same({}, t:options "tower")
  end)
end)

describe("A tower piece takes a follower", function()
  local around = { "2 follower keep " .. FIELD, "2 follower w1 monastery", "2 follower w2 monastery",
    "2 follower n1 monastery", "2 follower corner monastery" }

  it("from its own tile or the four beside it when it is the first", function()
    local t = set(meadow, { standing = around }):play { "1: BA-B here, tower @keep" }
    assert.same({ "capture 2 follower " .. FIELD .. " @keep", "capture 2 follower monastery @n1",
      "capture 2 follower monastery @w1" }, t:options())
  end)

  it("from a tile farther away with every piece, in the row and the column", function()
    local t = set(meadow, { standing = around }):play { "1: BA-B here, tower @keep", "1: pass" }
    t:play { "2: BA-B there, tower @keep" }
    assert.same({ "capture 2 follower " .. FIELD .. " @keep", "capture 2 follower monastery @n1",
      "capture 2 follower monastery @w1", "capture 2 follower monastery @w2" }, t:options())
  end)

  it("over gaps and other towers", function()
    local t = set([[
      up=BA-B    over=BA-B  right=BA-B  other=BA-B
      west=BA-B  .          *keep=TO-B  tower=TO-B
      here       .          there       east=BA-B
      .          .          .           .
    ]], { standing = { "2 follower west monastery" } })
    t:play { "1: BA-B here, tower @keep", "2: BA-B there, tower @keep" }
    assert.same({ "capture 2 follower monastery @west" }, t:options())
  end)

  it("who then is neither on the board nor in hand", function()
    local t = set(meadow, { standing = { "2 follower w1 monastery" } })
    t:play { "1: BA-B here, tower @keep", "1: capture 2 follower monastery @w1" }
    assert.same({}, t:standing())
    assert.same({ 6, 1 }, { in_hand(t, 2), captured(t, 2) })
    assert.equal(2, t.state:turn_player())
  end)

  for own, ways in pairs { home = { "capture 1 follower monastery @w1" }, never = {} } do
    it(("and an own one, with \"%s\""):format(own), function()
      local t = set(meadow, { standing = { "1 follower w1 monastery" } }, { own_captured = own })
      t:play { "1: BA-B here, tower @keep" }
      assert.same(ways, t:options())
      if own == "home" then
        t:play { "1: capture 1 follower monastery @w1" }
        assert.same({ 7, 0 }, { in_hand(t, 1), captured(t, 1) })
      end
    end)
  end

  for capture, may in pairs { may = true, must = false } do
    it(("or not, if it is \"%s\""):format(capture), function()
      local t = set(meadow, { standing = { "2 follower w1 monastery" } }, { capture = capture })
      t:play { "1: BA-B here, tower @keep" }
      assert.equal(may, t:may "pass")
    end)
  end

  it("but no builder and no pig: they return with their last follower", function()
    local t = set([[
      west=BA-U  middle=BA-U  here
      .          keep=TO-B    .
    ]], { standing = { "2 follower middle road:E.W", "2 builder middle road:E.W" } })
    t:play { "1: BA-U here, tower @keep" }
    assert.same({ "capture 2 follower road:E.W @middle" }, t:options())
    t:play { "1: capture 2 follower road:E.W @middle" }
    assert.same({}, t:standing())
    assert.equal(1, in_hand(t, 2, "builder"))
    assert.equal(0, captured(t, 2, "builder"))
  end)

  it("before the feature that the tile completes is scored", function()
    local t = set([[
      west=BA-A r3  middle=BA-U  here
      .            keep=TO-B    .
    ]], { standing = { "2 follower middle road:E.W" } })
    t:play { "1: BA-A here r1, tower @keep", "1: capture 2 follower road:E.W @middle" }
    assert.same({ 0, 0 }, t:points())
  end)
end)

it("A tower's capture comes before the dragon's flight, in any order of the expansions",
    function()
  for _, names in ipairs { { "tower", "princess-and-dragon" }, { "princess-and-dragon", "tower" } } do
    local t = board.set("w2=BA-B w1=BA-B *keep=TO-B crater lair", { variants = names, turn = 2,
      standing = { "2 follower w1 monastery" } })
    t:play { "2: PD-A crater", "1: PD-D lair, tower @keep" }
    assert.equal("capture", t.state:phase())
    t:play { "1: capture 2 follower monastery @w1" }
    assert.equal("dragon", t.state:phase())
  end
end)

describe("Prisoners", function()
  -- Player 2's road with a builder passes beside the tower.
  local roads = [[
    road1=BA-U  road2=BA-U     road3      road4
    a=BA-B   *keep=TO-B  b=BA-B  .
    p        x=BA-B      q       s
  ]]

  it("are exchanged at once when each of two players holds one of the other", function()
    local t = set(roads, { standing = { "2 follower a monastery", "1 follower b monastery" } })
    t:play { "1: BA-B p, tower @keep", "1: capture 2 follower monastery @a" }
    t:play { "2: BA-B q, tower @keep", "2: capture 1 follower monastery @b" }
    assert.same({ 7, 7, 0, 0 }, { in_hand(t, 1), in_hand(t, 2), captured(t, 1), captured(t, 2) })
    assert.equal(1, t.state:turn_player())
  end)

  it("are exchanged in both parts of a double turn, as often as there is a capture", function()
    local t = set(roads,
      { standing = { "2 follower a monastery", "2 follower keep " .. FIELD, "2 follower road1 road:E.W",
      "2 builder road1 road:E.W", "1 follower b monastery", "1 follower x monastery" } })
    t:play { "1: BA-B p, tower @keep", "1: capture 2 follower monastery @a", "2: BA-B q" }
    t:play { "1: BA-B s, tower @keep", "1: capture 2 follower " .. FIELD .. " @keep" }
    assert.equal(2, captured(t, 2))
    t:play { "2: BA-U road3, tower @keep", "2: capture 1 follower monastery @b" }
    assert.same({ 0, 1 }, { captured(t, 1), captured(t, 2) })
    t:play { "2: take", "2: BA-U road4, tower @keep", "2: capture 1 follower monastery @x" }
    assert.same({ 0, 0 }, { captured(t, 1), captured(t, 2) })
  end)

  it("of several kinds: the captor says which one comes back", function()
    local t = set(roads, { variants = { "inns-and-cathedrals" },
      standing = { "2 large a monastery", "2 follower keep " .. FIELD, "1 follower b monastery" } })
    t:play { "1: BA-B p, tower @keep", "1: capture 2 large monastery @a", "2: BA-B q" }
    t:play { "1: BA-B s, tower @keep", "1: capture 2 follower " .. FIELD .. " @keep" }
    t:play { "2: BA-U road3, tower @keep", "2: capture 1 follower monastery @b" }
    assert.equal("exchange", t.state:phase())
    assert.same({ "exchange follower", "exchange large" }, t:options())
    assert.is_false(t:may "pass")
    t:play { "2: exchange large" }
    assert.same({ 1, 0, 1, 0 }, { in_hand(t, 2, "large"), captured(t, 2, "large"), captured(t, 2),
      captured(t, 1) })
  end)

  for exchange, ways in pairs { held = { "exchange follower" },
      asked = { "exchange follower", "exchange large" } } do
    it(("and a ransom in between: the choice is of what is \"%s\""):format(exchange), function()
      local t = set(roads, { variants = { "inns-and-cathedrals" }, points = { 0, 3 },
        standing = { "2 large a monastery", "2 follower keep " .. FIELD, "1 follower b monastery" } },
          { exchange = exchange })
      t:play { "1: BA-B p, tower @keep", "1: capture 2 large monastery @a", "2: BA-B q" }
      t:play { "1: BA-B s, tower @keep", "1: capture 2 follower " .. FIELD .. " @keep" }
      t:play { "2: BA-U road3, tower @keep", "2: capture 1 follower monastery @b", "2: ransom 1 large" }
      assert.same(ways, t:options())
      t:apply(ways[#ways])
      assert.same({ 0, exchange == "held" and 0 or 1 }, { captured(t, 1), captured(t, 2) })
    end)
  end

  -- Player 1 holds one or two of player 2's followers, and player 2 must place a tile.
  local function holding(prisoners, points)
    local t = set(roads,
      { points = { 0, points }, standing = { "2 follower a monastery", "2 follower keep " .. FIELD,
      "2 follower road1 road:E.W", "2 builder road1 road:E.W" } })
    t:play { "1: BA-B p, tower @keep", "1: capture 2 follower monastery @a" }
    if prisoners == 2 then
      t:play { "2: BA-B q", "1: BA-B s, tower @keep", "1: capture 2 follower " .. FIELD .. " @keep" }
    end
    t:draw "BA-U"
    return t
  end

  it("are bought back for 3 points, which the captor gets", function()
    local t = holding(1, 5)
    assert.same({ "ransom 1 follower" }, t:options())
    t:apply "ransom 1 follower"
    assert.same({ 3, 2 }, t:points())
    assert.equal(0, captured(t, 2))
    assert.equal("place", t.state:decision())
    assert.same({}, t:options())
  end)

  it("are bought back in the middle of a decision, and the follower may be deployed at once", function()
    local t = set([[
      road1=BA-U  road2=BA-U     road3
      a=BA-B   *keep=TO-B  p
    ]], { points = { 0, 3 }, pieces = { follower = 1 }, standing = { "2 follower a monastery" } })
    t:play { "1: BA-B p, tower @keep", "1: capture 2 follower monastery @a", "2: BA-U road3 ..." }
    assert.is_false(t:may "deploy follower road:E.W")
    t:apply "ransom 1 follower"
    t:apply "deploy follower road:E.W"
    assert.same({ "2 follower road3 road:E.W" }, t:standing())
  end)

  it("are not bought back with fewer than 3 points", function()
    assert.same({}, holding(1, 2):options())
  end)

  it("are bought back once a turn", function()
    local t = holding(2, 9)
    t:apply "ransom 1 follower"
    assert.same({}, t:options())
    assert.equal(1, captured(t, 2))
    t:play { "2: BA-U road3", "2: decline", "1: BA-U road4" }
    t:draw "BA-V"
    assert.same({ "ransom 1 follower" }, t:options())
  end)

  it("are bought back once in a double turn", function()
    local t = holding(2, 9)
    t:apply "ransom 1 follower"
    t:play { "2: BA-U road3", "2: take", "2: BA-U road4 ..." }
    assert.same({}, t:options "ransom")
  end)
end)

describe("A follower", function()
  it("closes a tower that has a piece, not a foundation", function()
    local t = set(meadow):play { "1: BA-B here ..." }
    assert.is_false(t:may "deploy follower spot @keep")
    t:apply "tower @keep"
    t:play { "2: BA-B there, follower spot @keep" }
    assert.same({ "2 follower keep spot" }, t:standing())
    t:play { "1: BA-B again ..." }
    assert.same({}, t:options "tower")
    assert.is_false(t:may "deploy follower spot @keep")
  end)

  it("closes it, not a builder or a pig", function()
    local t = set(meadow):play { "1: BA-B here, tower @keep", "2: BA-B there ..." }
    assert.is_false(t:may "deploy builder spot @keep")
    assert.is_false(t:may "deploy pig spot @keep")
  end)

  it("closes it, not a mayor or a wagon", function()
    local t = set(meadow, { variants = { "abbey-and-mayor" } })
    t:play { "1: BA-B here, tower @keep", "2: BA-B there ..." }
    assert.is_true(t:may "deploy wagon monastery")
    assert.is_false(t:may "deploy wagon spot @keep")
    assert.is_false(t:may "deploy mayor spot @keep")
  end)

  it("closes it even if it is a large one", function()
    local t = set(meadow, { variants = { "inns-and-cathedrals" } })
    t:play { "1: BA-B here, tower @keep", "2: BA-B there, large spot @keep" }
    assert.same({ "2 large keep spot" }, t:standing())
  end)

  it("closes it even if it is a ringmaster, who stands where any follower may", function()
    local t = set(meadow, { variants = { "under-the-big-top" } })
    t:play { "1: BA-B here, tower @keep", "2: BA-B there, ringmaster spot @keep" }
    assert.same({ "2 ringmaster keep spot" }, t:standing())
  end)

  it("is taken from a tower, which is open again", function()
    local t = set("here keep=TO-B tower=TO-B there", { standing = { "2 follower tower spot" } })
    t:play { "1: BA-B here, tower @keep", "1: capture 2 follower spot @tower", "2: BA-B there ..." }
    assert.same({ "tower @keep", "tower @tower" }, t:options())
  end)

  it("scores nothing on a tower", function()
    local t = set("keep=TO-B here", { standing = { "2 follower keep spot" }, bag = "BA-B" })
    t:play { "1: BA-B here" }
    assert.is_true(t.state:is_terminal())
    assert.same({ 0, 0 }, t:points())
  end)
end)

it("Random games keep every piece: in hand, on the table or in prison; and every tower piece", function()
  local game = carcassonne.game { variants = { "tower" }, players = 3 }
  local prisoners = 0
  for seed = 1, 10 do
    local state = game:new_initial_state(seed)
    state:random_playout(seed)
    local standing, built = {}, 0
    for _, piece in ipairs(state:pieces()) do
      local key = piece.player .. piece.piece
      standing[key] = (standing[key] or 0) + 1
    end
    for player = 1, 3 do
      local held = state:captured(player)
      for _, piece in ipairs(game:pieces()) do
        local kept = held[piece.name] or 0
        prisoners = prisoners + kept
        assert.equal(piece.count,
          state:pieces_in_hand(player)[piece.name] + (standing[player .. piece.name] or 0) + kept)
      end
      built = built + 9 - state:num_tokens("tower", player)
      assert.equal(held.follower or 0, state:variable("captives", player))
    end
    for _, tile in ipairs(state:tiles { attribute = "tower" }) do
      built = built - state:num_tokens("tower", tile)
    end
    assert.equal(0, built)
  end
  assert.is_true(prisoners > 0)
end)
