-- report.lua DIR: measures the engine's speed, prints tables and writes them to DIR.json. DIR has
-- the programs bench and clock.so; `make bench` runs this.
--
-- Each measurement is a separate process. The processes run alternately in rounds, so that a
-- machine that slows down affects all of them. A figure is the median of the rounds, with the
-- lowest and the highest value. The environment may set:
--
--   YARDSTICK      a program that prints `... median N games/s ...`, for comparison in percent
--   BENCH_ROUNDS   number of rounds, 7 by default
--   BENCH_SECONDS  time of a measurement, 0.15 by default; 200 times as long for memory growth

local json = require "dkjson"
local tables = require "carcassonne.text.table"
local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"

local DIR = assert(arg[1], "report.lua DIR")
local LUA = os.getenv "LUA" or "lua5.4"
local ROUNDS = compat.math.tointeger(tonumber(os.getenv "BENCH_ROUNDS")) or 7
local SECONDS = tonumber(os.getenv "BENCH_SECONDS") or 0.15
local YARDSTICK = os.getenv "YARDSTICK" or ""
local YARDSTICK_RUNS = 3
local GROWTH_GAMES, GROWTH_SECONDS = 1000000, 200 * SECONDS
local EDITION, OTHER_EDITION = "jcz", "c2" -- c2 is the default

-- ---- Running a program --------------------------------------------------------------------------

local function refuse(...)
  io.stderr:write("bench: ", string.format(...), "\n")
  os.exit(1)
end

local function output(command)
  local pipe = assert(io.popen(command))
  local text = pipe:read "*a"
  if not pipe:close() then refuse("failed: %s\n%s", command, text) end
  return text
end

-- Returns the line of names and numbers that a measurement prints.
local function measured(command)
  local found = {}
  for name, value in output(command):gmatch "(%S+) (%S+)" do found[name] = tonumber(value) end
  return found
end

local function from_c(mode, rules, players, edition)
  return measured(("%s/bench %s %s %d %s %g"):format(DIR, mode, rules, players, edition, SECONDS))
end

local function from_lua(mode, rules, players, edition, more)
  return measured(("%s tests/bench/bench.lua %s %s %s %d %s %g %s"):format(LUA, DIR, mode, rules, players,
    edition, SECONDS,
    more or ""))
end

local function run_yardstick()
  local program = YARDSTICK:find "/" and YARDSTICK or "./" .. YARDSTICK
  local text = output("'" .. program:gsub("'", "'\\''") .. "'")
  local rate = tonumber(text:match "([%d.]+) games/s")
  if not rate then refuse("the yardstick says nothing of games/s: %s", text) end
  return rate
end

-- ---- Measurements -------------------------------------------------------------------------------

-- A row of the table: the rules, players and driver. `program` and `way` select the measurement.
local rows = {}

local function add_row(rules, players, driver, edition, program, way)
  rows[#rows + 1] = { rules = rules, players = players, driver = driver, edition = edition,
    program = program, way = way,
    runs = {} }
  return rows[#rows]
end

local function add_drivers(rules, players, edition)
  add_row(rules, players, "c", edition, from_c)
  add_row(rules, players, "lua-index", edition, from_lua, "index")
  add_row(rules, players, "lua-handle", edition, from_lua, "handle")
  add_row(rules, players, "lua-action", edition, from_lua, "action")
end

for _, rules in ipairs { "base", "traders" } do
  for _, players in ipairs { 2, 5 } do add_drivers(rules, players, EDITION) end
end
-- House rules, to compare with a game without them. Their hooks are in Lua, so playouts are
-- measured instead of games from C.
local plain_playout = add_row("traders", 2, "c", EDITION, from_lua, "playout")
for _, variant in ipairs(carcassonne.shipped_variants()) do
  add_row(variant, 2, "c", EDITION, from_lua, "playout")
  add_row(variant, 2, "lua-index", EDITION, from_lua, "index")
  add_row(variant, 2, "lua-action", EDITION, from_lua, "action")
end
-- An expansion without hooks; and all expansions together, which spend nearly all time in Lua.
for _, rules in ipairs { "inns-and-cathedrals", "expansions" } do
  add_row(rules, 2, "c", EDITION, from_lua, "playout")
end
for _, rules in ipairs { "base", "traders" } do add_drivers(rules, 2, OTHER_EDITION) end

-- ---- Numbers ------------------------------------------------------------------------------------

local function median(list)
  local sorted = compat.table.move(list, 1, #list, 1, {})
  table.sort(sorted)
  local middle = math.floor(#sorted / 2)
  return #sorted % 2 == 1 and sorted[middle + 1] or (sorted[middle] + sorted[middle + 1]) / 2
end

local function spread(list)
  return { math.min(compat.table.unpack(list)), math.max(compat.table.unpack(list)) }
end

local function rounded(value, digits)
  if type(value) == "table" then
    local list = {}
    for i, one in ipairs(value) do list[i] = rounded(one, digits) end
    return list
  end
  local text = ("%%.%df"):format(digits):format(value)
  return compat.math.tointeger(tonumber(text)) or tonumber(text)
end

local function each(runs, value)
  local list = {}
  for i, run in ipairs(runs) do list[i] = value(run) end
  return list
end

-- ---- The rounds ---------------------------------------------------------------------------------

local yardstick = {}
local costs = { base = {}, traders = {} } -- lists by name
-- games in which undo from Lua is measured
local UNDONE = { "traders", "ten", "expansions" }
local undone = {}

local function note(list, found)
  for name, value in pairs(found) do
    list[name] = list[name] or {}
    table.insert(list[name], value)
  end
end

-- Returns whether the yardstick must run: at the beginning, at the end and between rounds.
local function yardstick_is_due(round)
  if ROUNDS < YARDSTICK_RUNS then return true end
  for i = 0, YARDSTICK_RUNS - 1 do
    if round == 1 + math.floor(i * (ROUNDS - 1) / (YARDSTICK_RUNS - 1)) then return true end
  end
  return false
end

local function run_round(round)
  io.stderr:write(("bench: round %d of %d\n"):format(round, ROUNDS))
  if YARDSTICK ~= "" and yardstick_is_due(round) then table.insert(yardstick, run_yardstick()) end
  for _, row in ipairs(rows) do
    table.insert(row.runs, row.program("games", row.rules, row.players, row.edition, row.way))
  end
  for rules, list in pairs(costs) do
    note(list, from_c("costs", rules, 2, EDITION))
    note(list, from_lua("clone", rules, 2, EDITION))
  end
  for _, rules in ipairs(UNDONE) do
    undone[rules] = undone[rules] or {}
    note(undone[rules], from_lua("undo", rules, 2, EDITION))
  end
end

local function finish_row(row)
  local rates = each(row.runs, function(run) return run.games / run.seconds end)
  row.rate, row.spread = median(rates), spread(rates)
  row.ns = median(each(row.runs, function(run) return run.seconds / run.decisions * 1e9 end))
  row.decisions_a_second = median(each(row.runs, function(run) return run.decisions / run.seconds end))
  row.share = #yardstick > 0 and row.rate / median(yardstick) or nil
end

for round = 1, ROUNDS do run_round(round) end
for _, row in ipairs(rows) do finish_row(row) end
local growth = measured(("%s/bench growth traders 2 %s %g %d"):format(DIR, EDITION, GROWTH_SECONDS,
  GROWTH_GAMES))
local garbage = from_lua("garbage", "traders", 2, EDITION)

-- ---- Comparisons --------------------------------------------------------------------------------

local function find_row(rules, players, driver, edition)
  for _, row in ipairs(rows) do
    if row ~= plain_playout and row.rules == rules and row.players == players and row.driver == driver
      and row.edition == edition then
      return row
    end
  end
end

local function is_variant(row) return row.rules ~= "base" and row.rules ~= "traders" end

-- Returns the extra time per decision compared with C.
local function above_c(row)
  if row.driver == "c" then return nil end
  return row.ns - find_row(row.rules, row.players, "c", row.edition).ns
end

-- Adds a row of house rules or expansions with its cost per game, and per decision, since some make
-- games longer.
local function house_rule(row)
  local without = row.driver == "c" and plain_playout or find_row("traders", row.players, row.driver,
    row.edition)
  return { rules = row.rules, players = row.players, driver = row.driver,
    cost_of_a_game = rounded(without.rate / row.rate - 1, 3),
      cost_of_a_decision = rounded(row.ns / without.ns - 1, 3) }
end

-- ---- The file -----------------------------------------------------------------------------------

local function result(row)
  return { rules = row.rules, players = row.players, driver = row.driver,
    edition = row.edition ~= EDITION and row.edition or nil,
    games_per_second = rounded(row.rate, 1), spread = rounded(row.spread, 1),
    decisions_per_second = rounded(row.decisions_a_second, 0), ns_per_decision = rounded(row.ns, 2),
    share_of_yardstick = row.share and rounded(row.share, 4) or json.null }
end

local function machine()
  local info = io.open "/proc/cpuinfo"
  local name = info and info:read "*a":match "model name%s*:%s*([^\n]+)"
  if info then info:close() end
  return name or output "uname -m":match "[^\n]*"
end

local COSTS = { "clone_ns", "legal_ns", "apply_ns", "undo_ns", "keep_ns", "kept_undo_ns", "pool_clone_ns",
  "lua_clone_ns", "lua_copy_from_ns" }

local report = {
  machine = machine(), compiler = os.getenv "BENCH_COMPILER", lua = _VERSION, date = os.date "!%Y-%m-%d",
  rounds = ROUNDS, edition = EDITION, results = {}, house_rules = {}, undo = {}, spread = {},
  state_bytes = { base = costs.base.state_bytes[1], traders = costs.traders.state_bytes[1] },
  playout = { games_per_second = rounded(plain_playout.rate, 1), spread = rounded(plain_playout.spread, 1),
    ns_per_decision = rounded(plain_playout.ns, 2) },
  growth = growth, lua_garbage = garbage,
  yardstick = #yardstick > 0 and { games_per_second = median(yardstick), spread = spread(yardstick) }
    or json.null,
}
for _, row in ipairs(rows) do
  if row ~= plain_playout then table.insert(report.results, result(row)) end
  if is_variant(row) then table.insert(report.house_rules, house_rule(row)) end
end
for _, name in ipairs(COSTS) do
  report[name], report.spread[name] = {}, {}
  for rules, list in pairs(costs) do
    report[name][rules] = rounded(median(list[name]), 1)
    report.spread[name][rules] = rounded(spread(list[name]), 1)
  end
end

for i, rules in ipairs(UNDONE) do
  local list = undone[rules]
  report.undo[i] = { rules = rules, undo_us = rounded(median(list.undo_us), 3),
    kept_undo_us = rounded(median(list.kept_undo_us), 3),
    kept_bytes = list.kept_bytes[1] }
end

-- The order of the names in the file.
local KEYS = { "machine", "compiler", "lua", "date", "rounds", "rules", "players", "driver", "edition",
  "games_per_second", "spread", "decisions_per_second", "ns_per_decision", "share_of_yardstick",
    "yardstick", "results",
  "playout", "house_rules", "state_bytes" }
compat.table.move(COSTS, 1, #COSTS, #KEYS + 1, KEYS)
compat.table.move({ "base", "traders", "games", "decisions" }, 1, 4, #KEYS + 1, KEYS)

local file = assert(io.open(DIR .. ".json", "w"))
assert(file:write(json.encode(report, { indent = true, keyorder = KEYS }), "\n"))
file:close()

-- ---- The tables ---------------------------------------------------------------------------------

local function print_table(heading, lines)
  table.insert(lines, 1, heading)
  for _, line in ipairs(tables.lines(lines, { heading = true })) do print(line) end
  print()
end

local function number(value, digits) return value and ("%%.%df"):format(digits or 0):format(value) or "-" end

local function percent(value) return ("%+.1f %%"):format(value * 100) end

local function range(low, high, digits) return number(low, digits) .. " to " .. number(high, digits) end

print(("%s, %s, %s, %s\n"):format(report.machine, report.compiler or "unknown compiler", report.lua,
  report.date))

local function game_line(row)
  return { row == plain_playout and "traders, playout" or row.rules, row.players, row.edition, row.driver,
    number(row.rate),
    range(row.spread[1], row.spread[2]), number(row.decisions_a_second / 1e6, 2), number(row.ns, 1),
    number(above_c(row), 1), number(row.share, 3) }
end

local game_lines = {}
for i, row in ipairs(rows) do game_lines[i] = game_line(row) end
print_table({ "random games", "players", "edition", "driver", "games/s", "spread", "M decisions/s",
  "ns/decision", "above C",
  "share" }, game_lines)

local rule_lines = {}
for i, one in ipairs(report.house_rules) do
  rule_lines[i] = { one.rules, one.driver, percent(one.cost_of_a_game), percent(one.cost_of_a_decision) }
end
print_table({ "house rule or expansion", "driver", "time of a game", "of a decision" }, rule_lines)

local LABELS = { clone_ns = "clone, in cache", pool_clone_ns = "clone, from a pool larger than the cache",
  legal_ns = "legal placements, mid-game", apply_ns = "apply, mid-game", undo_ns = "undo, mid-game",
  keep_ns = "keep a position", kept_undo_ns = "undo of what is kept",
  lua_clone_ns = "clone from Lua, a new state", lua_copy_from_ns = "copy_from from Lua" }

local cost_lines = {}
for i, name in ipairs(COSTS) do
  local low_high = report.spread[name]
  cost_lines[i] = { LABELS[name], number(report[name].base, 1), range(low_high.base[1], low_high.base[2], 1),
    number(report[name].traders, 1), range(low_high.traders[1], low_high.traders[2], 1) }
end
print_table({ "ns", "base", "spread", "traders", "spread" }, cost_lines)

local undo_lines = {}
for i, one in ipairs(report.undo) do
  undo_lines[i] = { one.rules, number(one.undo_us, 2), number(one.kept_undo_us, 2), number(one.kept_bytes) }
end
print_table({ "undo from Lua", "µs, played again", "µs, kept", "bytes a position" }, undo_lines)

print(("a state: %d bytes, with traders %d"):format(report.state_bytes.base, report.state_bytes.traders))
print(("from C, over %d games: the process grew by %.0f bytes; %d allocations between decisions"):format(
  growth.games,
  growth.grown_bytes, growth.allocations))
print(('from Lua, over %d decisions by index: collectgarbage "count" moved by %.0f bytes'):format(
  garbage.decisions,
  garbage.moved_bytes))
if #yardstick > 0 then
  local low_high = spread(yardstick)
  print(("the yardstick: %.0f games/s, %s"):format(median(yardstick), range(low_high[1], low_high[2])))
end
print(("written to %s.json"):format(DIR))
