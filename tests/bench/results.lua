--- results.lua: writes a page on the effects of rules, with plots, from reports of
--- `carcassonne compare --json`.
--
--     lua tests/bench/results.lua PAGE TITLE=REPORT.json...
--
-- Writes PAGE, and the plots to a folder beside it with its name in lower case. `make results`
-- plays the games.

local json = require "dkjson"
local carcassonne = require "carcassonne"
local plots = require "carcassonne.lab.plots"
local variants = require "carcassonne.variant"
local shipped = require "carcassonne.variant.shipped"
local report_text = require "carcassonne.lab.report_text"

-- The measures that have a column in the tables.
local COLUMNS = {
  { key = "points", title = "points of a player" }, { key = "lead", title = "the winner's lead" },
  { key = "seat", title = "first seat over last (games in 100)" }, { key = "length", title = "turns" },
  { key = "double_turns", title = "double turns a game" },
}

local function put(file, format, ...) file:write(format:format(...), "\n") end

-- ---- Cells --------------------------------------------------------------------------------------

local function bounds(low, high)
  return ("%.1f to %.1f"):format(low, high):gsub("%-0%.0", "0.0"):gsub("%-", "−")
end

local function change_cell(change)
  if change.difference == 0 and (change.half or 0) == 0 then return "–" end
  local half = change.half or 0
  local text = ("%s%.1f (%s)"):format(change.difference > 0 and "+" or "", change.difference,
    bounds(change.difference - half, change.difference + half)):gsub("%-", "−")
  return change.sure and ("**%s**"):format(text) or text
end

local function row(file, cells) put(file, "| %s |", table.concat(cells, " | ")) end

local function heading(file, first)
  local titles, rules = { first }, { "---" }
  for i, column in ipairs(COLUMNS) do titles[i + 1], rules[i + 1] = column.title, "---:" end
  row(file, titles)
  row(file, rules)
end

local function cells_of(label, cell_of)
  local cells = { label }
  for i, column in ipairs(COLUMNS) do cells[i + 1] = cell_of(column.key) end
  return cells
end

local function table_of(file, made)
  local first = made.arms[1].shown
  heading(file, "")
  row(file, cells_of(made.arms[1].label,
    function(key) return ("%.1f ± %.1f"):format(first[key].mean, first[key].half or 0) end))
  for _, change in ipairs(made.changes) do
    row(file, cells_of(("`%s`"):format(made.arms[change.arm].label),
      function(key) return change_cell(change.of[key]) end))
  end
end

-- ---- Words --------------------------------------------------------------------------------------

-- Returns the description of a shipped script; nil for other rules.
local function description_of(label)
  return shipped.module(label) and variants.read(label).description or nil
end

-- Returns the clear differences as sentences.
local function sure_of(made, change)
  local list = {}
  for _, measure in ipairs(made.measures) do
    local one = change.of[measure.key]
    if one.sure then list[#list + 1] = report_text.sentence(measure, one) end
  end
  if #list > 0 then return table.concat(list, " ") end
  return change.other_points == 0 and "No differences." or "No clear differences."
end

local function words_of(file, made)
  for _, change in ipairs(made.changes) do
    local label = made.arms[change.arm].label
    put(file, "\n### `%s`\n", label)
    local description = description_of(label)
    if description then put(file, "%s\n", description) end
    put(file, "%s %s", sure_of(made, change), report_text.games_changed(change))
  end
end

-- ---- The page -----------------------------------------------------------------------------------

local function write_to(path, text)
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
end

-- Adds a plot of the first column. The table has the figures of all columns.
local function plot_of(file, made, number, folder)
  for _, measure in ipairs(made.measures) do
    if measure.key == COLUMNS[1].key then
      local svg, problem = plots.across(made, measure)
      if problem then error(problem, 0) end
      local name = ("%d-%s.svg"):format(number, measure.key)
      write_to(folder .. "/" .. name, svg)
      put(file, "\n![Difference from the standard rules in %s, with 95 %% confidence intervals](%s/%s)\n",
        COLUMNS[1].title, folder:match "[^/]*$", name)
    end
  end
end

-- Returns the explanation of the intervals and of bold figures.
local function method_of(made)
  return (table.concat(report_text.method(made), " ")
    :gsub("A star marks", "Bold marks"):gsub("a star", "bold figures")
    :gsub("the %d+ comparisons? in this report", "all comparisons of these games"))
end

local function section(file, number, title, data, folder)
  local made, run = data.report, data.run
  local rules = {}
  for i, rule in ipairs(run.rules) do rules[i] = rule.words end
  put(file, "\n## %s\n", title)
  put(file, "%d games under each set of rules, with two players, bot `%s` and seed %d. %s\n", made.games,
    table.concat(run.bots, ", "), run.seed, method_of(made))
  table_of(file, made)
  plot_of(file, made, number, folder)
  put(file, "Clear differences:")
  words_of(file, made)
  put(file, "\nCommand:\n\n<!-- short: -n %d becomes -n 2 -->\n```sh\ncarcassonne compare %s -n %d\n```",
    made.games,
    table.concat(rules, " "), made.games)
end

local INTRO = [[
# Effects of rules on the game

This page shows how each printed house rule, edition and expansion changes the game, compared with the standard rules of Traders &
Builders (edition `c2`). Both players are the bot `greedy` ([bots](../lua/doc/BOTS.md)), which looks one turn ahead. Stronger players may
use a rule differently. [The lab](../lua/doc/LAB.md) explains the intervals and the measures.

Generated on %s by `make results` with carcassonne %s.
The command at the end of each section plays the same games again.]]

local function main(path, ...)
  local folder = path:gsub("[^/]*$", function(name) return name:gsub("%..*", ""):lower() end)
  local file = assert(io.open(path, "wb"))
  put(file, INTRO, os.date "%d %B %Y", carcassonne.version)
  for number, argument in ipairs { ... } do
    local title, report = argument:match "^(.-)=(.*)$"
    local source = assert(io.open(report, "rb"))
    section(file, number, title, assert(json.decode(source:read "*a")), folder)
    source:close()
  end
  file:close()
end

main(...)
