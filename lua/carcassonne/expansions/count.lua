--- The Count of Carcassonne: the game begins beside a city of twelve tiles in which followers wait,
--- and a count who keeps them there.
--
-- Nobody owns or enters the city. For fields and the king it is another complete city. The land
-- around it is ordinary. The dragon flies around the city. The reach of a tower and the fairy
-- include the quarters, which are on one tile here.
--
-- Into the city: a player whose tile brought points to another player, but none to the player of
-- the tile, may send a follower from the supply to one of the quarters, and then the count to
-- another quarter. Only points of roads, cities, monasteries, castles, watchtowers and the farmers
-- of barns count; points of the fairy, goods, gold and other extras do not. A follower waits only
-- for features that it may enter: a mayor goes only to the castle, a wagon does not go to the
-- market, and an abbot goes to no quarter.
--
-- Out of the city: before a scoring all players, beginning with the next player, may move followers
-- into the feature: from the castle into a city, from the blacksmith onto a road, from the
-- cathedral into a monastery, and from the market only into a field in which a barn makes farmers
-- score. The quarter of the count is closed. Followers may move to occupied features, and score
-- with the others. Before the final scoring followers in the market may move into any field. The
-- players take turns, one follower at a time, until each passes.
--
-- Source: the publisher's sheet and answers: only one figure goes to the city in a double turn, and
-- the city counts for fields and the king. The option value "apart" follows older printings; the
-- other values of the options follow another engine.

local clockwise = require "carcassonne.helpers.clockwise"
local KINDS = { "city", "road", "monastery", "field" }
local FROM = { city = "castle-quarter", road = "blacksmith-quarter", monastery = "cathedral-quarter",
  field = "market-quarter" }

local function lies(id, x, y) return { module = "city", id = id, x = x, y = y } end
local CITY = {
  lies("CO-A", -2, -1), lies("CO-B", -1, -1), lies("CO-C", 0, -1), lies("CO-D", 1, -1), lies("CO-E", -2, 0),
    lies("CO-F", -1, 0),
  lies("CO-G", 0, 0), lies("CO-H", 1, 0), lies("CO-I", -2, 1), lies("CO-J", -1, 1), lies("CO-K", 0, 1),
    lies("CO-L", 1, 1),
}

local function begin(state, options)
  local first = state:tiles({ id = CITY[1].id })[1]
  if options.carcassonne == "apart" then state:set_attribute(first.x, first.y, 2, "apart") end
  if options.count then state:put_token("count", FROM.city) end
end

-- Labels of awards that count as scores of features.
local FOR_FEATURES = { ["barn-placed"] = true, ["barn-connected"] = true, castle = true, watchtowers = true }

local function note_points(state, given)
  if given.final or given.points <= 0 or not (given.cause == "scored" or FOR_FEATURES[given.label]) then
    return
  end
  state:set_variable(given.player == state:turn_player() and "got" or "gave", 1)
end

local function offer_quarters(state)
  for _, piece in ipairs(state:game():pieces()) do
    local goes = piece.follower and piece.name ~= "abbot" and state:in_hand(state:turn_player(),
      piece.name) > 0
    for _, kind in ipairs(goes and piece.on or {}) do
      local place = FROM[kind] and state:segments({ at = FROM[kind] })[1]
      if place then state:offer { piece = piece.name, x = place.x, y = place.y, segment = place.segment } end
    end
  end
  return nil, true
end

local function go_to_quarter(state, action)
  if not action then return end
  state:deploy(state:turn_player(), action.piece, action.x, action.y, action.segment)
  state:set_variable("sent", 1)
  state:set_variable("gave", 2)
end

-- Places that followers cannot enter: the dragon's tile, the pond, the monastery of an abbot.
local CLOSED = { { at = "princess-and-dragon.dragon?" }, { attribute = "russian-promos.vodyanoy?" },
  { kind = "monastery", attribute = "monasteries.special-monastery?",
    at = { has = { "pieces", kind = "spot" } } } }

-- Returns a filter for the features of a kind that will score, by the option `arrives`. Farmers
-- score when a barn is deployed in their field, or when their field joins one with a barn.
local function due(kind, options)
  if kind == "field" then
    return { kind = kind, feature = "last_placed",
      any = { { feature = { has = { "pieces", piece = "barn?", at = "last_placed" } } },
      { feature = { has = { { "pieces", piece = "barn?" }, { "pieces", follower = true } } } } } }
  end
  local filter = { kind = kind, complete = true, variable = "completes",
    except = { token = "castles.castle?" } }
  if options.arrives == "last-tile" and kind ~= "monastery" then -- also by an abbey
    filter.any = { { feature = "last_placed" },
      { feature = { "segments",
        adjacent_to = { "tiles", at = "last_placed", attribute = "abbey-and-mayor.abbey?" } } } }
  end
  return filter
end

local function open_at_end(kind, options)
  if kind == "field" then return { kind = kind } end
  return options.at_end == "any" and { kind = kind, complete = false } or nil
end

-- Offers each kind of piece that a player has in the quarters (except the count's quarter) on each
-- segment that is open to it. Returns whether there is an offer.
local function offer_moves(state, player, open, options)
  local any = false
  for _, kind in ipairs(KINDS) do
    local filter, seen = open(kind, options), {}
    for _, piece in ipairs(filter and state:pieces { player = player, at = FROM[kind],
        except = { at = "count?" } } or {}) do
      filter.can_stand, filter.all = piece.piece, { { except = CLOSED } }
      for _, place in ipairs(seen[piece.piece] and {} or state:segments(filter)) do
        state:offer { piece = piece.piece, x = place.x, y = place.y, segment = place.segment }
        any = true
      end
      seen[piece.piece] = true
    end
  end
  return any
end

local function move_in(state, action)
  if not action then return false end
  local quarter = FROM[state:feature(action.x, action.y, action.segment).kind]
  state:move_piece(state:pieces { player = state:asked(), piece = action.piece, at = quarter }[1], action.x,
    action.y, action.segment)
  return true -- ask again, as other followers may wait
end

local function offer_moves_at_end(state, options)
  local last = state:variable "asked_last"
  for _, player in ipairs(clockwise.all_after(state, last > 0 and last or clockwise.last_turn(state))) do
    local may_move = state:variable("done", player) == 0 and offer_moves(state, player, open_at_end, options)
    if may_move then return player, true end
  end
end

local function move_in_at_end(state, action)
  state:set_variable("asked_last", state:asked())
  if not move_in(state, action) then state:set_variable("done", state:asked(), 1) end
  return true
end

local waiting = { "pieces", at = "quarters", except = { at = "count?" } }
local function moves_of(players)
  return { name = "move-in", module = "quarters", timing = "before_scoring", order = 80,
    asked_players = { player = players, has = waiting },
    when = { waiting, any = { { variable = "completes" },
      { { "pieces", piece = "barn?", feature = "last_placed" } } } },
    on_chosen = move_in, question = "Which follower leaves the city?",
    ask = function(state, options) return nil, offer_moves(state, state:asked(), due, options) end }
end

local function area(name, of)
  return { name = name, module = "quarters", segments = { kind = "spot", attribute = of } }
end

return {
  name = "count",
  description = "Followers wait in the quarters of a city, and can move to a feature that is about to "
    .. "score; the figure of a count closes one quarter.",
  options = {
    often = { "turn", "part",
      description = "how often a player may send a follower to the city; turn: once a turn; part: once in "
        .. "each part of a turn" },
    arrives = { "scored", "last-tile",
      description = "scored: followers may move to every feature that is about to score; last-tile: but not "
        .. "to a road or city that a tunnel or ferry has completed and that is not on the tile just placed" },
    at_end = { "market", "any",
      description = "market: before the final scoring, followers in the market may move into fields; any: "
        .. "followers in the other quarters may also move, into incomplete features" },
    carcassonne = { "counts", "apart", description = "counts: for fields and the king, Carcassonne is one "
      .. "more complete city; apart: it does not count" },
  },
  modules = {
    city = "the city of Carcassonne, twelve tiles beside which the game begins",
    quarters = { description = "the quarters of the city, where followers wait",
      needs = { "city" } },
    count = { description = "the figure of the count, which closes a quarter", needs = { "quarters" } },
  },
  attributes = {
    -- `apart`: an open end that no tile closes
    "wall", { name = "apart", extra_open_ends = 1, if_options = { carcassonne = "apart" } },
    -- `walled`: the tile has no land outside the city, so the dragon cannot enter
    "castle", "blacksmith", "cathedral", "market", { name = "walled", on = "tile" },
  },
  tiles = { { module = "city", [[
    CO-A x1 road:W city:E.ER.S.SL+wall field:NL.NR.EL.WR~E field:SR.WL~E
    CO-B x1 city:E.ER.S.W.WL+wall field:NL.NR.EL.WR~E
    CO-C x1 city:E.ER.S.W.WL+wall field:NL.NR.EL.WR~E
    CO-D x1 road:N city:S.SR.W.WL+wall field:NL.WR~S field:NR.EL.ER.SL~S
    CO-E x1 city:N.NR.E.S.SL+wall field:NL.SR.WL.WR~N
    CO-F x1 city:N.E.S.W+wall @walled
    CO-G x1 city:N.E.S.W+wall spot+castle spot+blacksmith spot+cathedral spot+market @walled
    CO-H x1 city:N.NL.S.SR.W+wall field:NR.EL.ER.SL~N
    CO-I x1 city:N.NR.E.EL+wall city:S field:NL.ER.WL.WR~N.S
    CO-J x1 city:N.E.EL.W.WR+wall field:ER.SL.SR.WL~N
    CO-K x1 road:S city:N.E.EL.W.WR+wall field:ER.SL~N field:SR.WL~N
    CO-L x1 city:N.NL.W.WR+wall city:E field:NR.SL.SR.WL~N.E
  ]] } },
  start = CITY,
  tokens = { { name = "count", module = "count", on = "segment", symbol = "Ct" } },
  variables = {
    -- 1: the tile brought points to others (`gave`) or to its player (`got`); `gave` is 2 when the
    -- count may move
    { name = "gave", module = "quarters", lifetime = "part" },
      { name = "got", module = "quarters", lifetime = "part" },
    { name = "sent", module = "quarters", lifetime = { option = "often" } }, -- 1: sent a follower to the city
    -- for the moves before the final scoring
    { name = "asked_last", module = "quarters" }, { name = "done", module = "quarters", scope = "player" },
  },
  areas = { area(FROM.city, "castle"), area(FROM.road, "blacksmith"), area(FROM.monastery, "cathedral"),
    area(FROM.field, "market"),
    area("quarters", { "castle", "blacksmith", "cathedral", "market" }) },
  forbidden_deployments = { { kind = "city", attribute = "wall", if_options = { carcassonne = "apart" } } },
  on_points_given = { module = "quarters", run = note_points },
  phases = {
    { name = "begin", module = "city", timing = "turn_start",
      when = { variable = { turns = 1 }, { "tiles", id = "CO-A" } }, run = begin },
    moves_of "others",
    moves_of "turn_player",
    { name = "to-quarter", module = "quarters", timing = "after_scoring", order = 30,
      when = { variable = { gave = 1, got = 0, sent = 0 } },
      question = "Which follower goes to the city, and to which quarter?", ask = offer_quarters,
        on_chosen = go_to_quarter },
    { name = "count", module = "count", timing = "after_scoring", order = 40,
      when = { variable = { gave = 2 } },
      question = "Which quarter does the count close from now on?", may_pass = true,
      offer = { "segments", at = "quarters", except = { at = "count?" } },
      on_chosen = function(state, action) return action and state:put_token("count", action) end },
    { name = "move-in-end", module = "quarters", timing = "game_end", order = 60,
      when = { { "pieces", at = "quarters" } },
      question = "Which follower leaves the city before the final scoring?", ask = offer_moves_at_end,
        on_chosen = move_in_at_end },
  },
}
