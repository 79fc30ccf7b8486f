--- A second implementation of selectors, slow but simple, to compare with the engine. It gets the
--- features from spec.support.reference_board, and checks every item for every question.
--
-- If the words of a selector are ambiguous, this module reads them in this way:
--
--  1. `at` compares the places of two items: a segment, piece or corner has one place; a tile,
--     cell or axis has its cell; a feature has all its segments. `has` and `has_no` are the
--     reverse of `at` (for a player: the pieces of this player).
--  2. A relation to a selector counts the items that the selector finds and that have the
--     relation. The tested item itself is counted for `around`, `at`, `in_line_with` and
--     `feature`, but not for `adjacent_to`. `min` and `max` bound this number; `has_no` means
--     "not `has`".
--  3. A relation to a filter is a relation to all tiles that match the filter (for `feature` and
--     `borders`: to all features that match it).
--  4. `feature` of a tile or an axis: one of the features on the tile. A reference to a tile
--     stands for all of its features.
--  5. `borders` relates a field and a city that it touches, or the reverse; the city may be
--     incomplete.
--  6. `within` of `around`: at most this number of rows and columns away. `within = "gap"`: all
--     cells between the two items have tiles. So an empty cell is found if it is the first empty
--     one in its direction.
--  7. `player` of an item without an owner compares the acting player, who by default is the
--     player of the turn; `majority`: this player has the majority in the item's feature.
--  8. `follower` follows the rule count_as_followers: with `expansions` and `everywhere`, builders
--     and pigs are followers.
--  9. If a variable belongs to smaller items than the tested one, its values are summed: over the
--     segments of a tile or feature, the cells of a feature, the features of a tile. If it belongs
--     to a larger item, the value is that of the larger item: for a piece or segment, of its cell
--     or feature. If there is neither, the value is 0.
-- 10. An attribute of tiles is not an attribute of features. The road of a span is the last
--     segment of its tile, and has no attributes.
-- 11. A corner belongs to a tile, so a point at which four tiles meet has four corners. They exist
--     if each of the four tiles has a field that fills its corner.
-- 12. `highest` is applied to the items that pass all other keys; `min` and `max` count the
--     result.
-- 13. `NAME?` that is not in the game: the key has no effect (in a list of names: the other names
--     do).
-- 14. An end has the place of its road or river; `into` is about the features that it runs into
--     (spec.support.ends).
-- 15. `can_deploy` of a segment: the deciding player, or the player whom the same selector names
--     by number, has such a piece in hand, the printed kind allows the piece, and the needs of the
--     piece are fulfilled (or the needs that the selector gives instead). The need `script` is
--     ignored. Variables of players in this selector are read for this player.
-- 16. `as_far_as`: there is a path from a segment of one item to a segment of the other item, and
--     no segment between the two matches the filter. A feature lies at all its segments. `kind`
--     does not restrict the path on a tile with several kinds.
-- 17. An attribute in `on` and `not_on` belongs to the script that names it, if it is neither
--     shared nor written as `SCRIPT.NAME`.
-- 18. A side has the segment in its middle; if that is a field with two halves, the left half. A
--     side of a tile that fits anywhere has no segment and no kind. A filter of `touches` is about
--     sides.

local compat = require "carcassonne.base.compat"
local ends = require "spec.support.ends"
local survey = require "spec.support.reference_board"

local selectors = {}

local KINDS = { players = true, tiles = true, cells = true, segments = true, features = true, pieces = true,
  corners = true,
  axes = true, ends = true, sides = true }
local GOODS = { wine = true, grain = true, cloth = true }
-- For each corner of a tile, clockwise from the north-east: the offset of the diagonal neighbour,
-- and the two ports at this corner.
local CORNERS = { { 1, -1, { "NR", "EL" } }, { 1, 1, { "ER", "SL" } }, { -1, 1, { "SR", "WL" } },
  { -1, -1, { "WR", "NL" } } }
-- The sides of a tile, clockwise from the north: the offset of the neighbour, and the name.
local SIDES = { { 0, -1, "N" }, { 1, 0, "E" }, { 0, 1, "S" }, { -1, 0, "W" } }
local AXES = { { { 0, -1, "N", "S" }, { 0, 1, "S", "N" } }, { { 1, 0, "E", "W" }, { -1, 0, "W", "E" } } }

-- ---- What the game has --------------------------------------------------------------------------

local function words_of(text)
  local words = {}
  for word in text:gmatch "%S+" do words[#words + 1] = word end
  return words
end

local STANDING = {
  follower = { on = { "field", "road", "city", "monastery" }, needs = { "unoccupied" } },
  builder = { on = { "road", "city" }, needs = { "own_follower", "incomplete" } },
  pig = { on = { "field" }, needs = { "own_follower" } },
  special = { on = { "field", "road", "city", "monastery" }, needs = { "script_only" } },
  span = { on = {}, needs = {} },
}

-- Splits a text at the marks that stand outside all brackets.
local function split(text, mark)
  local parts, depth, from = {}, 0, 1
  for i = 1, #text + 1 do
    local c = text:sub(i, i)
    depth = depth + (c == "(" and 1 or c == ")" and -1 or 0)
    if depth == 0 and (c == mark or c == "") then
      parts[#parts + 1] = i > from and text:sub(from, i - 1) or nil
      from = i + 1
    end
  end
  return parts
end

-- Returns the attribute that a name in a script means: the script's own, a shared or built-in one,
-- or, as `SCRIPT.NAME`, one of another script. Returns "" if there is none.
local function attribute_meant(words, script, name)
  local whose, plain = name:gsub("%?$", ""):match "^(.-)%.?([^.]+)$"
  local there = words.attributes[plain]
  local meant = there and (not there.script or there.script == (whose ~= "" and whose or script))
  return meant and plain or ""
end

-- Reads a filter for printed segments, `(key=value;...)`, into a table. Words without = are kinds.
local function read_filter(text, words, script)
  local filter = {}
  if text:sub(1, 1) ~= "(" then return { kind = split(text, ",") } end
  for _, part in ipairs(split(text:sub(2, -2), ";")) do
    local key, value = part:match "^([%a_]+)=(.*)$"
    local list = split(value, ",")
    for i, one in ipairs(list) do
      if key == "attribute" then list[i] = attribute_meant(words, script, one) end
      if one:sub(1, 1) == "(" then list[i] = read_filter(one, words, script) end
    end
    filter[key] = list
  end
  return filter
end

local function new_piece(name, role)
  local as = STANDING[role]
  return { name = name, role = role, on = { kind = as.on }, needs = as.needs,
    hosts_builder = role == "follower", not_on = {} }
end

local function read_piece(words, script, said)
  local pieces, name = words.pieces, said[2]
  local piece = pieces[name] or new_piece(name, "follower")
  for i = 3, #said do
    local key, value = said[i]:match "^([%a_]+)=(.*)$"
    if key == "role" then piece = new_piece(name, value) end
    if key == "hosts_builder" then piece.hosts_builder = value == "yes" end
    if key == "needs" then piece.needs = split(value, ",") end
    if key == "on" then piece.on = read_filter(value, words, script) end
    if key == "not_on" then table.insert(piece.not_on, read_filter(value, words, script)) end
  end
  pieces[name] = piece
end

--- Returns the words that a selector may use in a game, from the text of its definition.
---@param game Game
---@return table vocabulary attributes and variables by name, pieces by name, ids of tiles
function selectors.vocabulary(game)
  local words = { attributes = { pennant = {}, wine = {}, grain = {}, cloth = {} }, variables = {},
    pieces = {}, ids = {}, areas = {} }
  for _, piece in ipairs(game:pieces()) do
    words.pieces[piece.name] = new_piece(piece.name, STANDING[piece.name] and piece.name or "follower")
  end
  words.blocked = game:text():find "\nforbidden_deployment " ~= nil
  local script -- the script of the current line; nil for the game's own lines
  for line in game:text():gmatch "[^\n]+" do
    local said = words_of(line)
    if said[1] == "script" then script = said[2] end
    if said[1] == "attribute" then
      local shared = line:find(" shared", 1, true) ~= nil
      words.attributes[said[2]] = { tile = line:find(" on=tile", 1, true) ~= nil,
        script = not shared and script or nil }
    end
    if said[1] == "variable" then
      words.variables[said[2]] = { scope = said[3], size = tonumber(line:match " size=(%d+)"),
        type = line:match " type=(%a+)" }
    end
    if said[1] == "area" then -- a filter by kinds alone
      local kinds = {}
      for kind in said[3]:match("^segments=(.+)"):gmatch "%a+" do kinds[#kinds + 1] = kind end
      words.areas[said[2]] = { "segments", kind = kinds }
    end
    if said[1] == "piece" then read_piece(words, script, said) end
  end
  for _, tile in ipairs(game:tiles()) do words.ids[#words.ids + 1] = tile.id end
  return words
end

-- ---- Things -------------------------------------------------------------------------------------

--- A position, with everything in it as items.
---@class View
local View = {}
View.__index = View

--- Returns the view of a position.
---@param state State
---@param words? table the result of selectors.vocabulary
---@return View
function selectors.look(state, words)
  local slow = survey.of(state)
  local self = setmetatable({ state = state, game = state:game(),
    words = words or selectors.vocabulary(state:game()), slow = slow,
    acts = state:turn_player(), asked = state:asked(), found = {} }, View)
  self.features, self.feature_at = slow:features()
  for number, feature in ipairs(self.features) do feature.number = number end
  return self
end

-- Returns the number of the feature at a place.
function View:number_at(tile, segment) return self.feature_at(tile, segment).number end

-- Returns the engine's Feature for a number.
function View:real(number)
  local first = self.features[number].places[1]
  local tile = self.slow.tiles[first.tile]
  return self.state:feature(tile.x, tile.y, first.segment)
end

local function tile_thing(self, tile)
  local on = {}
  for segment = 1, #self.slow:segments(tile.index) do on[self:number_at(tile.index, segment)] = true end
  return { of = "tiles", tile = tile.index, id = tile.id, on = on, places = { { x = tile.x, y = tile.y } } }
end

local function cell_thing(x, y) return { of = "cells", on = {}, places = { { x = x, y = y } } } end

local function segment_thing(self, tile, segment, of)
  local number = self:number_at(tile.index, segment)
  return { of = of or "segments", tile = tile.index, segment = segment, feature = number,
    on = { [number] = true },
    places = { { x = tile.x, y = tile.y, segment = segment } } }
end

local function piece_thing(self, piece)
  local thing = segment_thing(self, self.slow.tiles[piece.tile], piece.segment, "pieces")
  thing.player, thing.piece = piece.player, piece.piece
  return thing
end

local function feature_thing(self, number)
  local places = {}
  for i, place in ipairs(self.features[number].places) do
    local tile = self.slow.tiles[place.tile]
    places[i] = { x = tile.x, y = tile.y, segment = place.segment, tile = place.tile }
  end
  return { of = "features", feature = number, on = { [number] = true }, places = places }
end

local function player_thing(player) return { of = "players", player = player, on = {}, places = {} } end

-- Returns the field that fills a corner of a tile, or nil.
local function field_in(tile, ports)
  local segment = tile.printed.owner[ports[1]]
  local fills = segment and segment == tile.printed.owner[ports[2]]
    and tile.printed.segments[segment].kind == "field"
  return fills and segment or nil
end

-- Returns the corner of a tile as an item, if four fields meet there.
local function corner_thing(self, tile, number)
  local dx, dy = CORNERS[number][1], CORNERS[number][2]
  for _, at in ipairs { { dx, 0, dx, -dy }, { 0, dy, -dx, dy }, { dx, dy, -dx, -dy } } do
    local other = self.slow:tile_at(tile.x + at[1], tile.y + at[2])
    local theirs -- the corner of another tile at the same point
    for _, corner in ipairs(CORNERS) do
      if corner[1] == (at[1] ~= 0 and -dx or dx) and corner[2] == (at[2] ~= 0 and -dy or dy) then
        theirs = corner
      end
    end
    if not other or not field_in(other, theirs[3]) then return nil end
  end
  local segment = field_in(tile, CORNERS[number][3])
  if not segment then return nil end
  local thing = segment_thing(self, tile, segment, "corners")
  thing.number = number - 1
  return thing
end

local function axis_thing(self, tile, number)
  local thing = tile_thing(self, tile)
  thing.of, thing.number = "axes", number
  return thing
end

-- Functions that list all items of a kind, in order.
local ALL = {}

function ALL.players(self)
  local list, n = {}, self.game:players()
  for i = 0, n - 1 do
    local player = (self.state:turn_player() - 1 + i) % n + 1
    if not self.state:has_resigned(player) then list[#list + 1] = player_thing(player) end
  end
  return list
end

function ALL.tiles(self)
  local list = {}
  for i, tile in ipairs(self.slow.tiles) do list[i] = tile_thing(self, tile) end
  return list
end

function ALL.cells(self)
  local cells, list = {}, {}
  for _, at in ipairs(#self.slow.tiles > 0 and self.slow:free_cells() or {}) do cells[#cells + 1] = at end
  table.sort(cells, function(a, b) return a.y < b.y or a.y == b.y and a.x < b.x end)
  for i, at in ipairs(cells) do list[i] = cell_thing(at.x, at.y) end
  return list
end

function ALL.segments(self)
  local list = {}
  for _, tile in ipairs(self.slow.tiles) do
    for segment = 1, #self.slow:segments(tile.index) do
      list[#list + 1] = segment_thing(self, tile, segment)
    end
  end
  return list
end

function ALL.features(self)
  local list = {}
  for number in ipairs(self.features) do list[number] = feature_thing(self, number) end
  return list
end

function ALL.pieces(self)
  local list = {}
  for i, piece in ipairs(self.slow.pieces) do list[i] = piece_thing(self, piece) end
  return list
end

-- Returns the items of a kind of which each tile has `most`.
local function for_each_tile(self, most, make)
  local list = {}
  for _, tile in ipairs(self.slow.tiles) do
    for number = 1, most do list[#list + 1] = make(self, tile, number) end
  end
  return list
end

function ALL.corners(self) return for_each_tile(self, 4, corner_thing) end

function ALL.axes(self) return for_each_tile(self, 2, axis_thing) end

local function end_thing(self, one)
  local tile = self.slow.tiles[one.tile]
  local thing = segment_thing(self, tile, one.segment, "ends")
  thing.open, thing.number, thing.into = one.open, one.side and one.side - 1, {}
  for _, segment in ipairs(one.into) do thing.into[self:number_at(one.into_tile, segment)] = true end
  return thing
end

function ALL.ends(self)
  local list = {}
  for i, one in ipairs(ends.of(self.slow)) do list[i] = end_thing(self, one) end
  return list
end

-- Returns the side of a tile as an item.
local function side_thing(self, tile, number)
  local name, owner = SIDES[number][3], tile.printed.owner
  local segment = owner[name] or owner[name .. "L"]
  local thing = segment and segment_thing(self, tile, segment, "sides") or tile_thing(self, tile)
  thing.of, thing.number = "sides", number - 1
  thing.open = self.slow:tile_at(tile.x + SIDES[number][1], tile.y + SIDES[number][2]) == nil
  return thing
end

function ALL.sides(self) return for_each_tile(self, 4, side_thing) end

-- Returns the item for a value from outside: a player, a Feature, or a table with x and y.
local function thing_of(self, one)
  if type(one) == "number" then return player_thing(one) end
  if type(one) == "userdata" or one.majority then
    local tile = self.slow:tile_at(one.x, one.y)
    return feature_thing(self, self:number_at(tile.index, one.segment))
  end
  local tile = self.slow:tile_at(one.x, one.y)
  if not tile then return cell_thing(one.x, one.y) end
  if one.into then
    for _, other in ipairs(ALL.ends(self)) do
      if other.tile == tile.index and other.segment == one.segment and other.number == one.number then
        return other
      end
    end
  end
  if one.side and not one.into then return side_thing(self, tile, one.number + 1) end
  if one.piece
    and one.player then return piece_thing(self, { player = one.player, piece = one.piece, tile = tile.index,
    segment = one.segment }) end
  return one.segment and segment_thing(self, tile, one.segment) or tile_thing(self, tile)
end

-- ---- Words --------------------------------------------------------------------------------------

local function as_list(value) return type(value) == "table" and value or { value } end

-- Returns whether a word is `value`, or is in it if it is a list; there, `NAME?` counts as NAME.
local function among(word, value)
  for _, name in ipairs(as_list(value)) do
    if name:gsub("%?$", "") == word then return true end
  end
  return false
end

local function bare(name) return (name:gsub("%?$", "")) end

-- Returns a number, or the number in a variable of the game.
local function number_of(self, value)
  return type(value) == "string" and self.state:variable(value) or value
end

local function is_selector(value) return type(value) == "table" and KINDS[value[1]] == true end

-- ---- Attributes ---------------------------------------------------------------------------------

local function printed_on(segment, name)
  if name == "pennant" then return segment.pennants > 0 end
  if GOODS[name] then return segment.good == name end
  for _, one in ipairs(segment.attributes) do
    if one == name then return true end
  end
  return false
end

local function tile_bears(self, tile, name)
  for _, one in ipairs(self.game:tile(self.slow.tiles[tile].id).attributes) do
    if one == name then return true end
  end
  return false
end

local function feature_bears(self, number, name)
  local feature = self:real(number)
  if name == "pennant" then return feature.pennants > 0 end
  if GOODS[name] then return feature.goods[name] > 0 end
  for _, one in ipairs(feature.attributes) do
    if one == name then return true end
  end
  return false
end

local function bears(self, thing, name)
  if thing.of == "features" then return feature_bears(self, thing.feature, name) end
  if tile_bears(self, thing.tile, name) then return true end
  for number, segment in ipairs(self.slow:segments(thing.tile)) do
    if (not thing.segment or number == thing.segment) and printed_on(segment, name) then return true end
  end
  return false
end

-- ---- Variables ----------------------------------------------------------------------------------

-- Returns the player for `can_deploy` and `can_place`: the player whom the filter names by number,
-- the player of the turn if the filter says `turn_player`; otherwise the deciding player.
local function taker(self, filter)
  if compat.math.type(filter.player) == "integer" then return filter.player end
  return filter.player == "turn_player" and self.acts or self.asked
end

-- Returns the owner of an item. If it has none, returns the player who would put something there if
-- the filter has `can_deploy` or `can_place`; otherwise the acting player.
local function whose(self, thing, filter) return thing.player
  or ((filter.can_deploy or filter.can_place) and taker(self, filter)) or
  self.acts end

local BUILT_IN = {
  part = function(self) return self.state:part() end,
  bag = function(self) return self.state:num_tiles_left() end,
  tiles = function(self, thing) return thing.feature and self:real(thing.feature).tiles or 0 end,
  points = function(self, thing, filter) return self.state:score(whose(self, thing, filter)) end,
}

-- Returns the value of a variable for this key; if the variable has several numbers, their sum.
local function read_variable(self, name, ...)
  local size, sum, n = self.words.variables[name].size, 0, select("#", ...)
  if not size then return self.state:variable(name, ...) end
  for i = 1, size do
    local keys = { ... }
    keys[n + 1] = i
    sum = sum + self.state:variable(name, compat.table.unpack(keys, 1, n + 1))
  end
  return sum
end

local READ = {}

function READ.game(self, _, name) return read_variable(self, name) end

function READ.player(self, thing, name, filter)
  return read_variable(self, name, whose(self, thing, filter))
end

function READ.cell(self, thing, name)
  local sum, seen = 0, {}
  for _, place in ipairs(thing.places) do
    local tile = self.slow:tile_at(place.x, place.y)
    if tile and not seen[tile.index] then sum = sum + read_variable(self, name, tile.index) end
    if tile then seen[tile.index] = true end
  end
  return sum
end

function READ.segment(self, thing, name)
  local sum = 0
  for _, place in ipairs(thing.places) do
    local tile = self.slow:tile_at(place.x, place.y)
    for segment = 1, tile and #self.slow:segments(tile.index) or 0 do
      if not place.segment or segment == place.segment then
        sum = sum + read_variable(self, name, place.x, place.y, segment)
      end
    end
  end
  return sum
end

function READ.feature(self, thing, name)
  local sum = 0
  for number in pairs(thing.on) do sum = sum + read_variable(self, name, self:real(number)) end
  return sum
end

local function variable_value(self, thing, name, filter)
  if BUILT_IN[name] then return BUILT_IN[name](self, thing, filter) end
  local variable = self.words.variables[name]
  return variable and READ[variable.scope](self, thing, name, filter)
end

-- ---- Relations ----------------------------------------------------------------------------------

local RELATED = {}

-- Returns whether some place of one item is related to some place of the other.
local function some_places(a, b, related)
  for _, here in ipairs(a.places) do
    for _, there in ipairs(b.places) do
      if related(there.x - here.x, there.y - here.y, here, there) then return true end
    end
  end
  return false
end

function RELATED.at(_, a, b)
  return some_places(a, b, function(dx, dy, here, there)
    return dx == 0 and dy == 0 and (not here.segment or not there.segment or here.segment == there.segment)
  end)
end

-- Returns the places of an item on its tile; for a tile, all places.
local function own_places(self, thing)
  if thing.segment then return { { tile = thing.tile, segment = thing.segment } } end
  local list = {}
  for segment = 1, thing.tile and #self.slow:segments(thing.tile) or 0 do
    list[segment] = { tile = thing.tile, segment = segment }
  end
  return list
end

local function name_of(place) return place.tile .. "." .. place.segment end

-- Returns whether a path leads from one item to another on which no segment between them passes a
-- filter.
local function leads_to(self, a, b, filter)
  if a.of == "features" or b.of == "features" then return true end
  local open, reached, left = own_places(self, a), {}, {}
  for _, place in ipairs(open) do reached[name_of(place)] = true end
  while #open > 0 do
    local place = table.remove(open)
    for _, one in ipairs(left[name_of(place)] and {} or self.slow:next_to(place)) do
      local stops = self:passes_thing(segment_thing(self, self.slow.tiles[one.tile], one.segment), filter)
      reached[name_of(one)] = true
      if not stops then open[#open + 1] = one end
    end
    left[name_of(place)] = true
  end
  for _, place in ipairs(own_places(self, b)) do
    if reached[name_of(place)] then return true end
  end
  return false
end

function RELATED.feature(self, a, b, filter)
  for number in pairs(a.on) do
    if b.on[number] then return not filter.as_far_as or leads_to(self, a, b, filter.as_far_as) end
  end
  return false
end

function RELATED.around(self, a, b, filter)
  local reach = filter.within and filter.within ~= "gap" and number_of(self, filter.within) or 1
  return some_places(a, b, function(dx, dy) return math.abs(dx) <= reach and math.abs(dy) <= reach end)
end

function RELATED.adjacent_to(_, a, b)
  return some_places(a, b, function(dx, dy) return math.abs(dx) + math.abs(dy) == 1 end)
end

-- Returns whether all cells between two cells in one line have tiles.
local function unbroken(self, here, dx, dy)
  local steps = math.abs(dx) + math.abs(dy)
  for i = 1, steps - 1 do
    if not self.slow:tile_at(here.x + dx / steps * i, here.y + dy / steps * i) then return false end
  end
  return true
end

function RELATED.in_line_with(self, a, b, filter)
  local far = filter.within
  return some_places(a, b, function(dx, dy, here)
    if dx ~= 0 and dy ~= 0 then return false end
    if far == "gap" then return unbroken(self, here, dx, dy) end
    return far == nil or math.abs(dx) + math.abs(dy) <= number_of(self, far)
  end)
end

function RELATED.borders(self, a, b)
  local function touches(field, city)
    if self.features[field].kind ~= "field" then return false end
    for _, other in ipairs(self.slow:cities(self.features[field], self.feature_at)) do
      if other.number == city then return true end
    end
    return false
  end
  for other in pairs(b.on) do
    if touches(a.feature, other) or touches(other, a.feature) then return true end
  end
  return false
end

function RELATED.into(_, a, b)
  for number in pairs(a.into or {}) do
    if b.on[number] then return true end
  end
  return false
end

function RELATED.touches(self, a, b)
  local at, side = self.slow.tiles[a.tile], SIDES[a.number + 1]
  local tile = self.slow:tile_at(at.x + side[1], at.y + side[2])
  if not tile then return false end
  local across = side_thing(self, tile, (a.number + 2) % 4 + 1)
  return RELATED.at(self, across, b) and (b.of ~= "sides" or b.number == across.number)
end

-- Returns the place that a word refers to.
local function refer(self, word)
  if word == "this" then return self.this end
  if word == "last_placed" then
    local x, y = self.state:last_placed()
    return x and { x = x, y = y }
  end
  local place = self.words.variables[bare(word)] and self.state:variable(bare(word))
  return type(place) == "table" and place or nil
end

local function all_that_pass(self, kind, filter)
  local list = {}
  for _, thing in ipairs(ALL[kind](self)) do
    if self:passes_thing(thing, filter) then list[#list + 1] = thing end
  end
  return list
end

-- The kinds of items that filters of these keys are about; of all other keys, tiles.
local FILTERED = { feature = "features", borders = "features", into = "features", touches = "sides" }

-- Returns the items that a relation relates to.
local function targets(self, key, value)
  if type(value) == "string" then value = refer(self, value) end
  if value == nil then return {} end
  if is_selector(value) then return self:find(value) end
  if type(value) == "userdata" or value.x then return { thing_of(self, value) } end
  return all_that_pass(self, FILTERED[key] or "tiles", value)
end

-- Returns whether a number is within the bounds of a selector.
local function enough(self, value, count)
  if not is_selector(value) then return count >= 1 end
  local least = value.min and number_of(self, value.min) or value.max and 0 or 1
  return count >= least and (not value.max or count <= number_of(self, value.max))
end

local function is_related(self, key, thing, value, filter)
  value = type(value) == "string" and self.words.areas[value] or value
  local list = self.found[value] or targets(self, key, value)
  if type(value) == "table" then self.found[value] = list end
  local count = 0
  for _, other in ipairs(list) do
    if RELATED[key](self, thing, other, filter) then count = count + 1 end
  end
  return enough(self, value, count)
end

local function has(self, thing, selector)
  local count = 0
  for _, other in ipairs(self:find(selector)) do
    local inside = RELATED.at(self, thing, other)
    if thing.of == "players" then inside = other.of == "pieces" and other.player == thing.player end
    if inside then count = count + 1 end
  end
  return enough(self, selector, count)
end

-- ---- What takes something -----------------------------------------------------------------------

local NEED = {}

function NEED.unoccupied(self, feature)
  local all = self.game:rules().pieces_occupy == "yes"
  for _, piece in ipairs(self.slow.pieces) do
    local role = self.words.pieces[piece.piece].role
    local occupies = role == "follower" or all and role ~= "special"
    if occupies and survey.is_in(feature, piece.tile, piece.segment) then return false end
  end
  return true
end

function NEED.own_follower(self, feature, piece, player)
  for _, other in ipairs(self.slow.pieces) do
    local kind = self.words.pieces[other.piece]
    local any = kind.role == "follower"
    if piece.role == "builder" and self.game:rules().builder_host == "ordinary" then
      any = any and kind.hosts_builder
    end
    if any and other.player == player and survey.is_in(feature, other.tile, other.segment) then
      return true
    end
  end
  return false
end

function NEED.incomplete(self, feature) return not self:real(feature.number).complete end

function NEED.none_of_kind(self, feature, piece)
  for _, other in ipairs(self.slow.pieces) do
    if other.piece == piece.name and survey.is_in(feature, other.tile, other.segment) then return false end
  end
  return true
end

function NEED.script_only() return true end

-- Returns whether what is printed on a tile allows a kind of piece to stand on a segment.
local function stands(self, piece, thing)
  local there = setmetatable({ id = self.slow.tiles[thing.tile].id }, { __index = thing })
  for _, filter in ipairs(piece.not_on) do
    if self:passes_thing(there, filter) then return false end
  end
  return self:passes_thing(there, piece.on)
end

local function segment_takes(self, thing, piece, filter)
  local segment, feature = self.slow:segments(thing.tile)[thing.segment], self.features[thing.feature]
  local player = taker(self, filter)
  if self.state:in_hand(player, piece.name) == 0 or piece.role == "span" then return false end
  local spot = segment.kind == "spot"
  if spot and not (filter.kind and among("spot", filter.kind)) then return false end
  if not spot and not stands(self, piece, thing) then return false end
  for _, need in ipairs(filter.needs and as_list(filter.needs) or piece.needs) do
    if not NEED[need](self, feature, piece, player) then return false end
  end
  return true
end

local function cell_takes(self, thing, id)
  local left = self.state:tiles_left()[id] or 0
  local in_hand = self.state:decision() == "place" and self.state:hand() == id
  if left == 0 and not in_hand then return false end
  local at = thing.places[1]
  for _, place in ipairs(self.slow:placements(id)) do
    if place.x == at.x and place.y == at.y then return true end
  end
  return false
end

-- Returns whether a span can lie on an axis: over two sides of field, no span on the tile yet, and
-- beyond each end an empty cell or a road to join.
local function axis_takes(self, thing, piece, filter)
  local tile, at = self.slow.tiles[thing.tile], thing.places[1]
  if self.state:in_hand(taker(self, filter), piece.name) == 0 or piece.role ~= "span" then return false end
  if tile.printed.wild or self.state:tile(thing.tile).span then return false end
  for _, side in ipairs(AXES[thing.number]) do
    local other = self.slow:tile_at(at.x + side[1], at.y + side[2])
    if tile.printed.edge[side[3]] ~= "field" or other and other.printed.edge[side[4]] ~= "road" then
      return false
    end
  end
  return true
end

local function takes_piece(self, thing, piece, filter)
  if thing.of == "axes" then return axis_takes(self, thing, piece, filter) end
  return segment_takes(self, thing, piece, filter)
end

-- ---- Keys ---------------------------------------------------------------------------------------

local KEY = {}

function KEY.kind(self, thing, value)
  if thing.feature then return among(self.features[thing.feature].kind, value) end
  if thing.of == "sides" then return false end
  for _, segment in ipairs(self.slow:segments(thing.tile)) do
    if among(segment.kind, value) then return true end
  end
  return false
end

function KEY.attribute(self, thing, value)
  for _, name in ipairs(as_list(value)) do
    if self.words.attributes[bare(name)] and bears(self, thing, bare(name)) then return true end
  end
  return false
end

-- A script can put every piece on a spot, whatever the piece may otherwise stand on.
function KEY.can_stand(self, thing, value)
  local spot = self.slow:segments(thing.tile)[thing.segment].kind == "spot"
  for name, piece in pairs(self.words.pieces) do
    if among(name, value) and piece.role ~= "span" and (spot or stands(self, piece, thing)) then
      return true
    end
  end
  return false
end

function KEY.piece(_, thing, value) return among(thing.piece, value) end

function KEY.follower(self, thing, value)
  local word, role = self.game:rules().count_as_followers, self.words.pieces[thing.piece].role
  local counts = (role == "builder" or role == "pig") and (word == "expansions" or word == "everywhere")
  return (role == "follower" or counts) == value
end

function KEY.complete(self, thing, value)
  local complete = thing.feature ~= nil and self:real(thing.feature).complete
  return complete == value
end

function KEY.side(_, thing, value) return thing.number ~= nil and among(SIDES[thing.number + 1][3], value) end

function KEY.open(_, thing, value) return thing.open == value end

function KEY.id(_, thing, value) return among(thing.id, value) end

function KEY.hand(self, thing, value)
  for _, name in ipairs(as_list(value)) do
    if self.words.pieces[bare(name)] and self.state:in_hand(thing.player, bare(name)) > 0 then return true end
  end
  return false
end

local function has_majority(self, thing, player)
  if not thing.feature then return false end
  for _, one in ipairs(self.features[thing.feature].majority) do
    if one == player then return true end
  end
  return false
end

function KEY.player(self, thing, value, filter)
  local who = whose(self, thing, filter)
  if type(value) == "table" then return self:passes_thing(player_thing(who), value) end
  if value == "turn_player" then return who == self.state:turn_player() end
  if value == "others" then return who ~= self.state:turn_player() end
  if value == "majority" then return has_majority(self, thing, who) end
  if type(value) == "number" then return who == value end
  return self.words.variables[bare(value)] ~= nil and who == self.state:variable(bare(value))
end

local function within(self, number, wanted)
  if type(wanted) ~= "table" then return number == number_of(self, wanted) end
  return (not wanted.min or number >= number_of(self, wanted.min))
    and (not wanted.max or number <= number_of(self, wanted.max))
end

function KEY.variable(self, thing, value, filter)
  if type(value) == "string" or value[1] then
    for _, name in ipairs(as_list(value)) do
      if (variable_value(self, thing, bare(name), filter) or 0) ~= 0 then return true end
    end
    return false
  end
  for name, wanted in pairs(value) do
    local number = variable_value(self, thing, bare(name), filter)
    if not number or not within(self, number, wanted) then return false end
  end
  return true
end

function KEY.can_place(self, thing, value) return cell_takes(self, thing, value) end

function KEY.can_deploy(self, thing, value, filter)
  for name, piece in pairs(self.words.pieces) do
    local named = among(name, value) or value == "followers" and piece.role == "follower"
    if named and takes_piece(self, thing, piece, filter) then return true end
  end
  return false
end

for key in pairs(RELATED) do
  KEY[key] = function(self, thing, value, filter) return is_related(self, key, thing, value, filter) end
end

local function each_selector(value) return is_selector(value) and { value } or value end

function KEY.has(self, thing, value)
  for _, selector in ipairs(each_selector(value)) do
    if not has(self, thing, selector) then return false end
  end
  return true
end

function KEY.has_no(self, thing, value) return not has(self, thing, value) end

-- Returns a list of filters for a filter or a list of filters.
local function each_filter(value) return (value[1] or next(value) == nil) and value or { value } end

local function count_passed(self, thing, value)
  local passed, all = 0, each_filter(value)
  for _, filter in ipairs(all) do
    if self:passes_thing(thing, filter) then passed = passed + 1 end
  end
  return passed, #all
end

function KEY.except(self, thing, value) return count_passed(self, thing, value) == 0 end

function KEY.any(self, thing, value) return count_passed(self, thing, value) > 0 end

function KEY.all(self, thing, value)
  local passed, all = count_passed(self, thing, value)
  return passed == all
end

-- Keys that do not test an item: they limit the result of the selector, or belong to another key.
local NO_TEST = { highest = true, min = true, max = true, within = true, needs = true,
  as_far_as = true }

function View:passes_thing(thing, filter)
  for key, value in pairs(filter) do
    if type(key) == "string" and not NO_TEST[key] and not KEY[key](self, thing, value, filter) then
      return false
    end
  end
  return true
end

local function top_of(self, list, name, filter)
  local best, top = 0, {}
  for _, thing in ipairs(list) do
    local number = variable_value(self, thing, name, filter)
    if number > best then best, top = number, {} end
    if number == best and best > 0 then top[#top + 1] = thing end
  end
  return top
end

--- Returns the items that a selector finds, in order.
---@param selector table
---@return table[]
function View:find(selector)
  if self.found[selector] then return self.found[selector] end
  local list = all_that_pass(self, selector[1], selector)
  if selector.highest then list = top_of(self, list, selector.highest, selector) end
  self.found[selector] = list
  return list
end

-- ---- What the readers answer --------------------------------------------------------------------

--- Returns how many items a selector finds.
---@param selector table
---@return integer
function View:count(selector) return #self:find(selector) end

--- Returns whether the number of items that a selector finds is within its bounds.
---@param selector table
---@return boolean
function View:any(selector) return enough(self, selector, self:count(selector)) end

--- Returns whether a filter matches a value from outside.
---@param thing any
---@param filter table
---@return boolean
function View:matches(thing, filter) return self:passes_thing(thing_of(self, thing), filter) end

-- Returns a short name for an item that the engine or this module has found.
local function reported(thing)
  local at = thing.places[1]
  if thing.of == "players" then return "player " .. thing.player end
  if thing.of == "features" then return "feature " .. thing.feature end
  if thing.of == "pieces" then
    return ("%d %s %d,%d.%d"):format(thing.player, thing.piece, at.x, at.y, thing.segment)
  end
  return ("%d,%d%s%s"):format(at.x, at.y, thing.segment and "." .. thing.segment or "",
    thing.of == "sides" and SIDES[thing.number + 1][3] or "")
end

--- Returns the names of the items that a selector finds, as one text.
---@param selector table
---@return string
function View:answer(selector)
  local words = {}
  for i, thing in ipairs(self:find(selector)) do words[i] = reported(thing) end
  return table.concat(words, "; ")
end

--- Returns the names of the items in a list from the engine, as one text of the same form.
---@param list any[]
---@return string
function View:answer_list(list)
  local words = {}
  for i, one in ipairs(list) do words[i] = reported(thing_of(self, one)) end
  return table.concat(words, "; ")
end

return selectors
