-- Abbey & Mayor: a test for each sentence of its rules.

local carcassonne = require "carcassonne"
local board = require "spec.support.board"

local OPTION = { end_round = true, wagon_move = true, barn_field = true }

-- A game with abbeys; `abbeys` are the variant's options, `more` further variants.
local function set(picture, options)
  local given, chosen, variants = {}, {}, {}
  for key, value in pairs(options or {}) do
    if OPTION[key] then chosen[key] = value else given[key] = value end
  end
  variants[1] = carcassonne.variant("abbey-and-mayor", chosen)
  for _, name in ipairs(given.more or {}) do variants[#variants + 1] = name end
  given.variants, given.more = variants, nil
  return board.set(picture, given)
end

describe("Abbey & Mayor", function()
  it("has twelve tiles, none of them an abbey", function()
    local game, count = carcassonne.game { sets = { "base" }, variants = { "abbey-and-mayor" } }, 0
    for _, tile in ipairs(game:tiles()) do
      if tile.id:find "^AM" and tile.id ~= "AM-AB" then count = count + tile.count end
    end
    assert.equal(12, count)
    local state = game:new_initial_state(1)
    while not state:is_terminal() do
      assert.not_equal("AM-AB", state:decision() == "place" and state:hand())
      state:apply_index(1)
    end
  end)

  it("gives each player an abbey, a mayor, a wagon and a barn", function()
    for players = 2, 6 do
      local state = carcassonne.game { players = players,
        variants = { "abbey-and-mayor" } }:new_initial_state(1)
      for player = 1, players do
        assert.equal(1, state:variable("abbeys", player))
        assert.same({ follower = 7, builder = 1, pig = 1, mayor = 1, wagon = 1, barn = 1 },
          state:pieces_in_hand(player))
      end
    end
  end)
end)

-- ---- The abbey ----------------------------------------------------------------------------------

-- A hole between a city, the ends of two roads and a meadow.
local hole = [[
  BA-B          north=BA-E r2  BA-B
  west=BA-A r3  here           east=BA-A r1
  BA-B          BA-B           BA-B          next
]]

-- This hole without a tile at one corner, so that the abbey stays incomplete.
local gap = [[
  BA-B          north=BA-E r2  .
  west=BA-A r3  here           east=BA-A r1
  BA-B          BA-B           BA-B          next
]]

describe("an abbey", function()
  it("may be placed instead of a drawn tile, in a hole with tiles on all four sides, whatever they show",
      function()
    local t = set(hole)
    assert.equal("abbey", t.state:phase())
    assert.same({ "abbey @here" }, t:options())
    t:play { "1: abbey @here" }
    assert.equal("AM-AB", t.state:tile_at(t:cell("here").x, t:cell("here").y).id)
    t:apply "pass"
    assert.equal(2, t.state:turn_player())
  end)

  it("need not be placed: a player who passes draws", function()
    local t = set(hole)
    t:play { "1: pass" }
    assert.equal("draw", t.state:decision())
    t:play { "1: BA-B next" }
    assert.equal(1, t.state:variable("abbeys", 1))
  end)

  it("may not be placed if a side is missing", function()
    local t = set [[
      BA-B          north=BA-E r2  BA-B
      west=BA-A r3  here           east=BA-A r1
    ]]
    assert.equal("draw", t.state:decision())
  end)

  it("exists once for each player", function()
    local t = set [[
      BA-B  BA-B  BA-B  BA-B  BA-B
      BA-B  one   BA-B  two   BA-B
      BA-B  BA-B  BA-B  BA-B  BA-B  next
    ]]
    t:play { "1: abbey @one" }
    t:apply "pass"
    t:play { "2: pass", "2: BA-B next" }
    assert.equal(1, t.state:turn_player())
    assert.equal("draw", t.state:decision()) -- a hole exists, but the player has no abbey left
  end)

  it("is not offered to a player who has none left, not even in the round after the last turn", function()
    local game = carcassonne.game { variants = { "abbey-and-mayor" }, counts = { ["AM-AB"] = 0 } }
    for seed = 1, 5 do
      local state = game:new_initial_state(seed)
      state:random_playout(seed)
      for _, tile in ipairs(state:tiles()) do assert.not_equal("AM-AB", tile.id) end
    end
  end)

  it("completes the roads and cities that face it, without being part of them", function()
    local t = set(hole, { standing = { "1 follower north city:S", "2 follower west road:E" } })
    t:play { "1: abbey @here" }
    t:apply "pass"
    assert.same({ 2, 1 }, t:points()) -- a city of one tile, and a road of one tile
    assert.same({}, t:standing())
    assert.equal(1, t:feature("north", "city:S").tiles)
  end)

  it("leaves a feature incomplete that is open at another side", function()
    local t = set([[
      BA-B  BA-B  BA-B
      BA-U  here  BA-B
      BA-B  BA-B  BA-B
    ]])
    t:play { "1: abbey @here" }
    t:apply "pass"
    assert.is_false(t.state:feature(0, 1, "road:E.W").complete)
    assert.equal(1, t.state:feature(0, 1, "road:E.W").open)
  end)

  it("is a monastery, for a monk of its player", function()
    local t = set([[
      BA-B  BA-B  BA-B
      BA-B  here  BA-B
      BA-B  BA-B  last
    ]])
    t:play { "1: pass", "1: BA-B last", "2: abbey @here" }
    assert.same({ "monastery" }, t:deployments "follower")
    t:apply "deploy follower monastery"
    assert.same({ 0, 9 }, t:points())
    assert.same({}, t:standing())
  end)

  it("waits for its neighbours as a monastery does", function()
    local t = set([[
      .     BA-B  BA-B
      BA-B  here  BA-B
      BA-B  BA-B  BA-B
    ]])
    t:play { "1: abbey @here" }
    t:apply "deploy follower monastery"
    assert.same({ 0, 0 }, t:points())
    assert.equal(8, t:feature("here", "monastery").points)
  end)

  it("counts as a neighbour of the monasteries around it", function()
    local t = set([[
      BA-B  BA-B        BA-B  BA-B
      BA-B  abbey=BA-B  here  BA-B
      BA-B  BA-B        BA-B  BA-B
    ]], { standing = { "2 follower abbey monastery" } })
    t:play { "1: abbey @here" }
    t:apply "pass"
    assert.same({ 0, 9 }, t:points())
  end)

  it("separates fields", function()
    local t = set [[
      BA-B  BA-B  BA-B
      w=BA-B  here  BA-B
      BA-B  BA-B  BA-B
    ]]
    local before = t:feature("w", 2).open
    t:play { "1: abbey @here" }
    assert.is_true(t:feature("w", 2).open < before)
    assert.equal(8, t:feature("w", 2).tiles)
  end)

  it("brings the goods of a city that it completes to its player", function()
    local t = set([[
      .        BA-B  BA-B  BA-B
      BA-E r1  TB-Q  here  BA-B
      .        BA-B  BA-B  BA-B
    ]])
    t:play { "1: abbey @here" }
    t:apply "pass"
    assert.same({ wine = 1, grain = 0, cloth = 0 }, t.state:goods(1))
    assert.same({ wine = 0, grain = 0, cloth = 0 }, t.state:goods(2))
  end)

  for word, granted in pairs { joins = false, ["joins-or-completes"] = true } do
    it(("%s a second part when it completes the builder's road, if `extend_trigger` is `%s`")
      :format(granted and "grants" or "does not grant", word), function()
        local t = set(hole, { rules = { extend_trigger = word },
          standing = { "1 follower west road:E", "1 builder west road:E" } })
        t:play { "1: abbey @here" }
        t:apply "pass"
        assert.same({ 1, 0 }, t:points())
        assert.equal(granted and "extra" or "draw", t.state:decision())
        assert.equal(granted and 1 or 2, t.state:turn_player())
      end)
  end

  it("grants no second part if the builder's road stays open", function()
    local t = set([[
      BA-B         BA-B  BA-B
      start=BA-U   here  BA-B
      BA-B         BA-B  BA-B
    ]], { rules = { extend_trigger = "joins-or-completes" },
      standing = { "1 follower start road:E.W", "1 builder start road:E.W" } })
    t:play { "1: abbey @here" }
    t:apply "pass"
    assert.equal(2, t.state:turn_player())
  end)

  it("may be placed in part two of a double turn", function()
    local t = set([[
      BA-B         BA-B  BA-B
      start=BA-U   east  BA-B
      BA-B         BA-B  BA-B
      road=BA-U    on    .
    ]], { standing = { "1 follower road road:E.W", "1 builder road road:E.W" } })
    t:play { "1: pass", "1: BA-U on", "1: take" }
    assert.equal("abbey", t.state:phase())
    t:play { "1: abbey @east" }
    t:apply "pass"
    assert.equal(2, t.state:turn_player())
  end)
end)

describe("after the last tile", function()
  local holes = [[
    BA-B  BA-B  BA-B  BA-B  BA-B
    BA-B  one   BA-B  two   BA-B
    BA-B  BA-B  BA-B  BA-B  BA-B  last
  ]]
  local bag = "BA-B AM-AB AM-AB AM-AB"

  -- Three players; player 1 plays the last turn.
  local function finish(options)
    options = options or {}
    options.players, options.bag = 3, bag
    local t = set(holes, options)
    t:play { "1: pass", "1: BA-B last" }
    assert.equal("abbey-end", t.state:phase())
    return t
  end

  it("abbeys may be placed clockwise, beginning with the next player", function()
    local t = finish()
    t:play { "2: abbey-end @two" }
    t:apply "deploy follower monastery"
    t:play { "3: abbey-end @one" }
    t:apply "pass"
    assert.is_true(t.state:is_terminal()) -- no hole is left for player 1
    assert.same({ 0, 9, 0 }, t:points())
  end)

  it("everybody is asked once, the player of the last turn as the last one", function()
    local t = finish()
    t:play { "2: pass", "3: pass", "1: abbey-end @one" }
    t:apply "pass"
    assert.is_true(t.state:is_terminal())
  end)

  it("nobody is asked again, unless `end_round` is `again`", function()
    local t = finish()
    t:play { "2: pass", "3: pass", "1: pass" }
    assert.is_true(t.state:is_terminal())
    t = finish { end_round = "again" }
    t:play { "2: pass", "3: pass", "1: pass", "2: pass", "3: pass", "1: abbey-end @one" }
    t:apply "pass"
    t:play { "2: abbey-end @two" }
    t:apply "pass"
    assert.is_true(t.state:is_terminal())
  end)

  it("an abbey placed there scores before all incomplete features do", function()
    local t = set([[
      BA-B  north=BA-E r2  BA-B
      BA-B  one            BA-B
      BA-B  BA-B           BA-B  last
    ]], { bag = "BA-B AM-AB AM-AB", standing = { "1 follower north city:S" } })
    t:play { "1: pass", "1: BA-B last", "2: abbey-end @one" }
    t:apply "pass"
    assert.same({ 2, 0 }, t:points())
    assert.same({ 0, 0 }, t:final "city")
  end)
end)

-- ---- The mayor ----------------------------------------------------------------------------------

describe("the mayor", function()
  it("goes into cities, and nowhere else", function()
    local t = set "start=BA-D here"
    t:play { "1: BA-D here ..." }
    assert.same({ "city:N" }, t:deployments "mayor")
  end)

  it("goes where no follower is; it is a follower, so no other may join it", function()
    local t = set("knight=BA-E r1 here", { standing = { "2 follower knight city:E" } })
    t:play { "1: BA-G here ..." }
    assert.same({}, t:deployments "mayor")
    t = set("knight=BA-E r1 here", { standing = { "2 mayor knight city:E" } })
    t:play { "1: BA-G here ..." }
    assert.same({ "field:NL.NR", "field:SL.SR" }, t:deployments "follower")
  end)

  it("counts as many followers as the city has pennants", function()
    local standing = { "1 follower start city:E", "2 mayor other city:E.W" }
    local function points(first, second)
      local t = set(("start=BA-E r1 other=%s %s here"):format(first, second), { standing = standing })
      return t:play { "1: BA-E here r3" }:points()
    end
    assert.same({ 8, 0 }, points("BA-G", "TB-Q")) -- a city without a pennant: the mayor counts 0
    assert.same({ 10, 10 }, points("BA-F", "TB-Q")) -- one pennant: a tie
    assert.same({ 0, 12 }, points("BA-F", "BA-F")) -- two pennants
  end)

  it("scores nothing alone in a city without a pennant, and returns", function()
    local t = set("start=BA-E r1 here", { standing = { "1 mayor start city:E" } })
    t:play { "1: BA-E here r3" }
    assert.same({ 0, 0 }, t:points())
    assert.equal(1, t.state:pieces_in_hand(1).mayor)
    t = set("start=BA-E r1 BA-G", { standing = { "1 mayor start city:E" }, bag = "" })
    assert.same({ 0, 0 }, t:points())
  end)
end)

describe("mayor and wagon are not ordinary followers: a builder", function()
  for _, piece in ipairs { "mayor", "wagon" } do
    for word, joins in pairs { any = true, ordinary = false } do
      it(("%s a %s when `builder_host` is `%s`"):format(joins and "joins" or "does not join", piece, word),
          function()
        local t = set("start=BA-E r1 here",
          { rules = { builder_host = word }, standing = { "1 " .. piece .. " start city:E" } })
        t:play { "1: BA-G here ..." }
        assert.same(joins and { "city:E.W" } or {}, t:deployments "builder")
      end)
    end
  end
end)

-- ---- The wagon ----------------------------------------------------------------------------------

-- A road with a wagon on it, to be completed at `here`; a city and monasteries nearby, and others
-- farther away.
local drive = [[
  meadow=BA-B  castle=BA-E  beyond=BA-B
  end=BA-A r3  here         far=BA-E r2
]]

-- A script that sends followers home, so that a builder is left alone.
local dismissal = { name = "dismissal", on_tile_placed = function(state)
  for _, piece in ipairs(state:pieces()) do
    if piece.piece == "follower" then state:return_piece(piece) end
  end
end }

describe("a wagon", function()
  it("goes onto roads, cities and monasteries, but not into fields", function()
    local t = set "start=BA-A r3 here"
    t:play { "1: BA-L here ..." }
    assert.same({ "city:N", "road:E", "road:S", "road:W" }, t:deployments "wagon")
    t = set "start=BA-B here"
    t:play { "1: BA-B here ..." }
    assert.same({ "monastery" }, t:deployments "wagon")
  end)

  it("counts as a follower", function()
    local t = set("end=BA-A r3 here", { standing = { "1 wagon end road:E", "2 follower end road:E" } })
    t:play { "1: BA-A here r1", "1: pass" }
    assert.same({ 2, 2 }, t:points())
  end)

  it("that has been scored moves on to an incomplete, free feature, on its tile or one of the eight around",
      function()
    local t = set(drive, { standing = { "1 wagon end road:E" } })
    t:play { "1: BA-A here r1" }
    assert.equal("wagon", t.state:phase())
    assert.same({ 2, 0 }, t:points())
    assert.same({ "wagon city:N @castle", "wagon monastery @end", "wagon monastery @here",
      "wagon monastery @meadow" },
      t:options())
    t:play { "1: wagon city:N @castle" }
    assert.same({ "1 wagon castle city:N" }, t:standing())
    assert.equal(2, t.state:turn_player())
  end)

  it("or returns to the supply", function()
    local t = set(drive, { standing = { "1 wagon end road:E" } })
    t:play { "1: BA-A here r1", "1: pass" }
    assert.same({}, t:standing())
    assert.equal(1, t.state:pieces_in_hand(1).wagon)
  end)

  it("moves for its player also if somebody else completes the feature", function()
    local t = set(drive, { standing = { "2 wagon end road:E" } })
    t:play { "1: BA-A here r1", "2: wagon monastery @end" }
    assert.same({ "2 wagon end monastery" }, t:standing())
    assert.equal(2, t.state:turn_player())
  end)

  it("does not move to a feature with a follower, but to one with only a builder", function()
    local t = set(drive,
      { standing = { "1 wagon end road:E", "2 follower end monastery", "2 follower meadow monastery" } })
    t:play { "1: BA-A here r1, follower monastery" }
    assert.same({ "wagon city:N @castle" }, t:options())
    t = set(drive, { rules = { orphan_builder = "stay" }, more = { dismissal },
      standing = { "2 follower castle city:N", "2 builder castle city:N", "1 wagon end road:E" } })
    t:play { "1: BA-A here r1" }
    assert.same({ "2 builder castle city:N" }, t:standing())
    assert.is_true(t:may "wagon city:N @castle")
  end)

  it("does not move to a feature with only a builder, if pieces occupy", function()
    local t = set(drive, { rules = { orphan_builder = "stay", pieces_occupy = "yes" }, more = { dismissal },
      standing = { "2 follower castle city:N", "2 builder castle city:N", "1 wagon end road:E" } })
    t:play { "1: BA-A here r1" }
    assert.is_false(t:may "wagon city:N @castle")
  end)

  it("does not go onto the dragon's tile", function()
    local t = set(drive, { more = { "princess-and-dragon" }, standing = { "1 wagon end road:E" } })
    t.cells.volcano = { x = t:cell("end").x - 1, y = t:cell("end").y }
    t:play { "1: PD-W volcano r2", "2: BA-A here r1" }
    assert.is_true(t:may "wagon monastery @end")
    for _, text in ipairs(t:options()) do assert.is_nil(text:find "@volcano") end
  end)

  it("does not move if there is no free feature", function()
    local t = set("end=AM-J r3 here", { standing = { "1 wagon end road:E" } })
    t:play { "1: AM-J here r1" }
    assert.same({ 2, 0 }, t:points())
    assert.equal(2, t.state:turn_player())
  end)

  it("does not move if it was not scored", function()
    local expulsion = { name = "expulsion", on_tile_placed = function(state)
      for _, piece in ipairs(state:pieces()) do state:return_piece(piece) end
    end }
    local t = set(drive, { standing = { "1 wagon end road:E" }, more = { expulsion } })
    t:play { "1: BA-A here r1" }
    assert.same({ 0, 0 }, t:points())
    assert.equal(2, t.state:turn_player())
  end)

  it("moves after other players' wagons in clockwise order, beginning with the player whose turn it is",
      function()
    local t = set(drive, { players = 3, turn = 2,
      standing = { "1 wagon end road:E", "2 wagon end road:E", "3 wagon end road:E" } })
    t:play { "2: BA-A here r1", "2: wagon monastery @end", "3: pass" }
    assert.same({ "wagon city:N @castle", "wagon monastery @here", "wagon monastery @meadow" }, t:options())
    t:play { "1: wagon monastery @here" }
    assert.same({ "1 wagon here monastery", "2 wagon end monastery" }, t:standing())
    assert.equal(3, t.state:turn_player())
  end)

  it("returns from what an abbey completes, and may move onto the abbey", function()
    local t = set(gap, { standing = { "1 wagon west road:E" } })
    t:play { "1: abbey @here" }
    t:apply "pass"
    assert.same({ 1, 0 }, t:points())
    t:play { "1: wagon monastery @here" }
    assert.same({ "1 wagon here monastery" }, t:standing())
  end)
end)

describe("a wagon of the first edition moves on to what meets its feature:", function()
  local function options(picture, standing, line)
    local t = set(picture, { wagon_move = "C1", standing = { standing } })
    t:play { line }
    return t:options()
  end

  it("the monastery at which its road ends, not the one next door", function()
    assert.same({ "wagon monastery @end", "wagon monastery @here" },
      options("end=BA-A r3 here\nBA-B .", "1 wagon end road:E", "1: BA-A here r1"))
  end)

  it("or stays at home, as in the second edition", function()
    local t = set("cross=BA-X here", { wagon_move = "C1", standing = { "1 wagon cross road:E" } })
    t:play { "1: AM-J here r1", "1: pass" }
    assert.same({}, t:standing())
    assert.equal(1, t.state:pieces_in_hand(1).wagon)
  end)

  it("the roads at the same crossing", function()
    assert.same({ "wagon road:N @cross", "wagon road:S @cross", "wagon road:W @cross" },
      options("cross=BA-X here", "1 wagon cross road:E", "1: AM-J here r1"))
  end)

  it("the road that leads into its city", function()
    assert.same({ "wagon road:W @gate" },
      options("here\ngate=AM-F", "1 wagon gate city:N", "1: BA-E here r2"))
  end)

  it("of the roads of TB-C, the one that leads to the city", function()
    assert.same({ "wagon road:S @gate" },
      options("here\ngate=TB-C", "1 wagon gate city:N", "1: BA-E here r2"))
  end)

  it("not a road that ends short of the city, or passes under it", function()
    local t = set("here\ngate=MY-A", { wagon_move = "C1", standing = { "1 wagon gate city:N" },
      tiles = { "MY-A x1 city:N road:S field:EL.ER.SL.SR.WL.WR~N" } })
    t:play { "1: BA-E here r2" }
    assert.same({ 4, 0 }, t:points())
    assert.equal(2, t.state:turn_player())
    assert.same({}, options("west=BA-E r1 AM-M here", "1 wagon west city:E", "1: BA-E here r3"))
  end)

  it("not a city past which its road leads", function()
    assert.same({}, options("end=AM-J r3 here=BA-D last", "1 wagon here road:E.W", "1: AM-J last r1"))
  end)

  it("the abbey that completes it", function()
    local t = set(gap, { wagon_move = "C1", standing = { "1 wagon north city:S" } })
    t:play { "1: abbey @here" }
    t:apply "pass"
    assert.same({ "wagon monastery @here" }, t:options())
  end)

  it("from an abbey, the features that face it", function()
    local t = set([[
      BA-B       BA-E r2  BA-B
      west=BA-U  here     BA-B
      BA-B       BA-B     BA-B
    ]], { wagon_move = "C1" })
    t:play { "1: abbey @here" }
    t:apply "deploy wagon monastery"
    assert.same({ 9, 0 }, t:points())
    assert.same({ "wagon road:E.W @west" }, t:options()) -- the abbey has closed the city
  end)
end)

-- ---- The barn -----------------------------------------------------------------------------------

local all_field = "field:NL.NR.EL.ER.SL.SR.WL.WR"

-- A field beside a city of two tiles; at `here` four tiles meet.
local farm = [[
  BA-E r2    .
  farm=BA-E  BA-B
  BA-B       here  next
]]
local farmer = "2 follower farm field:EL.ER.SL.SR.WL.WR"

describe("a barn", function()
  it("is put down instead of a follower, where four tiles meet and all are field", function()
    local t = set(farm)
    t:play { "1: BA-B here ..." }
    assert.same({ "barn #3 " .. all_field .. " @here" }, t:options()) -- the corner in the north-west
    t:apply("barn #3 " .. all_field .. " @here")
    assert.same({ "1 barn here " .. all_field }, t:standing())
    assert.equal(3, t.state:variable("barn_corner", 1))
    assert.equal(0, t.state:pieces_in_hand(1).barn)
    assert.equal(2, t.state:turn_player())
  end)

  it("in any of the four corners of the tile", function()
    local pictures = { [0] = "BA-X BA-X\nhere BA-X", "here BA-X\nBA-X BA-X", "BA-X here\nBA-X BA-X",
      "BA-X BA-X\nBA-X here" }
    local fields = { [0] = "NR.EL", "ER.SL", "SR.WL", "NL.WR" }
    for number = 0, 3 do
      local t = set(pictures[number])
      t:play { "1: BA-X here ..." }
      assert.same({ ("barn #%d field:%s @here"):format(number, fields[number]) }, t:options())
    end
  end)

  it("only while its player has it in hand", function()
    local t = set("BA-B BA-B BA-B\nBA-B here next", { pieces = { barn = 0 } })
    t:play { "1: BA-B here ..." }
    assert.same({}, t:options())
  end)

  it("not where only three tiles meet", function()
    local t = set "BA-B BA-B\nBA-B here"
    t.cells.east = { x = 2, y = 0 }
    t:play { "1: BA-B east ..." }
    assert.same({}, t:options())
  end)

  it("not where a city or a wall lies in the corner", function()
    for _, id in ipairs { "BA-N", "AM-I" } do
      local t = set "BA-B BA-B\nBA-B here"
      -- turned by 2, the city of BA-N is in the south and east, and that of AM-I in the east
      t:play { ("1: %s here r2 ..."):format(id) }
      -- the wall of AM-I separates its fields in every corner
      assert.equal(id == "BA-N" and 1 or 0, #t:options(), id)
    end
  end)

  it("not into a field that has a barn", function()
    local t = set(farm, { standing = { "2 barn farm field:EL.ER.SL.SR.WL.WR" } })
    t:play { "1: BA-B here ..." }
    assert.same({}, t:options())
  end)

  it("into a field that has a barn, by an option; both barns score at the end", function()
    local t = set(farm, { standing = { "2 barn farm field:EL.ER.SL.SR.WL.WR" }, barn_field = "any",
      bag = "BA-B" })
    t:play { "1: BA-B here, barn #3 " .. all_field .. " @here" }
    assert.is_true(t.state:is_terminal())
    assert.same({ 4, 4 }, t:points())
  end)

  it("but into one with farmers of any player: the majority scores 3 points a complete city, all return",
      function()
    local t = set(farm, { standing = { farmer } })
    t:play { "1: BA-B here, barn #3 " .. all_field .. " @here" }
    assert.same({ 0, 3 }, t:points())
    assert.same({ 0, 3 }, t:awarded "barn-placed")
    assert.same({ "1 barn here " .. all_field }, t:standing())
    assert.equal(7, t.state:pieces_in_hand(2).follower)
  end)

  it("pays all players who tie for the majority, and nobody else", function()
    local t = set(farm, { players = 3, standing = { farmer, "1 follower farm field:EL.ER.SL.SR.WL.WR" } })
    t:play { "1: BA-B here, barn #3 " .. all_field .. " @here" }
    assert.same({ 3, 3, 0 }, t:points())
    t = set(farm, { players = 3, standing = { farmer, farmer, "3 follower farm field:EL.ER.SL.SR.WL.WR" } })
    t:play { "1: BA-B here, barn #3 " .. all_field .. " @here" }
    assert.same({ 0, 3, 0 }, t:points())
    assert.equal(7, t.state:pieces_in_hand(3).follower)
  end)

  it("pays the pig of the player who has the majority", function()
    local t = set(farm, { standing = { farmer, "2 pig farm field:EL.ER.SL.SR.WL.WR" } })
    t:play { "1: BA-B here, barn #3 " .. all_field .. " @here" }
    assert.same({ 0, 4 }, t:points())
    assert.equal(1, t.state:pieces_in_hand(2).pig)
  end)

  it("counts cities completed by the same tile", function()
    local t = set([[
      BA-B            BA-B  BA-B
      castle=BA-E r1  here  farm=BA-B
    ]], { standing = { "2 follower farm " .. all_field } })
    t:play { "1: BA-E here r3, barn #0 field:NL.NR.EL.ER.SL.SR @here" }
    assert.same({ 0, 3 }, t:awarded "barn-placed")
  end)

  it("makes its field one that no farmer can enter", function()
    local t = set(farm, { standing = { "1 barn farm field:EL.ER.SL.SR.WL.WR" } })
    t:play { "1: BA-B here ..." }
    assert.same({ "monastery" }, t:deployments "follower")
  end)

  it("is not a follower: it counts in no majority", function()
    local t = set(farm, { standing = { "1 barn farm field:EL.ER.SL.SR.WL.WR" } })
    assert.same({}, t:feature("farm", "field:EL.ER.SL.SR.WL.WR").majority)
  end)
end)

-- A farmer in the west, a barn in the east; a tile at `here` joins their fields and completes a
-- city.
local between = [[
  .          BA-E r2  .
  BA-E r1    BA-C     BA-E r3
  west=BA-B  here     east=BA-B
]]

describe("farmers whose field is joined to a barn's", function()
  it("score 1 point a complete city, and return", function()
    local t = set(between, { standing = { "2 follower west " .. all_field, "1 barn east " .. all_field } })
    t:play { "1: BA-E here" }
    assert.same({ 0, 1 }, t:awarded "barn-connected")
    assert.same({ "1 barn east " .. all_field }, t:standing())
    assert.equal(7, t.state:pieces_in_hand(2).follower)
  end)

  it("score the pig's point too, and the pig may be deployed with that tile", function()
    local t = set(between,
      { turn = 2, standing = { "2 follower west " .. all_field, "1 barn east " .. all_field } })
    t:play { "2: BA-E here ..." }
    assert.same({ "city:N" }, t:deployments "follower")
    t:apply "deploy pig field:EL.ER.SL.SR.WL.WR"
    assert.same({ 0, 2 }, t:points())
    assert.equal(1, t.state:pieces_in_hand(2).pig)
  end)

  it("may leave together with pieces that another script lets stand beside them", function()
    local dogs = { name = "dogs",
      pieces = { dog = { count = 1, role = "special", needs = { "own_follower" }, on = "field",
      orphan = "return" } } }
    local t = set(between,
      { more = { dogs }, standing = { "2 follower west " .. all_field, "2 dog west " .. all_field,
      "1 barn east " .. all_field } })
    t:play { "1: BA-E here" }
    assert.same({ "1 barn east " .. all_field }, t:standing())
    assert.equal(1, t.state:pieces_in_hand(2).dog)
  end)

  it("are distinguished from those in another field, into which a barn is put on that tile", function()
    local t = set([[
      north=BA-B  BA-B  BA-B
      west=BA-U   here  east=BA-U
    ]], { standing = { "2 follower north " .. all_field, "1 follower west field:ER.SL.SR.WL",
      "2 barn east field:ER.SL.SR.WL" } })
    t:play { "1: BA-U here, barn #0 field:NL.NR.EL.WR @here" }
    local labels = {}
    for _, event in ipairs(t:events "awarded") do labels[event.label] = event.player end
    assert.same({ ["barn-placed"] = 2, ["barn-connected"] = 1 }, labels)
  end)

  it("are not paid for a city that is incomplete", function()
    local t = set([[
      .          BA-C  .
      BA-E r1    BA-C  BA-E r3
      west=BA-B  here  east=BA-B
    ]], { standing = { "2 follower west " .. all_field, "1 barn east " .. all_field }, counts = nil })
    t:play { "1: BA-E here" }
    assert.same({ 0, 0 }, t:points())
    assert.equal(7, t.state:pieces_in_hand(2).follower)
  end)
end)

describe("at the end a barn", function()
  it("scores 4 points for each complete city at its field", function()
    local t = set(between, { standing = { "1 barn east " .. all_field }, bag = "BA-E" })
    t:play { "1: BA-E here" }
    assert.is_true(t.state:is_terminal())
    assert.same({ 4, 0 }, t:points())
    assert.same({ 4, 0 }, t:awarded "barn")
  end)

  it("scores beside another player's barn in the same field: both do", function()
    local t = set(between, { standing = { "1 barn east " .. all_field, "2 barn west " .. all_field },
      bag = "BA-E" })
    t:play { "1: BA-E here" }
    assert.same({ 4, 4 }, t:points())
  end)

  it("scores its field once, if its player has two there", function()
    local t = set(between, { standing = { "1 barn east " .. all_field, "1 barn west " .. all_field },
      bag = "BA-E",
      pieces = { barn = 2 } })
    t:play { "1: BA-E here" }
    assert.same({ 4, 0 }, t:points())
  end)

  it("scores nothing where no city is complete", function()
    local t = set("start=BA-B BA-E", { standing = { "1 barn start " .. all_field }, bag = "" })
    assert.same({ 0, 0 }, t:points())
  end)
end)

describe("little buildings in a field with a barn", function()
  local function built(t)
    return t:play { "1: BA-B here, building 1 little-house", "2: BA-B next, barn #3 " .. all_field
      .. " @next" }
  end

  it("bring 1 more to farmers whom the barn sends home, and to the barn", function()
    local picture = [[
      BA-E r2    .     BA-B
      farm=BA-E  BA-B  BA-B
      BA-B       here  next
    ]]
    local t = built(
      set(picture, { more = { "little-buildings" }, standing = { "1 follower farm field:EL.ER.SL.SR.WL.WR" },
      bag = "BA-B BA-B" }))
    assert.same({ 3 + 1, 0 }, t:awarded "barn-placed")
    assert.same({ 0, 4 + 1 }, t:awarded "barn")
  end)
end)

describe("a herd of pigs in a field with a barn", function()
  local herd = [[
    BA-E r2    .
    farm=BA-E  GQ-D
    BA-B       here
  ]]

  it("brings 1 more a city to farmers whom the barn sends home, nothing to the barn", function()
    local t = set(herd, { more = { "gq11" }, standing = { farmer }, bag = "BA-B" })
    t:play { "1: BA-B here, barn #3 " .. all_field .. " @here" }
    assert.same({ 0, 3 + 1 }, t:awarded "barn-placed")
    assert.same({ 4, 0 }, t:awarded "barn")
  end)
end)

describe("a besieged city counts twice,", function()
  local besieged = [[
    BA-E r2    .
    farm=SI-G  BA-B
    BA-B       here
  ]]

  it("for farmers whom a barn sends home", function()
    local t = set(besieged,
      { more = { "siege" }, standing = { farmer, "2 pig farm field:EL.ER.SL.SR.WL.WR" } })
    t:play { "1: BA-B here, barn #3 " .. all_field .. " @here" }
    assert.same({ 0, 7 }, t:awarded "barn-placed")
  end)

  it("and for the barn", function()
    local t = set(besieged,
      { more = { "siege" }, standing = { "1 barn farm field:EL.ER.SL.SR.WL.WR" }, bag = "" })
    assert.same({ 8, 0 }, t:awarded "barn")
  end)
end)
