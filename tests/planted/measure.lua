--- measure.lua: measures what bots do with the planted rules (tests/planted/rules.lua).
--
--     lua tests/planted/measure.lua use BOT GAMES [RULE...]
--     lua tests/planted/measure.lua pays BOT DECISIONS [RULE...]
--     lua tests/planted/measure.lua match BOT BOT GAMES [RULE...]
--     lua tests/planted/measure.lua all GAMES MCTS_GAMES
--
-- `use` plays games in which all players are the same bot. `pays` continues such games from
-- decisions with an option, with the option and without it (tests/planted/outcomes.lua). `match`
-- plays two bots against each other, in pairs of games with the same seed and exchanged seats. A
-- bot has a name as on command lines; `sensible` is the sensible player of each rule. `all` prints
-- the yardstick: the use by greedy and mcts, and matches of greedy, random, sensible and mcts.

local games = require "tests.planted.games"
local outcomes = require "tests.planted.outcomes"
local rules = require "tests.planted.rules"
local sensible = require "tests.planted.sensible"
local tables = require "carcassonne.text.table"

local MCTS = "mcts:iterations=50"
local FIRST_SEED, MATCH_SEED = 1, 100000

-- ---- What a bot does with the options -----------------------------------------------------------

local USE_HEAD = { "rule", "option", "offered", "taken", "pays", "taken when it pays", "otherwise",
  "as sensible", "points", "s per 100 games" }

local function percent(part, whole) return whole > 0 and ("%.0f %%"):format(100 * part / whole) or "-" end

-- Plays games with the same bot for all players; returns the use, the mean points of the rule for a
-- player, and the seconds of a game.
local function measure_use(rule, bot, count)
  local game, use, points, seconds = games.new(rule), games.no_use(rule), 0, 0
  for seed = FIRST_SEED, FIRST_SEED + count - 1 do
    local state, judge, team = game:new_initial_state(seed), sensible.player(rule, seed), {}
    for player = 1, game:players() do team[player] = sensible.named(bot, rule, seed * 8 + player) end
    seconds = seconds + games.play(state, team, function(now, chosen)
      if not now:is_chance_node() then games.count(use, rule, now, chosen, judge) end
    end)
    for _, one in ipairs((games.points(rule, state))) do points = points + one / game:players() end
  end
  return use, points / count, seconds / count
end

-- Returns the rows of a rule: one for each option, with counts for one game.
local function use_rows(rule, bot, count)
  local use, points, seconds = measure_use(rule, bot, count)
  local holds, rows = rule.holds(use) and "yes" or "no", {}
  for i, name in ipairs(rule.options) do
    local one = use[name]
    local row = { i == 1 and rule.name or "", name, ("%.1f"):format(one.offered / count),
      ("%.1f"):format(one.taken / count), ("%.1f"):format(one.pays / count),
      percent(one.taken_when_it_pays, one.pays),
      percent(one.taken - one.taken_when_it_pays, one.offered - one.pays) }
    rows[i] = row
    for _, cell in ipairs { holds, ("%.1f"):format(points), ("%.1f"):format(100 * seconds) } do
      row[#row + 1] = i == 1 and cell or ""
    end
  end
  return rows
end

-- ---- Whether options pay ------------------------------------------------------------------------

local PAYS_HEAD = { "rule", "option", "measured", "pays", "taken when it pays", "does not pay",
  "left when it does not", "points a choice brings" }

local function pays_rows(rule, bot, count)
  local list, rows = outcomes.measure(rule, bot, count), {}
  for i, name in ipairs(rule.options) do
    local one = list[name]
    rows[i] = { i == 1 and rule.name or "", name, one.measured, one.pays,
      percent(one.taken_when_it_pays, one.pays), one.does_not_pay,
      percent(one.left_when_it_does_not, one.does_not_pay),
      ("%+.2f"):format(one.gain / math.max(1, one.measured)) }
  end
  return rows
end

-- ---- Matches ------------------------------------------------------------------------------------

local MATCH_HEAD = { "rule", "games", "won", "lead in points", "s per 100 games" }

-- Plays the n-th game of a match; returns the share of the win of the first bot, its lead in
-- points, and the seconds.
local function play_match(rule, game, names, n)
  local seats = n % 2 == 1 and { 1, 2 } or { 2, 1 } -- the bot in each seat
  local team, own = {}, n % 2 == 1 and 1 or 2
  for seat, which in ipairs(seats) do team[seat] = sensible.named(names[which], rule, 2 * n + which) end
  local state = game:new_initial_state(MATCH_SEED + math.floor((n + 1) / 2))
  local seconds, share = games.play(state, team), 0
  local winners = state:winners()
  for _, winner in ipairs(winners) do share = share + (winner == own and 1 / #winners or 0) end
  local points = state:returns()
  return share, points[own] - points[3 - own], seconds
end

-- In a cooperative rule the bots do not meet: each plays all seats, and the won games are compared.
local function play_together(rule, game, names, n)
  local won, seconds = {}, 0
  for which, name in ipairs(names) do
    local state, team = game:new_initial_state(MATCH_SEED + n), {}
    for seat = 1, game:players() do team[seat] = sensible.named(name, rule, 2 * n + seat) end
    seconds = seconds + games.play(state, team)
    won[which] = #state:winners() > 0 and 1 or 0
  end
  return won[1], won[2], seconds
end

local function match_row(rule, names, count)
  local game, won, other, seconds = games.new(rule, 2), 0, 0, 0
  for n = 1, count do
    local share, second, time = (rule.cooperative and play_together or play_match)(rule, game, names, n)
    won, other, seconds = won + share, other + second, seconds + time
  end
  return { rule.name, count, percent(won, count),
    rule.cooperative and ("all %s: %s"):format(names[2], percent(other, count))
      or ("%+.1f"):format(other / count), ("%.1f"):format(100 * seconds / count) }
end

-- ---- The program --------------------------------------------------------------------------------

local function print_table(title, head, rows)
  print(title)
  table.insert(rows, 1, head)
  for _, line in ipairs(tables.lines(rows, { heading = true, indent = 2 })) do print(line) end
  print()
end

-- Returns the rules with the given names; by default all rules.
local function chosen(names)
  local list = {}
  for _, rule in ipairs(rules) do
    local is_chosen = #names == 0
    for _, name in ipairs(names) do is_chosen = is_chosen or name == rule.name end
    if is_chosen then list[#list + 1] = rule end
  end
  if #list == 0 then error(("no rule is named '%s'"):format(table.concat(names, "', '")), 0) end
  return list
end

local function show_use(bot, count, list)
  local rows = {}
  for _, rule in ipairs(list) do
    for _, row in ipairs(use_rows(rule, bot, count)) do rows[#rows + 1] = row end
  end
  print_table(("%s, %d games of each rule; counts per game"):format(bot, count), USE_HEAD, rows)
end

local function show_pays(bot, count, list)
  local rows = {}
  for _, rule in ipairs(list) do
    for _, row in ipairs(pays_rows(rule, bot, count)) do rows[#rows + 1] = row end
  end
  print_table(("%s, at most %d decisions with each option"):format(bot, count), PAYS_HEAD, rows)
end

local function show_match(one, other, count, list)
  local rows = {}
  for i, rule in ipairs(list) do rows[i] = match_row(rule, { one, other }, count) end
  print_table(("%s against %s"):format(one, other), MATCH_HEAD, rows)
end

local function show_all(count, mcts_count)
  show_use("greedy", count, rules)
  show_match("greedy", "random", count, rules)
  show_match("sensible", "greedy", count, rules)
  if mcts_count == 0 then return end
  show_use(MCTS, mcts_count, rules)
  show_match(MCTS, "greedy", mcts_count, rules)
end

local USAGE = "expected: use BOT GAMES [RULE...], pays BOT DECISIONS [RULE...], "
  .. "match BOT BOT GAMES [RULE...], or all GAMES MCTS_GAMES"

-- Returns a number of games from the command line.
local function number(text)
  local count = tonumber(text or "")
  if not count or count < 0 or count % 1 ~= 0 then error(USAGE, 0) end
  return math.floor(count)
end

-- Returns the words of the command line from a place on.
local function rest(from)
  local list = {}
  for i = from, #arg do list[#list + 1] = arg[i] end
  return list
end

local commands = {
  use = function() show_use(arg[2], number(arg[3]), chosen(rest(4))) end,
  pays = function() show_pays(arg[2], number(arg[3]), chosen(rest(4))) end,
  match = function() show_match(arg[2], arg[3], number(arg[4]), chosen(rest(5))) end,
  all = function() show_all(number(arg[2]), number(arg[3])) end,
}

local fine, problem = pcall(commands[arg[1]] or error, not commands[arg[1]] and USAGE or nil)
if not fine then
  io.stderr:write("measure: ", tostring(problem), "\n")
  os.exit(1)
end
