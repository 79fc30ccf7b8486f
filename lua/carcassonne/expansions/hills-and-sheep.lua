--- Hills & Sheep: eighteen tiles with hills, vineyards and a divided city, and a shepherd with a
--- flock for each player.
--
-- Shepherd: deployed instead of a follower in a field of the tile just placed that has no shepherd.
-- Farmers do not hinder shepherds, and shepherds do not hinder farmers. The player of the shepherd
-- immediately draws a token from a bag of 18: 4, 5, 5 and 2 tokens with one to four sheep, which
-- stay with the shepherd, and two wolves. Later, whenever that player places a tile that extends
-- the shepherd's field, the player either draws another token or scores: all shepherds of the field
-- score all its sheep, once for each player, and return. If the token is a wolf, they all return
-- without points. Sheep and wolves go back into the bag. A field that no tile can extend any more
-- is scored when it is closed, after such a token. Shepherds that are still there at the end score
-- nothing.
--
-- Hill: a hidden tile from the bag is put under it and leaves the game, if any tile is left. Among
-- players who tie for the majority of a feature (also of a field), those with a follower on a hill
-- there win against the others.
--
-- Vineyard: a complete monastery scores 3 more for each vineyard around it. A monastery that is
-- incomplete at the end scores nothing for vineyards.
--
-- Tile HS-B: two cities share a side. A city on the other side joins them into one. An abbey there
-- closes both, and joins nothing.
--
-- Source: the sheet of the second edition, in which one of the tiles has a garden. The option value
-- "most" for ties follows another engine.

local BAG = { 4, 5, 5, 2 } -- tokens, by number of sheep
local WOLVES = 2
local SIDES = { [0] = { x = 0, y = -1, facing = "S" }, { x = 1, y = 0, facing = "W" },
  { x = 0, y = 1, facing = "N" },
  { x = -1, y = 0, facing = "E" } }

-- ---- Flocks -------------------------------------------------------------------------------------

-- The shepherds of the player whose turn it is that are still undecided in this part: DUE in fields
-- that the tile just placed extends; NEW includes a shepherd on this tile.
local DUE = { "pieces", piece = "shepherd", player = "turn_player", feature = "last_placed",
  variable = { settled = 0 },
  except = { at = "last_placed" } }
local NEW = { "pieces", piece = "shepherd", player = "turn_player", variable = { settled = 0 } }

local function score_flocks(state, field)
  local sheep, paid = 0, {}
  for token in state:each { "tokens", token = "sheep", feature = field } do sheep = sheep + token.number end
  for shepherd in state:each { "pieces", piece = "shepherd", feature = field } do
    if not paid[shepherd.player] then state:award(shepherd.player, sheep, "flock") end
    paid[shepherd.player] = true
    state:return_piece(shepherd, "scored")
  end
end

local function all_due(state)
  local due = {}
  for one in state:each(DUE) do due[#due + 1] = one end
  return due
end

-- Offers to grow or to score a flock. If several shepherds are due, an option names one of them.
local function offer_flocks(state)
  local due = all_due(state)
  for _, one in ipairs(due) do
    for number = 1, 2 do
      state:offer(#due == 1 and { number = number } or { x = one.x, y = one.y, segment = one.segment,
        number = number })
    end
  end
end

local function decide(state, action)
  local shepherd = action.segment and action or all_due(state)[1]
  if action.number == 2 then
    score_flocks(state, shepherd)
    return true -- ask again, for other shepherds
  end
  state:set_variable("settled", state:feature(shepherd.x, shepherd.y, shepherd.segment), 1)
  state:set_variable("grows", shepherd)
end

local function offer_tokens(state)
  local out = { 0, 0, 0, 0 }
  for token in state:each { "tokens", token = "sheep" } do out[token.number] = out[token.number] + 1 end
  state:offer { number = 0, weight = WOLVES }
  for number, all in ipairs(BAG) do
    if all > out[number] then state:offer { number = number, weight = all - out[number] } end
  end
  return "chance"
end

local function draw_token(state, action)
  local shepherd = state:variable "grows"
    or state:pieces({ piece = "shepherd", player = "turn_player", at = "last_placed" })[1]
  state:set_variable("grows", nil)
  state:set_variable("settled", state:feature(shepherd.x, shepherd.y, shepherd.segment), 1)
  if action.number > 0 then return state:put_token("sheep", shepherd, action.number) end
  for one in state:each { "pieces", piece = "shepherd", feature = shepherd } do state:return_piece(one) end
end

local function score_closed(state)
  for shepherd in state:each { "pieces", piece = "shepherd", open = false } do
    score_flocks(state, shepherd)
  end
end

-- ---- Hills --------------------------------------------------------------------------------------

-- Returns the tied players with the most followers on hills; all of them if nobody has one there.
local function most_on_hills(state, contest, players)
  local best, most = players, 0
  for _, player in ipairs(#players > 1 and players or {}) do
    local count = state:count { "pieces", player = player, follower = true, attribute = "hill",
      feature = contest.feature }
    if count > most then best, most = {}, count end
    if count == most and most > 0 then best[#best + 1] = player end
  end
  return best
end

-- ---- Two cities with one side -------------------------------------------------------------------

local function settle(state, tile, beyond)
  local facing = state:port(beyond.x, beyond.y, SIDES[tile.rotation].facing)
  if facing and state:matches({ x = beyond.x, y = beyond.y, segment = facing }, { kind = "city" }) then
    state:set_variable("joining", 1)
    state:join(tile.x, tile.y, 1, tile.x, tile.y, 2)
    state:set_variable("joining", 0)
  else
    state:remove_attribute(tile.x, tile.y, 1, "split")
    state:remove_attribute(tile.x, tile.y, 2, "split")
  end
end

-- Settles each tile with two cities on one side, if it or the tile beside that side is new.
local function settle_all(state, last)
  for tile in state:each { "tiles", attribute = "split",
      any = { { at = "last_placed" }, { adjacent_to = "last_placed" } } } do
    local side = SIDES[tile.rotation]
    local beyond = state:tile_at(tile.x + side.x, tile.y + side.y)
    if beyond and (tile.index == last.index or beyond.index == last.index) then
      settle(state, tile, beyond)
    end
  end
end

return {
  name = "hills-and-sheep",
  description = "Shepherds gather flocks in the fields, hills break ties, and vineyards make monasteries "
    .. "worth more.",
  options = {
    edition = { 1, 2, description = "in edition 2, one of the tiles has a garden" },
    hill_tie = { "any", "most",
      description = "which of the tied players win; any: all players with a follower on a hill; most: "
        .. "the players with the most followers on hills" },
  },
  modules = {
    tiles = "its eighteen tiles; hills and vineyards have an effect only with the modules `hills` and "
      .. "`vineyards`",
    hills = { description = "a tile is put under each hill, and followers on hills break ties",
      needs = { "tiles" } },
    vineyards = { description = "a complete monastery scores 3 points more for each vineyard around it",
      needs = { "tiles" } },
    sheep = "a shepherd for each player, who gathers a flock",
  },
  attributes = {
    { name = "hill", on = "tile" },
    { name = "vineyard", on = "tile" },
    { name = "split", extra_open_ends = 1, module = "tiles" },
    { name = "garden", shared = true, scores_as_monastery = true, if_options = { edition = 2 } },
  },
  tiles = { { module = "tiles", [[
    HS-A x2 city:N field:SR.WL.WR~N field:EL.ER.SL~N @vineyard
    HS-B x2 city:N.W+split city:E+split field:SL.SR~N.E @vineyard
    HS-C x1 city:N.W field:EL.ER.SL.SR~N @hill
    HS-D x1 city:N city:W field:EL.ER.SL.SR~N.W @hill
    HS-E x1 city:N.W field:EL.ER.SL.SR~N @vineyard
    HS-F x1 city:N city:S field:EL.ER.WL.WR~N.S @hill
    HS-G x1 city:W city:E field:NL.NR~W.E field:SL.SR~W.E @vineyard
    HS-H x1 city:N road:S field:SR.WL.WR~N field:EL.ER.SL~N @hill
    HS-I x1 city:N road:E.S field:EL.SR.WL.WR~N field:ER.SL @hill
    HS-J x1 monastery city:N road:E.S field:EL.SR.WL.WR~N field:ER.SL
    HS-K x1 monastery road:S road:N.E field:NL.ER.SL.SR.WL.WR field:NR.EL
    HS-L x1 city:N city:W road:S field:SR~N.W field:EL.ER.SL~N @vineyard
    HS-M x1 road:N road:S field:NR.EL.ER.SL field:NL.SR.WL.WR @hill
    HS-P x1 road:S.W city:N field:EL.ER.SL.WR~N field:SR.WL @hill
    HS-Q x1 road:E.W road:S field:NL.NR.EL.WR field:ER.SL.SR.WL @vineyard
  ]] }, { module = "tiles", if_options = { edition = 1 },
    "HS-N x1 road:W road:S field:NL.NR.EL.ER.SL.WR field:SR.WL @hill" },
  { module = "tiles", if_options = { edition = 2 },
    "HS-O x1 road:W road:S field:NL.NR.EL.ER.SL.WR field:SR.WL spot+garden @hill" } },
  reserves = { { name = "under", module = "hills", visible_to = "nobody" } },
  pieces = { shepherd = { module = "sheep", count = 1, role = "special", on = "field",
    needs = { "none_of_kind" } } },
  -- The bag of the game (BAG) has fewer tokens of some numbers than the five that are declared
  -- here.
  tokens = { { name = "sheep", module = "sheep", on = "segment", numbers = 4, count = 5, symbol = "s" } },
  variables = {
    -- the shepherd whose flock grows
    { name = "grows", module = "sheep", type = "segment", lifetime = "part" },
    -- 1: the flock of this field is decided
    { name = "settled", module = "sheep", scope = "feature", merge = "max", lifetime = "part" },
    { name = "joining", module = "tiles" }, -- 1 during the join of two cities
  },
  tiebreakers = { { module = "hills", if_options = { hill_tie = "any" },
    prefer = { has = { "pieces", follower = true, attribute = "hill", feature = "this" } } } },
  extends_builder = { module = "tiles", when = { variable = "joining" },
    run = function(_, by) return by.cause == "join" or nil end },
  on_tile_placed = { module = "tiles",
    when = { any = { { attribute = "split" }, { adjacent_to = { attribute = "split" } } } },
    run = settle_all },
  majority = { module = "hills", if_options = { hill_tie = "most" },
    when = { has = { "pieces", follower = true, attribute = "hill" } },
    run = most_on_hills },
  points = { { kind = "monastery", complete = true, module = "vineyards",
    per = { "tiles", attribute = "vineyard", around = "this" }, add = 3 } },
  on_piece_removed = { module = "sheep", when = { piece = "shepherd" }, run = function(state, shepherd)
    for token in state:each { "tokens", token = "sheep", at = shepherd } do state:move_token(token, nil) end
  end },
  phases = {
    { name = "bury", module = "hills", timing = "before_scoring", order = 1, when = { attribute = "hill" },
      run = function(state) state:deal_tiles "under" end },
    { name = "flock", module = "sheep", timing = "before_scoring", order = 55,
      labels = { "another token", "the stable" },
      question = "{player}, does your flock get another token, or does it go to the stable and score?",
      when = { DUE }, ask = offer_flocks, on_chosen = decide },
    { name = "sheep", module = "sheep", timing = "before_scoring", order = 55, repeat_from = "flock",
      label = "a wolf",
      labels = { "one sheep", "two sheep", "three sheep", "four sheep" },
        when = { any = { { variable = "grows" }, { has = NEW } } },
      ask = offer_tokens, on_chosen = draw_token },
    { name = "stable", module = "sheep", timing = "before_scoring", order = 55, run = score_closed,
      when = { { "pieces", piece = "shepherd", open = false } } },
  },
}
