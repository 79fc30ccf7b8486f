--- The rules once more, slow and plain, to hold the engine against.
--
-- A Reference has a table of tiles and pieces of its own. It takes from the engine what is printed on the tiles, the rule
-- values and the order of the draws, and nothing else: legal placements are found by trying every free cell in every
-- rotation, features by walking from segment to segment, points by counting.
--
-- The order of the draws is that of one game which the engine plays to its end: with seeded draws it depends on the seed
-- alone, since a tile that fits nowhere is drawn, too, before it is set aside.
--
-- It knows followers, builders and pigs, all editions and their rule values, and no house rules.
-- @module carcassonne.lab.reference

local options = require "carcassonne.options"

local reference = {}

local SIDES = { "N", "E", "S", "W" }
local BACK = { N = "S", E = "W", S = "N", W = "E" }
local STEP = { N = { 0, -1 }, E = { 1, 0 }, S = { 0, 1 }, W = { -1, 0 } }
-- The port that lies against this one: ports count clockwise, so that left meets right.
local MEETS = { NL = "SR", N = "S", NR = "SL", EL = "WR", E = "W", ER = "WL", SL = "NR", S = "N", SR = "NL", WL = "ER", W = "E",
  WR = "EL" }
local SIDE_OF = {}
for port in pairs(MEETS) do SIDE_OF[port] = port:sub(1, 1) end
local GOODS = { "wine", "grain", "cloth" }
local PIECES = { "follower", "builder", "pig" }

--- A position, and what is to be decided in it.
---@class Reference
---@field players integer
---@field rules table<string, integer|string> the rule values
---@field decision "place"|"deploy"|"extra"|nil nil at the end
---@field turn integer whose turn it is
---@field part integer parts of this turn, from 1
---@field hand string? the tile to be placed
---@field tiles Tile[]
---@field pieces {player:integer, piece:string, tile:integer, segment:integer}[]
---@field supply table<string, integer>[] by player
---@field points integer[] by player
---@field goods Goods[] by player
local Reference = {}
Reference.__index = Reference

--- A feature, counted from nothing.
---@class ReferenceFeature
---@field kind Kind
---@field complete boolean
---@field tiles integer a monastery: itself and its neighbours
---@field open integer edges (a monastery: neighbours) still missing; half sides beside a road count singly
---@field pennants integer
---@field goods Goods
---@field followers integer[] by player
---@field builders table<integer, boolean> the players who have one there
---@field pigs table<integer, boolean>
---@field occupied boolean some piece stands there
---@field power integer[] by player: what counts in the majority
---@field majority integer[] the players who have the most of it
---@field places {tile:integer, segment:integer}[]

--- Tells one action from the others of a decision; of the engine's actions and of the reference's.
---@param action Action|table
---@return string
---@usage assert(require("carcassonne.lab.reference").key { kind = "place", x = 1, y = 0, rotation = 2 } == "place 1,0 r2")
function reference.key(action)
  if action.kind == "place" then return ("place %d,%d r%d"):format(action.x, action.y, action.rotation) end
  if action.kind == "deploy" then return ("deploy %s %d"):format(action.piece, action.segment) end
  if action.kind == "extra" then return action.take and "extra take" or "extra decline" end
  return action.kind
end

-- ---- What is printed on a tile ---------------------------------------------------------------------------------------

-- As it lies: its segments, the segment that each port belongs to, the kind that each side shows.
local function read_tile(game, id, rotation)
  local segments, owner, edge = game:tile(id, rotation).segments, {}, {}
  for i, segment in ipairs(segments) do
    for _, port in ipairs(segment.ports) do owner[port] = i end
  end
  for _, side in ipairs(SIDES) do
    local middle = segments[owner[side]]
    edge[side] = middle and middle.kind or "field"
  end
  return { segments = segments, owner = owner, edge = edge }
end

-- What lies on the table or is in hand, by id and rotation.
function Reference:_print_of(id, rotation)
  local prints = self._prints[id] or {}
  self._prints[id] = prints
  prints[rotation] = prints[rotation] or read_tile(self._game, id, rotation)
  return prints[rotation]
end

-- ---- The table -------------------------------------------------------------------------------------------------------

local function cell(x, y) return x * 1000 + y end

local function place_of(tile, segment) return tile * 32 + segment end

function Reference:_tile_at(x, y) return self._cells[cell(x, y)] end

function Reference:_beside(tile, side)
  return self:_tile_at(tile.x + STEP[side][1], tile.y + STEP[side][2])
end

function Reference:_neighbours(tile)
  local count = 0
  for x = tile.x - 1, tile.x + 1 do
    for y = tile.y - 1, tile.y + 1 do
      if self:_tile_at(x, y) and not (x == tile.x and y == tile.y) then count = count + 1 end
    end
  end
  return count
end

function Reference:_lay(id, x, y, rotation)
  local tile = { index = #self.tiles + 1, id = id, x = x, y = y, rotation = rotation, printed = self:_print_of(id, rotation) }
  self.tiles[tile.index] = tile
  self._cells[cell(x, y)] = tile
end

-- ---- Features --------------------------------------------------------------------------------------------------------

-- Everything that hangs together with a segment: a list of places, and the same as a set.
function Reference:_flood(tile, segment)
  local places, set, i = { { tile = tile, segment = segment } }, { [place_of(tile, segment)] = true }, 1
  while places[i] do
    local here = self.tiles[places[i].tile]
    for _, port in ipairs(here.printed.segments[places[i].segment].ports) do
      local there = self:_beside(here, SIDE_OF[port])
      if there then
        local next_segment = there.printed.owner[MEETS[port]]
        local place = place_of(there.index, next_segment)
        if not set[place] then
          set[place] = true
          places[#places + 1] = { tile = there.index, segment = next_segment }
        end
      end
    end
    i = i + 1
  end
  return places, set
end

-- Edges of a segment without a neighbour. A side that is all field is one edge, beside a road each half is one.
function Reference:_open_edges(tile, segment)
  if segment.kind == "monastery" then return 8 - self:_neighbours(tile) end
  local open, sides = 0, {}
  for _, port in ipairs(segment.ports) do
    local side = SIDE_OF[port]
    local halves = tile.printed.edge[side] == "road"
    if not self:_beside(tile, side) and (halves or not sides[side]) then open = open + 1 end
    sides[side] = true
  end
  return open
end

local function most_of(counts)
  local most, who = 1, {}
  for player, count in ipairs(counts) do
    if count > most then most, who = count, {} end
    if count == most then who[#who + 1] = player end
  end
  return who
end

-- Whether what is no follower counts as one in majorities.
function Reference:_all_count()
  local word = self.rules.count_as_followers
  return word == "majorities" or word == "everywhere"
end

function Reference:_add_pieces(feature, set)
  local all = self:_all_count()
  for player = 1, self.players do feature.followers[player], feature.power[player] = 0, 0 end
  for _, piece in ipairs(self.pieces) do
    if set[place_of(piece.tile, piece.segment)] then
      feature.occupied = true
      if piece.piece == "follower" then
        feature.followers[piece.player] = feature.followers[piece.player] + 1
      else
        feature[piece.piece .. "s"][piece.player] = true
      end
      if all or piece.piece == "follower" then feature.power[piece.player] = feature.power[piece.player] + 1 end
    end
  end
  feature.majority = most_of(feature.power)
end

--- The feature that has a segment.
---@param tile integer index of the tile
---@param segment integer
---@return ReferenceFeature
function Reference:feature(tile, segment)
  local places, set = self:_flood(tile, segment)
  local feature = { kind = self.tiles[tile].printed.segments[segment].kind, places = places, tiles = 0, open = 0, pennants = 0,
    goods = { wine = 0, grain = 0, cloth = 0 }, followers = {}, power = {}, builders = {}, pigs = {}, occupied = false, _set = set }
  local counted = {}
  for _, place in ipairs(places) do
    local on = self.tiles[place.tile]
    local one = on.printed.segments[place.segment]
    if not counted[place.tile] then feature.tiles = feature.tiles + 1 end
    counted[place.tile] = true
    feature.open = feature.open + self:_open_edges(on, one)
    feature.pennants = feature.pennants + one.pennants
    if one.good then feature.goods[one.good] = feature.goods[one.good] + 1 end
  end
  if feature.kind == "monastery" then feature.tiles = 1 + self:_neighbours(self.tiles[tile]) end
  feature.complete = feature.kind ~= "field" and feature.open == 0
  self:_add_pieces(feature, set)
  return feature
end

--- All features on the table, and the feature of each place.
---@return ReferenceFeature[] features
---@return fun(tile:integer, segment:integer):ReferenceFeature at
function Reference:features()
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

--- The complete cities that a field borders.
---@param field ReferenceFeature
---@param at fun(tile:integer, segment:integer):ReferenceFeature as `features` gave it
---@return ReferenceFeature[]
function Reference:cities(field, at)
  local cities, seen = {}, {}
  for _, place in ipairs(field.places) do
    for _, border in ipairs(self.tiles[place.tile].printed.segments[place.segment].borders) do
      local city = at(place.tile, border)
      if city.complete and not seen[city] then cities[#cities + 1] = city end
      seen[city] = true
    end
  end
  return cities
end

--- What a road, city or monastery is worth as it stands.
---@param feature ReferenceFeature
---@return integer
function Reference:worth(feature)
  if feature.kind ~= "city" then return feature.tiles end
  local small = feature.tiles == 2 and self.rules.small_city == 2
  return (feature.complete and not small and 2 or 1) * (feature.tiles + feature.pennants)
end

-- ---- What is legal ---------------------------------------------------------------------------------------------------

function Reference:_fits(id, x, y, rotation)
  local edge = self:_print_of(id, rotation).edge
  for _, side in ipairs(SIDES) do
    local neighbour = self:_tile_at(x + STEP[side][1], y + STEP[side][2])
    if neighbour and neighbour.printed.edge[BACK[side]] ~= edge[side] then return false end
  end
  return true
end

-- The free cells beside tiles; on an empty table the middle.
function Reference:_free_cells()
  local free, seen = {}, {}
  for _, tile in ipairs(self.tiles) do
    for _, side in ipairs(SIDES) do
      local x, y = tile.x + STEP[side][1], tile.y + STEP[side][2]
      if not self:_tile_at(x, y) and not seen[cell(x, y)] then free[#free + 1] = { x = x, y = y } end
      seen[cell(x, y)] = true
    end
  end
  if #self.tiles == 0 then free[1] = { x = 0, y = 0 } end
  return free
end

function Reference:_placements(id)
  local actions = {}
  for _, at in ipairs(self:_free_cells()) do
    for rotation = 0, 3 do
      if self:_fits(id, at.x, at.y, rotation) then
        actions[#actions + 1] = { kind = "place", id = id, x = at.x, y = at.y, rotation = rotation }
      end
    end
  end
  return actions
end

-- Whether the player may put this piece into the feature, which the last tile belongs to.
function Reference:_may_stand(piece, feature)
  local host = feature.followers[self.turn] > 0
  if piece == "pig" then return feature.kind == "field" and host end
  if piece == "builder" then
    return (feature.kind == "road" or feature.kind == "city") and host and not feature.complete
  end
  if self.rules.pieces_occupy == "yes" then return not feature.occupied end
  for player = 1, self.players do
    if feature.followers[player] > 0 then return false end
  end
  return true
end

-- The features of the last tile, by segment.
function Reference:_last_features()
  local last, features = self.tiles[#self.tiles], {}
  for segment = 1, #last.printed.segments do features[segment] = self:feature(last.index, segment) end
  return features
end

function Reference:_deployments()
  local actions, features = {}, self:_last_features()
  for _, piece in ipairs(PIECES) do
    for segment, feature in ipairs(features) do
      if (self.supply[self.turn][piece] or 0) > 0 and self:_may_stand(piece, feature) then
        actions[#actions + 1] = { kind = "deploy", piece = piece, segment = segment }
      end
    end
  end
  return actions
end

--- The legal actions, with the fields of Action that tell them apart. None at the end.
---@return table[]
function Reference:actions()
  if self.decision == "place" then return self:_placements(self.hand) end
  if self.decision == "deploy" then
    local actions = self:_deployments()
    actions[#actions + 1] = { kind = "pass" }
    return actions
  end
  if self.decision == "extra" then return { { kind = "extra", take = true }, { kind = "extra", take = false } } end
  return {}
end

-- ---- Scoring ---------------------------------------------------------------------------------------------------------

function Reference:_give(players, points)
  for _, player in ipairs(players) do self.points[player] = self.points[player] + points end
end

function Reference:_send_home(feature)
  local stay = {}
  for _, piece in ipairs(self.pieces) do
    if feature._set[place_of(piece.tile, piece.segment)] then
      local supply = self.supply[piece.player]
      supply[piece.piece] = supply[piece.piece] + 1
    else
      stay[#stay + 1] = piece
    end
  end
  self.pieces = stay
end

function Reference:_complete(feature)
  self:_give(feature.majority, self:worth(feature))
  local have = self.goods[self.turn]
  for _, good in ipairs(GOODS) do have[good] = have[good] + feature.goods[good] end
  self:_send_home(feature)
end

-- The complete features that the last tile belongs to or, if they are monasteries, lies beside; each once.
function Reference:_completed()
  local complete, last = {}, self.tiles[#self.tiles]
  local function look(feature)
    for _, other in ipairs(complete) do
      if other._set[place_of(feature.places[1].tile, feature.places[1].segment)] then return end
    end
    if feature.complete then complete[#complete + 1] = feature end
  end
  for _, feature in ipairs(self:_last_features()) do look(feature) end
  for _, tile in ipairs(self.tiles) do
    if math.abs(tile.x - last.x) <= 1 and math.abs(tile.y - last.y) <= 1 then
      for segment, one in ipairs(tile.printed.segments) do
        if one.kind == "monastery" then look(self:feature(tile.index, segment)) end
      end
    end
  end
  return complete
end

-- ---- Scoring at the end ----------------------------------------------------------------------------------------------

local function has(list, wanted)
  for _, one in ipairs(list) do
    if one == wanted then return true end
  end
  return false
end

-- What a player scores for one city, with a pig or without.
function Reference:_city_points(pig)
  return self.rules.field_city_points + (pig and self.rules.pig_bonus or 0)
end

-- Fields with somebody in them, each with its complete cities.
function Reference:_farms()
  local farms, features, at = {}, self:features()
  for _, feature in ipairs(features) do
    if feature.kind == "field" and #feature.majority > 0 then
      farms[#farms + 1] = { field = feature, cities = self:cities(feature, at) }
    end
  end
  return farms
end

function Reference:_score_per_field(farms)
  for _, farm in ipairs(farms) do
    for _, player in ipairs(farm.field.majority) do
      self:_give({ player }, #farm.cities * self:_city_points(farm.field.pigs[player]))
    end
  end
end

-- Each player's best for each city.
function Reference:_score_per_field_once(farms)
  for player = 1, self.players do
    local best = {}
    for _, farm in ipairs(farms) do
      for _, city in ipairs(has(farm.field.majority, player) and farm.cities or {}) do
        best[city] = math.max(best[city] or 0, self:_city_points(farm.field.pigs[player]))
      end
    end
    for _, points in pairs(best) do self:_give({ player }, points) end
  end
end

-- For each city the most farmers in all fields around it. A pig counts in a field whose majority its owner has.
function Reference:_score_per_city(farms)
  local around = {}
  for _, farm in ipairs(farms) do
    for _, city in ipairs(farm.cities) do
      around[city] = around[city] or {}
      table.insert(around[city], farm.field)
    end
  end
  for _, fields in pairs(around) do
    local farmers, pigs = {}, {}
    for player = 1, self.players do
      farmers[player] = 0
      for _, field in ipairs(fields) do
        farmers[player] = farmers[player] + field.power[player]
        pigs[player] = pigs[player] or (field.pigs[player] and has(field.majority, player))
      end
    end
    for _, player in ipairs(most_of(farmers)) do self:_give({ player }, self:_city_points(pigs[player])) end
  end
end

local FARM_SCORING = { ["per-field"] = Reference._score_per_field, ["per-field-once"] = Reference._score_per_field_once,
  ["per-city"] = Reference._score_per_city }

function Reference:_finish()
  self.decision, self.hand = nil, nil
  for _, feature in ipairs((self:features())) do
    if feature.kind ~= "field" then self:_give(feature.majority, self:worth(feature)) end
  end
  FARM_SCORING[self.rules.farm_scoring](self, self:_farms())
  for _, good in ipairs(GOODS) do
    local counts = {}
    for player = 1, self.players do counts[player] = self.goods[player][good] end
    self:_give(most_of(counts), self.rules.goods_bonus)
  end
end

-- ---- The course of the game ------------------------------------------------------------------------------------------

-- The next tile that fits somewhere; if there is none, the end.
function Reference:_draw()
  self._extended, self.decision = false, "place"
  while self._drawn < #self._draws do
    self._drawn = self._drawn + 1
    self.hand = self._draws[self._drawn]
    if #self:_placements(self.hand) > 0 then return end
  end
  self:_finish()
end

function Reference:_next_turn()
  self.turn, self.part = self.turn % self.players + 1, 1
  self:_draw()
end

function Reference:_next_part()
  self.part = self.part + 1
  self:_draw()
end

function Reference:_end_part()
  for _, feature in ipairs(self:_completed()) do self:_complete(feature) end
  local most = self.rules.builder_parts
  local further = self._extended and (most == "unlimited" or self.part <= most)
  if self._drawn == #self._draws or not further then
    self:_next_turn()
  elseif self.rules.double_turn == "compulsory" then
    self:_next_part()
  else
    self.decision = "extra"
  end
end

function Reference:_place(action)
  self:_lay(self.hand, action.x, action.y, action.rotation)
  for _, feature in ipairs(self:_last_features()) do
    if feature.builders[self.turn] then self._extended = true end
  end
  self.decision = "deploy"
  if #self:_deployments() == 0 then self:_end_part() end
end

function Reference:_deploy(action)
  local supply = self.supply[self.turn]
  supply[action.piece] = supply[action.piece] - 1
  table.insert(self.pieces, { player = self.turn, piece = action.piece, tile = #self.tiles, segment = action.segment })
  self:_end_part()
end

function Reference:_extra(action)
  if action.take then self:_next_part() else self:_next_turn() end
end

local APPLY = { place = Reference._place, deploy = Reference._deploy, pass = Reference._end_part, extra = Reference._extra }

--- Carries out an action that is legal: one of its own, or the engine's.
---@param action Action|table
function Reference:apply(action)
  APPLY[action.kind](self, action)
end

local function copy_of(list)
  local copy = {}
  for key, value in pairs(list) do copy[key] = value end
  return copy
end

local function copy_each(lists)
  local copy = {}
  for i, list in ipairs(lists) do copy[i] = copy_of(list) end
  return copy
end

--- A copy that goes its own way.
---@return Reference
function Reference:copy()
  local copy = copy_of(self)
  copy.tiles, copy._cells, copy.pieces = copy_of(self.tiles), copy_of(self._cells), copy_of(self.pieces)
  copy.points, copy.supply, copy.goods = copy_of(self.points), copy_each(self.supply), copy_each(self.goods)
  return setmetatable(copy, Reference)
end

-- ---- Counting sequences ----------------------------------------------------------------------------------------------

--- How many sequences of so many decisions there are, as perft.count has it.
---@param depth integer
---@param pause? fun() called now and then
---@return integer
function Reference:count(depth, pause)
  if depth == 0 then return 1 end
  local actions, sum = self:actions(), 0
  if #actions == 0 then return 1 end
  if depth == 1 then return #actions end
  if pause then pause() end
  for _, action in ipairs(actions) do
    local after = self:copy()
    after:apply(action)
    sum = sum + after:count(depth - 1, pause)
  end
  return sum
end

--- The same, for each of the first decisions; by reference.key.
---@param depth integer from 1
---@param pause? fun() called now and then
---@return table<string, integer>
function Reference:divide(depth, pause)
  local counts = {}
  for _, action in ipairs(self:actions()) do
    local after = self:copy()
    after:apply(action)
    counts[reference.key(action)] = after:count(depth - 1, pause)
  end
  return counts
end

-- ---- From a state ----------------------------------------------------------------------------------------------------

local function check(state)
  local game = state:game()
  if #game:variants() > 0 then options.refuse("reference", "it knows no house rules") end
  if game:manual_draws() then options.refuse("reference", "it wants seeded draws") end
  for _, piece in ipairs(game:pieces()) do
    if not has(PIECES, piece.name) then options.refuse("reference", ("it knows no piece '%s'"):format(piece.name)) end
  end
  if game:text():match "\npiece [^\n]*=" then options.refuse("reference", "it knows no other pieces than the printed ones") end
  for player = 1, game:players() do
    if state:has_resigned(player) then options.refuse("reference", "it does not know how to give up") end
  end
end

-- The tiles in the order in which they are drawn from the beginning to the end.
local function draws_of(state)
  local ended, draws = state:clone(), {}
  ended:random_playout(0)
  for _, event in ipairs(ended:events()) do
    if event.kind == "drew" then draws[#draws + 1] = event.id end
  end
  return draws
end

local function beginning_of(state)
  local start = state:clone()
  while start:undo_action() do end
  return start
end

-- A Reference with what lies on the table at the beginning, before the first draw.
local function set_up(start)
  local game = start:game()
  local self = setmetatable({ players = game:players(), rules = game:rules(), tiles = {}, pieces = {}, supply = {}, points = {},
    goods = {}, turn = start:turn(), part = 1, _game = game, _prints = {}, _cells = {}, _drawn = 0, _extended = false }, Reference)
  for _, tile in ipairs(start:tiles()) do self:_lay(tile.id, tile.x, tile.y, tile.rotation) end
  for _, piece in ipairs(start:pieces()) do
    table.insert(self.pieces, { player = piece.player, piece = piece.piece, tile = piece.tile, segment = piece.segment })
  end
  for player = 1, self.players do
    self.supply[player], self.points[player], self.goods[player] = start:supply(player), start:score(player), start:goods(player)
  end
  return self
end

-- What was decided, from what happened.
function Reference:_decided(events)
  local happened = {}
  for _, event in ipairs(events) do happened[event.kind] = happened[event.kind] or event end
  local placed, deployed = happened.placed, happened.deployed
  if self.decision == "place" then return { kind = "place", x = placed.x, y = placed.y, rotation = placed.rotation } end
  if self.decision == "extra" then return { kind = "extra", take = not happened.extra_declined } end
  if deployed then return { kind = "deploy", piece = deployed.piece, segment = deployed.segment } end
  return { kind = "pass" }
end

--- The same position: it begins where the game of the state began, and takes the same decisions.
---@param state State of a game with seeded draws and without house rules
---@return Reference
---@usage local slow = require("carcassonne.lab.reference").new(state)
--- assert(#slow:actions() == state:num_actions())
function reference.new(state)
  check(state)
  local self, decisions = set_up(beginning_of(state)), {}
  self._draws = draws_of(state)
  self:_draw()
  for _, event in ipairs(state:events()) do
    decisions[event.decision] = decisions[event.decision] or {}
    table.insert(decisions[event.decision], event)
  end
  for number = 1, state:decisions() do self:apply(self:_decided(decisions[number] or {})) end
  return self
end

return reference
