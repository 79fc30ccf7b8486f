-- The Ferries: a test for each sentence of their rules.

local carcassonne = require "carcassonne"
local board = require "spec.support.board"
local properties = require "spec.support.properties"

local function set(picture, options, chosen)
  local given = { variants = { carcassonne.variant("ferries", chosen) } }
  for key, value in pairs(options or {}) do given[key] = value end
  return board.set(picture, given)
end

-- A road from a monastery in the north leads to the lake; other roads continue in the east and the
-- south.
local picture = [[
  *BA-A west .
  lake  east farther
  south .    .
  farthest . .
]]

-- In this rotation FR-B has roads in the north, the east and the south.
local function at_the_lake(play, options, chosen)
  local given = { bag = "FR-B BA-A BA-B BA-U BA-U BA-U BA-V" }
  for key, value in pairs(options or {}) do given[key] = value end
  return set(picture, given, chosen):play(play)
end

local NORTH_AND_EAST, NORTH_AND_SOUTH, EAST_AND_SOUTH = "ferry #1 @lake", "ferry #2 @lake", "ferry #4 @lake"
local laid = "1: FR-B lake r3, follower road:N, " .. NORTH_AND_EAST

local function road(t, name, text) return t.state:feature(t:cell(name).x, t:cell(name).y, text) end

describe("The Ferries", function()
  it("has eight tiles with a lake, at which three roads end, or four", function()
    local game = carcassonne.game { sets = { "base" }, variants = { "ferries" } }
    assert.equal(72 + 8, game:num_tiles())
    local roads = { [3] = 0, [4] = 0 }
    for _, tile in ipairs(game:tiles()) do
      local n = 0
      for _, segment in ipairs(tile.segments) do n = n + (segment.kind == "road" and 1 or 0) end
      if tile.attributes[1] == "lake" then roads[n] = roads[n] + tile.count end
    end
    assert.same({ [3] = 7, [4] = 1 }, roads)
  end)
end)

describe("a player who places a lake", function()
  it("lays its ferry between two of its roads, whether or not a piece was deployed", function()
    local t = at_the_lake { "1: FR-B lake r3, follower road:N" }
    assert.same({ NORTH_AND_EAST, NORTH_AND_SOUTH, EAST_AND_SOUTH }, t:options())
    t = at_the_lake { "1: FR-B lake r3, pass" }
    assert.same({ NORTH_AND_EAST, NORTH_AND_SOUTH, EAST_AND_SOUTH }, t:options())
    assert.is_false(t:may "pass")
  end)

  it("has six choices at a lake with four roads", function()
    local t = set("*BA-A\nlake", { bag = "FR-C" })
    t:play { "1: FR-C lake, pass" }
    assert.equal(6, #t:options())
  end)

  it("joins those two roads: they are one, and complete only together", function()
    local t = at_the_lake { laid }
    assert.is_true(road(t, "lake", "road:N") == road(t, "lake", "road:E"))
    assert.is_false(road(t, "lake", "road:N") == road(t, "lake", "road:S"))
    assert.same({ 0, 0 }, t:points())
    t:play { "2: BA-A east r1, pass, pass" } -- the road has no pieces, and the ferry does not move
    assert.same({ 3, 0 }, t:points())
  end)

  it("closes the other roads there: a road that is complete so is scored", function()
    local t = at_the_lake { "1: FR-B lake r3, follower road:N, " .. EAST_AND_SOUTH }
    assert.same({ 2, 0 }, t:points())
  end)
end)

describe("a player who extends a road with a ferry", function()
  it("may move it to two other roads of its lake; the road that it leaves may be complete, and is scored at "
      .. "once", function()
    local t = at_the_lake { laid, "2: BA-U east, pass ..." }
    assert.same({ "ferry-move #2 @lake", "ferry-move #4 @lake" }, t:options())
    assert.is_true(t:may "pass")
    t:apply "ferry-move #4 @lake"
    assert.same({ 2, 0 }, t:points())
    assert.same({}, t:standing())
    assert.is_true(road(t, "lake", "road:E") == road(t, "lake", "road:S"))
    assert.same({ "joined", "joined", "split", "split", "joined", "joined", "completed", "scored",
      "returned" },
      t:story("joined", "split", "completed", "scored", "returned"))
  end)

  it("may leave it where it is", function()
    local t = at_the_lake { laid, "2: BA-U east, pass, pass" }
    assert.same({ "1 follower lake road:N" }, t:standing())
    assert.is_true(road(t, "lake", "road:N") == road(t, "east", "road:E.W"))
  end)

  it("may move it from far away", function()
    local t = at_the_lake { laid, "2: BA-U east, pass, pass", "1: BA-U farther, pass ..." }
    assert.same({ "ferry-move #2 @lake", "ferry-move #4 @lake" }, t:options())
  end)

  it("may not if the road ends at the lake without the ferry, nor without a road, nor the ferry just laid",
      function()
    local t = at_the_lake { laid }
    assert.equal("draw", t.state:decision())
    t:play { "2: BA-U south r1, pass" }
    assert.equal("draw", t.state:decision())
    t:play { "1: BA-B west, pass" }
    assert.equal("draw", t.state:decision())
  end)

  it("moves only the ferry that comes first in each direction, each once", function()
    -- two lakes in a row, with a tile between them and a tile on the far side
    local t = set("*BA-A r3 one two far", { bag = "FR-B FR-B BA-U" })
    t:play { "1: FR-B one, pass, ferry #5 @one", "2: FR-B two, pass, ferry #5 @two" }
    -- the ferry of the first lake does not move yet
    assert.same({ "ferry-move #4 @one", "ferry-move #6 @one" }, t:options())
    t:play { "2: pass", "1: BA-U far, pass ..." }
    assert.same({ "ferry-move #4 @two", "ferry-move #6 @two" }, t:options())
    t:play { "1: ferry-move #4 @two" }
    assert.not_equal("choice", t.state:decision())
  end)

  it("moves one after the other if two come first", function()
    local t = set("fort=BA-B hill=BA-B moor=BA-B heath=BA-B\n*BA-A r3 one here two",
      { bag = "FR-B FR-B BA-U" })
    t:play { "1: FR-B one, pass, ferry #5 @one", "2: FR-B two, pass, ferry #5 @two",
      "1: BA-U here, pass ..." }
    assert.same({ "ferry-move #4 @one", "ferry-move #4 @two", "ferry-move #6 @one", "ferry-move #6 @two" },
      t:options())
    t:play { "1: ferry-move #4 @one" }
    assert.same({ "ferry-move #4 @two", "ferry-move #6 @two" }, t:options())
  end)
end)

describe("a ferry", function()
  it("grants no double turn by what it adds to a road; the tile itself does", function()
    local t = at_the_lake({ laid, "2: BA-B west, pass", "1: BA-U east, builder road:E.W, pass" })
    assert.equal(2, t.state:turn_player()) -- this tile was placed together with the builder
    t = at_the_lake({ "1: FR-B lake r3, follower road:E, " .. NORTH_AND_SOUTH, "2: BA-B west, pass",
      "1: BA-U east, builder road:E.W" })
    assert.equal(2, t.state:turn_player())
    -- the other player extends the builder's road to the south
    t:play { "2: BA-U south r1, pass, ferry-move #4 @lake" }
    assert.equal(1, t.state:turn_player())
    t:play { "1: BA-U farther, pass ..." }
    t:apply "ferry-move #1 @lake"
    assert.equal("extra", t.state:decision())
  end)

  it("returns the builder if the ferry separates it from all followers of the player", function()
    for rule, left in pairs { ["return"] = {}, stay = { "1 builder east road:E.W" } } do
      local t = at_the_lake({ laid, "2: BA-B west, pass", "1: BA-U east, builder road:E.W, pass",
        "2: BA-U farther, pass, ferry-move #4 @lake" }, { rules = { orphan_builder = rule } })
      assert.same({ 2, 0 }, t:points())
      assert.same(left, t:standing())
    end
  end)

  it("... or leaves it where the ferry still lands, if the option says so", function()
    for option, left in pairs { own = {}, both = { "1 builder east road:E.W" } } do
      local t = at_the_lake({ laid, "2: BA-B west, pass", "1: BA-U east, builder road:E.W, pass",
        "2: BA-U farther, pass, ferry-move #4 @lake" }, { rules = { orphan_builder = "return" } },
          { cut_off = option })
      assert.same(left, t:standing(), option)
    end
  end)

  it("... and keeps other players off the road by it, as in the other engine", function()
    local steps = { laid, "2: BA-B west, pass", "1: BA-U east, builder road:E.W, pass",
      "2: BA-U farther, pass, ferry-move #4 @lake",
      "1: BA-U 3,1 ..." }
    local rules = { orphan_builder = "return" }
    local t = at_the_lake(steps, { rules = rules, bag = "FR-B BA-A BA-B BA-U BA-U BA-U" },
      { cut_off = "both" })
    assert.is_false(t:may "follower road:E.W")
    rules.orphan_builder = "stay"
    t = at_the_lake(steps, { rules = rules, bag = "FR-B BA-A BA-B BA-U BA-U BA-U" }, { cut_off = "own" })
    assert.is_true(t:may "follower road:E.W")
  end)

  it("leaves the builder beside a follower of the player on the road that it now leads to", function()
    local t = at_the_lake({ laid, "2: BA-B west, pass", "1: BA-U south r1, follower road:N.S",
      "2: BA-V farthest r1, pass",
      "1: BA-U east, builder road:E.W, pass", "2: BA-U farther, pass, ferry-move #4 @lake" },
      { rules = { orphan_builder = "return" }, bag = "FR-B BA-A BA-B BA-U BA-U BA-U BA-V" })
    assert.same({ "1 builder east road:E.W", "1 follower south road:N.S" }, t:standing())
  end)
end)

it("Without ferries roads end at the lakes", function()
  local t = set(picture, { bag = "FR-B" }, { without = { "ferries" } })
  t:play { "1: FR-B lake r3, follower road:N" }
  assert.same({ 2, 0 }, t:points())
end)

it("The Ferries keep the properties of every game", function()
  for seed = 1, 5 do
    local given = { variants = { "ferries", seed % 2 == 0 and "tunnel" or "bridges" }, players = seed,
      rules = { orphan_builder = "return" } }
    properties.try(carcassonne.game(given), seed, given)
  end
end)
