-- The header for foreign function interfaces, which csrc/make/ffi.sh writes.

local carcassonne = require "carcassonne"
local files = require "spec.support.files"
local shell = require "spec.support.shell"

local GAMES = 5
local succeed = shell.succeed

-- Returns the scores of random games of Traders & Builders, a line for each.
local function scores()
  local game, lines = carcassonne.game { players = 3 }, {}
  for seed = 1, GAMES do
    local state = carcassonne.random_playout(game:new_initial_state(seed), seed)
    lines[seed] = table.concat(state:returns(), " : ") .. "\n"
  end
  return table.concat(lines)
end

describe("The header for foreign function interfaces", function()
  local header
  setup(function() header = succeed "sh csrc/make/ffi.sh" end)

  it("declares every function of the C headers, or names it as omitted", function()
    for name in succeed 'sh csrc/make/exports.sh "" csrc/embed/carcassonne_full.h':gmatch "[%w_]+" do
      assert.matches("[%* ]" .. name .. "[ \n]", header)
    end
  end)

  it("neither passes nor returns structs by value", function()
    local structs = {}
    for name in header:gmatch "\ntypedef struct ([%w_]+) {" do structs[#structs + 1] = name end
    assert.is_true(#structs > 20)
    for line in header:gmatch "\n([^\n]+%));" do
      for _, name in ipairs(structs) do
        assert.is_nil((" " .. line):match("[ (]" .. name .. " [%w_]+ ?[,()]"), line)
      end
    end
  end)

  it("omits no function that has only the name of a struct in its own name", function()
    assert.matches("carc_token_is_seen ?%([^\n]+;", header)
  end)

  it("has no directives and no bodies of functions", function()
    assert.is_nil(header:match "\n%s*#")
    assert.is_nil(header:match "%)%s*{")
  end)

  it("gives constants as enumerators", function()
    assert.matches("\n  CARC_ABI_VERSION = %d+,\n", header)
    assert.matches("\n  CARC_SPECTATOR = %(%-4%),\n", header)
  end)

  it("is read by Python's cffi", function()
    files.with(header, function(path)
      assert.are.equal("512\n", succeed(([[python3 -c "import cffi; ffi = cffi.FFI()
ffi.cdef(open(\"%s\").read()); print(ffi.sizeof(\"carc_error\"))"]]):format(path)))
    end)
  end)

  it("is read by LuaJIT", function()
    if not shell.has "luajit" then return pending "luajit is not installed" end
    files.with(header, function(path)
      assert.are.equal("512\n", succeed(([[luajit -e "local ffi = require \"ffi\"
ffi.cdef(io.open(\"%s\"):read \"*a\"); print(ffi.sizeof \"carc_error\")"]]):format(path)))
    end)
  end)

  describe("lets a program play games of Traders & Builders with Lua's scores #full:", function()
    setup(function() succeed "make -s library full LUA=lua5.4" end)

    it("in Python", function()
      assert.are.equal(scores(), succeed('python3 spec/fixtures/full_host.py build/lib "" ' .. GAMES))
    end)

    it("in LuaJIT", function()
      if not shell.has "luajit" then return pending "luajit is not installed" end
      assert.are.equal(scores(), succeed("luajit spec/fixtures/ffi_host.lua build/lib " .. GAMES))
    end)

    it("but not in a program that exports another Lua in the place of Lua 5.4", function()
      if not shell.has "luajit" then return pending "luajit is not installed" end
      assert.are.equal("2\tthe program exports another Lua in the place of Lua 5.4\n",
        succeed "luajit spec/fixtures/ffi_refused.lua build/lib")
    end)
  end)
end)
