-- The Phantom: a second follower on the same tile.

local carcassonne = require "carcassonne"
local board = require "spec.support.board"
local properties = require "spec.support.properties"

local function set(picture, options)
  local given = { variants = { "phantom" }, turn = 1 }
  for key, value in pairs(options or {}) do given[key] = value end
  return board.set(picture, given)
end

describe("A phantom", function()
  it("is deployed after the follower on the same tile, on what the follower does not hold", function()
    local t = set "start=BA-U here"
    t:play { "1: BA-U here, follower road:E.W" }
    assert.equal("phantom", t.state:phase())
    assert.same({ "field:ER.SL.SR.WL", "field:NL.NR.EL.WR" }, t:deployments "phantom")
    t:play { "1: phantom field:NL.NR.EL.WR" }
    assert.same({ "1 follower here road:E.W", "1 phantom here field:NL.NR.EL.WR" }, t:standing())
    assert.equal(2, t.state:turn_player())
  end)

  it("may stay in hand", function()
    local t = set "start=BA-U here"
    t:play { "1: BA-U here, follower road:E.W", "1: pass" }
    assert.equal(1, t.state:in_hand(1, "phantom"))
    assert.equal(2, t.state:turn_player())
  end)

  it("may be deployed as the follower of the action; then there is no second one", function()
    local t = set "start=BA-U here"
    t:play { "1: BA-U here, phantom road:E.W" }
    assert.equal(2, t.state:turn_player())
    assert.same({ "1 phantom here road:E.W" }, t:standing())
  end)

  it("is lost by passing the action", function()
    local t = set "start=BA-U here"
    t:play { "1: BA-U here, pass" }
    assert.equal(2, t.state:turn_player())
  end)

  it("is not asked about if the player has none in hand", function()
    local t = set("west=BA-U *BA-U here", { standing = { "1 phantom west road:E.W" } })
    t:play { "1: BA-U here, follower field:NL.NR.EL.WR" }
    assert.equal(2, t.state:turn_player())
  end)

  it("counts as a follower in the majority, and returns when it scores", function()
    local t = set "start=BA-U here"
    t:play { "1: BA-A here r1, follower monastery", "1: phantom road:W" }
    t = set("west=BA-A r3 here", { standing = { "1 phantom west road:E" } })
    t:play { "1: BA-A here r1, pass" }
    assert.same({ 2, 0 }, t:points())
    assert.equal(1, t.state:in_hand(1, "phantom"))
  end)

  it("follows any action, such as a tower piece", function()
    local t = set("tower=TO-B here", { variants = { "phantom", "tower" } })
    t:play { "1: BA-B here, tower @tower" }
    while t.state:phase() == "capture" do assert(t.state:apply_action "pass") end
    assert.equal("phantom", t.state:phase())
  end)

  it("is lost by sending a knight home with a princess", function()
    local t = set("city=BA-E r1 here",
      { variants = { "phantom", "princess-and-dragon" }, standing = { "2 follower city city:E" } })
    t:play { "1: PD-U here r3 ..." }
    t:apply "princess 2 follower city:E @0,0"
    assert.are_not.equal("phantom", t.state:phase())
    assert.equal(1, t.state:in_hand(1, "phantom"))
  end)

  it("goes through a portal as the follower does", function()
    local t = set("start=BA-U here\nfar=BA-B .", { variants = { "phantom", "princess-and-dragon" } })
    t:play { "1: PD-B here r1, follower road:N.E" }
    assert.is_true(t:may "deploy phantom monastery @far")
  end)

  it("goes into no garden", function()
    local t = set("start=BA-U here", { variants = { "phantom", "abbot" } })
    t:play { "1: BA-Ug here, follower road:E.W" }
    assert.is_false(t:may "deploy phantom spot")
  end)

  it("keeps all properties in random games", function()
    for seed = 1, 6 do
      local given = { players = 2 + seed % 4, variants = { "phantom", "abbot" } }
      properties.try(carcassonne.game(given), seed, given)
    end
  end)

  it("works with towers, dragons and tunnels in games that are saved and taken back", function()
    for seed = 1, 3 do
      local game = carcassonne.game { players = 2 + seed % 3,
        variants = { "phantom", "tower", "princess-and-dragon", "tunnel", "bridges" } }
      properties.play(game, seed)
    end
  end)
end)

describe("The variable `passed`", function()
  local function thrifty(moment)
    return { name = "thrifty", phases = { { name = "reward", timing = moment, when = { variable = "passed" },
      run = function(state) state:award(state:turn_player(), 1, "thrift") end } } }
  end

  it("is 1 after the window was passed, until the next tile", function()
    local t = board.set("start=BA-U here next", { variants = { thrifty "before_scoring" } })
    t:play { "1: BA-U here, pass" }
    assert.same({ 1, 0 }, t:points())
    t:play { "2: BA-U next, follower road:E.W" }
    assert.same({ 1, 0 }, t:points())
  end)

  it("is still 1 after the scoring, in a position that is set up, and in a saved game", function()
    local v = { name = "ask",
      phases = { { name = "ask", timing = "after_scoring", when = { variable = "passed" },
      ask = function(state) state:offer {} return nil, true end, on_chosen = function() end } } }
    local t = board.set("start=BA-U here", { variants = { v } })
    t:play { "1: BA-U here, pass" }
    assert.equal("ask", t.state:phase())
    assert.equal("ask", t:read_back().state:phase())
    assert.matches(" passed", t.state:observation_string())
    assert.is_true(t.state:game():deserialize_state(t.state:serialize()) == t.state)
    assert.is_true(t.state:any { "players", variable = "passed" })
  end)

  it("is not a part of games that do not need it", function()
    local v = { name = "ask", phases = { { name = "ask", timing = "after_scoring",
      ask = function(state) state:offer {} return nil, true end, on_chosen = function() end } } }
    local t = board.set("start=BA-U here", { variants = { v } })
    t:play { "1: BA-U here, pass" }
    assert.is_nil(t.state:observation_string():match " passed")
  end)

  it("is not a name of a script's own", function()
    assert.has_error(
      function() carcassonne.game { variants = { { name = "v", variables = { "passed" } } } } end)
  end)
end)
