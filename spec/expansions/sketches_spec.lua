-- Expansions that are not there, sketched: tiles under hills.

local carcassonne = require "carcassonne"
local board = require "spec.support.board"

-- Under each hill lies a tile that nobody has seen, and nobody will.
local HILLS = { name = "hills", attributes = { { name = "hill", of = "tile" } },
  tiles = "HI-A x5 @hill field:NL.NR.EL.ER.SL.SR.WL.WR",
  reserves = { { name = "under", seen = "nobody" } },
  phases = { { name = "bury", at = "before_scoring", when = { attribute = "hill" },
    run = function(state) state:draw_tile "under" end } } }

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
