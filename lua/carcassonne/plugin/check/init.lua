--- Checks any plug-in against the contract (lua/doc/PLUGIN.md): plays many random games, tests each
--- clause in them, and reports the broken clauses.
-- @module carcassonne.plugin.check

local checking = require "carcassonne.plugin.check.options"
local face = require "carcassonne.plugin.check.face"
local follow = require "carcassonne.plugin.check.follow"
local hidden = require "carcassonne.plugin.check.hidden"
local options = require "carcassonne.base.options"
local plain = require "carcassonne.plugin.check.plain"
local position = require "carcassonne.plugin.check.position"
local spaces = require "carcassonne.plugin.check.spaces"
local trial = require "carcassonne.plugin.check.trial"

local check = {}

--- Options of the checker. All are optional.
---@class PluginCheckOptions
---@field games? integer number of games, 20 by default
---@field seed? integer seed of all choices, 1 by default
---@field settings? table[] options of the games, used in turn; by default first the default options, then random ones
---@field every? integer one in `every` positions is checked fully, on average; 12 by default
---@field longest? integer maximum number of actions of a game, 20000 by default

--- The result of the checker.
---@class PluginReport
---@field plugin string name of the plug-in
---@field problems PluginProblem[] empty if the checker found no broken clause
---@field games integer number of games played
---@field decisions integer number of actions in these games
---@field positions integer number of positions checked fully
---@field refused integer number of combinations of options that `new` refused
---@field asked integer number of calls of the plug-in's functions

-- ---- A game -------------------------------------------------------------------------------------

-- Checks a position fully, and keeps copies of it. The rest of the game is also played on the
-- copies, which must reach the same end.
local function check_fully(t, state, legal)
  position.check(t, state, legal)
  follow.check(t, state)
  hidden.check(t, state, legal)
  t.positions = t.positions + 1
  if #t.followers == 6 or #legal == 0 then return end
  for _, copy in ipairs(t:copies(state)) do table.insert(t.followers, copy) end
end

local MOST_SEEN = 200 -- number of actions that are kept to try them in other positions

local function remember(t, legal)
  for _, action in ipairs(legal) do
    if #t.seen < MOST_SEEN then t.seen[#t.seen + 1] = action else t.seen[t:choose(MOST_SEEN)] = action end
  end
end

local function play_on_copies(t, action)
  for _, follower in ipairs(t.followers) do
    local done, message = t:ask("apply", follower.state, action)
    if done ~= true then
      t:fail(follower.clause, "a copy refused the later action '%s': %s", action, options.show(message))
      t:give_up()
    end
  end
end

-- Reports an action that did not change the text of the state: either the action had no effect, or
-- the text does not contain the effect.
local function nothing_changed(t, state, legal, action)
  if plain.difference(legal, t:ask("legal", state)) then
    t:fail("encode-exact", "`encode` returns the same text before and after '%s', but `legal` does not",
      action)
  else
    t:fail("legal-accepted", "'%s' did not change the state", action)
  end
  t:give_up()
end

local function look(t, state, legal, actions)
  if #actions == 0 or #legal == 0 or t:choose(t.every) == 1 then check_fully(t, state, legal) end
  if #actions < t.longest or #legal == 0 then return end
  t:fail("ends", "the game is not over after %d actions", #actions)
  t:give_up()
end

-- Plays a game; returns its actions, and the texts of the state before each action and at the end.
local function play(t, state)
  local actions, texts, legal = {}, { t:ask("encode", state) }, position.check_legal(t, state)
  t.texts, t.actions, t.deciders, t.clients = texts, actions, {}, {}
  look(t, state, legal, actions)
  while #legal > 0 do
    remember(t, legal)
    local action, before = legal[t:choose(#legal)], legal
    t.deciders[#actions + 1] = t:ask("current", state)
    t:apply(state, action)
    play_on_copies(t, action)
    actions[#actions + 1] = action
    t.decision = #actions
    texts[#actions + 1] = t:ask("encode", state)
    if texts[#actions + 1] == texts[#actions] then nothing_changed(t, state, before, action) end
    legal = position.check_legal(t, state)
    look(t, state, legal, actions)
  end
  return actions, texts
end

-- Plays the same actions again from the beginning.
local function play_again(t, seed, actions, text)
  local state = checking.begin(t, t.settings, seed)
  for i, action in ipairs(actions) do
    local done = t:ask("apply", state, action)
    if done ~= true then
      return t:fail("deterministic", "a replay refused action %d, '%s'", i, action)
    end
  end
  if t:ask("encode", state) ~= text then
    t:fail("deterministic", "a replay ended in a different state")
  end
end

local STRIDE = 8 -- number of undos between checks of the state

local function take_all_back(t, clause, state, texts)
  for i = #texts - 1, 1, -1 do
    local done, message = t:ask("undo", state)
    if done ~= true then
      return t:fail(clause, "`undo` returned a refusal after %d actions: %s", i, options.show(message))
    end
    if i % STRIDE == 1 and t:ask("encode", state) ~= texts[i] then
      return t:fail(clause, "after undo to action %d, the state differs from the earlier state", i)
    end
  end
  t:refused("undo-beginning", "a new state", "undo", state)
  if t:ask("encode", state) ~= texts[1] then t:fail("undo-beginning", "the refused undo changed a new "
    .. "state") end
end

-- Checks that copies of the last state equal it, with all events; returns one copy for a check of
-- undo.
local function check_end(t, state)
  t.watching, t.since = nil, 0
  local last = t:picture(state)
  for _, follower in ipairs(t.followers) do
    t:same(follower.clause, last, t:picture(follower.state), "a copy that was played to the end")
  end
  local copies = t:copies(state)
  for _, copy in ipairs(copies) do t:same(copy.clause, last, t:picture(copy.state), "a copy of the last "
    .. "state") end
  return copies[t.games % 2 + 1]
end

local function play_game(t, state)
  t.by_seed = t.by_seed or t.settings.chance ~= "host"
  t.followers, t.reported, t.seen, t.decision, t.since = {}, {}, {}, 0, 0
  t.statics, t.latest = nil, nil
  spaces.begin(t)
  local actions, texts = play(t, state)
  t.decisions = t.decisions + #actions
  local copy = check_end(t, state)
  play_again(t, t.seed, actions, texts[#texts])
  take_all_back(t, "undo-exact", state, texts)
  if not t:has_failed "undo-exact" then take_all_back(t, copy.clause, copy.state, texts) end
end

-- ---- All games ----------------------------------------------------------------------------------

local NO_STATES = { "", "no state", "\0", "{}", 5, true, {} }

local function check_decoding(t)
  for _, text in ipairs(NO_STATES) do t:refused("decode-refused", options.show(text), "decode", text) end
  local state = t:ask("new", {}, 1)
  local text = state ~= nil and t:ask("encode", state)
  if type(text) ~= "string" then return end
  t:refused("decode-refused", "half of an encoded text", "decode", text:sub(1, math.floor(#text / 2)))
  t:refused("decode-refused", "an encoded text with an added line", "decode", text .. "\nno such line\n")
end

-- Returns a seed that differs from all other seeds in a game.
local function seed_of(t, number) return 600000000 + number * 1000003 + t:choose(999) end

-- Begins a game with random options. The plug-in refuses some combinations.
local function begin(t, number, given)
  for _ = 1, 20 do
    t.settings = given or (number == 1 and {} or checking.any(t, number))
    local state, message = checking.begin(t, t.settings, t.seed)
    if state ~= nil then return state end
    if type(message) ~= "string" then t:fail("options-refused", "`new` returned nil without a message") end
    if given then t:fail("options-values", "`new` refused: %s", options.show(message)) end
    if given then break end
    t.refusals = t.refusals + 1
  end
end

local function play_games(t, given)
  for number = 1, given.games or 20 do
    local settings = given.settings
    t.seed, t.decision = seed_of(t, number), 0
    t:attempt(function()
      local state = begin(t, number, settings and settings[(number - 1) % #settings + 1])
      if state == nil then return end
      t.players = options.whole(t.settings.players or t.plugin.players.default) or 0
      t.games = t.games + 1
      play_game(t, state)
    end)
  end
  t.settings, t.seed, t.decision = nil, nil, nil
end

local function run(t, given)
  if not checking.check(t) then return end
  t.players = t.plugin.players.default
  t:attempt(function() check_decoding(t) end)
  play_games(t, given)
  if t.positions > 0 then hidden.check_claim(t) end
end

-- Types and minimum values of the options.
local shape = { games = "integer", seed = "integer", settings = "list", every = "integer",
  longest = "integer" }
local LEAST = { games = 1, seed = 0, every = 1, longest = 1 }

local function check_options(given)
  options.check("check", given, shape)
  for _, name in ipairs(options.keys(LEAST)) do
    if given[name] and given[name] < LEAST[name] then
      options.refuse("check: " .. name,
        ("expected %d or more, got %s"):format(LEAST[name], options.show(given[name])))
    end
  end
  if not given.settings then return end
  if #given.settings == 0 then
    options.refuse("check: settings", "expected the options of at least one game")
  end
  for i, settings in ipairs(given.settings) do
    options.check_type(("check: settings[%d]"):format(i), settings, "table")
  end
end

--- Checks a plug-in against the contract. Raises an error only for invalid arguments.
---@param plugin Plugin
---@param given? PluginCheckOptions
---@return PluginReport
---@usage local check = require "carcassonne.plugin.check"
--- local report = check.run(require "carcassonne.plugin", { games = 1, every = 20, settings = { {
--- players = 3 } } }) for _, problem in ipairs(report.problems) do print(problem.clause,
--- problem.text) end
function check.run(plugin, given)
  options.check_type("check: plugin", plugin, "table")
  given = options.alike(given or {})
  check_options(given)
  local fields, problem = face.read(plugin)
  problem = problem or face.problem(fields)
  local t = trial.new(fields, given.seed or 1)
  t.every, t.longest = given.every or 12, given.longest or 20000
  t.games, t.decisions, t.positions, t.refusals = 0, 0, 0, 0
  if problem then t:fail("shape", "%s", problem) else run(t, given) end
  local changed = not problem and face.changed(plugin, fields)
  if changed then t:fail("shape", "%s changed during the games", changed) end
  return { plugin = fields and trial.error_text(fields.name) or "not a plug-in", problems = t.problems,
    games = t.games,
    decisions = t.decisions, positions = t.positions, refused = t.refusals, asked = t.asked }
end

return check
