--- Evaluates a decision with a bot, for a player who learns: the best actions, the cost of another
--- action, and the reasons.
-- @module carcassonne.bots.advice

local bots = require "carcassonne.bots"
local c_locale = require "carcassonne.base.c_locale"
local core = require "carcassonne.core"

local advice = {}

--- A bot's evaluation of a decision. It keeps a copy of the state, so the evaluation can be used
--- later.
---@class Advice
---@field state State
---@field player integer the deciding player
---@field ratings table<integer, number> by the index of the action; nil for an action without a rating
---@field best integer index of the best action
local Advice = {}
Advice.__index = Advice

-- Returns the first index with the highest rating.
local function best_of(ratings, count)
  local best
  for index = 1, count do
    local rating = ratings[index]
    if rating and (not best or rating > ratings[best]) then best = index end
  end
  return best
end

--- Evaluates the current decision of a state with a bot.
---@param bot Bot a bot with `rate`
---@param state State a state in which a player must decide
---@return Advice
---@usage local advice, bots = require "carcassonne.bots.advice", require "carcassonne.bots"
--- local state = require("carcassonne").game():new_initial_state(1)
--- local said = advice.of(bots.new "greedy", state)
--- assert(said:cost(said.best) == 0 and said:cost(said:order()[2]) >= 0)
function advice.of(bot, state)
  local ratings = bots.rate(bot, state)
  return setmetatable({ bot = bot, state = state:clone(), player = state:current_player(), ratings = ratings,
    best = best_of(ratings, state:num_actions()) }, Advice)
end

--- Rates all actions by a lookahead of one turn.
---@return table<integer, number> ratings by index
function Advice:first_look()
  self.first = self.first or bots.new("greedy"):rate(self.state)
  return self.first
end

--- Returns the rating of an action. If the bot did not rate the action, the rating is that of the
--- best action minus the difference that a lookahead of one turn finds between the two actions.
---@param index integer
---@return number rating
---@return boolean looked whether the bot rated it
function Advice:rating(index)
  local own, most = self.ratings[index], self.ratings[self.best]
  if own then return own, true end
  local first = self:first_look()
  return most + math.min(0, first[index] - first[self.best]), false
end

--- Returns the cost of an action compared with the best one, in points.
---@param index integer
---@return number cost 0 or more
---@return boolean looked whether the bot rated it
function Advice:cost(index)
  local rating, looked = self:rating(index)
  return self.ratings[self.best] - rating, looked
end

--- Returns the actions that the bot rated, the best first.
---@param wanted? table<integer, boolean> return only these actions
---@return integer[] indices
function Advice:order(wanted)
  local list = {}
  for index = 1, self.state:num_actions() do
    if self.ratings[index] and (not wanted or wanted[index]) then list[#list + 1] = index end
  end
  c_locale.sort(list, function(a, b)
    local one, other = self.ratings[a], self.ratings[b]
    return one > other or one == other and a < b
  end)
  return list
end

---@class AdviceReason
---@field name string a name of core.rating_terms; "later" for what the bot finds after the end of the turn
---@field own number the gain of the deciding player
---@field theirs number the gain of the best opponent

--- Explains a rating, which is `before` plus the player's gains minus the opponent's gains.
---@param index integer
---@return AdviceReason[]? reasons in the order of core.rating_terms; nil if the bot cannot explain
---@return number? before the expected lead before the action; if pieces may be deployed, the expected lead after passing
function Advice:reasons(index)
  if type(self.bot.explain) ~= "function" then return nil end
  local reason = self.bot:explain(self.state, index)
  if not reason then return nil end
  local list, sum = {}, reason.before
  for i, worth in ipairs(core.rating_terms()) do
    list[i] = { name = worth.name, own = reason.own[i], theirs = reason.theirs[i] }
    sum = sum + reason.own[i] - reason.theirs[i]
  end
  local later = self:rating(index) - sum
  if math.abs(later) > 1e-6 then list[#list + 1] = { name = "later", own = later, theirs = 0 } end
  return list, reason.before
end

--- Returns the bot's next action in the same turn after an action, and a copy of the state before
--- that next action, without hidden information.
---@param index integer
---@return Action? action nil if the turn is over or another player decides
---@return State? state
function Advice:next(index)
  local copy = self.state:resample(self.player, 1)
  local turn = copy:turn_number()
  local done = copy:apply_action(self.state:action_to_string(self.state:action(index)))
  if not done or copy:is_terminal() or copy:current_player() ~= self.player or copy:turn_number() ~= turn
    or copy:decision() == "place" then
    return nil
  end
  local known = type(self.bot.best_action) == "function" and self.bot:best_action(copy)
  return copy:action(known or best_of(bots.rate(self.bot, copy), copy:num_actions())), copy
end

return advice
