-- The Russian promos: a test for each sentence of their rules.

local carcassonne = require "carcassonne"
local board = require "spec.support.board"
local properties = require "spec.support.properties"

local function set(picture, options)
  local given = { variants = { "russian-promos" } }
  for key, value in pairs(options or {}) do given[key] = value end
  return board.set(picture, given)
end

describe("The hut", function()
  local alone = [[
    BA-B  BA-B       BA-B
    BA-B  hut=RP-A   BA-B
    BA-B  BA-B       here
  ]]

  it("takes a follower as its tile is placed", function()
    local t = set("BA-B here", { bag = "RP-A" })
    t:play { "1: RP-A here, follower spot @here" }
    assert.are.same({ "1 follower here spot" }, t:standing())
  end)

  it("takes no mayor, who stands in cities alone", function()
    local t = set("BA-B here", { bag = "RP-A", variants = { "russian-promos", "abbey-and-mayor" } })
    t:play { "1: RP-A here ..." }
    assert.is_true(t:may "follower spot")
    assert.is_false(t:may "mayor spot")
  end)

  it("takes nobody later", function()
    local t = set("hut=RP-A here", { bag = "BA-B" })
    t:play { "1: BA-B here ..." }
    assert.is_false(t:may "follower spot @hut")
  end)

  -- A tile whose portal leads to the hut is placed; if `flown` is set, the dragon is on the hut.
  local function through(standing, piece, flown)
    local t = set("hut=RP-A crater lair\n. . gate", { bag = "PD-A PD-D PD-I", standing = standing,
      variants = { "russian-promos", "princess-and-dragon", "abbey-and-mayor" } })
    t:play { "1: PD-A crater", "2: PD-D lair", "2: dragon @" .. (flown and "hut" or "lair"),
      "1: PD-I gate ..." }
    return t:may((piece or "follower") .. " spot @hut")
  end

  it("takes any follower through a portal while it is empty, but no mayor, and none to the dragon",
      function()
    assert.is_true(through())
    assert.is_true(through({}, "wagon"))
    assert.is_false(through({}, "mayor"))
    assert.is_false(through { "2 follower hut spot" })
    assert.is_false(through({}, "follower", true))
  end)

  it("takes a phantom after the follower on its tile's field", function()
    local t = set("BA-B here", { bag = "RP-A", variants = { "russian-promos", "phantom" } })
    t:play { "1: RP-A here, follower field:NL.NR.EL.ER.SL.SR.WL.WR" }
    assert.equal("phantom", t.state:phase())
    t:play { "1: phantom spot" }
    assert.same({ "1 follower here field:NL.NR.EL.ER.SL.SR.WL.WR", "1 phantom here spot" }, t:standing())
  end)

  it("is worth 1 point when it is surrounded, and the follower returns", function()
    local t = set(alone,
      { bag = "BA-B BA-B", counts = { ["BA-B"] = 9 }, standing = { "1 follower hut spot" } })
    t:play { "1: BA-B here" }
    assert.are.same({ 1, 0 }, t.state:returns())
    assert.are.same({}, t:standing())
  end)

  it("is worth 1 point more for each empty cell around it at the end", function()
    local t = set("BA-B hut=RP-A", { bag = "", standing = { "2 follower hut spot" } })
    assert.are.same({ 0, 8 }, t.state:returns())
  end)
end)

describe("The robber's tree", function()
  local stands = { "1 follower west road:E.W" }

  it("takes all followers on the road that its tile joins, before anything else is done", function()
    local t = set("west=BA-U here", { bag = "RP-C", standing = stands })
    t:play { "1: RP-C here ..." }
    assert.are.same({ "1 follower here spot" }, t:standing())
    assert.are.same({ "follower field:ER.SL.SR.WL", "follower field:NL.NR.EL.WR", "follower road:E.W" },
      t:deployments())
  end)

  it("takes a follower that enters that road later, when the action is over", function()
    local t = set("tree=RP-C here", { bag = "BA-U" })
    t:play { "1: BA-U here, follower road:E.W" }
    assert.are.same({ "1 follower tree spot" }, t:standing())
    assert.are.equal(1, #t:events "moved")
  end)

  it("leaves other roads and the fields beside it alone", function()
    local t = set("west=BA-U here", { bag = "RP-C", standing = { "1 follower west field:NL.NR.EL.WR" } })
    t:play { "1: RP-C here" }
    assert.are.same({ "1 follower west field:NL.NR.EL.WR" }, t:standing())
  end)

  it("sends a builder home that is left alone", function()
    local t = set("west=BA-U here", { bag = "RP-C BA-U BA-U",
      standing = { "1 follower west road:E.W", "1 builder west road:E.W" } })
    t:play { "1: RP-C here" }
    assert.are.same({ "1 follower here spot" }, t:standing())
  end)

  it("releases a follower instead of a deployment, but not from the tile just placed", function()
    local t = set("west=BA-U here there", { bag = "RP-C BA-B BA-U BA-U", standing = stands })
    t:play { "1: RP-C here ..." }
    assert.are.same({}, t:options "free")
    t:play { "pass", "2: BA-U there" }
    t:play { "1: BA-U -1,0 ..." }
    assert.are.same({ "free 1 follower spot @here" }, t:options "free")
    t:play { "1: free 1 follower spot @here" }
    assert.are.same({}, t:standing())
    assert.are.equal(2, t.state:turn_player())
  end)
end)

describe("The water spirit", function()
  it("takes all followers on the eight tiles around it, whatever they stand on, and no others", function()
    local t = set("far=BA-B near=BA-B here", { bag = "RP-D",
      standing = { "1 follower far monastery", "2 follower near monastery",
        "1 follower near field:NL.NR.EL.ER.SL.SR.WL.WR" } })
    t:play { "1: RP-D here" }
    assert.are.same({ "1 follower far monastery", "1 follower here spot", "2 follower here spot" },
      t:standing())
  end)

  it("lets nobody be deployed on its tile", function()
    local t = set("BA-B here", { bag = "RP-D" })
    t:play { "1: RP-D here ..." }
    assert.are.same({}, t:deployments())
  end)

  it("takes a follower that is deployed beside it", function()
    local t = set("pond=RP-D here", { bag = "BA-B" })
    t:play { "1: BA-B here, follower monastery" }
    assert.are.same({ "1 follower pond spot" }, t:standing())
  end)

  it("costs 2 points for each follower there at the end", function()
    local t = set("pond=RP-D BA-B",
      { bag = "", standing = { "1 follower pond spot", "1 follower pond spot", "2 follower pond spot" } })
    assert.are.same({ -4, -2 }, t.state:returns())
  end)

  it("has a herd of pigs in its field", function()
    local t = set([[
      .          BA-E r2
      pond=RP-D  farm=BA-H
      .          BA-E
    ]], { bag = "", standing = { "1 follower farm field:EL.ER.WL.WR" } })
    assert.are.same({ 8, 0 }, t:final "field")
  end)
end)

describe("The Russian promos", function()
  it("are four tiles, of two years", function()
    local function tiles(options)
      local n = 0
      for _, tile in ipairs(
          carcassonne.game({ variants = { carcassonne.variant("russian-promos", options) } }):tiles()) do
        n = n + (tile.id:match "^RP%-" and tile.count or 0)
      end
      return n
    end
    assert.are.same({ 4, 2, 2 }, { tiles(), tiles { without = { "hut" } }, tiles { without = { "traps" } } })
  end)

  it("play games that keep the properties of all games", function()
    for number, options in ipairs { {}, { without = { "hut" } }, { without = { "traps" } } } do
      local given = { players = number + 1, sets = { "base", "traders" },
        variants = { carcassonne.variant("russian-promos", options) } }
      properties.try(carcassonne.game(given), number, given, true)
    end
  end)
end)
