-- Complete features that do not score, and phases that repeat.

local carcassonne = require "carcassonne"
local board = require "spec.support.board"

local function refused(source, says)
  source.name = "v"
  local fine, message = pcall(carcassonne.game, { variants = { source } })
  assert.is_false(fine)
  assert.is_truthy(tostring(message):find(says, 1, true), message)
end

describe("`unscored`", function()
  local HELD = { name = "held", tokens = { { name = "flag", on = "feature", count = 9 } },
    unscored = { { token = "flag" } },
    phases = { { name = "flag", timing = "before_scoring",
      offer = { "features", complete = true, feature = "last_placed",
      token = { flag = 0 } },
      may_pass = true, on_chosen = function(state, action)
        if action then state:put_token("flag", action) end
      end } } }

  local function road(more)
    local given = { variants = { HELD }, standing = { "1 follower west road:E" }, bag = "BA-A BA-A BA-U" }
    for key, value in pairs(more or {}) do given[key] = value end
    return board.set("west=BA-A r3 here", given)
  end

  it("gives no points for what it names, and the pieces stay", function()
    local t = road():play { "1: BA-A here r1 ...", "1: pass", "1: flag road:E @west" }
    assert.same({ 0, 0 }, t:points())
    assert.same({ "1 follower west road:E" }, t:standing())
    assert.same({}, t:events "completed")
  end)

  it("does not affect other features", function()
    local t = road():play { "1: BA-A here r1 ...", "1: pass", "1: pass" }
    assert.same({ 2, 0 }, t:points())
    assert.same({}, t:standing())
  end)

  it("applies at the end, too, and to incomplete features as well", function()
    local camp = { name = "camp",
      unscored = { { kind = "road", complete = false }, { kind = "city", final = true } } }
    local t = board.set("west=BA-A r3 . \n east=BA-E r2 .", { variants = { camp }, bag = "",
      standing = { "1 follower west road:E", "2 follower west monastery", "2 follower east city:S" } })
    assert.same({ 0, 2 }, t:points())
  end)

  it("gives goods to nobody", function()
    local goods = { name = "no-sale", unscored = { { kind = "city" } } }
    local t = board.set("west=BA-E r1 here",
      { variants = { goods }, tiles = "WN-A x1 city:W+wine field:NL.NR.EL.ER.SL.SR~W" })
    t:play { "1: WN-A here, pass" }
    assert.equal(0, t.state:good(1, "wine"))
  end)

  it("keeps pieces there in a position and in a saved game; without it they would have returned", function()
    local t = road():play { "1: BA-A here r1 ...", "1: pass", "1: flag road:E @west" }
    assert.same(t:standing(), t:read_back():standing())
    local saved = assert(t.game:deserialize_state(t.state:serialize()))
    assert.is_true(saved == t.state)
    assert.has_error(function()
      board.set("west=BA-A r3 east=BA-A r1", { variants = { HELD }, standing = { "1 follower west road:E" } })
    end)
  end)

  it("that is not a filter of features is refused", function()
    refused({ unscored = { { "features", kind = "city" } } },
      "variant 'v': unscored[1]: expected a filter without a kind of items")
    refused({ unscored = { { piece = "pig" } } }, "variant 'v': unscored[1]: piece")
    refused({ unscored = { { token = "flag" } } },
      "variant 'v': unscored[1]: token: the game declares no token 'flag'")
    refused({ unscored = "city" }, "unscored: expected list, got string")
  end)
end)

describe("A phase with `repeat_from`", function()
  -- Player 1 counts, and player 2 says whether to continue, up to a number of times.
  local function loop(most, more)
    local source = { name = "loop",
      variables = { { name = "n", lifetime = "part" }, { name = "begun", lifetime = "part" } },
      phases = {
        { name = "count", timing = "after_scoring", when = { variable = { n = { max = most - 1 } } },
          run = function(state) state:set_variable("begun", state:variable "begun" + 1) end,
          ask = function(state) state:offer { number = state:variable "n" + 1 } end,
          on_chosen = function(state, action) state:set_variable("n", action.number) end },
        { name = "nothing", timing = "after_scoring", run = function() end },
        { name = "go-on", timing = "after_scoring", repeat_from = "count", ask = function(state)
          state:offer {}
          return 2, true
        end, on_chosen = function(state, action)
          if not action then state:set_variable("n", most) end
        end },
        { name = "sample", timing = "after_scoring",
          run = function(state) state:award(1, state:variable "begun", "begun") end },
      } }
    local given = { variants = { source }, bag = "BA-B BA-B" }
    for key, value in pairs(more or {}) do given[key] = value end
    return board.set("start=BA-B here", given)
  end

  it("repeats that phase and those between, until its `when` is false", function()
    local t = loop(2):play { "1: BA-B here, pass", "1: count #1", "2: go-on", "1: count #2", "2: go-on" }
    assert.same({ 2, 0 }, t:points())
    assert.equal("draw", t.state:decision())
  end)

  it("continues after the phase when an answer has ended the loop", function()
    local t = loop(9):play { "1: BA-B here, pass", "1: count #1", "2: pass" }
    assert.same({ 1, 0 }, t:points())
  end)

  it("is at the same step after it is saved and undone", function()
    local t = loop(3):play { "1: BA-B here, pass", "1: count #1", "2: go-on" }
    local before = t.state:clone()
    local saved = assert(t.game:deserialize_state(t.state:serialize()))
    assert.equal("count", saved:phase())
    assert.is_true(saved == t.state)
    t:play { "1: count #2", "2: go-on" }
    for _ = 1, 2 do assert(t.state:undo_action()) end
    assert.is_true(t.state == before)
    assert.equal("count", t:read_back().state:phase())
  end)

  it("does not repeat for ever if nobody is asked", function()
    local runs = 0
    local source = { name = "idle",
      phases = { { name = "a", timing = "after_scoring", run = function() runs = runs + 1 end },
      { name = "b", timing = "after_scoring", repeat_from = "a", run = function() end } } }
    board.set("start=BA-B here", { variants = { source }, bag = "BA-B BA-B" }):play { "1: BA-B here, pass" }
    assert.equal(2, runs)
  end)

  it("names a phase before it, at the same timing", function()
    local nothing = function() end
    refused({ phases = { { name = "a", timing = "turn_end", repeat_from = "b", run = nothing },
      { name = "b", timing = "turn_end", run = nothing } } },
      "variant 'v': phases[1]: phase a: repeat_from: expected a declared phase, or NAME:N for the "
        .. "N-th phase of this name, got 'b'")
    refused({ phases = { { name = "a", timing = "turn_start", run = nothing },
      { name = "b", timing = "turn_end", repeat_from = "a", run = nothing } } },
      "phase b: repeat_from: the phase v.a has another timing")
    refused({ phases = { { name = "a", timing = "deployment", offer = { "tiles" }, on_chosen = nothing },
      { name = "b", timing = "deployment", repeat_from = "a", offer = { "tiles" }, on_chosen = nothing } } },
      "phase b: repeat_from: not allowed for the timings `deployment` and `anytime`, at which the options "
        .. "of all phases are listed together")
  end)
end)
