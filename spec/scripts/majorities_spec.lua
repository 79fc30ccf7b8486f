-- The majority in a feature, as rows of `power` and `ties` and the hook `majority` change it.

local carcassonne = require "carcassonne"
local board = require "spec.support.board"

-- A city across two tiles, in which players 1 and 2 have a knight each, and a cell that closes it
-- in the east.
local CITY = [[ west=BA-E r1 mid=BA-G east ]]
local KNIGHTS = { "1 follower west city:E", "2 follower mid city:E.W" }

-- The field of such a tile with its city in the west.
local FIELD = "field:NL.NR.EL.ER.SL.SR"

local function city(variant, standing, more)
  local given = { standing = standing or KNIGHTS, variants = { variant }, players = 3 }
  for key, value in pairs(more or {}) do given[key] = value end
  return board.set(CITY, given)
end

local function majority(t) return t:feature("west", "city:E").majority end

describe("Ties", function()
  -- Hills as a script: ties go to the player on a tile with a hill.
  local hills = { name = "hills", attributes = { { name = "hill", on = "tile" } },
    tiles = "HI-G x2 @hill city:E.W field:NL.NR~W field:SL.SR~W",
    tiebreakers = {
      { prefer = { has = { "pieces", follower = true, feature = "this", at = { attribute = "hill" } } } } } }

  it("go to the player on a hill, if there is one", function()
    local t = board.set([[ west=BA-E r1 mid=HI-G far=BA-G east ]], { variants = { hills }, players = 3,
      standing = { "1 follower west city:E", "2 follower mid city:E.W" } })
    assert.same({ 2 }, majority(t))
    assert.equal(1, t:feature("west", "city:E"):power(1))
    t:play { "1: BA-E east r3" }
    assert.same({ 0, 8, 0 }, t:points())
    t = board.set([[ west=BA-E r1 mid=HI-G far=BA-G east ]], { variants = { hills }, players = 3,
      standing = { "1 follower west city:E", "2 follower far city:E.W" } })
    assert.same({ 1, 2 }, majority(t))
  end)

  it("among several players on hills remain ties among those; a player with more needs no hill", function()
    local t = board.set([[ west=BA-E r1 mid=HI-G far=HI-G near=BA-G east ]],
      { variants = { hills }, players = 3,
      standing = { "1 follower west city:E", "2 follower mid city:E.W", "3 follower far city:E.W" } })
    assert.same({ 2, 3 }, majority(t))
    t = board.set([[ west=BA-E r1 mid=HI-G far=BA-G near=BA-G east ]], { variants = { hills }, players = 3,
      standing = { "1 follower west city:E", "2 follower mid city:E.W", "1 follower near city:E.W" } })
    assert.same({ 1 }, majority(t))
  end)

  it("go to the player who has a token, and rows apply one after the other", function()
    local variant = { name = "crown",
      variables = { { name = "crown", scope = "player" }, { name = "staff", scope = "player" } },
      tiebreakers = { { kind = "road", prefer = { player = 1 } },
        { kind = "city", prefer = { variable = "staff" } },
        { prefer = { variable = "crown" } } } }
    local function with(standing, remember)
      local t = city(variant, standing)
      t.given.position = t.state:observation_string() .. remember
      t.given.counts = nil
      t.state = carcassonne.game(t.given):new_initial_state(1)
      return majority(t)
    end
    assert.same({ 1, 2 }, with(nil, ""))
    assert.same({ 2 }, with(nil, "remember crown 2 1\n"))
    assert.same({ 1 }, with(nil, "remember crown 2 1\nremember staff 1 1\n"))
    assert.same({ 1, 2 }, with(nil, "remember crown 3 1\n"))
  end)
end)

describe("Power", function()
  it("increases the power of pieces: a knight beside a pennant by one, or two", function()
    local variant = { name = "guards",
      power = { { kind = "city", follower = true, feature = { attribute = "pennant" }, add = 1 } } }
    local t = board.set([[ west=BA-E r1 mid=BA-F east ]], { variants = { variant }, players = 2,
      standing = { "1 follower west city:E", "2 follower mid city:E.W" } })
    assert.same({ 2, 2 }, { t:feature("mid", "city:E.W"):power(1), t:feature("mid", "city:E.W"):power(2) })
    variant.power[1] = { kind = "city", follower = true, attribute = "pennant", add = 1 }
    t = board.set([[ west=BA-E r1 mid=BA-F east ]], { variants = { variant }, players = 2,
      standing = { "1 follower west city:E", "2 follower mid city:E.W" } })
    assert.same({ 1, 2 }, { t:feature("mid", "city:E.W"):power(1), t:feature("mid", "city:E.W"):power(2) })
    t:play { "1: BA-E east r3" }
    assert.same({ 0, 8 }, t:points())
  end)

  it("may be for a builder, by `per`, and a negative sum counts as 0", function()
    local variant = { name = "odd", variables = { { name = "fame", scope = "player", initial = 3 } },
      power = { { piece = "builder", per = "fame", add = 1 }, { player = 2, add = -5 } } }
    local t = city(variant, { "1 follower west city:E", "1 builder mid city:E.W", "2 follower mid city:E.W" })
    assert.same({ 4, 0, 0 }, { t:feature("west", "city:E"):power(1), t:feature("west", "city:E"):power(2),
      t:feature("west", "city:E"):power(3) })
    assert.same({ 1 }, majority(t))
    t = city(variant, { "2 follower mid city:E.W" })
    assert.same({}, majority(t))
    t:play { "1: BA-E east r3" }
    assert.same({ 0, 0, 0 }, t:points())
  end)
end)

describe("The hook `majority`", function()
  it("receives the feature, each power, and the majority so far; it may return fewer players, or more",
      function()
    local reported
    local t = city({ name = "least", majority = function(state, contest, players)
      if contest.kind ~= "city" then return end
      reported = { contest.kind, contest.complete, contest.power, contest.feature.tiles, players,
        state:turn_player() }
      return { 3 }
    end }, { "1 follower west city:E", "1 follower mid city:E.W", "3 follower mid city:E.W" })
    assert.same({ 3 }, majority(t))
    assert.same({ "city", false, { 2, 0, 1 }, 2, { 1 }, 1 }, reported)
    t:play { "1: BA-E east r3" }
    assert.same({ 0, 0, 6 }, t:points())
    t = city({ name = "all", majority = function(_, contest)
      local there = {}
      for player, power in ipairs(contest.power) do there[#there + 1] = power > 0 and player or nil end
      return there
    end }, { "1 follower west city:E", "1 follower mid city:E.W", "3 follower mid city:E.W" })
    assert.same({ 1, 3 }, majority(t))
  end)

  it("runs after rows; each script gets the result of those before it; nil keeps it, {} gives it to nobody",
      function()
    local seen = {}
    local function script(name, answer)
      return { name = name, majority = { when = { kind = "city" }, run = function(_, _, players)
        seen[#seen + 1] = table.concat(players, " ")
        return answer
      end } }
    end
    local t = board.set(CITY, { players = 3, standing = KNIGHTS,
      variants = { { name = "rows", tiebreakers = { { prefer = { player = 2 } } } },
      script("first"), script("second", { 1, 2 }), script("third", {}) } })
    assert.same({}, majority(t))
    assert.same({ "2", "2", "1 2" }, seen)
    t:play { "1: BA-E east r3" }
    assert.same({ 0, 0, 0 }, t:points())
  end)

  it("decides for `player = \"majority\"`, in hooks, data and functions of the host", function()
    local last = { name = "last", majority = function(_, _, players) return { players[#players] } end,
      bonus = { { player = "majority", add = 10 } } }
    local t = city(last)
    assert.same({ 2 }, (function()
      local list = {}
      for i, piece in ipairs(t.state:pieces { player = "majority" }) do list[i] = piece.player end
      return list
    end)())
    assert.equal(1, t.state:count { "pieces", player = "majority" })
    assert.is_true(t.state:any { "pieces", player = "majority", kind = "city" })
    assert.is_false(t.state:matches(t.state:pieces { player = 1 }[1], { player = "majority" }))
    t:play { "1: BA-E east r3" }
    assert.same({ 0, 16, 0 }, t:points())
  end)

  it("may use selectors of its own, and the majority without functions",
      function()
    local seen = {}
    local function curious(_, contest, players)
      for i = 1, 100 do assert(contest.feature ~= nil and i) end
      seen[#seen + 1] = table.concat(contest.feature.majority, " ")
      return { players[1] }
    end
    local t = city { name = "curious", majority = function(state, contest, players)
      for x = 1, 80 do state:count { "tiles", around = { x = x, y = 0 } } end
      assert.equal(2, state:count { "pieces", player = "majority" })
      return curious(state, contest, players)
    end }
    assert.same({ 1 }, majority(t))
    assert.equal(1, t.state:count { "pieces", player = "majority" })
    assert.equal("1 2", seen[1])
    assert.same({ 1 }, majority(t))
  end)

  for _, rule in ipairs { "per-field", "per-field-once", "per-city" } do
    it("decides in fields, counted " .. rule, function()
      local rules = { farm_scoring = rule, field_city_points = 3, small_city = "4" }
      local function play(variant)
        local t = board.set([[ west=BA-E r1 east=BA-E r3 last ]],
          { edition = "jcz", rules = rules, players = 2, bag = "BA-B",
          variants = { variant }, standing = { "1 follower east " .. FIELD, "2 follower east " .. FIELD } })
        t:play { "1: BA-B last" }
        return t:final "field"
      end
      assert.same({ 3, 3 }, play { name = "none" })
      local function second() return { 2 } end
      assert.same({ 0, 3 }, play { name = "second", majority = { when = { kind = "field" }, run = second } })
      assert.same({ 0, 3 },
        play { name = "tie", tiebreakers = { { kind = "field", prefer = { player = 2 } } } })
      assert.same({ 0, 3 }, play { name = "power", power = { { kind = "field", player = 2, add = 1 } } })
    end)
  end

  it("decides whose pig counts", function()
    local function play(variant)
      local t = board.set([[ west=BA-E r1 east=BA-E r3 last ]],
        { edition = "jcz", players = 2, bag = "BA-B", variants = { variant },
        standing = { "1 follower east " .. FIELD, "2 follower east " .. FIELD, "1 pig east " .. FIELD } })
      t:play { "1: BA-B last" }
      return t:final "field"
    end
    local both = play { name = "none" }
    assert.is_true(both[1] > both[2])
    assert.same({ 0, 3 }, play { name = "second", majority = function() return { 2 } end })
  end)

  it("gives it to nobody who has nobody there, and fails with variant, hook and line; the state stays as it "
      .. "was", function()
    local function fails(message, act)
      local t = city { name = "bad", majority = act }
      local before = t.state:observation_string()
      assert.error_matches(function() return majority(t) end,
        "variant 'bad', majority: .*majorities_spec.lua:%d+: .*" .. message)
      local function count() assert(t.state:count { "pieces", player = "majority" } > 9) end
      assert.error_matches(count, "variant 'bad', majority: ")
      assert.equal(before, t.state:observation_string())
      t:apply "draw BA-E"
      t:apply "place BA-E 2,0 r3"
      before = t.state:observation_string()
      assert.error_matches(function() t:apply "pass" end, "variant 'bad', majority: .*" .. message)
      assert.equal(before, t.state:observation_string())
    end
    fails("gives the majority to player 3, who has no piece in the feature", function() return { 3 } end)
    fails("returned a list with 4; expected players from 1 to 3", function() return { 4 } end)
    fails("returned a list with x", function() return { "x" } end)
    fails("returned number; expected a list of players or nil", function() return 1 end)
    fails("no such luck", function() error "no such luck" end)
    fails("only answers a question", function(state) state:award(1, 5) end)
  end)

  it("and rows may read the majority themselves, even while they compute deployments", function()
    local t = city { name = "round",
      power = { { player = "majority", add = 1 }, { has = { "segments", can_deploy = "follower" }, add = 0 },
      { feature = { "segments", can_deploy = "follower", player = "turn_player", min = 0 }, add = 0 } },
      tiebreakers = { { prefer = { has = { "pieces", player = "majority" } } } },
      forbidden_deployments = {
        { player = "majority", feature = { has = { "pieces", player = "majority" } } } },
      majority = { when = { player = { has = { "pieces", player = "majority" } } },
          run = function(state, _, players)
        state:any { "segments", can_deploy = "follower" }
        return players
      end } }
    assert.same({ 1, 2 }, majority(t))
    t:play { "1: BA-E east r3" }
    assert.same({ 6, 6, 0 }, t:points())
  end)

  it("that reads itself on copies, and these again, is stopped, and the state does not change", function()
    local t = city { name = "deep",
      majority = function(state) state:clone():count { "pieces", player = "majority" } end }
    local before = t.state:observation_string()
    assert.error_matches(function() t.state:count { "pieces", player = "majority" } end, "more than 30 deep")
    assert.equal(before, t.state:observation_string())
  end)

  it("does not run for a feature without pieces, and works with other hooks that read it", function()
    local asked = 0
    local t = board.set(CITY,
      { variants = { { name = "count", majority = function() asked = asked + 1 end } } })
    t:play { "1: BA-E east r3" }
    assert.equal(0, asked)
    t = city { name = "both", majority = function(_, _, players) return { players[1] } end,
      points = function(_, scoring, points) return points * #scoring.players end }
    t:play { "1: BA-E east r3" }
    assert.same({ 6, 0, 0 }, t:points())
  end)

  it("plays saved games again, and random games to their end", function()
    local variant = { name = "last", power = { { kind = "road", add = 1 } },
      tiebreakers = { { kind = "city", prefer = { player = 1 } } },
      majority = function(_, _, players) return #players > 0 and { players[#players] } or nil end }
    for seed = 1, 3 do
      local state = carcassonne.game { players = 4, variants = { variant } }:new_initial_state(seed)
      state:random_playout(seed)
      assert.equal(state:hash(),
        assert(carcassonne.load(state:serialize(), { variants = { variant } })):hash())
    end
  end)
end)

describe("Rows of majorities that are wrong", function()
  local function refused(message, given)
    given.name = "bad"
    assert.error_matches(function() carcassonne.game { variants = { given } } end, message)
  end

  it("are refused", function()
    refused("power%[1%]: add is missing", { power = { { kind = "city" } } })
    refused("power%[1%].add: expected %-100 to 100, got 101", { power = { { kind = "city", add = 101 } } })
    refused("tiebreakers%[1%]: `prefer` is missing; it finds the tied players who win",
      { tiebreakers = { { kind = "city" } } })
    refused("tiebreakers%[1%]: .*the game declares no variable 'crown'",
      { tiebreakers = { { prefer = { variable = "crown" } } } })
    refused("power%[1%]: per = \"cities\"", { power = { { add = 1, per = "cities" } } })
  end)
end)
