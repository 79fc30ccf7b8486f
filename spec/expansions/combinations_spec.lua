-- Expansions, house rules, editions and numbers of players, put together by chance: games of whatever goes together hold what
-- holds in every game (spec/support/properties.lua). CARC_TEST_SCALE=small plays fewer of them.

local carcassonne = require "carcassonne"
local compat = require "carcassonne.compat"
local properties = require "spec.support.properties"
local scaled = require "spec.support.scale"

local COMBINATIONS = scaled(208, 12)

-- Values of options that a game may choose; true stands for the default.
local OPTIONS = {
  ["king-and-robber"] = { scoring = { "default", "10/20", "15/40", "continuous" } },
  ["abbey-and-mayor"] = { wagon_move = { "C2", "C1" } },
  ["princess-and-dragon"] = { princess = { "may", "must" }, fairy_bonus = { "always", "majority" } },
  ["siege"] = { escape_often = { "part", "turn" } },
  ["festival"] = { returns = { "any", "follower" } },
  ["river"] = { rivers = { "first", "second", "both" }, turns = { "no-u-turn", "alternate", "room" }, gq11 = { false, true } },
  ["percentage-goods"] = { consolation = { false, true } },
}

local function pick(choose, list) return list[choose(#list)] end

-- A variant by its name, each option with a value by chance.
local function variant(choose, name)
  local chosen = {}
  for key, values in pairs(OPTIONS[name] or {}) do chosen[key] = values end
  for _, key in ipairs { "scoring", "wagon_move", "princess", "fairy_bonus", "escape_often", "returns", "consolation",
    "rivers", "turns", "gq11" } do
    if chosen[key] then chosen[key] = pick(choose, chosen[key]) end
  end
  return carcassonne.variant(name, chosen)
end

-- About half of all there is.
local function some_variants(choose)
  local list, names = {}, {}
  for _, names_of in ipairs { carcassonne.expansions(), carcassonne.shipped_variants() } do
    for _, name in ipairs(names_of) do
      if choose(2) == 1 then
        list[#list + 1] = variant(choose, name)
        names[#names + 1] = name
      end
    end
  end
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

  it("all expansions and house rules at once", function()
    local list = {}
    for _, name in ipairs(carcassonne.expansions()) do list[#list + 1] = name end
    for _, name in ipairs(carcassonne.shipped_variants()) do list[#list + 1] = name end
    for players = 1, 6 do
      local given = { variants = list, players = players }
      local game = carcassonne.game(given)
      local fine, message = compat.basic.xpcall(properties.try, debug.traceback, game, players, given, true)
      assert.is_true(fine, message)
    end
  end)
end)
