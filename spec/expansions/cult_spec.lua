-- The Cult: shrines, where they may be placed, and who wins a challenge.

local carcassonne = require "carcassonne"
local board = require "spec.support.board"
local properties = require "spec.support.properties"
local scaled = require "spec.support.scale"

-- Base tiles by default; `cult` are the variant's options.
local function set(picture, options)
  local given = { sets = { "base" } }
  for key, value in pairs(options or {}) do given[key] = value end
  given.variants = { carcassonne.variant("cult", given.cult), given.with }
  given.cult, given.with = nil, nil
  return board.set(picture, given)
end

-- Returns whether a tile may be placed in a cell of the board.
local function takes(t, tile, cell)
  for _, place in ipairs(t:places(tile)) do
    if place:match("^" .. cell .. "%f[%W]") then return true end
  end
  return false
end

describe("The Cult", function()
  it("has six tiles with a shrine, or five", function()
    local function tiles(options)
      return carcassonne.game { sets = { "base" }, variants = { carcassonne.variant("cult", options) } }
    end
    assert.equal(72 + 6, tiles():num_tiles())
    assert.equal(72 + 5, tiles({ tile_count = 5 }):num_tiles())
    for letter in ("ABCDEF"):gmatch "." do
      local shrine = tiles():tile("CU-" .. letter).segments[1]
      assert.equal("monastery", shrine.kind)
      assert.same({ "shrine" }, shrine.attributes)
    end
  end)
end)

describe("a shrine", function()
  it("is worth 9 points with eight tiles around it", function()
    local t = set([[
      BA-V r3  BA-U         BA-V
      BA-U r1  shrine=CU-A  BA-U r1
      BA-V r2  here         BA-V r1
    ]], { standing = { "1 follower shrine monastery" } })
    t:play { "1: BA-U here" }
    assert.same({ 9, 0 }, t:points())
  end)

  it("is worth a point a tile at the end, if tiles are missing", function()
    local t = set("shrine=CU-A here", { standing = { "1 follower shrine monastery" }, bag = "BA-B" })
    t:play { "1: BA-B here" }
    assert.is_true(t.state:is_terminal())
    assert.same({ 2, 0 }, t:points())
  end)
end)

describe("next to", function()
  it("two monasteries no shrine may be placed, and next to two shrines no monastery", function()
    local monasteries, shrines = "*BA-B here BA-B\nBA-U BA-U BA-U", "*CU-A here CU-B\nBA-U BA-U BA-U"
    assert.is_false(takes(set(monasteries), "CU-A", "here"))
    assert.is_true(takes(set(monasteries), "BA-B", "here"))
    assert.is_false(takes(set(shrines), "BA-B", "here"))
    assert.is_true(takes(set(shrines), "CU-C", "here"))
  end)

  it("a shrine that has a monastery beside it lies no second one, at its corner neither; and the other way "
      .. "round", function()
    local shrine, monastery = "*BA-B CU-A side\n. BA-U corner", "*CU-A BA-B side\n. BA-U corner"
    for _, cell in ipairs { "side", "corner" } do
      assert.is_false(takes(set(shrine), "BA-B", cell), cell)
      assert.is_false(takes(set(monastery), "CU-C", cell), cell)
    end
  end)

  it("a shrine with a monastery no abbey may be placed either", function()
    for without, open in pairs { [true] = { "abbey @hole" }, [false] = {} } do
      local t = set([[
        BA-B   BA-U r1  .
        *CU-A  hole     BA-U
        BA-U   BA-U     BA-U
      ]], { with = "abbey-and-mayor", cult = { without = without and { "challenge" } or nil } })
      assert.same(open, t:options "abbey")
    end
  end)
end)

-- A shrine with a monastery beside it: BA-U completes the shrine.
local first = [[
  BA-V r3  BA-U         BA-U
  BA-U r1  shrine=CU-A  cloister=BA-B
  BA-V r2  here         BA-U
]]
local both = { "1 follower shrine monastery", "2 follower cloister monastery" }

describe("of a shrine and a monastery that challenge each other", function()
  it("the one that is complete first scores, and the other's follower goes home with nothing", function()
    local t = set(first, { standing = both })
    t:play { "1: BA-U here" }
    assert.same({ 9, 0 }, t:points())
    assert.same({}, t:standing())
    assert.equal(7, t.state:pieces_in_hand(2).follower)
    t = set(first:gsub("shrine=CU%-A", "shrine=BA-B"):gsub("cloister=BA%-B", "cloister=CU-A"),
      { standing = both })
    t:play { "1: BA-U here" }
    assert.same({ 9, 0 }, t:points())
    assert.same({}, t:standing())
  end)

  it("both score if one tile completes both", function()
    local t = set([[
      BA-V r3  BA-U         BA-U           BA-V
      BA-U r1  shrine=CU-A  cloister=BA-B  BA-U r1
      BA-V r2  here         BA-U           BA-V r1
    ]], { standing = both })
    t:play { "1: BA-U here" }
    assert.same({ 9, 9 }, t:points())
  end)

  it("one without a follower wins nothing: the other goes on", function()
    local t = set(first, { standing = { both[2] } })
    t:play { "1: BA-U here" }
    assert.same({ "2 follower cloister monastery" }, t:standing())
  end)

  it("both score their tiles at the end of the game", function()
    local t = set("shrine=CU-A cloister=BA-B here", { standing = both, bag = "BA-A" })
    t:play { "1: BA-A here" }
    assert.same({ 2, 3 }, t:points())
  end)

  it("neither loses if the game has no challenges", function()
    local t = set(first, { standing = both, cult = { without = { "challenge" } } })
    t:play { "1: BA-U here" }
    assert.same({ "2 follower cloister monastery" }, t:standing())
  end)
end)

it("two monasteries, or two shrines, do not challenge each other", function()
  for _, id in ipairs { "BA-B", "CU-A" } do
    local t = set(first:gsub("=[%u-]+", "=" .. id), { standing = both })
    t:play { "1: BA-U here" }
    assert.same({ "2 follower cloister monastery" }, t:standing())
  end
end)

it("the properties of every game hold in random ones with shrines", function()
  for number = 1, scaled(20, 3) do
    local given = { players = number % 5 + 2,
      variants = { carcassonne.variant("cult", { tile_count = 5 + number % 2 }) } }
    properties.try(carcassonne.game(given), number, given, true)
  end
end)
