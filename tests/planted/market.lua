-- The rule: a player may buy an open tile for 1 point, and places it in addition in the next turn.
-- Sensible players buy in each turn, because a chosen tile brings more than 1 point.
-- A play test can record the number of purchases, and the number of tiles that each player places.

local PRICE = 1

return {
  name = "market",
  description = "Three tiles lie open. A player may buy one for 1 point and place it in addition.",
  reserves = { { name = "stall", deal = 3, refill = "turn_end" },
    { name = "bought", owner = "player", size = 1, play_from = "next" } },
  variables = { { name = "further_tile", lifetime = "turn" } },
  phases = {
    { name = "unpack", timing = "turn_start", run = function(state)
      if state:num_in_reserve "bought" > 0 then state:set_variable("further_tile", 1) end
    end },
    { name = "buy", timing = "turn_end", label = "{tile} for 1 point",
      question = "Which tile does {player} buy?",
      ask = function(state)
        if state:num_in_reserve "bought" > 0 or state:score(state:turn_player()) < PRICE then return end
        for _, id in ipairs(state:reserve "stall") do state:offer { id = id } end
        return nil, true
      end,
      on_chosen = function(state, action)
        if not action then return end
        state:award(state:turn_player(), -PRICE, "market")
        state:move_tile(action.id, "stall", { "bought", state:turn_player() })
      end },
  },
  extra_part = { always = true, run = function(state, part, granted)
    return granted or part.part == 1 and state:variable "further_tile" == 1
  end },
}
