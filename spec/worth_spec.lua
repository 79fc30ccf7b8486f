-- What features are worth, by attributes that count, rows of points and bonuses.

local carcassonne = require "carcassonne"

-- ---- Helpers -------------------------------------------------------------------------------------------------

-- A game of the base set with this variant, draws by hand, after these actions.
local function by_hand(source, ...)
  source.name = source.name or "v"
  local state = carcassonne.game({ sets = { "base" }, draws = "manual", variants = { source } }):new_initial_state()
  for _, action in ipairs { ... } do assert(state:apply_action(action)) end
  return state
end

local function play(state, ...)
  for _, action in ipairs { ... } do assert(state:apply_action(action)) end
  return state
end

local function refusal(source)
  source.name = source.name or "v"
  local fine, message = pcall(carcassonne.game, { variants = { source } })
  assert.is_false(fine)
  assert.matches("^variant 'v'", message)
  return message
end

-- Two cities of one segment, one with two mills and one with a mill and a well.
local MILLS = [[
M1 x3 city:N+mill+mill field:EL.ER.SL.SR.WL.WR~N
M2 x3 city:N+mill+well field:EL.ER.SL.SR.WL.WR~N
]]

-- ---- Attributes --------------------------------------------------------------------------------------------------

describe("An attribute with merge = \"sum\"", function()
  local function mills(merge)
    return by_hand({ attributes = { { name = "mill", merge = merge }, { name = "well", merge = merge } }, tiles = MILLS },
      "draw M1", "place M1 0,-1 r2", "pass")
  end

  it("is counted over the segments of a city, and on each", function()
    local city = mills("sum"):feature(0, -1, "city:S")
    assert.are.equal(2, city:count "mill")
    assert.are.equal(0, city:count "well")
    assert.are.same({ "mill" }, city.attributes)
    local state = by_hand({ attributes = { { name = "mill", merge = "sum" }, "well" }, tiles = MILLS,
      start = { { id = "M1" } } }, "draw M2", "place M2 0,-1 r2", "pass")
    assert.are.equal(3, state:feature(0, 0, "city:N"):count "mill")
    assert.are.equal(1, state:feature(0, 0, "city:N"):count "well")
  end)

  it("is there once, or not at all, where it is not summed", function()
    assert.are.equal(1, mills("any"):feature(0, -1, "city:S"):count "mill")
    assert.are.equal(0, mills("all"):feature(0, -1, "city:S"):count "mill")
    assert.are.equal(0, mills("local"):feature(0, -1, "city:S"):count "mill")
  end)

  it("stands on a segment nine times at most", function()
    local tile = "M3 x1 city:N" .. ("+mill"):rep(10) .. " field:EL.ER.SL.SR.WL.WR~N"
    assert.matches("M3: more than 9 of mill", refusal { attributes = { { name = "mill", merge = "sum" } }, tiles = tile })
  end)

  it("is asked for by a name that the game has", function()
    local fine, message = pcall(function() return mills("sum"):feature(0, 0, 1):count "mil" end)
    assert.is_false(fine)
    assert.matches("attribute 'mil' %(did you mean mill%?%)", message)
  end)
end)

describe("An attribute with merge = \"local\"", function()
  it("is one of its segment, never of the feature", function()
    local state = by_hand({ attributes = { { name = "mill", merge = "local" }, "well" }, tiles = MILLS },
      "draw M2", "place M2 0,-1 r2", "pass")
    assert.is_true(state:has_attribute(0, -1, "mill"))
    assert.are.same({ "well" }, state:feature(0, -1, "city:S").attributes)
  end)

  it("says nothing about what a feature is worth", function()
    for key, value in pairs { each = 1, unfinished = "nothing", field = 2, pig = 2 } do
      assert.matches("mill: merge=local", refusal { attributes = { { name = "mill", merge = "local", [key] = value } } })
    end
  end)
end)

describe("A piece whose power is an attribute", function()
  local function miller(power, ...)
    return by_hand({ attributes = { { name = "mill", merge = "sum" }, "well" }, tiles = MILLS, start = { { id = "M2" } },
      pieces = { miller = { count = 1, power = power } } }, ...)
  end
  local CITY = { "draw M1", "place M1 0,-1 r2", "deploy miller city:S" }

  it("counts as many as its feature has of it", function()
    local state = miller("mill", "draw M1", "place M1 0,1 r2", "deploy miller city:S")
    assert.are.equal(2, state:feature(0, 1, "city:S"):power(1))
    assert.are.same({ 1 }, state:feature(0, 1, "city:S").majority)
  end)

  it("counts once where it is there or not, and nothing where it is not", function()
    local state = miller("well", "draw M1", "place M1 0,1 r2", "deploy miller city:S")
    assert.are.equal(0, state:feature(0, 1, "city:S"):power(1))
    assert.are.same({}, state:feature(0, 1, "city:S").majority)
    assert.are.equal(4, miller("well", table.unpack(CITY)):score(1))
  end)

  it("has it in the fields around a city, too", function()
    local state = carcassonne.game({ edition = "2003", sets = {}, draws = "manual", variants = { { name = "v",
      attributes = { { name = "herd", merge = "sum" } }, start = { { id = "H1" } },
      tiles = "H1 x3 city:N field:EL.ER.SL.SR.WL.WR~N+herd+herd",
      pieces = { shepherd = { count = 1, power = "herd" } } } } }):new_initial_state()
    play(state, "draw H1", "place H1 0,-1 r2", "deploy shepherd field:NL.NR.EL.ER.WL.WR",
      "draw H1", "place H1 0,1 r2", "deploy follower field:NL.NR.EL.ER.WL.WR")
    assert.is_true(state:is_terminal())
    assert.are.same({ 4, 0 }, state:returns())
  end)

  it("needs one that features can have", function()
    local function refused(power)
      return refusal { attributes = { { name = "mill", merge = "local" } }, pieces = { miller = { count = 1, power = power } } }
    end
    assert.matches("miller: power=mill: .*attribute of features", refused "mill")
    assert.matches("miller: power=mil: .*attribute of features", refused "mil")
    assert.matches("miller.power: 'a b' is no name", refused "a b")
  end)
end)
