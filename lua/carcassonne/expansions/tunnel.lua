--- The Tunnel: four tiles with ten entrances to tunnels, and pairs of tokens: three for each player, two with three
-- players, one with more.
--
-- A road that runs into an entrance is not complete there. In each part of a turn a player may put one token on an entrance
-- without one, on whichever tile, besides deploying a piece: before, or after it. When the second token of a pair lies, the
-- two roads are one, for everybody; the tunnel itself counts for nothing. A builder's road that grows so is extended, by
-- the rule `links_extend`. Other sets have tunnels in their roads; those are no entrances.
--
-- `often`  a token in each "part" of a turn, or one a "turn", as another engine has it
--
-- Source: the publisher's sheet (there is one edition); RULES.md's list of what comes twice in a double turn.

local TOKENS = 2 -- in a pair
local PAIRS = 3 -- A, B, C, of which a player has as many as
local pairs_by_players = { 3, 3, 2, 1, 1, 1 }

-- Which segments of the tiles are roads into a tunnel.
local entrances = { ["TU-A"] = { 2, 3, 4 }, ["TU-B"] = { 2, 3 }, ["TU-C"] = { 1, 2 }, ["TU-D"] = { 2, 3, 4 } }

-- A road's end on a tile as one number, as `tunnel_ends` has it; 0 is nowhere.
local function pack(tile, segment)
  return tile * 64 + segment
end

-- Where in `tunnel_ends` a pair's first or second token stands.
local function entry(pair, token)
  return (pair - 1) * TOKENS + token
end

-- The entrances that bear a token, by number.
local function taken_entrances(state)
  local taken = {}
  for player = 1, state:game():players() do
    for i = 1, PAIRS * TOKENS do taken[state:slot("tunnel_ends", player, i)] = true end
  end
  return taken
end

-- The entrances that bear none, each with its cell and segment.
local function free_entrances(state)
  local taken, free = taken_entrances(state), {}
  for _, tile in ipairs(state:marked "entrances") do
    for _, segment in ipairs(entrances[tile.id]) do
      if not taken[pack(tile.index, segment)] then free[#free + 1] = { x = tile.x, y = tile.y, segment = segment } end
    end
  end
  return free
end

local function may_lay(state, options)
  local part = state:slot "token_laid"
  return part == 0 or part < state:part() and options.often == "part"
end

-- The pairs of which the player has a token in hand.
local function pairs_in_hand(state, player)
  local list = {}
  for pair = 1, pairs_by_players[state:game():players()] do
    if state:slot("tunnel_tokens", player, pair) > 0 then list[#list + 1] = pair end
  end
  return list
end

local function offer_tokens(state, options)
  local player = state:turn()
  local in_hand = may_lay(state, options) and pairs_in_hand(state, player) or {}
  for _, at in ipairs(#in_hand > 0 and free_entrances(state) or {}) do
    for _, pair in ipairs(in_hand) do
      state:offer { x = at.x, y = at.y, segment = at.segment, number = pair }
    end
  end
  return player, true
end

local function lay_token(state, action)
  if not action then return end
  local player, pair = state:turn(), action.number
  local left = state:slot("tunnel_tokens", player, pair) - 1
  local here = state:tile_at(action.x, action.y)
  state:set_slot("tunnel_tokens", player, pair, left)
  state:set_slot("tunnel_ends", player, entry(pair, TOKENS - left), pack(here.index, action.segment))
  state:set_slot("token_laid", state:part())
  if left > 0 then return end
  local first = state:slot("tunnel_ends", player, entry(pair, 1))
  local there = state:tiles()[first // 64]
  state:join(there.x, there.y, first % 64, here.x, here.y, action.segment)
end

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
    { name = "token_laid", lifetime = "turn" }, -- the part in which the last one was
  },
  phases = {
    {
      name = "tunnel",
      at = "window",
      when = { marked = "entrances" },
      ask = offer_tokens,
      chosen = lay_token_and_go_on,
    },
    {
      name = "tunnel",
      at = "before_scoring",
      when = { marked = "entrances" },
      ask = offer_tokens,
      chosen = lay_token,
    },
  },
}
