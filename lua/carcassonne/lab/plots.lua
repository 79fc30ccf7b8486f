--- Draws plots of reports as SVG with gnuplot. If gnuplot is missing, pages have a message instead.
-- @module carcassonne.lab.plots

local c_locale = require "carcassonne.base.c_locale"
local compat = require "carcassonne.base.compat"
local file_io = require "carcassonne.program.file_io"
local measures = require "carcassonne.lab.measures"
local process = require "carcassonne.program.process"

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
set terminal svg size %d,%d dynamic font "sans-serif,13" background "white"
set encoding utf8
set border 3
set tics nomirror
]]

--- Draws a plot.
---@param script string of gnuplot
---@param width integer
---@param height integer
---@return string? svg
---@return string? message
function plots.draw(script, width, height)
  local fine, message = plots.there()
  if not fine then return nil, message end
  local from, to, errors = file_io.temporary(HEAD:format(width, height) .. script), file_io.temporary(),
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

--- Returns a named block of data for a script.
---@param name string
---@param rows (number|string)[][]
---@return string
function plots.data(name, rows)
  local lines = {}
  for i, row in ipairs(rows) do
    local cells = {}
    for k, cell in ipairs(row) do
      cells[k] = type(cell) == "number" and c_locale.format("%.10g", cell) or cell
    end
    lines[i] = table.concat(cells, " ")
  end
  return ("$%s << EOD\n%s\nEOD\n"):format(name, table.concat(lines, "\n"))
end

-- colours that colour-blind readers can distinguish (Okabe and Ito)
local COLOURS = { "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9" }

--- Returns the colour of the k-th series.
---@param k integer
---@return string
function plots.colour(k) return COLOURS[(k - 1) % #COLOURS + 1] end

-- ---- Plots of reports ---------------------------------------------------------------------------

local FARTHEST = 2 -- standard deviations; larger differences are drawn at the edge

-- Returns the difference to plot and half the width of its interval, both in standard deviations.
local function placed(difference, half)
  if difference > FARTHEST or difference < -FARTHEST then
    return difference > 0 and FARTHEST or -FARTHEST, 0, true
  end
  return difference, half, false
end

-- Differences with intervals, one below the other; significant ones are highlighted.
local INTERVALS = [[
set ytics (%s)
set yrange [%d:%d]
set xlabel %s
set arrow from 0,graph 0 to 0,graph 1 nohead lc rgb "#888888" dt 2
unset key
plot $d using 1:($4==1?$2:1/0):3 with xerrorbars pt 7 ps 0.6 lw 1.5 lc rgb "%s", \
  $d using 1:($4==2?$2:1/0):3 with xerrorbars pt 6 ps 0.6 lc rgb "#888888"
]]

-- Returns the pooled standard deviation of a game under two sets of rules; 0 if no game differs.
local function common_spread(one, other) return math.sqrt((one.spread ^ 2 + other.spread ^ 2) / 2) end

-- Returns a row for each measure with a difference, and the names of the measures.
local function rows_of_changes(report, change)
  local rows, tics, beyond = {}, {}, false
  local first, other = report.arms[change.against].shown, report.arms[change.arm].shown
  for _, measure in ipairs(report.measures) do
    local one = change.of[measure.key]
    local spread = one.half and common_spread(first[measure.key], other[measure.key])
    if spread and (spread > 0 or one.difference ~= 0) then
      local x, half, far = placed(one.difference / spread, one.half / spread)
      rows[#rows + 1], beyond = { x, -#rows, half, one.sure and 1 or 2 }, beyond or far
      tics[#rows] = ("%s %d"):format(plots.quoted(measures.name(measure)), 1 - #rows)
    end
  end
  return rows, tics, beyond
end

--- Plots the changes of all measures with intervals; the unit is the standard deviation of a game.
--- Each significant difference is included.
---@param report Report
---@param change table a change in the report
---@return string? svg
---@return string? message
function plots.changes(report, change)
  local rows, tics, beyond = rows_of_changes(report, change)
  if #rows == 0 then return nil end
  local label = '"difference, in standard deviations of a game'
    .. (beyond and "; larger differences are drawn at the edge" or "") .. '"'
  return plots.draw(plots.data("d", rows) .. INTERVALS:format(table.concat(tics, ", "), -#rows, 1, label,
    COLOURS[1]), 760,
    90 + 19 * #rows)
end

--- Plots the changes of one measure under several sets of rules, in its unit, with intervals.
---@param report Report
---@param measure Counted
---@return string? svg
---@return string? message
function plots.across(report, measure)
  local rows, tics = {}, {}
  for i, change in ipairs(report.changes) do
    local one = change.of[measure.key]
    rows[i] = { one.difference, -i, one.half or 0, one.sure and 1 or 2 }
    tics[i] = ("%s %d"):format(plots.quoted(report.arms[change.arm].label), -i)
  end
  if #rows == 0 then return nil end
  return plots.draw(plots.data("d", rows) .. INTERVALS:format(table.concat(tics, ", "), -#rows - 1, 0,
    plots.quoted("difference: " .. measures.name(measure)), COLOURS[1]), 760, 80 + 19 * #rows)
end

-- Plots histograms in per cent, one for each set of rules.
local function histogram(report, key, label, width)
  local script, parts = {}, {}
  for i, arm in ipairs(report.arms) do
    local sum, rows = 0, {}
    for _, bin in ipairs(arm[key]) do sum = sum + bin[2] end
    for k, bin in ipairs(arm[key]) do rows[k] = { bin[1] + width / 2, 100 * bin[2] / sum } end
    if #rows == 0 then rows[1] = { 0, 0 } end
    script[i] = plots.data("h" .. i, rows)
    parts[i] = ("$h%d using 1:2 with linespoints pt 7 ps 0.4 lw 2 lc rgb \"%s\" title %s"):format(i,
      plots.colour(i),
      plots.quoted(arm.label))
  end
  return plots.draw(table.concat(script) .. ([[
set xlabel "%s"
set ylabel "%%"
set yrange [0:*]
plot %s
]]):format(label, table.concat(parts, ", ")), 760, 320)
end

--- Plots the distribution of players' points.
---@param report Report
---@return string? svg
---@return string? message
function plots.points(report) return histogram(report, "points", "points, in bins of 10", 10) end

--- Plots the distribution of winners' leads.
---@param report Report
---@return string? svg
---@return string? message
function plots.leads(report) return histogram(report, "leads", "the winner's lead, in bins of 5", 5) end

--- Plots the shares of wins, with intervals, under each set of rules.
---@param report Report
---@return string? svg
---@return string? message
function plots.wins(report)
  local seats, script, parts, tics = {}, {}, {}, {}
  for _, measure in ipairs(report.measures) do
    if measure.key:find "^wins%." or measure.key == "draws" then seats[#seats + 1] = measure end
  end
  if #seats == 0 then return nil end
  for k, seat in ipairs(seats) do tics[k] = ("%s %d"):format(plots.quoted(seat.label), k) end
  local width = 0.8 / #report.arms
  for i, arm in ipairs(report.arms) do
    local rows = {}
    for k, seat in ipairs(seats) do
      local shown = arm.shown[seat.key]
      rows[k] = { k + (i - (#report.arms + 1) / 2) * width, shown.mean, shown.half or 0 }
    end
    script[i] = plots.data("w" .. i, rows)
    parts[i] = ("$w%d using 1:2:3 with boxerrorbars lc rgb \"%s\" title %s"):format(i, plots.colour(i),
      plots.quoted(arm.label))
  end
  return plots.draw(table.concat(script) .. ([[
set boxwidth %s
set style fill solid 0.6
set xtics (%s)
set xrange [0.4:%d.6]
set yrange [0:*]
set ylabel "%% of games"
plot %s
]]):format(c_locale.format("%g", width * 0.9), table.concat(tics, ", "), #seats,
  table.concat(parts, ", ")), 760, 320)
end

-- ---- Plots of sweeps ----------------------------------------------------------------------------

local function curve(report, axes, points, measure)
  local rows = {}
  for i, arm in ipairs(report.arms) do
    local shown = arm.shown[measure.key]
    rows[i] = { points[i].at[1], shown.mean, shown.half or 0 }
  end
  return plots.draw(plots.data("c", rows) .. ([[
set xlabel %s
set ylabel %s
set autoscale xfix
set offsets graph 0.03, graph 0.03
unset key
plot $c using 1:2:3 with yerrorbars pt 7 ps 0.5 lc rgb "%s", $c using 1:2 with lines lc rgb "%s"
]]):format(plots.quoted(axes[1].name), plots.quoted(measures.name(measure)), COLOURS[1],
  COLOURS[1]), 760, 280)
end

local function heat_map(report, axes, points, measure)
  local rows = {}
  for i, arm in ipairs(report.arms) do
    rows[i] = { points[i].at[2], points[i].at[1], arm.shown[measure.key].mean }
  end
  return plots.draw(plots.data("m", rows) .. ([[
set xlabel %s
set ylabel %s
set xtics 1
set ytics 1
unset key
set autoscale xfix
set autoscale yfix
set palette defined (0 "#ffffff", 1 "#56b4e9")
plot $m using 1:2:3 with image pixels, $m using 1:2:(sprintf("%%.%df", $3)) with labels
]]):format(plots.quoted(axes[2].name), plots.quoted(axes[1].name), measure.digits), 760, 420)
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
