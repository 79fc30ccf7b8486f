-- Hills & Sheep: flocks, hills, vineyards, and two cities that share a side.

local carcassonne = require "carcassonne"
local board = require "spec.support.board"
local properties = require "spec.support.properties"
local scaled = require "spec.support.scale"

-- Base tiles by default; `hills` are the variant's options.
local function set(picture, options)
  local given = { sets = { "base" } }
  for key, value in pairs(options or {}) do given[key] = value end
  given.variants = { carcassonne.variant("hills-and-sheep", given.hills) }
  given.hills = nil
  return board.set(picture, given)
end

local MEADOW = "field:NL.NR.EL.ER.SL.SR.WL.WR"

local function sheep_at(t, number, name)
  local cell = t:cell(name)
  return t.state:count { "tokens", token = { sheep = number }, at = { x = cell.x, y = cell.y } }
end

it("Hills & Sheep has 18 tiles, eight of them hills and eight with a vineyard", function()
  local game = carcassonne.game { sets = { "base" }, variants = { "hills-and-sheep" } }
  local count = { hill = 0, vineyard = 0 }
  for _, tile in ipairs(game:tiles()) do
    for _, name in ipairs(tile.attributes) do count[name] = count[name] + tile.count end
  end
  assert.equal(72 + 18, game:num_tiles())
  assert.same({ hill = 8, vineyard = 8 }, count)
end)

it("Of the second edition's tiles one has a garden", function()
  local game = carcassonne.game { sets = { "base" },
    variants = { carcassonne.variant("hills-and-sheep", { edition = 2 }) } }
  assert.equal(72 + 18, game:num_tiles())
  assert.same({ "garden" }, game:tile("HS-O").segments[5].attributes)
end)

describe("A shepherd", function()
  it("goes into a field without a shepherd, with or without farmers, and draws a token at once", function()
    local t = set("farm=BA-B here", { standing = { "2 follower farm " .. MEADOW } })
    t:play { "1: BA-B here ..." }
    assert.is_truthy(table.concat(t:deployments(), " "):find("shepherd " .. MEADOW, 1, true))
    t:play { "1: shepherd " .. MEADOW }
    assert.is_true(t.state:is_chance_node())
    t:apply "sheep #3"
    assert.equal(1, sheep_at(t, 3, "here"))
    assert.equal(2, t.state:turn_player())
  end)

  it("does not go where another shepherd is", function()
    local t = set("farm=BA-B here", { standing = { "2 shepherd farm " .. MEADOW } })
    t:play { "1: BA-B here ..." }
    assert.is_nil(table.concat(t:deployments(), " "):find("shepherd", 1, true))
  end)

  it("counts nothing at the end", function()
    local t = set("farm=BA-B here", { standing = { "1 shepherd farm " .. MEADOW }, bag = "BA-B", turn = 2 })
    t:play { "2: BA-B here" }
    assert.same({ 0, 0 }, t:points())
  end)
end)

describe("As its player extends the field, a flock", function()
  local picture = "farm=BA-B here there"
  local both = { "1 shepherd farm " .. MEADOW, "2 shepherd farm " .. MEADOW }

  it("grows, or is scored: then all shepherds of the field score all sheep of it, and return", function()
    local t = set(picture, { standing = both })
    t:play { "1: BA-B here" }
    assert.same({ "flock #1", "flock #2" }, t:options "flock")
    t:apply "flock #1"
    t:apply "sheep #2"
    t:play { "2: BA-B there" }
    t:apply "flock #2"
    assert.same({ 2, 2 }, t:awarded "flock")
    assert.same({}, t:standing())
    assert.equal(20, t.state:num_tokens "sheep")
  end)

  it("is scattered by a wolf: all shepherds of the field return without points, and the sheep go back",
      function()
    local t = set(picture, { standing = both })
    t:play { "1: BA-B here" }
    t:apply "flock #1"
    t:apply "sheep #4"
    t:play { "2: BA-B there" }
    t:apply "flock #1"
    t:apply "sheep #0"
    assert.same({ 0, 0 }, t:points())
    assert.same({}, t:standing())
    assert.equal(20, t.state:num_tokens "sheep")
  end)

  it("is not asked about if another player extends it", function()
    local t = set(picture, { standing = { both[1] }, turn = 2 })
    t:play { "2: BA-B here" }
    assert.equal(1, t.state:turn_player())
    assert.equal("draw", t.state:decision())
  end)
end)

describe("With two shepherds a player", function()
  local standing = { "1 shepherd farm field:NL.NR.EL.WR", "1 shepherd farm field:ER.SL.SR.WL" }

  local function extended()
    return set("farm=BA-U here there", { standing = standing, pieces = { shepherd = 2 } }):play {
      "1: BA-U here" }
  end

  it("each flock in a field that the tile extends is decided upon, in any order", function()
    local t = extended()
    assert.equal(4, #t:options "flock")
    t:apply(t:options "flock"[1]) -- the first flock grows
    t:apply "sheep #3"
    assert.same({ "flock #1", "flock #2" }, t:options "flock") -- only the other flock is left
    t:apply "flock #2"
    assert.equal(2, t.state:turn_player())
    assert.equal(1, #t.state:pieces { piece = "shepherd" })
  end)

  it("a flock that is scored leaves the other one to be decided upon", function()
    local t = extended()
    t:apply(t:options "flock"[4])
    t:apply "flock #1"
    t:apply "sheep #0"
    assert.same({}, t:standing())
    assert.equal(2, t.state:turn_player())
  end)

  it("a bag has no more tokens of a number than there are, whoever draws", function()
    local t = extended()
    local seen = {}
    for _, decision in ipairs { t:options "flock"[1] } do t:apply(decision) end
    for _, option in ipairs(t:options "sheep") do seen[#seen + 1] = option end
    assert.same({ "sheep #0", "sheep #1", "sheep #2", "sheep #3", "sheep #4" }, seen)
  end)
end)

it("A field that no tile can extend any more is scored as it is closed, after the last token", function()
  local t = set [[
    here      there
    *BA-V r2  last
  ]]
  t:play { "1: BA-V here r3, shepherd field:ER.SL" }
  t:apply "sheep #4"
  t:play { "2: BA-V last r1" }
  assert.same({ 0, 0 }, t:points())
  t:play { "1: BA-V there" }
  t:apply "flock #1"
  t:apply "sheep #1"
  assert.same({ 5, 0 }, t:awarded "flock")
  assert.same({}, t:standing())
end)

describe("A hill", function()
  local picture = [[
    .     top=BA-E r2
    here  hill=HS-C
  ]]
  local knights = { "1 follower hill city:N.W", "2 follower top city:S" }

  it("breaks a tie for a player who has a follower on it", function()
    for tie, points in pairs { any = { 6, 0 }, most = { 6, 0 } } do
      local t = set(picture, { standing = knights, hills = { hill_tie = tie } })
      t:play { "1: BA-E here r1" }
      assert.same(points, t:points(), tie)
    end
  end)

  it("gives nobody the majority who does not have it without the hill", function()
    local t = set(picture, { standing = { knights[1], knights[2], "2 follower top city:S" } })
    t:play { "1: BA-E here r1" }
    assert.same({ 0, 6 }, t:points())
  end)

  it("lies on a tile that is hidden and that nobody draws", function()
    local t = set("*BA-B here", { bag = "HS-N BA-U BA-V", turn = 1 })
    t:apply "draw HS-N"
    t:apply "place HS-N 1,0 r2"
    t:apply "pass"
    assert.same({ "under" }, { t.state:dealing() })
    t:apply "draw BA-V"
    assert.equal(1, t.state:num_in_reserve "under")
    assert.same({ ["BA-U"] = 1 }, t.state:tiles_left())
    for _, observer in ipairs { 1, 2, "spectator" } do
      assert.same({ ["BA-U"] = 1, ["BA-V"] = 1 }, t.state:tiles_left(observer))
      assert.has_error(function() t.state:reserve("under", nil, observer) end)
    end
    for _, event in ipairs(t.state:events(0, 1)) do
      if event.kind == "dealt" then assert.is_nil(event.id) end
    end
  end)
end)

it("The tile under a hill may be any of the hidden tiles", function()
  local game = carcassonne.game { variants = { "hills-and-sheep" }, counts = { ["HS-N"] = 9 } }
  local state, found, kinds = game:new_initial_state(5), {}, 0
  while state:num_in_reserve "under" == 0 do state:apply_index(1) end
  for seed = 1, 30 do found[state:resample(2, seed):reserve("under")[1]] = true end
  for _ in pairs(found) do kinds = kinds + 1 end
  assert.is_true(kinds > 5)
end)

it("A vineyard brings a complete monastery 3 points, and one that is incomplete at the end nothing",
    function()
  local t = set([[
    BA-V r3  HS-Q r2        BA-V
    BA-U r1  cloister=BA-B  BA-U r1
    BA-V r2  here           BA-V r1
  ]], { standing = { "1 follower cloister monastery" } })
  t:play { "1: BA-U here" }
  assert.same({ 12, 0 }, t:points())
  t = set([[
    BA-V r3  HS-Q r2        BA-V
    BA-U r1  cloister=BA-B  here
  ]], { standing = { "1 follower cloister monastery" }, bag = "BA-U" })
  t:play { "1: BA-U here r1" }
  assert.same({ 6, 0 }, t:points())
end)

describe("The two cities of HS-B", function()
  it("are one as soon as a city touches the side that they share", function()
    local t = set [[
      .     here   .
      west  *HS-B  BA-E r3
    ]]
    assert.not_equal(t.state:feature(0, 0, 1), t.state:feature(0, 0, 2))
    t:play { "1: BA-E here r2" }
    assert.equal(t.state:feature(0, 0, 1), t.state:feature(0, 0, 2))
    t:play { "2: BA-E west r1, follower city:E" }
    assert.same({ 0, 8 }, t:points())
  end)

  it("extend a builder's city from either side", function()
    local t = set([[
      .  here   .
      .  *HS-B  east=BA-H r1
    ]], { standing = { "1 follower east city:W", "1 builder east city:W" } })
    t:play { "1: BA-E here r2" }
    assert.equal("extra", t.state:decision())
  end)
end)

it("The fields of HS-A meet a side that has no road between them, and are one if a field touches it",
    function()
  local t = set [[
    *HS-A
    here
  ]]
  assert.not_equal(t.state:feature(0, 0, 2), t.state:feature(0, 0, 3))
  t:play { "1: BA-B here" }
  assert.equal(t.state:feature(0, 0, 2), t.state:feature(0, 0, 3))
  t = set "*HS-A\nhere"
  t:play { "1: HS-A here r2" }
  assert.not_equal(t.state:feature(0, 0, 2), t.state:feature(0, 0, 3))
  assert.equal(t.state:feature(0, 0, 2), t.state:feature(0, 1, 3))
end)

it("The properties of every game hold in random ones with hills and sheep", function()
  for number = 1, scaled(20, 4) do
    local variant = carcassonne.variant("hills-and-sheep", { hill_tie = number % 2 == 0 and "most" or nil })
    local given = { players = number % 5 + 2,
      variants = { variant, number % 3 == 0 and "abbey-and-mayor" or nil } }
    properties.try(carcassonne.game(given), number, given, true)
  end
end)
