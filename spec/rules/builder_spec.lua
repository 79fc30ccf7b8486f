-- The builder: a test for each sentence of its rules.

local carcassonne = require "carcassonne"
local board = require "spec.support.board"

-- A road with player 1's thief and builder that can be extended on both sides, and a meadow to the
-- south.
local road = [[
  west    start=BA-U  east   farther
  meadow  BA-B        other  last
]]
local builder_at_work = { "1 follower start road:E.W", "1 builder start road:E.W" }

-- The same road with an end in the west: BA-A r1 in the east completes it.
local closed = [[
  end=BA-A r3  start=BA-U  east   farther
  BA-B         BA-B        other  last
]]

describe("the builder is deployed", function()
  it("on the tile just placed, instead of a follower, on a road or city where the player already has a "
    .. "follower: a road",
    function()
      local t = board.set(road, { standing = { "1 follower start road:E.W" } })
      t:play { "1: BA-U east ..." }
      assert.same({ "road:E.W" }, t:deployments "builder")
      for _, action in ipairs(t.state:legal_actions()) do
        if action.piece == "builder" then assert.equal(t:cell("east").x, action.x) end
      end
      t:apply "deploy builder road:E.W"
      assert.equal(2, t.state:turn_player()) -- no follower is deployed in addition
      assert.same({ "1 builder east road:E.W", "1 follower start road:E.W" }, t:standing())
      assert.equal(0, t.state:pieces_in_hand(1).builder)
    end)

  it("... a city", function()
    local t = board.set("start=BA-E r1 here", { standing = { "1 follower start city:E" } })
    t:play { "1: BA-G here ..." }
    assert.same({ "city:E.W" }, t:deployments "builder")
  end)

  it("only where the player already has a follower", function()
    local t = board.set(road, { standing = { "2 follower start road:E.W" } })
    t:play { "1: BA-U east ..." }
    assert.same({}, t:deployments "builder")
    t = board.set(road)
    t:play { "1: BA-U east ..." }
    assert.same({}, t:deployments "builder")
  end)

  it("not together with the first follower, which is the only piece of the turn", function()
    local t = board.set(road)
    t:play { "1: BA-U east, follower road:E.W" }
    assert.equal(2, t.state:turn_player())
  end)

  it("even if other players have knights, thieves and builders there", function()
    local t = board.set(road,
      { players = 3, standing = { "2 follower start road:E.W", "2 builder start road:E.W",
      "3 follower start road:E.W", "1 follower start road:E.W" } })
    t:play { "1: BA-U east ..." }
    assert.same({ "road:E.W" }, t:deployments "builder")
    t = board.set("start=BA-E r1 here",
      { standing = { "2 follower start city:E", "1 follower start city:E" } })
    t:play { "1: BA-G here ..." }
    assert.same({ "city:E.W" }, t:deployments "builder")
  end)

  it("at any distance", function()
    local t = board.set("far=BA-U BA-U BA-U BA-U BA-U here", { standing = { "1 follower far road:E.W" } })
    t:play { "1: BA-U here, builder road:E.W" }
    assert.same({ "1 builder here road:E.W", "1 follower far road:E.W" }, t:standing())
  end)

  it("never on a field or monastery", function()
    local t = board.set(road,
      { standing = { "1 follower start field:NL.NR.EL.WR", "1 follower start field:ER.SL.SR.WL",
      "1 follower start road:E.W" } })
    t:play { "1: BA-A east r1 ..." }
    -- this road is open at one end, so the builder may be deployed on it, and nowhere else
    assert.same({ "road:W" }, t:deployments "builder")
    assert.is_true(t:may "deploy follower monastery")
  end)

  it("not while it stands elsewhere", function()
    local t = board.set(road, { standing = builder_at_work })
    t:play { "1: BA-U east ..." }
    assert.same({}, t:deployments "builder")
  end)

  it("A builder is not offered on a feature that the tile just placed completes", function()
    local t = board.set(closed, { standing = { "1 follower end road:E" } })
    t:play { "1: BA-A east r1 ..." }
    assert.same({}, t:deployments "builder")
    t = board.set("start=BA-E r1 here", { standing = { "1 follower start city:E" } })
    t:play { "1: BA-E here r3 ..." }
    assert.same({}, t:deployments "builder")
  end)
end)

describe("It counts in no majority and changes no score.", function()
  it("a builder adds nothing to a majority", function()
    local t = board.set(closed, { standing = { "1 follower end road:E", "1 builder end road:E",
      "2 follower end road:E", "2 follower end road:E" } })
    t:play { "1: BA-A east r1" }
    assert.same({ 0, 3 }, t:points())
    t = board.set(closed,
      { standing = { "1 follower end road:E", "1 builder end road:E", "2 follower end road:E" } })
    t:play { "1: BA-A east r1" }
    assert.same({ 3, 3 }, t:points())
  end)

  it("no score, not even at the end", function()
    local t = board.set("start=BA-E r1 BA-G",
      { standing = { "1 follower start city:E", "1 builder start city:E" }, bag = "" })
    assert.same({ 2, 0 }, t:points())
  end)
end)

describe("the double turn", function()
  it("comes when the player places a tile that adds to the builder's feature", function()
    local t = board.set(road, { standing = builder_at_work })
    t:play { "1: BA-U east" }
    assert.equal("extra", t.state:decision())
    assert.equal(1, t.state:current_player())
    t:play { "1: take", "1: BA-B meadow" }
    assert.equal(2, t.state:turn_player())
  end)

  it("comes for a city", function()
    local t = board.set("start=BA-E r1 here there",
      { standing = { "1 follower start city:E", "1 builder start city:E" } })
    t:play { "1: BA-G here", "1: take", "1: BA-F there" }
    assert.equal(2, t.state:turn_player())
  end)

  it("is one that the player may take", function()
    local t = board.set(road, { standing = builder_at_work })
    t:play { "1: BA-U east" }
    assert.is_true(t:may "extra take")
    assert.is_true(t:may "extra decline")
    t:play { "1: decline" }
    assert.equal(2, t.state:turn_player())
    assert.equal("draw", t.state:decision())
  end)

  it("comes for no other tile", function()
    local t = board.set(road, { standing = builder_at_work })
    t:play { "1: BA-B meadow" }
    assert.equal(2, t.state:turn_player())
  end)

  it("does not come for another player's builder", function()
    local t = board.set(road, { turn = 2, standing = builder_at_work })
    t:play { "2: BA-U east" }
    assert.equal(1, t.state:turn_player())
  end)

  it("does not come for a follower alone, nor for the tile that the builder is deployed on", function()
    local t = board.set(road, { standing = { "1 follower start road:E.W" } })
    t:play { "1: BA-U east, builder road:E.W" }
    assert.equal(2, t.state:turn_player())
  end)

  it("begins its second part after deployment and scoring of the first: draw, place, deploy, score",
      function()
    local t = board.set(closed, { standing = { "1 follower end road:E", "1 builder end road:E" } })
    t:play { "1: BA-A east r1, follower monastery", "1: take", "1: BA-A farther r3 ..." }
    assert.same({ 3, 0 }, t:points())
    t:apply "pass"
    assert.equal(2, t.state:turn_player())
    assert.same({ "drew", "placed", "deployed", "completed", "scored", "returned", "returned", "extra_part",
      "drew", "placed" },
      t:story("drew", "placed", "deployed", "completed", "scored", "returned", "extra_part"))
  end)

  it("is, in 2003's words too, no draw before the first part is complete", function()
    local t = board.set(closed,
      { edition = "2003", standing = { "1 follower end road:E", "1 builder end road:E" } })
    t:play { "1: BA-A east r1 ..." }
    assert.equal("deploy", t.state:decision())
    assert.equal(1, #t:events "drew")
    t:apply "pass"
    assert.same({ 3, 0 }, t:points())
    t:play { "1: take" }
    assert.equal("draw", t.state:decision())
    assert.equal(1, t.state:turn_player())
  end)

  it("Part two grants no further part. The chain is refused", function()
    local t = board.set(road, { standing = builder_at_work })
    t:play { "1: BA-U east", "1: take", "1: BA-U farther" }
    assert.equal(2, t.state:turn_player())
    assert.equal("draw", t.state:decision())
    assert.equal(1, #t:events "extra_part")
  end)

  it("goes anywhere: The second tile need not be near the first.", function()
    local t = board.set("far BA-B BA-B BA-B BA-B start=BA-A r3 east",
      { standing = { "1 follower start road:E", "1 builder start road:E" } })
    t:play { "1: BA-U east", "1: take", "1: BA-B far" }
    assert.equal(2, t.state:turn_player())
  end)

  it("has everything twice: draw and place, deploying a piece, scoring", function()
    local t = board.set([[
      end=BA-A r3     start=BA-U  east
      castle=BA-E r1  gate        .
    ]], { standing = builder_at_work })
    t:play { "1: BA-A east r1, follower monastery", "1: take", "1: BA-E gate r3, follower city:W" }
    assert.same({ 3 + 4, 0 }, t:points())
    assert.same({ "1 follower east monastery" }, t:standing())
  end)

  it("comes when an ordinary tile completes the builder's feature: the tile is part of the feature in every "
    .. "edition", function()
      for _, edition in ipairs(carcassonne.editions) do
        local t = board.set(closed, { edition = edition, standing = builder_at_work })
        t:play { "1: BA-A east r1" }
        if t.state:decision() == "extra" then t:play { "1: take" } end
        assert.equal(1, t.state:turn_player(), edition)
        assert.equal(2, t.state:part(), edition)
      end
    end)
end)

it("the printed example of the builder, in four steps", function()
  -- The rule sheet does not show its board; this board allows the same four steps.
  local t = board.set [[
    start=BA-D  one     two  three
    .           meadow  .    .
    .           hill    .    .
    .           gate    .    .
  ]]
  -- Step one: a thief begins a road.
  t:play { "1: BA-U one, follower road:E.W", "2: BA-B meadow" }
  assert.same({ "1 follower one road:E.W" }, t:standing())
  -- Step two: in a later turn a tile extends the road, and the builder is deployed there as the
  -- only piece of the turn.
  t:play { "1: BA-U two, builder road:E.W" }
  assert.equal(2, t.state:turn_player())
  t:play { "2: BA-B hill" }
  -- Step three: in a later turn the road is extended; the first part is played to its end, with a
  -- piece.
  t:play { "1: BA-V three, follower field:SR.WL" }
  assert.equal("extra", t.state:decision())
  -- Step four: the player draws, places and deploys again, and the turn is over.
  t:play { "1: take", "1: BA-E gate r1, follower city:E" }
  assert.equal(2, t.state:turn_player())
  assert.same({ "1 builder two road:E.W", "1 follower gate city:E", "1 follower one road:E.W",
    "1 follower three field:SR.WL" }, t:standing())
end)

describe("What counts is that the builder was there when the tile was placed: the second part comes also "
  .. "when the builder "
  .. "went home in part one", function()
    it("a second part follows although the builder has returned with its completed feature; it may be "
      .. "deployed again in that part", function()
      local t = board.set([[
        end=BA-A r3  start=BA-U  east
        .            lane=BA-U   below
      ]], { standing = { builder_at_work[1], builder_at_work[2], "1 follower lane road:E.W" } })
      t:play { "1: BA-A east r1" }
      assert.same({ 3, 0 }, t:points())
      assert.equal(1, t.state:pieces_in_hand(1).builder)
      t:play { "1: take", "1: BA-U below, builder road:E.W" }
      assert.same({ "1 builder below road:E.W", "1 follower lane road:E.W" }, t:standing())
      assert.equal(2, t.state:turn_player())
    end)

    for _, hook in ipairs { "on_tile_placed", "on_feature_scored" } do
      it("because a script removed it, in " .. hook, function()
        local removal = { name = "removal", [hook] = function(state)
          for _, piece in ipairs(state:pieces()) do
            if piece.piece == "builder" then state:return_piece(piece) end
          end
        end }
        -- the tile extends the builder's road, which stays open, and completes a city
        local t = board.set([[
          BA-B        BA-E r2  .
          start=BA-U  here     there
        ]], { variants = { removal }, standing = builder_at_work })
        t:play { "1: BA-D here" }
        assert.same({ "1 follower start road:E.W" }, t:standing())
        assert.equal("extra", t.state:decision())
        t:play { "1: take" }
        assert.equal(1, t.state:turn_player())
      end)
    end
  end)

describe("If no tile is left, there is no part two; in part two, too, a tile that fits nowhere is set aside.",
    function()
  it("no tile is left: nobody is asked", function()
    local t = board.set(road, { standing = builder_at_work, bag = "BA-U" })
    t:play { "1: BA-U east" }
    assert.is_true(t.state:is_terminal())
    assert.same({}, t:events "extra_part")
  end)

  it("one tile is left: it is part two's", function()
    local t = board.set(road, { standing = builder_at_work, bag = "BA-U BA-U" })
    t:play { "1: BA-U east", "1: take", "1: BA-U farther" }
    assert.is_true(t.state:is_terminal())
  end)

  it("a tile that fits nowhere", function()
    local t = board.set(road, { standing = builder_at_work, bag = "BA-U BA-C BA-U BA-U" })
    t:play { "1: BA-U east", "1: take", "1: BA-C aside" }
    assert.equal("draw", t.state:decision())
    assert.equal(1, t.state:turn_player())
    t:play { "1: BA-U farther" }
    assert.equal(2, t.state:turn_player())
  end)

  it("no tile left fits: the game is over", function()
    local t = board.set(road, { standing = builder_at_work, bag = "BA-U BA-C" })
    t:play { "1: BA-U east", "1: take", "1: BA-C aside" }
    assert.is_true(t.state:is_terminal())
  end)
end)

describe("When no tile is left, part two is offered only to the player who could do something in it:",
    function()
  -- The builder's road, and a hole for an abbey.
  local around_hole = [[
    west    start=BA-U  east  farther
    BA-B    BA-B        BA-B  next
    BA-B    hole        BA-B  .
    BA-B    BA-B        BA-B  .
  ]]

  local function with_abbeys(picture, bag, more)
    local options = { variants = { "abbey-and-mayor" }, standing = builder_at_work,
      bag = bag .. " AM-AB AM-AB" }
    for key, value in pairs(more or {}) do options[key] = value end
    return board.set(picture, options)
  end

  it("a player with an abbey and a hole for it is asked, and may place it", function()
    local t = with_abbeys(around_hole, "BA-U")
    t:play { "1: pass", "1: BA-U east" }
    assert.equal("extra", t.state:decision())
    t:play { "1: take" }
    assert.equal("abbey", t.state:phase())
    assert.same({ "abbey @hole" }, t:options())
    t:play { "1: abbey @hole" }
    assert.equal("AM-AB", t.state:tile_at(t:cell("hole").x, t:cell("hole").y).id)
  end)

  it("nobody is asked if there is no hole", function()
    local t = with_abbeys(road, "BA-U")
    t:play { "1: BA-U east" }
    assert.is_true(t.state:is_terminal())
    assert.same({}, t:events "extra_part")
  end)

  it("nor is a player who has placed the own abbey, even if others still have theirs", function()
    local t = with_abbeys([[
      west    start=BA-U  east  farther  .
      BA-B    BA-B        BA-B  BA-B     BA-B
      BA-B    one         BA-B  two      BA-B
      BA-B    BA-B        BA-B  BA-B     BA-B
      low     .           .     .        .
    ]], "BA-B BA-U")
    t:play { "1: abbey @one" }
    t:apply "pass"
    t:play { "2: pass", "2: BA-B low", "1: BA-U east" }
    assert.equal("abbey-end", t.state:phase())
  end)

  it("it is offered if a tile is left, with or without a hole", function()
    local t = with_abbeys(road, "BA-U BA-U")
    t:play { "1: BA-U east" }
    assert.equal("extra", t.state:decision())
  end)

  it("offers that a script makes only at the start of the part count, and the question alone changes nothing",
      function()
    local asked = { name = "asked", variables = { { name = "ready", lifetime = "part" }, "begun" },
      phases = { { name = "gift", timing = "before_draw",
      run = function(state)
        state:set_variable("ready", nil, state:part() > 1 and 1 or 0)
        state:set_variable("begun", nil, state:variable "begun" + 1)
      end,
      ask = function(state) if state:variable "ready" > 0 then state:offer { number = 1 } end end,
      on_chosen = function(state) state:award(state:turn_player(), 5, "gift") end,
    } } }
    local t = board.set(road, { variants = { asked }, standing = builder_at_work, bag = "BA-U" })
    t:play { "1: BA-U east" }
    assert.equal("extra", t.state:decision())
    assert.equal(1, t.state:variable "begun")
    t:play { "1: take" }
    assert.equal("gift", t.state:phase())
    t.state:apply_index(1)
    assert.is_true(t.state:is_terminal())
    assert.equal(5, t:events("awarded")[1].points)
  end)
end)

it("Part two is part two from its beginning: a script sees it at the draw", function()
  for _, double_turn in ipairs { "optional", "compulsory" } do
    local parts = {}
    local asked = { name = "asked", phases = {
      { name = "look", timing = "before_draw",
        run = function(state) parts[#parts + 1] = state:part() end } } }
    local t = board.set(road,
      { variants = { asked }, rules = { double_turn = double_turn }, standing = builder_at_work,
      bag = "BA-U BA-U BA-U" })
    t:play { "1: BA-U east" }
    if double_turn == "optional" then t:play { "1: take" } end
    assert.same({ 1, 2 }, parts, double_turn)
  end
end)

it("A builder may stand on a road now, in a city later.", function()
  local t = board.set([[
    end=BA-A r3     start=BA-U  east  farther
    castle=BA-E r1  gate        .     .
    meadow          .           .     .
  ]], { standing = { "1 follower start road:E.W", "1 follower castle city:E" } })
  t:play {
    "1: BA-U east, builder road:E.W",
    "2: BA-B meadow",
    "1: BA-A farther r1",
    "1: take",
    "1: BA-G gate, builder city:E.W",
  }
  assert.same({ 4, 0 }, t:points())
  assert.same({ "1 builder gate city:E.W", "1 follower castle city:E" }, t:standing())
end)
