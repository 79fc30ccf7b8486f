--- Tunes what assets are worth by pairs of games: changes one worth at a time, and keeps a change
--- that wins against the worths so far.
--
-- The worths fitted to differences between turns (carcassonne.lab.worth_fit) say what an asset
-- brings to players who try everything. Players who make good decisions get more or less.
-- @module carcassonne.lab.worth_tuning

local statistics = require "carcassonne.lab.statistics"

local unpack = table.unpack or _G.unpack

local worth_tuning = {}

local FEWEST, MOST = 10, 40 -- pairs of games in which a change is tried
local ALPHA = 0.05 -- 1 minus the confidence level of intervals
-- Standard errors by which a change must win: to be kept before all pairs are played, after all
-- pairs, and, by default, so many that chance exceeds them in 5 % of all cases.
local CLEAR, FINAL, ONE_SIDED = 2.6, 2, 1.645
local LARGEST, SMALLEST = 2, 0.5 -- units by which a worth is changed
local FARTHEST = 4 -- units by which a worth moves at most

--- Adds up the results of pairs of games, and says how certain their mean is.
---@class PairSum
---@field pairs integer
---@field sum number
---@field squares number
local PairSum = {}
PairSum.__index = PairSum

--- Returns the sum of no pairs.
---@return PairSum
function worth_tuning.new_sum() return setmetatable({ pairs = 0, sum = 0, squares = 0 }, PairSum) end

--- Adds the result of a pair.
---@param result number
function PairSum:add(result)
  self.pairs, self.sum = self.pairs + 1, self.sum + result
  self.squares = self.squares + statistics.square(result)
end

--- Returns the mean result.
---@return number
function PairSum:mean() return self.sum / math.max(1, self.pairs) end

-- Returns the standard error of the mean; nil for fewer than two pairs.
function PairSum:_error()
  if self.pairs < 2 then return nil end
  local variance = math.max(0, self.squares - self.pairs * statistics.square(self:mean())) / (self.pairs - 1)
  return math.sqrt(variance / self.pairs)
end

--- Returns half the width of the 95 % confidence interval of the mean.
---@return number? half nil for fewer than two pairs
---@usage local sum = require("carcassonne.lab.worth_tuning").new_sum()
--- for result = 1, 3 do sum:add(result) end
--- assert(math.abs(sum:half() - 2.484) < 0.001)
function PairSum:half()
  local err = self:_error()
  return err and err * statistics.quantile(ALPHA, self.pairs - 1)
end

--- Returns whether the mean is above 0 by more than some standard errors.
---@param errors? number
---@return boolean
function PairSum:is_positive(errors)
  local err = self:_error()
  return err ~= nil and self:mean() > (errors or ONE_SIDED) * err
end

-- Returns whether changed deviations win against the best ones so far. A change that does not lead
-- is given up early.
local function helps(tuner, changed)
  local sum = worth_tuning.new_sum()
  while sum.pairs < MOST and tuner.played < tuner.pairs do
    tuner.played = tuner.played + 1
    sum:add(tuner.play(changed, tuner.best, tuner.played))
    if sum.pairs % FEWEST == 0 then
      if sum:is_positive(CLEAR) then return true end
      if sum.sum <= 0 then return false end
    end
  end
  return sum.pairs == MOST and sum:is_positive(FINAL)
end

-- Tries a change of an asset; returns whether it is kept.
local function try_change(tuner, asset, change)
  local changed = { unpack(tuner.best) }
  changed[asset] = changed[asset] + change
  if math.abs(changed[asset]) > FARTHEST or not helps(tuner, changed) then return false end
  tuner.best = changed
  return true
end

-- Changes an asset in one direction as long as it helps; returns whether it did.
local function climb(tuner, asset, change)
  local helped = false
  while try_change(tuner, asset, change) do helped = true end
  return helped
end

--- Returns the best deviations that were found, in units.
---@param count integer number of assets
---@param pairs integer number of pairs of games
---@param play fun(one:number[], other:number[], pair:integer):number plays a pair of games, and returns the
--- result of the first deviations minus that of the others
---@return number[]
function worth_tuning.best(count, pairs, play)
  local tuner, step = { best = {}, play = play, played = 0, pairs = pairs }, LARGEST
  for asset = 1, count do tuner.best[asset] = 0 end
  while count > 0 and step >= SMALLEST and tuner.played < pairs do
    local helped = false
    for asset = 1, count do
      helped = climb(tuner, asset, step) or climb(tuner, asset, -step) or helped
    end
    if not helped then step = step / 2 end
  end
  return tuner.best
end

return worth_tuning
