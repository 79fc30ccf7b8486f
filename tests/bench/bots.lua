--- bots.lua: measures the strength of bots: matches of two bots with alternating seats, and an Elo
--- table.
--
--     lua tests/bench/bots.lua FILE GAMES SECONDS [K/N] "A against B [in RULES]"...
--
-- RULES is the name of a game (tests/bench/games.lua); the default is `traders`.
--
-- Plays GAMES games of each match, or fewer if SECONDS of processor time are used up. FILE stores
-- one game per line. Games of these matches that the file already has are counted, and new ones are
-- appended. After a change of a bot, begin a new file. With K/N only each N-th game is played, from
-- the K-th on, so that N processes can fill one file.
--
-- Both games of a pair have equal draws with the seats exchanged, as far as the same tiles can be
-- drawn.

local bots = require "carcassonne.bots"
local carcassonne = require "carcassonne"
local named_games = require "tests.bench.games"

local Z = 1.959964 -- of a 95 % interval

-- ---- One game -----------------------------------------------------------------------------------

local COLUMNS = { "bot", "against", "game", "points", "points_against", "double_turns",
  "double_turns_against", "seconds",
  "seconds_against", "decisions", "decisions_against", "rules" }

-- A player of a game, with statistics about it.
local function player(bot) return { bot = bot, double_turns = 0, seconds = 0, decisions = 0 } end

-- Plays the n-th game of a match; returns a row with the results of both bots.
local function play(names, n)
  local one, other = player(bots.named(names[1], 2 * n)), player(bots.named(names[2], 2 * n + 1))
  local seats = n % 2 == 1 and { one, other } or { other, one }
  local game, part = carcassonne.game(named_games.options(names.rules)), 1
  local state = game:new_initial_state(20000 + math.floor((n + 1) / 2))
  while not state:is_terminal() do
    local who, began = seats[state:current_player()], os.clock()
    state:apply_index(bots.decide(who.bot, state))
    who.seconds, who.decisions = who.seconds + os.clock() - began, who.decisions + 1
    if part == 1 and state:part() == 2 then who.double_turns = who.double_turns + 1 end
    part = state:part()
  end
  for seat, points in ipairs(state:returns()) do seats[seat].points = points end
  local row = { bot = names[1], against = names[2], game = n, rules = names.rules }
  for _, what in ipairs { "points", "double_turns", "seconds", "decisions" } do
    row[what], row[what .. "_against"] = one[what], other[what]
  end
  return row
end

-- ---- Stored games -------------------------------------------------------------------------------

local function write(file, row)
  local words = {}
  for i, name in ipairs(COLUMNS) do
    words[i] = type(row[name]) == "number" and ("%.6g"):format(row[name]) or row[name]
  end
  file:write(table.concat(words, "\t"), "\n")
  file:flush()
end

-- Returns the rows of a match in the file, by number of the game.
local function kept(path, names)
  local rows = {}
  for line in io.lines(path) do
    local row, i = {}, 0
    for word in line:gmatch "[^\t]+" do
      i = i + 1
      row[COLUMNS[i]] = tonumber(word) or word
    end
    row.rules = row.rules or "traders"
    if row.bot == names[1] and row.against == names[2] and row.rules == names.rules then
      rows[row.game] = row
    end
  end
  return rows
end

-- ---- One match ----------------------------------------------------------------------------------

-- Returns Wilson's confidence interval of a proportion.
local function interval(share, n)
  local middle, width = share + Z * Z / (2 * n), Z * math.sqrt(share * (1 - share) / n + Z * Z / (4 * n * n))
  return (middle - width) / (1 + Z * Z / n), (middle + width) / (1 + Z * Z / n)
end

-- Returns the result of a match from its rows.
local function add_up(names, rows)
  local result = { names = names, games = 0, won = 0, squares = 0, sums = {} }
  for _, row in pairs(rows) do
    local lead = row.points - row.points_against
    result.games, result.squares = result.games + 1, result.squares + lead * lead
    result.won = result.won + (lead > 0 and 1 or lead == 0 and 0.5 or 0)
    for i = 4, #COLUMNS - 1 do result.sums[COLUMNS[i]] = (result.sums[COLUMNS[i]] or 0) + row[COLUMNS[i]] end
  end
  return result
end

-- Plays each `step`-th game of a match from the first on, as far as time allows.
local function match(path, names, games, seconds, first, step)
  local rows, file, ends = kept(path, names), assert(io.open(path, "a")), os.clock() + seconds
  for n = first, games, step do
    if os.clock() >= ends then break end
    if not rows[n] then
      rows[n] = play(names, n)
      write(file, rows[n])
    end
  end
  file:close()
  return add_up(names, rows)
end

local function print_result(result)
  local n, sums = result.games, result.sums
  local mean, low, high = (sums.points - sums.points_against) / n, interval(result.won / n, n)
  local format = "%-30s %-26s %-20s %5d  %5.1f %% (%.1f to %.1f)  "
    .. "%+6.1f +- %4.1f  %5.2f  %5.2f  %8.2f  %8.2f"
  local spread = math.sqrt(math.max(result.squares / n - mean * mean, 0) / n)
  print(format:format(result.names[1], result.names[2], result.names.rules, n,
    100 * result.won / n, 100 * low, 100 * high,
    mean, Z * spread,
    sums.double_turns / n, sums.double_turns_against / n, 1000 * sums.seconds / sums.decisions,
    1000 * sums.seconds_against / sums.decisions_against))
  io.stdout:flush()
end

-- ---- Elo ----------------------------------------------------------------------------------------

-- Returns strengths by the Bradley-Terry model, computed by iteration. Half a game won and half a
-- game lost are added for each bot, so that the strengths are finite.
local function elo(results)
  local strength, names = {}, {}
  for _, result in ipairs(results) do
    for _, name in ipairs(result.names) do
      if not strength[name] then strength[name], names[#names + 1] = 1, name end
    end
  end
  for _ = 1, 2000 do
    local won, meets = {}, {}
    for _, result in ipairs(results) do
      local a, b, n = result.names[1], result.names[2], result.games + 1
      local each = n / (strength[a] + strength[b])
      won[a], won[b] = (won[a] or 0) + result.won + 0.5, (won[b] or 0) + n - result.won - 0.5
      meets[a], meets[b] = (meets[a] or 0) + each, (meets[b] or 0) + each
    end
    for _, name in ipairs(names) do strength[name] = won[name] / meets[name] end
  end
  local base = strength.greedy or strength[names[1]]
  table.sort(names, function(x, y) return strength[x] > strength[y] end)
  print(("\n%-40s Elo (greedy: 1000)"):format "bot")
  for _, name in ipairs(names) do
    print(("%-40s %.0f"):format(name, 1000 + 400 * math.log(strength[name] / base) / math.log(10)))
  end
end

local path, games, seconds, results = arg[1], tonumber(arg[2]), tonumber(arg[3]), {}
local first, step = (arg[4] or ""):match "^(%d+)/(%d+)$"
assert(io.open(path, "a")):close()
print(("%-30s %-26s %-20s %5s  %-24s  %-14s  %-12s  %s"):format("bot", "against",
  "rules", "games", "won (95 %)",
  "points more", "double turns",
  "ms a decision, each"))
for i = first and 5 or 4, #arg do
  local one, other, rules = arg[i]:match "^(%S+) against (%S+)(.*)$"
  rules = rules == "" and "traders" or (rules or ""):match "^ in (%S+)$"
  if not rules then error(("'%s': expected A against B [in RULES]"):format(arg[i]), 0) end
  local names = { one, other, rules = rules }
  local result = match(path, names, games, seconds, tonumber(first or 1), tonumber(step or 1))
  if result.games > 0 then
    results[#results + 1] = result
    print_result(result)
  end
end
elo(results)
