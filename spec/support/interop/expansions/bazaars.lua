-- Maps the bazaars to the names in logs of the other engine.

local SALE = { "buy", "sell" }

-- Returns the action of the first bid, which a log records together with the choice of the tile.
local function open_bidding(state, points)
  if state:phase() ~= "bid" or state:current_player() ~= state:variable "seller" then return nil end
  return points > 0 and ("bid #%d"):format(points) or "pass"
end

-- Puts the tiles of the auction on display.
local function lay_out(_, ids)
  local list = {}
  for id in ids:gmatch "%S+" do list[#list + 1] = "draw " .. id end
  return list
end

return {
  sets = { "castles" },
  phases = { BazaarPhase = "bazaar" },
  kinds = { sale = "buy-or-sell" },
  choices = {
    bazaar = function(_, action) return ("select %d %s"):format(action.number - 1, action.id) end,
    bid = function(_, action) return ("bid %d"):format(action.number) end,
    sale = function(_, action) return SALE[action.number] end,
  },
  chance = { bazaar = lay_out },
  follows = { bid = open_bidding },
}
