-- Spots that are complete when tiles are on all cells around them, like monasteries.

local carcassonne = require "carcassonne"
local board = require "spec.support.board"
local compat = require "carcassonne.base.compat"
local events = require "carcassonne.describe.events"
local hands = require "spec.support.by_hand"
local properties = require "spec.support.properties"

-- A garden accepts the abbot, whom monasteries accept, too.
local GARDENS = { name = "gardens",
  attributes = { { name = "garden", scores_as_monastery = true } },
  tiles = "GA-A x6 spot+garden field:NL.NR.EL.ER.SL.SR.WL.WR",
  pieces = { abbot = { count = 1, role = "follower",
    on = { any = { { kind = "monastery" }, { attribute = "garden" } } } } } }

-- Eight fields with a garden in the middle, except on the removed cells; the garden's cell is
-- `garden`.
local function around_a_garden(without, options)
  local cells, n = {}, 0
  for word in ("BA-B BA-B BA-B BA-B garden=GA-A BA-B BA-B BA-B BA-B"):gmatch "%S+" do
    n = n + 1
    cells[n] = without[n] or (word == "garden=GA-A" and "*" .. word or word)
  end
  local given = { variants = { GARDENS }, turn = 1 }
  for key, value in pairs(options or {}) do given[key] = value end
  return board.set(("%s %s %s\n%s %s %s\n%s %s %s"):format(compat.table.unpack(cells)), given)
end

describe("A garden", function()
  it("is complete with its eighth neighbour: the abbot scores 9 and returns", function()
    local t = around_a_garden({ [9] = "last" }, { standing = { "1 abbot garden spot" } })
    assert.is_false(t:feature("garden", "spot").complete)
    assert.equal(8, t:feature("garden", "spot").points)
    t:play { "1: BA-B last" }
    assert.same({ 9, 0 }, t:points())
    assert.same({}, t:standing())
    assert.equal(1, t.state:in_hand(1, "abbot"))
    assert.is_true(t:feature("garden", "spot").complete)
    assert.same({ 9, 0 }, { t:feature("garden", "spot").tiles, t:feature("garden", "spot").open })
  end)

  it("is complete when it is itself the last of the nine tiles", function()
    local t = around_a_garden { [5] = "*garden" }
    t:play { "1: GA-A garden, abbot spot" }
    assert.same({ 9, 0 }, t:points())
    assert.equal(1, t.state:in_hand(1, "abbot"))
  end)

  it("counts its own tile and its neighbours at the end", function()
    local t = board.set("garden=GA-A BA-B",
      { variants = { GARDENS }, standing = { "2 abbot garden spot" }, bag = "" })
    assert.same({ 0, 2 }, t:points())
    assert.same({ 0, 2 }, t:final "spot")
  end)

  it("takes no follower and is not a monastery", function()
    local t = board.set("BA-B here", { variants = { GARDENS } })
    t:play { "1: GA-A here ..." }
    assert.same({ "spot" }, t:deployments "abbot")
    assert.is_false(t:may "deploy follower spot")
    assert.same({}, t.state:tiles { kind = "monastery", at = "last_placed" })
    assert.equal(1, t.state:count { "features", kind = "spot", attribute = "garden", complete = false })
  end)

  it("takes no second abbot, even another player's", function()
    local v = { name = "come", phases = { { name = "come", timing = "deployment",
      offer = { "segments", kind = "spot", can_deploy = "abbot", deploy = true } } } }
    local function abbots(standing)
      local t = board.set("garden=GA-A here", { variants = { GARDENS, v }, standing = standing })
      t:play { "1: GA-A here ..." }
      return t:deployments "abbot"
    end
    assert.equal(2, #abbots {})
    assert.equal(1, #abbots { "2 abbot garden spot" })
  end)

  it("without a piece is complete, too, without a report", function()
    local t = around_a_garden { [9] = "last" }
    t:play { "1: BA-B last" }
    assert.same({ 0, 0 }, t:points())
    assert.is_true(t:feature("garden", "spot").complete)
  end)

  it("is worth more by rows of points, as a monastery is", function()
    local rows = { name = "rows", points = { { kind = "monastery", add = 100 },
      { kind = "spot", complete = true, per = { "tiles", kind = "monastery", around = "this" }, add = 1 } } }
    local t = around_a_garden({ [9] = "last" },
      { variants = { GARDENS, rows }, standing = { "1 abbot garden spot" } })
    t:play { "1: BA-B last" }
    assert.same({ 9 + 8, 0 }, t:points())
  end)

  it("is named when it scores", function()
    local t = around_a_garden({ [9] = "last" }, { standing = { "1 abbot garden spot" } })
    t:play { "1: BA-B last" }
    local said = {}
    for i, sentence in ipairs(events.sentences(t.state:events(), { state = t.state })) do
      said[i] = sentence.text
    end
    assert.matches("completes a garden: 9 points for player 1", table.concat(said, "\n"))
  end)

  it("is the same in the players' view of the board", function()
    local t = around_a_garden({ [9] = "last" }, { standing = { "1 abbot garden spot" } }):read_back()
    t:play { "1: BA-B last" }
    assert.same({ 9, 0 }, t:points())
  end)

  it("stays one if a script takes its attribute away: what is printed counts", function()
    local v = { name = "weeds", attributes = GARDENS.attributes, tiles = GARDENS.tiles,
      pieces = GARDENS.pieces,
      on_tile_placed = function(state) state:remove_attribute(0, 0, "spot", "garden") end }
    local t = around_a_garden({ [9] = "last" }, { variants = { v }, standing = { "1 abbot garden spot" } })
    t:play { "1: BA-B last" }
    assert.same({ 9, 0 }, t:points())
  end)

  it("takes a builder only while it is not complete, if builders may be deployed there at all", function()
    local v = { name = "diggers",
      pieces = { builder = { on = { attribute = "garden" }, needs = { "incomplete" } } } }
    v.attributes, v.tiles = GARDENS.attributes, GARDENS.tiles
    local t = around_a_garden({ [5] = "*garden" }, { variants = { v } })
    t:play { "1: GA-A garden ..." }
    assert.same({}, t:deployments "builder")
    t = around_a_garden({ [5] = "*garden", [9] = "." }, { variants = { v } })
    t:play { "1: GA-A garden ..." }
    assert.same({ "spot" }, t:deployments "builder")
  end)

  it("differs from a plain spot, which is never complete, and worth nothing", function()
    local plain = { name = "plain", attributes = { "garden" }, tiles = GARDENS.tiles,
      pieces = GARDENS.pieces }
    local t = around_a_garden({ [9] = "last" },
      { variants = { plain }, standing = { "1 abbot garden spot" } })
    t:play { "1: BA-B last" }
    assert.same({ 0, 0 }, t:points())
    assert.equal(1, #t:standing())
    assert.is_false(t:feature("garden", "spot").complete)
  end)

  it("keeps all properties in random games, saved and undone", function()
    for seed = 1, 6 do
      local given = { players = 2 + seed % 3, variants = { GARDENS } }
      properties.try(carcassonne.game(given), seed, given)
    end
  end)
end)

describe("The key `surrounded`", function()
  local function refused(attribute, tile, pattern)
    local message = hands.refusal(carcassonne.game,
      { variants = { { name = "v", attributes = { attribute }, tiles = tile } } })
    assert.matches("^variant 'v': tile XX%-A", message)
    assert.matches(pattern, message)
  end

  it("is refused for a road, a city or a monastery: only a spot can have it", function()
    refused({ name = "garden", scores_as_monastery = true },
      "XX-A x1 monastery+garden field:NL.NR.EL.ER.SL.SR.WL.WR",
      "garden is declared with `scores_as_monastery`, so it cannot be on a monastery, only on a spot: "
        .. "`spot%+garden`")
    refused({ name = "ford", scores_as_monastery = true },
      "XX-A x1 road:E.W+ford field:NL.NR.EL.WR field:ER.SL.SR.WL",
      "so it cannot be on a road, only on a spot")
  end)

  it("is refused for tiles, and with a value other than yes or no", function()
    local function message(attribute)
      return hands.refusal(carcassonne.game, { variants = { { name = "v", attributes = { attribute } } } })
    end
    assert.matches("variant 'v': attributes%[1%].*scores_as_monastery",
      message { name = "garden", on = "tile", scores_as_monastery = true })
    assert.matches("variant 'v': attributes%[1%].*scores_as_monastery: expected boolean, got string",
      message { name = "garden", scores_as_monastery = "yes" })
  end)

  it("must be equal in two scripts that share the attribute", function()
    local function with(surrounded) return { name = surrounded and "a" or "b",
      attributes = { { name = "garden", shared = true, scores_as_monastery = surrounded } } } end
    assert.matches("garden", hands.refusal(carcassonne.game, { variants = { with(true), with(nil) } }))
  end)
end)
