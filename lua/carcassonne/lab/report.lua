--- Computes the report of blocks of games: means with intervals, and the difference of each other
--- set of rules from the first one.
-- @module carcassonne.lab.report

local c_locale = require "carcassonne.base.c_locale"
local compat = require "carcassonne.base.compat"
local measures = require "carcassonne.lab.measures"
local run_plan = require "carcassonne.lab.run_plan"
local statistics = require "carcassonne.lab.statistics"
local summary = require "carcassonne.lab.summary"
local uses = require "carcassonne.lab.uses"

local report = {}

local GAMES_CHANGED = { "other_points", "other_winner" } -- counts of games, reported in per cent

--- The subject of a report.
---@class ReportAbout
---@field rules ReportRules[] the sets of rules
---@field sides integer[][] players of each side
---@field looks "one"|"any" one: the number of games was fixed in advance; any: the run may stop at any time

--- A set of rules to be reported.
---@class ReportRules : RuleFacts
---@field label string its name
---@field against? integer the index of the set with which it is compared; 1 by default

--- The value of a measure under one set of rules, in its unit. Shares are in per cent.
---@class Shown
---@field mean number
---@field half? number half the width of the 95 % confidence interval; nil for too few blocks
---@field spread? number standard deviation of a game; nil for fewer than two games

--- The difference of a measure between two sets of rules.
---@class Change
---@field difference number
---@field half? number half the width of the 95 % confidence interval
---@field chance number p-value
---@field sure boolean whether it is clear: significant at 5 % after Holm's correction

--- A set of rules in a report. The histograms are lists of {lowest value of a bin, count}, in order
--- of the values.
---@class ReportArm : RuleFacts
---@field label string
---@field games integer
---@field shown table<string, Shown>
---@field points integer[][] histogram
---@field leads integer[][] histogram
---@field uses Use[]

--- The differences between a set of rules and the set with which it is compared.
---@class ReportChange
---@field arm integer index of the set of rules
---@field against integer index of the other set
---@field of table<string, Change> by the key of a measure
---@field other_points number per cent of the games whose points differ
---@field other_winner number per cent of the games whose winner differs
---@field summary string[] one or two sentences (carcassonne.lab.summary)

---@class Report
---@field games integer
---@field looks "one"|"any"
---@field players integer number of players of a game
---@field measures Counted[] measures with a value in at least one game
---@field arms ReportArm[]
---@field changes ReportChange[] for each set of rules except the first one
---@field comparisons integer number of differences in Holm's correction: all except those that are 0 in every game
---@field failed FailedGame[]

-- Returns the sum of a measure over a block, and the sum of its squares.
local function sums_of(arm, measure)
  if not measure.use then return arm.sums[measure.index], arm.squares[measure.index] end
  local counts = arm.uses[measure.use]
  return counts and counts.points or 0, counts and counts.squares or 0
end

local function column(found, measure)
  local sizes, sums = {}, {}
  for i, one in ipairs(found) do sizes[i], sums[i] = one.games, (sums_of(one.arm, measure)) end
  return sizes, sums
end

local function spread_of(found, measure)
  local n, sum, squares = 0, 0, 0
  for _, one in ipairs(found) do
    local more, more_squares = sums_of(one.arm, measure)
    n, sum, squares = n + one.games, sum + more, squares + more_squares
  end
  return n > 1 and math.sqrt(math.max(squares / n - statistics.square(sum / n), 0)) or nil
end

-- Converts a number to the unit of its measure; nil stays nil.
local function scaled(value, measure) return value and value / measure.scale end

local function shown_of(found, list, looks)
  local shown = {}
  for _, measure in ipairs(list) do
    local estimate = statistics.estimate(column(found, measure))
    shown[measure.key] = { mean = estimate.mean / measure.scale,
      half = scaled(statistics.half(estimate, looks), measure),
      spread = scaled(spread_of(found, measure), measure) }
  end
  return shown
end

-- Returns the bins of a histogram as a list of {lowest value, count}, in order of the values.
local function bins_of(found, key)
  local sums, list = {}, {}
  for _, one in ipairs(found) do
    for bin, n in pairs(one.arm[key]) do sums[bin] = (sums[bin] or 0) + n end
  end
  for bin, n in pairs(sums) do list[#list + 1] = { compat.math.tointeger(tonumber(bin)), n } end
  c_locale.sort(list, function(a, b) return a[1] < b[1] end)
  return list
end

-- Returns the sums of two sets of rules, for the blocks that both have played.
local function pairs_of(found, first)
  local by_block, list = {}, {}
  for _, one in ipairs(first) do by_block[one.block] = one end
  for _, one in ipairs(found) do
    local other = by_block[one.block]
    if other and other.games == one.games then
      list[#list + 1] = { games = one.games, one = one.arm, other = other.arm }
    end
  end
  return list
end

local function difference_in(pairs_found, measure)
  local sizes, sums = {}, {}
  for i, pair in ipairs(pairs_found) do
    sizes[i], sums[i] = pair.games, (sums_of(pair.one, measure)) - (sums_of(pair.other, measure))
  end
  return statistics.estimate(sizes, sums)
end

--- Estimates the difference between two sets of rules from the blocks that both have played, or the
--- mean of one set, in the unit of the sums.
---@param list Block[]
---@param arm integer
---@param other integer? nil for the mean of `arm`
---@param index integer index of the measure
---@return Estimate
function report.difference(list, arm, other, index)
  local found, measure = run_plan.of_arm(list, arm), { index = index }
  if not other then return statistics.estimate(column(found, measure)) end
  return difference_in(pairs_of(found, run_plan.of_arm(list, other)), measure)
end

local function no_change() return { difference = 0, half = 0, chance = 1 } end

-- Returns whether one of two sets of rules has no value for a measure, since it is not cooperative.
local function is_of_one(pairs_found, measure, list)
  local one, other = 0, 0
  for i, counted in ipairs(measure.cooperative and list or {}) do
    for _, pair in ipairs(counted.cooperative and pairs_found or {}) do
      one, other = one + pair.one.sums[i], other + pair.other.sums[i]
    end
  end
  return measure.cooperative and (one == 0 or other == 0)
end

local function add_change(change, pairs_found, list, looks)
  local games = 0
  change.of, change.other_points, change.other_winner = {}, 0, 0
  for _, pair in ipairs(pairs_found) do
    games = games + pair.games
    change.other_points = change.other_points + pair.one.other_points
    change.other_winner = change.other_winner + pair.one.other_winner
  end
  for _, key in ipairs(GAMES_CHANGED) do
    change[key] = games > 0 and 100 * change[key] / games or 0
  end
  for _, measure in ipairs(list) do
    local estimate = difference_in(pairs_found, measure)
    change.of[measure.key] = { difference = estimate.mean / measure.scale,
      half = scaled(statistics.half(estimate, looks), measure),
      chance = statistics.chance(estimate, looks) }
    if is_of_one(pairs_found, measure, list) then change.of[measure.key] = no_change() end
  end
end

-- Applies Holm's correction to all comparisons and returns their number. A difference that is 0 in
-- every game does not count.
local function mark_sure(changes)
  local list, chances = {}, {}
  for _, change in ipairs(changes) do
    for _, one in pairs(change.of) do
      one.sure = false
      if one.chance < 1 then list[#list + 1] = one end
    end
  end
  c_locale.sort(list, function(a, b) return a.chance < b.chance end)
  for i, one in ipairs(list) do chances[i] = one.chance end
  for i, sure in ipairs(statistics.holm(chances)) do list[i].sure = sure end
  return #list
end

-- Returns the measures that have a value under any set of rules.
local function seen(list, found)
  local left = {}
  for _, measure in ipairs(list) do
    for _, arm in ipairs(found) do
      local any = false
      for _, one in ipairs(arm) do any = any or select(2, sums_of(one.arm, measure)) > 0 end
      if any then
        left[#left + 1] = measure
        break
      end
    end
  end
  return left
end

-- Adds a measure for each label that scripts give to points under any set of rules.
local function add_labels(list, found, sides)
  local known, keys = {}, {}
  for _, arm in ipairs(found) do
    for _, one in ipairs(arm) do
      for key in pairs(one.arm.uses or {}) do
        local kind, name = uses.parts(key)
        if kind == "points" and name ~= uses.UNLABELLED and not known[key] then
          known[key], keys[#keys + 1] = name, key
        end
      end
    end
  end
  c_locale.sort(keys)
  for _, key in ipairs(keys) do list[#list + 1] = measures.of_label(known[key], key, sides) end
end

local function failures(list)
  local failed = {}
  for _, block in ipairs(list) do
    for _, one in ipairs(block.failed) do failed[#failed + 1] = one end
  end
  c_locale.sort(failed, function(a, b)
    if a.game == b.game then return a.arm < b.arm end
    return a.game < b.game
  end)
  return failed
end

local function players_of(sides)
  local count = 0
  for _, side in ipairs(sides) do count = count + #side end
  return count
end

--- Returns the report of blocks. The report does not depend on the order of the blocks: all digits
--- are equal.
---@param about ReportAbout
---@param list Block[]
---@return Report
function report.of(about, list)
  local all, found = measures.list(about.sides), {}
  for i in ipairs(about.rules) do found[i] = run_plan.of_arm(list, i) end
  add_labels(all, found, about.sides)
  local made = { looks = about.looks, players = players_of(about.sides), arms = {}, changes = {},
    failed = failures(list) }
  for i, rules in ipairs(about.rules) do
    local games = 0
    for _, one in ipairs(found[i]) do games = games + one.games end
    made.arms[i] = { label = rules.label, games = games, shown = shown_of(found[i], all, about.looks),
      points = bins_of(found[i], "points"),
      leads = bins_of(found[i], "leads"), uses = uses.of(found[i]),
      contains = rules.contains, worths = rules.worths, foresight = rules.foresight, ranges = rules.ranges,
      idle_parts = rules.idle_parts }
    if i > 1 then made.changes[i - 1] = { arm = i, against = rules.against or 1 } end
  end
  for _, change in ipairs(made.changes) do
    add_change(change, pairs_of(found[change.arm], found[change.against]), all, about.looks)
  end
  made.comparisons = mark_sure(made.changes)
  made.measures, made.games = seen(all, found), made.arms[1].games
  for _, change in ipairs(made.changes) do change.summary = summary.of(made, change) end
  return made
end

--- Plays games under one or several sets of rules and reports them.
---@param given PlanOptions the options of a plan, with the number of games
---@param step? fun() called after each game
---@param seconds? number limit of processor time; at least two blocks are played
---@return Report
---@usage local arms = { { label = "standard", game = carcassonne.game() } }
--- local shown = require("carcassonne.lab.report").measure({ arms = arms, games = 2
--- }).arms[1].shown assert(shown.tiles.mean > 60)
function report.measure(given, step, seconds)
  local plan, list, began = run_plan.plan(given), {}, os.clock()
  for number = 1, plan.games / plan.size do
    if seconds and number > 2 and os.clock() - began > seconds then break end
    list[number] = plan:play(number, { step = step })
  end
  return report.of({ rules = plan.arms, sides = plan.sides, looks = "one" }, list)
end

return report
