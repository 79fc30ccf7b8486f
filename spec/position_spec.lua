-- Positions to begin from: what is refused of those written by hand, and how a state's observation reads back.

local carcassonne = require "carcassonne"

-- Making this game fails, with a message in which these patterns are.
local function refused(options, ...)
  local fine, message = pcall(carcassonne.game, options)
  assert.is_false(fine)
  for _, pattern in ipairs { ... } do assert.matches(pattern, message) end
end

describe("Pieces of a position", function()
  local meadow = "field:EL.WR"

  -- The pieces that stand there, whichever order they are named in.
  local function standing(pieces, more)
    local given = { position = { tiles = { { id = "BA-D" } }, pieces = pieces } }
    for key, value in pairs(more or {}) do given[key] = value end
    local list = {}
    for _, piece in ipairs(carcassonne.game(given):new_initial_state(1):pieces()) do
      list[#list + 1] = ("%d %s %s"):format(piece.player, piece.piece, piece.text)
    end
    table.sort(list)
    return list
  end

  local function piece(name, segment, player) return { player = player or 1, piece = name, x = 0, y = 0, segment = segment } end

  it("may be named in any order: a builder, or a pig, before its follower", function()
    local orchard = "field:ER.SL.SR.WL"
    local pieces = { piece("builder", "road:E.W"), piece("follower", "road:E.W"), piece("pig", orchard),
      piece("follower", orchard) }
    local home = { rules = { orphan_pig = "home" } }
    local expected = { "1 builder road:E.W", "1 follower " .. orchard, "1 follower road:E.W", "1 pig " .. orchard }
    assert.same(expected, standing(pieces, home))
    assert.same(expected, standing({ pieces[4], pieces[3], pieces[2], pieces[1] }, home))
    assert.same(expected, standing({ pieces[3], pieces[1], pieces[4], pieces[2] }, home))
  end)

  it("may be named in any order: a piece of a variant that goes home with its follower", function()
    local dog = { name = "dog", pieces = { dog = { count = 1, like = "special", on = { "road" }, needs = { "own" }, orphan = "home" } } }
    local pieces = { piece("dog", "road:E.W"), piece("follower", "road:E.W") }
    assert.same({ "1 dog road:E.W", "1 follower road:E.W" }, standing(pieces, { variants = { dog } }))
    refused({ variants = { dog }, position = { tiles = { { id = "BA-D" } }, pieces = { pieces[1] } } },
      "player 1's dog needs a follower")
  end)

  it("need their follower all the same: none, another player's, or one elsewhere will not do", function()
    for _, others in ipairs { {}, { piece("follower", "road:E.W", 2) }, { piece("follower", "city:N") } } do
      table.insert(others, 1, piece("builder", "road:E.W"))
      refused({ position = { tiles = { { id = "BA-D" } }, pieces = others } },
        "player 1's builder needs a follower of the same player there", "stand 1 builder 0,0 road:E.W")
    end
    local pig = { piece("pig", meadow), piece("follower", "road:E.W") }
    refused({ rules = { orphan_pig = "home" }, position = { tiles = { { id = "BA-D" } }, pieces = pig } },
      "player 1's pig needs a follower of the same player there")
  end)
end)

describe("Goods of a position", function()
  local function with(goods, more)
    local given = { players = 3, position = { tiles = { { id = "BA-D" } }, goods = goods } }
    for key, value in pairs(more or {}) do given[key] = value end
    return given
  end

  it("may be all that there are, for one player or among several", function()
    for _, goods in ipairs { { { wine = 9, grain = 6, cloth = 5 } }, { { wine = 3, cloth = 5 }, { wine = 6 }, { grain = 6 } } } do
      local state = carcassonne.game(with(goods)):new_initial_state(1)
      assert.equal(goods[1].wine, state:goods(1).wine)
    end
  end)

  it("that are more than there are are refused, with the number there is", function()
    refused(with { { wine = 10 } }, "10 wine", "there are 9")
    refused(with { { grain = 3 }, {}, { grain = 4 } }, "7 grain", "there are 6", "have 3 0 4 0")
    refused(with { { cloth = 6 } }, "6 cloth", "there are 5")
  end)

  it("are the tokens of the box, or as many as the tiles of this game show if that is more; none if none show any", function()
    local cellar = "CELLAR x12 city:N+wine field:EL.ER.SL.SR.WL.WR~N"
    local function wine(n, more) return carcassonne.game(with({ { wine = n } }, more)):new_initial_state(1):goods(1).wine end
    assert.equal(12, wine(12, { sets = { "base" }, tiles = cellar }))
    refused(with({ { wine = 13 } }, { sets = { "base" }, tiles = cellar }), "13 wine", "there are 12")
    assert.equal(5, carcassonne.game(with({ { cloth = 5 } }, { sets = { "base" }, tiles = cellar })):new_initial_state(1):goods(1).cloth)
    assert.equal(18, wine(18, { sets = { "base", "traders x2" } }))
    refused(with({ { wine = 1 } }, { sets = { "base" } }), "1 wine", "there are 0")
  end)
end)
