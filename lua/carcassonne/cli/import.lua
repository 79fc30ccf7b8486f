--- `carcassonne import`: a saved game of JCloisterZone, played here and saved as one of ours.
-- @module carcassonne.cli.import

local board_output = require "carcassonne.program.board_output"
local cli_options = require "carcassonne.cli.options"
local file_io = require "carcassonne.program.file_io"
local jcz = require "carcassonne.interop.jcz"
local jcz_file = require "carcassonne.interop.jcz_file"
local output = require "carcassonne.program.output"
local process = require "carcassonne.program.process"
local summary = require "carcassonne.text.summary"
local terminal = require "carcassonne.text.terminal"
local words = require "carcassonne.describe.words"

local import = {
  summary = "Play a saved game of JCloisterZone, and save it as one of ours.",
  description = [[
Reads a saved game of JCloisterZone (.jcz), plays its moves, and shows how it stands at its end. With -o it is saved
as a game that show, replay and play take.

What the game needs and is not there - a tile set, an element, a rule - is named, and nothing is played.

Exit status: 1 if a move of the file is not legal here; 2 if the file cannot be read or needs what is not
there.]],
  epilog = [[
Examples:
  carcassonne import game.jcz
  carcassonne import game.jcz --board
  carcassonne import game.jcz -o game.carc && carcassonne replay game.carc]],
}

function import.options(command)
  command:argument("file", "A saved game of JCloisterZone; - for standard input."):argname("FILE")
  command:option("-o --output", "Save the game here, as one of ours."):argname("FILE")
  command:flag("--board", "Show the board, too.")
  cli_options.style_options(command)
end

local function print_end(outcome, args)
  local style = cli_options.style(args)
  if args.board then
    board_output.print(outcome.state, { style = style, width = terminal.width() })
    output.print()
  end
  output.print_lines(summary.table(outcome.state, { style = style, names = outcome.names }))
  output.print()
  output.print(words.decision(outcome.state, { names = outcome.names }))
end

local function save(path, state)
  file_io.write_file(path, state:serialize())
  output.print("Saved in " .. path .. ".")
end

function import.run(args)
  local outcome = jcz.play(jcz_file.read(args.file))
  if #outcome.missing > 0 then
    process.refuse("%s: not supported: %s", file_io.file_name(args.file), table.concat(outcome.missing, "; "))
  end
  print_end(outcome, args)
  if outcome.problem then
    output.flush()
    output.complain(("%s: %s"):format(file_io.file_name(args.file), outcome.problem))
    return 1
  end
  if args.output then save(args.output, outcome.state) end
  return 0
end

return import
