-- The base game: a test for each sentence of its rules.
--
-- The names of the tests are the rules; spec/RULES.md has all of them, with the rule sheets for
-- each. Tests that need pieces of other expansions are in spec/expansions:
--   goods when an abbey completes the city; a builder removed by a dragon or the festival; effects
--         happening once or twice in a double turn; extend_trigger with an abbey;
--         links_extend with a bridge or a tunnel; builder_host with mayor and wagon

local carcassonne = require "carcassonne"
local board = require "spec.support.board"

-- A city with three sides and a road below, completed by three tiles with one city side each: five
-- fields around it.
--        n
--      w m e
local star = [[
  .          n=BA-E r2  .
  w=BA-E r1  m=BA-T     e=BA-E r3
]]
local west_field = "field:NL.NR.SL.SR.WL.WR"
local east_field = "field:NL.NR.EL.ER.SL.SR"
local north_field = "field:NL.NR.EL.ER.WL.WR"

describe("the base game", function()
  it("has 72 tiles, start tile BA-D (one of its four copies), at 0,0, as printed", function()
    local game = carcassonne.game { sets = { "base" } }
    local state = game:new_initial_state(1)
    assert.equal(72, game:num_tiles())
    assert.equal(1, state:num_tiles())
    local start = state:tile_at(0, 0)
    assert.equal("BA-D", start.id)
    assert.equal(0, start.rotation)
    local of_start = game:tile("BA-D").count
    assert.equal(4, of_start)
    local manual = carcassonne.game { sets = { "base" }, draws = "manual" }:new_initial_state()
    assert.equal(71, manual:num_tiles_left())
    assert.equal(3, manual:tiles_left()["BA-D"])
  end)

  it("is for 2 to 6 players (1 for practice and for scenarios)", function()
    for players = 1, 6 do
      local state = carcassonne.game { players = players, sets = { "base" } }:new_initial_state(players)
      state:random_playout(players)
      assert.is_true(state:is_terminal())
      assert.equal(players, #state:returns())
    end
    assert.has_error(function() carcassonne.game { players = 0 } end)
    assert.has_error(function() carcassonne.game { players = 7 } end)
  end)

  it("gives 7 followers each; the eighth marks the score", function()
    local state = carcassonne.game { players = 6, sets = { "base" } }:new_initial_state(1)
    for player = 1, 6 do assert.equal(7, state:pieces_in_hand(player).follower) end
  end)
end)

describe("a turn", function()
  it("is to draw a tile, place it so that every edge matches its neighbours", function()
    local t = board.set [[
      .      north  .
      west  *BA-D   east
      .      south  .
    ]]
    assert.same({ "north r2", "south r1", "south r2", "south r3" }, t:places "BA-E")
    assert.same({ "east r0", "east r2", "south r0", "south r2", "west r0", "west r2" }, t:places "BA-U")
    assert.same({}, board.set("BA-B"):places "BA-C")
  end)

  it("lets no edge differ where a tile has several neighbours", function()
    local t = board.set [[
      BA-D  gap   BA-E
      BA-B  BA-B  BA-B
    ]]
    local in_gap = {}
    for _, id in ipairs { "BA-U", "BA-V", "BA-B", "BA-A" } do
      for _, place in ipairs(t:places(id)) do
        if place:match "^gap" then in_gap[#in_gap + 1] = id .. " " .. place end
      end
    end
    -- the gap has a road in the west, and fields in the south and east
    assert.same({ "BA-V gap r1", "BA-A gap r1" }, in_gap)
  end)

  it("is to optionally deploy one piece on a segment of that tile", function()
    local t = board.set "BA-U here there"
    t:play { "1: BA-V here r1 ..." }
    assert.same({ "follower field:NL.WR", "follower field:NR.EL.ER.SL.SR.WL", "follower road:N.W" },
      t:deployments())
    assert.is_true(t:may "pass")
    t:apply "deploy follower road:N.W"
    assert.same({ "1 follower here road:N.W" }, t:standing())
    assert.equal(2, t.state:turn_player())
    assert.equal("draw", t.state:decision())
  end)

  it("scores completed features without asking, and returns their pieces", function()
    local t = board.set("end=BA-A r3 middle=BA-U here", { standing = { "2 follower middle road:E.W" } })
    t:play { "1: BA-A here r1, follower monastery" }
    assert.same({ 0, 3 }, t:points())
    assert.same({ "1 follower here monastery" }, t:standing())
    assert.equal(7, t.state:pieces_in_hand(2).follower)
    assert.same({ "placed", "deployed", "completed", "scored", "returned" },
      t:story("placed", "deployed", "completed", "scored", "returned"))
  end)

  it("scores and returns the follower that was deployed in it", function()
    local t = board.set "end=BA-A r3 here"
    t:play { "1: BA-A here r1, follower road:W" }
    assert.same({ 2, 0 }, t:points())
    assert.same({}, t:standing())
    assert.equal(7, t.state:pieces_in_hand(1).follower)
  end)

  it("Drawing and placing are compulsory.", function()
    local t = board.set "BA-D"
    for _, action in ipairs(t.state:legal_actions()) do assert.equal("draw", action.kind) end
    t:draw "BA-U"
    for _, action in ipairs(t.state:legal_actions()) do assert.equal("place", action.kind) end
    assert.is_false(t:may "pass")
  end)

  it("A tile with no legal placement is set aside and another is drawn.", function()
    local t = board.set("BA-B east", { bag = "BA-C BA-C BA-B BA-B" })
    t:play { "1: BA-C aside" }
    assert.equal("draw", t.state:decision())
    assert.equal(1, t.state:turn_player())
    assert.equal(1, t.state:tiles_left()["BA-C"])
    t:play { "1: BA-B east" }
    assert.equal(2, t.state:turn_player())
    assert.equal("BA-C", t:events("set_aside")[1].id)
  end)
end)

describe("A follower may go only on a feature that holds no follower yet, anyone's.", function()
  it("a follower of another player keeps others out of the feature, at any distance", function()
    local t = board.set("far=BA-U BA-U BA-U here", { standing = { "2 follower far road:E.W" } })
    t:play { "1: BA-U here ..." }
    assert.same({ "field:ER.SL.SR.WL", "field:NL.NR.EL.WR" }, t:deployments "follower")
  end)

  it("applies to one's own", function()
    local t = board.set("near=BA-U here", { standing = { "1 follower near field:ER.SL.SR.WL" } })
    t:play { "1: BA-U here ..." }
    assert.same({ "field:NL.NR.EL.WR", "road:E.W" }, t:deployments "follower")
  end)

  it("applies to cities and fields", function()
    local t = board.set("city=BA-E r1 here", { standing = { "2 follower city city:E" } })
    t:play { "1: BA-G here ..." }
    assert.same({ "field:NL.NR", "field:SL.SR" }, t:deployments "follower")
  end)
end)

describe("Two occupied features may later join", function()
  local road = [[
    left=BA-A r3  here  right=BA-A r1
    BA-B          BA-B  BA-B
  ]]

  it("the players with the most followers in the joined feature score it in full", function()
    local t = board.set(road,
      { standing = { "1 follower left road:E", "2 follower right road:W", "2 follower right road:W" } })
    t:play { "1: BA-U here" }
    assert.same({ 0, 3 }, t:points())
    assert.same({}, t:standing())
  end)

  it("ties: all of them", function()
    local t = board.set(road, { standing = { "1 follower left road:E", "2 follower right road:W" } })
    t:play { "1: BA-U here" }
    assert.same({ 3, 3 }, t:points())
  end)

  it("even if the player who joins them had none there", function()
    local t = board.set(road,
      { players = 3, turn = 3, standing = { "1 follower left road:E", "2 follower right road:W" } })
    t:play { "3: BA-U here" }
    assert.same({ 3, 3, 0 }, t:points())
  end)
end)

describe("points", function()
  it("Road: 1 point a tile.", function()
    local t = board.set("end=BA-A r3 BA-U BA-U here", { standing = { "1 follower end road:E" } })
    t:play { "1: BA-A here r1" }
    assert.same({ 4, 0 }, t:points())
    t = board.set("end=BA-A r3 BA-U BA-U", { standing = { "1 follower end road:E" }, bag = "" })
    assert.same({ 3, 0 }, t:final "road")
  end)

  it("City: 2 a tile and 2 a pennant when complete", function()
    local t = board.set("end=BA-E r1 BA-F here", { standing = { "1 follower end city:E" } })
    t:play { "1: BA-E here r3" }
    assert.same({ 8, 0 }, t:points())
    assert.same({ { kind = "tiles", count = 3, each = 2 }, { kind = "pennants", count = 1, each = 2 } },
      t:events("scored")[1].items)
  end)

  it("City: 1 and 1 at the end", function()
    local t = board.set("end=BA-E r1 BA-F", { standing = { "1 follower end city:E" }, bag = "" })
    assert.same({ 3, 0 }, t:final "city")
    assert.same({ 3, 0 }, t:points())
  end)

  it("Monastery: 1 plus 1 for each of 8 neighbours; complete at 9.", function()
    local around = [[
      BA-B  BA-B        BA-B
      BA-B  abbey=BA-B  eighth
      BA-B  BA-B        ninth
    ]]
    local t = board.set(around, { standing = { "1 follower abbey monastery" } })
    assert.equal(7, t:feature("abbey", "monastery").points)
    t:play { "1: BA-B eighth" }
    assert.same({ 0, 0 }, t:points())
    assert.same({ "1 follower abbey monastery" }, t:standing())
    t:play { "2: BA-B ninth" }
    assert.same({ 9, 0 }, t:points())
    assert.same({}, t:standing())
    t = board.set(around, { standing = { "1 follower abbey monastery" }, bag = "" })
    assert.same({ 7, 0 }, t:final "monastery")
  end)

  it("A monastery alone is worth 1 at the end", function()
    local t = board.set("abbey=BA-B", { standing = { "1 follower abbey monastery" }, bag = "" })
    assert.same({ 1, 0 }, t:points())
  end)

  describe("Two segments of one feature on one tile count that tile once.", function()
    it("a tile counts once for a road that leaves it to the east and comes back from the south", function()
      local t = board.set([[
        cross=BA-W  BA-V
        here        BA-V r1
      ]], { standing = { "1 follower cross road:E" } })
      t:play { "1: BA-V here r2" }
      assert.same({ 4, 0 }, t:points())
    end)

    it("the crossing comes last", function()
      local t = board.set([[
        here     knee=BA-V
        BA-V r2  BA-V r1
      ]], { standing = { "1 follower knee road:S.W" } })
      t:play { "1: BA-W here" }
      assert.same({ 4, 0 }, t:points())
    end)

    -- In this tile two sides of the city meet around the corner.
    it("a city, the tile with both segments comes last", function()
      local t = board.set([[
        BA-N r2       BA-N r3
        arch=BA-N r1  here
      ]], { standing = { "1 follower arch city:N.E" } })
      t:play { "1: BA-I here" }
      assert.same({ 8, 0 }, t:points())
    end)

    it("a city, it comes first", function()
      local t = board.set([[
        here          BA-N r3
        arch=BA-N r1  BA-I
      ]], { standing = { "1 follower arch city:N.E" } })
      t:play { "1: BA-N here r2" }
      assert.same({ 8, 0 }, t:points())
    end)
  end)
end)

describe("fields", function()
  local pasture = [[
    here
    farm=BA-D  east
  ]]

  it("score at the end only, for complete cities that they border", function()
    local t = board.set(pasture, { standing = { "1 follower farm field:EL.WR" }, bag = "BA-E BA-U" })
    t:play { "1: BA-E here r2" }
    assert.same({ 0, 0 }, t:points())
    assert.same({ "1 follower farm field:EL.WR" }, t:standing())
    t:play { "2: BA-U east" }
    assert.is_true(t.state:is_terminal())
    assert.same({ 3, 0 }, t:final "field")
  end)

  it("score nothing for incomplete cities, nor for complete ones that they do not border", function()
    local t = board.set(pasture, { standing = { "1 follower farm field:EL.WR" }, bag = "BA-U" })
    t:play { "1: BA-U east" }
    assert.same({ 0, 0 }, t:points())
    t = board.set(pasture, { standing = { "1 follower farm field:ER.SL.SR.WL" }, bag = "BA-E" })
    t:play { "1: BA-E here r2" }
    assert.same({ 0, 0 }, t:points())
  end)

  it("score even if nobody had a piece in the city", function()
    for _, knight in ipairs { false, true } do
      local standing = { "1 follower farm field:EL.WR" }
      if knight then standing[2] = "2 follower farm city:N" end
      local t = board.set(pasture, { standing = standing, bag = "BA-E" })
      t:play { "1: BA-E here r2" }
      assert.same({ 3, 0 }, t:final "field")
      assert.same({ 3, knight and 4 or 0 }, t:points())
    end
  end)

  describe("by the three farm rules:", function()
    local farmers = { "1 follower w " .. west_field, "1 follower n " .. north_field,
      "2 follower e " .. east_field }

    it("`per-city`: for each complete city, count each player's farmers in all fields that touch it; the "
      .. "most score 4",
      function()
        local t = board.set(star, { edition = "2003", standing = farmers, bag = "" })
        assert.same({ 4, 0 }, t:final "field")
      end)

    it("`per-city`: ties: all", function()
      local t = board.set(star, { edition = "2003", standing = { farmers[1], farmers[3] }, bag = "" })
      assert.same({ 4, 4 }, t:final "field")
    end)

    it("`per-city`: farmers are counted over the fields, not fields over the city", function()
      local t = board.set(star, { edition = "2003", bag = "",
        standing = { farmers[1], farmers[2], farmers[3], farmers[3], farmers[3] } })
      assert.same({ 0, 4 }, t:final "field")
    end)

    it("`per-field-once`: majority within each field; 3 for each complete city that the field touches, but "
      .. "a player scores "
      .. "any one city at most once", function()
        local t = board.set(star,
          { rules = { farm_scoring = "per-field-once" }, standing = farmers, bag = "" })
        assert.same({ 3, 3 }, t:final "field")
      end)

    it("`per-field`: majority within each field; 3 a city, every field on its own", function()
      local t = board.set(star, { rules = { farm_scoring = "per-field" }, standing = farmers, bag = "" })
      assert.same({ 6, 3 }, t:final "field")
    end)

    for _, rule in ipairs { "per-field", "per-field-once" } do
      it("`" .. rule .. "`: who has fewer farmers in the field scores nothing, who ties scores it in full",
          function()
        local t = board.set(star,
          { rules = { farm_scoring = rule }, standing = { farmers[1], farmers[1], "2 follower w "
          .. west_field }, bag = "" })
        assert.same({ 3, 0 }, t:final "field")
        t = board.set(star,
          { rules = { farm_scoring = rule }, standing = { farmers[1], "2 follower w " .. west_field },
          bag = "" })
        assert.same({ 3, 3 }, t:final "field")
      end)
    end

    it("`per-field-once`: two different cities count each", function()
      local t = board.set([[
        .          BA-E r2
        farm=BA-B  BA-H
        .          BA-E
      ]], { rules = { farm_scoring = "per-field-once" }, bag = "",
        standing = { "1 follower farm field:NL.NR.EL.ER.SL.SR.WL.WR" } })
      assert.same({ 6, 0 }, t:final "field")
    end)
  end)
end)

describe("the end", function()
  it("comes when the last tile has been placed and scored", function()
    local t = board.set([[
      here
      knight=BA-D
    ]], { standing = { "1 follower knight city:N" }, bag = "BA-E" })
    assert.is_false(t.state:is_terminal())
    t:play { "1: BA-E here r2" }
    assert.is_true(t.state:is_terminal())
    assert.is_nil(t.state:current_player())
    assert.same({ 4, 0 }, t:points())
    assert.same({ 0, 0 }, t:final "city")
    assert.same({ "scored", "returned", "final", "final", "final", "ended" },
      t:story("scored", "returned", "final", "ended"))
  end)

  it("comes when no tile left can be placed", function()
    local t = board.set("abbey=BA-B", { standing = { "1 follower abbey monastery" }, bag = "BA-C BA-C" })
    t:play { "1: BA-C aside" }
    assert.is_false(t.state:is_terminal())
    t:play { "1: BA-C aside" }
    assert.is_true(t.state:is_terminal())
    assert.same({ 1, 0 }, t:points())
  end)

  it("Then incomplete features with followers, then fields, then goods.", function()
    local t = board.set(star .. "\n . road=BA-U r1 .", { bag = "", have = { { wine = 1 } },
      standing = { "1 follower w " .. west_field, "1 follower road road:N.S" } })
    local order = {}
    for _, event in ipairs(t:events "scored") do order[#order + 1] = event.feature end
    assert.same({ "road", "field", "goods" }, order)
    assert.same({ "incomplete", "fields", "goods" }, t.game:final_steps())
    assert.same({ 15, 0 }, t:points())
  end)

  it("scores incomplete features for followers only", function()
    local t = board.set("a=BA-U", { bag = "" })
    assert.same({ 0, 0 }, t:points())
  end)
end)
