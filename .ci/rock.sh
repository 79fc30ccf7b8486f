#!/bin/sh
# rock.sh [LUA...]: for each available Lua (by default five), builds both rocks with luarocks into a
# separate tree and tests them; then packs them and tests the installed packages. Uses no network
# and writes only to build/.
set -eu
[ $# -gt 0 ] || set -- lua5.4 lua5.1 lua5.2 lua5.3 luajit
if ! command -v luarocks >/dev/null; then
  echo "rock: skipped, luarocks is missing (on Debian: apt-get install luarocks)"
  exit 0
fi
for lua in "$@"; do ${MAKE:-make} LUA="$lua" needs; done
unset LUA LUA_PATH LUA_CPATH LUA_INIT MAKEFLAGS MFLAGS MAKELEVEL
for version in 5_1 5_2 5_3 5_4; do unset "LUA_PATH_$version" "LUA_CPATH_$version" "LUA_INIT_$version"; done
MAKEFLAGS="-j$(nproc 2>/dev/null || echo 2)"
root=$PWD
work=$root/build/rocks
rm -rf "$work"
mkdir -p "$work/home"
HOME=$work/home # independent of the user's settings
export MAKEFLAGS HOME

# Runs without a network if the system allows that.
offline=
if unshare -rn true 2>/dev/null; then offline="unshare -rn"; fi

fail () {
  echo "rock: $*" >&2
  exit 1
}

# The Lua for luarocks. Writes the configuration of luarocks. Modules from system packages count as
# installed; the commands of this script use them.
configure () {
  lua=$1
  dir=$work/$lua
  mkdir -p "$dir"
  export LUAROCKS_CONFIG="$dir/config.lua"
  {
    printf 'lua_interpreter = "%s"\n' "$lua"
    echo 'rocks_provided = { argparse = "0.7.1-1", dkjson = "2.5-1", ["lua-term"] = "0.7-1" }'
    printf 'variables = { LUA = "%s"' "$(command -v "$lua")"
    [ "$lua" != luajit ] || printf ', LUA_INCDIR = "%s"' "$(pkg-config --variable=includedir luajit)"
    echo ' }'
  } >"$LUAROCKS_CONFIG"
  version=$("$lua" -e 'print(_VERSION:match "[%d.]+")')
}

rocks () { # rocks TREE WHAT...: runs luarocks, silent unless it fails
  in_tree=$1
  shift
  $offline luarocks --lua-version "$version" --tree "$in_tree" "$@" >"$dir/log" 2>&1 </dev/null || {
    cat "$dir/log" >&2
    fail "$lua: luarocks $1 failed"
  }
}

# Checks the modules in a tree: one exported function each, and a whole game in any folder.
try_module () {
  for module in core sys; do
    found=$(nm -D --defined-only "$(find "$1/lib" -name $module.so)" | awk '{ print $NF }' | LC_ALL=C sort | tr '\n' ' ')
    [ "$found" = "luaopen_carcassonne_$module " ] || fail "$module.so exports more than luaopen_carcassonne_$module: $found"
  done
  (cd / && LUA_PATH="$1/share/lua/$version/?.lua;$1/share/lua/$version/?/init.lua" LUA_CPATH="$1/lib/lua/$version/?.so" "$lua" -e '
    local state = require("carcassonne").game { variants = { "tower", "chained-builders" } }:new_initial_state(1)
    state:random_playout(1)
    assert(state:is_terminal() and #state:events() > 100)') || fail "$lua: no game can be played with it"
}

# Checks luarocks' wrapper of the command, which selects the Lua and finds the modules.
try_command () {
  said=$(cd / && "$1/bin/carcassonne" --version) || fail "$lua: the command does not run"
  case $lua in luajit) want=LuaJIT ;; *) want="Lua $version" ;; esac
  case $said in *"$want"*) ;; *) fail "$lua: the command says $said" ;; esac
  (cd / && "$1/bin/carcassonne" run -n 2 --variant tower >/dev/null) || fail "$lua: the command plays no game"
}

# Checks that a pack installed by luarocks is listed and can be played by name.
try_pack () {
  pack=examples/packs/wayside
  rocks "$tree" lint $pack/*.rockspec
  (cd $pack && rocks "$tree" make ./*.rockspec)
  listed=$(cd / && "$tree/bin/carcassonne" packs) || fail "$lua: the pack has a problem: $listed"
  case $listed in *wayside/tolls*) ;; *) fail "$lua: the pack is not listed: $listed" ;; esac
  (cd / && "$tree/bin/carcassonne" run -n 2 --variant wayside/tolls --variant wayside/milestones:every=2 >/dev/null) ||
    fail "$lua: the pack plays no game"
  rocks "$tree" remove carcassonne-wayside
}

try_all () {
  configure "$1"
  tree=$dir/tree
  for spec in rockspec/*; do rocks "$tree" lint "$spec"; done
  rocks "$tree" make rockspec/carcassonne-scm-1.rockspec
  try_module "$tree"
  [ ! -e "$tree/share/lua/$version/carcassonne/cli" ] || fail "the rock carcassonne brings the command, too"
  rocks "$tree" make rockspec/carcassonne-cli-scm-1.rockspec
  try_command "$tree"
  try_pack
  for rock in carcassonne carcassonne-cli; do
    (cd "$dir" && rocks "$tree" pack "$rock")
    rocks "$dir/other" install "$(find "$dir" -maxdepth 1 -name "$rock-scm-*.rock")"
  done
  try_module "$dir/other"
  try_command "$dir/other"
  rocks "$tree" remove carcassonne-cli
  rocks "$tree" remove carcassonne
  left=$(find "$tree" -path '*carcassonne*' -type f)
  [ -z "$left" ] || fail "luarocks remove leaves $left"
  echo "rock: $lua: built, packed, installed and removed: $(cd "$dir" && echo ./*.rock | sed 's/\.\///g')"
}

files () { find . -path ./build -prune -o -path ./.git -prune -o -type f -exec cksum {} + | LC_ALL=C sort -k 3; }

before=$(files)
for lua in "$@"; do
  if command -v "$lua" >/dev/null; then try_all "$lua"; else echo "rock: left out $lua, which is missing"; fi
done
[ "$before" = "$(files)" ] || fail "it changes files outside of build/"
