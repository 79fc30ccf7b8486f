-- Bounds of a game: numbers that no game exceeds, with the names of OpenSpiel.

local carcassonne = require "carcassonne"
local combinations = require "spec.support.combinations"
local properties = require "spec.support.properties"
local scaled = require "spec.support.scale"

-- Plays a game and checks it against its bounds. Returns whether its points have bounds.
local function check_bounds(given, seed)
  local game = carcassonne.game(given)
  local least, reason = game:min_utility()
  local most = game:max_utility()
  assert.are.equal(least == nil, most == nil)
  if not least then assert.matches("^the points of a game have no proven bound, because ", reason) end
  local state, choose, count = game:new_initial_state(seed), properties.chooser(seed), 0
  while not state:is_terminal() do
    if state:is_chance_node() then assert.is_true(state:num_actions() <= game:max_chance_outcomes()) end
    state:apply_index(choose(state:num_actions()))
    count = count + 1
  end
  assert.is_true(count <= game:max_game_length())
  for _, points in ipairs(least and state:returns() or {}) do
    assert.is_true(points >= least and points <= most)
  end
  return least ~= nil
end

describe("The bounds of a game", function()
  it("are not exceeded", function()
    for seed = 1, scaled(20, 3) do
      assert.is_true(check_bounds({ players = 1 + seed % 6 }, seed))
      assert.is_true(check_bounds({ players = 2, draws = "manual" }, seed))
    end
  end)

  it("are not exceeded with each script, alone or with others #full", function()
    local with = 0
    for i, name in ipairs(combinations.names) do
      local draws = i % 2 == 0 and "manual" or nil
      if check_bounds({ variants = { name }, players = 2 + i % 4, draws = draws }, i) then with = with + 1 end
    end
    assert.is_true(with >= 3, with .. " scripts have bounds of points")
    for number = 1, scaled(20, 2) do check_bounds(combinations.make(number), number) end
  end)

  it("of points are missing if a script can give points", function()
    local least, reason, code = carcassonne.game({ variants = { "tower" } }):min_utility()
    assert.is_nil(least)
    assert.are.equal("the points of a game have no proven bound, because the game has the phase capture",
      reason)
    assert.are.equal("invalid", code)
  end)

  it("count no outcomes of chance if the host does not decide chance", function()
    assert.are.equal(0, carcassonne.game():max_chance_outcomes())
  end)
end)
