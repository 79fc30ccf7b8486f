-- Siege (The Besiegers, The Cathars): how much a besieged city is worth, and which knights escape.

local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"
local board = require "spec.support.board"

-- Base tiles by default; `siege` are the variant's options.
local function set(picture, options)
  local given = { sets = { "base" } }
  for key, value in pairs(options or {}) do given[key] = value end
  given.variants = { carcassonne.variant("siege", given.siege), compat.table.unpack(given.variants or {}) }
  given.siege = nil
  return board.set(picture, given)
end

describe("Siege", function()
  it("has ten tiles, each of which besieges the one city on it", function()
    local game = carcassonne.game { sets = { "base" }, variants = { "siege" } }
    assert.equal(72 + 10, game:num_tiles())
    for letter in ("ABCDEFGHIJ"):gmatch "." do
      local cities = {}
      for _, segment in ipairs(game:tile("SI-" .. letter).segments) do
        if segment.kind == "city" then cities[#cities + 1] = table.concat(segment.attributes) end
      end
      assert.same({ "besieged" }, cities)
    end
  end)
end)

describe("a besieged city", function()
  local knight = { "1 follower west city:E" }

  it("scores 1 point a tile when it is complete", function()
    local t = set [[
      here
      *BA-D
    ]]
    t:play { "1: SI-C here r2, follower city:S" }
    assert.same({ 2, 0 }, t:points())
  end)

  it("scores 1 point a pennant", function()
    local t = set("west=BA-E r1 BA-F here", { standing = knight })
    t:play { "1: SI-G here r3" }
    assert.same({ 3 + 1, 0 }, t:points())
  end)

  it("scores no less for a second besieging tile", function()
    local t = set("west=SI-G r1 BA-G here", { standing = knight })
    t:play { "1: SI-G here r3" }
    assert.same({ 3, 0 }, t:points())
  end)

  it("scores nothing at the end if it is incomplete", function()
    local t = set("west=SI-G r1 BA-F here", { standing = knight, bag = "BA-F" })
    t:play { "1: BA-F here" }
    assert.is_true(t.state:is_terminal())
    assert.same({ 0, 0 }, t:points())
  end)

  it("of two tiles scores nothing in an edition where such a city has 1 point a tile", function()
    local t = set("west=SI-G r1 here", { standing = knight, rules = { small_city = 2 } })
    t:play { "1: BA-E here r3" }
    assert.same({ 0, 0 }, t:points())
  end)

  describe("with a cathedral", function()
    local picture = [[
      .             BA-E r2  .
      west=BA-E r1  IC-K     here
      .             BA-E     .
    ]]

    it("scores 2 points a tile when it is complete", function()
      local t = set(picture, { variants = { "inns-and-cathedrals" }, standing = knight })
      t:play { "1: SI-G here r3" }
      assert.same({ 10, 0 }, t:points())
    end)

    it("scores nothing, and no less, at the end if it is incomplete", function()
      local t = set(picture, { variants = { "inns-and-cathedrals" }, standing = knight, bag = "SI-I" })
      t:play { "1: SI-I here r3" }
      assert.is_true(t.state:is_terminal())
      assert.same({ 0, 0 }, t:points())
    end)
  end)

  it("gives its goods as usual", function()
    local t = set("west=SI-G r1 TB-Q here", { sets = { "base", "traders" }, standing = knight })
    t:play { "1: BA-E here r3" }
    assert.same({ 3, 0 }, t:points())
    assert.equal(1, t.state:goods(1).wine)
  end)
end)

describe("for a field, a besieged city", function()
  -- A besieged city of two tiles, one other city, and a field around both.
  local picture = [[
    west=BA-E r1   here
    other=BA-E r1  BA-E r3
  ]]
  local function field_points(standing, options)
    local given = { sets = { "base", "traders" }, standing = standing, bag = "SI-G" }
    for key, value in pairs(options or {}) do given[key] = value end
    local t = set(picture, given)
    t:play { "1: SI-G here r3" }
    assert.is_true(t.state:is_terminal())
    return t:points()
  end
  local farmer = "1 follower west field:NL.NR.SL.SR.WL.WR"
  local pig = "1 pig west field:NL.NR.SL.SR.WL.WR"

  it("counts twice: 6 points, and 3 for the other city", function()
    assert.same({ 9, 0 }, field_points { farmer })
  end)

  it("counts twice for the pig, too: 8 points, and 4", function()
    assert.same({ 12, 0 }, field_points { farmer, pig })
  end)

  it("or once for the pig, if the option says so", function()
    assert.same({ 11, 0 }, field_points({ farmer, pig }, { siege = { pig = 1 } }))
  end)

  it("adds nothing for the pig of a player without the majority", function()
    local rivals = { "2 follower west field:NL.NR.SL.SR.WL.WR", "2 follower other field:NL.NR.SL.SR.WL.WR" }
    assert.same({ 0, 9 }, field_points { farmer, pig, compat.table.unpack(rivals) })
  end)

  it("counts twice by the older farm rules as well, once for each player", function()
    for _, rule in ipairs { "per-field-once", "per-city" } do
      local rules = { farm_scoring = rule }
      assert.same({ 9, 0 }, field_points({ farmer }, { rules = rules }), rule)
      assert.same({ 12, 0 }, field_points({ farmer, pig }, { rules = rules }), rule)
      assert.same({ 11, 0 }, field_points({ farmer, pig }, { rules = rules, siege = { pig = 1 } }), rule)
    end
  end)

  it("counts nothing while it is incomplete", function()
    local t = set([[
      west=BA-E r1   here
      other=BA-E r1  BA-E r3
    ]], { standing = { farmer }, bag = "SI-I" })
    t:play { "1: SI-I here" }
    assert.same({ 3, 0 }, t:points())
  end)
end)

describe("escape", function()
  -- The monastery lies beside the besieging tile.
  local beside = "away monk=BA-B castle=SI-G r1"
  local knight = { "1 follower castle city:E" }

  it("is asked at the end of a turn, and sends the knight home without points", function()
    local t = set(beside, { standing = knight })
    t:play { "1: BA-U away r1" }
    assert.equal("choice", t.state:decision())
    assert.equal("escape", t.state:phase())
    assert.equal(1, t.state:current_player())
    assert.same({ "escape 1 follower city:E @castle" }, t:options())
    t:play { "1: escape 1 follower city:E @castle" }
    assert.same({}, t:standing())
    assert.equal(7, t.state:pieces_in_hand(1).follower)
    assert.same({ 0, 0 }, t:points())
    assert.equal(2, t.state:turn_player())
  end)

  it("may be declined, and is offered again in the player's next turn", function()
    local t = set("far there away monk=BA-B castle=SI-G r1", { standing = knight })
    t:play { "1: BA-U away r1", "1: pass", "2: BA-U there r1", "1: BA-U far r1" }
    assert.same(knight, t:standing())
    assert.same({ "escape 1 follower city:E @castle" }, t:options())
  end)

  it("is possible with the tile that brings the monastery", function()
    local t = set("away castle=SI-G r1", { standing = knight })
    t:play { "1: BA-B away, follower monastery" }
    assert.same({ "escape 1 follower city:E @castle" }, t:options())
  end)

  it("is possible when the monastery lies at the besieging tile's corner", function()
    local t = set([[
      away  monk=BA-B  BA-E
      .     .          castle=SI-G r1
    ]], { standing = knight })
    t:play { "1: BA-U away r1" }
    assert.same({ "escape 1 follower city:E @castle" }, t:options())
  end)

  it("is not possible when no monastery is near", function()
    local t = set("away monk=BA-B BA-E castle=SI-G r1", { standing = knight })
    t:play { "1: BA-U away r1" }
    assert.equal(2, t.state:turn_player())
  end)

  it("does not depend on the monastery's owner", function()
    local t = set(beside, { standing = { knight[1], "2 follower monk monastery" } })
    t:play { "1: BA-U away r1" }
    assert.same({ "escape 1 follower city:E @castle" }, t:options())
  end)

  it("needs a monastery beside the besieging tile; with the option, beside any tile of the city", function()
    local picture = "away monk=BA-B hall=BA-N r1 castle=SI-G r3"
    local in_hall = { "1 follower hall city:N.E" }
    local t = set(picture, { standing = in_hall })
    t:play { "1: BA-U away r1" }
    assert.equal(2, t.state:turn_player())
    t = set(picture, { standing = in_hall, siege = { monastery = "any-tile" } })
    t:play { "1: BA-U away r1" }
    assert.same({ "escape 1 follower city:N.E @hall" }, t:options())
  end)

  it("is for any knight of the city, wherever in it, but for nobody in another city", function()
    local t = set([[
      away  monk=BA-B  castle=SI-G r1  hall=BA-N
      .     .          house=BA-E r1   .
    ]], { standing = { "1 follower hall city:N.W", "1 follower house city:E" } })
    t:play { "1: BA-U away r1" }
    assert.same({ "escape 1 follower city:N.W @hall" }, t:options())
  end)

  it("is not for the opponent's knights", function()
    local t = set(beside, { standing = { "2 follower castle city:E" } })
    t:play { "1: BA-U away r1" }
    assert.equal(2, t.state:turn_player())
  end)

  it("is for one knight a turn, of any city", function()
    local t = set([[
      keep=SI-G r3  monk=BA-B  castle=SI-G r1
      .             away       .
    ]], { standing = { "1 follower castle city:E", "1 follower keep city:W" } })
    t:play { "1: BA-U away" }
    assert.same({ "escape 1 follower city:E @castle", "escape 1 follower city:W @keep" }, t:options())
    t:play { "1: escape 1 follower city:W @keep" }
    assert.equal(2, t.state:turn_player())
    assert.same({ "1 follower castle city:E" }, t:standing())
  end)

  it("offers a knight once if two besieging tiles of his city are beside monasteries", function()
    local t = set([[
      .     .          tower=SI-G r2
      away  monk=BA-B  castle=SI-I r1
    ]], { standing = { "1 follower tower city:S" } })
    t:play { "1: BA-U away r1" }
    assert.same({ "escape 1 follower city:S @tower" }, t:options())
  end)

  it("is for every follower in the city: a large one, a mayor who counts nothing, a wagon", function()
    for piece, expansion in pairs { large = "inns-and-cathedrals", mayor = "abbey-and-mayor",
        wagon = "abbey-and-mayor" } do
      local t = set(beside, { variants = { expansion }, standing = { "1 " .. piece .. " castle city:E" } })
      t:play { "1: BA-U away r1" }
      assert.same({ "escape 1 " .. piece .. " city:E @castle" }, t:options())
    end
  end)

  it("comes after a wagon's move: one that has just come into the city may leave it", function()
    local t = set([[
      monk=BA-B    castle=SI-G r1
      end=BA-A r3  gate
    ]], { variants = { "abbey-and-mayor" }, standing = { "1 wagon end road:E" } })
    t:play { "1: BA-A gate r1", "1: wagon city:E @castle" }
    assert.same({ "escape 1 wagon city:E @castle" }, t:options())
  end)

  it("is not for a builder, who follows the last knight if the edition says so", function()
    for rule, left in pairs { ["return"] = {}, stay = { "1 builder castle city:E" } } do
      local t = set(beside, { sets = { "base", "traders" }, rules = { orphan_builder = rule },
        standing = { "1 follower castle city:E", "1 builder castle city:E" } })
      t:play { "1: BA-U away r1" }
      assert.same({ "escape 1 follower city:E @castle" }, t:options())
      t:play { "1: escape 1 follower city:E @castle" }
      assert.same(left, t:standing(), rule)
    end
  end)

  it("comes after the scoring: nobody is left in a city that the turn completes", function()
    local t = set("monk=BA-B castle=SI-G r1 here", { standing = knight })
    t:play { "1: BA-E here r3" }
    assert.same({ 2, 0 }, t:points())
    assert.equal(2, t.state:turn_player())
  end)

  it("comes after the last tile as well", function()
    local t = set(beside, { standing = knight, bag = "BA-U" })
    t:play { "1: BA-U away r1", "1: escape 1 follower city:E @castle" }
    assert.is_true(t.state:is_terminal())
  end)
end)

describe("in a double turn", function()
  -- Two knights in one besieged city, and a builder on a road.
  local function begin(escape_often)
    return set([[
      monk=BA-B    castle=SI-G r1  hall=BA-N  .
      end=BA-A r3  start=BA-U      east       far
    ]], { sets = { "base", "traders" }, siege = { escape_often = escape_often },
      standing = { "1 follower castle city:E",
      "1 follower hall city:N.W", "1 follower start road:E.W", "1 builder start road:E.W" } })
  end
  local from_castle, from_hall = "escape 1 follower city:E @castle", "escape 1 follower city:N.W @hall"

  it("a knight may leave in each part", function()
    local t = begin "part"
    t:play { "1: BA-U east" }
    assert.same({ from_castle, from_hall }, t:options())
    t:play { "1: " .. from_castle, "1: take", "1: BA-U far" }
    assert.same({ from_hall }, t:options())
    t:play { "1: " .. from_hall }
    assert.same({ "1 builder start road:E.W", "1 follower start road:E.W" }, t:standing())
    assert.equal(2, t.state:turn_player())
  end)

  it("or one at the end of the whole turn, if the option says so", function()
    local t = begin "turn"
    t:play { "1: BA-U east" }
    assert.equal("extra", t.state:decision())
    t:play { "1: take", "1: BA-U far" }
    assert.same({ from_castle, from_hall }, t:options())
    t:play { "1: " .. from_castle }
    assert.equal(2, t.state:turn_player())
  end)

  it("the second part comes although the builder left with the knight in the first", function()
    local t = set("monk=BA-B castle=SI-G r1 here there", { sets = { "base", "traders" },
      standing = { "1 follower castle city:E", "1 builder castle city:E" } })
    t:play { "1: BA-F here", "1: escape 1 follower city:E @castle" }
    assert.same({}, t:standing())
    t:play { "1: take", "1: BA-F there" }
    assert.equal(2, t.state:turn_player())
  end)
end)
