--- Formats a report as sentences, as a table, and as CSV.
-- @module carcassonne.lab.report_text

local csv = require "carcassonne.text.csv"
local measures = require "carcassonne.lab.measures"
local number_text = require "carcassonne.lab.number_text"
local ranking = require "carcassonne.lab.ranking"
local style = require "carcassonne.text.style"
local suggestions = require "carcassonne.lab.suggestions"
local summary = require "carcassonne.lab.summary"
local tables = require "carcassonne.text.table"
local terms = require "carcassonne.lab.terms"
local uses_text = require "carcassonne.lab.uses_text"
local words = require "carcassonne.describe.words"

local report_text = {}

local UNICODE = style.new { unicode = true }

-- ---- Numbers ------------------------------------------------------------------------------------

local number, signed = number_text.plain, number_text.signed

-- Returns the number of digits that a small number needs to show a digit other than 0, at most
-- four.
local function digits_for(value, digits)
  while digits < 4 and value ~= 0 and math.abs(value) < 0.5 * 10 ^ (1 - digits) do digits = digits + 1 end
  return digits
end

-- ---- Words --------------------------------------------------------------------------------------

--- Returns a difference as a sentence: "The second player wins 3.1 more games in 100 (95 % interval
--- 1.2 to 5.0)."
---@param measure Counted
---@param change Change
---@return string
function report_text.sentence(measure, change)
  local size, half = math.abs(change.difference), change.half
  local digits = digits_for(size, measure.digits)
  local text = (change.difference < 0 and measure.less or measure.more):format(number(size, digits))
  if not half then return text .. " (too few games for an interval)." end
  if half == 0 then return text .. " in each block of games." end
  return ("%s (95 %% interval %s to %s)."):format(text, number(size - half, digits),
    number(size + half, digits))
end

-- Returns whether a change is between bots, not between rules.
local function is_of_bots(report, change)
  local labels = report.arms[change.arm].label .. " " .. report.arms[change.against].label
  return labels:find("bot=", 1, true) ~= nil
end

-- Returns a sentence for each clear difference, the largest ones first. What to try with the
-- rules follows the first of the sentences with the same suggestion. A difference that follows from
-- another one has no suggestion.
local function clear_sentences(report, change, found)
  local list, tried, is_bot = {}, {}, is_of_bots(report, change)
  for i, ranked in ipairs(found) do
    local try = suggestions.of(report, change, ranked.measure)
    local reason = suggestions.reason(change, ranked.measure)
    list[i] = report_text.sentence(ranked.measure, ranked.change)
    if reason then
      list[i] = list[i] .. " " .. reason
    elseif try and not is_bot and not tried[try] then
      list[i], tried[try] = list[i] .. " " .. try, true
    end
  end
  return list
end

--- Returns the findings as sentences: the clear differences, each with what to try, and the
--- number of the other measures.
---@param report Report
---@param change ReportChange
---@return string[]
function report_text.sentences(report, change)
  local found = ranking.of(report, change)
  local list, others = clear_sentences(report, change, found.clear), #found.perhaps + #found.unclear
  if summary.is_unchanged(change) then
    return is_of_bots(report, change) and {} or { suggestions.UNCHANGED }
  end
  if #list == 0 then
    return { ("No clear differences in %s. %s"):format(words.count(report.games, "game"),
      suggestions.UNCLEAR) }
  end
  if others > 0 then
    list[#list + 1] = ("No clear difference in %s."):format(words.count(others, "other measure"))
  end
  return list
end

local function add(list, more)
  for _, line in ipairs(more) do list[#list + 1] = line end
  return list
end

--- Returns the first sentences about a change: what never came up, and the summary.
---@param report Report
---@param change ReportChange
---@return string[]
function report_text.opening(report, change)
  return add(uses_text.never(report.arms[change.arm]), change.summary)
end

--- Returns the other sentences about a change: about uses, about the bots, and the findings.
---@param report Report
---@param change ReportChange
---@return string[]
function report_text.findings(report, change)
  return add(uses_text.others(report.arms[change.arm]), report_text.sentences(report, change))
end

--- Returns a sentence with the shares of games whose points and whose winner are not the same as
--- under the rules with which it is compared.
---@param change table
---@return string
function report_text.games_changed(change)
  return ("Game by game, the points differ in %s %% of the games, and the winner in %s %%; "
    .. "one changed decision changes the rest of a game."):format(number(change.other_points, 1),
    number(change.other_winner, 1))
end

-- Returns whether any set of rules has an interval.
local function has_intervals(report)
  for _, arm in ipairs(report.arms) do
    for _, shown in pairs(arm.shown) do
      if shown.half then return true end
    end
  end
  return false
end

local function no_intervals(report)
  return ("There are no confidence intervals, because %s %s too few."):format(
    words.count(report.games, "game"), report.games == 1 and "is" or "are")
end

local function plus_minus(look) return look:pick("±", "+-") end

--- Returns the meaning of the terms of a report: of its intervals, or the reason why it has none.
---@param report Report
---@param look? Style
---@return string[]
function report_text.method(report, look)
  if summary.changes_nothing(report) then return {} end
  local list = { has_intervals(report) and terms.INTERVAL[report.looks] or no_intervals(report) }
  if report.comparisons > 0 and has_intervals(report) then
    list[2] = terms.star(report.comparisons)
  elseif #report.changes == 0 then
    if has_intervals(report) then list[2] = terms.HALF:format(plus_minus(look or UNICODE)) end
    list[#list + 1] = report.games > 1 and terms.SPREAD or nil
  end
  return list
end

--- Returns the order of the differences, for reports with a comparison.
---@param report Report
---@return string[]
function report_text.order(report)
  return #report.changes > 0 and not summary.changes_nothing(report) and { terms.ORDER } or {}
end

-- ---- The tables ---------------------------------------------------------------------------------

local function label_of(measure, name) return name .. (measure.share and " %" or "") end

-- Returns the cells for the difference, both ends of its interval, and the star of a clear
-- difference.
local function change_cells(change, digits)
  if ranking.is_same(change) then return "-", "", "", "" end
  if not change.half then return signed(change.difference, digits), "", "", "" end
  return signed(change.difference, digits), signed(change.difference - change.half, digits),
    signed(change.difference + change.half, digits), change.sure and "*" or ""
end

--- The headings of the groups of differences.
---@type table<DifferenceGroup, string>
report_text.HEADINGS = { clear = "clear differences", perhaps = "perhaps by chance",
  unclear = "no clear difference" }

--- Returns the rows of a table of two sets of rules, by group, the largest differences first.
---@param report Report
---@param change ReportChange
---@return string[] headings
---@return table<DifferenceGroup, string[][]> rows
function report_text.compared(report, change)
  local first, other, rows = report.arms[change.against], report.arms[change.arm], {}
  for group, list in pairs(ranking.of(report, change)) do
    rows[group] = {}
    for i, ranked in ipairs(list) do
      local measure, digits = ranked.measure, ranked.measure.digits
      rows[group][i] = { label_of(measure, measures.name(measure)),
        number(first.shown[measure.key].mean, digits), number(other.shown[measure.key].mean, digits),
        change_cells(ranked.change, digits) }
    end
  end
  return { "", first.label, other.label, "difference", "from", "to", "" }, rows
end

-- Returns the rows of report_text.compared with a heading before each group, except if there is
-- only one group.
local function compared_rows(report, change)
  local headings, groups = report_text.compared(report, change)
  local rows, count = { headings }, 0
  for _, group in ipairs(ranking.groups) do count = count + (#groups[group] > 0 and 1 or 0) end
  for _, group in ipairs(ranking.groups) do
    if #groups[group] > 0 and count > 1 then rows[#rows + 1] = { report_text.HEADINGS[group] .. ":" } end
    for _, row in ipairs(groups[group]) do rows[#rows + 1] = row end
  end
  return rows
end

local function uncertain(shown, digits, look)
  if not shown.half then return number(shown.mean, digits) end
  return ("%s %s %s"):format(number(shown.mean, digits), plus_minus(look), number(shown.half, digits))
end

--- Returns a table of the measures of the first set of rules.
---@param report Report
---@param look? Style
---@return string[][] rows headings first
function report_text.rows(report, look)
  local rows = { { "", "mean", "spread" } }
  for i, measure in ipairs(report.measures) do
    local shown, digits = report.arms[1].shown[measure.key], measure.digits
    rows[i + 1] = { label_of(measure, measure.label), uncertain(shown, digits, look or UNICODE),
      shown.spread and number(shown.spread, digits) or "-" }
  end
  return rows
end

--- Returns a table as lines: of two sets of rules, or of the first set alone.
---@param report Report
---@param change? table a change in the report
---@param given? {style?:Style}
---@return string[] lines
function report_text.table(report, change, given)
  local look = given and given.style or style.new {}
  return tables.lines(change and compared_rows(report, change) or report_text.rows(report, look),
    { heading = true, style = look })
end

-- ---- The report ---------------------------------------------------------------------------------

local MAX_FAILED = 5

--- Returns the errors of games, as lines.
---@param report Report
---@return string[]
function report_text.failed(report)
  local list = {}
  if #report.failed == 0 then return list end
  list[1] = ("%s could not be played to the end and %s excluded from all sets of rules:"):format(
    words.count(#report.failed, "game"),
    #report.failed == 1 and "is" or "are")
  for i = 1, math.min(#report.failed, MAX_FAILED) do
    local one = report.failed[i]
    list[#list + 1] = ("  game %d, %s: %s"):format(one.game, report.arms[one.arm].label, one.message)
  end
  if #report.failed > MAX_FAILED then
    list[#list + 1] = ("  and %d more"):format(#report.failed - MAX_FAILED)
  end
  return list
end

-- Adds the uses of what the scripts of an arm offer.
local function add_uses(list, report, arm, look)
  local rows = uses_text.rows(arm, report.players)
  if #rows == 0 then return end
  add(list, tables.lines(rows, { heading = true, style = look }))
  list[#list + 1] = look:paint(uses_text.LEGEND, "faint")
  list[#list + 1] = ""
end

--- Returns the whole report as lines: sentences first, then tables.
---@param report Report
---@param given? {style?:Style}
---@return string[]
function report_text.lines(report, given)
  local look, list = given and given.style or style.new {}, {}
  for _, change in ipairs(report.changes) do
    list[#list + 1] = look:paint(("%s against %s"):format(report.arms[change.arm].label,
      report.arms[change.against].label), "heading")
    add(list, report_text.opening(report, change))
    add(list, report_text.findings(report, change))
    local differs = not summary.is_unchanged(change)
    if differs then list[#list + 1] = report_text.games_changed(change) end
    list[#list + 1] = ""
    add_uses(list, report, report.arms[change.arm], look)
    if differs then add(add(list, report_text.table(report, change, given)), { "" }) end
  end
  if #report.changes == 0 then
    add(list, uses_text.never(report.arms[1]))
    add(list, uses_text.others(report.arms[1]))
    add_uses(list, report, report.arms[1], look)
    add(list, report_text.table(report, nil, given))
    list[#list + 1] = ""
  end
  local failed = report_text.failed(report)
  if #failed > 0 then
    for _, line in ipairs(failed) do list[#list + 1] = look:paint(line, "bad") end
    list[#list + 1] = ""
  end
  local meanings = add(report_text.method(report, look), report_text.order(report))
  if #meanings == 0 then list[#list] = nil end
  for _, line in ipairs(meanings) do list[#list + 1] = look:paint(line, "faint") end
  return list
end

-- ---- For programs -------------------------------------------------------------------------------

local COLUMNS = { "rules", "games", "measure", "mean", "half", "spread", "difference", "difference_half",
  "chance", "sure" }

--- Returns the report as CSV, with a row for each set of rules and each measure.
---@param report Report
---@return string
function report_text.csv(report)
  local lines, changes = { csv.line(COLUMNS, #COLUMNS) }, {}
  for _, change in ipairs(report.changes) do changes[change.arm] = change end
  for i, arm in ipairs(report.arms) do
    for _, measure in ipairs(report.measures) do
      local shown, change = arm.shown[measure.key], changes[i] and changes[i].of[measure.key] or {}
      lines[#lines + 1] = csv.line({ arm.label, arm.games, measure.key, shown.mean, shown.half, shown.spread,
        change.difference,
        change.half, change.chance, change.sure }, #COLUMNS)
    end
  end
  return table.concat(lines)
end

return report_text
