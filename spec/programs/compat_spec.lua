-- One source for every Lua: its files parse in each, and the functions that an older Lua lacks work
-- as in 5.4.

local compat = require "carcassonne.base.compat"
local files = require "spec.support.files"

local LUAS = { "lua5.1", "lua5.2", "lua5.3", "lua5.4", "luajit" }

local function is_installed(name)
  return compat.os.execute("command -v " .. name .. " >/dev/null 2>&1") == true
end

-- Returns the output of a program in the Lua with this name.
local function output_of(name, program)
  return files.with(program, function(path)
    local pipe = assert(io.popen(("LUA_INIT= LUA_PATH='lua/?.lua' %s %s 2>&1"):format(name, path)))
    local text = pipe:read "*a"
    pipe:close()
    return text
  end)
end

local function lua_files()
  local pipe, list = assert(io.popen "find lua examples -name '*.lua' | LC_ALL=C sort"),
    { "lua/bin/carcassonne" }
  for path in pipe:lines() do list[#list + 1] = path end
  pipe:close()
  return list
end

-- Defines a test that is skipped if the Lua is not installed. Only `make test-full` installs other
-- Luas.
local function in_each(sentence, test)
  for _, name in ipairs(LUAS) do
    local title = ("%s %s%s"):format(sentence, name, name == "lua5.4" and "" or " #full")
    if is_installed(name) then
      it(title, function() test(name) end)
    else
      pending(title .. ", which is not installed")
    end
  end
end

-- A program that calls functions of Lua 5.4 with extreme arguments, and prints the results.
local CALLS = [==[
  local compat = FROM
  local function shown(value)
    if type(value) ~= "table" then return compat.basic.tostring(value) end
    local parts = {}
    for i = 1, value.n or 5 do parts[i] = compat.basic.tostring(value[i]) end
    return "{" .. table.concat(parts, ",") .. "}"
  end
  local function call(name, f, ...)
    local got = compat.table.pack(pcall(f, ...))
    local words = {}
    for i = 2, got.n do words[i - 1] = shown(got[i]) end
    io.write(name, "\t", tostring(got[1]), "\t", got[1] and table.concat(words, " ") or "", "\n")
  end
  for _, value in ipairs { 0, 3, -3, 0.5, 2^53 + 0.0 == 0 and 0 or 1e15, -2.25, 1e300, "3", "x", {}, true, 1/0, -1/0, 0/0 } do
    call("type", function() return compat.math.type(value) == "integer" or compat.math.type(value) == "float" end)
    call("tointeger", function() return compat.math.tointeger(value) end)
  end
  call("type", compat.math.type, 3)
  call("type", compat.math.type, 3.5)
  call("type", compat.math.type, "3")
  call("tointeger", compat.math.tointeger, nil)
  for _, pair in ipairs { { 1, 2 }, { 2, 1 }, { -1, 1 }, { 1, -1 }, { -2, -1 }, { -1, -2 }, { 3, 3 } } do
    call("ult", compat.math.ult, pair[1], pair[2])
  end
  call("pack", compat.table.pack)
  call("pack", compat.table.pack, nil, 2, nil)
  call("unpack", compat.table.unpack, { 1, 2, 3 })
  call("unpack", compat.table.unpack, { 1, 2, 3 }, 2)
  call("unpack", compat.table.unpack, { 1, 2, 3 }, 2, 5)
  for _, at in ipairs { { 1, 3, 1 }, { 1, 3, 2 }, { 2, 4, 1 }, { 1, 0, 3 }, { 2, 3, 4 } } do
    call("move", compat.table.move, { "a", "b", "c", "d" }, at[1], at[2], at[3])
    call("move", compat.table.move, { "a", "b", "c", "d" }, at[1], at[2], at[3], { "e" })
  end
  call("move", function()
    local written = {}
    local to = setmetatable({}, { __newindex = function(_, key, value) written[#written + 1] = key .. value end })
    compat.table.move({ "a", "b" }, 1, 2, 3, to)
    return written
  end)
  for n = -1, 3 do
    call("rep", compat.string.rep, "ab", n)
    call("rep", compat.string.rep, "ab", n, ",")
  end
  for _, pattern in ipairs { "%g+", "[%g]", "[^%g ]", "%G", "\0", "[\0b]+", "%%g", "a\0b", "(%a)()%z?", "]", "[]%g]" } do
    for _, text in ipairs { "a\0b", " ab c", "", "%g]" } do
      call("find", compat.string.find, text, pattern)
      call("match", compat.string.match, text, pattern)
      call("gsub", compat.string.gsub, text, pattern, "<%0>")
      call("gmatch", function() return compat.string.gmatch(text, pattern)() end)
    end
    call("find", compat.string.find, "x" .. pattern, pattern, 1, true)
  end
  for _, value in ipairs { 0.5, 3, 8.5, 1e300 } do
    for _, base in ipairs { 2.5, 3.5, 7.25 } do call("log", function() return ("%.10g"):format(compat.math.log(value, base)) end) end
    call("log", function() return ("%.10g"):format(compat.math.log(value)) end)
    call("atan", function() return ("%.10g"):format(compat.math.atan(value)) end)
    call("atan", function() return ("%.10g"):format(compat.math.atan(value, -2.5)) end)
  end
  call("format", compat.string.format, "%d", -4)
  for _, value in ipairs { 3, "3", 0.5, "x", 1000000000000000, true } do
    for _, pattern in ipairs { "%s", "%5s|%%s", "%d", "%03d", "%x", "%.1f", "%s %s" } do
      call("format", compat.string.format, pattern, value)
    end
  end
  call("format", compat.string.format, "%s %s", nil, setmetatable({}, { __tostring = function() return "own" end }))
  for _, value in ipairs { "", "abc", {}, { 1, 2 }, setmetatable({}, { __len = function() return 7 end }), 5, true } do
    call("rawlen", compat.basic.rawlen, value)
  end
  call("load", function() return compat.basic.load("return x, ...", "=t", "t", { x = 5 })(6) end)
  call("load", function() return compat.basic.load("return type(print)", "=t")() end)
  call("load", function() return compat.basic.load("x y", "=t", "t", {}) == nil end)
  call("load", function() return compat.basic.load(string.dump(function() end), "=t", "t", {}) == nil end)
  call("load", function() return compat.basic.load("return 1", "=t", "b") == nil end)
  call("load", function()
    local parts, at = { "return ", "7", "" }, 0
    return compat.basic.load(function() at = at + 1 return parts[at] end, "=t", "t", {})()
  end)
  call("pairs", function()
    local seen = {}
    local t = setmetatable({}, { __pairs = function() return next, { 4 }, nil end })
    for key, value in compat.basic.pairs(t) do seen[#seen + 1] = key * 10 + value end
    for _, value in compat.basic.pairs { 8 } do seen[#seen + 1] = value end
    return seen
  end)
  call("xpcall", compat.basic.xpcall, function(...) return select("#", ...), ... end, error, nil, 2, nil)
  call("xpcall", compat.basic.xpcall, function(a) error(a, 0) end, function(e) return e .. "!" end, "bad")
  call("searchpath", compat.package.searchpath, "carcassonne.base.compat", "nowhere/?.lua;lua/?.lua")
  call("searchpath", function() return compat.package.searchpath("no.such", "nowhere/?.lua") == nil end)
  call("execute", compat.os.execute, "exit 3")
  call("execute", compat.os.execute, "true")
  call("isyieldable", compat.coroutine.isyieldable)
  local texts = { "", "abc", "a\195\164\226\130\172\240\159\153\130z", "a\195", "\192\128", "\237\160\128", "\244\144\128\128",
    "\255", "\226\130" }
  for _, text in ipairs(texts) do
    call("len", compat.utf8.len, text)
    call("codepoint", compat.utf8.codepoint, text, 1, -1)
    call("codes", function()
      local list = {}
      for at, code in compat.utf8.codes(text) do list[#list + 1] = at .. ":" .. code end
      return table.concat(list, " ")
    end)
    for from = -4, 4 do
      call("len", compat.utf8.len, text, from)
      call("len", compat.utf8.len, text, 1, from)
      for n = -3, 3 do call("offset", compat.utf8.offset, text, n, from) end
    end
    for n = -3, 3 do call("offset", compat.utf8.offset, text, n) end
  end
  call("char", compat.utf8.char)
  call("char", compat.utf8.char, 65, 228, 8364, 128578, 127, 128, 2047, 2048, 65535, 65536, 1114111)
  call("char", compat.utf8.char, -1)
]==]

-- Lua 5.4's own functions, under the names that compat has for them.
local OWN = [[{ math = math, table = table, string = string, utf8 = utf8, package = package, os = os, coroutine = coroutine,
  basic = { load = load, rawlen = rawlen, pairs = pairs, xpcall = xpcall, tostring = tostring } }]]

-- A program that walks nested tables by `PAIRS` and by `NEXT`, and prints the number of its traces.
local WALKS = [==[
  local compat = require "carcassonne.base.compat"
  local util = require "jit.util"
  local pairs, next = PAIRS, NEXT
  local function by_pairs(t)
    for _, value in pairs(t) do if type(value) == "table" then by_pairs(value) end end
  end
  local function by_next(t)
    for _, value in next, t do if type(value) == "table" then by_next(value) end end
  end
  local nested = { { 1, 2, a = { 3, b = {} } }, { c = { { 4 } } }, 5 }
  for _ = 1, 300 do by_pairs(nested) by_next(nested) end
  jit.off()
  local traces = 0
  for i = 1, 1000 do
    local trace = util.traceinfo(i)
    if trace and trace.linktype ~= "return" then traces = traces + 1 end -- has a loop
  end
  print(jit.version_num == 20100 and traces or 0)
]==]

local function calls(from) return (CALLS:gsub("FROM", function() return from end)) end

describe("Every Lua file of the program", function()
  in_each("parses in", function(name)
    local program = {}
    for _, path in ipairs(lua_files()) do
      program[#program + 1] = ("io.write(select(2, loadfile(%q)) or '')"):format(path)
    end
    assert.are.equal("", output_of(name, table.concat(program, "\n")))
  end)
end)

-- Finds loops that assign to their own variables, which are constants in Lua 5.5: declares the
-- variables as constants, and compiles each loop separately. A text that only looks like a loop is
-- ignored.
local LOOPS = [[
  local function find_assignments(path)
    local file = assert(io.open(path))
    local text = file:read("a"):gsub("^#!", "--")
    file:close()
    for at in text:gmatch "()%f[%w_]for%f[%s]" do
      local names, to = text:match("^for%s+([%a_][%w_%s,]-)%s*%f[%w_=]i?n?=?%f[^%w_=].-%f[%w_]do()%f[^%w_]", at)
      local constants = names and " local " .. names:gsub("[%a_][%w_]*", "%0 <const>") .. " = " .. names .. " "
      local _, problem = load(names and text:sub(1, to - 1) .. constants .. text:sub(to) or "", "@" .. path)
      if problem and problem:find "const variable" then print(problem) end
    end
  end
]]

describe("A loop", function()
  it("assigns to none of its variables, which Lua 5.5 refuses", function()
    local program = { LOOPS }
    for _, path in ipairs(lua_files()) do program[#program + 1] = ("find_assignments(%q)"):format(path) end
    assert.are.equal("", output_of("lua5.4", table.concat(program, "\n")))
  end)

  it("of compat.basic.pairs or next is not compiled by a LuaJIT that compiles it wrongly #full", function()
    if not is_installed "luajit" then return pending "luajit is not installed" end
    local program = WALKS:gsub("PAIRS", "compat.basic.pairs"):gsub("NEXT", "compat.basic.next")
    assert.are.equal("0\n", output_of("luajit", program))
  end)
end)

-- Returns the results without those of utf8, which come last.
local function without_utf8(text) return text:match "^.-\nisyieldable[^\n]*\n" end

describe("The functions of 5.4", function()
  in_each("is given in the same way by", function(name)
    local own, given = output_of("lua5.4", calls(OWN)),
      output_of(name, calls [[require "carcassonne.base.compat"]])
    assert.is_true(#own > 1000)
    -- the utf8 of Lua 5.3 does not check the bounds of Unicode
    if name == "lua5.3" then own, given = without_utf8(own), without_utf8(given) end
    assert.are.equal(own, given)
  end)

  it("are the same if utf8.offset returns a second number, as in 5.5", function()
    local as_in_55 = [[local offset = utf8.offset
      function utf8.offset(...) local at = offset(...) return at, at end
    ]]
    assert.are.equal(output_of("lua5.4", calls(OWN)),
      output_of("lua5.4", as_in_55 .. calls [[require "carcassonne.base.compat"]]))
  end)

  in_each("is lent, and the host's world stays as it was, in", function(name)
    assert.are.equal("", output_of(name, [[
      local function names()
        local list = {}
        for key, value in pairs(_G) do
          list[#list + 1] = key .. tostring(value)
          if type(value) == "table" and key ~= "_G" and key ~= "package" then
            for inner, one in pairs(value) do list[#list + 1] = key .. "." .. tostring(inner) .. tostring(one) end
          end
        end
        table.sort(list)
        return table.concat(list, "\n")
      end
      local before = names()
      require "carcassonne.base.compat"
      if names() ~= before then print "it has changed" end]]))
  end)

  it("are Lua's own functions in 5.4", function()
    assert.are.equal("", output_of("lua5.4", [[
      local compat = require "carcassonne.base.compat"
      for library, functions in pairs { math = math, table = table, string = string, utf8 = utf8, package = package, basic = _G } do
        for name, value in pairs(compat[library]) do assert(functions[name] == value, library .. "." .. name) end
      end
      assert(coroutine.isyieldable == compat.coroutine.isyieldable)]]))
  end)
end)

describe("A number in hexadecimal digits", function()
  in_each("is the same as with 5.4's format %a in", function(name)
    local values =
      "for _, value in ipairs { 0.1, -2.5, 1e300, 1/3, 5e-300, 0.5, -1e-9, 123456.789 } do print(%s) end"
    assert.are.equal(output_of("lua5.4", values:format "('%a'):format(value)"),
      output_of(name,
        ("local compat = require 'carcassonne.base.compat' " .. values):format "compat.hexadecimal(value)"))
  end)
end)

describe("A seed that is unrelated to its neighbours'", function()
  -- The result of splitmix64 in numbers of 64 bits, which 5.4 has.
  local EXPECTED = [[
    local function expected(n)
      n = n + 0x9e3779b97f4a7c15
      n = (n ~ (n >> 30)) * 0xbf58476d1ce4e5b9
      n = (n ~ (n >> 27)) * 0x94d049bb133111eb
      return (n ~ (n >> 31)) & 0x7fffffff
    end
  ]]

  it("is the result of splitmix64 for any number", function()
    assert.are.equal("", output_of("lua5.4", EXPECTED .. [[
      local scramble = require "carcassonne.lab.splitmix"
      for _, n in ipairs { 0, 1, -1, 5000015, 1 << 53, math.mininteger, math.maxinteger, 0x9e3779b97f4a7c15 } do
        assert(expected(n) == scramble.seed(n) and math.type(scramble.seed(n)) == "integer", n)
      end]]))
  end)

  in_each("is the same in", function(name)
    local want = output_of("lua5.4", EXPECTED .. [[
      local list = {}
      for n = -3, 2000015, 500003 do list[#list + 1] = expected(n) end
      io.write(table.concat(list, " "))]])
    assert.are.equal(want, (output_of(name, [[
      local scramble, list = require "carcassonne.lab.splitmix", {}
      for n = -3, 2000015, 500003 do list[#list + 1] = scramble.seed(n) end
      io.write(table.concat(list, " "))]])))
  end)
end)
