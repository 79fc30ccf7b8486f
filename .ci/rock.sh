#!/bin/sh
# rock.sh: builds the rock with luarocks into a tree of its own, and tries it out there, packed and unpacked.
set -eu
if ! command -v luarocks >/dev/null; then
  echo "rock: skipped, luarocks is missing (on Debian: apt-get install luarocks)"
  exit 0
fi
LUA=${LUA:-lua5.4}
unset LUA_PATH LUA_CPATH LUA_PATH_5_4 LUA_CPATH_5_4 MAKEFLAGS MFLAGS MAKELEVEL
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$PWD

fail () {
  echo "rock: $*" >&2
  exit 1
}

rocks () { # luarocks with a tree of its own, silent unless it fails
  tree=$1
  shift
  luarocks --lua-version 5.4 --tree "$tree" "$@" >"$work/log" 2>&1 </dev/null || {
    cat "$work/log" >&2
    fail "luarocks $1 failed"
  }
}

# The module in a tree: one entry, and a game that goes on to its end in whatever folder.
try () {
  core=$(find "$1/lib" -name core.so)
  found=$(nm -D --defined-only "$core" | awk '{ print $NF }' | sort | tr '\n' ' ')
  [ "$found" = "luaopen_carcassonne_core " ] || fail "core.so exports more than luaopen_carcassonne_core: $found"
  (cd / && LUA_PATH="$1/share/lua/5.4/?.lua;$1/share/lua/5.4/?/init.lua" LUA_CPATH="$1/lib/lua/5.4/?.so" "$LUA" -e '
    local state = require("carcassonne").game { variants = { "tower", "chained-builders" } }:new_initial_state(1)
    state:random_playout(1)
    assert(state:is_terminal() and #state:events() > 100)') || fail "no game can be played with it"
  # its own wrapper finds the modules; what else the command needs is where the system has it
  (cd / && "$1/bin/carcassonne" --version) || fail "the command does not run"
}

rocks "$work/tree" make rockspec/carcassonne-scm-1.rockspec
try "$work/tree"
(cd "$work" && rocks "$work/tree" pack carcassonne)
rocks "$work/other" install "$(find "$work" -maxdepth 1 -name '*.rock')"
try "$work/other"
rocks "$work/tree" remove carcassonne
left=$(find "$work/tree" -path '*carcassonne*' -type f)
[ -z "$left" ] || fail "luarocks remove leaves $left"
cd "$root"
[ -z "$(find . -name '*.o' -not -path './build/*')" ] || fail "it leaves objects outside of build/"
echo "rock: built, packed, installed and removed"
