rockspec_format = "3.0"
package = "carcassonne"
version = "scm-1"
source = {
  -- built in place: luarocks make rockspec/carcassonne-scm-1.rockspec
  url = ".",
}
description = {
  summary = "A rules engine for Carcassonne with Traders & Builders",
  detailed = [[
An engine in C11 and a Lua module over it, for house rules written as Lua scripts, for games that
need the rules, and for research. Unofficial, and without artwork.
It needs nothing but Lua, 5.1 to 5.5 or LuaJIT; carcassonne.interop, which reads games from
elsewhere, carcassonne.svg.html, and the files of results of carcassonne.lab also need dkjson. The rock carcassonne-cli has the command-line program.
To be built for Lua 5.1, 5.2 and LuaJIT it needs the C files of compat-5.3, which the rock compat53
does not bring: on Debian the package lua-compat53-dev, elsewhere COMPAT_INC=-I.../c-api in the
environment.]],
  license = "MIT",
}
dependencies = {
  "lua >= 5.1, < 5.6",
}
build = {
  type = "make",
  variables = {
    MODE = "rock",
    CC = "$(CC)",
    LUA = "$(LUA)",
    LUA_INC = "-I$(LUA_INCDIR)",
  },
  build_target = "all",
  install_target = "install-rock",
  install_variables = {
    PREFIX = "$(PREFIX)",
    LUALIBDIR = "$(LIBDIR)",
    LUADIR = "$(LUADIR)",
  },
}
