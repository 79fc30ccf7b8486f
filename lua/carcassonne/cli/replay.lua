--- `carcassonne replay`: prints a saved game step by step, in sentences.
-- @module carcassonne.cli.replay

local board_output = require "carcassonne.program.board_output"
local cli_options = require "carcassonne.cli.options"
local events = require "carcassonne.describe.events"
local game_specs = require "carcassonne.program.game_specs"
local history = require "carcassonne.describe.history"
local output = require "carcassonne.program.output"
local process = require "carcassonne.program.process"
local summary = require "carcassonne.text.summary"
local terminal = require "carcassonne.text.terminal"
local words = require "carcassonne.describe.words"

local replay = {
  reads_scripts = true,
  summary = "Explain a saved game step by step.",
  description =
    "Prints a saved game step by step. A sentence describes each event, and explains where points come from.",
  epilog = [[
Examples:
  carcassonne replay game.carc
  carcassonne replay game.carc --board          shows the board after each turn
  carcassonne replay game.carc --board --step   waits for Enter after each turn]],
}

function replay.options(command)
  cli_options.saved_game(command)
  command:flag("--board", "Show the board after each turn.")
  command:flag("--step", "In a terminal, wait for Enter after each turn.")
  cli_options.style_options(command)
end

-- Returns the positions after each decision.
local function all_positions(state)
  local found = {}
  history.each(state, function(decisions, position) found[decisions] = position:clone() end)
  return found
end

-- Returns the sentences by turn. Sentences before the first turn form a turn of their own.
local function turns_of(sentences)
  local turns = { {} }
  for _, sentence in ipairs(sentences) do
    if sentence.kind == "turn" and #turns[#turns] > 0 then turns[#turns + 1] = {} end
    table.insert(turns[#turns], sentence)
  end
  return turns
end

local NAMES = { scored = "good", completed = "good", awarded = "good", set_aside = "faint", drew = "faint" }

local function print_turn(turn, number, style)
  for _, sentence in ipairs(turn) do
    if sentence.kind == "turn" then
      output.print(style:paint(("Turn %d: player %d"):format(number, sentence.event.player), "heading"))
    elseif sentence.kind == "final" then
      output.print(style:paint(sentence.text, "heading"))
    else
      output.print("  " .. style:paint(sentence.text, NAMES[sentence.kind]))
    end
  end
end

-- Returns the board after a turn; nil if no tile was placed in it.
local function board_after(turn, boards)
  for _, sentence in ipairs(turn) do
    if sentence.kind == "placed" then return boards[turn[#turn].decision] end
  end
end

-- Waits for Enter; returns false at the end of the input.
local function wait()
  output.put("-- Enter continues, q quits --")
  output.flush()
  local line = io.stdin:read("*l")
  process.pause()
  return line ~= nil and not line:match("^%s*[qQ]")
end

function replay.run(args)
  local state, style = game_specs.load(args.save, args.variant), cli_options.style(args)
  local turns = turns_of(events.sentences(state:events(), { state = state }))
  local boards = args.board and all_positions(state) or {}
  local width, step = terminal.width(), args.step and terminal.is_terminal(io.stdin)
  local number = 0
  for i, turn in ipairs(turns) do
    if turn[1] and turn[1].kind == "turn" then number = number + 1 end
    print_turn(turn, number, style)
    local after = board_after(turn, boards)
    if after then board_output.print(after, { style = style, width = width }) end
    output.print()
    if step and i < #turns and not wait() then return 0 end
  end
  output.print_lines(summary.table(state, { style = style }))
  output.print()
  output.print(words.decision(state))
  return 0
end

return replay
