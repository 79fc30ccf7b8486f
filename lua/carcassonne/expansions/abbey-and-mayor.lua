--- Abbey & Mayor: twelve tiles, and for each player an abbey, a mayor, a wagon and a barn.
--
-- The abbey is a tile that its player may lay instead of drawing one, in a hole with tiles on all four sides, whatever they
-- show; but not instead of one that waits from a bazaar. It is a monastery. Its sides close the roads and cities that end there,
-- without being part of them; goods of a city completed so go to its player. After the last tile, everybody who still has an
-- abbey may lay it, clockwise, beginning with the player after the one who had the last turn.
--
-- The mayor is a follower for cities only, and counts as many as the city has pennants: none, none.
--
-- The wagon is a follower for roads, cities and monasteries. When it comes home from a scoring, its player may at once send
-- it on to a road, city or monastery that is incomplete and holds no follower, but not onto the dragon's tile. Several wagons
-- move clockwise, beginning with the player whose turn it is.
--
-- The barn is put down instead of a follower, on a corner of the tile just placed (the dragon's, too) where four tiles meet
-- and all are field, unless the field has a barn. Farmers in it score 3 points for each complete city, and all go home. A
-- field with a barn takes no farmer; farmers whose field is later joined to it score 1 a city and go home too. At the end a
-- barn scores 4 a city. A castle is worth 1 more to either. Pigs add to the farmers' points as ever; a besieged city counts twice, for
-- the pig once.
--
-- By `wagon_move` "C1" a road meets the city it ends at, roads meet at a crossing, and an abbey meets its neighbours.
--
-- Source: the second edition's sheet; "C1" is the first's.

local ABBEY = "AM-AB"

-- ---- Places and what stands there ---------------------------------------------------------------------------------

-- A segment of a tile on the table as one number, for slots and sets.
local function pack(tile, segment)
  return tile * 64 + segment
end

-- The players, clockwise, beginning after one of them.
local function clockwise_after(state, player)
  local players, order = state:game():players(), {}
  for i = 1, players do order[i] = (player + i - 1) % players + 1 end
  return order
end

-- ---- The abbey ----------------------------------------------------------------------------------------------------

local function lay_abbey(state, player, at)
  state:set_slot("abbeys", player, state:slot("abbeys", player) - 1)
  state:place_tile(ABBEY, at.x, at.y, 0)
end

local function answer_abbey(state, action)
  if action then lay_abbey(state, state:turn(), action) end
end

-- Laying an abbey makes it its player's turn: so the round remembers whose the last one was, and how far it has come. When
-- no tile was left for a turn to begin with, it was that of the player before.
local function begin_round(state)
  local turn = state:turn()
  state:set_slot("last_turn", state:part() == 1 and turn - 1 or turn)
end

-- Who is to be asked in the round after the last tile, and which place in it that is.
local function next_in_round(state)
  local order = clockwise_after(state, state:slot "last_turn")
  for place = state:slot "round" + 1, #order do
    local player = order[place]
    if state:slot("abbeys", player) > 0 and not state:has_resigned(player) then return player, place end
  end
end

local function ask_round(state)
  local player = next_in_round(state)
  if player then state:offer { "cells", takes = ABBEY } end
  return player, true
end

local function answer_round(state, action, options)
  local player, place = next_in_round(state)
  local again = options.end_round == "again" and place == state:game():players()
  state:set_slot("round", again and 0 or place)
  if action then lay_abbey(state, player, action) end
  return true
end

-- ---- What meets what, for wagons of the first edition ---------------------------------------------------------------

-- Where a tile's print tells more than the rules of `meetings_on` below: which of its segments meet.
local printed_meetings = {
  ["TB-C"] = { { "city:N", "road:S" } }, -- the other road ends at a cottage
  ["IC-I"] = { { "city:N", "city:S", "road:W", "road:E" } },
  ["FE-E"] = { { "city:N", "city:S", "road:W", "road:E" } },
  ["PD-N"] = { { "monastery", "city:N.E.W" } },
  ["TO-K"] = {}, -- the tower stands between road and city
}

local function find_segment(tile, test)
  for _, segment in ipairs(tile.segments) do
    if test(segment) then return segment end
  end
end

local function has_port(segment, name)
  for _, port in ipairs(segment.ports) do
    if port == name then return true end
  end
  return false
end

local function is_road_end(segment)
  return segment.kind == "road" and #segment.ports == 1 and segment.attributes[1] ~= "tunnel.tunnel"
end

local function is_garden(segment) return (segment.attributes[1] or ""):find "garden$" ~= nil end

-- The city at which a road ends: both fields beside the road border it, and the road parts them.
local function city_at_end(tile, road)
  local side = road.ports[1]
  local left = find_segment(tile, function(segment) return has_port(segment, side .. "L") end)
  local right = find_segment(tile, function(segment) return has_port(segment, side .. "R") end)
  if left == right then return nil end
  for _, city in ipairs(left.borders) do
    for _, other in ipairs(right.borders) do
      if city == other then return city end
    end
  end
end

-- The groups of segments that meet on a tile. A road that ends on it ends at its monastery, or else at a city, or else at a
-- crossing with all others that do, unless a tower stands there.
local function meetings_on(tile)
  local printed, groups, crossing = printed_meetings[tile.id], {}, {}
  for i, texts in ipairs(printed or {}) do
    groups[i] = {}
    for j, text in ipairs(texts) do
      groups[i][j] = find_segment(tile, function(segment) return segment.text == text end).index
    end
  end
  if printed then return groups end
  local monastery = find_segment(tile, function(segment) return segment.kind == "monastery" end)
  local tower = find_segment(tile, function(segment) return segment.kind == "spot" and not is_garden(segment) end)
  for _, segment in ipairs(tile.segments) do
    if is_road_end(segment) then
      local goal = monastery and monastery.index or city_at_end(tile, segment)
      local group = goal and { goal } or not tower and crossing or {}
      group[#group + 1] = segment.index
      groups[#groups + 1] = group
    end
  end
  return groups
end

local sides = { N = { 0, -1, "S" }, E = { 1, 0, "W" }, S = { 0, 1, "N" }, W = { -1, 0, "E" } }

-- Adds what a segment meets on its own tile.
local function add_meetings(state, place, met)
  local tile = state:tile_at(place.x, place.y)
  for _, group in ipairs(meetings_on(state:game():tile(tile.id))) do
    for _, member in ipairs(group) do
      if member == place.segment then
        for _, other in ipairs(group) do met[pack(place.tile, other)] = true end
      end
    end
  end
end

-- Adds what a segment meets over the edges of abbeys.
local function add_abbeys(state, place, met)
  local is_abbey = state:tile_at(place.x, place.y).id == ABBEY
  for side, step in pairs(sides) do
    local x, y, facing = place.x + step[1], place.y + step[2], step[3]
    local neighbour = state:tile_at(x, y)
    if neighbour and is_abbey then
      local segment = state:port(x, y, facing)
      if segment then met[pack(neighbour.index, segment)] = true end
    elseif neighbour and neighbour.id == ABBEY and state:port(place.x, place.y, side) == place.segment then
      met[pack(neighbour.index, 1)] = true
    end
  end
end

-- ---- The wagon ------------------------------------------------------------------------------------------------------

-- Where a player's wagon may go on to from a segment: free, incomplete, and not on the tile of a dragon.
local function places_from(state, from, options)
  local free = { complete = false, takes = "wagon", except = { at = "princess-and-dragon.dragon?" } }
  if options.wagon_move == "C2" then
    free.around = { x = from.x, y = from.y }
    return state:segments(free)
  end
  local met, places = {}, {}
  for _, place in ipairs(state:feature(from.x, from.y, from.segment):segments()) do
    add_meetings(state, place, met)
    add_abbeys(state, place, met)
  end
  for _, place in ipairs(state:segments(free)) do
    if met[pack(place.tile, place.segment)] then places[#places + 1] = place end
  end
  return places
end

-- The entries of `wagon_from`: more than one, for games in which players have several wagons.
local WAGONS = 3

local function remember_wagon(state, piece, why)
  if why ~= "scored" then return end
  for i = 1, WAGONS do
    if not state:slot("wagon_from", piece.player, i) then
      state:set_slot("wagon_from", piece.player, i, piece)
      return
    end
  end
end

-- The next wagon of who is asked that can go on: its entry, and where to.
local function next_wagon(state, options)
  local player = state:asked()
  for i = 1, WAGONS do
    local from = state:slot("wagon_from", player, i)
    local places = from and places_from(state, from, options) or {}
    if #places > 0 then return i, places end
  end
end

local function ask_wagon(state, options)
  local _, places = next_wagon(state, options)
  for _, place in ipairs(places or {}) do state:offer { x = place.x, y = place.y, segment = place.segment } end
  return nil, places ~= nil
end

local function answer_wagon(state, action, options)
  local player = state:asked()
  state:set_slot("wagon_from", player, next_wagon(state, options), nil)
  if action then state:deploy(player, "wagon", action.x, action.y, action.segment) end
  return true
end

-- ---- The barn -------------------------------------------------------------------------------------------------------

local function put_barn(state, action)
  state:deploy(state:turn(), "barn", action.x, action.y, action.segment)
  state:set_slot("barn_corner", state:turn(), action.number)
end

-- The complete cities of a field: how many, how many they count for, and the castles among them.
local function count_cities(state, field)
  local cities = { "features", kind = "city", complete = true, borders = field }
  local count = state:count(cities)
  local castles = state:count { "features", token = "castles.castle?", borders = field }
  cities.attribute = "siege.besieged?"
  return count, count + state:count(cities), castles
end

-- Pigs go first: one whose farmer has gone would follow, as other pieces of scripts may.
local function send_farmers_home(state, field)
  for pig in state:each { "pieces", piece = "pig", feature = field } do state:send_home(pig, "scored") end
  for farmer in state:each { "pieces", feature = field, except = { piece = "barn" } } do state:send_home(farmer, "scored") end
end

local function score_farmers(state, field, points, label)
  local cities, worth, castles = count_cities(state, field)
  local pig_bonus = state:game():rules().pig_bonus
  for _, player in ipairs(field.majority) do
    local pig = state:any { "pieces", piece = "pig", player = player, feature = field }
    state:award(player, worth * points + castles + (pig and cities * pig_bonus or 0), label)
  end
  send_farmers_home(state, field)
end

local with_barn = { "pieces", piece = "barn" }

-- Only at the tile just placed can a barn and farmers have come together.
local function score_beside_barns(state)
  for field in state:each { "features", kind = "field", feature = "last", has = with_barn } do
    local new = state:any { "pieces", piece = "barn", feature = field, at = "last" }
    if #field.majority > 0 then score_farmers(state, field, new and 3 or 1, new and "barn-placed" or "barn-connected") end
  end
end

-- A player's barns in one field, where games give several, score it once.
local function score_barns(state)
  for field in state:each { "features", kind = "field", has = with_barn } do
    local _, worth, castles = count_cities(state, field)
    for player in state:each { "players", has = { "pieces", piece = "barn", feature = field } } do
      if worth > 0 then state:award(player, 4 * worth + castles, "barn") end
    end
  end
end

return {
  name = "abbey-and-mayor",
  description = "An abbey fills a hole, a mayor counts pennants, a wagon drives on, a barn sends farmers home.",
  options = {
    edition = { 1, 2, says = "of the second one of the tiles has a garden" },
    end_round = { "once", "again",
      says = "after the last tile everybody is asked for the abbey once; again: anew after each round, as another engine has it" },
    wagon_move = { "C2", "C1", says = "C2: on to its own tile or one of the eight around it; C1: to what meets the scored feature" },
  },
  modules = {
    tiles = "its twelve tiles, with or without what they show", abbeys = "an abbey for each player, which fills a hole",
    mayors = "a mayor for each player, who counts pennants", wagons = "a wagon for each player, which drives on",
    barns = "a barn for each player, which sends farmers home",
  },
  attributes = {
    { name = "abbey", of = "tile" },
    { name = "garden", shared = true, surrounded = true, only = { edition = 2 } },
  },
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
  ]] }, { module = "tiles", only = { edition = 2 }, "AM-K x1 road:S field:NL.NR.EL.ER.SL.SR.WL.WR spot+garden instead:AM-J" },
    { module = "abbeys", "AM-AB x6 wild monastery @abbey" } },
  -- Abbeys are not drawn: each player has one.
  counts = { module = "abbeys", [ABBEY] = { 1, 2, 3, 4, 5, 6 } },
  held = { { module = "abbeys", "abbey" } },
  pieces = {
    mayor = { module = "mayors", count = 1, on = "city", power = "pennants", ordinary = false },
    wagon = { module = "wagons", count = 1, on = { "city", "monastery", "road" }, ordinary = false },
    barn = { module = "barns", count = 1, like = "special", needs = { "script", "vacant" } },
  },
  slots = {
    { name = "abbeys", scope = "player", initial = 1 },
    "last_turn", -- of the round after the last tile: whose turn it was before,
    "round", -- and how many places of it are done
    { name = "wagon_from", scope = "player", size = WAGONS, holds = "segment", lifetime = "part" }, -- where it was scored
    { name = "barn_corner", scope = "player" },
  },
  phases = {
    {
      name = "abbey",
      module = "abbeys",
      at = "draw",
      when = { player = { slot = "abbeys" }, except = { player = { slot = "bazaars.lot?" } } },
      offer = { "cells", takes = ABBEY },
      may_pass = true,
      chosen = answer_abbey,
    },
    { name = "barn", module = "barns", at = "window", offer = { "corners", at = "last", takes = "barn" }, chosen = put_barn },
    { name = "barn", module = "barns", at = "after_scoring", order = 5, when = { { "pieces", piece = "barn", feature = "last" } },
      run = score_beside_barns },
    { name = "wagon", module = "wagons", at = "after_scoring", order = 10, asks = { slot = "wagon_from" },
      ask = ask_wagon, chosen = answer_wagon },
    {
      name = "abbey-end",
      module = "abbeys",
      at = "game_end",
      order = 40,
      when = { { "players", slot = "abbeys" } },
      run = begin_round,
      ask = ask_round,
      chosen = answer_round,
    },
  },
  -- a field with a barn takes nobody but the pig that comes with the tile that joins them
  blocked = { { module = "barns", kind = "field", except = { piece = "pig" }, feature = { has = with_barn } } },
  on_leave = { module = "wagons", when = { piece = "wagon" }, run = remember_wagon },
  final = { { name = "barns", module = "barns", after = "fields", run = score_barns } },
}
