-- Goods that scripts give: the number of tokens of each good is fixed and never exceeded.

local board = require "spec.support.board"

local PICTURE = [[
  *road=BA-D east
]]

-- Player 1 places a crossroads; then the hook runs the act.
local function after(act, have)
  local t = board.set(PICTURE, { have = have or { { wine = 2 }, { grain = 1 } },
    variants = { { name = "v", on_tile_placed = function(state) act(state) end } } })
  return t:play { "1: BA-L east" }
end

local function refusal(act)
  local ok, message = pcall(after, act)
  assert.is_false(ok)
  return tostring(message)
end

local function goods(t, player)
  local have = t.state:goods(player)
  return { have.wine, have.grain, have.cloth }
end

describe("Goods", function()
  it("go from one player to another", function()
    local t = after(function(state) state:give_good(1, 2, "wine", 2) end)
    assert.are.same({ 0, 0, 0 }, goods(t, 1))
    assert.are.same({ 2, 1, 0 }, goods(t, 2))
  end)

  it("come from the supply and go back to it", function()
    local t = after(function(state)
      state:give_good(nil, 1, "cloth", 5)
      state:give_good(2, nil, "grain")
    end)
    assert.are.same({ 2, 0, 5 }, goods(t, 1))
    assert.are.same({ 0, 0, 0 }, goods(t, 2))
  end)

  it("never exceed their number", function()
    assert.matches("player 1 has 2 tokens of wine, not 3",
      refusal(function(state) state:give_good(1, 2, "wine", 3) end))
    assert.matches("7 tokens of wine are left in the supply, not 8",
      refusal(function(state) state:give_good(nil, 2, "wine", 8) end))
  end)

  it("are reported in events and sentences", function()
    local t = after(function(state)
      state:give_good(1, 2, "wine")
      state:give_good(2, nil, "grain")
    end)
    local said = {}
    for _, sentence in ipairs(require("carcassonne.ui").sentences(t.state:events(), { state = t.state })) do
      if sentence.text:find "wine" or sentence.text:find "grain" then said[#said + 1] = sentence.text end
    end
    assert.are.same({ "Player 2 gets 1 wine from player 1.", "Player 2 puts 1 grain back." }, said)
  end)

  it("are given by hooks that act, at least one at a time, and to other players", function()
    assert.matches("unknown good 'silk'", refusal(function(state) state:give_good(1, 2, "silk") end))
    assert.matches("at least one good must be given",
      refusal(function(state) state:give_good(1, 2, "wine", 0) end))
    assert.matches("only between two different players, or between a player and the supply",
      refusal(function(state) state:give_good(1, 1, "wine") end))
    assert.matches("there is no player 3", refusal(function(state) state:give_good(1, 3, "wine") end))
  end)
end)

describe("examples/swap-goods.lua", function()
  local function proposing()
    return board.set(PICTURE,
      { have = { { wine = 1 }, { grain = 1, cloth = 1 } }, variants = { "examples/swap-goods.lua" } })
  end

  it("offers each swap of an own token for another player's", function()
    local t = proposing():play { "1: BA-L east ..." }
    assert.are.same({ "propose 2 #12", "propose 2 #13" }, t:options())
  end)

  it("asks the other player, who agrees", function()
    local t = proposing():play { "1: BA-L east ..." }
    t:apply "propose 2 #13"
    assert.are.equal(2, t.state:current_player())
    t:play { "2: swap 1 #13" }
    assert.are.same({ 0, 0, 1 }, goods(t, 1))
    assert.are.same({ 1, 1, 0 }, goods(t, 2))
  end)

  it("or refuses, and everybody keeps what they have", function()
    local t = proposing():play { "1: BA-L east ..." }
    t:apply "propose 2 #12"
    t:play { "2: pass" }
    assert.are.same({ 1, 0, 0 }, goods(t, 1))
    assert.are.same({ 0, 1, 1 }, goods(t, 2))
  end)
end)
