-- The River: a test for each sentence of its rules.

local carcassonne = require "carcassonne"
local board = require "spec.support.board"
local properties = require "spec.support.properties"
local scaled = require "spec.support.scale"

local function set(picture, options)
  local given = { variants = { "river" } }
  for key, value in pairs(options or {}) do given[key] = value end
  return board.set(picture, given)
end

-- Plays a random game; returns its tiles in their order.
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

  it("grows only where it ends: a tile without its water joining the river's is not a placement", function()
    local t = set([[
      .  north   .
      .  *RI-A   here
      .  south   .
    ]], { bag = "RI-G BA-U" })
    assert.are.same({ "here r0", "here r2" }, t:places "RI-G")
  end)

  it("may not turn straight back", function()
    local t = set([[
      *RI-A  RI-J
      .      here
    ]], { bag = "RI-J" })
    assert.are.same({ "here r2" }, t:places "RI-J")
  end)

  it("separates the fields on its banks", function()
    local t = set([[ west=RI-G here ]], { standing = { "1 follower west field:NL.NR.EL.WR" }, bag = "RI-G" })
    t:play { "1: RI-G here ..." }
    assert.are.same({ "field:ER.SL.SR.WL" }, t:deployments "follower")
  end)

  it("goes under a road, which continues above it", function()
    local t = set([[ west=RI-G bridge=RI-F r1 ]], { bag = "RI-G" })
    local road = t:feature("bridge", "road:N.S")
    assert.are.equal(2, road.open)
    assert.are.equal(1, road.tiles)
  end)

  it("belongs to nobody, and scores nothing", function()
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

-- Returns the tiles of a random game with such a river, in the order of their placement.
local function placed(seed, options)
  local ids = {}
  for _, event in ipairs(played(seed, { carcassonne.variant("river", options) }, 2):events()) do
    if event.kind == "placed" then ids[#ids + 1] = event.id end
  end
  return ids
end

local function count_rivers(options)
  local n = 0
  for _, tile in ipairs(carcassonne.game({ variants = { carcassonne.variant("river", options) } }):tiles()) do
    n = n + ((is_river(tile) or tile.id:match "^GQ%-") and tile.count or 0)
  end
  return n
end

describe("The second river", function()
  it("has twelve tiles; both together, played as one, lack a spring and a lake", function()
    assert.are.same({ 12, 12, 22 },
      { count_rivers { rivers = "first" }, count_rivers { rivers = "second" },
        count_rivers { rivers = "both" } })
    local game = carcassonne.game { variants = { carcassonne.variant("river", { rivers = "both" }) } }
    assert.is_nil(game:tile "RI-B")
    assert.are.equal(1, game:tile("RI-A").count)
  end)

  it("forks at once, and ends at the lake with the volcano, unless it is blocked", function()
    local reached = 0
    for seed = 1, 20 do
      for _, rivers in ipairs { "second", "both" } do
        local ids = placed(seed, { rivers = rivers })
        local last = 1
        while is_river { id = ids[last + 1] } do last = last + 1 end
        assert.are.equal("RI-N", ids[1])
        reached = reached + (ids[last] == "RI-M" and 1 or 0)
        for i = 1, last - 1 do assert.are_not.equal("RI-M", ids[i]) end
        for i = last + 1, #ids do assert.is_false(is_river { id = ids[i] }) end
      end
    end
    assert.is_true(reached > 30)
  end)

  it("has two branches after its fork, on each of which it goes on", function()
    local t = set([[
      .     up     .
      *RI-A *RI-N  on
    ]], { bag = "RI-P", variants = { carcassonne.variant("river", { rivers = "second" }) } })
    assert.are.same({ "on r0", "on r2", "up r1", "up r3" }, t:places "RI-P")
    assert.are.equal(2, t:feature("on", "river") and 0 or t.state:features({ kind = "river" })[1].open)
  end)

  it("lets the player who places the lake with the volcano deploy nothing, but take another turn at once",
      function()
    local second = { variants = { carcassonne.variant("river", { rivers = "second" }) },
      bag = "RI-M BA-U BA-U" }
    local t = set([[
      *RI-A lake here
    ]], second)
    t:play { "1: RI-M lake" }
    assert.are.equal(1, t.state:turn_player())
    assert.is_true(t.state:is_further_turn())
    t:play { "1: BA-U 1,1" }
    assert.are.equal(2, t.state:turn_player())
    second.variants = { carcassonne.variant("river", { rivers = "second", volcano = "stays" }) }
    t = set("*RI-A lake", second)
    t:play { "1: RI-M lake ..." }
    assert.are.same({ "follower field:NL.NR.EL.ER.SL.SR.WL.WR" }, t:deployments())
  end)

  it("has an inn and a volcano for games that use them", function()
    local river = carcassonne.variant("river", { rivers = "second" })
    local function bears(variants)
      local game = carcassonne.game { variants = variants }
      local lake = table.concat(game:tile("RI-M").attributes, " ")
      return { game:tile("RI-Q").segments[2].attributes[1] or "no inn", lake:match "volcano" or "no volcano" }
    end
    assert.are.same({ "no inn", "no volcano" }, bears { river })
    assert.are.same({ "inn", "no volcano" }, bears { river, "inns-and-cathedrals" })
    assert.are.same({ "inn", "volcano" }, bears { "princess-and-dragon", river, "inns-and-cathedrals" })
  end)
end)

describe("A herd of pigs on the river", function()
  -- A field with the herd between a city of two tiles in the south and another city in the north.
  local pasture = [[
    BA-E r2    .
    farm=BA-H  herd=RI-V r1
    BA-E       .
  ]]
  local function final(standing, options)
    return set(pasture, { variants = { carcassonne.variant("river", options) }, standing = standing,
      bag = "" }):final "field"
  end
  local second = { rivers = "second" }

  it("makes each city worth 1 more to the farmers of its field, and a pig 1 more besides", function()
    local farmer, pig = "1 follower farm field:EL.ER.WL.WR", "1 pig farm field:EL.ER.WL.WR"
    assert.are.same({ 8, 0 }, final({ farmer }, second))
    assert.are.same({ 10, 0 }, final({ farmer, pig }, second))
    assert.are.same({ 6, 0 }, final({ farmer }, { rivers = "second", herd = false }))
  end)
end)

describe("The spring of Games Quarterly 11", function()
  it("replaces the other, and a road leads from it", function()
    local state =
      carcassonne.game({ variants = { carcassonne.variant("river", { gq11 = true }) } }):new_initial_state(1)
    assert.are.equal("GQ-A", state:tiles()[1].id)
    assert.are.equal(1, state:feature(0, 0, "road:W").open)
    assert.are.equal(13, count_rivers { gq11 = true })
    assert.are.equal(23, count_rivers { gq11 = true, rivers = "both" })
  end)
end)

it("The river's own spring may stay if Games Quarterly 11 adds another", function()
  local options = { gq11 = true, spring = "plain" }
  local game = carcassonne.game { variants = { carcassonne.variant("river", options) } }
  assert.are.equal("RI-A", game:new_initial_state(1):tiles()[1].id)
  assert.are.equal(13, count_rivers(options))
end)

it("A herd that is not in play takes nothing from another one in its field", function()
  local t = set("*start=RI-A", { bag = "",
    variants = { carcassonne.variant("river", { rivers = "second", herd = false }), "gq11" } })
  local printed = t.state:game():tile("RI-V").segments
  for _, segment in ipairs(printed) do assert.are.same({}, segment.attributes) end
end)

describe("A river that needs room", function()
  local room = { carcassonne.variant("river", { turns = "room" }) }

  it("flows only towards five cells that are free: two beside the next one, and three beyond", function()
    local t = set([[
      *RI-A  here   .
      BA-U   BA-U   BA-U
    ]], { variants = room, bag = "RI-G RI-J" })
    -- in the east a road is beside the next cell; in the south the road is in the next cell itself
    assert.are.same({}, t:places "RI-G")
    assert.are.same({ "here r1" }, t:places "RI-J")
  end)
end)

describe("Rivers of all options", function()
  it("play games that keep the properties of all games", function()
    local number = 0
    for _, rivers in ipairs(scaled({ "first", "second", "both" }, { "both" })) do
      for _, turns in ipairs { "no-u-turn", "alternate", "room" } do
        number = number + 1
        local given = { players = number % 5 + 2, sets = { "base", "traders" }, edition = "c2",
          variants = {
            carcassonne.variant("river", { rivers = rivers, turns = turns, gq11 = number % 2 == 0 }) } }
        properties.try(carcassonne.game(given), number, given)
      end
    end
  end)
end)
