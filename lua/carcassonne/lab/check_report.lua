--- Formats the result of a check as text.
-- @module carcassonne.lab.check_report

local c_locale = require "carcassonne.base.c_locale"
local count_of = require("carcassonne.describe.words").count
local hook_costs = require "carcassonne.lab.hook_costs"
local options = require "carcassonne.base.options"
local summary = require "carcassonne.lab.summary"
local tables = require "carcassonne.text.table"
local variant_summary = require "carcassonne.text.variant_summary"

local check_report = {}

--- Returns the numbers of games and decisions as text.
---@param report CheckReport
---@return string
function check_report.range(report)
  local text = "%s with %s; each game was replayed in five ways (from the same seed, with the script loaded "
    .. "again, on copies, after undo, and from saved games), and its points were compared with its events%s"
  return text:format(count_of(report.games, "game"), count_of(report.decisions, "decision"),
    report.elsewhere and "; the first game was also played in a new process" or "")
end

--- Returns the number of additional games and whether each hook has run.
---@param report CheckReport
---@return string
function check_report.searched(report)
  local how = #report.idle == 0 and "until every hook was called" or "but not every hook was called"
  return ("%s, %s"):format(count_of(report.searched, "more game"), how)
end

--- Returns whether no game differs from the games without the script.
---@param report CheckReport
---@return boolean
function check_report.changes_nothing(report)
  return report.effect ~= nil and summary.changes_nothing(report.effect.report)
end

--- Returns where a problem was found; an empty text if it was not in a game.
---@param problem CheckProblem
---@return string
function check_report.place(problem)
  local words = {}
  if problem.players then
    words[1] = ("%d players, edition %s, seed %d"):format(problem.players, problem.edition, problem.seed)
  end
  if problem.decision then words[#words + 1] = "after " .. count_of(problem.decision, "decision") end
  return table.concat(words, ", ")
end

-- Returns the cells of a hook in games by greedy: calls in a game, and share of the time.
local function greedy_cells(costs, name)
  local hook = costs.by_name[name]
  return c_locale.format("%.1f", hook and hook.calls / costs.games or 0),
    c_locale.format("%.0f %%", 100 * hook_costs.share(costs, name))
end

--- Returns a table of the hooks with their number of calls and their time.
---@param report CheckReport
---@param look Style
---@return string[]
function check_report.hook_lines(report, look)
  if #report.hooks == 0 or report.games == 0 then return {} end
  local rows, costs = { { "hook", "calls", "per game", "total ms", "us per call" } }, report.costs
  if costs then rows[1][6], rows[1][7] = "calls by greedy", "time" end
  for _, hook in ipairs(report.hooks) do
    local mean = hook.calls > 0 and c_locale.format("%.1f", hook.seconds * 1e6 / hook.calls) or "-"
    local row = { hook.name, hook.calls, c_locale.format("%.1f", hook.calls / report.games),
      c_locale.format("%.1f", hook.seconds * 1e3), mean }
    if costs then row[6], row[7] = greedy_cells(costs, hook.name) end
    rows[#rows + 1] = row
  end
  return tables.lines(rows, { indent = 2, heading = true, style = look })
end

--- Returns a sentence about the function that costs most in games by greedy; nil if none was
--- measured.
---@param report CheckReport
---@return string?
function check_report.cost(report) return report.costs and hook_costs.text(report.costs) end

local function kind_text(idle) return idle.kind == "final" and "final step" or idle.kind end

local function late_text(late, count)
  local what = late.idle.asked and "had an option chosen" or late.idle.deploys and "offered something"
    or "ran"
  return ("%s `%s` %s for the first time in game %d"):format(kind_text(late.idle), late.idle.name, what,
    count + late.game)
end

local function idle_text(idle, count)
  local games = count_of(count, "game")
  local condition = idle.when and (" (%s)"):format(variant_summary.condition(idle.when)) or ""
  if idle.asked then
    return ("phase `%s` asked a player, but no option was ever chosen in %s: does the phase offer any "
      .. "options%s?"):format(
      idle.name, games, condition)
  end
  if idle.deploys then
    return (
        "phase `%s` never offered any option in %s: can a player ever deploy a piece "
        .. "in this phase%s?"):format(
      idle.name, games, condition)
  end
  local why = idle.when and "is its condition ever true" .. condition or "does its event ever happen"
  return ("%s `%s` never ran in %s: %s?"):format(kind_text(idle), idle.name, games, why)
end

local function unused_text(unused)
  return ("%s `%s` is declared but never used in the script"):format(unused.kind,
    unused.name)
end

-- Returns the text of one change as an example, because a table may have thousands of changes.
local function changed_text(changed)
  local first, others = changed[1], #changed - 1
  return ("the games changed `%s` of the script from %s to %s%s; undo, copies and saved games restore only "
    .. "variables"):format(options.line(first.path), options.line(first.from or "nil"),
    options.line(first.to or "nil"),
    others > 0 and (", and %s more"):format(count_of(others, "value")) or "")
end

--- Returns remarks on functions that ran late or never, on unused names, and on changed data.
---@param report CheckReport
---@return string[]
function check_report.remarks(report)
  local list = {}
  for _, late in ipairs(report.late) do list[#list + 1] = late_text(late, report.games) end
  for _, idle in ipairs(report.idle) do list[#list + 1] = idle_text(idle, report.games + report.searched) end
  for _, unused in ipairs(report.unused) do list[#list + 1] = unused_text(unused) end
  if report.changed[1] then list[#list + 1] = changed_text(report.changed) end
  return list
end

return check_report
