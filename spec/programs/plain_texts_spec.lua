-- Texts for players contain no names that only scripts, files and programs use. This does not apply
-- to texts for programs (saved games, actions as text, definitions) and for designers (`carcassonne
-- tiles`, messages about scripts).

local advice = require "carcassonne.bots.advice"
local board = require "carcassonne.text.board"
local board_extras = require "carcassonne.text.board_extras"
local bots = require "carcassonne.bots"
local carcassonne = require "carcassonne"
local combinations = require "spec.support.combinations"
local core = require "carcassonne.core"
local evaluations = require "carcassonne.text.evaluations"
local events = require "carcassonne.describe.events"
local properties = require "spec.support.properties"
local scaled = require "spec.support.scale"
local summary = require "carcassonne.text.summary"
local svg = require "carcassonne.svg"
local variable_values = require "carcassonne.describe.variable_values"
local words = require "carcassonne.describe.words"

-- ---- What is internal ---------------------------------------------------------------------------

-- Patterns that no text for people may contain, in any game.
local FORMS = {
  ["a name with an underscore"] = "%w_%w",
  ["a number after #"] = "#[%d?]",
  ["a word in braces"] = "{%w+}",
  -- except in drawings, where r2 is a piece of player 2
  ["a rotation of the notation"] = "%f[%w]r[0-3]%f[^%w]",
  ["a place of the notation"] = "@%-?%d",
  ["a Lua value"] = "%f[%a]nil%f[%A]",
}
for _, kind in ipairs { "city", "road", "field", "river", "monastery", "spot" } do
  FORMS["a segment of the notation: " .. kind] = "%f[%a]" .. kind .. ":[NESWC%d]"
end

-- Returns the names of a game that are not words: ids of tiles, and names with a hyphen or with a
-- script's name in front.
local function names_of(game)
  local names = {}
  for _, tile in ipairs(game:tiles()) do names[tile.id] = "the id of a tile" end
  for _, variant in ipairs(game:variants()) do names[variant.name] = "the key of a script" end
  for line in game:text():gmatch "[^\n]+" do
    local kind, name = line:match "^(%l+) (%S+)"
    if name and name:find "^%l[%w-]*%-%w+$" then names[name] = "the name of a " .. kind end
  end
  for name in pairs(names) do
    if not name:find "[%-_.]" then names[name] = nil end
  end
  return names
end

-- Returns the internal words of a text, and their sort.
local function internal(text, names, is_drawn)
  for what, form in pairs(FORMS) do
    local found = not (is_drawn and what:find "rotation") and text:match(form)
    if found then return found, what end
  end
  for word in text:gmatch "%w[%w._-]*" do
    word = word:gsub("%.$", "")
    if names[word] then return word, names[word] end
    local script = word:match "^([%w-]+)%.%a"
    if script and names[script] then return word, "a name with its script" end
  end
end

-- ---- What is read -------------------------------------------------------------------------------

-- Returns all text that a page shows.
local function shown(image)
  return (image:gsub("<style.-</style>", ""):gsub("<script.-</script>", ""):gsub("<[^>]*>", "\n"))
end

local function add_table(add, state)
  add(table.concat(board.lines(state), "\n"), true)
  for _, list in ipairs { board_extras.lines(state), board_extras.lines(state, 1), summary.table(state) } do
    add(table.concat(list, "\n"))
  end
end

local function add_decision(add, state)
  add(words.decision(state))
  add(words.question(state, { seen = true }))
  for _, action in ipairs(state:legal_actions()) do add(words.action(state, action)) end
end

local function add_hint(add, state, greedy)
  local said = advice.of(greedy, state)
  add(evaluations.why(said:reasons(said.best)))
end

-- Plays a random game, and passes on each text that its players read.
local function read_game(given, seed, add)
  local game = carcassonne.game(given)
  local state, choose, greedy = game:new_initial_state(seed), properties.chooser(seed), bots.new "greedy"
  while not state:is_terminal() do
    add_decision(add, state)
    if state:decisions() % 30 == 0 then add_table(add, state) end
    if state:decisions() % 30 == 0 and type(state:current_player()) == "number" then
      add_hint(add, state, greedy)
    end
    state:apply_index(choose(state:num_actions()))
  end
  add_table(add, state)
  add(shown(svg.of(state)), true)
  for _, sentence in ipairs(events.sentences(state:events(), { state = state, all = true })) do
    add(sentence.text)
  end
end

local function check(given, seed, what)
  local names = names_of(carcassonne.game(given))
  read_game(given, seed, function(text, is_drawn)
    local found, is = internal(text, names, is_drawn)
    if found then error(("%s: %s, '%s', in:\n%s"):format(what, is, found, text), 0) end
  end)
end

-- ---- The sweep ----------------------------------------------------------------------------------

describe("What players read", function()
  it("is found to have names of scripts and programs if it has some", function()
    local names = { ["BA-D"] = "the id of a tile", ["king-and-robber"] = "the key of a script" }
    for _, text in ipairs { "Player 1 draws BA-D.", "king-and-robber: 4", "prisoners by player: #38 1",
      "joined: city:S.W and city:N",
      "longest_road 4", "{player} pays", "turned r2", "king-and-robber.king" } do
      assert.is_truthy(internal(text, names), text)
    end
    assert.is_nil(internal("Player 1 draws a tile with a city (north): the king has 4 at -1,0.", names))
  end)

  it("has no label with control characters, though a definition that was loaded has one", function()
    local function labels(word)
      local game, list = core.new_game("set base\nvariable coins game label=" .. word .. "\n", {}, {}, 0), {}
      for i, variable in ipairs(variable_values.labelled(game)) do list[i] = variable.label end
      return list
    end
    assert.are.same({ "coins in hand" }, labels "coins%20in%20hand")
    assert.are.same({}, labels "coins%1b%5b31m")
  end)

  it("has none of their names in a game with each script alone", function()
    for i, name in ipairs { "inns-and-cathedrals", "bazaars", "tower", "king-and-robber" } do
      check({ variants = { name }, players = 3 }, i, name)
    end
  end)

  it("has none of their names in a game with each script alone, of all #full", function()
    for i, name in ipairs(combinations.names) do
      check({ variants = { name }, players = 2 + i % 4 }, i, name)
    end
  end)

  it("has none of their names in games of many scripts", function()
    for number = 1, 3 do
      local given, text = combinations.make(number)
      check(given, number, text)
    end
  end)

  it("has none of their names in games of many scripts, up to a hundred times #full", function()
    for number = 4, scaled(103, 13) do
      local given, text = combinations.make(number)
      check(given, number, text)
    end
  end)
end)
