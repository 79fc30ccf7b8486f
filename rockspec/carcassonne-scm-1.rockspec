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
The module needs nothing but Lua. The command-line program also uses argparse, dkjson and luaterm.]],
  license = "MIT",
}
dependencies = {
  "lua >= 5.4",
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
    BINDIR = "$(BINDIR)",
    LUALIBDIR = "$(LIBDIR)",
    LUADIR = "$(LUADIR)",
  },
}
