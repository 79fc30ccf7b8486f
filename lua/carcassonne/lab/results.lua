--- Results of many games, as a table that people read and as plain data.
-- @module carcassonne.lab.results

local c_locale = require "carcassonne.base.c_locale"
local lab = require "carcassonne.lab.run"
local measures = require "carcassonne.lab.measures"
local style = require "carcassonne.text.style"
local tables = require "carcassonne.text.table"
local words = require "carcassonne.describe.words"

local results = {}

-- ---- Numbers ---------------------------------------------------------------------------------------------------------

local function number(digits)
  return function(value) return c_locale.format("%." .. digits .. "f", value) end
end

local function percent(value) return c_locale.format("%.1f %%", value * 100) end

local function signed(write, value)
  local text = write(value)
  if not text:find "[1-9]" then return (text:gsub("^%-", "")) end
  return value > 0 and "+" .. text or text
end

-- ---- Rows ------------------------------------------------------------------------------------------------------------

-- What a row shows: its label, the way to its measure in a result, how its numbers are written.
local function row(label, path, write) return { label = label, path = path, write = write } end

local KINDS = {
  road = "from roads", city = "from cities", monastery = "from monasteries", incomplete = "from what is incomplete",
  field = "from fields", goods = "from goods", script = "from house rules",
}

-- Who win or lose together, as people call them, with one of them. Beside a game of no such teams each player stands alone.
local function sides_of(result, other)
  local sides = {}
  for i, team in ipairs(other and #other.teams ~= #result.teams and {} or result.teams) do
    sides[i] = { "players " .. words.list(team), team[1], "win" }
  end
  for player = 1, #sides == 0 and result.players or 0 do sides[player] = { words.player(player), player, "wins" } end
  return sides
end

local function rows_of(result, other)
  local rows = { row(#result.teams > 0 and "points of a team" or "points of a player", { "points" }, number(2)) }
  for _, kind in ipairs(result.kinds and measures.kinds or {}) do
    rows[#rows + 1] = row("  " .. KINDS[kind], { "kinds", kind }, number(2))
  end
  for _, side in ipairs(result.players > 1 and sides_of(result, other) or {}) do
    rows[#rows + 1] = row("  " .. side[1], { "by_player", side[2], "points" }, number(2))
  end
  rows[#rows + 1] = row("the winner's lead", { "lead" }, number(2))
  for _, side in ipairs(sides_of(result, other)) do
    rows[#rows + 1] = row(("%s %s"):format(side[1], side[3]), { "by_player", side[2], "wins" }, percent)
  end
  rows[#rows + 1] = row("draws", { "draws" }, percent)
  rows[#rows + 1] = row("double turns a game", { "double_turns" }, number(2))
  rows[#rows + 1] = row("further parts a game", { "extra_parts" }, number(2))
  rows[#rows + 1] = row("tiles on the table", { "tiles" }, number(2))
  rows[#rows + 1] = row("decisions", { "decisions" }, number(2))
  return rows
end

local function follow(from, path)
  for _, key in ipairs(path) do from = from[key] end
  return from
end

-- A text with what chance may do to it.
local function uncertain(text, write, err, look)
  return ("%s %s %s"):format(text, look:pick("±", "+-"), (write(err):gsub(" %%", "")))
end

local function cells_of(one, jobs, difference, look)
  local cells = { one.label }
  for _, job in ipairs(jobs) do
    local measure = follow(job.result, one.path)
    cells[#cells + 1] = difference and one.write(measure.mean)
      or uncertain(one.write(measure.mean), one.write, measure.error, look)
    if not difference then cells[#cells + 1] = one.write(measure.spread) end
  end
  if difference then
    local change = follow(difference, one.path)
    cells[#cells + 1] = uncertain(signed(one.write, change.difference), one.write, change.error, look)
  end
  return cells
end

local function spread_row(jobs)
  local cells = { "  spread" }
  for _, job in ipairs(jobs) do cells[#cells + 1] = number(2)(job.result.points.spread) end
  return cells
end

local function speed_row(jobs)
  local cells = { "games a second" }
  for _, job in ipairs(jobs) do
    cells[#cells + 1] = ("%d"):format(math.floor(job.result.games / math.max(job.result.seconds, 1e-6) + 0.5))
  end
  return cells
end

--- A table of one result, with spread and standard error; or of two with their difference and its standard error.
---@param jobs {label:string, result:RunResult}[] one, or two: the first with samples, as the second
---@param given? {style?:Style, speed?:boolean} speed: false leaves the games a second out
---@return string[] lines
function results.table(jobs, given)
  given = given or {}
  local look = given.style or style.new {}
  local difference = jobs[2] and lab.compare(jobs[1].result, jobs[2].result)
  local rows = { { "" } }
  for _, job in ipairs(jobs) do table.insert(rows[1], job.label) end
  table.insert(rows[1], difference and "difference" or "spread")
  for i, one in ipairs(rows_of(jobs[1].result, jobs[2] and jobs[2].result)) do
    rows[#rows + 1] = cells_of(one, jobs, difference, look)
    if i == 1 and difference then rows[#rows + 1] = spread_row(jobs) end
  end
  if difference then
    rows[#rows + 1] = { "games with other points", percent(difference.points_changed) }
    rows[#rows + 1] = { "games with another winner", percent(difference.winner_changed) }
  end
  if given.speed ~= false then rows[#rows + 1] = speed_row(jobs) end
  return tables.lines(rows, { heading = true, style = look })
end

-- ---- Plain data ------------------------------------------------------------------------------------------------------

--- A copy without the samples, and without what depends on the machine. For JSON.
---@param result table a RunResult, or what lab.compare gives
---@return table
function results.plain(result)
  local copy = {}
  for key, value in pairs(result) do
    if type(value) == "table" then value = results.plain(value) end
    if key ~= "samples" and key ~= "seconds" then copy[key] = value end
  end
  return copy
end

--- The keys of a table and of the tables in it, sorted: in this order JSON is the same each time.
---@param value table
---@return string[]
function results.keys(value)
  local known, list = {}, {}
  local function visit(t)
    for key, one in pairs(t) do
      if type(key) == "string" and not known[key] then
        known[key] = true
        list[#list + 1] = key
      end
      if type(one) == "table" then visit(one) end
    end
  end
  visit(value)
  c_locale.sort(list)
  return list
end

return results
