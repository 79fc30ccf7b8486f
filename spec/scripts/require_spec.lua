-- Scripts of several files: what they may require, that nothing else is read, and that a change in
-- any file is noticed.

local carcassonne = require "carcassonne"
local cli = require "spec.support.cli"
local compat = require "carcassonne.base.compat"
local files = require "spec.support.files"
local scripts = require "carcassonne.variant"

-- A rule whose points are in a file beside it.
local RULE = [[
local points = require "points"
return { name = "rule", points = { { kind = "monastery", complete = true, add = points.monk } } }]]

local function add_of(variant) return variant.source.points[1].add end

local function reports(text, message) assert.is_truthy(message:find(text, 1, true), message) end

-- Returns the error about a folder's script `rule.lua`, and checks that a running game does not
-- change.
local function refusal(texts, more)
  local state = carcassonne.game { variants = { "tower" } }:new_initial_state(1)
  local before = state:hash()
  local message = files.with_folder(texts, function(folder)
    if more then more(folder) end
    local fine, problem = pcall(carcassonne.game, { variants = { folder .. "/rule.lua" } })
    assert.is_false(fine)
    return (tostring(problem):gsub(folder:gsub("%p", "%%%0") .. "/", ""))
  end)
  assert.are.equal(before, state:hash())
  return message
end

-- Returns the error about a script that requires this name.
local function required(name, more)
  return refusal({ ["rule.lua"] = ("\nrequire %q\nreturn { name = 'rule' }"):format(name),
    ["sub/more.lua"] = "return 1",
    ["points.lua"] = "return {}" }, more)
end

describe("A script", function()
  it("gets the results of files beside it and in folders below", function()
    files.with_folder({ ["rule.lua"] = RULE, ["points.lua"] = "return { monk = require 'values.high' }",
      ["values/high.lua"] = "return 7" }, function(folder)
      assert.are.equal(7, add_of(carcassonne.variant(folder .. "/rule.lua")))
    end)
  end)

  it("has one value of a file, however often it requires the file, and `true` if the file returns nothing",
      function()
    local text = [[
      local first = require "count"
      assert(first == require "count" and N == 1 and require "nothing" == true)
      return { name = "rule", allow_placement = function() return require "count" == first and N == 1 end }]]
    local texts = { ["rule.lua"] = text, ["count.lua"] = "N = (N or 0) + 1 return {}", ["nothing.lua"] = "" }
    files.with_folder(texts, function(folder)
      local state = carcassonne.game { variants = { folder .. "/rule.lua" } }:new_initial_state(1)
      state:random_playout(1)
      assert.is_true(state:is_terminal())
    end)
  end)

  it("shares no value with another script that requires the same file", function()
    local text =
      "local t = require 'shared' t.n = (t.n or 0) + 1 return { name = '%s', description = tostring(t.n) }"
    files.with_folder({ ["a.lua"] = text:format "a", ["b.lua"] = text:format "b",
        ["shared.lua"] = "return {}" }, function(folder)
      assert.are.equal("1", carcassonne.variant(folder .. "/a.lua").description)
      assert.are.equal("1", carcassonne.variant(folder .. "/b.lua").description)
    end)
  end)

  it("finds the files beside it, wherever the program runs", function()
    files.with_folder({ ["rule.lua"] = RULE, ["points.lua"] = "return { monk = 3 }" }, function(folder)
      local program = "io.write(require('carcassonne').variant('rule.lua').source.points[1].add)"
      local path = files.write(program)
      local lua = require "spec.support.lua"
      local pipe = assert(io.popen(("root=$PWD; cd '%s' && env %s %s"):format(folder,
        lua.command():gsub("LUA_PATH='", "LUA_PATH='" .. "./?.nothing;"), path)))
      assert.are.equal("3", pipe:read "*a")
      pipe:close()
      os.remove(path)
    end)
  end)

  it("finds a player's neighbours with carcassonne.helpers.clockwise", function()
    local text = [[
      local clockwise = require "carcassonne.helpers.clockwise"
      local function look(state)
        state:set_variable("next", 1, clockwise.after(state))
        state:set_variable("next", 2, clockwise.after(state, 1, 2))
        state:set_variable("next", 3, #clockwise.all_after(state, 2))
        state:set_variable("next", 4, clockwise.all_after(state, 2)[1])
      end
      return { name = "rule", variables = { { name = "next", size = 4 } },
        phases = { { name = "look", timing = "turn_start", run = look } } }]]
    local game = carcassonne.game { players = 4, variants = { files.variant(text) } }
    local state = game:new_initial_state(1)
    state:resign(3)
    while state:turn_player() ~= 2 do state:apply_index(1) end
    local seen = {}
    for i = 1, 4 do seen[i] = state:variable("next", i) end
    assert.are.same({ 4, 4, 3, 4 }, seen)
  end)

  it("finds what a feature meets with carcassonne.helpers.adjacency", function()
    local text = [[
      local meetings = require "carcassonne.helpers.adjacency"
      return { name = "rule", variables = { { name = "met", size = 3 } },
        phases = { { name = "look", timing = "turn_start", run = function(state)
        for i, place in ipairs(meetings.of(state, state:feature(0, 0, "road:E.W"))) do
          state:set_variable("met", i, 1000 * place.tile + 100 * place.x + place.segment)
        end
      end } } }]]
    -- from a crossing in the west, past a city, to a monastery in the east
    local tiles = { { id = "BA-D" }, { id = "BA-L", x = -1, rotation = 2 }, { id = "BA-U", x = 1 },
      { id = "BA-A", x = 2, rotation = 1 } }
    local game = carcassonne.game { variants = { files.variant(text) }, position = { tiles = tiles } }
    local state = game:new_initial_state(1)
    local function of(x, segment) return state:tile(x).index * 1000 + 100 * state:tile(x).x + segment end
    local crossing = {}
    for number, segment in ipairs(game:tile("BA-L", 2).segments) do
      if segment.kind == "road" and segment.text ~= "road:E" then crossing[#crossing + 1] = of(2, number) end
    end
    crossing[#crossing + 1] = of(4, 1)
    assert.are.same(crossing,
      { state:variable("met", 1), state:variable("met", 2), state:variable("met", 3) })
  end)
end)

describe("A required file", function()
  it("is in the script's folder, or the name is refused with the line", function()
    local by =
      "^variant 'rule.lua': rule.lua:2: require '[^\n]*': the name of a file must have letters"
    for _, name in ipairs { "../points", "..", "sub..more", "/etc/passwd", "sub/more", "./points",
      "C:\\points", "", ".", "a b",
      "x\0y" } do
      assert.matches(by, required(name), name)
    end
    reports("require 'points.lua': omit the extension .lua: require \"points\"",
      required "points.lua")
    reports("require 'sub/more.lua': omit the extension .lua: require \"sub.more\"",
      required "sub/more.lua")
  end)

  it("is not a link that leads out of the folder, to a file or a folder; one that stays inside is allowed",
      function()
    local function link(target, name)
      return function(folder)
        assert(compat.os.execute(("ln -s '%s' '%s/%s'"):format(target, folder, name)))
      end
    end
    files.with("return 1", function(outside)
      reports("rule.lua:2: require 'link': 'link.lua' is a link that leads out of the folder of the script",
        required("link", link(outside, "link.lua")))
    end)
    files.with_folder({ ["points.lua"] = "return 1" }, function(outside)
      reports("'far/points.lua' is a link that leads out", required("far.points", link(outside, "far")))
    end)
    files.with_folder({ ["rule.lua"] = "return { name = 'rule', description = require 'near' }",
      ["far.lua"] = "return 'fine'" },
      function(folder)
        link("far.lua", "near.lua")(folder)
        assert.are.equal("fine", carcassonne.variant(folder .. "/rule.lua").description)
      end)
  end)

  it("is an existing file, and no folder, pipe or library", function()
    reports("rule.lua:2: require 'nothing': there is no file 'nothing.lua'", required "nothing")
    reports("there is no file 'sub.lua'", required "sub")
    reports("'pipe.lua' is not a file", required("pipe", function(folder)
      compat.os.execute(("mkfifo '%s/pipe.lua'"):format(folder))
    end))
    reports("there is no file 'library.lua'", required("library", function(folder)
      files.rewrite(folder .. "/library.so", "\127ELF")
    end))
    reports("expected a script as text, got compiled code", required("compiled", function(folder)
      files.rewrite(folder .. "/compiled.lua", string.dump(function() end))
    end))
  end)

  it("of the shipped ones is only one that is meant for scripts", function()
    for _, name in ipairs { "carcassonne", "carcassonne.core", "carcassonne.sandbox", "carcassonne.variant",
      "carcassonne.expansions.tower" } do
      local said = "require '%s': scripts can require only these shipped modules: "
        .. "carcassonne.helpers.clockwise"
      reports(said:format(name), required(name))
    end
    reports("there is no file 'io.lua'", required "io")
  end)

  it("is named by a text", function()
    local message = refusal { ["rule.lua"] = "require {} return {}" }
    reports("rule.lua:1: require: expected the name of a file, got table", message)
  end)

  it("does not require itself; the cycle is reported", function()
    assert.matches("b.lua:1: require 'a': the files require each other in a circle: a requires b, which "
      .. "requires a$", refusal {
      ["rule.lua"] = "require 'a' return { name = 'rule' }", ["a.lua"] = "return require 'b'",
      ["b.lua"] = "local a = require 'a' return a" })
    reports("rule.lua:1: require 'rule': the files require each other in a circle: rule requires rule",
      refusal { ["rule.lua"] = "require 'rule' return {}" })
    -- in a tail call Lua keeps no line, so the message names the file
    reports("c.lua: require 'rule': the files require each other in a circle: rule requires c, "
      .. "which requires rule",
      refusal { ["rule.lua"] = "return require 'c'", ["c.lua"] = "return require 'rule'" })
  end)

  it("may be required again after it failed, and then is not a circle", function()
    local text = "pcall(require, 'bad') local _, said = pcall(require, 'bad') return { name = 'rule', "
      .. "description = said }"
    files.with_folder({ ["rule.lua"] = text, ["bad.lua"] = "error 'on purpose'" }, function(folder)
      assert.matches("bad.lua:1: on purpose", carcassonne.variant(folder .. "/rule.lua").description)
    end)
  end)

  it("is named with its line if it is wrong, with what was meant", function()
    local function wrong(text)
      return refusal { ["rule.lua"] = "\nlocal _ = require 'helper'\nreturn { name = 'rule' }",
        ["helper.lua"] = text }
    end
    assert.matches("^variant 'rule.lua': helper.lua:2: [^\n]*near 'oops'", wrong "return {\noops oops")
    assert.matches("^variant 'rule.lua': helper.lua:3: boom", wrong "\n\nerror 'boom'")
    assert.matches("^variant 'rule.lua': helper.lua:1: [^\n]*'ipars'[^\n]*did you mean ipairs%?",
      wrong "for _ in ipars {} do end")
    assert.matches("^variant 'rule.lua': helper.lua:1: [^\n]*'os'[^\n]*a script has no access to the clock",
      wrong "return os.time()")
  end)

  it("is named with its line if it fails during a game", function()
    files.with_folder({ ["rule.lua"] = "return { name = 'rule', allow_placement = require('hook').run }",
      ["hook.lua"] = "return { run = function(state)\n  return state:variablet 'x'\nend }" }, function(folder)
      local fine, message = pcall(function()
        carcassonne.game({ variants = { folder .. "/rule.lua" } }):new_initial_state(1):random_playout(1)
      end)
      assert.is_false(fine)
      assert.matches("variant 'rule', allow_placement: [^\n]*hook.lua:2: [^\n]*variablet[^\n]*did you mean "
        .. "variable", tostring(message))
    end)
  end)

  it("is read with the script, and never later", function()
    files.with_folder(
      { ["rule.lua"] = "return { name = 'rule', allow_placement = function() return require 'late' end }",
      ["late.lua"] = "return true" }, function(folder)
      local fine, message = pcall(function()
        carcassonne.game({ variants = { folder .. "/rule.lua" } }):new_initial_state(1):random_playout(1)
      end)
      assert.is_false(fine)
      reports("rule.lua:1: require 'late': files can be required only while the script is "
        .. "read", tostring(message))
    end)
  end)

  it("shares the limits of the script: all files together", function()
    local function bound(text, says)
      local message = refusal { ["rule.lua"] = "return require 'helper'", ["helper.lua"] = text }
      assert.matches("^variant 'rule.lua': [^\n]*" .. says, message)
    end
    bound("while true do end", "helper.lua:1: it ran for too many instructions")
    bound("local s = 'x' while true do s = s .. s end", "helper.lua:1: not enough memory")
    bound("require = nil package.path = 1", "helper.lua:1: ")
    local long = "return '" .. ("x"):rep(40000) .. "'"
    reports("64000 characters together with the files that it requires; the limit `source` "
      .. "can be raised", refusal {
      ["rule.lua"] = "require 'a' require 'b' return {}", ["a.lua"] = long, ["b.lua"] = long })
    local many = { ["rule.lua"] = "for i = 1, 101 do require('f' .. i) end return { name = 'rule' }" }
    for i = 1, 101 do many["f" .. i .. ".lua"] = "return " .. i end
    reports("require 'f101': a script can require at most 100 files", refusal(many))
  end)

  it("is searched for only so often #full", function()
    local from = os.clock()
    assert.matches("too many instructions",
      refusal { ["rule.lua"] = "for i = 1, 1e9 do pcall(require, 'f' .. i) end" })
    local deep = { ["rule.lua"] = "while true do pcall(require, 'broken') end",
      ["broken.lua"] = "local t = {" .. ("1,"):rep(20000) }
    assert.matches("too many instructions", refusal(deep))
    assert.is_true(os.clock() - from < 4)
  end)
end)

describe("A file that a script requires", function()
  local function with_rule(use)
    return files.with_folder({ ["rule.lua"] = RULE, ["points.lua"] = "return { monk = 3 }" }, function(folder)
      return use(folder .. "/rule.lua", folder .. "/points.lua")
    end)
  end

  it("is part of the digest: a saved game notices that it has changed", function()
    with_rule(function(path, helper)
      local state = carcassonne.game { variants = { path } }:new_initial_state(1)
      state:random_playout(1)
      local text = state:serialize()
      assert.are.equal(text, assert(carcassonne.load(text, { variants = { path } })):serialize())
      files.rewrite(helper, "return { monk = 4 }")
      local again, problem = carcassonne.load(text, { variants = { path } })
      assert.is_nil(again)
      reports("variant 'rule' has changed since the game was saved", problem)
    end)
  end)

  it("is read again by reload; if it is wrong then, a game continues unchanged", function()
    with_rule(function(path, helper)
      local state = carcassonne.game { variants = { path } }:new_initial_state(4)
      for i = 1, 40 do state:apply_index((i * 7919) % state:num_actions() + 1) end
      local text = state:serialize()
      files.rewrite(helper, "return { monk = }")
      local again, problem = carcassonne.reload(state)
      assert.is_nil(again)
      assert.matches("variant '.*rule.lua': [^\n]*points.lua:1: ", problem)
      assert.are.equal(text, state:serialize())
      files.rewrite(helper, "return { monk = 30 }")
      again = assert(carcassonne.reload(state))
      assert.are_not.equal(state:game():variants()[1].digest, again:game():variants()[1].digest)
      assert.are.equal(state:decisions(), again:decisions())
    end)
  end)

  it("does not change the digest of a script of one file", function()
    local core = require "carcassonne.core"
    local digest = require "carcassonne.variant.digest"
    local text = "return { name = 'x' }"
    assert.are.equal(core.digest(text .. digest.describe {}), files.variant(text).digest)
  end)

  it("is watched with the script, even before it exists", function()
    with_rule(function(path, helper)
      assert.are.same({ path, helper }, scripts.paths(path))
      os.remove(helper)
      assert.are.same({ path, helper }, scripts.paths(path))
      assert.are.same({}, scripts.paths "tower")
    end)
  end)

  it(
    "is read by the command as well, isolated or not, and its lines that older Luas do not read are reported",
      function()
    with_rule(function(path, helper)
      files.rewrite(helper,
        "return { monk = 3,\n  says = '' --[[ // ]], half = function(n) return n // 2 end }")
      if not compat.basic.load "return 4 // 2" then files.rewrite(helper, "return { monk = 3 }") end
      local status, output, errors = cli.run { "check", "--games", "1", "--effect", "0", "--search", "0",
        "--isolate", "20",
        path }
      assert.are.same({ 0, "" }, { status, errors })
      if compat.basic.load "return 4 // 2" then reports("points.lua line 2: `//` needs Lua 5.3", output) end
    end)
  end)
end)

describe("A host with files of its own", function()
  local texts = { ["rules/rule.lua"] = RULE, ["rules/points.lua"] = "return { monk = 5 }" }
  local function read(path) return texts[path], "not in the archive" end

  it("has scripts and their required files read by its function, again when they are reloaded", function()
    local variant = carcassonne.variant("rules/rule.lua", nil, { read = read })
    assert.are.equal(5, add_of(variant))
    local state = carcassonne.game { variants = { variant } }:new_initial_state(1)
    texts["rules/points.lua"] = "return { monk = 6 }"
    local again = assert(carcassonne.reload(state))
    assert.are_not.equal(variant.digest, again:game():variants()[1].digest)
    assert.are.equal(again:game():variants()[1].digest,
      carcassonne.variant("rules/rule.lua", nil, { read = read }).digest)
  end)

  it("is called only with names of this folder, and its error is reported", function()
    local function refused(text)
      texts["rules/bad.lua"] = text
      local fine, message = pcall(carcassonne.variant, "rules/bad.lua", nil, { read = read })
      assert.is_false(fine)
      return message
    end
    reports("variant 'rules/bad.lua': rules/bad.lua:1: require 'nothing': not in the archive",
      refused "require 'nothing'")
    reports("require '../x': the name of a file must have", refused "require '../x'")
    local _, message = pcall(carcassonne.variant, "gone.lua", nil, { read = read })
    reports("variant 'gone.lua': this is not a shipped variant", message)
  end)

  it("may fail, and its error is reported", function()
    local fine, message = pcall(carcassonne.variant, "x.lua", nil,
      { read = function() error "the archive is closed" end })
    assert.is_false(fine)
    assert.matches("variant 'x.lua': [^\n]*the archive is closed", message)
    assert.has_error(function() carcassonne.variant("x.lua", nil, { read = 1 }) end,
      "limits of a script: read: expected function, got number 1")
  end)
end)
