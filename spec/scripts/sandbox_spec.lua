-- What a script can reach, what it may write to, and how long it may run. A script reaches nothing
-- that belongs to the host or to other scripts.

local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"
local core = require "carcassonne.core"
local files = require "spec.support.files"
local world = require "carcassonne.sandbox.environment"

local script = files.variant

-- Returns the message with which a script's file is refused.
local function refusal(text)
  local fine, message = pcall(script, text)
  assert.is_false(fine, text)
  return message
end

-- Plays a game with these variants to its end.
local function play(list, more)
  local given = { variants = list, sets = { "base" } }
  for key, value in pairs(more or {}) do given[key] = value end
  local state = carcassonne.game(given):new_initial_state(1)
  state:random_playout(1)
  return state
end

-- Returns the message with which a game fails if allow_placement has this body.
local function failure(body, more)
  local variant =
    script(("return { name = 'x', allow_placement = function(state, action, options) %s end }"):format(body))
  local fine, message = pcall(play, { variant }, more)
  assert.is_false(fine, body)
  return message
end

-- ---- A walk over all that there is to reach -----------------------------------------------------

-- Returns the values that scripts must not reach, each with its name.
local function forbidden_values(variants)
  local found = { [debug.getregistry()] = "the registry" }
  for _, name in ipairs { "io", "os", "debug", "package", "coroutine", "_G", "string", "table",
      "math", "utf8" } do
    if package.loaded[name] then found[package.loaded[name]] = name end
  end
  for name, module in pairs(package.loaded) do
    -- modules that are lent to scripts
    if name:match "^carcassonne" and name ~= "carcassonne.base.utf8" and type(module) == "table" then
      found[module] = name
      for key, value in pairs(module) do
        if type(value) == "function" or type(value) == "table" then
          found[value] = name .. "." .. tostring(key)
        end
      end
    end
  end
  for _, name in ipairs { "load", "loadfile", "dofile", "require", "collectgarbage" } do
    found[_G[name]] = name
  end
  local function add_tables(value, name)
    -- read-only values
    if type(value) ~= "table" or found[value] or getmetatable(value) == false then return end
    found[value] = name
    for key, one in pairs(value) do add_tables(one, name .. "." .. tostring(key)) end
  end
  for _, variant in ipairs(variants) do add_tables(variant, "variant " .. variant.name) end
  return found
end

-- Returns the classes of the module by their metatables.
local function class_of(object)
  local meta = debug.getmetatable(object)
  return meta and meta.__name
end

local getfenv = rawget(debug, "getfenv") -- 5.1 and LuaJIT have it instead of _ENV

-- Before 5.4 the user values of an object are in one table.
local function user_value(object, i)
  if _VERSION == "Lua 5.4" then return (debug.getuservalue(object, i)) end
  local values = (debug.getuservalue or getfenv)(object)
  return type(values) == "table" and rawget(values, i) or nil
end

-- Visits the values that are reachable by fields, metatables, upvalues, user values, and methods
-- without arguments; returns the names of the forbidden ones, and the number of visited values.
local function walk(start, name, forbidden)
  local seen, called, faults, count = {}, {}, {}, 0
  local queue = {}
  local function push(value, path, kept)
    local kind = type(value)
    if kind ~= "table" and kind ~= "function" and kind ~= "userdata" and kind ~= "thread" then return end
    if forbidden[value] then faults[#faults + 1] = ("%s is %s"):format(path, forbidden[value]) end
    if seen[value] or forbidden[value] then return end
    seen[value], count = true, count + 1
    -- the functions of hooks, which the engine keeps, belong to other scripts
    if not (kept and kind == "function") then queue[#queue + 1] = { value, path, kept } end
  end
  push(start, name)
  local visit = {}
  function visit.table(value, path, kept)
    for key, one in next, value do
      push(key, path .. " (key)", kept)
      local _, text = pcall(tostring, key) -- a closed game has no text
      push(one, ("%s.%s"):format(path, text), kept)
    end
    push(debug.getmetatable(value), path .. " (metatable)", kept)
  end
  visit["function"] = function(value, path)
    local own = getfenv and debug.getinfo(value, "S").what ~= "C" and getfenv(value)
    -- scripts cannot get the environment of a host's function
    if own and own ~= _G then push(own, path .. " (environment)") end
    for i = 1, 255 do
      local upvalue, one = debug.getupvalue(value, i)
      if not upvalue then break end
      push(one, ("%s (upvalue %s)"):format(path, upvalue))
    end
  end
  function visit.userdata(value, path)
    local class = class_of(value)
    for i = 1, 3 do
      local one = user_value(value, i)
      if one ~= nil then push(one, ("%s (user value %d)"):format(path, i), class == "Game") end
    end
    push(debug.getmetatable(value), path .. " (metatable)")
    for method, run in pairs(core.methods[class] or {}) do
      local once = class .. "." .. method
      if not called[once] then
        called[once] = true
        local _, result = pcall(run, value)
        push(result, ("%s:%s()"):format(path, method))
      end
    end
  end
  function visit.thread(_, path) faults[#faults + 1] = path .. " is a thread" end
  while #queue > 0 do
    local one = table.remove(queue)
    visit[type(one[1])](one[1], one[2], one[3])
  end
  return faults, count
end

-- Returns a variant of the host whose functions are in a script's environment, as those of shipped
-- ones are, and this environment.
local function in_world(text)
  local env = world.new()
  return carcassonne.variant(assert(compat.basic.load(text, "=spy", "t", env))()), env
end

-- A script with every hook; each calls LOOK, if it exists, with the hook's name and arguments.
local EVERY_HOOK = [[
  local function spy(name) return function(...) if LOOK then LOOK(name, ...) end end end
  return { name = "spy", options = { share = 5 }, variables = { "gold" }, rules = { small_city = 4 },
    allow_placement = spy "allow_placement", extends_builder = spy "extends_builder", on_tile_placed = spy "on_tile_placed",
    allow_deployment = spy "allow_deployment", majority = spy "majority", points = spy "points", bonus = spy "bonus",
    on_points_given = spy "on_points_given", on_feature_scored = spy "on_feature_scored", on_piece_removed = spy "on_piece_removed",
    extra_part = { always = true, run = spy "extra_part" }, final_scoring = { { name = "tax", after = "goods", run = spy "final" } },
    phases = { { name = "think", timing = "turn_start", run = spy "run",
      ask = function(state, options)
        if LOOK then LOOK("ask", state, options) end
        state:offer { number = 1 }
        return nil, true
      end, on_chosen = spy "on_chosen" } } }]]

describe("Values of the host", function()
  local other = { name = "other", options = { secret = 1 }, variables = { "theirs" },
    points = { { kind = "city", add = 1 } },
    final_scoring = { { name = "toll", after = "goods", run = function() end } } }

  it("cannot be reached from arguments of hooks, nor can tables of other variants #full", function()
    local spy, env = in_world(EVERY_HOOK)
    local theirs = carcassonne.variant(other)
    local forbidden, looked, faults = forbidden_values { spy, theirs }, {}, {}
    function env.LOOK(name, ...)
      if looked[name] then return end
      looked[name] = 0
      for i, value in ipairs { ... } do
        local found, count = walk(value, ("%s, argument %d"):format(name, i), forbidden)
        looked[name] = looked[name] + count
        compat.table.move(found, 1, #found, #faults + 1, faults)
      end
    end
    local game = carcassonne.game { variants = { spy, theirs }, budget = 0 }
    for seed = 1, 20 do game:new_initial_state(seed):random_playout(seed) end
    env.LOOK = nil
    assert.are.same({}, faults)
    for _, name in ipairs { "allow_placement", "extends_builder", "on_tile_placed", "allow_deployment",
      "majority", "points",
      "bonus", "on_points_given", "on_feature_scored", "on_piece_removed", "extra_part", "final", "run",
          "ask", "on_chosen" } do
      assert.is_true((looked[name] or 0) > 20, name)
    end
  end)

  it("cannot be reached from the environment of a script", function()
    local _, env = in_world(EVERY_HOOK)
    local faults, count = walk(env, "world", forbidden_values { carcassonne.variant(other) })
    assert.are.same({}, faults)
    assert.is_true(count > 60)
  end)

  it("would be found by this walk", function()
    local forbidden = forbidden_values {}
    local leaks = { { a = { io } }, setmetatable({}, { __index = require "carcassonne.variant" }),
      function() return forbidden end,
      { [os] = true }, { carcassonne.load } }
    for _, value in ipairs(leaks) do
      local leak = type(value) == "function" and function() return package, carcassonne end or value
      assert.is_true(#(walk(leak, "leak", forbidden)) > 0)
    end
  end)

  it("do not change if a script writes to the result of Game:variants", function()
    local thief = script [[return { name = "thief", allow_placement = function(state)
      for _, variant in ipairs(state:game():variants()) do
        assert(getmetatable(variant) == nil and variant.source == nil)
        variant.name, variant.options.secret, variant.digest = "mine", 99, nil
      end
    end }]]
    local game = carcassonne.game { variants = { thief, other } }
    game:new_initial_state(1):random_playout(1)
    local reported = game:variants()[2]
    assert.are.equal("other", reported.name)
    assert.are.same({ secret = 1 }, reported.options)
    assert.is_string(reported.digest)
  end)
end)

describe("A game's variants", function()
  it(
    "have a name, description, options and digest, whether they are shipped, and in tables of the "
      .. "caller's own", function()
    local game = carcassonne.game {
      variants = { "percentage-goods", { name = "mine", description = "of my own" } } }
    local shipped, mine = compat.table.unpack(game:variants())
    assert.are.equal("percentage-goods", shipped.name)
    assert.is_true(shipped.shipped)
    assert.is_false(shipped.options.consolation)
    assert.are.equal(carcassonne.variant("percentage-goods").digest, shipped.digest)
    assert.are.equal("of my own", mine.description)
    assert.is_false(mine.shipped)
    assert.is_false(rawequal(shipped, game:variants()[1]))
  end)
end)

describe("The options that hooks receive", function()
  it("may be read by name and with pairs", function()
    local variant = script [[return { name = "x", options = { share = 5, on = true }, allow_placement = function(_, _, options)
      local keys = {}
      for key, value in pairs(options) do keys[#keys + 1] = key .. "=" .. tostring(value) end
      table.sort(keys)
      assert(table.concat(keys, " ") == "on=true share=5" and options.share == 5 and options.other == nil)
    end }]]
    play { variant }
  end)

  it("cannot be changed in any way, and are the same in every game", function()
    for _, way in ipairs { "options.share = 6", "options.other = 1", "rawset(options, 'share', 6)",
      "table.insert(options, 1)",
      "setmetatable(options, nil)", "setmetatable(options, {})", "getmetatable(options).__index = {}",
      "table.move({ 1 }, 1, 1, 1, options)", "for k in next, getmetatable(options) do end" } do
      local variant = script(([[return { name = "x", options = { share = 5 }, allow_placement = function(state, _, options)
        local fine = pcall(function() %s end)
        assert(not fine and options.share == 5 and options.other == nil and options[1] == nil)
      end }]]):format(way))
      play { variant }
      assert.are.same({ share = 5 }, variant.options, way)
    end
  end)

  it("explain how to write if a script writes to them", function()
    assert.matches(
      "options are read%-only; store data such as 'share' in a variable",
      failure "options.share = 6")
  end)
end)

-- ---- What a file returns, or raises -------------------------------------------------------------

describe("The result of a file", function()
  local loop = "function() while true do end end"

  it("is read without its metatables, which are refused, so that none of them runs for ever", function()
    for _, meta in ipairs { "__pairs", "__index", "__len", "__name", "__close" } do
      assert.matches("expected a plain table, got a table with a metatable",
        refusal(("return setmetatable({ name = 'x' }, { %s = %s })"):format(meta, loop)))
    end
    assert.matches("variant 'x': phases: expected a plain table, got a table with a metatable",
      refusal(("return { name = 'x', phases = setmetatable({}, { __index = %s }) }"):format(loop)))
    assert.matches("variant 'x': final_scoring%[1%].run: expected a plain table, got a table with a "
      .. "metatable",
      refusal(("return { name = 'x', final_scoring = { { name = 'fields', run = setmetatable({}, { __call = "
        .. "%s }) } } }"):format(loop)))
  end)

  it("is refused with the key at which it contains itself", function()
    assert.matches("variant 'x': rules%.t: the table contains itself",
      refusal "local t = {} t.t = t return { name = 'x', rules = t }")
    assert.matches("variant 'x': variables%[1%]%.initial: the table contains itself",
      refusal "local t = { name = 'a' } t.initial = t return { name = 'x', variables = { t } }")
    assert.matches("variant '.-': self: the table contains itself",
      refusal "local t = {} t.self = t return t")
    local t = { name = "host", rules = {} }
    t.rules.again = t
    assert.has_error(function() carcassonne.variant(t) end,
      "variant 'host': rules.again: the table contains itself")
  end)

  it("may have one table in two places", function()
    local variant =
      script("local k = { 'city' } return { name = 'x', pieces = { a = { count = 1, on = k }, b = { count = "
        .. "1, on = k } } }")
    assert.are.same({ "city" }, variant.source.pieces.b.on)
  end)

  it("is refused if its tables are nested too deeply, with the key", function()
    for _, key in ipairs { "rules", "options", "phases", "description" } do
      assert.matches(("variant 'x': %s%%.a%%.a.*tables are nested more than 16 deep"):format(key), refusal(([[
        local t = {} local r = t for i = 1, 200000 do t.a = {} t = t.a end
        return { name = 'x', %s = r }]]):format(key)))
    end
  end)

  it("is refused where it holds too much, with the key", function()
    assert.matches("variant 'x': attributes: this table has more than 1200 entries",
      refusal "local t = {} for i = 1, 60000 do t[i] = 'a' .. i end return { name = 'x', attributes = t }")
    assert.matches("variant 'x': rules%.%w%d+%[%d+%]: the table has more than 5000 entries",
      refusal [[local r = {} for i = 1, 90 do r['r' .. i] = {} for j = 1, 90 do r['r' .. i][j] = 1 end end
        return { name = 'x', rules = r }]])
    assert.matches("variant 'x': tiles%[%d+%]: the strings in the table have more than "
      .. "64000 characters in total",
      refusal "local t = {} for i = 1, 10 do t[i] = ('a'):rep(9000) end return { name = 'x', tiles = t }")
  end)

  it("is refused for keys that are not names, with the keys", function()
    assert.matches("variant 'x': rules: expected a string or an integer as a key, got number 1.5",
      refusal "return { name = 'x', rules = { [1.5] = 1 } }")
    assert.matches("variant 'x': expected a string or an integer as a key, got table {}",
      refusal "return { name = 'x', [{}] = 1 }")
  end)

  it("has a message of a line or two, even for long names and keys", function()
    for _, text in ipairs { "return { name = ('a'):rep(900000) }",
      "return { name = 'x', [('k'):rep(900000)] = 1 }",
      "return { name = 'x', rules = { [('k'):rep(900000)] = 1 } }",
        "return { name = 'x', description = {}, ['a\\nb'] = 1 }",
      "error(('e'):rep(900000))" } do
      local message = refusal(text)
      assert.is_true(#message < 1500, text)
      assert.is_nil(message:match "[\n%z]")
    end
  end)

  it("never raises an internal error of the program, whatever replaces a name or a number",
      function()
    local odd = { "0/0", "1/0", "-0.0", "1e300", "{}", "function() end", "''", "true", "{ 0/0 }", "{ {} }",
      "{ { name = 0/0 } }",
      "{ a = 0/0 }", "{ name = {} }", "{ { { {} } } }", "math.mininteger", "'\\0'" }
    local shape = require("carcassonne.definition.vocabulary").variant
    for key in pairs(shape) do
      for _, value in ipairs(odd) do
        local fine, message = pcall(script,
          ("local t = { name = 'x' } t[%q] = %s return t"):format(key, value))
        if not fine then
          assert.matches("^variant '", message, key .. " = " .. value)
          assert.is_nil(message:match "lua/carcassonne/", message)
        end
      end
    end
    assert.matches("variant 'x': variables%[1%].name: expected string, got number %-?nan",
      refusal [[return { name = 'x', variables = { { name = 0/0, scope = 'player' } },
        final_scoring = { { name = 'e', after = 'fields', run = function() end } } }]])
  end)
end)

-- What a script returns as its description.
local function answer(body)
  return script(("return { name = 'x', description = (function() %s end)() }"):format(body)).description
end

describe("A script that runs again, in any process, gets the same answer", function()
  it("from pairs and next: numbers, texts by their bytes, false, true", function()
    local keys = "local t, s = { b = 1, a = 1, B = 1, [true] = 1, [false] = 1, [2] = 1, [1.5] = 1 }, '' "
    local order = "1.5 2 B a b false true "
    assert.are.equal(order, answer(keys .. "for k in pairs(t) do s = s .. tostring(k) .. ' ' end return s"))
    assert.are.equal(order, answer(keys .. "local k = next(t) while k ~= nil do s = s .. tostring(k) .. ' ' "
      .. "k = next(t, k) end return s"))
  end)

  it("from pairs of a table whose entries are removed meanwhile", function()
    assert.are.equal("a", answer [[
      local t, s = { a = 1, b = 1, c = 1 }, ''
      for k in pairs(t) do s = s .. k t.b, t.c = nil end
      return s]])
  end)

  it("and an error for keys that have no order", function()
    assert.matches("pairs: a key of the table is a table. Such keys have no order; use numbers or strings",
      refusal "for _ in pairs { [{}] = 1, [{}] = 2 } do end")
  end)

  it("from the text of an object, which has no address", function()
    assert.are.equal("table function table|function tx", answer [[
      local named = setmetatable({}, { __tostring = function() return "tx" end })
      local formatted = ("%s|%s"):format({}, print)
      return table.concat({ tostring {}, tostring(print), formatted, tostring(named) }, " ")]])
    assert.matches("scripts cannot use '%%p'", refusal "string.format('%p', {})")
  end)
end)

describe("A metatable of a script", function()
  it("is what getmetatable returns, and is read when it is set: a later change has no effect", function()
    assert.are.equal("true 1 nil", answer [[
      local meta = { __index = { a = 1 } }
      local object = setmetatable({}, meta)
      meta.__index = nil
      meta.__call = object
      return ("%s %s %s"):format(getmetatable(object) == meta, object.a, object.b)]])
    assert.matches("attempt to call", refusal "local t = setmetatable({}, {}) getmetatable(t).__call = t t()")
  end)
end)

describe("What a file raises", function()
  it("is named by its type, if it is not a text, and nothing of it runs", function()
    assert.matches("variant '.-': .-:1: the error value is a table, not a text",
      refusal "error(setmetatable({}, { __tostring = function() while true do end end, __name = 5 }))")
    assert.matches("variant '.-': .-:1: the error value is a nil, not a text", refusal "error(nil)")
    assert.matches("variant '.-': .-:1: the error value is a table, not a text", refusal "error({})")
  end)
end)

describe("A script that runs for ever", function()
  -- Returns whether reading this text ends in some seconds with this message.
  local function ends(text, pattern)
    local from = os.clock()
    assert.matches(pattern, refusal(text))
    assert.is_true(os.clock() - from < 15, text)
  end

  it("by calling itself through pcall is stopped while it is read and in a hook #full", function()
    ends("local function f() pcall(f) f() end f()", "instructions")
    ends("local function f(n) if n > 0 then return 1 + f(n - 1) end while true do pcall(error) end end "
      .. "f(190000)", "nested too deep")
    ends("local function f(n) if n > 0 then return 1 + f(n - 1) end while true do pcall(error) end end "
      .. "f(4000)", "instructions")
    local from = os.clock()
    assert.matches("variant 'x', allow_placement: .-instructions",
      failure "local function f() pcall(f) f() end f()")
    assert.is_true(os.clock() - from < 15)
  end)

  it("by playing in a hook that plays in a hook is stopped, with variant, hook and reason", function()
    local variant = script [[return { name = "x", on_tile_placed = function(state)
      N = (N or 0) + 1
      local mine = state:game():new_initial_state(N)
      while mine:num_actions() > 0 do mine:apply_index(1) end
    end }]]
    local fine, message = pcall(play, { variant })
    assert.is_false(fine)
    assert.matches(
      "variant 'x', on_tile_placed: [^\n]*:3: hooks that play games are nested more than 30 deep",
      message)
    assert.is_true(#message < 300)
  end)

  -- older versions have no to-be-closed variables
  local closing = _VERSION == "Lua 5.4" and it or function() end
  closing("in what is closed after it is stopped", function()
    ends("local x <close> = setmetatable({}, { __close = function() while true do end end }) while true do "
      .. "end", "instructions")
    ends("for i in pairs, {}, nil, setmetatable({}, { __close = function() while true do end end }) do "
      .. "error 'x' end", "instructions")
  end)

  it("within one call of a function of strings or tables is refused", function()
    local calls = { "(''):rep(10^15)", "('x'):rep(10^9)", "('x'):rep(2^62)",
      "string.rep('x', 2, ('y'):rep(900000))",
      "table.move({}, 1, 2^62, 2)", "table.move({}, math.mininteger, math.maxinteger, 2)",
        "table.concat({}, '', 1, 2^40)",
      "table.concat({}, '', 1, 2^62)" }
    if #setmetatable({}, { __len = function() return 7 end }) == 7 then
      calls[#calls + 1] = "table.insert(setmetatable({}, { __len = function() return 2^62 end }), 1, 1)"
      calls[#calls + 1] = "table.remove(setmetatable({}, { __len = function() return 2^62 end }), 1)"
    end
    for _, call in ipairs(calls) do
      ends(call .. " return { name = 'x' }", ":1: '%a+' was called for more than 1000000 items or characters")
      assert.matches("variant 'x', allow_placement: .-was called for more than 1000000 items", failure(call))
    end
  end)

  it("by playing games to their end is stopped, since each game counts as many instructions", function()
    for _, body in ipairs { "state:playout(1000000000, 1)",
        "while true do state:game():new_initial_state(1):random_playout(1) end" } do
      assert.matches("instructions", failure("if not done then done = true " .. body .. " end"))
    end
    play { script [[return { name = 'x', on_tile_placed = function(state)
      if not done then done = true state:game():new_initial_state(1):playout(3, 1) end
    end }]] }
  end)

  it("does not change the strings of the host, after success and after failure", function()
    local meta, rep = debug.getmetatable(""), string.rep
    play {
      script("return { name = 'x', allow_placement = function() assert(('a'):rep(3) == 'aaa' and ('a').rep "
        .. "== string.rep) end }") }
    failure "error(('a'):rep(3))"
    failure "while true do end"
    pcall(script, "error 'a'")
    assert.are.equal(meta, debug.getmetatable(""))
    assert.are.equal(rep, ("").rep)
    assert.are.equal(2000000, #("a"):rep(2000000))
    assert.are.equal(3, "1" + 2)
    -- the text is 3.0 in Lua 5.3
    assert.matches("variant 'x', allow_placement: .-:1: 3%.?0?$", failure "error('1' + 2)")
  end)

  it("keeps a debug hook of the host while a file is read", function()
    local hook, mask, count
    local function tick() end
    coroutine.wrap(function()
      debug.sethook(tick, "", 100)
      script "return { name = 'x' }"
      pcall(script, "while true do end")
      hook, mask, count = debug.gethook()
    end)()
    assert.are.same({ tick, "", 100 }, { hook, mask, count })
  end)

  it("in a file gets clean strings; hooks of a host's table find the host's additions to strings", function()
    local said
    rawset(string, "shout", function(s) return s:upper() .. "!" end)
    local fine, message = pcall(play,
      { { name = "loud", allow_placement = function() said = ("a"):shout() end } })
    rawset(string, "shout", nil)
    assert.is_true(fine, message)
    assert.are.equal("A!", said)
  end)

  it("keeps the methods of strings, even if it changes its table `string`", function()
    local variant = script "string.upper = nil return { name = 'x', description = ('a'):upper() }"
    assert.are.equal("A", variant.description)
  end)
end)

-- ---- Shipped scripts, which are read once -------------------------------------------------------

describe("A shipped variant that a game names", function()
  local combine = require "carcassonne.variant.game"

  local function game_of_all() return carcassonne.game { variants = carcassonne.expansions() } end

  -- Returns everything that the functions of a script remember, as text: their upvalues, and the
  -- tables in those, except the values of options.
  local function remembered(value, seen, path)
    if type(value) ~= "table" and type(value) ~= "function" then return path .. "=" .. tostring(value) end
    if seen[value] then return "" end
    seen[value] = true
    local parts = {}
    if type(value) == "table" then
      for key, one in pairs(value) do
        parts[#parts + 1] = remembered(one, seen, path .. "." .. tostring(key))
      end
      table.sort(parts)
    else
      for i = 1, 255 do
        local name, one = debug.getupvalue(value, i)
        if not name then break end
        parts[#parts + 1] = remembered(one, seen, path .. "/" .. name)
      end
    end
    return table.concat(parts, "\n")
  end

  local function memories(game)
    local list = {}
    for _, variant in ipairs(combine.variants_of(game)) do
      list[#list + 1] = remembered(variant.source, {}, variant.name)
    end
    return list
  end

  it("is read once, as a module is", function()
    local one, other = combine.variants_of(game_of_all()), combine.variants_of(game_of_all())
    for i, variant in ipairs(one) do assert.is_true(rawequal(variant, other[i])) end
  end)

  it("remembers nothing from one game to the next", function()
    local game = game_of_all()
    local before = memories(game)
    assert.is_true(#before[1] > 100)
    for seed = 1, 6 do game:new_initial_state(seed):random_playout(seed) end
    assert.are.same(before, memories(game))
  end)

  it("is not the table that the host gets by its name, and may write to", function()
    local mine = carcassonne.variant "inns-and-cathedrals"
    for _, variant in ipairs(combine.variants_of(game_of_all())) do
      assert.is_false(rawequal(variant, mine))
    end
    local text = carcassonne.game({ variants = { "inns-and-cathedrals" } }):text()
    for key in pairs(mine.source) do mine.source[key] = nil end
    for key in pairs(mine.written) do mine.written[key] = nil end
    assert.are.equal(text, carcassonne.game({ variants = { "inns-and-cathedrals" } }):text())
  end)

  it("has no table that another script can reach #full", function()
    local spy, env = in_world(EVERY_HOOK)
    local faults, looks = {}, 0
    local game = carcassonne.game { variants = { "princess-and-dragon", "tower", spy }, budget = 0 }
    local forbidden = forbidden_values(combine.variants_of(game))
    local seen = {}
    function env.LOOK(name, ...)
      if seen[name] then return end
      seen[name], looks = true, looks + 1
      for i, value in ipairs { ... } do
        local found = walk(value, ("%s, argument %d"):format(name, i), forbidden)
        compat.table.move(found, 1, #found, #faults + 1, faults)
      end
    end
    for seed = 1, 10 do game:new_initial_state(seed):random_playout(seed) end
    env.LOOK = nil
    assert.are.same({}, faults)
    assert.is_true(looks > 10)
  end)
end)

-- ---- Bounds that a host sets --------------------------------------------------------------------

describe("A game's budget", function()
  local MANY = 1099511627776
  local busy = [[return { name = "busy", allow_placement = function() for _ = 1, 30000 do end end }]]

  local function ends_with(budget, text)
    local variant = script(busy)
    local fine, message = pcall(function()
      local state = carcassonne.game({ variants = { variant }, sets = { "base" },
        budget = budget }):new_initial_state(1)
      for _ = 1, 30 do state:apply_index(1) end
    end)
    if not text then return assert.is_true(fine, message) end
    assert.is_false(fine)
    assert.matches("variant 'busy', allow_placement: [^\n]*" .. text,
      message)
  end

  it("is for a call, for an action and for a game, and the message says for which", function()
    ends_with(0)
    ends_with(20000, ":1: it ran for too many instructions; does it contain an endless loop%?")
    ends_with({ call = 100000, action = 200000, game = MANY }, ":1: it exceeded .- in one action")
    ends_with({ call = 100000, action = MANY, game = 1000000 }, ":1: it exceeded .- in one game")
    ends_with { call = 100000, action = MANY, game = MANY }
  end)

  it("for a game counts in each state: undone calls and those of copies do not count", function()
    local game = carcassonne.game { variants = { script(busy) },
      budget = { call = 100000, action = MANY, game = 40000000 } }
    local state = game:new_initial_state(1)
    for _ = 1, 40 do
      local copy = state:clone()
      copy:apply_index(1)
      state:apply_index(1)
      state:undo_action()
    end
    assert.is_true(state == game:new_initial_state(1))
  end)

  it("is refused if it is invalid, with the valid values", function()
    for budget, text in pairs { [-1] = "expected a number of instructions, or 0",
        [1.5] = "expected integer or table, got number 1.5" } do
      local fine, message = pcall(carcassonne.game, { budget = budget })
      assert.is_false(fine)
      assert.matches("^game: budget: .*" .. text, message)
    end
    local fine, message = pcall(carcassonne.game, { budget = { calls = 1 } })
    assert.is_false(fine)
    assert.matches("game: budget.calls: unknown key %(did you mean call%?%)", message)
    fine, message = pcall(carcassonne.game, { budget = { call = 10, game = 0 } })
    assert.is_false(fine)
    assert.matches("; `game` can be 0 only if `call` is 0", message)
  end)
end)

describe("The memory of a script", function()
  local hungry =
    [[local s, t = ("x"):rep(50000), {} for i = 1, 100 do t[i] = s .. i end
    return { name = "x", description = #t .. "" }]]

  it("is set by the game or by the reader", function()
    files.with(hungry, function(path)
      assert.are.equal("100", carcassonne.variant(path).description)
      local fine, message = pcall(carcassonne.variant, path, nil, { memory = 3 })
      assert.is_false(fine)
      assert.matches("variant '[^']*': [^\n]*:1: not enough memory; a script may use 3 MB", message)
      fine, message = pcall(carcassonne.game, { variants = { path }, memory = 3 })
      assert.is_false(fine)
      assert.matches("a script may use 3 MB", message)
    end)
  end)

  it("is refused if a shipped script does not fit into it", function()
    local new_sandbox = core.new_sandbox
    core.new_sandbox = function(_, ...) return new_sandbox(1000, ...) end
    finally(function() core.new_sandbox = new_sandbox end)
    assert.matches("cannot create a sandbox for a script: not enough memory", refusal "return { name = 'x' }")
  end)

  it("is refused if it is not a number of millions, or the limit has another name", function()
    files.with(hungry, function(path)
      for _, given in ipairs { { memory = 0 }, { memory = "much" }, { memroy = 3 } } do
        local fine, message = pcall(carcassonne.variant, path, nil, given)
        assert.is_false(fine)
        assert.matches("^limits of a script: mem%a+: ", message)
      end
    end)
  end)
end)

describe("A script in a sandbox", function()
  it("sees nothing that the host has added to its libraries, and changes nothing of the host's", function()
    rawset(string, "shout", function(s) return s:upper() .. "!" end)
    local variant = script [[
      assert(("").shout == nil and string.shout == nil)
      string.upper = function() return "mine" end
      return { name = "x", points = function(_, _, points) assert(("a"):upper() == "A") return points end }]]
    local fine, message = pcall(play, { variant })
    rawset(string, "shout", nil)
    assert.is_true(fine, message)
    assert.are.equal("A", ("a"):upper())
  end)

  it("has functions that only games call", function()
    local variant = script [[return { name = "x", points = function(_, _, points) return points + 1 end }]]
    assert.is_function(variant.source.points)
    assert.has_error(variant.source.points,
      "this function belongs to a script in a sandbox; only games can call it")
  end)

  it("acts in a hook on the game of the hook, and on no other that it has kept", function()
    local text = [[return { name = "x", on_tile_placed = function(state)
      local game = state:game()
      if kept and kept ~= game then error(select(2, pcall(kept.new_initial_state, kept, 1)), 0) end
      kept = game
    end }]]
    local variant = script(text)
    local one, other = carcassonne.game { variants = { variant } },
      carcassonne.game { variants = { variant }, players = 3 }
    one:new_initial_state(1):random_playout(1)
    local fine, message = pcall(function() other:new_initial_state(1):random_playout(1) end)
    assert.is_false(fine)
    assert.matches("a hook can play only the game that it belongs to", message)
    one = nil -- luacheck: ignore
    collectgarbage()
    collectgarbage()
    fine, message = pcall(function() other:new_initial_state(1):random_playout(1) end)
    assert.is_false(fine)
    assert.matches("this game has been closed", message)
  end)

  it("runs beside others and beside those of the host, in hooks inside hooks", function()
    local deep = [[return { name = "%s", on_tile_placed = function(state)
      if played then return end
      played = true
      local mine = state:clone()
      mine:undo_action()
      mine:random_playout(3)
    end }]]
    local own = { name = "own", on_tile_placed = function(state) assert(state:num_tiles() > 1) end }
    local state = play { script(deep:format "a"), own, script(deep:format "b"), carcassonne.variant "tower" }
    assert.is_true(state:is_terminal())
  end)
end)
