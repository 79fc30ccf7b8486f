-- The results of selectors, on boards set up by hand and in random tests, compared with the slow
-- selectors of spec/support/selectors.lua. CARC_TEST_SCALE=small tries fewer.

local carcassonne = require "carcassonne"
local board = require "spec.support.board"
local properties = require "spec.support.properties"
local random = require "spec.support.random_selectors"
local scaled = require "spec.support.scale"
local selectors = require "spec.support.selectors"

-- kinds of items that functions of State list
local KINDS = { "players", "tiles", "cells", "segments", "features", "pieces", "ends", "sides" }

-- Returns the list for a kind of item: state:tiles { ... } has the result of { "tiles", ... }.
local function ask_list(state, selector)
  local keys = {}
  for key, value in pairs(selector) do
    if key ~= 1 then keys[key] = value end
  end
  return state[selector[1]](state, keys)
end

-- A city with a princess on one of its two tiles, and a separate road.
local function princess(more)
  local given = { variants = { "princess-and-dragon" }, bag = "BA-E BA-U",
    standing = { "1 follower knight city:S", "2 follower castle field:EL.ER.SL.SR",
      "2 follower far road:N.S" } }
  for key, value in pairs(more or {}) do given[key] = value end
  return board.set([[
    knight=BA-E r2  far=BA-U r1
    *castle=PD-U    .
  ]], given)
end

-- Monasteries with a hole among them: 0,0 and 1,0, then a gap, 3,0; in the row below 1,1 to 3,1.
local function monasteries(more)
  local given = { bag = "BA-B BA-B" }
  for key, value in pairs(more or {}) do given[key] = value end
  return board.set([[
    *west=BA-B  BA-B  hole  east=BA-B
    .           BA-B  BA-B  BA-B
  ]], given)
end

local COUNTER = { name = "counter",
  variables = { "weather", { name = "coins", scope = "player" }, { name = "height", scope = "cell" },
  { name = "token", scope = "segment" }, { name = "toll", scope = "feature" } },
  on_tile_placed = function(state, tile)
    state:set_variable("weather", nil, 2)
    for player, coins in ipairs { 3, 1, 3 } do state:set_variable("coins", player, coins) end
    state:set_variable("height", tile.index, 2)
    state:set_variable("height", 1, 1)
    state:set_variable("token", tile.x, tile.y, 1, 5)
    state:set_variable("token", tile.x, tile.y, 2, 1)
    state:set_variable("toll", state:feature(tile.x, tile.y, 1), 4)
  end }

-- A complete city of two tiles, and a tile below it; the script has set its variables. The part of
-- the turn of player 2 is not over.
local function counted()
  local t = board.set([[
    here
    *low=BA-E
    side=BA-U
  ]], { variants = { COUNTER }, players = 3, turn = 2, bag = "BA-E BA-U",
    standing = { "1 follower low city:N" } })
  return t:play { "2: BA-E here r2 ..." }
end

-- Checks the result of a selector: places are x,y, and the segment after a point.
local function finds(t, selector, expected)
  local view = selectors.look(t.state)
  assert.are.equal(expected, view:answer(selector), "by the plain selector")
  assert.are.equal(expected, view:answer_list(ask_list(t.state, selector)))
end

local function counts(t, selector, expected)
  assert.are.equal(expected, selectors.look(t.state):count(selector), "by the plain selector")
  assert.are.equal(expected, t.state:count(selector))
end

local function holds(t, selector, expected)
  assert.are.equal(expected, selectors.look(t.state):any(selector), "by the plain selector")
  assert.are.equal(expected, t.state:any(selector))
end

local function passes(t, thing, filter, expected)
  assert.are.equal(expected, selectors.look(t.state):matches(thing, filter), "by the plain selector")
  assert.are.equal(expected, t.state:matches(thing, filter))
end

describe("A feature as the reference of a selector", function()
  it("stands for all its tiles", function()
    local t = board.set([[
      west=BA-U     BA-U     *east=BA-U
      .             .        monks=BA-B
    ]], { standing = { "1 follower west road:E.W" } })
    for _, from in ipairs { "west", "east" } do
      local road = t:feature(from, "road:E.W")
      assert.equal(1, #t.state:tiles { id = "BA-B", around = road })
      assert.equal(1, #t.state:tiles { id = "BA-B", adjacent_to = road })
      assert.equal(1, #t.state:pieces { at = road })
      assert.equal(3, #t.state:tiles { at = road })
    end
    local thief = t.state:pieces()[1]
    local segment = { x = thief.x, y = thief.y, segment = thief.segment }
    assert.equal(0, #t.state:tiles { id = "BA-B", around = segment })
  end)
end)

describe("A selector of pieces", function()
  it("finds a knight in a city with a princess by the attribute of the city", function()
    finds(princess(), { "pieces", follower = true, feature = { attribute = "princess" } },
      "1 follower 0,-1.1")
  end)

  it("finds no knight by the attribute of the princess's own segment, on which he does not stand", function()
    finds(princess(), { "pieces", attribute = "princess" }, "")
  end)

  it("finds the knights of the city that the tile just placed added a princess to", function()
    local t = board.set([[
      *knight=BA-E r2
      here
    ]], { variants = { "princess-and-dragon" }, bag = "PD-U", standing = { "1 follower knight city:S" } })
    t:play { "1: PD-U here ..." }
    finds(t, { "pieces", feature = { "segments", at = "last_placed", attribute = "princess" } },
      "1 follower 0,0.1")
    finds(t, { "pieces", feature = { "segments", at = "last_placed", kind = "field" } }, "")
  end)

  it("finds those of the player of the turn, of the others, and of a player by number", function()
    local t = princess { turn = 2 }
    finds(t, { "pieces", player = "turn_player" }, "2 follower 0,0.2; 2 follower 1,-1.1")
    finds(t, { "pieces", player = "others" }, "1 follower 0,-1.1")
    finds(t, { "pieces", player = 1 }, "1 follower 0,-1.1")
  end)

  it("finds those whose player has a piece of a kind in hand", function()
    local t = princess { standing = { "1 follower knight city:S", "1 builder knight city:S",
      "2 follower far road:N.S" } }
    finds(t, { "pieces", player = { hand = "builder" } }, "2 follower 1,-1.1")
  end)

  it("finds those whose player has the majority where they stand", function()
    local t = board.set("*west=BA-U east=BA-U", { bag = "BA-U", players = 3, standing = {
      "1 follower west road:E.W", "2 follower west road:E.W", "2 follower east road:E.W",
        "3 follower east field:NL.NR.EL.WR" } })
    finds(t, { "pieces", player = "majority" }, "2 follower 0,0.1; 2 follower 1,0.1; 3 follower 1,0.2")
  end)

  it("treats builders as followers if the rule says so", function()
    local standing = { "1 follower far road:N.S", "1 builder far road:N.S" }
    finds(princess { standing = standing }, { "pieces", follower = true }, "1 follower 1,-1.1")
    finds(princess { standing = standing, rules = { count_as_followers = "expansions" } },
      { "pieces", follower = false }, "")
  end)

  it("omits those that pass one of the filters of `except`", function()
    local t = princess()
    finds(t, { "pieces", except = { kind = "city" } }, "2 follower 0,0.2; 2 follower 1,-1.1")
    finds(t, { "pieces", except = { { kind = "city" }, { kind = "road", player = 2 } } }, "2 follower 0,0.2")
    finds(t, { "pieces", except = { kind = "city", player = 2 } },
      "1 follower 0,-1.1; 2 follower 0,0.2; 2 follower 1,-1.1")
  end)

  it("finds nothing by a name that is not in the game, and omits nothing by it", function()
    local t = princess()
    finds(t, { "pieces", piece = "abbot?" }, "")
    finds(t, { "pieces", piece = { "abbot?", "follower" }, kind = "road" }, "2 follower 1,-1.1")
    finds(t, { "pieces", except = { piece = "abbot?" }, kind = "road" }, "2 follower 1,-1.1")
  end)
end)

describe("A selector of tiles", function()
  it("finds those with a segment of a kind, or with an attribute of their own or of a segment", function()
    local t = board.set("*castle=PD-U portal=PD-Z3 r2",
      { variants = { "princess-and-dragon" }, bag = "BA-U" })
    finds(t, { "tiles", attribute = "princess" }, "0,0")
    finds(t, { "tiles", attribute = { "portal", "princess" } }, "0,0; 1,0")
    finds(t, { "tiles", kind = "road" }, "1,0")
  end)

  it("finds those of this id", function()
    finds(princess(), { "tiles", id = { "BA-U", "BA-E" } }, "0,-1; 1,-1")
  end)

  it("finds a tile by its id with a bridge across it, too", function()
    local t = board.set("*west=BA-U here", { variants = { "bridges" }, bag = "BA-E BA-U" })
    t:draw "BA-E"
    t:apply "place BA-E 1,0 r0 bridge E.W @here"
    finds(t, { "tiles", id = "BA-E" }, "1,0")
  end)

  it("finds a tile itself among those around it, but not beside it", function()
    local t = princess()
    finds(t, { "tiles", id = "PD-U", around = { "tiles", id = "PD-U" } }, "0,0")
    finds(t, { "tiles", adjacent_to = { "tiles", id = "PD-U" } }, "0,-1")
    finds(t, { "tiles", around = { "tiles", min = 3 } }, "0,0; 0,-1; 1,-1")
    finds(t, { "tiles", adjacent_to = { "tiles", min = 2 } }, "0,-1")
    finds(t, { "tiles", adjacent_to = { "tiles", max = 1 } }, "0,0; 1,-1")
  end)

  it("finds those in a row or column, as far as a number says, or up to the first empty cell", function()
    local t = monasteries()
    local west = { x = 0, y = 0 }
    finds(t, { "tiles", in_line_with = west }, "0,0; 1,0; 3,0")
    finds(t, { "tiles", in_line_with = west, within = 1 }, "0,0; 1,0")
    finds(t, { "tiles", in_line_with = west, within = "gap" }, "0,0; 1,0")
  end)

  it("finds towers without a piece on top", function()
    local t = board.set("*one=TO-B two=TO-D",
      { variants = { "tower" }, bag = "BA-U", standing = { "1 follower two spot" } })
    finds(t, { "tiles", attribute = "tower", has_no = { "pieces", kind = "spot" } }, "0,0")
    finds(t, { "tiles", attribute = "tower", has = { "pieces", kind = "spot", player = "turn_player" } },
      "1,0")
  end)

  it("finds a value in a variable of the tile, or the sum over its segments and features", function()
    local t = counted()
    finds(t, { "tiles", variable = "height" }, "0,0; 0,-1")
    finds(t, { "tiles", variable = { height = 2 } }, "0,-1")
    finds(t, { "tiles", variable = { height = { max = 1 } } }, "0,0; 0,1")
    finds(t, { "tiles", variable = { token = 6 } }, "0,-1")
    finds(t, { "tiles", variable = { toll = 4, height = "weather" } }, "0,-1")
    finds(t, { "tiles", highest = "height" }, "0,-1")
  end)
end)

describe("A selector of cells", function()
  it("finds the empty ones beside tiles, by y, then x", function()
    finds(princess(), { "cells" }, "0,-2; 1,-2; -1,-1; 2,-1; -1,0; 1,0; 0,1")
  end)

  it("finds the first empty one of a row or column, and none after", function()
    finds(monasteries(), { "cells", in_line_with = { x = 0, y = 0 }, within = "gap" },
      "0,-1; -1,0; 2,0; 0,1")
  end)

  it("finds the hole between tiles", function()
    finds(monasteries(), { "cells", adjacent_to = { "tiles", min = 3 } }, "2,0")
  end)

  it("finds those where a remaining tile could be placed", function()
    local t = board.set("*road=BA-D", { bag = "BA-E BA-U" })
    finds(t, { "cells", can_place = "BA-U" }, "-1,0; 1,0; 0,1")
    finds(t, { "cells", can_place = "BA-E" }, "0,-1; 0,1")
    finds(t, { "cells", can_place = "BA-X" }, "")
  end)

  it("finds those where the tile in hand could be placed, even if none of its sort is left", function()
    local t = board.set("*road=BA-U", { bag = "BA-X BA-U" })
    t:draw "BA-X"
    finds(t, { "cells", can_place = "BA-X" }, "-1,0; 1,0")
  end)

  it("finds those beside other empty cells", function()
    finds(board.set("*road=BA-U", { bag = "BA-U" }), { "cells", around = { "cells", min = 3 } },
      "0,-1; -1,0; 1,0; 0,1")
    finds(board.set("*road=BA-U", { bag = "BA-U" }),
      { "cells", at = { "cells", can_place = "BA-U", adjacent_to = "last_placed" } },
      "0,-1; -1,0; 1,0; 0,1")
  end)

  it("finds only holes for the abbey", function()
    local t = board.set([[
      BA-B  BA-B  BA-B
      BA-B  hole  BA-B
      BA-B  BA-B  *BA-B
    ]], { variants = { "abbey-and-mayor" }, bag = "BA-U AM-AB AM-AB" })
    finds(t, { "cells", can_place = "AM-AB" }, "-1,-1")
  end)
end)

describe("A selector of segments", function()
  it("finds those that share a feature with the tile just placed", function()
    finds(counted(), { "segments", feature = "last_placed", kind = "city" }, "0,0.1; 0,-1.1")
  end)

  it("finds those of a road up to the next inn, and none where the road continues after it", function()
    local t = board.set("*BA-U inn=IC-B BA-U far=IC-B BA-U",
      { variants = { "inns-and-cathedrals" }, bag = "BA-U",
      standing = { "1 follower far road:E.W" } })
    local function road(from, more)
      local selector = { "segments", kind = "road", feature = from, as_far_as = { attribute = "inn" } }
      for key, value in pairs(more or {}) do selector[key] = value end
      return selector
    end
    finds(t, road "last_placed", "3,0.1; 4,0.1")
    finds(t, road { x = 2, y = 0 }, "1,0.1; 2,0.1; 3,0.1")
    -- the path begins at an inn itself
    finds(t, road({ x = 1, y = 0 }, { attribute = "inn" }), "1,0.1; 3,0.1")
    finds(t, road({ "pieces" }, { attribute = "inn" }), "1,0.1; 3,0.1")
    finds(t, road({ "segments", attribute = "inn", min = 2 }), "1,0.1; 2,0.1; 3,0.1")
    finds(t, { "pieces", feature = { x = 2, y = 0 }, as_far_as = { attribute = "inn" } }, "1 follower 3,0.1")
    finds(t, { "pieces", feature = { x = 0, y = 0 }, as_far_as = { attribute = "inn" }, kind = "road" }, "")
    finds(t, { "pieces", feature = { "features", kind = "road" }, as_far_as = { attribute = "inn" } },
      "1 follower 3,0.1")
    finds(t, { "segments", kind = "road", feature = "last_placed", as_far_as = { attribute = "no-such?" } },
      "0,0.1; 1,0.1; 2,0.1; 3,0.1; 4,0.1")
    -- paths over fields lead to all of them, too: the kind of a tile does not say along which of
    -- its features a path goes
    finds(t, { "tiles", kind = "road", feature = "last_placed", as_far_as = { attribute = "inn" } },
      "0,0; 1,0; 2,0; 3,0; 4,0")
    passes(t, { x = 2, y = 0, segment = 1 }, { feature = "last_placed", as_far_as = { attribute = "inn" } },
      false)
    passes(t, { x = 3, y = 0, segment = 1 }, { feature = "last_placed", as_far_as = { attribute = "inn" } },
      true)
  end)

  it("finds those of a stretch round a loop on both sides, and across joins of scripts", function()
    local t = board.set([[
      BA-V r3   inn=IC-B  BA-V
      BA-U r1   .         BA-U r1
      *BA-V r2  BA-U      BA-V r1
    ]], { variants = { "inns-and-cathedrals" }, bag = "BA-U" })
    local loop = { "segments", kind = "road", feature = "last_placed", as_far_as = { attribute = "inn" } }
    assert.equal(8, t.state:count(loop)) -- the inn is reached from both sides
    finds(t, loop, selectors.look(t.state):answer { "segments", kind = "road" })
  end)

  it("has to say from where a stretch goes, of an item that lies in a feature", function()
    local t = board.set("*road=BA-U", { bag = "BA-U" })
    local function refused(selector, sentence)
      assert.error_matches(function() t.state:count(selector) end, sentence)
    end
    refused({ "segments", as_far_as = { kind = "road" } }, "as_far_as requires `feature`")
    refused({ "segments", feature = { kind = "road" }, as_far_as = { kind = "road" } },
      "as_far_as: `feature` must name the item to start from")
    refused({ "features", feature = "last_placed", as_far_as = { kind = "road" } },
      "as_far_as: features do not have this key")
    refused({ "segments", feature = "last_placed", as_far_as = "inn" }, "as_far_as: expected a filter")
    refused({ "segments", feature = "last_placed", as_far_as = { can_stand = "bulder" } },
      "as_far_as.can_stand: the game has no piece 'bulder'")
  end)

  it("goes no stretch up to what no segment is: a piece, a token in a hand, an end; but up to what stands "
      .. "on one", function()
    local t = board.set("*BA-U here=BA-U BA-U BA-U",
      { bag = "BA-U", standing = { "1 follower here road:E.W" } })
    local function up_to(filter)
      return { "segments", kind = "road", feature = "last_placed", as_far_as = filter }
    end
    for key, value in pairs { piece = "follower", follower = true, in_hand = true, into = "last_placed" } do
      for _, filter in ipairs { { [key] = value }, { any = { { kind = "road" }, { [key] = value } } } } do
        assert.error_matches(function() t.state:count(up_to(filter)) end,
          key .. ": the filter is about segments, which never have this key; `has` finds items on a "
            .. "segment", 1, true)
      end
    end
    finds(t, up_to { has = { "pieces", follower = true } }, "1,0.1; 2,0.1; 3,0.1")
    -- the player of the turn, not the owner of the piece there
    finds(t, up_to { player = "turn_player" }, "2,0.1; 3,0.1")
  end)

  it("finds those where the player of the turn could deploy", function()
    local t = board.set([[
      *low=BA-E
      here
    ]], { bag = "BA-W BA-U", standing = { "2 follower low field:EL.ER.SL.SR.WL.WR" } })
    t:play { "1: BA-W here ..." }
    finds(t, { "segments", at = "last_placed", can_deploy = "follower" }, "0,1.1; 0,1.2; 0,1.3; 0,1.5; 0,1.6")
    finds(t, { "segments", can_deploy = "builder" }, "")
  end)

  it("finds those where a named player could deploy, each once, for any piece", function()
    local t = board.set("*road=BA-U east=BA-U", { bag = "BA-U", standing = { "2 follower road road:E.W" } })
    finds(t, { "segments", player = 2, can_deploy = "builder" }, "0,0.1; 1,0.1")
    finds(t, { "segments", player = 2, can_deploy = { "builder", "follower" }, kind = { "road" } },
      "0,0.1; 1,0.1")
    finds(board.set("*meadow=BA-B", { bag = "BA-U" }), { "segments", can_deploy = { "follower", "pig" } },
      "0,0.1; 0,0.2")
    local both = board.set("*meadow=BA-B",
      { bag = "BA-U", pieces = { follower = 7, large = { count = 1, role = "follower" } } })
    finds(both, { "segments", can_deploy = "followers" }, "0,0.1; 0,0.2")
  end)

  it("finds those that a piece could join, with any pieces in it, if the selector gives its needs",
      function()
    local t = board.set("*road=BA-U east=BA-U", { bag = "BA-U", standing = { "2 follower road road:E.W" } })
    finds(t, { "segments", kind = "road", player = 2, can_deploy = "follower" }, "")
    finds(t, { "segments", player = 2, can_deploy = "follower", needs = "own_follower" }, "0,0.1; 1,0.1")
    finds(t, { "segments", player = 1, can_deploy = "follower", needs = "own_follower" }, "")
    finds(t, { "segments", kind = "road", player = 1, can_deploy = "follower", needs = {} }, "0,0.1; 1,0.1")
    finds(t, { "segments", player = 2, can_deploy = "builder", needs = { "own_follower", "unoccupied" } }, "")
    local done = board.set("*west=BA-E r1 east=BA-E r3", { bag = "BA-U", pieces = { pig = 1 } })
    finds(done, { "segments", kind = "city", can_deploy = "follower" }, "0,0.1; 1,0.1")
    finds(done,
      { "segments", kind = "city", can_deploy = "follower", needs = { "unoccupied", "incomplete" } }, "")
    -- on fields, like pigs
    finds(done, { "segments", can_deploy = "pig", needs = "none_of_kind" }, "0,0.2; 1,0.2")
  end)

  it("finds those where a kind of piece may stand, for any player and with any pieces in it", function()
    local t = board.set("*start=BA-D",
      { bag = "BA-U", pieces = { follower = 1, builder = 0, knight = { count = 0, on = "city" } },
      standing = { "1 follower start city:N" } })
    finds(t, { "segments", can_stand = "builder" }, "0,0.1; 0,0.2")
    finds(t, { "segments", can_stand = "knight" }, "0,0.2")
    finds(t, { "segments", can_stand = { "knight", "pig" } }, "0,0.2; 0,0.3; 0,0.4")
    local hill = board.set("*hill=TO-B", { variants = { "tower" }, bag = "BA-U" })
    -- scripts can put any piece on a spot
    finds(hill, { "segments", can_stand = "follower" }, "0,0.1; 0,0.2")
    assert.same({ "road", "city" }, t.game:piece("builder").on)
    assert.same({ "city" }, t.game:piece("knight").on)
  end)

  it("must name the piece to give needs, for pieces in features", function()
    local t = board.set("*road=BA-U", { bag = "BA-U" })
    local function refused(selector, sentence)
      assert.error_matches(function() t.state:count(selector) end, sentence)
    end
    refused({ "segments", needs = "own_follower" }, "needs requires `can_deploy`")
    refused({ "cells", can_place = "BA-U", needs = "own_follower" }, "needs: cells do not have this key")
    refused({ "segments", can_deploy = "follower", needs = "vacan" },
      "needs: expected unoccupied, own_follower, incomplete or none_of_kind, got vacan")
    refused({ "segments", can_deploy = "follower", needs = "script_only" },
      "needs: expected unoccupied, own_follower, incomplete or none_of_kind, got script_only")
  end)

  it("finds what has just been completed, also in a `when`, while it waits to score and until "
      .. "another tile lies", function()
    local ran = {}
    local script = { name = "watcher", phases = {
      { name = "look", timing = "before_scoring", when = { variable = "completes" }, run = function(state)
        for _, feature in ipairs(state:features { variable = "completes" }) do
          ran[#ran + 1] = ("%s of %d"):format(feature.kind, feature.tiles)
        end
      end },
      { name = "rest", timing = "before_scoring", when = { variable = { completes = 0 } },
        run = function() ran[#ran + 1] = "nothing" end },
    } }
    local t = board.set([[
      .     here
      next  *low=BA-E
    ]], { variants = { script }, bag = "BA-E BA-U BA-U" })
    t:play { "1: BA-E here r2" }
    assert.same({ "city of 2" }, ran)
    assert.are.equal(1, t.state:count { "segments", kind = "city", variable = "completes",
      at = "last_placed" })
    assert.are.equal(0, t.state:count { "features", kind = "field", variable = "completes" })
    t:play { "2: BA-U next r1" }
    assert.same({ "city of 2", "nothing" }, ran)
    assert.are.equal(0, t.state:count { "features", variable = "completes" })
  end)

  it("finds spots for a follower only if it says spot", function()
    local t = board.set("*one=TO-B", { variants = { "tower" }, bag = "BA-U" })
    finds(t, { "segments", can_deploy = "followers" }, "0,0.2")
    finds(t, { "segments", kind = "spot", can_deploy = "followers" }, "0,0.1")
  end)

  it("finds a value in a variable of one segment, and of its feature", function()
    finds(counted(), { "segments", variable = "token" }, "0,-1.1; 0,-1.2")
    finds(counted(), { "segments", variable = { token = { min = 2 } } }, "0,-1.1")
    finds(counted(), { "segments", variable = "toll" }, "0,0.1; 0,-1.1")
  end)
end)

describe("A selector of features", function()
  it("finds those of a kind that are complete, by their first segment", function()
    finds(counted(), { "features", kind = "city", complete = true }, "feature 1")
    finds(counted(), { "features", kind = { "city", "field" } }, "feature 1; feature 2; feature 4; feature 5")
  end)

  it("finds those with a number of pieces, or of tiles", function()
    local t = board.set("*west=BA-U east=BA-U", { bag = "BA-U", standing = {
      "1 follower west road:E.W", "2 follower east road:E.W", "2 follower east field:NL.NR.EL.WR" } })
    finds(t, { "features", has = { "pieces", min = 2 } }, "feature 1")
    finds(t, { "features", has = { { "pieces", player = 1 }, { "pieces", player = 2 } } }, "feature 1")
    finds(t, { "features", has_no = { "pieces" } }, "feature 3")
    finds(princess(), { "features", kind = "city", has = { "tiles", min = 2, max = 2 } }, "feature 1")
  end)

  it("finds fields that border a complete city, and cities that a farmer's field borders", function()
    local t = board.set([[
      top=BA-E r2
      *low=BA-E
    ]], { bag = "BA-U", standing = { "1 follower low field:EL.ER.SL.SR.WL.WR" } })
    finds(t, { "features", borders = { complete = true } }, "feature 2; feature 3")
    finds(t, { "features", borders = { "pieces" } }, "feature 1")
    finds(t, { "pieces", borders = { kind = "city", complete = false } }, "")
  end)

  it("finds those that come onto a tile from another", function()
    local t = board.set("*west=BA-U east=BA-U", { bag = "BA-U" })
    finds(t, { "features", at = "last_placed" }, "feature 1; feature 2; feature 3")
    finds(t, { "tiles", has = { "features", kind = "road" } }, "0,0; 1,0")
  end)

  it("finds those that border a feature of the tile just placed", function()
    local t = board.set([[
      *low=BA-E
      side=BA-U
    ]], { bag = "BA-E BA-U" })
    finds(t, { "features", kind = "city", borders = "last_placed" }, "feature 1")
    finds(t, { "features", kind = "city", borders = { "tiles", id = "BA-U" } }, "feature 1")
  end)

  it("finds those in which the player of the turn has the majority", function()
    local t = princess { turn = 2 }
    finds(t, { "features", player = "majority", kind = "road" }, "feature 4")
    finds(t, { "features", player = "majority", kind = "city" }, "")
  end)

  it("finds cities by their pennants", function()
    local t = board.set("*one=BA-F two=BA-G", { bag = "BA-U" })
    finds(t, { "features", attribute = "pennant" }, "feature 1")
    finds(t, { "segments", attribute = "pennant" }, "0,0.1")
  end)
end)

describe("A selector of players", function()
  it("finds all, clockwise from the player of the turn", function()
    finds(counted(), { "players" }, "player 2; player 3; player 1")
  end)

  it("omits those who have resigned", function()
    local t = counted()
    t.state:resign(3)
    finds(t, { "players" }, "player 2; player 1")
  end)

  it("finds those by variables, points, hands and pieces", function()
    local t = counted()
    finds(t, { "players", variable = { coins = { max = 1 } } }, "player 2")
    finds(t, { "players", highest = "coins" }, "player 3; player 1")
    finds(t, { "players", player = "weather" }, "player 2")
    finds(t, { "players", has = { "pieces" } }, "player 1")
    finds(board.set("*a=BA-U", { points = { 4, 9 }, bag = "BA-U" }),
      { "players", variable = { points = { min = 5 } } }, "player 2")
    finds(princess { standing = { "1 follower knight city:S", "1 builder knight city:S" } },
      { "players", hand = "builder" }, "player 2")
  end)
end)

describe("A selector of corners or axes", function()
  it("counts the corners where four fields meet", function()
    local t = monasteries()
    counts(t, { "corners" }, 0)
    t:play { "1: BA-B hole ..." }
    counts(t, { "corners", at = "last_placed" }, 2)
    counts(t, { "corners" }, 8)
  end)

  it("counts the axes along which a bridge could lie", function()
    local t = board.set([[
      *field=BA-E
      road=BA-U
    ]], { variants = { "bridges" }, bag = "BA-U" })
    counts(t, { "axes", can_deploy = "bridge" }, 1) -- the span from east to west across the field
    counts(t, { "axes", at = { x = 0, y = 0 } }, 2)
  end)
end)

describe("The number that `any` requires", function()
  it("is at least one, or 0 if only `most` is given", function()
    local t = princess()
    holds(t, { "pieces", kind = "city" }, true)
    holds(t, { "pieces", kind = "monastery" }, false)
    holds(t, { "pieces", kind = "monastery", max = 0 }, true)
    holds(t, { "pieces", kind = "city", max = 0 }, false)
    holds(t, { "pieces", min = 3 }, true)
    holds(t, { "pieces", min = 4 }, false)
  end)
end)

describe("A filter", function()
  it("is a condition on an existing item", function()
    local t = princess()
    local knight = t.state:pieces()[1]
    passes(t, knight, { kind = "city", complete = false }, true)
    passes(t, knight, { kind = "city", player = 2 }, false)
    passes(t, t.state:tile_at(0, 0), { attribute = "princess" }, true)
    passes(t, t.state:feature(1, -1, "road:N.S"), { has = { "pieces", player = 2 } }, true)
    passes(t, 2, { hand = "builder" }, true)
    passes(t, { x = 0, y = 0, segment = 1 }, { attribute = "princess" }, true)
    passes(t, { x = 1, y = 0 }, { adjacent_to = { "tiles", min = 2 } }, true)
  end)
end)

-- ---- At the edges of what can be said -----------------------------------------------------------

describe("A selector", function()
  -- Two players with base tiles and this variant, after these first actions.
  local function game_of(source, actions)
    source.name = "v"
    local state = carcassonne.game { players = 2, variants = { source } }:new_initial_state(1)
    for _ = 1, actions or 0 do state:apply_index(1) end
    return state
  end

  it("of what a player could deploy finds nothing for a number without a player", function()
    local state = game_of({}, 20)
    assert.is_true(state:count { "segments", can_deploy = "follower", player = 2 } > 0)
    assert.are.equal(0, state:count { "segments", can_deploy = "follower", player = 6 })
  end)

  it("reads a place without metamethods, because they could change the selector", function()
    local state = game_of({}, 4)
    local place = setmetatable({}, { __index = function() error "called" end })
    local fine, message = pcall(state.count, state, { "tiles", at = place })
    assert.is_false(fine)
    assert.is_nil(message:find "called")
  end)

  it("nested in one of what a named player could deploy is about the player of the turn", function()
    local state = game_of { variables = { { name = "coins", scope = "player" } },
      phases = { { name = "b", timing = "turn_start",
      run = function(s) s:set_variable("coins", 1, 1) end } } }
    local rich = { "segments", variable = "v.coins" } -- the player of the turn has coins
    local all = state:count { "segments", can_deploy = "follower", player = 2, at = { "segments" } }
    assert.are.equal(all, state:count { "segments", can_deploy = "follower", player = 2, at = rich })
    rich.at = { x = 0, y = 0 }
    assert.are.equal(all, state:count { "segments", can_deploy = "follower", player = 2, at = rich })
  end)

  it("of a line with a distance below 0 finds nothing, from a variable or a number", function()
    local state =
      game_of({ variables = { "reach" }, on_tile_placed = function(s) s:set_variable("reach", -1) end }, 20)
    for _, far in ipairs { "v.reach", -1 } do
      assert.are.equal(0, state:count { "tiles", in_line_with = "last_placed", within = far })
      assert.is_false((pcall(state.count, state, { "tiles", within = far })))
    end
    assert.are.equal(1, state:count { "tiles", in_line_with = "last_placed", within = 0 })
  end)

  it("in a host's loop finds tiles even if the turn changes", function()
    local state, n = game_of({}, 20), 0
    local all = state:count { "tiles" }
    for _ in state:each { "tiles" } do
      n = n + 1
      state:apply_index(1)
    end
    assert.are.equal(all, n)
  end)

  it("of a place far from the board finds nothing near it", function()
    local state = game_of {}
    for _, x in ipairs { 256, 257, -255, 512 } do
      assert.are.same({}, state:tiles { around = { x = x, y = 0 } })
      assert.are.same({}, state:cells { adjacent_to = { x = x, y = 0 } })
      assert.is_false(state:matches({ x = x, y = 0 }, { around = "last_placed" }))
      assert.is_false(state:matches({ x = x, y = 0 }, { adjacent_to = { kind = "city" } }))
    end
    assert.is_false(state:matches({ x = 65537, y = 0 }, { in_line_with = "last_placed", within = 1 }))
  end)

  it("with a hole in a list is refused, even after a valid one", function()
    local state = game_of {}
    for _ = 1, 2 do
      assert.is_false((pcall(state.count, state, { "tiles", kind = { nil, "city" } })))
      pcall(state.count, state, { "tiles", kind = { [2] = "city" } })
    end
  end)

  it("compares numbers of variables as they are, however large", function()
    local state = game_of({ variables = { "debt", { name = "hoard", scope = "player" } },
        on_tile_placed = function(s)
      s:set_variable("debt", 2000000000)
      s:set_variable("hoard", 1, 2000000000)
      s:set_variable("hoard", 2, 1500000000)
    end }, 1)
    assert.is_true(state:matches(1, { variable = { ["v.hoard"] = "v.debt" } }))
    assert.are.same({ 1 }, state:players { highest = "v.hoard" })
  end)
end)

-- ---- By chance ----------------------------------------------------------------------------------

-- positions for each kind of game, and selectors for each position
local POSITIONS, SELECTORS = scaled(40, 10, 3), 36
local GAMES_OF_HOOKS = scaled(10, 2)

-- Returns a script that has variables for all kinds of items, and attributes with each value of
-- `merge`.
local function remembering()
  return { name = "memory",
    attributes = { { name = "mill", merge = "sum" }, { name = "wall", merge = "all" },
      { name = "shrine", on = "tile" } },
    tiles = { "ME-A x4 road:E.W+mill field:NL.NR.EL.WR field:ER.SL.SR.WL",
      "ME-B x4 city:N.E+wall field:SL.SR.WL.WR~N @shrine",
      "ME-C x4 city:N+mill city:S+wall field:EL.ER.WL.WR~N.S" },
    variables = { "wind", "favourite", { name = "coins", scope = "player" },
      { name = "height", scope = "cell" },
      { name = "token", scope = "segment" }, { name = "toll", scope = "feature" } },
    areas = { { name = "ways", segments = { "road", "monastery" } }, { name = "pits", segments = "spot" } },
    on_tile_placed = function(state, tile)
      local mixed = tile.index * 7919 + tile.x * 31 + tile.y * 17
      state:set_variable("wind", nil, mixed % 3)
      state:set_variable("favourite", nil, mixed % (state:game():players() + 1))
      state:set_variable("coins", state:turn_player(), mixed % 4)
      state:set_variable("height", tile.index, mixed % 5 % 3)
      local segment = mixed % state:num_segments(tile.x, tile.y) + 1
      state:set_variable("token", tile.x, tile.y, segment, mixed % 4)
      state:set_variable("toll", state:feature(tile.x, tile.y, segment), mixed % 3)
    end }
end

-- Pieces whose places depend on what is printed. The script has no attribute `wall`: the other
-- script has it.
local CAMPS = { name = "camps", pieces = {
  scout = { count = 3, role = "special", needs = { "none_of_kind" },
    on = { any = { { kind = "city", attribute = "pennant" },
      { kind = { "road", "field" }, except = { id = { "BA-U", "BA-V" } } } } } },
  builder = { not_on = { attribute = { "inns-and-cathedrals.inn?", "wall?" } } },
} }

local MIXTURES = {
  {}, { "inns-and-cathedrals", "princess-and-dragon" }, { "tower", "siege", "king-and-robber" },
    { "abbey-and-mayor", "tunnel" },
  { "bridges", "inns-and-cathedrals", "princess-and-dragon" },
    { "tower", "abbey-and-mayor", "siege", "festival" },
}

local found = {} -- number of selectors of each kind that found something

local function must(same, t, selector, engine, slow)
  if same then return end
  error(("%s, after %d decisions:\n  %s\n  the engine: %s\n  the plain one: %s"):format(t.where,
    t.state:decisions(),
    random.text(selector), engine, slow), 0)
end

local function compare_list(t, view, selector)
  local engine, slow = view:answer_list(ask_list(t.state, selector)), view:answer(selector)
  must(engine == slow, t, selector, engine, slow)
  if slow ~= "" then found[selector[1]] = (found[selector[1]] or 0) + 1 end
end

local function compare_number(t, view, selector)
  local engine, slow = t.state:count(selector), view:count(selector)
  must(engine == slow, t, selector, engine, slow)
  if slow > 0 then found[selector[1]] = (found[selector[1]] or 0) + 1 end
end

local function compare_any(t, view, selector)
  local engine, slow = t.state:any(selector), view:any(selector)
  must(engine == slow, t, selector, engine, slow)
end

local function compare_filter(t, view, maker, choose)
  local kind = KINDS[choose(#KINDS)]
  local things = ask_list(t.state, { kind })
  if #things == 0 then return end
  local thing, filter = things[choose(#things)], maker:filter(kind, choose(3) - 1)
  local engine, slow = t.state:matches(thing, filter), view:matches(thing, filter)
  must(engine == slow, t, { kind, at = "this", all = filter }, engine, slow)
end

local asked, refused = 0, 0 -- number of questions, and of those that test too many items

-- Calls a comparison. The engine may refuse a selector that tests too many items.
local function unless_refused(compare_one, ...)
  local fine, message = pcall(compare_one, ...)
  asked = asked + 1
  if fine then return end
  if not tostring(message):find("more than 5000000 items", 1, true) then error(message, 0) end
  refused = refused + 1
end

-- Compares both results; `t.this` is the subject of the present hook.
local function compare(t, words, choose)
  local view, maker = selectors.look(t.state, words), random.maker(words, t.state:game():players(), choose)
  view.this = t.this
  for _ = 1, SELECTORS do
    local selector = maker:selector(nil, choose(4) - 1)
    unless_refused(compare_list, t, view, selector)
    unless_refused(compare_number, t, view, selector)
    unless_refused(compare_any, t, view, selector)
    unless_refused(compare_any, t, view, maker:counted(KINDS, 2))
    unless_refused(compare_number, t, view, maker:unlisted(2))
    unless_refused(compare_filter, t, view, maker, choose)
  end
end

describe("Selectors and the slow selectors find the same items, at random, in games with", function()
  for number, names in ipairs(MIXTURES) do
    it(#names == 0 and "a script alone that remembers" or table.concat(names, ", ") .. " #full", function()
      local list = { remembering(), CAMPS }
      for _, name in ipairs(names) do list[#list + 1] = name end
      local game = carcassonne.game { variants = list, players = number % 4 + 2,
        edition = carcassonne.editions[number % 5 + 1] }
      local words = selectors.vocabulary(game)
      for seed = 1, POSITIONS do
        local choose = properties.chooser(1000 * number + seed)
        local state = game:new_initial_state(seed)
        for _ = 1, choose(120) do
          if not state:is_terminal() then state:apply_index(choose(state:num_actions())) end
        end
        compare({ state = state, where = ("seed %d"):format(seed) }, words, choose)
      end
    end)
  end

  it("hooks that ask about the cell of their tile or feature #full", function()
    local words, choose
    local function ask(state, this)
      if choose(100) == 1 then compare({ state = state, where = "in a hook", this = this }, words, choose) end
    end
    local asking = remembering()
    local remember = asking.on_tile_placed
    asking.on_tile_placed = function(state, tile)
      remember(state, tile)
      ask(state, tile)
    end
    asking.on_feature_scored = function(state, scoring)
      if scoring.feature then ask(state, scoring.feature) end
    end
    local game = carcassonne.game { variants = { asking }, players = 3, budget = 0 }
    words = selectors.vocabulary(game)
    words.this = true
    for seed = 1, GAMES_OF_HOOKS do
      choose = properties.chooser(7000 + seed)
      game:new_initial_state(seed):playout(seed)
    end
  end)

  it("with enough findings of each kind", function()
    for _, kind in ipairs { "players", "tiles", "cells", "segments", "features", "pieces", "corners",
        "axes", "ends", "sides" } do
      assert.is_true((found[kind] or 0) > POSITIONS, kind)
    end
  end)

  it("with few that test too many items", function()
    assert.is_true(refused < asked / 1000, ("%d of %d are refused"):format(refused, asked))
  end)
end)

describe("`has` and `has_no` in a filter of `this`, with a position key that starts from `this`,", function()
  -- Player 1 completes a road of three tiles without cities; a city or a monastery is above it.
  local function road(above, points)
    local t = board.set(([[
      .          %s .
      start=BA-A r3 BA-U last
    ]]):format(above), { sets = { "base" }, variants = { { name = "v", points = { points } } },
      standing = { "1 follower start road:E" } })
    return t:play { "1: BA-A last r1" }.state:score(1) - 3
  end

  it("look at the whole table, as `per` does", function()
    local beside = { "tiles", kind = "city", adjacent_to = "this" }
    assert.are.equal(0, road("BA-E", { kind = "road", complete = true, has_no = beside, add = 2 }))
    assert.are.equal(2, road("BA-B", { kind = "road", complete = true, has_no = beside, add = 2 }))
    assert.are.equal(2, road("BA-E", { kind = "road", complete = true, has = beside, add = 2 }))
    assert.are.equal(0, road("BA-B", { kind = "road", complete = true, has = beside, add = 2 }))
  end)

  it("count there from `min` to `max`, also inside `except`, `all` and `any`", function()
    local two = { "tiles", kind = "city", around = "this", min = 2 }
    assert.are.equal(0, road("BA-E", { kind = "road", has = two, add = 2 }))
    assert.are.equal(2, road("BA-E", { kind = "road", except = { has = two }, add = 2 }))
    two.min = 1
    assert.are.equal(2, road("BA-E", { kind = "road", any = { { has = two } }, add = 2 }))
  end)

  it("do as `except` with a filter in the place", function()
    local other = { kind = "road", complete = true, except = { adjacent_to = { kind = "city" } }, add = 2 }
    assert.are.equal(0, road("BA-E", other))
    assert.are.equal(2, road("BA-B", other))
  end)

  it("are about one piece, and about a tile in `when`", function()
    local t = board.set([[
      .          BA-E .
      start=BA-A r3 BA-U last
    ]], { sets = { "base" }, standing = { "1 follower start road:E" }, variants = { { name = "v",
      bonus = { { has = { "tiles", kind = "city", around = "this" }, add = 5 } },
      on_tile_placed = { when = { has = { "tiles", kind = "monastery", in_line_with = "this", min = 2 } },
        run = function(state) state:award(2, 1) end } } } })
    assert.are.same({ 3 + 5, 1 }, t:play { "1: BA-A last r1" }.state:returns())
  end)
end)
