--- `carcassonne import`: converts a saved game of JCloisterZone by replaying it.
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
  summary = "Convert a saved game of JCloisterZone.",
  description = [[
Reads a saved game of JCloisterZone (.jcz), plays its moves, and shows the final position. With -o, the
command saves the game for show, replay and play.

If the game requires a tile set, an element or a rule that is not supported, the command names what is
missing and plays no moves.

Exit status: 1 if a move of the file is not legal under the rules of this program; 2 if the file cannot be
read or requires something that is not supported.]],
  epilog = [[
Examples:
  carcassonne import game.jcz
  carcassonne import game.jcz --board
  carcassonne import game.jcz -o game.carc && carcassonne replay game.carc]],
}

function import.options(command)
  command:argument("file", "A saved game of JCloisterZone; - for standard input."):argname("FILE")
  command:option("-o --output", "File for the converted game."):argname("FILE")
  command:flag("--board", "Also show the board.")
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
