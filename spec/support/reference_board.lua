--- A second computation of the board, from scratch: which segments form a feature, who has the
--- majority, how much a feature is worth, where a tile fits.
--
-- It is slow but simple, and the tests compare the engine with it: the reference plays whole games
-- on it, other tests survey the board of a game. From the engine it takes only what is printed on
-- the tiles, and the rule values. The effects of the shipped expansions' attributes and pieces are
-- written again in this file, from the rule sheets.

local c_locale = require "carcassonne.base.c_locale"
local tile_sides = require "carcassonne.describe.tile_sides"

local reference_board = {}

local SIDES = { "N", "E", "S", "W" }
local STEP, BACK = tile_sides.step, tile_sides.opposite
-- The port of the neighbouring tile that touches a port. Ports count clockwise, so left touches
-- right.
local MEETS = { NL = "SR", N = "S", NR = "SL", EL = "WR", E = "W", ER = "WL", SL = "NR", S = "N", SR = "NL",
  WL = "ER", W = "E",
  WR = "EL" }

-- The effects of attributes: points for each tile and pennant of a complete or an incomplete
-- feature, for fields around it, for open ends; and whether a spot with the attribute is complete
-- when the eight cells around it have tiles.
local ATTRIBUTES = {
  inn = { each = 1, nothing = true }, cathedral = { each = 1, nothing = true },
  besieged = { each = -1, unfinished = -1, field = 2, pig = 2 }, tunnel = { open = 1 },
  garden = { surrounded = true }, ["yaga-hut"] = { surrounded = true }, ["pig-herd"] = { each_city = 1 },
}

-- Returns the effects of an attribute by the name that hosts see, which includes the script's name
-- if two scripts use the same name.
local function does(name) return ATTRIBUTES[name:match "[^.]*$"] or {} end

-- By the name of a script: an attribute that it gives to segments during the game. Each of
-- these segments has one more open end.
local GIVEN = { ferries = "landing", ["hills-and-sheep"] = "split", count = "apart" }

local ENDLESS = { field = true, spot = true, river = true } -- never complete
-- a mayor counts the pennants instead
local POWER = { follower = 1, large = 2, wagon = 1, abbot = 1, phantom = 1, ringmaster = 1 }
local STANDS_BY = { builder = "builders", pig = "pigs" }

--- A board that is built tile by tile.
---@class ReferenceBoard
---@field players integer
---@field sides integer[][] for each player: the players whose followers count together with the player's
---@field rules table<string, integer|string> the rule values
---@field tiles SurveyTile[]
---@field pieces {player:integer, piece:string, tile:integer, segment:integer}[]
local ReferenceBoard = {}
ReferenceBoard.__index = ReferenceBoard

---@class SurveyTile
---@field index integer
---@field id string
---@field x integer
---@field y integer
---@field rotation integer

--- A feature, computed from scratch.
---@class SurveyFeature
---@field kind Kind
---@field complete boolean
---@field surrounded boolean whether it is a monastery, or a spot that is completed like one
---@field tiles integer for a monastery: itself and its neighbours
---@field open integer missing edges (of a monastery: missing neighbours); the halves of a side beside a road count as two
---@field pennants integer
---@field goods Goods
---@field attributes table<string, boolean>
---@field pieces integer the number of pieces in it
---@field barn? boolean whether a barn stands in it
---@field followers integer[] for each player
---@field builders table<integer, boolean> the players with a builder in it
---@field pigs table<integer, boolean>
---@field power integer[] for each player: the power in the majority
---@field majority integer[] the players with the most power
---@field places {tile:integer, segment:integer}[]

-- ---- What is printed on a tile ------------------------------------------------------------------

local printed = setmetatable({}, { __mode = "k" }) -- by game; then by tile and rotation

-- Returns the road of a span across a tile, which is the tile's last segment.
local function road_across(span)
  local ports = {}
  for port in span:gmatch "%a" do ports[#ports + 1] = port end
  return { kind = "road", ports = ports, pennants = 0, borders = {}, attributes = {} }
end

-- Returns the ports at which a segment touches its neighbours. If a city has only half of a side,
-- this half is the port.
local function meeting_ports(segment)
  local halved, ports = {}, {}
  for _, port in ipairs(segment.ports) do halved[port:sub(1, 1)] = halved[port:sub(1, 1)] or #port == 2 end
  for _, port in ipairs(segment.ports) do
    if segment.kind ~= "city" or #port == 2 or not halved[port] then ports[#ports + 1] = port end
  end
  return ports
end

-- Reads a tile in a rotation: its segments, the segment that each port belongs to, the kind of each
-- side.
local function read_tile(game, id, rotation, span)
  local tile = game:tile(id, rotation)
  local segments, owner, edge, marks = tile.segments, {}, {}, {}
  for _, name in ipairs(tile.attributes) do marks[name:match "[^.]*$"] = true end
  if span then table.insert(segments, road_across(span)) end
  for i, segment in ipairs(segments) do
    for _, port in ipairs(segment.ports) do owner[port] = i end
    segment.ports = meeting_ports(segment)
  end
  for _, side in ipairs(SIDES) do
    local middle = segments[owner[side]]
    edge[side] = middle and middle.kind or "field"
  end
  return { segments = segments, owner = owner, edge = edge, wild = next(owner) == nil, marks = marks }
end

local function print_of(game, id, rotation, span)
  local prints = printed[game] or {}
  printed[game] = prints
  local key = id .. rotation .. (span or "")
  prints[key] = prints[key] or read_tile(game, id, rotation, span)
  return prints[key]
end

-- ---- The table ----------------------------------------------------------------------------------

local function copy_of(list)
  local copy = {}
  for key, value in pairs(list) do copy[key] = value end
  return copy
end

local function cell(x, y) return x * 4096 + y end

local function place_of(tile, segment) return tile * 32 + segment end

--- Returns the tile in a cell, or nil.
---@param x integer
---@param y integer
---@return SurveyTile?
function ReferenceBoard:tile_at(x, y) return self._cells[cell(x, y)] end

function ReferenceBoard:_beside(tile, side)
  return self:tile_at(tile.x + STEP[side][1], tile.y + STEP[side][2])
end

function ReferenceBoard:_neighbours(tile)
  local count = 0
  for x = tile.x - 1, tile.x + 1 do
    for y = tile.y - 1, tile.y + 1 do
      if self:tile_at(x, y) and not (x == tile.x and y == tile.y) then count = count + 1 end
    end
  end
  return count
end

--- Puts a tile on the board, whether or not it fits.
---@param id string
---@param x integer
---@param y integer
---@param rotation integer
---@param span? string the axis of a span across the tile
function ReferenceBoard:lay(id, x, y, rotation, span)
  local tile = { index = #self.tiles + 1, id = id, x = x, y = y, rotation = rotation,
    printed = print_of(self._game, id, rotation, span) }
  self.tiles[tile.index] = tile
  self._cells[cell(x, y)] = tile
end

--- Joins the features of two places, as scripts do.
---@param a {tile:integer, segment:integer}
---@param b {tile:integer, segment:integer}
function ReferenceBoard:join(a, b)
  for from, to in pairs { [a] = b, [b] = a } do
    local place = place_of(from.tile, from.segment)
    local joined = copy_of(self._joins[place] or {})
    joined[#joined + 1] = to
    self._joins[place] = joined
  end
end

--- Returns the segments of a tile, including the road of a span across it.
---@param tile integer
---@return Segment[]
function ReferenceBoard:segments(tile) return self.tiles[tile].printed.segments end

-- ---- Features -----------------------------------------------------------------------------------

--- Returns the places that are connected to a place: across the sides of its tile, and by joins of
--- scripts. Half of a city may touch half of another one, or a whole side.
---@param place {tile:integer, segment:integer}
---@return {tile:integer, segment:integer}[]
function ReferenceBoard:next_to(place)
  local here, list = self.tiles[place.tile], {}
  local own = here.printed.segments[place.segment]
  for _, port in ipairs(own.ports) do
    local there = self:_beside(here, port:sub(1, 1))
    local owner = there and there.printed.owner
    local segment = there and (owner[MEETS[port]] or owner[MEETS[port:sub(1, 1)]])
    if there and not segment then assert(there.printed.wild, "edges do not match") end
    local joins = segment and there.printed.segments[segment].kind == own.kind
    if segment and not joins then
      assert(here.printed.edge[port:sub(1, 1)] == "city", "edges do not match")
    end
    if joins then list[#list + 1] = { tile = there.index, segment = segment } end
  end
  for _, joined in ipairs(self._joins[place_of(place.tile, place.segment)] or {}) do
    list[#list + 1] = joined
  end
  return list
end

-- Returns all segments that are connected to a segment: a list of places, and the same places as a
-- set.
function ReferenceBoard:_flood(tile, segment)
  local places, set, i = { { tile = tile, segment = segment } }, { [place_of(tile, segment)] = true }, 1
  while places[i] do
    for _, found in ipairs(self:next_to(places[i])) do
      local place = place_of(found.tile, found.segment)
      if not set[place] then places[#places + 1] = found end
      set[place] = true
    end
    i = i + 1
  end
  return places, set
end

-- Returns the open ends that attributes add, less those that joins have closed. Joins of fields
-- close nothing.
function ReferenceBoard:_open_ends(tile, number, segment)
  local place = place_of(tile.index, number)
  local open = self._given[place] and 1 or 0
  if segment.kind ~= "field" then open = open - #(self._joins[place] or {}) end
  for _, name in ipairs(segment.attributes) do open = open + (does(name).open or 0) end
  return open
end

-- Returns whether a segment is completed by its neighbours: a monastery, or a spot with this
-- property.
local function is_surrounded(segment)
  for _, name in ipairs(segment.attributes) do
    if does(name).surrounded then return true end
  end
  return segment.kind == "monastery"
end

-- Returns the number of edges at which a segment has no neighbour yet, and of other open ends. A
-- side of a field is one edge; if a road divides the side, each half is an edge.
function ReferenceBoard:_open_edges(tile, number)
  local segment = tile.printed.segments[number]
  if is_surrounded(segment) then return 8 - self:_neighbours(tile) end
  local open = self:_open_ends(tile, number, segment)
  for _, port in ipairs(segment.ports) do
    local side = port:sub(1, 1)
    local other_half = port:match "R$" and not tile.printed.owner[side]
      and tile.printed.owner[side .. "L"] == number
    if not self:_beside(tile, side) and not other_half then open = open + 1 end
  end
  return open
end

--- Returns the players with the largest number; nobody if all numbers are 0.
---@param counts integer[] for each player
---@return integer[] players
function reference_board.most_of(counts)
  local most, who = 1, {}
  for player, count in ipairs(counts) do
    if count > most then most, who = count, {} end
    if count == most then who[#who + 1] = player end
  end
  return who
end

--- Adds the numbers of each team together, and returns the teams with the largest sum, each as the
--- first player of the team.
---@param counts integer[] for each player
---@return integer[] players
function ReferenceBoard:most_of(counts)
  local sums, best = {}, {}
  for player, side in ipairs(self.sides) do
    local first = side[1]
    sums[player] = 0 -- each team counts once, for its first player
    sums[first] = sums[first] + counts[player]
    if not best[first] or counts[player] > counts[best[first]] then best[first] = player end
  end
  local who = reference_board.most_of(sums)
  for i, first in ipairs(who) do who[i] = best[first] end
  c_locale.sort(who)
  return who
end

-- Returns the power of a piece in the majority of a feature.
function ReferenceBoard:_power_of(piece, feature)
  local word = self.rules.count_as_followers
  if piece == "mayor" then return feature.pennants end
  if STANDS_BY[piece] then return (word == "majorities" or word == "everywhere") and 1 or 0 end
  return POWER[piece] or 0
end

-- Returns the options of the script whose hills break ties; nil if no such script exists.
local function hills_of(game)
  for _, variant in ipairs(game:variants()) do
    if variant.name == "hills-and-sheep" then return variant.options end
  end
end

-- Breaks a tie: returns the players who have a follower on a hill; if the option `hill_tie` is
-- `most`, those with the largest number of such followers.
function ReferenceBoard:_break_tie(players, set)
  local hills = #players > 1 and hills_of(self._game)
  if not hills or not hills.hills then return players end
  local counts = {}
  for player = 1, self.players do counts[player] = 0 end
  for _, one in ipairs(self.pieces) do
    local follower = POWER[one.piece] or one.piece == "mayor"
    if follower and set[place_of(one.tile, one.segment)] and self.tiles[one.tile].printed.marks.hill then
      counts[one.player] = hills.hill_tie == "most" and counts[one.player] + 1 or 1
    end
  end
  local best, most = players, 0
  for _, player in ipairs(players) do
    if counts[player] > most then best, most = {}, counts[player] end
    if counts[player] == most and most > 0 then best[#best + 1] = player end
  end
  return best
end

function ReferenceBoard:_add_pieces(feature, set)
  for player = 1, self.players do feature.followers[player], feature.power[player] = 0, 0 end
  for _, one in ipairs(self.pieces) do
    if set[place_of(one.tile, one.segment)] then
      local player, by = one.player, STANDS_BY[one.piece]
      feature.pieces, feature.barn = feature.pieces + 1, feature.barn or one.piece == "barn"
      if by then feature[by][player] = true end
      if one.piece == "follower" then feature.followers[player] = feature.followers[player] + 1 end
      feature.power[player] = feature.power[player] + self:_power_of(one.piece, feature)
    end
  end
  feature.majority = self:_break_tie(self:most_of(feature.power), set)
end

local function add_print(feature, segment)
  assert(feature.kind == segment.kind, "segments of two kinds join")
  feature.pennants = feature.pennants + segment.pennants
  if segment.good then feature.goods[segment.good] = feature.goods[segment.good] + 1 end
  for _, name in ipairs(segment.attributes) do feature.attributes[name] = true end
end

--- Returns the feature that contains a segment.
---@param tile integer index of the tile
---@param segment integer
---@return SurveyFeature
function ReferenceBoard:feature(tile, segment)
  local places, set = self:_flood(tile, segment)
  local here = self:segments(tile)[segment]
  local feature = { kind = here.kind, surrounded = is_surrounded(here), places = places, tiles = 0, open = 0,
    pennants = 0, attributes = {},
    goods = { wine = 0, grain = 0, cloth = 0 }, pieces = 0, followers = {}, power = {}, builders = {},
      pigs = {}, _set = set }
  local counted = {}
  for _, place in ipairs(places) do
    local on = self.tiles[place.tile]
    if not counted[place.tile] then feature.tiles = feature.tiles + 1 end
    counted[place.tile] = true
    feature.open = feature.open + self:_open_edges(on, place.segment)
    add_print(feature, on.printed.segments[place.segment])
  end
  if feature.surrounded then feature.tiles = 1 + self:_neighbours(self.tiles[tile]) end
  feature.complete = feature.open == 0 and (feature.surrounded or not ENDLESS[feature.kind])
  self:_add_pieces(feature, set)
  return feature
end

--- Returns whether a place belongs to a feature.
---@param feature SurveyFeature
---@param tile integer
---@param segment integer
---@return boolean
function reference_board.is_in(feature, tile, segment)
  return feature._set[place_of(tile, segment)] == true
end

--- Returns all features on the board, and a function that returns the feature of a place.
---@return SurveyFeature[] features
---@return fun(tile:integer, segment:integer):SurveyFeature at
function ReferenceBoard:features()
  local features, at = {}, {}
  for _, tile in ipairs(self.tiles) do
    for segment = 1, #tile.printed.segments do
      if not at[place_of(tile.index, segment)] then
        local feature = self:feature(tile.index, segment)
        features[#features + 1] = feature
        for place in pairs(feature._set) do at[place] = feature end
      end
    end
  end
  return features, function(tile, segment) return at[place_of(tile, segment)] end
end

--- Returns the cities that a field borders.
---@param field SurveyFeature
---@param at fun(tile:integer, segment:integer):SurveyFeature the second result of `features`
---@param complete? boolean whether to return only complete cities
---@return SurveyFeature[]
function ReferenceBoard:cities(field, at, complete)
  local cities, seen = {}, {}
  for _, place in ipairs(field.places) do
    for _, border in ipairs(self:segments(place.tile)[place.segment].borders) do
      local city = at(place.tile, border)
      if not seen[city] and (city.complete or not complete) then cities[#cities + 1] = city end
      seen[city] = true
    end
  end
  return cities
end

-- Returns the number of complete cities around a field. A city counts more than once if one of its
-- attributes says so; `whom` ("field" or "pig") selects for what it counts.
function ReferenceBoard:_count_cities(field, at, whom)
  local times = 0
  for _, city in ipairs(self:cities(field, at, true)) do
    local each = 1
    for name in pairs(city.attributes) do each = each * (does(name)[whom] or 1) end
    times = times + each
  end
  return times
end

-- Returns the points of a field: the points for each complete city, as often as this city counts,
-- and extra points for each city if an attribute of the field gives them (if several do, the
-- highest value). In a field with a barn there are no extra points.
function ReferenceBoard:_field_worth(field, at)
  local more = 0
  for name in pairs(field.barn and {} or field.attributes) do
    more = math.max(more, does(name).each_city or 0)
  end
  return self:_count_cities(field, at, "field") * self.rules.field_city_points
    + more * self:_count_cities(field, at, "pig")
end

--- Returns the points of a feature in the present position, without pigs.
---@param feature SurveyFeature
---@param at? fun(tile:integer, segment:integer):SurveyFeature the second result of `features`
---@return integer
function ReferenceBoard:worth(feature, at)
  if ENDLESS[feature.kind] and feature.kind ~= "field" and not feature.surrounded then return 0 end
  if feature.kind == "field" then return self:_field_worth(feature, at) end
  local small = feature.tiles == 2 and self.rules.small_city == 2
  local each = feature.kind == "city" and feature.complete and not small and 2 or 1
  for name in pairs(feature.attributes) do
    local effect = does(name)
    if effect.nothing and not feature.complete then return 0 end
    each = each + ((feature.complete and effect.each or not feature.complete and effect.unfinished) or 0)
  end
  return math.max(each, 0) * (feature.tiles + feature.pennants)
end

-- ---- Where a tile fits --------------------------------------------------------------------------

-- Returns whether a tile fits in a cell. A wild tile fits beside any tile, but only in a hole, and
-- is not rotated.
function ReferenceBoard:_fits(id, x, y, rotation)
  local print, around = print_of(self._game, id, rotation), 0
  for _, side in ipairs(SIDES) do
    local neighbour = self:tile_at(x + STEP[side][1], y + STEP[side][2])
    around = around + (neighbour and 1 or 0)
    if neighbour and not print.wild and neighbour.printed.edge[BACK[side]] ~= print.edge[side] then
      return false
    end
  end
  return not print.wild or around == #SIDES and rotation == 0
end

--- Returns the free cells beside tiles; on an empty board the cell 0,0.
---@return {x:integer, y:integer}[]
function ReferenceBoard:free_cells()
  local free, seen = {}, {}
  for _, tile in ipairs(self.tiles) do
    for _, side in ipairs(SIDES) do
      local x, y = tile.x + STEP[side][1], tile.y + STEP[side][2]
      if not self:tile_at(x, y) and not seen[cell(x, y)] then free[#free + 1] = { x = x, y = y } end
      seen[cell(x, y)] = true
    end
  end
  if #self.tiles == 0 then free[1] = { x = 0, y = 0 } end
  return free
end

--- Returns every free cell with every rotation in which the edges of a tile match.
---@param id string
---@return {x:integer, y:integer, rotation:integer}[]
function ReferenceBoard:placements(id)
  local list = {}
  for _, at in ipairs(self:free_cells()) do
    for rotation = 0, 3 do
      if self:_fits(id, at.x, at.y, rotation) then
        list[#list + 1] = { x = at.x, y = at.y, rotation = rotation }
      end
    end
  end
  return list
end

-- ---- Of what ------------------------------------------------------------------------------------

--- Returns an independent copy.
---@return ReferenceBoard
function ReferenceBoard:copy()
  local copy = copy_of(self)
  for _, key in ipairs { "tiles", "pieces", "_cells", "_joins", "_given" } do
    copy[key] = copy_of(self[key])
  end
  return setmetatable(copy, ReferenceBoard)
end

--- Returns for each player the list of players of the player's team; a team may have one player.
---@param game Game
---@return integer[][]
function reference_board.teams_of(game)
  local teams = {}
  for _, team in ipairs(game:teams()) do
    for _, player in ipairs(team) do teams[player] = team end
  end
  for player = 1, game:players() do teams[player] = teams[player] or { player } end
  return teams
end

-- Returns for each player the players whose followers count together with the player's.
local function sides_of(game)
  if not game:text():find "\nteam_majority apart\n" then return reference_board.teams_of(game) end
  local alone = {}
  for player = 1, game:players() do alone[player] = { player } end
  return alone
end

local function add_given(self, state)
  for _, variant in ipairs(self._game:variants()) do
    local attribute = GIVEN[variant.name]
    for _, place in ipairs(attribute and state:segments { attribute = attribute .. "?" } or {}) do
      self._given[place_of(place.tile, place.segment)] = true
    end
  end
end

--- Returns the board of a state.
---@param state State
---@return ReferenceBoard
---@usage local slow = require("spec.support.reference_board").of(state)
--- assert(#slow:features() == #state:features())
function reference_board.of(state)
  local game = state:game()
  local self = setmetatable({ players = game:players(), rules = game:rules(), sides = sides_of(game),
    tiles = {}, pieces = {},
    _game = game, _cells = {}, _joins = {}, _given = {} }, ReferenceBoard)
  for _, tile in ipairs(state:tiles()) do self:lay(tile.id, tile.x, tile.y, tile.rotation, tile.span) end
  for _, piece in ipairs(state:pieces()) do
    table.insert(self.pieces, { player = piece.player, piece = piece.piece, tile = piece.tile,
      segment = piece.segment })
  end
  for _, join in ipairs(state:joins()) do self:join(join[1], join[2]) end
  add_given(self, state)
  return self
end

return reference_board
