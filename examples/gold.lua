-- Gold: four tiles show a mine, and there are 16 nuggets. A player who places a mine puts a nugget
-- on it and another on a tile around it. When a road, city or monastery is completed, the players
-- with the majority take turns taking the nuggets from its tiles, starting with the active player.
-- At the end each nugget scores 1 point, or 2, 3 or 4 points with at least 4, 7 or 10 nuggets.

-- Returns the players who get the nuggets of a feature, clockwise from the player whose turn it is.
local function takers(state, scoring)
  local list = {}
  for _, player in ipairs(state:players()) do
    for _, one in ipairs(scoring.players) do
      if one == player then list[#list + 1] = player end
    end
  end
  return list
end

return {
  name = "gold",
  description = "Mines bring nuggets. The players who score a feature take the nuggets on its tiles.",
  attributes = { { name = "mine", on = "tile" } },
  tiles = [[
    GO-A x2 @mine road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL
    GO-B x2 @mine city:N field:EL.ER.SL.SR.WL.WR~N
  ]],
  tokens = { { name = "gold", on = { "tile", "player" }, count = 16 } },
  on_tile_placed = { when = { attribute = "mine" },
    run = function(state, tile) state:put_token("gold", tile) end },
  on_feature_scored = { when = { complete = true, token = "gold" }, run = function(state, scoring)
    local players, i = takers(state, scoring), 0
    for nugget in state:each { "tokens", token = "gold", feature = scoring.feature } do
      if #players == 0 then return end
      state:move_token(nugget, players[i % #players + 1])
      i = i + 1
    end
  end },
  phases = { { name = "gold", timing = "before_scoring", when = { attribute = "mine" },
    offer = { "tiles", around = "last_placed", except = { at = "last_placed" } },
    on_chosen = function(state, action) state:put_token("gold", action) end } },
  final_scoring = { { name = "gold", after = "goods",
    { "players", per = "gold", add = 1 },
    { "players", token = { gold = { min = 4 } }, per = "gold", add = 1 },
    { "players", token = { gold = { min = 7 } }, per = "gold", add = 1 },
    { "players", token = { gold = { min = 10 } }, per = "gold", add = 1 } } },
}
