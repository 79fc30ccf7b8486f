--- Formats a sweep as text, with curves of characters, or with maps of two options.
-- @module carcassonne.lab.sweep_report

local measures = require "carcassonne.lab.measures"
local number_text = require "carcassonne.lab.number_text"
local style = require "carcassonne.text.style"
local tables = require "carcassonne.text.table"

local sweep_report = {}

local BARS = { "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" }
local PLAIN = { "_", ".", ",", "-", "=", "+", "*", "#" }

local number = number_text.plain

--- Returns the means of a measure, by value.
---@param report Report
---@param measure Counted
---@return number[] means
---@return integer lowest the value with the lowest mean
---@return integer highest
function sweep_report.means(report, measure)
  local means, lowest, highest = {}, 1, 1
  for i, arm in ipairs(report.arms) do
    means[i] = arm.shown[measure.key].mean
    if means[i] < means[lowest] then lowest = i end
    if means[i] > means[highest] then highest = i end
  end
  return means, lowest, highest
end

-- Returns a curve with one character for each value.
local function curve_of(means, low, high, look)
  local parts = {}
  for i, mean in ipairs(means) do
    local level = high > low and math.floor((mean - low) / (high - low) * (#BARS - 1) + 0.5) + 1 or 1
    parts[i] = look:pick(BARS[level], PLAIN[level])
  end
  return table.concat(parts)
end

--- Returns the measures that vary, and the labels of those that do not.
---@param report Report
---@return Counted[] varying
---@return string[] same labels of the measures that do not vary
function sweep_report.varying(report)
  local varying, same = {}, {}
  for _, measure in ipairs(report.measures) do
    local differs = false
    for _, change in ipairs(report.changes) do
      local one = change.of[measure.key]
      differs = differs or one.difference ~= 0 or (one.half or 0) > 0
    end
    if differs then varying[#varying + 1] = measure else same[#same + 1] = measures.name(measure) end
  end
  return varying, same
end

--- Returns whether the measure at any value of the option differs clearly from the measure at the
--- first value.
---@param report Report
---@param measure Counted
---@return boolean
function sweep_report.is_sure(report, measure)
  for _, change in ipairs(report.changes) do
    if change.of[measure.key].sure then return true end
  end
  return false
end

--- Returns the name of a point: "bonus=4", "bonus=4, per=2".
---@param axes Axis[]
---@param point SweptPoint
---@return string
function sweep_report.name(axes, point)
  local parts = {}
  for i, axis in ipairs(axes) do parts[i] = ("%s=%d"):format(axis.name, point.at[i]) end
  return table.concat(parts, ", ")
end

--- Returns a sentence that lists the measures that do not vary.
---@param report Report
---@return string[]
function sweep_report.same(report)
  local _, same = sweep_report.varying(report)
  return #same > 0 and { ("Measures that are equal for all values: %s."):format(table.concat(same, ", ")) }
    or {}
end

--- Returns a table of the measures that vary: lowest and highest value, and the curve.
---@param report Report
---@param axes Axis[]
---@param points SweptPoint[]
---@param look? Style
---@return string[][] rows headings first
---@return table<integer, boolean> sure
function sweep_report.rows(report, axes, points, look)
  look = look or style.new { unicode = true }
  local rows, sure = { { "", "lowest", "at", "highest", "at", #axes == 1 and axes[1].name or "", "" } }, {}
  for _, measure in ipairs(sweep_report.varying(report)) do
    local means, lowest, highest = sweep_report.means(report, measure)
    local is_sure = sweep_report.is_sure(report, measure)
    rows[#rows + 1] = { measures.name(measure) .. (measure.share and " %" or ""),
      number(means[lowest], measure.digits),
      sweep_report.name(axes, points[lowest]), number(means[highest], measure.digits),
        sweep_report.name(axes, points[highest]),
      #axes == 1 and curve_of(means, means[lowest], means[highest], look) or "", is_sure and "*" or "" }
    sure[#rows] = is_sure
  end
  return rows, sure
end

--- Returns a measure over two options, as rows.
---@param report Report
---@param axes Axis[] two
---@param measure Counted
---@return string[][] rows headings first
function sweep_report.map(report, axes, measure)
  local rows, k = { { axes[1].name .. " \\ " .. axes[2].name } }, 0
  for j, value in ipairs(axes[2].values) do rows[1][j + 1] = tostring(value) end
  for i, value in ipairs(axes[1].values) do
    rows[i + 1] = { tostring(value) }
    for j in ipairs(axes[2].values) do
      k = k + 1
      rows[i + 1][j + 1] = number(report.arms[k].shown[measure.key].mean, measure.digits)
    end
  end
  return rows
end

--- Returns sentences that name the values closest to the targets.
---@param standings Standing[]
---@param best integer
---@param axes Axis[]
---@param points SweptPoint[]
---@return string[]
function sweep_report.nearest(standings, best, axes, points)
  local near, far = {}, 0
  for arm, one in ipairs(standings) do
    if arm ~= best and not one.out then near[#near + 1] = sweep_report.name(axes, points[arm]) end
    if one.out then far = far + 1 end
  end
  local list = { ("%s is closest to the target."):format(sweep_report.name(axes, points[best])) }
  if #near == 0 then
    list[2] = "All other values are clearly farther from the target."
  else
    list[2] = ("Values that are not clearly farther from the target: %s."):format(
      table.concat(near, "; "))
    if far > 0 then list[3] = ("Number of values that are clearly farther: %d."):format(far) end
  end
  return list
end

--- Returns the whole report as lines.
---@param report Report
---@param axes Axis[]
---@param points SweptPoint[]
---@param given {style?:Style, standings?:Standing[], best?:integer, shown?:Counted[]} shown: measures with maps
---@return string[]
function sweep_report.lines(report, axes, points, given)
  local look, list = given.style or style.new {}, {}
  local function add(lines)
    for _, line in ipairs(lines) do list[#list + 1] = line end
    list[#list + 1] = ""
  end
  if given.standings then add(sweep_report.nearest(given.standings, given.best, axes, points)) end
  add(tables.lines((sweep_report.rows(report, axes, points, look)), { heading = true, style = look }))
  if #sweep_report.same(report) > 0 then add(sweep_report.same(report)) end
  for _, measure in ipairs(#axes == 2 and given.shown or {}) do
    list[#list + 1] = look:paint(measures.name(measure), "heading")
    add(tables.lines(sweep_report.map(report, axes, measure), { heading = true, style = look }))
  end
  return list
end

return sweep_report
