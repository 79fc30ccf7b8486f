-- The option that keeps positions for undo: undo by copying a kept position gives the same game as
-- undo by replaying.

local carcassonne = require "carcassonne"
local chooser = require("spec.support.properties").chooser
local scaled = require "spec.support.scale"

local FEW = 5 -- number of positions; sometimes more decisions are undone

-- Checks that every observer sees the same in both states.
local function assert_alike(kept, plain, what)
  assert.is_true(kept == plain, what)
  assert.equals(kept:hash(), plain:hash(), what)
  assert.equals(kept:observation_string(), plain:observation_string(), what)
  for _, observer in ipairs { 1, 2, "spectator" } do
    assert.equals(kept:hash(observer), plain:hash(observer), what)
    assert.same(kept:events(0, observer), plain:events(0, observer), what)
  end
  assert.equals(kept:serialize(), plain:serialize(), what)
end

-- Plays a game on both states, which undo from time to time and then take another decision.
local function play_both(game, seed, decisions)
  local choose = chooser(seed)
  local kept = game:new_initial_state(seed)
  local plain = kept:clone()
  assert.is_true(kept:keep_undo(FEW) > 0)
  for _ = 1, decisions do
    if kept:is_terminal() then break end
    local index = choose(kept:num_actions())
    assert.equals(kept:apply_index(index), plain:apply_index(index))
    local back = choose(12) == 1 and choose(FEW + 2) or 0
    for _ = 1, math.min(back, kept:decisions()) do
      assert(kept:undo_action())
      assert(plain:undo_action())
      assert.is_true(kept == plain, "after undo")
    end
  end
  for _ = 1, math.min(FEW + 1, kept:decisions()) do
    assert(kept:undo_action())
    assert(plain:undo_action())
  end
  assert_alike(kept, plain, "at the end")
end

local kinds = { { "Traders & Builders", {} }, { "draws by the host", { draws = "manual" } },
  { "hidden hands", { variants = { "examples/hand-of-three.lua" } } },
  { "hidden tokens", { variants = { "examples/treasure.lua" } } } }
for _, list in ipairs { carcassonne.expansions(), carcassonne.shipped_variants() } do
  for _, name in ipairs(list) do kinds[#kinds + 1] = { name, { variants = { name } } } end
end
kinds[#kinds + 1] = { "all expansions together", { variants = carcassonne.expansions() } }

describe("With positions kept", function()
  for k, kind in ipairs(kinds) do
    it("a game with " .. kind[1] .. " is taken back to the same positions as without", function()
      local game = carcassonne.game(kind[2])
      for n = 1, scaled(3, 1) do play_both(game, 100 * k + n, scaled(400, 40)) end
    end)
  end
end)

-- Returns a script that counts its calls in a variable.
local function counting()
  local calls = { n = 0 }
  return calls, { name = "counting", on_tile_placed = function() calls.n = calls.n + 1 end }
end

describe("State:keep_undo", function()
  local function sample(options)
    local state = carcassonne.game(options or {}):new_initial_state(7)
    local choose = chooser(7)
    return state, function(n)
      for _ = 1, n do state:apply_index(choose(state:num_actions())) end
    end
  end

  -- Returns the sample after six decisions with this number of kept positions, and its
  -- observations.
  local function kept_sample(positions)
    local state, play = sample()
    state:keep_undo(positions)
    play(6)
    return state, state:clone(), play
  end

  it("calls no script if a position is kept, and replays the game beyond them", function()
    local calls, variant = counting()
    local state, play = sample { variants = { variant } }
    play(10)
    state:keep_undo(4)
    play(10)
    local before = calls.n
    for _ = 1, 4 do assert(state:undo_action()) end
    assert.equals(before, calls.n)
    assert(state:undo_action())
    assert.is_true(calls.n > before)
    assert.equals(15, state:decisions())
  end)

  it("reports its bytes, about a state's for each position, and none for 0", function()
    local state = sample()
    local size = state:game():state_size()
    assert.is_true(math.abs(state:keep_undo(10) - 10 * size) < size)
    assert.equals(0, state:keep_undo(0))
  end)

  it("keeps positions of one state alone: the actions of a clone are not undone", function()
    local state, play = sample()
    state:keep_undo(10)
    play(20)
    local clone, was = state:clone(), state:clone()
    for _ = 1, 5 do assert(clone:undo_action()) end
    for _ = 1, 3 do clone:apply_index(1) end
    assert.is_true(state == was)
    for _ = 1, 3 do assert(state:undo_action()) end
    for _ = 1, 3 do assert(was:undo_action()) end
    assert.is_true(state == was)
  end)

  it("never returns to another game than the present one", function()
    local state, play = sample()
    state:keep_undo(10)
    play(12)
    local other = carcassonne.game {}
    local stranger = state:game():new_initial_state(8)
    for _ = 1, 12 do stranger:apply_index(1) end
    state:copy_from(stranger)
    assert(state:undo_action())
    assert(stranger:undo_action())
    assert.is_true(state == stranger)
    state:reset(9)
    assert.is_nil((state:undo_action()))
    state:reseed(10)
    local begun = state:clone()
    state:apply_index(1)
    state:random_playout(1)
    while state:decisions() > 0 do assert(state:undo_action()) end
    assert.is_true(state == begun)
    assert.is_true(other:new_initial_state(9) ~= state) -- the seed of the draws differs
  end)

  it("uses a new seed after undo", function()
    local state, play = sample()
    state:keep_undo(10)
    play(12)
    local plain = state:clone()
    for _, one in ipairs { state, plain } do
      one:reseed(99)
      for _ = 1, 4 do assert(one:undo_action()) end
    end
    assert.is_true(state == plain)
    for _ = 1, 20 do
      state:apply_index(1)
      plain:apply_index(1)
    end
    assert.is_true(state == plain)
  end)

  it("forgets an action that was refused", function()
    local state, was, play = kept_sample(3)
    for _ = 1, 5 do assert.is_nil((state:apply_action "place BA-A 90,90 r0")) end
    play(2)
    assert(state:undo_action())
    assert(state:undo_action())
    assert.is_true(state == was)
  end)

  it("refuses an invalid number of positions, and the state does not change", function()
    local state, was = kept_sample(4)
    for _, case in ipairs { { -1, "a number of positions from 1 to 4096, or 0 to keep none; got %-1" },
      { 4097, "or 0 to keep none; got 4097" }, { 2 ^ 40, "expected a number of positions from 1 to 4096" },
        { math.huge, "integer" }, { 0 / 0, "integer" },
      { 2.5, "no integer representation" }, { "many", "number expected, got string" },
          { {}, "number expected, got table" } } do
      local fine, message = pcall(state.keep_undo, state, case[1])
      assert.is_false(fine)
      assert.matches(case[2], message)
      assert.is_true(state == was)
    end
    local fine, message = pcall(state.keep_undo, state)
    assert.is_false(fine)
    assert.matches("number expected, got no value", message)
    assert(state:undo_action())
    assert.equals(5, state:decisions())
  end)

  it("is refused to a hook for the state that it receives, and works on a clone", function()
    local seen
    local variant = { name = "keeping", on_tile_placed = function(state)
      if seen then return end
      seen = {}
      local _, message = pcall(state.keep_undo, state, 3)
      local clone = state:clone()
      clone:keep_undo(3)
      assert(clone:undo_action())
      local n = clone:decisions()
      clone:apply_index(1)
      assert(clone:undo_action())
      seen.message, seen.back = message, clone:decisions() == n
    end }
    local state = carcassonne.game({ variants = { variant } }):new_initial_state(3)
    state:apply_index(1)
    assert.matches("a hook cannot do this with the state that it was given", seen.message)
    assert.is_true(seen.back)
  end)
end)
