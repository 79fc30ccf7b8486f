-- A program that plays seeded games with the variants of its arguments, and prints all that a host
-- can see of them. Its output must not depend on the order in which Lua visits the keys of a table.

local board = require "carcassonne.text.board"
local bots = require "carcassonne.bots"
local carcassonne = require "carcassonne"
local events = require "carcassonne.describe.events"
local json = require "dkjson"
local json_text = require "carcassonne.lab.json_text"
local observation = require "carcassonne.describe.observation"
local variant_summary = require "carcassonne.text.variant_summary"

local SEEDS = tonumber(arg[1])

local function print_value(value) print(json.encode(value, { keyorder = json_text.keys(value) })) end

local function play(game, seed)
  local state, bot = game:new_initial_state(seed), bots.new("random", seed)
  while not state:is_terminal() do
    for _, action in ipairs(state:legal_actions()) do print(state:action_to_string(action)) end
    state:apply_index(bot:choose(state, state:num_actions()))
    print(state:hash())
  end
  for _, line in ipairs(board.lines(state)) do print(line) end
  for _, event in ipairs(state:events()) do print_value(event) end
  for _, sentence in ipairs(events.sentences(state:events(), { state = state, all = true })) do
    print(sentence.text)
  end
  print_value(observation.view(state, 1))
  print(state:serialize())
end

for i = 2, #arg do
  local game = carcassonne.game { variants = { arg[i] } }
  print(arg[i], game:text())
  print_value(observation.game(game))
  print_value(variant_summary.rows(carcassonne.variant(arg[i])))
  for seed = 1, SEEDS do play(game, seed) end
end
