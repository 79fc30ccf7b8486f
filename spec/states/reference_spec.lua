-- Compares the engine with the slow reference, decision by decision, on random games of every kind.
-- The reference plays by itself: from the engine it takes the printed tiles, the rule values and
-- the order of the draws. CARC_TEST_SCALE=small plays fewer games.

local carcassonne = require "carcassonne"
local reference = require "spec.support.reference"
local properties = require "spec.support.properties"
local scaled = require "spec.support.scale"

local chooser = properties.chooser

local GAMES = scaled(8, 1) -- number of games of each kind
local FEATURES_EVERY = 3 -- number of placements between two comparisons of all features

-- ---- What is compared ---------------------------------------------------------------------------

local function must(same, what, engine, slow)
  if not same then
    error(("%s: the engine has %s, the reference %s"):format(what, tostring(engine), tostring(slow)), 0)
  end
end

local function must_equal(what, engine, slow) must(engine == slow, what, engine, slow) end

local function goods_text(goods)
  return ("%d wine, %d grain, %d cloth"):format(goods.wine, goods.grain, goods.cloth)
end

local function compare_actions(state, slow)
  local legal, actions = {}, slow:actions()
  for _, action in ipairs(actions) do legal[reference.key(action)] = true end
  for i = 1, state:num_actions() do
    local key = reference.key(state:action(i))
    must(legal[key], "legal by the engine alone", key, "no such action")
    legal[key] = nil
  end
  must(next(legal) == nil, "legal by the reference alone", "no such action", next(legal))
  must_equal("legal actions", state:num_actions(), #actions)
end

local function pieces_text(pieces)
  local texts = {}
  for i, one in ipairs(pieces) do
    texts[i] = ("%d %s %d.%d"):format(one.player, one.piece, one.tile, one.segment)
  end
  table.sort(texts)
  return table.concat(texts, ", ")
end

local function compare_players(state, slow)
  must_equal("pieces", pieces_text(state:pieces()), pieces_text(slow.table.pieces))
  for player = 1, state:game():players() do
    must_equal("points", state:score(player), slow:score(player))
    must_equal("goods", goods_text(state:goods(player)), goods_text(slow.goods[player]))
    for piece, count in pairs(state:pieces_in_hand(player)) do
      must_equal("in hand: " .. piece, count, slow.supply[player][piece])
    end
  end
end

local function compare_course(state, slow)
  must_equal("decision", state:decision(), slow.decision)
  must_equal("turn", state:turn_player(), slow.turn)
  must_equal("tiles", state:num_tiles(), #slow.table.tiles)
  if slow.decision == "place" then must_equal("hand", state:hand(), slow.hand) end
  if slow.decision and slow.decision ~= "extra" then must_equal("part", state:part(), slow.part) end
end

-- ---- Games --------------------------------------------------------------------------------------

local seen = { decisions = 0, place = 0, deploy = 0, extra = 0, features = 0, builders = 0,
  pigs = 0, goods = 0 }

local function count_sight(state)
  seen.decisions = seen.decisions + 1
  local decision = state:decision()
  if decision then seen[decision] = seen[decision] + 1 end
end

local function count_end(slow)
  for _, piece in ipairs(slow.table.pieces) do
    if piece.piece ~= "follower" then seen[piece.piece .. "s"] = seen[piece.piece .. "s"] + 1 end
  end
  for _, goods in ipairs(slow.goods) do seen.goods = seen.goods + goods.wine + goods.grain + goods.cloth end
end

local function compare(state, slow, number)
  count_sight(state)
  compare_course(state, slow)
  compare_actions(state, slow)
  compare_players(state, slow)
  if slow.decision ~= "extra" and #slow.table.tiles % FEATURES_EVERY == number % FEATURES_EVERY
      and slow.decision ~= "place" then
    seen.features = seen.features + 1
    properties.compare_features(state, slow.table)
  end
end

-- Draws three placements and chooses the one nearest to the middle, so that features grow together.
local function choose_near(state, random, index)
  local best, least = index, math.huge
  for _ = 1, 3 do
    local action = state:action(index)
    local far = math.abs(action.x) + math.abs(action.y)
    if far < least then best, least = index, far end
    index = random(state:num_actions())
  end
  return best
end

-- Chooses a builder or a pig in half of the cases in which one can be deployed: among all the legal
-- actions they would rarely be chosen.
local function choose_rare(state, index)
  for i = 1, state:num_actions() do
    local piece = state:action(i).piece
    if piece and piece ~= "follower" then return i end
  end
  return index
end

local function choose(state, random)
  local index, any = random(state:num_actions()), random(2) == 1
  if any or state:decision() == "extra" then return index end
  if state:decision() == "place" then return choose_near(state, random, index) end
  return choose_rare(state, index)
end

local function play(settings, seed)
  local state, random = carcassonne.game(settings):new_initial_state(seed), chooser(seed)
  local slow = reference.new(state)
  local where = "at the beginning"
  local fine, problem = pcall(function()
    compare(state, slow, seed)
    while not state:is_terminal() do
      local action = state:action(choose(state, random))
      where = ("after %d decisions, then %s"):format(state:decisions(), state:action_to_string(action))
      slow:apply(action)
      assert(state:apply_action(action))
      compare(state, slow, seed)
    end
    properties.compare_features(state, slow.table)
  end)
  if not fine then error(("seed %d, %s: %s"):format(seed, where, problem), 0) end
  count_end(slow)
  return state
end

local BOTH = { "base", "traders" }
local KINDS = {
  { edition = "2003", sets = { "base" } },
  { edition = "2003", sets = BOTH, players = 3 },
  { edition = "bigbox", sets = BOTH },
  { edition = "c2", sets = BOTH },
  { edition = "modern", sets = BOTH, players = 5 },
  { edition = "jcz", sets = BOTH, players = 4 },
  { edition = "jcz", sets = { "base" }, players = 6 },
  { sets = { "traders" }, start = { { id = "TB-J", x = 0, y = 0, rotation = 1 } }, players = 3 },
  { sets = BOTH, rules = { farm_scoring = "per-field-once", builder_parts = "unlimited", small_city = 2 } },
  { sets = BOTH, rules = { farm_scoring = "per-city", pig_bonus = 2, double_turn = "compulsory",
    builder_parts = 2 } },
  { sets = BOTH, edition = "2003", rules = { count_as_followers = "majorities" }, players = 3 },
  { sets = BOTH, rules = { farm_scoring = "per-field-once", count_as_followers = "everywhere" },
    players = 2 },
  { sets = BOTH, edition = "jcz", players = 4, teams = { { 1, 3 }, { 2, 4 } } },
  { sets = BOTH, edition = "c2", players = 6, teams = { { 1, 4 }, { 2, 5 }, { 3, 6 } },
    rules = { farm_scoring = "per-field-once" } },
  { sets = BOTH, edition = "2003", players = 5, teams = { { 1, 2, 3 }, { 4, 5 } },
    rules = { farm_scoring = "per-city" } },
  { sets = BOTH, players = 4, teams = { { 1, 2 }, { 3, 4 } }, team_majority = "apart" },
  { sets = BOTH, rules = { pieces_occupy = "yes", builder_host = "any", goods_bonus = 7 }, players = 1,
    pieces = { follower = 3, builder = 2, pig = 2 } },
}

local function describe_kind(settings)
  local texts = { table.concat(settings.sets, " + "), "edition " .. (settings.edition or "c2"),
    (settings.players or 2) .. " players" }
  if settings.teams then
    texts[#texts + 1] = #settings.teams .. " teams " .. (settings.team_majority or "together")
  end
  for name, value in pairs(settings.rules or {}) do texts[#texts + 1] = name .. " " .. value end
  table.sort(texts, function(a, b) return #a < #b or #a == #b and a < b end)
  return table.concat(texts, ", ")
end

describe("The engine and the slow reference agree in every position of random games:", function()
  for number, settings in ipairs(KINDS) do
    it(describe_kind(settings), function()
      for i = 1, GAMES do play(settings, 1000 * number + i) end
    end)
  end

  it("games that begin from the positions of others", function()
    for seed = 1, GAMES do
      local state, random = carcassonne.game():new_initial_state(seed), chooser(seed)
      for _ = 1, 30 + 10 * seed do state:apply_index(random(state:num_actions())) end
      play({ position = state:observation_string() }, seed)
    end
  end)

  it("and some were compared", function()
    for what, least in pairs { decisions = 900, place = 400, deploy = 300, extra = 3, features = 100,
      builders = 3, pigs = 3,
      goods = 5 } do
      assert.is_true(seen[what] >= least * GAMES, ("%s: %d"):format(what, seen[what]))
    end
  end)
end)

describe("The slow reference", function()
  it("can start from any state #full", function()
    local state, random = carcassonne.game { edition = "jcz" }:new_initial_state(5), chooser(5)
    while not state:is_terminal() do
      state:apply_index(choose(state, random))
      if random(12) == 1 then
        local slow = reference.new(state)
        compare(state, slow, #slow.table.tiles)
        properties.compare_features(state, slow.table)
      end
    end
    assert.same(state:returns(), reference.new(state).points)
  end)

  it("knows the draws of a new seed", function()
    local state = carcassonne.game():new_initial_state(5)
    for _ = 1, 20 do state:apply_index(1) end
    state:reseed(77)
    local slow = reference.new(state)
    while not state:is_terminal() do
      slow:apply(state:action(state:num_actions()))
      state:apply_index(state:num_actions())
      compare_course(state, slow)
    end
    assert.same(state:returns(), slow.points)
  end)

  it("makes independent copies", function()
    local slow = reference.new(carcassonne.game():new_initial_state(5))
    local copy, count = slow:copy(), slow:count(3)
    copy:apply(copy:actions()[1])
    copy:apply(copy:actions()[1])
    assert.equal(count, slow:count(3))
    assert.equal(1, #slow.table.tiles)
    assert.equal(2, #copy.table.tiles)
    assert.equal(0, #slow.table.pieces)
  end)

  it("refuses rules that it does not support", function()
    local function refused(settings, prepare)
      local state = carcassonne.game(settings):new_initial_state(1)
      if prepare then prepare(state) end
      local fine, problem = pcall(reference.new, state)
      assert.is_false(fine)
      return problem
    end
    assert.matches("no house rules", refused { variants = { "chained-builders" } })
    assert.matches("seeded draws", refused { draws = "manual" })
    assert.matches("no piece 'large'",
      refused { pieces = { large = { count = 1, role = "follower", power = 2 } } })
    assert.matches("printed ones", refused { pieces = { follower = { count = 7, power = 2 } } })
    assert.matches("give up", refused({ players = 3 }, function(state) state:resign(2) end))
  end)
end)
