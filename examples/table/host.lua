-- A host for any game that keeps the contract of lua/doc/PLUGIN.md. It knows none of them. `lua
-- host.lua --help` says how it is used.
local terminal = dofile((arg[0]:match "^(.*/)" or "") .. "terminal.lua")
local say = terminal.say
local game, options, seed, is_random = terminal.command()

local state, problem = game.new(options, seed)
if not state then terminal.leave(2, problem) end
math.randomseed(seed)
-- Of each player up to which event all is told; and where people decided: who, in which state, with
-- what told.
local told, past, looker = {}, {}, nil

local function tell(player)
  for _, event in ipairs(game.events(state, player, told[player])) do
    say("  %s", game.describe_event(state, event))
    told[player] = event.number
  end
end

local function draw(outcomes)
  local left = math.random()
  for _, outcome in ipairs(outcomes) do
    left = left - outcome.probability
    if left < 0 then return outcome.action end
  end
  return outcomes[#outcomes].action
end

-- Back to where this player decided the last time, and to what everybody had been told then.
local function take_back(player)
  for i = #past, 1, -1 do
    if past[i].player == player then
      state, told = past[i].state, past[i].told
      for k = #past, i, -1 do past[k] = nil end
      return
    end
  end
  say "There is nothing to take back."
end

-- What a person decides; nil where that is to be asked again.
local function decide(player, legal)
  local before = { player = player, state = game.clone(state), told = terminal.copy(told) }
  tell(player)
  terminal.show(game.view(state, player))
  for i, action in ipairs(legal) do say("%3d  %s", i, game.describe(state, action)) end
  local line = terminal.ask(("player %d, 1 to %d (u takes back, q leaves):"):format(player, #legal))
  if line == "q" then terminal.leave(3, "the game is left as it stands") end
  if line == "u" then return take_back(player) end
  local action = legal[tonumber(line)]
  if not action then return say("There are the choices 1 to %d.", #legal) end
  past[#past + 1] = before
  return action
end

local function choose(player, legal)
  if player == "chance" then return draw(game.chance(state)) end
  if is_random(player) then return legal[math.random(#legal)] end
  looker = player
  return decide(player, legal)
end

while not game.terminal(state) do
  local action = choose(game.current(state), game.legal(state))
  if action then assert(game.apply(state, action)) end
end
if looker then tell(looker) end
say("The game is over: %s", table.concat(game.returns(state), " : "))
say("The winners: %s", table.concat(game.winners(state), ", "))
