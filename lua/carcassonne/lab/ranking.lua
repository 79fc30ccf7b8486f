--- Ranks the differences of a report by their size, in groups: clear ones first.
--
-- The size of a difference is relative to how much the measure differs between games under equal
-- rules. Differences of measures with other units can therefore be compared.
-- @module carcassonne.lab.ranking

local c_locale = require "carcassonne.base.c_locale"
local square = require("carcassonne.lab.statistics").square

local ranking = {}

--- The difference of a measure, and its size.
---@class RankedDifference
---@field measure Counted
---@field change Change
---@field size number absolute difference in standard deviations of a game; infinite if these are 0

---@alias DifferenceGroup "clear"|"perhaps"|"unclear"

--- The groups, in order: clear differences; differences whose interval excludes 0 although they are
--- not clear; all others.
---@type DifferenceGroup[]
ranking.groups = { "clear", "perhaps", "unclear" }

--- The groups that a page shows unfolded, and in a plot.
---@type DifferenceGroup[]
ranking.unfolded = { "clear", "perhaps" }

--- Returns whether a difference is 0 in every block.
---@param change Change
---@return boolean
function ranking.is_same(change) return change.difference == 0 and (change.half or 0) == 0 end

-- Returns whether the interval excludes 0, with its ends rounded as they are printed.
local function excludes_0(change, digits)
  return change.half ~= nil and (math.abs(change.difference) - change.half) * 10 ^ digits >= 0.5
end

local function group_of(measure, change)
  return change.sure and "clear" or excludes_0(change, measure.digits) and "perhaps" or "unclear"
end

--- Returns a difference in standard deviations of a game.
---@param value number the difference, or half the width of its interval
---@param one Shown
---@param other Shown
---@return number
function ranking.relative(value, one, other)
  local spread = math.sqrt((square(one.spread or 0) + square(other.spread or 0)) / 2)
  return value == 0 and 0 or value / spread
end

-- Returns the values of a measure as a text, which measures with equal games have in common.
local function values_of(change, one, other)
  local half, spread = change.half or -1, other.spread or -1
  return c_locale.format("%.9g %.9g %.9g %.9g %.9g", one.mean, other.mean, change.difference, half, spread)
end

-- Returns the measures of a report without those that repeat another one. A label of a script
-- replaces the sum of its points.
local function different(report, change, one, other)
  local list, places = {}, {}
  for _, measure in ipairs(report.measures) do
    local values = values_of(change.of[measure.key], one[measure.key], other[measure.key])
    local place = ranking.is_same(change.of[measure.key]) and #list + 1 or places[values] or #list + 1
    if place > #list or measure.use then list[place] = measure end
    places[values] = place
  end
  return list
end

--- Returns the differences of a change by group, the largest ones first. Measures whose values
--- repeat those of another measure are omitted.
---@param report Report
---@param change table a change in the report
---@return table<DifferenceGroup, RankedDifference[]>
function ranking.of(report, change)
  local one, other = report.arms[change.against].shown, report.arms[change.arm].shown
  local found, order = { clear = {}, perhaps = {}, unclear = {} }, {}
  for i, measure in ipairs(different(report, change, one, other)) do
    local difference, key = change.of[measure.key], measure.key
    order[measure] = i
    table.insert(found[group_of(measure, difference)], { measure = measure, change = difference,
      size = math.abs(ranking.relative(difference.difference, one[key], other[key])) })
  end
  for _, list in pairs(found) do
    c_locale.sort(list, function(a, b)
      if a.size ~= b.size then return a.size > b.size end
      return order[a.measure] < order[b.measure]
    end)
  end
  return found
end

return ranking
