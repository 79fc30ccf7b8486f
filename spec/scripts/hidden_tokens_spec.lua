-- Tokens whose numbers only some players may see: what each player sees of them, and that nothing
-- else reveals them.

local board = require "spec.support.board"
local carcassonne = require "carcassonne"
local hands = require "spec.support.by_hand"

-- ---- Helpers ------------------------------------------------------------------------------------

local CELL, ON_TILE = { x = 2, y = 0 }, { x = 0, y = 0 }

-- A road, with tokens that players see as `seen` says; the act runs when player 1 places the
-- crossroads.
local function after(seen, act, source)
  local v = { name = "v", tokens = { { name = "card", on = { "cell", "tile", "player" }, numbers = 5,
    count = 2, visible_to = seen },
    { name = "flag", on = "segment", owner = "player", numbers = 3, visible_to = "owner" } },
    on_tile_placed = function(state, tile) if tile.id == "BA-L" then act(state) end end }
  for key, value in pairs(source or {}) do v[key] = value end
  return board.set("west *road=BA-D next east", { variants = { v }, players = 3 }):play {
    "1: BA-L next" }.state
end

-- The board after the act, with one card in each place.
local function laid(seen, one, two, three)
  return after(seen, function(state)
    state:put_token("card", 2, one)
    state:put_token("card", CELL, two)
    state:put_token("card", ON_TILE, three)
  end)
end

local function all_reports(state, observer)
  local view = state:view(type(observer) == "number" and observer or nil)
  local reported = { state:observation_string(observer), state:hash(observer) }
  for _, one in ipairs(view.tokens) do
    reported[#reported + 1] = ("%s %s %s %s,%s %d"):format(one.token, one.number or "?", one.player or "-",
      one.x or "-", one.y or "-", one.count)
  end
  for _, event in ipairs(state:events(0, observer)) do
    reported[#reported + 1] = ("%s %s %s %s"):format(event.kind, event.label or "", event.bears or "",
      event.chosen or "")
  end
  for _, line in ipairs(require("carcassonne.text.board_extras").lines(state, observer)) do
    reported[#reported + 1] = line
  end
  for _, line in ipairs((require("carcassonne.text.board").lines(state, { observer = observer }))) do
    reported[#reported + 1] = line
  end
  return table.concat(reported, "\n")
end

-- ---- Who sees what ------------------------------------------------------------------------------

describe("A token shown to its owner", function()
  it("looks the same to all others, whatever number it has and wherever it is", function()
    local one, other = laid("owner", 1, 2, 3), laid("owner", 3, 1, 2)
    for _, observer in ipairs { 1, 3, "spectator" } do
      assert.are.equal(all_reports(one, observer), all_reports(other, observer), observer)
    end
    assert.are_not.equal(all_reports(one, 2), all_reports(other, 2))
    assert.are_not.equal(one:hash(), other:hash())
  end)

  it("is visible to the player who has it in hand, but not on the board, where nobody owns it", function()
    local state = laid("owner", 1, 2, 3)
    local held, lying = state:tokens({ token = "card", in_hand = true })[1],
      state:tokens { token = "card", in_hand = false }
    assert.is_true(state:sees(2, held) and state:sees(nil, held))
    assert.is_false(state:sees(1, held) or state:sees("spectator", held))
    for _, card in ipairs(lying) do assert.is_false(state:sees(2, card)) end
    assert.are.same({ "card: (hidden) 0,0, (hidden) 2,0; in hand 0 | (1) | 0; 7 left" },
      { (require("carcassonne.text.board_extras").lines(state, 2)[1]:gsub("at ", "")) })
  end)

  it("of a player is visible to that player on the board, too", function()
    local state = after("all", function(s) s:put_token("flag", { x = 0, y = 0, segment = "road:E.W" }, 2) end)
    local flag = state:tokens({ token = "flag", in_hand = false })[1]
    assert.are.equal(2, flag.number)
    assert.is_true(state:sees(1, flag))
    assert.is_false(state:sees(2, flag))
    assert.matches("put flag owner=1 number=2 cell=0,0 segment=road:E.W", state:observation_string(1))
    assert.matches("put flag owner=1 cell=0,0 segment=road:E.W", state:observation_string(2))
  end)
end)

describe("A token shown to nobody", function()
  it("is not visible to the player who has it, either", function()
    local one, other = laid("nobody", 1, 2, 3), laid("nobody", 3, 1, 2)
    for observer = 1, 3 do assert.are.equal(all_reports(one, observer), all_reports(other, observer)) end
  end)

  it("may be any of the hidden ones, in the supply too", function()
    local state = laid("nobody", 1, 2, 3)
    assert.are.same({ 2, 2, 2, 2, 2 }, state:tokens_unseen("card", 1))
    assert.are.same({ 0, 0, 0, 0, 0 }, state:tokens_unseen "card")
    assert.are.same({ 1, 2, 2, 2, 2 }, laid("owner", 1, 2, 3):tokens_unseen("card", 2))
    assert.are.same({ { token = "card", numbers = { 2, 2, 2, 2, 2 } },
      { token = "flag", numbers = { 2, 2, 2 } } },
      state:view(1).tokens_unseen)
  end)

  it("is offered without its number, and the option moves it", function()
    local state = after("nobody", function(s)
      if s:count { "tokens", token = "card" } == 0 then s:put_token("card", CELL, 4) end
    end, { phases = { { name = "take", timing = "turn_start", offer = { "tokens", token = "card" },
      on_chosen = function(s, action) s:move_token(action, s:turn_player()) end } } })
    assert.are.equal("take card @2,0", tostring(state:action(1)))
    state:apply_index(1)
    assert.are.equal(4, state:tokens({ token = "card" })[1].number)
    assert.are.equal(2, state:tokens({ token = "card" })[1].player)
  end)
end)

describe("A token shown to all", function()
  it("is the default", function()
    local state = laid(nil, 1, 2, 3)
    assert.are.equal("all", state:game():tokens()[1].visible_to)
    assert.are.equal(1, state:num_tokens("card", 2, 1, "spectator"))
  end)
end)

-- ---- A whole game -------------------------------------------------------------------------------

describe("examples/treasure.lua", function()
  local game = carcassonne.game { players = 2, variants = { "examples/treasure.lua" } }

  -- Plays a game in which chests lie on cells and are in hands.
  local function played(seed, decisions)
    local state = game:new_initial_state(seed)
    while state:decisions() < decisions do
      state:apply_index(1 + (7 * state:decisions()) % state:num_actions())
    end
    return state
  end

  it("reveals the chest to other players neither by the result of chance nor by a move", function()
    local state = played(3, 84)
    local buried = 0
    for _, event in ipairs(state:events(0, "spectator")) do
      if event.kind == "chose" then
        buried = buried + 1
        assert.is_nil(event.chosen)
      end
      assert.is_nil(event.bears)
    end
    assert.is_true(buried > 2)
  end)

  it("shows the player who takes a chest which one it is", function()
    local state, seen = played(3, 84), 0
    for observer = 1, 2 do
      for _, event in ipairs(state:events(0, observer)) do
        if event.kind == "token" and event.bears then
          seen = seen + 1
          assert.are.equal(observer, event.player)
        end
      end
    end
    assert.is_true(seen > 0)
  end)

  it("is dealt again by resample, so that a player sees what it was, and the chests that are hidden become "
      .. "others #full", function()
    local state = played(3, 84)
    for observer = 1, 2 do
      local reported, kinds = all_reports(state, observer), {}
      for seed = 1, 30 do
        local other = state:resample(observer, seed)
        assert.are.equal(reported, all_reports(other, observer))
        local numbers = {}
        for i, chest in ipairs(other:tokens { token = "chest" }) do
          numbers[i] = chest.number .. (chest.player or chest.x)
        end
        kinds[table.concat(numbers, " ")] = true
      end
      local n = 0
      for _ in pairs(kinds) do n = n + 1 end
      assert.is_true(n > 5, n .. " kinds of deals")
    end
  end)

  it("continues, undoes, saves and loads a resampled game", function()
    local other = played(3, 84):resample(1, 5)
    local before = other:hash()
    local saved = carcassonne.load(other:serialize(), { variants = { "examples/treasure.lua" } })
    assert.are.equal(before, saved:hash())
    for _ = 1, 3 do other:apply_index(1) end
    for _ = 1, 3 do other:undo_action() end
    assert.are.equal(before, other:hash())
    other:random_playout(1)
    assert.is_true(other:is_terminal())
  end)

  it("begins from a player's view, with possible chests", function()
    local state = played(3, 84)
    local seen, values = state:observation_string(1), {}
    assert.matches("put chest[^\n]*cell=", seen)
    for seed = 1, 20 do
      local begun = carcassonne.game { players = 2, variants = { "examples/treasure.lua" },
        position = seen }:new_initial_state(seed)
      assert.are.equal(seen, begun:observation_string(1))
      for _, chest in ipairs(begun:tokens { token = "chest", in_hand = false }) do
        values[chest.number] = true
      end
      local again = carcassonne.load(begun:serialize(), { variants = { "examples/treasure.lua" } })
      assert.are.equal(begun:hash(), again:hash())
      assert.are.equal(seen, begun:resample(1, seed + 1):observation_string(1))
    end
    assert.is_true(#values >= 3)
  end)

  it("counts what each has at the end", function()
    local state = played(3, 84)
    state:random_playout(2)
    local own = { 0, 0 }
    for _, chest in ipairs(state:tokens { token = "chest", in_hand = true }) do
      own[chest.player] = own[chest.player] + chest.number
    end
    for _, event in ipairs(hands.events(state, "awarded")) do
      if event.label == "chest" then own[event.player] = own[event.player] - event.points end
    end
    assert.are.same({ 0, 0 }, own)
  end)

  it("is known to all when the game is over: resample then changes neither points nor events", function()
    for seed = 1, 10 do
      local state = carcassonne.random_playout(played(seed, 0), seed)
      local other = state:resample(1, seed)
      assert.are.same(state:returns(), other:returns())
      assert.are.same(state:events(nil, 1), other:events(nil, 1))
    end
  end)
end)

-- ---- Refused ------------------------------------------------------------------------------------

describe("Refused is", function()
  it("a number that the player does not see", function()
    local state = laid("owner", 1, 2, 3)
    assert.are.equal(1, state:num_tokens("card", 2, 1, 2))
    assert.are.equal(1, state:num_tokens("card", 2, nil, 3))
    assert.error_matches(function() state:num_tokens("card", 2, 1, 3) end,
      "player 3 does not see the numbers of the tokens 'card' at this place")
    assert.error_matches(function() state:num_tokens("card", CELL, 2, "spectator") end,
      "a spectator does not see the numbers")
    assert.error_matches(function() state:num_tokens("card", nil, 2, 2) end,
      "player 2 does not see the numbers")
    assert.error_matches(function() state:num_tokens("card", nil, 2, 4) end, "there is no player 4")
    assert.error_matches(function() state:sees(4, state:tokens()[1]) end, "there is no player 4")
    assert.error_matches(function() state:sees(1, { x = 0, y = 0 }) end, "expected a token as "
      .. "State:tokens lists it")
  end)

  it("a kind that has nothing to hide, or a word without effect", function()
    local function refused(token)
      local ok, message = pcall(carcassonne.game, { variants = { { name = "v", tokens = { token } } } })
      assert.is_false(ok)
      return tostring(message)
    end
    assert.matches("visible_to", refused { name = "gem", visible_to = "nobody" })
    assert.matches("only the numbers of tokens can be hidden, but these tokens have no numbers",
      refused { name = "gem", visible_to = "nobody", numbers = 1 })
    assert.matches("visible_to: unknown word 'nobdoy' %(did you mean nobody%?%)",
      refused { name = "gem", visible_to = "nobdoy", numbers = 2 })
  end)

  it("a position with more unknown ones than exist, or without a number that all see",
      function()
    local function position(line, seen)
      local ok, message = pcall(carcassonne.game,
        { position = "start BA-D 0,0 r0\n" .. line, variants = { { name = "v",
        tokens = { { name = "card", on = { "cell", "player" }, numbers = 2, visible_to = seen } } } } })
      return ok or tostring(message)
    end
    assert.is_true(position("put card cell=1,0\nput card player=2", "nobody"))
    assert.matches("put: card: not enough of these tokens are left",
      position("put card cell=1,0 count=2\nput card player=2", "nobody"))
    assert.matches("put: card: not enough of these tokens are left",
      position("put card number=1 cell=1,0\nput card player=2 count=2", "nobody"))
    assert.matches("put: card: number= is missing", position("put card cell=1,0"))
    assert.matches("put: card: expected number= from 1 to 2, got 3", position("put card number=3 cell=1,0"))
  end)
end)
