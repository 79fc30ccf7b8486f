-- Wind Roses: a test for each sentence of its rules.

local carcassonne = require "carcassonne"
local board = require "spec.support.board"
local properties = require "spec.support.properties"

local function set(picture, options, chosen)
  local given = {}
  for key, value in pairs(options or {}) do given[key] = value end
  given.variants = { carcassonne.variant("wind-roses", chosen) }
  return board.set(picture, given)
end

-- Returns the points for placing a tile on the cell `here`.
local function points_at(picture, tile, options)
  local t = set(picture, options)
  t:play { ("1: %s"):format(tile:gsub("^%S+", "%0 here")) }
  return t:points()[1]
end

describe("Wind Roses", function()
  it("has six tiles, two whole roses and the four quarters of one", function()
    local game = carcassonne.game { sets = { "base" }, variants = { "wind-roses" } }
    assert.equal(72 + 6, game:num_tiles())
    local shown = {}
    for _, tile in ipairs(game:tiles()) do
      for _, name in ipairs(tile.attributes) do shown[name] = (shown[name] or 0) + tile.count end
    end
    assert.same({ rose = 2, ["rose-ne"] = 1, ["rose-se"] = 1, ["rose-sw"] = 1, ["rose-nw"] = 1 }, shown)
  end)

  it("begins with a whole rose instead of the start tile, which is drawn with the others", function()
    local state = carcassonne.game({ sets = { "base" }, variants = { "wind-roses" } }):new_initial_state(1)
    assert.equal("WR-D", state:tile(1).id)
    assert.equal(1, state:num_tiles())
    assert.equal(4, state:tiles_left()["BA-D"])
  end)
end)

describe("a player who places a quarter of a rose", function()
  it("gets 3 points at once if it lies in the quarter that it shows", function()
    local t = set("hill=BA-B here\nmeadow=BA-B .\nrose=WR-D .")
    t:play { "1: WR-A here r2 ..." } -- the quarter in the north-east
    assert.same({ 3, 0 }, t:points())
    assert.same({ 3, 0 }, t:awarded "wind-rose")
    assert.equal("deploy", t.state:decision())
  end)

  it("gets nothing in another quarter", function()
    local corners = {
      ne = "meadow=BA-B here\nrose=WR-D .", nw = "here meadow=BA-B\n. rose=WR-D",
      se = "rose=WR-D .\nmeadow=BA-B here", sw = ". rose=WR-D\nhere meadow=BA-B",
    }
    -- rotated so that they fit beside the meadow
    local tiles = { ne = { west = "WR-A r1", east = "WR-A" }, se = { west = "WR-B r1", east = "WR-B" },
      nw = { west = "WR-C", east = "WR-C" }, sw = { west = "WR-F r2", east = "WR-F" } }
    for shown, turned in pairs(tiles) do
      for corner, picture in pairs(corners) do
        local points = points_at(picture, turned[corner:find "e" and "west" or "east"])
        assert.equal(shown == corner and 3 or 0, points, shown .. " in " .. corner)
      end
    end
  end)

  it("gets them in the row and the column of the rose, which belong to both quarters beside them", function()
    local north = "here\nmeadow=BA-B\nrose=WR-D"
    assert.equal(3, points_at(north, "WR-A"))
    assert.equal(3, points_at(north, "WR-C r1"))
    assert.equal(0, points_at(north, "WR-B"))
    local east = "rose=WR-D here" -- the city of the tile
    assert.equal(3, points_at(east, "WR-A"))
    assert.equal(3, points_at(east, "WR-B"))
    assert.equal(0, points_at(east, "WR-F r3"))
  end)

  it("gets them in any rotation of the quarter, and far away, too", function()
    for turned = 0, 1 do
      assert.equal(3, points_at(". . here\nmeadow=BA-B heath=BA-B moor=BA-B\nrose=WR-D . .",
        "WR-A r" .. turned))
    end
  end)

  it("gets them in addition to other points", function()
    local t = set("rose=WR-D .\nmeadow=BA-B .\ncastle=BA-E r1 here",
      { standing = { "1 follower castle city:E" } })
    t:play { "1: WR-B here" }
    assert.same({ 4 + 3, 0 }, t:points())
  end)
end)

describe("the whole rose", function()
  it("turns the quarters with its tile", function()
    -- after one rotation the rose's north points east, so its north-east quarter is in the
    -- south-east
    assert.equal(3, points_at("rose=WR-D r1 meadow=BA-B\n. here", "WR-A r2"))
    assert.equal(0, points_at(". here\nrose=WR-D r1 meadow=BA-B", "WR-A"))
    assert.equal(3, points_at(". here\nrose=WR-D r1 meadow=BA-B", "WR-C r1"))
    assert.equal(3, points_at("meadow=BA-B rose=WR-D r3\nhere .", "WR-C r1"))
  end)

  it("that is placed later replaces the first one for the rest of the game, whoever placed it", function()
    local t = set("rose=WR-D .\nmeadow=BA-B here\nlater .", { bag = "WR-E WR-A BA-B" })
    t:play { "1: WR-E later", "2: WR-A here r1" }
    assert.same({ 0, 3 }, t:points())
    assert.equal(0, points_at("rose=WR-D .\nmeadow=BA-B here", "WR-A r1"))
  end)

  it("is missing in a game that starts without it: a quarter scores nothing until one is placed", function()
    local t = set("meadow=BA-B here\nhill=BA-B there", { bag = "WR-A WR-E WR-B" })
    t:play { "1: WR-A here r1" }
    assert.same({ 0, 0 }, t:points())
  end)
end)

describe("Without its modules, Wind Roses", function()
  it("is six tiles without a rule", function()
    local t = set("rose=WR-D here", {}, { without = { "roses" } })
    t:play { "1: WR-A here" }
    assert.same({ 0, 0 }, t:points())
  end)
end)

it("Wind Roses keep the properties of every game", function()
  for seed = 1, 4 do
    local given = { variants = { "wind-roses", seed % 2 == 0 and "river" or "tunnel" }, players = 1 + seed }
    properties.try(carcassonne.game(given), seed, given)
  end
end)
