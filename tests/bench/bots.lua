--- bots.lua: how strong bots are: matches of two, with seats changed, and what they make of each bot in an Elo table.
--
--     lua tests/bench/bots.lua GAMES SECONDS "A against B"...
--
-- So many games of each match, or as many as so many seconds of processor time let be played.
--
-- Each pair of games has the same draws, as far as the tiles are the same, and the seats changed.

local bots = require "carcassonne.bots"
local carcassonne = require "carcassonne"

local Z = 1.959964 -- of a 95 % interval

-- ---- One match ----------------------------------------------------------------------------------------------------------------

-- A player of a match: what it is, and what it did so far.
local function player(name, seed)
  return { name = name, bot = bots.named(name, seed), points = 0, doubles = 0, seconds = 0, decisions = 0 }
end

local function play(game, seed, seats)
  local state, part = game:new_initial_state(seed), 1
  while not state:is_terminal() do
    local who, began = seats[state:current_player()], os.clock()
    state:apply_index(bots.decide(who.bot, state))
    who.seconds, who.decisions = who.seconds + os.clock() - began, who.decisions + 1
    if part == 1 and state:part() == 2 then who.doubles = who.doubles + 1 end
    part = state:part()
  end
  local returns = state:returns()
  for seat, who in ipairs(seats) do who.points = who.points + returns[seat] end
  return returns
end

-- Wilson's interval of a share.
local function interval(share, n)
  local middle, width = share + Z * Z / (2 * n), Z * math.sqrt(share * (1 - share) / n + Z * Z / (4 * n * n))
  return (middle - width) / (1 + Z * Z / n), (middle + width) / (1 + Z * Z / n)
end

-- Plays a match, two games for each seed.
local function match(one, other, games, seconds)
  local game = carcassonne.game()
  local result = { a = player(one, 1), b = player(other, 2), games = 0, won = 0, sum = 0, squares = 0 }
  local ends = os.clock() + seconds
  while result.games < games and os.clock() < ends do
    local seed = math.floor(result.games / 2) + 1
    for first = 1, 2 do
      local seats = first == 1 and { result.a, result.b } or { result.b, result.a }
      local returns = play(game, 20000 + seed, seats)
      local lead = returns[first] - returns[3 - first]
      result.games, result.sum, result.squares = result.games + 1, result.sum + lead, result.squares + lead * lead
      result.won = result.won + (lead > 0 and 1 or lead == 0 and 0.5 or 0)
    end
  end
  return result
end

local function tell(result)
  local n, a, b = result.games, result.a, result.b
  local mean, low, high = result.sum / n, interval(result.won / n, n)
  local format = "%-30s %-26s %5d  %5.1f %% (%.1f to %.1f)  %+6.1f +- %4.1f  %5.2f  %5.2f  %8.2f  %8.2f"
  local spread = math.sqrt(math.max(result.squares / n - mean * mean, 0) / n)
  print(format:format(a.name, b.name, n, 100 * result.won / n, 100 * low, 100 * high, mean, Z * spread, a.doubles / n, b.doubles / n,
    1000 * a.seconds / a.decisions, 1000 * b.seconds / b.decisions))
  io.stdout:flush()
end

-- ---- Elo -----------------------------------------------------------------------------------------------------------------------

-- Strengths by the model of Bradley and Terry, in steps; half a game won and lost more each, so that none is beyond all bounds.
local function elo(results)
  local strength, names = {}, {}
  for _, result in ipairs(results) do
    for _, who in ipairs { result.a, result.b } do
      if not strength[who.name] then strength[who.name], names[#names + 1] = 1, who.name end
    end
  end
  for _ = 1, 2000 do
    local won, meets = {}, {}
    for _, result in ipairs(results) do
      local a, b, n = result.a.name, result.b.name, result.games + 1
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

local games, seconds, results = tonumber(arg[1]) or 400, tonumber(arg[2]) or 60, {}
print(("%-30s %-26s %5s  %-24s  %-14s  %-12s  %s"):format("bot", "against", "games", "won (95 %)", "points more", "double turns",
  "ms a decision, each"))
for i = 3, math.max(#arg, 3) do
  local one, other = (arg[i] or "greedy against random"):match "^(%S+) against (%S+)$"
  if not one then error(("'%s' is not: A against B"):format(arg[i]), 0) end
  results[#results + 1] = match(one, other, games, seconds)
  tell(results[#results])
end
elo(results)
