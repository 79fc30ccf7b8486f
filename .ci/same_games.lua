-- same_games.lua: plays games with each shipped script and with all expansions together, and one
-- game with an endless script; prints their results, which must be equal in every Lua.
local carcassonne = require "carcassonne"

local ALL = carcassonne.expansions()

local function play(name, options)
  local game = carcassonne.game(options)
  for seed = 1, 3 do
    local state = game:new_initial_state(seed)
    while not state:is_terminal() do
      state:apply_index(tonumber(state:hash():sub(-4), 16) % state:num_actions() + 1)
    end
    print(name, seed, state:decisions(), table.concat(state:returns(), " "), state:hash(), game:fingerprint())
  end
end

play("base", { sets = { "base" } })
play("traders", {})
for _, name in ipairs(carcassonne.shipped_variants()) do play(name, { variants = { name }, players = 3 }) end
for _, name in ipairs(ALL) do play(name, { variants = { name }, players = 3 }) end
play("all", { variants = ALL, players = 4 })

-- Plays with lines of text only, like a host that does not know the game.
local plugin = require "carcassonne.plugin"
for _, name in ipairs { "carcassonne.plugin", "examples/table/millpond.lua" } do
  local game = name:match "%.lua$" and dofile(name) or plugin
  local state = assert(game.new({ chance = "host", players = 3 }, 5))
  for i = 1, 9999 do
    local legal = game.legal(state)
    if #legal == 0 then break end
    assert(game.apply(state, legal[i * 7919 % #legal + 1]))
  end
  print(name, table.concat(game.returns(state), " "), (game.encode(state):gsub(".*\n(.)", "%1")))
end

-- Compiled code does not check limits, so LuaJIT must not compile scripts.
local function loop()
  local n = 0
  while true do n = n + 1 end
end
local fine, message = pcall(function()
  local state =
    carcassonne.game({ variants = { { name = "loop", on_tile_placed = loop } } }):new_initial_state(1)
  state:apply_index(1)
end)
print("loop", fine, message)
