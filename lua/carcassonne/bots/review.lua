--- What a bot thinks of a whole game: of each decision what was chosen, what was best and what it
--- cost, and how the players' prospects
-- went up and down.
-- @module carcassonne.bots.review

local advice = require "carcassonne.bots.advice"
local bots = require "carcassonne.bots"
local c_locale = require "carcassonne.base.c_locale"
local evaluations = require "carcassonne.text.evaluations"
local history = require "carcassonne.describe.history"
local words = require "carcassonne.describe.words"

local review = {}

--- A decision of a player who had a choice.
---@class ReviewEntry
---@field decision integer its number in the game, from 1
---@field turn integer in which turn of the game
---@field player integer who decided
---@field kind Decision
---@field choices integer how many actions were legal
---@field chosen string what was done, in words
---@field best string what the bot holds for the best
---@field cost number in points
---@field rating number of what was chosen: the points expected more than the best opponent's
---@field best_rating number
---@field x? integer the cell where the best would have placed the tile, if it is another one
---@field y? integer
---@field looked boolean whether the bot looked at what was chosen

---@class ReviewSum
---@field decisions integer in which there was a choice
---@field cost number of all together
---@field best integer how many were the best
---@field worst ReviewEntry[] the dearest first

---@class Review
---@field bot string
---@field entries ReviewEntry[]
---@field by_player ReviewSum[]
---@field leads (number|false)[][] by player: what is expected more than the best opponent's, at the beginning and after each decision

---@class ReviewOptions
---@field bot? string as bots.parse reads it; greedy by default
---@field seed? integer 0 by default
---@field player? integer only this player's decisions
---@field names? table<integer, string> what players are called
---@field progress? fun(done:integer) called after each decision

--- What is to be told of a decision, before it is taken.
---@param said Advice
---@param index integer of the action that is chosen
---@param to? SaidTo
---@return ReviewEntry
function review.entry(said, index, to)
  local state = said.state
  local rating, looked = said:rating(index)
  local best = said.ratings[said.best]
  local cost = best - rating
  local same = evaluations.verdict(cost).name == "best"
  local action, best_action = state:action(index), state:action(said.best)
  local chosen = words.action(state, action, to)
  local elsewhere = not same and best_action.kind == "place"
    and (best_action.x ~= action.x or best_action.y ~= action.y)
  return { decision = state:decisions() + 1, turn = state:turn_number(), player = said.player,
    kind = state:decision(),
    choices = state:num_actions(), chosen = chosen,
      best = same and chosen or words.action(state, best_action, to),
    x = elsewhere and best_action.x or nil, y = elsewhere and best_action.y or nil, cost = cost,
      rating = rating,
    best_rating = best, looked = looked }
end

--- What decisions cost each player together.
---@param entries ReviewEntry[]
---@param players integer
---@return ReviewSum[]
function review.sums(entries, players)
  local sums = {}
  for player = 1, players do sums[player] = { decisions = 0, cost = 0, best = 0, worst = {} } end
  for _, entry in ipairs(entries) do
    local sum, best = sums[entry.player], evaluations.verdict(entry.cost).name == "best"
    sum.decisions, sum.cost, sum.best = sum.decisions + 1, sum.cost + entry.cost, sum.best + (best and 1 or 0)
    if not best then sum.worst[#sum.worst + 1] = entry end
  end
  for _, sum in ipairs(sums) do
    sum.worst = review.worst(sum.worst)
  end
  return sums
end

--- The dearest decisions, the dearest first.
---@param entries ReviewEntry[]
---@param most? integer how many; all by default
---@return ReviewEntry[]
function review.worst(entries, most)
  local sorted, list = {}, {}
  for i, entry in ipairs(entries) do sorted[i] = entry end
  c_locale.sort(sorted,
    function(a, b) return a.cost > b.cost or a.cost == b.cost and a.decision < b.decision end)
  for i = 1, math.min(most or #sorted, #sorted) do list[i] = sorted[i] end
  return list
end

-- Who plays together: one list for each side.
local function sides_of(state)
  local teams = words.teams(state)
  local sides, at = {}, {}
  for player = 1, state:game():players() do
    local key = teams[player] and "team " .. teams[player] or player
    if not at[key] then
      at[key] = {}
      sides[#sides + 1] = at[key]
    end
    table.insert(at[key], player)
  end
  return sides
end

-- What somebody expects at a step, to all who can tell by it: partners, and where there are two
-- sides the other one.
local function spread(leads, sides, step, player, value)
  for _, side in ipairs(sides) do
    local own = false
    for _, one in ipairs(side) do own = own or one == player end
    for _, one in ipairs(side) do
      if own or #sides == 2 then leads[one][step] = own and value or -value end
    end
  end
end

-- How it came out.
local function spread_result(leads, sides, step, state)
  for _, side in ipairs(sides) do
    local most
    for _, other in ipairs(sides) do
      local points = state:score(other[1])
      if other ~= side and (not most or points > most) then most = points end
    end
    for _, one in ipairs(side) do leads[one][step] = state:score(one) - (most or 0) end
  end
end

-- Where nothing new is known it is as before.
local function carry(leads, steps)
  for _, line in ipairs(leads) do
    for step = 1, steps do
      if line[step] == nil then line[step] = line[step - 1] or false end
    end
  end
  return leads
end

--- Who plays together in a game, each in one list: a list for each player where there are no teams.
review.sides = sides_of

--- Goes through a game.
---@param state State as it stands, finished or not
---@param given? ReviewOptions
---@return Review
---@usage local state = require("carcassonne").game():new_initial_state(1)
--- state:apply_index(1)
--- assert(#require("carcassonne.bots.review").of(state).entries == 1)
function review.of(state, given)
  given = given or {}
  local text, players = given.bot or "greedy", state:game():players()
  local name, chosen = bots.parse(text)
  local entries, leads, sides, done = {}, {}, sides_of(state), 0
  for player = 1, players do leads[player] = {} end
  history.decided(state, function(decisions, position, action)
    local player, step = position:current_player(), decisions + 1
    local asked = type(player) == "number" and position:num_actions() > 1
      and (not given.player or given.player == player)
    if position:is_terminal() then spread_result(leads, sides, step, position) end
    if asked then
      -- a new one each time: it knows nothing of what comes later
      local said = advice.of(bots.new(name, given.seed, chosen), position)
      spread(leads, sides, step, player, said.ratings[said.best])
      local index = action and position:action_index(action)
      if index then table.insert(entries, 1, review.entry(said, index, { names = given.names })) end
    end
    done = done + 1
    if given.progress then given.progress(done) end
  end)
  return { bot = text, entries = entries, by_player = review.sums(entries, players),
    leads = carry(leads, state:decisions() + 1) }
end

return review
