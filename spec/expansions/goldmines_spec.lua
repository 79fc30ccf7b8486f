-- The Goldmines: where ingots are put, who takes them, and how much they are worth.

local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"
local board = require "spec.support.board"
local properties = require "spec.support.properties"
local words = require("carcassonne.ui").words

-- Base tiles by default; `gold` are the variant's options, `with` further variants.
local function set(picture, options)
  local given = { sets = { "base" } }
  for key, value in pairs(options or {}) do given[key] = value end
  given.variants = { carcassonne.variant("goldmines", given.gold), compat.table.unpack(given.with or {}) }
  given.gold, given.with = nil, nil
  return board.set(picture, given)
end

-- Returns the number of ingots on each cell: { here = 1, west = 1 }.
local function lying(t)
  local found = {}
  for _, tile in ipairs(t.state:tiles { token = "ingot?" }) do
    found[t:called(tile.x, tile.y)] = t.state:num_tokens("ingot", tile)
  end
  return found
end

-- Returns the number of ingots of each player.
local function taken(t)
  local list = {}
  for player = 1, t.game:players() do list[player] = t.state:num_tokens("ingot", player) end
  return list
end

describe("The Goldmines", function()
  it("have eight tiles with gold, and sixteen ingots", function()
    local game = carcassonne.game { sets = { "base" }, variants = { "goldmines" } }
    assert.equal(72 + 8, game:num_tiles())
    assert.equal(16, set().state:num_tokens "ingot")
    local shown = 0
    for _, tile in ipairs(game:tiles()) do
      if tile.attributes[1] == "goldmine" then shown = shown + 1 end
    end
    assert.equal(8, shown)
  end)
end)

describe("a player who places a tile with gold", function()
  local picture = [[
    far=BA-B  a=BA-B  b=BA-B
    BA-B      here    .
  ]]
  local function begin() return set(picture, { counts = { ["BA-B"] = 9 } }):play { "1: GM-A here ..." } end

  it("puts an ingot on it, and has to put another on one of the tiles around it, corners too, before "
      .. "deploying", function()
    local t = begin()
    assert.same({ here = 1 }, lying(t))
    assert.same({ "gold @0,1", "gold @a", "gold @b", "gold @far" }, t:options())
    assert.is_false(t:may "pass")
    assert.same({}, t:deployments())
    assert.matches("the second ingot lies there", words.action(t.state, t.state:legal_actions()[1]))
  end)

  it("may deploy then", function()
    local t = begin():play { "1: gold @b, follower monastery" }
    assert.same({ here = 1, b = 1 }, lying(t))
    assert.same({ "1 follower here monastery" }, t:standing())
  end)

  it("is not asked if there is only one tile beside it", function()
    local t = set("a=BA-B here"):play { "1: GM-A here, follower monastery" }
    assert.same({ a = 1, here = 1 }, lying(t))
  end)

  it("may put it on a tile that already has some", function()
    local t = set("a=BA-B here there"):play { "1: GM-A here", "2: GM-H there" }
    assert.same({ a = 1, here = 2, there = 1 }, lying(t))
  end)

  it("puts nothing anywhere if the game has no gold", function()
    local t = set(picture, { counts = { ["BA-B"] = 9 }, gold = { without = { "gold" } } }):play {
      "1: GM-A here" }
    assert.same({}, lying(t))
    assert.equal(2, t.state:turn_player())
  end)
end)

describe("the ingots on the tiles of a road or city that is complete", function()
  it("go to the player who has the majority, whoever completed it", function()
    local t = set("end=BA-A r3 here east", { standing = { "1 follower end road:E" } })
    t:play { "1: GM-H here", "2: BA-A east r1" }
    assert.same({ 2, 0 }, taken(t))
    assert.same({}, lying(t))
  end)

  it("stay if nobody has it", function()
    local t = set "end=BA-A r3 here east":play { "1: GM-H here", "2: BA-A east r1" }
    assert.same({ 0, 0 }, taken(t))
    assert.same({ ["end"] = 1, here = 1 }, lying(t))
  end)

  it("are taken in turn by the players who tie, beginning with the player of the turn, and then clockwise",
      function()
    -- the road of players 1 and 3 has three ingots
    local function after(turn)
      local t = set([[
        .     BA-B       BA-B  BA-B
        .     BA-B       .     BA-B
        mine  w=BA-A r3  here  e=BA-A r1
      ]], { players = 3, turn = turn, counts = { ["BA-B"] = 9 },
        standing = { "1 follower w road:E", "3 follower e road:W" } })
      t:play { ("%d: GM-A mine r1, gold @w, pass"):format(turn) }
      t:play { ("%d: GM-H here ..."):format(turn % 3 + 1) }
      t:play { "gold @w", "pass" }
      assert.same({ mine = 1 }, lying(t))
      return taken(t)
    end
    assert.same({ 1, 0, 2 }, after(1)) -- player 2 completes the road: players 3, 1, 3 take an ingot
    assert.same({ 1, 0, 2 }, after(2)) -- player 3 completes the road
    assert.same({ 2, 0, 1 }, after(3)) -- player 1 completes the road
  end)
end)

describe("if one tile completes features of several players", function()
  -- Player 1 has a road from north to south, and player 2 one from west to east; the ingots lie on
  -- the crossing and in the north.
  local function begin(gold)
    return set([[
      BA-B       n=BA-A     BA-B
      w=BA-A r3  here       e=BA-A r1
      BA-B       s=BA-A r2  BA-B
    ]],
      { gold = gold, counts = { ["BA-A"] = 4 }, standing = { "1 follower n road:S", "2 follower w road:E" } })
      :play { "1: GM-H here, gold @n ..." }
  end

  it("each chooses in turn from which tile to take", function()
    local t = begin():play { "1: pass" }
    assert.equal("ingot", t.state:phase())
    assert.same({ "ingot @here", "ingot @n" }, t:options())
    assert.is_false(t:may "pass")
    assert.matches("From which tile does player 1 take an ingot%?", words.asks(t.state))
    t:play { "1: ingot @n" }
    assert.same({ 1, 1 }, taken(t))
    t = begin():play { "1: pass", "1: ingot @here" }
    assert.same({ 2, 0 }, taken(t))
    assert.equal(2, t.state:turn_player())
  end)

  it("they are given to the player with the best claim first, by the option", function()
    assert.same({ 2, 0 }, taken(begin({ tiles_taken = "given" }):play { "1: pass" }))
  end)
end)

describe("the ingots on the nine tiles of a monastery", function()
  it("go to its monk as it is complete", function()
    local t = set([[
      BA-B BA-B   BA-B
      BA-B m=BA-B BA-B
      BA-B n=BA-B here
    ]], { counts = { ["BA-B"] = 12 }, standing = { "2 follower m monastery" } })
    t:play { "1: GM-A here, gold @n, pass" }
    assert.same({ 0, 2 }, taken(t))
  end)
end)

describe("the ingots on the six tiles of a castle", function()
  -- Player 1 has a castle, and player 2 a road from `right`; the ingots lie on `east` and on the
  -- given cells.
  local function begin(gold)
    local t = set([[
      *north=BA-E r2  right=BA-A r3  far
      south           east           .
    ]], { with = { "castles" }, standing = { "1 follower north city:S", "2 follower right road:E" } })
    t:play { "1: BA-E south ...", "1: pass", "1: castle city:N @south" }
    return t:play { "2: GM-A east, gold @" .. gold .. ", pass" }
  end

  it("go to its owner as it scores, even those outside the completed feature", function()
    local t = begin "north"
    assert.same({ north = 1, east = 1 }, lying(t))
    t:play { "1: BA-A far r1, pass" }
    assert.same({ 2, 2 }, t:points())
    assert.same({ 2, 0 }, taken(t))
  end)

  it("are shared with the owner of the completed feature, if both have a claim", function()
    local t = begin("right"):play { "1: BA-A far r1, pass" }
    assert.same({ "ingot @east", "ingot @right" }, t:options())
    t:play { "1: ingot @east" }
    assert.same({ 1, 1 }, taken(t))
    assert.same({}, lying(t))
  end)

  it("stay while the castle waits", function()
    assert.same({ north = 1, east = 1 }, lying(begin("north"):play { "1: BA-U far, pass" }))
  end)
end)

describe("at the end", function()
  it("an ingot is worth 1 point, 2 with four of them, 3 with seven, 4 with ten", function()
    for ingots, points in pairs { [0] = 0, [1] = 1, [3] = 3, [4] = 8, [6] = 12, [7] = 21, [9] = 27, [10] = 40,
        [16] = 64 } do
      local rich = { name = "rich", phases = { { name = "give", timing = "game_end", run = function(state)
        for _ = 1, ingots do state:put_token("goldmines.ingot", 2) end
      end } } }
      local t = board.set("end=BA-A r3 here",
        { sets = { "base" }, bag = "BA-U", variants = { "goldmines", rich } }):play { "1: BA-U here" }
      assert.same({ 0, points }, t:points())
      assert.same({ 0, points }, t:awarded "gold")
    end
  end)

  it("incomplete features take none, nor do fields", function()
    local t = set("end=BA-A r3 here",
      { bag = "GM-H", standing = { "1 follower end road:E", "2 follower end monastery" } })
    t:play { "1: GM-H here" }
    assert.same({ 0, 0 }, taken(t))
  end)
end)

it("The Goldmines are played in random games, saved and taken back", function()
  for seed = 1, 4 do
    local given = { players = 2 + seed % 4, variants = { carcassonne.variant("goldmines",
      { tiles_taken = seed % 2 == 0 and "given" or "chosen" }), "mage-and-witch", "castles" } }
    properties.try(carcassonne.game(given), seed, given)
  end
end)
