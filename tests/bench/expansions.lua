-- expansions.lua LUA: what each expansion costs: random games a second with it alone, and as a
-- share of those with Traders & Builders; then with all that go together, beside the ten that came
-- first. Prints the table that tests/bench/README.md has. `sh tests/bench/measure.sh expansions`
-- runs it.
--
-- Each measurement is a process of its own, by the processor's time. They run in turn, round after
-- round, and the best of the rounds counts, since whatever else a machine does only makes them
-- slower. BENCH_ROUNDS says how many, BENCH_SECONDS how long one takes.

local carcassonne = require "carcassonne"

local ROUNDS = tonumber(os.getenv "BENCH_ROUNDS") or 5
local SECONDS = os.getenv "BENCH_SECONDS" or "0.2"
local LUA = assert(arg[1], "expansions.lua LUA")

-- What bench.lua plays by one word, and how the table calls it.
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

print "| game | games/s | share of Traders & Builders |\n|---|---:|---:|"
for _, rules in ipairs(rows) do
  print(("| %s | %s | %.1f %% |"):format(CALLED[rules] or ("`%s`"):format(rules), with_comma(best[rules]),
    100 * best[rules] / best[PLAIN]))
end
print(("\nAll together: %.1f %% of the first ten together."):format(100 * best[ALL] / best[FIRST]))
