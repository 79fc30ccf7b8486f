-- King & Robber Baron: who takes the tokens, and how much they are worth.

local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"
local board = require "spec.support.board"

-- Base tiles by default; `scoring` is the variant's option.
local function set(picture, options)
  local given = { sets = { "base" } }
  for key, value in pairs(options or {}) do given[key] = value end
  local king = carcassonne.variant("king-and-robber", { scoring = given.scoring or "default" })
  given.variants, given.scoring = { king, compat.table.unpack(given.variants or {}) }, nil
  return board.set(picture, given)
end

local function holder(state, name)
  local token = state:token(name)
  return token and token.player or 0
end
local function holders(t) return { holder(t.state, "king"), holder(t.state, "robber") } end

-- Cells for a city of two tiles and, below, for one of three.
local cities = [[
  a=BA-E r1  here  .
  b=BA-E r1  BA-G  there
]]

describe("King & Robber", function()
  it("has five tiles; of KR-F's two cities one passes over the other, between two fields without an edge",
      function()
    local game = carcassonne.game { sets = { "base" }, variants = { "king-and-robber" } }
    assert.equal(72 + 5, game:num_tiles())
    local fields = {}
    for _, segment in ipairs(game:tile("KR-F").segments) do
      if segment.kind == "field" then fields[#fields + 1] = segment.text end
    end
    assert.same({ "field:", "field:II" }, fields)
    local t = set([[
      BA-B       n=BA-E r2  BA-B
      w=BA-E r1  here       BA-E r3
      BA-B       BA-E       BA-B
    ]], { standing = { "1 follower w city:E", "2 follower n city:S" } })
    t:play { "1: KR-F here" }
    assert.same({ 6, 6 }, t:points())
  end)

  it("begins with nobody's tokens", function()
    assert.same({ 0, 0 }, holders(set(cities)))
  end)
end)

describe("the king", function()
  it("goes to the player who completes the first city, even if nobody scores it", function()
    local t = set(cities, { turn = 2 })
    t:play { "2: BA-E here r3" }
    assert.same({ 2, 0 }, holders(t))
    assert.same({ 0, 0 }, t:points())
  end)

  it("moves to the player who completes a larger one", function()
    local t = set(cities)
    t:play { "1: BA-E here r3", "2: BA-E there r3" }
    assert.same({ 2, 0 }, holders(t))
  end)

  it("stays if a smaller one is completed, or one of the same size", function()
    local t = set(cities)
    t:play { "1: BA-E there r3", "2: BA-E here r3" }
    assert.same({ 1, 0 }, holders(t))
    t = set [[
      a=BA-E r1  here
      b=BA-E r1  there
    ]]
    t:play { "1: BA-E here r3", "2: BA-E there r3" }
    assert.same({ 1, 0 }, holders(t))
  end)

  it("goes to the player who completes the city, not to the player who scores it", function()
    local t = set(cities, { standing = { "2 follower a city:E" } })
    t:play { "1: BA-E here r3" }
    assert.same({ 0, 4 }, t:points())
    assert.same({ 1, 0 }, holders(t))
  end)

  it("counts tiles, not pennants", function()
    local t = set [[
      a=BA-E r1  BA-F  here
      b=BA-E r1  BA-G  there
    ]]
    t:play { "1: BA-E there r3", "2: BA-E here r3" }
    assert.same({ 1, 0 }, holders(t))
  end)

  it("counts a tile once if it has two of the city's walls", function()
    local t = set [[
      a=BA-E r1  BA-G     BA-G  first
      BA-N r2    BA-N r3  .     .
      BA-N r1    second   .     .
    ]]
    t:play { "1: BA-E first r3", "2: BA-I second" }
    assert.equal(4, t:feature("second", "city:N").tiles)
    assert.same({ 1, 0 }, holders(t))
  end)
end)

-- A road of two tiles, and one of three.
local roads = [[
  a=BA-A r3  here  .
  b=BA-A r3  BA-U  there
]]

describe("the robber", function()
  it("goes to the player who completes the first road, and on to the player who completes a longer one",
      function()
    local t = set(roads)
    t:play { "1: BA-A here r1" }
    assert.same({ 0, 1 }, holders(t))
    t:play { "2: BA-A there r1" }
    assert.same({ 0, 2 }, holders(t))
  end)

  it("stays if the road is as long", function()
    local t = set [[
      a=BA-A r3  here
      b=BA-A r3  there
    ]]
    t:play { "1: BA-A here r1", "2: BA-A there r1" }
    assert.same({ 0, 1 }, holders(t))
  end)

  it("is independent of the king: a monastery moves nothing, a road no king, a city no robber", function()
    local t = set [[
      BA-B       BA-B    BA-B
      BA-B       middle  BA-B
      BA-B       BA-B    BA-B
      a=BA-A r3  lane    .
      b=BA-E r1  tower   .
    ]]
    t:play { "1: BA-B middle" }
    assert.same({ 0, 0 }, holders(t))
    t:play { "2: BA-A lane r1" }
    assert.same({ 0, 2 }, holders(t))
    t:play { "1: BA-E tower r3" }
    assert.same({ 1, 2 }, holders(t))
  end)
end)

-- The tiles of a game of one player that ends with both tokens: two complete cities, four complete
-- roads.
local seven = [[
  .      seven  .
  .      six    .
  one    *BA-D  four
  two    three  five
]]
local function play_seven(scoring)
  local t = set(seven, { scoring = scoring, players = 1, bag = "BA-W BA-W BA-U BA-W BA-W BA-H KR-A" })
  return t:play {
    "1: BA-W one", "1: BA-W two r2", "1: BA-U three", "1: BA-W four", "1: BA-W five r1", "1: BA-H six",
      "1: KR-A seven r2",
  }
end

describe("at the end", function()
  it("the king is worth 1 point a complete city on the table, the robber 1 a complete road", function()
    local t = play_seven "default"
    assert.same({ 2 }, t:awarded "king")
    assert.same({ 4 }, t:awarded "robber")
    assert.same({ 6 }, t:points())
  end)

  it("incomplete ones count nothing", function()
    local t = set([[
      a=BA-E r1  here   BA-E
      b=BA-A r3  there  BA-B
      BA-B       BA-B   BA-A
    ]], { bag = "BA-E BA-A" })
    t:play { "1: BA-E here r3", "2: BA-A there r1" }
    assert.is_true(t.state:is_terminal())
    assert.same({ 1, 0 }, t:awarded "king")
    assert.same({ 0, 1 }, t:awarded "robber")
    assert.same({ 1, 1 }, t:points())
  end)

  it("a token that nobody holds is worth nothing", function()
    for _, scoring in ipairs { "default", "10/20", "15/40", "continuous" } do
      local t = set("a=BA-E r1 here", { scoring = scoring, bag = "BA-G" })
      t:play { "1: BA-G here" }
      assert.same({ 0, 0 }, t:points(), scoring)
    end
  end)

  it("10/20: each token is worth 10 points", function()
    assert.same({ 20 }, play_seven("10/20"):points())
  end)

  it("15/40: both are worth 40 points to one player", function()
    assert.same({ 40 }, play_seven("15/40"):points())
  end)

  it("15/40: one is worth 15 points, even if somebody else has the other", function()
    local t = set([[
      a=BA-E r1  here
      b=BA-A r3  there
    ]], { scoring = "15/40", bag = "BA-E BA-A" })
    t:play { "1: BA-E here r3", "2: BA-A there r1" }
    assert.same({ 15, 15 }, t:points())
  end)

  it("percentage goods are computed before king and robber", function()
    -- 119 points, 11 points for the goods (10 % of them), then 1 for the king; 10 % of 120 would be
    -- 12
    local t = set("a=BA-E r1 here", { sets = { "base", "traders" }, variants = { "percentage-goods" },
      bag = "BA-E",
      have = { { wine = 1 } }, points = { 119 } })
    t:play { "1: BA-E here r3" }
    assert.same({ 11, 0 }, t:awarded "wine")
    assert.same({ 1, 0 }, t:awarded "king")
    assert.same({ 131, 0 }, t:points())
  end)

  it("no other value of `scoring` is known", function()
    assert.has_error(function() carcassonne.variant("king-and-robber", { scoring = "40/15" }) end)
  end)
end)

describe("continuous scoring", function()
  it("pays the player who held the token before the tile: a game of five crossings ends 2 to 1", function()
    local t = set([[
      .      .      two
      three  *BA-D  one
      four   five   .
    ]], { scoring = "continuous" })
    t:play { "1: BA-X one", "2: BA-W two r3" }
    assert.same({ 0, 0 }, t:points())
    t:play { "1: BA-W three" } -- for the longest road so far the old holder gets a point
    assert.same({ 0, 1 }, t:points())
    t:play { "2: BA-W four r2", "1: BA-W five" }
    assert.same({ 2, 1 }, t:points())
  end)

  it("pays for each of two cities that one tile completes, and nothing to the player who takes the token by "
    .. "it",
      function()
    local t = set([[
      a=BA-E r1  here  b=BA-E r2
      BA-B       BA-B  BA-G r1
      .          BA-B  there
      .          BA-B  c=BA-E
    ]], { scoring = "continuous" })
    t:play { "1: BA-E here r3", "2: BA-H there" }
    assert.same({ 2, 0 }, t:points())
    assert.same({ 2, 0 }, holders(t))
  end)

  it("pays nothing at the end", function()
    local t = play_seven "continuous"
    -- the first city and the first road give the tokens; the other city and the other three roads
    -- give a point each
    assert.same({ 1 + 3 }, t:points())
  end)

  it("is computed for each part of a double turn: the king taken in part one pays in part two", function()
    local t = set([[
      BA-B           castle=BA-E r2  .
      start=BA-A r3  here            .
      gate=BA-E r1   there           .
    ]], { scoring = "continuous", sets = { "base", "traders" },
      standing = { "1 follower start road:E", "1 builder start road:E" } })
    t:play { "1: BA-D here", "1: take" } -- the city in the north, and a longer road
    assert.same({ 1, 0 }, holders(t))
    assert.same({ 0, 0 }, t:points())
    t:play { "1: BA-E there r3" }
    assert.same({ 1, 0 }, t:points())
  end)

  it("and both belong to the player of the turn in a double turn", function()
    local t = set([[
      BA-B           castle=BA-E r2  .
      start=BA-A r3  here            there
    ]], { sets = { "base", "traders" }, standing = { "1 follower start road:E", "1 builder start road:E" } })
    t:play { "1: BA-D here", "1: take", "1: BA-A there r1" }
    assert.same({ 1, 1 }, holders(t))
  end)
end)
