--- A single game of a run: its seed, its bots, its sides, and how to play it.
-- @module carcassonne.lab.games

local bots = require "carcassonne.bots"
local compat = require "carcassonne.base.compat"
local error_message = require "carcassonne.base.error_message"
local splitmix = require "carcassonne.lab.splitmix"

local games = {}

--- The bot that plays by default.
games.BOT = "greedy"

--- Returns the seed of a game of a run. Runs with different seeds have different games if each run
--- has at most a million games.
---@param seed integer of the run
---@param number integer of the game, from 1
---@return integer
---@usage assert(require("carcassonne.lab.games").seed(1, 5) == 5)
function games.seed(seed, number)
  return (seed - 1) * 1000003 + number
end

--- Returns the bots of a game: one bot for all players, or a list of bots.
---@param names string|Bot|(string|Bot)[]|fun(seed:integer):Bot|nil games.BOT by default
---@param players integer
---@param seed integer of the game
---@return Bot|Bot[]
function games.bots(names, players, seed)
  if type(names) == "function" then return bots.check(names(splitmix.seed(seed)), "your own") end
  if type(names) ~= "table" then return bots.named(names or games.BOT, splitmix.seed(seed)) end
  if names.choose then return bots.check(names, names.name) end
  local team = {}
  for player = 1, players do
    local name = names[player] or names[1]
    team[player] = type(name) == "table" and bots.check(name, name.name)
      or bots.named(name, splitmix.seed(seed * 8 + player))
  end
  return team
end

-- ---- Sides --------------------------------------------------------------------------------------

--- Groups of players who win or lose together.
---@class Sides
---@field added_up boolean whether to add up the points of a side's players; false for teams of the game, which share a score
---@field [integer] integer[] the players of each side

--- Returns the sides of a game. These are the teams of the game; the players of a cooperative game
--- are one team. If the game has no teams, they are
--- the given sides (for a comparison with a game with teams), or by default each player alone.
---@param game Game
---@param given? integer[][]
---@return Sides
---@usage local sides = require("carcassonne.lab.games").sides(require("carcassonne").game { players = 4 }, { { 1, 3 }, { 2, 4 } })
--- assert(#sides == 2 and sides.added_up)
function games.sides(game, given)
  local sides = game:teams()
  sides.added_up = false
  if #sides > 0 then return sides end
  for i, side in ipairs(given or {}) do sides[i], sides.added_up = side, true end
  for player = 1, #sides == 0 and game:players() or 0 do sides[player] = { player } end
  return sides
end

--- Returns the points of each side.
---@param sides Sides
---@param returns integer[] by player
---@return integer[]
function games.points(sides, returns)
  local points = {}
  for i, side in ipairs(sides) do
    points[i] = returns[side[1]]
    for j = 2, sides.added_up and #side or 1 do points[i] = points[i] + returns[side[j]] end
  end
  return points
end

--- Returns the sides that have won: those of the winners, or those with the highest sum of points.
---@param sides Sides
---@param points integer[] of each side
---@param winners integer[] players
---@return boolean[] won for each side, whether it has won
---@return integer number of winning sides
function games.winners(sides, points, winners)
  local winning, won, count = {}, {}, 0
  for _, player in ipairs(winners) do winning[player] = true end
  for i, side in ipairs(sides) do
    won[i] = sides.added_up and points[i] == math.max(compat.table.unpack(points))
    for j = 1, sides.added_up and 0 or #side do won[i] = won[i] or winning[side[j]] or false end
    count = count + (won[i] and 1 or 0)
  end
  return won, count
end

--- Returns the lead of the best side; 0 for a tie or a single side.
---@param points integer[] of each side
---@return integer
function games.lead(points)
  if #points < 2 then return 0 end
  local best, next_best = math.max(points[1], points[2]), math.min(points[1], points[2])
  for side = 3, #points do
    best, next_best = math.max(best, points[side]), math.max(next_best, math.min(best, points[side]))
  end
  return best - next_best
end

-- ---- Playing ------------------------------------------------------------------------------------

local function play_out(state, team, watch)
  local count, alone = state:num_actions(), team.choose and team
  while count > 0 do
    local bot = alone or team[state:current_player()]
    local index = bots.decide(bot, state, count)
    watch:before(state, count, index, bot)
    count = state:apply_index(index)
    watch:after(state)
  end
end

--- Plays a state to its end. If a script fails, raises its error with the seed and the decision.
---@param state State
---@param team Bot|Bot[] result of games.bots
---@param seed integer of the game, for the message
---@param watch Watch counts each decision
function games.play(state, team, seed, watch)
  local fine, problem = pcall(play_out, state, team, watch)
  if not fine then
    error(("%s (seed %d, after %d decisions)"):format(error_message.plain(problem), seed, state:decisions()),
      0)
  end
end

return games
