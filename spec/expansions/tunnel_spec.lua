-- The Tunnel: a test for each sentence of its rules.

local carcassonne = require "carcassonne"
local board = require "spec.support.board"

-- A game with tunnels; `often` and `tokens` are the variant's options.
local function set(picture, options)
  local given, chosen = {}, {}
  for key, value in pairs(options or {}) do
    if key == "often" or key == "tokens" then chosen[key] = value else given[key] = value end
  end
  given.variants = { carcassonne.variant("tunnel", chosen) }
  return board.set(picture, given)
end

local function tokens(state, player)
  return { state:num_tokens("tunnel", player, 1), state:num_tokens("tunnel", player, 2),
    state:num_tokens("tunnel", player, 3) }
end

-- TU-C has entrances in the east and the south; after two rotations, in the west and the north.
local corner = [[
  BA-B          north=BA-A
  west=BA-A r3  here
]]

-- This board with the tile placed.
local laid = [[
  .             north=BA-A  .
  west=BA-A r3  tu=TU-C r2  heath
  meadow        hill        .
]]

-- Places a tile and then a token, without a piece.
local function lay(t, line, token)
  t:play { line .. " ..." }
  t:apply("tunnel " .. token)
  t:apply "pass"
end

describe("The Tunnel", function()
  it("has four tiles with ten entrances", function()
    local game = carcassonne.game { sets = { "base" }, variants = { "tunnel" } }
    assert.equal(72 + 4, game:num_tiles())
    local entrances = 0
    for _, tile in ipairs(game:tiles()) do
      for _, segment in ipairs(tile.segments) do
        if segment.attributes[1] == "tunnel" then entrances = entrances + tile.count end
      end
    end
    assert.equal(10, entrances)
  end)

  it("gives three pairs of tokens to each player, two with three players, one with more", function()
    for players, pairs_of in ipairs { 3, 3, 2, 1, 1, 1 } do
      local t = set(laid, { players = players })
      t:play { "1: BA-B heath ..." }
      assert.equal(2 * pairs_of, #t:options "tunnel") -- each pair for each of two entrances
    end
  end)
end)

describe("Fewer tokens", function()
  for value, numbers in pairs { ["2/1"] = { 2, 2, 1 }, ["1/1"] = { 1, 1, 1 } } do
    it(("%s: pairs for each of so many players"):format(value), function()
      for players, number in ipairs(numbers) do
        local t = set(laid, { players = players, tokens = value })
        t:play { "1: BA-B heath ..." }
        assert.equal(2 * number, #t:options "tunnel") -- each pair for each of two entrances
      end
    end)
  end
end)

describe("A road that another expansion leads under a city, by `other_tunnels`,", function()
  local tunnel = carcassonne.variant("tunnel", { other_tunnels = true })
  local both = { "abbey-and-mayor", "princess-and-dragon", tunnel }

  local function counts(variants)
    local game, list = carcassonne.game { sets = { "base" }, variants = variants }, {}
    for _, tile in ipairs(game:tiles()) do list[tile.id] = tile.count end
    local function count(id) return list[id] or 0 end
    return { count "AM-M", count "AM-Mt", count "PD-Z1", count "PD-Z1t", game:num_tiles() }
  end

  it("has an entrance at either end, on a tile that replaces the other, in any order of scripts", function()
    local all = 72 + 12 + 2 + 30 + 4 -- two of these are abbeys
    assert.same({ 0, 1, 0, 1, all }, counts(both))
    assert.same({ 0, 1, 0, 1, all }, counts { tunnel, "abbey-and-mayor", "princess-and-dragon" })
    assert.same({ 1, 0, 1, 0, all }, counts { "tunnel", "abbey-and-mayor", "princess-and-dragon" })
    assert.same({ 0, 0, 0, 0, 72 + 4 }, counts { tunnel })
  end)

  it("ends at the city without being complete, and takes a token at each end", function()
    local t = board.set("start=BA-A\nhere", { variants = both, bag = "AM-Mt BA-U" })
    t:play { "1: AM-Mt here, follower road:N" }
    assert.same({ 2, false }, { t:feature("here", "road:N").tiles, t:feature("here", "road:N").complete })
    assert.is_true(t:may "tunnel #1 road:N @here")
    assert.is_true(t:may "tunnel #1 road:S @here")
    t:apply "tunnel #1 road:N @here"
    assert.is_false(t:feature("here", "road:N").complete)
  end)

  it("goes on through the tile when both tokens of a pair lie on it", function()
    local t = board.set("north=BA-A\ntu=AM-Mt\nhere side far", { variants = both, bag = "BA-A BA-B BA-B",
      standing = { "1 follower north road:S" } })
    lay(t, "1: BA-A here r2", "#1 road:N @tu")
    t:play { "2: BA-B side, pass", "2: pass", "1: BA-B far ..." }
    assert.same({ 0, 0 }, t:points())
    t:apply "tunnel #1 road:S @tu"
    t:apply "pass"
    assert.same({ 3, 0 }, t:points())
  end)

  it("belongs to a tile of the dragon as before", function()
    local t = board.set("start=BA-A crater\nlair", { variants = both, bag = "PD-A PD-Z1t BA-B" })
    assert.is_false(t:may "draw PD-Z1t") -- the first volcano has not been placed
    t:play { "1: PD-A crater", "2: PD-Z1t lair, pass", "2: pass" }
    assert.equal("dragon", t.state:phase())
  end)
end)

describe("a road into an entrance", function()
  it("is not complete there", function()
    local t = set(corner, { standing = { "1 follower west road:E" } })
    t:play { "1: TU-C here r2" }
    assert.is_false(t:feature("west", "road:E").complete)
    assert.same({ 0, 0 }, t:points())
    assert.same({ "1 follower west road:E" }, t:standing())
  end)

  it("is not complete with one token there either", function()
    local t = set(corner, { standing = { "1 follower west road:E" } })
    lay(t, "1: TU-C here r2", "#1 road:W @here")
    assert.is_false(t:feature("west", "road:E").complete)
    assert.same({ 1, 2, 2 }, tokens(t.state, 1))
  end)
end)

describe("a token", function()
  it("lies on an entrance without one, on whichever tile", function()
    local t = set(laid)
    t:play { "1: BA-B heath ..." }
    assert.same({ "tunnel #1 road:N @tu", "tunnel #1 road:W @tu", "tunnel #2 road:N @tu",
      "tunnel #2 road:W @tu",
      "tunnel #3 road:N @tu", "tunnel #3 road:W @tu" }, t:options "tunnel")
    t:apply "tunnel #1 road:N @tu"
    t:apply "pass"
    t:play { "2: BA-B hill ..." }
    assert.same({ "tunnel #1 road:W @tu", "tunnel #2 road:W @tu", "tunnel #3 road:W @tu" },
      t:options "tunnel")
  end)

  it("lies on no other road, and not on the tunnel road of another set", function()
    local t = board.set("start=BA-U r1\nhere", { variants = { "abbey-and-mayor", "tunnel" } })
    t:play { "1: AM-M here ..." }
    assert.same({}, t:options "tunnel")
  end)

  it("is laid in addition to a piece: before it", function()
    local t = set(laid)
    t:play { "1: BA-B heath ..." }
    t:apply "tunnel #1 road:N @tu"
    assert.same({}, t:options "tunnel") -- one token for each tile
    t:apply "deploy follower monastery"
    assert.same({ "1 follower heath monastery" }, t:standing())
    assert.equal(2, t.state:turn_player())
  end)

  it("... or after it", function()
    local t = set(laid)
    t:play { "1: BA-B heath, follower monastery" }
    assert.equal("choice", t.state:decision())
    assert.equal("tunnel", t.state:phase())
    t:play { "1: tunnel #2 road:W @tu" }
    assert.same({ 2, 1, 2 }, tokens(t.state, 1))
    assert.equal(2, t.state:turn_player())
  end)

  it("... or not at all", function()
    local t = set(laid)
    t:play { "1: BA-B heath, follower monastery", "1: pass" }
    assert.same({ 2, 2, 2 }, tokens(t.state, 1))
    assert.equal(2, t.state:turn_player())
  end)

  it("is not asked for while there is no free entrance", function()
    local t = set "start=BA-B here"
    t:play { "1: BA-B here" }
    assert.equal(2, t.state:turn_player())
    assert.equal("draw", t.state:decision())
  end)
end)

-- Lays player 1's first token, in the west, and advances to the window for the second token.
local function lay_first(t)
  lay(t, "1: BA-B hill", "#1 road:W @tu")
  t:play { "2: BA-B meadow", "2: pass", "1: BA-B heath ..." }
end

describe("when the second token of a pair lies", function()
  it("the two roads are one, and complete if their other ends are; the tile counts once", function()
    local t = set(laid, { standing = { "1 follower west road:E" } })
    lay_first(t)
    t:apply "tunnel #1 road:N @tu"
    local road = t:feature("west", "road:E")
    assert.is_true(road.complete)
    assert.is_true(road == t:feature("north", "road:S"))
    assert.same({ 0, 0 }, t:points()) -- the road is scored after the window
    t:apply "pass"
    assert.same({ 3, 0 }, t:points())
    assert.same({}, t:standing())
    assert.same({ 0, 2, 2 }, tokens(t.state, 1))
  end)

  it("it does so after the piece, too", function()
    local t = set(laid, { standing = { "1 follower west road:E" } })
    lay_first(t)
    t:apply "deploy follower monastery"
    t:play { "1: tunnel #1 road:N @tu" }
    assert.same({ 3, 0 }, t:points())
  end)

  it("it does not with a token of another pair, or another player's token of the same pair", function()
    local t = set(laid, { standing = { "1 follower west road:E" } })
    lay_first(t)
    t:apply "tunnel #2 road:N @tu"
    assert.is_false(t:feature("west", "road:E").complete)
    t = set(laid, { standing = { "1 follower west road:E" } })
    lay(t, "1: BA-B hill", "#1 road:W @tu")
    t:play { "2: BA-B meadow ..." }
    t:apply "tunnel #1 road:N @tu"
    assert.is_false(t:feature("west", "road:E").complete)
    assert.same({ 1, 2, 2 }, tokens(t.state, 2))
  end)

  it("it is for everybody: another player's thief scores the road, and players with the most share it",
      function()
    local t = set(laid, { standing = { "2 follower west road:E" } })
    lay_first(t)
    t:apply "tunnel #1 road:N @tu"
    t:apply "pass"
    assert.same({ 0, 3 }, t:points())
    t = set(laid, { standing = { "2 follower west road:E", "1 follower north road:S" } })
    lay_first(t)
    t:apply "tunnel #1 road:N @tu"
    t:apply "pass"
    assert.same({ 3, 3 }, t:points())
  end)

  it("the road is not complete if its other end runs into another entrance", function()
    local t = set([[
      .     north=BA-A  meadow
      TU-C  tu=TU-C r2  heath
      .     hill        .
    ]], { standing = { "1 follower north road:S" } })
    lay_first(t)
    t:apply "tunnel #1 road:N @tu"
    t:apply "pass"
    local road = t:feature("north", "road:S")
    assert.equal(3, road.tiles)
    assert.equal(1, road.open)
    assert.same({ 0, 0 }, t:points())
  end)

  it("a follower may not be deployed on the road if a piece stands at its other end", function()
    local t = set([[
      tu=TU-B  east=BA-A r1
      hill     here
      meadow   .
    ]], { standing = { "2 follower east road:W" } })
    lay(t, "1: BA-B hill", "#1 road:E @tu")
    t:play { "2: BA-B meadow", "2: pass", "1: TU-C here ..." }
    assert.is_true(t:may "deploy follower road:E")
    t:apply "tunnel #1 road:E @here"
    assert.is_false(t:may "deploy follower road:E")
    assert.is_true(t:may "deploy follower road:S")
  end)
end)

describe("in a double turn", function()
  local double = [[
    .           north=BA-A  .
    .           tu=TU-C r2  .
    start=BA-U  BA-D r2     here  farther
  ]]
  local builder = { "1 follower start road:E.W", "1 builder start road:E.W" }

  for often, again in pairs { part = true, turn = false } do
    it(("a token may be laid %s"):format(again and "in each part" or "once, if `often` is `turn`"), function()
      local t = set(double, { standing = builder, often = often })
      lay(t, "1: BA-U here", "#1 road:W @tu")
      t:play { "1: take", "1: BA-U farther ..." }
      assert.equal(again and 3 or 0, #t:options "tunnel")
    end)
  end
end)

describe("tokens that add tiles to the builder's road", function()
  for word, granted in pairs { yes = true, bridge = false, no = false } do
    it(("%s the second part of the turn when `links_extend` is `%s`"):format(granted and "grant"
      or "do not grant", word),
      function()
        local t = set([[
          .             north=BA-U r1  .
          west=BA-A r3  tu=TU-C r2     heath
          meadow        hill           .
        ]], { standing = { "1 follower west road:E", "1 builder west road:E" },
          rules = { links_extend = word } })
        lay_first(t)
        t:apply "tunnel #1 road:N @tu"
        t:apply "pass"
        assert.equal(granted and "extra" or "draw", t.state:decision())
      end)
  end
end)

describe("a builder's road is extended by tokens only if it gains a tile:", function()
  -- Two entrances of one tile, each with a road of its own: in the west a long one, in the north
  -- the given one.
  local function joined(north, standing)
    local t = set(([[
      .           %s        .
      west=BA-U   tu=TU-C r2 heath
      meadow      hill      .
    ]]):format(north), { standing = standing })
    lay_first(t)
    t:apply "tunnel #1 road:N @tu"
    t:apply "pass"
    return t
  end
  local in_the_west = { "1 follower west road:E.W", "1 builder west road:E.W" }

  it("not if both entrances are on the same tile of it, and the other road has no further tile", function()
    local t = joined(".", in_the_west)
    assert.equal(2, t:feature("west", "road:E.W").tiles)
    assert.equal("draw", t.state:decision())
    assert.equal(2, t.state:turn_player())
  end)

  it("if the other road adds a tile of its own, even only one", function()
    local t = joined("north=BA-U r1", in_the_west)
    assert.equal(3, t:feature("west", "road:E.W").tiles)
    assert.equal("extra", t.state:decision())
  end)

  it("a token extends the road if the builder stands in the small road, and the other one adds a tile",
      function()
    local t = joined(".", { "1 follower tu road:N", "1 builder tu road:N" })
    assert.equal("extra", t.state:decision())
  end)

  it("if a builder stands in each, and one of the two roads gains a tile", function()
    local t = set([[
      .          .           .
      west=BA-U  tu=TU-C r2  heath
      meadow     hill        .
    ]], { pieces = { builder = 2 }, standing = { "1 follower west road:E.W", "1 builder west road:E.W",
      "1 follower tu road:N",
      "1 builder tu road:N" } })
    lay_first(t)
    t:apply "tunnel #1 road:N @tu"
    t:apply "pass"
    assert.equal("extra", t.state:decision())
  end)
end)

it("tokens stay in place when they are undone, copied and loaded again", function()
  local t = set(laid, { standing = { "1 follower west road:E" } })
  lay_first(t)
  t:apply "tunnel #1 road:N @tu"
  local again = assert(t.game:deserialize_state(t.state:serialize()))
  assert.equal(t.state:hash(), again:hash())
  assert.same(tokens(t.state, 1), tokens(again, 1))
  assert(t.state:undo_action())
  assert.same({ 1, 2, 2 }, tokens(t.state, 1))
  assert.is_false(t:feature("west", "road:E").complete)
end)
