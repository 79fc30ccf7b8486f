-- Deployments at any timing of a phase, for any player; players who are asked one after the other.

local carcassonne = require "carcassonne"
local hands = require "spec.support.by_hand"
local properties = require "spec.support.properties"
local scaled = require "spec.support.scale"

local fails, play, refusal = hands.fails, hands.play, hands.refusal

-- ---- Helpers ------------------------------------------------------------------------------------

local function texts(state) return table.concat(hands.texts(state), "; ") end

-- Three players; player 2 has a thief on the street, player 3 a knight in the city; player 1 has
-- drawn a straight road.
local function street(variants, more)
  local position = { tiles = { { id = "BA-D" } },
    pieces = { { player = 2, piece = "follower", x = 0, y = 0, segment = "road:E.W" },
    { player = 3, piece = "follower", x = 0, y = 0, segment = "city:N" } }, hand = "BA-U" }
  for key, value in pairs(more or {}) do position[key] = value end
  return carcassonne.game { players = 3, variants = variants, position = position }:new_initial_state(1)
end

local function phase(source)
  source.name = source.name or "more"
  return { name = "v", phases = { source } }
end

-- ---- The standard deployment again --------------------------------------------------------------

describe("A deployment that a phase offers beside the standard ones", function()
  local second = phase { timing = "before_scoring", may_pass = true,
    offer = { "segments", at = "last_placed", can_deploy = "follower", deploy = true } }

  it("is carried out by the engine, with all its rules", function()
    local state = play(street { second }, "place BA-U 1,0 r0", "deploy follower field:NL.NR.EL.WR")
    -- player 2 has the road, and one field is taken
    assert.are.equal("pass; deploy follower field:ER.SL.SR.WL @1,0", texts(state))
    play(state, "deploy follower field:ER.SL.SR.WL @1,0")
    assert.are.equal(2, state:count { "pieces", player = 1 })
    assert.are.equal(5, state:in_hand(1, "follower"))
    assert.are.equal(2, state:turn_player())
  end)

  it("is refused as others are: by `blocked`, and by allow_deployment", function()
    local no_fields = { name = "no-fields",
      forbidden_deployments = { { kind = "field", player = "turn_player" } } }
    assert.are.equal(2, play(street { second, no_fields }, "place BA-U 1,0 r0"):turn_player())
    local asked = {}
    local vetoes = { name = "vetoes", allow_deployment = function(_, action)
      asked[#asked + 1] = action.text
      return action.text ~= "field:ER.SL.SR.WL"
    end }
    play(street { second, vetoes }, "place BA-U 1,0 r0", "deploy follower field:NL.NR.EL.WR")
    assert.is_true(#asked > 2)
  end)

  it("is passed to the phase's own function, too, if it has one", function()
    local reported
    local state = street { phase { timing = "before_scoring", may_pass = true,
      offer = { "segments", at = "last_placed", can_deploy = "follower", deploy = true },
      on_chosen = function(_, action) reported = action and action.kind .. " " .. action.text
        or "pass" end } }
    play(state, "place BA-U 1,0 r0", "pass", "deploy follower field:ER.SL.SR.WL @1,0")
    assert.are.equal("deploy field:ER.SL.SR.WL", reported)
  end)

  it("belongs to the player who is asked", function()
    local function offering(asked)
      return street { phase { timing = "before_scoring", on_chosen = function() end, ask = function(state)
        state:offer { "segments", at = "last_placed", can_deploy = "follower", player = 3, deploy = true }
        return asked, true
      end } }
    end
    local state = play(offering(3), "place BA-U 1,0 r0", "pass")
    assert.are.equal(3, state:current_player())
    play(state, "deploy follower field:ER.SL.SR.WL @1,0")
    assert.are.equal(1, state:count { "pieces", player = 3, kind = "field" })
    fails(play(offering(2), "place BA-U 1,0 r0"), "pass",
      "phase more asks player 2, but offers deployments of another player")
    fails(street { phase { timing = "deployment", ask = function(s)
      s:offer { "segments", kind = "field", can_deploy = "follower", player = 3, deploy = true,
        except = { at = "last_placed" } }
    end } }, "place BA-U 1,0 r0", "offers deployments of player 3, but it is the turn of player 1")
  end)

  it("is saved, undone, and in a position", function()
    local state = play(street { second }, "place BA-U 1,0 r0", "pass")
    local again = carcassonne.game { players = 3, variants = { second },
      position = state:observation_string() }:new_initial_state(1)
    assert.are.equal(texts(state), texts(again))
    local before = state:hash()
    play(state, "deploy follower field:ER.SL.SR.WL @1,0")
    assert.are.equal(state:hash(), carcassonne.load(state:serialize(), { variants = { second } }):hash())
    state:undo_action()
    assert.are.equal(before, state:hash())
  end)
end)

-- ---- Players one after the other ----------------------------------------------------------------

describe("Players who are asked", function()
  -- A player with a follower on a road may put a second one there, as players may after a corn
  -- circle.
  local corn = phase { name = "corn", timing = "after_scoring",
    asked_players = { hand = "follower", has = { "pieces", kind = { "road", "city" } } },
    may_pass = true,
    offer = { "pieces", player = "asked", kind = { "road", "city" } }, on_chosen = function(state, action)
      if action then state:deploy(state:asked(), "follower", action.x, action.y, action.segment) end
    end }

  it("are asked one after the other, clockwise from the player of the turn, each once", function()
    local state = play(street { corn }, "place BA-U 1,0 r0", "pass")
    assert.are.equal("2: pass; corn 2 follower road:E.W @0,0", state:current_player() .. ": " .. texts(state))
    assert.are.equal(2, state:asked())
    play(state, "corn 2 follower road:E.W @0,0")
    assert.are.equal("3: pass; corn 3 follower city:N @0,0", state:current_player() .. ": " .. texts(state))
    play(state, "pass")
    assert.same({ 2, 2, 1 },
      { state:turn_player(), state:count { "pieces", player = 2 }, state:count { "pieces", player = 3 } })
  end)

  it("are those with an offer; a player who has given up is skipped", function()
    local state = play(street { corn }, "place BA-U 1,0 r0", "pass", "resign 2")
    assert.are.equal(3, state:current_player())
    play(state, "pass")
    assert.are.equal(3, state:turn_player())
  end)

  it("are asked by a function, too, which knows the player, and again if it says so", function()
    local order = {}
    local state = street { phase { timing = "before_scoring", asked_players = {}, ask = function(s)
      s:offer { number = s:asked() }
      return nil, true
    end, on_chosen = function(s, action)
      order[#order + 1] = s:asked() .. (action and "y" or "n")
      return action ~= nil and #order < 3
    end } }
    play(state, "place BA-U 1,0 r0", "pass", "more #1", "pass", "more #2", "more #3")
    assert.are.equal("1y 1n 2y 3y", table.concat(order, " "))
  end)

  it("deploy by the rules, each from the own supply", function()
    local everybody = phase { timing = "before_scoring", asked_players = { player = "others" },
      may_pass = true,
      offer = { "segments", at = "last_placed", can_deploy = "follower", deploy = true } }
    local state = play(street { everybody }, "place BA-U 1,0 r0", "pass")
    assert.are.equal("pass; deploy follower field:NL.NR.EL.WR @1,0; deploy follower field:ER.SL.SR.WL @1,0",
      texts(state))
    play(state, "deploy follower field:ER.SL.SR.WL @1,0")
    assert.are.equal("3: pass; deploy follower field:NL.NR.EL.WR @1,0", state:current_player() .. ": "
      .. texts(state))
    play(state, "deploy follower field:NL.NR.EL.WR @1,0")
    assert.same({ 0, 2, 2 }, { state:count { "pieces", player = 1 }, state:count { "pieces", player = 2 },
      state:count { "pieces", player = 3 } })
  end)

  it("are in a position with those who were asked before, undone and saved", function()
    local state = play(street { corn }, "place BA-U 1,0 r0", "pass", "corn 2 follower road:E.W @0,0")
    assert.matches("decision choice part=1 phase=corn asked=2\n", state:observation_string())
    local again = carcassonne.game { players = 3, variants = { corn },
      position = state:observation_string() }:new_initial_state(1)
    assert.are.equal(texts(state), texts(again))
    assert.are.equal(state:observation_string(), again:observation_string())
    local hash = state:hash()
    play(state, "pass")
    state:undo_action()
    assert.are.equal(hash, state:hash())
    for seed = 1, scaled(4, 2) do
      local given = { players = 3, variants = { corn, "abbey-and-mayor" } }
      properties.try(carcassonne.game(given), seed, given)
    end
  end)

  it("are refused if nobody could be asked so, or with another name", function()
    local function refused(more, pattern)
      local one = { name = "a", timing = "before_draw", ask = function() end, on_chosen = function() end }
      for key, value in pairs(more) do one[key] = value end
      assert.matches(pattern, refusal(carcassonne.variant, phase(one)))
    end
    refused({ timing = "deployment", asked_players = {} },
      "phases%[1%]%.asked_players: not allowed at the timing `deployment`, where only the player whose turn "
      .. "it is decides")
    refused({ asked_players = { kind = "road" } },
      "phases%[1%].-asked_players.kind: `this` is a player here, and players never have this key")
    refused({ asked_players = "others" }, "phases%[1%]%.asked_players: expected table, got string")
    assert.matches("asked_players: requires `ask` or `offer`",
      refusal(carcassonne.variant,
        phase { timing = "before_draw", asked_players = {}, run = function() end }))
    fails(play(street { phase { timing = "before_scoring", asked_players = {}, on_chosen = function() end,
        ask = function(s)
      s:offer {}
      return 2, true
    end } }, "place BA-U 1,0 r0"), "pass",
      "phase more asks player 2, who is not one of `asked_players`")
    assert.matches("asked= requires a phase that asks players one after the other", refusal(carcassonne.game,
      { players = 3, position = "decision draw asked=1\n" }))
  end)
end)

-- ---- Where a piece could go ---------------------------------------------------------------------

describe("`takes`", function()
  it("is a filter of a segment, too, and checks another player", function()
    local state = street({}, { hand = nil })
    local road, field = { x = 0, y = 0, segment = state:segments({ kind = "road" })[1].segment },
      state:segments { kind = "field" }[1]
    assert.is_false(state:matches(road, { can_deploy = "follower" }))
    assert.is_true(state:matches(road, { can_deploy = "builder", player = 2 }) and not state:matches(road,
      { can_deploy = "builder", player = 3 }))
    assert.is_true(state:matches(field, { can_deploy = "follower", player = 3 }))
    -- the road and the city
    assert.are.equal(2, state:count { "segments", except = { can_deploy = "follower" } })
    assert.are.equal(2, state:count { "segments", any = { { can_deploy = "builder", player = 2 },
      { can_deploy = "builder", player = 3 } } })
    assert.is_false(state:matches(2, { can_deploy = "follower" }))
  end)

  it("may ignore what is blocked, and checks everything else", function()
    local state = street {
      { name = "v", forbidden_deployments = { { at = { "segments", kind = "road", can_deploy = "builder",
      player = 2 } } } } }
    assert.are.equal(2, state:count { "segments", can_deploy = "follower" }) -- the two fields
    assert.are.equal(1, street({}):count { "segments", can_deploy = "builder", player = 2 })
    -- with the script there is no such segment: it blocks the road
    assert.are.equal(0, state:count { "segments", can_deploy = "builder", player = 2 })
    -- the segment beside the knight
    assert.are.equal(1, state:count { "segments", can_deploy = "builder", player = 3 })
    state:random_playout(1)
    assert.is_true(state:is_terminal())
  end)
end)

-- ---- House rules and expansions -----------------------------------------------------------------

describe("With what scripts may ask now", function()
  it("a follower is taken back for 2 points", function()
    local state = street({ "examples/retrieve.lua" }, { turn = 2 })
    play(state, "place BA-U 1,0 r0", "retrieve 2 follower road:E.W @0,0")
    assert.same({ 0, -2, 0 }, state:returns())
    assert.same({ 0, 7 }, { state:count { "pieces", player = 2 }, state:in_hand(2, "follower") })
  end)

  it("a phantom is deployed as a second piece, onto another feature of the tile", function()
    local phantom = { name = "phantom",
      pieces = { phantom = { count = 1, role = "follower", needs = { "script_only", "unoccupied" } } },
      phases = { { name = "phantom", timing = "before_scoring", may_pass = true,
        offer = { "segments", at = "last_placed", can_deploy = "phantom", deploy = true,
          when = { { "pieces", player = "turn_player", at = "last_placed" } } } } } }
    local state = play(street { phantom }, "place BA-U 1,0 r0")
    assert.is_nil(texts(state):find("phantom", 1, true))
    play(state, "deploy follower field:NL.NR.EL.WR", "deploy phantom field:ER.SL.SR.WL @1,0")
    assert.same({ 0, 2 }, { state:in_hand(1, "phantom"), state:count { "pieces", player = 1 } })
  end)
end)
