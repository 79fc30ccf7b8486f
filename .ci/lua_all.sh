#!/bin/sh
# lua_all.sh LUA...: builds the module for each of these and plays the same games in it; they end as they do in Lua 5.4.
set -u
want=$(mktemp)
got=$(mktemp)
trap 'rm -f "$want" "$got"' EXIT
sh csrc/make/env.sh build lua5.4 .ci/same_games.lua >"$want" || exit 1
status=0
for lua in "$@"; do
  "${MAKE:-make}" LUA="$lua" module >/dev/null || { status=1; continue; }
  if sh csrc/make/env.sh "build/$lua" "$lua" .ci/same_games.lua >"$got" && cmp -s "$want" "$got"; then
    echo "$lua: $(wc -l <"$got") lines are as in Lua 5.4"
  else
    echo "$lua: games end otherwise than in Lua 5.4:"
    diff "$want" "$got" | head -20
    status=1
  fi
done
exit $status
