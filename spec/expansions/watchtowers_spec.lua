-- Watchtowers: what a tower counts, and who scores it.

local carcassonne = require "carcassonne"
local board = require "spec.support.board"
local compat = require "carcassonne.base.compat"
local properties = require "spec.support.properties"
local scaled = require "spec.support.scale"

-- Base tiles by default; `watchtowers` are the variant's options.
local function set(picture, options)
  local given = { sets = { "base" } }
  for key, value in pairs(options or {}) do given[key] = value end
  given.variants = { carcassonne.variant("watchtowers", given.watchtowers),
    compat.table.unpack(given.variants or {}) }
  given.watchtowers = nil
  return board.set(picture, given)
end

describe("Watchtowers", function()
  it("has twelve tiles, each with one tower: three for roads and three for cities, two each for the rest",
      function()
    local game, towers = carcassonne.game { sets = { "base" }, variants = { "watchtowers" } }, {}
    assert.equal(72 + 12, game:num_tiles())
    for letter in ("ABCDEFGHIJKL"):gmatch "." do
      local tower = table.concat(game:tile("WT-" .. letter).attributes, " ")
      towers[tower] = (towers[tower] or 0) + 1
    end
    assert.same({ roads = 3, cities = 3, arms = 2, meeples = 2, monasteries = 2 }, towers)
  end)
end)

describe("when a road is complete with a meeple beside a tower, its player gets", function()
  it("1 point for each tile with a road of the nine around it, however many roads the tile has", function()
    local t = set([[
      BA-V r1       .           .
      west=BA-A r3  tower=WT-E  here
      BA-B          BA-V r3     .
    ]], { standing = { "1 follower tower road:E" } })
    t:play { "1: BA-A here r1" }
    assert.same({ 5, 0 }, t:awarded "watchtower") -- all tiles except the one in the south-west
    assert.same({ 5 + 2, 0 }, t:points())
  end)

  it("3 points for each monastery, occupied or not", function()
    local t = set([[
      cloister=BA-B .
      tower=WT-K    here
      BA-B          .
    ]], { standing = { "1 follower tower road:E", "2 follower cloister monastery" } })
    t:play { "1: BA-A here r1" }
    assert.same({ 9, 0 }, t:awarded "watchtower")
  end)
end)

describe("when a city is complete with a meeple beside a tower, its player gets", function()
  it("1 point for each tile with a city, however many cities that has", function()
    local t = set([[
      here        .
      tower=WT-C  BA-H
      BA-A r2     .
    ]], { standing = { "1 follower tower city:N" } })
    t:play { "1: BA-E here r2" }
    assert.same({ 3, 0 }, t:awarded "watchtower")
  end)

  it("2 points for each coat of arms, in any city", function()
    local t = set([[
      .        here        .
      BA-F r1  tower=WT-A  BA-M
    ]], { standing = { "1 follower tower city:N" } })
    t:play { "1: BA-E here r2" }
    assert.same({ 4, 0 }, t:awarded "watchtower")
  end)

  it("2 points for each meeple, of any owner and in any place, the own one too", function()
    local t = set([[
      .             here        .
      lane=BA-U r1  tower=WT-D  farm=BA-B
    ]], { standing = { "1 follower tower city:N", "2 follower farm field:NL.NR.EL.ER.SL.SR.WL.WR",
      "2 follower lane road:N.S" } })
    t:play { "1: BA-E here r2" }
    assert.same({ 6, 0 }, t:awarded "watchtower")
  end)
end)

describe("a tower scores", function()
  -- BA-N completes its city.
  local picture = [[
    other=BA-E r1  here
    BA-B           tower=WT-C
  ]]

  it("for a meeple there, even if somebody else has the majority", function()
    local t = set(picture, { standing = { "1 follower tower city:N", "2 large other city:E" },
      variants = { "inns-and-cathedrals" } })
    t:play { "1: BA-N here r3" }
    assert.same({ 3, 0 }, t:awarded "watchtower")
    assert.same({ 3, 6 }, t:points())
  end)

  it("nothing for a meeple elsewhere in the city", function()
    local t = set(picture, { standing = { "2 follower other city:E" } })
    t:play { "1: BA-N here r3" }
    assert.same({ 0, 6 }, t:points())
  end)

  it("nothing for a farmer, nor for a thief whose road is incomplete, not even at the end", function()
    local t = set(picture, { standing = { "1 follower tower field:EL.ER.SL", "2 follower tower road:S" },
      bag = "BA-N" })
    t:play { "1: BA-N here r3" }
    assert.is_true(t.state:is_terminal())
    assert.same({ 0, 0 }, t:awarded "watchtower")
  end)

  it("before any piece returns from the features that are complete", function()
    local t = set([[
      left=BA-A r3  here        BA-A r1
      BA-B          tower=WT-D  BA-B
    ]], { standing = { "1 follower tower city:N", "2 follower left road:E" } })
    t:play { "1: BA-D here r2" }
    assert.same({ 4, 0 }, t:awarded "watchtower")
    assert.same({ 4 + 4, 3 }, t:points())
  end)

  it("once for each meeple there; for a builder only if the option says so", function()
    for who, points in pairs { meeples = 3, any = 6 } do
      local t = set(picture, { watchtowers = { who = who }, variants = { "inns-and-cathedrals" },
        standing = { "1 large tower city:N", "1 builder tower city:N" } })
      t:play { "1: BA-N here r3" }
      assert.same({ points, 0 }, t:awarded "watchtower", who)
    end
  end)

  it("nothing for a meeple that waits in a castle whose tile has no city", function()
    local t = set([[
      here
      tower=WT-C
      below
    ]], { variants = { "castles" }, standing = { "1 follower tower city:N" }, bag = "BA-E BA-A BA-U" })
    t:play { "1: BA-E here r2" }
    t:apply(t:options("castle")[1])
    t:play { "2: BA-A below r2" }
    assert.same({ 0, 0 }, t:awarded "watchtower")
  end)

  it("nothing if towers are omitted", function()
    local t = set(picture,
      { watchtowers = { without = { "watchtowers" } }, standing = { "1 follower tower city:N" } })
    t:play { "1: BA-N here r3" }
    assert.same({ 6, 0 }, t:points())
  end)
end)

it("the properties of every game hold in random ones with towers", function()
  for number = 1, scaled(20, 3) do
    local variant = carcassonne.variant("watchtowers", { who = number % 2 == 0 and "any" or nil })
    local given = { players = number % 5 + 2, variants = { variant } }
    properties.try(carcassonne.game(given), number, given, true)
  end
end)
