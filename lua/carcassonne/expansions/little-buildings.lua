--- Little Buildings: eighteen sheds, houses and towers, which make the features of their tiles
--- worth more.
--
-- A player who does not deploy may put one of their buildings on the tile just placed, where it
-- stays. It does not belong to a feature. Each feature that scores with that tile (a road, a city,
-- a field, a monastery on it or beside it) scores 1 more point, when it is complete or in the final
-- scoring. These points are added last: a witch does not halve them, and an incomplete road with an
-- inn scores only them. With two to six players each gets 3, 2, 1, 1, 1 of each kind. The sheet
-- deals out all eighteen as far as possible, so that each of four players would have one more, of
-- any kind.
--
-- Source: the sheet, which has both ways of scoring.

local SHED, HOUSE, TOWER = "little-shed", "little-house", "little-tower"
local BUILDINGS = { SHED, HOUSE, TOWER }
local SIGN = { [SHED] = "sh", [HOUSE] = "ho", [TOWER] = "to" }

-- The points of each building, by the option `scoring`.
local WORTH = { { scoring = "1/1/1", [SHED] = 1, [HOUSE] = 1, [TOWER] = 1 },
  { scoring = "3/2/1", [SHED] = 1, [HOUSE] = 2, [TOWER] = 3 } }

local tokens, points = {}, {}
for _, building in ipairs(BUILDINGS) do
  tokens[#tokens + 1] = { name = building, owner = "dealt", count = { 6, 3, 2, 1, 1, 1 },
    symbol = SIGN[building] }
  for _, worth in ipairs(WORTH) do
    local only, add = { scoring = worth.scoring }, worth[building]
    points[#points + 1] = { kind = { "city", "road", "field" }, per = building, add = add, order = 80,
      if_options = only }
    points[#points + 1] = { kind = { "monastery", "spot" },
      per = { "tokens", token = building, around = "this" }, add = add,
      order = 80, if_options = only }
  end
end

return {
  name = "little-buildings",
  description = "If a tile has a shed, a house or a tower, each feature that scores with this tile gets "
    .. "more points.",
  options = { scoring = { "1/1/1", "3/2/1", description = "points that a tower, a house and a shed add to "
    .. "a feature" } },
  tokens = tokens,
  points = points,
  phases = {
    {
      name = "building",
      timing = "deployment",
      offer = { "tokens", token = BUILDINGS, player = "turn_player", in_hand = true },
      label = "{player} puts a {token} there",
      on_chosen = function(state, action)
        state:put_token(action.token, state:tile(state:num_tiles()))
      end,
    },
  },
}
