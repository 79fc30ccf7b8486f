--- Abbey & Mayor: twelve tiles, and for each player an abbey, a mayor, a wagon and a barn.
--
-- Abbey: a tile that its player may place instead of drawing one, in a hole with tiles on all four
-- sides, whatever their edges show. A player who has bought a tile at a bazaar places that tile and
-- cannot place the abbey. The abbey is a monastery. Its sides close the roads and cities that end
-- there, but it is not part of them. If it completes a city with goods, its player gets the goods.
-- After the last tile, each player who still has an abbey may place it, clockwise, beginning with
-- the player after the one who had the last turn.
--
-- Mayor: a follower for cities only. In a majority it counts as many followers as the city has
-- pennants, so it counts 0 in a city without pennants.
--
-- Wagon: a follower for roads, cities and monasteries. When it returns from a scoring, its player
-- may move it at once to a road, city or monastery that is incomplete and holds no follower, but
-- not to the dragon's tile. If several wagons return, their players decide clockwise, beginning
-- with the player whose turn it is. If the option `wagon_move` is "C1", the wagon goes to a feature
-- that meets the scored one: a road meets the city or monastery at which it ends, roads meet at a
-- crossing, and an abbey meets its neighbours.
--
-- Barn: deployed instead of a follower on a corner of the tile just placed where four tiles meet
-- and all four show field. The tile of the dragon is allowed; a field that already has a barn is
-- not. Farmers in the field of a new barn score 3 points for each complete city, and all return. A
-- field with a barn takes no farmer. If a field with farmers is later joined to a field with a
-- barn, the farmers score 1 point for each complete city and return, too. At the end a barn scores
-- 4 points for each complete city. A castle is worth 1 point more to farmers and to barns. Points
-- that other scripts add to a field, such as those of little buildings, also count for farmers and
-- for barns. Pigs and pig herds add points for farmers as usual, but not for barns. A besieged city
-- counts twice, except that it counts once for the pig.
--
-- Source: the sheet of the second edition; "C1" is the rule of the first edition.

local adjacency = require "carcassonne.helpers.adjacency"
local clockwise = require "carcassonne.helpers.clockwise"

local ABBEY = "AM-AB"
-- The pig herds of other expansions, which add points for farmers.
local HERDS = { "river.pig-herd?", "gq11.pig-herd?", "russian-promos.pig-herd?" }

-- ---- The abbey ----------------------------------------------------------------------------------

local function lay_abbey(state, action)
  if not action then return end
  state:set_variable("abbeys", state:asked(), state:variable("abbeys", state:asked()) - 1)
  state:place_tile(ABBEY, action.x, action.y)
end

-- Returns the next player to be asked, and the number of this question in the round.
local function next_in_round(state)
  for place = state:variable "round" + 1, state:game():players() do
    local player = (state:variable "last_turn" + place - 1) % state:game():players() + 1
    if state:variable("abbeys", player) > 0 and not state:is_out(player) then return player, place end
  end
end

local function ask_round(state)
  local player = next_in_round(state)
  if player then state:offer { "cells", can_place = ABBEY } end
  return player, true
end

local function answer_round(state, action, options)
  local _, place = next_in_round(state)
  state:set_variable("round", options.end_round == "again" and place == state:game():players() and 0 or place)
  lay_abbey(state, action)
  return true
end

-- ---- The wagon ----------------------------------------------------------------------------------

local WAGONS = 3 -- maximum per player
local GOES = { "city", "monastery", "road" }

local function remember_wagon(state, piece, why)
  for i = 1, why == "scored" and WAGONS or 0 do
    if not state:variable("wagon_from", piece.player, i) then
      return state:set_variable("wagon_from", piece.player, i, piece)
    end
  end
end

-- Returns the possible destinations of a wagon: unoccupied, incomplete, not on the dragon's tile.
local function places_from(state, from, options)
  local near, places = options.wagon_move == "C2" and from or nil, {}
  local free = { kind = GOES, complete = false, can_deploy = "wagon", around = near,
    except = { at = "princess-and-dragon.dragon?" } }
  if near then return state:segments(free) end
  for _, place in ipairs(adjacency.of(state, state:feature(from.x, from.y, from.segment))) do
    if state:matches(place, free) then places[#places + 1] = place end
  end
  return places
end

-- Returns the next wagon of the asked player that can move: its entry, and its destinations.
local function next_wagon(state, options)
  for i = 1, WAGONS do
    local from = state:variable("wagon_from", state:asked(), i)
    local places = from and places_from(state, from, options) or {}
    if #places > 0 then return i, places end
  end
end

local function ask_wagon(state, options)
  local _, places = next_wagon(state, options)
  for _, place in ipairs(places or {}) do
    state:offer { x = place.x, y = place.y, segment = place.segment }
  end
  return nil, true
end

local function answer_wagon(state, action, options)
  state:set_variable("wagon_from", state:asked(), next_wagon(state, options), nil)
  if action then state:deploy(state:asked(), "wagon", action.x, action.y, action.segment) end
  return true
end

-- ---- The barn -----------------------------------------------------------------------------------

local with_barn = { "pieces", piece = "barn" }

local function put_barn(state, action)
  state:deploy(state:turn_player(), "barn", action.x, action.y, action.segment)
  state:set_variable("barn_corner", state:turn_player(), action.number)
end

-- Returns the points of a field (`each` points for a city, and the extra points of castles and
-- buildings), and the number of its cities.
local function worth(state, field, each)
  local cities = { "features", kind = "city", complete = true, borders = field }
  local count = state:count(cities)
  cities.attribute = "siege.besieged?"
  return (each - state:game():rules().field_city_points) * (count + state:count(cities)) + field.points, count
end

-- Only the tile just placed can have brought a barn and farmers together.
local function score_farmers(state)
  for field in state:each { "features", kind = "field", feature = "last_placed",
      has = { with_barn, { "pieces", player = "majority" } } } do
    local new = state:any { "pieces", piece = "barn", feature = field, at = "last_placed" }
    local points, cities = worth(state, field, new and 3 or 1)
    if state:matches(field, { attribute = HERDS }) then points = points + cities end
    for _, player in ipairs(field.majority) do
      local pig = state:any { "pieces", piece = "pig", player = player, feature = field }
      state:award(player, points + (pig and cities * state:game():rules().pig_bonus or 0),
        new and "barn-placed" or "barn-connected")
    end
    -- Pigs return first, because a pig would follow its farmer; pieces of other scripts may, too.
    for pig in state:each { "pieces", piece = "pig", feature = field } do
      state:return_piece(pig, "scored")
    end
    for farmer in state:each { "pieces", feature = field, except = { piece = "barn" } } do
      state:return_piece(farmer, "scored")
    end
  end
end

-- A player with several barns in one field scores it once.
local function score_barns(state)
  for field in state:each { "features", kind = "field", has = with_barn } do
    local points = worth(state, field, 4)
    for player in state:each { "players", has = { "pieces", piece = "barn", feature = field } } do
      if points > 0 then state:award(player, points, "barn") end
    end
  end
end

return {
  name = "abbey-and-mayor",
  description =
    "An abbey fills a hole in the board, a mayor counts pennants, a wagon moves on after it scores, and a "
    .. "barn sends farmers home.",
  options = {
    edition = { 1, 2, description = "in edition 2, one of the tiles has a garden" },
    end_round = { "once", "again",
      description = "once: after the last tile, each player is asked once whether to lay the abbey; again: "
        .. "the players are asked in repeated rounds" },
    barn_field = { "no-barn", "any",
      description = "no-barn: a barn may not be put in a field that already has one; any: it may be put in "
        .. "any field" },
    wagon_move = { "C2", "C1",
      description =
      "C2: a wagon moves to its own tile or one of the eight tiles around it; C1: it moves to a feature "
      .. "that meets the scored feature" },
  },
  modules = {
    tiles = "its twelve tiles",
      abbeys = "an abbey for each player, which fills a hole in the board",
    mayors = "a mayor for each player; its power is the number of pennants in its city",
      wagons = "a wagon for each player, which moves on after it scores",
    barns = "a barn for each player, which sends farmers home",
  },
  attributes = { { name = "abbey", on = "tile" },
    { name = "garden", shared = true, scores_as_monastery = true,
    if_options = { edition = 2 } } },
  tiles = { { module = "tiles", [[
    AM-A x1 city:N.E.S.W+pennant+pennant
    AM-B x1 city:N.S+pennant city:E.W field~N.W field~N.W
    AM-C x1 city:N+pennant city:E.W field~N.W field:SL.SR~N.W
    AM-D x1 city:N city:W road:E road:S field:EL~N field:SR~W field:ER.SL~N.W
    AM-E x1 monastery road:N road:W road:S road:E field:NL.WR field:NR.EL field:ER.SL field:SR.WL
    AM-F x1 city:N road:W field:WR~N field:EL.ER.SL.SR.WL~N
    AM-G x1 city:N road:E.S field:SR.WL.WR~N field:EL~N field:ER.SL
    AM-H x1 city:N road:S.W field:EL.ER.SL~N field:WR~N field:SR.WL
    AM-I x1 city:W+pennant field:NL.NR~W field:EL.ER~W field:SL.SR~W
    AM-J x1 road:S field:NL.NR.EL.ER.SL.SR.WL.WR
    AM-L x1 road:N.E.W field:NL.WR field:NR.EL field:ER.SL.SR.WL
    AM-M x1 city:E.W+pennant road:N.S field:SL.SR~W field:NL~W field:NR~W
  ]] }, { module = "tiles", if_options = { edition = 2 },
    "AM-K x1 road:S field:NL.NR.EL.ER.SL.SR.WL.WR spot+garden instead:AM-J" },
    { module = "abbeys", "AM-AB x6 wild monastery @abbey" } },
  counts = { module = "abbeys", [ABBEY] = { 1, 2, 3, 4, 5, 6 } }, -- one each, by number of players
  held_back = { { module = "abbeys", "abbey" } }, -- never drawn
  pieces = {
    mayor = { module = "mayors", count = 1, on = "city", power = "pennants", hosts_builder = false },
    wagon = { module = "wagons", count = 1, on = GOES, hosts_builder = false },
    barn = { module = "barns", count = 1, role = "special", needs = { "script_only", "none_of_kind" } },
  },
  variables = {
    { name = "abbeys", scope = "player", initial = 1, label = "abbey in hand" },
    -- For the round after the last tile: the player of the last turn, and how many players have
    -- been asked.
    "last_turn", "round",
    -- the scored segments that the wagons left
    { name = "wagon_from", scope = "player", size = WAGONS, type = "segment", lifetime = "part" },
    { name = "barn_corner", scope = "player" },
  },
  -- In a field with a barn only a pig can be deployed, on the tile that joins farmers and barn.
  forbidden_deployments = { { module = "barns", kind = "field", except = { piece = { "pig", "barn" } },
    feature = { has = with_barn } } },
  on_piece_removed = { module = "wagons", when = { piece = "wagon" }, run = remember_wagon },
  phases = {
    { name = "abbey", module = "abbeys", timing = "before_draw", question = "Does {player} lay the abbey?",
      may_pass = true,
      when = { player = { variable = "abbeys" }, except = { player = { variable = "bazaars.lot?" } } },
      offer = { "cells", can_place = ABBEY }, on_chosen = lay_abbey },
    { name = "barn", module = "barns", timing = "deployment", on_chosen = put_barn,
      if_options = { barn_field = "no-barn" },
      offer = { "corners", at = "last_placed", can_deploy = "barn" } },
    { name = "barn", module = "barns", timing = "deployment", on_chosen = put_barn,
      if_options = { barn_field = "any" },
      offer = { "corners", at = "last_placed", can_deploy = "barn", needs = {} } },
    { name = "barn", module = "barns", timing = "after_scoring", order = 5,
      when = { { "pieces", piece = "barn", feature = "last_placed" } },
      run = score_farmers },
    { name = "wagon", module = "wagons", timing = "after_scoring", order = 10,
      asked_players = { variable = "wagon_from" },
      question = "Where does the wagon go, {player}?", ask = ask_wagon, on_chosen = answer_wagon },
    { name = "abbey-end", module = "abbeys", timing = "game_end", order = 40,
      when = { { "players", variable = "abbeys" } },
      run = function(state) state:set_variable("last_turn", clockwise.last_turn(state)) end,
      question = "Does {player} lay the abbey before the final scoring?",
        ask = ask_round, on_chosen = answer_round },
  },
  final_scoring = { { name = "barns", module = "barns", after = "fields", run = score_barns } },
}
