-- Uses the installed files as programs of users do.

local carcassonne = require "carcassonne"
local cli = require "carcassonne.cli"
local files = require "spec.support.files"
local shell = require "spec.support.shell"

local LUA = os.getenv "LUA" or "lua5.4"
local OTHER = LUA == "luajit" and "lua5.4" or "luajit"
local PREFIX = os.getenv "PWD" .. "/build/installed"
local succeed = shell.succeed

local function make(target, lua, prefix)
  return succeed(("make -s %s LUA=%s PREFIX=%s"):format(target, lua, prefix or PREFIX))
end

-- Builds and runs a program as a user of the installation in `prefix` would.
local function as_user(command)
  return ("export PKG_CONFIG_PATH=%s/lib/pkgconfig LD_LIBRARY_PATH=%s/lib; %s"):format(PREFIX,
    PREFIX, command)
end

-- Returns the command at the beginning of an example.
local function command_of(path)
  return assert(files.read(path):match "\n[*/# ]+   (%l[^\n]* %d+)\n", path .. " says no command at its top")
end

-- Returns all files below a folder, sorted.
local function below(folder)
  local list = {}
  for line in shell.run("cd " .. folder .. " && find . ! -type d | LC_ALL=C sort"):gmatch "[^\n]+" do
    list[#list + 1] = line
  end
  return list
end

describe("What is installed #full", function()
  setup(function()
    succeed("rm -rf " .. PREFIX)
    make("install", LUA)
  end)

  describe("serves the example", function()
    for path, says in pairs {
      ["examples/host.c"] = "points for a monastery, 9 tiles x 1 1 script x 3\n.*player 3 has %d+ "
        .. "points\nat most %d+ bytes were in use, 0 are still in use\n$",
      ["examples/lua_host.c"] = "^%d+ : %d+ : %d+\n$",
      ["examples/host.cpp"] = "^playouts : random\n%d+ : %d+\n$",
      ["examples/host.py"] = "\nplayer 1: %d+ points.*\nthe last event: %u[^\n]*\n%d+ : %d+ : %d+\n"
        .. "a saved game of %d+ bytes\n$",
    } do
      it(path .. ", by the command at its top", function()
        local command = command_of(path):gsub("carcassonne%-lua5%.4", "carcassonne-" .. LUA)
        assert.matches(says, succeed(as_user(command)))
      end)
    end

    it("unchanged, without a compiler warning", function()
      for path, compiler in pairs { ["examples/host.c"] = "cc -std=c11",
        ["examples/lua_host.c"] = "cc -std=c11",
        ["examples/full_host.c"] = "cc -std=c11",
        ["examples/host.cpp"] = "c++ -std=c++11" } do
        local flags = "-Wall -Wextra -Wpedantic -Wshadow -Wconversion $(pkg-config --cflags carcassonne "
          .. "carcassonne-" .. LUA .. ")"
        assert.are.equal("", succeed(as_user(("%s -fsyntax-only %s %s"):format(compiler, path, flags))))
      end
    end)

    it("examples/host.c linked statically, so that it needs no library at run time", function()
      succeed(as_user("cc -static examples/host.c "
        .. "$(pkg-config --static --cflags --libs carcassonne) -o build/host-static"))
      assert.matches("0 are still in use\n$", succeed "build/host-static 12")
    end)
  end)

  describe("lets a host without Lua play 100 games of five expansions with Lua's scores:", function()
    local NAMES = { "inns-and-cathedrals", "princess-and-dragon", "tower", "abbey-and-mayor",
      carcassonne.variant("siege", { pig = 1 }) }
    local expected

    setup(function()
      local game, lines = carcassonne.game { players = 3, variants = NAMES }, {}
      for seed = 1, 100 do
        local state = carcassonne.random_playout(game:new_initial_state(seed), seed)
        lines[seed] = table.concat(state:returns(), " : ")
      end
      expected = table.concat(lines, "\n") .. "\n"
    end)

    it("in C", function()
      assert.are.equal(expected, succeed(as_user(command_of "examples/full_host.c")))
    end)

    it("in C++", function()
      local command = command_of("examples/full_host.c"):gsub("^cc ", "c++ -x c++ -Wall -Werror ")
      assert.are.equal(expected, succeed(as_user(command)))
    end)

    it("in Python", function()
      assert.are.equal(expected, succeed(('python3 spec/fixtures/full_host.py %s/lib %s 100'):format(PREFIX,
        "inns-and-cathedrals,princess-and-dragon,tower,abbey-and-mayor,siege:pig=1")))
    end)

    it("in Python, with the installed package", function()
      assert.are.equal(expected,
        succeed(("PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=%s/lib/python3/dist-packages "
          .. "python3 tests/python/scores.py 100"):format(PREFIX)))
    end)

    it("in C, linked statically", function()
      succeed(as_user("cc -static examples/full_host.c "
        .. "$(pkg-config --static --cflags --libs carcassonne-lua5.4) -o build/full_host-static"))
      assert.are.equal(expected, succeed "build/full_host-static 100")
    end)
  end)

  it("ends a game that lacks memory with an error and frees all memory, for any limit", function()
    succeed(as_user "cc examples/host.c $(pkg-config --cflags --libs carcassonne) -o build/host-limited")
    for _, limit in ipairs { 0, 100, 5000, 50000, 100000, 200000, 300000 } do
      local output, status = shell.run(as_user("build/host-limited 12 " .. limit))
      assert.are.equal(2, status)
      assert.matches("memory: not enough memory\n", output)
      assert.matches(" 0 are still in use\n", output)
    end
  end)

  it("gives pkg-config its version, and the linker its interface number", function()
    assert.are.equal(carcassonne.version .. "\n", succeed(as_user "pkg-config --modversion carcassonne"))
    assert.are.equal(carcassonne.version .. "\n",
      succeed(as_user("pkg-config --modversion carcassonne-" .. LUA)))
    local target = succeed("readlink " .. PREFIX .. "/lib/libcarcassonne.so")
    assert.are.equal(("libcarcassonne.so.%d\n"):format(carcassonne.abi_version), target)
  end)

  it("includes its documents, whose links all work, and gives pkg-config the folder of the Lua files",
      function()
    local folder = PREFIX .. "/share/doc/carcassonne/"
    local links = 0
    for _, path in ipairs(below(folder)) do
      local here = folder .. path:match "^%./(.-)[^/]*$"
      for link in (path:match "%.md$" and files.read(folder .. path)
          or ""):gmatch "%]%(([^)#:]+%.md)[^):]*%)" do
        succeed("test -f " .. here .. link)
        links = links + 1
      end
    end
    assert.is_true(links > 20)
    succeed("test -f " .. folder .. "csrc/engine/DEFINITION.md")
    assert.matches("/share/lua/5%.%d\n$",
      succeed(as_user("pkg-config --variable=luadir carcassonne-" .. LUA)))
  end)

  it("can be installed to a path with a blank, and moved away from it", function()
    local place = PREFIX .. "/with blank"
    succeed(("make -s install LUA=%s PREFIX='%s'"):format(LUA, place))
    assert.are.equal(("-I%s -L%s -lcarcassonne \n"):format((place .. "/include"):gsub(" ", "\\ "),
      (place .. "/lib"):gsub(" ", "\\ ")),
      succeed(("PKG_CONFIG_PATH='%s/lib/pkgconfig' pkg-config --cflags --libs carcassonne"):format(place)))
    assert.matches("tower", succeed(("'%s/bin/carcassonne' check tower -n 1 --effect 0"):format(place)))
    succeed(("make -s uninstall LUA=%s PREFIX='%s'"):format(LUA, place))
    assert.are.equal("", succeed(("find '%s' ! -type d"):format(place)))
    succeed(("rm -r '%s'"):format(place))
  end)

  it("has a command that runs from anywhere, with the Lua for which it was installed", function()
    local command = PREFIX .. "/bin/carcassonne"
    assert.matches("^carcassonne " .. carcassonne.version:gsub("%p", "%%%0"),
      succeed("cd / && " .. command .. " --version"))
    assert.matches("^#!%S* ?" .. LUA:gsub("%p", "%%%0") .. "\n", succeed("head -n 1 " .. command))
    assert.matches("tower", succeed("cd / && " .. command .. " check tower -n 1 --effect 0"))
    assert.matches("dice", succeed("cd / && " .. command .. " new --list")) -- this command reads the cookbook
  end)

  it("shows a shell how Lua and C programs find what is installed", function()
    files.with_folder({ ["two.c"] = '#include <carcassonne.h>\nint main (void) { return carc_abi_version() '
      .. '!= CARC_ABI_VERSION; }\n' },
      function(folder)
        succeed(('cd %s && eval "$(%s/bin/carcassonne env)" && cc two.c $(pkg-config --cflags --libs '
            .. 'carcassonne) -o two && ./two'):format(
          folder, PREFIX))
        local version = succeed(('cd %s && eval "$(%s/bin/carcassonne env)" && %s -e '
            .. '"print(require(\\"carcassonne\\").version)"'):format(
          folder, PREFIX, LUA))
        assert.equal(carcassonne.version .. "\n", version)
        assert.equal(PREFIX .. "/bin/carcassonne\n",
          succeed(('eval "$(%s/bin/carcassonne env)" && command -v carcassonne'):format(PREFIX)))
      end)
  end)

  it("goes below DESTDIR, but names the places without it", function()
    local stage = PREFIX .. "/stage"
    make("install DESTDIR=" .. stage .. " LIBDIR=/opt/c/lib64 LUADIR=/srv/lua MANDIR=/opt/man", LUA, "/opt/c")
    local package = files.read(stage .. "/opt/c/lib64/pkgconfig/carcassonne.pc")
    assert.matches("prefix=/opt/c\nlibdir=${prefix}/lib64\n", package, 1, true)
    assert.are.equal("../../opt/c/share/carcassonne/lua/carcassonne\n",
      succeed("readlink " .. stage .. "/srv/lua/carcassonne"))
    assert.matches("carcassonne.1",
      succeed("ls " .. stage .. "/srv/lua/carcassonne/init.lua " .. stage .. "/opt/man/man1"), 1, true)
    succeed("rm -r " .. stage)
  end)

  describe("for several Luas", function()
    if not shell.has(OTHER) then return pending(OTHER .. " is not installed") end

    it("has a command for each, shares the Lua files, and uninstalling one keeps what the others need",
        function()
      local alone = below(PREFIX)
      make("install-lua", OTHER)
      local said = { [LUA] = succeed(PREFIX .. "/bin/carcassonne-" .. LUA .. " --version") }
      said[OTHER] = succeed(PREFIX .. "/bin/carcassonne-" .. OTHER .. " --version")
      assert.are_not.equal(said[LUA], said[OTHER])
      assert.are.equal(said[LUA], succeed(PREFIX .. "/bin/carcassonne --version"))
      assert.are.equal("1\n", succeed("find " .. PREFIX .. " -name selectors.lua | wc -l"))
      make("uninstall", OTHER)
      assert.are.same(alone, below(PREFIX))
      assert.are.equal(said[LUA], succeed(PREFIX .. "/bin/carcassonne --version"))
    end)

    it("gives the command without a Lua's name to the first, and to another as that is taken away; then no "
        .. "file is left", function()
      local elsewhere = PREFIX .. "/away"
      local function command_is_of(lua)
        assert.are.equal("carcassonne-" .. lua .. "\n",
          succeed("readlink " .. elsewhere .. "/bin/carcassonne"))
      end
      make("install-lua", LUA, elsewhere)
      command_is_of(LUA)
      make("install-lua", OTHER, elsewhere)
      command_is_of(LUA)
      make("uninstall", LUA, elsewhere)
      command_is_of(OTHER)
      make("uninstall", OTHER, elsewhere)
      assert.are.same({}, below(elsewhere))
      assert.are.equal("", succeed("find " .. elsewhere .. " -name \"carcassonne*\""))
      succeed("rm -r " .. elsewhere)
    end)
  end)

  describe("explains itself:", function()
    local function page(name, section)
      return succeed(("MANWIDTH=100 man -l %s/share/man/man%d/%s.%d | col -b"):format(PREFIX, section,
        name, section))
    end

    if not shell.has "man" then return pending "man is not installed" end

    it("the manual of the command has each of its commands and their options", function()
      local text = page("carcassonne", 1)
      for _, command in ipairs(cli.parser()._commands) do
        assert.matches("\n   carcassonne " .. command._name .. "\n", text)
        for _, option in ipairs(command._options) do assert.matches(option._name, text, 1, true) end
      end
    end)

    it("the manual of the library has each function of the headers, and the types and constants that they "
        .. "speak of", function()
      local text = page("libcarcassonne", 3)
      for _, said in ipairs { "typedef struct carc_error {", "CARC_ERR_SCRIPT,  /* a hook failed */",
        "X(MONASTERY, \"monastery\")",
        "#define CARC_MAX_PLAYERS 6",
          "typedef struct carc_event {" } do assert.matches(said, text, 1, true) end
      for name in succeed "sh csrc/make/exports.sh":gmatch "[%w_]+" do
        assert.matches(name .. " (", text, 1, true)
      end
    end)

    it("troff finds nothing to warn of", function()
      for _, name in ipairs { "man1/carcassonne.1", "man3/libcarcassonne.3" } do
        assert.are.equal("",
          succeed(("man --warnings=w -l %s/share/man/%s 2>&1 >/dev/null"):format(PREFIX, name)))
      end
    end)
  end)

  describe("is completed by", function()
    local function completing(words)
      return ([[bash -c '. %s/share/bash-completion/completions/carcassonne
        COMP_WORDS=(%s); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _carcassonne
        echo "${COMPREPLY[*]}"']]):format(PREFIX, words)
    end
    local function bash(words) return succeed(completing(words)) end

    it("bash: commands, options, the names of shipped scripts", function()
      assert.are.equal("run replay\n", bash "carcassonne r")
      assert.are.equal("--players\n", bash "carcassonne run --pl")
      assert.are.equal("tower\n", bash "carcassonne run --variant tow")
      local packs = PREFIX .. "/share/carcassonne-packs"
      succeed(("mkdir -p %s/carcassonne/packs && cp -R examples/packs/wayside %s/carcassonne/packs"):format(
        packs, packs))
      assert.are.equal("wayside/milestones wayside/tolls\n",
          succeed(("env LUA_PATH='%s/?.lua;;' PATH='%s/bin':\"$PATH\" %s"):format(
        packs, PREFIX, completing "carcassonne run --variant way")))
      assert.are.equal("modern\n", bash "carcassonne check --edition m")
    end)

    if not shell.has "zsh" then return pending "zsh, which is not installed" end
    it("zsh, which uses the file for a command of this name", function()
      local path = PREFIX .. "/share/zsh/site-functions/_carcassonne"
      assert.are.equal("", succeed("zsh -n " .. path))
      assert.matches("^#compdef carcassonne\n", files.read(path))
      assert.matches("tower", files.read(path):match "_carcassonne_variants%(%) {(.-)}")
    end)
  end)
end)
