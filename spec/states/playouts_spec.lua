-- Playouts: many random games from a state, on one thread or several.

local carcassonne = require "carcassonne"
local core = require "carcassonne.core"

local function sample(options)
  local state = carcassonne.game(options or {}):new_initial_state(4)
  for _ = 1, 12 do state:apply_index(1) end
  return state
end

describe("Playouts on threads", function()
  it("give the same digits on any number of threads, and say on how many they ran", function()
    local state = sample()
    local alone = state:playout(60, 7)
    assert.equals(1, alone.threads)
    assert.is_nil(alone.note)
    for _, threads in ipairs { 1, 2, 5, 256 } do
      local sum = state:playout(60, 7, { threads = threads })
      for _, key in ipairs { "games", "mean", "spread", "wins" } do assert.same(alone[key], sum[key]) end
      assert.equals(core.threads and math.min(threads, 60) or 1, sum.threads)
      local without = not core.threads and threads > 1
        and "the library was built without threads (make THREADS=1)" or nil
      assert.equals(without, sum.note)
    end
  end)

  it("run on one with functions in Lua, and say so; not with rows alone", function()
    local sum = sample({ variants = { "tower" } }):playout(5, 1, { threads = 4 })
    assert.equals(1, sum.threads)
    assert.equals("the game has functions in Lua, which can run only on one thread", sum.note)
    sum = sample({ variants = { "inns-and-cathedrals" } }):playout(5, 1, { threads = 4 })
    assert.equals(core.threads and 4 or 1, sum.threads)
    if core.threads then assert.is_nil(sum.note) end
  end)

  it("refuse an invalid number of threads, or an unknown option", function()
    local state = sample()
    local was = state:clone()
    local expected = "threads: expected a whole number from 1 to 256, got "
    for _, case in ipairs { { { threads = 0 }, expected .. "number 0" },
      { { threads = 257 }, "got number 257" },
      { { threads = -1 }, "got number %-1" }, { { threads = 1.5 }, "got number 1.5" },
        { { threads = "4" }, expected .. "string 4" },
      { { threads = math.huge }, "expected a whole number" },
        { { threads = 0 / 0 }, "expected a whole number" },
      { { thread = 2 }, "unknown option 'thread'; expected threads" },
        { { 2 }, "unknown option '1'" },
      { 2, "table expected, got number" } } do
      local fine, message = pcall(state.playout, state, 5, 1, case[1])
      assert.is_false(fine)
      assert.matches(case[2], message)
    end
    assert.is_true(state == was)
    assert.equals(1, state:playout(5, 1, {}).threads)
  end)
end)

describe("A playout", function()
  it("has draws and choices that depend on its number alone", function()
    local state = sample { sets = { "base" } }
    local one, two, three = state:playout(1, 3).mean, state:playout(2, 3).mean, state:playout(3, 3).mean
    local second = { two[1] * 2 - one[1], two[2] * 2 - one[2] }
    local third = { three[1] * 3 - two[1] * 2, three[2] * 3 - two[2] * 2 }
    assert.not_same(one, second)
    assert.not_same(second, third)
  end)

  it("keeps hidden tiles in their places; resample deals them again", function()
    local state = carcassonne.game({ variants = { "examples/hand-of-three.lua" } }):new_initial_state(1)
    local mine = state:reserve("hand", 1)
    local others = {}
    for seed = 1, 12 do
      local other = state:resample(1, seed)
      assert.same(mine, other:reserve("hand", 1))
      others[table.concat(other:reserve("hand", 2), " ")] = true
      assert.equals(4, other:playout(4, seed).games)
    end
    assert.is_truthy(next(others, next(others)))
  end)

  it("counts for the script that plays it, before it begins", function()
    local variant = { name = "greedy-for-time", on_tile_placed = function(state)
      local own = state:game():new_initial_state(1)
      own:playout(1000000, 1, { threads = 8 })
    end }
    local state = carcassonne.game({ variants = { variant } }):new_initial_state(3)
    local was = state:clone()
    local fine, message = pcall(state.apply_index, state, 1)
    assert.is_false(fine)
    assert.matches("too many instructions", message)
    assert.is_true(state == was)
  end)
end)

describe("A replay", function()
  -- Returns how often a hook can call a method before it exceeds its budget: for a game of two
  -- tiles, or a finished game.
  local function calls_of(name, finished)
    local calls, busy = 0, false
    local variant = { name = "v", on_tile_placed = function(state)
      if busy or state:num_tiles() < 3 then return end
      busy = true
      local copy = state:clone()
      copy:undo_action()
      if finished then copy:random_playout(1) end
      while true do
        local again = copy:clone()
        again[name](again)
        calls = calls + 1
      end
    end }
    local state = carcassonne.game { variants = { variant }, budget = { call = 1000000 } }
      :new_initial_state(1)
    assert.has_error(function() state:random_playout(1) end)
    return calls
  end

  it("of a long game costs a script more than the replay of a short game", function()
    for _, name in ipairs { "events", "undo_action", "resample", "serialize" } do
      local short, long = calls_of(name, false), calls_of(name, true)
      assert.is_true(long >= 1 and short >= 2 * long, ("%s: %d, %d"):format(name, short, long))
    end
  end)
end)
