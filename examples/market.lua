return {
  name = "market",
  description = "Two tiles are face up. At the end of a turn, the player may buy one of them for 2 points "
    .. "and place it in the next turn.",
  reserves = { { name = "stall", deal = 2, refill = "turn_end" },
    { name = "bought", owner = "player", size = 1, play_from = "next" } },
  phases = { { name = "buy", timing = "turn_end", label = "{tile} for 2 points",
    ask = function(state)
      local points = state:score(state:turn_player())
      -- a player who placed an abbey instead still holds the tile bought before
      if points < 2 or #state:reserve("bought", state:turn_player()) > 0 then return end
      for _, id in ipairs(state:reserve "stall") do state:offer { id = id } end
      return nil, true, ("{player} has %d points. Which tile?"):format(points)
    end,
    on_chosen = function(state, action)
      if not action then return end
      state:award(state:turn_player(), -2, "market")
      state:move_tile(action.id, "stall", { "bought", state:turn_player() })
    end } },
}
