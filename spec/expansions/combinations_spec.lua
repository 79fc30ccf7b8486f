-- Expansions, house rules, editions and numbers of players, put together by chance: games of whatever goes together hold what
-- holds in every game (spec/support/properties.lua), with any values of their options. CARC_TEST_SCALE=small plays fewer of them.

local carcassonne = require "carcassonne"
local chosen_options = require "carcassonne.scripts.chosen"
local compat = require "carcassonne.compat"
local modules = require "carcassonne.scripts.modules"
local options = require "carcassonne.options"
local properties = require "spec.support.properties"
local scaled = require "spec.support.scale"

-- So many scripts a game as may be, whatever there are: games of all would take ever longer, and try each value of an option seldom.
local COMBINATIONS, AT_ONCE = scaled(208, 12), 7

local function all_names()
  local list = carcassonne.expansions()
  for _, name in ipairs(carcassonne.shipped_variants()) do list[#list + 1] = name end
  return list
end

local NAMES = all_names()

local function pick(choose, list) return list[choose(#list)] end

-- What the plain survey takes for granted of attributes: it counts herds of pigs wherever they are. For the same reason no module is
-- left out here; spec/scripts/modules_spec.lua leaves out each.
local STAYS = { herd = true }

-- A variant by its name, each option with one of the values that it names.
local function variant(choose, name)
  local chosen, plain = {}, carcassonne.variant(name)
  for _, key in ipairs(options.keys(modules.own_options(plain.source))) do
    local values = not STAYS[key] and chosen_options.values_of(plain.source.options[key])
    chosen[key] = pick(choose, values or { plain.options[key] })
  end
  return carcassonne.variant(name, chosen)
end

-- Whether one of two says that it does not go with the other.
local function refuses(one, other)
  for key, text in pairs(one.source.conflicts or {}) do
    if key == other.name or text == other.name then return true end
  end
  return false
end

-- Adds a variant, unless it does not go with those that are there.
local function add(list, one)
  for _, other in ipairs(list) do
    if refuses(one, other) or refuses(other, one) then return end
  end
  list[#list + 1] = one
end

local function some_variants(choose)
  local list, names, odds = {}, {}, math.ceil(#NAMES / AT_ONCE)
  for _, name in ipairs(NAMES) do
    if choose(odds) == 1 then add(list, variant(choose, name)) end
  end
  for i, one in ipairs(list) do names[i] = one.name end
  return list, names
end

local function combination(number)
  local choose = properties.chooser(number * 7919)
  local list, names = some_variants(choose)
  local given = {
    variants = list, players = choose(6), edition = pick(choose, carcassonne.editions),
    sets = choose(4) == 1 and { "base" } or { "base", "traders" }, draws = choose(8) == 1 and "manual" or nil,
  }
  local text = ("%d players, %s, %s: %s"):format(given.players, given.edition, table.concat(given.sets, "+"),
    table.concat(names, " "))
  return given, text
end

describe("Combinations by chance:", function()
  for number = 1, COMBINATIONS do
    local given, text = combination(number)
    it(("%d: %s"):format(number, text), function()
      local game = carcassonne.game(given)
      local fine, message = compat.basic.xpcall(properties.try, debug.traceback, game, number, given, true)
      assert.is_true(fine, message)
    end)
  end

  it("all expansions and house rules at once that go together", function()
    local list = {}
    for _, name in ipairs(NAMES) do add(list, carcassonne.variant(name)) end
    for players = 1, 6, scaled(1, 3) do
      local given = { variants = list, players = players }
      local game = carcassonne.game(given)
      local fine, message = compat.basic.xpcall(properties.try, debug.traceback, game, players, given, true)
      assert.is_true(fine, message)
    end
  end)
end)
