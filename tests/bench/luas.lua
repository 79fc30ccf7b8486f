-- luas.lua LUA...: measures the module in each of these Luas: the start, and random games. Prints
-- the table of lua/doc/HOSTS.md.
--
-- Each measurement is a separate process, by processor time. The processes run alternately in
-- rounds, and the best round counts, because other load only makes them slower. BENCH_ROUNDS sets
-- the number of rounds, BENCH_SECONDS the time of a measurement.

local ROUNDS = tonumber(os.getenv "BENCH_ROUNDS") or 9
local SECONDS = os.getenv "BENCH_SECONDS" or "0.3"

-- Columns: heading, arguments of bench.lua, and the figure in its output.
local COLUMNS = {
  { "`require`, ms", "start traders", "require_ms" },
  { "first `game {}`, ms", "start traders", "first_ms" },
  { "another, ms", "start traders", "again_ms" },
  { "first of the ten, ms", "start ten", "first_ms" },
  { "another, ms", "start ten", "again_ms" },
  { "games/s, `apply_index`", "games traders", "rate", "index" },
  { "`action(i)`", "games traders", "rate", "pick" },
  { "`legal_actions()`", "games traders", "rate", "action" },
  { "playouts of the ten", "games ten", "rate", "playout" },
  { "`view`, µs", "view traders", "view_us" },
  { "of the ten, µs", "view ten", "view_us" },
}

local function folder(lua) return lua == "lua5.4" and "build" or "build/" .. lua end

local function run(lua, asked, driver)
  local mode, rules = asked:match "(%S+) (%S+)"
  local built = folder(lua)
  local pipe = assert(io.popen(("BENCH_CLOCK=cpu sh csrc/make/env.sh %s %s tests/bench/bench.lua %s/bench "
      .. "%s %s 2 jcz %s %s"):format(
    built, lua, built, mode, rules, SECONDS, driver or "")))
  local found = {}
  for name, value in pipe:read("*a"):gmatch "(%S+) (%S+)" do found[name] = tonumber(value) end
  pipe:close()
  if found.games then found.rate = found.games / found.seconds end
  return found
end

-- Returns the better of two figures: more games, or less time.
local function better(figure, a, b)
  if not a then return b end
  return figure == "rate" and math.max(a, b) or math.min(a, b)
end

local best = {}

local function run_all(lua)
  local ran = {}
  best[lua] = best[lua] or {}
  for i, column in ipairs(COLUMNS) do
    local what = ("%s %s"):format(column[2], column[4])
    ran[what] = ran[what] or run(lua, column[2], column[4])
    best[lua][i] = better(column[3], best[lua][i], assert(ran[what][column[3]], "a measurement failed"))
  end
end

for _ = 1, ROUNDS do
  for _, lua in ipairs(arg) do run_all(lua) end
end

local function shown(figure, value)
  if figure ~= "rate" and value < 100 then return ("%.1f"):format(value) end
  return (("%.0f"):format(value):gsub("(%d)(%d%d%d)$", "%1,%2"))
end

local headings, line = { "Lua" }, { "---" }
for i, column in ipairs(COLUMNS) do headings[i + 1], line[i + 1] = column[1], "---:" end
print(("| %s |\n|%s|"):format(table.concat(headings, " | "), table.concat(line, "|")))
for _, lua in ipairs(arg) do
  local cells = { lua }
  for i, column in ipairs(COLUMNS) do cells[i + 1] = shown(column[3], best[lua][i]) end
  print(("| %s |"):format(table.concat(cells, " | ")))
end
