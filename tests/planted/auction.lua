-- The rule: after every second turn a tile is sold for bids; its buyer places it in addition.
-- Sensible players bid while the tile costs less than about 4 points.
-- A play test can record how often and how high players bid, and who gets the tiles.

local EVERY, STEPS = 2, 3

local function ask_for_bids(state)
  local lot, bid = state:reserve("lot")[1], state:variable "bid"
  if not lot or state:num_in_reserve("won", state:asked()) > 0 then return end
  for more = 1, STEPS do state:offer { id = lot, number = bid + more } end
  return nil, true, bid > 0 and "More than {bid} for {tile}, {player}?" or "A bid for {tile}, {player}?"
end

local function take_bid(state, action)
  if not action then return end
  state:set_variable("bid", action.number)
  state:set_variable("bidder", state:asked())
end

local function knock_down(state)
  local lot, bidder = state:reserve("lot")[1], state:variable "bidder"
  if not lot then return end
  if bidder == 0 then return state:move_tile(lot, "lot", "bag") end
  state:award(bidder, -state:variable "bid", "bid")
  state:move_tile(lot, "lot", { "won", bidder })
end

return {
  name = "auction",
  description = "After every second turn a tile is auctioned. The winner places it in addition.",
  reserves = { { name = "lot" }, { name = "won", owner = "player", size = 1, play_from = "next" } },
  variables = {
    { name = "sale", lifetime = "turn" }, { name = "bid", lifetime = "turn" },
    { name = "bidder", lifetime = "turn" }, { name = "further_tile", lifetime = "turn" },
  },
  phases = {
    { name = "unpack", timing = "turn_start", run = function(state)
      if state:num_in_reserve "won" > 0 then state:set_variable("further_tile", 1) end
    end },
    { name = "lay-out", timing = "turn_end", run = function(state)
      if state:turn_number() % EVERY ~= 0 then return end
      state:set_variable("sale", 1)
      state:deal_tiles "lot"
    end },
    { name = "bid", timing = "turn_end", when = { variable = "sale" }, asked_players = {},
      label = "{number} points", ask = ask_for_bids, on_chosen = take_bid },
    { name = "knock-down", timing = "turn_end", when = { variable = "sale" }, run = knock_down },
  },
  extra_part = { always = true, run = function(state, part, granted)
    return granted or part.part == 1 and state:variable "further_tile" == 1
  end },
}
