-- A host for any game that follows the contract of lua/doc/PLUGIN.md. For usage see `lua host.lua
-- --help`.
local terminal = dofile((arg[0]:match "^(.*/)" or "") .. "terminal.lua")
local say = terminal.say
local game, options, seed, is_random, bots = terminal.command()

local state, problem = game.new(options, seed)
if not state then terminal.leave(2, problem) end
math.randomseed(seed)
-- `clients`: for each person the view, its revision, and the last event shown. `past`: the
-- decisions of people, each with the player and the number of decisions before it. `looker`: the
-- last person who decided.
local clients, past, looker = {}, {}, nil

-- Brings the view of a person up to date.
local function update(player)
  local client = clients[player] or { shown = 0 }
  local delta = assert(game.delta(state, player, client.revision))
  if delta.whole then client = { view = delta.view, shown = 0 } end
  terminal.patch(client.view, delta.changes or {})
  client.shown = math.min(client.shown, delta.undone_after or client.shown)
  client.revision, clients[player] = delta.revision, client
  return client
end

local function show_events(player)
  local client = update(player)
  for _, event in ipairs(game.events(state, player, client.shown)) do
    say("  %s", game.describe_event(state, event))
    client.shown = event.number
  end
end

local names = {} -- of items, by id
for _, item in ipairs(game.statics(state).items) do names[item.id] = item.name end

-- Prints the game as a player sees it, and the names of the items in the hand.
local function show_game(player)
  for line in game.show(state, player, "text"):gmatch "[^\n]+" do say("  %s", line) end
  local hand, held = clients[player].view.hand or {}, {}
  for i, id in ipairs(type(hand) == "table" and hand or { hand }) do held[i] = names[id] end
  if #held > 0 then say("  hand: %s", table.concat(held, ", ")) end
end

local function draw(outcomes)
  local left = math.random()
  for _, outcome in ipairs(outcomes) do
    left = left - outcome.probability
    if left < 0 then return outcome.action end
  end
  return outcomes[#outcomes].action
end

-- Returns to the player's last decision.
local function take_back(player)
  for i = #past, 1, -1 do
    if past[i].player == player then
      while #game.history(state) > past[i].decisions do assert(game.undo(state)) end
      for k = #past, i, -1 do past[k] = nil end
      return
    end
  end
  say "There is no decision to take back."
end

-- Returns the decision of a person, or nil if the question must be repeated.
local function decide(player, legal)
  show_events(player)
  show_game(player)
  for i, action in ipairs(legal) do say("%3d  %s", i, game.describe(state, action)) end
  local line = terminal.ask(("Player %d, choose 1 to %d (u: take back, q: quit):"):format(player, #legal))
  if line == "q" then terminal.leave(3, "a player quit before the end of the game") end
  if line == "u" then return take_back(player) end
  local action = legal[tonumber(line)]
  if not action then return say("Expected a number from 1 to %d.", #legal) end
  past[#past + 1] = { player = player, decisions = #game.history(state) }
  return action
end

local function choose(player, legal)
  if player == "chance" then return draw(game.chance(state)) end
  if bots[player] then return assert(game.choose(state, bots[player])) end
  if is_random(player) then return legal[math.random(#legal)] end
  looker = player
  return decide(player, legal)
end

while not game.terminal(state) do
  local action = choose(game.current(state), game.legal(state))
  if action then assert(game.apply(state, action)) end
end
if looker then show_events(looker) end
say "The game is over."
local result = game.result(state)
table.sort(result, function(a, b) return a.rank < b.rank or a.rank == b.rank and a.player < b.player end)
for _, row in ipairs(result) do
  say("%d. player %d: %g points, %s", row.rank, row.player, row.points, row.outcome)
end
