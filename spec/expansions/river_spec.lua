-- The River, sentence by sentence.

local carcassonne = require "carcassonne"
local board = require "spec.support.board"

local function set(picture, options)
  local given = { variants = { "river" } }
  for key, value in pairs(options or {}) do given[key] = value end
  return board.set(picture, given)
end

-- A game played at random; its tiles in the order in which they came.
local function played(seed, variants, players)
  local game = carcassonne.game { players = players, variants = variants }
  local state = game:new_initial_state(seed)
  state:random_playout(seed)
  return state
end

local function is_river(tile) return tile.id:match "^RI%-" ~= nil end

describe("The river", function()
  it("has twelve tiles; the spring is on the table", function()
    local state = carcassonne.game { variants = { "river" } }:new_initial_state(1)
    local n = 0
    for _, tile in ipairs(state:game():tiles()) do n = n + (is_river(tile) and tile.count or 0) end
    assert.are.equal(12, n)
    assert.are.equal("RI-A", state:tiles()[1].id)
    assert.are.equal(1, state:num_tiles())
  end)

  it("comes before all other tiles, the lake last", function()
    for seed = 1, 20 do
      local tiles = played(seed, { carcassonne.variant("river", { turns = "alternate" }) }):tiles()
      for i = 1, 12 do assert.is_true(is_river(tiles[i])) end
      for i = 13, #tiles do assert.is_false(is_river(tiles[i])) end
      assert.are.equal("RI-B", tiles[12].id)
    end
  end)

  it("is one river from the spring to the lake, which has no open end", function()
    for seed = 1, 20 do
      local state = played(seed, { carcassonne.variant("river", { turns = "alternate" }) })
      local rivers = state:features { kind = "river" }
      assert.are.equal(1, #rivers)
      assert.are.equal(0, rivers[1].open)
      assert.are.equal(12, rivers[1].tiles)
    end
  end)

  it("grows only where it ends: a tile without its water joining the river's is no placement", function()
    local t = set([[
      .  north   .
      .  *RI-A   here
      .  south   .
    ]], { bag = "RI-G BA-U" })
    assert.are.same({ "here/0", "here/2" }, t:places "RI-G")
  end)

  it("may not turn straight back", function()
    local t = set([[
      *RI-A  RI-J
      .      here
    ]], { bag = "RI-J" })
    assert.are.same({ "here/2" }, t:places "RI-J")
  end)

  it("parts the fields on its banks", function()
    local t = set([[ west=RI-G here ]], { standing = { "1 follower west field:NL.NR.EL.WR" }, bag = "RI-G" })
    t:play { "1: RI-G here ..." }
    assert.are.same({ "field:ER.SL.SR.WL" }, t:deployments "follower")
  end)

  it("goes under a road, which goes on above it", function()
    local t = set([[ west=RI-G bridge=RI-F/1 ]], { bag = "RI-G" })
    local road = t:feature("bridge", "road:N.S")
    assert.are.equal(2, road.open)
    assert.are.equal(1, road.tiles)
  end)

  it("is nobody's, and scores nothing", function()
    local state = played(7, { "river" }, 4)
    for _, event in ipairs(state:events()) do
      if event.kind == "scored" then assert.are_not.equal("river", event.feature) end
      if event.kind == "deployed" then assert.are_not.equal("river", event.feature) end
    end
  end)

  it("lets the start tile of the base game come from the bag", function()
    local game = carcassonne.game { variants = { "river" } }
    local state = game:new_initial_state(1)
    assert.are.equal(4, state:tiles_left()["BA-D"])
  end)
end)
