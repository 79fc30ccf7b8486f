-- Bots in sandboxes: with --untrusted, the file of a bot has the limits of a script. The bot
-- makes the same choices as without --untrusted, or the game ends with an error that names the bot,
-- the decision and the limit.

local bots = require "carcassonne.bots"
local carcassonne = require "carcassonne"
local cli = require "spec.support.cli"
local files = require "spec.support.files"
local limits = require "carcassonne.sandbox.limits"
local sandboxed = require "carcassonne.bots.sandboxed"
local scaled = require "spec.support.scale"

local THRIFTY = "examples/bots/thrifty.lua"

-- Patterns: the beginning and the end of a message about a bot of `choosing`.
local BEGIN, END = "^bot 'mine.lua': mine.lua:2: ", " %(decision 1, place%)$"

-- Makes a bot whose file has this text.
local function bot_of(text, given)
  local all = { read = function(path) return path == "mine.lua" and text or nil end, memory = 4,
    decision = 200000 }
  for key, value in pairs(given or {}) do all[key] = value end
  return sandboxed.load("mine.lua", all).new(1, {})
end

-- Makes a bot that chooses with this code.
local function choosing(code, given)
  return bot_of(("return { choose = function(self, state, count)\n%s\nend }"):format(code), given)
end

-- Returns the error of a bot. Its decision does not change the state, and the next bot can decide.
local function error_of(bot, state, method)
  state = state or carcassonne.game():new_initial_state(1)
  local before, bounds = state:serialize(), limits.usual()
  local fine, message = pcall(bots[method or "decide"], bot, state)
  assert.is_false(fine)
  assert.equal(before, state:serialize())
  assert.same(bounds, limits.usual())
  assert.equal(1, bots.decide(choosing "return 1", state))
  return message
end

-- Plays a game with two bots of a file. Returns the chosen actions.
local function choices(variants, seed, load)
  local state = carcassonne.game { variants = variants }:new_initial_state(seed)
  local team, list = { load(THRIFTY).new(1, { keep = 3 }), load(THRIFTY).new(2, { keep = 2 }) }, {}
  while not state:is_terminal() and #list < scaled(1000, 40) do
    local index = bots.decide(team[state:current_player()], state)
    list[#list + 1] = index
    assert(state:apply_index(index))
  end
  return list
end

describe("A bot in a sandbox", function()
  it("chooses as outside of a sandbox, in games with and without scripts", function()
    local function outside(path) return dofile(path) end
    local games = { {}, { "inns-and-cathedrals" }, { "tower" }, { "princess-and-dragon" },
      { "examples/hand-of-three.lua", "examples/market.lua" } }
    for seed = 1, scaled(#games, 2) do
      local variants = games[seed]
      assert.same(choices(variants, seed, outside), choices(variants, seed, sandboxed.load))
    end
  end)

  it("has the random numbers of the random bot, files of its folder, and helpers of scripts", function()
    local state, random = carcassonne.game():new_initial_state(1), bots.new("random", 7)
    local texts = { ["mine.lua"] = [[
      local random, half = require "carcassonne.bots.random", require "parts.half"
      require "carcassonne.helpers.adjacency"
      return { new = function() return { random = random.new(7),
        choose = function(self, state, count) return half(self.random:choose(state, count) * 2) end } end }]],
      ["parts/half.lua"] = "return function(n) return n // 1 / 2 end" }
    if _VERSION == "Lua 5.1" or _VERSION == "Lua 5.2" then
      texts["parts/half.lua"] = "return function(n) return n / 2 end"
    end
    files.with_folder(texts, function(folder)
      local bot = sandboxed.load(folder .. "/mine.lua").new(1, {})
      for _ = 1, 20 do
        local index = bots.decide(random, state)
        assert.equal(index, bots.decide(bot, state))
        state:apply_index(index)
      end
    end)
  end)

  it("has the views of states and games that it has outside of a sandbox", function()
    -- Returns a number for all texts, numbers and keys of the views.
    local code = [[
      local sum = 0
      local function add(value)
        if type(value) == "table" then
          for key, item in pairs(value) do add(key) add(item) end
        else
          for i = 1, #tostring(value) do sum = sum + i * tostring(value):byte(i) end
        end
      end
      add(state:view(1)) add(state:view()) add(state:game():view())
      return sum]]
    local outside = files.with("return function(_, state)\n" .. code .. "\nend", dofile)
    for _, variants in ipairs { {}, { "tower" } } do
      local state = carcassonne.game { variants = variants }:new_initial_state(1)
      for _ = 1, 30 do state:apply_index(1) end
      local bot = choosing(code, { memory = 16, decision = 50000000 })
      assert.equal(outside(nil, state), bot:choose(state))
    end
  end)

  it("can rate and explain actions, with numbers that the host checks", function()
    local state = carcassonne.game():new_initial_state(1)
    local code = [[return {
      choose = function() return 1 end,
      rate = function(self, state, count) local t = {} for i = 1, count do t[i] = i end return t end,
      explain = function(self, state, index) return { before = index, own = OWN, theirs = OWN } end }]]
    local zeros = ("{ %s }"):format(("0, "):rep(#require("carcassonne.core").rating_terms()))
    local bot = bot_of((code:gsub("OWN", zeros)))
    assert.equal(state:num_actions(), #bots.rate(bot, state))
    assert.equal(3, bot:explain(state, 3).before)
    assert.has_error(function() bot_of((code:gsub("before = .- }", "}"))):explain(state, 3) end,
      "bot 'mine.lua': `explain` returned table {}; expected a table with the number `before`, and lists of "
      .. "11 numbers, `own` and `theirs`")
    assert.matches("^bot 'mine.lua': `rate` returned string \"a\" for action 2; expected a number, or nil$",
      error_of(bot_of((code:gsub("t%[i%] = i end", "%0 t[2] = 'a'"))), state, "rate"))
  end)

  it("that loops without end is stopped, even in pcall: the message names bot, decision and limit",
      function()
    for _, code in ipairs { "while true do end", "while true do pcall(function() while true do end end) end",
        "while true do local s = ('x'):rep(1000):find(('x?'):rep(20) .. 'y') end",
        "while true do state:clone():random_playout(1) end" } do
      assert.matches(BEGIN .. "it ran for more than 200000 instructions, its limit for one decision; does it "
        .. "contain an endless loop%?" .. END, error_of(choosing(code)))
    end
  end)

  it("that loads or replays saved games again and again is stopped", function()
    for _, name in ipairs { "replay_state", "deserialize_state" } do
      local code = "local g, t = state:game(), state:serialize() for _ = 1, 6 do g:%s(t) end return 1"
      local bot = choosing(code:format(name))
      assert.matches(BEGIN .. "it ran for more than 200000 instructions", error_of(bot))
    end
  end)

  it("that runs a script without end is stopped, too", function()
    local slow = { name = "slow", on_tile_placed = function(state) if state:num_tiles() > 2 then
      for _ = 1, 150000 do end end end }
    local state = carcassonne.game { variants = { slow } }:new_initial_state(1)
    while state:num_tiles() < 2 or state:decision() ~= "place" do state:apply_index(1) end
    local bot = choosing "for i = 1, count do state:clone():apply_index(i) end return 1"
    assert.matches(BEGIN .. "variant 'slow', on_tile_placed: .*: it exceeded the number of "
      .. "instructions that all scripts together may use in one action %(decision 3, place%)$",
      error_of(bot, state))
  end)

  it("that allocates without bound is stopped: the message names its limit of memory", function()
    for _, code in ipairs { "local t = {} for i = 1, 1e9 do t[i] = { i } end",
        "local s = ('x'):rep(1e5) for i = 1, 99 do s = s .. s end",
        "self.t = self.t or {} while true do self.t[#self.t + 1] = state:clone() end" } do
      assert.matches(BEGIN .. "not enough memory; a script may use 4 MB" .. END,
        error_of(choosing(code, { decision = 100000000 })))
    end
  end)

  it("does not reach the host: no files, no processes, no code, no metatables", function()
    for _, name in ipairs { "io", "os", "debug", "package", "coroutine", "load", "loadstring", "loadfile",
        "dofile", "collectgarbage", "jit", "ffi", "getfenv", "setfenv", "newproxy" } do
      assert.equal(1, bots.decide(choosing(("return %s == nil and 1 or 2"):format(name)),
        carcassonne.game():new_initial_state(1)), name)
    end
    assert.matches(BEGIN .. ".*'io'.*; a script has no access to files; `print` writes a line" .. END,
      error_of(choosing "io.open('x')"))
    assert.matches(BEGIN .. "a bot in a sandbox has no math.random; require \"carcassonne.bots.random\", "
      .. "which has a seed" .. END, error_of(choosing "local i = math.random(count) return i"))
    for _, code in ipairs { "getmetatable('').__index = nil", "getmetatable(state).__index = nil",
        "getmetatable(state:game()).x = 1", "string.rep = nil error 'own copy'" } do
      assert.matches(BEGIN, error_of(choosing(code)))
    end
    assert.equal("xx", ("x"):rep(2))
    for _, module in ipairs { "carcassonne.core", "carcassonne.bots", "os", "../mine" } do
      assert.matches("^bot 'mine.lua': .*require '" .. module:gsub("%p", "%%%0") .. "': ", select(2,
        pcall(bot_of, ("require '%s' return {}"):format(module))))
    end
  end)

  it("that changes its argument is refused, and the host's state is unchanged", function()
    for _, code in ipairs { "state:apply_index(1) return 1", "state:random_playout(1) return 1",
        "state:reset(5) state:apply_index(2) return 1" } do
      assert.equal("bot 'mine.lua': `choose` has changed the state of the game; try actions on state:clone() "
        .. "instead", error_of(choosing(code)))
    end
    assert.matches("only a hook can call this", error_of(choosing "state:award(1, 5) return 1"))
  end)

  it("that returns nonsense is named, with what it returned", function()
    local state = carcassonne.game():new_initial_state(1)
    local expected = ("; expected the index of a legal action, from 1 to %d (decision 1, place)"):format(
      state:num_actions())
    for value, shown in pairs { ["nil"] = "nil", ["0"] = "number 0", ["1.5"] = "number 1.5", ["0/0"] =
        "number " .. tostring(0 / 0), ["'1'"] = "string \"1\"", ["{}"] = "table {}", ["count + 1"] = "number "
        .. state:num_actions() + 1, ["true"] = "boolean true", ["('x'):rep(1e5)"] = "string \"" ..
        ("x"):rep(40) .. "...\"" } do
      assert.equal("bot 'mine.lua': `choose` returned " .. shown .. expected,
        error_of(choosing("return " .. value)))
    end
    for value, problem in pairs { ["print"] = "expected plain data, got a function", ["state"] =
        "expected plain data, got a userdata", ["setmetatable({}, {})"] =
        "expected a plain table, got a table with a metatable" } do
      assert.equal(("bot 'mine.lua': `choose`: %s (decision 1, place)"):format(problem),
        error_of(choosing("return " .. value)))
    end
    assert.matches(BEGIN .. "no idea" .. END, error_of(choosing "error 'no idea'"))
    assert.matches("the error value is a table", error_of(choosing "error {}"))
  end)

  it("cannot use its state after the decision, but a clone of it", function()
    local state = carcassonne.game():new_initial_state(1)
    local keeping = choosing [[if self.state then local n = self.state:num_actions() return n end
      self.state, self.list, self.copy = state, state:legal_actions(), state:clone() return 1]]
    assert.equal(1, bots.decide(keeping, state))
    assert.matches(BEGIN .. ".*this state could be used only during the call of the function that received "
      .. "it%)" .. END, error_of(keeping, state))
    local cloning = choosing [[self.copy = self.copy or state:clone() return self.copy:decisions() + 1]]
    assert.equal(1, bots.decide(cloning, state))
    state:apply_index(1)
    assert.equal(1, bots.decide(cloning, state))
  end)

  it("can be asked in several games, also after a game was freed", function()
    local bot = choosing [[self.copies = self.copies or {}
      self.copies[#self.copies + 1] = state:clone()
      return state:clone():apply_index(1) and 1]]
    for seed = 1, 20 do
      local game = carcassonne.game { variants = { seed % 2 == 0 and "tower" or "inns-and-cathedrals" } }
      assert.equal(1, bots.decide(bot, game:new_initial_state(seed)))
      game = nil -- luacheck: ignore
      for _ = 1, 3 do collectgarbage() end -- a later game may have the same address
    end
    local reading = choosing [[self.kept = self.kept or state:clone() return self.kept:num_actions()]]
    bots.decide(reading, carcassonne.game():new_initial_state(1))
    collectgarbage()
    collectgarbage()
    assert.matches("the state's game has been closed", error_of(reading))
  end)

  it("plays random games on one thread", function()
    local bot = choosing("local sum = state:playout(2, 1, { threads = 8 }) error(sum.threads .. ' ' .. "
      .. "sum.note)", { decision = 1000000 })
    assert.matches(BEGIN .. "1 a sandbox has one thread" .. END, error_of(bot))
  end)

  it("is refused if its file is invalid", function()
    local cases = {
      ["return {"] = "^bot 'mine.lua': mine.lua:1: .*expected",
      ["return 7"] = "^bot 'mine.lua': expected a table with a function new%(seed, options%), or a method "
        .. "choose%(self, state, count%), got number 7$",
      ["return { new = function() end }"] = "^bot 'mine.lua': `new`: expected a table with a method "
        .. "choose%(self, state, count%), got nil$",
      ["return { new = function() while true do end end }"] = "^bot 'mine.lua': mine.lua:1: it ran for more "
        .. "than 10000000 instructions, its limit for one call of `new`",
      ["while true do end"] = "^bot 'mine.lua': mine.lua:1: it ran for too many instructions",
      ["return { choose = print, new = print, options = { 7 } }"] = "^bot 'mine.lua': options%[1%]: expected "
        .. "table, got number 7$",
      ["return { new = print, options = { { name = 'a', type = 'text' } } }"] = "^bot 'mine.lua': "
        .. "options%[1%].type: unknown type 'text'",
      ["return { new = print, options = { { name = 'a', type = 'integer', usual = print } } }"] =
        "^bot 'mine.lua': expected plain data, got a function$",
      ["return { new = print, says = {} }"] = "^bot 'mine.lua': says: expected string, got table {}$",
      ["\27Lua"] = "^bot 'mine.lua': expected a script as text, got compiled code$",
      [("-"):rep(70000)] = "^bot 'mine.lua': the script has more than 64000 characters",
    }
    for text, problem in pairs(cases) do
      local fine, message = pcall(bot_of, text)
      assert.is_false(fine)
      assert.matches(problem, message)
    end
  end)
end)

describe("The limits of a bot in a sandbox", function()
  it("are checked", function()
    for text, given in pairs {
      ["limits of a bot: expected table, got number 7"] = 7,
      ["limits of a bot: decision: expected a number of instructions, got number 0"] = { decision = 0 },
      ["limits of a script: decisions: unknown key"] = { decisions = 5 },
      ["limits of a script: memory: expected 1 to 4000 (million bytes)"] = { memory = 0 },
    } do
      assert.has_error(function() sandboxed.load(THRIFTY, given) end, text)
    end
  end)
end)

describe("The option --untrusted", function()
  it("plays with the file of a bot as without the option", function()
    local words = { "run", "-n", tostring(scaled(6, 2)), "--seed", "4", "--json", "--bot",
      THRIFTY .. ":keep=3", "--bot", "random" }
    local _, want = cli.run(words)
    words[#words + 1] = "--untrusted"
    local status, got, errors = cli.run(words)
    assert.same({ 0, want, "" }, { status, got, errors })
  end)

  it("ends the game of a bot that exceeds a limit, and names bot, decision and limit", function()
    local loop = "return { choose = function() while true do end end }"
    files.with_folder({ ["loop.lua"] = loop }, function(folder)
      local status, _, errors = cli.run { "run", "-n", "1", "--untrusted", "--bot", folder .. "/loop.lua" }
      assert.equal(2, status)
      assert.matches("bot '[^']*/loop.lua': [^\n]*loop.lua:1: it ran for more than 50000000 instructions, "
        .. "its limit for one decision; does it contain an endless loop%? %(decision 1, place%)", errors)
    end)
  end)
end)
