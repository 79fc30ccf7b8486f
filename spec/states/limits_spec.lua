-- Games at the limits of lua/doc/SCRIPTING.md and csrc/engine/DEFINITION.md are played to the end;
-- a game beyond a limit is refused with a sentence that names the limit. tests/test_limits.c does
-- the same in C, also for the limits of tiles and of the board.

local carcassonne = require "carcassonne"

-- Returns f(i) for i from 1 to n.
local function list(n, f)
  local out = {}
  for i = 1, n do out[i] = f(i) end
  return out
end

local function game(more)
  more.name = "limits"
  return carcassonne.game { players = 3, variants = { more } }
end

local function refusal(more)
  local fine, message = pcall(game, more)
  assert.is_false(fine)
  return message
end

-- Plays a random game to the end, then saves, loads and undoes a decision.
local function play(one)
  local state = carcassonne.random_playout(one:new_initial_state(3), 5)
  assert.is_true(state:is_terminal())
  local again = one:deserialize_state(state:serialize())
  assert.is_true(again == state)
  again:undo_action()
  return state
end

local function pieces(n)
  local all = { follower = { count = 2 } }
  for i = 4, n do all["kind" .. i] = { count = 1 } end
  return all
end

describe("A game with", function()
  it("64 attributes of segments and 64 of tiles is played; with 65 it is refused", function()
    local function attributes(n, of)
      return list(n, function(i) return { name = (of or "segment") .. i, on = of } end)
    end
    local one = game { attributes = attributes(64),
      tiles = { "X x4 city:N+segment1+segment64 field:EL.ER.SL.SR.WL.WR~N" } }
    assert.are.same({ "segment1", "segment64" }, one:tile "X".segments[1].attributes)
    play(one)
    play(game { attributes = attributes(64, "tile"),
      tiles = { "X x4 city:N field:EL.ER.SL.SR.WL.WR~N @tile64" } })
    assert.matches("more than 64 attributes", refusal { attributes = attributes(65) })
    assert.matches("more than 64 attributes of tiles", refusal { attributes = attributes(65, "tile") })
  end)

  it("32 kinds of pieces is played; with 33 it is refused", function()
    local one = game { pieces = pieces(32) }
    assert.are.equal(32, #one:pieces())
    play(one)
    assert.matches("more than 32 kinds of pieces", refusal { pieces = pieces(33) })
  end)

  it("255 variables is played; with 256 it is refused", function()
    local function variables(n)
      return list(n, function(i) return { name = "variable" .. i, scope = "game" } end)
    end
    local function count(state)
      for i = 1, 255 do state:set_variable("variable" .. i, state:variable("variable" .. i) + i) end
    end
    local state = play(game { variables = variables(255), on_tile_placed = count })
    assert.are.equal(255 * state:variable "variable1", state:variable "variable255")
    assert.is_true(state:variable "variable1" > 50)
    assert.matches("more than 255 variables", refusal { variables = variables(256) })
  end)

  it("128 phases is played; with 129 it is refused #full", function()
    local chosen = {}
    local function phases(n)
      return list(n, function(i)
        return { name = "phase" .. i, timing = "turn_end",
          ask = function(state) state:offer { number = i } return nil, true end,
          on_chosen = function(_, option) if option then chosen[option.name] = option.number end end }
      end)
    end
    play(game { phases = phases(128) })
    assert.are.equal(128, chosen.phase128)
    assert.matches("more than 128 phases", refusal { phases = phases(129) })
  end)

  it("128 offers is played; with 129 it is refused", function()
    local function phases(n)
      return list(math.floor(n / 2), function(i)
        local offer = { { "pieces", player = "turn_player" }, { "pieces", player = "others" } }
        if i == 1 and n % 2 == 1 then offer[3] = { "pieces", follower = true } end
        return { name = "phase" .. i, timing = "turn_end", may_pass = true, on_chosen = function() end,
          offer = offer }
      end)
    end
    play(game { phases = phases(128) })
    assert.matches("more than 128 offers", refusal { phases = phases(129) })
  end)

  it("96 rows of points and 96 of bonuses is played; with 97 it is refused", function()
    local function rows(n) return list(n, function() return { kind = "city", add = 1 } end) end
    play(game { points = rows(96), bonus = rows(96) })
    assert.matches("points%[97%]: more than 96 rows of this kind", refusal { points = rows(97) })
    assert.matches("bonus%[97%]: more than 96 rows of this kind", refusal { bonus = rows(97) })
  end)

  it("1023 tiles is played; with 1024 it is refused", function()
    local function tiles(n) return { ("C x%d city:N road:S field:EL.ER.SL.SR.WL.WR~N"):format(n - 96) } end
    assert.is_true(#play(game { tiles = tiles(1023) }):tiles() > 900)
    assert.matches("the game has 1024 tiles; the maximum is 1023", refusal { tiles = tiles(1024) })
  end)
end)

describe("The number of an option", function()
  local function offering(number, seen)
    return game { phases = { { name = "bid", timing = "turn_start",
      ask = function(state) state:offer { number = number } return nil, true end,
      on_chosen = function(_, option) seen.number = option.number end } } }
  end

  it("is 65535 at most", function()
    local seen = {}
    local one = offering(65535, seen)
    local state = one:new_initial_state(1)
    assert.are.equal("bid #65535", tostring(state:legal_actions()[2]))
    assert(state:apply_action "bid #65535")
    assert.are.equal(65535, seen.number)
    local again = one:deserialize_state(state:serialize())
    assert.is_true(again == state)
    local fine, message = pcall(function() return offering(65536, seen):new_initial_state(1) end)
    assert.is_false(fine)
    assert.matches("number: expected a number from 0 to 65535, got 65536", message)
  end)
end)

describe("An action that a script offered", function()
  it("returns all its values when the state has changed, also in other states of its game", function()
    local one = game { phases = { { name = "mark", timing = "turn_end", ask = function(state)
      local tile = state:tiles()[1]
      state:offer { x = tile.x, y = tile.y, segment = "city:N", piece = "pig", player = 2, number = 40000 }
      return nil, true
    end, on_chosen = function() end } } }
    local state = one:new_initial_state(1)
    while state:phase() ~= "mark" do assert(state:apply_action(state:legal_actions()[1])) end
    local action = state:legal_actions()[2]
    local function check()
      collectgarbage()
      assert.are.equal("mark 2 pig #40000 city:N @0,0", tostring(action))
      assert.are.same({ "choice", "mark", 2, "pig", 40000, "city:N", "BA-D", 0, 0 },
        { action.kind, action.name, action.player, action.piece, action.number, action.text, action.id,
          action.x, action.y })
    end
    check()
    assert(state:apply_action(action))
    check()
    assert.is_nil(state:action_index(action))
    while state:phase() ~= "mark" do assert(state:apply_action(state:legal_actions()[1])) end
    assert.is_true(action == state:legal_actions()[2]) -- the same option is the same action
    carcassonne.random_playout(state, 3)
    check()
  end)
end)
