-- Properties that hold in every random game, for all rules.

local carcassonne = require "carcassonne"
local reserves = require "carcassonne.describe.reserves"
local scramble = require "carcassonne.lab.splitmix"
local survey = require "spec.support.reference_board"
local ends = require "spec.support.ends"

local properties = {}

-- ---- Choices ------------------------------------------------------------------------------------

-- Returns a function that returns random whole numbers from 1 to n; the sequence depends on the
-- seed alone.
function properties.chooser(seed)
  local prime = 2147483647
  local x = scramble.seed(seed) % (prime - 1) + 1
  return function(n)
    x = x * 48271 % prime
    return x % n + 1
  end
end

local chooser = properties.chooser

-- ---- Features, from scratch ---------------------------------------------------------------------

-- Counts the tokens of one kind on a feature, one by one.
local function count_on(state, of, slow, kind)
  local n = 0
  for _, token in ipairs(state:tokens { token = kind }) do
    for _, place in ipairs(token.in_hand and {} or of.places) do
      local tile = slow.tiles[place.tile]
      if token.segment and tile.x == token.x and tile.y == token.y and place.segment == token.segment then
        n = n + 1
      end
    end
  end
  return n
end

-- Returns the value of the buildings on the tiles of a feature; for a monastery or a spot, also of
-- the buildings on the tiles around it.
local function worth_of_buildings(state, of, slow, worth)
  local points, around = 0, (of.kind == "monastery" or of.kind == "spot") and 1 or 0
  for _, token in ipairs(state:tokens { token = { "little-shed", "little-house", "little-tower" },
      in_hand = false }) do
    local near = false
    for _, place in ipairs(of.places) do
      local tile = slow.tiles[place.tile]
      near = near or math.max(math.abs(tile.x - token.x), math.abs(tile.y - token.y)) <= around
    end
    points = points + (near and worth[token.token:match "%-(.*)"] or 0)
  end
  return points
end

local WORTHS = { ["1/1/1"] = { shed = 1, house = 1, tower = 1 },
  ["3/2/1"] = { shed = 1, house = 2, tower = 3 } }

-- For each script whose rows `points` change the points of features, in the order in which the
-- engine applies them: a function that changes the points as the script describes it.
local ROWS = {
  { "inns-and-cathedrals", function(points, of, _, _, options)
    if options.unfinished ~= "ordinary" or of.complete or of.kind ~= "road" and of.kind ~= "city" then
      return points
    end
    for name in pairs(of.attributes) do
      if name:find "besieged" then return points end
    end
    return of.tiles + of.pennants
  end },
  { "generous-monks",
    function(points, of) return points + (of.kind == "monastery" and of.complete and 3 or 0) end },
  { "highways", function(points, of, _, _, options)
    return points + (of.kind == "road" and of.complete and of.tiles >= 5 and options.bonus or 0)
  end },
  { "castles", function(points, of, slow, state)
    local tile = slow.tiles[of.places[1].tile]
    local field = of.kind == "field" and state:feature(tile.x, tile.y, of.places[1].segment)
    return points + (field and state:count { "features", token = "castles.castle", borders = field } or 0)
  end },
  { "roads-between-cities", function(points, of, slow)
    local is_such = of.kind == "road" and of.complete and ends.count_into(slow, of, "city") >= 2
    return points + (is_such and of.tiles or 0)
  end },
  { "hills-and-sheep", function(points, of, _, state)
    if of.kind ~= "monastery" or not of.complete then return points end
    local place = of.places[1]
    return points + 3 * state:count { "tiles", attribute = "hills-and-sheep.vineyard",
      around = state:tile(place.tile) }
  end },
  { "darmstadt", function(points, of, slow)
    for _, place in ipairs(of.kind == "city" and of.complete and of.places or {}) do
      if slow.tiles[place.tile].id == "DA-A" then return points + 3 end
    end
    return points
  end },
  { "mage-and-witch", function(points, of, slow, state)
    if count_on(state, of, slow, "mage") > 0 then points = points + of.tiles end
    return count_on(state, of, slow, "witch") > 0 and math.ceil(points / 2) or points
  end },
  { "little-buildings", function(points, of, slow, state, options)
    return points + worth_of_buildings(state, of, slow, WORTHS[options.scoring])
  end },
}

-- Returns the points of a feature after the changes of ROWS. Rivers, and spots such as those of
-- towers, score nothing.
local function with_rows(points, state, of, slow)
  if points == 0 and (of.kind == "spot" or of.kind == "river") then return 0 end
  local options = {}
  for _, variant in ipairs(state:game():variants()) do options[variant.name] = variant.options end
  for _, row in ipairs(ROWS) do
    if options[row[1]] then points = row[2](points, of, slow, state, options[row[1]]) end
  end
  return points
end

-- Returns a property of a feature for which the engine and the survey have different values, with
-- both values; nil if all are equal.
local function difference(state, have, of, slow, at)
  local function same(what, engine, surveyed)
    if engine ~= surveyed then
      error(("%s: the engine has %s, the survey %s"):format(what, tostring(engine), tostring(surveyed)), 0)
    end
  end
  local places = have:segments()
  same("segments", #places, #of.places)
  for _, place in ipairs(places) do
    same("segment " .. place.text, true, survey.is_in(of, place.tile, place.segment))
  end
  for _, key in ipairs { "kind", "complete", "tiles", "open", "pennants" } do
    same(key, have[key], of[key])
  end
  for good, n in pairs(of.goods) do same(good, have.goods[good], n) end
  same("pieces", state:count { "pieces", feature = have }, of.pieces)
  for player, power in ipairs(of.power) do same("power of player " .. player, have:power(player), power) end
  same("majority", table.concat(have.majority, " "), table.concat(of.majority, " "))
  if of.kind == "field" then
    same("cities around", state:count { "features", borders = have }, #slow:cities(of, at, false))
    same("complete cities around", state:count { "features", complete = true, borders = have },
      #slow:cities(of, at, true))
  end
  same("points", have.points, with_rows(slow:worth(of, at), state, of, slow))
end

--- Compares the features of a state with a survey of the same board, and returns the survey.
---@param state State
---@param slow ReferenceBoard
---@return SurveyFeature[]
function properties.compare_features(state, slow)
  local features, at = slow:features()
  assert(state:count { "features" } == #features, "the number of features")
  for _, of in ipairs(features) do
    local place = of.places[1]
    local tile = slow.tiles[place.tile]
    local fine, message = pcall(difference, state, state:feature(tile.x, tile.y, place.segment), of, slow, at)
    if not fine then
      error(("%s at %d,%d segment %d: %s"):format(of.kind, tile.x, tile.y, place.segment, message), 0)
    end
  end
  return features
end

-- Returns whether all completed features have been scored, in a game with phases.
local function settled(state)
  return state:is_terminal() or state:decision() == "place" or state:decision() == "draw"
end

local function touches(feature, tile)
  for _, place in ipairs(feature.places) do
    if place.tile == tile then return true end
  end
  return false
end

-- Returns whether a complete feature does not score because a script prevents it.
local function is_unscored(state, slow, of)
  local tile = slow.tiles[of.places[1].tile]
  return state:matches(state:feature(tile.x, tile.y, of.places[1].segment), { token = "castles.castle?" })
end

-- Checks that the state's features are those that the survey finds, and that no piece stands in a
-- scored feature.
local function check_features(state)
  local slow = survey.of(state)
  local features = properties.compare_features(state, slow)
  local later = #state:game():phases() > 0 and not settled(state)
  for _, of in ipairs(features) do
    -- the features that the last tile completed score after its deployment
    local waits = state:decision() == "deploy" and (of.surrounded or touches(of, state:num_tiles()))
    of.scored = of.complete and not waits and not later and not is_unscored(state, slow, of)
    assert(not of.scored or of.pieces == 0, of.kind .. ": complete, and pieces stand there")
  end
  return features
end

-- ---- What is conserved --------------------------------------------------------------------------

-- Checks that each span lies across a tile or is in a player's hand.
local function check_spans(state)
  for _, piece in ipairs(state:game():pieces()) do
    if piece.span then
      local n = 0
      for p = 1, state:game():players() do n = n + state:pieces_in_hand(p)[piece.name] end
      for _, tile in ipairs(state:tiles()) do n = n + (tile.span and 1 or 0) end
      assert(n == piece.count * state:game():players(), "spans are lost or made")
    end
  end
end

local function check_pieces(state)
  local game = state:game()
  local out = {}
  for _, piece in ipairs(state:pieces()) do
    local key = piece.player .. piece.piece
    out[key] = (out[key] or 0) + 1
  end
  for p = 1, game:players() do
    local supply = state:pieces_in_hand(p)
    local captured = state:captured(p)
    for _, piece in ipairs(game:pieces()) do
      local name = piece.name
      local all = supply[name] + (out[p .. name] or 0) + (captured[name] or 0)
      if not piece.span then
        assert(supply[name] >= 0 and all == piece.count,
          ("player %d has %d of %s in hand"):format(p, supply[name], name))
      end
    end
  end
  check_spans(state)
end

-- Checks that the players hold the tokens for the symbols of complete cities, and no others.
local function check_goods(state, features)
  if #state:game():phases() > 0 and not settled(state) then return end
  local shown = { wine = 0, grain = 0, cloth = 0 }
  if state:game():goods_count() then
    for _, f in ipairs(features) do
      if f.kind == "city" and f.scored then
        for good, n in pairs(f.goods) do shown[good] = shown[good] + n end
      end
    end
  end
  for p = 1, state:game():players() do
    for good, n in pairs(state:goods(p)) do shown[good] = shown[good] - n end
  end
  assert(shown.wine == 0 and shown.grain == 0 and shown.cloth == 0, "goods are lost or made")
end

local function check_tiles(state, events)
  local aside = 0
  for _, event in ipairs(events) do
    if event.kind == "set_aside" then aside = aside + 1 end
  end
  local hand = state:decision() == "place" and state:hand() and 1 or 0
  for _, reserve in ipairs(reserves.of(state)) do hand = hand + reserve.count end
  assert(state:num_tiles() + state:num_tiles_left() + hand + aside == state:game():num_tiles(),
    "tiles are lost or made")
end

-- Checks that numbers of events have no gap, and that their points add up to the scores.
local function check_events(state, events)
  local sums = {}
  for p = 1, state:game():players() do sums[p] = 0 end
  for i, event in ipairs(events) do
    assert(event.number == i, "numbers of events")
    if event.kind == "scored" then
      local points = 0
      for _, item in ipairs(event.items) do points = points + item.count * item.each end
      assert(points == event.points, "items and points")
    end
    if event.kind == "scored" or event.kind == "awarded" then
      sums[event.player] = sums[event.player] + event.points
    end
  end
  for p, points in ipairs(sums) do assert(points == state:own_score(p), "events and scores") end
end

-- Checks that every legal action is listed once, has its index, and has a text that parses back.
local function check_actions(state)
  local seen, n = {}, state:num_actions()
  for i, action in ipairs(state:legal_actions()) do
    assert(not seen[action.packed], "an action is listed twice")
    seen[action.packed] = true
    assert(state:action_index(action) == i, "index of an action")
    local parsed = state:string_to_action(tostring(action))
    assert(parsed == action and parsed.packed == action.packed, tostring(action))
    n = n - 1
  end
  assert(n == 0, "length of the list")
end

-- Checks that a position set up by hand from the players' view has the same view.
local function check_position(state, given)
  local with = {}
  for key, value in pairs(given) do with[key] = value end
  with.position, with.start = state:observation_string(), nil
  local again = carcassonne.game(with):new_initial_state(1)
  assert(again:observation_string() == with.position, "the same to those who look")
  assert(again:decision() == state:decision() and again:part() == state:part(),
    "another decision in a position set up")
  assert(again:num_actions() == state:num_actions(), "other actions in a position set up")
  assert(again:count { "features" } == state:count { "features" }, "features of a position set up")
  assert(again:num_tiles_left() == state:num_tiles_left(), "tiles left in a position set up")
end

-- ---- One game -----------------------------------------------------------------------------------

local function decide(state, choose) return state:apply_index(choose(state:num_actions())) end

local OFTEN = 7 -- every seventh decision is taken back

--- Plays a random game to its end, or for some decisions, and checks properties that hold with
--- every script: undoing restores the position, and so does saving and loading. This also finds
--- scripts that keep data outside of the state, or that change after the game was made.
---@param game Game
---@param seed integer
---@param most? integer maximum number of decisions; all by default
---@param each? fun(state: State) called after each decision
---@return State state the state at the end
function properties.play(game, seed, most, each)
  local choose, state, before = chooser(seed), game:new_initial_state(seed), nil
  local function take_back(from)
    assert(from:undo_action())
    assert(from == before, "undone is not as before")
  end
  for _ = 1, most or 6000 do
    if state:is_terminal() then break end
    before = state:clone()
    assert(decide(state, choose))
    if each then each(state) end
    if state:decisions() % OFTEN == 0 then take_back(state:clone()) end
  end
  assert(most or state:is_terminal(), "the game does not end")
  assert(assert(game:deserialize_state(state:serialize())) == state, "saved and loaded")
  take_back(state:clone())
  return state
end

--- Plays one random game. Checks cheap properties at every decision, and expensive ones from time
--- to time.
---@param game Game
---@param seed integer
---@param given GameOptions the options of the game
---@param may_lose? boolean players may pay points
---@param unsurveyed? boolean no comparison with the slow survey, which does not support omitted modules
function properties.try(game, seed, given, may_lose, unsurveyed)
  local choose = chooser(seed)
  local state = game:new_initial_state(seed)
  local before, i, undo_at = state:returns(), 0, choose(60)
  local look = { [choose(40)] = true, [40 + choose(60)] = true }
  while not state:is_terminal() do
    i = i + 1
    assert(state:num_actions() > 0, "a decision without actions")
    if look[i] then
      if not unsurveyed then check_goods(state, check_features(state)) end
      check_actions(state)
      local events = state:events()
      check_events(state, events)
      check_tiles(state, events)
      local loaded = assert(game:deserialize_state(state:serialize()))
      assert(loaded == state, "saved and loaded")
      check_position(state, given)
      local copy = state:clone()
      local hash, one, other = state:hash(), chooser(seed + 1), chooser(seed + 1)
      for _ = 1, 30 do
        if loaded:is_terminal() then break end
        decide(loaded, one)
        decide(copy, other)
      end
      assert(copy == loaded and copy:hash() == loaded:hash(), "a copy after the same actions")
      assert(state:hash() == hash, "the original after its copy was played")
      local refused, message, code = state:apply_action "place BA-A 900,900 r0"
      assert(not refused and message and (code == "illegal" or code == "invalid") and state:hash() == hash,
        "an illegal action")
    end
    if i == undo_at then
      local copy = state:clone()
      local steps = math.min(choose(12), 100)
      local taken = 0
      for _ = 1, steps do
        if state:is_terminal() then break end
        decide(state, choose)
        taken = taken + 1
      end
      for _ = 1, taken do assert(state:undo_action()) end
      assert(state == copy, "undone is not as before")
    end
    decide(state, choose)
    local now, rewards = state:returns(), state:rewards()
    for p, points in ipairs(now) do
      assert(may_lose or points >= before[p], "points were lost")
      assert(rewards[p] == points - before[p], "rewards")
    end
    before = now
    check_pieces(state)
    assert(i < 6000, "the game does not end")
  end
  assert(state:decisions() == i, "decisions")
  local events = state:events()
  check_events(state, events)
  check_tiles(state, events)
  if not unsurveyed then check_goods(state, check_features(state)) end
  assert(game:deserialize_state(state:serialize()) == state, "saved and loaded at the end")
  assert(#state:winners() >= 1, "winners")
  for _, p in ipairs(state:winners()) do
    for _, points in ipairs(before) do assert(points <= before[p], "winners") end
  end
end

return properties
