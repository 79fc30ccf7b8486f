-- What holds in every game, tried on random games of every kind. CARC_TEST_SCALE=small plays fewer of them.

local carcassonne = require "carcassonne"

local small = os.getenv "CARC_TEST_SCALE" == "small"
local GAMES = small and 3 or 48 -- of each kind

-- ---- Choices -------------------------------------------------------------------------------------------------

-- Whole numbers from 1 to n, the same row for the same seed.
local function chooser(seed)
  local x = (seed * 2654435761 + 1) & 0x7fffffff
  return function(n)
    x = (x * 1103515245 + 12345) & 0x7fffffff
    return (x >> 12) % n + 1
  end
end

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

-- The segments of a tile of this game as it lies.
local function segments_of(cache, game, tile)
  local key = tile.id .. tile.rotation
  cache[key] = cache[key] or game:tile(tile.id, tile.rotation).segments
  return cache[key]
end

-- All features of a state, each { kind, tiles, open, pennants, goods, segments, cities, power, pieces }, and a map from "tile,segment".
local function survey(state, cache)
  local game, tiles = state:game(), state:tiles()
  local at_cell, parents, owner_of_port = {}, {}, {}
  for _, tile in ipairs(tiles) do
    at_cell[tile.x .. "," .. tile.y] = tile
    for i, segment in ipairs(segments_of(cache, game, tile)) do
      local place = tile.index * 16 + i
      parents[place] = place
      for _, port in ipairs(segment.ports) do owner_of_port[tile.index .. port] = place end
    end
  end
  local open = {}
  for _, tile in ipairs(tiles) do
    for i, segment in ipairs(segments_of(cache, game, tile)) do
      local place = tile.index * 16 + i
      open[place] = 0
      for _, port in ipairs(segment.ports) do
        local side = SIDE[port:sub(1, 1)]
        local next_to = at_cell[(tile.x + side[1]) .. "," .. (tile.y + side[2])]
        if next_to then
          local other = owner_of_port[next_to.index .. OPPOSITE[port]]
          assert(other, "edges do not match")
          parents[find(parents, place)] = find(parents, other)
        elseif not (port:match "R$" and not owner_of_port[tile.index .. port:sub(1, 1)]) then
          open[place] = open[place] + 1 -- the two halves of a side without a road are one edge
        end
      end
    end
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
          borders = {}, pieces = 0, power = {}, at = { tile.x, tile.y, i } }
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
      for _, city in ipairs(segment.borders) do f.borders[#f.borders + 1] = tile.index * 16 + city end
      for _, piece in ipairs(by_piece[place] or {}) do
        f.pieces = f.pieces + 1
        if piece.piece == "follower" then f.power[piece.player] = (f.power[piece.player] or 0) + 1 end
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
  for _, f in ipairs(all) do f.complete = f.kind ~= "field" and f.open == 0 end
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
  if f.kind == "field" then return complete_cities * rules.field_city_points end
  if f.kind ~= "city" then return f.tiles end
  local each = f.complete and 2 or 1
  if f.complete and f.tiles == 2 and rules.small_city == 2 then each = 1 end
  return each * (f.tiles + f.pennants)
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
    local bordered, complete, seen = 0, 0, {}
    for _, place in ipairs(f.borders) do
      local city = feature_at(place)
      if not seen[city] then
        seen[city] = true
        bordered = bordered + 1
        if city.complete then complete = complete + 1 end
      end
    end
    assert(#have:cities() == bordered and #have:cities(true) == complete, where .. ": cities")
    assert(have.points == worth(f, rules, complete), where .. ": points " .. have.points)
    -- what the last tile completed is scored after its deployment
    f.scored = f.complete and not (state:decision() == "deploy" and (f.on[state:num_tiles()] or f.kind == "monastery"))
    assert(not f.scored or f.pieces == 0, where .. ": complete, and pieces stand there")
  end
  return all
end

-- ---- What is conserved ---------------------------------------------------------------------------------------------

local function check_pieces(state)
  local game = state:game()
  local out = {}
  for _, piece in ipairs(state:pieces()) do
    local key = piece.player .. piece.piece
    out[key] = (out[key] or 0) + 1
  end
  for p = 1, game:players() do
    local supply = state:supply(p)
    for _, piece in ipairs(game:pieces()) do
      assert(supply[piece.name] >= 0 and supply[piece.name] + (out[p .. piece.name] or 0) == piece.count,
        ("player %d has %d of %s in hand"):format(p, supply[piece.name], piece.name))
    end
  end
end

-- Tokens are in players' hands for the symbols of complete cities, no others.
local function check_goods(state, features)
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
  if state:decision() ~= "place" then return end
  local with = {}
  for key, value in pairs(given) do with[key] = value end
  with.position, with.start = state:observation_string(), nil
  local again = carcassonne.game(with):new_initial_state(1)
  if again:is_chance_node() then again:apply_action("draw " .. state:hand()) end
  -- but for the remarks: a position begins with the first part of a turn
  local function plain(text) return (text:gsub("#[^\n]*\n", "")) end
  assert(plain(again:observation_string()) == plain(with.position), "the same to those who look")
  assert(#again:features() == #state:features(), "features of a position set up")
end

-- ---- One game ----------------------------------------------------------------------------------------------------------

local function decide(state, choose) return state:apply_index(choose(state:num_actions())) end

-- Plays one game and checks on the way what holds at every decision, and what is dear now and then.
local function try(game, seed, given)
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
      assert(points >= before[p], "points were lost")
      assert(rewards[p] == points - before[p], "rewards")
    end
    before = now
    check_pieces(state)
    assert(i < 1000, "the game does not end")
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

-- ---- Kinds of games ----------------------------------------------------------------------------------------------------------

local kinds = {}
local function kind(name, given) kinds[#kinds + 1] = { name = name, given = given } end

for _, edition in ipairs(carcassonne.editions) do
  kind("edition " .. edition, { edition = edition })
end
for _, edition in ipairs(carcassonne.editions) do
  kind("base game, edition " .. edition, { edition = edition, sets = { "base" } })
end
kind("tiles of the traders, without goods, builders and pigs", { goods = false, pieces = { builder = 0, pig = 0 } })
kind("goods alone", { pieces = { builder = 0, pig = 0 } })
kind("builders alone", { sets = { "base" }, pieces = { builder = 1 } })
kind("pigs alone", { sets = { "base" }, pieces = { pig = 1 }, rules = { farm_scoring = "per-field-once" } })
kind("the tiles of the traders by themselves", { sets = { "traders" }, start = "none", edition = "2003" })
kind("few followers, two builders, two pigs", { pieces = { follower = 3, builder = 2, pig = 2 }, edition = "modern" })
kind("draws by hand", { draws = "manual", edition = "bigbox" })
kind("chained builders", { variants = { "chained-builders" } })
kind("percentage goods", { variants = { { name = "p", points = function(_, _, points) return points end }, "percentage-goods" } })
kind("both house rules, compulsory turns", { variants = carcassonne.shipped_variants(), rules = { double_turn = "compulsory" } })
kind("builders without end, figures that occupy", { rules = { builder_parts = "unlimited", figures_occupy = "yes" } })

describe("In random games of", function()
  for k, one in ipairs(kinds) do
    it(one.name .. ": features, points, pieces, goods, tiles, texts, copies, undo and saves are as they must be", function()
      local games = {}
      for n = 1, GAMES do
        local players = (n - 1) % 6 + 1
        one.given.players = players
        games[players] = games[players] or carcassonne.game(one.given)
        local seed = k * 1000 + n
        local fine, message = xpcall(try, debug.traceback, games[players], seed, one.given)
        assert.is_true(fine, ("%d players, seed %d: %s"):format(players, seed, message))
      end
    end)
  end

  it("these kinds there are at least 600", function()
    if not small then assert.is_true(#kinds * GAMES >= 1000) end
  end)
end)

-- ---- Means ---------------------------------------------------------------------------------------------------------------------

describe("20,000 random games of two players under jcz", function()
  local function means(sets)
    local state = carcassonne.game({ sets = sets, edition = "jcz" }):new_initial_state()
    local n, tiles, decisions, points = 20000, 0, 0, 0
    for seed = 1, n do
      state:reset(seed)
      state:random_playout(seed + 1000000)
      tiles = tiles + state:num_tiles() - 1
      decisions = decisions + state:decisions()
      points = points + state:score(1) + state:score(2)
    end
    return tiles / n, decisions / n, points / n / 2
  end

  local function near(low, high, value, by)
    assert.is_true(value > low - by and value < high + by, ("%s is not %s to %s"):format(value, low, high))
  end

  it("of the base game: 71.0 tiles placed, 22.4 deployments to choose, 19.3 to 19.6 points a player", function()
    local tiles, decisions, points = means { "base" }
    near(71.0, 71.0, tiles, 0.2)
    near(22.4, 22.4, decisions - tiles, 0.2)
    near(19.3, 19.6, points, 0.3)
  end)

  it("with Traders & Builders: 121 decisions, 24.6 to 24.9 points a player", function()
    local _, decisions, points = means { "base", "traders" }
    near(121, 121, decisions, 0.2)
    near(24.6, 24.9, points, 0.3)
  end)

  it("by index, one decision after another, have the same means as played in one go", function()
    local state = carcassonne.game({ edition = "jcz" }):new_initial_state()
    local games, decisions, points, choose = small and 300 or 3000, 0, 0, chooser(1)
    for seed = 1, games do
      state:reset(seed)
      local n = state:num_actions()
      while n > 0 do n = state:apply_index(choose(n)) end
      decisions = decisions + state:decisions()
      points = points + state:score(1) + state:score(2)
    end
    near(121, 121, decisions / games, 1)
    near(24.6, 24.9, points / games / 2, 1)
  end)
end)
