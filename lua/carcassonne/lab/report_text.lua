--- Formats a report as sentences, as a table, and as CSV.
-- @module carcassonne.lab.report_text

local c_locale = require "carcassonne.base.c_locale"
local csv = require "carcassonne.text.csv"
local measures = require "carcassonne.lab.measures"
local style = require "carcassonne.text.style"
local tables = require "carcassonne.text.table"
local uses_text = require "carcassonne.lab.uses_text"
local words = require "carcassonne.describe.words"

local report_text = {}

-- ---- Numbers ------------------------------------------------------------------------------------

local function number(value, digits)
  local text = c_locale.format("%." .. digits .. "f", value)
  return text:find "[1-9]" and text or (text:gsub("^%-", ""))
end

local function signed(value, digits)
  local text = number(value, digits)
  return value > 0 and text:find "[1-9]" and "+" .. text or text
end

-- Returns the number of digits that a small number needs to show a digit other than 0, at most
-- four.
local function digits_for(value, digits)
  while digits < 4 and value ~= 0 and math.abs(value) < 0.5 * 10 ^ (1 - digits) do digits = digits + 1 end
  return digits
end

-- ---- Words --------------------------------------------------------------------------------------

--- Returns a difference as a sentence: "The second player wins 3.1 percentage points more often
--- (95 % CI 1.2 to 5.0)."
---@param measure Counted
---@param change Change
---@return string
function report_text.sentence(measure, change)
  local size, half = math.abs(change.difference), change.half
  local digits = digits_for(size, measure.digits)
  local text = (change.difference < 0 and measure.less or measure.more):format(number(size, digits))
  if not half then return text .. " (too few games for an interval)." end
  if half == 0 then return text .. " in each block of games." end
  return ("%s (95 %% CI %s to %s)."):format(text, number(size - half, digits), number(size + half, digits))
end

-- Returns whether the difference is 0 in every block.
local function is_same(change) return change.difference == 0 and (change.half or 0) == 0 end

-- Returns the cells for the difference, both ends of its interval, and the star of a significant
-- difference.
local function change_cells(change, digits)
  if is_same(change) then return "-", "", "", "" end
  if not change.half then return signed(change.difference, digits), "", "", "" end
  return signed(change.difference, digits), signed(change.difference - change.half, digits),
    signed(change.difference + change.half, digits), change.sure and "*" or ""
end

-- Returns whether the interval, with its ends rounded as they are printed, excludes 0.
local function excludes_0(change, digits)
  local _, low, high = change_cells(change, digits)
  return low:find "^[+-]" and low:sub(1, 1) == high:sub(1, 1)
end

-- Returns the names of measures without a significant difference, in two lists: those whose
-- interval excludes 0, and the others.
local function not_significant(report, change)
  local without_0, other = {}, {}
  for _, measure in ipairs(report.measures) do
    local one = change.of[measure.key]
    if not one.sure and not is_same(one) then
      local list = excludes_0(one, measure.digits) and without_0 or other
      list[#list + 1] = measures.name(measure)
    end
  end
  return without_0, other
end

local function add_names(list, format, names)
  if #names > 0 then list[#list + 1] = format:format(table.concat(names, ", ")) end
end

-- Returns the name of the correction for multiple comparisons.
local function correction(report)
  return ("Holm's correction for %s"):format(words.count(report.comparisons, "comparison"))
end

local NOTHING_SIGNIFICANT = "No significant differences."
local WITHOUT_0 = "Not significant after %s, although the 95 %%%% confidence interval excludes 0: %%s."
local STAR = "A star marks a difference that is significant after %s. The intervals are not corrected."

--- Returns a change as sentences: each significant difference, and then a summary of the others.
---@param report Report
---@param change table a change in the report
---@return string[]
function report_text.sentences(report, change)
  local list = {}
  for _, measure in ipairs(report.measures) do
    local one = change.of[measure.key]
    if one.sure then list[#list + 1] = report_text.sentence(measure, one) end
  end
  local any = #list > 0
  if not any then list[1] = change.other_points == 0 and "No differences." or NOTHING_SIGNIFICANT end
  local without_0, other = not_significant(report, change)
  add_names(list, WITHOUT_0:format(correction(report)), without_0)
  if any then add_names(list, "Not significant: %s.", other) end
  return list
end

--- Returns a sentence with the shares of games whose points and whose winner are not the same as
--- under the rules with which it is compared.
---@param change table
---@return string
function report_text.games_changed(change)
  return ("In %s %% of the games the points differ, and in %s %% the winner differs."):format(
    number(change.other_points, 1),
    number(change.other_winner, 1))
end

local LOOKS = {
  one = "The intervals are 95 % confidence intervals for a number of games that was fixed in advance.",
  any = "The intervals are anytime-valid 95 % confidence intervals: each of them holds at all numbers of "
    .. "games at once, so the run may stop at any time.",
}

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
    words.count(report.games, "game"),
    report.games == 1 and "is" or "are")
end

--- Returns an explanation of the intervals, or the reason why there are none.
---@param report Report
---@return string[]
function report_text.method(report)
  if not has_intervals(report) then return { no_intervals(report) } end
  local list = { LOOKS[report.looks] }
  if report.comparisons > 0 then list[2] = STAR:format(correction(report)) end
  return list
end

-- ---- The table ----------------------------------------------------------------------------------

local function uncertain(shown, digits, look)
  if not shown.half then return number(shown.mean, digits) end
  return ("%s %s %s"):format(number(shown.mean, digits), look:pick("±", "+-"), number(shown.half, digits))
end

local function unit(measure) return measure.share and " %" or "" end

local function label_of(measure) return measure.label .. unit(measure) end

--- Returns a table of the measures: of two sets of rules with the differences, or of the first set
--- alone.
---@param report Report
---@param change? table a change in the report
---@param look? Style
---@return string[][] rows headings first
---@return table<integer, boolean> sure the rows with significant differences
function report_text.rows(report, change, look)
  look = look or style.new { unicode = true }
  local sure = {}
  local first, other = report.arms[change and change.against or 1], change and report.arms[change.arm]
  local rows = { change and { "", first.label, other.label, "difference", "from", "to", "" }
    or { "", "mean", "std. dev." } }
  for _, measure in ipairs(report.measures) do
    local key, digits = measure.key, measure.digits
    local row = { label_of(measure), uncertain(first.shown[key], digits, look) }
    if change then
      row[3] = uncertain(other.shown[key], digits, look)
      row[4], row[5], row[6], row[7] = change_cells(change.of[key], digits)
    else
      row[3] = first.shown[key].spread and number(first.shown[key].spread, digits) or "-"
    end
    rows[#rows + 1] = row
    sure[#rows] = change and change.of[key].sure
  end
  return rows, sure
end

--- Returns the table of report_text.rows as lines.
---@param report Report
---@param change? table a change in the report
---@param given? {style?:Style}
---@return string[] lines
function report_text.table(report, change, given)
  local look = given and given.style or style.new {}
  return tables.lines((report_text.rows(report, change, look)), { heading = true, style = look })
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

local function add(list, more)
  for _, line in ipairs(more) do list[#list + 1] = line end
end

-- Adds the uses of what the scripts of an arm offer.
local function add_uses(list, report, arm, look)
  local rows = uses_text.rows(arm, report.players)
  if #rows == 0 then return end
  add(list, tables.lines(rows, { heading = true, style = look }))
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
    add(list, uses_text.sentences(report.arms[change.arm]))
    add(list, report_text.sentences(report, change))
    list[#list + 1] = report_text.games_changed(change)
    list[#list + 1] = ""
    add_uses(list, report, report.arms[change.arm], look)
    add(list, report_text.table(report, change, given))
    list[#list + 1] = ""
  end
  if #report.changes == 0 then
    add(list, uses_text.sentences(report.arms[1]))
    add_uses(list, report, report.arms[1], look)
    add(list, report_text.table(report, nil, given))
    list[#list + 1] = ""
  end
  local failed = report_text.failed(report)
  if #failed > 0 then
    for _, line in ipairs(failed) do list[#list + 1] = look:paint(line, "bad") end
    list[#list + 1] = ""
  end
  for _, line in ipairs(report_text.method(report)) do list[#list + 1] = look:paint(line, "faint") end
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
