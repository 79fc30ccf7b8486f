-- Little Buildings: who puts them where, and how they change the scoring.

local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"
local board = require "spec.support.board"
local properties = require "spec.support.properties"
local words = require("carcassonne.ui").words

-- Base tiles by default; `little` are the variant's options.
local function set(picture, options)
  local given = { sets = { "base" } }
  for key, value in pairs(options or {}) do given[key] = value end
  given.variants = { carcassonne.variant("little-buildings", given.little),
    compat.table.unpack(given.variants or {}) }
  given.little = nil
  return board.set(picture, given)
end

local function in_hand(state, player)
  return { state:num_tokens("little-shed", player), state:num_tokens("little-house", player),
    state:num_tokens("little-tower", player) }
end

describe("Little Buildings", function()
  it("are dealt evenly: 3, 2, 1, 1, 1 of each kind with two to six players", function()
    for players, each in pairs { [2] = 3, [3] = 2, [4] = 1, [5] = 1, [6] = 1 } do
      local state = set(nil, { players = players }).state
      for player = 1, players do assert.same({ each, each, each }, in_hand(state, player)) end
    end
  end)

  it("may be put on the tile just placed instead of a follower, each kind that is left", function()
    local t = set("end=BA-A r3 lane=BA-U east", { players = 4 }):play { "1: BA-A east r1 ..." }
    assert.same({ "building 1 little-house", "building 1 little-shed", "building 1 little-tower" },
      t:options())
    assert.is_true(t:may "follower monastery")
    assert.is_true(t:may "pass")
    t:play { "1: building 1 little-tower" }
    assert.same({ 1, 1, 0 }, in_hand(t.state, 1))
    assert.equal(1, t.state:num_tokens("little-tower", t:cell "east"))
    assert.same({}, t:standing())
    assert.equal(2, t.state:turn_player())
  end)

  it("are reported by their kind", function()
    local t = set("end=BA-A r3 east"):play { "1: BA-A east r1 ..." }
    assert.matches("player 1 puts a little house there",
      words.action(t.state, t.state:string_to_action "building 1 little-house"))
  end)

  it("are not offered to a player who has none left", function()
    local t = set("end=BA-A r3 a b c", { players = 6, counts = { ["BA-B"] = 9 } })
    t:play { "1: BA-U a, building 1 little-shed" }
    for player = 2, 6 do t:play { ("%d: BA-B %d,1"):format(player, player - 2) } end
    t:play { "1: BA-U b ..." }
    assert.same({ "building 1 little-house", "building 1 little-tower" }, t:options())
  end)
end)

describe("a building", function()
  local thief = { "1 follower lane road:E.W" }

  it("adds 1 point to a road each time it scores", function()
    local t = set("end=BA-A r3 lane=BA-U east", { standing = thief }):play {
      "1: BA-A east r1, building 1 little-tower" }
    assert.same({ 3 + 1, 0 }, t:points())
  end)

  it("adds 1, 2 or 3 by its kind, if the option says so", function()
    for building, points in pairs { shed = 1, house = 2, tower = 3 } do
      local t = set("end=BA-A r3 lane=BA-U east", { standing = thief, little = { scoring = "3/2/1" } })
      t:play { "1: BA-A east r1, building 1 little-" .. building }
      assert.same({ 3 + points, 0 }, t:points())
    end
  end)

  it("counts for every feature of its tile, whoever put it there", function()
    local t = set([[
      BA-B          north=BA-A
      west=BA-E r1  here
      BA-B          south=BA-A r2
    ]], { standing = { "2 follower west city:E", "1 follower north road:S" } })
    t:play { "1: BA-D here r3, building 1 little-shed" }
    assert.same({ 3 + 1, 4 + 1 }, t:points())
  end)

  it("counts for a monastery on whose nine tiles it is", function()
    local picture = [[
      BA-B BA-B  BA-B
      BA-B monk=BA-B BA-B
      BA-B BA-B  here
    ]]
    local t = set(picture, { counts = { ["BA-B"] = 12 }, standing = { "1 follower monk monastery" } })
    t:play { "1: BA-B here, building 1 little-shed" }
    assert.same({ 9 + 1, 0 }, t:points())
  end)

  it("counts in the final scoring: for incomplete features, and for fields, even without cities", function()
    local t = set("lane=BA-U here", { bag = "BA-U", standing = thief }):play {
      "1: BA-U here, building 1 little-house" }
    assert.same({ 2 + 1, 0 }, t:points())
    t = set("lane=BA-U here", { bag = "BA-U", standing = { "2 follower lane field:NL.NR.EL.WR" } })
    t:play { "1: BA-U here, building 1 little-house" }
    assert.same({ 0, 1 }, t:points())
  end)

  it("is all that an incomplete road with an inn scores", function()
    local t = set("inn=IC-B here",
      { bag = "BA-U", variants = { "inns-and-cathedrals" }, standing = { "1 follower inn road:E.W" } })
    t:play { "1: BA-U here, building 1 little-house" }
    assert.same({ 1, 0 }, t:points())
  end)

  it("is not halved by a witch, in any order of the scripts", function()
    for _, last in ipairs { true, false } do
      local t = set("far end=BA-A r3 lane=BA-U east", { standing = thief, variants = { "mage-and-witch" } })
      if not last then
        t = board.set("far end=BA-A r3 lane=BA-U east", { sets = { "base" }, standing = thief,
          variants = { "mage-and-witch", "little-buildings" } })
      end
      t:play { "1: MW-E far, mage #2 road:E @end", "1: pass", "2: BA-A east r1, building 2 little-shed" }
      assert.same({ 2 + 1, 0 }, t:points())
    end
  end)
end)

it("Little Buildings are played in random games, saved and taken back", function()
  for seed = 1, 4 do
    local given = { players = 2 + seed % 4, variants = { carcassonne.variant("little-buildings",
      { scoring = seed % 2 == 0 and "3/2/1" or "1/1/1" }), "mage-and-witch" } }
    properties.try(carcassonne.game(given), seed, given)
  end
end)
