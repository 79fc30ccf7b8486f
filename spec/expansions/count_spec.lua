-- The Count of Carcassonne: a test for each sentence of its rules. The game's city covers the cells
-- from -2,-1 to 1,1.

local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"
local board = require "spec.support.board"
local properties = require "spec.support.properties"
local scale = require "spec.support.scale"

-- `count` are the variant's options.
local function set(options)
  local given = {}
  for key, value in pairs(options or {}) do given[key] = value end
  given.variants = { carcassonne.variant("count", given.count), compat.table.unpack(given.variants or {}) }
  given.count = nil
  if given.bag then
    given.bag = given.bag .. " CO-A CO-B CO-C CO-D CO-E CO-F CO-G CO-H CO-I CO-J CO-K CO-L"
  end
  return board.set(nil, given)
end

local function asked(t) return t.state:current_player() end
local function count_at(t) return t.state:areas(t.state:token "count")[1]:match "^%a+" end

-- Player 2 completes a city of player 1.
local function gift(t)
  return t:play { "1: BA-E 0,-2, follower city:N", "2: BA-E 0,-3 r2" }
end

-- Player 2 also sends a follower to a quarter; if a second quarter is given, moves the count there.
local QUARTER = { castle = "spot", blacksmith = "spot:II", cathedral = "spot:III", market = "spot:IIII" }
local function send(t, quarter, count, piece)
  t:apply(("to-quarter %s %s @0,0"):format(piece or "follower", QUARTER[quarter]))
  t:apply(count and ("count %s @0,0"):format(QUARTER[count]) or "pass")
  return t
end

describe("The city of Carcassonne", function()
  it("is of twelve tiles, with which the game begins, and is complete", function()
    local t = set()
    assert.equal(12, t.state:num_tiles())
    assert.equal(1, t.state:count { "features", kind = "city", complete = true })
    assert.equal(12, t.state:feature(0, 0, "city:N.E.S.W").tiles)
  end)

  it("has three roads to it, and a field from each to the next", function()
    local t = set()
    assert.equal(3, t.state:count { "features", kind = "road" })
    assert.equal(3, t.state:count { "features", kind = "field" })
    assert.is_true(t.state:feature(-2, -1, "field:NL.NR.EL.WR") == t.state:feature(1, -1, "field:NL.WR"))
    assert.is_true(t.state:feature(1, -1, "field:NR.EL.ER.SL") == t.state:feature(0, 1, "field:ER.SL"))
    assert.is_true(t.state:feature(0, 1, "field:SR.WL") == t.state:feature(-2, -1, "field:SR.WL"))
  end)

  it("accepts no pieces", function()
    for _, city in ipairs { "counts", "apart" } do
      local t = set { count = { carcassonne = city } }
      assert.is_false(t.state:any { "segments", attribute = "count.wall", complete = false,
        can_deploy = "follower" }, city)
    end
  end)

  it("counts for fields as a complete city, unless the option says otherwise", function()
    for city, points in pairs { counts = 3, apart = 0 } do
      local t = set { count = { carcassonne = city }, bag = "BA-B" }
      t:play { "1: BA-B 2,0, follower field:NL.NR.EL.ER.SL.SR.WL.WR" }
      assert.is_true(t.state:is_terminal())
      assert.same({ points, 0 }, t:points(), city)
    end
  end)

  it("is on the board without its quarters, too", function()
    local t = gift(set { count = { without = { "quarters" } } })
    assert.equal("draw", t.state:decision())
    assert.same({ 4, 0 }, t:points())
  end)

  it("lies beside a river's spring, which is moved", function()
    local state = carcassonne.game { variants = { "count", "river" } }:new_initial_state(1)
    assert.equal(13, state:num_tiles())
    assert.equal(3, state:count { "features", kind = "road" })
  end)
end)

describe("A player whose tile brings another player points, but none to the own player,", function()
  it("may send a follower to a quarter, and then the count to another one", function()
    local t = gift(set())
    assert.same({ 4, 0 }, t:points())
    assert.equal("to-quarter", t.state:phase())
    assert.equal(2, asked(t))
    assert.equal("castle", count_at(t))
    assert.equal(4, #t:options())
    t:apply "to-quarter follower spot:IIII @0,0"
    assert.equal(1, t.state:count { "pieces", player = 2, at = "market-quarter" })
    assert.equal(6, t.state:in_hand(2, "follower"))
    assert.same({ "count spot:II @0,0", "count spot:III @0,0", "count spot:IIII @0,0" }, t:options())
    t:apply "count spot:IIII @0,0"
    assert.equal("market", count_at(t))
    assert.equal("draw", t.state:decision())
  end)

  it("may decline; then the count stays, too", function()
    local t = gift(set())
    t:apply "pass"
    assert.equal("draw", t.state:decision())
    assert.equal("castle", count_at(t))
  end)

  it("is not asked if the player scores as well, or brings nobody anything", function()
    local t = set()
    t:play { "1: BA-E 0,-2, follower city:N", "2: BA-B 2,0", "1: BA-E 0,-3 r2" }
    assert.equal("draw", t.state:decision())
    t:play { "2: BA-E -1,-2", "1: BA-E -1,-3 r2" }
    assert.equal("draw", t.state:decision())
  end)

  it("is asked once in a double turn, or by the option in each part", function()
    local again = { name = "again",
      extra_part = { always = true, run = function(_, part) return part.part < 2 end } }
    for often, phase in pairs { turn = "none", part = "to-quarter" } do
      local t = set { count = { often = often }, variants = { again },
        rules = { double_turn = "compulsory" } }
      t:play { "1: BA-E 0,-2, follower city:N", "1: BA-E -1,-2, follower city:N", "2: BA-E 0,-3 r2" }
      send(t, "castle", "market")
      t:play { "2: BA-E -1,-3 r2", "2: pass" } -- nobody moves into the quarter
      assert.equal(phase, t.state:phase() or "none", often)
    end
  end)

  it("lets a mayor go only to the castle, and a wagon not to the market", function()
    local t = gift(set { variants = { "abbey-and-mayor" } })
    local places = { mayor = {}, wagon = {}, follower = {} }
    for _, action in ipairs(t.state:legal_actions()) do
      if action.piece then
        places[action.piece][#places[action.piece] + 1] = t.state:areas(action)[1]:match "^%a+"
      end
    end
    for _, list in pairs(places) do table.sort(list) end
    assert.same({ "castle" }, places.mayor)
    assert.same({ "blacksmith", "castle", "cathedral" }, places.wagon)
    assert.same({ "blacksmith", "castle", "cathedral", "market" }, places.follower)
  end)
end)

describe("Before something scores", function()
  -- Player 2 has a follower in a quarter, and completes another city or road of player 1.
  local function waiting(quarter, count, options)
    return send(gift(set(options)), quarter, count)
  end

  it("a follower in the castle may go into the city, onto any of its tiles, and scores with the others",
      function()
    local t = waiting("castle", "market")
    t:play { "1: BA-E -1,-2, follower city:N", "2: BA-E -1,-3 r2" }
    assert.equal("move-in", t.state:phase())
    assert.equal(2, asked(t))
    assert.same({ "move-in follower city:N @-1,-2", "move-in follower city:S @-1,-3" }, t:options())
    assert.is_true(t:may "pass")
    t:apply "move-in follower city:S @-1,-3"
    assert.same({ 8, 4 }, t:points())
    assert.equal(7, t.state:in_hand(2, "follower"))
    assert.equal("draw", t.state:decision()) -- player 2 has scored, too
  end)

  it("nobody leaves the quarter where the count is", function()
    local t = waiting "castle" -- the count stays there
    t:play { "1: BA-E -1,-2, follower city:N", "2: BA-E -1,-3 r2" }
    assert.equal("to-quarter", t.state:phase())
  end)

  it("nobody goes into cities from the other quarters", function()
    for _, quarter in ipairs { "blacksmith", "cathedral", "market" } do
      local t = waiting(quarter)
      t:play { "1: BA-E -1,-2, follower city:N", "2: BA-E -1,-3 r2" }
      assert.equal("to-quarter", t.state:phase(), quarter)
    end
  end)

  it("the blacksmith is the way onto roads, the cathedral into monasteries", function()
    local t = waiting("blacksmith")
    t:play { "1: BA-A 1,-2" }
    assert.same({ "move-in follower road:N @1,-1", "move-in follower road:S @1,-2" }, t:options())
  end)

  it("nobody goes to the dragon", function()
    local t = waiting("castle", "market", { variants = { "princess-and-dragon" } })
    t:play { "1: PD-W -1,-2 r3", "2: BA-E -1,-3 r2" }
    assert.same({ "move-in follower city:S @-1,-3" }, t:options())
  end)

  it("nobody goes into a monastery that has an abbot, but into one with a monk, or with nobody", function()
    local keep = carcassonne.variant("monasteries", { monasteries = "keep" })
    for choice, phase in pairs { pass = "move-in", ["follower monastery"] = "move-in",
        ["follower spot"] = "none" } do
      local t = waiting("cathedral", nil, { variants = { keep }, counts = { ["BA-B"] = 20 } })
      t:play { "1: MO-A -3,0, " .. choice, "2: BA-A -3,-1 r3", "1: BA-B -3,1", "2: BA-B -4,1",
        "1: BA-B -4,0" }
      t:play { "2: BA-B -4,-1" }
      assert.equal(phase, t.state:phase() or "none", choice)
    end
  end)

  it("players are asked one after the other, that of the turn last, and each again until passing", function()
    local t = waiting("castle", "market", { players = 3, counts = { ["BA-E"] = 8 } })
    t:play { "3: BA-E -1,-2, follower city:N", "1: BA-E -1,-3 r2" }
    assert.equal(2, asked(t))
    t:apply "pass"
    assert.equal("to-quarter", t.state:phase()) -- nobody else has a follower there
    send(t, "castle")
    t:play { "2: BA-E -2,-2, follower city:N", "3: BA-E -2,-3 r2" }
    assert.equal(1, asked(t))
    t:apply "move-in follower city:N @-2,-2"
    assert.equal(2, asked(t))
  end)

  it("by an option nobody goes to what a token completes away from the tile just placed", function()
    local gap = { name = "gap", attributes = { { name = "gap", extra_open_ends = 1 } },
      tiles = "GP-A x2 road:S+gap field:NL.NR.EL.ER.SL.SR.WL.WR",
      phases = { { name = "join", timing = "before_scoring", order = 10, when = { id = "BA-B" },
          run = function(state)
        local ends = state:segments { attribute = "gap" }
        if #ends == 2 then
          state:join(ends[1].x, ends[1].y, ends[1].segment, ends[2].x, ends[2].y, ends[2].segment)
        end
      end } } }
    for arrives, phase in pairs { scored = "move-in", ["last-tile"] = "none" } do
      local t = waiting("blacksmith", nil, { count = { arrives = arrives }, variants = { gap } })
      t:play { "1: GP-A 1,-2, follower road:S", "2: GP-A -3,-1 r3", "1: BA-B 2,0" }
      assert.equal(phase, t.state:phase() or "none", arrives)
    end
  end)
end)

describe("Before the end", function()
  local function last_tile(options, quarter)
    local t = send(gift(set(options)), quarter, quarter == "castle" and "market" or nil)
    return t:play { "1: BA-B 2,0" }
  end

  it("followers in the market go into any field, one each in turn", function()
    local t = last_tile({ bag = "BA-E BA-E BA-B" }, "market")
    assert.equal("move-in-end", t.state:phase())
    assert.equal(2, asked(t))
    assert.is_true(t:may "move-in-end follower field:NR.EL.ER.SL @1,0")
    t:apply "move-in-end follower field:NR.EL.ER.SL @1,0"
    assert.is_true(t.state:is_terminal())
    assert.same({ 4, 3 }, t:points()) -- only the city of Carcassonne counts
  end)

  it("followers in other quarters stay, unless the option lets them go into incomplete features", function()
    assert.is_true(last_tile({ bag = "BA-E BA-E BA-B" }, "castle").state:is_terminal())
    local t = last_tile({ bag = "BA-E BA-E BA-B", count = { at_end = "any" } }, "castle")
    assert.same({ "move-in-end follower city:E @1,1", "move-in-end follower city:S @-2,1" }, t:options())
    t:apply "pass"
    assert.is_true(t.state:is_terminal())
  end)
end)

describe("Before the end nobody goes", function()
  local function last(line, quarter, variant)
    local t = set { bag = "BA-E BA-E " .. line:match "%S+", variants = { variant },
      count = { at_end = "any" } }
    return send(gift(t), quarter):play { "1: " .. line }
  end

  it("into a monastery beside an abbot", function()
    assert.same({ "move-in-end follower monastery @2,0" },
      last("MO-A 2,0, pass", "cathedral", "monasteries"):options())
    assert.is_true(last("MO-A 2,0, follower spot", "cathedral", "monasteries").state:is_terminal())
  end)

  it("onto the pond's tile, but elsewhere into its field", function()
    local t = last("RP-D 2,0", "market", "russian-promos")
    assert.is_true(t:may "move-in-end follower field:NR.EL.ER.SL @1,0")
    for _, option in ipairs(t:options()) do assert.is_nil(option:find("@2,0", 1, true)) end
  end)
end)

it("The robber goes to the player who completes the road, even if others move onto it and score", function()
  local t = send(gift(set { variants = { "king-and-robber" } }), "blacksmith")
  t:play { "1: BA-A 1,-2" }
  assert.equal(2, asked(t))
  t:play { "2: move-in follower road:S @1,-2" }
  assert.same({ 4, 2 }, t:points())
  assert.equal(1, t.state:token("robber").player)
end)

it("A follower that leaves the fairy gets no points from her, but by an option for what scores then",
    function()
  for pays, points in pairs { beside = 0, moved = 3 } do
    local fairy = carcassonne.variant("princess-and-dragon", { fairy_pays = pays })
    local t = send(gift(set { variants = { fairy } }), "castle", "market")
    t:play { "1: BA-E -1,-2, follower city:N", "2: BA-B 2,0, fairy 2 follower spot @0,0", "1: BA-B 3,0",
      "2: BA-E -1,-3 r2" }
    t:play { "2: move-in follower city:S @-1,-3" }
    assert.same({ 0, points }, t:awarded "fairy", pays)
  end
end)

it("Barns stand against its wall", function()
  local t = set { variants = { "abbey-and-mayor" } }
  t:play { "1: BA-B 2,0", "2: BA-B 2,-1 ..." }
  assert.same({ "barn #2 field:NL.NR.EL.ER.SL.SR.WL.WR @2,-1" }, t:options())
end)

it("The dragon flies around the city, not into it", function()
  local t = set { variants = { "princess-and-dragon" } }
  t:play { "1: PD-A 2,0", "2: PD-D 2,1 r3" }
  t:apply "dragon @1,0"
  assert.is_false(t:may "dragon @0,0")
  assert.is_true(t:may "dragon @1,1")
end)

it("The Count's city stays where it is when the game is saved, set up from a position, and taken back #full",
    function()
  for seed = 1, scale(10, 4) do
    local given = { variants = { carcassonne.variant("count", { at_end = seed % 2 == 0 and "any" or "market",
      often = seed % 3 == 0 and "part" or "turn", carcassonne = seed % 4 == 0 and "apart" or "counts" }),
        "abbey-and-mayor" },
      players = 2 + seed % 4 }
    properties.try(carcassonne.game(given), seed, given)
  end
end)
