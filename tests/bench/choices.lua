--- choices.lua: what the choices of bots come to, told by games that are played on from each, for
--- who writes bots.
--
--     lua tests/bench/choices.lua POSITIONS BOT BOT...
--
-- The positions are of games of greedy players, from the opening to the end, with six actions or
-- more. What a bot takes in one is worth what the player has more than the other in the end, where
-- both go on as greedy players, in the mean of 300 games; each choice has the same draws. The table
-- tells what the choices of a bot bring more than those of the first one, and how often they are
-- others. It is surer than a match, as it sees each decision alone; but who goes on better than
-- greedily may profit from what is lost here.

local bots = require "carcassonne.bots"
local carcassonne = require "carcassonne"

local unpack = table.unpack or _G.unpack
local GAMES, LEAST, DECISIONS, Z = 300, 6, 170, 1.959964 -- the last: of a 95 % interval

-- The number-th position; nil where the game ends before there is one.
local function position(game, number)
  local state, bot = game:new_initial_state(700000 + number), bots.new("greedy", number)
  local wanted = number * 7919 % DECISIONS -- spread over a game
  local decisions = 0
  while not state:is_terminal() and (decisions < wanted or state:num_actions() < LEAST) do
    state:apply_index(bot:choose(state))
    decisions = decisions + 1
  end
  return not state:is_terminal() and state or nil
end

-- What a player has more than the other in the mean, once an action was taken.
local function worth(state, action, player, number)
  local sum, played, greedy = 0, state:clone(), bots.new("greedy", number)
  for game = 1, GAMES do
    played:copy_from(state)
    played:reseed(number * GAMES + game)
    played:apply_index(action)
    while not played:is_terminal() do played:apply_index(greedy:choose(played)) end
    local points = played:returns()
    sum = sum + points[player] - points[3 - player]
  end
  return sum / GAMES
end

-- What each bot's choice is worth more than that of the first; a list.
local function compare(state, names, number)
  local player, chosen, of, more, alike = state:current_player(), {}, {}, {}, true
  for i, name in ipairs(names) do
    chosen[i] = bots.decide(bots.named(name, number), state)
    alike = alike and chosen[i] == chosen[1]
  end
  for i, action in ipairs(chosen) do
    of[action] = of[action] or (alike and 0 or worth(state, action, player, number))
    more[i] = { points = of[action] - of[chosen[1]], other = action ~= chosen[1] }
  end
  return more
end

-- ---- The table ----------------------------------------------------------------------------------

local positions, names, sums, n = tonumber(arg[1]), { unpack(arg, 2) }, {}, 0
if not positions or positions < 1 or #names < 2 then error("expected: POSITIONS BOT BOT...", 0) end
for i in ipairs(names) do sums[i] = { points = 0, squares = 0, others = 0 } end
local game = carcassonne.game()
for number = 1, positions do
  local state = position(game, number)
  if state then
    n = n + 1
    for i, row in ipairs(compare(state, names, number)) do
      local sum = sums[i]
      sum.points, sum.squares = sum.points + row.points, sum.squares + row.points ^ 2
      sum.others = sum.others + (row.other and 1 or 0)
    end
  end
end
print(("%-44s %-18s chooses otherwise, of %d"):format("bot", "points more", n))
for i, name in ipairs(names) do
  local mean = sums[i].points / n
  local spread = math.sqrt(math.max(sums[i].squares / n - mean * mean, 0) / n)
  print(("%-44s %+.2f +- %.2f      %d"):format(name, mean, Z * spread, sums[i].others))
end
