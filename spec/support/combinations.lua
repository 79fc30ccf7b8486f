-- Random combinations of shipped scripts, with random values of their options, a random edition and
-- a random number of players.

local carcassonne = require "carcassonne"
local chosen_options = require "carcassonne.variant.option_values"
local modules = require "carcassonne.variant.modules"
local options = require "carcassonne.base.options"
local properties = require "spec.support.properties"

local combinations = {}

-- The average number of scripts in a game. Games with all scripts would take longer with each new
-- script, and would rarely try a given value of an option.
local AT_ONCE = 7

local function all_names()
  local list = carcassonne.expansions()
  for _, name in ipairs(carcassonne.shipped_variants()) do list[#list + 1] = name end
  return list
end

--- The shipped scripts.
---@type string[]
combinations.names = all_names()

local NAMES = combinations.names

local function pick(choose, list) return list[choose(#list)] end

-- Options with these names keep their default values, because the survey (reference_board) has no
-- options: it counts herds of pigs in any game, and counts cities under siege twice for them. For
-- the same reason modules are left out only in games that are not surveyed.
local STAYS = { herd = true, pig = true }

-- Sometimes returns random modules of a script that can be left out together; otherwise nil.
local function left_out(choose, plain)
  local names = {}
  for _, module in ipairs(choose(3) == 1 and modules.of(plain.name, plain.source) or {}) do
    if choose(3) == 1 then names[#names + 1] = module.name end
  end
  return pcall(carcassonne.variant, plain.name, { without = names }) and names or nil
end

-- Returns a variant with a random one of the listed values for each option.
local function variant(choose, name, in_parts)
  local chosen, plain = {}, carcassonne.variant(name)
  for _, key in ipairs(options.keys(modules.own_options(plain.source))) do
    local values = (in_parts or not STAYS[key]) and chosen_options.values_of(plain.source.options[key])
    chosen[key] = pick(choose, values or { plain.options[key] })
  end
  chosen.without = in_parts and left_out(choose, plain) or nil
  return carcassonne.variant(name, chosen)
end

-- Returns whether one of two scripts declares a conflict with the other.
local function refuses(one, other)
  for key, text in pairs(one.source.conflicts or {}) do
    if key == other.name or text == other.name then return true end
  end
  return false
end

--- Adds a variant if it has no conflict with those in the list.
---@param list Variant[]
---@param one Variant
function combinations.add(list, one)
  for _, other in ipairs(list) do
    if refuses(one, other) or refuses(other, one) then return end
  end
  list[#list + 1] = one
end

local function some_variants(choose, in_parts)
  local list, odds = {}, math.ceil(#NAMES / AT_ONCE)
  for _, name in ipairs(NAMES) do
    if choose(odds) == 1 then combinations.add(list, variant(choose, name, in_parts)) end
  end
  return list
end

-- Returns a variant with its chosen values, as on the command line.
local function words_of(one)
  local plain, words = carcassonne.variant(one.name).options, {}
  for _, key in ipairs(options.keys(one.options)) do
    if one.options[key] ~= plain[key] then words[#words + 1] = key .. "=" .. tostring(one.options[key]) end
  end
  return #words > 0 and one.name .. ":" .. table.concat(words, ",") or one.name
end

--- Returns the combination with this number, which is the same combination in each run.
---@param number integer
---@param in_parts? boolean modules are left out, too, and the list may have two base games
---@return GameOptions given
---@return string text who plays which variants
function combinations.make(number, in_parts)
  local choose = properties.chooser(number * 7919)
  local list, names = some_variants(choose, in_parts), {}
  local base = in_parts and choose(4) == 1 and "base x2" or "base"
  local given = {
    variants = list, players = choose(6), edition = pick(choose, carcassonne.editions),
    sets = choose(4) == 1 and { base } or { base, "traders" }, draws = choose(8) == 1 and "manual" or nil,
  }
  for i, one in ipairs(list) do names[i] = words_of(one) end
  local text = ("%d players, %s, %s: %s"):format(given.players, given.edition, table.concat(given.sets, "+"),
    table.concat(names, " "))
  return given, text
end

return combinations
