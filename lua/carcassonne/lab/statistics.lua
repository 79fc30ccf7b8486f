--- What many games allow to be said: means with intervals, and how sure a difference is.
--
-- Games come in blocks, and what is reckoned with are the sums of blocks, which nothing ties to
-- each other. Where two rules are played with the same numbers of games, their difference is taken
-- block by block (common random numbers), so that what the draws do to both alike falls out.
--
-- *One look*: where the number of games was fixed before, the interval is Student's, of as many
-- degrees of freedom as there are blocks less one. *Any number of looks*: where games end as soon
-- as the answer pleases, such an interval would be wrong far too often. Then it is one of a row of
-- intervals that hold all at once, whenever one stops: Robbins' normal mixture ("Statistical
-- methods related to the law of the iterated logarithm", 1970), with the spread as it was seen
-- (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central limit theory and
-- asymptotic confidence sequences"). It is narrowest, for what it promises, at some 50 blocks. What
-- few blocks do not know of their spread is made good by going as far out in Student's distribution
-- as the mixture goes in the normal one, whatever is asked for: so it holds from the fifth block
-- on, and for many measures at once. *Many measures*: by Holm's steps (1979), over all differences
-- of a report.
-- @module carcassonne.lab.statistics

local c_locale = require "carcassonne.base.c_locale"

local statistics = {}

local exp, floor, log, sqrt = math.exp, math.floor, math.log, math.sqrt

-- ---- Student's distribution ---------------------------------------------------------------------

-- Stirling's row for the logarithm of the gamma function; below 8 by its recurrence.
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

-- The continued fraction of the incomplete beta function, by Lentz's way from its beginning.
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

-- The regularised incomplete beta function.
local function beta(x, a, b)
  if x <= 0 then return 0 end
  if x >= 1 then return 1 end
  local front = exp(log_gamma(a + b) - log_gamma(a) - log_gamma(b) + a * log(x) + b * log(1 - x))
  if x < (a + 1) / (a + b + 2) then return front * fraction(x, a, b) / a end
  return 1 - front * fraction(1 - x, b, a) / b
end

--- How likely chance alone goes so far from 0, on either side, in Student's distribution.
---@param t number
---@param freedom integer degrees of freedom
---@return number
---@usage local tail = require("carcassonne.lab.statistics").tail
--- assert(math.abs(tail(2.2281388519649, 10) - 0.05) < 1e-9)
function statistics.tail(t, freedom) return beta(freedom / (freedom + t * t), freedom / 2, 0.5) end

local kept = {}

--- How far from 0 chance alone goes with this probability, on either side.
---@param alpha number
---@param freedom integer degrees of freedom
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

--- A mean over games, from the sums of blocks.
---@class Estimate
---@field mean number of a game
---@field error? number its standard error; nil for fewer than two blocks
---@field blocks integer
---@field games integer

--- The mean of a game, and its standard error from how blocks differ.
---@param sizes integer[] games of each block
---@param sums number[] what was counted in them
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

-- The variance of the mixture for which the row of intervals is narrowest at so many blocks.
local MIXTURE = (-2 * log(ALPHA) + log(-2 * log(ALPHA)) + 1) / NARROWEST

-- Wallace's approximation (1959): how far from 0 in the normal distribution is as rare as `t` in
-- Student's; and back.
local function wallace(freedom) return (8 * freedom + 1) / (8 * freedom + 3) end

local function as_normal(t, freedom) return wallace(freedom) * sqrt(freedom * log(1 + t * t / freedom)) end

local function as_student(z, freedom)
  return sqrt(freedom * (exp((z / wallace(freedom)) ^ 2 / freedom) - 1))
end

local function half_width(estimate, looks, alpha)
  local blocks = estimate.blocks
  if looks == "one" then return estimate.error * statistics.quantile(alpha, blocks - 1) end
  local t = blocks * MIXTURE + 1
  return estimate.error * as_student(sqrt(2 * t / (t - 1) * log(sqrt(t) / alpha)), blocks - 1)
end

-- Where all blocks are alike, no spread was seen. If there is no difference, a block goes either
-- way as likely: all of them go the same way, whichever, in one of so many runs; ever in one run
-- that begins so, too.
local function chance_alike(blocks) return 2 ^ (1 - blocks) end

local FEWEST_BLOCKS = { one = 2, any = 5 }

--- The interval in which the true mean lies in 95 of 100 reports.
---@param estimate Estimate
---@param looks "one"|"any" whether the number of games was fixed before, or the games may end when one likes
---@param alpha? number the share of reports in which it does not; 0.05 by default
---@return number? half the half of its width; nil for too few blocks: fewer than two, or five for any number of looks, or so few that
--- all are alike by chance
function statistics.half(estimate, looks, alpha)
  alpha = alpha or ALPHA
  if estimate.blocks < FEWEST_BLOCKS[looks] or not estimate.error then return nil end
  if estimate.error == 0 and estimate.mean ~= 0 and chance_alike(estimate.blocks) > alpha then return nil end
  return half_width(estimate, looks, alpha)
end

--- How likely chance alone shows such a difference from 0, at one look, or ever at any.
---@param estimate Estimate
---@param looks "one"|"any"
---@return number from 0 to 1; 1 for too few blocks
function statistics.chance(estimate, looks)
  if estimate.blocks < FEWEST_BLOCKS[looks] or not estimate.error or estimate.mean == 0 then return 1 end
  if estimate.error == 0 then return chance_alike(estimate.blocks) end
  local z = estimate.mean / estimate.error
  if looks == "one" then return statistics.tail(z, estimate.blocks - 1) end
  local t = estimate.blocks * MIXTURE + 1
  z = as_normal(z, estimate.blocks - 1)
  return math.min(1, sqrt(t) * exp(-z * z * (t - 1) / (2 * t)))
end

--- Which of many differences are more than chance, where not even one in 20 reports may call a
--- single one so that is not (Holm).
---@param chances number[] as statistics.chance gives them
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

--- How many games an interval needs, by what some have shown.
---@param estimate Estimate of games played
---@param half number the half of the width that is wanted
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
