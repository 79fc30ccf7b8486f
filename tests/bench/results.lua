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

-- The measures with a column in the tables.
local COLUMNS = {
  { key = "points", title = "points of a player" }, { key = "lead", title = "the winner's lead" },
  { key = "seat", title = "first seat over last, of 100 games" }, { key = "length", title = "turns" },
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

-- The description of rules from a shipped script.
local function description_of(label)
  return shipped.module(label) and variants.read(label).description or nil
end

-- Sentences about significant differences.
local function sure_of(made, change)
  local list = {}
  for _, measure in ipairs(made.measures) do
    local one = change.of[measure.key]
    if one.sure then list[#list + 1] = report_text.sentence(measure, one) end
  end
  return #list > 0 and table.concat(list, " ") or "Nothing differs by more than chance may do."
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

-- A plot of the first column; the table has the figures of all.
local function plot_of(file, made, number, folder)
  for _, measure in ipairs(made.measures) do
    if measure.key == COLUMNS[1].key then
      local svg, problem = plots.across(made, measure)
      if problem then error(problem, 0) end
      local name = ("%d-%s.svg"):format(number, measure.key)
      write_to(folder .. "/" .. name, svg)
      put(file, "\n![%s: what each changes, with 95 %% intervals](%s/%s)\n", COLUMNS[1].title,
        folder:match "[^/]*$", name)
    end
  end
end

local function section(file, number, title, data, folder)
  local made, run = data.report, data.run
  local rules = {}
  for i, rule in ipairs(run.rules) do rules[i] = rule.words end
  put(file, "\n## %s\n", title)
  put(file, "%d games under each of the rules, seed %d, two players, each %s. %s\n", made.games, run.seed,
    table.concat(run.bots, ", "),
    (table.concat(report_text.method(made), " "):gsub("A star marks", "Bold is")))
  table_of(file, made)
  plot_of(file, made, number, folder)
  put(file, "In words:")
  words_of(file, made)
  put(file, "\nThe command:\n\n<!-- short: -n %d becomes -n 2 -->\n```sh\ncarcassonne compare %s -n %d\n```",
    made.games,
    table.concat(rules, " "), made.games)
end

local INTRO = [[
# What rules do to the game

What the printed house rules, each edition and each expansion change against the standard rules of Traders & Builders (edition `c2`),
when sensible players play: both are the bot `greedy` ([bots](../lua/doc/BOTS.md)), which looks one turn ahead. Stronger players may make
other use of a rule. [The lab](../lua/doc/LAB.md) says how sure an interval is, and what each measure counts.

Made on %s by `make results` with carcassonne %s; the command under each table plays the same games again.]]

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
