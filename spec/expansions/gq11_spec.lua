-- Games Quarterly 11 and sets of tiles without rules: a test for each sentence of their rules.

local carcassonne = require "carcassonne"
local board = require "spec.support.board"
local properties = require "spec.support.properties"

local function count_tiles(game, pattern)
  local n = 0
  for _, tile in ipairs(game:tiles()) do n = n + (tile.id:match(pattern) and tile.count or 0) end
  return n
end

describe("Games Quarterly 11", function()
  -- A field of three tiles, one with the herd, between two complete cities.
  local pasture = [[
    .          BA-E r2
    herd=GQ-D  farm=BA-H
    .          BA-E
  ]]
  local farmer, pig = "1 follower farm field:EL.ER.WL.WR", "1 pig farm field:EL.ER.WL.WR"
  local function final(standing, variants, options)
    local given = { variants = variants or { "gq11" }, standing = standing, bag = "" }
    for key, value in pairs(options or {}) do given[key] = value end
    return board.set(pasture, given):final "field"
  end

  it("has ten tiles", function()
    assert.are.equal(10, count_tiles(carcassonne.game { variants = { "gq11" } }, "^GQ%-"))
  end)

  it("has a herd of pigs, with which each complete city is worth 1 more to the farmers of the field",
      function()
    assert.are.same({ 8, 0 }, final { farmer })
    assert.are.same({ 8, 8 }, final { farmer, "2 follower farm field:EL.ER.WL.WR" })
  end)

  it("has a pig add 1 more besides, to its owner alone", function()
    assert.are.same({ 10, 8 }, final { farmer, pig, "2 follower farm field:EL.ER.WL.WR" })
  end)

  it("counts by each of the farm rules", function()
    assert.are.same({ 8, 0 }, final({ farmer }, nil, { rules = { farm_scoring = "per-field-once" } }))
    assert.are.same({ 10, 0 },
      final({ farmer }, nil, { rules = { farm_scoring = "per-city", field_city_points = 4 } }))
  end)

  it("is worth nothing more without the herd", function()
    assert.are.same({ 6, 0 }, final({ farmer }, { carcassonne.variant("gq11", { without = { "herd" } }) }))
  end)

  it("adds nothing with a second herd, even that of a river", function()
    local t = board.set([[
      .          BA-E r2    .
      herd=GQ-D  farm=BA-H  other=RI-V r1
      .          BA-E       .
    ]], { variants = { "gq11", carcassonne.variant("river", { rivers = "second" }) },
      standing = { farmer }, bag = "" })
    assert.are.same({ 8, 0 }, t:final "field")
  end)

  it("reports the points of the herd", function()
    local t = board.set(pasture, { variants = { "gq11" }, standing = { farmer }, bag = "" })
    local items = t:events("scored")[1].items
    assert.are.same({ "cities 2 3", "row 2 1" },
      { ("%s %d %d"):format(items[1].kind, items[1].count, items[1].each),
      ("%s %d %d"):format(items[2].kind, items[2].count, items[2].each) })
  end)
end)

describe("Sets of tiles without rules", function()
  it("are the Winter Edition's twelve and two that were given away", function()
    assert.are.equal(12, count_tiles(carcassonne.game { variants = { "winter" } }, "^WI%-"))
    assert.are.equal(2, count_tiles(carcassonne.game { variants = { "spiel-doch" } }, "^SD%-"))
  end)

  it("have an inn for those who play with inns", function()
    local function points(variants)
      return board.set("WI-K r3 inn=WI-E r1", { variants = variants }):feature("inn", "road:W").points
    end
    assert.are.equal(2, points { "winter" })
    assert.are.equal(4, points { "winter", "inns-and-cathedrals" })
  end)

  it("have a field that borders two cities", function()
    local t = board.set("BA-E r2\nhere=SD-A", { variants = { "spiel-doch" } })
    assert.are.equal(2,
      t.state:count { "features", kind = "city", borders = t:feature("here", "field:EL.ER.SL.SR") })
  end)

  it("play games that keep the properties of all games", function()
    for seed, variants in ipairs { { "gq11" }, { "winter" }, { "spiel-doch" },
        { "gq11", "winter", "spiel-doch", "river" } } do
      local given = { players = seed + 1, variants = variants, sets = { "base", "traders" } }
      properties.try(carcassonne.game(given), seed, given)
    end
  end)
end)
