--- Plays many games and measures them: what a rule does to points, lengths and double turns.
--
--     local lab = require "carcassonne.lab.run"
--     local plain = lab.run { game = carcassonne.game(), games = 1000, samples = true }
--     local house = lab.run { game = carcassonne.game { variants = { "percentage-goods" } }, games = 1000, samples = true }
--     print(lab.compare(house, plain).points.difference)
-- @module carcassonne.lab.run

local games = require "carcassonne.lab.games"
local measures = require "carcassonne.lab.measures"
local options = require "carcassonne.base.options"

local lab = {}

---@class RunOptions
---@field game Game with seeded draws
---@field games? integer how many; 1000 by default
---@field seed? integer 1 by default; game i has the seed that games.seed gives
---@field bot? string|Bot|(string|Bot)[]|fun(seed:integer):Bot who plays: one for all players, one for each, or what makes one;
--- "random" by default; a text may have options: "greedy:follower=4"
---@field kinds? boolean count points by kind, too, which takes longer
---@field teams? integer[][] who are counted together in a game without teams, to compare it with one that has them
---@field samples? boolean keep what each game had, for lab.compare
---@field step? fun(done:integer) called after each game

--- Something that was counted in each game.
---@class Measure
---@field mean number
---@field spread number the standard deviation
---@field error number the standard error of the mean: what chance alone may do to it
---@field samples? number[] one for each game

--- What games were like.
---@class RunResult
---@field games integer
---@field players integer
---@field seed integer
---@field bot string
---@field teams integer[][] who are counted together; empty where each is counted alone
---@field points Measure of a player, or a team; its spread is over these and games
---@field lead Measure the points that who wins has more than the next
---@field draws Measure share of the games in which several win, who are no team
---@field double_turns Measure turns of more than one part
---@field extra_parts Measure parts after the first of a turn; more than double_turns where turns go on
---@field tiles Measure on the table at the end
---@field decisions Measure
---@field by_player {points:Measure, wins:Measure}[] of a team for each player in it
---@field kinds? table<string, Measure> points of a player, or a team, by kind
---@field seconds number of processor time; no part of what a seed determines

--- Two measures of the same games.
---@class Difference
---@field difference number of the means
---@field error number its standard error, game by game

-- ---- One measure ---------------------------------------------------------------------------------------------------

local function new_series(keep)
  return { n = 0, sum = 0, squares = 0, samples = keep and {} or nil }
end

local function add(series, value)
  local n = series.n + 1
  series.n, series.sum, series.squares = n, series.sum + value, series.squares + value * value
  if series.samples then series.samples[n] = value end
end

-- Mean and standard deviation of n values.
local function moments(n, sum, squares)
  local mean = sum / n
  return mean, math.sqrt(math.max(squares / n - mean * mean, 0))
end

local function error_of(spread, n)
  return spread / math.sqrt(math.max(n - 1, 1))
end

local function measure_of(series)
  local mean, spread = moments(series.n, series.sum, series.squares)
  return { mean = mean, spread = spread, error = error_of(spread, series.n), samples = series.samples }
end

-- ---- Counting ------------------------------------------------------------------------------------------------------

local OF_GAME = { "lead", "draws", "double_turns", "extra_parts", "tiles", "decisions" }

local function new_tally(game, given)
  local tally = { by_player = {}, kinds = {}, points = new_series(given.samples), sum = 0, squares = 0 }
  for _, key in ipairs(OF_GAME) do tally[key] = new_series(given.samples) end
  for player = 1, game:players() do
    tally.by_player[player] = { points = new_series(given.samples), wins = new_series(given.samples) }
  end
  for _, kind in ipairs(given.kinds and measures.kinds or {}) do tally.kinds[kind] = new_series(given.samples) end
  return tally
end

local function count_game(tally, sides, values)
  for _, key in ipairs(OF_GAME) do add(tally[key], values[key]) end
  add(tally.points, values.points / #sides)
  for i, side in ipairs(sides) do
    local points = values["points." .. i]
    tally.sum, tally.squares = tally.sum + points, tally.squares + points * points
    for _, player in ipairs(side) do
      add(tally.by_player[player].points, points)
      add(tally.by_player[player].wins, values["wins." .. i])
    end
  end
  for kind, series in pairs(tally.kinds) do add(series, values["from." .. kind] / #sides) end
end

-- The series of a tally as measures.
local function measured(tally)
  local result = {}
  for key, value in pairs(tally) do
    if type(value) == "table" then result[key] = value.sum and measure_of(value) or measured(value) end
  end
  return result
end

-- What the bots of a run are called.
local function name_of(bot)
  if type(bot) == "string" then return bot end
  if type(bot) ~= "table" or bot.choose then return type(bot) == "table" and bot.name or "own" end
  local names = {}
  for i, one in ipairs(bot) do names[i] = name_of(one) end
  return table.concat(names, ",")
end

local function result_of(tally, sides, given)
  local result = measured(tally)
  result.points.spread = select(2, moments(given.games * #sides, tally.sum, tally.squares))
  if not given.kinds then result.kinds = nil end
  result.games, result.players, result.seed = given.games, given.game:players(), given.seed
  result.teams = {}
  for i, side in ipairs(#sides < given.game:players() and sides or {}) do result.teams[i] = side end
  result.bot = name_of(given.bot)
  return result
end

-- ---- Many games ----------------------------------------------------------------------------------------------------

local shape = { game = "userdata", games = "integer", seed = "integer", bot = "string|table|function", kinds = "boolean",
  teams = "table", samples = "boolean", step = "function" }

-- What was given, with what was not.
local function complete(given)
  options.check("lab.run", given, shape)
  local whole = { games = 1000, seed = 1, bot = "random" }
  for key, value in pairs(given) do whole[key] = value end
  if not whole.game then options.refuse("lab.run: game", "there is none") end
  if whole.games < 1 then options.refuse("lab.run: games", ("expected at least 1, got %d"):format(whole.games)) end
  if whole.game:manual_draws() then options.refuse("lab.run: game", "nobody draws; it wants seeded draws") end
  return whole
end

--- Plays games, and returns what they were like. The same options, the same numbers, but for `seconds`.
---@param given RunOptions
---@return RunResult
---@usage local result = require("carcassonne.lab.run").run { game = carcassonne.game(), games = 10 }
--- assert(result.tiles.mean > 60)
function lab.run(given)
  given = complete(given)
  local sides = games.sides(given.game, given.teams)
  local tally, began, state = new_tally(given.game, given), os.clock(), nil
  local watch = measures.watch(given.game, sides, { kinds = given.kinds })
  for i = 1, given.games do
    local seed = games.seed(given.seed, i)
    if state then state:reset(seed) else state = given.game:new_initial_state(seed) end
    watch:begin(state)
    games.play(state, games.bots(given.bot, given.game:players(), seed), seed, watch)
    count_game(tally, sides, watch:finish(state))
    if given.step then given.step(i) end
  end
  local result = result_of(tally, sides, given)
  result.seconds = os.clock() - began
  return result
end

-- ---- Two runs side by side -----------------------------------------------------------------------------------------

local function difference_of(one, other)
  local n, sum, squares = #one.samples, 0, 0
  for i = 1, n do
    local difference = one.samples[i] - other.samples[i]
    sum, squares = sum + difference, squares + difference * difference
  end
  local mean, spread = moments(n, sum, squares)
  return { difference = mean, error = error_of(spread, n) }
end

local function differences(one, other)
  local result = {}
  for key, value in pairs(one) do
    if type(value) == "table" and other[key] and key ~= "teams" then
      result[key] = value.samples and difference_of(value, other[key]) or differences(value, other[key])
    end
  end
  return result
end

-- The share of the games in which some player's measure is another one.
local function share_changed(one, other, key)
  local changed = 0
  for i = 1, one.games do
    local same = true
    for player, own in ipairs(one.by_player) do
      same = same and own[key].samples[i] == other.by_player[player][key].samples[i]
    end
    if not same then changed = changed + 1 end
  end
  return changed / one.games
end

--- What one run has more than another, game by game: both with `samples`, of the same seed, games and players.
---- The result has a Difference for each Measure, and two shares of the games: `points_changed`, those in which a player
---- has other points, and `winner_changed`, those with another winner.
---@param one RunResult
---@param other RunResult
---@return table<string, any>
function lab.compare(one, other)
  if not one.points.samples or not other.points.samples then
    options.refuse("lab.compare", "both runs need `samples = true`")
  elseif one.games ~= other.games or one.seed ~= other.seed or one.players ~= other.players then
    options.refuse("lab.compare", "both runs need the same number of games, seed and number of players")
  end
  local result = differences(one, other)
  result.points_changed = share_changed(one, other, "points")
  result.winner_changed = share_changed(one, other, "wins")
  return result
end

return lab
