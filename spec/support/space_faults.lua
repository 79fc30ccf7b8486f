--- Plug-ins with one fault each in what they offer to programs that learn, and the clause that the
--- fault breaks. For the specs.

local faults = require "spec.support.faults"

local fault, list = faults.new()

local function is_whole(value, least, most)
  return type(value) == "number" and value % 1 == 0 and value >= least and value <= most
end

-- Adds the functions for programs that learn to a game. The number of an action is the field `key`
-- of its fields, less 1; only actions of `kind` have numbers. `values` returns planes.
local function add_spaces(game, kind, key, size_of, space_of, values)
  function game.spaces(s)
    local space = space_of(s)
    space.num_distinct_actions, space.unknown = size_of(s), {}
    return space
  end
  function game.number(s, action)
    local fields, problem = game.fields(s, action)
    if not fields then return nil, problem end
    if fields.kind ~= kind then return nil, "an outcome of chance has no number" end
    return fields[key] - 1
  end
  function game.action(s, number)
    for _, action in ipairs(is_whole(number, 0, size_of(s) - 1) and game.legal(s) or {}) do
      if game.number(s, action) == number then return action end
    end
    return nil, "no legal action has this number"
  end
  function game.mask(s)
    local mask = { numbers = {}, without = 0 }
    for _, action in ipairs(game.legal(s)) do
      local number = game.number(s, action)
      if number then table.insert(mask.numbers, number) else mask.without = mask.without + 1 end
    end
    table.sort(mask.numbers)
    return mask
  end
  function game.planes(s, player)
    if player ~= nil and not is_whole(player, 1, #game.returns(s)) then return nil, "no such player" end
    return values(s, player)
  end
  return game
end

--- Returns the heap with numbers, planes and bounds.
local function heap()
  local game = faults.heap()
  return add_spaces(game, "take", "number", function() return 3 end, function(s)
    return { planes = { "left", "turn" }, shape = { 2, 1, 4 }, max_chance_outcomes = 0,
      max_game_length = s.size, min_utility = 0, max_utility = 1 }
  end, function(s) return { s.left, { s.turn - 1, 1 } } end)
end

--- Returns Millpond with numbers, planes and bounds.
local function millpond()
  local game = faults.millpond()
  local function stones(s) return s.options.stones end
  return add_spaces(game, "lay", "stone", stones, function(s)
    return { planes = { "hand" }, shape = { 1, 1, stones(s) }, max_chance_outcomes = stones(s),
      max_game_length = 2 * stones(s), min_utility = 0, max_utility = stones(s) }
  end, function(s, player)
    local hand, plane = game.view(s, player).hand or {}, {}
    table.sort(hand)
    for _, stone in ipairs(hand) do
      table.insert(plane, stone - 1)
      table.insert(plane, 1)
    end
    return { plane }
  end)
end

local function space_fault(clause, text, change) fault(clause, text, change, heap) end
local function hand_fault(clause, text, change) fault(clause, text, change, millpond) end

space_fault("shape", "has numbers that nobody can turn into actions", function(game) game.action = nil end)
space_fault("shape", "has planes without names", function(game) game.spaces = nil end)
space_fault("spaces", "gives two planes the same name", function(game)
  faults.after(game, "spaces", function(space)
    space.planes[2] = space.planes[1]
    return space
  end)
end)
space_fault("spaces", "has another shape later", function(game)
  faults.after(game, "spaces", function(space, s)
    space.shape[3] = 4 + s.left
    return space
  end)
end)
space_fault("spaces", "has fewer planes than names", function(game)
  faults.after(game, "spaces", function(space)
    space.shape[1] = 1
    return space
  end)
end)
space_fault("spaces", "leaves out a bound without a reason", function(game)
  faults.after(game, "spaces", function(space)
    space.max_utility = nil
    return space
  end)
end)
space_fault("bounds", "ends before its shortest game", function(game)
  faults.after(game, "spaces", function(space)
    space.max_game_length = 2
    return space
  end)
end)
space_fault("bounds", "gives the winner too many points", function(game)
  faults.after(game, "spaces", function(space)
    space.max_utility = 0
    return space
  end)
end)
hand_fault("bounds", "draws from fewer stones than it has", function(game)
  faults.after(game, "spaces", function(space)
    space.max_chance_outcomes = 1
    return space
  end)
end)
space_fault("number", "has a number beyond its own end", function(game)
  faults.after(game, "number", function(number) return number and number + 1, "no number" end)
end)
space_fault("number", "gives two actions one number", function(game)
  faults.after(game, "number", function(number) return number and math.min(number, 1), "no number" end)
end)
space_fault("number", "plays the first action for a number that is not legal", function(game)
  faults.instead(game, "action", function(before, s, number)
    local action, problem = before(s, number)
    return action or game.legal(s)[1], problem
  end)
end)
space_fault("number-same", "numbers the legal actions from the last to the first", function(game)
  faults.after(game, "number", function(number, s)
    return number and #game.legal(s) - 1 - number, "no number"
  end)
end)
hand_fault("number-same", "numbers the legal actions by their index", function(game)
  faults.instead(game, "number", function(before, s, action)
    for i, legal in ipairs(game.legal(s)) do
      if legal == action then return before(s, action) and i - 1, "no number" end
    end
    return before(s, action)
  end)
end)
space_fault("mask", "forgets the last action in the mask", function(game)
  faults.after(game, "mask", function(mask)
    table.remove(mask.numbers)
    return mask
  end)
end)
hand_fault("mask", "does not count the draws", function(game)
  faults.after(game, "mask", function(mask)
    mask.without = 0
    return mask
  end)
end)
hand_fault("mask-hides", "lists the mask by a stone that the player does not see", function(game)
  faults.after(game, "mask", function(mask, s)
    mask.next_stone = s.bag[#s.drawn + 1]
    return mask
  end)
end)
space_fault("planes", "leaves out a plane", function(game)
  faults.after(game, "planes", function(planes)
    if planes then planes[2] = nil end
    return planes, "no such player"
  end)
end)
space_fault("planes", "has a number outside of the plane", function(game)
  faults.after(game, "planes", function(planes)
    if planes then planes[2] = { 4, 1 } end
    return planes, "no such player"
  end)
end)
space_fault("planes", "shows planes to players who do not exist", function(game)
  faults.instead(game, "planes", function(before, s) return before(s) end)
end)
hand_fault("planes-hide", "shows the stones of the next player", function(game)
  faults.instead(game, "planes", function(before, s, player)
    return before(s, player and player % #game.returns(s) + 1)
  end)
end)
hand_fault("planes-hide", "shows the next stone of the bag", function(game)
  faults.after(game, "planes", function(planes, s)
    if planes then planes[1] = s.bag[#s.drawn + 1] or 0 end
    return planes, "no such player"
  end)
end)
space_fault("fresh", "keeps the planes that it returns", function(game)
  local kept = {}
  faults.after(game, "planes", function(planes, s)
    if not planes then return nil, "no such player" end
    local last = kept[s]
    if not last or last.revision ~= s.revision then last = { revision = s.revision, planes = planes } end
    kept[s] = last
    return last.planes
  end)
end)

return { list = list, heap = heap, millpond = millpond }
