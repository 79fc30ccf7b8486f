--- Writes a CSV row for each decision of many games, as training data.
--
-- To restore the state of a row, start with Game:new_initial_state(seed) and apply `chosen` of the
-- earlier rows of the game in order.
-- @module carcassonne.lab.decision_table

local csv = require "carcassonne.text.csv"
local file_io = require "carcassonne.program.file_io"
local games = require "carcassonne.lab.games"
local output = require "carcassonne.program.output"
local process = require "carcassonne.program.process"
local sys = require "carcassonne.sys"

local decision_table = {}

---@class DecisionTable
local DecisionTable = {}
DecisionTable.__index = DecisionTable

local COLUMNS = { "rules", "game", "seed", "decision", "player", "kind", "count", "chosen", "action", "own",
  "best_other", "final_own",
  "final_best_other", "won" }
local SO_FAR = 11 -- columns that are known when the decision is taken

local HEADING = csv.line(COLUMNS, #COLUMNS)

-- Returns the path of the part file, which has the rows of an unfinished table; nil if there is no
-- part file.
function DecisionTable:_place()
  self.finished = true
  if self.part and not self.has_rows then os.remove(self.part) end
  return self.has_rows and self.part
end

function DecisionTable:_check(fine, problem)
  if fine then return end
  local place = self:_place()
  process.refuse("cannot write %s%s", problem, place and ("; the rows that were written before are in "
    .. "%s"):format(place) or "")
end

function DecisionTable:_put(text) self:_check(self.file:write(text)) end

-- Refuses to overwrite a file that is not the part file of an interrupted table.
local function check_part(path)
  local file = io.open(path .. ".part", "rb")
  local text = file and file:read(#HEADING) or ""
  if file then file:close() end
  if text == HEADING:sub(1, #text) then return end
  process.refuse(
    "--dump would overwrite %s.part, which is not a table of decisions; move that file away first", path)
end

-- Returns the side of each player.
local function side_of(sides)
  local of = {}
  for i, side in ipairs(sides) do
    for _, player in ipairs(side) do of[player] = i end
  end
  return of
end

-- Returns the points of a side, and those of the best other side; with a single side there is no
-- second value.
local function own_and_other(points, side)
  local other
  for i, value in ipairs(points) do
    if i ~= side and (not other or value > other) then other = value end
  end
  return points[side], other
end

function DecisionTable:_row(rows, number, arm, seed, state, count, index)
  local player, action = state:current_player(), state:action(index)
  local side = self.side[player]
  local own, other = own_and_other(games.points(self.sides, state:returns()), side)
  rows[#rows + 1] = { self.labels[arm], number, seed, state:decisions() + 1, player, state:decision(), count,
    index, tostring(action), own,
    other, side = side }
end

-- Returns the columns that are known only at the end of a game.
function DecisionTable:_end_game(rows, state)
  local points = games.points(self.sides, state:returns())
  local won, winners = games.winners(self.sides, points, state:winners())
  for _, row in ipairs(rows) do
    row[SO_FAR + 1], row[SO_FAR + 2] = own_and_other(points, row.side)
    row[SO_FAR + 3] = won[row.side] and 1 / winners or 0
    self.waiting[#self.waiting + 1] = csv.line(row, #COLUMNS)
  end
end

--- Begins a file of decisions and adds its callbacks to a plan.
---@param path string
---@param plan Plan
---@return DecisionTable
function decision_table.new(path, plan)
  check_part(sys.real_path(path) or path) -- the part file is next to the target of a link
  local file, problem = file_io.open_output(path, true)
  if not file then process.refuse("cannot write %s", problem) end
  local self = setmetatable({ file = file, part = file:part(), sides = plan.sides, side = side_of(plan.sides),
    labels = {},
    waiting = {} }, DecisionTable)
  for i, arm in ipairs(plan.arms) do self.labels[i] = arm.label end
  self:_put(HEADING)
  function plan.callbacks(number, arm, seed)
    local rows = {}
    return function(state, count, index) self:_row(rows, number, arm, seed, state, count, index) end,
      function(state) self:_end_game(rows, state) end
  end
  return self
end

--- Writes the rows of the games that have ended.
function DecisionTable:flush()
  if #self.waiting == 0 then return end
  self:_put(table.concat(self.waiting))
  self.has_rows = true
  self.waiting = {}
end

--- Completes the table.
function DecisionTable:close()
  self:flush()
  self.finished = true
  self:_check(file_io.commit(self.file))
end

--- Ends the table if the command ends early: the rows so far remain in the part file.
function DecisionTable:ended()
  local place = not self.finished and self:_place()
  if place then output.complain("the rows of the games that were finished are in " .. place) end
end

return decision_table
