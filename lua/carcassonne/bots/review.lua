--- Evaluates a whole game with a bot: for each decision the chosen action, the best action and the
--- cost, and the expected leads of the players over time.
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
---@field turn integer number of the turn
---@field player integer the player who decided
---@field kind Decision
---@field choices integer number of legal actions
---@field chosen string the chosen action, in words
---@field best string the best action according to the bot, in words
---@field cost number in points
---@field rating number the rating of the chosen action: the expected final score minus the best opponent's
---@field best_rating number
---@field x? integer cell of the best placement, if it differs from the chosen one
---@field y? integer
---@field looked boolean whether the bot rated the chosen action

---@class ReviewSum
---@field decisions integer number of decisions with a choice
---@field cost number sum of the costs
---@field best integer number of decisions for the best action
---@field worst ReviewEntry[] the most costly first

---@class Review
---@field bot string
---@field entries ReviewEntry[]
---@field by_player ReviewSum[]
---@field leads (number|false)[][] for each player: expected lead over the best opponent, at the start and after each decision

---@class ReviewOptions
---@field bot? string see bots.parse; greedy by default
---@field seed? integer 0 by default
---@field player? integer include only decisions of this player
---@field names? table<integer, string> names of players
---@field progress? fun(done:integer) called after each decision

--- Returns the entry of a decision, before the decision is carried out.
---@param said Advice
---@param index integer index of the chosen action
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

--- Adds up the costs of each player's decisions.
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

--- Returns the most costly decisions, the most costly first.
---@param entries ReviewEntry[]
---@param most? integer maximum number; all by default
---@return ReviewEntry[]
function review.worst(entries, most)
  local sorted, list = {}, {}
  for i, entry in ipairs(entries) do sorted[i] = entry end
  c_locale.sort(sorted,
    function(a, b) return a.cost > b.cost or a.cost == b.cost and a.decision < b.decision end)
  for i = 1, math.min(most or #sorted, #sorted) do list[i] = sorted[i] end
  return list
end

-- Returns the sides of a game, each a list of players: the teams, and each player without a team.
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

-- Enters a player's expected lead at a step, and the same value for the player's partners. If there
-- are two sides, enters the negative value for the players of the other side.
local function spread(leads, sides, step, player, value)
  for _, side in ipairs(sides) do
    local own = false
    for _, one in ipairs(side) do own = own or one == player end
    for _, one in ipairs(side) do
      if own or #sides == 2 then leads[one][step] = own and value or -value end
    end
  end
end

-- Enters the final result as the last value of each player.
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

-- Fills steps without a new value with the previous one.
local function carry(leads, steps)
  for _, line in ipairs(leads) do
    for step = 1, steps do
      if line[step] == nil then line[step] = line[step - 1] or false end
    end
  end
  return leads
end

--- Returns the sides of a game, each a list of players; without teams one list for each player.
review.sides = sides_of

--- Evaluates the decisions of a game.
---@param state State a game that may be unfinished
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
      -- a new bot for each decision, because a bot that was used knows later decisions
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
