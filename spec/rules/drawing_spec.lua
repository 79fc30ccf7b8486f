-- House rules about drawing, as in examples/: a hand of three, a choice of two tiles, tiles that go
-- back.

local board = require "spec.support.board"
local carcassonne = require "carcassonne"

local function file(name) return ("examples/%s.lua"):format(name) end

describe("A hand of three", function()
  it("lets each player place any of three tiles that nobody else sees, and draw one at the end of the turn",
      function()
    local game = carcassonne.game { players = 3, variants = { file "hand-of-three" } }
    local state = game:new_initial_state(2)
    for _ = 1, 6 do
      local player, hand, ids = state:current_player(), state:reserve "hand", {}
      assert.equal(3, #hand)
      assert.error_matches(function() state:reserve("hand", player, player % 3 + 1) end, "does not see")
      for _, action in ipairs(state:legal_actions()) do ids[action.id] = true end
      for _, id in ipairs(hand) do ids[id] = nil end
      assert.is_nil(next(ids)) -- only tiles from the hand are placed
      assert(state:apply_index(1))
      assert.equal(2, state:num_in_reserve("hand", player))
      while state:current_player() == player do assert(state:apply_action "pass") end
      assert.equal(3, state:num_in_reserve("hand", player))
    end
  end)
end)

describe("Two tiles, of which one is placed", function()
  it("are drawn each turn; the other one goes back into the bag before the next draw", function()
    local t = board.set("*BA-U here", { variants = { file "draw-two" }, bag = "BA-U BA-V BA-W", turn = 1 })
    t:apply "draw BA-U"
    t:apply "draw BA-V"
    assert.same({ "BA-U", "BA-V" }, t.state:reserve "drawn")
    assert.same({ ["BA-W"] = 1 }, t.state:tiles_left())
    t:apply "place BA-U 1,0 r0"
    t:apply "pass"
    assert.same({ ["BA-V"] = 1, ["BA-W"] = 1 }, t.state:tiles_left())
    assert.equal(2, t.state:turn_player())
    assert.is_true(t.state:is_chance_node())
  end)
end)

describe("A tile that fits nowhere", function()
  it("goes back into the bag, and another is drawn", function()
    local t = board.set("*BA-C here",
      { variants = { file "back-into-the-bag" }, bag = "BA-B BA-E", turn = 1 })
    t:apply "draw BA-B"
    assert.same({ ["BA-B"] = 1, ["BA-E"] = 1 }, t.state:tiles_left())
    assert.equal(1, t.state:turn_player())
    t:apply "draw BA-E"
    assert.equal("place", t.state:decision())
  end)
end)
