--- positions.lua: frozen positions with the results of a long search, for authors of bots.
--
--     lua tests/bench/positions.lua BOT...        scores bots: points lost per decision, best moves
--     lua tests/bench/positions.lua --write BOT   chooses new positions, which a bot evaluates
--
-- For each position the file has its statements, and lines `? ACTION = POINTS` with the value of
-- each action that was tried.

local bots = require "carcassonne.bots"
local carcassonne = require "carcassonne"

local FILE, POSITIONS, HEAD = "tests/bench/positions.txt", tonumber(os.getenv "POSITIONS") or 50, "== "

-- ---- The file -----------------------------------------------------------------------------------

-- Returns the positions of the file: { text, worth = { [action] = points } }.
local function read()
  local list
  for line in io.lines(FILE) do
    local action, points = line:match "^%? (.-) = (%S+)$"
    if line:sub(1, #HEAD) == HEAD then
      list = list or {}
      list[#list + 1] = { lines = {}, worth = {} }
    elseif action then
      list[#list].worth[action] = tonumber(points)
    elseif list then
      table.insert(list[#list].lines, line)
    end
  end
  for _, position in ipairs(list) do position.text = table.concat(position.lines, "\n") .. "\n" end
  return list
end

local function state_of(text) return carcassonne.game { position = text }:new_initial_state(1) end

-- ---- Choosing positions -------------------------------------------------------------------------

-- Returns position `number`: a placement in a game of greedy players, later in the game for higher
-- numbers.
local function choose(number)
  local state, bot = carcassonne.game():new_initial_state(number + 5000), bots.new("greedy", number)
  local wanted = 2 + math.floor(90 * number / POSITIONS)
  while state:num_tiles() < wanted or state:decision() ~= "place" or state:num_actions() < 6 do
    state:apply_index(bot:choose(state, state:num_actions()))
    if state:is_terminal() then return nil end
  end
  return state:observation_string()
end

-- Returns the lines of a bot's evaluations of the actions in a position, the best first.
local function think(text, name)
  local state = state_of(text)
  local rows = {}
  for index, points in pairs(bots.named(name, 1):rate(state)) do
    rows[#rows + 1] = { state:action_to_string(state:action(index)), points }
  end
  table.sort(rows, function(a, b) return a[2] > b[2] or (a[2] == b[2] and a[1] < b[1]) end)
  local lines = {}
  for i, row in ipairs(rows) do lines[i] = ("? %s = %.2f"):format(row[1], row[2]) end
  return table.concat(lines, "\n")
end

local function write(name)
  local parts = {
    ("# %d positions of Traders & Builders for two, and what %s found in them."):format(POSITIONS, name) }
  for number = 1, POSITIONS do
    local text = choose(number)
    if text then
      parts[#parts + 1] = ("%s%d\n%s%s"):format(HEAD, number, text:gsub("\n*$", "\n"), think(text, name))
    end
  end
  local file = assert(io.open(FILE, "wb"))
  file:write(table.concat(parts, "\n"), "\n")
  file:close()
end

-- ---- Scoring bots -------------------------------------------------------------------------------

local function worst(worth)
  local least = math.huge
  for _, points in pairs(worth) do least = math.min(least, points) end
  return least
end

local function best(worth)
  local most = -math.huge
  for _, points in pairs(worth) do most = math.max(most, points) end
  return most
end

--- Scores a bot: returns the points lost per decision, and the number of positions in which the bot
--- takes the best action. An action that the search did not try counts as the worst action that it
--- tried.
local function score(name, positions)
  local lost, hits = 0, 0
  for number, position in ipairs(positions) do
    local state = state_of(position.text)
    local index = bots.decide(bots.named(name, number), state)
    local points = position.worth[state:action_to_string(state:action(index))] or worst(position.worth)
    lost = lost + best(position.worth) - points
    if points == best(position.worth) then hits = hits + 1 end
  end
  return lost / #positions, hits
end

if arg[1] == "--write" then
  write(arg[2] or "mcts:iterations=2000")
else
  local positions = read()
  print(("%-34s %-24s %s"):format("bot", "points lost per decision", "the best of " .. #positions))
  for _, name in ipairs(#arg > 0 and arg or { "random", "greedy" }) do
    local lost, hits = score(name, positions)
    print(("%-34s %-24.2f %d"):format(name, lost, hits))
    io.stdout:flush()
  end
end
