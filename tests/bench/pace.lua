--- pace.lua: measures how long a bot takes for its decisions, in shipped games of every kind.
--
--     lua tests/bench/pace.lua BOT POSITIONS [GAME...]
--
-- The bot PACE_PLAYER (greedy) plays each game (tests/bench/games.lua); `random` is faster. At
-- POSITIONS decisions, which are spread evenly over the game, the bot decides, too. The times are
-- processor time.

local bots = require "carcassonne.bots"
local carcassonne = require "carcassonne"
local games = require "tests.bench.games"
local tables = require "carcassonne.text.table"

local USUAL = { "base", "traders", "traders/6", "hills-and-sheep", "princess-and-dragon", "tower",
  "princess-and-dragon+tower+hills-and-sheep", "ten", "all", "all/6", "1", "2", "3", "4", "5" }
local PLAYER, SEED = os.getenv "PACE_PLAYER" or "greedy", 7

-- Returns the states in which a player has a choice, in a game of greedy.
local function played(given)
  local state, states, bot = carcassonne.game(given):new_initial_state(SEED), {}, bots.named(PLAYER, SEED)
  local random = bots.new("random", SEED)
  while not state:is_terminal() do
    local by_chance = state:is_chance_node()
    if not by_chance and state:num_actions() > 1 then states[#states + 1] = state:clone() end
    state:apply_index(bots.decide(by_chance and random or bot, state))
  end
  return states
end

-- Returns the seconds that a bot takes for a decision, and the number of simulated games.
local function time_decision(name, state)
  local bot = bots.named(name, SEED)
  local began = os.clock()
  bots.decide(bot, state)
  local seconds, simulated = os.clock() - began, 0
  for _, visits in pairs(bot.search and select(2, bot.search:evaluations(state)) or {}) do
    simulated = simulated + visits
  end
  return seconds, simulated
end

local function median(list)
  table.sort(list)
  return list[math.floor((#list + 1) / 2)]
end

local function row_of(bot, positions, name)
  local states, seconds, simulated = played(games.options(name)), {}, {}
  for i = 1, positions do
    seconds[i], simulated[i] = time_decision(bot, states[math.ceil(i * #states / positions)])
  end
  local half = median(seconds)
  return { name, #states, ("%.3f"):format(half), ("%.3f"):format(seconds[#seconds]), median(simulated) }
end

local bot, positions, names = arg[1] or "mcts", tonumber(arg[2] or 12), {}
for i = 3, #arg do names[#names + 1] = arg[i] end
local rows = { { "game", "decisions", "median s", "worst s", "simulated games" } }
for _, name in ipairs(#names > 0 and names or USUAL) do
  rows[#rows + 1] = row_of(bot, positions, name)
  io.stderr:write(table.concat(rows[#rows], "  "), "\n")
end
for _, line in ipairs(tables.lines(rows, { heading = true })) do print(line) end
