--- What the other engine calls the things of the bazaars.
-- @module carcassonne.interop.expansions.bazaars

local SALE = { "buy", "sell" }

-- The first bid, which a log has together with the tile.
local function open_bidding(state, points)
  if state:phase() ~= "bid" or state:current_player() ~= state:variable "seller" then return nil end
  return points > 0 and ("bid #%d"):format(points) or "pass"
end

-- The tiles that are laid out.
local function lay_out(_, ids)
  local list = {}
  for id in ids:gmatch "%S+" do list[#list + 1] = "draw " .. id end
  return list
end

return {
  code = "BB",
  departures = { { "debts", true, "who has not the points for it may still buy the tile that was named" } },
  tilesets = { ["bridges-castles-and-bazaars:2"] = { edition = 2 } },
  rules = { ["bazaar-no-auction"] = { usual = "false", ["false"] = { auction = true }, ["true"] = { auction = false } } },
  log = {
    sets = { "castles" },
    kinds = { sale = "buy-or-sell" },
    choices = {
      bazaar = function(_, action) return ("select %d %s"):format(action.number - 1, action.id) end,
      bid = function(_, action) return ("bid %d"):format(action.number) end,
      sale = function(_, action) return SALE[action.number] end,
    },
    chance = { bazaar = lay_out },
    follows = { bid = open_bidding },
  },
  saved = { elements = { bazaar = { option = "bazaars", tiles = true } } },
}
