--- King & Robber Baron: five tiles and two tokens.
--
-- The player who completes a city takes the king if the city has more tiles than every city
-- completed before. A road brings the robber in the same way. It does not matter who scores. A city
-- or road of equal size does not take a token away. A castle is not a city. The value of the tokens
-- is an option. Its value "continuous" pays no points at the end. Instead each completed city
-- (king) or road (robber) pays 1 point to the player who held the token before the tile was placed.
--
-- Source: the sheets of both editions, which agree on the default; the other values of the option
-- are published house rules. With "continuous", the player who is paid follows a scenario of
-- another engine.

-- For each kind of feature: its token, and the variables for the largest feature so far and for the
-- holder before this part.
local tokens = {
  city = { name = "king", largest = "largest_city", before = "king_before" },
  road = { name = "robber", largest = "longest_road", before = "robber_before" },
}

-- Returns the player who has a token; 0 for nobody.
local function holder(state, name)
  local token = state:token(name)
  return token and token.player or 0
end

-- Returns the player who held a token before this part; 0 for nobody. The variable stores this
-- player plus 1 if the token changed hands in this part, and otherwise 0.
local function holder_before(state, token)
  local before = state:variable(token.before)
  return before > 0 and before - 1 or holder(state, token.name)
end

local function take(state, token)
  state:set_variable(token.before, holder_before(state, token) + 1)
  state:put_token(token.name, state:turn_player())
end

local function compare(state, scoring, options)
  local token = tokens[scoring.kind]
  if not options[token.name] then return end
  local tiles = scoring.feature.tiles
  if options.scoring == "continuous" then
    local before = holder_before(state, token)
    if before > 0 then state:award(before, 1, token.name) end
  end
  if tiles > state:variable(token.largest) then
    state:set_variable(token.largest, tiles)
    take(state, token)
  end
end

local function count_complete(state, kind)
  return state:count { "features", kind = kind, complete = true, except = { token = "castles.castle?" } }
end

local function has_both(state, options)
  return options.king and options.robber and holder(state, "king") == holder(state, "robber")
end

-- The points of a token at the end, by the option `scoring`.
local worth = {
  ["default"] = count_complete,
  ["10/20"] = function() return 10 end,
  ["15/40"] = function(state, _, options) return has_both(state, options) and 20 or 15 end,
  ["continuous"] = function() return 0 end,
}

-- Returns the step of the final scoring that awards the points for the king (kind: "city") or the
-- robber (kind: "road").
local function pay_holder(kind)
  local token = tokens[kind]
  return function(state, options)
    local player = holder(state, token.name)
    local points = player > 0 and worth[options.scoring](state, kind, options) or 0
    if points > 0 then state:award(player, points, token.name) end
  end
end

return {
  name = "king-and-robber",
  description =
    "The largest city brings the king, and the longest road brings the robber; both bring points at the "
    .. "end.",
  options = {
    edition = { 1, 2, description = "in edition 2, one of the tiles has a garden" },
    scoring = { "default", "10/20", "15/40", "continuous",
      description = "default: at the end, 1 point for each complete city (king) or road (robber); 10/20: "
        .. "10 points for one token, 20 for both; 15/40: 15 points for one token, 40 for both; "
        .. "continuous: 1 point for each city or road as soon as it is completed" },
  },
  modules = {
    tiles = "its five tiles, which have no special rules",
    king = "a player who completes the largest city gets the king",
    robber = "a player who completes the longest road gets the robber",
  },
  attributes = { { name = "garden", shared = true, scores_as_monastery = true,
    if_options = { edition = 2 } } },
  tiles = { { module = "tiles", [[
    KR-A x1 monastery city:N field:EL.ER.SL.SR.WL.WR~N
    KR-B x1 road:W city:N field:WR~N field:EL.ER.SL.SR.WL~N
    KR-D x1 road:W road:E.S city:N field:WR~N field:EL.SR.WL~N field:ER.SL
    KR-E x1 road:S road:E city:N.W field:SR~N field:SL~N field:ER~N field:EL~N
    KR-F x1 city:E.W city:N.S field~N.W field~N.W
  ]] }, { module = "tiles", if_options = { edition = 2 }, [[
    KR-C x1 road:W city:N field:WR~N field:EL.ER.SL.SR.WL~N spot+garden instead:KR-B
  ]] } },
  tokens = {
    { name = "king", module = "king", on = "player", symbol = "K" },
    { name = "robber", module = "robber", on = "player", symbol = "R" },
  },
  variables = {
    { name = "largest_city", module = "king", label = "tiles of the largest city" },
    { name = "longest_road", module = "robber", label = "tiles of the longest road" },
    { name = "king_before", module = "king", lifetime = "part" },
    { name = "robber_before", module = "robber", lifetime = "part" },
  },
  on_feature_scored = { when = { kind = { "city", "road" }, complete = true }, run = compare },
  -- Each step is inserted directly after the goods, so the last one in the list runs first.
  final_scoring = {
    { name = "robber", module = "robber", after = "goods", run = pay_holder "road" },
    { name = "king", module = "king", after = "goods", run = pay_holder "city" },
  },
}
