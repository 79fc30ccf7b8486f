--- Castles: three for each player, two with five or six players.
--
-- A small city consists of two half-circles. When it is completed, its owner may put a castle on it
-- instead of scoring it. Its followers stay; they can do nothing else, and no effect reaches them.
-- The castle scores as soon as a road, a city, a monastery or another castle is completed, in a
-- later part, on one of its six tiles: its own two tiles and the tiles on either side of them. The
-- castle brings its owner as many points as that feature scored, no matter who completed the
-- feature or owns it. If several are completed at once, the highest score counts. Then the
-- followers of the castle return. A castle is not a city any more and scores only once. A castle
-- that still waits at the end scores nothing. For a field a castle counts as a complete city, and
-- is worth 1 point more.
--
-- Source: the publisher's sheets of both editions of Bridges, Castles & Bazaars, and their list of
-- cities that are not half-circles. Three rules are our reading: of several features the castle
-- takes the highest score; of a monastery only its own tile counts; if several owners tie, any of
-- them may put the castle there.

-- Tiles whose small cities are not half-circles.
local SPRAWLING = { ["AM-C"] = true, ["AM-I"] = true, ["BB-D"] = true, ["BB-E"] = true, ["HS-A"] = true,
  ["HS-B"] = true,
  ["HS-G"] = true, ["IC-G"] = true, ["PD-K"] = true }

local function is_half_circle(state, place)
  return place.text:find "^city:%u$" and not SPRAWLING[state:tile_at(place.x, place.y).id]
end

-- The conditions for a player to make a city a castle, by the option `lords`.
local LORDS = {
  majority = { { "pieces", player = "asked", all = { player = "majority" } } },
  alone = { { "pieces", player = "asked", follower = true }, { "pieces", follower = true, max = 1 } },
}

-- Offers the small cities of the asked player, each by its half on the tile just placed.
local function offer_castles(state, options)
  local places = { kind = "city", at = "last_placed", complete = true, token = { castle = 0 },
    feature = { has = LORDS[options.lords] } }
  for _, place in ipairs(state:variable "declined" == 0 and state:segments(places) or {}) do
    local halves = state:feature(place.x, place.y, place.segment):segments()
    if #halves == 2 and is_half_circle(state, halves[1]) and is_half_circle(state, halves[2]) then
      state:offer { x = place.x, y = place.y, segment = place.segment }
    end
  end
  return nil, true
end

local function build_castle(state, action, options)
  if action then
    state:move_token(state:tokens { token = "castle", player = state:asked(), in_hand = true }[1], action)
    state:set_variable("since", state:feature(action.x, action.y, action.segment), 1)
  elseif options.declines == "all" then
    state:set_variable("declined", 1)
  end
end

-- Returns whether any of these tiles is one of the six tiles of a castle.
local function has_near(castle, tiles)
  local one, other = castle[1], castle[2]
  local across, down = one.y == other.y and 0 or 1, one.y == other.y and 1 or 0
  for _, tile in ipairs(tiles) do
    for _, half in ipairs(castle) do
      if math.abs(tile.x - half.x) <= across and math.abs(tile.y - half.y) <= down then return true end
    end
  end
  return false
end

local WAITING = { kind = "city", token = "castle", variable = { since = 0 }, has = { "pieces" } }

-- Notes the points, plus 1, that waiting castles will score for a completed feature. The value 0
-- means that there is no such feature.
local function remind(state, tiles, points)
  for _, castle in ipairs(state:features(WAITING)) do
    if points >= state:variable("due", castle) and has_near(castle:segments(), tiles) then
      state:set_variable("due", castle, points + 1)
      state:set_variable("any_due", 1)
    end
  end
end

local function remind_of_feature(state, scoring)
  local feature = scoring.feature
  remind(state, scoring.kind == "monastery" and { feature } or feature:segments(), scoring.points)
end

-- Scores castles until none is due, because a castle that scores may make others score.
local function score_castles(state)
  local due = { kind = "city", variable = "due", has = { "pieces" } }
  local castle = state:features(due)[1]
  while castle do
    local points = state:variable("due", castle) - 1
    state:set_variable("scoring", castle, 1)
    for _, player in ipairs(castle.majority) do state:award(player, points, "castle") end
    state:set_variable("scoring", castle, 0)
    for _, piece in ipairs(state:pieces { feature = castle }) do state:return_piece(piece, "scored") end
    remind(state, castle:segments(), points)
    castle = state:features(due)[1]
  end
end

return {
  name = "castles",
  description = "A small city may become a castle, which scores the points of a feature that is completed "
    .. "beside it.",
  options = {
    lords = { "majority", "alone",
      description =
      "who may make a city a castle; majority: a player with the majority in the city; alone: the player "
      .. "of the only follower there" },
    declines = { "own", "all",
      description = "what happens if a player declines a castle; own: other players are still asked; all: "
        .. "nobody else is asked in this part of the turn" },
  },
  tokens = { { name = "castle", on = "feature", owner = "player", count = { 3, 3, 3, 3, 2, 2 } } },
  variables = {
    { name = "since", scope = "feature", lifetime = "part" }, -- 1: became a castle in this part
    { name = "due", scope = "feature", lifetime = "part" }, -- points for the castle, plus 1
    { name = "any_due", lifetime = "part" },
    { name = "scoring", scope = "feature", lifetime = "part" }, -- 1: is scoring now
    { name = "declined", lifetime = "part" },
  },
  unscored = { { kind = "city", token = "castle" } },
  points = { { kind = "field", per = { "features", token = "castle", borders = "this" }, add = 1 } },
  on_feature_scored = { when = { complete = true, final = false,
    { "pieces", kind = "city", token = "castle" } }, run = remind_of_feature },
  phases = {
    {
      name = "castle",
      timing = "before_scoring",
      order = 70,
      when = { { "pieces", kind = "city", complete = true, feature = "last_placed" } },
      asked_players = { token = "castle" },
      question = "Does {player} make this small city a castle?",
      ask = offer_castles,
      on_chosen = build_castle,
    },
    { name = "castles-score", timing = "after_scoring", order = 1, when = { variable = "any_due" },
      run = score_castles },
  },
}
