--- Ranges of options and targets: parses both, and finds the values that may be the closest to the
--- targets.
-- @module carcassonne.lab.sweep_ranges

local c_locale = require "carcassonne.base.c_locale"
local options = require "carcassonne.base.options"
local run_plan = require "carcassonne.lab.run_plan"
local statistics = require "carcassonne.lab.statistics"

local sweep_ranges = {}

-- ---- Ranges -------------------------------------------------------------------------------------

local MOST_AXES, MOST_VALUES = 2, 400
local NO_SECOND_AXIS = { 0 } -- stands for the values of a missing second axis
local BOTH_SIDES = { -1, 1 } -- the two sides of a target

--- An option with its values.
---@class Axis
---@field name string
---@field values integer[]

--- A combination of values of the varied options, and the rules with these values.
---@class SweptPoint
---@field text string
---@field at integer[] value on each axis

local function values_of(name, low, high, step)
  if low > high then
    options.refuse("sweep", ("%s=%d..%d: expected the lower number first"):format(name, low, high))
  end
  local values = {}
  for value = low, high, step do values[#values + 1] = value end
  return values
end

-- Parses NAME=LOW..HIGH or NAME=LOW..HIGH/STEP.
local function read_axis(name, range)
  local low, high, step = range:match "^(%-?%d+)%.%.(%-?%d+)/?(%d*)$"
  step = tonumber(step ~= "" and step or "1")
  if not low or step < 1 then
    options.refuse("sweep",
      ("'%s=%s' is not a range; expected LOW..HIGH or LOW..HIGH/STEP, as in bonus=0..20"):format(name,
      range))
  end
  return { name = name, values = values_of(name, tonumber(low), tonumber(high), step) }
end

--- Returns the varied options in a text, and all combinations of their values:
--- `my-rule:bonus=0..20`, `tower+small_city=0..4/2`.
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
      ("'%s' has no range; expected an option with a range, as in my-rule:bonus=0..20"):format(text))
  end
  if #axes > MOST_AXES then
    options.refuse("sweep", ("'%s' varies %d options; expected one or two"):format(text, #axes))
  end
  local points = {}
  for _, first in ipairs(axes[1].values) do
    for _, second in ipairs(axes[2] and axes[2].values or NO_SECOND_AXIS) do
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

-- ---- Targets ------------------------------------------------------------------------------------

--- A target for a measure.
---@class Wish
---@field index integer of the measure
---@field measure Counted
---@field target? number in the measure's unit; nil for a direction
---@field direction? integer 1 for more, -1 for less

local DIRECTIONS = { more = 1, longer = 1, less = -1, fewer = -1, shorter = -1 }

--- Parses targets: `seat=even,length=shorter,points=40`.
---@param text string
---@param list Counted[]
---@return Wish[]
function sweep_ranges.wishes(text, list)
  local wishes, keys, by_key = {}, {}, {}
  for i, measure in ipairs(list) do keys[i], by_key[measure.key] = measure.key, i end
  for word in (text .. ","):gmatch "([^,]*)," do
    local key, value = word:match "^%s*([%w_.]+)=([%w.-]+)%s*$"
    if not key then
      options.refuse("--want", ("'%s' is not a target; expected MEASURE=VALUE, as in points=40"):format(word))
    end
    options.check_name("--want", key, keys, "measure")
    local target = c_locale.tonumber(value) or (key == "seat" and value == "even" and 0) or nil
    if not target and not DIRECTIONS[value] then
      options.refuse("--want",
        ("'%s' is not a target for %s; expected a number, or one of the words 'more', 'less', 'longer' and "
          .. "'shorter'%s"):format(value, key,
        key == "seat" and ", or the word 'even'" or ""))
    end
    wishes[#wishes + 1] = { index = by_key[key], measure = list[by_key[key]], target = target,
      direction = DIRECTIONS[value] }
  end
  return wishes
end

-- ---- Distance from the target -------------------------------------------------------------------

-- Returns the mean and the standard deviation of a game.
local function moments(found, index)
  local n, sum, squares = 0, 0, 0
  for _, one in ipairs(found) do
    n, sum, squares = n + one.games, sum + one.arm.sums[index], squares + one.arm.squares[index]
  end
  if n == 0 then return 0, 0 end
  return sum / n, math.sqrt(math.max(squares / n - statistics.square(sum / n), 0))
end

-- Returns the side of each target on which a value lies: -1 below the number or for `more`, 1 above
-- the number or for `less`.
local function sides_of(found, wishes)
  local sides = {}
  for k, wish in ipairs(wishes) do
    local below = wish.target and moments(found, wish.index) < wish.target * wish.measure.scale
    sides[k] = wish.target and (below and -1 or 1) or -wish.direction
  end
  return sides
end

-- Returns the distance from the targets as a weighted sum of counts, for a value on these sides:
-- the weight and the offset of each measure.
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

--- The rank of a value by its distance from the targets.
---@class Standing
---@field arm integer
---@field distance number in standard deviations of a game; distances with directions can only be compared
---@field half? number half the width of the corrected 95 % interval of `behind`; nil for the best value
---@field behind number distance minus that of the best value
---@field out boolean whether it is clearly farther than the best value

-- Returns the sizes and the scores of the blocks that two values have both played.
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

-- Returns all possible sides of the true value. A direction has only one side.
local function all_sides(wishes)
  local list = { {} }
  for k, wish in ipairs(wishes) do
    local longer = {}
    for _, sides in ipairs(list) do
      for _, side in ipairs(wish.target and BOTH_SIDES or { -wish.direction }) do
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

--- Ranks values by their distance from the targets, and compares them with the best value. The
--- comparison is valid at any time: in 95 % of runs no value that is as close as the best one is
--- ever marked `out`. The best value may truly be on either side of a target, and common random
--- numbers affect values on opposite sides differently. So a value is marked `out` only if it is
--- farther away for each possible side.
---@param list Block[]
---@param count integer number of values
---@param wishes Wish[]
---@return Standing[] standings one for each value
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
