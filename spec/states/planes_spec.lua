-- Observation planes for programs that learn: numbers of one shape, which describe what a player
-- sees.

local carcassonne = require "carcassonne"
local combinations = require "spec.support.combinations"
local properties = require "spec.support.properties"
local scaled = require "spec.support.scale"

-- Returns the number in a string of floats, from 0.
local function float_at(text, index)
  local a, b, c, d = text:byte(4 * index + 1, 4 * index + 4)
  local exponent = d % 128 * 2 + math.floor(c / 128)
  local mantissa = (c % 128 * 256 + b) * 256 + a
  local value = exponent == 0 and 0 or (1 + mantissa / 2 ^ 23) * 2 ^ (exponent - 127)
  return d >= 128 and -value or value
end

-- Returns the entry of each plane by its name.
local function planes_of(space, state, observer)
  local planes, values = {}, space:sparse(state, observer)
  for i, name in ipairs(space:names()) do planes[name] = values[i] end
  return planes
end

-- Returns the number of a cell in an entry of `sparse`.
local function number_in(entry, cell)
  if type(entry) == "number" then return entry end
  for i = 1, #entry, 2 do
    if entry[i] == cell then return entry[i + 1] end
  end
  return 0
end

-- Plays a game and checks in each state that nobody's planes depend on what is hidden.
local function check_hidden(given, seed)
  local game = carcassonne.game(given)
  local space = assert(carcassonne.observation_space(game, 4))
  local state, choose = game:new_initial_state(seed), properties.chooser(seed)
  while not state:is_terminal() do
    local observer = choose(game:players() + 1)
    if observer > game:players() then observer = "spectator" end
    local other = state:resample(observer ~= "spectator" and observer or nil, seed)
    assert.is_true(space:tensor(state, observer) == space:tensor(other, observer))
    for _ = 1, 3 do
      if not state:is_terminal() then state:apply_index(choose(state:num_actions())) end
    end
  end
end

describe("Observation planes", function()
  it("do not depend on what is hidden from the observer", function()
    local hand = { name = "hand", owner = "player", deal = 3, refill = "turn_end", play_from = "any",
      visible_to = "owner" }
    check_hidden({ players = 3, reserves = { hand } }, 1)
    for seed, name in ipairs { "hills-and-sheep", "bazaars", "tower" } do
      check_hidden({ variants = { name }, players = 2 + seed }, seed)
    end
  end)

  it("do not depend on what is hidden in games with each script and with many #full", function()
    for i, name in ipairs(combinations.names) do
      check_hidden({ variants = { name }, players = 2 + i % 4 }, i)
    end
    for number = 1, scaled(20, 2) do check_hidden(combinations.make(number), number) end
  end)

  it("have the tiles and pieces of the board", function()
    local game = carcassonne.game { variants = { "abbot" }, players = 3 }
    local state, space = game:new_initial_state(4), assert(carcassonne.observation_space(game, 6))
    for _ = 1, 40 do state:apply_index(state:num_actions()) end
    local planes, tiles = planes_of(space, state, 2), 0
    for y = -6, 6 do
      for x = -6, 6 do
        local cell, index = (y + 6) * 13 + x + 6, state:tile_index(x, y)
        assert.are.equal(index and 1 or 0, number_in(planes.tile, cell))
        tiles = tiles + (index and 1 or 0)
      end
    end
    assert.is_true(tiles > 10)
    for _, piece in ipairs(state:pieces()) do
      local tile = state:tile(piece.tile)
      local name = ("piece.%s.%d"):format(piece.piece, (piece.player - 2) % 3)
      assert.is_true(number_in(planes[name], (tile.y + 6) * 13 + tile.x + 6) > 0, name)
    end
  end)

  it("are equal as floats and as sparse lists", function()
    local game = carcassonne.game { variants = { "tower" } }
    local state, space = game:new_initial_state(4), assert(carcassonne.observation_space(game, 3))
    for _ = 1, 30 do state:apply_index(1) end
    local floats, lists, cells = space:tensor(state, 1), space:sparse(state, 1), 49
    assert.are.same({ #space:names(), 7, 7 }, space:shape())
    assert.are.equal(4 * cells * #space:names(), #floats)
    for i, list in ipairs(lists) do
      for cell = 0, cells - 1 do
        local difference = float_at(floats, (i - 1) * cells + cell) - number_in(list, cell)
        assert.is_true(math.abs(difference) < 1e-6)
      end
      if i > space:board_planes() then assert.are.equal("number", type(list)) end
    end
  end)

  it("show a decision of a script by its phase", function()
    local game = carcassonne.game { variants = { "tower" } }
    local state, space = game:new_initial_state(2), assert(carcassonne.observation_space(game, 3))
    local seen, choose = 0, properties.chooser(7)
    while not state:is_terminal() do
      if state:phase() then
        assert.are.equal(1, planes_of(space, state, 1)["phase." .. state:phase()])
        assert.are.equal(1, planes_of(space, state, 1)["decision.choice"])
        seen = seen + 1
      end
      state:apply_index(choose(state:num_actions()))
    end
    assert.is_true(seen > 5)
  end)

  it("have different names in games with each script #full", function()
    for _, name in ipairs(combinations.names) do
      local seen = {}
      local space = assert(carcassonne.observation_space(carcassonne.game { variants = { name } }, 1))
      for _, plane in ipairs(space:names()) do
        assert.is_nil(seen[plane], plane)
        assert.matches("^[%w%._%-]+$", plane)
        seen[plane] = true
      end
    end
  end)

  it("are listed in the manual by group", function()
    local manual = assert(io.open "lua/doc/HOSTS.md"):read "*a"
    for line in io.lines "csrc/include/carcassonne_space.h" do
      local group = line:match '^  X%([%u_]+, "([%w_%.]+)", %w+, "'
      if group and not group:find "^hand" then
        assert.truthy(manual:find("`" .. group .. "`", 1, true), group)
      end
    end
  end)

  it("are refused for a wrong radius, observer or state", function()
    local game, other = carcassonne.game(), carcassonne.game { players = 3 }
    assert.has_error(function() carcassonne.observation_space(game, -1) end)
    assert.has_error(function() carcassonne.observation_space(game, "x") end)
    local space, state = assert(carcassonne.observation_space(game, 5)), game:new_initial_state(1)
    for _, method in ipairs { "tensor", "sparse" } do
      assert.has_error(function() space[method](space, state, 3) end)
      assert.has_error(function() space[method](space, state, "nobody") end)
      local fine, message = pcall(space[method], space, other:new_initial_state(1))
      assert.is_false(fine)
      assert.matches("another game", message)
    end
  end)
end)
