-- Random combinations of expansions, house rules, editions and numbers of players
-- (spec/support/combinations.lua): all games keep the properties of spec/support/properties.lua.
-- CARC_TEST_SCALE=small plays fewer combinations; `make combinations` plays a given number.

local carcassonne = require "carcassonne"
local combinations = require "spec.support.combinations"
local compat = require "carcassonne.base.compat"
local properties = require "spec.support.properties"
local scaled = require "spec.support.scale"

local COMBINATIONS = scaled(120, 12, 4)

describe("Combinations by chance:", function()
  for number = 1, COMBINATIONS do
    local given, text = combinations.make(number)
    it(("%d: %s"):format(number, text), function()
      local game = carcassonne.game(given)
      local fine, message = compat.basic.xpcall(properties.try, debug.traceback, game, number, given, true)
      assert.is_true(fine, message)
    end)
  end

  it("all compatible expansions and house rules at once #full", function()
    local list = {}
    for _, name in ipairs(combinations.names) do combinations.add(list, carcassonne.variant(name)) end
    for players = 1, 6, scaled(1, 3, 5) do
      local given = { variants = list, players = players }
      local game = carcassonne.game(given)
      local fine, message = compat.basic.xpcall(properties.try, debug.traceback, game, players, given, true)
      assert.is_true(fine, message)
    end
  end)
end)
