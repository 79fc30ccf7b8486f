--- Sums up a comparison in one or two sentences: how all points change, whether games become closer
--- or longer, who gains, and whether this is more than chance.
-- @module carcassonne.lab.summary

local number_text = require "carcassonne.lab.number_text"
local ranking = require "carcassonne.lab.ranking"
local words = require "carcassonne.describe.words"

local summary = {}

---@alias Certainty "clear"|"unclear"|"unchanged"

-- The aspects after the points: the measure, what is said of a clear difference above 0 (`more`) or
-- below 0 (`less`), and the name of the aspect without a clear difference.
local ASPECTS = {
  { key = "won", more = "the players win more often (%s more games in 100)",
    less = "the players win less often (%s fewer games in 100)", name = "games won" },
  { key = "lead", more = "games are more lopsided (the winner leads by %s more points)",
    less = "games are closer (the winner leads by %s fewer points)", name = "the winner's lead" },
  { key = "length", more = "games are longer (%s more turns)", less = "games are shorter (%s fewer turns)",
    name = "the number of turns" },
  { key = "seat", more = "the first player gains on the last (by %s wins in 100 games)",
    less = "the last player gains on the first (by %s wins in 100 games)",
    name = "the balance between the first and the last player" },
}

-- The ends of the sentence about all points, and the beginnings of the sentences about the aspects.
local POINTS = { clear = "%s in all (%s instead of %s): a clear change.",
  unclear = "%s in all (%s instead of %s), which may be chance.",
  unchanged = "The points of all players do not change." }
local GROUPS = { { "clear", "Clear changes: %s." }, { "unclear", "No clear change in %s." },
  { "unchanged", "No change in %s." } }

local NOTHING = "No differences: the points and the winner are the same in %s."

-- Returns how certain a difference is.
local function certainty(change)
  return change.sure and "clear" or ranking.is_same(change) and "unchanged" or "unclear"
end

-- Returns the measure of a report with a key.
local function measure_of(report, key)
  for _, measure in ipairs(report.measures) do
    if measure.key == key then return measure end
  end
end

-- Returns the size of a difference, as it is printed.
local function size_of(measure, change)
  return number_text.plain(math.abs(change.difference), measure.digits)
end

-- Returns the sentence about all points.
local function points_text(report, change, measure)
  local of, digits = change.of.points, measure.digits
  local function mean(arm) return number_text.plain(report.arms[arm].shown.points.mean, digits) end
  local says = (of.difference < 0 and measure.less or measure.more):format(size_of(measure, of))
  return POINTS[certainty(of)]:format(says, mean(change.arm), mean(change.against))
end

--- Returns whether games under two sets of rules are equal in all measures.
---@param change ReportChange
---@return boolean
function summary.is_unchanged(change)
  if change.other_points > 0 or change.other_winner > 0 then return false end
  for _, of in pairs(change.of) do
    if not ranking.is_same(of) then return false end
  end
  return true
end

--- Returns whether a report has comparisons, all without any difference.
---@param report Report
---@return boolean
function summary.changes_nothing(report)
  for _, change in ipairs(report.changes) do
    if not summary.is_unchanged(change) then return false end
  end
  return #report.changes > 0
end

--- Returns the sentences: about all points, about clear changes of the games, and about those that
--- are not clear.
---@param report Report
---@param change ReportChange
---@return string[]
function summary.of(report, change)
  if summary.is_unchanged(change) then return { NOTHING:format(words.count(report.games, "game")) } end
  local list, groups = {}, { clear = {}, unclear = {}, unchanged = {} }
  local points = measure_of(report, "points")
  if points then list[1] = points_text(report, change, points) end
  for _, aspect in ipairs(ASPECTS) do
    local measure, of = measure_of(report, aspect.key), change.of[aspect.key]
    local kind = measure and certainty(of)
    -- the difference from a game that is not cooperative is 0
    if measure and not (measure.cooperative and kind == "unchanged") then
      local says = of.difference < 0 and aspect.less or aspect.more
      table.insert(groups[kind], kind == "clear" and says:format(size_of(measure, of)) or aspect.name)
    end
  end
  local rest = {}
  for _, group in ipairs(GROUPS) do
    local texts = groups[group[1]]
    if #texts > 0 then rest[#rest + 1] = group[2]:format(table.concat(texts, "; ")) end
  end
  list[#list + 1] = #rest > 0 and table.concat(rest, " ") or nil
  return list
end

return summary
