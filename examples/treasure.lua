-- Treasure: each monastery puts a chest face down on an empty cell beside it. The player who places
-- a tile there takes the chest and looks at it. The other players see it at the end of the game.

local VALUES = 5 -- there are three chests of each value

local function chests_left(state)
  local left = {}
  for value = 1, VALUES do left[value] = state:num_tokens("chest", nil, value) end
  return left
end

return {
  name = "treasure",
  description = "Chests are face down on empty cells. A player who places a tile on such a cell takes the "
    .. "chest and gets its points at the end.",
  tokens = { { name = "chest", on = { "cell", "tile", "player" }, numbers = VALUES, count = 3,
    visible_to = "owner" } },
  on_tile_placed = { when = { token = "chest" }, run = function(state, tile)
    for chest in state:each { "tokens", token = "chest", at = tile } do
      state:move_token(chest, state:turn_player())
    end
  end },
  phases = { { name = "bury", timing = "after_scoring",
    when = { kind = "monastery", adjacent_to = { "cells", token = { chest = 0 } } },
    ask = function(state)
      local cell = state:cells({ adjacent_to = "last_placed", token = { chest = 0 } })[1]
      for value, left in ipairs(chests_left(state)) do
        if left > 0 then
          state:offer { token = "chest", number = value, x = cell.x, y = cell.y, weight = left }
        end
      end
      return "chance"
    end,
    on_chosen = function(state, action) state:put_token("chest", action, action.number) end } },
  final_scoring = { { name = "treasure", after = "goods", run = function(state)
    for _, chest in ipairs(state:tokens { token = "chest", in_hand = true }) do
      state:award(chest.player, chest.number, "chest")
    end
  end } },
}
