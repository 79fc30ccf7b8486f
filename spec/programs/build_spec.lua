-- What the Makefile builds, and with which compilers; in a copy of the sources that has no build
-- yet, as a newly unpacked archive.

local compat = require "carcassonne.base.compat"
local files = require "spec.support.files"
local shell = require "spec.support.shell"

local WINDOWS_CC = "x86_64-w64-mingw32-gcc"
local here = os.getenv "PWD"
local copy = here .. "/build/built"

local function in_folder(folder, command) return ("cd '%s' && %s"):format(folder, command) end
local function succeed(folder, command) return shell.succeed(in_folder(folder, command)) end

describe("The library, built from its sources #full,", function()
  setup(function()
    succeed(here, ("rm -rf '%s' && mkdir -p '%s/path' && cp -R Makefile csrc lua examples '%s'"):format(copy,
      copy, copy))
    -- links all commands except the compilers, which have many names
    succeed(copy, [[for tool in /usr/bin/* /bin/*; do
      case ${tool##*/} in *gcc* | *g++* | c++* | clang* | c89* | c99* | cpp*) ;; *) ln -sf "$tool" path ;; esac
    done]])
  end)

  teardown(function() succeed(here, ("rm -rf '%s'"):format(copy)) end)

  -- Compiles a C host with the library in build/lib by `compiler`.
  local function host(compiler, output)
    succeed(copy, ("%s -std=c11 -Icsrc/include examples/host.c build/lib/libcarcassonne.a -lm -o %s"):format(
      compiler, output))
  end

  it("uses the compiler cc if it has no other name", function()
    assert.are.equal("", (shell.run(in_folder(copy, "PATH=$PWD/path command -v gcc"))))
    succeed(copy, "PATH=$PWD/path make -s CFLAGS=-O0 build/lib/libcarcassonne.a")
    host("cc", "host")
    assert.matches(", 0 are still in use\n$", succeed(copy, "./host 12"))
  end)

  it("starts a game by `make play`, which ends when the input does", function()
    local output = succeed(copy, "printf 'q\\nn\\n' | make -s play CFLAGS=-O0")
    assert.matches("player 2 %(bot%)", output)
  end)

  -- Lua 5.5 is not a package of Debian 12: these are headers of 5.4 with the differences of 5.5.
  it("accepts the headers of Lua 5.5, in which a new state has a seed", function()
    succeed(copy, [[mkdir lua55 && cp "$(printf '#include <lua.h>\n' | cc $(pkg-config --cflags lua5.4) -M -x c - | tr ' ' '\n' |
      grep '/lua.h$' | xargs dirname)"/*.h lua55 && cd lua55 &&
      sed -i 's/^\(.define LUA_VERSION_NUM\).*/\1 505/' lua.h &&
      sed -i 's/(lua_newstate) (lua_Alloc f, void \*ud)/(lua_newstate) (lua_Alloc f, void *ud, unsigned seed)/' lua.h &&
      sed -i 's/^LUALIB_API lua_State \*(luaL_newstate) (void);/&\nLUALIB_API unsigned (luaL_makeseed) (lua_State *L);/' \
        lauxlib.h]])
    succeed(copy, "make -s CFLAGS=-O0 LUA=lua5.5 LUA_INC=-I$PWD/lua55 "
      .. "build/obj/release-lua5.5/csrc/lua/sandbox/sandbox.o")
  end)

  if not compat.os.execute("command -v " .. WINDOWS_CC .. " >/dev/null") then
    return pending(WINDOWS_CC .. " is not installed")
  end
  it("is for Windows with a compiler for it, in a folder that had a build for this system", function()
    succeed(copy, "make -s CFLAGS=-O0 CC=" .. WINDOWS_CC .. " library")
    host(WINDOWS_CC, "host.exe")
    assert.are.equal("MZ", files.read(copy .. "/host.exe"):sub(1, 2))
  end)
end)

describe("A release build #full", function()
  setup(function() succeed(here, "make -s all build/tests/test_embedded") end)

  for what, path in pairs { ["the shared library"] = "lib/libcarcassonne.so",
    ["the module"] = "lua/carcassonne/core.so",
    ["the module of the program"] = "lua/carcassonne/sys.so",
        ["a host with the library in it"] = "tests/test_embedded" } do
    it("hardens " .. what
        .. ": a guarded stack, checked calls of libc, read-only tables of the dynamic linker", function()
      local text = succeed(here, "readelf -W --program-headers --dynamic --dyn-syms build/" .. path)
      assert.matches("__stack_chk_fail", text, 1, true)
      assert.matches("__%w+_chk", text)
      assert.matches("GNU_RELRO", text, 1, true)
      assert.is_truthy(text:match "BIND_NOW" or text:match "Flags:[^\n]* NOW", "not bound as it is loaded")
    end)
  end
end)
