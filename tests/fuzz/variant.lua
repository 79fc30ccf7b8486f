-- variant.lua: fuzz target. The input is the Lua file of a variant. It is read in a sandbox, made
-- into a game, and played for a few actions.

local carcassonne = require "carcassonne"
local input_messages = require "spec.support.input_messages"

local ACTIONS = 4
local PLACES = { "variant '", "game: " }
local BUDGET = { call = 2000, action = 4000, game = 20000 }
local text -- the input

local limits = { memory = 2, printed = 100, instructions = 20000, source = 16,
  read = function(path) return path == "fuzz.lua" and text or nil, "there is no such file" end }

local function play(variant)
  local game = carcassonne.game { sets = { "base" }, variants = { variant }, budget = BUDGET }
  local state = game:new_initial_state(1)
  for i = 1, ACTIONS do
    if state:is_terminal() then break end
    state:apply_index(1 + i % state:num_actions())
  end
  return state
end

-- A game that must not be affected by the variants that were read before it.
local usual = play({ name = "usual" }):serialize()
local runs = 0

return function(input)
  text, runs = input, runs + 1
  local fine, result = pcall(carcassonne.variant, "fuzz.lua", nil, limits)
  if fine then fine, result = pcall(play, result) end
  if not fine then input_messages.check_place(result:gsub("^[%w/]*variant%.lua:%d+: ", ""), PLACES) end
  if runs % 500 == 0 then assert(play({ name = "usual" }):serialize() == usual, "the host has changed") end
end
