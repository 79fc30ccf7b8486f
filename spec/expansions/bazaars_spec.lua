-- Bazaars: who chooses a tile, who bids, who pays whom, and when the tiles are placed.

local carcassonne = require "carcassonne"
local board = require "spec.support.board"
local properties = require "spec.support.properties"

-- Three players with ten points each; player 1 has placed a bazaar, BB-K, and three tiles are on
-- display. `bazaars` are the variant's options.
local function market(options)
  local given = { sets = { "base" }, players = 3, turn = 1, points = { 10, 10, 10 },
    bag = "BB-K BA-U BA-V BA-W BA-B BA-B BA-B" }
  for key, value in pairs(options or {}) do given[key] = value end
  given.variants, given.bazaars = { carcassonne.variant("bazaars", given.bazaars) }, nil
  return board.set("*start=BA-U here", given):play { "1: BB-K here r1, pass", "draw BA-U", "draw BA-V",
    "draw BA-W" }
end

-- Returns the points that a player has received, in the auction or after it.
local function bought(t, player)
  return t.state:reserve "bazaar"[t.state:variable("lot", player)] or t.state:reserve("bought", player)[1]
end

describe("Bazaars", function()
  it("have twelve tiles, eight of them with a bazaar", function()
    local game = carcassonne.game { sets = { "base" }, variants = { "bazaars" } }
    assert.equal(72 + 12, game:num_tiles())
    local bazaars = 0
    for _, tile in ipairs(game:tiles()) do
      for _, attribute in ipairs(tile.attributes) do
        bazaars = bazaars + (attribute == "bazaar" and tile.count or 0)
      end
    end
    assert.equal(8, bazaars)
  end)

  it("have a garden on one tile in their second edition", function()
    local game = carcassonne.game { sets = { "base" },
      variants = { carcassonne.variant("bazaars", { edition = 2 }) } }
    assert.equal(72 + 12, game:num_tiles())
    assert.same({ "garden" }, game:tile("BB-E").segments[6].attributes)
  end)

  it("open no auction if only their tiles are used", function()
    local without = carcassonne.variant("bazaars", { without = { "bazaars" } })
    local t = board.set("start=BA-U here", { sets = { "base" }, variants = { without } })
    t:play { "1: BB-K here r1, pass" }
    assert.equal("draw", t.state:decision())
    assert.is_nil(t.state:dealing())
  end)
end)

describe("an auction", function()
  it("puts a tile for each player on display at the end of the turn; the next player chooses one", function()
    local t = market()
    assert.same({ "BA-U", "BA-V", "BA-W" }, t.state:reserve "bazaar")
    assert.equal(2, t.state:current_player())
    assert.equal(1, t.state:turn_player())
    assert.same({ "bazaar tile:BA-U #1", "bazaar tile:BA-V #2", "bazaar tile:BA-W #3" }, t:options())
  end)

  it("lets the player who chose the tile bid first, then all others once, each more than before", function()
    local t = market():play { "2: bazaar tile:BA-V #2" }
    assert.equal(2, t.state:current_player())
    assert.equal(10, #t:options "bid")
    t:play { "2: bid #3" }
    assert.equal(3, t.state:current_player())
    assert.equal(7, #t:options "bid")
    t:play { "3: pass" }
    assert.equal(1, t.state:current_player())
    t:play { "1: bid #5" }
    assert.equal("sale", t.state:phase())
    assert.equal(2, t.state:current_player())
  end)

  it("asks nobody for more points than the player has", function()
    local t = market { points = { 2, 10, 0 } }
    t:play { "2: bazaar tile:BA-V #2", "2: bid #2" }
    assert.equal("bazaar", t.state:phase()) -- neither player 3 nor player 1 can bid more
    assert.equal("BA-V", bought(t, 2))
    assert.same({ 2, 8, 0 }, t:points())
  end)

  it("lets the player who chose the tile buy it from the highest bidder", function()
    local t = market():play { "2: bazaar tile:BA-V #2", "2: pass", "3: bid #4", "1: pass", "2: sale #1" }
    assert.equal("BA-V", bought(t, 2))
    assert.same({ 10, 6, 14 }, t:points())
  end)

  it("lets the player who chose the tile sell it to the highest bidder", function()
    local t = market():play { "2: bazaar tile:BA-V #2", "2: pass", "3: bid #4", "1: pass", "2: sale #2" }
    assert.equal("BA-V", bought(t, 3))
    assert.same({ 10, 14, 6 }, t:points())
    assert.equal(1, t.state:current_player()) -- the next player among those without a tile
  end)

  it("lets the player who chose the tile pay the own bid to nobody if nobody bids more", function()
    local t = market():play { "2: bazaar tile:BA-V #2", "2: bid #3", "3: pass", "1: pass" }
    assert.equal("BA-V", bought(t, 2))
    assert.same({ 10, 7, 10 }, t:points())
    assert.equal(3, t.state:current_player())
  end)

  it("sells no tile to a player who has one, and gives the last one away", function()
    local t = market():play { "2: bazaar tile:BA-V #2", "2: pass", "3: bid #4", "1: pass", "2: sale #2" }
    assert.same({ "bazaar tile:BA-U #1", "bazaar tile:BA-W #3" }, t:options())
    t:play { "1: bazaar tile:BA-W #3", "1: pass" }
    assert.equal(2, t.state:current_player()) -- player 3 has a tile already
    t:play { "2: pass" }
    assert.equal("BA-W", bought(t, 1))
    assert.equal("BA-U", t.state:hand()) -- the tile of player 2, whose turn it is now
    assert.same({ 10, 14, 6 }, t:points())
  end)

  it("does not let a player buy without the points, unless by the option for another engine", function()
    for debts, sales in pairs { [false] = { "sale #2" }, [true] = { "sale #1", "sale #2" } } do
      local t = market { points = { 10, 2, 10 }, bazaars = { debts = debts } }
      t:play { "2: bazaar tile:BA-V #2", "2: pass", "3: bid #4", "1: pass" }
      assert.same(sales, t:options())
    end
  end)

  it("does not take place if there are fewer tiles than players", function()
    local t = board.set("*start=BA-U here",
      { sets = { "base" }, players = 3, variants = { "bazaars" }, bag = "BB-K BA-U BA-V" })
    t:play { "1: BB-K here r1, pass" }
    assert.is_nil(t.state:dealing())
    assert.equal(2, t.state:turn_player())
  end)

  it("is omitted if the option lets each player take a tile in turn", function()
    local t = market { bazaars = { auction = false } }
    t:play { "2: bazaar tile:BA-W #3", "3: bazaar tile:BA-U #1" }
    assert.equal("BA-W", t.state:hand())
    assert.equal("BA-U", bought(t, 3))
    assert.equal("BA-V", bought(t, 1))
    assert.same({ 10, 10, 10 }, t:points())
  end)
end)

describe("a position in which the display is being filled", function()
  it("is set up again as it is, and continues with the auction", function()
    local t = board.set("*start=BA-U here",
      { sets = { "base" }, players = 3, variants = { "bazaars" }, draws = "manual",
      bag = "BB-K BA-U BA-V BA-W BA-B" })
    t:play { "1: BB-K here r1, pass", "draw BA-U" }
    local again = t:read_back()
    assert.equal(t.state:observation_string(), again.state:observation_string())
    again:play { "draw BA-V", "draw BA-W" }
    assert.equal("bazaar", again.state:phase())
    assert.equal(2, again.state:current_player())
  end)
end)

describe("the tiles of an auction", function()
  -- Each player has one of the tiles: player 2 BA-U, player 3 BB-L, a bazaar, and player 1 BA-W.
  local function round(more, picture)
    local given = { sets = { "base", "traders" }, players = 3, turn = 1,
      variants = { carcassonne.variant("bazaars", { auction = false }) },
      bag = "BB-K BA-U BB-L BA-W BB-J BA-B BA-B BA-B" }
    for key, value in pairs(more or {}) do given[key] = value end
    return board.set(picture or "*start=BA-U here", given):play { "1: BB-K here r1, pass", "draw BA-U",
      "draw BB-L", "draw BA-W",
      "2: bazaar tile:BA-U #1", "3: bazaar tile:BB-L #2" }
  end

  it("are placed in the next turns, without a draw", function()
    local t = round()
    assert.equal("BA-U", t.state:hand())
    t:play { "2: place BA-U 2,0 r0", "2: pass" }
    assert.equal("BB-L", t.state:hand())
    t:play { "3: place BB-L 3,0 r1", "3: pass" }
    assert.equal("BA-W", t.state:hand())
  end)

  it("are placed before an abbey", function()
    local t = round({ variants = { carcassonne.variant("bazaars", { auction = false }), "abbey-and-mayor" } }, [[
      nw=BA-B    hill=BA-B  ne=BA-B      .
      west=BA-B  hole       *start=BA-U  here
      sw=BA-B    dale=BA-B  se=BA-B      .
    ]])
    assert.equal("place", t.state:decision())
    assert.equal("BA-U", t.state:hand())
  end)

  it("open no auction if they show a bazaar, nor does a bazaar drawn in the same round", function()
    local t = round()
    t:play { "2: place BA-U 2,0 r0", "2: pass", "3: place BB-L 3,0 r1", "3: pass" }
    assert.is_nil(t.state:dealing())
    t:play { "1: place BA-W 4,0 r0", "1: pass" }
    assert.equal("draw", t.state:decision())
    t:play { "2: BB-J 0,1 ..." }
    t:apply "pass"
    assert.same({ "bazaar" }, { t.state:dealing() })
  end)
end)

describe("Bazaars in random games", function()
  it("lose no tile, and keep it when the game is saved, taken back and set up again #full", function()
    for seed = 1, 6 do
      local given = {
        variants = { carcassonne.variant("bazaars", { auction = seed % 3 > 0, debts = seed % 2 == 0 }) },
        players = 2 + seed % 4 }
      properties.try(carcassonne.game(given), seed, given, true)
    end
  end)

  it("forget the auction of the player who gives up while tiles are being laid out, and open the next one "
    .. "with all "
      .. "tiles", function()
    local t = board.set("*start=BA-U here",
      { sets = { "base" }, players = 3, variants = { "bazaars" }, draws = "manual",
      bag = "BB-K BA-U BA-V BA-W BA-B BB-G BA-B BA-B" })
    t:play { "1: BB-K here r1, pass", "draw BA-U" }
    t.state:resign(1)
    assert.is_nil(t.state:dealing())
    assert.equal(2, t.state:turn_player())
    t:play { "2: BB-G 0,1, pass", "draw BA-U", "draw BA-V" }
    assert.same({ "BA-U", "BA-V" }, t.state:reserve "bazaar")
  end)

  it("continue if players give up in the middle of an auction", function()
    local all = 0
    for seed = 1, 12 do
      local state, random = carcassonne.game { variants = { "bazaars" },
        players = 4 }:new_initial_state(seed), properties.chooser(seed)
      local given_up = 0
      while not state:is_terminal() do
        local asked = state:current_player()
        if (state:phase() == "bid" or state:phase() == "bazaar") and given_up < 2 and random(9) == 1 then
          given_up = given_up + 1
          state:resign(random(2) == 1 and asked or asked % 4 + 1)
        else
          assert(state:apply_index(random(state:num_actions())))
        end
      end
      all = all + given_up
    end
    assert.is_true(all > 12)
  end)
end)
