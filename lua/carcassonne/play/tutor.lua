--- Who looks over people's shoulders at the table: names the best moves before a decision, and says
--- afterwards what it cost.
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
    "Before each decision of a person the three best moves, and why; BOT says who advises, greedy by "
    .. "default.")
    :args("?"):argname("BOT")
  command:option("--teach",
    "After each move of a person what it cost against the best one, and a sum at the end; by BOT, the one of "
    .. "--hint by default."):args("?"):argname("BOT")
end

---@class Tutor
---@field entries ReviewEntry[] what people decided so far
local Tutor = {}
Tutor.__index = Tutor

-- The bot of an option: its name, or nil where the option is not given.
local function named(given)
  if not given then return nil end
  return type(given) == "table" and given[1] or type(given) == "string" and given or nil, true
end

--- Who teaches, by the options.
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

--- What a bot thinks of the decision at hand; it is asked once.
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

-- What there is to say of an action: itself, what follows it in the same turn, and why.
local function lines_of(said, index, to)
  local list = { words.action(said.state, said.state:action(index), to) }
  local action, state = said:behind(index)
  list[2] = action and "then " .. words.action(state, action, to) or nil
  return list, said:reasons(index)
end

-- What ratings mean, once for all of them.
local function meaning(name, players)
  local text = players == 1 and "points that it expects in the end"
    or "points that it expects to be ahead by in the end"
  return ("%s advises (%s):"):format(words.sentence(name), text)
end

-- The three best of the moves that may be chosen: what the bot thinks, their numbers as actions,
-- and what is to be typed for each.
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

-- The cells that such moves are on, the best first.
local function cells_of(state, best)
  local cells = {}
  for _, index in ipairs(best) do
    local action = state:action(index)
    if action.x then cells[#cells + 1] = { x = action.x, y = action.y } end
  end
  return cells
end

--- The cells of the three best moves, where they will be named before the question.
---@param seats Session
---@return {x:integer, y:integer}[]
function Tutor:named_cells(seats)
  if not self.hints or #seats.numbered < 2 then return {} end
  local _, best = self:_best(seats)
  return cells_of(seats.state, best)
end

--- Names the three best of the moves that may be chosen. Their cells are brought into view.
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

--- Before a person is asked.
---@param seats Session
function Tutor:before(seats)
  if self.hints and #seats.numbered > 1 then self:hint(seats) end
end

-- ---- After it -----------------------------------------------------------------------------------

--- What there will be to say of an action once it is carried out; nil where there was nothing to
--- choose, or nobody wants to know.
---@param seats Session
---@param action Action
---@return ReviewEntry?
function Tutor:judged(seats, action)
  if not self.teaches or seats.state:num_actions() < 2 then return nil end
  return review.entry(self:advice(self.judge, seats.state), seats.state:action_index(action),
    { names = seats.names })
end

--- Says what an action cost.
---@param seats Session
---@param entry? ReviewEntry
function Tutor:tell(seats, entry)
  if not entry then return end
  self.entries[#self.entries + 1] = entry
  seats:say("  " .. evaluations.cost(entry.cost, entry.best, entry.looked),
    evaluations.verdict(entry.cost).colour)
end

--- Decisions were taken back: they do not count, and others may come in their places.
---@param decisions integer how many are left
function Tutor:forget(decisions)
  self.said = {}
  while #self.entries > 0 and self.entries[#self.entries].decision > decisions do
    table.remove(self.entries)
  end
end

--- What the moves of each person cost, the worst of them named.
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
