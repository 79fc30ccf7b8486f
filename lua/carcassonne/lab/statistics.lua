--- Statistics of many games: means with confidence intervals, p-values, Holm's correction.
--
-- The sums of blocks of games are independent. The difference of two sets of rules is computed
-- block by block with the same seeds (common random numbers), which cancels the common effect of
-- the draws.
--
-- *One look*: if the number of games was fixed in advance, intervals are Student's t intervals over
-- the blocks. *Any number of looks*: if a run may stop at any time, t intervals would be wrong too
-- often. In this case intervals form a confidence sequence, valid at all times at once: Robbins'
-- normal mixture ("Statistical methods related to the law of the iterated logarithm", 1970) with
-- the estimated variance (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central
-- limit theory and asymptotic confidence sequences"). The sequence is narrowest, relative to its
-- boundary, at about 50 blocks. The variance is estimated from few blocks. Therefore normal
-- quantiles are replaced by the quantiles of Student's distribution with the same probability, so
-- intervals hold from the fifth block on, and for many measures. *Many measures*: Holm's correction
-- (1979) is applied to all differences of a report.
-- @module carcassonne.lab.statistics

local c_locale = require "carcassonne.base.c_locale"

local statistics = {}

local exp, floor, log, sqrt = math.exp, math.floor, math.log, math.sqrt

--- Returns the square of a number. LuaJIT rounds `x ^ 2` in another way while it interprets a
--- function than after it has compiled the function; so reports of equal games would differ.
---@param x number
---@return number
---@usage assert(require("carcassonne.lab.statistics").square(3) == 9)
function statistics.square(x) return x * x end

local square = statistics.square

-- ---- Student's distribution ---------------------------------------------------------------------

-- Returns the logarithm of the gamma function by Stirling's series; below 8 by its recurrence.
local function log_gamma(x)
  local shift = 0
  while x < 8 do
    shift, x = shift - log(x), x + 1
  end
  local y = 1 / (x * x)
  local row = (1 / 12 - y * (1 / 360 - y * (1 / 1260 - y * (1 / 1680 - y / 1188)))) / x
  return shift + (x - 0.5) * log(x) - x + 0.5 * log(2 * math.pi) + row
end

local TINY, CLOSE, MOST = 1e-300, 1e-15, 500

local function away_from_0(x) return x < TINY and x > -TINY and TINY or x end

-- Returns the continued fraction of the incomplete beta function, by Lentz's method.
local function fraction(x, a, b)
  local c, d = 1, 1 / away_from_0(1 - (a + b) * x / (a + 1))
  local value = d
  for m = 1, MOST do
    local even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
    d, c = 1 / away_from_0(1 + even * d), away_from_0(1 + even / c)
    value = value * d * c
    local odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
    d, c = 1 / away_from_0(1 + odd * d), away_from_0(1 + odd / c)
    value = value * d * c
    if math.abs(d * c - 1) < CLOSE then break end
  end
  return value
end

-- Returns the regularised incomplete beta function.
local function beta(x, a, b)
  if x <= 0 then return 0 end
  if x >= 1 then return 1 end
  local front = exp(log_gamma(a + b) - log_gamma(a) - log_gamma(b) + a * log(x) + b * log(1 - x))
  if x < (a + 1) / (a + b + 2) then return front * fraction(x, a, b) / a end
  return 1 - front * fraction(1 - x, b, a) / b
end

--- Returns the two-sided tail probability of Student's distribution.
---@param t number
---@param freedom integer number of degrees of freedom
---@return number
---@usage local tail = require("carcassonne.lab.statistics").tail
--- assert(math.abs(tail(2.2281388519649, 10) - 0.05) < 1e-9)
function statistics.tail(t, freedom) return beta(freedom / (freedom + t * t), freedom / 2, 0.5) end

local kept = {}

--- Returns the two-sided quantile of Student's distribution.
---@param alpha number
---@param freedom integer number of degrees of freedom
---@return number
function statistics.quantile(alpha, freedom)
  local key = alpha .. " " .. freedom
  if kept[key] then return kept[key] end
  local low, high = 0, 1
  while statistics.tail(high, freedom) > alpha do high = high * 2 end
  for _ = 1, 80 do
    local middle = (low + high) / 2
    if statistics.tail(middle, freedom) > alpha then low = middle else high = middle end
  end
  kept[key] = high
  return high
end

-- ---- Blocks -------------------------------------------------------------------------------------

--- The estimated mean of a game, from the sums of blocks.
---@class Estimate
---@field mean number of a game
---@field error? number its standard error; nil for fewer than two blocks
---@field blocks integer
---@field games integer

--- Returns the mean of a game, and its standard error from the variance of the blocks.
---@param sizes integer[] number of games of each block
---@param sums number[] counts of each block
---@return Estimate
---@usage local estimate = require("carcassonne.lab.statistics").estimate({ 10, 10 }, { 40, 60 })
--- assert(estimate.mean == 5 and estimate.error == 1)
function statistics.estimate(sizes, sums)
  local blocks, n, sum = #sums, 0, 0
  for i = 1, blocks do n, sum = n + sizes[i], sum + sums[i] end
  local mean, squares = n > 0 and sum / n or 0, 0
  for i = 1, blocks do
    local off = sums[i] - sizes[i] * mean
    squares = squares + off * off
  end
  local enough = blocks > 1 and n > 0
  return { mean = mean, error = enough and sqrt(squares * blocks / (blocks - 1)) / n or nil,
    blocks = blocks, games = n }
end

-- ---- Intervals ----------------------------------------------------------------------------------

local ALPHA, NARROWEST = 0.05, 50

-- The variance of the mixture for which the confidence sequence is narrowest at NARROWEST blocks.
local MIXTURE = (-2 * log(ALPHA) + log(-2 * log(ALPHA)) + 1) / NARROWEST

-- Wallace's approximation (1959): converts quantiles between Student's distribution and the normal
-- distribution.
local function wallace(freedom) return (8 * freedom + 1) / (8 * freedom + 3) end

local function as_normal(t, freedom) return wallace(freedom) * sqrt(freedom * log(1 + t * t / freedom)) end

local function as_student(z, freedom)
  return sqrt(freedom * (exp(square(z / wallace(freedom)) / freedom) - 1))
end

local function half_width(estimate, looks, alpha)
  local blocks = estimate.blocks
  if looks == "one" then return estimate.error * statistics.quantile(alpha, blocks - 1) end
  local t = blocks * MIXTURE + 1
  return estimate.error * as_student(sqrt(2 * t / (t - 1) * log(sqrt(t) / alpha)), blocks - 1)
end

-- If all blocks are equal, their variance cannot be estimated. If there is no true difference, each
-- block is equally likely to have either sign. The result is then the probability that all blocks
-- have the same sign. It is also a bound for the probability that this ever happens in a run.
local function chance_alike(blocks) return 2 ^ (1 - blocks) end

local FEWEST_BLOCKS = { one = 2, any = 5 }

--- Returns half the width of the confidence interval of a mean.
---@param estimate Estimate
---@param looks "one"|"any" one: the number of games was fixed in advance; any: the run may stop at any time
---@param alpha? number 1 minus the confidence level; 0.05 by default
---@return number? half nil for too few blocks: fewer than 2, fewer than 5 for looks = any, or few that are all equal
function statistics.half(estimate, looks, alpha)
  alpha = alpha or ALPHA
  if estimate.blocks < FEWEST_BLOCKS[looks] or not estimate.error then return nil end
  if estimate.error == 0 and estimate.mean ~= 0 and chance_alike(estimate.blocks) > alpha then return nil end
  return half_width(estimate, looks, alpha)
end

--- Returns the p-value of a difference from 0: for one look, or valid at any time.
---@param estimate Estimate
---@param looks "one"|"any"
---@return number p from 0 to 1; 1 for too few blocks
function statistics.chance(estimate, looks)
  if estimate.blocks < FEWEST_BLOCKS[looks] or not estimate.error or estimate.mean == 0 then return 1 end
  if estimate.error == 0 then return chance_alike(estimate.blocks) end
  local z = estimate.mean / estimate.error
  if looks == "one" then return statistics.tail(z, estimate.blocks - 1) end
  local t = estimate.blocks * MIXTURE + 1
  z = as_normal(z, estimate.blocks - 1)
  return math.min(1, sqrt(t) * exp(-z * z * (t - 1) / (2 * t)))
end

--- Returns which of many differences are significant by Holm's correction. The probability that a
--- report has any false one is at most 5 %.
---@param chances number[] p-values of statistics.chance
---@return boolean[]
---@usage local sure = require("carcassonne.lab.statistics").holm { 0.001, 0.04, 0.02 }
--- assert(sure[1] and sure[3] and sure[2])
function statistics.holm(chances)
  local order, sure = {}, {}
  for i in ipairs(chances) do order[i], sure[i] = i, false end
  c_locale.sort(order, function(a, b)
    if chances[a] == chances[b] then return a < b end
    return chances[a] < chances[b]
  end)
  for rank, i in ipairs(order) do
    if chances[i] > ALPHA / (#order - rank + 1) then break end
    sure[i] = true
  end
  return sure
end

--- Estimates how many games a confidence interval requires.
---@param estimate Estimate estimate from the games played so far
---@param half number desired half of the interval's width
---@param looks "one"|"any"
---@return integer? games nil for fewer than two blocks
function statistics.games_for(estimate, half, looks)
  if not estimate.error then return nil end
  local blocks, size = estimate.blocks, estimate.games / estimate.blocks
  local function enough(n)
    local error_then = estimate.error * sqrt(blocks / n)
    return half_width({ error = error_then, blocks = n }, looks, ALPHA) <= half
  end
  local low, high = 1, 2
  while not enough(high) do low, high = high, high * 2 end
  while high - low > 1 do
    local middle = floor((low + high) / 2)
    if enough(middle) then high = middle else low = middle end
  end
  return math.ceil(high * size)
end

return statistics
