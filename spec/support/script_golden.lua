--- Checks that the games of a shipped script do not change: the numbers of sequences of decisions
--- from ten positions, and a digest of random games. Neither contains a word or a name, so only a
--- change of the rules changes them.

local carcassonne = require "carcassonne"
local option_values = require "carcassonne.variant.option_values"
local perft = require "carcassonne.lab.perft"

local shipped = require "carcassonne.variant.shipped"

local script_golden = {}

local POSITIONS, DEPTH = 10, 3
local FEW, MANY = 4, 100 -- number of games for the first digest, and for the second
local PLAYERS = { 2, 3, 4 }

-- Returns a generator whose random numbers are the same on every machine and in every Lua.
local function numbers(seed)
  local value = seed * 48271 % 2147483647
  return function(most)
    value = value * 16807 % 2147483647
    return value % most + 1
  end
end

-- Returns a variant for a seed: if the seed is even, each option has its last value, otherwise its
-- default value.
local function variant(name, seed)
  local declared = seed % 2 == 0 and carcassonne.variant(name).source.options or {}
  local chosen = {}
  for option, one in pairs(declared) do
    local values = option_values.values_of(one)
    chosen[option] = values and values[#values] or nil
  end
  return carcassonne.variant(name, chosen)
end

local function new_state(name, seed)
  return carcassonne.game({ sets = { "base", "traders" }, players = PLAYERS[seed % #PLAYERS + 1],
    variants = { variant(name, seed) } }):new_initial_state(seed)
end

-- Returns the index of a legal action. If a piece can be deployed, this is the last action in half
-- of the cases: it deploys a builder or a pig if this is legal. With equal probabilities, double
-- turns would be rare.
local function choose(state, random, legal)
  if state:decision() == "deploy" and random(2) == 1 then return legal end
  if state:decision() == "extra" then return 1 end
  return random(legal)
end

-- Plays at most `decisions` decisions. For each it calls `seen` with the number of legal actions
-- and the index of the chosen one.
local function play(state, seed, decisions, seen)
  local random = numbers(seed)
  for _ = 1, decisions do
    local legal = state:num_actions()
    if legal == 0 then return end
    local index = choose(state, random, legal)
    seen(legal, index)
    state:apply_index(index)
  end
end

local function digest_game(digest, name, seed)
  local state = new_state(name, seed)
  local function add(value) digest = (digest * 31 + value) % 2147483647 end
  play(state, seed, math.huge, function(legal, index)
    add(legal)
    add(index)
  end)
  for _, points in ipairs(state:returns()) do add(points) end
  return digest
end

--- Returns a digest of a number of random games with a script, for two to four players.
---@param name string
---@param games integer
---@return integer
function script_golden.digest(name, games)
  local digest = 1
  for seed = 1, games do digest = digest_game(digest, name, seed) end
  return digest
end

--- Returns the number of sequences of three decisions from a position of a random game; the
--- position's number says how far into the game it is.
---@param name string
---@param number integer from 1 to 10
---@return integer
function script_golden.sequences(name, number)
  local state = new_state(name, 100 + number)
  play(state, number, number * 12, function() end)
  return perft.count(state, DEPTH)
end

script_golden.FEW, script_golden.MANY, script_golden.POSITIONS = FEW, MANY, POSITIONS

--- Returns the line of a script: its name, the number of sequences from each position, and the
--- digests of few and of many games.
---@param name string
---@return string
function script_golden.line(name)
  local words = { name }
  for number = 1, POSITIONS do words[#words + 1] = ("%d"):format(script_golden.sequences(name, number)) end
  words[#words + 1] = ("%d"):format(script_golden.digest(name, FEW))
  words[#words + 1] = ("%d"):format(script_golden.digest(name, MANY))
  return table.concat(words, " ")
end

--- Returns the names of all shipped scripts.
---@return string[]
function script_golden.shipped()
  local names = {}
  for _, list in ipairs { shipped.expansions(), shipped.house_rules() } do
    for _, name in ipairs(list) do names[#names + 1] = name end
  end
  return names
end

--- Returns the lines of a file, by the name of the script: its numbers in order.
---@param text string
---@return table<string, integer[]>
function script_golden.read(text)
  local lines = {}
  for name, rest in text:gmatch "([%w-]+) ([%d ]+)\n" do
    lines[name] = {}
    for number in rest:gmatch "%d+" do table.insert(lines[name], tonumber(number)) end
  end
  return lines
end

return script_golden
