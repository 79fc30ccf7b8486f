-- Handles: numbers that stand for legal actions, for searches that make no objects.

local carcassonne = require "carcassonne"
local chooser = require("spec.support.properties").chooser
local scaled = require "spec.support.scale"

local FIELDS = { "kind", "x", "y", "rotation", "id", "piece", "text", "take", "segment", "player", "packed",
  "name", "number", "token",
  "span", "tile" }

-- Calls `visit` at each decision of a random game.
local function walk(options, seed, most, visit)
  local state = carcassonne.game(options):new_initial_state(seed)
  local choose = chooser(seed)
  for _ = 1, most do
    local n = state:num_actions()
    if n == 0 then break end
    visit(state, n, choose)
  end
  return state
end

local KINDS = { {}, { draws = "manual" }, { variants = { "tower" } }, { variants = { "bazaars", "bridges" } },
  { variants = { "king-and-robber" } } }

describe("A handle", function()
  it("is a whole number in every Lua, different for each action of each decision", function()
    local seen = {}
    walk({}, 4, scaled(200, 60), function(state, n, choose)
      for i = 1, n do
        local handle = state:handle(i)
        assert.equals("number", type(handle))
        assert.is_true(handle >= 0 and handle < 2 ^ 53 and handle % 1 == 0)
        assert.equals(tostring(handle), ("%.0f"):format(handle)) -- it is printed without an exponent
        assert.is_nil(seen[handle])
        seen[handle] = true
        assert.equals(i, state:handle_index(handle))
      end
      state:apply_index(choose(n))
    end)
  end)

  it("has the fields of the action that it stands for", function()
    local read = 0
    for k, options in ipairs(KINDS) do
      walk(options, k, scaled(150, 40), function(state, n, choose)
        local i = choose(n)
        local action, handle = state:action(i), state:handle(i)
        for _, field in ipairs(FIELDS) do
          assert.same(action[field], (state:handle_fields(handle, field)), field)
          if action[field] ~= nil then read = read + 1 end
        end
        local kind, x, y, packed = state:handle_fields(handle, "kind", "x", "y", "packed")
        assert.same({ action.kind, action.x, action.y, action.packed }, { kind, x, y, packed })
        assert.equals(select("#", state:handle_fields(handle, "take", "span", "tile")), 3)
        state:apply_index(i)
      end)
    end
    assert.is_true(read > 500)
  end)

  it("is applied like its index", function()
    for k, options in ipairs(KINDS) do
      local other = carcassonne.game(options):new_initial_state(k)
      local state = walk(options, k, scaled(300, 60), function(state, n, choose)
        local i = choose(n)
        assert.equals(other:apply_index(i), state:apply_handle(state:handle(i)))
      end)
      assert.equals(other:serialize(), state:serialize())
    end
  end)

  it("is nil for an invalid index, and if the game is over", function()
    local state = carcassonne.game():new_initial_state(1)
    for _, i in ipairs { 0, -1, state:num_actions() + 1, 2 ^ 31 } do assert.is_nil(state:handle(i)) end
    state:random_playout(1)
    assert.is_nil(state:handle(1))
  end)
end)

-- Checks that each of the three functions refuses the handle, and that the state does not change.
local function assert_refused(state, handle, pattern)
  local was = state:clone()
  for _, name in ipairs { "apply_handle", "handle_index", "handle_fields" } do
    local fine, message = pcall(state[name], state, handle, "kind")
    assert.is_false(fine, name)
    assert.matches(pattern, message)
  end
  assert.is_true(state == was)
end

local OTHER = "this handle belongs to another decision or another state; call handle%(index%) again"

describe("A handle is refused", function()
  it("after its state has changed, even back to the same position", function()
    local game = carcassonne.game()
    for _, change in ipairs { function(s) s:apply_index(1) end,
      function(s) s:apply_index(1) s:undo_action() end,
      function(s)
        s:keep_undo(2) s:apply_index(1) s:undo_action()
      end, function(s) s:copy_from(s:clone()) end, function(s) s:reset(2) end,
      function(s) s:apply_action(s:action(1)) end, function(s) s:resign(1) end,
          function(s) s:random_playout(1) end } do
      local state = game:new_initial_state(2)
      local handle = state:handle(1)
      change(state)
      assert_refused(state, handle, OTHER)
    end
  end)

  it("by any other state: a clone, one of the same game, one of another", function()
    local game, other = carcassonne.game(), carcassonne.game()
    local state = game:new_initial_state(2)
    local states = { state:clone(), game:new_initial_state(2), other:new_initial_state(2),
      carcassonne.game():new_initial_state(2) }
    for _ = 1, 20 do
      local handle = state:handle(1)
      for _, stranger in ipairs(states) do
        assert_refused(stranger, handle, OTHER)
        stranger:apply_index(1)
      end
      state:apply_handle(handle)
    end
  end)

  it("if it is invalid", function()
    local state = carcassonne.game():new_initial_state(2)
    local handle = state:handle(1)
    for _, value in ipairs { -1, 0.5, handle + 0.5, 2 ^ 53, 2 ^ 60, math.huge, -math.huge, 0 / 0 } do
      assert_refused(state, value, "is not a handle; expected a number that State:handle returned")
    end
    assert_refused(state, handle + state:num_actions(), OTHER)
    assert_refused(state, 0, OTHER)
    assert_refused(state, state:action(1), "number expected, got")
    assert_refused(state, "first", "number expected, got string")
    assert_refused(state, nil, "number expected, got")
  end)

  it("with unknown fields, or without any", function()
    local state = carcassonne.game():new_initial_state(2)
    local handle = state:handle(1)
    local fine, message = pcall(state.handle_fields, state, handle, "rotatoin")
    assert.is_false(fine)
    assert.matches("rotation", message)
    fine, message = pcall(state.handle_fields, state, handle)
    assert.is_false(fine)
    assert.matches("expected the name of a field of the action, or several names", message)
    assert.is_false((pcall(state.handle_fields, state, handle, {})))
    assert.equals("place", (state:handle_fields(handle, "kind")))
  end)

  it("in the middle of an action: a hook's state has none, a clone after an undo has", function()
    local seen
    local variant = { name = "looking", on_tile_placed = function(state)
      if seen then return end
      seen = { handle = state:handle(1) }
      local clone = state:clone()
      seen.halfway, seen.message = pcall(clone.apply_handle, clone, 65536)
      clone:undo_action()
      seen.left = clone:apply_handle(clone:handle(1))
    end }
    local state = carcassonne.game({ variants = { variant } }):new_initial_state(3)
    state:apply_index(1)
    assert.is_nil(seen.handle)
    assert.is_false(seen.halfway)
    assert.matches("in the middle of an action", seen.message)
    assert.is_true(seen.left > 0)
  end)
end)
