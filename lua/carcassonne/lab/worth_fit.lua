--- Fits what assets are worth to recorded games.
--
-- A recorded game has, for the start of each turn, the assets of each player and the points that
-- the player is expected to have at the end (carcassonne.core, Search:assets). The worths are
-- chosen so that the expected points plus the worth of the assets foresee the result. The method is
-- least squares on differences between successive turns, LSTD(λ) (Bradtke and Barto 1996; Boyan
-- 2002).
-- @module carcassonne.lab.worth_fit

local square = require("carcassonne.lab.statistics").square

local worth_fit = {}

-- `TRACE` is λ. `NOISE` is the variance of the points of a turn, for the weight of the prior:
-- before any game, a typical amount of an asset, at least one, is worth about as many points as
-- `TYPICAL`. `SMOOTH` is the weight of changes between stages, compared with that of the worths.
local TRACE, NOISE = 0.9, 100
local TYPICAL = { seat = 10 }
local USUAL_TYPICAL = 3
local SMOOTH = 4

--- A game as it was recorded.
---@class WorthGame
---@field turns { left:number, assets:number[][], expected:number[] }[] left: turns that a player has left
---@field result number[] of each player: points, or the worth of the won game

-- Returns the share of each stage at a number of turns left. Worths are interpolated between
-- stages.
local function shares_at(stages, left)
  local shares, at = {}, #stages
  for i = 1, #stages do shares[i] = 0 end
  while at > 1 and left < stages[at] do at = at - 1 end
  local over = at < #stages and (left - stages[at]) / (stages[at + 1] - stages[at]) or 0
  shares[at] = 1 - over
  if at < #stages then shares[at + 1] = over end
  return shares
end

--- Returns how much more a player has than the mean of all players.
---@param values number[] of each player
---@param player integer
---@return number
function worth_fit.lead(values, player)
  local sum = 0
  for _, value in ipairs(values) do sum = sum + value end
  return values[player] - sum / #values
end

local lead = worth_fit.lead

-- Returns the features of a player at a turn: for each asset and stage, the lead in the asset times
-- the share of the stage.
local function features(fit, turn, player)
  local list, shares = {}, shares_at(fit.stages, turn.left)
  for asset = 1, fit.count do
    local values = {}
    for other, assets in ipairs(turn.assets) do values[other] = assets[asset] end
    local value = lead(values, player)
    for stage = 1, #fit.stages do list[#list + 1] = value * shares[stage] end
  end
  return list
end

local function zeros(n)
  local list = {}
  for i = 1, n do list[i] = 0 end
  return list
end

-- Adds one step to the equations: `change` is how the expected points changed, `difference` that of
-- the features.
local function add_step(fit, trace, difference, change)
  local foreseen = 0
  for j, x in ipairs(difference) do foreseen = foreseen + x * fit.prior[j] end
  for i, weight in ipairs(trace) do
    if weight ~= 0 then
      local row = fit.matrix[i]
      for j, x in ipairs(difference) do row[j] = row[j] + weight * x end
      fit.right[i] = fit.right[i] + weight * (change - foreseen)
    end
  end
end

local function add_player(fit, game, player)
  local trace = zeros(#fit.prior)
  local now, expected = features(fit, game.turns[1], player), lead(game.turns[1].expected, player)
  for at = 1, #game.turns do
    local turn = game.turns[at + 1]
    local after = turn and features(fit, turn, player) or zeros(#fit.prior)
    local next_expected = lead(turn and turn.expected or game.result, player)
    local difference = {}
    for i, x in ipairs(now) do
      trace[i] = TRACE * trace[i] + x
      difference[i] = x - after[i]
    end
    add_step(fit, trace, difference, next_expected - expected)
    now, expected = after, next_expected
  end
end

--- Solves linear equations by elimination with pivots. Changes its arguments.
---@param matrix number[][]
---@param right number[]
---@return number[]
function worth_fit.solve(matrix, right)
  local n = #right
  for i = 1, n do
    local best = i
    for row = i + 1, n do
      if math.abs(matrix[row][i]) > math.abs(matrix[best][i]) then best = row end
    end
    matrix[i], matrix[best], right[i], right[best] = matrix[best], matrix[i], right[best], right[i]
    for row = i + 1, n do
      local times = matrix[row][i] / matrix[i][i]
      for column = i, n do matrix[row][column] = matrix[row][column] - times * matrix[i][column] end
      right[row] = right[row] - times * right[i]
    end
  end
  local found = {}
  for i = n, 1, -1 do
    local sum = right[i]
    for column = i + 1, n do sum = sum - matrix[i][column] * found[column] end
    found[i] = sum / matrix[i][i]
  end
  return found
end

--- Returns how far the players usually differ in each asset: the square root of the mean square of
--- a player's lead over the mean of all players.
---@param games WorthGame[]
---@param count integer number of assets
---@return number[]
function worth_fit.spreads(games, count)
  local sums, turns = zeros(count), 0
  for _, game in ipairs(games) do
    for _, turn in ipairs(game.turns) do
      turns = turns + #turn.assets
      for asset = 1, count do
        local values = {}
        for player, assets in ipairs(turn.assets) do values[player] = assets[asset] end
        for player = 1, #values do sums[asset] = sums[asset] + square(lead(values, player)) end
      end
    end
  end
  for asset = 1, count do sums[asset] = math.sqrt(sums[asset] / math.max(1, turns)) end
  return sums
end

-- Adds to the equations that one unknown, or the difference of two unknowns, is about 0.
local function expect_zero(fit, weight, i, j)
  fit.matrix[i][i] = fit.matrix[i][i] + weight
  if not j then return end
  fit.matrix[j][j] = fit.matrix[j][j] + weight
  fit.matrix[i][j] = fit.matrix[i][j] - weight
  fit.matrix[j][i] = fit.matrix[j][i] - weight
end

-- Adds the prior: each unknown is near its prior, and changes little from one stage to the next. An
-- asset that is not fitted is exactly there.
local function add_prior(fit, assets, spreads)
  for asset, row in ipairs(assets) do
    local amount = row.kind == "seat" and spreads[asset] or math.max(1, spreads[asset])
    local weight = NOISE * square(amount) / square(TYPICAL[row.kind] or USUAL_TYPICAL)
    if spreads[asset] < 1e-9 or not row.fitted then weight = 1e12 end
    for stage = 1, #fit.stages do
      local i = (asset - 1) * #fit.stages + stage
      expect_zero(fit, weight, i)
      if stage < #fit.stages then expect_zero(fit, SMOOTH * weight, i, i + 1) end
    end
  end
end

--- Returns the worths of the assets.
---@param games WorthGame[]
---@param assets { kind:string, usual:number[], fitted:boolean }[] `usual`: the prior; an asset that is not fitted keeps it
---@param stages integer[] numbers of turns left for which worths are wanted
---@return number[][] by asset and stage
function worth_fit.fit(games, assets, stages)
  local fit = { stages = stages, count = #assets, prior = {}, matrix = {} }
  for _, row in ipairs(assets) do
    for stage = 1, #stages do fit.prior[#fit.prior + 1] = row.usual[stage] end
  end
  for i = 1, #fit.prior do fit.matrix[i] = zeros(#fit.prior) end
  fit.right = zeros(#fit.prior)
  for _, game in ipairs(games) do
    for player = 1, game.turns[1] and #game.result or 0 do add_player(fit, game, player) end
  end
  add_prior(fit, assets, worth_fit.spreads(games, #assets))
  local found, list = worth_fit.solve(fit.matrix, fit.right), {}
  for asset = 1, #assets do
    list[asset] = {}
    for stage = 1, #stages do
      local i = (asset - 1) * #stages + stage
      list[asset][stage] = fit.prior[i] + found[i]
    end
  end
  return list
end

return worth_fit
