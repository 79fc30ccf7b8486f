-- The rule: the toll gate costs 2 points; others pay its holder 1 point for each road they place.
-- Sensible players take the gate from another player while many tiles are left.
-- A play test can record who holds the gate, and the tolls that are paid.

local PRICE, TOLL = 2, 1

local function holder_of(state)
  local gate = state:token "gate"
  return gate and gate.player
end

return {
  name = "toll",
  description = "The holder of the toll gate gets 1 point from every other player who places a road.",
  tokens = { { name = "gate", on = "player", symbol = "G" } },
  on_tile_placed = { when = { kind = "road" }, run = function(state)
    local holder, payer = holder_of(state), state:turn_player()
    if not holder or holder == payer then return end
    state:award(payer, -TOLL, "toll")
    state:award(holder, TOLL, "toll")
  end },
  phases = { { name = "take-gate", timing = "deployment", label = "take the toll gate for 2 points",
    ask = function(state)
      if holder_of(state) ~= state:turn_player() then state:offer {} end
    end,
    on_chosen = function(state)
      state:award(state:turn_player(), -PRICE, "gate")
      state:put_token("gate", state:turn_player())
    end } },
}
