-- What holds in every random game, whatever its rules.

local carcassonne = require "carcassonne"

local properties = {}

-- ---- Choices -------------------------------------------------------------------------------------------------

-- Whole numbers from 1 to n, the same row for the same seed.
function properties.chooser(seed)
  local x = (seed * 2654435761 + 1) & 0x7fffffff
  return function(n)
    x = (x * 1103515245 + 12345) & 0x7fffffff
    return (x >> 12) % n + 1
  end
end

local chooser = properties.chooser

-- ---- Features, from scratch ------------------------------------------------------------------------------------

local SIDE = { N = { 0, -1, "S" }, E = { 1, 0, "W" }, S = { 0, 1, "N" }, W = { -1, 0, "E" } }
-- Ports count clockwise, so that neighbours meet the other way round.
local OPPOSITE = { NL = "SR", N = "S", NR = "SL", EL = "WR", E = "W", ER = "WL", SL = "NR", S = "N", SR = "NL", WL = "ER", W = "E",
  WR = "EL" }

local function find(parents, at)
  while parents[at] ~= at do
    parents[at] = parents[parents[at]]
    at = parents[at]
  end
  return at
end

-- The road that a span across a tile makes.
local function span_road(tile)
  local ports = {}
  for port in tile.span:gmatch "%a" do ports[#ports + 1] = port end
  return { kind = "road", ports = ports, pennants = 0, borders = {}, attributes = {} }
end

-- The segments of a tile of this game as it lies.
local function segments_of(cache, game, tile)
  local key = tile.id .. tile.rotation .. (tile.span or "")
  if not cache[key] then
    cache[key] = game:tile(tile.id, tile.rotation).segments
    if tile.span then table.insert(cache[key], span_road(tile)) end
  end
  return cache[key]
end

-- What attributes do, by the sheets: to each tile and pennant of a complete feature and of an incomplete one, to the fields
-- around, and to open ends.
local ATTRIBUTES = {
  inn = { each = 1, nothing = true }, cathedral = { each = 1, nothing = true },
  besieged = { each = -1, unfinished = -1, field = 2 }, tunnel = { open = 1 },
}

-- Places that scripts have joined: each two events of the kind tell one join.
local function joins_of(state)
  local places = {}
  for _, event in ipairs(state:events()) do
    if event.kind == "joined" then places[#places + 1] = event.tile * 16 + event.segment end
  end
  return places
end

local ENDLESS = { field = true, spot = true, river = true } -- never complete

local POWER = { follower = 1, large = 2, wagon = 1 }
local STANDS_BY = { builder = true, pig = true }

-- All features of a state, each { kind, tiles, open, pennants, goods, segments, cities, power, pieces }, and a map from "tile,segment".
local function survey(state, cache)
  local game, tiles = state:game(), state:tiles()
  local at_cell, parents, owner_of_port, wild = {}, {}, {}, {}
  for _, tile in ipairs(tiles) do
    at_cell[tile.x .. "," .. tile.y] = tile
    wild[tile.index] = true
    for i, segment in ipairs(segments_of(cache, game, tile)) do
      local place = tile.index * 16 + i
      parents[place] = place
      for _, port in ipairs(segment.ports) do
        owner_of_port[tile.index .. port] = place
        wild[tile.index] = nil
      end
    end
  end
  local open = {}
  for _, tile in ipairs(tiles) do
    for i, segment in ipairs(segments_of(cache, game, tile)) do
      local place = tile.index * 16 + i
      open[place] = 0
      for _, name in ipairs(segment.attributes) do open[place] = open[place] + ((ATTRIBUTES[name] or {}).open or 0) end
      for _, port in ipairs(segment.ports) do
        local side = SIDE[port:sub(1, 1)]
        local next_to = at_cell[(tile.x + side[1]) .. "," .. (tile.y + side[2])]
        if next_to then
          local other = owner_of_port[next_to.index .. OPPOSITE[port]]
          assert(other or wild[next_to.index], "edges do not match")
          if other then parents[find(parents, place)] = find(parents, other) end
        elseif not (port:match "R$" and not owner_of_port[tile.index .. port:sub(1, 1)]) then
          open[place] = open[place] + 1 -- the two halves of a side without a road are one edge
        end
      end
    end
  end
  local joins = joins_of(state)
  for i = 1, #joins, 2 do
    local a, b = joins[i], joins[i + 1]
    parents[find(parents, a)] = find(parents, b)
    open[a], open[b] = open[a] - 1, open[b] - 1
  end
  local features, all, by_piece = {}, {}, {}
  for _, piece in ipairs(state:pieces()) do
    local place = piece.tile * 16 + piece.segment
    by_piece[place] = by_piece[place] or {}
    table.insert(by_piece[place], piece)
  end
  for _, tile in ipairs(tiles) do
    for i, segment in ipairs(segments_of(cache, game, tile)) do
      local place = tile.index * 16 + i
      local root = find(parents, place)
      local f = features[root]
      if not f then
        f = { kind = segment.kind, on = {}, tiles = 0, open = 0, pennants = 0, goods = { wine = 0, grain = 0, cloth = 0 }, segments = 0,
          counts = {}, attributes = {}, borders = {}, pieces = 0, power = {}, at = { tile.x, tile.y, i } }
        features[root] = f
        all[#all + 1] = f
      end
      assert(f.kind == segment.kind, "segments of two kinds join")
      if not f.on[tile.index] then
        f.on[tile.index] = true
        f.tiles = f.tiles + 1
      end
      f.segments = f.segments + 1
      f.open = f.open + open[place]
      f.pennants = f.pennants + segment.pennants
      if segment.good then f.goods[segment.good] = f.goods[segment.good] + 1 end
      for _, name in ipairs(segment.attributes) do f.attributes[name] = true end
      for _, city in ipairs(segment.borders) do f.borders[#f.borders + 1] = tile.index * 16 + city end
      for _, piece in ipairs(by_piece[place] or {}) do
        f.pieces = f.pieces + 1
        f.counts[#f.counts + 1] = piece
      end
      if f.kind == "monastery" then
        for dx = -1, 1 do
          for dy = -1, 1 do
            if dx ~= 0 or dy ~= 0 then
              if at_cell[(tile.x + dx) .. "," .. (tile.y + dy)] then f.tiles = f.tiles + 1 else f.open = f.open + 1 end
            end
          end
        end
      end
    end
  end
  local counts = state:game():rules().count_as_followers
  local by = (counts == "majorities" or counts == "everywhere") and 1 or 0
  for _, f in ipairs(all) do
    f.complete = not ENDLESS[f.kind] and f.open == 0
    for _, piece in ipairs(f.counts) do
      local power = piece.piece == "mayor" and f.pennants or POWER[piece.piece] or STANDS_BY[piece.piece] and by or 0
      f.power[piece.player] = (f.power[piece.player] or 0) + power
    end
  end
  return all, function(place) return features[find(parents, place)] end
end

local function majority_of(f, players)
  local most, list = 1, {}
  for p = 1, players do
    local n = f.power[p] or 0
    if n > most then most, list = n, {} end
    if n == most then list[#list + 1] = p end
  end
  return list
end

local function worth(f, rules, complete_cities)
  if f.kind == "spot" or f.kind == "river" then return 0 end
  if f.kind == "field" then return complete_cities * rules.field_city_points end
  local each = f.kind == "city" and f.complete and 2 or 1
  if f.kind == "city" and f.complete and f.tiles == 2 and rules.small_city == 2 then each = 1 end
  for name in pairs(f.attributes) do
    local does = ATTRIBUTES[name] or {}
    if f.complete then each = each + (does.each or 0)
    elseif does.nothing then return 0
    else each = each + (does.unfinished or 0) end
  end
  return math.max(each, 0) * (f.tiles + f.pennants)
end

-- Whether all that was completed has been scored, in a game with phases.
local function settled(state)
  return state:is_terminal() or state:decision() == "place" or state:decision() == "draw"
end

-- The features as the state has them are those from scratch.
local function check_features(state, cache)
  local game = state:game()
  local rules, players = game:rules(), game:players()
  local all, feature_at = survey(state, cache)
  assert(#state:features() == #all, "the number of features")
  for _, f in ipairs(all) do
    local have = state:feature(table.unpack(f.at))
    local where = ("%s at %d,%d segment %d"):format(f.kind, table.unpack(f.at))
    assert(have.kind == f.kind and have.tiles == f.tiles and have.pennants == f.pennants, where .. ": " .. tostring(have))
    assert(have.complete == f.complete and have.open == f.open, where .. ": open " .. have.open .. ", not " .. f.open)
    assert(#have:segments() == f.segments, where)
    assert(#have:pieces() == f.pieces, where .. ": pieces")
    for good, n in pairs(have.goods) do assert(n == f.goods[good], where .. ": " .. good) end
    for p = 1, players do assert(have:power(p) == (f.power[p] or 0), where .. ": power") end
    assert(table.concat(have.majority, " ") == table.concat(majority_of(f, players), " "), where .. ": majority")
    local bordered, complete, times, seen = 0, 0, 0, {}
    for _, place in ipairs(f.borders) do
      local city = feature_at(place)
      if not seen[city] then
        seen[city] = true
        bordered = bordered + 1
        if city.complete then
          complete = complete + 1
          times = times + (city.attributes.besieged and 2 or 1)
        end
      end
    end
    assert(#have:cities() == bordered and #have:cities(true) == complete, where .. ": cities")
    assert(have.points == worth(f, rules, times), where .. ": points " .. have.points)
    -- what the last tile completed is scored after its deployment
    f.scored = f.complete and not (state:decision() == "deploy" and (f.on[state:num_tiles()] or f.kind == "monastery"))
    if #game:phases() > 0 and not settled(state) then f.scored = false end
    assert(not f.scored or f.pieces == 0, where .. ": complete, and pieces stand there")
  end
  return all
end

-- ---- What is conserved ---------------------------------------------------------------------------------------------

-- Spans lie across tiles, or are in hand.
local function check_spans(state)
  for _, piece in ipairs(state:game():pieces()) do
    if piece.span then
      local n = 0
      for p = 1, state:game():players() do n = n + state:supply(p)[piece.name] end
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
    local supply = state:supply(p)
    local captured = state:captured(p)
    for _, piece in ipairs(game:pieces()) do
      local name = piece.name
      local all = supply[name] + (out[p .. name] or 0) + (captured[name] or 0)
      if not piece.span then
        assert(supply[name] >= 0 and all == piece.count, ("player %d has %d of %s in hand"):format(p, supply[name], name))
      end
    end
  end
  check_spans(state)
end

-- Tokens are in players' hands for the symbols of complete cities, no others.
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
  local hand = state:decision() == "place" and 1 or 0
  assert(state:num_tiles() + state:num_tiles_left() + hand + aside == state:game():num_tiles(), "tiles are lost or made")
end

-- Numbers go on without a gap, and points add up to the scores.
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
    if event.kind == "scored" or event.kind == "awarded" then sums[event.player] = sums[event.player] + event.points end
  end
  for p, points in ipairs(state:returns()) do assert(points == sums[p], "events and scores") end
end

-- Every legal action is there once, has its index, and a text that parses back.
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

-- What the players see, set up by hand, is what they see.
local function check_position(state, given)
  if #joins_of(state) > 0 then return end -- what scripts have joined is not in it
  local with = {}
  for key, value in pairs(given) do with[key] = value end
  with.position, with.start = state:observation_string(), nil
  local again = carcassonne.game(with):new_initial_state(1)
  assert(again:observation_string() == with.position, "the same to those who look")
  assert(again:decision() == state:decision() and again:part() == state:part(), "another decision in a position set up")
  assert(again:num_actions() == state:num_actions(), "other actions in a position set up")
  assert(#again:features() == #state:features(), "features of a position set up")
  assert(again:num_tiles_left() == state:num_tiles_left(), "tiles left in a position set up")
end

-- ---- One game ----------------------------------------------------------------------------------------------------------

local function decide(state, choose) return state:apply_index(choose(state:num_actions())) end

--- Plays one game and checks on the way what holds at every decision, and what is dear now and then.
---@param game Game
---@param seed integer
---@param given GameOptions what the game was made from
---@param may_lose? boolean players may pay points
function properties.try(game, seed, given, may_lose)
  local choose, cache = chooser(seed), {}
  local state = game:new_initial_state(seed)
  local before, i, undo_at = state:returns(), 0, choose(60)
  local look = { [choose(40)] = true, [40 + choose(60)] = true }
  while not state:is_terminal() do
    i = i + 1
    assert(state:num_actions() > 0, "a decision without actions")
    if look[i] then
      local features = check_features(state, cache)
      check_goods(state, features)
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
      assert(not refused and message and (code == "illegal" or code == "invalid") and state:hash() == hash, "an illegal action")
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
  check_goods(state, check_features(state, cache))
  assert(game:deserialize_state(state:serialize()) == state, "saved and loaded at the end")
  assert(#state:winners() >= 1, "winners")
  for _, p in ipairs(state:winners()) do
    for _, points in ipairs(before) do assert(points <= before[p], "winners") end
  end
end

return properties
