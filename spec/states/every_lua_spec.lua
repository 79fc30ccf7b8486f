-- Checks that digests, saved games and messages are the same in every Lua, and that what one Lua
-- has written can be used in another.

local files = require "spec.support.files"
local lua_here = require "spec.support.lua"

-- The Luas that CARC_LUAS names, as `make test-full` does once the module is built for each;
-- otherwise the one that runs this file.
local LUAS = {}
for name in (os.getenv "CARC_LUAS" or lua_here.name):gmatch "%S+" do
  LUAS[#LUAS + 1] = { name = name, folder = name == "lua5.4" and "build" or "build/" .. name }
end

-- Returns the output of a program in a given Lua.
local function output_in(lua, program, folder)
  return files.with(program, function(path)
    local pipe =
      assert(io.popen(("sh csrc/make/env.sh %s %s %s 2>&1"):format(folder or lua.folder, lua.name, path)))
    local text = pipe:read "*a"
    pipe:close()
    return text
  end)
end

-- Runs a test with each of these Luas.
local function in_each(sentence, test)
  for _, lua in ipairs(LUAS) do
    it(("%s %s"):format(sentence, lua.name), function() test(lua) end)
  end
end

local FILE =
  [[return { name = "mine", options = { by = 3 },
    points = function(_, _, points, options) return points + options.by end }]]

-- Returns the text of a host with a variant of its own, and one in a file; `state` is in the middle
-- of their game.
local function host(path, rest)
  return ([[
    local carcassonne = require "carcassonne"
    local own = { name = "own", options = { size = 3.0, share = 0.1, word = "a b" }, variables = { "x" },
      points = function(state, scoring, points, options)
        return points + options.size -- as a house rule has it
      end, final_scoring = { { name = "toll", after = "goods", run = function() end } } }
    local variants = { own, "%s" }
    local game = carcassonne.game { players = 3, variants = { own, carcassonne.variant("%s", { by = 4.0 }), "tower" } }
    local state = game:new_initial_state(9007199254740992)
    for i = 1, 60 do state:apply_index(i * 7 %% state:num_actions() + 1) end
    %s]]):format(path, path, rest)
end

-- Uses a path of its own for the file. All Luas can use the same one, since no digest contains it.
local function with_file(use) return files.with(FILE, use) end

describe("The digests of variants from tables, from files and shipped ones", function()
  local SHOW = "for _, one in ipairs(game:variants()) do print(one.name, one.digest) end "
    .. "print(game:fingerprint(), state:hash())"

  in_each("are those of every other Lua in", function(lua)
    with_file(function(path)
      local first = files.with(host(path, SHOW), function(program)
        local texts = {}
        for _, one in ipairs { LUAS[1], lua } do
          local pipe =
            assert(io.popen(("sh csrc/make/env.sh %s %s %s 2>&1"):format(one.folder, one.name, program)))
          texts[#texts + 1] = pipe:read "*a"
          pipe:close()
        end
        assert.are.equal(texts[1], texts[2])
        return texts[1]
      end)
      assert.matches("^own\t%x+\nmine\t%x+\ntower\t%x+\n%x+\t%x+\n$", first)
    end)
  end)
end)

describe("A game saved in one Lua", function()
  in_each("is loaded in each other one and goes on in the same way:", function(lua)
    with_file(function(path)
      files.with("", function(saved)
        local text = host(path, ([[
          local name = "%s"
          local saves = arg[1] == "save"
          if saves then
            local file = io.open(name, "wb")
            file:write(state:serialize())
            file:close()
          else
            local file = io.open(name, "rb")
            local again = assert(carcassonne.load(file:read "*a", { variants = variants }))
            file:close()
            assert(again == state or again:hash() == state:hash())
            state = again
          end
          state:random_playout(5)
          print(table.concat(state:returns(), " "), state:hash())]]):format(saved))
        files.with(text, function(program)
          local function run(one, word)
            local pipe = assert(
              io.popen(("sh csrc/make/env.sh %s %s %s %s 2>&1"):format(one.folder, one.name, program, word)))
            local got = pipe:read "*a"
            pipe:close()
            return got
          end
          local want = run(lua, "save")
          assert.matches("^%-?%d+ %-?%d+ %-?%d+\t%x+\n$", want)
          for _, other in ipairs(LUAS) do assert.are.equal(want, run(other, "load"), other.name) end
        end)
      end)
    end)
  end)

  in_each("is refused where the function of a script has become another, in", function(lua)
    local changes = [[
      local carcassonne = require "carcassonne"
      local function own(points) return { name = "own", points = points } end
      local first = function(_, _, points) return points + 1 end
      local second = function(_, _, points) return points + 2 end
      local text = carcassonne.game({ variants = { own(first) } }):new_initial_state(1):serialize()
      assert(carcassonne.load(text, { variants = { own(first) } }))
      print((select(2, carcassonne.load(text, { variants = { own(second) } }))))]]
    assert.are.equal("line 2: variant 'own' has changed since the game was saved\n", output_in(lua, changes))
  end)
end)

describe("An error is reported in the same words", function()
  local WRONG = [[
    local carcassonne = require "carcassonne"
    local function show_error(...) print(select(2, pcall(...))) end
    show_error(carcassonne.game, { players = 1.5 })
    show_error(carcassonne.game, { counts = { ["BA-A"] = 1.5 } })
    show_error(carcassonne.game, { budget = 0.5 })
    show_error(carcassonne.game, { reserves = { { name = "pile", size = 1.5 } } })
    local state = carcassonne.game():new_initial_state(1)
    for _, call in ipairs { function() state:tile(1.5) end, function() state:apply_index(1.5) end,
      function() state:reset(9007199254740994) end, function() state:reset(-9007199254740994) end,
      function() state:random_playout(0.5) end, function() state:reset("x") end } do
      local _, message = pcall(call)
      print((message:gsub("^[^ ]*: ", ""):gsub("'%?'", "it"):gsub("to '[%w_]+'", "to it")))
    end
    print(state:hash() == carcassonne.game():new_initial_state(1):hash())]]

  in_each("in", function(lua)
    local want = output_in(LUAS[1], WRONG)
    assert.matches("1%.5", want)
    assert.matches("2%^53", want)
    assert.matches("true\n$", want)
    assert.are.equal(want, output_in(lua, WRONG))
  end)
end)

describe("A script's error about nil", function()
  in_each("are Lua 5.4's, with what may have been meant, in", function(lua)
    local words = {}
    for _, body in ipairs { "ipars {}", "print(os.time())", "local t = {} t.field.x = 1",
      "local s = nil; s:call()",
      "xyzzy_plugh_qwv()" } do
      files.with("return { name = 'x', on_tile_placed = function() " .. body .. " end }", function(path)
        local text = output_in(lua, ([[
          local carcassonne = require "carcassonne"
          local state = carcassonne.game({ variants = { "%s" } }):new_initial_state(1)
          print((select(2, pcall(state.apply_index, state, 1))))]]):format(path))
        words[#words + 1] = text:match ":1: (.*)\n$" or text
      end)
    end
    assert.are.same({ "attempt to call a nil value (global 'ipars') (did you mean ipairs?)",
      "attempt to index a nil value (global 'os'); a script has no access to the clock or to processes",
      "attempt to index a nil value (field 'field')", "attempt to index a nil value (local 's')",
      "attempt to call a nil value (global 'xyzzy_plugh_qwv')" }, words)
  end)
end)

describe("A host's own hook of the debug library", function()
  in_each("is as it was after a script has run under a budget, in every coroutine, in", function(lua)
    assert.are.equal("nil\nnil\ntrue\ntrue\n", output_in(lua, [[
      local carcassonne = require "carcassonne"
      local host = coroutine.wrap(function()
        while true do coroutine.yield(debug.gethook()) end
      end)
      local function play(run)
        local state = carcassonne.game({ variants = { { name = "x", on_tile_placed = run } }, budget = 5000 }):new_initial_state(1)
        return pcall(state.apply_index, state, 1)
      end
      local function loop() while true do end end
      assert(play(function() end) and not play(loop) and not play(function() coroutine.wrap(loop)() end))
      print((debug.gethook()))
      print((host()))
      local function own() end
      debug.sethook(own, "", 1000)
      assert(play(function() end) and not play(loop))
      print(debug.gethook() == own)
      print(coroutine.wrap(function() return debug.gethook() == own or debug.gethook() == nil end)())]]))
  end)
end)

describe("A host that ends in the middle of a hook", function()
  in_each("ends with its own status, in", function(lua)
    local text = files.with([[
      local carcassonne = require "carcassonne"
      local v = { name = "x", on_tile_placed = function() os.exit(7, true) end }
      local state = carcassonne.game({ variants = { v } }):new_initial_state(1)
      state:apply_index(1)]], function(path)
      local pipe = assert(io.popen(("sh csrc/make/env.sh %s %s %s 2>&1; echo \"status $?\""):format(
        lua.folder, lua.name, path)))
      local output = pipe:read "*a"
      pipe:close()
      return output
    end)
    assert.are.equal("status 7\n", text)
  end)
end)

describe("A module that was built for another Lua", function()
  in_each("is refused with one sentence that says what to do by", function(lua)
    for _, other in ipairs(LUAS) do
      local interface = { luajit = "lua5.1" } -- it runs modules that are built for 5.1
      if (interface[other.name] or other.name) ~= (interface[lua.name] or lua.name) then
        local text = output_in(lua, "print(pcall(require, 'carcassonne'))", other.folder)
        local name = lua.name:gsub("%.", "%%.")
        assert.matches("^false\tthis program runs in " .. name .. ", but carcassonne%.core was built for "
          .. "another Lua; build it again with `make LUA=" .. name .. " module` %([^\n]*%)\n$", text)
      end
    end
  end)
end)

describe("A script that only a later Lua reads", function()
  local NEWER = "return { name = 'x',\n  points = function(_, _, points)\n    return points // 2\n  end }"

  in_each("is played, or refused with the line and the Lua that it needs, and the host goes on, in",
      function(lua)
    files.with(NEWER, function(path)
      local text = output_in(lua, ([[
        local carcassonne = require "carcassonne"
        print(pcall(carcassonne.game, { variants = { "%s" } }))
        print(carcassonne.game():new_initial_state(1):num_tiles())]]):format(path))
      if lua.name == "lua5.4" or lua.name == "lua5.3" then
        assert.matches("^true\tgame for 2 players[^\n]*\n1\n$", text)
      else
        assert.matches("^false\tvariant '[^']*': [^\n]*%(line 3: `//` needs Lua 5%.3 or later, but this "
          .. "program runs in Lua[J%d. I]*T?%)\n1\n$", text)
      end
    end)
  end)

  in_each("is explained by the first word that this Lua does not know, in", function(lua)
    files.with("return { name = 'x', points = function() local two <const> = 5 // 2 return two end }",
        function(path)
      local text = output_in(lua, ("print(pcall(require('carcassonne').variant, %q))"):format(path))
      local expected = ({ ["lua5.4"] = "^true\t",
        ["lua5.3"] = "%(line 1: `<const>` needs Lua 5%.4 or later, but this program runs in Lua "
          .. "5%.3%)\n$" })[lua.name]
      assert.matches(expected or "%(line 1: `//` needs Lua 5%.3 or later, but this program runs in "
        .. "[^%)]*%)\n$", text)
    end)
  end)

  it("is named by `carcassonne check`, with the line of each such word", function()
    local portable = require "carcassonne.sandbox.lua_compat"
    local script = [==[
local a = 1 -- // in a comment
local s = "a // b" .. 'x | y' .. [[ & ]] .. "\" >> "
if a ~= 1 then return end
local b = a // 2
local c <const> = 5
local d = ~a
goto fine
::fine::
--[[ <<
 >> ]] local f = a - 1 >> 2
]==]
    local reported = {}
    for _, one in ipairs(portable.newer_words(script)) do
      reported[#reported + 1] = ("%d %s %s"):format(one.line, one.word, one.needs)
    end
    assert.are.same({ "4 // Lua 5.3 or later", "5 <const> Lua 5.4 or later", "6 ~ Lua 5.3 or later",
      "7 goto fine Lua 5.2 or later, or LuaJIT", "8 ::fine:: Lua 5.2 or later, or LuaJIT",
        "10 >> Lua 5.3 or later" }, reported)
  end)
end)
