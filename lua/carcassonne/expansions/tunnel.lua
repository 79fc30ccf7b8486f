--- The Tunnel: four tiles with ten entrances to tunnels, and pairs of tokens: three for each player, two with three
-- players, one with more.
--
-- A road that runs into an entrance is not complete there. In each part of a turn a player may put one token on an entrance
-- without one, on whichever tile, besides deploying a piece: before, or after it. When the second token of a pair lies, the
-- two roads are one, for everybody; the tunnel itself counts for nothing. A builder's road that gains a tile so is extended,
-- by the rule `links_extend`; not one whose tiles the other road has already.
--
-- `often`  a token in each "part" of a turn, or one a "turn", as another engine has it
--
-- Source: the publisher's sheet (there is one edition); the rulings of the Big Box on what comes
-- twice in a double turn.

local TOKENS = 2 -- in a pair
local PAIRS = 3 -- A, B, C, of which a player has as many as
local pairs_by_players = { 3, 3, 2, 1, 1, 1 }

-- How many each tile has.
local entrances = { ["TU-A"] = 3, ["TU-B"] = 2, ["TU-C"] = 2, ["TU-D"] = 3 }

-- A road's end on a tile as one number, as `tunnel_ends` has it; 0 is nowhere.
local function pack(tile, segment)
  return tile * 64 + segment
end

-- Where in `tunnel_ends` a pair's first or second token stands.
local function entry(pair, token)
  return (pair - 1) * TOKENS + token
end

local function count_entrances(state)
  local count = 0
  for index in state:each_marked "entrances" do count = count + entrances[state:tile(index).id] end
  return count
end

local function lay_token(state, action)
  if not action then return end
  local player, pair, x, y, segment = state:turn(), action.number, action.x, action.y, action.segment
  local left = state:slot("tunnel_tokens", player, pair) - 1
  state:set_slot("tunnel_tokens", player, pair, left)
  state:set_slot("tunnel_ends", player, entry(pair, TOKENS - left), pack(state:tile_index(x, y), segment))
  state:set_slot("token_at", x, y, segment, 1)
  state:set_slot("token_laid", 1)
  state:set_slot("tokens_laid", state:slot "tokens_laid" + 1)
  state:set_slot("entrances_full", state:slot "tokens_laid" == count_entrances(state) and 1 or 0)
  if left > 0 then return end
  local first = state:slot("tunnel_ends", player, entry(pair, 1))
  local there = state:tile(first // 64)
  state:join(there.x, there.y, first % 64, x, y, segment)
end

-- Each pair of which a token is left, on each entrance where none lies.
local free_entrances = { "segments", attribute = "tunnel", slot = "token_at", numbers = "tunnel_tokens", most = pairs_by_players }
local may_lay = { marked = "entrances", own = "tunnel_tokens", unset = { "entrances_full", "token_laid" } }

-- In the window, what else can be done there may follow.
local function lay_token_and_go_on(state, action)
  lay_token(state, action)
  return true
end

return {
  name = "tunnel",
  description = "Tokens in pairs join roads under the ground.",
  options = { often = { "part", "turn" } },
  attributes = {
    { name = "tunnel", open = 1 },
    { name = "entrances", of = "tile" },
  },
  tiles = [[
    TU-A x1 city:N road:W+tunnel road:E+tunnel road:S+tunnel field:EL.WR~N field:ER.SL field:SR.WL @entrances
    TU-B x1 city:N road:W+tunnel road:E+tunnel field:EL.WR~N field:ER.SL.SR.WL @entrances
    TU-C x1 road:E+tunnel road:S+tunnel field:NL.NR.EL.SR.WL.WR field:ER.SL @entrances
    TU-D x1 road:N road:W+tunnel road:E+tunnel road:S+tunnel field:NL.NR.EL.WR field:ER.SL field:SR.WL @entrances
  ]],
  slots = {
    { name = "tunnel_tokens", scope = "player", size = PAIRS, initial = TOKENS }, -- left, by pair
    { name = "tunnel_ends", scope = "player", size = PAIRS * TOKENS }, -- where they lie, by pair; 0 is in hand
    { name = "token_at", scope = "segment" }, -- 1: one lies there
    "tokens_laid", -- by all players
    "entrances_full", -- 1: one lies on each entrance of the table
    { name = "token_laid", lifetime = { option = "often" } },
  },
  on_placed = {
    when = { attribute = "entrances" },
    run = function(state) state:set_slot("entrances_full", 0) end,
  },
  phases = {
    { name = "tunnel", at = "window", when = may_lay, offer = free_entrances, chosen = lay_token_and_go_on },
    { name = "tunnel", at = "before_scoring", when = may_lay, offer = free_entrances, may_pass = true, chosen = lay_token },
  },
}
