-- The Flying Machines.

local compat = require "carcassonne.base.compat"
local carcassonne = require "carcassonne"
local board = require "spec.support.board"
local properties = require "spec.support.properties"

-- A row in which the machine faces west when it is placed in the east.
local ROW = "mid=BA-U near=BA-A r1 here"

local function set(picture, options)
  local given = { variants = { "flying-machines" }, turn = 1 }
  for key, value in pairs(options or {}) do given[key] = value end
  return board.set(picture, given)
end

-- Places the machine in the east of the row; a follower flies from it, as far as the die says.
local function fly(picture, number, options, line)
  local t = set(picture, options)
  t:play { line or "1: FL-C here, fly follower", "1: die #" .. number }
  return t
end

describe("A flying machine", function()
  it("carries a follower as far as the die says; it may join other pieces there", function()
    local t = fly(ROW, 1, { standing = { "2 follower near monastery" } })
    assert.equal("landing", t.state:phase())
    assert.same({ "landing follower monastery @near", "landing follower road:W @near" }, t:options())
  end)

  it("does not let the player decline to land", function()
    local t = fly(ROW, 1)
    assert.is_false(t:may "pass")
  end)

  it("does not land on complete features or in fields: then the follower stays in hand", function()
    local t = fly("mid=BA-E r1 near=BA-E r3 here", 1)
    assert.equal(2, t.state:turn_player())
    assert.equal(7, t.state:in_hand(1, "follower"))
  end)

  it("flies over gaps; if the cell has no tile, the follower stays in hand", function()
    local t = fly("near=BA-B here", 3)
    assert.equal(2, t.state:turn_player())
    assert.equal(7, t.state:in_hand(1, "follower"))
  end)

  it("faces another way when its tile is rotated", function()
    local t = fly("north=BA-B\nhere", 1, {}, "1: FL-C here r1, fly follower")
    assert.same({ "landing follower monastery @north" }, t:options())
    t = fly("north=BA-B .\nwest=BA-B here", 1, {}, "1: FL-A here, fly follower")
    assert.same({ "landing follower monastery @north" }, t:options())
  end)

  it("throws a die with 1, 2 and 3", function()
    local t = set "near=BA-B here"
    t:play { "1: FL-C here, fly follower" }
    assert.is_true(t.state:is_chance_node())
    assert.same({ "die #1", "die #2", "die #3" }, t:options())
  end)

  it("is used instead of deploying", function()
    local t = set "near=BA-B here"
    t:play { "1: FL-C here ..." }
    assert.same({ "fly follower" }, t:options())
    assert.is_true(t:may "deploy follower field:NL.NR.EL.ER.SL.SR.WL.WR")
    t = set "near=BA-B here"
    t:play { "1: BA-B here ..." }
    assert.same({}, t:options())
  end)

  it("carries an abbot to a garden, and nobody else there", function()
    local variants = { "flying-machines", "abbot" }
    local t = fly("near=BA-Vg here", 1, { variants = variants })
    assert.same({ "landing follower road:S.W @near" }, t:options())
    t = fly("near=BA-Vg here", 1, { variants = variants }, "1: FL-C here, fly abbot")
    assert.same({ "landing abbot spot @near" }, t:options())
  end)

  -- Returns the options of a piece that flies from the machine in the east onto the tile beside it.
  local function landings(tile, variants, piece, standing)
    local given = { variants = { "flying-machines", compat.table.unpack(variants) }, standing = standing }
    local t = fly(("near=%s here"):format(tile), 1, given, ("1: FL-C here, fly %s"):format(piece))
    return t.state:phase() == "landing" and t:options() or {}
  end

  it("carries a follower to the witch's hut even if it is occupied, but no mayor or abbot", function()
    local variants = { "russian-promos", "abbey-and-mayor", "abbot" }
    assert.same({ "landing follower spot @near" }, landings("RP-A", variants, "follower"))
    local taken = { "2 follower near spot" }
    assert.same({ "landing wagon spot @near" }, landings("RP-A", variants, "wagon", taken))
    assert.same({}, landings("RP-A", variants, "mayor"))
    assert.same({}, landings("RP-A", variants, "abbot"))
  end)

  it("carries a follower to a trap on no tile of the promos", function()
    assert.same({ "landing follower road:N.S @near" }, landings("RP-C r1", { "russian-promos" }, "follower"))
    assert.same({}, landings("RP-D", { "russian-promos" }, "follower"))
  end)

  it("carries a follower to either place of a special monastery, but not beside a piece on the other place",
      function()
    local variants = { "monasteries", "abbey-and-mayor" }
    local monk, abbot = "landing follower monastery @near", "landing follower spot @near"
    assert.same({ monk, abbot }, landings("MO-A", variants, "follower"))
    assert.same({ monk }, landings("MO-A", variants, "follower", { "2 follower near monastery" }))
    assert.same({ abbot }, landings("MO-A", variants, "follower", { "2 follower near spot" }))
    assert.same({}, landings("MO-A", variants, "mayor"))
  end)

  it("carries a follower to the abbot's place even if the monastery is complete", function()
    local t = fly([[
      a=BA-B b=BA-B    c=BA-B
      d=BA-B near=MO-A here
      f=BA-B g=BA-B    h=BA-B
    ]], 1, { variants = { "flying-machines", "monasteries" } })
    assert.same({ "landing follower spot @near" }, t:options())
  end)

  it("carries no follower onto a tower", function()
    local t = fly("near=TO-B here", 1, { variants = { "flying-machines", "tower" } })
    assert.are_not.equal("landing", t.state:phase())
  end)

  it("has a garden on one of its tiles in the second edition", function()
    local game = carcassonne.game { variants = { carcassonne.variant("flying-machines", { edition = 2 }) } }
    assert.equal(1, game:tile("FL-B", 0).count or 1)
    assert.equal(104, game:num_tiles())
  end)

  it("keeps all properties in random games", function()
    for seed = 1, 6 do
      local given = { players = 2 + seed % 4, variants = { "flying-machines" } }
      properties.try(carcassonne.game(given), seed, given)
    end
  end)
end)
