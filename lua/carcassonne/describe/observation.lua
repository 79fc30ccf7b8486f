--- Views of a game and of a state as tables of plain values: text, numbers, booleans, lists and
--- records. They can be written as JSON and read without loss. Game:view and State:view return
--- them.
--
-- Future draws are hidden, and so are reserves and tokens that scripts hide. A view therefore
-- contains neither the seed, nor the state of the generator, nor the order of the tiles left. It
-- contains only the number of hidden tiles. The view of a spectator contains public information and
-- no actions.
-- @module carcassonne.describe.observation

local areas = require "carcassonne.describe.areas"
local c_locale = require "carcassonne.base.c_locale"
local compat = require "carcassonne.base.compat"
local core = require "carcassonne.core"
local game_cache = require "carcassonne.describe.game_cache"
local json_lists = require "carcassonne.base.json_lists"
local reserves = require "carcassonne.describe.reserves"
local variable_values = require "carcassonne.describe.variable_values"
local tokens = require "carcassonne.describe.tokens"
local words = require "carcassonne.describe.words"

local observation = {}

-- Tables that are records even if empty. All other empty tables of a view are lists.
local RECORDS = { from = true, cause = true, goods = true, span = true }

---@class View
---@field engine string the engine's version
---@field game string fingerprint of the game; a screen can replace it by the GameView
---@field player? integer the observer; nil for a spectator
---@field hash string equal for equal positions
---@field decisions integer number of decisions taken
---@field turn integer
---@field turn_number integer number of the turn
---@field round integer the number of the round
---@field next? integer player of the next turn, if the order does not change
---@field part integer
---@field current? integer|"chance" the deciding player; nil at the end
---@field decision? string kind of the decision
---@field phase? string the phase of a script that asks
---@field asks? string question of the phase, in the words of its script
---@field scoring? {points:integer, players:integer[], x:integer, y:integer, segment:integer} the scoring that started the phase
---@field dealing? {reserve:string, player?:integer} reserve that gets the next tile, if the tile is not drawn for placement
---@field given? {player:integer, points:integer, total:integer, cause:Giving} the points that started a phase at `points_given`
---@field hand? string the tile in hand or just placed
---@field over boolean
---@field winners? integer[] winners, at the end of the game
---@field players ViewPlayer[]
---@field tiles ViewTile[] tiles on the table, in order of placement
---@field features ViewFeature[] features on the table
---@field pieces Piece[] pieces on the table
---@field left {id:string, count:integer}[] tiles not drawn yet, including hidden ones
---@field reserves ViewReserve[] tiles outside the bag and the table
---@field joins {tile:integer, x:integer, y:integer, segment:integer, text:string}[][] two segments for each join of a script
---@field tokens TokenGroup[] tokens on the table and in players' hands
---@field areas AreaSeen[] named places that have segments on the table
---@field tokens_left {token:string, count:integer}[] tokens in the supply
---@field tokens_unseen {token:string, numbers:integer[]}[] unseen tokens of hidden kinds, counted by number
---@field variables ViewVariable[] variables of scripts
---@field events Event[] events of the last decision, or of the beginning of the game
---@field actions? ViewAction[] legal actions, for the current player only

---@class ViewAction
---@field text string argument for State:apply_action
---@field says string description for people
---@field kind string
---@field name? string
---@field id? string the tile; for a choice without a cell, the tile that a screen draws beside it
---@field x? integer
---@field y? integer
---@field rotation? integer
---@field segment? integer
---@field piece? string
---@field player? integer
---@field token? string
---@field number? integer
---@field take? boolean
---@field span? {piece:string, x:integer, y:integer, axis:Axis}

---@class GameView
---@field engine string the engine's version
---@field fingerprint string
---@field players integer
---@field rules {name:string, value:integer|string}[]
---@field goods boolean whether goods are counted
---@field teams integer[][] players of each team; empty without teams
---@field victory {kind:string, points?:integer, ends?:string, each?:boolean} the rule of victory
---@field tiles TileType[] printed tiles
---@field pieces PieceKind[]
---@field tokens TokenKind[]
---@field areas string[] names of areas
---@field variants {name:string, digest:string, shipped:boolean, options:{name:string, value:string|number|boolean}[]}[]

---@class ViewPlayer
---@field player integer
---@field score integer points of the player, or of the team
---@field own integer the player's own points
---@field team? integer number of the player's team
---@field resigned boolean
---@field out boolean whether the player takes no more turns
---@field skips integer number of turns to skip
---@field goods Goods
---@field supply {piece:string, count:integer}[]
---@field captured {piece:string, count:integer}[] pieces held by scripts

---@class ViewTile
---@field id string
---@field x integer
---@field y integer
---@field rotation integer
---@field span? Axis
---@field attributes string[]
---@field segments {kind:Kind, text:string, feature:integer, pennants:integer, good?:string, attributes:string[]}[]

---@class ViewFeature
---@field kind Kind
---@field complete boolean
---@field tiles integer
---@field open integer
---@field pennants integer
---@field goods Goods
---@field attributes string[]
---@field points integer
---@field majority integer[]
---@field segments {tile:integer, segment:integer}[]

---@class ViewVariable
---@field script string
---@field name string
---@field scope string
---@field lifetime string
---@field values Remembered[]

local function sorted(set)
  local names = {}
  for name in pairs(set) do names[#names + 1] = name end
  c_locale.sort(names)
  return names
end

-- Converts a record to a sorted list, so that a screen can show it in order.
local function listed(set, key)
  local list = {}
  for i, name in ipairs(sorted(set)) do list[i] = { name = name, [key] = set[name] } end
  return list
end

local function counts(set, key)
  local list = {}
  for _, name in ipairs(sorted(set)) do
    if set[name] > 0 then list[#list + 1] = { [key] = name, count = set[name] } end
  end
  return list
end

-- Tiles in each rotation, cached per game.
local lying_in = game_cache.new(function() return {} end)

local function lying(game, tile)
  local key = tile.id .. tile.rotation
  local list = lying_in(game)
  if not list[key] then list[key] = game:tile(tile.id, tile.rotation) end
  return list[key]
end

local function victory_of(game)
  local rule = game:victory()
  return { kind = rule[1], points = rule.points, ends = rule.ends, each = rule.each }
end

local function copied(list) return { compat.table.unpack(list) } end

--- Returns the constant data of a game.
---@param game Game
---@return GameView
function observation.game(game)
  local variants = {}
  for i, variant in ipairs(game:variants()) do
    variants[i] = { name = variant.name, digest = variant.digest, shipped = variant.shipped,
      options = listed(variant.options, "value") }
  end
  return json_lists.mark({ engine = core.version, fingerprint = game:fingerprint(),
    players = game:players(),
    rules = listed(game:rules(), "value"), goods = game:goods_count(), teams = game:teams(),
      victory = victory_of(game),
      tiles = game:tiles(),
    pieces = game:pieces(), tokens = game:tokens(), areas = game:areas(), variants = variants }, RECORDS)
end

local function players_of(state)
  local list, teams = {}, words.teams(state)
  for player = 1, state:game():players() do
    list[player] = { player = player, score = state:score(player), own = state:own_score(player),
      team = teams[player],
      resigned = state:has_resigned(player), out = state:is_out(player), skips = state:turns_to_skip(player),
      goods = state:goods(player), supply = counts(state:pieces_in_hand(player), "piece"),
      captured = counts(state:captured(player), "piece") }
  end
  return list
end

-- Returns the features, and the number of the feature of each tile and segment.
local function features_of(state)
  local list, at = {}, {}
  for i, feature in ipairs(state:features()) do
    local places = {}
    for j, place in ipairs(feature:segments()) do
      places[j] = { tile = place.tile, segment = place.segment }
      at[place.tile] = at[place.tile] or {}
      at[place.tile][place.segment] = i
    end
    list[i] = { kind = feature.kind, complete = feature.complete, tiles = feature.tiles, open = feature.open,
      pennants = feature.pennants, goods = feature.goods, attributes = feature.attributes,
        points = feature.points,
      majority = feature.majority, segments = places }
  end
  return list, at
end

local function segments_of(printed, span, features)
  local list = {}
  for i, segment in ipairs(printed.segments) do
    list[i] = { kind = segment.kind, text = segment.text, feature = features[i], pennants = segment.pennants,
      good = segment.good,
      attributes = copied(segment.attributes) }
  end
  if span then
    local i = #list + 1
    list[i] = { kind = "road", text = "road:" .. span, feature = features[i], pennants = 0, attributes = {} }
  end
  return list
end

local function tiles_of(state, features)
  local list, game = {}, state:game()
  for i, tile in ipairs(state:tiles()) do
    local printed = lying(game, tile)
    list[i] = { id = tile.id, x = tile.x, y = tile.y, rotation = tile.rotation, span = tile.span,
      attributes = copied(printed.attributes), segments = segments_of(printed, tile.span, features[i]) }
  end
  return list
end

local function tokens_of(state, observer)
  local list = tokens.lying(state, observer)
  for _, one in ipairs(tokens.in_hands(state, observer)) do list[#list + 1] = one end
  return list
end

local function variables_of(state)
  local list = {}
  for i, variable in ipairs(variable_values.of(state:game())) do
    list[i] = { script = variable.script, name = variable.name, scope = variable.scope,
      lifetime = variable.lifetime,
      values = variable_values.values(state, variable) }
  end
  return list
end

-- Returns the scoring that started a phase at `feature_scored`.
local function scoring_of(state)
  local s = state:scoring()
  return s and { points = s.points, players = s.players, x = s.feature.x, y = s.feature.y,
    segment = s.feature.segment }
end

local function given_of(state)
  local g = state:points_given()
  return g and { player = g.player, points = g.points, total = g.total, cause = g.cause }
end

-- Returns the reserve that gets the next tile.
local function dealing_of(state)
  local reserve, player = state:dealing()
  return reserve and { reserve = reserve, player = player }
end

local function last_events(state, observer)
  local list, decisions = {}, state:decisions()
  for _, event in ipairs(state:events(nil, observer)) do
    if event.decision == decisions then list[#list + 1] = event end
  end
  return list
end

local function actions_of(state)
  local list = {}
  for i, action in ipairs(state:legal_actions()) do
    list[i] = { text = state:action_to_string(action), says = words.action(state, action), kind = action.kind,
      name = action.name,
      id = action.id, x = action.x, y = action.y, rotation = action.rotation, segment = action.segment,
        piece = action.piece,
      player = action.player, token = action.token, number = action.number, take = action.take,
        span = action.span }
  end
  return list
end

--- Returns everything that a player may see.
---@param state State
---@param player? integer a spectator by default
---@return View
function observation.view(state, player)
  local players = state:game():players()
  if player ~= nil and (type(player) ~= "number" or player % 1 ~= 0 or player < 1 or player > players) then
    error(("view: expected a player from 1 to %d, or nil for a spectator, got %s"):format(players,
      c_locale.tostring(player)), 0)
  end
  local observer = player or "spectator"
  state = state:clone() -- copied, since a finalizer that runs meanwhile may change the host's state
  local features, at = features_of(state)
  local view = { engine = core.version, game = state:game():fingerprint(), player = player,
    hash = state:hash(observer),
    decisions = state:decisions(), turn = state:turn_player(), part = state:part(),
    turn_number = state:turn_number(), round = state:round(), next = state:next_player(),
      current = state:current_player(),
    decision = state:decision(), phase = state:phase(),
      asks = words.asks(state, nil, player ~= state:current_player()),
    dealing = dealing_of(state), scoring = scoring_of(state), given = given_of(state),
    hand = state:hand(), over = state:is_terminal(),
    players = players_of(state), tiles = tiles_of(state, at), features = features, joins = state:joins(),
    pieces = state:pieces(),
    left = counts(state:tiles_left(observer), "id"), reserves = reserves.of(state, observer),
      tokens = tokens_of(state, observer),
    areas = areas.of(state), tokens_left = tokens.left(state), tokens_unseen = tokens.unseen(state, observer),
      variables = variables_of(state),
    events = last_events(state, observer) }
  if view.over then view.winners = state:winners() end
  if player and view.current == player then view.actions = actions_of(state) end
  return json_lists.mark(view, RECORDS)
end

return observation
