--- Bazaars: twelve tiles, eight of them with a bazaar.
--
-- A player who has placed a bazaar opens an auction at the end of the turn. One tile for each
-- player is laid out, if enough tiles are left. Beginning with the next player, each player names a
-- tile and bids 0 or more points for it. Then every other player without a tile may bid more, once,
-- in turn. The player who named the tile either buys it and pays the highest bid to the player who
-- made it, or sells it to that player for the bid. Without a higher bid the player pays their own
-- bid, which nobody receives. The last tile is free. When all players have a tile, they place it in
-- their next turn instead of drawing. A bid cannot exceed the player's points.
--
-- Two bazaars in a double turn open one auction. A new bazaar opens no auction until all tiles of
-- the last auction are placed and the turn of the last placement has ended.
--
-- Source: the publisher's sheets of both editions of Bridges, Castles & Bazaars, which also have a
-- rule without an auction.

local clockwise = require "carcassonne.helpers.clockwise"

-- Returns the players without a tile of this auction, clockwise after `player`, who is last.
local function without_lot(state, player)
  local list = {}
  for _, other in ipairs(clockwise.all_after(state, player)) do
    if state:variable("lot", other) == 0 then list[#list + 1] = other end
  end
  return list
end

-- Returns the numbers of the tiles that are not sold yet. All tiles stay in the auction until every
-- player has one.
local function lots_left(state, tiles)
  local left = {}
  for lot = 1, #tiles do
    if state:variable("sold", lot) == 0 then left[#left + 1] = lot end
  end
  return left
end

local function give_lot(state, player, lot)
  state:set_variable("lot", player, lot)
  state:set_variable("sold", lot, 1)
end

-- Gives the players their tiles. The tiles of players who have given up return to the bag.
local function hand_out(state)
  for lot, id in ipairs(state:reserve "bazaar") do
    local to = "bag"
    for player = 1, state:game():players() do
      if state:variable("lot", player) == lot and not state:is_out(player) then to = { "bought", player } end
    end
    state:move_tile(id, "bazaar", to)
  end
end

-- Ends the auction of the named tile. The last tile goes to the player without a tile.
local function settle(state, player)
  if state:variable("lot", player) == 0 then give_lot(state, player, state:variable "named") end
  state:set_variable("named", 0)
  local left = without_lot(state)
  if #left > 1 then return end
  if #left == 1 then give_lot(state, left[1], lots_left(state, state:reserve "bazaar")[1]) end
  state:set_variable("auction", 0)
  hand_out(state)
end

-- Notes whether the tile is a bazaar, and whether it comes from an earlier auction.
local function look_at_tile(state, tile)
  local player = state:turn_player()
  if state:matches(tile, { attribute = "bazaar" }) then state:set_variable("auction", 1) end
  if state:variable("lot", player) > 0 and state:num_in_reserve("bought", player) == 0 then
    state:set_variable("lot", player, 0)
    state:set_variable("round", 1)
  end
end

local function open_bazaar(state)
  if state:variable "seller" > 0 then return end
  local players = #clockwise.all_after(state)
  local in_round = state:variable "round" == 1 or #without_lot(state) < players
  if in_round or players < 2 or state:num_tiles_left() < players then
    return state:set_variable("auction", 0)
  end
  if state:num_in_reserve "bazaar" > 0 then hand_out(state) end -- the player who opened it has given up
  state:set_variable("seller", state:turn_player())
  state:deal_tiles("bazaar", nil, players)
end

local function offer_lots(state)
  local tiles = state:reserve "bazaar"
  for _, lot in ipairs(lots_left(state, tiles)) do state:offer { id = tiles[lot], number = lot } end
  return without_lot(state, state:variable "seller")[1]
end

local function pay(state, from, to)
  local points = state:variable "bid"
  if points == 0 then return end
  state:award(from, -points, "bazaar")
  if to then state:award(to, points, "bazaar") end
end

-- Without a higher bid the seller keeps the tile and pays nobody.
local function settle_alone(state, seller)
  if state:variable "bidder" ~= seller then return end
  pay(state, seller)
  settle(state, seller)
end

-- Returns the next bidder, and the bidder's place in the order: the seller first, then the other
-- players without a tile.
local function next_bidder(state)
  local seller = state:variable "seller"
  local order = without_lot(state, seller)
  if order[#order] == seller then table.insert(order, 1, table.remove(order)) end
  for place = state:variable "spoken" + 1, #order do
    if state:score(order[place]) > state:variable "bid" then return order[place], place end
  end
end

local function name_lot(state, action, options)
  local seller = state:asked()
  for variable, value in pairs { named = action.number, seller = seller, bidder = seller, bid = 0,
      spoken = 0 } do
    state:set_variable(variable, value)
  end
  if not options.auction or not next_bidder(state) then settle_alone(state, seller) end
  return not options.auction and state:variable "auction" == 1
end

local function offer_bids(state)
  local bidder = next_bidder(state)
  for bid = state:variable "bid" + 1, bidder and state:score(bidder) or 0 do state:offer { number = bid } end
  return bidder, true
end

local function bid(state, action)
  local bidder, place = next_bidder(state)
  state:set_variable("spoken", place)
  if action then
    state:set_variable("bid", action.number)
    state:set_variable("bidder", bidder)
  end
  if next_bidder(state) then return true end
  settle_alone(state, state:variable "seller")
end

local function offer_sale(state, options)
  local seller = state:variable "seller"
  for number = (options.debts or state:score(seller) >= state:variable "bid") and 1 or 2, 2 do
    state:offer { number = number }
  end
  return seller
end

local function decide_sale(state, action)
  local buyer, other = state:variable "seller", state:variable "bidder"
  if action.number == 2 then buyer, other = other, buyer end
  pay(state, buyer, other)
  settle(state, buyer)
end

return {
  name = "bazaars",
  description = "A bazaar starts an auction: one tile for each player is laid out, and the players bid for "
    .. "these tiles.",
  options = {
    edition = { 1, 2, description = "in edition 2, one of the tiles has a garden" },
    auction = { true, false, description = "true: the players bid for the tiles; false: they take the "
      .. "tiles in turn" },
    debts = { false, true,
      description = "whether a player may buy a tile for more points than that player has" },
  },
  modules = { tiles = "its twelve tiles; the bazaars on them have an effect only with the module `bazaars`",
    bazaars = { description = "a bazaar starts an auction", needs = { "tiles" } } },
  attributes = { { name = "bazaar", on = "tile" },
    { name = "garden", shared = true, scores_as_monastery = true,
    if_options = { edition = 2 } } },
  tiles = {
    { module = "tiles", [[
      BB-A x2 city:N.E.S.W @bazaar
      BB-B x1 city:W city:N city:E road:S field:SR~W.N.E field:SL~E
      BB-C x1 city:E.W field:NL.NR~W field:SL.SR~W @bazaar
      BB-F x1 city:N road:S field:EL.ER.SL.SR.WL.WR~N @bazaar
      BB-G x1 field:NL.NR.EL.ER.SL.SR.WL.WR @bazaar
      BB-H x1 monastery city:E.W field:NL.NR~W field:SL.SR~W
      BB-I x1 monastery road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL
      BB-J x1 road:S+inns-and-cathedrals.inn? field:NL.NR.EL.ER.SL.SR.WL.WR @bazaar
      BB-K x1 road:N road:S field:NL.SR.WL.WR field:NR.EL.ER.SL @bazaar
      BB-L x1 road:N road:S+inns-and-cathedrals.inn? field:NL.SR.WL.WR field:NR.EL.ER.SL @bazaar
    ]] },
    { module = "tiles", if_options = { edition = 1 },
      "BB-D x1 city:W road:E field:NL.NR~W field:EL~W field:ER.SL.SR~W" },
    { module = "tiles", if_options = { edition = 2 },
      "BB-E x1 city:W road:E field:NL.NR~W field:EL~W field:ER.SL.SR~W spot+garden" },
  },
  reserves = {
    { name = "bazaar", module = "bazaars" }, -- the tiles of the auction
    { name = "bought", module = "bazaars", owner = "player", size = 1, play_from = "next" },
  },
  variables = {
    { name = "auction", module = "bazaars", lifetime = "turn" }, -- 1: an auction runs or will open
    -- 1: the player has placed a tile of an earlier auction
    { name = "round", module = "bazaars", lifetime = "turn" },
    -- the number of the tile that a player has bought, until it is placed
    { name = "lot", module = "bazaars", scope = "player" },
    -- the player who named a tile, and the tile's number; the highest bid, its player, and how many
    -- players have been asked
    { name = "seller", module = "bazaars", lifetime = "turn" },
      { name = "named", module = "bazaars", lifetime = "turn" },
    { name = "bid", module = "bazaars", lifetime = "turn" },
      { name = "bidder", module = "bazaars", lifetime = "turn" },
    { name = "spoken", module = "bazaars", lifetime = "turn" },
    -- 1: the tile with this number is sold
    { name = "sold", module = "bazaars", lifetime = "turn", size = 6 },
  },
  on_tile_placed = { module = "bazaars", when = { any = { { attribute = "bazaar" },
    { player = { variable = "lot" } } } }, run = look_at_tile },
  phases = {
    { name = "bazaar", module = "bazaars", timing = "turn_end", order = 60, when = { variable = "auction" },
      label = "{tile}",
      question = "Which tile does {player} choose?", run = open_bazaar, ask = offer_lots,
        on_chosen = name_lot },
    { name = "bid", module = "bazaars", if_options = { auction = true }, timing = "turn_end", order = 60,
      when = { variable = "named" },
      label = "bid {number}", question = "The bid for the tile is {bid}: does {player} bid more?",
        ask = offer_bids,
      on_chosen = bid },
    { name = "sale", module = "bazaars", if_options = { auction = true }, timing = "turn_end", order = 60,
      when = { variable = "named" },
      repeat_from = "bazaar", labels = { "buy the tile", "sell it" },
        question = "The highest bid for the tile is {bid}: does {player} buy it?",
      ask = offer_sale, on_chosen = decide_sale },
  },
}
