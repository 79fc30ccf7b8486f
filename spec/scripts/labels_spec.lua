-- What scripts say in words of their own: what the numbers of options stand for, and what a phase asks.

local carcassonne = require "carcassonne"
local words = require("carcassonne.screen").words
local refusal = require("spec.support.by_hand").refusal

local NAMES = { names = { "Anna", "Ben" } }

local function wish(more)
  local phase = { name = "wish", at = "turn_start", labels = { "rain", "Gold für alle" },
    question = "{player}, what of {turn}'s {coins} coins and the {well}?",
    ask = function(state)
      for number = 1, 3 do state:offer { number = number, player = number == 2 and 1 or nil } end
      return 2, true
    end, chosen = function() end }
  for key, value in pairs(more or {}) do phase[key] = value end
  return { name = "well", slots = { "well", { name = "coins", scope = "player", initial = 3 } }, phases = { phase } }
end

local function asked(more) return carcassonne.game { variants = { wish(more) } }:new_initial_state(1) end

local function says(state, to)
  local list = {}
  for i, action in ipairs(state:legal_actions()) do list[i] = words.action(state, action, to) end
  return table.concat(list, "; ")
end

describe("A phase with labels", function()
  it("has its options told by them, each with its player's name; a number without one stays a number", function()
    local state = asked()
    assert.are.equal("none of these; wish: rain; wish: Anna, Gold für alle; wish: 3", says(state, NAMES))
    assert.are.equal("pass; wish #1; wish 1 #2; wish #3",
      table.concat({ tostring(state:action(1)), tostring(state:action(2)), tostring(state:action(3)), tostring(state:action(4)) }, "; "))
  end)

  it("asks its question, with names and numbers, also in a view; it is gone with the answer", function()
    local state = asked()
    assert.are.equal("Ben: Ben, what of Anna's 3 coins and the 0?", words.question(state, NAMES))
    local view = state:view(2)
    assert.are.equal("player 2, what of player 1's 3 coins and the 0?", view.asks)
    assert.are.equal("Player 2: " .. view.asks, words.question(view))
    assert.are.equal("wish: rain", view.actions[2].says)
    state:apply_action "pass"
    assert.is_nil(state:view().asks)
    assert.is_nil(words.question(state, NAMES):find("coins", 1, true))
  end)

  it("is told so beside another script's phase of the same name", function()
    local other = { name = "other", phases = { { name = "wish", at = "turn_start", labels = { "snow" },
      ask = function(state) state:offer { number = 1 } end, chosen = function() end } } }
    local state = carcassonne.game { variants = { wish { question = "Yes?" }, other } }:new_initial_state(1)
    assert.matches("Yes%?$", words.question(state))
    assert.matches("rain", says(state))
    state:apply_action "pass"
    assert.matches("snow", says(state))
  end)

  it("of the examples asks and tells so", function()
    local state = carcassonne.game { players = 3, draws = "manual", variants = { "examples/well.lua" } }:new_initial_state()
    for _, action in ipairs { "draw WE-A", "place WE-A 1,0 r0", "throw" } do assert(state:apply_action(action)) end
    assert.are.equal("Ben: Grant Anna the wish?", words.question(state, NAMES))
  end)

  it("is refused with what no screen can show, or what nobody remembers", function()
    local function refused(more, pattern) assert.matches(pattern, refusal(carcassonne.variant, wish(more))) end
    refused({ labels = { "fine", "a\27[2J" } }, "^variant 'well': phases%[1%]%.labels%[2%]: there is a control character in it")
    refused({ labels = { "a\194\1552J" } }, "phases%[1%]%.labels%[1%]: there is a control character in it")
    refused({ labels = { ("x"):rep(1e6) } }, "phases%[1%]%.labels%[1%]: expected 1 to 120 letters in UTF%-8, got 1000000 bytes")
    refused({ labels = { "\255\254" } }, "phases%[1%]%.labels%[1%]: expected 1 to 120 letters in UTF%-8, got 2 bytes")
    refused({ labels = { 7 } }, "phases%[1%]%.labels%[1%]: expected string, got number")
    refused({ labels = "rain" }, "phases%[1%]%.labels: expected list")
    refused({ question = "" }, "phases%[1%]%.question: expected 1 to 120 letters in UTF%-8, got 0 bytes")
    refused({ question = "two\nlines" }, "phases%[1%]%.question: there is a control character in it")
    refused({ question = "{cions}?" }, "phases%[1%]%.question: {cions} is neither player nor turn nor a slot")
    local long = {}
    for i = 1, 257 do long[i] = "x" .. i end
    refused({ labels = long }, "phases%[1%]%.labels: more than 256")
  end)
end)
