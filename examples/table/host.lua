-- A host for any game that keeps the contract of lua/PLUGIN.md. It knows none of them.
--
--     lua host.lua [GAME] [--random all|1,3] [--seed N] [NAME=VALUE ...]    plays; GAME is a module or a file
--     lua host.lua options [GAME]                                           what NAME=VALUE may be
--     lua host.lua check [GAME ...]                                         plays games through the contract
--
-- Ends with 0 when the game is over, 1 where a game breaks the contract, 2 for what it does not understand, 3 when it was left.
local folder = arg[0]:match "^(.*/)" or ""
local terminal = dofile(folder .. "terminal.lua")
local say, leave = terminal.say, terminal.leave

local function load_game(name)
  local fine, game = pcall(name:match "%.lua$" and dofile or require, name)
  return fine and type(game) == "table" and game or leave(2, "%s is no game: %s", name, tostring(game):match "[^\n]*")
end

local function tell(game, state, player, since)
  for _, event in ipairs(game.events(state, player, since)) do
    say("  %s", game.describe_event(state, event))
    since = event.number
  end
  return since
end

local function draw(outcomes)
  local left = math.random()
  for _, outcome in ipairs(outcomes) do
    left = left - outcome.probability
    if left < 0 then return outcome.action end
  end
  return outcomes[#outcomes].action
end

-- The state as it was when this player decided the last time.
local function taken_back(game, state, player)
  local before = game.clone(state)
  repeat
    if not game.undo(before) then return say "There is nothing to take back." end
  until game.current(before) == player
  return before
end

-- Up to which event everybody has been told, of those that are left.
local function untold(game, state, player, told)
  local events, left = game.events(state, player), {}
  for other, number in pairs(told) do left[other] = math.min(number, events[#events] and events[#events].number or 0) end
  return left
end

-- What a person decides: an action, or nil and perhaps a state to go on from.
local function decide(game, state, player)
  local legal = game.legal(state)
  terminal.show(game.view(state, player))
  for i, action in ipairs(legal) do say("%3d  %s", i, game.describe(state, action)) end
  local line = terminal.ask(("player %d, 1 to %d (u takes back, q leaves):"):format(player, #legal))
  if line == "q" then leave(3, "the game is left as it stands") end
  if line == "u" then return nil, taken_back(game, state, player) end
  return legal[tonumber(line)] or say("There are the choices 1 to %d.", #legal)
end

local function play(game, state, is_random)
  local told, looker = {}, nil
  while not game.terminal(state) do
    local current, before = game.current(state), nil
    local action
    if current == "chance" then
      action = draw(game.chance(state))
    elseif is_random(current) then
      local legal = game.legal(state)
      action = legal[math.random(#legal)]
    else
      looker = current
      told[looker] = tell(game, state, looker, told[looker])
      action, before = decide(game, state, current)
    end
    if before then state, told = before, untold(game, before, current, told) end
    local done, problem = true, nil
    if action then done, problem = game.apply(state, action) end
    if not done then say("%s", problem) end
  end
  tell(game, state, looker, told[looker])
  say("The game is over: %s", table.concat(game.returns(state), " : "))
  return 0
end

local function check(names)
  local problems = 0
  for _, name in ipairs(#names > 0 and names or { "carcassonne.plugin", folder .. "millpond.lua" }) do
    local report = require("carcassonne.plugin.check").run(load_game(name), { games = 4 })
    say("%s: %d games, %d actions, %d clauses broken", report.plugin, report.games, report.decisions, #report.problems)
    for _, problem in ipairs(report.problems) do say("  %s: %s. %s", problem.clause, problem.says, problem.text) end
    problems = problems + #report.problems
  end
  return problems > 0 and 1 or 0
end

local flags, words, values = terminal.words(arg)
local command = (words[1] == "check" or words[1] == "options") and table.remove(words, 1)
if command == "check" then leave(check(words)) end
local game = load_game(words[1] or "carcassonne.plugin")
if command == "options" then leave(terminal.list(game.options)) end
local seed = terminal.number(flags.seed or os.time() % 1000000)
local state, problem = game.new(terminal.settings(game.options, values), seed)
if not state then leave(2, "%s", problem) end
math.randomseed(seed)
say("%s, seed %d", game.text, seed)
leave(play(game, state, function(player)
  return flags.random == "all" or ("," .. (flags.random or "") .. ","):find("," .. player .. ",", 1, true)
end))
