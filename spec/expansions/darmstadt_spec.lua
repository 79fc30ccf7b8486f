-- Darmstadt: the hall in its city, and what churches score.

local carcassonne = require "carcassonne"
local board = require "spec.support.board"
local properties = require "spec.support.properties"

-- Base tiles by default; `darmstadt` are the variant's options.
local function set(picture, options)
  local given = { sets = { "base" } }
  for key, value in pairs(options or {}) do given[key] = value end
  given.variants = { carcassonne.variant("darmstadt", given.darmstadt), given.variants and given.variants[1] }
  given.darmstadt = nil
  return board.set(picture, given)
end

describe("Darmstadt", function()
  it("has three tiles, two of them with a church, which is a monastery", function()
    local game = carcassonne.game { sets = { "base" }, variants = { "darmstadt" } }
    assert.equal(72 + 3, game:num_tiles())
    for _, id in ipairs { "DA-B", "DA-C" } do
      assert.equal("monastery", game:tile(id).segments[1].kind)
      assert.same({ "church" }, game:tile(id).segments[1].attributes)
    end
  end)

  it("omits two monasteries, if the option says so", function()
    local game = carcassonne.game { sets = { "base" },
      variants = { carcassonne.variant("darmstadt", { monasteries = "two-fewer" }) } }
    assert.equal(72 + 3 - 2, game:num_tiles())
  end)
end)

describe("a city with the Darmstadtium", function()
  local picture = [[
    .             BA-E r2    .
    west=BA-E r1  hall=DA-A  here
    .             BA-E       .
  ]]
  local knight = { "1 follower west city:E" }

  it("scores 3 points more when it is complete, whoever has the majority", function()
    local t = set(picture, { standing = knight, turn = 2 }):play { "2: BA-E here r3" }
    assert.same({ 5 * 2 + 3, 0 }, t:points())
  end)

  it("scores no more if it is incomplete", function()
    local t = set(picture, { standing = knight, bag = "BA-G" }):play { "1: BA-G here" }
    assert.is_true(t.state:is_terminal())
    assert.same({ 5, 0 }, t:points())
  end)

  it("scores no more if that module is omitted", function()
    local t = set(picture, { standing = knight, darmstadt = { without = { "darmstadtium" } } }):play {
      "1: BA-E here r3" }
    assert.same({ 10, 0 }, t:points())
  end)
end)

describe("a church", function()
  -- The road south of the church continues to the east and the west; `here` is the last of its nine
  -- tiles.
  local function nine(standing, options)
    local given = { standing = standing, counts = { ["BA-B"] = 16 } }
    for key, value in pairs(options or {}) do given[key] = value end
    return set([[
      a=BA-B        BA-B           b=BA-B
      c=BA-B        church=DA-C    d=BA-A r1
      lane=BA-A r3  cross=BA-W r2  here
    ]], given)
  end

  it("pays 3 points to the player with the most followers on its nine tiles, as it is complete", function()
    local t = nine { "1 follower a monastery", "1 follower b monastery", "2 follower c monastery" }
    t:play { "1: BA-A here r1" }
    assert.same({ 3, 0 }, t:awarded "church")
  end)

  it("pays all players who tie, even if nobody is in the church", function()
    local t = nine { "1 follower a monastery", "2 follower c monastery" }
    t:play { "1: BA-A here r1" }
    assert.same({ 3, 3 }, t:awarded "church")
  end)

  it("pays the monk in it, too, who scores as usual", function()
    local t = nine { "2 follower church monastery" }
    t:play { "1: BA-A here r1" }
    assert.same({ 0, 9 + 3 }, t:points())
  end)

  it("counts followers that return with the same tile, and one that has just been deployed", function()
    local t = nine { "1 follower cross road:E", "2 follower c monastery" }
    t:play { "1: BA-A here r1, follower monastery" }
    assert.same({ 3, 0 }, t:awarded "church")
  end)

  it("pays nothing if nobody is there, or before it is complete", function()
    local t = nine {}
    t:play { "1: BA-A here r1" }
    assert.same({ 0, 0 }, t:awarded "church")
    t = set("church=DA-C here", { standing = { "1 follower church monastery" } })
    t:play { "1: BA-U here" }
    assert.same({ 0, 0 }, t:awarded "church")
  end)

  it("counts a large follower once, and no builder", function()
    local t = nine({ "1 large a monastery", "2 follower b monastery", "2 follower c monastery" },
      { variants = { "inns-and-cathedrals" } })
    t:play { "1: BA-A here r1" }
    assert.same({ 0, 3 }, t:awarded "church")
    t = nine({ "1 follower cross road:E", "1 builder cross road:E", "2 follower b monastery",
      "2 follower c monastery" },
      { sets = { "base", "traders" } })
    t:play { "1: BA-A here r1" }
    assert.same({ 0, 3 }, t:awarded "church")
  end)

  it("pays nothing if that module is omitted", function()
    local t = nine({ "1 follower a monastery" }, { darmstadt = { without = { "churches" } } })
    t:play { "1: BA-A here r1" }
    assert.same({ 0, 0 }, t:awarded "church")
  end)
end)

it("Darmstadt is played in random games, saved and taken back", function()
  for seed = 1, 4 do
    local given = { players = 2 + seed % 4, counts = { ["DA-A"] = 3, ["DA-B"] = 3, ["DA-C"] = 3 },
      variants = { "darmstadt", "inns-and-cathedrals" } }
    properties.try(carcassonne.game(given), seed, given)
  end
end)
