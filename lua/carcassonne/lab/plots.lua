--- Draws plots of reports as SVG with gnuplot. If gnuplot is missing, pages have a message instead.
-- @module carcassonne.lab.plots

local c_locale = require "carcassonne.base.c_locale"
local compat = require "carcassonne.base.compat"
local file_io = require "carcassonne.program.file_io"
local measures = require "carcassonne.lab.measures"
local number_text = require "carcassonne.lab.number_text"
local process = require "carcassonne.program.process"
local ranking = require "carcassonne.lab.ranking"
local terms = require "carcassonne.lab.terms"

local plots = {}

local MISSING = "the report has no plots, because gnuplot is missing (Debian package gnuplot-nox)"
local FORBIDDEN = "the report has no plots, because a command with --untrusted starts no programs"

local function runs(command)
  return compat.os.execute(command) == true
end

local has_gnuplot

--- Returns whether plots can be drawn; if not, also a message.
---@return boolean
---@return string? message
function plots.there()
  if has_gnuplot == nil then has_gnuplot = runs "command -v gnuplot >/dev/null 2>&1" end
  local problem = os.getenv "CARC_ISOLATED" and FORBIDDEN or MISSING
  return has_gnuplot, not has_gnuplot and problem or nil
end

local HEAD = [[
set terminal svg size %d,%d dynamic font "sans-serif,12" background "white"
set encoding utf8
set border 3
set tics nomirror
]]

local WIDTH = 380 -- of each plot, so that a phone shows it in full size

--- Draws a plot.
---@param script string of gnuplot
---@param height integer
---@return string? svg
---@return string? message
function plots.draw(script, height)
  local fine, message = plots.there()
  if not fine then return nil, message end
  local from, to, errors = file_io.temporary(HEAD:format(WIDTH, height) .. script), file_io.temporary(),
    file_io.temporary()
  fine = runs(("gnuplot '%s' >'%s' 2>'%s'"):format(from, to, errors))
  local svg, problem = file_io.read(to), file_io.read(errors)
  local at = svg:find("<svg", 1, true)
  if not fine or not at then return nil, "the report has no plots, because gnuplot "
    .. "failed: " .. problem:sub(1, 200) end
  if not svg:find "</svg>%s*$" then
    process.refuse("cannot write a plot: gnuplot wrote only a part of it to %s", to)
  end
  return svg:sub(at)
end

--- Quotes a text for a script.
---@param text string
---@return string
function plots.quoted(text)
  return '"' .. text:gsub('[\\"`]', ""):gsub("[\n\r]", " "):gsub("[_^@&{}~]", "\\\\%0") .. '"'
end

-- Formats a number for gnuplot in any locale.
local function plain(number) return c_locale.format("%.10g", number) end

--- Returns a named block of data for a script.
---@param name string
---@param rows (number|string)[][]
---@return string
function plots.data(name, rows)
  local lines = {}
  for i, row in ipairs(rows) do
    local cells = {}
    for k, cell in ipairs(row) do
      cells[k] = type(cell) == "number" and plain(cell) or cell
    end
    lines[i] = table.concat(cells, " ")
  end
  return ("$%s << EOD\n%s\nEOD\n"):format(name, table.concat(lines, "\n"))
end

-- ---- Intervals ----------------------------------------------------------------------------------

local COLOUR = "#0072b2"

--- A point of a plot of intervals.
---@class PlottedInterval
---@field x number
---@field half number half the width of the interval
---@field sign integer index of its sign in the legend
---@field beyond? boolean whether it is beyond the scale: an arrow at the edge replaces it

-- The signs of a plot differ in their shapes and dashes, which a print without colours shows.
local SHAPES = { 7, 6, 5, 4, 9, 8 }

local INTERVALS = [[
set border 1
unset ytics
set xtics nomirror
set xrange [%s:%s]
set yrange [%s:0.2]
set xlabel %s
set key outside top left Left reverse horizontal samplen 1
%s]]

local ZERO = 'set arrow from 0,graph 0 to 0,graph 1 nohead lc rgb "#888888" dt 2\n'
local NAME = "set label %s at graph 0,first %s left\n"
local VALUE = "set label %s at graph 1,first %s right\n"
local ARROW = 'set arrow from graph %s,first %s to graph %s,first %s head filled lw 2 lc rgb "%s"\n'
local POINTS = '$s%d using 1:2:3 with xerrorbars pt %d ps 0.8 lw 1.5 dt %d lc rgb "%s" title %s'

local LINE = 0.8 -- height of a point, in heights of a line of text

-- Adds the points of a row; returns the height of its lowest point.
local function add_points(points, y, series, script)
  for _, point in ipairs(points) do
    y = y - LINE
    local rows = series[point.sign] or {}
    series[point.sign] = rows
    if point.beyond then
      local from, to = 0.92, 0.99
      if point.x < 0 then from, to = 1 - from, 1 - to end
      script[#script + 1] = ARROW:format(plain(from), plain(y), plain(to), plain(y), COLOUR)
    else
      rows[#rows + 1] = { point.x, y, point.half }
    end
  end
  return y
end

-- Draws intervals in rows with names, and values at the right edge. A sign without points is not in
-- the legend.
local function draw_intervals(given)
  local script, series, parts, y = { given.zero and ZERO or "" }, {}, {}, -0.5
  for _, row in ipairs(given.rows) do
    local height = plain(y)
    script[#script + 1] = NAME:format(plots.quoted(row.name), height)
    if row.value then script[#script + 1] = VALUE:format(plots.quoted(row.value), height) end
    y = add_points(row.points, y, series, script) - 1.3
  end
  for i, title in ipairs(given.signs) do
    if series[i] and #series[i] > 0 then
      script[#script + 1] = plots.data("s" .. i, series[i])
      parts[#parts + 1] = POINTS:format(i, SHAPES[(i - 1) % #SHAPES + 1], i, COLOUR, plots.quoted(title))
    end
  end
  local plot = #parts > 0 and "plot " .. table.concat(parts, ", ") or "plot 1/0 notitle"
  return plots.draw(INTERVALS:format(plain(given.from), plain(given.to), plain(y + 0.5),
    plots.quoted(given.unit), table.concat(script)) .. plot .. "\n", math.ceil(90 - 17 * y))
end

-- ---- Plots of reports ---------------------------------------------------------------------------

local FARTHEST = 2 -- standard deviations; larger differences have an arrow at the edge

local SIGNS = { clear = 1, perhaps = 2 }

-- Returns a row for a difference.
local function row_of(ranked, group, one, other)
  local change, measure = ranked.change, ranked.measure
  local x = ranking.relative(change.difference, one[measure.key], other[measure.key])
  return { name = measures.name(measure),
    value = ("%s %s"):format(number_text.signed(change.difference, measure.digits), measure.unit),
    points = { { x = x, half = ranking.relative(change.half, one[measure.key], other[measure.key]),
      sign = SIGNS[group], beyond = math.abs(x) > FARTHEST } } }
end

local function rows_of_change(report, change)
  local rows, found = {}, ranking.of(report, change)
  local one, other = report.arms[change.against].shown, report.arms[change.arm].shown
  for _, group in ipairs(ranking.unfolded) do
    for _, ranked in ipairs(found[group]) do rows[#rows + 1] = row_of(ranked, group, one, other) end
  end
  return rows
end

-- Returns the scale that all changes of a report share: the farthest end of an interval.
local function scale_of(report)
  local farthest = 0.5
  for _, change in ipairs(report.changes) do
    for _, row in ipairs(rows_of_change(report, change)) do
      local point = row.points[1]
      farthest = math.max(farthest, point.beyond and 0 or math.abs(point.x) + point.half)
    end
  end
  return math.ceil(farthest * 2) / 2
end

--- Plots the differences that are clear or may be chance, with intervals; the unit is the standard
--- deviation of a game. All changes of a report have the same scale.
---@param report Report
---@param change table a change in the report
---@return string? svg nil if there are none
---@return string? message
function plots.changes(report, change)
  local rows, scale = rows_of_change(report, change), scale_of(report)
  if #rows == 0 then return nil end
  return draw_intervals { rows = rows, signs = { "clear", "perhaps by chance" }, from = -scale, to = scale,
    unit = terms.UNIT, zero = true }
end

--- Plots the changes of one measure under several sets of rules, in its unit, with intervals.
---@param report Report
---@param measure Counted
---@return string? svg
---@return string? message
function plots.across(report, measure)
  local rows, scale = {}, 0
  for i, change in ipairs(report.changes) do
    local one = change.of[measure.key]
    rows[i] = { name = report.arms[change.arm].label, points = { { x = one.difference, half = one.half or 0,
      sign = one.sure and 1 or 2 } } }
    scale = math.max(scale, math.abs(one.difference) + (one.half or 0))
  end
  if #rows == 0 then return nil end
  return draw_intervals { rows = rows, signs = { "clear", "not clear" }, from = -scale * 1.1 - 0.1,
    to = scale * 1.1 + 0.1, unit = ("difference: %s (%s)"):format(measures.name(measure), measure.unit),
    zero = true }
end

--- Plots the shares of wins, with intervals, under each set of rules.
---@param report Report
---@return string? svg
---@return string? message
function plots.wins(report)
  local rows, signs = {}, {}
  for i, arm in ipairs(report.arms) do signs[i] = arm.label end
  for _, measure in ipairs(report.measures) do
    if measure.key:find "^wins%." or measure.key == "draws" then
      local points = {}
      for i, arm in ipairs(report.arms) do
        local shown = arm.shown[measure.key]
        points[i] = { x = shown.mean, half = shown.half or 0, sign = i }
      end
      rows[#rows + 1] = { name = measure.label, points = points }
    end
  end
  if #rows == 0 then return nil end
  return draw_intervals { rows = rows, signs = signs, from = 0, to = 100, unit = "games in 100" }
end

-- ---- Histograms ---------------------------------------------------------------------------------

local HISTOGRAMS = [[
set style fill solid 0.35 border lc rgb "#222222"
set boxwidth %d
set xrange [%d:%d]
set yrange [0:%s]
set ytics 10
set ylabel "%s"
set lmargin 8
set bmargin 3
set tmargin 1.5
unset key
set multiplot layout %d,1
]]
local PANEL = [[
set xlabel "%s"
set title %s offset 0,-0.7
set arrow 1 from %s,graph 0 to %s,graph 1 nohead lw 2 dt 2
plot $h%d using 1:2 with boxes lc rgb "%s"
]]

-- Returns the bins of a histogram in per cent, the end of its scale, and its highest bin.
local function in_per_cent(bins, width)
  local sum, rows, highest = 0, {}, 0
  for _, bin in ipairs(bins) do sum = sum + bin[2] end
  for k, bin in ipairs(bins) do
    rows[k] = { bin[1] + width / 2, 100 * bin[2] / sum }
    highest = math.max(highest, rows[k][2])
  end
  return rows, highest
end

-- Plots histograms on one scale, one below the other for each set of rules.
local function histograms(report, given)
  local data, panels, low, high, highest = {}, {}, math.huge, -math.huge, 1
  for i, arm in ipairs(report.arms) do
    local bins = arm[given.key]
    local rows, top = in_per_cent(bins, given.width)
    if #rows == 0 then return nil end
    low, high = math.min(low, bins[1][1]), math.max(high, bins[#bins][1] + given.width)
    highest, data[i] = math.max(highest, top), plots.data("h" .. i, rows)
    local mean = arm.shown[given.measure].mean
    local title = plots.quoted(("%s: mean %s"):format(arm.label, number_text.plain(mean, 1)))
    panels[i] = PANEL:format(i == #report.arms and given.unit or "", title, plain(mean), plain(mean), i,
      COLOUR)
  end
  return plots.draw(table.concat(data) .. HISTOGRAMS:format(given.width, low, high,
    plain(highest * 1.1), given.counted, #panels) .. table.concat(panels)
    .. "unset multiplot\n", 30 + 150 * #panels)
end

--- Plots the distribution of players' points.
---@param report Report
---@return string? svg
---@return string? message
function plots.points(report)
  return histograms(report, { key = "points", measure = "points", width = 10,
    unit = "points at the end, in steps of 10", counted = "players in 100" })
end

--- Plots the distribution of winners' leads.
---@param report Report
---@return string? svg
---@return string? message
function plots.leads(report)
  return histograms(report, { key = "leads", measure = "lead", width = 5,
    unit = "points of the winner's lead, in steps of 5", counted = "games in 100" })
end

-- ---- Plots of sweeps ----------------------------------------------------------------------------

-- Returns the name of a measure with its unit, if the name does not end with it.
local function with_unit(measure)
  local name = measures.name(measure)
  return name == measure.unit and name or ("%s (%s)"):format(name, measure.unit)
end

local CURVE = [[
set xlabel %s
set ylabel %s
set autoscale xfix
set offsets graph 0.03, graph 0.03
set key outside top left Left reverse horizontal samplen 1
plot $c using 1:2:3 with yerrorbars pt 7 ps 0.5 lc rgb "%s" title "mean with 95 %% interval", \
  $c using 1:2 with lines lc rgb "%s" notitle
]]

local function curve(report, axes, points, measure)
  local rows = {}
  for i, arm in ipairs(report.arms) do
    local shown = arm.shown[measure.key]
    rows[i] = { points[i].at[1], shown.mean, shown.half or 0 }
  end
  return plots.draw(plots.data("c", rows) .. CURVE:format(plots.quoted(axes[1].name),
    plots.quoted(with_unit(measure)), COLOUR, COLOUR), 280)
end

local MAP = [[
set xlabel %s
set ylabel %s
set cblabel %s
set xtics 1
set ytics 1
unset key
set autoscale xfix
set autoscale yfix
set palette defined (0 "#ffffff", 1 "#56b4e9")
plot $m using 1:2:3 with image pixels]]

local MOST_NUMBERS = 6 -- columns of a map whose cells have numbers

local function heat_map(report, axes, points, measure)
  local rows = {}
  for i, arm in ipairs(report.arms) do
    rows[i] = { points[i].at[2], points[i].at[1], arm.shown[measure.key].mean }
  end
  local numbers = #axes[2].values <= MOST_NUMBERS
    and (', $m using 1:2:(sprintf("%%.%df", $3)) with labels'):format(measure.digits) or ""
  return plots.draw(plots.data("m", rows) .. MAP:format(plots.quoted(axes[2].name),
    plots.quoted(axes[1].name), plots.quoted(with_unit(measure))) .. numbers .. "\n", 320)
end

--- Plots a measure over one option as a curve with intervals, or over two as a heat map.
---@param report Report
---@param axes Axis[]
---@param points SweptPoint[]
---@param measure Counted
---@return string? svg
---@return string? message
function plots.swept(report, axes, points, measure)
  return (axes[2] and heat_map or curve)(report, axes, points, measure)
end

return plots
