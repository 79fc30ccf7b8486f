--- Writes a report as a self-contained HTML page with text, tables and plots.
-- @module carcassonne.lab.report_page

local compat = require "carcassonne.base.compat"
local file_io = require "carcassonne.program.file_io"
local html_policy = require "carcassonne.text.html_policy"
local output = require "carcassonne.program.output"
local plots = require "carcassonne.lab.plots"
local report_text = require "carcassonne.lab.report_text"
local uses_text = require "carcassonne.lab.uses_text"

local report_page = {}

-- The style is the same in each page, because the content security policy contains its hash (see
-- compare_spec).
local STYLE = [[

body { font-family: sans-serif; max-width: 52em; margin: 2em auto; padding: 0 1em; line-height: 1.4; color: #222; background: #fff }
table { border-collapse: collapse; font-size: 0.9em }
th, td { padding: 0.15em 0.7em; text-align: right; border-bottom: 1px solid #ddd; white-space: pre }
th:first-child, td:first-child { text-align: left }
tr.sure td { font-weight: bold }
p.small { color: #555; font-size: 0.9em }
svg { max-width: 100%; height: auto }
@media (max-width: 40em) {
body { margin: 0.5em auto; padding: 0 0.5em }
table { font-size: 0.7em; width: 100% }
th, td { padding: 0.15em 0.25em; white-space: normal }
th { font-size: 0.9em }
div.plot { overflow-x: auto }
div.plot svg { max-width: none; width: 36em }
}
]]
local STYLE_HASH = "MlcgdWPrD7y1skGlIM4a8opmSexkyHVTWTMVEPwoqnk="

local HEAD = html_policy.HEAD .. [[
<main>
<h1>{{title}}</h1>
]]

local ESCAPES = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }

--- Escapes a text for HTML.
---@param text string
---@return string
function report_page.escaped(text) return (text:gsub('[&<>"]', ESCAPES)) end

local function put(list, format, ...)
  local words = { ... }
  for i, word in ipairs(words) do words[i] = report_page.escaped(word) end
  list[#list + 1] = format:format(compat.table.unpack(words))
end

--- Adds a table.
---@param list string[] parts of the page
---@param rows string[][] the first one holds the headings
---@param sure? table<integer, boolean> highlighted rows
function report_page.table(list, rows, sure)
  list[#list + 1] = "<table>"
  for i, row in ipairs(rows) do
    local cells, tag = {}, i == 1 and "th" or "td"
    for k, cell in ipairs(row) do cells[k] = ("<%s>%s</%s>"):format(tag, report_page.escaped(cell), tag) end
    list[#list + 1] = (sure and sure[i] and '<tr class="sure">' or "<tr>") .. table.concat(cells) .. "</tr>"
  end
  list[#list + 1] = "</table>"
end

--- Adds a plot. If plots are missing, adds a message, once in a page.
---@param list string[] parts of the page
---@param title string
---@param svg string?
---@param message string?
function report_page.plot(list, title, svg, message)
  if svg then
    put(list, "<h3>%s</h3>", title)
    list[#list + 1] = '<div class="plot">' .. svg .. "</div>"
  elseif message and not list.said then
    list.said = message
    put(list, "<p class=\"small\">%s.</p>", message)
  end
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
  if #rows > 0 then report_page.table(list, rows) end
end

--- Adds the text and the plots of a report.
---@param list string[] parts of the page
---@param report Report
function report_page.report(list, report)
  for _, change in ipairs(report.changes) do
    put(list, "<h2>%s against %s</h2>", report.arms[change.arm].label,
      report.arms[change.against].label)
    report_page.paragraphs(list, uses_text.sentences(report.arms[change.arm]))
    report_page.paragraphs(list, report_text.sentences(report, change))
    report_page.paragraphs(list, { report_text.games_changed(change) })
    add_uses(list, report, report.arms[change.arm])
    report_page.plot(list, "Changes", plots.changes(report, change))
    report_page.table(list, report_text.rows(report, change))
  end
  if #report.changes == 0 then
    report_page.paragraphs(list, uses_text.sentences(report.arms[1]))
    add_uses(list, report, report.arms[1])
    report_page.table(list, report_text.rows(report))
  end
  report_page.plot(list, "Points", plots.points(report))
  report_page.plot(list, "Wins", plots.wins(report))
  report_page.plot(list, "The winner's lead", plots.leads(report))
  report_page.paragraphs(list, report_text.failed(report))
  report_page.paragraphs(list, report_text.method(report), "small")
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
