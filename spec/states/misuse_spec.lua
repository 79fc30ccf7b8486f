-- Calls methods with arguments of all kinds: each call raises an error that says what is wrong, and
-- never crashes.

local acting = require "spec.support.acting"
local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"
local core = require "carcassonne.core"
local run = require("spec.support.files").run
local scaled = require "spec.support.scale"

local function sample()
  local game = carcassonne.game()
  local state = game:new_initial_state(3)
  for i = 1, 30 do state:apply_index((i * 7) % state:num_actions() + 1) end
  local list = state:legal_actions() -- in Lua before 5.3 a table, since ipairs needs one
  return { Game = game, State = state, Action = state:action(1), ActionList = type(list) == "userdata"
    and list or nil,
    Feature = state:feature(0, 0, 1) }
end

local MANY = scaled(65536, 4096)

-- Values of all types, valid or not. The tests pass each of them to the methods.
local values = {
  "nil", "x", 1.5, math.huge, -math.huge, 0 / 0, -1, 0, 1, 7, 255, 256, MANY, 2147483648, 4294967296,
    -2147483648, compat.math.maxinteger,
  compat.math.mininteger, "", ("x"):rep(100000), "a\0b", "%s%n", true, false, {}, { player = 1 }, print,
    coroutine.create(function() end),
  io.stdout, setmetatable({}, { __index = function() error "read" end }),
}
values[1] = nil

local function each_value(visit)
  visit(nil)
  for i = 2, 30 do visit(values[i]) end
end

describe("A wrong object", function()
  it("as self is an error in every method of every class #full", function()
    local objects, tried = sample(), 0
    for class, methods in pairs(core.methods) do
      for name, method in pairs(methods) do
        local function refused(self, what)
          local fine, message = pcall(method, self, 1, 1, 1)
          assert.is_false(fine, ("%s:%s took %s"):format(class, name, what))
          assert.is_string(message)
          assert.matches("bad argument #1", message)
          assert.matches(class .. " expected", message)
          tried = tried + 1
        end
        each_value(function(value) refused(value, type(value)) end)
        for other, object in pairs(objects) do
          if other ~= class then refused(object, other) end
        end
      end
    end
    assert.is_true(tried > 2000)
  end)

  it("is named by its type, and so is the expected one", function()
    local state = sample().State
    local fine, message = pcall(state.hash, io.stdout)
    assert.is_false(fine)
    local name = debug.getmetatable(io.stdout).__name or "userdata" -- older versions give files no name
    assert.matches("bad argument #1.*State expected, got " .. name:gsub("%W", "%%%0"), message)
    fine, message = pcall(state.hash)
    assert.is_false(fine)
    assert.matches("State expected, got no value", message)
    fine, message = pcall(state.apply_action, state, sample().Game)
    assert.is_false(fine)
    assert.matches("bad argument.*Action expected, got Game", message)
  end)

  it("called with a dot instead of a colon is an error that says so", function()
    local state = sample().State -- luacheck: no unused
    local fine, message = pcall(function() return state.score(1) end)
    assert.is_false(fine)
    assert.matches("State expected, got number", message)
  end)

  it("cannot be made by giving a table the class's name", function()
    local state = sample().State
    local fake = setmetatable({}, { __name = "State", __index = state })
    assert.has_error(function() return fake:hash() end)
    assert.has_error(function() state:copy_from(fake) end)
  end)
end)

describe("A wrong argument", function()
  it("to any method is an error or a refusal, and the state stays valid #full", function()
    local objects = sample()
    local game = objects.Game
    local fresh = sample()
    for class, methods in pairs(core.methods) do
      for name, method in pairs(methods) do
        each_value(function(a)
          each_value(function(b)
            -- this many games are played only once, not with every seed
            if name == "playout" and a == MANY and b then return end
            local self = objects[class]
            local result = compat.table.pack(pcall(method, self, a, b, b))
            if not result[1] then
              assert.is_string(result[2], name)
            end
          end)
        end)
        -- Checks that the state can still be played, whatever the calls did.
        local state = objects.State
        if state:num_actions() > 0 then state:apply_index(1) end
        assert.is_string(tostring(state))
        objects.State:copy_from(objects.State:clone())
        objects.State:reset(3)
        for _ = 1, 30 do state:apply_index(1) end
        objects.Feature, objects.Action, objects.ActionList = state:feature(0, 0, 1), state:action(1),
          state:legal_actions()
      end
    end
    assert.are.equal(fresh.Game:fingerprint(), game:fingerprint())
    game:new_initial_state(1):random_playout(1)
  end)

  -- The methods of hooks that act and offer, each with the keys of its table.
  local KEYS = { "x", "y", "segment", "player", "piece", "tile", "number", "weight", "except", "follower",
    "kind", "feature", "at",
    "around", "attribute", "variable", "has", "lacks", "takes", "least", "top", "deploy" }

  -- Calls `visit` with tables that are nearly valid: one key at a time has an arbitrary value.
  local function each_table(visit)
    for _, key in ipairs(KEYS) do
      each_value(function(value)
        local t = { x = 0, y = 0, player = 1, piece = "follower", segment = 1 }
        t[key] = value
        visit(t)
      end)
    end
  end

  it("to what a hook does or offers is an error or does something, and leaves a state that can be played on "
      .. "#full", function()
    for _, name in ipairs(acting.names) do
      local errors = 0
      local function try(state)
        local function call(...)
          local fine, message = pcall(state[name], state, ...)
          if not fine then
            errors = errors + 1
            assert.is_string(message, name)
          end
        end
        each_value(function(a)
          for _, b in ipairs { 1, 0, -1, 1099511627776, "x", {} } do
            call(a, b, b, b, b, b)
            call(b, a, a, a, a, a)
          end
        end)
        each_table(function(t) call(t, 0, 0, 1) end)
      end
      local v = { name = "v", pieces = { bridge = { count = 2, role = "span" } },
        variables = { { name = "x", scope = "player", size = 2 } },
        attributes = { { name = "volcano", on = "tile" } },
        phases = { { name = "act", timing = "before_scoring", run = try, ask = function(state)
          try(state)
          state:offer {}
        end, on_chosen = try }, { name = "more", timing = "deployment", ask = try, on_chosen = try } } }
      local state = carcassonne.game({ variants = { v }, budget = 0 }):new_initial_state(1)
      for _ = 1, scaled(4, 1) do
        local fine, message = true, nil
        -- all players may have resigned
        if not state:is_terminal() then
          fine, message = pcall(state.apply_index, state, state:num_actions())
        end
        if not fine then assert.matches("^variant 'v'", message) end
      end
      assert.is_true(errors > 100 or #(acting.verbs[name] or acting.offering[name]).args == 0, name)
      assert.is_string(state:serialize())
    end
  end)

  local state = sample().State
  local named = {
    { "new_initial_state", function() state:game():new_initial_state "seed" end,
      "#1 to 'new_initial_state' %(number expected" },
    { "new_initial_state with half a seed", function() state:game():new_initial_state(1.5) end,
      "#1.*no integer" },
    { "deserialize_state", function() state:game():deserialize_state(nil) end,
      "#1 to 'deserialize_state' %(string expected" },
    { "tile with a wrong id", function() state:game():tile {} end,
      "#1 to 'tile' %(string expected, got table" },
    { "tile with a wrong rotation", function() state:game():tile("BA-D", 4) end, "#2 to 'tile'.*rotation" },
    { "action", function() state:action "one" end, "#1 to 'action' %(number expected, got string" },
    { "action_index", function() state:action_index "pass" end,
      "#1 to 'action_index' %(Action expected, got string" },
    { "apply_action", function() state:apply_action(5) end,
      "#1 to 'apply_action' %(Action expected, got number" },
    { "apply_action with nothing", function() state:apply_action() end,
      "#1 to 'apply_action' %(Action expected, got no value" },
    { "apply_index", function() state:apply_index(0) end,
      "#1 to 'apply_index'.*a legal action, from 1 to %d+, got 0" },
    { "apply_index with a fraction", function() state:apply_index(1.5) end,
      "#1 to 'apply_index'.*no integer" },
    { "resign", function() state:resign(3) end, "#1 to 'resign'.*no player 3; the game has 2" },
    { "has_resigned", function() state:has_resigned(0) end, "#1 to 'has_resigned'.*no player 0" },
    { "copy_from", function() state:copy_from {} end, "#1 to 'copy_from' %(State expected, got table" },
    { "copy_from another game",
      function() state:copy_from(carcassonne.game({ players = 3 }):new_initial_state()) end,
      "#1 to 'copy_from'.*another game" },
    { "reseed", function() state:reseed() end, "#1 to 'reseed' %(number expected, got no value" },
    { "reset", function() state:reset {} end, "#1 to 'reset' %(number expected, got table" },
    { "random_playout", function() state:random_playout "x" end, "#1 to 'random_playout' %(number expected" },
    { "score", function() state:score(-1) end, "#1 to 'score'.*no player %-1" },
    { "goods", function() state:goods(nil) end, "#1 to 'goods' %(number expected" },
    { "good", function() state:good(3, "wine") end, "#1 to 'good'.*no player 3" },
    { "good with a wrong name", function() state:good(1, "vine") end, "#2 to 'good'.*unknown good 'vine'" },
    { "good without a name", function() state:good(1) end, "#2 to 'good' %(string expected, got no value" },
    { "pieces_in_hand", function() state:pieces_in_hand(99) end, "#1 to 'pieces_in_hand'.*no player 99" },
    { "tile_at", function() state:tile_at(1) end, "#2 to 'tile_at' %(number expected, got no value" },
    { "feature", function() state:feature(0, 0) end, "#3 to 'feature' %(number expected, got no value" },
    { "feature with a place that is not a number", function() state:feature({}, 0, 1) end,
      "#1 to 'feature' %(number expected" },
    { "features", function() state:features "castle" end, "#1 to 'features' %(expected a selector: a table" },
    { "features of a wrong kind", function() state:features { kind = "castle" } end,
      "kind: no kind of segment is named 'castle'" },
    { "features with a wrong key", function() state:features { kinds = "city" } end,
      "kinds: unknown key %(did you mean kind%?%)" },
    { "pieces with a key of players", function() state:pieces { hand = "follower" } end,
      "hand: pieces do not have this key" },
    { "count", function() state:count() end, "#1 to 'count' %(table expected, got no value" },
    { "count of a wrong thing", function() state:count { "tile" } end,
      "no kind of item is named 'tile' %(did you mean tiles%?%)" },
    { "each", function() state:each "pieces" end, "#1 to 'each' %(table expected, got string" },
    { "matches, of no thing", function() state:matches("city", {}) end,
      "#1 to 'matches'.*the number of a player, a Feature, or an item" },
    { "matches, a selector in place of a filter", function() state:matches(1, { "players" }) end,
      "expected a filter without a kind of items, got 'players'" },
    { "events", function() state:events(-1) end, "#1 to 'events'" },
    { "action_to_string", function() state:action_to_string "pass" end,
      "#1 to 'action_to_string' %(Action expected" },
    { "string_to_action", function() state:string_to_action(nil) end,
      "#1 to 'string_to_action' %(string expected" },
    { "variable", function() state:variable "memory" end, "#1 to 'variable'.*no variable 'memory'" },
    { "Feature:power", function() state:feature(0, 0, 1):power(5) end, "#1 to 'power'.*no player 5" },
    { "set_variable by a program", function() state:set_variable("x", nil, 1) end,
      "set_variable.*only a hook" },
    { "award by a program", function() state:award(1, 5) end, "award.*only a hook" },
    { "return_piece by a program", function() state:return_piece {} end, "return_piece.*only a hook" },
  }
  for _, case in ipairs(named) do
    it("of " .. case[1] .. " is named in the error", function()
      local fine, message = pcall(case[2])
      assert.is_false(fine)
      assert.matches(case[3], message)
    end)
  end

  it("of a function of the module is an error without internals of the module", function()
    for _, call in ipairs {
      function()
        carcassonne.game(5)
      end, function() carcassonne.game "base" end, function() carcassonne.game { 5 } end,
      function()
        carcassonne.game { variants = "chained-builders" }
      end, function() carcassonne.game { variants = { 5 } } end,
      function() carcassonne.game { players = "2" } end, function() carcassonne.game { players = 2.5 } end,
      function() carcassonne.game { sets = "base" } end, function() carcassonne.game { sets = { {} } } end,
      function() carcassonne.game { pieces = { pig = {} , follower = { on = { {} } } } } end,
      function() carcassonne.game { pieces = { pig = { count = 1, on = 5 } } } end,
      function()
        carcassonne.game { counts = { ["BA-D"] = "x" } }
      end, function() carcassonne.game { variables = { 5 } } end,
      function()
        carcassonne.game { start = { 5 } }
      end, function() carcassonne.game { start = "nothing" } end,
      function()
        carcassonne.game { attributes = { {} } }
      end, function() carcassonne.game { tiles = { 5 } } end,
      function()
        carcassonne.game { position = { tiles = 5 } }
      end, function() carcassonne.game { position = { pieces = { 5 } } } end,
      function()
        carcassonne.game { rules = { pig_bonus = {} } }
      end, function() carcassonne.game { rules = { 5 } } end,
      function() carcassonne.game { budget = "much" } end, function() carcassonne.game { budget = -1 } end,
      function() carcassonne.variant() end, function() carcassonne.variant(5) end,
      function()
        carcassonne.variant("percentage-goods", 5)
      end, function() carcassonne.variant("percentage-goods", { 5 }) end,
      function()
        carcassonne.load()
      end, function() carcassonne.load(5) end, function() carcassonne.load("", 5) end,
      function() carcassonne.tileset {} end, function() carcassonne.tileset() end,
    } do
      local fine, message = pcall(call)
      assert.is_false(fine)
      assert.is_string(message)
      assert.is_nil(message:match "lua/carcassonne/[%w_/]+%.lua:%d+:", message)
      assert.is_nil(message:match "attempt to", message)
    end
  end)

  it("of the functions of carcassonne.core is an error #full", function()
    -- these functions limit the process of the tests, or make files
    local left_out = { isolate = true, run = true, output_file = true }
    for name, call in pairs(core) do
      if type(call) == "function" and not left_out[name] then
        each_value(function(a)
          each_value(function(b)
            local fine, message = pcall(call, a, b, b, b)
            if not fine then assert.is_string(message, name) end
          end)
        end)
      end
    end
  end)
end)

describe("An action of another game", function()
  it("is refused as an object of another game, or handled correctly, but never used as another tile",
      function()
    local base = carcassonne.game({ sets = { "base" } }):new_initial_state(1)
    local traders = carcassonne.game({ sets = { "traders" }, start = "none" }):new_initial_state(1)
    local foreign = traders:action(1)
    for _, use in ipairs { base.action_to_string, base.apply_action, base.action_index } do
      local before = base:clone()
      local fine, message = pcall(use, base, foreign)
      assert.is_false(fine)
      assert.matches("another game", message)
      assert.is_true(base == before)
    end
  end)

  it("from a game with more tiles, pieces and players never crashes a smaller one", function()
    local small = carcassonne.game({ tiles = "F x2 field:NL.NR.EL.ER.SL.SR.WL.WR", start = { { id = "F" } } })
      :new_initial_state()
    local large = carcassonne.game { players = 6, attributes = { "inn" },
      pieces = { mayor = { count = 2, role = "follower" } } }
    local state = large:new_initial_state(2)
    for i = 1, 400 do
      if state:is_terminal() then break end
      for j = 1, state:num_actions(), 3 do
        pcall(small.action_to_string, small, state:action(j))
        pcall(small.action_index, small, state:action(j))
        pcall(small.apply_action, small, state:action(j))
      end
      pcall(small.apply_action, small, state:string_to_action "resign 6")
      state:apply_index((i * 13) % state:num_actions() + 1)
    end
    assert.is_string(tostring(small))
  end)
end)

describe("An action of another state of the game", function()
  local game = carcassonne.game { sets = { "base" } }

  it("or of another decision keeps its meaning, whatever its number was", function()
    for seed = 1, 20 do
      local state, other = game:new_initial_state(seed), game:new_initial_state(seed + 100)
      for i = 1, 60 do
        local number = i * 7 % state:num_actions() + 1
        local action, copy, before = state:legal_actions()[number], state:clone(), other:clone()
        local index = other:action_index(action)
        assert.are.equal(index ~= nil, other:apply_action(action) == true)
        if index then before:apply_index(index) end
        assert.is_true(other == before)
        assert.is_true(state:apply_action(action))
        copy:apply_index(number)
        assert.is_true(state == copy)
        if tostring(action) ~= "pass" then assert.is_nil((state:apply_action(action))) end
        assert.is_true(state == copy)
      end
    end
  end)

  it("that was undone is legal again, and is computed again after a copy or a reset", function()
    local state = game:new_initial_state(4)
    local other = game:new_initial_state(9)
    local first, there = state:action(state:num_actions()), state:clone()
    assert.is_true(state:apply_action(first))
    there:copy_from(state)
    state:undo_action()
    assert.is_true(state:apply_action(first))
    assert.is_true(state == there)
    state:copy_from(other)
    local index = state:action_index(first)
    assert.are.equal(index ~= nil, state:apply_action(first) == true)
    state:reset(4)
    assert.is_true(state:apply_action(first))
    assert.is_true(state == there)
  end)

  it("keeps the game alive, and so does one that a hook received", function()
    local reported
    local action = carcassonne.game({ sets = { "base" }, variants = { { name = "keeper",
      allow_placement = function(_, one) reported = one end } } }):new_initial_state(1):action(1)
    collectgarbage()
    collectgarbage()
    assert.are.equal("place", action.kind)
    assert.are.equal("place", reported.kind)
    assert.is_string(tostring(reported))
  end)
end)

describe("Comparing", function()
  it("comparing objects of different kinds gives false", function()
    local objects = sample()
    objects.file = io.stdout
    for a, one in pairs(objects) do
      for b, other in pairs(objects) do
        if a ~= b then
          local fine, same = pcall(function() return one == other end)
          assert.is_true(fine, ("%s == %s: %s"):format(a, b, tostring(same)))
          assert.is_false(same)
        end
      end
    end
    assert.is_false(objects.State == 5)
    assert.is_false(objects.Action == "pass")
    assert.is_false(objects.Feature == {})
  end)
end)

describe("Metatables", function()
  it("cannot be reached by a script", function()
    for class, object in pairs(sample()) do
      assert.is_false(getmetatable(object), class)
      assert.has_error(function() setmetatable(object, {}) end)
    end
  end)

  it("name their class, so that an error of Lua does, too", function()
    local objects = sample()
    local fine, message = pcall(function() return objects.State + 1 end)
    assert.is_false(fine)
    assert.matches("State", message)
    fine, message = pcall(function() objects.Game.players = 3 end)
    assert.is_false(fine)
    assert.matches("Game", message)
    fine = pcall(function() objects.Action.kind = "draw" end)
    assert.is_false(fine)
  end)

  it("report a missing method by its name, with the nearest one",
      function()
    local objects = sample()
    for _, class in ipairs { "Game", "State", "Feature", "Action" } do
      for _, key in ipairs { "no_such_thing", "__gc", "__index", "methods" } do
        local fine, message = pcall(function() return objects[class][key] end)
        assert.is_false(fine, key)
        assert.matches(("%s has no '%s'"):format(class, key), message)
      end
    end
    local misspelt = { Game = { "num_tile", "num_tiles" }, State = { "num_actons", "num_actions" },
      Feature = { "segmnts", "segments" }, Action = { "rotaton", "rotation" } }
    for class, names in pairs(misspelt) do
      local fine, message = pcall(function() return objects[class][names[1]]() end)
      assert.is_false(fine)
      assert.matches(("misuse_spec.lua:%%d+: %s has no '%s' %%(did you mean %s%%?%%)$"):format(class,
        names[1], names[2]), message)
    end
    local fine, message = pcall(function() return objects.Feature.point end) -- a field
    assert.is_false(fine)
    assert.matches("did you mean points%?", message)
  end)

  it("accept any key: a number, a table, not-a-number", function()
    for _, object in pairs(sample()) do
      for _, key in ipairs { 1.5, -1, 0, compat.math.maxinteger, 0 / 0, {}, true, print, "",
          ("k"):rep(10000) } do
        pcall(function() return object[key] end)
      end
    end
  end)
end)

describe("A table of hooks", function()
  it("may serve several games: each receives its own actions", function()
    local reported
    local hooks = {
      allow_placement = { { variant = "v", options = {}, run = function(_, action) reported = action end } } }
    local one = core.new_game("set base", hooks, {}, 0)
    local other = core.new_game("set base\nplayers 3", hooks, {}, 0)
    local state, foreign = one:new_initial_state(1), other:new_initial_state(1)
    assert.is_false(pcall(state.action_index, state, reported))
    assert.is_true(pcall(foreign.action_index, foreign, reported))
    state = one:new_initial_state(1)
    assert.is_true(pcall(state.action_index, state, reported))
  end)
end)

describe("A dead object", function()
  it("such as a feature whose tile was undone is an error that says so", function()
    local state = carcassonne.game({ sets = { "base" }, draws = "manual" }):new_initial_state()
    state:apply_action "draw BA-U"
    state:apply_action "place BA-U 1,0 r0"
    local road = state:feature(1, 0, "road:E.W")
    local joined = state:feature(0, 0, "road:E.W")
    assert.are.equal(2, road.tiles)
    state:undo_action()
    for _, use in ipairs { function() return road.tiles end, function() return road:power(1) end,
      function() return road:segments() end, function() return state:count { "pieces", feature = road } end,
      function() return state:matches(road, { kind = "road" }) end,
      function() return tostring(road) end, function() return road == joined end } do
      local fine, message = pcall(use)
      assert.is_false(fine)
      assert.matches("no longer on the board", message)
    end
    assert.are.equal(1, joined.tiles)
    state:reset()
    assert.are.equal(1, joined.tiles)
  end)

  it("such as a feature describes the present tile after the cell got another one", function()
    local state = carcassonne.game({ sets = { "base" }, draws = "manual" }):new_initial_state()
    state:apply_action "draw BA-L"
    state:apply_action "place BA-L 1,0 r0"
    local last = state:game():tile("BA-L").segments
    local feature = state:feature(1, 0, #last)
    state:undo_action()
    state:undo_action()
    state:apply_action "draw BA-U"
    state:apply_action "place BA-U 1,0 r0"
    local fine, message = pcall(function() return feature.kind, feature.tiles, feature:segments(),
      tostring(feature) end)
    if not fine then assert.matches("no longer", message) end -- BA-U has fewer segments
  end)

  it("such as a state that a hook received is an error in every method, and so are its objects",
      function()
    local kept = {}
    local game = carcassonne.game { sets = { "base" }, variants = { { name = "keeper",
      allow_deployment = function(state, action) kept.state, kept.action = state, action end,
      on_feature_scored = function(state, scoring)
        kept.scored, kept.feature, kept.list = state, scoring.feature, state:legal_actions()
        kept.copy = state:clone()
      end } } }
    local state = game:new_initial_state(2)
    state:random_playout(2)
    assert.is_truthy(kept.state and kept.scored and kept.feature)
    for name, method in pairs(core.methods.State) do
      for _, lent in ipairs { kept.state, kept.scored } do
        local fine, message = pcall(method, lent, 1, 1, 1)
        assert.is_false(fine, name)
        assert.matches("only during the call of the function that received it", message)
      end
    end
    assert.has_error(function() return tostring(kept.state) end)
    assert.has_error(function() return kept.feature.kind end)
    assert.has_error(function() return tostring(kept.feature) end)
    if type(kept.list) == "userdata" then assert.has_error(function() return #kept.list end) end
    for name, method in pairs(core.methods.Feature) do
      assert.is_false(pcall(method, kept.feature, 0, 0, 1), name)
    end
    assert.has_error(function() state:copy_from(kept.state) end)
    assert.is_string(kept.action.kind) -- an action is a value, and the hook owns the copy
    local copy = kept.copy -- while the game is replayed, the hook keeps other copies
    assert.is_true(copy:undo_action()) -- the copy was made in the middle of an action
    copy:random_playout(1)
    assert.is_true(copy:is_terminal())
  end)

  it("such as a game that was finalised by hand is an error in every method; twice does no harm",
      function()
    local text, status = run [[
      local carcassonne, core = require "carcassonne", require "carcassonne.core"
      local game = carcassonne.game { variants = { "percentage-goods" } }
      local state = game:new_initial_state(1)
      local action, list, feature = state:action(1), state:legal_actions(), state:feature(0, 0, 1)
      local finalise = debug.getmetatable(game).__gc
      finalise(game) finalise(game)
      assert(not pcall(finalise, state)) assert(not pcall(finalise)) assert(not pcall(finalise, io.stdout))
      local objects = { Game = game, State = state, Feature = feature }
      for class, object in pairs(objects) do
        for name, method in pairs(core.methods[class]) do
          local fine, message = pcall(method, object, 1, 1, 1)
          assert(not fine and message:find "closed" or message:find "no longer exists", name .. ": " .. tostring(message))
        end
        assert(not pcall(tostring, object))
      end
      assert(not pcall(tostring, action)) assert(not pcall(function() return action.kind end))
      local is_table = type(list) == "table" -- before 5.3, as ipairs wants it
      assert(is_table or not pcall(function() return #list end)) assert(is_table or not pcall(function() return list[1] end))
      assert(action == action)
      game, state, action, list, feature, objects = nil
      collectgarbage() collectgarbage()
      print "fine"
    ]]
    assert.are.equal("fine\n", text)
    assert.are.equal(0, status)
  end)
end)

describe("A game finalised by hand inside one of its own hooks", function()
  it("stays until the running action is over", function()
    local text, status = run [[
      local carcassonne = require "carcassonne"
      local function finalise(state)
        local game = state:game()
        debug.getmetatable(game).__gc(game)
        pcall(state.hash, state)
      end
      for _, hook in ipairs { "allow_placement", "on_tile_placed", "allow_deployment", "points", "on_points_given", "on_feature_scored" } do
        local armed = false
        local variant = { name = "saw", [hook] = function(state) if armed then finalise(state) end end }
        local state = carcassonne.game { variants = { variant }, players = 1 }:new_initial_state(1)
        armed = true
        pcall(state.random_playout, state, 1)
        pcall(tostring, state)
        state = nil
        collectgarbage()
      end
      print "fine"
    ]]
    assert.are.equal("fine\n", text)
    assert.are.equal(0, status)
  end)
end)

describe("The end of the Lua state", function()
  it("may run finalisers of a script that still use games, states, actions and features", function()
    local text, status = run [[
      local carcassonne, core, lua = require "carcassonne", require "carcassonne.core", require "spec.support.lua"
      -- Some before the game and some after it, so that each order of finalisers comes up.
      local function keeper(what)
        local kept = { what = what }
        kept.value = lua.finalised(function()
          local objects = kept.what
          for class, object in pairs(objects) do
            for _, method in pairs(core.methods[class] or {}) do pcall(method, object, 1, 1, 1) end
            pcall(tostring, object)
            pcall(function() return #object, object[1], object.kind, object == object end)
          end
          io.write "."
        end)
        return kept
      end
      first = keeper {}
      local rule = { name = "x", final_scoring = { { name = "goods", run = function() end } } }
      local game = carcassonne.game { variants = { "chained-builders", rule } }
      local state = game:new_initial_state(5)
      first.what = { Game = game, State = state, Action = state:action(1), Feature = state:feature(0, 0, 1),
        ActionList = state:legal_actions() }
      second = keeper(first.what)
      third = keeper { State = game:new_initial_state(6) }
      fourth = keeper(third.what)
    ]]
    assert.matches("%.%.%.%.$", text)
    assert.are.equal(0, status)
  end)

  it("and any collection before it may free objects in any order", function()
    local text, status = run [[
      local carcassonne, lua = require "carcassonne", require "spec.support.lua"
      for round = 1, 30 do
        local state = carcassonne.game { players = 3 }:new_initial_state(round)
        local action, list, feature = state:action(1), state:legal_actions(), state:feature(0, 0, 1)
        state = nil
        collectgarbage()
        assert(action.kind == "place" and list[1] == action and feature.tiles == 1)
        lua.finalised(function() assert(#list > 0 and feature.kind) end)
      end
      collectgarbage() collectgarbage()
      assert(collectgarbage "count" < 20000)
      print "fine"
    ]]
    assert.are.equal("fine\n", text)
    assert.are.equal(0, status)
  end)
end)
