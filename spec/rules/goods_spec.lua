-- Traders & Builders: its tiles, its modules, the goods; a test for each sentence of the rules.

local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"
local board = require "spec.support.board"

-- Returns the texts of a tile's segments of one kind.
local function segments(tile, kind)
  local list = {}
  for _, segment in ipairs(tile.segments) do
    if segment.kind == kind then list[#list + 1] = segment.text end
  end
  table.sort(list)
  return list
end

-- Returns a cell with tiles on all four sides that show it a road (or the edges `n e s w`), and
-- monasteries in the corners.
local function ring(n, e, s, w)
  return ([[
    BA-B  n=%s  BA-B
    w=%s  here  e=%s
    BA-B  s=%s  BA-B
  ]]):format(n, w, e, s)
end

describe("Traders & Builders", function()
  it("has 24 tiles (9 wine, 6 grain, 5 cloth, 4 without; TB-A to TB-X)", function()
    local game = carcassonne.game()
    local tiles, found = 0, { wine = 0, grain = 0, cloth = 0, none = 0 }
    for letter in ("ABCDEFGHIJKLMNOPQRSTUVWX"):gmatch "." do
      local tile = game:tile("TB-" .. letter)
      tiles = tiles + tile.count
      local good = "none"
      for _, segment in ipairs(tile.segments) do good = segment.good or good end
      found[good] = found[good] + 1
    end
    assert.equal(24, tiles)
    assert.same({ wine = 9, grain = 6, cloth = 5, none = 4 }, found)
    assert.equal(96, game:num_tiles())
  end)

  it("has 20 goods tokens (9, 6, 5): each symbol of a complete city brings one, and once", function()
    local symbols = {}
    for _, tile in ipairs(carcassonne.game():tiles()) do
      for _, segment in ipairs(tile.segments) do
        if segment.good then symbols[segment.good] = (symbols[segment.good] or 0) + tile.count end
      end
    end
    assert.same({ wine = 9, grain = 6, cloth = 5 }, symbols)
    local taken, shown = { wine = 0, grain = 0, cloth = 0 }, { wine = 0, grain = 0, cloth = 0 }
    for seed = 1, 20 do
      local state = carcassonne.game { players = 3 }:new_initial_state(seed)
      state:random_playout(seed)
      for good in pairs(taken) do
        for player = 1, 3 do taken[good] = taken[good] + state:goods(player)[good] end
        for _, city in ipairs(state:features { kind = "city" }) do
          if city.complete then shown[good] = shown[good] + city.goods[good] end
        end
      end
    end
    assert.same(shown, taken)
    assert.is_true(taken.wine > 0)
  end)

  it("has one builder and one pig for each player, the sixth builder and pig with this one", function()
    for players = 1, 6 do
      local state = carcassonne.game { players = players }:new_initial_state(1)
      for player = 1, players do
        assert.same({ follower = 7, builder = 1, pig = 1 }, state:pieces_in_hand(player))
      end
    end
  end)

  describe("Every part can be used alone: the tiles, the goods, the builders, the pigs.", function()
    -- A city with wine that one tile completes, and a field; the player has a knight and a farmer
    -- in them.
    local picture = [[
      knight=BA-E r1  TB-Q  here
      farm=BA-B       BA-B  there
    ]]
    local standing = { "1 follower knight city:E", "1 follower farm field:NL.NR.EL.ER.SL.SR.WL.WR" }

    it("the tiles", function()
      local t = board.set(picture, { pieces = { builder = 0, pig = 0 }, goods = false, standing = standing })
      t:play { "1: BA-G here ..." }
      assert.same({}, t:deployments "builder")
      t:apply "pass"
      t:play { "2: BA-B there ..." }
      assert.same({ wine = 0, grain = 0, cloth = 0 }, t.state:goods(1))
      t = board.set(picture,
        { pieces = { builder = 0, pig = 0 }, goods = false, have = { { wine = 1 } }, bag = "" })
      assert.same({ 0, 0 }, t:points())
    end)

    it("the goods", function()
      local t = board.set(picture, { pieces = { builder = 0, pig = 0 }, standing = standing })
      t:play { "1: BA-E here r3 ..." }
      assert.same({}, t:deployments "builder")
      assert.same({}, t:deployments "pig")
      t:apply "pass"
      assert.equal(1, t.state:goods(1).wine)
    end)

    -- The deployments with the base game's pieces; to be combined with the builder or the pig.
    local base = { "1 follower road road:E.W", "1 follower road field:NL.NR.EL.WR" }

    it("the builders", function()
      local t = board.set("road=BA-U here",
        { sets = { "base" }, pieces = { builder = 1 }, goods = false, standing = base })
      assert.same({ follower = 5, builder = 1, pig = 0 }, t.state:pieces_in_hand(1))
      t:play { "1: BA-U here ..." }
      assert.same({ "builder road:E.W", "follower field:ER.SL.SR.WL" }, t:deployments())
    end)

    it("the pigs", function()
      local t = board.set("road=BA-U here",
        { sets = { "base" }, pieces = { pig = 1 }, goods = false, standing = base })
      assert.same({ follower = 5, builder = 0, pig = 1 }, t.state:pieces_in_hand(1))
      t:play { "1: BA-U here ..." }
      assert.same({ "follower field:ER.SL.SR.WL", "pig field:NL.NR.EL.WR" }, t:deployments())
    end)

    it("none of them with the base game", function()
      local state = carcassonne.game { sets = { "base" } }:new_initial_state(1)
      assert.same({ follower = 7, builder = 0, pig = 0 }, state:pieces_in_hand(1))
    end)
  end)
end)

describe("goods", function()
  -- Five tiles, no pennant, one wine and two grain. The rule sheet does not show the example's
  -- board; this board has its numbers.
  local city = [[
    knight=BA-E r1  TB-Q  TB-E  TB-G r3
    .               .     .     here
  ]]

  it("the printed example: 10 points to the knight's owner, one wine and two wheat to the other player, who "
    .. "completed it",
    function()
      local t = board.set(city, { standing = { "1 follower knight city:E" }, turn = 2 })
      t:play { "2: BA-E here" }
      assert.same({ 10, 0 }, t:points())
      assert.same({ wine = 0, grain = 0, cloth = 0 }, t.state:goods(1))
      assert.same({ wine = 1, grain = 2, cloth = 0 }, t.state:goods(2))
      assert.same({ wine = 1, grain = 2, cloth = 0 }, t:events("goods")[1].goods)
    end)

  it("a player who completes a city takes one token for each goods symbol in it, whether or not anyone has "
      .. "a knight there", function()
    local t = board.set(city)
    t:play { "1: BA-E here" }
    assert.same({ 0, 0 }, t:points())
    assert.same({ wine = 1, grain = 2, cloth = 0 }, t.state:goods(1))
  end)

  it("a knight's owner who completes it takes them, too, also when the knight came with the last tile",
      function()
    local t = board.set(city)
    t:play { "1: BA-E here, follower city:N" }
    assert.same({ 10, 0 }, t:points())
    assert.same({ wine = 1, grain = 2, cloth = 0 }, t.state:goods(1))
  end)

  it("nobody takes any of an incomplete city, not even at the end", function()
    local t = board.set(city, { standing = { "1 follower knight city:E" }, bag = "BA-N" })
    t:play { "1: BA-N here" }
    assert.is_true(t.state:is_terminal())
    assert.same({ wine = 0, grain = 0, cloth = 0 }, t.state:goods(1))
    assert.same({ 5, 0 }, t:points())
    assert.same({ 0, 0 }, t:final "goods")
  end)

  it("one tile that completes two cities brings the goods of both", function()
    local t = board.set [[
      BA-E r2  .
      TB-Q r1  BA-B
      here     BA-B
      TB-E r1  BA-B
      BA-E     .
    ]]
    t:play { "1: BA-H here" }
    assert.same({ wine = 1, grain = 1, cloth = 0 }, t.state:goods(1))
  end)

  describe("At the end, for each of the three goods, the most tokens score 10; every tied player scores the "
    .. "full 10; "
    .. "no token, no points.", function()
      local function goods_points(...)
        local have = { ... }
        return board.set("BA-B", { have = have, players = #have, bag = "" }):final "goods"
      end

      it("the most", function()
        assert.same({ 10, 20 }, goods_points({ wine = 5, grain = 2 }, { wine = 4, grain = 3, cloth = 1 }))
      end)

      it("the number of tokens does not matter otherwise", function()
        assert.same({ 10, 0, 0 }, goods_points({ wine = 5 }, { wine = 3 }, { wine = 1 }))
      end)

      it("every tied player", function()
        assert.same({ 10, 10, 0 }, goods_points({ wine = 2 }, { wine = 2 }, { wine = 1 }))
      end)

      it("no token, no points", function()
        assert.same({ 0, 0 }, goods_points({}, {}))
        assert.same({ 10, 0 }, goods_points({ wine = 1 }, {}))
      end)

      it("the printed example of a tie: 20 and 30 points", function()
        -- With these tokens the scores are those of the example: both have the most wine and the
        -- most grain, one has the most cloth.
        local have = { { wine = 4, grain = 3, cloth = 1 }, { wine = 4, grain = 3, cloth = 2 } }
        assert.same({ 20, 30 }, goods_points(compat.table.unpack(have)))
        assert.same({ 20, 30 }, board.set("BA-B", { have = have, bag = "" }):points())
      end)
    end)
end)

describe("TB-B", function()
  it("is a bridge, two roads pass without meeting", function()
    local t = board.set(ring("BA-A", "BA-A r1", "BA-A r2", "BA-A r3"),
      { standing = { "1 follower n road:S", "2 follower e road:W" } })
    t:play { "1: TB-B here" }
    -- three tiles each; a crossing would have ended the roads after two
    assert.same({ 3, 3 }, t:points())
    assert.same({}, t:standing())
  end)

  it("lets a road continue below, or above, if only that one is occupied", function()
    local t = board.set(ring("BA-A", "BA-A r1", "BA-U r1", "BA-U"), { standing = { "2 follower n road:S" } })
    t:play { "1: TB-B here ..." }
    assert.is_true(t:may "deploy follower road:E.W")
    assert.is_false(t:may "deploy follower road:N.S")
  end)

  it("has four fields", function()
    assert.same({ "field:ER.SL", "field:NL.WR", "field:NR.EL", "field:SR.WL" },
      segments(carcassonne.game():tile "TB-B", "field"))
    local t = board.set "BA-A r3 here"
    t:play { "1: TB-B here" }
    -- the two fields in the west are joined to the field around the monastery
    assert.equal(3, #t.state:features { kind = "field" })
  end)
end)

describe("TB-C", function()
  local cottage = ring("BA-E r2", "BA-B", "BA-A r2", "BA-A r3")

  it("has a road that ends at the city, the other at the cottage: they do not join", function()
    local t = board.set(cottage, { standing = { "1 follower w road:E", "2 follower s road:N" } })
    t:play { "1: TB-C here" }
    assert.same({ 2, 2 }, t:points())
    assert.same({}, t:standing())
  end)

  it("has a cottage that is neither an inn nor a farm", function()
    for _, segment in ipairs(carcassonne.game():tile("TB-C").segments) do
      assert.same({}, segment.attributes)
      assert.is_true(segment.kind ~= "monastery")
    end
  end)

  it("has three fields", function()
    local tile = carcassonne.game():tile "TB-C"
    assert.same({ "field:EL.ER.SL", "field:SR.WL", "field:WR" }, segments(tile, "field"))
    local beside_city = 0
    for _, segment in ipairs(tile.segments) do
      if segment.kind == "field" then beside_city = beside_city + #segment.borders end
    end
    assert.equal(2, beside_city)
  end)
end)

describe("TB-J", function()
  it("is a monastery that ends three roads", function()
    local t = board.set(ring("BA-B", "BA-A r1", "BA-A r2", "BA-A r3"),
      { players = 3, standing = { "1 follower e road:W", "2 follower s road:N", "3 follower w road:E" } })
    t:play { "1: TB-J here, follower monastery" }
    assert.same({ 2 + 9, 2, 2 }, t:points())
    assert.same({}, t:standing())
  end)

  it("has three fields", function()
    assert.same({ "field:ER.SL", "field:NL.NR.EL.WR", "field:SR.WL" },
      segments(carcassonne.game():tile "TB-J", "field"))
  end)
end)

describe("TB-M", function()
  local caps = ring("BA-E r2", "BA-E r3", "BA-E", "BA-E r1")

  it("has three city segments, three cities", function()
    local t = board.set(caps,
      { players = 3, turn = 3, standing = { "1 follower n city:S", "2 follower e city:W" } })
    t:play { "3: TB-M here, follower city:S" }
    assert.same({ 6, 4, 4 }, t:points()) -- the first city has three tiles, the other two have two each
    assert.equal(3, #t.state:features { kind = "city" })
    assert.equal(1, t.state:goods(3).cloth)
  end)

  it("has one field inside, which has no edge and can still be farmed", function()
    local tile = carcassonne.game():tile "TB-M"
    assert.same({ "field:" }, segments(tile, "field"))
    local t = board.set(caps, { bag = "TB-M" })
    t:play { "1: TB-M here, follower field:" }
    assert.is_true(t.state:is_terminal())
    assert.same({ 9, 0 }, t:final "field")
  end)
end)
