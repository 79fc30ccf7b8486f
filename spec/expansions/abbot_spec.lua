-- The Abbot, and the tiles of second editions that have a garden.

local carcassonne = require "carcassonne"
local board = require "spec.support.board"
local events = require "carcassonne.describe.events"
local properties = require "spec.support.properties"

-- A road with a garden, and a cell east of it.
local BESIDE = "garden=BA-Ug here"

local function set(picture, options)
  local given = { variants = { "abbot" }, turn = 1 }
  for key, value in pairs(options or {}) do given[key] = value end
  return board.set(picture, given)
end

-- Returns how many copies of a tile exist, on the board and in the bag.
local function count_of(id, options)
  for _, tile in ipairs(carcassonne.game(options):tiles()) do
    if tile.id == id then return tile.count end
  end
  return 0
end

describe("An abbot", function()
  it("goes to a garden or a monastery, and nowhere else", function()
    local t = set "BA-U here"
    t:play { "1: BA-Ug here ..." }
    assert.same({ "spot" }, t:deployments "abbot")
    t = set "BA-B here"
    t:play { "1: BA-B here ..." }
    assert.same({ "monastery" }, t:deployments "abbot")
  end)

  it("is the only piece that goes to a garden", function()
    local t = set "BA-U here"
    t:play { "1: BA-Ug here ..." }
    assert.is_false(t:may "deploy follower spot")
    assert.is_false(t:may "deploy builder spot")
  end)

  it("scores 9 for a garden among eight tiles, and returns", function()
    local t = set("BA-B BA-B BA-B\nBA-A r3 *garden=BA-Ug BA-A r1\nBA-B BA-B last",
      { standing = { "1 abbot garden spot" } })
    t:play { "1: BA-B last" }
    assert.same({ 9, 0 }, t:points())
    assert.equal(1, t.state:in_hand(1, "abbot"))
  end)

  it("scores at the end for the tiles around the garden", function()
    local t = set("garden=BA-Ug BA-U", { standing = { "2 abbot garden spot" }, bag = "" })
    assert.same({ 0, 2 }, t:points())
  end)

  it("may be called home from a garden and score the tiles around it, instead of a deployment", function()
    local t = set(BESIDE, { standing = { "1 abbot garden spot" } })
    t:play { "1: BA-U here ..." }
    assert.same({ "recall 1 abbot spot @garden" }, t:options())
    t:play { "1: recall 1 abbot spot @garden" }
    assert.same({ 2, 0 }, t:points())
    assert.same({}, t:standing())
    assert.equal(2, t.state:turn_player())
  end)

  it("may be called home from a monastery", function()
    local t = set("abbey=BA-B BA-B here", { standing = { "1 abbot abbey monastery" } })
    t:play { "1: BA-B here, recall 1 abbot monastery @abbey" }
    assert.same({ 2, 0 }, t:points())
  end)

  it("scores only the tiles when he is called home, and not what other rules add to them", function()
    local rows = { name = "rows", points = { { kind = "monastery", add = 5 } } }
    local t = set("abbey=BA-B BA-B here",
      { variants = { "abbot", rows }, standing = { "1 abbot abbey monastery" } })
    t:play { "1: BA-B here, recall 1 abbot monastery @abbey" }
    assert.same({ 2, 0 }, t:points())
  end)

  it("is called home from a shrine", function()
    local t = set("shrine=CU-A BA-B here",
      { variants = { "abbot", "cult" }, standing = { "1 abbot shrine monastery" } })
    t:play { "1: BA-B here, recall 1 abbot monastery @shrine" }
    assert.same({ 2, 0 }, t:awarded "abbot-shrine")
  end)

  it("goes through a portal into any garden that is free and not complete", function()
    local picture = [[
      garden=BA-Ug BA-U BA-U here
      .            .    .    .
    ]]
    local variants = { "abbot", "princess-and-dragon" }
    local t = set(picture, { variants = variants }):play { "1: PD-I here ..." }
    assert.is_true(t:may "abbot spot @garden")
    assert.is_false(t:may "follower spot @garden")
    t = set(picture, { variants = variants, standing = { "2 abbot garden spot" } }):play {
      "1: PD-I here ..." }
    assert.is_false(t:may "abbot spot @garden")
  end)

  it("stays on the abbot's place of a special monastery, unless an option follows another engine", function()
    local function called(from_place)
      local t = set("abbey=MO-A BA-B here",
        { variants = { carcassonne.variant("abbot", { from_place = from_place }), "monasteries" },
        standing = { "1 abbot abbey spot" } })
      t:play { "1: BA-Ug here r1 ..." }
      return t
    end
    assert.same({}, called(false):options())
    assert.same({ "recall 1 abbot spot @abbey" }, called(true):options())
    local t = called(true)
    t:play { "1: recall 1 abbot spot @abbey" }
    assert.same({ 2, 0 }, t:points())
  end)

  it("cannot be called home by other players", function()
    local t = set(BESIDE, { standing = { "2 abbot garden spot" } })
    t:play { "1: BA-U here ..." }
    assert.same({}, t:options())
  end)

  it("is not called home if the tile has just completed his place: he scores that anyway", function()
    local t = set("BA-B BA-B BA-B\nBA-A r3 *garden=BA-Ug BA-A r1\nBA-B BA-B last",
      { standing = { "1 abbot garden spot" } })
    t:play { "1: BA-B last ..." }
    assert.same({}, t:options())
  end)

  it("is reported: where he stands, and what his garden scored", function()
    local t = set("BA-B BA-B BA-B\nBA-A r3 *garden=BA-Ug BA-A r1\nBA-B BA-B last",
      { standing = { "1 abbot garden spot" } })
    t:play { "1: BA-B last" }
    local said = {}
    for i, sentence in ipairs(events.sentences(t.state:events(), { state = t.state })) do
      said[i] = sentence.text
    end
    assert.matches("completes a garden: 9 points for player 1", table.concat(said, "\n"))
  end)

  it("is absent without his module, and so are the gardens without theirs", function()
    local game = carcassonne.game { variants = { carcassonne.variant("abbot", { without = { "abbot" } }) } }
    assert.is_nil(game:piece "abbot")
    assert.equal(1,
      count_of("BA-Ug", { variants = { carcassonne.variant("abbot", { without = { "abbot" } }) } }))
    local plain = { variants = { carcassonne.variant("abbot", { without = { "tiles" } }) } }
    assert.equal(0, count_of("BA-Ug", plain))
    assert.equal(8, count_of("BA-U", plain))
  end)

  it("keeps all properties in random games with everything that has gardens #full", function()
    local second = { "abbot" }
    for _, name in ipairs { "inns-and-cathedrals", "king-and-robber", "abbey-and-mayor",
      "princess-and-dragon", "tower",
      "mage-and-witch" } do
      second[#second + 1] = carcassonne.variant(name, { edition = 2 })
    end
    for seed = 1, 3 do
      local given = { players = 2 + seed % 3, variants = { "abbot" } }
      properties.try(carcassonne.game(given), seed, given)
      properties.play(carcassonne.game { players = 2 + seed % 3, variants = second }, seed)
    end
  end)
end)

describe("A tile with a garden", function()
  it("replaces the same tile without a garden", function()
    assert.equal(7, count_of("BA-U", { variants = { "abbot" } }))
    assert.equal(1, count_of("BA-Ug", { variants = { "abbot" } }))
    assert.equal(0, count_of("TB-K", { variants = { "abbot" } }))
    assert.equal(96, carcassonne.game({ variants = { "abbot" } }):num_tiles())
  end)

  it("of Traders & Builders is absent without them", function()
    assert.equal(72, carcassonne.game({ sets = { "base" }, variants = { "abbot" } }):num_tiles())
    assert.equal(0, count_of("TB-Kg", { sets = { "base" }, variants = { "abbot" } }))
  end)

  it("is in an expansion's second edition, and not in its first", function()
    for name, ids in pairs { ["inns-and-cathedrals"] = { "IC-Bg", "IC-B", "IC-Hg", "IC-H" },
      ["king-and-robber"] = { "KR-C", "KR-B" },
      ["abbey-and-mayor"] = { "AM-K", "AM-J" }, ["princess-and-dragon"] = { "PD-E", "PD-D", "PD-V", "PD-U" },
      tower = { "TO-C", "TO-B", "TO-F", "TO-E" }, ["mage-and-witch"] = { "MW-I", "MW-H" } } do
      local first, second = { variants = { name } },
        { variants = { carcassonne.variant(name, { edition = 2 }) } }
      for i = 1, #ids, 2 do
        assert.same({ 0, 1 }, { count_of(ids[i], first), count_of(ids[i + 1], first) }, name)
        assert.same({ 1, 0 }, { count_of(ids[i], second), count_of(ids[i + 1], second) }, name)
      end
      assert.equal(carcassonne.game(first):num_tiles(), carcassonne.game(second):num_tiles())
    end
  end)

  it("has its tower as well: an abbot in the garden prevents no tower, and closes none", function()
    local variants = { "abbot", carcassonne.variant("tower", { edition = 2 }) }
    local t = set("tower=TO-C here", { variants = variants, standing = { "1 abbot tower spot:II" } })
    t:play { "1: BA-B here ..." }
    assert.is_true(t:may "tower @tower")
  end)

  it("shows roads that run where they ran without it", function()
    local t = set("west=BA-A r3 here",
      { variants = { "abbot", carcassonne.variant("abbey-and-mayor", { edition = 2 }) } })
    t:play { "1: AM-K here r1" }
    for _, one in ipairs(t.state:ends { kind = "road", at = "last_placed" }) do
      for _, what in ipairs(one.into or {}) do assert.are_not.equal("spot", what.kind) end
    end
  end)
end)

describe("A tile that replaces another one", function()
  local function game(line)
    return carcassonne.game { sets = { "base" },
      variants = { { name = "v", tiles = line .. " field:NL.NR.EL.ER.SL.SR.WL.WR" } } }
  end

  it("exists as often as the replaced tile did", function()
    local tiles = {}
    for _, tile in ipairs(game("XX-A x3 instead:BA-A"):tiles()) do tiles[tile.id] = tile.count end
    assert.same({ 2, 0 }, { tiles["XX-A"], tiles["BA-A"] or 0 })
  end)

  it("is absent if its counterpart may be absent and is", function()
    assert.equal(72, game("XX-A x3 instead:TB-A?"):num_tiles())
  end)

  it("replaces it in any order of the scripts", function()
    local field = " field:NL.NR.EL.ER.SL.SR.WL.WR"
    local one = { name = "one", tiles = "XX-A x2" .. field }
    local other = { name = "other", tiles = "XX-B x3 instead:XX-A?" .. field }
    for _, variants in ipairs { { one, other }, { other, one } } do
      local both = carcassonne.game { sets = { "base" }, variants = variants }
      assert.same({ 0, 2 }, { both:tile("XX-A").count, both:tile("XX-B").count })
    end
  end)

  it("is refused if its counterpart must be present, and with more or less than a tile", function()
    assert.has_error(function() game "XX-A x3 instead:TB-A" end)
    for line, message in pairs {
      ["instead:TB-A"] = "tile XX%-A: instead: the game has no tile TB%-A; to omit tile XX%-A in such "
        .. "games, write `instead:TB%-A%?`",
      ["instead"] = "'instead:': expected the one tile that this tile replaces, as in instead:BA%-U",
      ["instead:BA-A instead:BA-B"] = "expected the one tile that this tile replaces" } do
      local fine, problem = pcall(game, "XX-A x1 " .. line)
      assert.is_false(fine)
      assert.matches(message, problem)
      assert.matches("^variant 'v'", problem)
    end
  end)
end)
