--- Prints the board of a game.
-- @module carcassonne.program.board_output

local board = require "carcassonne.text.board"
local board_extras = require "carcassonne.text.board_extras"
local output = require "carcassonne.program.output"

local board_output = {}

local MIN = 11 -- minimum lines of a board: three rows of tiles, and the axes

--- Prints the board, and below it the other items on the table.
---@param state State
---@param options BoardOptions `height`: number of lines for the whole output
---@return BoardBox box the visible cells
function board_output.print(state, options)
  local extras = {}
  for i, line in ipairs(board_extras.lines(state, options.observer)) do extras[i] = output.broken(line) end
  local below = select(2, table.concat(extras, "\n"):gsub("\n", "")) + (#extras > 0 and 1 or 0)
  local height = options.height and math.max(options.height - below - 1, MIN)
  local lines, note, box = board.lines(state, setmetatable({ height = height }, { __index = options }))
  output.print_lines(lines)
  if note then output.print(options.style:paint(note, "faint")) end
  output.print_lines(extras)
  return box
end

return board_output
