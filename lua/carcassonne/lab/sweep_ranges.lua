--- Options over ranges: which values there are, what is wished of the game, and which values may
--- still be the nearest to it.
-- @module carcassonne.lab.sweep_ranges

local c_locale = require "carcassonne.base.c_locale"
local options = require "carcassonne.base.options"
local run_plan = require "carcassonne.lab.run_plan"
local statistics = require "carcassonne.lab.statistics"

local sweep_ranges = {}

-- ---- Ranges -------------------------------------------------------------------------------------

local MOST_AXES, MOST_VALUES = 2, 400

--- One option with its values.
---@class Axis
---@field name string
---@field values integer[]

--- Values of the options that vary, and the text with them in place of the ranges.
---@class SweptPoint
---@field text string
---@field at integer[] a value for each axis

local function values_of(name, low, high, step)
  if low > high then
    options.refuse("sweep", ("%s=%d..%d: the first number is the greater one"):format(name, low, high))
  end
  local values = {}
  for value = low, high, step do values[#values + 1] = value end
  return values
end

-- NAME=LOW..HIGH or NAME=LOW..HIGH/STEP.
local function read_axis(name, range)
  local low, high, step = range:match "^(%-?%d+)%.%.(%-?%d+)/?(%d*)$"
  step = tonumber(step ~= "" and step or "1")
  if not low or step < 1 then
    options.refuse("sweep",
      ("'%s=%s' is no range of numbers; expected LOW..HIGH or LOW..HIGH/STEP, as in bonus=0..20"):format(name,
      range))
  end
  return { name = name, values = values_of(name, tonumber(low), tonumber(high), step) }
end

--- The options that a text varies, and all their values together: `my-rule:bonus=0..20`,
--- `tower+small_city=0..4/2`.
---@param text string
---@return Axis[] axes one or two
---@return SweptPoint[] points
---@usage local axes, points = require("carcassonne.lab.sweep_ranges").ranges "my-rule:bonus=0..4/2"
--- assert(axes[1].name == "bonus" and points[3].text == "my-rule:bonus=4")
function sweep_ranges.ranges(text)
  local axes = {}
  local pattern = text:gsub("%%", "%%%%"):gsub("([%a_][%w_]*)=([^,+%s]*%.%.[^,+%s]*)", function(name, range)
    axes[#axes + 1] = read_axis(name, range)
    return name .. "=%d"
  end)
  if #axes == 0 then
    options.refuse("sweep",
      ("'%s' varies nothing; expected an option with a range, as in my-rule:bonus=0..20"):format(text))
  end
  if #axes > MOST_AXES then
    options.refuse("sweep", ("'%s' varies %d options; expected one or two"):format(text, #axes))
  end
  local points = {}
  for _, first in ipairs(axes[1].values) do
    for _, second in ipairs(axes[2] and axes[2].values or { 0 }) do
      local at = { first, axes[2] and second or nil }
      points[#points + 1] = { text = axes[2] and pattern:format(first, second) or pattern:format(first),
        at = at }
    end
  end
  if #points < 2 or #points > MOST_VALUES then
    options.refuse("sweep", ("'%s' has %d values; expected 2 to %d"):format(text, #points, MOST_VALUES))
  end
  return axes, points
end

-- ---- Wishes -------------------------------------------------------------------------------------

--- What is wished of a measure.
---@class Wish
---@field index integer of the measure
---@field measure Counted
---@field target? number in the measure's unit; nil where there is a direction
---@field direction? integer 1 for more, -1 for less

local DIRECTIONS = { more = 1, longer = 1, less = -1, fewer = -1, shorter = -1 }

--- Wishes from words: `seat=even,length=shorter,points=40`.
---@param text string
---@param list Counted[]
---@return Wish[]
function sweep_ranges.wishes(text, list)
  local wishes, keys, by_key = {}, {}, {}
  for i, measure in ipairs(list) do keys[i], by_key[measure.key] = measure.key, i end
  for word in (text .. ","):gmatch "([^,]*)," do
    local key, value = word:match "^%s*([%w_.]+)=([%w.-]+)%s*$"
    if not key then options.refuse("--want", ("'%s' is not MEASURE=VALUE"):format(word)) end
    options.check_name("--want", key, keys, "measure")
    local target = c_locale.tonumber(value) or (key == "seat" and value == "even" and 0) or nil
    if not target and not DIRECTIONS[value] then
      options.refuse("--want",
        ("'%s' is no wish for %s; expected a number, more, less, longer or shorter%s"):format(value, key,
        key == "seat" and ", or even" or ""))
    end
    wishes[#wishes + 1] = { index = by_key[key], measure = list[by_key[key]], target = target,
      direction = DIRECTIONS[value] }
  end
  return wishes
end

-- ---- How far from the wish ----------------------------------------------------------------------

-- Mean and standard deviation of a game.
local function moments(found, index)
  local n, sum, squares = 0, 0, 0
  for _, one in ipairs(found) do
    n, sum, squares = n + one.games, sum + one.arm.sums[index], squares + one.arm.squares[index]
  end
  if n == 0 then return 0, 0 end
  return sum / n, math.sqrt(math.max(squares / n - (sum / n) ^ 2, 0))
end

-- On which side of each wish a value lies: -1 below a number or where more is wished, 1 above it or
-- where less is.
local function sides_of(found, wishes)
  local sides = {}
  for k, wish in ipairs(wishes) do
    local below = wish.target and moments(found, wish.index) < wish.target * wish.measure.scale
    sides[k] = wish.target and (below and -1 or 1) or -wish.direction
  end
  return sides
end

-- The wish as a weighted sum of what is counted, for a value on these sides: weight and offset of
-- each measure.
local function weights_of(wishes, spreads, sides)
  local weights = {}
  for k, wish in ipairs(wishes) do
    weights[k] = { index = wish.index, weight = spreads[k] > 0 and sides[k] / spreads[k] or 0,
      offset = wish.target and wish.target * wish.measure.scale or 0 }
  end
  return weights
end

local function block_score(one, weights)
  local sum = 0
  for _, part in ipairs(weights) do
    sum = sum + part.weight * (one.arm.sums[part.index] - one.games * part.offset)
  end
  return sum
end

--- How values of the options stand to the wishes.
---@class Standing
---@field arm integer
---@field distance number from what is wished, in spreads of a game; of directions: lower is better, 0 means nothing
---@field half? number half of the 95 % interval of its difference from the best one, over all that are asked about; nil for the best
---@field behind number how much farther than the best one
---@field out boolean it is farther by more than chance

-- Sizes and scores of the blocks that two values have both played.
local function paired(found, best, weights, best_weights)
  local by_block, sizes, sums = {}, {}, {}
  for _, one in ipairs(best) do by_block[one.block] = one end
  for _, one in ipairs(found) do
    local other = by_block[one.block]
    if other and other.games == one.games then
      sizes[#sizes + 1], sums[#sums + 1] = one.games,
        block_score(one, weights) - block_score(other, best_weights)
    end
  end
  return sizes, sums
end

-- All sides on which a value may lie in truth. Of a direction there is one.
local function all_sides(wishes)
  local list = { {} }
  for k, wish in ipairs(wishes) do
    local longer = {}
    for _, sides in ipairs(list) do
      for _, side in ipairs(wish.target and { -1, 1 } or { -wish.direction }) do
        local one = {}
        for i = 1, k - 1 do one[i] = sides[i] end
        one[k] = side
        longer[#longer + 1] = one
      end
    end
    list = longer
  end
  return list
end

local ALPHA = 0.05

--- Holds values against the wishes, and against the one that stands best. However often one asks,
--- not even one in 20 runs puts one out that is as near as the best.
---- On which side of a number a value lies is not known for sure either, and what chance does to all alike moves the one nearer and
---- the other away. So a value is out only if it is farther than the best on whichever side that lies.
---@param list Block[]
---@param count integer how many values there are
---@param wishes Wish[]
---@return Standing[] by value
---@return integer best
function sweep_ranges.standings(list, count, wishes)
  local found, spreads, standings, best, weights = {}, {}, {}, nil, {}
  for arm = 1, count do found[arm] = run_plan.of_arm(list, arm) end
  for k, wish in ipairs(wishes) do spreads[k] = select(2, moments(found[1], wish.index)) end
  for arm = 1, count do
    weights[arm] = weights_of(wishes, spreads, sides_of(found[arm], wishes))
    local sum, games = 0, 0
    for _, one in ipairs(found[arm]) do
      sum, games = sum + block_score(one, weights[arm]), games + one.games
    end
    standings[arm] = { arm = arm, distance = games > 0 and sum / games or math.huge, behind = 0, out = false }
  end
  for arm = 1, count do
    if not best or standings[arm].distance < standings[best].distance then best = arm end
  end
  local sides = all_sides(wishes)
  local alpha = ALPHA / (count - 1) / math.max(1, #sides / 2)
  local function difference(arm, best_weights)
    local estimate = statistics.estimate(paired(found[arm], found[best], weights[arm], best_weights))
    return estimate.mean, statistics.half(estimate, "any", alpha)
  end
  for arm, one in ipairs(standings) do
    if arm ~= best then
      one.behind, one.half = difference(arm, weights[best])
      one.out = true
      for _, each in ipairs(sides) do
        local mean, half = difference(arm, weights_of(wishes, spreads, each))
        one.out = one.out and half ~= nil and mean - half > 0
      end
    end
  end
  return standings, best
end

return sweep_ranges
