-- Numbers of actions for programs that learn: an action has the same number in every state of a
-- game, and different actions have different numbers.

local carcassonne = require "carcassonne"
local combinations = require "spec.support.combinations"
local properties = require "spec.support.properties"
local scaled = require "spec.support.scale"

-- Returns the fields of an action that its number stands for. A placement is that of the tile in
-- hand, unless the player chooses a tile. A deployment is on the tile that has just been placed,
-- unless the action names another tile.
local function meaning_of(state, action)
  local x, y = state:last_placed()
  local on_last = action.kind == "deploy" and action.x == x and action.y == y
  local span = action.span and ("%s %s %s"):format(action.span.x, action.span.y, action.span.axis)
  local cell = on_last and "last" or ("%s,%s"):format(tostring(action.x), tostring(action.y))
  local parts = { action.kind, action.name or "-", cell }
  if action.kind == "place" then parts[#parts + 1] = action.rotation end
  for _, key in ipairs { "piece", "segment", "take", "player", "number", "token" } do
    parts[#parts + 1] = tostring(action[key])
  end
  parts[#parts + 1] = tostring(span)
  return table.concat(parts, " ")
end

-- Checks that the legal actions of a state have different numbers, and that a number never changes
-- its meaning. `meanings` has the meaning of each number so far.
local function check_numbers(space, state, meanings)
  local numbers, seen = space:legal(state), {}
  for _, action in ipairs(state:legal_actions(true)) do
    local index = state:action_index(action)
    local number, meaning = numbers[index], meaning_of(state, action)
    assert.is_truthy(number, tostring(action))
    assert.are.equal(number, space:number(action))
    assert.are.equal(index, space:index(state, number))
    assert.is_nil(seen[number], tostring(action))
    assert.is_true(number >= 0 and number < space:size())
    assert.are.equal(meanings[number] or meaning, meaning)
    seen[number], meanings[number] = true, meaning
  end
end

local function play(given, seed, radius)
  local game = carcassonne.game(given)
  local space = carcassonne.action_space(game, radius)
  local state, choose, meanings = game:new_initial_state(seed), properties.chooser(seed), {}
  while space and not state:is_terminal() do
    check_numbers(space, state, meanings)
    state:apply_index(choose(state:num_actions()))
  end
  return space
end

describe("The number of an action", function()
  it("means the same in all states of a game", function()
    for seed = 1, scaled(20, 3) do assert.is_truthy(play({ players = 2 + seed % 4 }, seed)) end
  end)

  it("means the same in games with offers of scripts", function()
    for seed, name in ipairs { "bridges", "abbot", "russian-promos" } do
      assert.is_truthy(play({ variants = { name }, players = 2 + seed }, seed))
    end
  end)

  it("means the same in a game in which a player chooses the tile", function()
    local hand = { name = "hand", deal = 3, refill = "turn_end", play_from = "any", owner = "player" }
    assert.is_truthy(play({ reserves = { hand }, players = 2 }, 1))
  end)

  it("means the same in games with each script alone and with many, or there is a reason #full", function()
    local with = 0
    for i, name in ipairs(combinations.names) do
      if play({ variants = { name }, players = 2 + i % 4 }, i) then with = with + 1 end
    end
    assert.is_true(with > 20, with .. " scripts have numbers of actions")
    for number = 1, scaled(20, 2) do play(combinations.make(number), number) end
  end)

  it("is in the mask of legal actions", function()
    local game = carcassonne.game { variants = { "abbot" } }
    local state, space = game:new_initial_state(3), carcassonne.action_space(game, 8)
    for _ = 1, 30 do
      local mask, without = space:mask(state)
      assert.are.equal(space:size(), #mask)
      local ones = select(2, mask:gsub("\1", ""))
      assert.are.equal(state:num_actions(), ones + without)
      for _, number in ipairs(space:legal(state)) do
        if number then assert.are.equal(1, mask:byte(number + 1)) end
      end
      state:apply_index(1)
    end
  end)

  it("is missing if the cell is outside of the window", function()
    local game = carcassonne.game()
    local state, space = game:new_initial_state(1), carcassonne.action_space(game, 1)
    local outside = 0
    while not state:is_terminal() do
      local numbers, without = space:legal(state), select(2, space:mask(state))
      for i = 1, state:num_actions() do
        local action = state:action(i)
        local is_outside = action.kind == "place" and math.max(math.abs(action.x), math.abs(action.y)) > 1
        assert.are.equal(is_outside, not numbers[i])
        if is_outside then outside, without = outside + 1, without - 1 end
      end
      assert.are.equal(0, without)
      state:apply_index(1)
    end
    assert.is_true(outside > 100)
  end)

  it("is refused if no legal action has it", function()
    local game = carcassonne.game()
    local state, space = game:new_initial_state(1), carcassonne.action_space(game)
    for _, number in ipairs { -1, 0, space:size(), space:size() - 1, 2 ^ 40 } do
      assert.is_nil(space:index(state, number))
    end
  end)
end)

describe("An action space", function()
  it("consists of blocks that follow each other", function()
    local space = carcassonne.action_space(carcassonne.game({ variants = { "abbot", "bridges" } }), 5)
    local next_number = 0
    for _, block in ipairs(space:blocks()) do
      local size = 1
      for _, dimension in ipairs(block.dimensions) do size = size * dimension.size end
      assert.are.equal(next_number, block.first)
      assert.are.equal(size, block.size)
      next_number = next_number + size
    end
    assert.are.equal(space:size(), next_number)
  end)

  it("names the phase whose function offers options", function()
    local space, message = carcassonne.action_space(carcassonne.game({ variants = { "castles" } }))
    assert.is_nil(space)
    assert.are.equal("the function of the phase castle offers options, and the number of these options "
      .. "has no bound", message)
  end)

  it("refuses a radius that is not a number of cells, and states of other games", function()
    local game, other = carcassonne.game(), carcassonne.game { players = 3 }
    assert.has_error(function() carcassonne.action_space(game, -1) end)
    assert.has_error(function() carcassonne.action_space(game, "x") end)
    local space, state = carcassonne.action_space(game, 5), other:new_initial_state(1)
    for _, method in ipairs { "legal", "mask", "index" } do
      local fine, message = pcall(space[method], space, state, 1)
      assert.is_false(fine)
      assert.matches("another game", message)
    end
    assert.has_error(function() space:number(state:action(1)) end)
  end)
end)
