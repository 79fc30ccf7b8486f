-- Scripts whose files change while a game runs: the game continues with the new version of the
-- script, or does not change.

local carcassonne = require "carcassonne"
local files = require "spec.support.files"

local ROAD_TILE = "XX-A x3 road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL"

local function script(points, tile)
  return ("return { name = 'tolls', options = { more = 0 }, tiles = %q,\n"):format(tile or ROAD_TILE)
    .. ("  points = { { complete = true, add = %d } } }"):format(points)
end

-- Plays decisions that depend on the state alone, and deploys if possible.
local function play(state, decisions)
  for i = 1, decisions do
    if state:is_terminal() then break end
    local n = state:num_actions()
    state:apply_index(state:decision() == "deploy" and math.min(2, n) or (i * 7919) % n + 1)
  end
  return state
end

-- Plays a game with a script in a file, changes the file, and reloads it.
local function changed(old, new, check, options)
  files.with(old, function(path)
    local given = options or {}
    given.variants = { "tower", path }
    local state = play(carcassonne.game(given):new_initial_state(4), 60)
    files.rewrite(path, new)
    check(state, path)
  end)
end

-- Checks that reloading fails with such a message, and that the state does not change.
local function stays(state, pattern, settings)
  local text, hash = state:serialize(), state:hash()
  local again, message, code = carcassonne.reload(state, settings)
  assert.is_nil(again)
  assert.matches(pattern, message)
  assert.is_truthy(code == "invalid" or code == "script", code)
  assert.are.equal(text, state:serialize())
  assert.are.equal(hash, state:hash())
end

describe("A script that changed while a game runs", function()
  it("scores by its new version, from the first turn on", function()
    changed(script(0), script(100), function(state)
      local again = assert(carcassonne.reload(state))
      assert.are.equal(state:decisions(), again:decisions())
      assert.are.same(state:tiles(), again:tiles())
      assert.are.same(state:pieces(), again:pieces())
      assert.are.equal(state:hand(), again:hand())
      local more = 0
      for player, points in ipairs(again:returns()) do
        local difference = points - state:returns()[player]
        assert.are.equal(0, difference % 100)
        more = more + difference
      end
      assert.is_true(more > 0)
    end)
  end)

  it("into an equal one gives the same game, with the same coming draws", function()
    changed(script(2), script(2), function(state)
      local again = assert(carcassonne.reload(state))
      assert.are.equal(state:game():fingerprint(), again:game():fingerprint())
      assert.are.equal(state:serialize(), again:serialize())
      assert.are.equal(play(state, 999):serialize(), play(again, 999):serialize())
    end)
  end)

  it("and adds tiles puts them in the bag, and the game is saved, loaded and undone like any other",
      function()
    changed(script(0), script(0, ROAD_TILE:gsub("x3", "x9")), function(state, path)
      local again = assert(carcassonne.reload(state))
      assert.are.equal(state:num_tiles_left() + 6, again:num_tiles_left())
      assert.are.equal(again:serialize(),
        assert(carcassonne.load(again:serialize(), { variants = { path } })):serialize())
      assert(again:undo_action())
      assert.are.equal(state:decisions() - 1, again:decisions())
      again:random_playout(1)
      assert.is_true(again:is_terminal())
    end)
  end)

  it("does not change the game's own settings: players, rules, pieces, tiles, a position", function()
    local position = { tiles = { { id = "BA-D" }, { id = "BA-U", x = 1 } }, points = { 5, 8, 0 }, turn = 2,
      pieces = { { player = 2, x = 1, y = 0, segment = "road:E.W" } } }
    local given = { players = 3, edition = "2003", rules = { small_city = 2 }, pieces = { follower = 4 },
      counts = { ["BA-A"] = 5 },
      tiles = "OWN x2 road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL", sets = { "base" }, goods = false,
        position = position }
    changed(script(0), script(1), function(state)
      local again = assert(carcassonne.reload(state))
      assert.are.equal(state:num_tiles_left(), again:num_tiles_left())
      assert.are.same(state:game():rules(), again:game():rules())
      assert.are.same(state:game():pieces(), again:game():pieces())
      assert.are.same(state:game():tiles(), again:game():tiles())
      assert.are.equal(3, again:game():players())
      assert.are.same(state:tiles(), again:tiles())
      local function own(text) return (text:gsub("variant tolls %S+", ""):gsub("add=%d", "")) end
      assert.are.equal(own(state:game():text()), own(again:game():text()))
    end, given)
  end)

  it("keeps the chosen options, and uses its new defaults for the others", function()
    local function optional(more, less)
      return ("return { name = 'tolls', options = { more = %d, less = %d } }"):format(more, less)
    end
    files.with(optional(1, 1), function(path)
      local state = carcassonne.game {
        variants = { carcassonne.variant(path, { more = 5 }) } }:new_initial_state(1)
      files.rewrite(path, optional(2, 2))
      local again = assert(carcassonne.reload(state))
      assert.are.same({ more = 5, less = 2 }, again:game():variants()[1].options)
      files.rewrite(path, "return { name = 'tolls' }")
      stays(state, "variant 'tolls': options%.more: unknown option")
    end)
  end)

  it("keeps the draws of a reseeded game, and the players who gave up", function()
    files.with(script(0), function(path)
      local state = play(carcassonne.game { players = 3, variants = { path } }:new_initial_state(4), 20)
      state:reseed(77)
      play(state, 10)
      state:resign(2)
      files.rewrite(path, script(1))
      local again = assert(carcassonne.reload(state))
      assert.are.same(state:tiles(), again:tiles())
      assert.is_true(again:has_resigned(2))
      assert.are.equal(play(state, 9):hand(), play(again, 9):hand())
    end)
  end)

  it("works in a game that was loaded, and if the host draws", function()
    changed(script(0), script(0), function(state, path)
      local loaded = assert(carcassonne.load(state:serialize(), { variants = { path } }))
      files.rewrite(path, script(100))
      local again = assert(carcassonne.reload(loaded))
      assert.are.equal(assert(carcassonne.reload(state)):serialize(), again:serialize())
    end)
    changed(script(0), script(100), function(state)
      local again = assert(carcassonne.reload(state))
      assert.are.equal(state:decisions(), again:decisions())
      assert.is_true(again:game():manual_draws())
    end, { draws = "manual" })
  end)

  it("keeps the game's limit of instructions", function()
    local slow =
      "return { name = 'tolls', on_tile_placed = function() for i = 1, 1000 do local _ = i end end }"
    files.with("return { name = 'tolls' }", function(path)
      local function playing(budget)
        files.rewrite(path, "return { name = 'tolls' }")
        local state = play(carcassonne.game { budget = budget, variants = { path } }:new_initial_state(1), 10)
        files.rewrite(path, slow)
        return state
      end
      stays(playing(200), "instructions")
      assert(carcassonne.reload(playing(100000)))
    end)
  end)
end)

describe("The game does not change", function()
  it("if the script is invalid, or has an unknown rule", function()
    changed(script(0), "return { name = 'tolls', ",
      function(state) stays(state, "^variant '[^']+': [^:]+:1: ") end)
    changed(script(0), "return { name = 'tolls', format = 2, pints = {} }", function(state)
      stays(state, "^variant 'tolls': pints: unknown key %(did you mean points%?%)$")
    end)
    changed(script(0),
        "return { name = 'tolls', forbidden_placements = { { 'tiles', attribute = 'ghost' } } }",
        function(state)
      stays(state, "^variant 'tolls': forbidden_placements%[1%]: .*ghost")
    end)
    changed(script(0), "return { name = 'tower' }",
      function(state) stays(state, "'tower' is listed twice") end)
    changed(script(0), "return { name = 'tolls', conflicts = { 'tower' } }",
      function(state) stays(state, "incompatible with variant 'tower'") end)
    changed(script(0), script(0), function(state, path)
      os.remove(path)
      stays(state, "No such file")
      files.rewrite(path, "")
    end)
  end)

  it("if an earlier decision is not possible any more: it is named", function()
    changed(script(0), script(0):gsub("points = .*", "allow_placement = function() return false end }"),
        function(state)
      stays(state, "^after 0 decisions, `place %S+ %S+ r%d`: .* is not legal here; legal are .*")
    end)
    changed(script(0), script(0):gsub("points = .*", "allow_deployment = function() return false end }"),
        function(state)
      stays(state, "^after %d+ decisions, `[^`]+`: .* is not legal here; legal are .*")
    end)
    changed(script(0, ROAD_TILE:gsub("x3", "x60")), "return { name = 'tolls' }", function(state)
      stays(state, "decisions, `draw XX%-A`: ")
    end)
  end)

  it("if a function of the script fails during the replay", function()
    changed(script(0), script(0):gsub("points = .*", "on_feature_scored = function() error 'toll?' end }"),
        function(state)
      stays(state, "^after %d+ decisions, `[^`]+`: variant 'tolls', on_feature_scored: .*:2: toll%?")
    end)
  end)
end)

describe("A game plays a saved game under other rules", function()
  it("and names a decision that is not possible", function()
    local state = play(carcassonne.game():new_initial_state(3), 40)
    local text = state:serialize()
    local strict = carcassonne.game { rules = { small_city = 2, goods_bonus = 7 } }
    assert.is_nil(strict:deserialize_state(text))
    local again = assert(strict:replay_state(text))
    assert.are.same(state:tiles(), again:tiles())
    assert.are.equal(state:hand(), again:hand())
    assert.are.equal(strict, again:game())
    local none, message, code = carcassonne.game({ sets = { "base" } }):replay_state(text)
    assert.is_nil(none)
    assert.matches("^after %d+ decisions, `draw TB%-%u`: ", message)
    assert.are.equal("invalid", code)
  end)

  it("and refuses a text that is not a saved game, with its line", function()
    local text = carcassonne.game():new_initial_state(3):serialize()
    for _, other in ipairs { "", "no game", text:gsub("place", "plaice"), text:sub(1, -9),
        text .. "more\n" } do
      local none, message = carcassonne.game():replay_state(other)
      if other ~= text then
        assert.is_nil(none, other)
        assert.matches("^line %d+: ", message)
      end
    end
  end)
end)

describe("Scripts that are not files", function()
  it("do not change, unless one with their name is given", function()
    local state =
      play(carcassonne.game { variants = { "chained-builders", { name = "gift" } } }:new_initial_state(3), 20)
    assert.are.equal(state:serialize(), assert(carcassonne.reload(state)):serialize())
    local gift = { name = "gift", on_tile_placed = function(lent) lent:award(lent:turn_player(), 1) end }
    local again = assert(carcassonne.reload(state, { variants = { gift } }))
    assert.is_true(again:score(1) > state:score(1))
    stays(state, "unknown variant 'gif' %(did you mean gift%?%)",
      { variants = { { name = "gif" } } })
    stays(carcassonne.game():new_initial_state(1), "the game has no variants", { variants = { gift } })
  end)

  it("refuses a value that is not a state, and unknown settings", function()
    assert.has_error(function() carcassonne.reload("state") end,
      'reload: state: expected userdata, got string "state"')
    assert.has_error(
      function() carcassonne.reload(carcassonne.game():new_initial_state(), { variant = {} }) end,
      "reload: variant: unknown key (did you mean variants?)")
  end)
end)
