--- Explanations of ratings.

local assert = require "luassert"

local explanations = {}

--- Lets a bot choose in a game, and checks that each explanation adds up to the rating.
---@param state State
---@param bot Bot
---@param most? integer number of decisions; by default all of the game
function explanations.check(state, bot, most)
  local left = most or math.huge
  while left > 0 and not state:is_terminal() do
    for index, rating in pairs(bot:rate(state)) do
      local reason = bot:explain(state, index)
      local sum = reason.before
      for i in ipairs(reason.own) do sum = sum + reason.own[i] - reason.theirs[i] end
      assert.near(rating, sum, 1e-6)
    end
    state:apply_index(bot:choose(state))
    left = left - 1
  end
end

return explanations
