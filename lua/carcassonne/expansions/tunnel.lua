--- The Tunnel: four tiles with ten entrances to tunnels, and pairs of tokens: three for each player, two with three
-- players, one with more.
--
-- A road that runs into an entrance is not complete there. In each part of a turn a player may put one token on an entrance
-- without one, on whichever tile, besides deploying a piece: before, or after it. When the second token of a pair lies, the
-- two roads are one, for everybody; the tunnel itself counts for nothing. A builder's road that gains a tile so is extended,
-- by the rule `links_extend`; not one whose tiles the other road has already.
--
-- Source: the publisher's sheet (there is one edition); the rulings of the Big Box on what comes
-- twice in a double turn.

local TOKENS = 2 -- in a pair
local pairs_by_players = { 3, 3, 2, 1, 1, 1 } -- A, B, C, of which a player has as many as
local ends_by_players = { 6, 6, 4, 2, 2, 2 }

-- Where in `tunnel_ends` a pair's first or second token stands.
local function entry(pair, token)
  return (pair - 1) * TOKENS + token
end

local function lay_token(state, action)
  if not action then return end
  local player, pair = state:turn(), action.number
  local left = state:slot("tunnel_tokens", player, pair) - 1
  state:set_slot("tunnel_tokens", player, pair, left)
  state:set_slot("tunnel_ends", player, entry(pair, TOKENS - left), action)
  state:set_slot("token_at", action.x, action.y, action.segment, 1)
  state:set_slot("token_laid", 1)
  if left > 0 then return end
  local first = state:slot("tunnel_ends", player, entry(pair, 1))
  state:join(first.x, first.y, first.segment, action.x, action.y, action.segment)
end

-- Each pair of which a token is left, on each entrance where none lies.
local free_entrances = { "segments", attribute = "tunnel", slot = { token_at = 0 }, number = "tunnel_tokens" }
local may_lay = { slot = { token_laid = 0 } }

-- In the window, what else can be done there may follow.
local function lay_token_and_go_on(state, action)
  lay_token(state, action)
  return true
end

return {
  name = "tunnel",
  description = "Tokens in pairs join roads under the ground.",
  options = { often = { "part", "turn", says = "a token in each part of a turn, or one a turn, as another engine has it" } },
  attributes = { { name = "tunnel", open = 1 } },
  tiles = [[
    TU-A x1 city:N road:W+tunnel road:E+tunnel road:S+tunnel field:EL.WR~N field:ER.SL field:SR.WL
    TU-B x1 city:N road:W+tunnel road:E+tunnel field:EL.WR~N field:ER.SL.SR.WL
    TU-C x1 road:E+tunnel road:S+tunnel field:NL.NR.EL.SR.WL.WR field:ER.SL
    TU-D x1 road:N road:W+tunnel road:E+tunnel road:S+tunnel field:NL.NR.EL.WR field:ER.SL field:SR.WL
  ]],
  slots = {
    { name = "tunnel_tokens", scope = "player", size = pairs_by_players, initial = TOKENS }, -- left, by pair
    { name = "tunnel_ends", scope = "player", size = ends_by_players, holds = "segment" }, -- where they lie, by pair
    { name = "token_at", scope = "segment" }, -- 1: one lies there
    { name = "token_laid", lifetime = { option = "often" } },
  },
  phases = {
    { name = "tunnel", at = "window", when = may_lay, offer = free_entrances, chosen = lay_token_and_go_on },
    { name = "tunnel", at = "before_scoring", when = may_lay, offer = free_entrances, may_pass = true, chosen = lay_token },
  },
}
