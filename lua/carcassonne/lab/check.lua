--- Tries a variant out, or several together: do they load, do they play whole games, and do they
--- play the same game
-- the same way - again, in a newly loaded script, on copies, after undo, and from a saved game?
--
-- What differs is nearly always a script that remembers something outside of its variables.
-- @module carcassonne.lab.check

local bots = require "carcassonne.bots"
local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"
local error_message = require "carcassonne.base.error_message"
local games = require "carcassonne.lab.games"
local lab_report = require "carcassonne.lab.report"
local options = require "carcassonne.base.options"
local profiler = require "carcassonne.lab.profiler"
local unused_names = require "carcassonne.lab.unused_names"

local check = {}

---@class CheckOptions
---@field options? table<string, any> values for the variant's options
---@field players? integer[] numbers of players, in turn; 2 to 5 by default
---@field editions? string[] c2 and jcz by default
---@field sets? string[]
---@field games? integer how many to try; 12 by default, or fewer where games are very large
---@field effect? integer how many games to measure the effect by; 0 by default
---@field seconds? number of processor time, after which fewer games measure the effect
---@field search? integer how many games more to play at most until each function has run; 0 by default
---@field seed? integer of the first game; 1 by default
---@field step? fun(done:integer, total:integer) called after each play of a game, tried in one way or measured, with how many
--- there will be

--- Something that a variant does wrong.
---@class CheckProblem
---@field way string what was tried; "error" for an error of the script
---@field text string what went wrong
---@field players? integer
---@field edition? string
---@field seed? integer of the state: the same game is `game:new_initial_state(seed)`
---@field decision? integer how many decisions had been taken

--- What a variant changes.
---@class CheckEffect
---@field head table what was played, for carcassonne.lab.report_output.heading
---@field report Report the variant compared with the standard rules

---@class CheckReport
---@field variants Variant[]
---@field variant Variant the first of them
---@field games integer how many were tried
---@field decisions integer in them
---@field ways string[] how each was played
---@field problems CheckProblem[] one for each way at most
---@field effect? CheckEffect
---@field hooks HookTime[] in the order of their names; in the first play of each game
---@field searched integer how many more were played for what had not run yet
---@field late {idle:IdleHook, game:integer}[] what ran in these alone, and in the how manieth first
---@field idle IdleHook[] what never ran at all
---@field offered table<string, boolean> by name, whether phases that only let players deploy offered anything
---@field unused UnusedName[] what is declared and never named again

local HINT = "does the script remember something outside of its variables?"
local PLAYERS, EDITIONS = { 2, 3, 4, 5 }, { "c2", "jcz" }
-- Every so many decisions a game has a copy that goes its own way for a while.
local ASIDE_EVERY, ASIDE = 3, 4
-- So often in a game a decision is undone, and the game is saved: each plays it again from its
-- beginning, so that the time for a number that grew with the game would grow with its square.
local UNDOS, SAVES = 6, 2
-- Where games are large, so many of them are enough once so many legal actions were seen.
local FEW_GAMES, MOST_LISTED = 2, 150000

-- ---- What a position is compared by -------------------------------------------------------------

local function mark(state)
  local legal, count = {}, state:num_actions()
  for i = 1, count do legal[i] = state:action(i).packed end
  return { hash = state:hash(), count = count, legal = table.concat(legal, " "),
    points = table.concat(state:returns(), " ") }
end

local function difference(a, b)
  if a.points ~= b.points then return ("the points were %s and are now %s"):format(a.points, b.points) end
  if a.count ~= b.count then return ("%d actions were legal and now %d are"):format(a.count, b.count) end
  if a.legal ~= b.legal then return "other actions are legal than before" end
  if a.hash ~= b.hash then return "the position is another one" end
end

-- ---- The ways to play a game --------------------------------------------------------------------

local Checker = {}
Checker.__index = Checker

function Checker:problem(way, text)
  if self.seen[way] then return end
  self.seen[way] = true
  table.insert(self.report.problems, { way = way, text = text, players = self.players, edition = self.edition,
    seed = self.seed, decision = self.decision })
end

-- Compares a position with that of the first play. False, and a problem, when something differs.
function Checker:same(way, state, decision)
  self.decision = decision
  local expected = self.marks[decision + 1]
  local differs = difference(expected, mark(state))
  if differs then self:problem(way, ("differs when %s: %s; %s"):format(way, differs, HINT)) end
  return not differs
end

-- How many decisions lie between `times` ones.
function Checker:every(times) return math.max(1, math.floor(#self.choices / times)) end

-- What each player has, whoever shares it.
local function own_scores(state)
  local list = {}
  for player = 1, state:game():players() do list[player] = state:own_score(player) end
  return list
end

-- The first play: its choices and positions are what the others are compared with.
function Checker:record()
  local state, bot = self.timed:new_initial_state(self.seed), bots.new("random", self.seed)
  self.choices, self.marks, self.start = {}, { mark(state) }, own_scores(state)
  while not state:is_terminal() do
    self.decision = #self.choices
    profiler.note_offers(self.report.variant.source, state, self.report.offered)
    local choice = bot:choose(state, state:num_actions())
    self.choices[#self.choices + 1] = choice
    state:apply_index(choice)
    self.marks[#self.marks + 1] = mark(state)
    self.listed = self.listed + self.marks[#self.marks].count
  end
  self.report.decisions = self.report.decisions + #self.choices
end

local function play_again(self, way, game)
  local state = game:new_initial_state(self.seed)
  for i, choice in ipairs(self.choices) do
    if not self:same(way, state, i - 1) then return end
    state:apply_index(choice)
  end
  self:same(way, state, #self.choices)
end

-- The game goes on twice, on itself and on a copy, decision by decision; now and then a third one
-- goes astray.
local function play_copies(self, way)
  local state, bot = self.game:new_initial_state(self.seed), bots.new("random", self.seed + 1)
  local copy = state:clone()
  for i, choice in ipairs(self.choices) do
    if i % ASIDE_EVERY == 0 then
      local aside = state:clone()
      for _ = 1, ASIDE do
        if not aside:is_terminal() then aside:apply_index(bot:choose(aside, aside:num_actions())) end
      end
      copy = state:clone()
    end
    copy:apply_index(choice)
    state:apply_index(choice)
    if not self:same(way, copy, i) or not self:same(way, state, i) then return end
  end
end

local function play_undone(self, way)
  local state, every = self.game:new_initial_state(self.seed), self:every(UNDOS)
  for i, choice in ipairs(self.choices) do
    state:apply_index(choice)
    if i % every == 0 then
      assert(state:undo_action())
      if not self:same(way, state, i - 1) then return end
      state:apply_index(choice)
    end
    if not self:same(way, state, i) then return end
  end
end

local function play_saved(self, way)
  local state, every = self.game:new_initial_state(self.seed), self:every(SAVES)
  for i, choice in ipairs(self.choices) do
    state:apply_index(choice)
    if i % every == 0 or i == #self.choices then
      local loaded, refusal = carcassonne.load(state:serialize(), { variants = self.report.variants })
      if not loaded then
        self.decision = i
        return self:problem(way, ("differs when %s: %s; %s"):format(way, refusal, HINT))
      end
      state = loaded
    end
    if not self:same(way, state, i) then return end
  end
end

-- The events, which are made by playing again, tell where every point came from.
local function add_up_events(self, way)
  local state, sums = self.game:new_initial_state(self.seed), { compat.table.unpack(self.start) }
  for i, choice in ipairs(self.choices) do
    if not self:same(way, state, i - 1) then return end
    state:apply_index(choice)
  end
  for _, event in ipairs(state:events()) do
    -- what happened before the first decision is in the points of the start
    local counts = event.decision > 0 and (event.kind == "scored" or event.kind == "awarded")
    if counts then sums[event.player] = sums[event.player] + event.points end
  end
  local points, told = table.concat(own_scores(state), " "), table.concat(sums, " ")
  self.decision = #self.choices
  if points ~= told then
    self:problem(way, ("differs when %s: the points are %s, their events give %s; %s"):format(way, points,
      told, HINT))
  end
end

local WAYS = {
  { "played again from the same seed", function(self, way) play_again(self, way, self.game) end },
  { "played in a newly loaded script", function(self, way) play_again(self, way, self.fresh) end },
  { "played on copies", play_copies },
  { "played on after undo", play_undone },
  { "loaded from a saved game", play_saved },
  { "told in events", add_up_events },
}

-- One game in all ways. An error of the script is a problem of its own.
function Checker:play(step)
  local fine, raised = pcall(self.record, self)
  step()
  if not fine then return self:problem("error", error_message.plain(raised)) end
  for _, way in ipairs(WAYS) do
    fine, raised = pcall(way[2], self, way[1])
    step()
    if not fine then self:problem("error", ("%s, when %s"):format(error_message.plain(raised), way[1])) end
  end
end

-- ---- The effect ---------------------------------------------------------------------------------

-- Measures what the variant changes, in games of the first number of players and the first edition.
local function effect_of(variant, given, step)
  local edition, players, sets = (given.editions or EDITIONS)[1], (given.players or PLAYERS)[1], given.sets
  local function arm(label, list)
    return { label = label, game = carcassonne.game { edition = edition, players = players, sets = sets,
      variants = list } }
  end
  local arms = { arm("standard", {}), arm(variant.name, { variant }) }
  return {
    head = { rules = arms, seed = given.seed, bots = { games.BOT },
      settings = { players = players, edition = edition, sets = sets and table.concat(sets, ","),
        variant = {},
        rule = {} } },
    report = lab_report.measure({ arms = arms, seed = given.seed, games = given.effect }, step,
      given.seconds),
  }
end

-- ---- All of it ----------------------------------------------------------------------------------

local shape = { options = "table", players = "list", editions = "list", sets = "list", games = "integer",
  effect = "integer",
  search = "integer", seed = "integer", seconds = "number", step = "function" }

-- What was given, with what was not.
local function complete(given)
  given = options.alike(given)
  options.check("check.variant", given, shape)
  local whole = { games = 12, effect = 0, search = 0, seed = 1, may_stop = given.games == nil }
  for key, value in pairs(given) do whole[key] = value end
  return whole
end

-- A script to be checked: as carcassonne.variant takes it, with values for its options.
---@class CheckedScript
---@field from string|table
---@field options? table<string, any>

local function read_all(scripts)
  local list = {}
  for i, one in ipairs(scripts) do list[i] = carcassonne.variant(one.from, one.options) end
  return list
end

local function new_report(list)
  local report = { variants = list, variant = list[1], games = 0, decisions = 0, ways = {}, problems = {},
    hooks = {}, idle = {}, late = {}, searched = 0, offered = {}, unused = {} }
  for i, way in ipairs(WAYS) do report.ways[i] = way[1] end
  return report
end

-- The players and the edition of a game: all numbers of players by one edition, then by the next.
local function kind_of_game(given, number)
  local players, editions = given.players or PLAYERS, given.editions or EDITIONS
  return players[(number - 1) % #players + 1], editions[math.floor((number - 1) / #players) % #editions + 1]
end

-- The game that is tried as the `number`-th, with these variants.
local function new_game(given, number, list)
  local players, edition = kind_of_game(given, number)
  return carcassonne.game { players = players, edition = edition, sets = given.sets, variants = list }
end

-- Plays all games, each the first time with the variants `counting`. Whether no error was raised.
local function try_games(scripts, given, report, step, counting)
  local checker = setmetatable({ report = report, seen = {}, listed = 0 }, Checker)
  for number = 1, given.games do
    checker.players, checker.edition = kind_of_game(given, number)
    checker.seed, checker.decision = given.seed + number - 1, nil
    checker.game, checker.fresh = new_game(given, number, report.variants),
      new_game(given, number, read_all(scripts))
    checker.timed = new_game(given, number, counting)
    checker:play(step)
    report.games = number
    if checker.seen.error or (given.may_stop and number >= FEW_GAMES and checker.listed > MOST_LISTED) then
      break
    end
  end
  return not checker.seen.error
end

-- ---- Playing on ---------------------------------------------------------------------------------

-- A game in which most of what scripts offer is taken.
local function play_eagerly(report, state, seed)
  local bot = bots.new("random", seed)
  while not state:is_terminal() do
    profiler.note_offers(report.variant.source, state, report.offered)
    local offered, count = {}, state:num_actions()
    for i = 1, count do
      if state:action(i).kind == "choice" then offered[#offered + 1] = i end
    end
    local takes = #offered > 0 and bot:choose(state, 4) > 1
    state:apply_index(takes and offered[bot:choose(state, #offered)] or bot:choose(state, count))
  end
end

-- Plays a game more, by chance or eagerly in turn.
local function play_one_more(report, given, number, variant)
  local players, edition = kind_of_game(given, number)
  local seed = given.seed + given.games + number
  local game = new_game(given, number, { variant })
  local fine, raised = pcall(function()
    local state = game:new_initial_state(seed)
    if number % 2 == 0 then state:random_playout(seed) else play_eagerly(report, state, seed) end
  end)
  if not fine then
    table.insert(report.problems, { way = "error", text = error_message.plain(raised), players = players,
      edition = edition, seed = seed })
  end
  return fine
end

local function is_among(idle, list)
  for _, other in ipairs(list) do
    if other.kind == idle.kind and other.name == idle.name then return true end
  end
  return false
end

-- Plays on until each function of the variant has run; what it took, and what never ran, goes into
-- the report.
local function play_on(report, given, step, times)
  local source, found, idle = report.variant.source, {},
    profiler.idle(report.variant.source, times, report.offered)
  profiler.add(found, times)
  local variant = profiler.timed(report.variant, found)
  while #idle > 0 and report.searched < given.search do
    report.searched = report.searched + 1
    if not play_one_more(report, given, report.searched, variant) then break end
    profiler.gather(found)
    local left = profiler.idle(source, found, report.offered)
    for _, one in ipairs(idle) do
      if not is_among(one, left) then table.insert(report.late, { idle = one, game = report.searched }) end
    end
    idle = left
    step()
  end
  report.idle = idle
end

-- Counts what was played, and so many games more that will be.
local function stepper(given, more)
  local done, total = 0, given.games * (1 + #WAYS) + more
  return function()
    done = done + 1
    if given.step then given.step(done, total) end
  end
end

--- Checks several variants in the same games. Raises an error where one of them does not even load;
--- that they are refused together is a problem of the report, which counts no hooks and measures no
--- effect.
---@param scripts CheckedScript[]
---@param given? CheckOptions without `options`
---@return CheckReport
---@usage local report = require("carcassonne.lab.check").together({ { from = "tower" }, { from = "bridges" } }, { games = 1 })
--- assert(#report.problems == 0)
function check.together(scripts, given)
  given = complete(given or {})
  local report = new_report(read_all(scripts))
  for number = 1, given.games do
    local fine, raised = pcall(new_game, given, number, report.variants)
    if not fine then
      local text = "they are refused together: " .. error_message.plain(raised)
      report.problems[1] = { way = "error", text = text }
      return report
    end
  end
  try_games(scripts, given, report, stepper(given, 0), report.variants)
  return report
end

--- Checks a variant. Raises an error where it does not even load; what it does wrong later stands
--- in the report.
---@param from string|table as carcassonne.variant takes it
---@param given? CheckOptions
---@return CheckReport
---@usage local report = require("carcassonne.lab.check").variant("chained-builders", { games = 2 })
--- assert(#report.problems == 0)
function check.variant(from, given)
  given = complete(given or {})
  local scripts, times = { { from = from, options = given.options } }, {}
  local report, step = new_report(read_all(scripts)), stepper(given, given.effect + given.search)
  report.unused = unused_names.of(report.variant)
  local plays = try_games(scripts, given, report, step, { profiler.timed(report.variant, times) })
  profiler.gather(times)
  if plays and given.effect > 0 then
    report.effect = effect_of(report.variant, given, step)
    local failed = report.effect.report.failed[1]
    if failed then table.insert(report.problems, { way = "error", text = failed.message }) end
  end
  for _, name in ipairs(options.keys(times)) do table.insert(report.hooks, times[name]) end
  if plays then play_on(report, given, step, times) end
  return report
end

return check
