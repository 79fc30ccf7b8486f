--- Finds functions of a variant that are never called: it wraps each function, and plays games. For
--- the specs.

local carcassonne = require "carcassonne"

local functions = {}

local MOST_GAMES = 60

-- Returns a name for a key in a variant: "phases.throw.ask", with the name of a phase or a step if
-- it has one.
local function key_of(path, key, value)
  local name = type(key) == "number" and type(value) == "table" and value.name or key
  return path == "" and tostring(name) or path .. "." .. name
end

-- Returns the key; if another phase with the same name already has it, the key with a number.
local function free_key(name, calls)
  local free, n = name, 1
  while calls[free] do
    n = n + 1
    free = ("%s (%d)"):format(name, n)
  end
  return free
end

-- Returns a copy of a table in which each function counts its calls under its key.
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

--- Plays random games with a variant until each of its functions has been called, or until the
--- maximum number of games is reached. The games have two to five players in turn. In half of the
--- games the first player is far ahead.
---@param source table the table that a variant's file returns
---@return string[] keys keys of the functions that were not called, sorted
---@return integer games number of games that were played
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
