-- Mage & Witch: who moves them, where to, and how they change roads and cities.

local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"
local board = require "spec.support.board"
local properties = require "spec.support.properties"
local words = require("carcassonne.ui").words

-- Base tiles by default; `mage` are the variant's options.
local function set(picture, options)
  local given = { sets = { "base" } }
  for key, value in pairs(options or {}) do given[key] = value end
  given.variants = { compat.table.unpack(given.variants or {}) }
  table.insert(given.variants, carcassonne.variant("mage-and-witch", given.mage))
  given.mage = nil
  return board.set(picture, given)
end

-- Returns the place of a figure, as "city:N here"; nil if it is beside the board.
local function where(t, figure)
  local token = t.state:token(figure)
  return token and token.text .. " " .. t:called(token.x, token.y)
end

describe("Mage & Witch", function()
  it("has eight tiles that show magic; mage and witch begin beside the board", function()
    local game = carcassonne.game { sets = { "base" }, variants = { "mage-and-witch" } }
    assert.equal(72 + 8, game:num_tiles())
    local shown = 0
    for _, tile in ipairs(game:tiles()) do
      if tile.attributes[1] == "magic" then shown = shown + 1 end
    end
    assert.equal(8, shown)
    local t = set()
    assert.is_nil(where(t, "mage"))
    assert.is_nil(where(t, "witch"))
  end)
end)

describe("a player who places a tile with magic", function()
  -- The tile completes the road from the monastery; MW-D's city and its other road are incomplete.
  local function begin(options)
    return set("west end=BA-A r3 here", options):play { "1: MW-D here r1 ..." }
  end

  it("has to move the mage or the witch, to an incomplete road or city", function()
    local t = begin()
    assert.same({ "mage #1 city:N.S @here", "mage #1 road:E @here", "mage #2 city:N.S @here",
      "mage #2 road:E @here" }, t:options())
    assert.is_false(t:may "pass")
    assert.same({}, t:deployments())
  end)

  it("distinguishes the two in the options", function()
    local t = begin()
    assert.matches("the witch goes there", words.action(t.state, t.state:legal_actions()[4]))
  end)

  it("may deploy after it", function()
    local t = begin():play { "1: mage #2 road:E @here", "1: follower road:E" }
    assert.same({ "1 follower here road:E" }, t:standing())
    assert.equal("road:E here", where(t, "witch"))
    assert.equal(2, t.state:turn_player())
  end)

  it("may move one that is on the board, but neither to its own place nor to the other one", function()
    -- the cities of this tile are in the north and the south
    local t = begin():play { "1: mage #2 road:E @here", "1: pass", "2: MW-E west ..." }
    assert.same({ "mage #1 city:N @west", "mage #1 city:N.S @here", "mage #1 city:S @west",
      "mage #2 city:N @west",
      "mage #2 city:N.S @here", "mage #2 city:S @west" }, t:options())
    t:play { "2: mage #2 city:N @west" }
    assert.equal("city:N west", where(t, "witch"))
  end)

  it("chooses among all segments of them, if the option says so", function()
    local t = set("west end=BA-A r3 lane=BA-U", { mage = { place = "segment" } }):play { "1: MW-E west ..." }
    assert.same({ "mage #1 city:N @west", "mage #1 city:S @west", "mage #1 road:E @end",
      "mage #1 road:E.W @lane", "mage #2 city:N @west",
      "mage #2 city:S @west", "mage #2 road:E @end", "mage #2 road:E.W @lane" }, t:options())
    t:play { "1: mage #1 road:E.W @lane" }
    assert.equal("road:E.W lane", where(t, "mage"))
  end)

  it("moves only the figure that is in play, if the other is omitted", function()
    assert.same({ "mage #1 city:N.S @here", "mage #1 road:E @here" },
      begin { mage = { without = { "witch" } } }:options())
    assert.same({ "mage #2 city:N.S @here", "mage #2 road:E @here" },
      begin { mage = { without = { "mage" } } }:options())
    local t = begin { mage = { without = { "mage", "witch" } } }
    assert.same({}, t:options())
  end)
end)

describe("a road or city", function()
  local thief = "1 follower lane road:E.W"
  -- Returns the points of player 1 for a road of three tiles: player 2 completes it, or it scores
  -- at the end.
  local function road(figure, options)
    local given = { standing = { thief } }
    for key, value in pairs(options or {}) do given[key] = value end
    local t = set("west end=BA-A r3 lane=BA-U east", given)
    return t:play { "1: MW-E west, mage #" .. figure .. " road:E @end", "1: pass" }
  end

  it("with the mage scores 1 more for each of its tiles", function()
    local t = road(1):play { "2: BA-A east r1" }
    assert.same({ 3 + 3, 0 }, t:points())
  end)

  it("with the witch scores half, rounded up", function()
    local t = road(2):play { "2: BA-A east r1" }
    assert.same({ 2, 0 }, t:points())
  end)

  it("removes them when it is complete, even if it has no pieces", function()
    for figure, name in ipairs { "mage", "witch" } do
      for _, standing in ipairs { { thief }, {} } do
        local t = road(figure, { standing = standing })
        assert.equal("road:E end", where(t, name))
        t:play { "2: BA-A east r1" }
        assert.is_nil(where(t, name))
      end
    end
  end)

  it("counts them in the final scoring if it is incomplete", function()
    assert.same({ 2 + 2, 0 }, road(1, { bag = "MW-E" }):points())
    assert.same({ 1, 0 }, road(2, { bag = "MW-E" }):points())
  end)

  it("with an inn, if incomplete, scores 1 a tile with the mage, and nothing with the witch", function()
    for figure, points in ipairs { 2, 0 } do
      local t = set("west end=BA-A r3 inn=IC-B .", { variants = { "inns-and-cathedrals" }, bag = "MW-E",
        standing = { "1 follower inn road:E.W" } })
      t:play { ("1: MW-E west, mage #%d road:E @end"):format(figure), "1: pass" }
      assert.same({ points, 0 }, t:points())
    end
  end)

  it("gets nothing from the mage for a pennant", function()
    local t = set("away castle=BA-E r1 hall=BA-F here", { standing = { "1 follower castle city:E" } })
    t:play { "1: MW-E away, mage #1 city:E @castle", "1: pass", "2: BA-E here r3" }
    assert.same({ 2 * 4 + 3, 0 }, t:points())
  end)

  it("scores as usual if the figure's module is omitted", function()
    local t = road(2, { mage = { without = { "mage" } } }):play { "2: BA-A east r1" }
    assert.same({ 2, 0 }, t:points())
    t = set("west end=BA-A r3 lane=BA-U east",
      { standing = { thief }, mage = { without = { "mage", "witch" } } })
    t:play { "1: MW-E west", "2: BA-A east r1" }
    assert.same({ 3, 0 }, t:points())
  end)
end)

describe("a player who brings mage and witch together", function()
  local lines = { "1: MW-E west, mage #1 road:E @end", "1: pass", "2: MW-E far, mage #2 road:W @last",
    "2: pass" }
  local function begin()
    return set([[
      west  end=BA-A r3  here  last=BA-A r1  far
      .     BA-B         BA-B  BA-B          .
    ]], { standing = { "1 follower end road:E" }, counts = { ["MW-E"] = 2 } }):play(lines)
  end

  it("has to move one of them, whatever the tile shows, before the road scores", function()
    local t = begin():play { "1: BA-U here ..." }
    assert.same({}, t:deployments())
    assert.is_false(t:may "pass")
    for _, option in ipairs(t:options()) do assert.matches("city", option) end
    t:play { "1: mage #2 city:N @west", "1: pass" }
    assert.same({ 3 + 3, 0 }, t:points())
    assert.is_nil(where(t, "mage"))
    assert.equal("city:N west", where(t, "witch"))
  end)

  it("does so once: then the player deploys", function()
    local t = begin():play { "1: BA-U here, mage #1 city:N @west" }
    assert.same({ "follower field:ER.SL.SR.WL", "follower field:NL.NR.EL.WR" }, t:deployments())
    t:play { "1: pass" }
    assert.same({ 2, 0 }, t:points())
  end)
end)

describe("if no road or city is left to go to", function()
  -- Each MW-E completes the cities above and below it.
  local function begin()
    return set([[
      BA-B  BA-E r2  BA-E r2
      BA-B  first    here
      BA-B  BA-E     BA-E
    ]], { counts = { ["MW-E"] = 2 } }):play { "1: MW-E first, mage #1 city:S @2,0", "1: pass" }
  end

  it("the figure on the board leaves it", function()
    local t = begin():play { "2: MW-E here ..." }
    assert.same({ "mage mage city:S @2,0" }, t:options())
    assert.matches("the mage leaves the table", words.action(t.state, t.state:legal_actions()[1]))
    t:play { "2: mage mage city:S @2,0", "2: follower field:EL.ER.WL.WR" }
    assert.is_nil(where(t, "mage"))
  end)

  it("nobody is asked if no figure is on the board", function()
    local t = set([[
      BA-B  BA-E r2
      BA-B  here
      BA-B  BA-E
    ]]):play { "1: MW-E here, follower field:EL.ER.WL.WR" }
    assert.equal(2, t.state:turn_player())
  end)
end)

it("Mage & Witch is played in random games, saved and taken back", function()
  for seed = 1, 4 do
    local given = { players = 2 + seed % 4, variants = { carcassonne.variant("mage-and-witch",
      { place = seed % 2 == 0 and "segment" or "feature" }), "inns-and-cathedrals" } }
    properties.try(carcassonne.game(given), seed, given)
  end
end)
