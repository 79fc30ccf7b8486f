-- Properties of every game, checked on random games of every kind. CARC_TEST_SCALE=small plays
-- fewer games.

local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"
local properties = require "spec.support.properties"
local scaled = require "spec.support.scale"

local GAMES = scaled(48, 3) -- number of games of each kind

-- ---- Kinds of games -----------------------------------------------------------------------------

local kinds = {}
local function kind(name, given) kinds[#kinds + 1] = { name = name, given = given } end

for _, edition in ipairs(carcassonne.editions) do
  kind("edition " .. edition, { edition = edition })
end
for _, edition in ipairs(carcassonne.editions) do
  kind("base game, edition " .. edition, { edition = edition, sets = { "base" } })
end
kind("tiles of the traders, without goods, builders and pigs",
  { goods = false, pieces = { builder = 0, pig = 0 } })
kind("goods alone", { pieces = { builder = 0, pig = 0 } })
kind("builders alone", { sets = { "base" }, pieces = { builder = 1 } })
kind("pigs alone", { sets = { "base" }, pieces = { pig = 1 }, rules = { farm_scoring = "per-field-once" } })
kind("the tiles of the traders by themselves", { sets = { "traders" }, start = "none", edition = "2003" })
kind("few followers, two builders, two pigs",
  { pieces = { follower = 3, builder = 2, pig = 2 }, edition = "modern" })
kind("draws by hand", { draws = "manual", edition = "bigbox" })
kind("chained builders", { variants = { "chained-builders" } })
kind("percentage goods",
  { variants = { { name = "p", points = function(_, _, points) return points end }, "percentage-goods" } })
kind("both house rules, compulsory turns",
  { variants = carcassonne.shipped_variants(), rules = { double_turn = "compulsory" } })
kind("builders and pigs that count in majorities",
  { rules = { count_as_followers = "everywhere", orphan_builder = "stay" } })
kind("tunnels that serve only builders who were there",
  { variants = { "tunnel", "festival" }, pieces = { builder = 3 },
  rules = { links_builder = "when-placed", count_as_followers = "expansions" } })
kind("builders without end, pieces that occupy",
  { rules = { builder_parts = "unlimited", pieces_occupy = "yes" } })

describe("In random games of", function()
  for k, one in ipairs(kinds) do
    it(one.name .. ": features, points, pieces, goods, tiles, texts, copies, undo and saves are as they "
        .. "must be", function()
      local games = {}
      for n = 1, GAMES do
        local players = (n - 1) % 6 + 1
        one.given.players = players
        games[players] = games[players] or carcassonne.game(one.given)
        local seed = k * 1000 + n
        local fine, message = compat.basic.xpcall(properties.try, debug.traceback, games[players],
          seed, one.given)
        assert.is_true(fine, ("%d players, seed %d: %s"):format(players, seed, tostring(message)))
      end
    end)
  end

  it("these kinds are enough", function()
    assert.is_true(#kinds * GAMES >= scaled(1000, 60))
  end)
end)

-- ---- Means --------------------------------------------------------------------------------------

describe("Many random games of two players under jcz", function()
  local function means(sets)
    local state = carcassonne.game({ sets = sets, edition = "jcz" }):new_initial_state()
    local n, tiles, decisions, points = scaled(20000, 2000), 0, 0, 0
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

  it("of the base game: 71.0 tiles placed, 22.4 deployments to choose, 19.3 to 19.6 points a player",
      function()
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
    local games, decisions, points, choose = scaled(3000, 300), 0, 0, properties.chooser(1)
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
