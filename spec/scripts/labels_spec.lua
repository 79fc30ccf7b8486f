-- The words of scripts: labels of options, the tiles that options name, and the questions of
-- phases.

local carcassonne = require "carcassonne"
local events = require "carcassonne.describe.events"
local screen = require "carcassonne.ui"
local words = screen.words
local refusal = require("spec.support.by_hand").refusal

local NAMES = { names = { "Anna", "Ben" } }

local function wish(more)
  local phase = { name = "wish", timing = "turn_start", labels = { "rain", "Gold für alle" },
    question = "{player}, what of {turn_player}'s {coins} coins and the {well}?",
    ask = function(state)
      for number = 1, 3 do state:offer { number = number, player = number == 2 and 1 or nil } end
      return 2, true
    end, on_chosen = function() end }
  for key, value in pairs(more or {}) do phase[key] = value end
  return { name = "well", variables = { "well", { name = "coins", scope = "player", initial = 3 } },
    phases = { phase } }
end

local function asked(more) return carcassonne.game { variants = { wish(more) } }:new_initial_state(1) end

local function list_of(state, to)
  local list = {}
  for i, action in ipairs(state:legal_actions()) do list[i] = words.action(state, action, to) end
  return list
end

local function says(state, to) return table.concat(list_of(state, to), "; ") end

local START = "a tile with a road (east and west) and a city (north)" -- BA-D

describe("A phase with labels", function()
  it("shows its options by them, each with its player's name; a number without a label stays a number",
      function()
    local state = asked()
    assert.are.equal("none of these; wish: rain; wish: Anna, Gold für alle; wish: 3", says(state, NAMES))
    assert.are.equal("pass; wish #1; wish 1 #2; wish #3",
      table.concat({ tostring(state:action(1)), tostring(state:action(2)), tostring(state:action(3)),
        tostring(state:action(4)) }, "; "))
  end)

  it("asks its question, with a capital in front, names and numbers, also in a view; it is gone with the "
      .. "answer", function()
    local state = asked()
    assert.are.equal("Ben, what of Anna's 3 coins and the 0?", words.question(state, NAMES))
    local view = state:view(2)
    assert.are.equal("Player 2, what of player 1's 3 coins and the 0?", view.asks)
    assert.are.equal(view.asks, words.question(view))
    assert.are.equal("wish: rain", view.actions[2].says)
    state:apply_action "pass"
    assert.is_nil(state:view().asks)
    assert.is_nil(words.question(state, NAMES):find("coins", 1, true))
  end)

  it("that names the player who is asked needs no name before it; Ann is not Anna", function()
    local function question_of(question, names)
      local state = carcassonne.game { variants = { wish { question = question } } }:new_initial_state(1)
      return words.question(state, { names = names })
    end
    assert.are.equal("Does player 2 wish?", question_of "Does {player} wish?")
    assert.are.equal("A wish, Bo?", question_of("A wish, {player}?", { "Ann", "Bo" }))
    assert.are.equal("Bo: Is that Boris?", question_of("Is that Boris?", { "Ann", "Bo" }))
  end)

  it("shows a common variable of several scripts", function()
    local function shared() return { name = "well", shared = true, initial = 7 } end
    local script = wish { question = "{well} of {coins}?" }
    script.variables[1] = shared()
    local state = carcassonne.game { variants = { { name = "first", variables = { shared() } },
      script } }:new_initial_state(1)
    assert.are.equal("Player 2: 7 of 3?", words.question(state))
  end)

  it("is named with its script beside another script's phase of the same name", function()
    local other = { name = "other", phases = { { name = "wish", timing = "turn_start", labels = { "snow" },
      ask = function(state) state:offer { number = 1 } end, on_chosen = function() end } } }
    local state = carcassonne.game { variants = { wish { question = "Yes?" }, other } }:new_initial_state(1)
    assert.matches("Yes%?$", words.question(state))
    assert.matches("rain", says(state))
    state:apply_action "pass"
    assert.matches("snow", says(state))
  end)

  it("gives its words to a phase of its name without any, before or after it", function()
    for _, order in ipairs { { 1, 2 }, { 2, 1 } } do
      local phases = { { name = "wish", timing = "turn_start", labels = { "rain" }, question = "Yes?" },
        { name = "wish", timing = "before_draw" } }
      for _, phase in ipairs(phases) do
        phase.ask, phase.on_chosen = function(state) state:offer { number = 1 } end, function() end
      end
      local state = carcassonne.game {
        variants = { { name = "v", phases = { phases[order[1]], phases[order[2]] } } } }
        :new_initial_state(1)
      for _ = 1, 2 do
        assert.are.equal("wish: rain", says(state))
        assert.are.equal("Yes?", words.asks(state))
        state:apply_index(1)
      end
    end
  end)

  it("of the examples asks and reports so", function()
    local state = carcassonne.game { players = 3, draws = "manual",
      variants = { "examples/well.lua" } }:new_initial_state()
    for _, action in ipairs { "draw WE-A", "place WE-A 1,0 r0", "throw" } do
      assert(state:apply_action(action))
    end
    assert.are.equal("Ben: Grant Anna the wish?", words.question(state, NAMES))
  end)

  it("is refused with a text that no screen can show, or an unknown variable", function()
    local function refused(more, pattern)
      assert.matches(pattern, refusal(carcassonne.variant, wish(more)))
    end
    refused({ labels = { "fine", "a\27[2J" } },
      "^variant 'well': phases%[1%]%.labels%[2%]: the text contains a control character")
    refused({ labels = { "a\194\1552J" } }, "phases%[1%]%.labels%[1%]: the text contains a control character")
    refused({ labels = { ("x"):rep(1e4) } },
      "phases%[1%]%.labels%[1%]: expected a text of 1 to 120 characters in UTF%-8, got 10000 bytes")
    refused({ labels = { "\255\254" } }, "phases%[1%]%.labels%[1%]: expected UTF%-8")
    refused({ labels = { 7 } }, "phases%[1%]%.labels%[1%]: expected string, got number")
    refused({ labels = "rain" }, "phases%[1%]%.labels: expected list")
    refused({ question = "" }, "phases%[1%]%.question: expected a text of 1 to 120 characters in UTF%-8, "
      .. "got 0 bytes")
    refused({ question = "two\nlines" }, "phases%[1%]%.question: the text contains a control character")
    refused({ question = "{cions}?" },
      "phases%[1%]%.question: {cions} is unknown; expected player, turn_player, piece, token, tile or "
        .. "number, or a variable")
    refused({ labels = { "for {turn_player}" } },
      "phases%[1%]%.labels%[1%]: {turn_player} is unknown; expected player, piece, token, tile or number")
    refused({ label = "{coins}" },
      "phases%[1%]%.label: {coins} is unknown; expected player, piece, token, tile or number")
    refused({ label = 7 }, "phases%[1%]%.label: expected string, got number 7")
    refused({ label = "x\0y" }, "phases%[1%]%.label: the text contains a control character")
    refused({ label = "" }, "phases%[1%]%.label: expected a text of 1 to 120 characters in UTF%-8, got 0 "
      .. "bytes")
    refused({ label = "\237\160\128" }, "phases%[1%]%.label: expected UTF%-8") -- half of a surrogate pair
    refused({ label = "\192\175" }, "phases%[1%]%.label: expected UTF%-8") -- longer than necessary
    local long = {}
    for i = 1, 257 do long[i] = "x" .. i end
    refused({ labels = long }, "phases%[1%]%.labels: expected at most 256 labels, got 257")
  end)
end)

-- ---- Tiles --------------------------------------------------------------------------------------

-- A game that asks player 2, at the start of the first turn, to choose one of the hidden tiles that
-- this player holds.
local function holding(more, position)
  local phase = { name = "pick", timing = "turn_start",
    ask = function(state)
      for i, id in ipairs(state:reserve("hand", 2)) do state:offer { id = id, number = 65530 + i } end
      return 2, true
    end,
    on_chosen = function(state, action)
      if action then state:move_tile(action.id, { "hand", 2 }, "under") end
    end }
  for key, value in pairs(more or {}) do phase[key] = value end
  return carcassonne.game { players = 3, position = position,
    variants = { { name = "picking", phases = { phase },
    reserves = { { name = "hand", owner = "player", visible_to = "owner", deal = 3 },
      { name = "under", visible_to = "nobody" } } } } }
end

describe("An option that names a tile", function()
  it("is written with it, read again, and read as text", function()
    local state = holding():new_initial_state(1)
    local held = state:reserve("hand", 2)
    local action = state:action(2)
    assert.are.equal(held[1], action.id)
    assert.is_nil(action.x)
    assert.are.equal(65531, action.number)
    assert.are.equal(("pick tile:%s #65531"):format(held[1]), tostring(action))
    assert.are.equal(action, state:string_to_action(tostring(action)))
    assert.are.equal(("pick: %s, 65531"):format(words.tile(state:game(), held[1])),
      words.action(state, action))
    local why = select(2, state:apply_action "pick tile:XX-Z")
    assert.matches(
      "'tile:XX%-Z' is unknown; expected a piece, a token, a player, tile:ID with a tile of this game, or "
        .. "a segment", why)
    why = select(2, state:apply_action(("pick tile:%s @0,0"):format(held[1])))
    assert.are.equal("an option can name a tile or a cell, but not both", why)
  end)

  it("is drawn beside its text by screens, and in a view", function()
    local state = holding():new_initial_state(1)
    local held = state:reserve("hand", 2)
    for i, choice in ipairs(screen.choices(state).others) do assert.are.equal(held[i], choice.tile) end
    local view = state:view(2)
    assert.are.equal(held[1], view.actions[2].id)
    assert.are.equal(held[1], screen.choices(view).others[1].tile)
    assert.is_nil(state:view(1).actions)
  end)

  it("is saved, undone, and played in the same way again", function()
    local game = holding()
    local state = game:new_initial_state(1)
    local before = state:clone()
    state:apply_index(3)
    assert.is_true(game:deserialize_state(state:serialize()) == state)
    assert(state:undo_action())
    assert.is_true(state == before)
    local again = holding(nil, state:observation_string()):new_initial_state(1)
    assert.are.equal(says(state), says(again))
  end)

  it("shows other players neither its tile nor anything that reveals it", function()
    local state = holding({ question = "Shall {tile} go?" }):new_initial_state(1)
    local held = state:reserve("hand", 2)
    assert.are.equal("Shall tile go?", state:view(1).asks)
    state:apply_index(2)
    local function reported(observer)
      for _, event in ipairs(state:events(0, observer)) do
        if event.kind == "chose" then return event, events.sentences({ event }, { state = state })[1].text end
      end
    end
    for _, observer in ipairs { 1, 3, "spectator" } do
      local event, text = reported(observer)
      assert.is_nil(event.id)
      assert.are.equal("Player 2 chooses pick: 65531.", text)
    end
    assert.are.equal(("Player 2 chooses pick: %s, 65531."):format(words.tile(state:game(), held[1])),
      select(2, reported(2)))
    local found, kinds = {}, 0
    for seed = 1, 30 do found[state:resample(1, seed):reserve("under")[1]] = true end
    for _ in pairs(found) do kinds = kinds + 1 end
    assert.is_true(kinds > 5, "player 1 knows that one of " .. kinds .. " kinds of tiles was put away")
  end)

  it("is refused beside a cell, or if the game has no such tile", function()
    local function refused(option, pattern)
      local game = carcassonne.game {
        variants = { { name = "odd", on_tile_placed = function(state) state:set_variable("go", 1) end,
        variables = { "go" },
          phases = { { name = "ask", timing = "before_scoring", when = { variable = "go" },
          ask = function(state) state:offer(option) end, on_chosen = function() end } } } } }
      local state = game:new_initial_state(1)
      state:apply_index(1)
      local before = state:clone()
      local why = refusal(state.apply_index, state, state:num_actions())
      assert.matches("^variant 'odd', phase ask, ask: .*labels_spec%.lua:%d+: " .. pattern, why)
      assert.is_true(state == before)
    end
    refused({ id = "BA-D", x = 0, y = 0 }, "an option can name a tile or a cell, but not both")
    refused({ id = "XX-A" }, "bad argument #1 to 'offer' %(the game has no tile 'XX%-A'")
    refused({ id = 7 }, "bad argument #1 to 'offer' %(id: expected string, got number")
    refused({ number = -1 },
      "bad argument #1 to 'offer' %(number: expected a number from 0 to 65535, got %-1")
    refused({ number = 65536 },
      "bad argument #1 to 'offer' %(number: expected a number from 0 to 65535, got 65536")
  end)
end)

-- ---- Labels for all options ---------------------------------------------------------------------

describe("A label of all options of a phase", function()
  local function labelled(label, options)
    local state = carcassonne.game {
      variants = { { name = "v", tokens = { { name = "red_flag", on = "player", numbers = 4 } },
      phases = {
        { name = "give", timing = "turn_start", label = label, labels = { [1] = "the first of {player}" },
        ask = function(state) for _, option in ipairs(options) do state:offer(option) end end,
          on_chosen = function() end } } } } }
      :new_initial_state(1)
    return state
  end

  it("replaces words in braces by what each option names; anything else that it names follows", function()
    local state = labelled("{piece} or {token} for {player}: {tile}, {number}",
      { { piece = "builder", player = 2 }, { id = "BA-D" },
      { token = "red_flag", number = 3 }, { number = 1, player = 1 }, { number = 60000, piece = "pig" } })
    assert.are.same({ "give: builder or token for Ben: tile, number", "give: piece or token for player: "
      .. START .. ", number",
      "give: piece or red flag for player: tile, 3", "give: the first of Anna",
        "give: pig or token for player: tile, 60000" },
      list_of(state, NAMES))
  end)

  it("is shown again in the event of the choice", function()
    local state = labelled("take {tile}",
      { { id = "BA-D", player = 2, number = 4 }, { number = 1, player = 2 } })
    local other = state:clone()
    local function name(player) return NAMES.names[player] end
    local function said(one)
      for _, sentence in ipairs(events.sentences(one:events(), { state = one, name = name })) do
        if sentence.kind == "chose" then return sentence.text end
      end
    end
    state:apply_index(1)
    assert.are.equal("Anna chooses: Ben, take " .. START .. ", 4.", said(state))
    other:apply_index(2)
    assert.are.equal("Anna chooses: the first of Ben.", said(other))
  end)
end)

-- ---- Questions made while running ---------------------------------------------------------------

-- A game that asks player 2 what `question` returns, after a tile is placed.
local function asking(question, more)
  local phase = { name = "wish", timing = "before_scoring", ask = function(state)
    for number = 1, 2 do state:offer { number = number, id = "BA-D" } end
    return 2, false, question(state)
  end, on_chosen = function() end }
  for key, value in pairs(more or {}) do phase[key] = value end
  local game = carcassonne.game {
    variants = { { name = "well", variables = { { name = "coins", scope = "player", initial = 3 },
    { name = "places", type = "tile" } }, phases = { phase } } } }
  local state = game:new_initial_state(1)
  state:apply_index(1)
  return state
end

describe("A question made while running", function()
  it("replaces the question of the phase, with its names filled in, until it is answered", function()
    local state = asking(function(s)
      return ("Grant {turn_player} the wish number %d, {player}, for {coins} coins and {tile}?"):format(
        s:turn_player())
    end, { question = "Which?" })
    state:apply_index(state:num_actions())
    assert.are.equal("Grant {turn_player} the wish number 1, {player}, for {coins} coins and {tile}?",
      state:question())
    assert.are.equal("Grant Anna the wish number 1, Ben, for 3 coins and " .. START .. "?",
      words.question(state, NAMES))
    assert.are.equal("Grant player 1 the wish number 1, player 2, for 3 coins and tile?", state:view().asks)
    assert.are.equal("Grant player 1 the wish number 1, player 2, for 3 coins and " .. START .. "?",
      state:view(2).asks)
    local game = state:game()
    assert.are.equal(state:question(), game:deserialize_state(state:serialize()):question())
    assert.are.equal(state:question(), state:clone():question())
    state:apply_index(1)
    assert.is_nil(state:question())
    assert(state:undo_action())
    assert.matches("^Grant", state:question())
  end)

  it("is that of the phase if none is returned", function()
    local state = asking(function() end, { question = "Which, {player}?" })
    state:apply_index(state:num_actions())
    assert.is_nil(state:question())
    assert.are.equal("Which, Ben?", words.asks(state, NAMES))
  end)

  it("is different for each player if several are asked", function()
    local state = asking(nil, { asked_players = {}, ask = function(state)
      state:offer { number = 1 }
      return nil, true, ("Number %d?"):format(state:asked())
    end })
    state:apply_index(state:num_actions())
    assert.are.equal("Number 1?", state:question())
    state:apply_action "pass"
    assert.are.equal("Number 2?", state:question())
  end)

  it("is refused as one in data is, with variant, phase and line, and the state does not change", function()
    local function refused(text, pattern, more)
      local state = asking(function() return text end, more)
      local before, index = state:clone(), state:num_actions()
      local why = refusal(state.apply_index, state, index)
      assert.matches("^variant 'well', phase wish, ask: .*labels_spec%.lua:%d+: " .. pattern, why)
      assert.is_true(state == before)
    end
    local reported = "the question that it returned is invalid: "
    refused(("x"):rep(1e6), reported .. "expected a text of 1 to 120 characters in UTF%-8, got 1000000 bytes")
    refused(("ü"):rep(121), reported .. "expected a text of 1 to 120 characters in UTF%-8, got 242 bytes")
    refused("a\27[2J", reported .. "the text contains a control character")
    refused("a\0b", reported .. "the text contains a control character")
    refused("a\194\1552J", reported .. "the text contains a control character")
    refused("\255\254", reported .. "expected a text of 1 to 120 characters in UTF%-8, got 2 bytes")
    refused("", reported .. "expected a text of 1 to 120 characters in UTF%-8, got 0 bytes")
    refused("{cions}?",
      reported
      .. "{cions} is unknown; expected player, turn_player, piece, token, tile or number, or a variable "
      .. "of the "
      .. "game or of players that holds one number")
    refused("{places}?", reported .. "{places} is unknown")
    refused(7, "it returned number; expected three values: a player, \"chance\" or nil; true, false or nil; "
      .. "a text or nil")
  end)

  it("may have 120 letters of four bytes", function()
    local text = ("\240\159\140\178"):rep(120)
    local state = asking(function() return text end)
    state:apply_index(state:num_actions())
    assert.are.equal(text, state:question())
  end)

  it("is not asked in the window, where options are beside those of the rules", function()
    local state = carcassonne.game {
        variants = { { name = "v", phases = { { name = "act", timing = "deployment", ask = function(s)
      s:offer {}
      return nil, true, "Well?"
    end, on_chosen = function() end } } } } }:new_initial_state(1)
    assert.matches("a phase with the timing `deployment` cannot ask a question",
      refusal(state.apply_index, state, 1))
  end)
end)

-- ---- Labels of points ---------------------------------------------------------------------------

describe("A script's label of points", function()
  local function awarding(label)
    local v = { name = "v", on_tile_placed = function(s) s:award(1, 1, label) end }
    local state = carcassonne.game { variants = { v } }:new_initial_state(1)
    return state, state:clone()
  end

  it("has up to 23 bytes, whole letters, and no control characters", function()
    local function refused(label, pattern)
      local state, before = awarding(label)
      assert.matches("^variant 'v', on_tile_placed: .*labels_spec%.lua:%d+: .*" .. pattern,
        refusal(state.apply_index, state, 1))
      assert.is_true(state == before)
    end
    refused("a\27[2J", "the label: the text contains a control character")
    refused("a\0b", "label: the text contains a control character")
    refused("\255\254", "the label: expected a text of 1 to 23 characters in UTF%-8, got 2 bytes")
    refused(("x"):rep(1e6), "a label can have at most 23 bytes in UTF%-8, got 1000000")
    refused(("ü"):rep(12), "a label can have at most 23 bytes in UTF%-8, got 24")
    local state = awarding(("ü"):rep(11))
    state:apply_index(1)
    assert.are.equal(1, state:score(1))
  end)
end)
