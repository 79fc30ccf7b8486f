-- Under the Big Top: a test for each sentence of its rules.

local carcassonne = require "carcassonne"
local board = require "spec.support.board"
local properties = require "spec.support.properties"
local scaled = require "spec.support.scale"

local NAME = "under-the-big-top"

local function set(picture, options)
  local given = { variants = { NAME } }
  for key, value in pairs(options or {}) do given[key] = value end
  return board.set(picture, given)
end

-- Returns the numbers of the animals that may be revealed now.
local function animals(t)
  local list = {}
  for _, action in ipairs(t.state:legal_actions()) do list[#list + 1] = action.number end
  return list
end

local function on_table(t) return t.state:token "tent" end

describe("Under the Big Top", function()
  it("brings twenty tiles, a tent, and a ringmaster for each player", function()
    for edition = 1, 2 do
      local n = 0
      for _, tile in ipairs(
          carcassonne.game({ variants = { carcassonne.variant(NAME, { edition = edition }) } }):tiles()) do
        n = n + (tile.id:match "^BT%-" and tile.count or 0)
      end
      assert.are.equal(20, n)
    end
    local t = set "start=BA-D"
    assert.are.equal(1, t.state:pieces_in_hand(1).ringmaster)
    assert.is_nil(on_table(t))
  end)

  it("has gardens on two tiles of its second edition", function()
    local function gardens(edition)
      local game, n = carcassonne.game { variants = { carcassonne.variant(NAME, { edition = edition }) } }, 0
      for _, tile in ipairs(game:tiles()) do
        for _, segment in ipairs(tile.segments) do n = n + (segment.attributes[1] == "garden" and 1 or 0) end
      end
      return n
    end
    assert.are.equal(0, gardens(1))
    assert.are.equal(2, gardens(2))
  end)
end)

describe("The tent", function()
  local road = "*BA-U here next"

  it("goes to the first circus, and no animal is revealed", function()
    local t = set(road, { bag = "BT-J BT-J" })
    t:play { "1: BT-J here" }
    assert.are.same({ 1, 0 }, { on_table(t).x, on_table(t).y })
    assert.are.equal(2, t.state:turn_player())
  end)

  it("moves to the next circus when everything has scored, and pays the followers around its old tile",
      function()
    local t = set("end=BT-G r3 here next",
      { bag = "BT-J BT-G", standing = { "1 follower end field:NL.NR.EL.ER.SL.SR.WL.WR" } })
    t:play { "1: BT-J here, follower road:E", "2: BT-G next r1" }
    -- the road between the two cells is complete, and its thief has returned
    assert.are.same({ 2, 0 }, t:scored "road")
    assert.are.equal("chance", t.state:current_player())
    t:play { "animal #5" }
    assert.are.same({ 5, 0 }, t:scored "big-top")
    assert.are.same({ 2, 0 }, { on_table(t).x, on_table(t).y })
  end)

  it("shows an animal of those that nobody has seen: one flea, four monkeys, five seals, three bears, two "
    .. "tigers, one elephant",
    function()
      local t = set("*BA-U here next then", { bag = "BT-J BT-J BT-J", counts = { ["BT-J"] = 3 } })
      t:play { "1: BT-J here", "2: BT-J next" }
      assert.are.same({ 1, 3, 4, 5, 6, 7 }, animals(t))
      local weights = {}
      for i, outcome in ipairs(t.state:chance_outcomes()) do
        weights[i] = math.floor(outcome.probability * 16 + 0.5)
      end
      assert.are.same({ 1, 4, 5, 3, 2, 1 }, weights)
      t:play { "animal #7", "1: BT-J then" }
      assert.are.same({ 1, 3, 4, 5, 6 }, animals(t))
    end)

  it("counts neither builders nor pigs", function()
    local field = " west field:ER.SL.SR.WL"
    local t = set("west=BA-U here next", { bag = "BT-J BT-J", counts = { ["BT-J"] = 2 },
      standing = { "1 follower" .. field, "1 pig" .. field, "2 follower" .. field } })
    t:play { "1: BT-J here", "2: BT-J next", "animal #4" }
    assert.are.same({ 4, 4 }, t:scored "big-top")
  end)

  it("reveals another animal at the end of the game", function()
    local t = set("*BA-U here", { bag = "BT-J" })
    t:play { "1: BT-J here, follower field:NL.NR.EL.WR" }
    assert.are.equal("animal", t.state:phase())
    t:play { "animal #6" }
    assert.is_true(t.state:is_terminal())
    assert.are.same({ 6, 0 }, t:final "big-top")
  end)
end)

describe("Acrobats", function()
  it("are ordinary followers on the tile just placed, or on one of the eight around it", function()
    local t = set([[
      show=BT-A .
      BA-B      here
    ]], { bag = "BA-B" })
    t:play { "1: BA-B here ..." }
    assert.is_true(t:may "follower spot @show")
    assert.is_false(t:may "ringmaster spot @show")
    t:play { "1: follower spot @show" }
    assert.are.same({ "1 follower show spot" }, t:standing())
    assert.are.equal(2, t.state:turn_player())
  end)

  it("do not go to a tile farther away", function()
    local t = set("show=BT-A BA-B BA-B here", { bag = "BA-B" })
    t:play { "1: BA-B here ..." }
    assert.is_false(t:may "follower spot @show")
  end)

  it("are three at most, of any owners", function()
    local t = set("show=BT-A here",
      { bag = "BA-B", standing = { "1 follower show spot", "2 follower show spot" } })
    t:play { "1: BA-B here ..." }
    assert.is_true(t:may "follower spot @show")
    t = set("show=BT-A here", { bag = "BA-B",
      standing = { "1 follower show spot", "2 follower show spot", "2 follower show spot" } })
    t:play { "1: BA-B here ..." }
    assert.is_false(t:may "follower spot @show")
  end)

  it("form a pyramid, which any player may score instead of deploying: 5 for each acrobat, who then returns",
      function()
    local t = set("show=BT-A BA-B BA-B here", { bag = "BA-B BA-B",
      standing = { "1 follower show spot", "2 follower show spot", "2 follower show spot" } })
    t:play { "1: BA-B here ..." }
    assert.are.same({ "pyramid spot @show" }, t:options "pyramid")
    t:play { "1: pyramid spot @show" }
    assert.are.same({ 5, 10 }, t:scored "acrobats")
    assert.are.same({}, t:standing())
    assert.are.equal(7, t.state:in_hand(2, "follower"))
    assert.are.equal(2, t.state:turn_player())
  end)

  it("score nothing before there are three", function()
    local t = set("show=BT-A here",
      { bag = "BA-B BA-B", standing = { "1 follower show spot", "2 follower show spot" } })
    t:play { "1: BA-B here ..." }
    assert.are.same({}, t:options "pyramid")
  end)

  it("score 5 each at the end", function()
    local t = set("show=BT-A here",
      { bag = "BA-B", standing = { "1 follower show spot", "1 follower show spot" } })
    t:play { "1: BA-B here, follower spot @show" }
    assert.are.same({ 15, 0 }, t:final "acrobats")
  end)

  it("cannot stand under a bridge", function()
    local t = set([[
      show=BT-A
      here
    ]], { variants = { NAME, "bridges" }, bag = "BA-B" })
    t:play { "1: BA-B here ..." }
    assert.is_true(t:may "follower spot @show")
    t:apply "bridge #2 @show"
    assert.is_false(t:may "follower spot @show")
  end)

  it("prevent a bridge on their tile, even one that a tile would need", function()
    local given = { variants = { NAME, "bridges" }, bag = "BA-U" }
    for may, standing in pairs { [true] = {}, [false] = { "1 follower show spot" } } do
      given.standing = standing
      local t = set("*show=BT-A here", given)
      t:apply "draw BA-U"
      local needed = pcall(t.apply, t, "place BA-U 1,0 r0 bridge E.W @0,0")
      assert.are.equal(may, needed)
      t = set("*show=BT-A here", given):play { "1: BA-U here r1 ..." }
      assert.are.equal(may, t:may "bridge #1 @show")
    end
  end)

  it("go through a portal to any space", function()
    local t = set("show=BT-A BA-B BA-B here", { variants = { "princess-and-dragon", NAME }, bag = "PD-I" })
    t:play { "1: PD-I here r3 ..." }
    assert.is_true(t:may "follower spot @show")
  end)
end)

describe("The ringmaster", function()
  it("scores 2 for each tile with a circus or acrobats among his nine, even without the majority", function()
    local t = set([[
      BT-A     BT-L       .
      BT-G r3  here=BT-J  east
    ]], { bag = "BT-G", counts = { ["BT-G"] = 2 },
      standing = { "1 ringmaster here road:E", "2 follower here road:E", "2 follower here road:E" } })
    t:play { "1: BT-G east r1" }
    assert.are.same({ 0, 2 }, t:scored "road")
    assert.are.same({ 10, 0 }, t:scored(NAME))
  end)

  it("counts as one follower, and is not an ordinary one", function()
    local t = set("BA-U here", { bag = "BA-U" })
    t:play { "1: BA-U here, ringmaster road:E.W" }
    assert.are.same({ "1 ringmaster here road:E.W" }, t:standing())
    assert.are.equal(1, t:feature("here", "road:E.W"):power(1))
  end)
end)

describe("Games under the big top", function()
  it("keep all properties of games, with any of its modules and editions", function()
    local cases = scaled({ {}, { edition = 2 }, { without = { "tent" } },
      { without = { "acrobats", "ringmasters" } } }, { {} })
    for number, options in ipairs(cases) do
      local given = { players = number + 1, sets = { "base", "traders" },
        variants = { carcassonne.variant(NAME, options) } }
      properties.try(carcassonne.game(given), number, given)
    end
  end)
end)
