--- Whether a variant's functions are ever called: each is wrapped, and games are played with it.
--- For the specs.

local carcassonne = require "carcassonne"

local functions = {}

local MOST_GAMES = 60

-- A name for a place in a variant: "phases.throw.ask", by the name of a phase or a step where it
-- has one.
local function key_of(path, key, value)
  local name = type(key) == "number" and type(value) == "table" and value.name or key
  return path == "" and tostring(name) or path .. "." .. name
end

-- The key, or, where it is taken, by a second phase of one name, with a number after it.
local function free_key(name, calls)
  local free, n = name, 1
  while calls[free] do
    n = n + 1
    free = ("%s (%d)"):format(name, n)
  end
  return free
end

-- A copy in which each function counts its calls under its key.
local function wrapped(table_, path, calls)
  local copy = {}
  for key, value in pairs(table_) do
    local name = key_of(path, key, value)
    if type(value) == "table" then
      copy[key] = wrapped(value, name, calls)
    elseif type(value) == "function" then
      name = free_key(name, calls)
      calls[name] = 0
      copy[key] = function(...)
        calls[name] = calls[name] + 1
        return value(...)
      end
    else
      copy[key] = value
    end
  end
  return copy
end

local function uncalled(calls)
  local list = {}
  for name, count in pairs(calls) do
    if count == 0 then list[#list + 1] = name end
  end
  table.sort(list)
  return list
end

--- Plays random games with a variant until each of its functions has been called, of two to five
--- players in turn, in half of them the first player far ahead; so many at most.
---@param source table as a variant's file returns it
---@return string[] keys of the functions that were not called, sorted
---@return integer games that were played
function functions.never_called(source)
  local calls, games = {}, {}
  local variant = wrapped(source, "", calls)
  for n = 1, MOST_GAMES do
    if #uncalled(calls) == 0 then return {}, n - 1 end
    local players = 2 + n % 4
    local ahead = n % 8 < 4 and 0 or 40
    games[players + ahead] = games[players + ahead]
      or carcassonne.game { players = players, variants = { variant }, position = { points = { ahead } } }
    games[players + ahead]:new_initial_state(n):random_playout(n)
  end
  return uncalled(calls), MOST_GAMES
end

return functions
