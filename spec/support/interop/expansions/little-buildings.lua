-- Maps the Little Buildings to the names in logs of the other engine.

local cells = require "spec.support.interop.cells"
local schema = require "spec.support.interop.schema"

local BUILDINGS = { "shed", "house", "tower" }
local TOKENS = { "little-shed", "little-house", "little-tower" }
local LOG_NAME = {}
for i, token in ipairs(TOKENS) do LOG_NAME[token] = BUILDINGS[i] end

-- Returns whether the value has, by the name of a building, how many each player has left.
local function left_by_building(value, players)
  return schema.named_by_player(value, players) and value.shed ~= nil and value.house ~= nil
    and value.tower ~= nil
end

local function compare_left(compare, state, theirs)
  for i, building in ipairs(BUILDINGS) do
    local ours = {}
    for player = 1, state:game():players() do ours[player] = state:num_tokens(TOKENS[i], player) end
    compare:running_numbers(("tokens left, '%s'"):format(building), ours, theirs[building])
  end
end

local function lying(state)
  local list = {}
  for i, token in ipairs(state:tokens { token = TOKENS, in_hand = false }) do
    list[i] = ("%d,%d: %s"):format(token.x, token.y, LOG_NAME[token.token])
  end
  return list
end

return {
  sets = { "little" },
  choices = { building = function(_, action) return "building " .. LOG_NAME[action.token] end },
  tokens = { { "buildings", left_by_building, "how many each player has left, by building" } },
  snapshot = { { "buildings", schema.text_by_name, "buildings by cell" } },
  compare = function(compare, state, after)
    compare_left(compare, state, after.tokens.buildings)
    compare:running_lists("buildings", lying(state), cells.logged_list(after.buildings))
  end,
}
