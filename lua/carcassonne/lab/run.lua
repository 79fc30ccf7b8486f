--- Plays many games and measures them: what a rule does to points, lengths and double turns.
--
--     local lab = require "carcassonne.lab.run"
--     local plain = lab.run { game = carcassonne.game(), games = 1000, samples = true }
--     local house = lab.run { game = carcassonne.game { variants = { "percentage-goods" } }, games = 1000, samples = true }
--     print(lab.compare(house, plain).points.difference)
-- @module carcassonne.lab.run

local bots = require "carcassonne.bots"
local compat = require "carcassonne.compat"
local message = require "carcassonne.view.message"
local options = require "carcassonne.options"
local scramble = require "carcassonne.lab.scramble"

local lab = {}

--- What points are told apart by: kinds of complete features, what is incomplete at the end, fields, goods, what scripts give.
---@type string[]
lab.kinds = { "road", "city", "monastery", "incomplete", "field", "goods", "script" }

---@class RunOptions
---@field game Game with seeded draws
---@field games? integer how many; 1000 unless said
---@field seed? integer 1 unless said; game i has the seed that lab.seed gives
---@field bot? string|string[]|fun(seed:integer):Bot who plays: one for all players, one for each, or what makes one; "random"
--- unless said
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

-- ---- One game ------------------------------------------------------------------------------------------------------

--- The seed of a game of a run. Runs of different seeds share no game, up to a million games.
---@param seed integer of the run
---@param number integer of the game, from 1
---@return integer
---@usage assert(require("carcassonne.lab.run").seed(1, 5) == 5)
function lab.seed(seed, number)
  return (seed - 1) * 1000003 + number
end

--- Who makes the choices of a game: one for all players, or a list.
---@param names string|string[]|fun(seed:integer):Bot|nil as in RunOptions
---@param players integer
---@param seed integer of the game
---@return Bot|Bot[]
function lab.bots(names, players, seed)
  if type(names) == "function" then return names(scramble.seed(seed)) end
  if type(names) ~= "table" then return bots.new(names or "random", scramble.seed(seed)) end
  local team = {}
  for player = 1, players do team[player] = bots.new(names[player] or names[1], scramble.seed(seed * 8 + player)) end
  return team
end

-- Plays to the end. Returns how many turns had more than one part, and how many parts came after a first one.
local function play_out(state, team)
  local doubles, extras, part, count = 0, 0, state:part(), state:num_actions()
  local alone = team.choose and team
  while count > 0 do
    local bot = alone or team[state:current_player()]
    count = state:apply_index(bot:choose(state, count))
    local now = state:part()
    if now > part then
      extras = extras + 1
      if now == 2 then doubles = doubles + 1 end
    end
    part = now
  end
  return doubles, extras
end

-- ---- Counting ------------------------------------------------------------------------------------------------------

-- Who are counted together, and whether their points have to be added up: a team of the game has one score.
local function sides_of(game, given)
  local teams, sides = game:teams(), {}
  if #teams > 0 then return teams, false end
  if #(given.teams or {}) > 0 then return given.teams, true end
  for player = 1, game:players() do sides[player] = { player } end
  return sides, false
end

local function new_tally(game, given)
  local tally = { by_player = {}, kinds = {}, sum = 0, squares = 0 }
  tally.sides, tally.added_up = sides_of(game, given)
  for _, key in ipairs { "points", "lead", "draws", "double_turns", "extra_parts", "tiles", "decisions" } do
    tally[key] = new_series(given.samples)
  end
  for player = 1, game:players() do
    tally.by_player[player] = { points = new_series(given.samples), wins = new_series(given.samples) }
  end
  for _, kind in ipairs(given.kinds and lab.kinds or {}) do tally.kinds[kind] = new_series(given.samples) end
  return tally
end

-- The winner's lead; 0 for a tie, and for a player alone.
local function lead_of(points)
  if #points < 2 then return 0 end
  local best, next_best = math.max(points[1], points[2]), math.min(points[1], points[2])
  for side = 3, #points do
    best, next_best = math.max(best, points[side]), math.max(next_best, math.min(best, points[side]))
  end
  return best - next_best
end

-- The points of those who are counted together.
local function points_of(side, returns, added_up)
  local points = returns[side[1]]
  for i = 2, added_up and #side or 1 do points = points + returns[side[i]] end
  return points
end

local function count_points(tally, returns)
  local points, sum = {}, 0
  for i, side in ipairs(tally.sides) do
    points[i] = points_of(side, returns, tally.added_up)
    sum, tally.squares = sum + points[i], tally.squares + points[i] * points[i]
    for _, player in ipairs(side) do add(tally.by_player[player].points, points[i]) end
  end
  tally.sum = tally.sum + sum
  add(tally.points, sum / #points)
  add(tally.lead, lead_of(points))
  return points
end

-- Which sides have won: those of the winners; where points were added up, those with the most.
local function winning_sides(tally, points, winners)
  local winning, won = {}, {}
  for _, player in ipairs(winners) do winning[player] = true end
  for i, side in ipairs(tally.sides) do
    if tally.added_up then won[i] = points[i] == math.max(compat.table.unpack(points)) end
    for j = 1, tally.added_up and 0 or #side do won[i] = won[i] or winning[side[j]] end
  end
  return won
end

local function count_winners(tally, won)
  local n = 0
  for i in ipairs(tally.sides) do n = n + (won[i] and 1 or 0) end
  for i, side in ipairs(tally.sides) do
    for _, player in ipairs(side) do add(tally.by_player[player].wins, n == 1 and won[i] and 1 or 0) end
  end
  add(tally.draws, n > 1 and 1 or 0)
end

-- The kind that an event's points belong to, and how many of them a script made. A spot scores only where a script says so.
local function kind_of(event)
  if event.kind == "awarded" or event.feature == "spot" then return "script", 0 end
  local script = 0
  for _, item in ipairs(event.items or {}) do
    if item.kind == "script" then script = script + item.count * item.each end
  end
  local apart = event.complete or event.feature == "field" or event.feature == "goods"
  return apart and event.feature or "incomplete", script
end

local function count_kinds(tally, state)
  local sums = {}
  for _, kind in ipairs(lab.kinds) do sums[kind] = 0 end
  for _, event in ipairs(state:events()) do
    if event.kind == "scored" or event.kind == "awarded" then
      local kind, script = kind_of(event)
      sums[kind] = sums[kind] + event.points - script
      sums.script = sums.script + script
    end
  end
  for kind, sum in pairs(sums) do add(tally.kinds[kind], sum / #tally.sides) end
end

local function count_game(tally, state, doubles, extras)
  local points = count_points(tally, state:returns())
  count_winners(tally, winning_sides(tally, points, state:winners()))
  add(tally.double_turns, doubles)
  add(tally.extra_parts, extras)
  add(tally.tiles, state:num_tiles())
  add(tally.decisions, state:decisions())
end

-- The series of a tally as measures.
local function measured(tally)
  local result = {}
  for key, value in pairs(tally) do
    if type(value) == "table" and key ~= "sides" then result[key] = value.sum and measure_of(value) or measured(value) end
  end
  return result
end

local function result_of(tally, given)
  local result = measured(tally)
  result.points.spread = select(2, moments(given.games * #tally.sides, tally.sum, tally.squares))
  if not given.kinds then result.kinds = nil end
  result.games, result.players, result.seed = given.games, given.game:players(), given.seed
  result.teams = #tally.sides < given.game:players() and tally.sides or {}
  result.bot = type(given.bot) == "table" and table.concat(given.bot, ",") or type(given.bot) == "string" and given.bot or "own"
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

-- What goes wrong in a game (a script's error) is raised with the game that it happened in.
local function play_game(state, team, seed)
  local fine, doubles, extras = pcall(play_out, state, team)
  if not fine then error(("%s (seed %d, after %d decisions)"):format(message.plain(doubles), seed, state:decisions()), 0) end
  return doubles, extras
end

--- Plays games, and returns what they were like. The same options, the same numbers, but for `seconds`.
---@param given RunOptions
---@return RunResult
---@usage local result = require("carcassonne.lab.run").run { game = carcassonne.game(), games = 10 }
--- assert(result.tiles.mean > 60)
function lab.run(given)
  given = complete(given)
  local players = given.game:players()
  local tally, state, began = new_tally(given.game, given), nil, os.clock()
  for i = 1, given.games do
    local seed = lab.seed(given.seed, i)
    if state then state:reset(seed) else state = given.game:new_initial_state(seed) end
    count_game(tally, state, play_game(state, lab.bots(given.bot, players, seed), seed))
    if given.kinds then count_kinds(tally, state) end
    if given.step then given.step(i) end
  end
  local result = result_of(tally, given)
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
    for player, measures in ipairs(one.by_player) do
      same = same and measures[key].samples[i] == other.by_player[player][key].samples[i]
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
