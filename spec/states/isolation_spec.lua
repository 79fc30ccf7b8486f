-- Checks that playing, reading or collecting garbage in the middle of a call on the same state does
-- not change the result of the call. CARC_TEST_SCALE=small tries less.

local acting = require "spec.support.acting"
local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"
local core = require "carcassonne.core"
local chooser = require("spec.support.properties").chooser
local lua = require "spec.support.lua"
local scaled = require "spec.support.scale"

local TIMES = scaled(2, 1) -- each method is called in each hook at least this often

-- ---- A game with every hook ---------------------------------------------------------------------

local HOOKS = { "allow_placement", "allow_deployment", "majority", "points", "bonus", "extra_part",
  "extends_builder",
  "on_tile_placed", "on_points_given", "on_feature_scored", "on_piece_removed", "run", "ask",
    "on_chosen", "final" }

-- a function that every hook calls with its name and the state; the number of calls by hook
local meddle, fired = nil, {}

local function hook(name, answer)
  return function(state, ...)
    fired[name] = (fired[name] or 0) + 1
    if meddle then
      local now = meddle
      meddle = nil -- hooks do not call `meddle` again in games that it plays
      local fine, message = pcall(now, name, state)
      meddle = now
      if not fine then error(tostring(message), 0) end
    end
    if answer then return answer(state, ...) end
  end
end

local function offer(state)
  for number = 1, 2 do state:offer { number = number } end
  return nil, true
end

local function take(state, action)
  if action then state:award(state:turn_player(), action.number) end
end

local game = carcassonne.game { players = 2, budget = 0, sets = { "base" }, pieces = { builder = 1, pig = 1 },
  counts = { ["BA-A"] = 1, ["BA-B"] = 1, ["BA-C"] = 0, ["BA-E"] = 3, ["BA-F"] = 1, ["BA-G"] = 0, ["BA-H"] = 1,
    ["BA-I"] = 1,
    ["BA-J"] = 1, ["BA-K"] = 1, ["BA-L"] = 1, ["BA-M"] = 0, ["BA-N"] = 0, ["BA-O"] = 0, ["BA-P"] = 0,
      ["BA-Q"] = 0,
    ["BA-R"] = 0, ["BA-S"] = 0, ["BA-T"] = 0, ["BA-U"] = 3, ["BA-V"] = 3, ["BA-W"] = 3, ["BA-X"] = 1 },
  variants = { { name = "meddler", allow_placement = hook "allow_placement",
    allow_deployment = hook "allow_deployment",
    majority = hook "majority", points = hook "points",
    bonus = hook "bonus", extra_part = { run = hook "extra_part", always = true },
      extends_builder = hook "extends_builder",
    on_tile_placed = hook "on_tile_placed", on_points_given = hook "on_points_given",
    on_feature_scored = hook "on_feature_scored", on_piece_removed = hook "on_piece_removed",
    phases = { { name = "act", timing = "before_scoring", run = hook "run", ask = hook("ask", offer),
      on_chosen = hook("on_chosen", take) } },
    final_scoring = { { name = "last", after = "fields", run = hook "final" } } } } }

local SEED = 37

-- Plays to the end, or at most `most` decisions, and calls `after` after each decision. The choices
-- depend on the seed alone.
local function play(state, seed, most, after)
  local choose = chooser(seed)
  for i = 1, most do
    local n = state:num_actions()
    if n == 0 then return i - 1 end
    state:apply_index(choose(n))
    if after then after(i) end
  end
  return most
end

-- ---- What meddles -------------------------------------------------------------------------------

local METHODS = { __tostring = tostring, __eq = function(state) return state == state:clone() end }
for name, method in pairs(core.methods.State) do METHODS[name] = method end
local NAMES = {}
for name in pairs(METHODS) do NAMES[#NAMES + 1] = name end
table.sort(NAMES)

-- Returns the methods to try in the `number`-th hook: all methods; at the small scale one in four,
-- and different ones in the next hook.
local function names_for(number)
  local every, list = scaled(1, 4), {}
  for i = 1 + number % every, #NAMES, every do list[#list + 1] = NAMES[i] end
  return list
end

local other = game:new_initial_state(77)
local ARGUMENTS = { {}, { 1 }, { 0, 0, 1 }, { other }, { "pass" }, { { number = 1 } }, { "BA-U" },
  { other:action(1) }, { 0, 0, "E" },
  { {} }, { { "pieces", follower = true } }, { { "features" } }, { 1, { hand = "follower" } },
    { 1, "follower" },
  { { player = 1, piece = "follower", tile = 1, segment = 1 } } }

-- Calls a method with arguments of every kind that some method takes.
local function call(name, state)
  for _, arguments in ipairs(ARGUMENTS) do
    local results = compat.table.pack(pcall(METHODS[name], state, compat.table.unpack(arguments)))
    for i = 1, results.n do
      if type(results[i]) == "table" then local _ = #results[i] end
    end
  end
end

-- Returns a function that calls a method of a state when one of these hooks first runs; `one`
-- returns the state.
local function calling(name, one, which)
  local left = 1
  return function(hooked)
    if left == 0 or which and which ~= hooked then return end
    left = left - 1
    call(name, one())
  end
end

local CHANGING = { apply_action = { "pass" }, apply_index = { 1 }, undo_action = {}, resign = { 1 },
  random_playout = { 1 },
  reset = { 1 }, copy_from = { other }, reseed = { 1 } }

-- The states after each decision of an undisturbed game.
local trace, LENGTH = {}
do
  fired = {}
  local state = game:new_initial_state(SEED)
  trace[0] = state:clone()
  LENGTH = play(state, SEED, 1000, function(i) trace[i] = state:clone() end)
end

after_each(function() meddle = nil end)

local fired_then = fired

describe("The disturbed game", function()
  it("runs every hook", function()
    for _, name in ipairs(HOOKS) do assert.is_true((fired_then[name] or 0) > 0, name) end
    assert.is_true(trace[LENGTH]:is_terminal())
  end)
end)

describe("A host that keeps its state in a variable, and uses it in a hook", function()
  for _, which in ipairs(HOOKS) do
    it(("%s, gets the game that it gets without, whatever it calls"):format(which), function()
      local calls, games, name = 0, 0, nil
      while games < 2 or calls < #NAMES * TIMES do
        local own, left = game:new_initial_state(SEED), 0
        meddle = function(hooked)
          if hooked ~= which or left == 0 then return end
          left = left - 1
          name = NAMES[calls % #NAMES + 1]
          calls = calls + 1
          call(name, own)
        end
        left = 2
        play(own, SEED, 1000, function(i)
          if own ~= trace[i] then error(("%s in %s changed decision %d"):format(name, which, i)) end
          left = 2
        end)
        meddle = nil
        games = games + 1
      end
    end)
  end

  -- Calls that run hooks, on a state in the middle of the game.
  local OUTER = {
    undo_action = function(s) return s:undo_action() end,
      resign = function(s) return s:resign(s:turn_player()) end,
    random_playout = function(s) s:random_playout(4) end, reset = function(s) s:reset(9) end,
    playout = function(s) return s:playout(2, 3) end, events = function(s) return s:events() end,
    serialize = function(s) return s:serialize() end,
  }
  local number = 0
  for outer, run in pairs(OUTER) do
    number = number + 1
    local names = names_for(number)
    it(("which %s runs, gets what it gets without, whatever it calls"):format(outer), function()
      for _, at in ipairs(scaled({ 5, 20, LENGTH - 2 }, { 20 })) do
        local undisturbed = trace[at]:clone()
        local expected = compat.table.pack(run(undisturbed))
        for _, name in ipairs(names) do
          local own = trace[at]:clone()
          meddle = calling(name, function() return own end)
          local got = compat.table.pack(run(own))
          meddle = nil
          assert.same(expected, got, name)
          assert.is_true(own == undisturbed, ("%s in %s"):format(name, outer))
        end
      end
    end)
  end

  it("gets an error from every method that would change it #full", function()
    for _, which in ipairs(HOOKS) do
      for name, arguments in pairs(CHANGING) do
        local own, tried = game:new_initial_state(SEED), 0
        meddle = function(hooked)
          if hooked ~= which then return end
          local result = compat.table.pack(pcall(METHODS[name], own, compat.table.unpack(arguments)))
          local message = result[1] and result[3] or result[2]
          tried = tried + 1
          assert.matches("the state is busy: an action or a replay is still running on it", message)
          if result[1] then assert.same({ false, "busy" }, { result[2] or false, result[4] }) end
          assert.equal(name == "apply_action" or name == "undo_action" or name == "resign", result[1])
        end
        play(own, SEED, 1000)
        assert.is_true(tried > 0)
        meddle = nil
        assert.is_true(own == trace[LENGTH])
      end
    end
  end)

  it("and does not catch the error has its action fail and its state restored", function()
    for _, which in ipairs(HOOKS) do
      for name, arguments in pairs(CHANGING) do
        local own, failed = game:new_initial_state(SEED), 0
        local choose = chooser(SEED)
        meddle = function(hooked)
          if hooked == which then assert(METHODS[name](own, compat.table.unpack(arguments))) end
        end
        while failed < 2 and own:num_actions() > 0 do
          local before, n = own:clone(), own:num_actions()
          local index = choose(n)
          local fine, message = pcall(own.apply_index, own, index)
          if not fine then
            failed = failed + 1
            assert.matches("variant 'meddler', .*busy", message)
            assert.is_true(own == before)
            local armed = meddle
            meddle = nil
            own:apply_index(index)
            meddle = armed
          end
        end
        meddle = nil
        assert.is_true(failed > 0)
      end
    end
  end)

  it("has its old state if a hook fails in reset", function()
    local own = trace[20]:clone()
    meddle = function() error "no" end
    local fine, message = pcall(own.reset, own, 5)
    assert.is_false(fine)
    assert.matches("variant 'meddler', .*no", message)
    meddle = nil
    assert.is_true(own == trace[20])
    own:reset(SEED)
    assert.is_true(own == trace[0])
  end)
end)

describe("A game that is begun or read while hooks play another state", function()
  it("is the same as without the hooks", function()
    local text = trace[20]:serialize()
    for _, name in ipairs(NAMES) do
      local own = trace[20]:clone()
      meddle = calling(name, function() return own end)
      local loaded = assert(game:deserialize_state(text))
      meddle = calling(name, function() return own end)
      local begun = game:new_initial_state(SEED)
      meddle = nil
      assert.is_true(loaded == trace[20])
      assert.is_true(begun == trace[0])
    end
  end)
end)

describe("A script that plays a state of its own in a hook", function()
  local makers = {
    ["new_initial_state"] = function(state) return state:game():new_initial_state(8) end,
    ["clone"] = function(state)
      local copy = state:clone()
      copy:undo_action()
      return copy
    end,
  }

  -- A hook makes a state in its first call. Plays on from this state twice: undisturbed, and with
  -- hooks that call a method of the state.
  local function compare(make, which, name)
    local done, inner = 0, nil
    local function in_hook(hooked, state)
      if hooked ~= which or done == scaled(2, 1) then return end
      done = done + 1
      local first = make(state)
      local second, steps = first:clone(), {}
      if not pcall(second.events, second) then return end -- there was no decision to undo
      play(first, done, 12, function(i) steps[i] = first:clone() end)
      inner = calling(name, function() return second end)
      meddle = inner
      play(second, done, 12, function(i)
        meddle = calling(name, function() return second end)
        if second ~= steps[i] then error(("%s in %s changed decision %d"):format(name, which, i)) end
      end)
      meddle = nil
    end
    meddle = in_hook
    local own = game:new_initial_state(SEED)
    play(own, SEED, 1000, function() meddle = in_hook end)
    meddle = nil
    assert.is_true(own == trace[LENGTH])
    assert.is_true(done > 0)
  end

  for made, make in pairs(makers) do
    for number, which in ipairs(HOOKS) do
      it(("%s, made by %s, gets the game that it gets without, whatever its hooks call #full"):format(which,
          made), function()
        for _, name in ipairs(names_for(number)) do compare(make, which, name) end
      end)
    end
  end

  it("may not undo or change it from a hook of its own", function()
    local refused = 0
    meddle = function(_, state)
      local mine = state:game():new_initial_state(4)
      meddle = function()
        for name, arguments in pairs(CHANGING) do
          local fine, done, _, code = pcall(METHODS[name], mine, compat.table.unpack(arguments))
          assert.is_true(not fine or done == nil and code == "busy")
          refused = refused + 1
        end
      end
      play(mine, 1, 6)
      meddle = nil
    end
    local own = game:new_initial_state(SEED)
    own:apply_index(1)
    assert.is_true(refused > 0)
  end)

  it("without an end, in hooks of hooks, gets an error that names the hook and the cause", function()
    for _, make in pairs(makers) do
      local depth = 0
      local function deeper(_, state)
        depth = depth + 1
        meddle = deeper
        play(make(state), 1, 1)
      end
      meddle = deeper
      local own = trace[20]:clone()
      local fine, message = pcall(play, own, 1, 5)
      meddle = nil
      assert.is_false(fine)
      assert.matches("variant 'meddler', %a+_?%a+: ", message)
      assert.is_truthy(message:match "hooks that play games are nested"
        or message:match "ran for too many instructions", message)
      assert.is_true(depth > 10)
      assert.is_true(own == trace[20])
      own:apply_index(1)
    end
  end)
end)

describe("A state in the middle of an action", function()
  -- Calls back in each hook, with the state that it receives, the state of the action and that
  -- state's earlier text.
  local function each_middle(visit)
    for _, resigns in ipairs { false, true } do
      local own = game:new_initial_state(SEED)
      local choose = chooser(SEED)
      for i = 1, LENGTH do
        local before = own:clone()
        meddle = function(which, state) visit(which, state, own, before) end
        if resigns then
          local copy = own
          own = own:clone()
          own:resign(own:turn_player())
          own = copy
        end
        own:apply_index(choose(own:num_actions()))
        meddle = nil
        assert.is_true(own == trace[i])
      end
    end
  end

  it("has no legal actions, and says so #full", function()
    local seen = {}
    each_middle(function(which, state, own)
      for _, one in ipairs { state, own, state:clone(), own:clone() } do
        seen[which] = true
        assert.equal(0, one:num_actions())
        assert.equal(0, #one:legal_actions())
        assert.same({}, one:legal_actions(true))
        assert.same({}, one:chance_outcomes())
        assert.is_nil(one:action(1))
        assert.is_nil(one:action_index(other:action(1)))
        assert.matches("^in the middle of an action, ", tostring(one))
      end
    end)
    for _, which in ipairs(HOOKS) do assert.is_true(seen[which], which) end
  end)

  it("and a clone of it refuse calls that need a decision; after an undo the clone is valid #full",
      function()
    local seen, calls = {}, 0
    each_middle(function(which, state, own, before)
      calls = calls + 1
      if calls % scaled(7, 31) ~= 0 and seen[which] then return end
      seen[which] = true
      for _, one in ipairs { state, own, state:clone(), state:clone():clone() } do
        for _, name in ipairs { "playout", "events", "serialize" } do
          local fine, message = pcall(METHODS[name], one, 1)
          assert.is_false(fine, name)
          local lent = rawequal(one, state) and name ~= "playout"
          assert.matches(lent and "a hook cannot do this"
            or "in the middle of an action; make a clone, and call undo_action", message)
        end
      end
      local copy = state:clone()
      local kept = copy:clone()
      for _, name in ipairs { "apply_action", "resign" } do
        local done, message, code = METHODS[name](copy, compat.table.unpack(CHANGING[name]))
        assert.same({ false, "busy" }, { done or false, code })
        assert.matches("in the middle of an action", message)
      end
      for _, name in ipairs { "apply_index", "random_playout" } do
        assert.is_false(pcall(METHODS[name], copy, 1))
      end
      assert.is_true(copy == kept)
      assert.is_true(copy:undo_action())
      assert.is_true(copy == before)
      assert.equal(before:serialize(), copy:serialize())
      assert.same(before:events(), copy:events())
      copy:copy_from(kept)
      assert.is_false(pcall(copy.serialize, copy))
      copy:copy_from(before)
      assert.equal(1, copy:playout(1, 1).games)
      copy:random_playout(1)
      assert.is_true(copy:is_terminal())
    end)
  end)

  it("can be read by every method, in a replay, too #full", function()
    local own = trace[20]:clone()
    local function read(_, state)
      for _, name in ipairs(NAMES) do
        call(name, state:clone())
        call(name, own)
        if not acting.acts(name) then call(name, state) end
      end
    end
    local left = scaled(12, 5)
    for _, run in ipairs { function() own:undo_action() end, function() own:serialize() end,
      function() own:events() end,
      function() own:apply_index(1) end, function() own:resign(1) end } do
      local todo = left
      meddle = function(...)
        if todo == 0 then return end
        todo = todo - 1
        read(...)
      end
      own:copy_from(trace[20])
      run()
      meddle = nil
    end
    own:copy_from(trace[20])
    assert.equal(trace[20]:serialize(), own:serialize())
  end)
end)

describe("A finaliser that the collector runs in the middle of a method", function()
  local function run(change)
    local output, status = lua.run(("spec/support/finalisers.lua %s 1"):format(change))
    return ("%sstatus %d\n"):format(output, status)
  end

  for change, what in pairs { reset = "starts the state again", copy_from = "makes the state another",
    undo_action = "takes back a decision",
    apply_index = "decides", close = "closes the game" } do
    it(what .. ", and the method describes the state before or after, not anything between #full",
        function()
      assert.equal("wrong 0 came often tables many\nstatus 0\n", run(change))
    end)
  end

  it("may find the game collected, but never one that is still reachable", function()
    local names = {}
    local one = carcassonne.game { players = 4 }
    local state, close = one:new_initial_state(1), debug.getmetatable(one).__gc
    lua.finalised(function() names[#names + 1] = pcall(state.tiles, state) end)
    close(one)
    close(one)
    assert.is_false(pcall(state.tiles, state))
    collectgarbage()
    collectgarbage()
    assert.same({ false }, names)
  end)
end)
