-- Where pieces may stand: their needs, segments that accept or refuse them, blocked cells, pieces
-- that are left alone.

local board = require "spec.support.board"
local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"

local unpack = compat.table.unpack

-- A variant named "v" with these keys.
local function variant(source)
  source.name = source.name or "v"
  return source
end

-- A road from west to east with fields on both sides; both can be extended at its ends.
local ROADS = "west start=BA-U east"

-- A shepherd for the tests: not a follower, on fields.
local function shepherd(more)
  local piece = { count = 1, role = "special", on = "field" }
  for key, value in pairs(more) do piece[key] = value end
  return variant { pieces = { shepherd = piece } }
end

local function on_roads(v, standing)
  return board.set(ROADS, { variants = { v }, standing = standing, bag = "BA-U BA-U BA-U" })
end

local NORTH, SOUTH = "field:NL.NR.EL.WR", "field:ER.SL.SR.WL"

-- Checks that making this game fails, with a message that all these patterns match.
local function refused(options, ...)
  local fine, message = pcall(carcassonne.game, options)
  assert.is_false(fine)
  for _, pattern in ipairs { ... } do assert.matches(pattern, message) end
end

-- The tile with the end of a river.
local RIVER = "RV-A x9 river:E field:NL.NR.EL.ER.SL.SR.WL.WR"

describe("A river, which is never complete,", function()
  for name, piece in pairs {
    angler = { count = 1, on = "river", needs = { "incomplete" } },
    raft = { count = 1, on = "river", role = "builder", needs = { "incomplete" } },
    barge = { count = 1, on = "river", role = "builder" },
  } do
    it("is open to a piece that needs it so, its ends joined or not: " .. name, function()
      local v = variant { tiles = RIVER, pieces = { [name] = piece, oarsman = { count = 1, on = "river" } } }
      local t = board.set([[ west=RV-A east ]],
        { variants = { v }, standing = { "1 oarsman west river:E" }, bag = "RV-A RV-A" })
      t:play { "1: RV-A east r2 ..." }
      assert.are.equal(0, t:feature("west", "river:E").open)
      assert.are.same({ "river:W" }, t:deployments(name))
    end)
  end
end)

describe("A piece needs of the feature", function()
  it("an own follower: a shepherd joins its player's farmer, nobody else's", function()
    local t = on_roads(shepherd { needs = { "own_follower" } },
      { "1 follower start " .. NORTH, "2 follower start " .. SOUTH })
    t:play { "1: BA-U east ..." }
    assert.same({ NORTH }, t:deployments "shepherd")
    t:apply("deploy shepherd " .. NORTH)
    assert.same({ "1 follower start " .. NORTH, "1 shepherd east " .. NORTH, "2 follower start " .. SOUTH },
      t:standing())
    assert.equal(0, t.state:in_hand(1, "shepherd"))
  end)

  it("nothing: it stands with anyone, and alone", function()
    local t = on_roads(shepherd { needs = {} }, { "2 follower start " .. NORTH })
    t:play { "1: BA-U east ..." }
    assert.same({ SOUTH, NORTH }, t:deployments "shepherd")
  end)

  it("only a script deploys a special piece that has no needs", function()
    local t = on_roads(shepherd {}, { "1 follower start " .. NORTH })
    t:play { "1: BA-U east ..." }
    assert.same({}, t:deployments "shepherd")
  end)

  it("that nobody occupies it: followers do, special pieces do not", function()
    local t = on_roads(shepherd { needs = { "unoccupied" } },
      { "2 follower start " .. NORTH, "2 shepherd start " .. SOUTH })
    t:play { "1: BA-U east ..." }
    assert.same({ SOUTH }, t:deployments "shepherd")
    assert.is_true(t:may("deploy follower " .. SOUTH))
  end)

  it("that no piece of its kind is there, of any player", function()
    local t = on_roads(shepherd { needs = { "none_of_kind" } },
      { "2 follower start " .. NORTH, "2 shepherd start " .. SOUTH })
    t:play { "1: BA-U east ..." }
    assert.same({ NORTH }, t:deployments "shepherd")
  end)

  it("that it is not complete: a road that the tile completes does not accept the piece", function()
    local v = variant { pieces = { cart = { count = 1, role = "special", on = { "road", "field" },
      needs = { "incomplete" } } } }
    local t = board.set("west start=BA-U BA-W r2", { variants = { v }, bag = "BA-W" })
    t:play { "1: BA-W west ..." }
    assert.is_false(t:may "deploy cart road:E")
    assert.is_true(t:may "deploy cart road:S")
    assert.is_true(#t:deployments "cart" > 2)
  end)

  it("that it is not complete: a field never is, even if nothing can be added to it", function()
    local v = variant { tiles = "ISLE x1 city:N field~N field:EL.ER.SL.SR.WL.WR",
      pieces = { cart = { count = 1, role = "special", on = "field", needs = { "incomplete" } } } }
    local t = board.set("BA-B here", { variants = { v }, bag = "ISLE" })
    t:play { "1: ISLE here ..." }
    assert.is_true(t:may "deploy cart field:")
    v = variant { tiles = "HALF x2 city:N.S.W field:EL.ER~N", pieces = { builder = { on = "field" } } }
    t = board.set("start=HALF here",
      { variants = { v }, bag = "HALF", standing = { "1 follower start field:EL.ER" } })
    t:play { "1: HALF here r2 ..." }
    assert.equal(0, t:feature("here", "field:WL.WR").open)
    assert.is_true(t:may "deploy builder field:WL.WR")
  end)

  it("its own needs, whatever it is like: a builder that needs nothing, a follower that joins its own",
      function()
    local v = variant { pieces = { builder = { needs = {} }, follower = { needs = { "own_follower" } } } }
    local t = on_roads(v, { "1 follower start road:E.W" })
    t:play { "1: BA-U east ..." }
    assert.same({ "road:E.W" }, t:deployments "follower")
    assert.same({ "road:E.W" }, t:deployments "builder")
    t:apply "deploy builder road:E.W"
    t:play { "2: BA-U west ..." }
    assert.same({}, t:deployments "follower")
  end)

  it("an own follower: for a builder an ordinary one, if the rules say so", function()
    local v = variant {
      pieces = { big = { count = 1, hosts_builder = false }, builder = { needs = { "own_follower" } },
      shepherd = { count = 1, role = "special", needs = { "own_follower" } } } }
    for host, builders in pairs { ordinary = {}, any = { "road:E.W" } } do
      local t = board.set(ROADS,
        { variants = { v }, rules = { builder_host = host }, standing = { "1 big start road:E.W" },
        bag = "BA-U" })
      t:play { "1: BA-U east ..." }
      assert.same(builders, t:deployments "builder", host)
      assert.same({ "road:E.W" }, t:deployments "shepherd", host)
    end
  end)
end)

describe("What a script offers", function()
  local function offering(selector, pieces)
    local function ask(state) state:offer(selector) end
    return variant { pieces = pieces, phases = { { name = "fly", timing = "deployment", ask = ask } } }
  end

  it("on any tile depends on the needs of each kind of follower", function()
    local v = offering({ "segments", complete = false, can_deploy = "followers", deploy = true },
      { guest = { count = 1, needs = {} },
      friend = { count = 1, needs = { "own_follower" } } })
    local t = board.set("west start=BA-U east",
      { variants = { v }, bag = "BA-U BA-U", standing = { "2 follower start " .. NORTH,
      "1 follower start " .. SOUTH } })
    t:play { "1: BA-U east ..." }
    for place, takers in pairs { [NORTH] = "guest", [SOUTH] = "friend guest",
        ["road:E.W"] = "follower guest" } do
      local list = {}
      for _, piece in ipairs { "follower", "friend", "guest" } do
        if t:may(("deploy %s %s @0,0"):format(piece, place)) then list[#list + 1] = piece end
      end
      assert.equal(takers, table.concat(list, " "), place)
    end
    t:apply "deploy guest road:E.W @0,0"
    assert.is_true(t.state:any { "pieces", piece = "guest", player = 1, at = { x = 0, y = 0 },
      kind = "road" })
  end)

  it("at one place depends on the kinds that may stand there and on their needs, too", function()
    local v = offering({ "segments", kind = "field", at = { x = 0, y = 0 },
      can_deploy = { "follower", "knight", "friend", "guest" },
      deploy = true },
      { knight = { count = 1, on = "city" }, friend = { count = 1, needs = { "own_follower" } },
        guest = { count = 1, needs = {} } })
    local t = on_roads(v, { "2 follower start " .. NORTH, "1 follower start " .. SOUTH })
    t:play { "1: BA-U east ..." }
    for place, takers in pairs { [NORTH] = "guest", [SOUTH] = "friend guest" } do
      local list = {}
      for _, piece in ipairs { "follower", "friend", "guest", "knight" } do
        if t:may(("deploy %s %s @0,0"):format(piece, place)) then list[#list + 1] = piece end
      end
      assert.equal(takers, table.concat(list, " "), place)
    end
  end)
end)

describe("A special piece that the rules deploy", function()
  it("returns when its feature is complete, even alone, and gets no points", function()
    local v = variant { pieces = { cart = { count = 1, role = "special", on = "road", needs = {} } } }
    local t = board.set("west start=BA-U BA-W r2",
      { variants = { v }, standing = { "1 cart start road:E.W" }, bag = "BA-W" })
    t:play { "1: BA-W west" }
    assert.same({}, t:standing())
    assert.equal(1, t.state:in_hand(1, "cart"))
    assert.same({ 0, 0 }, t:points())
  end)

  it("stands on a spot only if it says so", function()
    local tiles = "HUT x2 spot road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL"
    for _, case in ipairs { { nil, {} }, { { "spot" }, { "spot" } } } do
      local hut = { count = 1, role = "special", on = case[1], needs = { "none_of_kind" } }
      local v = variant { tiles = tiles, pieces = { hut = hut } }
      local t = board.set(ROADS, { variants = { v }, bag = "HUT" })
      t:play { "1: HUT east ..." }
      assert.equal(#case[2] > 0, t:may "deploy hut spot")
    end
  end)
end)

-- A monastery with a garden, and one without.
local GARDENS = { "GA-RD x2 monastery+garden field:NL.NR.EL.ER.SL.SR.WL.WR",
  "GA-RB x2 monastery+garden+brook field:NL.NR.EL.ER.SL.SR.WL.WR" }

local function shared(name) return { name = name, shared = true } end

local function gardens(more)
  local source = { tiles = GARDENS, attributes = { shared "garden", shared "brook" }, pieces = {
    follower = { not_on = { attribute = "garden" } }, abbot = { count = 1, on = "monastery" } } }
  for key, value in pairs(more or {}) do source[key] = value end
  return variant(source)
end

local function with_gardens(...)
  return board.set("hill\nstart=BA-B east", { variants = { ... }, bag = "GA-RD GA-RB BA-B" })
end

describe("An attribute keeps pieces off its segments:", function()
  it("a garden takes the abbot, and no other follower; a monastery takes both", function()
    local t = with_gardens(gardens())
    t:play { "1: GA-RD east ..." }
    assert.same({ "monastery" }, t:deployments "abbot")
    assert.same({ "field:EL.ER.NL.NR.SL.SR.WL.WR" },
      { (t:deployments "follower")[1] and "field:EL.ER.NL.NR.SL.SR.WL.WR" })
    assert.is_false(t:may "deploy follower monastery")
    t:apply "deploy abbot monastery"
    t:play { "2: BA-B hill ..." }
    assert.is_true(t:may "deploy follower monastery")
    assert.is_true(t:may "deploy abbot monastery")
  end)

  it("a piece that stands on gardens stands on nothing else", function()
    local t =
      with_gardens(gardens { pieces = { abbot = { count = 1, on = { attribute = { "brook", "garden" } } } } })
    t:play { "1: GA-RD east ..." }
    assert.same({ "monastery" }, t:deployments "abbot")
    t:apply "pass"
    t:play { "2: BA-B hill ..." }
    assert.same({}, t:deployments "abbot")
  end)

  it("if several scripts say where a piece may stand, the later one counts", function()
    local function abbot(name, attribute)
      return { name = name, attributes = { shared(attribute) },
        pieces = { abbot = { count = 1, on = { kind = "monastery", attribute = attribute } } } }
    end
    local t = with_gardens(gardens(), abbot("w", "garden"), abbot("x", "brook"))
    t:play { "1: GA-RD east ..." }
    assert.same({}, t:deployments "abbot")
    t:apply "pass"
    t:play { "2: GA-RB hill ..." }
    assert.same({ "monastery" }, t:deployments "abbot")
  end)

  it("exclusions of several scripts add up, and the number of pieces does not change", function()
    local other = { name = "w", attributes = { shared "brook" },
      pieces = { follower = { not_on = { attribute = "brook" } },
      abbot = { on = "monastery", not_on = { attribute = "brook" } } } }
    local t = with_gardens(gardens(), other, { name = "x", pieces = { follower = { not_on = "city" } } })
    t:play { "1: GA-RB east ..." }
    assert.is_false(t:may "deploy follower monastery")
    assert.is_false(t:may "deploy abbot monastery")
    assert.equal(7, t.state:in_hand(1, "follower"))
    assert.equal(1, t.state:in_hand(1, "abbot"))
    t:apply "pass"
    t:play { "2: GA-RD hill ..." }
    assert.is_false(t:may "deploy follower monastery")
    assert.is_true(t:may "deploy abbot monastery")
  end)

  it("for scripts and positions, too", function()
    local put = gardens {
      on_tile_placed = function(state, tile) state:deploy(1, "follower", tile.x, tile.y, "monastery") end }
    local t = with_gardens(put)
    local before = t.state:clone()
    t:apply "draw GA-RD"
    assert.error_matches(function() t:apply "place GA-RD 1,0 r0" end,
      "variant 'v', on_tile_placed: .*a follower cannot stand on this monastery of tile GA%-RD: `on` or "
        .. "`not_on` excludes what is printed there")
    t.state:undo_action()
    assert.is_true(before == t.state)
    assert.error_matches(function()
      board.set("start=GA-RD", { variants = { gardens() }, standing = { "1 follower start monastery" },
        bag = "BA-B" })
    end, "a follower cannot stand on this monastery of tile GA%-RD: `on` or `not_on` excludes what is "
      .. "printed there")
  end)
end)

describe("A blocked cell", function()
  -- A player who places a tile south of another tile blocks both.
  local function blocking(more)
    local source = { variables = { { name = "closed", scope = "cell" } },
      forbidden_deployments = { { variable = "closed" } },
      on_tile_placed = function(state, tile)
      local above = state:tile_at(tile.x, tile.y - 1)
      if not above then return end
      state:set_variable("closed", tile.index, 1)
      state:set_variable("closed", above.index, 1)
    end }
    for key, value in pairs(more or {}) do source[key] = value end
    return variant(source)
  end

  it("accepts nothing by the rules", function()
    local t = board.set("start=BA-B\nsouth=BA-B east\nlow",
      { variants = { blocking() }, bag = "BA-B BA-B BA-B" })
    t:play { "1: BA-B east ..." }
    assert.is_true(#t:deployments() > 0)
    t:apply "pass"
    t:play { "2: BA-B low ..." }
    assert.equal("draw", t.state:decision()) -- passing was the only option, so the player was not asked
  end)

  it("accepts no offer of a script, on any tile or there", function()
    for _, offered in ipairs { { "segments", complete = false, can_deploy = "followers", deploy = true },
      { "segments", kind = "monastery", at = { x = 0, y = 0 }, can_deploy = "follower", deploy = true } } do
      local v = blocking {
        phases = { { name = "fly", timing = "deployment", ask = function(state) state:offer(offered) end } } }
      local t = board.set("start=BA-B east\nlow .", { variants = { v }, bag = "BA-B BA-B" })
      t:play { "1: BA-B east ..." }
      assert.is_true(t:may "deploy follower monastery @0,0")
      t:apply "pass"
      t:play { "2: BA-B low ..." }
      assert.is_false(t:may "deploy follower monastery @0,0")
    end
  end)

  it("is blocked by any one of several filters", function()
    local function mark(name, variable)
      return { name = name, variables = { { name = variable, scope = "cell" } },
        forbidden_deployments = { { variable = variable } },
        on_tile_placed = { when = { attribute = variable },
          run = function(state, tile) state:set_variable(variable, tile.index, 1) end },
        attributes = { { name = variable, on = "tile" } },
        tiles = ("%s x1 @%s monastery field:NL.NR.EL.ER.SL.SR.WL.WR"):format(variable:upper(), variable) }
    end
    local t = board.set("start=BA-B a b c",
      { variants = { mark("x", "fog"), mark("y", "mud") }, bag = "FOG MUD BA-B" })
    t:play { "1: FOG a ..." }
    assert.same({}, t:deployments())
    t:play { "2: MUD b ..." }
    assert.same({}, t:deployments())
    t:play { "1: BA-B c ..." }
    assert.is_true(#t:deployments() > 0)
  end)

  it("is remembered by copies, after undo, in saved games and by observations", function()
    local t = board.set("start=BA-B\nsouth=BA-B east\nlow", { variants = { blocking() }, bag = "BA-B BA-B" })
    t:play { "1: BA-B low" }
    local again = carcassonne.load(t.state:serialize(), { variants = { blocking() } })
    assert.equal(t.state:serialize(), again:serialize())
    assert.equal(t.state:hash(), again:hash())
    assert.matches("remember closed 2 1", t.state:observation_string())
  end)
end)

describe("A piece beside the last follower of its player, when the follower leaves,", function()
  -- A script that sends all followers of player 1 home when a monastery is placed.
  local function dismissing(orphan, needs)
    local v = shepherd { needs = needs or { "own_follower" }, orphan = orphan }
    v.on_tile_placed = function(state, tile)
      if tile.id ~= "BA-B" then return end
      for _, piece in ipairs(state:pieces()) do
        if piece.player == 1 and piece.piece == "follower" then state:return_piece(piece) end
      end
    end
    return v
  end

  local function after(orphan)
    local t = board.set("start=BA-U\nsouth", { variants = { dismissing(orphan) }, bag = "BA-B", standing = {
      "1 follower start " .. NORTH, "1 shepherd start " .. NORTH, "2 follower start " .. SOUTH,
        "2 shepherd start " .. SOUTH } })
    t:play { "1: BA-B south" }
    return t:standing()
  end

  local other = { "2 follower start " .. SOUTH, "2 shepherd start " .. SOUTH }

  it("returns if it says so; other players' pieces do not", function()
    assert.same(other, after "return")
  end)

  it("stays if it says so, or nothing", function()
    for _, orphan in ipairs { "stay", false } do
      assert.same({ "1 shepherd start " .. NORTH, unpack(other) }, after(orphan or nil))
    end
  end)

  it("follows its own declaration, or else the rule: a pig", function()
    for own, wanted in pairs { ["return"] = {}, stay = { "1 pig start " .. NORTH } } do
      local v = dismissing("return")
      v.pieces.pig = { orphan = own }
      local t = board.set("start=BA-U\nsouth",
        { variants = { v }, rules = { orphan_pig = own == "return" and "stay" or "return" },
        bag = "BA-B", standing = { "1 follower start " .. NORTH, "1 pig start " .. NORTH } })
      t:play { "1: BA-B south" }
      assert.same(wanted, t:standing(), own)
    end
  end)

  it("was never there alone in a position", function()
    assert.error_matches(function()
      board.set("start=BA-U",
        { variants = { dismissing "return" }, bag = "BA-B", standing = { "1 shepherd start " .. NORTH } })
    end, "player 1's shepherd needs a follower of this player in the same feature")
  end)
end)

-- A city with a castle, and a city on a hill.
local CASTLES = { "CA-S x2 city:N+castle field:EL.ER.SL.SR.WL.WR~N",
  "CA-H x2 @hill city:N field:EL.ER.SL.SR.WL.WR~N" }

describe("A filter says where a piece stands:", function()
  local ROUND = "field:EL.ER.SL.SR.WL.WR"

  -- East of a monastery the tile is placed, in a game with these kinds of pieces.
  local function laid(tile, pieces, more)
    local source = variant { tiles = CASTLES, attributes = { "castle", { name = "hill", on = "tile" } },
      pieces = pieces }
    for key, value in pairs(more or {}) do source[key] = value end
    local t = board.set("start=BA-B east", { variants = { source }, bag = tile:sub(1, 4) .. " BA-B" })
    t:play { ("1: %s ..."):format(tile:gsub("^%S+", "%0 east")) }
    return t
  end

  -- Returns the places where a warden may be deployed.
  local function warden(tile, on, bars)
    return laid(tile, { warden = { count = 1, on = on, not_on = bars } }):deployments "warden"
  end

  it("only in cities with a castle", function()
    assert.same({ "city:N" }, warden("CA-S", { kind = "city", attribute = "castle" }))
    assert.same({}, warden("BA-E", { kind = "city", attribute = "castle" }))
  end)

  it("only in fields of a tile on a hill", function()
    assert.same({ ROUND }, warden("CA-H", { kind = "field", attribute = "hill" }))
    assert.same({}, warden("CA-S", { kind = "field", attribute = "hill" }))
  end)

  it("only where a pennant is printed", function()
    assert.same({ "city:N.S" }, warden("BA-F r1", { attribute = "pennant" }))
    assert.same({}, warden("BA-G r1", { attribute = "pennant" }))
  end)

  it("in castles, and anywhere on one sort of tile", function()
    local on = { any = { { attribute = "castle" }, { id = "BA-E" } } }
    assert.same({ "city:N" }, warden("CA-S", on))
    assert.same({ "city:N", ROUND }, warden("BA-E", on))
    assert.same({}, warden("CA-H", on))
  end)

  it("in cities and fields, but in no castle", function()
    local on = { kind = { "city", "field" }, except = { attribute = "castle" } }
    assert.same({ ROUND }, warden("CA-S", on))
    assert.same({ "city:N", ROUND }, warden("CA-H", on))
  end)

  it("on segments that pass all of several filters", function()
    assert.same({ "city:N" },
      warden("CA-H", { all = { { kind = { "city", "road" } }, { attribute = "hill" } } }))
    assert.same({}, warden("CA-S", { all = { { kind = { "city", "road" } }, { attribute = "hill" } } }))
  end)

  it("nowhere, if no such kinds exist", function() assert.same({}, warden("CA-S", {})) end)

  it("nowhere, if no tile of the game has such an attribute", function()
    assert.same({}, warden("CA-S", { attribute = "moat?" }))
    assert.same({ "city:N" }, warden("CA-S", { attribute = { "moat?", "castle" } }))
  end)

  it("on rivers, too, if no kind is given", function()
    assert.same({ "field:NL.NR.EL.ER.SL.SR.WL.WR", "river:E" },
        board.set("start=BA-B east", { bag = "RV-A BA-B", variants = {
      variant { tiles = RIVER, pieces = { warden = { count = 1, on = { except = { kind = "city" } } } } } } })
      :play { "1: RV-A east r0 ..." }:deployments "warden")
  end)

  it("no piece is a farmer if fields are excluded", function()
    assert.same({ "city:N" }, laid("BA-E", { follower = { not_on = "field" } }):deployments "follower")
  end)

  it("as an option of the variant says", function()
    local function chosen(kind)
      local v = carcassonne.variant(variant { options = { where = { "city", "field" } },
        pieces = { warden = { count = 1, on = { option = "where" } } } }, { where = kind })
      return board.set("start=BA-B east", { bag = "BA-E BA-B", variants = { v } }):play {
        "1: BA-E east ..." }:deployments "warden"
    end
    assert.same({ "city:N" }, chosen "city")
    assert.same({ ROUND }, chosen "field")
  end)

  it("by what is printed, even if segments have got or lost attributes in play", function()
    local pieces = { warden = { count = 1, on = { attribute = "castle" } },
      follower = { not_on = { attribute = "castle" } } }
    local function turning(to)
      return {
        on_tile_placed = function(state, tile) state:set_attribute(tile.x, tile.y, 1, "castle", to) end }
    end
    local t = laid("BA-E", pieces, turning(true))
    assert.same({}, t:deployments "warden")
    assert.same({ "city:N", ROUND }, t:deployments "follower")
    t = laid("CA-S", pieces, turning(false))
    assert.same({ "city:N" }, t:deployments "warden")
    assert.same({ ROUND }, t:deployments "follower")
  end)

  it("for scripts, which may also put it on any spot", function()
    local failed
    laid("CA-S",
        { warden = { count = 1, role = "special",
        on = { kind = "city", except = { attribute = "castle" } } } }, {
      on_tile_placed = function(state, tile)
        local _, message = pcall(state.deploy, state, 1, "warden", tile.x, tile.y, 1)
        failed = message
      end })
    assert.matches("a warden cannot stand on this city of tile CA%-S: `on` or `not_on` excludes what is "
      .. "printed there", failed)
  end)
end)

it("All rules together replay the same game, on copies, undone and saved #full", function()
  local source = gardens { name = "all",
    variables = { { name = "closed", scope = "cell" }, { name = "gold", scope = "player" } },
    forbidden_deployments = { { variable = "closed" } }, held_back = { "hill" },
      final_scoring = { { name = "gold", after = "goods", { "players", highest = "gold",
      add = 10 } } } }
  source.attributes[3] = { name = "hill", on = "tile" }
  source.tiles[3] = "HILL x4 @hill road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL"
  source.pieces.shepherd = { count = 2, role = "special", on = { "field", "road" },
    needs = { "own_follower", "none_of_kind" },
    orphan = "return" }
  source.pieces.guest = { count = 1, needs = { "incomplete" },
    not_on = { any = { { attribute = "garden" }, { attribute = "hill" } } } }
  source.on_tile_placed = function(state, tile)
    if tile.index % 5 == 0 then state:set_variable("closed", tile.index, 1) end
    local pieces = state:pieces()
    if tile.index % 7 == 0 and pieces[1] then state:return_piece(pieces[1]) end
    if tile.index % 16 == 0 then
      state:shuffle_in "hill"
    elseif tile.index % 16 == 8 then
      state:hold_back "hill"
    end
  end
  source.on_piece_removed = function(state, piece)
    state:set_variable("gold", piece.player, state:variable("gold", piece.player) + 1)
  end
  source.extends_builder = function(_, cause, extended) return extended and cause.feature.tiles % 3 > 0 end
  source.phases = { { name = "fly", timing = "deployment", ask = function(state)
    if state:num_tiles() % 9 == 0 then
      state:offer { "segments", complete = false, can_deploy = "followers", deploy = true }
    end
  end } }
  local report = require "carcassonne.lab.check".variant(source, { games = 8 })
  assert.same({}, report.problems)
  assert.is_true(report.decisions > 500)
end)

describe("A piece is refused", function()
  local function piece(key, value, more)
    local v = variant { attributes = { "garden" }, variables = { "gold" },
      pieces = { abbot = { count = 1, [key] = value } } }
    for name, one in pairs(more or {}) do v.pieces.abbot[name] = one end
    return { variants = { v } }
  end

  it("with a misspelt need", function()
    refused(piece("needs", { "unocupied" }),
      "variant 'v': pieces.abbot.needs%[1%]: unknown word 'unocupied' %(did you mean unoccupied%?%)")
    refused(piece("needs", "unocupied"),
      "pieces.abbot.needs: unknown word 'unocupied' %(did you mean unoccupied%?%)")
    refused(piece("needs", 5), "pieces.abbot.needs: expected string or list, got number")
    refused(piece("neds", {}), "did you mean needs%?")
  end)

  it("that stands on something unknown", function()
    refused(piece("not_on", { attribute = "gardn" }),
      "variant 'v': pieces.abbot: not_on.attribute: the game has no attribute 'gardn' %(did you mean "
        .. "garden%?%)")
    refused(piece("on", { except = { { attribute = "garden" }, { kind = "citty" } } }),
      "pieces.abbot: on.except.kind: no kind of segment is named 'citty' %(did you mean city%?%)")
    refused(piece("on", "citty"),
      "pieces.abbot: on: no kind of segment is named 'citty' %(did you mean city%?%)")
    refused(piece("on", { "city", "towr" }), "pieces.abbot: on: no kind of segment is named 'towr'")
    refused(piece("on", { {} }), "pieces.abbot.on%[1%]: a kind of segment needs a name")
    refused(piece("on", 5), "pieces.abbot.on: expected string or table, got number 5")
    refused(piece("on", { "city", attribute = "garden" }),
      "pieces.abbot.on: expected a filter without a kind of items, got 'city'")
  end)

  it("that stands on something that is not printed", function()
    local why = ": this key depends on more than what is printed on a tile; expected kind, attribute, id, "
      .. "except, all, any"
    for key, value in pairs { player = "turn_player", variable = "gold", complete = true, final = false,
      feature = "last_placed",
      at = "last_placed",
      around = { kind = "monastery" }, adjacent_to = { attribute = "garden" }, in_line_with = "last_placed",
        borders = { kind = "city" },
      has = { "pieces" }, has_no = { "pieces" }, piece = "pig", follower = true, hand = "pig" } do
      refused(piece("on", { kind = "city", [key] = value }), "variant 'v': pieces.abbot: on%." .. key .. why)
      refused(piece("not_on", { any = { { kind = "city" }, { except = { [key] = value } } } }),
        "not_on%.any%.except%." .. key .. why)
    end
  end)

  it("that names an attribute as a kind", function()
    refused(piece("not_on", { "garden" }),
      "pieces.abbot: not_on: no kind of segment is named 'garden'; for an attribute use a filter: " ..
      '{ attribute = "garden" }')
  end)

  it("with nobody whom it can be left alone by", function()
    refused(piece("orphan", "return"), "pieces.abbot: orphan: only a piece that is not a follower")
    refused(piece("orphan", "return", { role = "special", needs = { "incomplete" } }),
      "orphan: only a piece that is not a follower")
    refused(piece("orphan", "retur", { role = "pig" }),
      "orphan: unknown word 'retur' %(did you mean return%?%)")
  end)

  it("that needs a feature to be empty and a follower there at once", function()
    refused(piece("needs", { "unoccupied", "own_follower" }),
      "pieces.abbot: needs: .*unoccupied and own_follower exclude each other")
  end)

  it("that lies across a tile, and needs something there", function()
    refused(piece("needs", { "own_follower" }, { role = "span" }),
      "pieces.abbot: needs: a span cannot have needs")
  end)

  it("with a wrong value in a definition's text", function()
    local core = require "carcassonne.core"
    for line, pattern in pairs {
      ["piece abbot 1 needs=unocupied"] =
        "piece abbot: needs: expected unoccupied, own_follower, incomplete, none_of_kind or " ..
        "script_only, or none alone, got 'unocupied'",
      ["piece abbot 1 needs="] = "needs: expected unoccupied, own_follower, incomplete, none_of_kind or "
        .. "script_only, or none alone, got ''",
      ["piece abbot 1 role=pig orphan=gone"] = "piece abbot: orphan: expected stay or return, got 'gone'",
      ["piece abbot 1 on"] = "piece abbot: on: expected kinds of segments, or a filter of segments, got "
        .. "nothing",
      ["piece abbot 1 on=(kind=city;player=turn_player)"] =
        "piece abbot: on.player: this key depends on more than what is printed",
      ["piece abbot 1 ned=own_follower"] =
        "piece abbot: unknown word 'ned=own_follower'; expected role=, power=, on=, hosts_builder=, "
          .. "needs=, not_on=, orphan=",
      ["forbidden_deployment fog"] =
        "forbidden_deployment: expected a filter without a kind of items, got fog",
      ["variable frog cell\nforbidden_deployment (variable=fog)"] =
        "forbidden_deployment.variable: the game declares no variable 'fog' (did you mean frog?)",
    } do
      local game, message, code = core.new_game("set base\n" .. line .. "\n", {}, {}, 0)
      assert.is_nil(game, line)
      assert.equal("invalid", code)
      assert.is_truthy(message:find(pattern, 1, true), message)
    end
  end)

  it("that is blocked by a value that is not a filter", function()
    refused(
      { variants = { variant { variables = { "frog" }, forbidden_deployments = { { variable = "fog" } } } } },
      "variant 'v': forbidden_deployments%[1%]: variable: the game declares no variable 'fog' %(did you "
        .. "mean frog%?%)")
    refused({ variants = { variant { forbidden_deployments = { { "segments", kind = "field" } } } } },
      "variant 'v': forbidden_deployments%[1%]: expected a filter without a kind of items")
    refused({ variants = { variant { forbidden_deployments = { kind = "field" } } } },
      "forbidden_deployments: expected a list, found the key 'kind'")
    refused({ variants = { variant { forbidden_deployments = 5 } } },
      "forbidden_deployments: expected list, got number")
    refused({ variants = { variant { forbidden_deployments = { 5 } } } },
      "forbidden_deployments%[1%]: expected table, got number")
  end)
end)
