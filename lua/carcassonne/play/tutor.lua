--- The tutor for people: names the best moves before a decision, and the cost of the move
--- afterwards.
-- @module carcassonne.play.tutor

local advice = require "carcassonne.bots.advice"
local evaluations = require "carcassonne.text.evaluations"
local evaluator = require "carcassonne.program.evaluator"
local output = require "carcassonne.program.output"
local review = require "carcassonne.bots.review"
local words = require "carcassonne.describe.words"

local tutor = {}

local HINTS, WORST = 3, 3

--- Adds --hint and --teach.
---@param command table of argparse
function tutor.options(command)
  command:option("--hint",
    "Before each decision of a person, show the three best moves and the reasons; BOT, greedy by default, "
    .. "rates the moves.")
    :args("?"):argname("BOT")
  command:option("--teach",
    "After each move of a person, show its cost compared with the best move, and at the end the sum of the "
    .. "costs; BOT, by default the bot of --hint, rates the moves."):args("?"):argname("BOT")
end

---@class Tutor
---@field entries ReviewEntry[] decisions of people so far
local Tutor = {}
Tutor.__index = Tutor

-- Returns the name of the bot of an option, and whether the option is given.
local function named(given)
  if not given then return nil end
  return type(given) == "table" and given[1] or type(given) == "string" and given or nil, true
end

--- Makes the tutor that the options select.
---@param args table
---@param seed integer
---@return Tutor
function tutor.new(args, seed)
  local hint, hints = named(args.hint)
  local teach, teaches = named(args.teach)
  local hinter, judge = hint or evaluator.usual, teach or hint or evaluator.usual
  local self = setmetatable({ hints = hints, teaches = teaches, hinter = hinter, judge = judge, bots = {},
    said = {}, entries = {} },
    Tutor)
  self.bots[hinter] = evaluator.bot("--hint", hinter, seed)
  self.bots[judge] = self.bots[judge] or evaluator.bot("--teach", judge, seed)
  return self
end

--- Returns a bot's evaluation of the current decision, which is computed once.
---@param name string
---@param state State
---@return Advice
function Tutor:advice(name, state)
  local known = self.said[name]
  if not known or known.at ~= state:decisions() then
    known = { at = state:decisions(), advice = advice.of(self.bots[name], state) }
    self.said[name] = known
  end
  return known.advice
end

-- ---- Before a move ------------------------------------------------------------------------------

-- Returns lines for an action: its description, the next action in the same turn, and the reasons.
local function lines_of(said, index, to)
  local list = { words.action(said.state, said.state:action(index), to) }
  local action, state = said:next(index)
  list[2] = action and "then " .. words.action(state, action, to) or nil
  return list, said:reasons(index)
end

-- Returns the heading, which explains the ratings.
local function meaning(name, players)
  local text = players == 1 and "expected final points"
    or "expected final lead in points"
  return ("%s advises (%s):"):format(words.sentence(name), text)
end

-- Returns the evaluation, the indices of the three best moves, and the answer for each.
function Tutor:_best(seats)
  local said, wanted, answers = self:advice(self.hinter, seats.state), {}, {}
  for _, one in ipairs(seats.numbered) do
    local index = seats.state:action_index(one.action)
    wanted[index], answers[index] = true, one.answer
  end
  local best = {}
  for i, index in ipairs(said:order(wanted)) do
    if i <= HINTS then best[i] = index end
  end
  return said, best, answers
end

-- Returns the cells of the best moves, those of the best move first.
local function cells_of(state, best)
  local cells = {}
  for _, index in ipairs(best) do
    local action = state:action(index)
    if action.x then cells[#cells + 1] = { x = action.x, y = action.y } end
  end
  return cells
end

--- Returns the cells of the three best moves if a hint will be shown before the question.
---@param seats Session
---@return {x:integer, y:integer}[]
function Tutor:named_cells(seats)
  if not self.hints or #seats.numbered < 2 then return {} end
  local _, best = self:_best(seats)
  return cells_of(seats.state, best)
end

--- Prints the three best moves and shows their cells.
---@param seats Session
function Tutor:hint(seats)
  local state, to = seats.state, { names = seats.names }
  local said, best, answers = self:_best(seats)
  local width = 1
  for _, index in ipairs(best) do width = math.max(width, #answers[index]) end
  seats:show_cells(cells_of(state, best))
  output.print()
  seats:say(meaning(self.hinter, state:game():players()), "heading")
  for _, index in ipairs(best) do
    local lines, reasons, before = lines_of(said, index, to)
    output.print(("  %-" .. width .. "s  %6s  %s"):format(answers[index],
      evaluations.points(said.ratings[index], true), lines[1]))
    local indent = (" "):rep(width + 12)
    if lines[2] then output.print(indent .. lines[2]) end
    if reasons then seats:say(indent .. evaluations.why(reasons, before), "faint") end
  end
end

--- Prints a hint before a decision of a person.
---@param seats Session
function Tutor:before(seats)
  if self.hints and #seats.numbered > 1 then self:hint(seats) end
end

-- ---- After a move -------------------------------------------------------------------------------

--- Returns the evaluation of an action before it is carried out; nil if there was no choice or the
--- tutor does not teach.
---@param seats Session
---@param action Action
---@return ReviewEntry?
function Tutor:judged(seats, action)
  if not self.teaches or seats.state:num_actions() < 2 then return nil end
  return review.entry(self:advice(self.judge, seats.state), seats.state:action_index(action),
    { names = seats.names })
end

--- Prints the cost of an action.
---@param seats Session
---@param entry? ReviewEntry
function Tutor:report(seats, entry)
  if not entry then return end
  self.entries[#self.entries + 1] = entry
  seats:say("  " .. evaluations.cost(entry.cost, entry.best, entry.looked),
    evaluations.verdict(entry.cost).colour)
end

--- Removes the entries of decisions that were undone.
---@param decisions integer number of decisions that are left
function Tutor:forget(decisions)
  self.said = {}
  while #self.entries > 0 and self.entries[#self.entries].decision > decisions do
    table.remove(self.entries)
  end
end

--- Prints the costs of each person's moves, and the worst moves.
---@param seats Session
function Tutor:sum(seats)
  if #self.entries == 0 then return end
  output.print()
  for player, sum in ipairs(review.sums(self.entries, seats.state:game():players())) do
    if sum.decisions > 0 then
      seats:say(evaluations.sum(seats.names[player], sum), "heading")
      for i = 1, math.min(WORST, #sum.worst) do output.print("  " .. evaluations.entry(sum.worst[i])) end
    end
  end
end

return tutor
