--- A second implementation of the rules, slow but simple, to compare with the engine.
--
-- A Reference has its own board of tiles and pieces (spec.support.reference_board). It takes from
-- the engine only what is printed on the tiles, the rule values and the order of the draws. It
-- finds legal placements by trying every free cell in every rotation, features by walking from
-- segment to segment, and points by counting.
--
-- The order of the draws is that of one game which the engine plays to its end. With seeded draws
-- the order depends on the seed alone, since a tile that fits nowhere is also drawn before it is
-- set aside.
--
-- It supports followers, builders and pigs, all editions and their rule values, but no house rules.

local options = require "carcassonne.base.options"
local reference_board = require "spec.support.reference_board"

local reference = {}

local GOODS = { "wine", "grain", "cloth" }
local PIECES = { "follower", "builder", "pig" }

--- A position, and its decision.
---@class Reference
---@field players integer
---@field rules table<string, integer|string> the rule values
---@field teams integer[][] for each player the players of the team
---@field table ReferenceBoard the tiles, and the pieces on them
---@field decision "place"|"deploy"|"extra"|nil nil at the end
---@field turn integer the player whose turn it is
---@field part integer number of the part of this turn, from 1
---@field hand string? the tile to be placed
---@field supply table<string, integer>[] for each player
---@field points integer[] for each player
---@field goods Goods[] for each player
local Reference = {}
Reference.__index = Reference

--- Returns a text that distinguishes an action of a decision from the others, for the engine's
--- actions and the reference's.
---@param action Action|table
---@return string
---@usage assert(require("spec.support.reference").key { kind = "place", x = 1, y = 0, rotation = 2 } == "place 1,0 r2")
function reference.key(action)
  if action.kind == "place" then return ("place %d,%d r%d"):format(action.x, action.y, action.rotation) end
  if action.kind == "deploy" then return ("deploy %s %d"):format(action.piece, action.segment) end
  if action.kind == "extra" then return action.take and "extra take" or "extra decline" end
  return action.kind
end

-- ---- What is legal ------------------------------------------------------------------------------

function Reference:_placements(id)
  local actions = {}
  for i, at in ipairs(self.table:placements(id)) do
    actions[i] = { kind = "place", id = id, x = at.x, y = at.y, rotation = at.rotation }
  end
  return actions
end

-- Returns whether the player may put this piece into a feature of the last tile.
function Reference:_may_stand(piece, feature)
  local host = feature.followers[self.turn] > 0
  if piece == "pig" then return feature.kind == "field" and host end
  if piece == "builder" then
    return (feature.kind == "road" or feature.kind == "city") and host and not feature.complete
  end
  if self.rules.pieces_occupy == "yes" then return feature.pieces == 0 end
  for player = 1, self.players do
    if feature.followers[player] > 0 then return false end
  end
  return true
end

-- Returns the features of the last tile, by segment.
function Reference:_last_features()
  local last, features = #self.table.tiles, {}
  for segment = 1, #self.table:segments(last) do features[segment] = self.table:feature(last, segment) end
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

--- Returns the legal actions, with the fields of Action that distinguish them. At the end the list
--- is empty.
---@return table[]
function Reference:actions()
  if self.decision == "place" then return self:_placements(self.hand) end
  if self.decision == "deploy" then
    local actions = self:_deployments()
    actions[#actions + 1] = { kind = "pass" }
    return actions
  end
  if self.decision == "extra" then
    return { { kind = "extra", take = true }, { kind = "extra", take = false } }
  end
  return {}
end

-- ---- Scoring ------------------------------------------------------------------------------------

--- Returns the points of a player, or the player's team.
---@param player integer
---@return integer
function Reference:score(player)
  local sum = 0
  for _, mate in ipairs(self.teams[player]) do sum = sum + self.points[mate] end
  return sum
end

function Reference:_give(players, points)
  for _, player in ipairs(players) do self.points[player] = self.points[player] + points end
end

function Reference:_send_home(feature)
  local stay = {}
  for _, piece in ipairs(self.table.pieces) do
    if reference_board.is_in(feature, piece.tile, piece.segment) then
      local supply = self.supply[piece.player]
      supply[piece.piece] = supply[piece.piece] + 1
    else
      stay[#stay + 1] = piece
    end
  end
  self.table.pieces = stay
end

function Reference:_complete(feature)
  self:_give(feature.majority, self.table:worth(feature))
  local have = self.goods[self.turn]
  for _, good in ipairs(GOODS) do have[good] = have[good] + feature.goods[good] end
  self:_send_home(feature)
end

-- Returns the complete features that contain a segment of the last tile, and the complete
-- monasteries beside it, each once.
function Reference:_completed()
  local complete, tiles = {}, self.table.tiles
  local last = tiles[#tiles]
  local function look(feature)
    for _, other in ipairs(complete) do
      if reference_board.is_in(other, feature.places[1].tile, feature.places[1].segment) then return end
    end
    if feature.complete then complete[#complete + 1] = feature end
  end
  for _, feature in ipairs(self:_last_features()) do look(feature) end
  for _, tile in ipairs(tiles) do
    if math.abs(tile.x - last.x) <= 1 and math.abs(tile.y - last.y) <= 1 then
      for segment, one in ipairs(self.table:segments(tile.index)) do
        if one.kind == "monastery" then look(self.table:feature(tile.index, segment)) end
      end
    end
  end
  return complete
end

-- ---- Scoring at the end -------------------------------------------------------------------------

local function has(list, wanted)
  for _, one in ipairs(list) do
    if one == wanted then return true end
  end
  return false
end

-- Returns the points for one city, with or without a pig.
function Reference:_city_points(pig)
  return self.rules.field_city_points + (pig and self.rules.pig_bonus or 0)
end

-- Returns whether the list has the player, or a player of the same team.
function Reference:_shares(list, player)
  for _, mate in ipairs(self.table.sides[player]) do
    if has(list, mate) then return true end
  end
  return false
end

-- Returns whether a player of the player's team has a pig in the field.
function Reference:_has_pig(field, player)
  for _, mate in ipairs(self.table.sides[player]) do
    if field.pigs[mate] then return true end
  end
  return false
end

-- Returns the fields with pieces, each with its complete cities.
function Reference:_farms()
  local farms, features, at = {}, self.table:features()
  for _, feature in ipairs(features) do
    if feature.kind == "field" and #feature.majority > 0 then
      farms[#farms + 1] = { field = feature, cities = self.table:cities(feature, at, true) }
    end
  end
  return farms
end

function Reference:_score_per_field(farms)
  for _, farm in ipairs(farms) do
    for _, player in ipairs(farm.field.majority) do
      self:_give({ player }, #farm.cities * self:_city_points(self:_has_pig(farm.field, player)))
    end
  end
end

-- Scores for each player, or each team, the best field for each city.
function Reference:_score_per_field_once(farms)
  for player = 1, self.players do
    local best, alone = {}, self.table.sides[player][1] == player
    for _, farm in ipairs(alone and farms or {}) do
      for _, city in ipairs(self:_shares(farm.field.majority, player) and farm.cities or {}) do
        best[city] = math.max(best[city] or 0, self:_city_points(self:_has_pig(farm.field, player)))
      end
    end
    for _, points in pairs(best) do self:_give({ player }, points) end
  end
end

-- Scores each city for the players with the most farmers in all fields around it. A pig counts in a
-- field in which its owner has the majority.
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
        pigs[player] = pigs[player] or (self:_has_pig(field, player) and self:_shares(field.majority, player))
      end
    end
    for _, player in ipairs(self.table:most_of(farmers)) do
      self:_give({ player }, self:_city_points(pigs[player]))
    end
  end
end

local FARM_SCORING = { ["per-field"] = Reference._score_per_field,
  ["per-field-once"] = Reference._score_per_field_once,
  ["per-city"] = Reference._score_per_city }

function Reference:_finish()
  self.decision, self.hand = nil, nil
  for _, feature in ipairs((self.table:features())) do
    if feature.kind ~= "field" then self:_give(feature.majority, self.table:worth(feature)) end
  end
  FARM_SCORING[self.rules.farm_scoring](self, self:_farms())
  for _, good in ipairs(GOODS) do
    local counts = {}
    for player = 1, self.players do counts[player] = self.goods[player][good] end
    self:_give(reference_board.most_of(counts), self.rules.goods_bonus)
  end
end

-- ---- The course of the game ---------------------------------------------------------------------

-- Draws the next tile that fits somewhere; if there is none, the game ends.
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
  self.table:lay(self.hand, action.x, action.y, action.rotation)
  for _, feature in ipairs(self:_last_features()) do
    if feature.builders[self.turn] then self._extended = true end
  end
  self.decision = "deploy"
  if #self:_deployments() == 0 then self:_end_part() end
end

function Reference:_deploy(action)
  local supply = self.supply[self.turn]
  supply[action.piece] = supply[action.piece] - 1
  table.insert(self.table.pieces,
    { player = self.turn, piece = action.piece, tile = #self.table.tiles, segment = action.segment })
  self:_end_part()
end

function Reference:_extra(action)
  if action.take then self:_next_part() else self:_next_turn() end
end

local APPLY = { place = Reference._place, deploy = Reference._deploy, pass = Reference._end_part,
  extra = Reference._extra }

--- Applies a legal action of the reference or of the engine.
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

--- Returns an independent copy.
---@return Reference
function Reference:copy()
  local copy = copy_of(self)
  copy.table = self.table:copy()
  copy.points, copy.supply, copy.goods = copy_of(self.points), copy_each(self.supply), copy_each(self.goods)
  return setmetatable(copy, Reference)
end

-- ---- Counting sequences -------------------------------------------------------------------------

--- Returns the number of sequences of this many decisions, as perft.count does.
---@param depth integer
---@param pause? fun() called from time to time
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

--- Returns the number of sequences that begin with each legal action, by the key of the action.
---@param depth integer from 1
---@param pause? fun() called from time to time
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

-- ---- From a state -------------------------------------------------------------------------------

local function check(state)
  local game = state:game()
  if #game:variants() > 0 then options.refuse("reference", "it knows no house rules") end
  if game:manual_draws() then options.refuse("reference", "it wants seeded draws") end
  if game:rules().unplaceable ~= "aside" then
    options.refuse("reference", "what fits nowhere is set aside there")
  end
  for _, piece in ipairs(game:pieces()) do
    if not has(PIECES, piece.name) then
      options.refuse("reference", ("it knows no piece '%s'"):format(piece.name))
    end
  end
  if game:text():match "\npiece [^\n]*=" then
    options.refuse("reference", "it knows no other pieces than the printed ones")
  end
  for player = 1, game:players() do
    if state:has_resigned(player) then options.refuse("reference", "it does not know how to give up") end
  end
end

-- Returns all tiles of a game in the order of their draws.
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

-- Returns a Reference with the board before the first draw.
local function set_up(start)
  local game = start:game()
  local self = setmetatable({ players = game:players(), rules = game:rules(),
    teams = reference_board.teams_of(game),
    table = reference_board.of(start), supply = {}, points = {},
    goods = {}, turn = start:turn_player(), part = 1, _drawn = 0, _extended = false }, Reference)
  for player = 1, self.players do
    self.supply[player], self.points[player], self.goods[player] = start:pieces_in_hand(player),
      start:own_score(player),
    start:goods(player)
  end
  return self
end

-- Returns the action that was chosen, as the events of this decision show.
function Reference:_decided(events)
  local happened = {}
  for _, event in ipairs(events) do happened[event.kind] = happened[event.kind] or event end
  local placed, deployed = happened.placed, happened.deployed
  if self.decision == "place" then
    return { kind = "place", x = placed.x, y = placed.y, rotation = placed.rotation }
  end
  if self.decision == "extra" then return { kind = "extra", take = not happened.extra_declined } end
  if deployed then return { kind = "deploy", piece = deployed.piece, segment = deployed.segment } end
  return { kind = "pass" }
end

--- Returns the position of a state: starts where its game began, and applies the same decisions.
---@param state State a state of a game with seeded draws and without house rules
---@return Reference
---@usage local slow = require("spec.support.reference").new(state)
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
