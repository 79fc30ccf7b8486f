-- The Labyrinth: a test for each sentence of its rules.

local carcassonne = require "carcassonne"
local board = require "spec.support.board"
local properties = require "spec.support.properties"

local function set(picture, options, chosen)
  local given = { variants = { carcassonne.variant("labyrinth", chosen) } }
  for key, value in pairs(options or {}) do given[key] = value end
  return board.set(picture, given)
end

-- A labyrinth whose western road continues on a tile, and an empty cell beside its eastern road.
local joined = [[
  .         .         .
  west=BA-U maze=LA-A east
]]

-- This labyrinth with all roads closed except the eastern one.
local closed = [[
  .             north=BA-A     .
  west=BA-A r3  maze=LA-A      east
  .             south=BA-A r2  .
]]

describe("The Labyrinth", function()
  it("has one tile, or as many as the option says", function()
    for copies = 1, 3 do
      local game = carcassonne.game { sets = { "base" },
        variants = { carcassonne.variant("labyrinth", { copies = copies }) } }
      assert.equal(72 + copies, game:num_tiles())
    end
  end)

  it("has roads that end at abbeys", function()
    local game = carcassonne.game { variants = { "labyrinth", "abbey-and-mayor" }, counts = { ["LA-A"] = 12 },
      players = 4 }
    for seed = 1, 20 do game:new_initial_state(seed):random_playout(seed) end
  end)

  it("joins four roads, which are complete together", function()
    local t = set(closed, { standing = { "1 follower north road:S" } })
    assert.is_true(t.state:feature(t:cell("west").x, t:cell("west").y, "road:E") ==
      t.state:feature(t:cell("north").x, t:cell("north").y, "road:S"))
    t:play { "1: BA-A east r1" }
    assert.same({}, t:standing())
  end)
end)

describe("a follower", function()
  it("may be deployed on a stretch without a piece, even if a piece stands elsewhere on the road", function()
    local t = set(joined, { standing = { "2 follower west road:E.W" } })
    t:play { "1: BA-U east ..." }
    assert.is_true(t:may "follower road:E.W")
    t:apply "deploy follower road:E.W"
    assert.same({ "1 follower east road:E.W", "2 follower west road:E.W" }, t:standing())
  end)

  it("may not if a piece stands on the same stretch, even one of the own color", function()
    for player = 1, 2 do
      local t = set("west=BA-U maze=LA-A between=BA-U here",
        { standing = { player .. " follower between road:E.W" } })
      t:play { "1: BA-U here ..." }
      assert.is_false(t:may "follower road:E.W")
    end
  end)

  it("may beyond a piece that stands on the labyrinth", function()
    local t = set(joined, { standing = { "2 follower maze road:N.E.S.W" } })
    t:play { "1: BA-U east ..." }
    assert.is_true(t:may "follower road:E.W")
  end)

  it("may be deployed on the labyrinth itself, whatever stands on the roads that it joins", function()
    local t = set("west=BA-U here", { standing = { "2 follower west road:E.W" } })
    t:play { "1: LA-A here, follower road:N.E.S.W" }
    assert.same({ "1 follower here road:N.E.S.W", "2 follower west road:E.W" }, t:standing())
  end)

  it("may through a magic portal, too", function()
    local t = set("west=BA-U maze=LA-A east=BA-U\nhill=BA-B . .\nhere . .",
      { variants = { "labyrinth", "princess-and-dragon" },
      bag = "PD-M", standing = { "2 follower west road:E.W" } })
    t:play { "1: PD-M here r2 ..." }
    assert.is_true(t:may "follower road:E.W @east")
    assert.is_true(t:may "follower road:N.E.S.W @maze")
    assert.is_false(t:may "follower road:E.W @west")
  end)

  it("is listed only once if the whole road has no pieces", function()
    local t = set(joined)
    t:play { "1: BA-U east ..." }
    local n = 0
    for _, action in ipairs(t.state:legal_actions()) do
      n = n + (action.text == "road:E.W" and action.piece == "follower" and 1 or 0)
    end
    assert.equal(1, n)
  end)
end)

describe("a complete road with a labyrinth", function()
  local standing = { "1 follower north road:S", "1 follower maze road:N.E.S.W", "2 follower south road:N",
    "1 builder west road:E" }

  it("scores 2 points more for each follower on it, of any owner, for its majority", function()
    local t = set(closed, { standing = standing, turn = 2 })
    t:play { "2: BA-A east r1" }
    assert.same({ 5 + 3 * 2, 0 }, t:points())
  end)

  it("... or for each piece, where the option says so", function()
    local t = set(closed, { standing = standing, turn = 2 }, { counted = "pieces" })
    t:play { "2: BA-A east r1" }
    assert.same({ 5 + 4 * 2, 0 }, t:points())
  end)

  it("pays these points to both players who tie", function()
    local t = set(closed, { standing = { "1 follower north road:S", "2 follower south road:N" } })
    t:play { "1: BA-A east r1" }
    assert.same({ 5 + 2 * 2, 5 + 2 * 2 }, t:points())
  end)

  it("scores none of them if it is incomplete at the end", function()
    local t = set("west=BA-U maze=LA-A here", { standing = { "1 follower west road:E.W" }, bag = "BA-U" })
    t:play { "1: BA-U here" }
    assert.is_true(t.state:is_terminal())
    assert.same({ 3, 0 }, t:points())
  end)
end)

it("By the basic rules it is a road like others", function()
  local t = set(joined, { standing = { "2 follower west road:E.W" } }, { without = { "stretches", "bonus" } })
  t:play { "1: BA-U east ..." }
  assert.is_false(t:may "follower road:E.W")
end)

it("The Labyrinth keeps the properties of every game", function()
  for seed = 1, 4 do
    local given = { variants = { carcassonne.variant("labyrinth", { copies = 3 }), seed % 2 == 0 and "ferries"
      or "princess-and-dragon" },
      players = seed + 1 }
    properties.try(carcassonne.game(given), seed, given)
  end
end)
