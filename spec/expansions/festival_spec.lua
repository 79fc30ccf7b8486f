-- The Festival: a player takes a piece back.

local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"
local board = require "spec.support.board"

-- Base tiles and Traders & Builders; `festival` are the variant's options.
local function set(picture, options)
  local given = {}
  for key, value in pairs(options or {}) do given[key] = value end
  given.variants = { carcassonne.variant("festival", given.festival),
    compat.table.unpack(given.variants or {}) }
  given.festival = nil
  return board.set(picture, given)
end

-- A thief with a builder, a farmer with a pig, and an opponent's knight; FE-F extends the road.
local picture = [[
  castle=BA-E r1  .          .
  farm=BA-B       .          .
  end=BA-A r3     lane=BA-U  here
]]
local thief, builder = "1 follower lane road:E.W", "1 builder lane road:E.W"
local farmer, pig = "1 follower farm field:NL.NR.EL.ER.SL.SR.WL.WR",
  "1 pig farm field:NL.NR.EL.ER.SL.SR.WL.WR"
local knight = "2 follower castle city:E"
local all = { thief, builder, farmer, pig, knight }

describe("The Festival", function()
  it("has ten tiles with a festival", function()
    local game = carcassonne.game { sets = { "base" }, variants = { "festival" } }
    assert.equal(72 + 10, game:num_tiles())
    for letter in ("ABCDEFGHIJ"):gmatch "." do
      assert.equal(1, #set("FE-" .. letter).state:tiles { attribute = "festival" }, letter)
    end
  end)
end)

describe("a player who places a festival tile", function()
  it("may take back any own piece on the board: a follower, a builder, a pig; but none of others", function()
    local t = set(picture, { standing = all })
    t:play { "1: FE-I here ..." }
    assert.same({
      "festival 1 builder road:E.W @lane",
      "festival 1 follower field:NL.NR.EL.ER.SL.SR.WL.WR @farm",
      "festival 1 follower road:E.W @lane",
      "festival 1 pig field:NL.NR.EL.ER.SL.SR.WL.WR @farm",
    }, t:options "festival")
  end)

  it("gets it into the supply, but no points", function()
    local t = set(picture, { standing = { thief, farmer } })
    t:play { "1: FE-I here, festival 1 follower road:E.W @lane" }
    assert.same({ farmer }, t:standing())
    assert.equal(6, t.state:pieces_in_hand(1).follower)
    assert.same({ 0, 0 }, t:points())
  end)

  it("does that instead of deploying a piece, not in addition", function()
    local t = set(picture, { standing = { thief } })
    t:play { "1: FE-I here, festival 1 follower road:E.W @lane" }
    assert.equal(2, t.state:turn_player())
    assert.same({}, t:standing())
  end)

  it("may deploy as usual, or do neither", function()
    local t = set(picture, { standing = { thief } })
    t:play { "1: FE-I here, follower city:N" }
    assert.same({ "1 follower here city:N", thief }, t:standing())
    t = set(picture, { standing = { thief } })
    t:play { "1: FE-I here" }
    assert.same({ thief }, t:standing())
    assert.equal(2, t.state:turn_player())
  end)

  it("may take back only a follower, if the option says so", function()
    local t = set(picture, { festival = { returns = "follower" }, standing = all })
    t:play { "1: FE-I here ..." }
    assert.same({
      "festival 1 follower field:NL.NR.EL.ER.SL.SR.WL.WR @farm",
      "festival 1 follower road:E.W @lane",
    }, t:options "festival")
  end)

  it("takes it before the scoring: a thief called home from the road that the tile completes scores nothing",
      function()
    local t = set("end=BA-A r3 here", { standing = { "1 follower end road:E" } })
    t:play { "1: FE-H here, festival 1 follower road:E @end" }
    assert.same({ 0, 0 }, t:points())
    t = set("end=BA-A r3 here", { standing = { "1 follower end road:E" } })
    t:play { "1: FE-H here" }
    assert.same({ 2, 0 }, t:points())
  end)

  it("may take back a large follower", function()
    local t = set(picture, { variants = { "inns-and-cathedrals" }, standing = { "1 large lane road:E.W" } })
    t:play { "1: FE-I here, festival 1 large road:E.W @lane" }
    assert.equal(1, t.state:pieces_in_hand(1).large)
  end)
end)

it("other tiles return no piece", function()
  local t = set(picture, { standing = { thief } })
  t:play { "1: BA-K here ..." }
  assert.same({}, t:options())
end)

describe("with the last follower", function()
  it("the builder and the pig leave or stay, by the edition", function()
    for rule, left in pairs { ["return"] = {}, stay = { builder } } do
      local t = set(picture, { rules = { orphan_builder = rule }, standing = { thief, builder } })
      t:play { "1: FE-I here, festival 1 follower road:E.W @lane" }
      assert.same(left, t:standing(), rule)
    end
    for rule, left in pairs { ["return"] = {}, stay = { pig } } do
      local t = set(picture, { rules = { orphan_pig = rule }, standing = { farmer, pig } })
      t:play { "1: FE-I here, festival 1 follower field:NL.NR.EL.ER.SL.SR.WL.WR @farm" }
      assert.same(left, t:standing(), rule)
    end
  end)
end)

describe("in a double turn, the second part comes also when the builder went home in part one because the "
  .. "festival removed it; "
  .. "such a builder may be deployed again in part two", function()
    it("when the builder itself is taken back, and it stands again in part two", function()
      local t = set([[
        gate=BA-A r3  way=BA-U   there
        end=BA-A r3   lane=BA-U  here
      ]], { standing = { thief, builder, "1 follower way road:E.W" } })
      t:play { "1: FE-F here r1, festival 1 builder road:E.W @lane" }
      assert.equal("extra", t.state:decision())
      assert.equal(1, t.state:pieces_in_hand(1).builder)
      t:play { "1: take", "1: BA-U there, builder road:E.W" }
      assert.same({ "1 builder there road:E.W", thief, "1 follower way road:E.W" }, t:standing())
      assert.equal(2, t.state:turn_player())
    end)

    it("when it follows the follower that is taken back", function()
      local t = set(picture, { rules = { orphan_builder = "return" }, standing = { thief, builder } })
      t:play { "1: FE-I here, festival 1 follower road:E.W @lane" }
      assert.same({}, t:standing())
      t:play { "1: take" }
      assert.equal(1, t.state:turn_player())
      assert.equal(2, t.state:part())
    end)
  end)
