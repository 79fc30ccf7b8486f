--- The Tunnel: four tiles with ten entrances to tunnels, and pairs of tokens: three for each
--- player, two with three players, one with more than three.
--
-- A road that ends at an entrance is not complete there. In each part of a turn a player may put
-- one token on any entrance without a token, on any tile, in addition to deploying a piece, before
-- or after it. When the second token of a pair is on the table, the two roads become one road, for
-- all players. The tunnel itself adds nothing to its value. If the builder's road gains tiles in
-- this way, it is extended, by the rule `links_extend`. It is not extended if it already had all
-- tiles of the other road.
--
-- Roads that run under a city on tiles of Abbey & Mayor and The Princess & the Dragon are not
-- tunnels by default. With `other_tunnels` they have an entrance on either side of the city, and
-- pass under it when the tokens of a pair are there.
--
-- Source: the publisher's sheet (there is one edition), and the rulings of the Big Box on actions
-- that are possible twice in a double turn.

local function lay_token(state, action)
  if not action then return end
  local player, pair = state:turn_player(), action.number
  state:put_token("tunnel", action, pair)
  state:set_variable("token_laid", 1)
  if state:num_tokens("tunnel", player, pair) > 0 then return end
  local laid = state:tokens { token = { tunnel = pair }, player = "turn_player", in_hand = false }
  state:join(laid[1].x, laid[1].y, laid[1].segment, laid[2].x, laid[2].y, laid[2].segment)
end

-- The options: each entrance without a token, once for each pair that has a token in hand.
local free_entrances = { "segments", attribute = "tunnel", token = { tunnel = 0 }, number = "tunnel" }
local may_lay = { variable = { token_laid = 0 } }

-- Lays a token in the window after a placement, in which other options may follow.
local function lay_token_and_go_on(state, action)
  lay_token(state, action)
  return true
end

-- Returns the tokens of pairs A, B and C, by number of players, for a value of the option `tokens`.
local function pairs_of(value, numbers)
  return { name = "tunnel", module = "tunnels", on = "segment", owner = "player",
    numbers = numbers, count = 2,
    if_options = { tokens = value } }
end

return {
  name = "tunnel",
  description = "Pairs of tokens join roads under the ground.",
  options = {
    often = { "part", "turn",
      description = "how often a player may lay a token; part: once in each part of a turn; turn: once a "
        .. "turn" },
    tokens = { "3/2", "2/1", "1/1",
      description = "number of pairs of tokens for each player in a game of two players, and in a game of "
        .. "three" },
    other_tunnels = { false, true,
      description = "whether roads that pass under a city on tiles of other expansions have a tunnel "
        .. "entrance on each side of the city" },
  },
  modules = {
    tiles = "its four tiles; the entrances on them have an effect only with the module `tunnels`",
    tunnels = { description = "tokens on two entrances join their roads under the ground",
      needs = { "tiles" } },
  },
  attributes = { { name = "tunnel", extra_open_ends = 1, module = "tunnels" },
    { name = "tunnel", if_options = { tunnels = false } } },
  tiles = { { module = "tiles", [[
    TU-A x1 city:N road:W+tunnel road:E+tunnel road:S+tunnel field:EL.WR~N field:ER.SL field:SR.WL
    TU-B x1 city:N road:W+tunnel road:E+tunnel field:EL.WR~N field:ER.SL.SR.WL
    TU-C x1 road:E+tunnel road:S+tunnel field:NL.NR.EL.SR.WL.WR field:ER.SL
    TU-D x1 road:N road:W+tunnel road:E+tunnel road:S+tunnel field:NL.NR.EL.WR field:ER.SL field:SR.WL
  ]] }, { module = "tunnels", if_options = { other_tunnels = true }, [[
    AM-Mt x1 city:E.W+pennant road:N+tunnel road:S+tunnel field:SL.SR~W field:NL~W field:NR~W instead:AM-M?
    PD-Z1t x1 city:E.W road:N+tunnel road:S+tunnel field:NL.NR~W field:SL.SR~W @princess-and-dragon.dragon? instead:PD-Z1?
  ]] } },
  tokens = { pairs_of("3/2", { 3, 3, 2, 1, 1, 1 }), pairs_of("2/1", { 2, 2, 1, 1, 1, 1 }),
    pairs_of("1/1", 1) },
  variables = { { name = "token_laid", module = "tunnels", lifetime = { option = "often" } } },
  phases = {
    { name = "tunnel", module = "tunnels", timing = "deployment", when = may_lay, offer = free_entrances,
      on_chosen = lay_token_and_go_on },
    { name = "tunnel", module = "tunnels", timing = "before_scoring", order = 35, when = may_lay,
      offer = free_entrances,
      question = "Does {player} lay a tunnel token?", may_pass = true, on_chosen = lay_token },
  },
}
