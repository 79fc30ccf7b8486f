-- Inns & Cathedrals: a test for each sentence of its rules.

local carcassonne = require "carcassonne"
local board = require "spec.support.board"

local game = carcassonne.game { sets = { "base" }, variants = { "inns-and-cathedrals" } }

local function set(picture, options)
  local given = { sets = { "base" }, variants = { "inns-and-cathedrals" } }
  for key, value in pairs(options or {}) do given[key] = value end
  return board.set(picture, given)
end

-- Returns how many tiles have a segment of a kind with an attribute.
local function count(kind, attribute)
  local tiles = 0
  for _, tile in ipairs(game:tiles()) do
    for _, segment in ipairs(tile.segments) do
      if segment.kind == kind and segment.attributes[1] == attribute then tiles = tiles + tile.count end
    end
  end
  return tiles
end

describe("Inns & Cathedrals", function()
  it("has 18 tiles, six with an inn by the road, two with a cathedral", function()
    assert.equal(72 + 18, game:num_tiles())
    assert.equal(6, count("road", "inn"))
    assert.equal(2, count("city", "cathedral"))
  end)

  it("has a large follower for each of up to six players", function()
    for players = 2, 6 do
      local state = carcassonne.game { players = players,
        variants = { "inns-and-cathedrals" } }:new_initial_state(1)
      for player = 1, players do
        assert.same({ follower = 7, builder = 1, pig = 1, large = 1 }, state:pieces_in_hand(player))
      end
    end
  end)
end)

describe("a road with an inn", function()
  it("scores 2 points a tile when it is complete", function()
    local t = set("start=BA-A r3 IC-B east", { standing = { "1 follower start road:E" } })
    t:play { "1: BA-A east r1" }
    assert.same({ 6, 0 }, t:points())
  end)

  it("scores no more for a second inn", function()
    local t = set("start=BA-A r3 IC-B IC-B east", { standing = { "1 follower start road:E" } })
    t:play { "1: BA-A east r1" }
    assert.same({ 8, 0 }, t:points())
  end)

  it("scores nothing at the end if it is incomplete", function()
    for tile, points in pairs { ["IC-B"] = 0, ["BA-U"] = 3 } do
      local t = set("start=BA-A r3 " .. tile .. " east",
        { standing = { "1 follower start road:E" }, bag = "BA-U" })
      t:play { "1: BA-U east" }
      assert.is_true(t.state:is_terminal())
      assert.same({ points, 0 }, t:points(), tile)
    end
  end)

  it("scores as any road at the end if the game is played so", function()
    local t = board.set("start=BA-A r3 IC-B east",
      { sets = { "base" }, standing = { "1 follower start road:E" }, bag = "BA-U",
      variants = { carcassonne.variant("inns-and-cathedrals", { unfinished = "ordinary" }) } })
    t:play { "1: BA-U east" }
    assert.is_true(t.state:is_terminal())
    assert.same({ 3, 0 }, t:points())
  end)

  it("loses everything when an opponent's tile adds the inn near the end", function()
    local t = set("start=BA-A r3 BA-U BA-U east",
      { standing = { "1 follower start road:E" }, bag = "IC-B", turn = 2 })
    assert.equal(3, t:feature("start", "road:E").points)
    t:play { "2: IC-B east" }
    assert.same({ 0, 0 }, t:points())
  end)

  it("is one road of a junction: the roads beside it have none", function()
    local t = set([[
      BA-B          BA-B  BA-B
      west=BA-A r3  here  east=BA-A r1
    ]], { standing = { "1 follower west road:E", "2 follower east road:W" } })
    t:play { "1: IC-C here" }
    assert.same({ 2, 4 }, t:points())
  end)
end)

-- A city of five tiles around IC-K; the tile in the east is missing.
local cathedral = [[
  .             BA-E r2  .
  west=BA-E r1  IC-K     here
  .             BA-E     .
]]
local knight = { "1 follower west city:E" }

describe("a city with a cathedral", function()
  it("scores 3 points a tile when it is complete", function()
    local t = set(cathedral, { standing = knight })
    t:play { "1: BA-E here r3" }
    assert.same({ 15, 0 }, t:points())
  end)

  it("scores 3 points a pennant, too", function()
    local t = set([[
      .             .     BA-E r2  .
      west=BA-E r1  BA-F  IC-K     here
      .             .     BA-E     .
    ]], { standing = knight })
    t:play { "1: BA-E here r3" }
    assert.same({ 3 * (6 + 1), 0 }, t:points())
  end)

  it("scores no more for the second cathedral", function()
    local t = set([[
      .             BA-E r2  BA-E r2  .
      west=BA-E r1  IC-K     IC-K     here
      .             BA-E     BA-E     .
    ]], { standing = knight })
    t:play { "1: BA-E here r3" }
    assert.same({ 24, 0 }, t:points())
  end)

  it("scores nothing at the end if it is incomplete", function()
    for tile, points in pairs { ["IC-K"] = 0, ["BA-C"] = 3 } do
      local t = set("west=BA-E r1 " .. tile .. [[

        meadow      .
      ]], { standing = knight, bag = "BA-B" })
      t:play { "1: BA-B meadow" }
      assert.is_true(t.state:is_terminal())
      assert.same({ points, 0 }, t:points(), tile)
    end
  end)

  it("counts 3 points for a field, as any city does", function()
    local t = set(cathedral, { standing = { "2 follower west field:NL.NR.SL.SR.WL.WR" }, bag = "BA-E" })
    t:play { "1: BA-E here r3" }
    assert.same({ 0, 3 }, t:final "field")
  end)

  it("gives its goods to the player who completes it", function()
    local t = set([[
      .             .     BA-E r2  .
      west=BA-E r1  TB-Q  IC-K     here
      .             .     BA-E     .
    ]], { sets = { "base", "traders" }, standing = knight, turn = 2 })
    t:play { "2: BA-E here r3" }
    assert.same({ 18, 0 }, t:points())
    assert.equal(1, t.state:goods(2).wine)
  end)
end)

describe("the large follower", function()
  it("counts as two in a majority", function()
    local t = set([[
      west=BA-E r1  here  east=BA-E r3
      BA-B          BA-B  BA-B
    ]], { standing = { "1 follower west city:E", "2 large east city:W" } })
    t:play { "1: BA-G here" }
    assert.same({ 0, 6 }, t:points())
  end)

  it("ties with two ordinary ones", function()
    local t = set([[
      BA-B          north=BA-E r2  .
      west=BA-E r1  here           east=BA-E r3
      BA-B          BA-B           BA-B
    ]], { standing = { "1 follower west city:E", "1 follower north city:S", "2 large east city:W" } })
    t:play { "1: BA-R here" }
    assert.same({ 8, 8 }, t:points())
  end)

  it("stands wherever an ordinary one may, and is the whole deployment", function()
    local t = set "BA-D here"
    t:play { "1: BA-K here ..." }
    assert.equal(4, #t:deployments "large")
    assert.same(t:deployments "follower", t:deployments "large")
    t:apply "deploy large city:N"
    assert.equal(2, t.state:turn_player())
    assert.same({ "1 large here city:N" }, t:standing())
  end)

  it("occupies a feature for everyone", function()
    local t = set("start=BA-A r3 east", { standing = { "2 large start road:E" } })
    t:play { "1: BA-U east ..." }
    assert.is_false(t:may "deploy follower road:E.W")
    assert.is_false(t:may "deploy large road:E.W")
  end)

  it("returns when its feature is scored", function()
    local t = set("start=BA-A r3 east", { standing = { "1 large start road:E" } })
    assert.equal(0, t.state:pieces_in_hand(1).large)
    t:play { "1: BA-A east r1" }
    assert.same({ 2, 0 }, t:points())
    assert.equal(1, t.state:pieces_in_hand(1).large)
  end)

  it("counts as two farmers", function()
    local farmers = { "1 large west field:NL.NR.SL.SR.WL.WR", "2 follower south field:EL.ER.SL.SR.WL.WR" }
    local t = set([[
      .             BA-E r2     .
      west=BA-E r1  IC-K        here
      corner        south=BA-E  .
    ]], { standing = farmers, bag = "BA-E BA-B" })
    t:play { "1: BA-E here r3", "2: BA-B corner" }
    assert.same({ 3, 0 }, t:final "field")
  end)

  it("is not an ordinary follower: alone it allows no builder, if the edition says so", function()
    for host, builders in pairs { ordinary = {}, any = { "road:E.W" } } do
      local t = set("start=BA-A r3 east", { sets = { "base", "traders" }, rules = { builder_host = host },
        standing = { "1 large start road:E" } })
      t:play { "1: BA-U east ..." }
      assert.same(builders, t:deployments "builder", host)
    end
  end)
end)
