-- The pig: a test for each sentence of its rules.

local compat = require "carcassonne.base.compat"
local board = require "spec.support.board"

-- A field between two complete cities, and a cell beside it.
local pasture = [[
  .     top=BA-E r2
  here  farm=BA-H
  .     BA-E
]]
local field = "field:EL.ER.WL.WR"
local around = "field:NL.NR.EL.ER.SL.SR.WL.WR" -- of a monastery

-- A city with five separate fields around it.
local star = [[
  .          n=BA-E r2  .
  w=BA-E r1  m=BA-T     e=BA-E r3
]]
local fields = {
  n = "n field:NL.NR.EL.ER.WL.WR",
  e = "e field:NL.NR.EL.ER.SL.SR",
  w = "w field:NL.NR.SL.SR.WL.WR",
}

-- Returns pieces on the board: `n` times the piece of a player, in a field of the star or in the
-- pasture.
local function stand(...)
  local list = {}
  for _, words in ipairs { ... } do
    local player, piece, at, times = words:match "^(%d) (%S+) (%S+) ?x?(%d*)$"
    for _ = 1, tonumber(times) or 1 do
      list[#list + 1] = ("%s %s %s"):format(player, piece, fields[at] or at .. " " .. field)
    end
  end
  return list
end

describe("the pig is deployed", function()
  it("on the tile just placed, instead of a follower, in a field where the player has a farmer", function()
    local t = board.set(pasture, { standing = stand "1 follower farm" })
    t:play { "1: BA-B here ..." }
    assert.same({ "follower monastery", "pig " .. around }, t:deployments())
    t:apply("deploy pig " .. around)
    assert.equal(2, t.state:turn_player())
    assert.same({ "1 follower farm " .. field, "1 pig here " .. around }, t:standing())
    assert.equal(0, t.state:pieces_in_hand(1).pig)
  end)

  it("not without a farmer of one's own", function()
    local t = board.set(pasture, { standing = stand "2 follower farm" })
    t:play { "1: BA-B here ..." }
    assert.same({}, t:deployments "pig")
    t = board.set(pasture)
    t:play { "1: BA-B here ..." }
    assert.same({}, t:deployments "pig")
  end)

  it("not on a road, a city or a monastery", function()
    local t = board.set("road=BA-U here",
      { standing = { "1 follower road road:E.W", "1 follower road field:NL.NR.EL.WR" } })
    t:play { "1: BA-U here ..." }
    assert.same({ "field:NL.NR.EL.WR" }, t:deployments "pig")
  end)

  it("even if other players have farmers and pigs there", function()
    local t = board.set(pasture, { standing = stand("1 follower farm", "2 follower farm x3", "2 pig farm") })
    t:play { "1: BA-B here ..." }
    assert.same({ around }, t:deployments "pig")
  end)

  it("and stays to the end of the game, even if cities beside it are completed", function()
    local south = "field:ER.SL.SR.WL"
    local t = board.set("BA-A r3 start=BA-D east",
      { standing = { "1 follower start road:E.W", "1 follower start " .. south,
      "1 pig start " .. south } })
    t:play { "1: BA-A east r1" }
    assert.same({ 3, 0 }, t:points())
    assert.same({ "1 follower start " .. south, "1 pig start " .. south }, t:standing())
  end)
end)

describe("At the end its owner, if owner of (or tied for) the field's majority, scores one more for each "
  .. "city that the field "
  .. "scores for that owner.", function()
    it("the pig adds one point for each city", function()
      assert.same({ 6, 0 },
        board.set(pasture, { standing = stand "1 follower farm", bag = "" }):final "field")
      local t = board.set(pasture, { standing = stand("1 follower farm", "1 pig farm"), bag = "" })
      assert.same({ 8, 0 }, t:final "field")
      assert.same({ { kind = "cities", count = 2, each = 3 }, { kind = "pig", count = 2, each = 1 } },
        t:events("scored")[1].items)
    end)

    it("tied for the majority", function()
      local t = board.set(pasture,
        { standing = stand("1 follower farm", "1 pig farm", "2 follower farm"), bag = "" })
      assert.same({ 8, 6 }, t:final "field")
    end)

    it("nothing without the majority", function()
      local t = board.set(pasture,
        { standing = stand("1 follower farm", "1 pig farm", "2 follower farm x2"), bag = "" })
      assert.same({ 0, 6 }, t:final "field")
    end)

    it("nothing for an incomplete city", function()
      local t = board.set("BA-E r2\nfarm=BA-H",
        { standing = stand("1 follower farm", "1 pig farm"), bag = "" })
      assert.same({ 4, 0 }, t:final "field")
    end)

    it("only for the pig's own field", function()
      local t = board.set(star, { standing = stand("1 follower n", "1 follower w", "1 pig n"), bag = "" })
      assert.same({ 3 + 1 + 3, 0 }, t:final "field")
    end)

    it("the printed example: 8 points, none for the loser of the majority; 10 under `2003`", function()
      -- The rule sheet does not show the example's board; two cities at one field give its numbers.
      local pieces = stand("1 follower farm x2", "1 pig farm", "2 follower farm", "2 pig farm")
      assert.same({ 8, 0 }, board.set(pasture, { standing = pieces, bag = "" }):points())
      assert.same({ 10, 0 }, board.set(pasture, { edition = "2003", standing = pieces, bag = "" }):points())
    end)

    it("the printed example of the shared field: 8, 8, 6", function()
      local t = board.set(pasture, { players = 3, bag = "",
        standing = stand("1 follower farm", "1 pig farm", "2 follower farm", "2 pig farm",
          "3 follower farm") })
      assert.same({ 8, 8, 6 }, t:points())
    end)
  end)

it("A pig counts in no majority.", function()
  local t = board.set(pasture,
    { standing = stand("1 follower farm", "1 pig farm", "2 follower farm x2", "2 pig farm"), bag = "" })
  assert.same({ 0, 8 }, t:points())
  for _, edition in ipairs { "2003", "c2" } do
    local pays = edition == "2003" and { 10, 8 } or { 8, 6 }
    t = board.set(pasture,
      { edition = edition, standing = stand("1 follower farm", "1 pig farm", "2 follower farm"), bag = "" })
    assert.same(pays, t:points())
  end
end)

it("Other players' pigs change nothing for anyone else.", function()
  for _, edition in ipairs { "2003", "c2" } do
    for _, others in ipairs { {}, { "2 pig farm" }, { "2 pig farm", "3 pig farm" } } do
      local t = board.set(pasture,
        { edition = edition, players = 3, bag = "", standing = stand("1 follower farm x2",
        "1 pig farm", "2 follower farm", "3 follower farm", compat.table.unpack(others)) })
      assert.same({ edition == "2003" and 10 or 8, 0, 0 }, t:points())
    end
  end
end)

describe("Where a player has several pigs (some scenarios give two), they add one point a city, once.",
    function()
  for _, farm_scoring in ipairs { "per-city", "per-field-once", "per-field" } do
    it("`" .. farm_scoring .. "`", function()
      for pigs = 0, 2 do
        local t = board.set(pasture,
          { rules = { farm_scoring = farm_scoring }, pieces = { pig = 2 }, bag = "",
          standing = stand("1 follower farm", pigs > 0 and "1 pig farm x" .. pigs or nil) })
        assert.same({ pigs > 0 and 8 or 6, 0 }, t:final "field")
      end
    end)
  end
end)

describe("under `per-city`: one more for each complete city touching the pig's field that its owner scores, "
  .. "if the owner has or "
  .. "ties the most farmers in that field", function()
    local function points(...)
      return board.set(star, { edition = "2003", standing = stand(...), bag = "" }):final "field"
    end

    it("the owner has the most in the pig's field, and scores the city", function()
      assert.same({ 5, 0 }, points("1 follower n", "1 pig n"))
      assert.same({ 5, 0 }, points("1 follower n", "1 pig n", "1 follower w", "2 follower w"))
    end)

    it("the pig's owner, who ties in its field, gets one more point for the city", function()
      assert.same({ 5, 0 }, points("1 follower n", "1 pig n", "1 follower w", "2 follower n"))
      assert.same({ 5, 4 }, points("1 follower n", "1 pig n", "2 follower n"))
    end)

    it("the owner scores the city, but does not have the most in the pig's field", function()
      assert.same({ 4, 0 }, points("1 follower w", "1 follower n", "1 follower e", "1 pig e",
        "2 follower e x2"))
    end)

    it("the owner has the most in the pig's field, but does not score the city", function()
      assert.same({ 0, 4 }, points("1 follower e", "1 pig e", "2 follower n", "2 follower w"))
    end)

    it("the pig counts for the city that touches its field, not for the other city of its owner",
        function()
      local function pasture_points(pig)
        return board.set(pasture, { edition = "2003", bag = "", standing = {
          "1 follower farm " .. field, "1 follower top field:NL.NR.EL.ER.WL.WR", pig } }):final "field"
      end
      assert.same({ 5 + 4, 0 }, pasture_points "1 pig top field:NL.NR.EL.ER.WL.WR")
      assert.same({ 5 + 5, 0 }, pasture_points("1 pig farm " .. field))
    end)
  end)

describe("Under `per-field-once` a city counts once for a player, at the best value.", function()
  local function points(...)
    return board.set(star, { rules = { farm_scoring = "per-field-once" }, standing = stand(...),
      bag = "" }):final "field"
  end

  it("once, with the pig", function()
    assert.same({ 4, 0 }, points("1 follower n", "1 follower w", "1 pig n"))
    assert.same({ 4, 0 }, points("1 follower n", "1 follower w", "1 pig w"))
    assert.same({ 4, 0 }, points("1 follower w", "1 follower n", "1 pig n"))
  end)

  it("for each player", function()
    assert.same({ 4, 3 }, points("1 follower n", "1 follower w", "1 pig n", "2 follower e"))
  end)

  it("without the pig if its field is another player's", function()
    assert.same({ 3, 3 }, points("1 follower n", "1 follower w", "1 pig n", "2 follower n x2"))
  end)

  it("city by city", function()
    local function pasture_points(pig)
      return board.set(pasture, { rules = { farm_scoring = "per-field-once" }, bag = "", standing = {
        "1 follower farm " .. field, "1 follower top field:NL.NR.EL.ER.WL.WR", pig } }):final "field"
    end
    assert.same({ 4 + 3, 0 }, pasture_points "1 pig top field:NL.NR.EL.ER.WL.WR")
    assert.same({ 4 + 4, 0 }, pasture_points("1 pig farm " .. field))
  end)
end)
