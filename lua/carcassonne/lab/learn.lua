--- Learns what the assets of a script are worth: plays games in which the players value the assets
--- differently in each turn, and fits the worths to the results. Then tunes them by matches between
--- players with different worths.
-- @module carcassonne.lab.learn

local core = require "carcassonne.core"
local worths = require "carcassonne.bots.worths"
local worth_fit = require "carcassonne.lab.worth_fit"
local worth_tuning = require "carcassonne.lab.worth_tuning"

local unpack = table.unpack or _G.unpack

local learn = {}

local FIRST_FIT, FIT_EVERY = 10, 25 -- games
local KEEPS = 0.4 -- share of turns in which a player follows the worths so far
local EXPLORES = 5 -- points by which a player's value of a typical amount of an asset deviates
local STEP_EXPLORES, TERM_EXPLORES = 0.7, 0.15 -- the same for steps and terms, as a share of their points
local FIRST_PART = 0.3 -- share of the games that worths are fitted to; the rest tunes them
local TUNES, SHARE_TUNES = 1.5, 0.15 -- points of a unit of tuning; the same for steps and terms, as a share
local WINS_DIFFER = 0.1 -- share of games; if more are won without the most points, only winning counts
local WIN = 30 -- points that a won game is then worth

-- Returns a function that returns pseudo-random numbers with a normal distribution (Box and
-- Muller).
local function normal_numbers(seed)
  local state = seed % 2147483646 + 1
  local function uniform()
    state = state * 16807 % 2147483647
    return state / 2147483647
  end
  local function normal() return math.sqrt(-2 * math.log(uniform())) * math.cos(2 * math.pi * uniform()) end
  return normal, uniform
end

-- Returns the assets of a game, followed by one for each seat, because a script can favour a seat.
local function list_assets(game)
  local assets, stages = core.assets(game)
  local count = #assets
  for player = 1, game:players() do
    local usual = {}
    for stage = 1, #stages do usual[stage] = 0 end
    assets[count + player] = { kind = "seat", name = tostring(player), usual = usual }
  end
  return assets, stages, count
end

-- Returns whether each player has had some of an asset.
local function all_had(learner, asset)
  for player = 1, learner.game:players() do
    if not (asset.had and asset.had[player]) then return false end
  end
  return true
end

-- Returns whether an asset is fitted. A variable that names a player must have named each player,
-- because it may be a flag. Terms of the rating keep their worth unless only winning counts; that
-- of the turn is always fitted.
local function is_fitted(learner, asset)
  if asset.kind == "named" then return all_had(learner, asset) end
  if asset.kind == "term" then return learner.win > 0 or asset.name == "turn" end
  return true
end

local function choose_fitted(learner)
  for _, asset in ipairs(learner.assets) do asset.fitted = is_fitted(learner, asset) end
end

-- ---- Games --------------------------------------------------------------------------------------

local function scale_of(learner, i)
  local asset = learner.assets[i]
  if asset.kind == "step" then return STEP_EXPLORES end
  if asset.kind == "term" then return learner.win > 0 and asset.name ~= "turn" and TERM_EXPLORES or 0 end
  return asset.fitted and EXPLORES / math.max(1, learner.spreads[i] or 1) or 0
end

-- Lets a player value the assets differently from now on.
local function explore(learner, player)
  local list, keeps = {}, learner.uniform() < KEEPS
  for i = 1, learner.count do
    local shift = keeps and 0 or learner.normal() * scale_of(learner, i)
    list[i] = {}
    for stage, worth in ipairs(learner.worths[i]) do list[i][stage] = worth + shift end
  end
  learner.searches[player]:set_worths(list, learner.win)
end

-- Records the assets at the start of a turn.
local function record(learner, state)
  local assets, expected = learner.recorder:assets(state)
  local players = learner.game:players()
  for player, own in ipairs(assets) do
    for seat = 1, players do own[learner.count + seat] = seat == player and 1 or 0 end
    for i, asset in ipairs(learner.assets) do
      asset.had = asset.had or {}
      if own[i] ~= 0 then asset.had[player] = true end
    end
  end
  return { left = state:num_tiles_left() / players, assets = assets, expected = expected }
end

-- Plays a game of the first part, and returns its record.
local function play(learner, seed)
  local state, turns, explored, recorded = learner.game:new_initial_state(seed), {}, 0, 0
  while not state:is_terminal() do
    local turn = state:turn_number()
    if turn ~= explored then
      for player in ipairs(learner.searches) do explore(learner, player) end
      explored = turn
    end
    if turn ~= recorded and state:decision() == "place" then
      turns[#turns + 1] = record(learner, state)
      recorded = turn
    end
    local search = learner.searches[state:current_player()]
    state:apply_index(search:choose(state, seed * 4096 + state:decisions() % 4096))
  end
  return state, { turns = turns }
end

-- ---- Tuning -------------------------------------------------------------------------------------

-- Returns the unit in which the worth of an asset is changed; 0 if the asset is not tuned. Terms
-- are tuned only if only winning counts.
local function unit_of(learner, i)
  local asset, spread = learner.assets[i], learner.spreads[i] or 0
  if not asset.fitted or spread < 1e-9 or asset.kind == "term" and learner.win == 0 then return 0 end
  if asset.kind == "step" or asset.kind == "term" then return SHARE_TUNES end
  return TUNES / math.max(1, spread)
end

-- Returns the assets that are tuned, and their units.
local function list_tuned(learner)
  local tuned = {}
  for i = 1, learner.count do
    local unit = unit_of(learner, i)
    if unit > 0 then tuned[#tuned + 1] = { asset = i, unit = unit } end
  end
  return tuned
end

-- Returns the worths that deviate from those of the first part. With no turns left, they do not.
local function deviating(learner, tuned, deviations)
  local list = {}
  for i = 1, learner.count do list[i] = { unpack(learner.worths[i]) } end
  for k, one in ipairs(tuned) do
    local own = list[one.asset]
    for stage = 2, #own do own[stage] = own[stage] + deviations[k] * one.unit end
  end
  return list
end

-- Returns the worths that win matches. Every second pair of games is played against bots without
-- worths, so that a change is not kept if it helps only against bots with nearly the same worths.
local function tune(learner, games, seed, progress)
  local tuned, one, other = list_tuned(learner), learner.searches[1], learner.searches[2]
  local function result(own, theirs, pair)
    one:set_worths(deviating(learner, tuned, own), learner.win)
    other:set_worths(theirs and deviating(learner, tuned, theirs), theirs and learner.win or 0)
    local match = learn.match(learner.game, one, other, 1, seed + pair, progress)
    return learner.win > 0 and match.won - 0.5 or match.lead
  end
  local best = worth_tuning.best(#tuned, math.floor(games / 3), function(changed, best, pair)
    if pair % 2 == 1 then return result(changed, best, pair) end
    return result(changed, nil, pair) - result(best, nil, pair)
  end)
  return deviating(learner, tuned, best)
end

-- Adds the result to the record of a game. Returns whether the game was won without the most
-- points.
local function add_result(one, state, players)
  local most, differs = -math.huge, false
  one.points, one.wins = {}, {}
  for player = 1, players do
    one.points[player], one.wins[player] = state:score(player), 0
    most = math.max(most, one.points[player])
  end
  local winners = state:winners()
  for _, winner in ipairs(winners) do
    one.wins[winner] = 1 / #winners
    differs = differs or one.points[winner] < most
  end
  return differs
end

-- ---- Fitting ------------------------------------------------------------------------------------

-- Writes the results that the players strive for.
local function write_results(learner)
  for _, one in ipairs(learner.games) do
    one.result = {}
    for player, points in ipairs(one.points) do
      one.result[player] = learner.win > 0 and learner.win * one.wins[player] or points
    end
  end
end

local function fit(learner)
  learner.win = learner.differing > WINS_DIFFER * #learner.games and WIN or 0
  write_results(learner)
  choose_fitted(learner)
  learner.spreads = worth_fit.spreads(learner.games, #learner.assets)
  learner.worths = worth_fit.fit(learner.games, learner.assets, learner.stages)
end

local function new_learner(game, seed)
  local assets, stages, count = list_assets(game)
  local learner = { game = game, assets = assets, stages = stages, count = count, games = {}, differing = 0,
    win = 0,
    spreads = {}, worths = {}, searches = {}, recorder = worths.new_search(game, {}) }
  learner.normal, learner.uniform = normal_numbers(seed)
  for i, asset in ipairs(assets) do learner.worths[i] = asset.usual end
  for player = 1, game:players() do learner.searches[player] = worths.new_search(game, {}) end
  choose_fitted(learner)
  return learner
end

--- What was learned.
---@class LearnedWorths
---@field assets { kind:string, name:string, worths:number[], spread:number }[] in the order of core.assets
---@field stages integer[] numbers of turns left, for which worths are given
---@field win number what a won game is worth; 0 if players maximize their lead
---@field seats number[] points by which each seat is ahead at the start

--- Plays games and returns the worths. The same seed gives the same worths.
---@param game Game
---@param games integer
---@param seed integer
---@param progress? fun() called after each game
---@return LearnedWorths
function learn.worths(game, games, seed, progress)
  local learner, first = new_learner(game, seed), math.floor(FIRST_PART * games)
  for k = 1, first do
    local state, one = play(learner, seed + k)
    if add_result(one, state, game:players()) then learner.differing = learner.differing + 1 end
    learner.games[k] = one
    if k == FIRST_FIT or k % FIT_EVERY == 0 or k == first then fit(learner) end
    if progress then progress() end
  end
  local tuned = tune(learner, games - first, seed + first, progress)
  local result = { assets = {}, stages = learner.stages, win = learner.win, seats = {} }
  for i = 1, learner.count do
    local asset = learner.assets[i]
    if asset.fitted then
      result.assets[#result.assets + 1] = { kind = asset.kind, name = asset.name, worths = tuned[i],
        spread = learner.spreads[i] }
    end
  end
  for player = 1, game:players() do
    result.seats[player] = learner.worths[learner.count + player][#learner.stages]
  end
  return result
end

-- Plays a game of two searches; returns the share of the win of the first one, and its lead over
-- the best other player.
local function play_match(state, own, one, other, number)
  while not state:is_terminal() do
    local search = state:current_player() == own and one or other
    state:apply_index(search:choose(state, number * 4096 + state:decisions() % 4096))
  end
  local winners, share, best = state:winners(), 0, -math.huge
  for _, winner in ipairs(winners) do share = share + (winner == own and 1 / #winners or 0) end
  for player = 1, state:game():players() do
    if player ~= own then best = math.max(best, state:score(player)) end
  end
  return share, state:score(own) - best
end

--- Plays pairs of games of two searches against each other. The games of a pair have the same seed
--- and exchanged seats. Other seats belong to the second search.
---@param game Game
---@param one Search
---@param other Search
---@param pairs integer
---@param seed integer
---@param progress? fun() called after each game
---@return { won: number, lead: number, won_half: number?, lead_half: number?, wins: boolean, leads: boolean } result
--- share of the games that the first search won; mean of its points minus those of the best other
--- player; half the widths of their 95 % intervals, unless there is only one pair; and whether the
--- share is above one half, and the mean above 0, by more than chance (5 %)
function learn.match(game, one, other, pairs, seed, progress)
  local wins, leads = worth_tuning.new_sum(), worth_tuning.new_sum()
  for pair = 1, pairs do
    local won, lead = 0, 0
    for own = 1, 2 do
      local share, more = play_match(game:new_initial_state(seed + pair), own, one, other, pair)
      won, lead = won + share / 2, lead + more / 2
      if progress then progress() end
    end
    wins:add(won - 0.5)
    leads:add(lead)
  end
  return { won = 0.5 + wins:mean(), lead = leads:mean(), won_half = wins:half(), lead_half = leads:half(),
    wins = wins:is_positive(),
    leads = leads:is_positive() }
end

--- Returns whether a script gives players anything that can be worth something.
---@param game Game
---@return boolean
function learn.can_learn(game)
  for _, asset in ipairs(core.assets(game)) do
    if asset.kind ~= "term" then return true end
  end
  return false
end

return learn
