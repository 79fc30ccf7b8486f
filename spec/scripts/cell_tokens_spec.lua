-- Tokens on empty cells: they are put there, found, drawn and reported; and what happens to a token
-- when a tile is placed on its cell.

local board = require "spec.support.board"
local carcassonne = require "carcassonne"
local hands = require "spec.support.by_hand"

-- ---- Helpers ------------------------------------------------------------------------------------

-- stays if a tile is placed on it
local CHEST = { name = "chest", on = { "cell", "tile", "player" }, count = 3 }
local FOG = { name = "fog", on = "cell", count = 2 } -- returns to the supply
local EAST, WEST = { x = 2, y = 0 }, { x = -1, y = 0 }

-- A road to be extended; the hook applies `acts` when a tile is placed.
local function set(acts, source, options)
  local v = { name = "v", tokens = { CHEST, FOG, { name = "ghost", on = { "cell", "tile" } } },
    on_tile_placed = function(state, tile) if acts then acts(state, tile) end end }
  for key, value in pairs(source or {}) do v[key] = value end
  local given = { variants = { v } }
  for key, value in pairs(options or {}) do given[key] = value end
  return board.set([[
    west *road=BA-D next east
  ]], given)
end

-- The board after player 1 has placed a crossroads in the middle, which runs the act.
local function after(act, source, options)
  return set(function(state, tile)
    if tile.id == "BA-L" then act(state, tile) end
  end, source, options):play { "1: BA-L next" }
end

local function refusal(act, source)
  local ok, message = pcall(after, act, source)
  assert.is_false(ok)
  return tostring(message)
end

-- Returns "chest 2,0", "chest on tile 2,0", "chest hand 1".
local function reported(state)
  local list = {}
  for i, one in ipairs(state:tokens()) do
    list[i] = one.token .. (one.in_hand and " hand " .. one.player or (one.tile and " on tile " or " ")
      .. one.x .. "," .. one.y)
  end
  return list
end

local function chest_in_the_east(state) state:put_token("chest", EAST) end

-- ---- Where they are -----------------------------------------------------------------------------

describe("A token on an empty cell", function()
  it("stays there until a tile is placed, and then lies on the tile", function()
    local t = after(chest_in_the_east)
    assert.are.same({ "chest 2,0" }, reported(t.state))
    assert.are.equal(1, t.state:num_tokens("chest", EAST))
    t:play { "2: BA-D west" }
    assert.are.same({ "chest 2,0" }, reported(t.state))
    t:play { "1: BA-D east" }
    assert.are.same({ "chest on tile 2,0" }, reported(t.state))
    assert.are.equal(1, t.state:num_tokens("chest", EAST))
  end)

  it("returns if its kind is never on tiles, and that is reported", function()
    local t = after(function(state) state:put_token("fog", EAST) end)
    t:play { "2: BA-D east" }
    assert.are.same({}, reported(t.state))
    assert.are.equal(2, t.state:num_tokens "fog")
    local events = hands.events(t.state, "token")
    assert.are.same({ 2, 0 }, { events[1].x, events[1].y })
    assert.are.same({ from = { x = 2, y = 0 } }, { from = events[2].from, x = events[2].x })
  end)

  it("of a player returns to the owner's hand", function()
    local t = after(function(state) state:put_token("claim", EAST) end,
      { tokens = { { name = "claim", on = "cell", owner = "player" } } })
    assert.are.same({ "claim 2,0", "claim hand 2" }, reported(t.state))
    t:play { "2: BA-D east" }
    assert.are.same({ "claim hand 1", "claim hand 2" }, reported(t.state))
  end)

  it("can be given by on_tile_placed to the player who placed the tile", function()
    local t = set(nil, { on_tile_placed = { when = { any = { { id = "BA-L" }, { token = "chest" } } },
        run = function(state, tile)
      for chest in state:each { "tokens", token = "chest", at = tile } do
        state:move_token(chest, state:turn_player())
      end
      if tile.id == "BA-L" then chest_in_the_east(state) end
    end } }):play { "1: BA-L next", "2: BA-D east" }
    assert.are.same({ "chest hand 2" }, reported(t.state))
  end)

  it("lies under a tile that a script places, too", function()
    local t = set(nil, { phases = { { name = "lay", timing = "before_draw",
      when = { variable = { turns = { min = 2 } } },
      ask = function(state) state:offer { x = EAST.x, y = EAST.y } end,
      on_chosen = function(state, action)
        local _, first = next(state:placements "BA-U")
        for _, one in ipairs(state:placements "BA-U") do
          if one.x == action.x and one.y == action.y then first = one end
        end
        state:place_tile("BA-U", first.x, first.y, first.rotation)
        assert(#state:tiles { token = "chest" } == 1)
      end } }, on_tile_placed = { when = { id = "BA-L" }, run = chest_in_the_east } })
    t:play { "1: BA-L next" }
    if t.state:decision() == "choice" then t:apply "lay @east" end
    assert.are.same({ "chest on tile 2,0" }, reported(t.state))
  end)

  it("moves from cell to cell, to tiles and into hands, and its place stays what it is as the board grows "
      .. "west", function()
    local t = after(function(state, tile)
      state:put_token("ghost", EAST)
      state:put_token("ghost", WEST)
      chest_in_the_east(state)
      state:move_token(state:tokens { token = "chest" }[1], tile)
      state:put_token("chest", WEST)
      state:move_token(state:tokens { token = "chest", at = WEST }[1], 2)
      state:put_token("fog", WEST)
    end)
    assert.are.same({ "chest on tile 1,0", "chest hand 2", "fog -1,0", "ghost -1,0" }, reported(t.state))
  end)
end)

-- ---- Asked for ----------------------------------------------------------------------------------

describe("A selector", function()
  local function laid()
    return after(function(state)
      chest_in_the_east(state)
      chest_in_the_east(state)
      state:put_token("ghost", WEST)
    end).state
  end

  it("finds them, and finds cells by them", function()
    local state = laid()
    assert.are.equal(2, state:count { "tokens", token = "chest", in_hand = false })
    assert.are.equal(2, state:count { "tokens", at = EAST })
    assert.are.equal(0, state:count { "tokens", kind = "road" })
    assert.are.same({ EAST }, state:cells { token = "chest" })
    assert.are.same({ EAST }, state:cells { token = { chest = 2 } })
    assert.are.same({ EAST }, state:cells { has = { "tokens", token = "chest" } })
    assert.are.equal(#state:cells() - 2, state:count { "cells", has_no = { "tokens" } })
    assert.is_true(state:matches(EAST, { token = "chest" }))
    assert.is_true(state:matches(state:tokens()[1], { token = "chest", at = EAST }))
  end)

  it("takes the cell of the only one as a place", function()
    local state = laid()
    assert.are.same({ 0 }, { state:tiles({ adjacent_to = "ghost" })[1].x })
    assert.are.equal(0, state:count { "tiles", at = "ghost" })
    assert.are.same({ WEST }, state:cells { at = "ghost" })
    assert.are.equal(2, state:count { "tiles", in_line_with = "ghost" })
  end)

  it("checks whether a tile would be placed on one", function()
    local t = after(chest_in_the_east,
      { allow_placement = { when = { token = "chest" }, run = function() return false end } })
    t:draw "BA-D"
    for _, action in ipairs(t.state:legal_actions()) do assert.is_false(action.x == 2 and action.y == 0) end
  end)

  it("offers them, and moves the chosen one", function()
    local t = set(nil, { on_tile_placed = { when = { id = "BA-L" }, run = chest_in_the_east },
      phases = { { name = "take", timing = "deployment", offer = { "tokens", token = "chest" },
        on_chosen = function(state, action) state:move_token(action, state:turn_player()) end } } })
    t:play { "1: BA-L next ..." }
    assert.are.same({ "take chest @east" }, t:options())
    t:apply "take chest @east"
    assert.are.same({ "chest hand 1" }, reported(t.state))
  end)

  it("offers cells, onto which an option puts one", function()
    local t = set(nil,
      { phases = { { name = "bury", timing = "deployment", offer = { "cells", token = { chest = 0 } },
      on_chosen = function(state, action) state:put_token("chest", action) end } } })
    t:play { "1: BA-L next ..." }
    t:apply "bury @2,0"
    assert.are.same({ "chest 2,0" }, reported(t.state))
  end)
end)

-- ---- Kept and reported --------------------------------------------------------------------------

describe("What lies on empty cells", function()
  local v = { name = "v", tokens = { CHEST, FOG }, on_tile_placed = function(state, tile)
    for _, name in ipairs { "chest", "fog" } do
      for one in state:each { "tokens", token = name, at = tile } do state:move_token(one, nil) end
      local cells = state:cells { around = tile, token = { [name] = 0 } }
      if cells[1] and state:num_tokens(name) > 0 then state:put_token(name, cells[#cells]) end
    end
  end }
  local game = carcassonne.game { variants = { v } }

  it("is in positions, from which a game starts again", function()
    local state, most = game:new_initial_state(5), 0
    while not state:is_terminal() do
      state:apply_index(1 + state:decisions() % state:num_actions())
      most = math.max(most, state:count { "cells", token = { "chest", "fog" } })
      local again = carcassonne.game { variants = { v },
        position = state:observation_string() }:new_initial_state(5)
      assert.are.equal(state:observation_string(), again:observation_string())
      assert.are.same(reported(state), reported(again))
    end
    assert.is_true(most > 2)
  end)

  it("is in the hash, in saved games and restored by undo", function()
    local state = game:new_initial_state(6)
    for _ = 1, 12 do state:apply_index(1) end
    local before, hash = reported(state), state:hash()
    assert.are.same(before, reported(carcassonne.load(state:serialize(), { variants = { v } })))
    for _ = 1, 6 do state:apply_index(1) end
    for _ = 1, 6 do state:undo_action() end
    assert.are.equal(hash, state:hash())
    assert.are.same(before, reported(state))
  end)

  it("has a hash of its own for each cell", function()
    local function hash(cell)
      return after(function(state) state:put_token("chest", cell) end).state:hash()
    end
    assert.are_not.equal(hash(EAST), hash(WEST))
  end)

  it("is drawn on the board, even beside an option's number, and named below it", function()
    local t = after(chest_in_the_east)
    local text = table.concat((require("carcassonne.text.board").lines(t.state)), "\n")
    assert.matches("Ch", text)
    local marked = table.concat(
      (require("carcassonne.text.board").lines(t.state, { marks = { { x = 2, y = 0, label = 7 } } })), "\n")
    assert.matches("Ch", marked)
    assert.matches("%[7%]", marked)
    assert.are.same({ "chest: at 2,0; 2 left" }, require("carcassonne.text.board_extras").lines(t.state))
    assert.are.same({ token = "chest", sign = "Ch", count = 1, x = 2, y = 0 }, t.state:view().tokens[1])
  end)
end)

-- ---- Refused ------------------------------------------------------------------------------------

describe("A token on a cell is refused", function()
  it("that is not beside the board, or has a tile that it is never on", function()
    assert.matches("chest may be on an empty cell only if the cell is beside a tile",
      refusal(function(state) state:put_token("chest", { x = 9, y = 9 }) end))
    assert.matches("chest may be on an empty cell only if the cell is beside a tile",
      refusal(function(state) state:put_token("chest", { x = 258, y = 0 }) end))
    assert.matches("fog cannot be on a tile: its `on` does not list `tile`",
      refusal(function(state, tile) state:put_token("fog", tile) end))
  end)

  it("whose kind may not be there", function()
    assert.matches("no tile lies at this cell",
      refusal(function(state) state:put_token("gem", EAST) end,
        { tokens = { { name = "gem", on = { "tile", "player" } } } }))
  end)

  it("in a position, on an invalid cell", function()
    local function position(line)
      local ok, message = pcall(carcassonne.game, { variants = { { name = "v", tokens = { CHEST, FOG } } },
        position = "start BA-D 0,0 r0\n" .. line })
      return ok or tostring(message)
    end
    assert.is_true(position "put chest cell=1,0 count=3")
    assert.matches("put: chest may be on an empty cell only if the cell is beside a "
      .. "tile", position "put chest cell=4,4")
    assert.matches("put: fog cannot be on a tile: its `on` does not list `tile`",
      position "put fog cell=0,0")
    assert.matches("put: chest: there is no tile at 1,0", position "put chest cell=1,0 segment=road:E.W")
  end)
end)
