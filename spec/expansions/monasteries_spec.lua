-- Monasteries with an abbot's place: a test for each sentence of their rules.

local carcassonne = require "carcassonne"
local board = require "spec.support.board"
local properties = require "spec.support.properties"

local function set(picture, options, chosen)
  local given = { variants = { carcassonne.variant("monasteries", chosen) } }
  for key, value in pairs(options or {}) do given[key] = value end
  return board.set(picture, given)
end

-- Eight meadows around a cell.
local around = [[
  a=BA-B b=BA-B c=BA-B
  d=BA-B here   e=BA-B
  f=BA-B g=BA-B h=BA-B
]]

describe("Monasteries", function()
  it("has six tiles with a monastery, two of them with a road, and removes the other monasteries", function()
    local game = carcassonne.game { sets = { "base" }, variants = { "monasteries" } }
    assert.equal(72 - 6 + 6, game:num_tiles())
    assert.equal(0, game:tile("BA-A").count + game:tile("BA-B").count)
  end)

  it("... or keeps them, if the option says so", function()
    local game = carcassonne.game { sets = { "base" },
      variants = { carcassonne.variant("monasteries", { monasteries = "keep" }) } }
    assert.equal(72 + 6, game:num_tiles())
  end)
end)

describe("a player who places such a monastery", function()
  it("deploys a monk, or an abbot beside it", function()
    local t = set("start=BA-B here")
    t:play { "1: MO-A here ..." }
    assert.is_true(t:may "follower monastery")
    assert.is_true(t:may "follower spot")
    t:apply "deploy follower spot"
    assert.same({ "1 follower here spot" }, t:standing())
  end)

  it("deploys no mayor as an abbot: he stands in cities alone", function()
    local t = set("start=BA-B here", { variants = { "monasteries", "abbey-and-mayor" } })
    t:play { "1: MO-A here ..." }
    assert.is_true(t:may "wagon spot")
    assert.is_false(t:may "mayor spot")
  end)

  it("may deploy an abbot even if the monastery is complete", function()
    local t = set(around)
    t:play { "1: MO-A here, follower spot" }
    assert.same({ 0, 0 }, t:points())
    assert.same({ "1 follower here spot" }, t:standing())
  end)

  it("... and a monk scores it as any other", function()
    local t = set(around)
    t:play { "1: MO-A here, follower monastery" }
    assert.same({ 9, 0 }, t:points())
    assert.same({}, t:standing())
  end)
end)

describe("an abbot", function()
  it("stays when his monastery is complete", function()
    local t = set([[
      a=BA-B b=BA-B   c=BA-B
      d=BA-B own=MO-A here
      f=BA-B g=BA-B   h=BA-B
    ]], { standing = { "2 follower own spot" }, bag = "BA-B BA-B" })
    t:play { "1: BA-B here" }
    assert.same({ 0, 0 }, t:points())
    assert.same({ "2 follower own spot" }, t:standing())
  end)

  it("scores 1 for his tile and 1 for each in his row and column at the end, up to the first gap", function()
    local t = set([[
      .      far=BA-B m=BA-B   .      .
      .      k=BA-B   n=BA-B   .      .
      w=BA-B .        own=MO-A e=BA-B here
      x=BA-B y=BA-B   s=BA-B   .      .
    ]], { standing = { "2 follower own spot" }, bag = "BA-B" })
    t:play { "1: BA-B here" }
    assert.is_true(t.state:is_terminal())
    assert.same({ 0, 1 + 2 + 2 + 1 }, t:points()) -- the abbot, north, east, south
    assert.same({ 0, 6 }, t:awarded "special-monastery")
  end)

  local through = { variants = { "monasteries", "princess-and-dragon" }, bag = "PD-M" }

  it("may be deployed through a magic portal, too", function()
    local t = set("own=MO-A hill=BA-B\n. here", through)
    t:play { "1: PD-M here r2 ..." }
    assert.is_true(t:may "follower spot @own")
    assert.is_true(t:may "follower monastery @own")
  end)

  it("excludes monks, and a monk excludes him", function()
    for place, other in pairs { spot = "monastery", monastery = "spot" } do
      through.standing = { "1 follower own " .. place }
      local t = set("own=MO-A hill=BA-B\n. here", through)
      t:play { "1: PD-M here r2 ..." }
      assert.is_false(t:may(("follower %s @own"):format(other)))
    end
  end)

  it("cannot be deployed through a portal to the dragon's tile", function()
    local t = set("own=MO-A crater lair\n. . gate", { variants = through.variants, bag = "PD-A PD-D PD-I" })
    t:play { "1: PD-A crater", "2: PD-D lair", "2: dragon @own", "1: PD-I gate ..." }
    assert.is_false(t:may "follower monastery @own")
    assert.is_false(t:may "follower spot @own")
  end)

  it("may be a phantom after the follower on the tile's field, but not after a monk", function()
    local function places(first)
      local t = set("start=BA-B here", { variants = { "monasteries", "phantom" } })
      t:play { "1: MO-A here, follower " .. first }
      return t:deployments "phantom"
    end
    assert.same({ "monastery", "spot" }, places "field:NL.NR.EL.ER.SL.SR.WL.WR")
    assert.same({ "field:NL.NR.EL.ER.SL.SR.WL.WR" }, places "monastery")
  end)
end)

it("Without abbots these are monasteries like others", function()
  local t = set("start=BA-B here", {}, { without = { "abbots" } })
  t:play { "1: MO-E here ..." }
  assert.is_true(t:may "follower monastery")
  assert.is_false(t:may "follower spot")
  local monks_alone = carcassonne.variant("monasteries", { without = { "abbots" } })
  t = set("near=MO-A here", { variants = { monks_alone, "flying-machines" } })
  t:play { "1: FL-C here, fly follower", "1: die #1" }
  assert.same({ "landing follower monastery @near" }, t:options())
end)

it("Monasteries keep the properties of every game", function()
  for seed = 1, 4 do
    local given = { variants = { "monasteries", seed % 2 == 0 and "tower" or "princess-and-dragon" },
      players = seed + 1 }
    properties.try(carcassonne.game(given), seed, given, true) -- players may pay ransom
  end
end)
