--- choices.lua: compares the choices of bots by games that continue after each choice.
--
--     lua tests/bench/choices.lua POSITIONS BOT BOT...
--
-- The positions are from games of greedy players, from the opening to the end of the game, with at
-- least six actions. The value of a choice is the player's final lead if both players continue as
-- greedy players. It is the mean of 300 games, and all choices have equal draws. The table shows
-- the difference in value between each bot's choices and those of the first bot, and how often a
-- bot chooses differently. This method has less variance than a match, because it measures single
-- decisions. But a bot that plays better than greedily may profit from choices that lose value in
-- this measurement.

local bots = require "carcassonne.bots"
local carcassonne = require "carcassonne"

local unpack = table.unpack or _G.unpack
local GAMES, LEAST, DECISIONS, Z = 300, 6, 170, 1.959964 -- Z is for a 95 % interval

-- Returns position `number`, or nil if the game ends before it.
local function position(game, number)
  local state, bot = game:new_initial_state(700000 + number), bots.new("greedy", number)
  local wanted = number * 7919 % DECISIONS -- spread over the game
  local decisions = 0
  while not state:is_terminal() and (decisions < wanted or state:num_actions() < LEAST) do
    state:apply_index(bot:choose(state))
    decisions = decisions + 1
  end
  return not state:is_terminal() and state or nil
end

-- Returns the mean final lead of a player after an action.
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

-- Returns the differences in value between each bot's choice and the choice of the first bot.
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
print(("%-44s %-18s chooses differently, of %d"):format("bot", "points more", n))
for i, name in ipairs(names) do
  local mean = sums[i].points / n
  local spread = math.sqrt(math.max(sums[i].squares / n - mean * mean, 0) / n)
  print(("%-44s %+.2f +- %.2f      %d"):format(name, mean, Z * spread, sums[i].others))
end
