--- Reports a failed test: expected and actual values, the last step, and the board.
-- @module carcassonne.testkit.report

local board = require "carcassonne.text.board"
local board_extras = require "carcassonne.text.board_extras"
local plain = require("carcassonne.text.style").new { unicode = true }
local summary = require "carcassonne.text.summary"
local words = require "carcassonne.describe.words"

local report = {}

-- Returns the first line from `from` on that contains a text, or nil.
local function line_of(path, from, text)
  local file, number, found = io.open(path), 0, nil
  if not file then return nil end
  for line in file:lines() do
    number = number + 1
    if not found and number >= from and line:find(text, 1, true) then found = number end
  end
  file:close()
  return found
end

--- Returns the number of the line to report in the test's file: the line of the text that caused
--- the failure, of the last step, or of the test itself.
---@param failure TestFailure
---@return integer
function report.line(failure)
  local case, text = failure.case, failure.at or failure.step
  return text and line_of(case.file, case.line, text) or case.line
end

local function add_all(lines, more)
  for _, line in ipairs(more) do lines[#lines + 1] = "    " .. line end
end

local function add_table(lines, state, options)
  add_all(lines, (board.lines(state, options)))
  add_all(lines, board_extras.lines(state))
  add_all(lines, summary.table(state, options))
  lines[#lines + 1] = "    " .. words.decision(state)
end

--- Formats a failure as lines.
---@param failure TestFailure
---@param options? {style?:Style, width?:integer}
---@return string[]
function report.lines(failure, options)
  local style = options and options.style or plain
  local lines = { ("%s:%d: %s"):format(failure.case.file, report.line(failure),
    style:paint(failure.case.name, "heading")) }
  if failure.step then
    lines[2] = ("  %s \"%s\""):format(failure.refused and "at" or "after", failure.step)
  end
  for _, problem in ipairs(failure.problems) do lines[#lines + 1] = "  " .. style:paint(problem, "bad") end
  if failure.board then
    add_table(lines, failure.board.state, { style = style, width = options and options.width })
  end
  return lines
end

return report
