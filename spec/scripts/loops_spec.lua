-- Loops over items (state:each): a loop that changes the state skips items that no longer match.

local carcassonne = require "carcassonne"

-- Plays a game in which the first player deploys a follower and loops at the end of the second
-- turn. Returns how often the loop ran.
local function times(selector, act, more)
  local count
  local source = { name = "loop", phases = { { name = "loop", timing = "turn_end",
    when = { variable = { turns = 2 } }, run = function(state)
      count = 0
      for item in state:each(selector) do
        count = count + 1
        act(state, item)
      end
    end } } }
  for key, value in pairs(more or {}) do source[key] = value end
  local state = carcassonne.game { variants = { source }, sets = { "base" } }:new_initial_state(1)
  while not count do state:apply_index(state:num_actions()) end
  return count
end

local function award_both(state)
  for player = 1, 2 do state:award(player, 5, "loop") end
end

describe("A loop that gives points", function()
  it("visits all items if points do not matter to the selector", function()
    assert.equal(2, times({ "players" }, award_both))
    assert.equal(2, times({ "pieces" }, award_both))
  end)

  it("skips players who have too many points now", function()
    assert.equal(1, times({ "players", variable = { points = { max = 4 } } }, award_both))
  end)

  it("skips pieces of players who have too many points now", function()
    assert.equal(1, times({ "pieces", player = { variable = { points = { max = 4 } } } }, award_both))
  end)

  it("skips players who no longer have the most points", function()
    local function award_one(state, player) state:award(player, 7, "loop") end
    local begin = { on_tile_placed = function(state)
      for player = 1, 2 do state:award(player, 1, "begin") end
    end }
    assert.equal(1, times({ "players", highest = "points" }, award_one, begin))
  end)

  it("skips pieces that have lost the majority because power depends on points", function()
    local power = { power = { { player = { variable = { points = { min = 1 } } }, add = -1 } } }
    assert.equal(2, times({ "pieces", player = "majority" }, function() end, power))
    assert.equal(1, times({ "pieces", player = "majority" }, award_both, power))
  end)

  it("skips pieces that on_points_given has returned", function()
    local back = { on_points_given = function(state)
      for _, piece in ipairs(state:pieces()) do state:return_piece(piece) end
    end }
    assert.equal(1, times({ "pieces" }, award_both, back))
  end)
end)
