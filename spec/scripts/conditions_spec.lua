-- Conditions of scripts, and bans: filters for the subject of a hook with selectors, `blocked`,
-- `never`, rows of `final`, places in variables, names that may be missing.

local carcassonne = require "carcassonne"
local board = require "spec.support.board"

local ROADS = "west start=BA-U east\n. meadow ."

local function variant(source)
  source.name = source.name or "v"
  return source
end

-- A board of straight roads with this variant.
local function roads(source, more)
  local given = { variants = { variant(source) }, bag = "BA-U BA-U BA-U BA-U" }
  for key, value in pairs(more or {}) do given[key] = value end
  return board.set(ROADS, given)
end

-- Returns how often a phase with this condition runs after a tile to the east.
local function runs(when, more, source)
  local n = 0
  local v = {
    phases = { { name = "p", timing = "before_scoring", when = when, run = function() n = n + 1 end } } }
  for key, value in pairs(source or {}) do v[key] = value end
  roads(v, more):play { "1: BA-U east" }
  return n
end

describe("`when`", function()
  local thief = { standing = { "2 follower start road:E.W" } }

  it("needs its filter to hold and each of its selectors to find something", function()
    local road = { "pieces", kind = "road" }
    assert.are.equal(1, runs({ player = "turn_player", road }, thief))
    assert.are.equal(0, runs({ player = "turn_player", road }))
    assert.are.equal(0, runs({ attribute = "pennant", road }, thief))
    assert.are.equal(0, runs({ road, { "pieces", kind = "field" } }, thief))
    assert.are.equal(1, runs({ road, { "pieces", kind = "field", max = 0 } }, thief))
    assert.are.equal(0, runs({ { "pieces", kind = "road", min = 2 } }, thief))
  end)

  it("with `any` needs one of several filters, which may have selectors, too", function()
    local field, road = { { "pieces", kind = "field" } }, { { "pieces", kind = "road" } }
    assert.are.equal(1, runs({ any = { field, road } }, thief))
    assert.are.equal(0, runs({ any = { field, field } }, thief))
  end)

  it("that is empty is always true", function() assert.are.equal(1, runs {}) end)

  it("may name with `NAME?` a missing name: nothing matches it, and `except` excludes nothing by it",
      function()
    assert.are.equal(0, runs({ { "pieces", piece = "abbot?" } }, thief))
    assert.are.equal(1, runs({ { "pieces", piece = { "abbot?", "follower" } } }, thief))
    assert.are.equal(1, runs({ { "pieces", except = { piece = "abbot?" } } }, thief))
    assert.are.equal(0, runs({ variable = "gold?" }, thief))
    assert.are.equal(1, runs({ except = { variable = "gold?" } }, thief))
    assert.are.equal(0, runs({ { "tiles", attribute = "inn?" } }, thief))
    assert.are.equal(1, runs({ { "pieces", except = { at = "dragon?" } } }, thief))
    local abbot = { pieces = { abbot = { count = 1 } } }
    assert.are.equal(1,
      runs({ { "pieces", piece = "abbot?" } }, { standing = { "2 abbot start road:E.W" } }, abbot))
    assert.error_matches(function() runs { variable = "gold" } end,
      "phases%[1%]: phase p: when.variable: the game declares no variable 'gold'")
  end)
end)

describe("`allow_placement` with `when`", function()
  it("is called only for placements that the filter matches, and then decides", function()
    local seen = {}
    local v = { allow_placement = { when = { adjacent_to = { "tiles", min = 2 } }, run = function(_, action)
      seen[#seen + 1] = ("%d,%d"):format(action.x, action.y)
      return false
    end } }
    local t = board.set("*BA-B hole BA-B\nBA-B BA-B BA-B", { variants = { variant(v) }, bag = "BA-B BA-B" })
    t:apply "draw BA-B"
    local cells = {}
    for _, action in ipairs(t.state:legal_actions()) do cells[("%d,%d"):format(action.x, action.y)] = true end
    assert.is_nil(cells["1,0"])
    assert.is_true(cells["0,-1"])
    assert.is_true(#seen > 0)
    for _, cell in ipairs(seen) do assert.are.equal("1,0", cell) end
  end)

  it("is never called if its condition is false, and every placement is legal", function()
    local calls = 0
    local v = {
      allow_placement = { when = { attribute = "pennant" }, run = function() calls = calls + 1 end } }
    local t = roads(v)
    t:play { "1: BA-U east", "2: BA-U west" }
    assert.are.equal(0, calls)
  end)

  it("is about the tile at its new place", function()
    local ids = {}
    local v = { allow_placement = { when = { kind = "monastery" }, run = function(state)
      ids[state:hand()] = true
      return true
    end } }
    local t = roads(v, { bag = "BA-U BA-B" })
    t:play { "1: BA-U east", "2: BA-B meadow" }
    assert.are.same({ ["BA-B"] = true }, ids)
  end)
end)

describe("`blocked`", function()
  it("keeps spans off a tile where it names them, be it the tile that would need one, and else says nothing "
      .. "of them", function()
    for number, said in ipairs { { piece = "bridge" }, {}, { follower = true } } do
      said.kind = "monastery"
      local given = { variants = { "bridges", { name = "v", forbidden_deployments = { said } } },
        bag = "BA-B BA-U" }
      local function may(action)
        return pcall(function() board.set("*BA-U here\nmonastery=BA-B .", given):play { action } end)
      end
      assert.are.equal(number > 1, (may "1: BA-B here r0 bridge E.W @here"), number)
      local t = board.set("*monastery=BA-B\nhere", given):play { "1: BA-U here ..." }
      assert.are.equal(number > 1, t:may "bridge #2 @monastery", number)
    end
  end)

  it("prevents deployments that its filter matches: a piece on a kind, of any player", function()
    local t = roads { forbidden_deployments = { { kind = "road", piece = "follower" } } }
    t:play { "1: BA-U east ..." }
    assert.is_false(t:may "deploy follower road:E.W")
    assert.is_true(#t:deployments "follower" > 0)
  end)

  it("considers the feature that the piece would stand in, and the player", function()
    local v = { forbidden_deployments = { { player = { variable = { points = { min = 1 } } } },
      { feature = { has = { "pieces", piece = "hut" } } } },
      pieces = { hut = { count = 1, role = "special", on = "field" } } }
    local t = roads(v, { standing = { "1 hut start field:NL.NR.EL.WR" }, points = { 0, 5 } })
    t:play { "1: BA-U east ..." }
    assert.is_false(t:may "deploy follower field:NL.NR.EL.WR")
    assert.is_true(t:may "deploy follower field:ER.SL.SR.WL")
    t:apply "pass"
    t:play { "2: BA-U west" }
    assert.are.equal("draw", t.state:decision()) -- player 2 has points, but no place to deploy
  end)
end)

describe("`never`", function()
  it("prevents a placement that would make it true for the tile, or for other tiles", function()
    local v = {
      forbidden_placements = { { "tiles", kind = "city", adjacent_to = { "tiles", kind = "monastery" } } } }
    local t = board.set("*BA-B near far", { variants = { variant(v) }, bag = "BA-E BA-U" })
    for _, place in ipairs(t:places "BA-E") do assert.is_nil(place:match "^near") end
    t = board.set("*BA-E\nlow", { variants = { variant(v) }, bag = "BA-B BA-U" })
    for _, place in ipairs(t:places "BA-B") do assert.is_nil(place:match "^low") end
    t = board.set("*BA-E\nlow", { bag = "BA-B BA-U" })
    assert.matches("low", table.concat(t:places "BA-B", " "))
  end)
end)

describe("Rows of a step of the final scoring", function()
  -- Returns the points of each player if the game is over at once.
  local function over(rows, more)
    local v = { variables = { { name = "gold", scope = "player" } },
      final_scoring = { { name = "tax", before = "incomplete" } } }
    for key, value in pairs(more or {}) do v[key] = value end
    for i, row in ipairs(rows) do v.final_scoring[1][i] = row end
    v.final_scoring[1].run = rows.run
    local state = carcassonne.game { players = 3, tiles = "MEADOW x1 monastery field:NL.NR.EL.ER.SL.SR.WL.WR",
      variants = { variant(v) },
      position = "start MEADOW 0,0 r0\nstand 2 follower 0,0 monastery\n" ..
        "stand 2 follower 0,0 field:NL.NR.EL.ER.SL.SR.WL.WR\nremember gold 1 3\nremember gold 3 3" }
      :new_initial_state(1)
    local sums = { 0, 0, 0 }
    for _, event in ipairs(state:events()) do
      if event.kind == "awarded" then sums[event.player] = sums[event.player] + event.points end
    end
    return sums
  end

  it("give points to the player of each item that is found", function()
    assert.are.same({ 0, 6, 0 }, over { { "pieces", follower = true, add = 3 } })
    assert.are.same({ 0, 3, 0 }, over { { "pieces", follower = true, add = 3, once = true } })
    assert.are.same({ 2, 2, 2 }, over { { "players", add = 2 } })
    assert.are.same({ 0, 4, 0 }, over { { "pieces", kind = "field", player = "majority", add = 4 } })
  end)

  it("give them for the most of a variable, or for each of it, and add up", function()
    assert.are.same({ 10, 0, 10 }, over { { "players", highest = "gold", add = 10 } })
    assert.are.same({ 6, 0, 6 }, over { { "players", per = "gold", add = 2 } })
    assert.are.same({ 16, 0, 16 },
      over { { "players", per = "gold", add = 2 }, { "players", highest = "gold", add = 10 } })
  end)

  it("count what a selector finds of each, and come before a function", function()
    assert.are.same({ 0, 2, 0 }, over { { "players", per = { "pieces" }, add = 1 } })
    local scores
    over { { "players", per = "gold", add = 1 },
      run = function(state) scores = { state:score(1), state:score(2), state:score(3) } end }
    assert.are.same({ 3, 0, 3 }, scores)
  end)

  it("need items with an owner: a tile belongs to nobody, so nobody could be paid", function()
    for _, kind in ipairs { "tiles", "cells", "segments", "features", "corners", "axes" } do
      local fine, message = pcall(over, { { "players", add = 1 }, { kind, add = 1 } })
      assert.is_false(fine)
      assert.matches("variant 'v': final_scoring%[1%]%[2%]: points go to the player of each item found, "
        .. "so the selector must find players or pieces", message)
    end
  end)
end)

describe("A variable that holds a place", function()
  local variables = { { name = "lair", type = "tile" }, { name = "post", type = "segment" },
    { name = "homes", scope = "player", size = 2,
    type = "tile" } }

  local function kept(run)
    return roads({ variables = variables, on_tile_placed = run })
  end

  it("is empty at first, accepts a tile or a segment, returns it as a place, and nil clears it",
      function()
    local seen = {}
    local t = kept(function(state, tile)
      seen[#seen + 1] = { state:variable "lair" or "none", state:variable "post" or "none",
        state:variable("homes", 1, 2) or "none" }
      if #seen == 1 then
        state:set_variable("lair", tile)
        state:set_variable("post", { x = tile.x, y = tile.y, segment = 1 })
        state:set_variable("homes", 1, 2, tile)
      else
        state:set_variable("lair", nil)
      end
    end)
    t:play { "1: BA-U east", "2: BA-U west" }
    assert.are.same({ "none", "none", "none" }, seen[1])
    for _, place in ipairs(seen[2]) do assert.are.same({ 1, 0 }, { place.x, place.y }) end
    assert.are.equal(1, seen[2][2].segment)
    assert.is_nil(t.state:variable "lair")
    assert.are.equal(1, t.state:variable("post").x)
    assert.is_nil(t.state:variable("homes", 1, 1))
    assert.is_nil(t.state:variable("homes", 2, 2))
  end)

  it("has its old value after undo, and its value in copies, saved games and positions", function()
    local source = variant { variables = variables, on_tile_placed = function(state, tile)
      state:set_variable("lair", tile)
      state:set_variable("post", { x = tile.x, y = tile.y, segment = 2 })
    end }
    local t = roads(source)
    t:play { "1: BA-U east", "2: BA-U west" }
    local function places(state)
      return { state:variable("lair").x, state:variable("post").x, state:variable("post").segment }
    end
    assert.are.same({ -1, -1, 2 }, places(t.state))
    assert.are.same({ -1, -1, 2 }, places(t.state:clone()))
    assert.are.same({ -1, -1, 2 }, places(carcassonne.load(t.state:serialize(), { variants = { source } })))
    local again = carcassonne.game { variants = { source }, draws = "manual",
      position = t.state:observation_string() }
    local found = again:new_initial_state()
    assert.are.same(places(t.state), places(found))
    repeat t.state:undo_action() until t.state:num_tiles() == 2
    assert.are.same({ 1, 1, 2 }, places(t.state))
  end)

  it("may be used in a relation: if it is empty nothing is found", function()
    local counts = {}
    local t = kept(function(state, tile)
      counts[#counts + 1] = state:count { "tiles", at = "lair" }
      state:set_variable("lair", tile)
      counts[#counts + 1] = state:count { "tiles", adjacent_to = "lair" }
      counts[#counts + 1] = state:count { "tiles", except = { at = "lair" } }
    end)
    t:play { "1: BA-U east" }
    assert.are.same({ 0, 1, 1 }, counts)
  end)

  it("is refused a number, an empty cell, and a tile if it holds a segment", function()
    local function fails(run, message)
      local t = kept(run)
      assert.error_matches(function() t:play { "1: BA-U east" } end, message)
    end
    fails(function(state) state:set_variable("lair", 5) end, "set_variable")
    fails(function(state) state:set_variable("lair", { x = 40, y = 0 }) end, "set_variable")
    fails(function(state) state:set_variable("post", { x = 0, y = 0 }) end, "set_variable")
  end)
end)

describe("A filter of `this`", function()
  local function refusal(data)
    data.name = "odd"
    return select(2, pcall(require("carcassonne").game, { variants = { data } }))
  end
  local nothing = function() end

  it("is refused with what `this` never has: a tile is not a piece, a feature not a follower", function()
    assert.matches("phases%[1%]: phase a: when%.piece: `this` is a tile here, and tiles never have this key",
      refusal { phases = { { name = "a", timing = "turn_end", when = { piece = "pig" }, run = nothing } } })
    assert.matches("on_feature_scored: when%.follower: `this` is a feature here",
      refusal { on_feature_scored = { when = { follower = true }, run = nothing } })
    assert.matches("points%[1%]: all%.piece: `this` is a feature here",
      refusal { points = { { all = { { piece = "pig" } }, add = 1 } } })
  end)

  it("may name what lies in it, and its owner", function()
    assert.is_userdata(require("carcassonne").game { variants = { { name = "fine",
      points = { { has = { "pieces", piece = "pig" }, add = 1 } },
      phases = { { name = "a", timing = "turn_end", when = { hand = "pig", { "pieces", piece = "pig" } },
        run = nothing } } } } })
  end)
end)
