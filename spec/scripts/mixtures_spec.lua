-- Random data of all sorts, with some of the expansions: edges that may or must not meet, limits,
-- rows of points and bonuses, tiles that wait, attributes that scripts change, cells that are
-- blocked, pieces with needs. Other specs test what each of them means; these games are played to
-- the end, undone, saved and set up again. CARC_TEST_SCALE=small plays fewer.

local carcassonne = require "carcassonne"
local properties = require "spec.support.properties"
local scaled = require "spec.support.scale"

local MIXTURES = scaled(24, 6)

local SCRIPTS = {
  { name = "gates", edges = { { "city", "road", fits = true }, { "river", "road", fits = true } } },
  { name = "walls", edges = { { "city", "field", fits = true }, { "city", "city", fits = false },
    { "road", bends = "no-u-turn" } } },
  { name = "distance", forbidden_placements = {
    { "tiles", kind = "monastery", around = { "tiles", kind = "monastery", min = 3 } },
    { "tiles", kind = "road", around = { "tiles", kind = "city", min = 8 } },
    { "tiles", kind = "city", around = { "tiles", kind = "road", min = 8 } } } },
  { name = "worth", points = { { kind = "road", per = "pieces", add = 1 },
    { kind = "city", has = { "pieces", piece = "builder" }, halve = "up" },
    { kind = "monastery", per = { "segments", kind = "road", around = "this" }, add = 1 },
      { kind = "field", per = "cities", add = 1 } },
    bonus = { { per = { "segments", kind = "monastery", around = "this" }, add = 1, once = true },
      { kind = "field", per = "tiles", add = 1 } } },
  { name = "heirs", reserves = { { name = "next", owner = "player", size = 2, play_from = "next" } },
      on_tile_placed = function(state, tile)
    if tile.id:match "[AG]$" then pcall(state.move_tile, state, tile.id, "bag", "next") end
  end },
  { name = "mills", attributes = { { name = "mill", merge = "sum", tile_points = 1 },
    { name = "gate", extra_open_ends = 1 } },
    points = { { kind = "city", per = "mill", add = 1 } },
    on_tile_placed = function(state, tile)
      for i = 1, 2 do
        state:set_attribute(tile.x, tile.y, 1, i == 1 and "mill" or "gate", (tile.x + i) % 3 == 0)
      end
    end },
  { name = "fog", variables = { { name = "fog", scope = "cell" } },
    forbidden_deployments = { { variable = "fog" } },
    on_tile_placed = function(state, tile)
    state:set_variable("fog", tile.index, (tile.x + tile.y) % 4 == 0 and 1 or 0)
  end },
  { name = "fleet",
    pieces = { boat = { count = 2, on = { "river", "road" }, needs = { "incomplete", "none_of_kind" },
    role = "special" } } },
  { name = "camps", pieces = { follower = { not_on = { kind = "city", attribute = "pennant" } },
    scout = { count = 2,
    on = { any = { { kind = "monastery" },
      { kind = { "road", "field" }, except = { id = { "BA-U", "BA-V" } } } } } } } },
  { name = "walks",
    extends_builder = function(_, cause, extended) return extended or cause.cause == "completed" end },
  { name = "luck", on_points_given = { when = { player = "others" }, run = function(state, given)
    if given.points > 2 then state:award(given.player, given.points % 3, "luck") end
  end }, phases = {
    { name = "luck", timing = "points_given", when = { variable = { points = { min = 5 } } },
        ask = function(state)
      if state:points_given().points > 1 then state:offer { "players" } end
      return state:points_given().player, true
    end, on_chosen = function(state, action) state:award(action and action.player or state:turn_player(),
      1) end },
    { name = "echo", timing = "feature_scored", when = { complete = true }, run = function(state)
      for _, player in ipairs(state:scoring().players) do state:award(player, 2) end
    end } } },
  { name = "choosy", allow_deployment = { when = { kind = "city" },
    run = function(_, action) return (action.x or 0) % 2 == 0 end },
    bonus = { when = { kind = { "road", "field" } }, run = function(_, piece) return piece.player end } },
}

-- Expansions that a position describes completely. Bridges have owners and tunnels have joins,
-- which a position does not contain.
local EXPANSIONS = { "inns-and-cathedrals", "king-and-robber", "abbey-and-mayor", "princess-and-dragon",
  "tower", "siege", "river" }

local function mixture(number)
  local choose = properties.chooser(number * 7919)
  local list, names = {}, {}
  for _, pool in ipairs { EXPANSIONS, SCRIPTS } do
    for _, one in ipairs(pool) do
      if choose(3) == 1 then
        list[#list + 1] = one
        names[#names + 1] = one.name or one
      end
    end
  end
  local given = { variants = list, players = choose(4),
    edition = carcassonne.editions[choose(#carcassonne.editions)] }
  return given, ("%d players, %s: %s"):format(given.players, given.edition, table.concat(names, " "))
end

-- Returns the features of a state, as a list in the order of tiles and segments.
local function features_of(state)
  local list = {}
  for _, tile in ipairs(state:tiles()) do
    for segment = 1, state:num_segments(tile.x, tile.y) do
      local f = state:feature(tile.x, tile.y, segment)
      list[#list + 1] = { tile.x, tile.y, segment, f.kind, f.open, f.complete, f.tiles, f.pennants, f.power,
        f.attributes }
    end
  end
  return list
end

local function set_up_again(state, given)
  local copy = { position = state:observation_string(), draws = "manual" }
  for key, value in pairs(given) do copy[key] = value end
  assert.are.same(features_of(state), features_of(carcassonne.game(copy):new_initial_state(1)))
end

local function check_points(state)
  local sums = {}
  for p = 1, state:game():players() do sums[p] = 0 end
  for _, event in ipairs(state:events()) do
    if event.kind == "scored" or event.kind == "awarded" then
      sums[event.player] = sums[event.player] + event.points
    end
  end
  for p, sum in ipairs(sums) do assert.are.equal(sum, state:score(p)) end
end

describe("Random data of all sorts:", function()
  for number = 1, MIXTURES do
    local given, text = mixture(number)
    it(("%d: %s"):format(number, text), function()
      local random = properties.chooser(number)
      local state = properties.play(carcassonne.game(given), number, nil, function(state)
        if random(25) == 1 and state:decision() == "place" then set_up_again(state, given) end
      end)
      check_points(state)
      assert.are.equal(state:hash(),
        carcassonne.load(state:serialize(), { variants = given.variants }):hash())
    end)
  end
end)
