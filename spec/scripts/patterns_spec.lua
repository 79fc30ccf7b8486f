-- The functions of strings and tables that scripts have: in every Lua they work as in Lua 5.4, but
-- none of them runs forever.

local compat = require "carcassonne.base.compat"
local core = require "carcassonne.core"
local scaled = require "spec.support.scale"

local text, tables = core.bounded.string, core.bounded.table

-- Returns the results of a call, and their number; an error is returned as a text.
local function results_of(f, ...) return compat.table.pack(pcall(f, ...)) end

local function same(a, b)
  if a[1] ~= b[1] or a.n ~= b.n then return not a[1] and not b[1] end
  for i = 2, a[1] and a.n or 1 do
    if a[i] ~= b[i] then return false end
  end
  return true
end

-- Returns all results of an iterator, as one text.
local function gathered(gmatch)
  return function(subject, pattern)
    local parts = {}
    for a, b, c in gmatch(subject, pattern) do
      parts[#parts + 1] = ("%s,%s,%s"):format(tostring(a), tostring(b), tostring(c))
    end
    return table.concat(parts, ";")
  end
end

local ITEMS = { "a", "b", "%a", "%d", ".", "[ab]", "[^a]", "[a-c]", "%w", "%s", "[%a%d]", "[]]", "[^]]", "-",
  "$", "^", "%.", "%%", "[a-]",
  "[%a-z]", "%A", "%p", "%x", "%u", "%l", "%c", "(", ")", "()", "%b()", "%f[%a]", "%f[^a]", "%1", "%2", "x" }
local OFTEN = { "", "", "", "*", "+", "-", "?" }
local SIGNS = { "a", "b", "c", "x", "1", " ", ".", "(", ")", "]", "-", "%", "A", "\n", "^" }
local REPLACEMENTS = { "<%0>", "%1", "x%%y", function(...) return table.concat({ ... }, "|") end,
  { a = "A", b = false }, "%2" }

local random = math.random

local function random_text(from, most, often)
  local parts = {}
  for i = 1, random(0, most) do parts[i] = from[random(#from)] .. (often and often[random(#often)] or "") end
  return table.concat(parts)
end

local is_latest = _VERSION == "Lua 5.4"
local only_latest = is_latest and it or function() end -- older versions have other patterns

describe("Patterns of scripts", function()
  only_latest("find, capture and replace what Lua's own do, in random patterns and texts #full", function()
    math.randomseed(7)
    local tried = 0
    for _ = 1, scaled(100000, 10000) do
      local pattern = (random(5) == 1 and "^" or "") .. random_text(ITEMS, 6, OFTEN)
        .. (random(5) == 1 and "$" or "")
      local subject, from, replacement = random_text(SIGNS, 12), random(-4, 8),
        REPLACEMENTS[random(#REPLACEMENTS)]
      for _, call in ipairs { { "find", subject, pattern, from }, { "match", subject, pattern, from },
        { "find", subject, pattern, from, true }, { "gsub", subject, pattern, replacement } } do
        local name = call[1]
        local own = results_of(text[name], compat.table.unpack(call, 2))
        local unread = not own[1] and own[2]:match "malformed"
          or own[2] == "missing '[' after '%f' in pattern"
        if not unread then -- Lua does not read the rest of a pattern after a mismatch
          local luas = results_of(string[name], compat.table.unpack(call, 2))
          assert.is_true(same(luas, own), ("%s of %q in %q"):format(name, pattern, subject))
          tried = tried + 1
        end
      end
      local luas, own = results_of(gathered(string.gmatch), subject, pattern),
        results_of(gathered(text.gmatch), subject, pattern)
      assert.is_true(same(luas, own) or own[2]:match "malformed" ~= nil,
        ("gmatch of %q in %q"):format(pattern, subject))
    end
    assert.is_true(tried > 30000)
  end)

  it("mean the same in every Lua as in 5.4", function()
    assert.are.equal("x", (text.gsub("abc", "%w*", "x")))
    assert.are.equal("-a-b-", (text.gsub("ab", "", "-")))
    assert.are.same({ 2, 2, "b" }, { text.find("abc", "(%f[b]b)") })
    assert.are.same({ 2, 2 }, { text.find("a\0b", "\0") })
    assert.are.same({ "key", "value" }, { text.match("key = value", "^(%w+)%s*=%s*(%w+)$") })
    assert.are.same({ 1, 4 }, { text.match("abc", "()abc()") })
    assert.are.equal("a,,b;", (gathered(text.gmatch)("a, ,b", "([^,]*)"):gsub(",nil,nil", ""):gsub(";", ",",
      2):gsub(", ,", ",,") .. ";"))
    assert.are.equal("HELLO world", (text.gsub("hello world", "%a+", string.upper, 1)))
    assert.are.equal("b=1", (text.gsub("$x=1", "%$(%w+)", { x = "b" })))
    assert.are.equal("ä", text.match("äb", "^[\128-\255]+"))
  end)

  it("are refused with what is wrong in them", function()
    for pattern, message in pairs { ["%"] = "malformed pattern %(ends with '%%'%)",
      ["[a"] = "malformed pattern %(missing '%]'%)",
      ["%b("] = "missing arguments to '%%b'", ["%fa"] = "missing '%[' after '%%f' in pattern",
        ["(a"] = "unfinished capture",
      ["a+)"] = "invalid pattern capture", ["%1"] = "invalid capture index %%1 in pattern",
        [("(a)"):rep(33)] = "too many captures",
      [("a?"):rep(300)] = "pattern too complex", [("."):rep(10001)] = "pattern too long" } do
      local fine, problem = pcall(text.find, ("a"):rep(400), pattern)
      assert.is_false(fine, message)
      assert.matches(message, problem)
    end
    local _, problem = pcall(text.gsub, "a", "a", "%x")
    assert.matches("invalid use of '%%' in replacement string", problem)
    _, problem = pcall(text.gsub, "a", "a", function() return {} end)
    assert.matches("invalid replacement value %(a table%)", problem)
    _, problem = pcall(text.gsub, "a", "a")
    assert.matches("string/function/table expected", problem)
  end)
end)

describe("Functions of tables in scripts", function()
  it("give the same results as Lua's own", function()
    math.randomseed(11)
    for _ = 1, scaled(3000, 500) do
      local list = {}
      for i = 1, random(0, 9) do list[i] = random(5) end
      local at, value = random(-1, 11), random(9)
      local calls = { { "insert", at, value }, { "insert", value }, { "remove", at }, { "remove" },
        { "concat", "," }, { "unpack" },
        { "concat", "-", 1, #list }, { "unpack", 1, 3 } }
      for _, call in ipairs(calls) do
        local mine, theirs = { compat.table.unpack(list) }, { compat.table.unpack(list) }
        local got = results_of(tables[call[1]], mine, compat.table.unpack(call, 2))
        local want = results_of(compat.table[call[1]] or table[call[1]], theirs, compat.table.unpack(call, 2))
        if is_latest then assert.is_true(same(want, got), ("%s at %d of %d"):format(call[1], at, #list)) end
        if is_latest or want[1] and got[1] and call[1] ~= "remove" then assert.are.same(theirs, mine) end
      end
    end
  end)

  it("move as in 5.4, also where the places overlap", function()
    for first = 1, 4 do
      for to = 1, 6 do
        local mine, theirs = { 1, 2, 3, 4, 5 }, { 1, 2, 3, 4, 5 }
        assert.are.same(compat.table.move(theirs, first, 4, to), tables.move(mine, first, 4, to))
      end
    end
    assert.are.same({ 2, 3 }, tables.move({ 1, 2, 3 }, 2, 3, 1, {}))
  end)

  it("sort, and keep equal elements in their order", function()
    math.randomseed(3)
    for _ = 1, 200 do
      local list = {}
      for i = 1, random(0, 40) do list[i] = { key = random(6), i = i } end
      tables.sort(list, function(a, b) return a.key < b.key end)
      for i = 2, #list do
        local a, b = list[i - 1], list[i]
        assert.is_true(a.key < b.key or (a.key == b.key and a.i < b.i))
      end
    end
    local words = { "pear", "fig", "apple", "fig" }
    tables.sort(words)
    assert.are.same({ "apple", "fig", "fig", "pear" }, words)
    assert.has_error(function() tables.sort { 1, "a" } end)
    tables.sort({ 3, 1, 2 }, function() return true end) -- sorting ends even if the order is inconsistent
  end)
end)
