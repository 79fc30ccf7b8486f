--- Validates one variant, or several together: loads them, plays whole games, and checks that each
--- game is deterministic. For this check, each game is played again in several ways: on
--- copies of the states, after undo, with the script loaded again, and from saved games with the
--- script loaded again. The first game is also played again in a new process.
--
-- The usual cause of a difference is a script that keeps data outside of its variables.
-- @module carcassonne.lab.check

local bot_knowledge = require "carcassonne.lab.bot_knowledge"
local bots = require "carcassonne.bots"
local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"
local core = require "carcassonne.core"
local error_message = require "carcassonne.base.error_message"
local games = require "carcassonne.lab.games"
local hook_costs = require "carcassonne.lab.hook_costs"
local lab_report = require "carcassonne.lab.report"
local options = require "carcassonne.base.options"
local players_of = require "carcassonne.definition.players"
local process_replay = require "carcassonne.lab.process_replay"
local profiler = require "carcassonne.lab.profiler"
local rule_facts = require "carcassonne.lab.rule_facts"
local tiles_alone = require "carcassonne.lab.tiles_alone"
local unused_names = require "carcassonne.lab.unused_names"

local check = {}

---@class CheckOptions
---@field options? table<string, any> values for the variant's options
---@field words? string the variant with its options, as on a command line; for suggested commands
---@field players? integer[] numbers of players, used in turn; by default those that the scripts declare, otherwise 2 to 5
---@field editions? string[] c2 and jcz by default
---@field sets? string[]
---@field games? integer number of games; by default 12, or fewer if games are very large
---@field effect? integer number of games in which the effect is measured; 0 by default
---@field seconds? number limit of processor time for measuring the effect
---@field cost? integer number of games by greedy in which the cost of functions is measured; 0 by default
---@field search? integer maximum number of additional games, which are played until each function has run; 0 by default
---@field seed? integer of the first game; 1 by default
---@field step? fun(done:integer, total:integer) called after each playthrough

--- A problem of a variant.
---@class CheckProblem
---@field way string how the game was played; "error" for an error of the script
---@field text string description of the problem
---@field players? integer
---@field edition? string
---@field seed? integer seed for `game:new_initial_state(seed)`
---@field decision? integer number of decisions before the problem

--- The measured effect of a variant.
---@class CheckEffect
---@field head table description of the games, for carcassonne.lab.report_output.heading
---@field report Report comparison of the variant's rules with the standard rules

---@class CheckReport
---@field variants Variant[]
---@field variant Variant the first of them
---@field games integer number of games
---@field decisions integer number of decisions in them
---@field ways string[] the ways in which each game was played
---@field elsewhere boolean whether the first game was also played in a new process
---@field problems CheckProblem[] at most one problem for each way
---@field effect? CheckEffect
---@field hooks HookTime[] sorted by name; counted in the first playthrough of each game
---@field costs? HookCosts of these functions in games by greedy
---@field searched integer number of additional games
---@field late {idle:IdleHook, game:integer}[] functions that first ran in an additional game, each with its number
---@field idle IdleHook[] functions that never ran
---@field offered table<string, boolean> for the name of each phase that offers only deployments: whether it has offered any
---@field unused UnusedName[] names that are declared but never used
---@field worths string[] what bots know about the worth of what the script gives (carcassonne.lab.bot_knowledge)
---@field foresight string[] what bots foresee of the script, and what they do not
---@field changed {path:string, from:string?, to:string}[] data of the script outside of its variables that games changed

local HINT = "does the script keep data outside of its declared `variables`?"
local MOST_NAMED = 3 -- maximum number of changed data that a problem names
local PLAYERS, EDITIONS = { 2, 3, 4, 5 }, { "c2", "jcz" }
-- Number of decisions from one copy that is played differently to the next such copy, and number of
-- decisions that are played on it.
local ASIDE_EVERY, ASIDE = 3, 4
-- Number of undos and of saves in a game. The number is constant because each undo and save replays
-- the game from its start. With a number proportional to the length, the time would be quadratic.
local UNDOS, SAVES = 6, 2
-- After MOST_LISTED legal actions have been compared, FEW_GAMES games are enough.
local FEW_GAMES, MOST_LISTED = 2, 150000

-- ---- Comparing positions ------------------------------------------------------------------------

local function mark(state)
  local legal, count = {}, state:num_actions()
  for i = 1, count do legal[i] = state:action(i).packed end
  return { hash = state:hash(), count = count, legal = table.concat(legal, " "),
    points = table.concat(state:returns(), " "), text = process_replay.mark(state) }
end

local function difference(a, b)
  if a.points ~= b.points then
    return ("the points were %s in the first playthrough, and are %s here"):format(a.points, b.points)
  end
  if a.count ~= b.count then
    return ("the number of legal actions was %d in the first playthrough, and is %d here"):format(a.count,
      b.count)
  end
  if a.legal ~= b.legal then return "the legal actions differ from those of the first playthrough" end
  if a.hash ~= b.hash then return "the position differs from that of the first playthrough" end
end

-- ---- Data outside of variables ------------------------------------------------------------------

-- Returns what the functions of a script keep outside of its variables.
local function data_of(variant)
  local left = { variant.source }
  while #left > 0 do
    for _, item in pairs(table.remove(left)) do
      if type(item) == "function" then return core.kept_data(item) end
      if type(item) == "table" then left[#left + 1] = item end
    end
  end
  return {}
end

local function data_of_all(list)
  local data = {}
  for i, variant in ipairs(list) do data[i] = data_of(variant) end
  return data
end

-- Returns the data that differ, in alphabetical order.
local function changes(before, after)
  local list, paths = {}, {}
  for _, data in ipairs { before, after } do
    for path in pairs(data) do paths[path] = true end
  end
  for _, path in ipairs(options.keys(paths)) do
    if before[path] ~= after[path] then
      list[#list + 1] = { path = path, from = before[path], to = after[path] }
    end
  end
  return list
end

-- Returns a text that names the data that games have changed; nil if they have changed none.
local function changes_text(variants, kept)
  local words = {}
  for i, variant in ipairs(variants) do
    for _, one in ipairs(changes(kept[i], data_of(variant))) do
      words[#words + 1] = ("`%s` of '%s' (was %s, is %s)"):format(one.path, variant.name, tostring(one.from),
        tostring(one.to))
    end
  end
  if #words == 0 then return nil end
  local more = #words > MOST_NAMED and (" and %d more"):format(#words - MOST_NAMED) or ""
  return ("the script changed data that is not in its declared `variables`: %s%s"):format(
    table.concat(words, ", ", 1, math.min(#words, MOST_NAMED)), more)
end

-- ---- Ways to play a game ------------------------------------------------------------------------

-- A script to check, in a form that carcassonne.variant accepts, with values for its options.
---@class CheckedScript
---@field from string|table
---@field options? table<string, any>

local function read_all(scripts)
  local list = {}
  for i, one in ipairs(scripts) do list[i] = carcassonne.variant(one.from, one.options) end
  return list
end

local Checker = {}
Checker.__index = Checker

function Checker:problem(way, text)
  if self.seen[way] then return end
  self.seen[way] = true
  table.insert(self.report.problems, { way = way, text = text, players = self.players, edition = self.edition,
    seed = self.seed, decision = self.decision })
end

-- Adds a problem of a replay that differs from the first playthrough.
function Checker:differs(way, text)
  local hint = changes_text(self.report.variants, self.kept) or HINT
  self:problem(way, ("differs when %s: %s; %s"):format(way, text, hint))
end

-- Compares a position with that of the first playthrough; returns false after adding a problem.
function Checker:same(way, state, decision)
  self.decision = decision
  local expected = self.marks[decision + 1]
  local differs = difference(expected, mark(state))
  if differs then self:differs(way, differs) end
  return not differs
end

-- Returns the interval between events, in decisions, for `times` events in a game.
function Checker:every(times) return math.max(1, math.floor(#self.choices / times)) end

-- Returns the score of each player, without adding up teams.
local function own_scores(state)
  local list = {}
  for player = 1, state:game():players() do list[player] = state:own_score(player) end
  return list
end

-- Plays the reference game. The decisions and positions of the other games are compared with it.
function Checker:record()
  local state, bot = self.timed:new_initial_state(self.seed), bots.new("random", self.seed)
  self.choices, self.marks, self.start = {}, { mark(state) }, own_scores(state)
  local before = self.report.decisions
  while not state:is_terminal() do
    self.decision = #self.choices
    self.report.decisions = before + self.decision
    profiler.note_offers(self.report.variant.source, state, self.report.offered)
    local choice = bot:choose(state, state:num_actions())
    self.choices[#self.choices + 1] = choice
    state:apply_index(choice)
    self.marks[#self.marks + 1] = mark(state)
    self.listed = self.listed + self.marks[#self.marks].count
  end
  self.report.decisions = before + #self.choices
end

local function play_again(self, way, game)
  local state = game:new_initial_state(self.seed)
  for i, choice in ipairs(self.choices) do
    if not self:same(way, state, i - 1) then return end
    state:apply_index(choice)
  end
  self:same(way, state, #self.choices)
end

-- Plays each decision on the state and on a copy; at intervals, plays random actions on a third
-- copy.
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
      local loaded, refusal = carcassonne.load(state:serialize(), { variants = read_all(self.scripts) })
      if not loaded then
        self.decision = i
        return self:differs(way, refusal)
      end
      state = loaded
    end
    if not self:same(way, state, i) then return end
  end
end

-- Compares the scores with the sum of the points in the events. Listing the events replays the
-- game.
local function add_up_events(self, way)
  local state, sums = self.game:new_initial_state(self.seed), { compat.table.unpack(self.start) }
  for i, choice in ipairs(self.choices) do
    if not self:same(way, state, i - 1) then return end
    state:apply_index(choice)
  end
  for _, event in ipairs(state:events()) do
    -- points before the first decision are part of the initial score
    local counts = event.decision > 0 and (event.kind == "scored" or event.kind == "awarded")
    if counts then sums[event.player] = sums[event.player] + event.points end
  end
  local points, in_events = table.concat(own_scores(state), " "), table.concat(sums, " ")
  self.decision = #self.choices
  if points ~= in_events then
    self:differs(way, ("the points are %s, but the points of the events add up to %s"):format(points,
      in_events))
  end
end

local WAYS = {
  { "played again from the same seed", function(self, way) play_again(self, way, self.game) end },
  { "played with the script loaded again", function(self, way) play_again(self, way, self.fresh) end },
  { "played on copies", play_copies },
  { "played on after undo", play_undone },
  { "loaded from a saved game, with the script loaded again", play_saved },
  { "added up from events", add_up_events },
}

-- Plays one game in all ways. An error of the script is also a problem.
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

-- Plays the game in a new process, and compares each position.
function Checker:play_elsewhere(settings)
  local WAY = "played in a new process"
  local marks, problem = process_replay.run { scripts = self.scripts, settings = settings, seed = self.seed,
    choices = self.choices }
  self.report.elsewhere = marks ~= nil or problem ~= nil
  if problem then return self:problem("error", ("%s, when %s"):format(problem, WAY)) end
  for i, one in ipairs(marks and self.marks or {}) do
    self.decision = i - 1
    if marks[i] ~= one.text then return self:differs(WAY, "the positions differ") end
  end
end

-- ---- The effect ---------------------------------------------------------------------------------

-- Measures the effect of the variant with the first number of players and the first edition. If it
-- brings tiles, the effect is the difference from games with these tiles alone.
local function effect_of(variant, given, step)
  local edition, players, sets = (given.editions or EDITIONS)[1], given.players[1], given.sets
  local words, alone = given.words, tiles_alone.of(variant)
  local function arm(label, list)
    local settings = { edition = edition, players = players, sets = sets, variants = list }
    local made = { label = label, game = carcassonne.game(settings), settings = settings }
    if words and list[1] == variant then made.parts, made.by_part = { words }, { [words] = variant } end
    return rule_facts.add(made, made)
  end
  local without = alone and arm("tiles of " .. variant.name, { alone }) or arm("standard", {})
  local arms = { without, arm(variant.name, { variant }) }
  return {
    head = { rules = arms, seed = given.seed, bots = { games.BOT },
      settings = { players = players, edition = edition, sets = sets and table.concat(sets, ","),
        variant = {},
        rule = {} } },
    report = lab_report.measure({ arms = arms, seed = given.seed, games = given.effect }, step,
      given.seconds),
  }
end

-- ---- The check ----------------------------------------------------------------------------------

local shape = { options = "table", words = "string", players = "list", editions = "list", sets = "list",
  games = "integer", effect = "integer", cost = "integer",
  search = "integer", seed = "integer", seconds = "number", step = "function" }

-- Returns the checked options, with defaults.
local function complete(given)
  given = options.alike(given)
  options.check("check.variant", given, shape)
  local whole = { games = 12, effect = 0, cost = 0, search = 0, seed = 1, may_stop = given.games == nil }
  for key, value in pairs(given) do whole[key] = value end
  return whole
end

-- Sets the numbers of players, by default those that all variants are for.
local function set_players(given, list)
  local sources, declared = {}, false
  for i, variant in ipairs(list) do
    sources[i], declared = variant.source, declared or variant.source.players ~= nil
  end
  local common = declared and players_of.common(sources) or {}
  given.players = given.players or #common > 0 and common or PLAYERS
end

local function new_report(list)
  local report = { variants = list, variant = list[1], games = 0, decisions = 0, ways = {}, problems = {},
    hooks = {}, idle = {}, late = {}, searched = 0, offered = {}, unused = {}, changed = {},
    worths = {}, foresight = {}, elsewhere = false }
  for i, way in ipairs(WAYS) do report.ways[i] = way[1] end
  return report
end

-- Returns the number of players and the edition of a game. Successive games use each number of
-- players with one edition, and then each number with the next edition.
local function kind_of_game(given, number)
  local players, editions = given.players, given.editions or EDITIONS
  return players[(number - 1) % #players + 1], editions[math.floor((number - 1) / #players) % #editions + 1]
end

-- Returns the options of game number `number` of the check, with these variants.
local function settings_of(given, number, list)
  local players, edition = kind_of_game(given, number)
  return { players = players, edition = edition, sets = given.sets, variants = list }
end

local function new_game(given, number, list) return carcassonne.game(settings_of(given, number, list)) end

-- Plays all games; `counting` has the variants whose function calls are counted. Returns whether
-- the games raised no error.
local function try_games(scripts, given, report, step, counting)
  local checker = setmetatable({ report = report, scripts = scripts, seen = {}, listed = 0,
    kept = data_of_all(report.variants) }, Checker)
  for number = 1, given.games do
    checker.players, checker.edition = kind_of_game(given, number)
    checker.seed, checker.decision = given.seed + number - 1, nil
    checker.game, checker.fresh = new_game(given, number, report.variants),
      new_game(given, number, read_all(scripts))
    checker.timed = new_game(given, number, counting)
    checker:play(step)
    if number == 1 and not checker.seen.error then checker:play_elsewhere(settings_of(given, number)) end
    report.games = number
    if checker.seen.error or (given.may_stop and number >= FEW_GAMES and checker.listed > MOST_LISTED) then
      break
    end
  end
  return not checker.seen.error
end

-- ---- Additional games ---------------------------------------------------------------------------

-- Plays a game in which players prefer options of scripts.
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

-- Plays an additional game; in turn, with random actions or with a preference for options.
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

-- Measures the cost of the variant's functions with the first number of players and the first
-- edition.
local function measure_costs(report, given, step)
  local function play()
    return hook_costs.measure(report.variant, given.seed, given.cost, function(timed)
      return new_game(given, 1, { timed })
    end)
  end
  local fine, result = pcall(play)
  step()
  if fine then
    report.costs = result
  else
    table.insert(report.problems, { way = "error", text = error_message.plain(result) })
  end
end

-- Plays additional games until each function of the variant has run, and reports functions that
-- never ran.
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

-- Returns a function that counts playthroughs, and the total number of playthroughs, including
-- those of `more` additional games.
local function stepper(given, more)
  local done, total = 0, given.games * (1 + #WAYS) + more
  return function()
    done = done + 1
    if given.step then given.step(done, total) end
  end
end

--- Checks several variants in the same games. Raises an error if one of them does not load. If they
--- cannot be combined, the report has a problem. This check does not count calls of hooks and does
--- not measure effects.
---@param scripts CheckedScript[]
---@param given? CheckOptions without `options`
---@return CheckReport
---@usage local report = require("carcassonne.lab.check").together({ { from = "tower" }, { from = "bridges" } }, { games = 1 })
--- assert(#report.problems == 0)
function check.together(scripts, given)
  given = complete(given or {})
  local report = new_report(read_all(scripts))
  set_players(given, report.variants)
  for number = 1, given.games do
    local fine, raised = pcall(new_game, given, number, report.variants)
    if not fine then
      local text = "these scripts cannot be used in one game: " .. error_message.plain(raised)
      report.problems[1] = { way = "error", text = text }
      return report
    end
  end
  try_games(scripts, given, report, stepper(given, 0), report.variants)
  return report
end

--- Checks a variant. Raises an error if it does not load; later problems are in the report.
---@param from string|table as carcassonne.variant accepts it
---@param given? CheckOptions
---@return CheckReport
---@usage local report = require("carcassonne.lab.check").variant("chained-builders", { games = 2 })
--- assert(#report.problems == 0)
function check.variant(from, given)
  given = complete(given or {})
  local scripts, times = { { from = from, options = given.options } }, {}
  local more = given.effect + given.search + (given.cost > 0 and 1 or 0)
  local report, step = new_report(read_all(scripts)), stepper(given, more)
  set_players(given, report.variants)
  report.unused = unused_names.of(report.variant)
  local kept = data_of(report.variant)
  local plays = try_games(scripts, given, report, step, { profiler.timed(report.variant, times) })
  profiler.gather(times)
  if plays and given.effect > 0 then
    report.effect = effect_of(report.variant, given, step)
    local failed = report.effect.report.failed[1]
    if failed then table.insert(report.problems, { way = "error", text = failed.message }) end
  end
  for _, name in ipairs(options.keys(times)) do table.insert(report.hooks, times[name]) end
  if plays and given.cost > 0 and #report.hooks > 0 then measure_costs(report, given, step) end
  if plays then play_on(report, given, step, times) end
  report.changed = changes(kept, data_of(report.variant))
  if plays then
    local game = carcassonne.game { players = given.players[1], variants = report.variants }
    report.worths, report.foresight = bot_knowledge.worths(game), bot_knowledge.foresight(game)
  end
  return report
end

return check
