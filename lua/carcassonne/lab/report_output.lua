--- Shows a report as text and tables, as JSON or CSV, or as a page with plots.
-- @module carcassonne.lab.report_output

local json_text = require "carcassonne.lab.json_text"
local output = require "carcassonne.program.output"
local report_page = require "carcassonne.lab.report_page"
local report_text = require "carcassonne.lab.report_text"
local terminal = require "carcassonne.text.terminal"
local words = require "carcassonne.describe.words"

local report_output = {}

--- Returns a line that describes the games.
---@param head RunHead
---@param games integer
---@return string
function report_output.heading(head, games)
  local settings = head.settings
  local parts = { ("%s under each set of rules"):format(words.count(games, "game")) }
  if #head.rules == 1 and not head.sweep then parts[1] = words.count(games, "game") end
  parts[2] = words.count(settings.players or 2, "player")
  if settings.edition then parts[#parts + 1] = "edition " .. settings.edition end
  if settings.sets then parts[#parts + 1] = settings.sets end
  for _, variant in ipairs(settings.variant) do parts[#parts + 1] = variant end
  for _, rule in ipairs(settings.rule) do parts[#parts + 1] = rule end
  parts[#parts + 1] = "seed " .. head.seed
  parts[#parts + 1] = "bot " .. table.concat(head.bots, ", ")
  return table.concat(parts, ", ")
end

--- Shows a report in the forms that the options select.
---@param args table
---@param head RunHead
---@param made Report
---@return integer status 1 if games failed
function report_output.show(args, head, made)
  local heading = report_output.heading(head, made.games)
  if args.json then
    output.print_data(json_text.encode { run = head, report = made })
  elseif args.csv then
    output.put(report_text.csv(made))
  else
    output.print(heading .. "\n")
    output.print_lines(report_text.lines(made, { style = terminal.style(args.color) }))
  end
  if args.html then report_page.write(args.html, heading, made) end
  return #made.failed > 0 and 1 or 0
end

return report_output
