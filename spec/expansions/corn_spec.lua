-- The Corn Circles: a test for each sentence of their rules.

local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"
local board = require "spec.support.board"
local properties = require "spec.support.properties"
local scale = require "spec.support.scale"
local words = require("carcassonne.ui").words

-- `corn` are the variant's options.
local function set(picture, options)
  local given = {}
  for key, value in pairs(options or {}) do given[key] = value end
  given.variants = { carcassonne.variant("corn-circles", given.corn),
    compat.table.unpack(given.variants or {}) }
  given.corn = nil
  return board.set(picture, given)
end

-- A road from a monastery into a tile that has a circle of thieves, with a piece of each player on
-- it.
local road = "west=BA-A r3 lane=BA-U here"
local thieves = { "1 follower west road:E", "2 follower lane road:E.W" }

local function on_road(options)
  local given = { standing = thieves }
  for key, value in pairs(options or {}) do given[key] = value end
  local t = set(road, given)
  return t:play { "1: CC-D here" }
end

local function asked(t) return t.state:current_player() end

describe("The Corn Circles", function()
  it("are two sets of six tiles, each of which may be played alone", function()
    local function tiles(without)
      return carcassonne.game({ sets = { "base" },
        variants = { carcassonne.variant("corn-circles", { without = without }) } }):num_tiles()
    end
    assert.equal(72 + 12, tiles())
    assert.equal(72 + 6, tiles { "first" })
    assert.equal(72 + 6, tiles { "second" })
    assert.equal(72, tiles { "first", "second" })
  end)

  it("have four circles each of farmers, thieves and knights", function()
    local shown, game = {}, carcassonne.game { sets = { "base" }, variants = { "corn-circles" } }
    for _, tile in ipairs(game:tiles()) do
      for _, sign in ipairs(tile.attributes) do shown[sign] = (shown[sign] or 0) + tile.count end
    end
    assert.same({ pitchfork = 4, club = 4, shield = 4 }, shown)
  end)

  it("without their rules are tiles like others", function()
    local t = on_road { corn = { without = { "circles" } } }
    assert.equal("draw", t.state:decision())
    assert.equal(2, t.state:turn_player())
  end)
end)

describe("Who places a circle", function()
  it("chooses what all players do, after everything has been scored", function()
    local t = set("gate=BA-A r3 here",
      { standing = { "1 follower gate road:E", "2 follower gate field:NL.NR.EL.ER.SL.SR.WL.WR" } })
    t:play { "1: CC-F here, follower road:S" }
    assert.same({ 2, 0 }, t:points())
    assert.equal("corn", t.state:phase())
    assert.equal(1, asked(t))
    assert.same({ "corn #1", "corn #2" }, t:options())
    assert.is_false(t:may "pass")
    assert.equal("Do all players deploy a follower, or remove one?", words.asks(t.state))
  end)

  it("chooses even if nobody has such a follower; then nothing happens", function()
    local t = set("hut=BA-B here", { standing = { "1 follower hut monastery" } })
    t:play { "1: CC-D here r2", "1: corn #1" }
    assert.equal(2, t.state:turn_player())
    assert.equal("draw", t.state:decision())
  end)

  it("is not asked while no pieces are on the board", function()
    local t = set "hut=BA-B here"
    t:play { "1: CC-D here r2" }
    assert.equal(2, t.state:turn_player())
  end)

  it("acts last, after all others, starting with the player on the left", function()
    local t = on_road { players = 3, standing = { "1 follower west road:E", "2 follower lane road:E.W",
      "3 follower lane road:E.W" } }
    t:play { "1: corn #2" }
    local order = {}
    while t.state:phase() == "corn-remove" do
      order[#order + 1] = asked(t)
      t.state:apply_index(1)
    end
    assert.same({ 2, 3, 1 }, order)
    assert.same({}, t:standing())
  end)

  it("continues with a second part after that, and may meet another circle there", function()
    local t = set("west=BA-A r3 lane=BA-U here\n. . next",
      { standing = { thieves[1], "1 builder lane road:E.W" } })
    t:play { "1: CC-D here", "1: corn #1", "1: pass", "1: take", "1: CC-G next r1" }
    assert.equal("corn", t.state:phase())
    assert.equal(2, t.state:part())
  end)
end)

describe("To deploy", function()
  it("puts a follower beside one's own, on the same segment, even if others are in the feature",
      function()
    local t = on_road()
    t:play { "1: corn #1" }
    assert.equal(2, asked(t))
    assert.same({ "follower road:E.W @lane" }, t:deployments())
    t:apply "deploy follower road:E.W @lane"
    assert.equal(1, asked(t))
    t:apply "deploy follower road:E @west"
    assert.same({ "1 follower west road:E", "1 follower west road:E", "2 follower lane road:E.W",
      "2 follower lane road:E.W" },
      t:standing())
    assert.equal(5, t.state:in_hand(1, "follower"))
    assert.equal(2, t.state:turn_player())
  end)

  it("is optional, unless the option follows the printed text", function()
    for value, may in pairs { may = true, must = false } do
      local t = on_road { corn = { deploy = value } }
      t:play { "1: corn #1" }
      assert.equal(may, t:may "pass", value)
    end
  end)

  it("skips players without a piece there or in hand", function()
    local t = on_road { players = 3, pieces = { builder = 1, pig = 1, follower = 1 } }
    t:play { "1: corn #1" }
    assert.equal("draw", t.state:decision())
    t = on_road { players = 3 }
    t:play { "1: corn #1" }
    assert.equal(2, asked(t))
    t:apply "pass"
    assert.equal(1, asked(t))
  end)

  it("takes followers who can stand there: no wagon as a farmer, a mayor only as a knight", function()
    local picture = "west=BA-E r1 mid=BA-F here"
    local standing = { "2 follower west city:E", "2 follower west field:NL.NR.SL.SR.WL.WR" }
    local options = { standing = standing, variants = { "abbey-and-mayor", "inns-and-cathedrals" } }
    local t = set(picture, options)
    t:play { "1: CC-A here", "1: corn #1" }
    assert.same({ "follower city:E @west", "large city:E @west", "mayor city:E @west", "wagon city:E @west" },
      t:deployments())
    t = set(picture, options)
    t:play { "1: CC-C here r3", "1: corn #1" }
    assert.same({ "follower field:NL.NR.SL.SR.WL.WR @west", "large field:NL.NR.SL.SR.WL.WR @west" },
      t:deployments())
  end)

  it("is not possible beside a builder alone", function()
    local t = on_road { standing = { thieves[1], "2 follower lane road:E.W", "1 builder lane road:E.W" } }
    t:play { "1: corn #1", "2: pass" }
    assert.same({ "follower road:E @west" }, t:deployments())
  end)
end)

describe("To remove", function()
  it("is mandatory, for one follower of the kind that the circle names; nothing is scored", function()
    local t = on_road { standing = { thieves[1], thieves[2], "2 follower lane field:NL.NR.EL.WR" } }
    t:play { "1: corn #2" }
    assert.same({ "corn-remove 2 follower road:E.W @lane" }, t:options())
    assert.is_false(t:may "pass")
    t:play { "2: corn-remove 2 follower road:E.W @lane", "1: corn-remove 1 follower road:E @west" }
    assert.same({ "2 follower lane field:NL.NR.EL.WR" }, t:standing())
    assert.same({ 0, 0 }, t:points())
  end)

  it("asks also players who have none in hand", function()
    local t = on_road { pieces = { builder = 1, pig = 1, follower = 1 } }
    t:play { "1: corn #2" }
    assert.equal(2, asked(t))
  end)

  it("lets the builder stay or leave with its last follower, by the edition", function()
    for rule, left in pairs { ["return"] = {}, stay = { "1 builder lane road:E.W" } } do
      local t = on_road { rules = { orphan_builder = rule, double_turn = "optional" },
        standing = { thieves[1], "1 builder lane road:E.W" } }
      t:play { "1: corn #2", "1: corn-remove 1 follower road:E @west" }
      assert.same(left, t:standing(), rule)
    end
  end)
end)

it("Corn circles stay in their place when the game is saved, set up from its position, and taken back #full",
    function()
  for seed = 1, scale(10, 4) do
    local given = { variants = { carcassonne.variant("corn-circles",
      { deploy = seed % 2 == 0 and "may" or "must" }), "abbey-and-mayor" },
      players = 2 + seed % 4, counts = { ["CC-D"] = 4, ["CC-A"] = 4, ["CC-I"] = 4 } }
    properties.try(carcassonne.game(given), seed, given)
  end
end)
