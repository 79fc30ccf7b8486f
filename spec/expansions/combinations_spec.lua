-- Expansions, house rules, editions and numbers of players, put together by chance
-- (spec/support/combinations.lua): games of whatever goes together hold what holds in every game
-- (spec/support/properties.lua). CARC_TEST_SCALE=small plays fewer of them; `make combinations`
-- plays as many as are asked for.

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

  it("all expansions and house rules at once that go together #full", function()
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
