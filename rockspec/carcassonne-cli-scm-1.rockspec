rockspec_format = "3.0"
package = "carcassonne-cli"
version = "scm-1"
source = {
  -- installed from here, after the rock carcassonne: luarocks make rockspec/carcassonne-cli-scm-1.rockspec
  url = ".",
}
description = {
  summary = "Plays, checks and measures variants of Carcassonne on the command line",
  detailed = [[
The command `carcassonne`: checks a house rule and measures what it changes, plays in the terminal,
replays saved games and verifies logged ones. Unofficial, and without artwork.]],
  license = "MIT",
}
dependencies = {
  "lua >= 5.1, < 5.6",
  "carcassonne == scm-1",
  "argparse >= 0.7",
  "dkjson >= 2.5",
  "lua-term >= 0.7",
}
build = {
  type = "make",
  build_pass = false,
  install_target = "install-rock-cli",
  install_variables = {
    LUA = "$(LUA)",
    PREFIX = "$(PREFIX)",
    BINDIR = "$(BINDIR)",
    LUADIR = "$(LUADIR)",
  },
}
