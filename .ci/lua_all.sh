#!/bin/sh
# lua_all.sh [LUA...]: builds the module for each of these Luas (by default for all), and checks
# that fixed games end as in Lua 5.4.
set -u
[ $# -gt 0 ] || set -- lua5.1 lua5.2 lua5.3 luajit
MAKE=${MAKE:-make}
$MAKE LUA=lua5.4 module || exit 1
for lua in "$@"; do LUA=$lua sh csrc/make/setup.sh lua || exit 1; done
want=$(mktemp)
got=$(mktemp)
trap 'rm -f "$want" "$got"' EXIT
sh csrc/make/env.sh build lua5.4 .ci/same_games.lua >"$want" || exit 1
status=0
for lua in "$@"; do
  $MAKE LUA="$lua" module >/dev/null || { status=1; continue; }
  if sh csrc/make/env.sh "build/$lua" "$lua" .ci/same_games.lua >"$got" && cmp -s "$want" "$got"; then
    echo "$lua: $(wc -l <"$got") lines are equal to those of Lua 5.4"
  else
    echo "$lua: games end differently than in Lua 5.4:"
    diff "$want" "$got" | head -20
    status=1
  fi
done
exit $status
