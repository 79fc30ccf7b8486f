--- Prints the board of a game.
-- @module carcassonne.program.board_output

local board = require "carcassonne.text.board"
local board_extras = require "carcassonne.text.board_extras"
local output = require "carcassonne.program.output"

local board_output = {}

--- Prints the board, and below it what else lies on the table.
---@param state State
---@param options BoardOptions
function board_output.print(state, options)
  local lines, note = board.lines(state, options)
  output.print_lines(lines)
  if note then output.print(options.style:paint(note, "faint")) end
  output.print_lines(board_extras.lines(state, options.observer))
end

return board_output
