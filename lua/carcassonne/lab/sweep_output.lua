--- Shows a report of a sweep as text with curves and maps, as JSON or CSV, or as a page with plots.
-- @module carcassonne.lab.sweep_output

local json_text = require "carcassonne.lab.json_text"
local measures = require "carcassonne.lab.measures"
local output = require "carcassonne.program.output"
local plots = require "carcassonne.lab.plots"
local report_output = require "carcassonne.lab.report_output"
local report_page = require "carcassonne.lab.report_page"
local report_text = require "carcassonne.lab.report_text"
local sweep_report = require "carcassonne.lab.sweep_report"
local terminal = require "carcassonne.text.terminal"

local sweep_output = {}

-- Returns the measures with a plot: those that the report shows, and with one option those that
-- differ.
local function plotted(made, about)
  local list = {}
  for _, measure in ipairs(made.measures) do
    local wanted = #about.axes == 1 and sweep_report.is_sure(made, measure)
    for _, one in ipairs(about.shown) do wanted = wanted or one.key == measure.key end
    if wanted then list[#list + 1] = measure end
  end
  return list
end

-- The caption of the first plot, by the number of options.
local CAPTIONS = { "All plots have one horizontal scale. The vertical scales differ.",
  "Darker cells have higher values. The scale of each map is beside it." }

local function write_page(path, heading, made, about)
  local list, drawn = report_page.new(heading.title), {}
  report_page.paragraphs(list, { heading.text })
  if about.standings then
    report_page.paragraphs(list, sweep_report.nearest(about.standings, about.best, about.axes, about.points))
  end
  report_page.table(list, sweep_report.rows(made, about.axes, about.points))
  report_page.paragraphs(list, sweep_report.same(made))
  for i, measure in ipairs(plotted(made, about)) do
    local svg, message = plots.swept(made, about.axes, about.points, measure)
    drawn[i] = { title = measures.name(measure), caption = i == 1 and CAPTIONS[#about.axes] or nil,
      svg = svg, message = message }
  end
  report_page.plots(list, drawn)
  report_page.paragraphs(list, report_text.failed(made))
  report_page.paragraphs(list, report_text.method(made), "small")
  report_page.save(list, path)
end

local function as_json(head, made, about)
  local data = { run = head, report = made, axes = about.axes, points = about.points,
    standings = about.standings, best = about.best }
  return json_text.encode(data)
end

-- Returns a line that describes the games.
local function heading_of(head, made)
  local least, most, sum = math.huge, 0, 0
  for _, arm in ipairs(made.arms) do
    least, most, sum = math.min(least, arm.games), math.max(most, arm.games), sum + arm.games
  end
  local each = least == most and ("%d with each value"):format(most)
    or ("%d to %d with each value"):format(least, most)
  return (report_output.heading(head, sum):gsub(" under each set of rules",
    (" of %d values, %s"):format(#made.arms, each)))
end

--- Shows a report in the forms that the options select.
---@param args table
---@param head RunHead
---@param made Report
---@param about {axes:Axis[], points:table[], standings?:table[], best?:integer, shown:Measure[]}
---@return integer status 1 if games failed
function sweep_output.show(args, head, made, about)
  local heading = heading_of(head, made)
  if args.json then
    output.print_data(as_json(head, made, about))
  elseif args.csv then
    output.put(report_text.csv(made))
  else
    local look = terminal.style(args.color)
    output.print(heading .. "\n")
    output.print_lines(sweep_report.lines(made, about.axes, about.points,
      { style = look, standings = about.standings, best = about.best, shown = about.shown }))
    for _, line in ipairs(report_text.failed(made)) do output.print(look:paint(line, "bad")) end
    for _, line in ipairs(report_text.method(made, look)) do output.print(look:paint(line, "faint")) end
  end
  if args.html then write_page(args.html, { title = head.sweep, text = heading }, made, about) end
  return #made.failed > 0 and 1 or 0
end

return sweep_output
