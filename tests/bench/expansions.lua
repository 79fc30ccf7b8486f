-- expansions.lua LUA: measures the cost of each expansion: the number of random games per second
-- with it, also in percent of the games with Traders & Builders; then with all compatible
-- expansions, and with the first ten. Prints the table of tests/bench/README.md. `sh
-- tests/bench/measure.sh expansions` runs it.
--
-- Each measurement is a separate process, by processor time. The processes run alternately in
-- rounds, and the best round counts, because other load only makes them slower. BENCH_ROUNDS sets
-- the number of rounds, BENCH_SECONDS the time of a measurement.

local carcassonne = require "carcassonne"

local ROUNDS = tonumber(os.getenv "BENCH_ROUNDS") or 5
local SECONDS = os.getenv "BENCH_SECONDS" or "0.2"
local LUA = assert(arg[1], "expansions.lua LUA")

-- Words for RULES of bench.lua, and their labels in the table.
local PLAIN, FIRST, ALL = "traders", "ten", "expansions"
local CALLED = { [PLAIN] = "Traders & Builders alone", [FIRST] = "the first ten together",
  [ALL] = "all together" }

local function games_a_second(rules)
  local pipe = assert(io.popen(("BENCH_CLOCK=cpu %s tests/bench/bench.lua build/bench games %s 2 jcz %s "
    .. "playout"):format(LUA, rules,
    SECONDS)))
  local games, seconds = pipe:read("*a"):match "games (%d+) .*seconds ([%d.]+)"
  pipe:close()
  return assert(tonumber(games), "a measurement failed: " .. rules) / tonumber(seconds)
end

local rows, best = { PLAIN }, {}
for _, name in ipairs(carcassonne.expansions()) do rows[#rows + 1] = name end
rows[#rows + 1], rows[#rows + 2] = FIRST, ALL

for round = 1, ROUNDS do
  io.stderr:write(("bench-expansions: round %d of %d\n"):format(round, ROUNDS))
  for _, rules in ipairs(rows) do best[rules] = math.max(best[rules] or 0, games_a_second(rules)) end
end

local function with_comma(number) return (("%.0f"):format(number):gsub("(%d)(%d%d%d)$", "%1,%2")) end

print "| game | games/s | relative to Traders & Builders |\n|---|---:|---:|"
for _, rules in ipairs(rows) do
  print(("| %s | %s | %.1f %% |"):format(CALLED[rules] or ("`%s`"):format(rules), with_comma(best[rules]),
    100 * best[rules] / best[PLAIN]))
end
print(("\nAll together: %.1f %% of the first ten together."):format(100 * best[ALL] / best[FIRST]))
