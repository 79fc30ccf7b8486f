--- Makes the engine's game for a logged game: tile sets, expansions with their options, rule
--- values.

local c_locale = require "carcassonne.base.c_locale"
local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"
local expansions = require "spec.support.interop.expansions"
local jcz_tiles = require "carcassonne.interop.jcz_tiles"
local option_values = require "carcassonne.variant.option_values"
local options = require "carcassonne.base.options"

local game_options = {}

local function has(list, name)
  for _, one in ipairs(list) do
    if one == name then return true end
  end
  return false
end

-- Returns whether an expansion is shipped. If its script exists but cannot be read, the error is
-- reported when the game is made.
local function is_shipped(expansion)
  return not expansion.name or has(carcassonne.expansions(), expansion.name)
end

-- Returns the first of a game's sets that is neither built in nor an expansion.
local function missing_set(logged)
  for _, name in ipairs(logged.sets) do
    local found = has(carcassonne.tilesets, name)
    for _, expansion in ipairs(expansions.list) do
      found = found or has(expansion.log.sets or {}, name) and is_shipped(expansion)
    end
    if not found then return name end
  end
end

-- Returns the options of an expansion that correspond to the values of a game's rules.
local function rule_options(expansion, logged)
  local chosen = {}
  for name, values in pairs(expansion.rules or {}) do
    local given = (logged.rules or {})[name]
    local meant = values[given == nil and values.usual or tostring(given)]
    for option, value in pairs(meant or {}) do chosen[option] = value end
  end
  return chosen
end

-- Returns whether the options of an expansion have these values.
local function has_options(expansion, meant)
  if not expansion.name then return true end
  local declared = carcassonne.variant(expansion.name).source.options or {}
  for option, value in pairs(meant) do
    local values = declared[option] ~= nil and (option_values.values_of(declared[option]) or { value })
    if not (values and has(values, value)) then return false end
  end
  return true
end

-- Returns the first rule value that this module does not know, in the order of the rules' names.
local function missing_rule(logged)
  for _, name in ipairs(options.keys(logged.rules or {})) do
    local value, known = c_locale.tostring(logged.rules[name]), false
    for _, expansion in ipairs(expansions.list) do
      local values = (expansion.rules or {})[name]
      local meant = values and values[value]
      known = known or meant ~= nil and (value == values.usual or has_options(expansion, meant))
    end
    if not known then return ("%s %s"):format(name, value) end
  end
end

--- Returns something that a game needs and that is not supported.
---@param logged LoggedGame
---@return string? missing a tile set or a rule value; nil if everything is supported
function game_options.missing(logged)
  local set = missing_set(logged)
  if set then return set end
  return missing_rule(logged)
end

-- Returns the options of an expansion in a game; options that the game does not set keep their
-- values.
local function chosen_options(expansion, logged)
  local chosen = {}
  local function choose(given)
    for option, value in pairs(given or {}) do chosen[option] = value end
  end
  choose(expansion.options)
  for _, departure in ipairs(expansion.departures or {}) do chosen[departure[1]] = departure[2] end
  choose(rule_options(expansion, logged))
  for tileset in pairs(logged.tilesets or {}) do choose((expansion.tilesets or {})[tileset]) end
  if expansion.log.choose then expansion.log.choose(logged, chosen) end
  local declared = carcassonne.variant(expansion.name).source.options or {}
  for option in pairs(chosen) do
    if declared[option] == nil and option ~= "without" then chosen[option] = nil end
  end
  return chosen
end

--- Returns where the other engine departs from the rules in a game; only departures that options of
--- our scripts imitate.
---@param logged LoggedGame
---@return {name:string, reason:string}[] departures named like `siege escape_often=turn`
function game_options.departures(logged)
  local list = {}
  for _, expansion in ipairs(expansions.of_sets(logged.sets)) do
    local chosen = expansion.departures and chosen_options(expansion, logged)
    for _, departure in ipairs(expansion.departures or {}) do
      local option, value, reason = compat.table.unpack(departure)
      if chosen[option] == value then
        list[#list + 1] = { name = ("%s %s=%s"):format(expansion.name, option, tostring(value)),
          reason = reason }
      end
    end
  end
  return list
end

--- Returns the options of every script in a game, including those with default values.
---@param logged LoggedGame
---@return table<string, table<string, string|boolean|number>> options by the name of the script
function game_options.options(logged)
  local all = {}
  for _, expansion in ipairs(expansions.of_sets(logged.sets)) do
    if expansion.name then
      all[expansion.name] = carcassonne.variant(expansion.name, chosen_options(expansion, logged)).options
    end
  end
  return all
end

local games = setmetatable({}, { __mode = "v" })

-- Returns a key for a logged game. Logged games with equal keys share one game of the engine.
local function key_of(logged, edition)
  local words = { edition, logged.players, table.concat(logged.sets, ",") }
  for _, named in ipairs { logged.rules or {}, logged.tilesets or {} } do
    for _, name in ipairs(options.keys(named)) do
      words[#words + 1] = name .. "=" .. c_locale.tostring(named[name])
    end
  end
  for _, tile in ipairs(logged.start or {}) do words[#words + 1] = table.concat(tile, " ") end
  return table.concat(words, "/")
end

-- Returns the number of copies of each tile whose tile set is in the bag more than once. Each
-- further set adds all of its tiles again, except the tiles of which a game has only one.
local function more_tiles(logged)
  local counts = {}
  for name, times in pairs(logged.tilesets or {}) do
    local set = compat.math.tointeger(times) > 1 and jcz_tiles.sets[name] or {}
    for id, count in pairs(set) do counts[id] = count * compat.math.tointeger(times) end
  end
  return counts
end

-- Returns the start tiles in the cells that the log has for them; nil if there is only one.
local function start_of(logged)
  if #(logged.start or {}) < 2 then return nil end
  local tiles = {}
  for i, tile in ipairs(logged.start) do
    tiles[i] = { id = tile[1], x = compat.math.tointeger(tile[2]), y = compat.math.tointeger(tile[3]),
      rotation = compat.math.tointeger(tile[4]) }
  end
  return { tiles = tiles }
end

--- Returns the game; logged games that agree in players, sets, rules and edition get the same one.
--- Raises an error if it cannot be made.
---@param logged LoggedGame
---@param edition string
---@return Game
function game_options.game(logged, edition)
  local key = key_of(logged, edition)
  if games[key] then return games[key] end
  local sets, list, named, rules = {}, {}, {}, {}
  for _, name in ipairs(logged.sets) do
    if named[name] then error(("the tile set '%s' is named twice"):format(name), 0) end
    named[name] = true
    if has(carcassonne.tilesets, name) then sets[#sets + 1] = name end
  end
  for _, expansion in ipairs(expansions.of_sets(logged.sets)) do
    if expansion.name then
      list[#list + 1] = carcassonne.variant(expansion.name, chosen_options(expansion, logged))
    else
      for rule, value in pairs(rule_options(expansion, logged)) do rules[rule] = value end
    end
  end
  local game = carcassonne.game {
    players = compat.math.tointeger(logged.players), edition = edition, sets = sets, variants = list,
      draws = "manual",
    rules = rules, counts = more_tiles(logged), position = start_of(logged),
  }
  games[key] = game
  return game
end

return game_options
