--- Writes a report as a self-contained HTML page with text, tables and plots.
-- @module carcassonne.lab.report_page

local compat = require "carcassonne.base.compat"
local file_io = require "carcassonne.program.file_io"
local html_policy = require "carcassonne.text.html_policy"
local output = require "carcassonne.program.output"
local plots = require "carcassonne.lab.plots"
local ranking = require "carcassonne.lab.ranking"
local report_text = require "carcassonne.lab.report_text"
local summary = require "carcassonne.lab.summary"
local terms = require "carcassonne.lab.terms"
local uses_text = require "carcassonne.lab.uses_text"
local words = require "carcassonne.describe.words"

local report_page = {}

-- The style is the same in each page, because the content security policy contains its hash (see
-- compare_spec).
local STYLE = [[

body { font-family: sans-serif; max-width: 54em; margin: 2em auto; padding: 0 1em; line-height: 1.4; color: #222; background: #fff }
h1, h2 { overflow-wrap: anywhere }
table { border-collapse: collapse; font-size: 0.9em; margin: 1em 0 }
th, td { padding: 0.15em 0.7em; text-align: right; border-bottom: 1px solid #ccc; white-space: pre }
th:first-child, td:first-child { text-align: left }
th[colspan] { padding-top: 0.8em }
summary { cursor: pointer }
p.small { color: #444; font-size: 0.9em }
ul { padding-left: 1.2em }
li { margin: 0.4em 0 }
div.plots { display: flex; flex-wrap: wrap; gap: 1em 2em }
figure { margin: 0; flex: 0 1 380px; max-width: 100% }
figure h3 { margin: 0.5em 0 }
figcaption { color: #444; font-size: 0.85em }
svg { width: 100%; height: auto }
@media (max-width: 40em) {
body { margin: 0.5em auto; padding: 0 0.4em }
table { font-size: 0.75em; width: 100% }
th, td { padding: 0.2em 0.25em; white-space: normal }
}
@media print {
figure, tr { break-inside: avoid }
}
]]
local STYLE_HASH = "jQZEN20PsLXy4NoEYsV470L4vizX7Srm4PbbQj04kWk="

local HEAD = html_policy.HEAD .. [[
<main>
<h1>{{title}}</h1>
]]

local ESCAPES = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }

--- Escapes a text for HTML.
---@param text string
---@return string
function report_page.escaped(text) return (text:gsub('[&<>"]', ESCAPES)) end

-- Escapes a text, and marks its parts in backticks as code.
local function marked(text) return (report_page.escaped(text):gsub("`([^`]*)`", "<code>%1</code>")) end

local function put(list, format, ...)
  local texts = { ... }
  for i, text in ipairs(texts) do texts[i] = marked(text) end
  list[#list + 1] = format:format(compat.table.unpack(texts))
end

--- Adds a table. A row of one cell is a heading across all columns.
---@param list string[] parts of the page
---@param rows string[][] the first one holds the headings
function report_page.table(list, rows)
  list[#list + 1] = "<table>"
  for i, row in ipairs(rows) do
    local cells, tag = {}, i == 1 and "th" or "td"
    for k, cell in ipairs(row) do
      cells[k] = ("<%s>%s</%s>"):format(tag, report_page.escaped(cell):gsub(" %%", "&#160;%%"), tag)
    end
    if #row == 1 and #rows[1] > 1 then
      cells[1] = ('<th colspan="%d">%s</th>'):format(#rows[1], report_page.escaped(row[1]))
    end
    list[#list + 1] = "<tr>" .. table.concat(cells) .. "</tr>"
  end
  list[#list + 1] = "</table>"
end

--- Adds a group of plots. If plots are missing, adds a message, once in a page.
---@param list string[] parts of the page
---@param group {title:string, caption?:string, svg?:string, message?:string}[]
function report_page.plots(list, group)
  list[#list + 1] = '<div class="plots">'
  for _, plot in ipairs(group) do
    if plot.svg then
      put(list, "<figure><h3>%s</h3>", plot.title)
      list[#list + 1] = plot.svg
      put(list, plot.caption and "<figcaption>%s</figcaption></figure>" or "</figure>", plot.caption)
    elseif plot.message and not list.said then
      list.said = plot.message
      put(list, "<p class=\"small\">%s.</p>", plot.message)
    end
  end
  list[#list + 1] = "</div>"
end

--- Adds paragraphs.
---@param list string[] parts of the page
---@param lines string[]
---@param class? string
function report_page.paragraphs(list, lines, class)
  for _, line in ipairs(lines) do
    put(list, class and '<p class="' .. class .. '">%s</p>' or "<p>%s</p>", line)
  end
end

local function add_list(list, ...)
  list[#list + 1] = "<ul>"
  for _, lines in ipairs { ... } do
    for _, line in ipairs(lines) do put(list, "<li>%s</li>", line) end
  end
  list[#list + 1] = "</ul>"
end

--- Begins a page.
---@param title string
---@return string[] parts
function report_page.new(title)
  local values = { title = report_page.escaped(title), style = STYLE, policy = html_policy.meta(STYLE_HASH) }
  return { (HEAD:gsub("{{(%l+)}}", values)) }
end

--- Writes a page, and prints a message if plots are missing.
---@param list string[] its parts
---@param path string
function report_page.save(list, path)
  list[#list + 1] = "</main>\n</body>\n</html>\n"
  file_io.write_file(path, table.concat(list, "\n"))
  if list.said then output.complain(list.said) end
end

local function add_uses(list, report, arm)
  local rows = uses_text.rows(arm, report.players)
  if #rows == 0 then return end
  report_page.table(list, rows)
  report_page.paragraphs(list, { uses_text.LEGEND }, "small")
end

local function drawn(title, caption, svg, message)
  return { title = title, caption = caption, svg = svg, message = message }
end

-- Adds the table of a change, in which measures without a clear difference are folded.
local function add_compared(list, report, change)
  local headings, groups = report_text.compared(report, change)
  local rows, folded = { headings }, { headings }
  for _, group in ipairs(ranking.unfolded) do
    if #groups[group] > 0 then rows[#rows + 1] = { report_text.HEADINGS[group] } end
    for _, row in ipairs(groups[group]) do rows[#rows + 1] = row end
  end
  for _, row in ipairs(groups.unclear) do folded[#folded + 1] = row end
  if #rows > 1 then report_page.table(list, rows) end
  if #folded == 1 then return end
  put(list, "<details><summary>%s</summary>", ("%s: %s"):format(report_text.HEADINGS.unclear,
    words.count(#groups.unclear, "measure")))
  report_page.table(list, folded)
  list[#list + 1] = "</details>"
end

local SIZES_AGAIN = "The signs and the scale are those of the first plot of this kind."

local function add_change(list, report, change, is_first)
  local arm = report.arms[change.arm]
  put(list, "<h2>%s against %s</h2>", arm.label, report.arms[change.against].label)
  for _, line in ipairs(report_text.opening(report, change)) do
    put(list, "<p><strong>%s</strong></p>", line)
  end
  add_list(list, report_text.findings(report, change))
  if summary.is_unchanged(change) then return add_uses(list, report, arm) end
  report_page.paragraphs(list, { report_text.games_changed(change) })
  report_page.plots(list, { drawn("Size of the differences", is_first and terms.SIZES or SIZES_AGAIN,
    plots.changes(report, change)) })
  add_compared(list, report, change)
  add_uses(list, report, arm)
end

-- The plots at the end of a report: title, name in plots, and caption.
local AT_END = {
  { "Points of the players", "points",
    "Height: players in 100 with these points. Dashed line: the mean. All sets of rules have one scale." },
  { "The winner's lead", "leads",
    "Height: games in 100 with this lead. Dashed line: the mean. All sets of rules have one scale." },
  { "Wins", "wins",
    "Each sign is the share of games, and its bar the 95 % interval. Shapes and dashes show the rules." },
}

--- Adds the text and the plots of a report.
---@param list string[] parts of the page
---@param report Report
function report_page.report(list, report)
  for i, change in ipairs(report.changes) do add_change(list, report, change, i == 1) end
  if #report.changes == 0 then
    add_list(list, uses_text.never(report.arms[1]), uses_text.others(report.arms[1]))
    add_uses(list, report, report.arms[1])
    report_page.table(list, report_text.rows(report))
  end
  local group = {}
  for i, plot in ipairs(summary.changes_nothing(report) and {} or AT_END) do
    group[i] = drawn(plot[1], plot[3], plots[plot[2]](report))
  end
  report_page.plots(list, group)
  report_page.paragraphs(list, report_text.failed(report))
  report_page.paragraphs(list, report_text.method(report), "small")
  report_page.paragraphs(list, report_text.order(report), "small")
end

--- Writes the page of a report.
---@param path string
---@param heading string description of the games
---@param report Report
function report_page.write(path, heading, report)
  local labels = {}
  for i, arm in ipairs(report.arms) do labels[i] = arm.label end
  local list = report_page.new(table.concat(labels, ", "))
  report_page.paragraphs(list, { heading })
  report_page.report(list, report)
  report_page.save(list, path)
end

return report_page
