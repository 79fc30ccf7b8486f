-- Expansions that are not there, sketched: tiles under hills, the Count's city.

local carcassonne = require "carcassonne"
local board = require "spec.support.board"
local properties = require "spec.support.properties"

-- Under each hill lies a tile that nobody has seen, and nobody will.
local HILLS = { name = "hills", attributes = { { name = "hill", of = "tile" } },
  tiles = "HI-A x5 @hill field:NL.NR.EL.ER.SL.SR.WL.WR",
  reserves = { { name = "under", seen = "nobody" } },
  phases = { { name = "bury", at = "before_scoring", when = { attribute = "hill" },
    run = function(state) state:draw_tile "under" end } } }

-- The city of the Count lies there at the start, nobody's and never complete; it has four quarters. Who brings others points, and
-- himself none, may send a follower to one of them, and then the count. Followers come from there to what is about to score, but not
-- from the quarter in which the count is.
local QUARTERS = { "castle", "smithy", "cathedral", "market" }

local function may_come_from(quarter, selector)
  selector.when = { { "pieces", player = "asked", at = quarter }, { "tokens", token = "count", at = quarter, most = 0 } }
  return selector
end

local COMES_FROM = { city = "castle", road = "smithy", monastery = "cathedral", field = "market" }

local function move_in(state, action)
  if not action then return end
  local feature = state:feature(action.x, action.y, action.segment)
  local waiting = state:pieces { player = state:asked(), at = COMES_FROM[feature.kind] }
  state:move_piece(waiting[1], action.x, action.y, action.segment)
  return true -- there may be more who wait
end

local COUNT = { name = "count",
  attributes = { { name = "wall", unfinished = "nothing", open = "never" }, { name = "castle", of = "tile" },
    { name = "smithy", of = "tile" }, { name = "cathedral", of = "tile" }, { name = "market", of = "tile" } },
  tiles = [[
    CO-A x1 city:E.S+wall field:NL.NR.WL.WR~E
    CO-B x1 city:E.S.W+wall road:N field:NL~E field:NR~E
    CO-C x1 city:E.S.W+wall field:NL.NR~E
    CO-D x1 city:S.W+wall field:NL.NR.EL.ER~S
    CO-E x1 city:N.E.S+wall road:W field:WL~N field:WR~N spot @castle
    CO-F x1 city:N.E.S.W+wall spot @castle
    CO-G x1 city:N.E.S.W+wall spot @market
    CO-H x1 city:N.S.W+wall field:EL.ER~N spot @market
    CO-I x1 city:N.E+wall field:SL.SR.WL.WR~N
    CO-J x1 city:N.E.W+wall road:S field:SL~N field:SR~N spot @smithy
    CO-K x1 city:N.E.W+wall field:SL.SR~N spot @cathedral
    CO-L x1 city:N.W+wall field:EL.ER.SL.SR~N
  ]],
  start = { { id = "CO-A" }, { id = "CO-B", x = 1 }, { id = "CO-C", x = 2 }, { id = "CO-D", x = 3 },
    { id = "CO-E", y = 1 }, { id = "CO-F", x = 1, y = 1 }, { id = "CO-G", x = 2, y = 1 }, { id = "CO-H", x = 3, y = 1 },
    { id = "CO-I", y = 2 }, { id = "CO-J", x = 1, y = 2 }, { id = "CO-K", x = 2, y = 2 }, { id = "CO-L", x = 3, y = 2 } },
  pieces = { follower = { count = "same", bars = { attribute = "wall" } } },
  tokens = { { name = "count", sign = "Ct", at = "castle" } },
  slots = { { name = "gave", lifetime = "turn" }, { name = "got", lifetime = "turn" } },
  areas = {},
  on_scored = function(state, scoring)
    for _, player in ipairs(scoring.players) do state:set_slot(player == state:turn() and "got" or "gave", 1) end
  end,
  phases = {
    { name = "move-in", at = "before_scoring", asks = {}, may_pass = true, chosen = move_in, offer = {
      may_come_from("castle", { "segments", kind = "city", complete = true, at = "last" }),
      may_come_from("smithy", { "segments", kind = "road", complete = true, at = "last" }),
      may_come_from("cathedral", { "segments", kind = "monastery", complete = true, around = "last" }) } },
    { name = "quarter", at = "after_scoring", labels = QUARTERS,
      when = { slot = { gave = 1, got = 0 }, player = { hand = "follower" } },
      ask = function(state)
        for i in ipairs(QUARTERS) do state:offer { number = i } end
        return nil, true
      end,
      chosen = function(state, action)
        if action then state:deploy(state:turn(), "follower", QUARTERS[action.number]) end
        state:set_slot("gave", action and 2 or 0)
      end },
    { name = "count-goes", at = "after_scoring", labels = QUARTERS, when = { slot = { gave = 2 } },
      ask = function(state)
        for i in ipairs(QUARTERS) do state:offer { number = i } end
        return nil, true
      end,
      chosen = function(state, action)
        if action then state:put_token("count", QUARTERS[action.number]) end
        state:set_slot("gave", 0)
      end },
    { name = "harvest", at = "game_end", asks = {}, may_pass = true, chosen = move_in, -- before the fields are counted
      offer = may_come_from("market", { "features", kind = "field", borders = { complete = true } }) },
  } }

for i, name in ipairs(QUARTERS) do COUNT.areas[i] = { name = name, of = { kind = "spot", attribute = name } } end

describe("A tile under a hill", function()
  it("is drawn blind and lies face down: nobody is told which it is, and nobody draws it", function()
    local t = board.set("*BA-B here", { variants = { HILLS }, bag = "HI-A BA-U BA-V", turn = 1 })
    t:apply "draw HI-A"
    t:apply "place HI-A 1,0 r0"
    t:apply "pass"
    assert.same({ "under" }, { t.state:dealing() })
    t:apply "draw BA-V"
    assert.same({ ["BA-U"] = 1 }, t.state:tiles_left())
    for _, seer in ipairs { 1, 2, "onlooker" } do
      assert.same({ ["BA-U"] = 1, ["BA-V"] = 1 }, t.state:tiles_left(seer))
      assert.has_error(function() t.state:reserve("under", nil, seer) end)
    end
    for _, event in ipairs(t.state:events(0, 1)) do
      if event.kind == "dealt" then assert.is_nil(event.id) end
    end
  end)

  it("may be any of those that are not seen", function()
    local state, found = carcassonne.game({ variants = { HILLS }, counts = { ["HI-A"] = 9 } }):new_initial_state(5), {}
    while state:num_in_reserve "under" == 0 do state:apply_index(1) end
    for seed = 1, 30 do found[state:resample(2, seed):reserve("under")[1]] = true end
    local kinds = 0
    for _ in pairs(found) do kinds = kinds + 1 end
    assert.is_true(kinds > 5)
  end)
end)

describe("A quarter of the Count's city", function()
  -- Player 2 completes a city of player 1's, sends a follower to this quarter, and then the count to that one.
  local function after_gift(quarter, count)
    local state = carcassonne.game { variants = { COUNT }, draws = "manual" }:new_initial_state(1)
    local function play(actions)
      for _, action in ipairs(actions) do assert(state:apply_action(action)) end
    end
    play { "draw BA-E", "place BA-E 0,-1 r0", "deploy follower city:N", "draw BA-E", "place BA-E 0,-2 r2", "pass" }
    assert.equal("quarter", state:phase())
    assert.equal(2, state:current_player())
    assert(state:apply_action("quarter #" .. quarter))
    assert(state:apply_action("count-goes #" .. count))
    play { "draw BA-E", "place BA-E 3,-1 r0", "deploy follower city:N", "draw BA-E", "place BA-E 3,-2 r2", "pass" }
    return state
  end

  it("keeps the follower who was sent there, in any of its cells, until a city scores", function()
    local state = after_gift(1, 4)
    assert.equal("move-in", state:phase())
    assert.equal(2, state:current_player())
    assert.equal(1, state:count { "pieces", player = 2, at = "castle" })
    assert.equal(2, #state:tiles { at = "castle" })
    local before = state:score(2)
    assert(state:apply_action "move-in city:S @3,-2")
    assert.equal(before + 4, state:score(2)) -- as player 1, who has a knight there, too
    assert.equal(0, state:count { "pieces", at = "castle" })
    assert.equal(7, state:in_hand(2, "follower"))
  end)

  it("lets nobody out where the count is", function()
    local state = after_gift(1, 1)
    assert.are_not.equal("move-in", state:phase())
    assert.equal(1, state:count { "pieces", player = 2, at = "castle" })
    assert.equal(1, state:count { "tokens", token = "count", at = "castle" })
  end)

  it("sends to roads and monasteries from elsewhere", function()
    assert.are_not.equal("move-in", after_gift(2, 4):phase())
  end)

  it("lies beside a river's spring, which is moved", function()
    local state = carcassonne.game { variants = { COUNT, "river" } }:new_initial_state(1)
    local spring = state:tiles { id = "RI-A" }[1]
    assert.same({ 12, 0, -1 }, { spring.index - 1, spring.x, spring.y })
    assert.equal(2, #state:tiles { at = "market" })
  end)

  it("is played through in random games, saved and taken back", function()
    for seed = 1, 10 do
      local game = carcassonne.game { players = 2 + seed % 3, variants = { COUNT, "river", "inns-and-cathedrals" } }
      local state, random, before = game:new_initial_state(seed), properties.chooser(seed), nil
      while not state:is_terminal() do
        before = state:clone()
        assert(state:apply_index(random(state:num_actions())))
      end
      assert.is_true(game:deserialize_state(state:serialize()) == state)
      assert(state:undo_action())
      assert.is_true(state == before)
    end
  end)
end)
