--- Plans runs of many games under several sets of rules, in numbered blocks.
--
-- Game number k of a run has the same seed under each set of rules. Block number b starts with game
-- (b - 1) * size + 1. The results of a block are integers, so blocks can be played anywhere and in
-- any order: the reports of the same blocks are equal in all digits.
-- @module carcassonne.lab.run_plan

local c_locale = require "carcassonne.base.c_locale"
local error_message = require "carcassonne.base.error_message"
local games = require "carcassonne.lab.games"
local measures = require "carcassonne.lab.measures"
local options = require "carcassonne.base.options"
local uses = require "carcassonne.lab.uses"

local run_plan = {}

--- Default number of games of a run.
run_plan.USUAL = 1000

--- A set of rules of a run.
---@class Arm
---@field label string
---@field game Game a game with seeded draws
---@field words? string of the command line
---@field alone? string words of the rules that have only the tiles of its scripts
---@field against? integer index of the set of rules with which it is compared; 1 by default
---@field parts? string[] the parts of `words`
---@field by_part? table<string, Variant> the variants that parts name
---@field settings? table options of carcassonne.game, with the variants as tables
---@field variants? Variant[] the variants in the order of the command line
---@field bot? string|string[]|fun(seed:integer):Bot the bot for these rules, instead of the run's bot

---@class PlanOptions
---@field arms Arm[] sets of rules, with equal numbers of players
---@field seed? integer 1 by default
---@field games? integer number of games, rounded up to whole blocks; 1000 by default
---@field size? integer number of games of a block; run_plan.size(games) by default
---@field bot? string|string[]|fun(seed:integer):Bot for all players, or for each player, with options:
--- "greedy:follower=4"; "greedy" by default

--- A run that is played block by block.
---@class Plan
---@field arms Arm[]
---@field seed integer
---@field size integer
---@field games integer
---@field sides Sides
---@field measures Counted[]
---@field callbacks? fun(number:integer, arm:integer, seed:integer):(fun(state:State, count:integer, index:integer)), fun(state:State)
--- called at the start of a game; returns two callbacks: one is called before each decision, and
--- the other one after a complete game
local Plan = {}
Plan.__index = Plan

--- The results of a block under one set of rules.
---@class BlockArm
---@field arm integer
---@field sums integer[] by measure
---@field squares integer[] sums of squares, by measure
---@field points table<string, integer> histogram of the sides' points: bins of 10, by their lowest value
---@field leads table<string, integer> histogram of the winner's lead: bins of 5, by their lowest value
---@field uses table<string, UseCounts> by the keys of lab.uses; empty for rules without scripts
---@field other_points integer number of games with other points than under the rules with which they are compared
---@field other_winner integer number of games with another winner than under these rules

--- A game that could not be played to its end. It is excluded under all rules.
---@class FailedGame
---@field game integer its number
---@field seed integer
---@field arm integer
---@field message string

--- The results of a block.
---@class Block
---@field block integer its number, from 1
---@field games integer number of games without an error
---@field arms BlockArm[]
---@field failed FailedGame[]

local shape = { arms = "list", seed = "integer", games = "integer", size = "integer",
  bot = "string|table|function" }

local function check_arms(arms)
  if #arms == 0 then options.refuse("lab.run_plan: arms", "expected at least one set of rules, got none") end
  for i, arm in ipairs(arms) do
    if arm.game:manual_draws() then
      options.refuse(("lab.run_plan: arms[%d]"):format(i), "expected a game with seeded draws")
    end
    if arm.game:players() ~= arms[1].game:players() then
      options.refuse(("lab.run_plan: arms[%d]"):format(i),
        ("this game has %d players, but the first game has %d"):format(arm.game:players(),
        arms[1].game:players()))
    end
  end
end

-- Returns the sides: the teams of the first set of rules with teams.
local function teams_of(arms)
  for _, arm in ipairs(arms) do
    if #arm.game:teams() > 0 then return arm.game:teams() end
  end
end

local function set_size(plan, given)
  local count = given.games or run_plan.USUAL
  for key, number in pairs { games = count, size = given.size or 1 } do
    if number < 1 then
      options.refuse("lab.run_plan: " .. key, ("expected at least 1, got %d"):format(number))
    end
  end
  plan.size = given.size or run_plan.size(count)
  plan.games = math.ceil(count / plan.size) * plan.size
end

--- Makes a plan. Raises an error for sets of rules that cannot be compared.
---@param given PlanOptions
---@return Plan
---@usage local plan = require("carcassonne.lab.run_plan").plan { arms = { { label = "standard", game = carcassonne.game() } } }
--- assert(plan:play(1).games == 25)
function run_plan.plan(given)
  given = options.alike(given)
  options.check("lab.run_plan", given, shape)
  local plan = setmetatable({ arms = given.arms or {}, seed = given.seed or 1, bot = given.bot }, Plan)
  check_arms(plan.arms)
  set_size(plan, given)
  local teams = teams_of(plan.arms)
  plan.sides = games.sides(plan.arms[1].game, teams)
  plan.measures = measures.list(plan.sides)
  plan.watches, plan.states = {}, {}
  for i, arm in ipairs(plan.arms) do
    local sides = games.sides(arm.game, teams)
    if #sides ~= #plan.sides then
      options.refuse(("lab.run_plan: arms[%d]"):format(i), "expected as many teams as in the first game")
    end
    plan.watches[i] = measures.watch(arm.game, sides, { kinds = true, turns = true, stakes = true,
      uses = true })
  end
  return plan
end

-- Plays one game; raises its errors.
function Plan:_play_game(number, index)
  local arm, seed, watch = self.arms[index], games.seed(self.seed, number), self.watches[index]
  local state, ended = self.states[index], nil
  if state then state:reset(seed) else state = arm.game:new_initial_state(seed) end
  self.states[index] = state
  if self.callbacks then watch.given.on_decision, ended = self.callbacks(number, index, seed) end
  watch:begin(state)
  games.play(state, games.bots(arm.bot or self.bot, arm.game:players(), seed), seed, watch)
  if ended then ended(state) end
  return watch:finish(state)
end

-- ---- Counting -----------------------------------------------------------------------------------

local TENS, FIVES = 10, 5

local function new_arm(index, list)
  local arm = { arm = index, sums = {}, squares = {}, points = {}, leads = {}, uses = {}, other_points = 0,
    other_winner = 0 }
  for i in ipairs(list) do arm.sums[i], arm.squares[i] = 0, 0 end
  return arm
end

local function add_to_bin(bins, value, width)
  local bin = ("%d"):format(math.floor(value / width) * width)
  bins[bin] = (bins[bin] or 0) + 1
end

function Plan:_add(arm, values, first)
  for i, measure in ipairs(self.measures) do
    local value = values[measure.key]
    arm.sums[i], arm.squares[i] = arm.sums[i] + value, arm.squares[i] + value * value
  end
  local other_points, other_winner = false, values.draws ~= first.draws
  for side in ipairs(self.sides) do
    local points, wins = "points." .. side, "wins." .. side
    add_to_bin(arm.points, values[points], TENS)
    other_points, other_winner = other_points or values[points] ~= first[points],
      other_winner or values[wins] ~= first[wins]
  end
  add_to_bin(arm.leads, values.lead, FIVES)
  arm.other_points = arm.other_points + (other_points and 1 or 0)
  arm.other_winner = arm.other_winner + (other_winner and 1 or 0)
end

-- Plays the game with a number under each set of rules; returns nil if the game fails under one of
-- them.
function Plan:_play_all(number, indices, block)
  local all = {}
  for i, index in ipairs(indices) do
    local fine, values, used = pcall(self._play_game, self, number, index)
    -- in some versions of Lua Ctrl-C interrupts any coroutine
    if not fine and error_message.is_interruption(values) then error(values, 0) end
    if not fine then
      table.insert(block.failed, { game = number, seed = games.seed(self.seed, number), arm = index,
        message = tostring(values) })
      return nil
    end
    all[i] = { values = values, uses = used }
  end
  return all
end

-- Returns the place in a list of rules of those with which the rules at a place are compared.
function Plan:_against(indices, place)
  local against = self.arms[indices[place]].against or 1
  for i, index in ipairs(indices) do
    if index == against then return i end
  end
end

--- Plays a block. Games that failed are listed in the block and excluded under all rules.
---@param number integer of the block, from 1
---@param given? {arms?:integer[], step?:fun(game:integer, block:Block)} some of the rules; callback after each game
---@return Block
function Plan:play(number, given)
  given = given or {}
  local indices, block = given.arms or {}, { block = number, games = 0, arms = {}, failed = {} }
  for i in ipairs(given.arms and {} or self.arms) do indices[i] = i end
  for i, index in ipairs(indices) do block.arms[i] = new_arm(index, self.measures) end
  local first = (number - 1) * self.size + 1
  for game = first, first + self.size - 1 do
    local all = self:_play_all(game, indices, block)
    block.games = block.games + (all and 1 or 0)
    for i, one in ipairs(all or {}) do
      self:_add(block.arms[i], one.values, (all[self:_against(indices, i)] or all[1]).values)
      uses.add(block.arms[i].uses, one.uses or {})
    end
    if given.step then given.step(game, block) end
  end
  return block
end

local SIZES, FEWEST = { 50, 25, 10, 5, 2, 1 }, 40

--- Returns the number of games of a block. With this number, a run of `count` games has dozens of
--- blocks, as intervals require.
---@param count integer games
---@return integer
---@usage assert(require("carcassonne.lab.run_plan").size(1000) == 25)
function run_plan.size(count)
  for _, size in ipairs(SIZES) do
    if count / size >= FEWEST then return size end
  end
  return 1
end

-- ---- Combining blocks ---------------------------------------------------------------------------

--- Returns the blocks of a set of rules, sorted by number. Blocks without games are omitted.
---@param list Block[]
---@param arm integer
---@return {games:integer, arm:BlockArm, block:integer}[]
function run_plan.of_arm(list, arm)
  local found = {}
  for _, block in ipairs(list) do
    for _, one in ipairs(block.games > 0 and block.arms or {}) do
      if one.arm == arm then found[#found + 1] = { games = block.games, arm = one, block = block.block } end
    end
  end
  c_locale.sort(found, function(a, b) return a.block < b.block end)
  return found
end

return run_plan
