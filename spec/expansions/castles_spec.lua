-- Castles: who may convert a small city, when and what a castle scores, and how it counts for
-- fields.

local carcassonne = require "carcassonne"
local board = require "spec.support.board"
local properties = require "spec.support.properties"

-- Base tiles by default; `castles` are the variant's options, `with` further variants.
local function set(picture, options)
  local given = { sets = { "base" } }
  for key, value in pairs(options or {}) do given[key] = value end
  given.variants = { carcassonne.variant("castles", given.castles) }
  for i, variant in ipairs(given.with or {}) do given.variants[i + 1] = variant end
  given.castles, given.with = nil, nil
  return board.set(picture, given)
end

-- A small city in the middle, open to the south, with a knight of player 1. The six tiles of the
-- castle will be the tiles west, north and east of it, and beside the tile south of it.
local CITY = [[
  .     top             .      .
  left  *north=BA-E r2  right  far
  west  south           east   .
  .     bottom          .      .
]]
local function city(options, picture)
  local given = { standing = { "1 follower north city:S" } }
  for key, value in pairs(options or {}) do given[key] = value end
  return set(picture or CITY, given)
end

-- Player 1 has converted this small city into a castle. It is the turn of player 2.
local function castle(options, picture)
  return city(options, picture):play { "1: BA-E south ...", "1: pass", "1: castle city:N @south" }
end

local function castles(t, player) return t.state:num_tokens("castle", player) end

describe("Castles", function()
  it("are three for each player, two with five or six players", function()
    for players, count in ipairs { 3, 3, 3, 3, 2, 2 } do
      local state = carcassonne.game { players = players, variants = { "castles" } }:new_initial_state(1)
      for player = 1, players do assert.equal(count, state:num_tokens("castle", player)) end
    end
  end)

  it("come without tiles", function()
    assert.equal(carcassonne.game():num_tiles(), carcassonne.game({ variants = { "castles" } }):num_tiles())
  end)
end)

describe("a small city", function()
  it("may be converted as it is completed: it scores nothing, and the knight stays", function()
    local t = castle()
    assert.same({ 0, 0 }, t:points())
    assert.same({ "1 follower north city:S" }, t:standing())
    assert.equal(2, castles(t, 1))
    assert.equal(1, castles(t, t:feature("north", "city:S")))
    assert.equal(2, t.state:turn_player())
  end)

  it("scores as usual if its owner declines", function()
    local t = city():play { "1: BA-E south ...", "1: pass", "1: pass" }
    assert.same({ 4, 0 }, t:points())
    assert.same({}, t:standing())
  end)

  it("can be converted by its owner, whoever completes it", function()
    local t = city { turn = 2 }
    t:play { "2: BA-E south ...", "2: pass", "1: castle city:N @south" }
    assert.equal(2, castles(t, 1))
    assert.equal(3, castles(t, 2))
  end)

  describe("with a knight of each player", function()
    local both = { "1 follower north city:S", "2 follower north city:S" }

    it("may be converted by either, first by the player of the turn; the knights of both stay", function()
      local t = city { turn = 2, standing = both }
      t:play { "2: BA-E south ...", "2: pass", "2: pass", "1: castle city:N @south" }
      assert.same(both, t:standing())
      assert.equal(2, castles(t, 1))
      t:play { "1: BA-A bottom r3, pass", "2: BA-U right r1, pass" }
    end)

    it("is converted only once", function()
      local t = city { turn = 2, standing = both }
      t:play { "2: BA-E south ...", "2: pass", "2: castle city:N @south" }
      assert.equal("draw", t.state:decision())
    end)

    it("is declined for both by one player, or not offered at all, as in another engine", function()
      local t = city { turn = 2, standing = both, castles = { declines = "all" } }
      t:play { "2: BA-E south ...", "2: pass", "2: pass" }
      assert.same({ 4, 4 }, t:points())
      t = city { turn = 2, standing = both, castles = { lords = "alone" } }
      t:play { "2: BA-E south, pass" }
      assert.same({ 4, 4 }, t:points())
    end)

    it("belongs to the player with the majority", function()
      local t = city { turn = 2, standing = { "1 follower north city:S", "1 follower north city:S",
        "2 follower north city:S" } }
      t:play { "2: BA-E south ...", "2: pass" }
      assert.equal(1, t.state:current_player())
    end)
  end)

  it("does not belong to a mayor without pennants, who has no majority; by an option it may", function()
    local mayor = { with = { "abbey-and-mayor" }, standing = { "1 mayor north city:S" } }
    local t = city(mayor):play { "1: BA-E south, pass" }
    assert.equal("draw", t.state:decision())
    mayor.castles = { lords = "alone" }
    t = city(mayor, (CITY:gsub("right", "right=BA-A r3")))
    t:play { "1: BA-E south, pass", "1: castle city:N @south", "2: BA-A far r1, pass" }
    assert.same({ 0, 0 }, t:points())
    assert.same({}, t:standing())
  end)

  it("is converted by a wagon that has moved into it, also in the same turn", function()
    local given = { with = { "abbey-and-mayor" }, sets = { "base", "traders" },
      rules = { double_turn = "compulsory" } }
    given.standing = { "2 wagon right road:E", "1 follower right road:E", "1 builder right road:E" }
    local t = city(given, (CITY:gsub("right", "right=BA-A r3")))
    t:play { "1: BA-A far r1, pass", "2: wagon city:S @north" }
    t:play { "1: BA-E south, pass", "2: castle city:N @south" }
    assert.same({ "2 wagon north city:S" }, t:standing())
  end)

  it("becomes no castle if nobody stands in it", function()
    local t = city { standing = {} }
    t:play { "1: BA-E south, pass" }
    assert.equal("draw", t.state:decision())
  end)

  it("cannot be converted by a player who has no castle left", function()
    local t = set([[
      *one=BA-E r2  two=BA-E r2  three=BA-E r2  four=BA-E r2
      a             b            c              d
    ]], { standing = { "1 follower one city:S", "1 follower two city:S", "1 follower three city:S",
      "1 follower four city:S" } })
    for i, cell in ipairs { "a", "b", "c" } do
      t:play { ("%d: BA-E %s ..."):format(2 - i % 2, cell), ("%d: pass"):format(2 - i % 2),
        "1: castle city:N @" .. cell }
    end
    assert.equal(0, castles(t, 1))
    t:play { "2: BA-E d, pass" }
    assert.equal("draw", t.state:decision())
  end)

  it("cannot be converted if a segment is not a half-circle", function()
    local t = city { with = { "abbey-and-mayor" } }
    t:play { "1: AM-I south r1, pass" }
    assert.same({ 4 + 2, 0 }, t:points())
  end)

  it("cannot be converted if it has three tiles", function()
    local t = set("*a=BA-E r1 b=BA-G here", { standing = { "1 follower a city:E" } })
    t:play { "1: BA-E here r3, pass" }
    assert.same({ 6, 0 }, t:points())
  end)
end)

describe("a castle", function()
  it("scores for a road beside it, even if another player has the road", function()
    local t = castle({ standing = { "1 follower north city:S", "2 follower right road:E" } },
      CITY:gsub("right", "right=BA-A r3"))
    t:play { "2: BA-A far r1, pass" }
    assert.same({ 2, 2 }, t:points())
    assert.same({ 2, 0 }, t:awarded "castle")
    assert.same({}, t:standing())
    assert.equal(1, castles(t, t:feature("north", "city:S")))
  end)

  it("scores for a feature without pieces", function()
    local t = castle({}, CITY:gsub("right", "right=BA-A r3"))
    t:play { "2: BA-A far r1, pass" }
    assert.same({ 2, 0 }, t:points())
  end)

  it("scores nothing for a feature outside its tiles", function()
    local t = castle({}, [[
      *north=BA-E r2  right=BA-B  road=BA-A r3  far
      south           .           .             .
    ]])
    t:play { "2: BA-A far r1, pass" }
    assert.same({ 0, 0 }, t:points())
    assert.same({ "1 follower north city:S" }, t:standing())
  end)

  it("scores the best of several features that are completed at once", function()
    local t = castle({ sets = { "base", "traders" } }, [[
      *north=BA-E r2  cap=BA-E r2  meadow=BA-B
      south           here         road=BA-A r1
    ]])
    t:play { "2: TB-A here, pass" } -- a road of two tiles, a small city
    assert.same({ 4, 0 }, t:points())
  end)

  it("scores only once", function()
    local t = castle({}, CITY:gsub("right", "right=BA-A r3"))
    t:play { "2: BA-A far r1, pass", "1: BA-E left r2 ...", "1: pass" }
    t:play { "2: BA-E west, pass" }
    assert.same({ 2, 0 }, t:points())
  end)

  it("scores nothing for what is completed in the part in which it was built", function()
    local t = city({ sets = { "base", "traders" } }, [[
      *north=BA-E r2  meadow=BA-B   .
      south           road=BA-A r1  more
    ]])
    t:play { "1: TB-A south ...", "1: pass", "1: castle city:N @south" } -- and a road of two tiles
    assert.same({ 0, 0 }, t:points())
    assert.same({ "1 follower north city:S" }, t:standing())
  end)

  it("makes another castle score that has one of its tiles among its six", function()
    local t = set([[
      .  *north=BA-E r2  other=BA-E r2  road=BA-A r3  far
      .  south           below          .             .
    ]], { standing = { "1 follower north city:S", "2 follower other city:S" } })
    t:play { "1: BA-E south ...", "1: pass", "1: castle city:N @south" }
    t:play { "2: BA-E below ...", "2: pass", "2: castle city:N @below" }
    t:play { "1: BA-A far r1, pass" } -- this tile is one of the six tiles of the second castle only
    assert.same({ 2, 2 }, t:points())
    assert.same({}, t:standing())
  end)

  it("that has not scored is worth nothing at the end, and its field 4 points", function()
    local t = castle { bag = "BA-E BA-B",
      standing = { "1 follower north city:S", "2 follower north field:NL.NR.EL.ER.WL.WR" } }
    t:play { "2: BA-B left, pass" }
    assert.is_true(t.state:is_terminal())
    assert.same({ 0, 4 }, t:points())
    assert.same({ 0, 4 }, t:final "field")
  end)

  it("is worth 4 to fields by each farm rule, and 1 more with a pig", function()
    for _, farms in ipairs { "per-city", "per-field", "per-field-once" } do
      local t = castle { bag = "BA-E BA-B", sets = { "base", "traders" },
        rules = { farm_scoring = farms, field_city_points = 3 },
        standing = { "1 follower north city:S", "2 follower north field:NL.NR.EL.ER.WL.WR",
          "2 pig north field:NL.NR.EL.ER.WL.WR" } }
      t:play { "2: BA-B left, pass" }
      assert.same({ 0, 5 }, t:points())
    end
  end)

  it("is not a city for the king", function()
    local t = castle { bag = "BA-E BA-B", with = { "king-and-robber" } }
    t:play { "2: BA-B left, pass" }
    assert.same({ 0, 0 }, t:points())
  end)

  it("protects its knight from the dragon", function()
    local t = castle { with = { "princess-and-dragon" } }
    t:play { "2: PD-A left", "1: PD-O right r2, pass", "1: dragon @north" }
    assert.same({ "1 follower north city:S" }, t:standing())
  end)

  it("protects its knight from towers", function()
    local t = castle { with = { "tower" } }
    t:play { "2: TO-B left, tower @left" }
    assert.equal("draw", t.state:decision())
    assert.same({ "1 follower north city:S" }, t:standing())
  end)

  it("protects its knight from circles in the corn for knights, and admits no further one", function()
    for number = 1, 2 do
      local t = castle { with = { "corn-circles" }, turn = 1 }
      t:play { "2: CC-A left ...", "2: pass", "2: corn #" .. number }
      assert.equal("draw", t.state:decision())
      assert.same({ "1 follower north city:S" }, t:standing())
    end
  end)

  it("is worth 1 more to a barn, too", function()
    local t = castle { bag = "BA-E BA-B BA-B BA-B BA-B", with = { "abbey-and-mayor" },
      standing = { "1 follower north city:S",
      "2 follower north field:NL.NR.EL.ER.WL.WR" } }
    t:play { "2: BA-B left, pass", "1: BA-B top, pass", "2: BA-B -1,-1 ..." }
    t:apply(t:options "barn"[1])
    assert.same({ 0, 4 }, t:awarded "barn-placed")
    t:play { "1: BA-B right, pass" }
    assert.same({ 0, 4 + 5 }, t:points())
  end)
end)

describe("Castles in random games", function()
  it("lose nothing, and keep their castles when the game is saved, taken back and set up again", function()
    for seed = 1, 4 do
      local given = { variants = {
        carcassonne.variant("castles", seed % 2 == 0 and { lords = "alone", declines = "all" } or nil) },
        players = 2 + seed % 3 }
      properties.try(carcassonne.game(given), seed, given)
    end
  end)
end)
