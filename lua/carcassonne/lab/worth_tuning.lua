--- Tunes what assets are worth by the results of games in which each player's worths differ a
--- little for a whole game.
--
-- The worths fitted to differences between turns (carcassonne.lab.worth_fit) say what an asset
-- brings to players who try everything. Players who make good decisions get more or less. So the
-- result of a game is fitted as a quadratic function of the deviations of each player, and the
-- worths move to the maximum of this function.
-- @module carcassonne.lab.worth_tuning

local worth_fit = require "carcassonne.lab.worth_fit"

local worth_tuning = {}

-- Prior of the function for one unit of deviation: points that a unit brings, standard deviation of
-- this number, of the curvature, and of the advantage of a seat.
local CURVE, SLOPE_SPREAD, CURVE_SPREAD, SEAT_SPREAD = -3, 4, 2, 20
local FLATTEST = -1.5 -- a maximum requires at least this curvature
local FARTHEST = 2 -- units by which worths move at most

--- A game with deviations.
---@class TuningGame
---@field deviations number[][] of each player: for each asset, in units
---@field result number[] of each player: points, or the worth of the won game

-- Returns the row of the equations for a player: slopes, curvatures and seats, each as a difference
-- from the mean of all players.
local function row_of(game, player, count)
  local row, players = {}, #game.result
  for asset = 1, count do
    local slopes, curves = {}, {}
    for other, list in ipairs(game.deviations) do
      slopes[other], curves[other] = list[asset], list[asset] ^ 2
    end
    row[asset] = worth_fit.lead(slopes, player)
    row[count + asset] = worth_fit.lead(curves, player)
  end
  for seat = 1, players do row[2 * count + seat] = (seat == player and 1 or 0) - 1 / players end
  return row
end

-- Returns the variance of the results of a player compared with the mean of all players.
local function variance_of(games)
  local sum, count = 0, 0
  for _, game in ipairs(games) do
    for player = 1, #game.result do
      sum, count = sum + worth_fit.lead(game.result, player) ^ 2, count + 1
    end
  end
  return math.max(1, sum / math.max(1, count))
end

local function prior_of(i, count)
  if i <= count then return 0, SLOPE_SPREAD end
  if i <= 2 * count then return CURVE, CURVE_SPREAD end
  return 0, SEAT_SPREAD
end

local function new_equations(size, count)
  local matrix, right = {}, {}
  for i = 1, size do
    local mean, spread = prior_of(i, count)
    matrix[i] = {}
    for j = 1, size do matrix[i][j] = i == j and 1 / spread ^ 2 or 0 end
    right[i] = mean / spread ^ 2
  end
  return matrix, right
end

--- Returns the deviations at which the fitted result is highest.
---@param games TuningGame[]
---@param count integer number of assets
---@return number[] in units
function worth_tuning.best(games, count)
  local best, variance = {}, variance_of(games)
  local size = 2 * count + (games[1] and #games[1].result or 0)
  local matrix, right = new_equations(size, count)
  for _, game in ipairs(games) do
    for player = 1, #game.result do
      local row, lead = row_of(game, player, count), worth_fit.lead(game.result, player)
      for i = 1, size do
        right[i] = right[i] + row[i] * lead / variance
        for j = 1, size do matrix[i][j] = matrix[i][j] + row[i] * row[j] / variance end
      end
    end
  end
  local found = worth_fit.solve(matrix, right)
  for asset = 1, count do
    local curve = math.min(FLATTEST, found[count + asset])
    best[asset] = math.max(-FARTHEST, math.min(FARTHEST, found[asset] / (-2 * curve)))
  end
  return best
end

return worth_tuning
