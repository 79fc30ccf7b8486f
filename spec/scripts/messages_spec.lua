-- The messages for a designer who uses something unavailable or misspells a name, both while the
-- file is read and in hooks.

local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"
local files = require "spec.support.files"

local script = files.variant

local function refusal(from)
  local fine, message = pcall(type(from) == "string" and script or carcassonne.variant, from)
  assert.is_false(fine)
  return message
end

-- Returns the messages with which a line of code fails, in the file and in a hook of it.
local function failures(code)
  local variant = script(("local function helper() end function go_on() end "
    .. "return { name = 'x', allow_placement = function(state) %s end }"):format(code))
  local game = carcassonne.game { variants = { variant } }
  local fine, message = pcall(game.new_initial_state, game, 1)
  assert.is_false(fine)
  return refusal("function go_on() end " .. code .. " return { name = 'x' }"), message
end

local function fails(code, expected)
  local loading, hook = failures(code)
  assert.matches("^variant '/.*:1: .*" .. expected .. "$", loading)
  assert.matches("^variant 'x', allow_placement: /.*:1: .*" .. expected .. "$", hook)
end

describe("A script that looks for", function()
  it("chance gets a message that says where chance is available", function()
    for _, call in ipairs { "math.random(6)", "math.randomseed(1)", "local random = math.random random()" } do
      fails(call,
        "attempt to call a nil value %(.-'random%a*'%); for a random choice, use a phase whose `ask` "
          .. "returns \"chance\"")
    end
  end)

  it("modules, files, the clock, code or coroutines gets a message that scripts have none", function()
    fails("dofile 'json.lua'",
      "nil value %(global 'dofile'%); a script can read files in its folder with `require`")
    fails("os.time()", "nil value %(global 'os'%); a script has no access to the clock or to processes")
    fails("io.write 'x'", "nil value %(global 'io'%); a script has no access to files; `print` writes a line")
    fails("local w = io.open('x')", "nil value %(global 'io'%); a script has no access to files; `print` "
      .. "writes a line")
    fails("debug.traceback()", "nil value %(global 'debug'%); a script has no access to the debug library")
    fails("load 'x'", "nil value %(global 'load'%); a script cannot load code")
    fails("coroutine.wrap(print)",
      "nil value %(global 'coroutine'%); a script has no coroutines; to wait for a decision, use a phase "
        .. "with `ask` and `on_chosen`")
  end)

  it("a misspelt global gets a message with the nearest name, of Lua's and of its own", function()
    fails("ipars({})", "nil value %(global 'ipars'%) %(did you mean ipairs%?%)")
    fails("for i in pars({}) do end", "nil value %(global 'pars'%) %(did you mean pairs%?%)")
    fails("go_no()", "nil value %(global 'go_no'%) %(did you mean go_on%?%)")
    fails("tabel.insert({}, 1)", "nil value %(global 'tabel'%) %(did you mean table%?%)")
    fails("xyzzy_plugh_qwv()", "nil value %(global 'xyzzy_plugh_qwv'%)")
  end)

  it("may check whether a global exists, which is nil if not", function()
    local variant = script "done = ipars or os or nil return { name = 'x', description = tostring(done) }"
    assert.are.equal("nil", variant.description)
  end)

  it("a misspelt method gets a message with the nearest name", function()
    local allow_placement = {
      ["state:num_actons()"] = "State has no 'num_actons' %(did you mean num_actions%?%)",
      ["state:game():player()"] = "Game has no 'player' %(did you mean players%?%)",
      ["local x = action.rotaton"] = "Action has no 'rotaton' %(did you mean rotation%?%)",
      ["state:features()[1]:segmnts()"] = "Feature has no 'segmnts' %(did you mean segments%?%)",
    }
    for code, expected in pairs(allow_placement) do
      local variant =
        script(("return { name = 'x', allow_placement = function(state, action) %s end }"):format(code))
      local game = carcassonne.game { variants = { variant } }
      local fine, message = pcall(game.new_initial_state, game, 1)
      assert.is_false(fine)
      assert.matches("variant 'x', allow_placement: .*:1: " .. expected .. "$", message)
    end
  end)
end)

describe("A host that misspells a method", function()
  it("gets a message with the nearest name, with its own line", function()
    local state = carcassonne.game():new_initial_state(1)
    local fine, message = pcall(function() return state:num_actons() end)
    assert.is_false(fine)
    assert.matches("messages_spec.lua:%d+: State has no 'num_actons' %(did you mean num_actions%?%)$",
      message)
  end)
end)

describe("A value of a wrong type", function()
  local function refused(given, expected)
    given.name = "odd"
    assert.are.equal("variant 'odd': " .. expected, refusal(given))
  end

  it("is shown, shortened, after its type", function()
    refused({ rules = { small_city = { 2, 3 } } },
      "rules.small_city: expected string or integer, got table { 2, 3 }")
    refused({ rules = { small_city = {} } }, "rules.small_city: expected string or integer, got table {}")
    refused({ rules = { small_city = 2.5 } }, "rules.small_city: expected string or integer, got number 2.5")
    refused({ pieces = { pig = "two" } }, 'pieces.pig: expected integer or table, got string "two"')
    refused({ allow_placement = true }, "allow_placement: expected function or table, got boolean true")
    refused({ goods = ("on "):rep(20) },
      'goods: expected boolean, got string "on on on on on on on on on on on on on o..."')
    refused({ goods = "a\nb\"c\0" }, 'goods: expected boolean, got string "a\\nb\\"c\\0"')
    refused({ goods = function() end }, "goods: expected boolean, got function")
    refused({ goods = { 1, 2, 3, 4, x = 5 } }, "goods: expected boolean, got table { 1, 2, 3, ... }")
    refused({ goods = { on = true } }, "goods: expected boolean, got table { on = true }")
    refused({ goods = { on = { "deep" } } }, "goods: expected boolean, got table { on = {...} }")
    refused({ reserves = { { name = "pile", size = "1" } } },
      'reserves[1].size: expected integer or list, got string "1"')
  end)

  it("is shown for options of a game and for those of a variant, too", function()
    assert.has_error(function() carcassonne.game { players = "2" } end,
      'game: players: expected integer, got string "2"')
    assert.has_error(
      function() carcassonne.variant({ name = "odd", options = { share = 10 } }, { share = "5" }) end,
      "variant 'odd': options.share: expected number, got string \"5\"")
    assert.has_error(function() carcassonne.variant(7) end,
      "expected a variant as a name, a path or a table, got number 7")
  end)
end)

describe("A phase that offers and has no function `on_chosen`", function()
  local function phase(more)
    local one = { name = "pick", timing = "deployment" }
    for key, value in pairs(more) do one[key] = value end
    return { name = "odd", variables = { { name = "gold", scope = "player" } }, phases = { one } }
  end

  it("is refused as it is read, at every timing, if its options are data", function()
    for _, offer in ipairs { { "tiles", attribute = "inn" },
      { { "segments", can_deploy = "followers", deploy = true },
      { "pieces", player = "turn_player" } } } do
      assert.matches(
        "variant 'odd': phases%[1%]: the function `on_chosen`, which carries out the chosen option, "
          .. "is missing",
        refusal(phase { offer = offer }))
    end
    assert.matches("chosen option, is missing", refusal(phase { timing = "turn_end", offer = { "pieces" } }))
    assert.matches("chosen option, is missing", refusal(phase { timing = "anytime", ask = function() end }))
  end)

  it("is valid if all its offers deploy, since the engine carries these out", function()
    carcassonne.variant(phase { offer = { "segments", can_deploy = "followers", deploy = true } })
    carcassonne.variant(phase { offer = { { "segments", can_deploy = "followers", deploy = true },
      { "segments", can_deploy = "pig", deploy = true, when = { player = { variable = "gold" } } } } })
    carcassonne.variant(
      phase { ask = function(state) state:offer { "segments", can_deploy = "followers", deploy = true } end })
  end)
end)

describe("A syntax error", function()
  it("asks for a comma where the next key or item of a table begins", function()
    assert.matches("'}' expected .*near 'points' %(is a comma missing at the end of the line before%?%)$",
      refusal "return {\n  name = 'x'\n  points = {}\n}")
    assert.matches("near '{' %(is a comma missing before it%?%)$",
      refusal "return { name = 'x', points = { { add = 1 } { add = 2 } } }")
    assert.not_matches("comma", refusal "return { name = 'x', points = { end }")
    assert.not_matches("comma", refusal "return { name = 'x', points = {}")
  end)
end)

describe("The scoring that a hook receives", function()
  it("has its six fields, and refuses any other, for tables and for files", function()
    local source = [[return { name = "v", on_feature_scored = function(state, scoring)
      for _, key in ipairs { "kind", "complete", "final", "points", "players", "feature" } do
        assert(scoring[key] ~= nil and rawget(scoring, key) ~= nil, key)
      end
      assert(scoring[1] == nil and scoring.feature.kind == scoring.kind)
      local fine, message = pcall(function() return scoring.playres end)
      assert(not fine and message:find("Scoring has no 'playres' (did you mean players?)", 1, true), message)
      state:award(1, 7)
    end }]]
    for _, variant in ipairs { script(source), carcassonne.variant(compat.basic.load(source)()) } do
      local state = carcassonne.game { variants = { variant } }:new_initial_state(1)
      state:random_playout(1)
      assert.is_true(state:score(1) > 6)
    end
  end)
end)

describe("The program", function()
  local check = require("carcassonne.base.core_version")

  it("refuses a compiled part of another version than the files beside it", function()
    assert.is_nil(check.mismatch(require "carcassonne.core"))
    assert.matches("carcassonne.core has interface version 1, but the Lua files require version %d+; build "
      .. "it again", check.mismatch { abi_version = 1 })
  end)
end)
