-- Bridges: a test for each sentence of its rules.

local carcassonne = require "carcassonne"
local board = require "spec.support.board"

-- A game with bridges; `free` is the variant's option.
local function set(picture, options)
  local given, chosen = {}, nil
  for key, value in pairs(options or {}) do
    if key == "free" then chosen = { free = value } else given[key] = value end
  end
  given.variants = { carcassonne.variant("bridges", chosen) }
  return board.set(picture, given)
end

-- Returns the placements of a tile; those with a bridge as "place ... bridge E.W @x,y".
local function placements(t, id)
  local state, list = t.state:clone(), {}
  assert(state:apply_action("draw " .. id))
  for _, action in ipairs(state:legal_actions()) do
    if action.kind == "place" then list[#list + 1] = tostring(action) end
  end
  table.sort(list)
  return list
end

local function with_bridge(list)
  local found = {}
  for _, text in ipairs(list) do
    if text:find "bridge" then found[#found + 1] = text end
  end
  return found
end

local function bridges(t, player) return t.state:pieces_in_hand(player).bridge end

describe("bridges", function()
  it("are three for each player, two with five or six players", function()
    for players, count in ipairs { 3, 3, 3, 3, 2, 2 } do
      local state = carcassonne.game { players = players, variants = { "bridges" } }:new_initial_state(1)
      for player = 1, players do assert.equal(count, state:pieces_in_hand(player).bridge) end
    end
  end)

  it("come without tiles", function()
    assert.equal(carcassonne.game():num_tiles(), carcassonne.game({ variants = { "bridges" } }):num_tiles())
  end)
end)

describe("a bridge makes a tile fit", function()
  it("on the tile itself, where a road comes to its field", function()
    local t = set "start=BA-U here"
    t:apply "draw BA-B"
    t:apply "place BA-B 1,0 r0 bridge E.W @1,0"
    assert.equal(2, bridges(t, 1))
    assert.equal("E.W", t.state:tile_at(1, 0).span)
    local road = t:feature("start", "road:E.W")
    assert.equal(2, road.tiles)
    assert.equal(2, road.open)
  end)

  it("on the neighbour, where its road comes to the neighbour's field", function()
    local t = set "meadow=BA-B here"
    t:apply "draw BA-U"
    t:apply "place BA-U 1,0 r0 bridge E.W @0,0"
    assert.equal("E.W", t.state:tile_at(0, 0).span)
    assert.equal(2, t:feature("here", "road:E.W").tiles)
  end)

  it("never in two different ways", function()
    local t = set [[
      .        BA-A        .
      BA-A r3  start=BA-X  .
      .        .           .
    ]]
    for _, id in ipairs { "BA-B", "BA-U", "BA-V", "BA-W", "BA-X", "BA-E" } do
      local seen = {}
      for _, text in ipairs(placements(t, id)) do
        local place = text:match "^place %S+ %S+ r%d"
        assert.is_nil(seen[place], text)
        seen[place] = true
      end
    end
  end)

  it("not if its other end would meet a field, a city, or a tile's side without a road", function()
    for _, far in ipairs { "BA-B", "BA-E r1", "BA-U r1" } do
      local t = set(far == "BA-E r1" and "BA-E r3 meadow=BA-B here" or far .. " meadow=BA-B here")
      for _, text in ipairs(placements(t, "BA-U")) do
        assert.is_nil(text:find "1,0 r0 bridge", text)
      end
    end
  end)

  it("not over a side that is city", function()
    local t = set "start=BA-U here"
    for _, text in ipairs(with_bridge(placements(t, "BA-E"))) do
      assert.is_nil(text:find "BA%-E 1,0 r1" or text:find "BA%-E 1,0 r3", text)
    end
    assert.is_not_nil(table.concat(placements(t, "BA-E"), "\n"):find("BA-E 1,0 r0 bridge E.W @1,0", 1, true))
  end)

  it("not if its player has none left", function()
    local t = set("start=BA-U here", { pieces = { builder = 1, pig = 1, bridge = 0 } })
    assert.same({}, with_bridge(placements(t, "BA-B")))
  end)

  it("only once: a tile that would need two does not fit", function()
    local t = set [[
      corner=BA-B  north=BA-B
      west=BA-B    here
    ]]
    for _, text in ipairs(placements(t, "BA-X")) do
      assert.is_nil(text:find "^place BA%-X 1,1", text)
    end
    -- a curve with its roads to the west and the south needs a bridge
    assert.is_not_nil(table.concat(placements(t, "BA-V"), "\n"):find("BA-V 1,1 r0 bridge E.W @0,1", 1, true))
  end)

  it("or stays unused: a tile that fits only with one may be set aside", function()
    local t = set("meadow=BA-B here", { bag = "BA-X BA-B" })
    t:apply "draw BA-X"
    assert.equal(#placements(set "meadow=BA-B here", "BA-X"),
      #with_bridge(placements(set "meadow=BA-B here", "BA-X")))
    t:apply "pass"
    assert.equal(1, t.state:turn_player())
    assert.equal("draw", t.state:decision())
    t:play { "1: BA-B here" }
    assert.equal(3, bridges(t, 1))
  end)

  it("but a tile that also fits without one may not be set aside", function()
    local t = set "start=BA-U here"
    t:apply "draw BA-U"
    assert.is_false(t:may "pass")
  end)
end)

describe("a bridge is laid after the placement", function()
  local meadow = [[
    .     above  .
    west  here   .
    .     start=BA-B  .
  ]]

  it("on the tile just placed, and a piece may be deployed on it at once", function()
    local t = set(meadow)
    t:play { "1: BA-B here ..." }
    t:apply "bridge #2 @here"
    assert.equal(2, bridges(t, 1))
    assert.is_true(t:may "deploy follower road:E.W")
    t:apply "deploy follower road:E.W"
    assert.same({ "1 follower here road:E.W" }, t:standing())
    assert.equal(2, t.state:turn_player())
  end)

  it("on one of the four tiles beside it, where no piece can be deployed now", function()
    local t = set(meadow)
    t:play { "1: BA-B here ..." }
    t:apply "bridge #2 @start"
    assert.equal("E.W", t.state:tile_at(0, 0).span)
    assert.same({ "field:NL.NR.EL.ER.SL.SR.WL.WR", "monastery" }, t:deployments "follower")
  end)

  it("over sides that are field, next to empty cells", function()
    local t = set(meadow)
    t:play { "1: BA-B here ..." }
    -- a bridge N-S on either tile would meet the side of the other one
    assert.same({ "bridge #2 @here", "bridge #2 @start" }, t:options "bridge")
    t = set(meadow)
    t:play { "1: BA-E here ..." } -- the city is in the north
    assert.same({ "bridge #2 @here", "bridge #2 @start" }, t:options "bridge")
    t = set(meadow)
    t:play { "1: BA-E here r1 ..." } -- the city is in the east
    assert.same({ "bridge #2 @start" }, t:options "bridge")
  end)

  it("while its player has one", function()
    local t = set(meadow, { pieces = { bridge = 0 } })
    t:play { "1: BA-B here ..." }
    assert.same({}, t:options "bridge")
  end)

  it("one in each part of a turn", function()
    local t = set(meadow)
    t:play { "1: BA-B here ..." }
    t:apply "bridge #2 @here"
    assert.same({}, t:options "bridge")
    t = set "start=BA-U here"
    t:apply "draw BA-B"
    t:apply "place BA-B 1,0 r0 bridge E.W @1,0" -- the placement needs a bridge
    assert.same({}, t:options "bridge")
  end)

  it("and another one in part two of a double turn", function()
    local t = set(".    start=BA-U  here\nwest BA-B        .",
      { standing = { "1 follower start road:E.W", "1 builder start road:E.W" } })
    t:play { "1: BA-U here ..." }
    t:apply "bridge #1 @here"
    t:apply "pass"
    t:play { "1: take", "1: BA-B west ..." }
    assert.is_true(t:may "bridge #1 @west")
  end)

  it("by the option `free` = `empty-ends`, only on the tile just placed", function()
    local t = set(meadow, { free = "empty-ends" })
    t:play { "1: BA-B here ..." }
    assert.same({ "bridge #2 @here" }, t:options "bridge")
  end)
end)

describe("a bridge", function()
  it("is a road like any other: it counts its tile, and can be completed", function()
    local t = set("end=BA-A r3 here other=BA-A r1\nBA-B BA-B BA-B",
      { standing = { "1 follower end road:E" } })
    t:apply "draw BA-B"
    t:apply "place BA-B 1,0 r0 bridge E.W @1,0"
    t:apply "pass"
    assert.same({ 3, 0 }, t:points())
    assert.same({}, t:standing())
    assert.equal("E.W", t.state:tile_at(1, 0).span) -- a bridge is never removed
  end)

  it("scores its tile at the end if the road is incomplete", function()
    local t = set("start=BA-U here", { standing = { "1 follower start road:E.W" }, bag = "BA-B" })
    t:apply "draw BA-B"
    t:apply "place BA-B 1,0 r0 bridge E.W @1,0"
    t:apply "pass"
    assert.same({ 2, 0 }, t:final "road")
  end)

  it("does not separate the field or city under it", function()
    local t = set "BA-B start=BA-B here"
    t:play { "1: BA-G here r1 ..." }
    assert.same({ "field:EL.ER", "field:WL.WR" }, (function()
      local texts = {}
      for _, segment in ipairs(t.game:tile("BA-G", 1).segments) do
        if segment.kind == "field" then texts[#texts + 1] = segment.text end
      end
      table.sort(texts)
      return texts
    end)())
    local field = t:feature("here", "field:EL.ER")
    t = set "start=BA-B here"
    t:play { "1: BA-B here ..." }
    t:apply "bridge #1 @here"
    assert.equal(2, t:feature("here", "field:NL.NR.EL.ER.SL.SR.WL.WR").tiles)
    assert.equal(1, field.tiles)
  end)

  it("is the only one on its tile", function()
    local t = set "start=BA-B"
    t.cells.here, t.cells.east = { x = 0, y = -1 }, { x = 1, y = -1 }
    t:play { "1: BA-B here ..." }
    t:apply "bridge #2 @here"
    t:apply "pass"
    t:play { "2: BA-U east ..." }
    for _, text in ipairs(t:options "bridge") do assert.is_nil(text:find "@here", text) end
  end)

  it("occupies a road: a player who extends an occupied road with it deploys nothing", function()
    local t = set("start=BA-U here", { standing = { "2 follower start road:E.W" } })
    t:apply "draw BA-B"
    t:apply "place BA-B 1,0 r0 bridge E.W @1,0"
    assert.is_false(t:may "deploy follower road:E.W")
  end)
end)

describe("a bridge that extends the builder's road", function()
  local builder = { "1 follower start road:E.W", "1 builder start road:E.W" }

  for word, granted in pairs { yes = true, bridge = true, no = false } do
    it(("%s the second part of the turn when `links_extend` is `%s`"):format(granted and "grants"
      or "does not grant", word),
      function()
        local t = set("start=BA-U here", { standing = builder, rules = { links_extend = word } })
        t:apply "draw BA-B"
        t:apply "place BA-B 1,0 r0 bridge E.W @1,0"
        t:apply "pass"
        assert.equal(granted and "extra" or "draw", t.state:decision())
        assert.equal(granted and 1 or 2, t.state:turn_player())
      end)
  end

  it("does not matter if the tile's own road extends it", function()
    local t = set("start=BA-U here", { standing = builder, rules = { links_extend = "no" } })
    t:play { "1: BA-U here" }
    assert.equal("extra", t.state:decision())
  end)
end)

it("a bridge that is undone, copied and loaded again is the same bridge", function()
  local t = set "start=BA-U here"
  t:apply "draw BA-B"
  t:apply "place BA-B 1,0 r0 bridge E.W @1,0"
  local again = assert(t.game:deserialize_state(t.state:serialize()))
  assert.equal(t.state:hash(), again:hash())
  assert.equal("E.W", again:tile_at(1, 0).span)
  assert(t.state:undo_action())
  assert.equal(3, bridges(t, 1))
  assert.is_nil(t.state:tile_at(1, 0))
end)
