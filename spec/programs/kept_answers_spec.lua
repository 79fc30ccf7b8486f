-- A search keeps the answers of functions. Tests that greedy rates actions as if it asked functions
-- each time.

local bots = require "carcassonne.bots"
local ratings = require "spec.support.ratings"

-- Returns a function that gives the same as another one, but that bots ask again in each
-- evaluation.
local function asked_again(answer)
  return function(state, ...)
    return state:num_tiles() > 0 and answer(state, ...) or nil
  end
end

local function count_followers(state, piece)
  return state:count { "pieces", follower = true, player = piece.player }
end
local function list_followers(state, piece)
  return #state:pieces { follower = true, player = piece.player }
end
local function has_farmer(state, piece)
  return state:any { "pieces", kind = "field", player = 3 - piece.player } and 5 or 0
end
local function followers_to_the_east(state, piece)
  local n = 0
  for _, other in ipairs(state:pieces { follower = true }) do n = n + (other.x > piece.x and 1 or 0) end
  return n
end
local function per_tile(_, scoring, points)
  return scoring.kind == "road" and points + 2 * scoring.feature.tiles or points
end

-- Returns a function of bonus that reads a feature that it got in an earlier call.
local function first_city()
  local known = {}
  return function(state)
    known[state] = known[state] or state:feature(0, 0, "city:N")
    return 5 * known[state].open + known[state].tiles
  end
end

-- Returns a function of bonus that gives points while the ninth tile is there: that is, while a
-- feature of this tile, which it got in an earlier call, can be read.
local function while_ninth_tile()
  local known = {}
  return function(state)
    local feature = known[state]
    if feature then return pcall(function() return feature.x end) and 30 or 0 end
    if state:num_tiles() < 9 then return 0 end
    local tile = state:tile(9)
    known[state] = state:feature(tile.x, tile.y, 1)
    return 30
  end
end

-- Forms of scripts that give the same points.
local same_points = {
  ["a bonus by a row or by a function"] = {
    { { kind = "road", complete = true, add = 8 } },
    function(_, _, scoring)
      return scoring.kind == "road" and scoring.complete and 8 or 0
    end },
  ["a bonus for each tile of the road by a row or by a function"] = {
    { { kind = "road", complete = true, per = "tiles", add = 2 } },
    function(_, _, scoring)
      return scoring.kind == "road" and scoring.complete and 2 * scoring.feature.tiles or 0
    end },
  ["a bonus for each monastery around the piece by a row or by a function"] = {
    { { per = { "segments", kind = "monastery", around = "this" }, add = 3 } },
    function(state, piece)
      local cell = { x = piece.x, y = piece.y }
      return 3 * state:count { "segments", kind = "monastery", around = cell }
    end },
  ["a bonus for each follower of the player, counted or listed"] =
    { count_followers, list_followers, asked_again(count_followers) },
  ["a bonus while the opponent has a farmer"] = { has_farmer, asked_again(has_farmer) },
  ["a bonus for each follower to the east"] =
    { followers_to_the_east, asked_again(followers_to_the_east) },
  ["a bonus by a feature of an earlier call"] = { first_city(), asked_again(first_city()) },
  ["points by a function or by a function that also reads the state"] =
    { field = "points", per_tile, asked_again(function(_, ...) return per_tile(nil, ...) end) },
}

-- Returns the number of calls of a function of bonus in the decisions of a game. The function
-- gives points if `gives` returns true.
local function count_calls(gives)
  local calls = 0
  ratings.first(ratings.game_with { name = "count", bonus = function(state, _, scoring)
    calls = calls + 1
    return gives(state) and scoring.kind == "road" and 8 or 0
  end })
  return calls
end

describe("mcts", function()
  it("rates actions equally if a bonus depends on a feature whose tile may be removed again", function()
    local function rate(bonus)
      local game = ratings.game_with { name = "ninth", bonus = bonus }
      local state, bot, list = game:new_initial_state(2), bots.new("mcts", 1, { iterations = 120 }), {}
      for i = 1, 25 do
        list[i] = bot:rate(state)
        state:apply_index(1 + i * 7 % state:num_actions())
      end
      return list
    end
    assert.same(rate(asked_again(while_ninth_tile())), rate(while_ninth_tile()))
  end)
end)

describe("greedy", function()
  for what, forms in pairs(same_points) do
    it("rates actions equally for " .. what, function()
      local all = {}
      for i, form in ipairs(forms) do
        all[i] = ratings.first(ratings.game_with { name = "equal", [forms.field or "bonus"] = form })
      end
      for i = 2, #forms do assert.same(all[1], all[i]) end
    end)
  end

  it("rates actions equally if a bonus depends on the points that another bonus has given", function()
    local function rate(wrap)
      return ratings.first(ratings.game_with({ name = "one", bonus = function() return 1 end },
        { name = "two", bonus = wrap(function(state, piece)
          return state:any { "players", player = piece.player, variable = { points = 1 } } and 50 or 0
        end) }))
    end
    assert.same(rate(asked_again), rate(function(bonus) return bonus end))
  end)

  it("rates actions equally if a bonus is lost to the limit of scores", function()
    local function rate(wrap)
      local rich = { name = "rich", on_tile_placed = function(state)
        for player = 1, 2 do
          while state:score(player) <= 998000000 do state:award(player, 1000000) end
          state:award(player, state:num_tiles() % 2 == 0 and -900000 or 900000)
        end
      end }
      local bonus = wrap(function() return 1000000 end)
      return ratings.first(ratings.game_with(rich, { name = "one", bonus = bonus },
        { name = "two", bonus = bonus }))
    end
    assert.same(rate(asked_again), rate(function(bonus) return bonus end))
  end)

  it("rates actions as without a phase that does nothing when points are given", function()
    local function rate(phases)
      local scripts = { { name = "phases", phases = phases } }
      for i = 2, 9 do
        scripts[i] = { name = "one-" .. i, bonus = asked_again(function() return 1 end) }
      end
      return ratings.first(ratings.game_with((table.unpack or _G.unpack)(scripts)))
    end
    assert.same(rate {}, rate { { name = "idle", timing = "points_given", run = function() end } })
  end)

  local function reads_state(state) return state:num_tiles() > 0 end

  for what, case in pairs {
    ["reads only its arguments"] = { 0.3, function() return true end },
    ["counts items"] = { 0.3, function(state) return state:count { "pieces", kind = "road" } < 2 end },
    ["asks whether there is an item"] =
      { 0.3, function(state) return state:any { "pieces", kind = "city" } end },
    ["lists items"] = { 0.5, function(state) return #state:pieces { kind = "road" } < 2 end },
  } do
    it("asks a function of bonus less often if it " .. what, function()
      local share, gives = case[1], case[2]
      local calls, reading = count_calls(gives), count_calls(reads_state)
      assert.is_true(calls < share * reading, ("%d calls, %d if it reads the state"):format(calls, reading))
    end)
  end
end)
