--- Which game of ours is the one that a log tells of: tile sets, expansions with their options, rule values.
-- @module carcassonne.interop.setting

local carcassonne = require "carcassonne"
local compat = require "carcassonne.compat"

local setting = {}

-- The expansions in the order in which their phases come. `options`: what that engine plays, as the rules have it, too.
-- `departures`: options in which it plays otherwise than the rules, each with the reason.
local EXPANSIONS = {
  { set = "inns", variant = "inns-and-cathedrals" },
  { set = "king", variant = "king-and-robber", options = { scoring = "default" } },
  { set = "abbey", variant = "abbey-and-mayor", options = { wagon_move = "C2" }, departures = {
    { "end_round", "again", "after the last tile the round of abbeys begins anew when the player of the last turn was asked" },
  } },
  { set = "bridge", variant = "bridges", departures = {
    { "free", "empty-ends", "a bridge that nothing needs lies on the tile just placed only" },
  } },
  { set = "tower", variant = "tower", options = { own_captured = "home", capture = "may" }, departures = {
    { "exchange", "asked", "a prisoner bought back while an exchange is open can still be named for it" },
  } },
  { set = "tunnel", variant = "tunnel", departures = {
    { "often", "turn", "a tunnel token comes once a turn, in a double turn, too" },
  } },
  { set = "princess", variant = "princess-and-dragon", options = {
    princess = "may", dragon_moves = "before-scoring", dragon_eats = "towers", fairy_stays = true, fairy_bonus = "always",
  } },
  { set = "festival", variant = "festival", options = { returns = "any" } },
  { set = "siege", variant = "siege", departures = {
    { "escape_often", "turn", "a knight escapes once a turn, in a double turn, too" },
    { "monastery", "any-tile", "a monastery beside any tile of the city opens it" },
    { "pig", 1, "a pig counts a besieged city once, where its field counts it twice" },
  } },
}

local by_set = {}
for _, expansion in ipairs(EXPANSIONS) do by_set[expansion.set] = expansion end

-- Rule values as logs name them: what is meant by the options above, and by the edition.
local RULES = {
  ["tiny-city-scoring"] = "4",
  ["king-and-robber-scoring"] = "default",
  ["wagon-move"] = "C2",
  ["barn-placement"] = "not-occupied",
  ["princess-action"] = "may",
  ["fairy-placement"] = "next-follower",
  ["dragon-move"] = "before-scoring",
  ["festival-return"] = "meeple",
  ["more-tunnel-tokens"] = "3/2",
  ["tunnelize-other-expansions"] = "false",
  ["espace-variant"] = "any-tile",
}

local function has(list, name)
  for _, one in ipairs(list) do
    if one == name then return true end
  end
  return false
end

-- Whether an expansion came along. One that is there and cannot be read is told of when its game is made.
local function is_shipped(name) return has(carcassonne.expansions(), name) end

-- The first of a game's sets that is neither a built-in one nor an expansion.
local function missing_set(logged)
  for _, name in ipairs(logged.sets) do
    local expansion = by_set[name]
    if expansion and not is_shipped(expansion.variant) then return name end
    if not expansion and not has(carcassonne.tilesets, name) then return name end
  end
end

-- The first rule value that is none of those known here, in the order of their names.
local function missing_rule(logged)
  local names = {}
  for name in pairs(logged.rules or {}) do names[#names + 1] = name end
  table.sort(names)
  for _, name in ipairs(names) do
    local value = tostring(logged.rules[name])
    if RULES[name] ~= value then return ("%s %s"):format(name, value) end
  end
end

--- What a game needs that is not there.
---@param logged LoggedGame
---@return string? missing a tile set or a rule value; nil if everything is there
function setting.missing(logged)
  local set = missing_set(logged)
  if set then return set end
  return missing_rule(logged)
end

--- In what the other engine departs from the rules in a game, by choice of options of ours.
---@param logged LoggedGame
---@return {name:string, reason:string}[] departures named like `siege escape_often=turn`
function setting.departures(logged)
  local list = {}
  for _, expansion in ipairs(EXPANSIONS) do
    for _, departure in ipairs(has(logged.sets, expansion.set) and expansion.departures or {}) do
      local option, value, reason = compat.table.unpack(departure)
      list[#list + 1] = { name = ("%s %s=%s"):format(expansion.variant, option, value), reason = reason }
    end
  end
  return list
end

local function chosen_options(expansion)
  local chosen = {}
  for option, value in pairs(expansion.options or {}) do chosen[option] = value end
  for _, departure in ipairs(expansion.departures or {}) do chosen[departure[1]] = departure[2] end
  return chosen
end

local games = setmetatable({}, { __mode = "v" })

--- The game, the same for all logged games that agree in players, sets and edition. Raises what is wrong.
---@param logged LoggedGame
---@param edition string
---@return Game
function setting.game(logged, edition)
  local key = ("%s/%d/%s"):format(edition, logged.players, table.concat(logged.sets, ","))
  if games[key] then return games[key] end
  local sets, list, named = {}, {}, {}
  for _, name in ipairs(logged.sets) do
    if named[name] then error(("the tile set '%s' is named twice"):format(name), 0) end
    named[name] = true
    if not by_set[name] then sets[#sets + 1] = name end
  end
  for _, expansion in ipairs(EXPANSIONS) do
    if has(logged.sets, expansion.set) then
      list[#list + 1] = carcassonne.variant(expansion.variant, chosen_options(expansion))
    end
  end
  local game = carcassonne.game {
    players = compat.math.tointeger(logged.players), edition = edition, sets = sets, variants = list, draws = "manual",
  }
  games[key] = game
  return game
end

return setting
