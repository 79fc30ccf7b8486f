#!/bin/sh
# love.sh [play|dist [DIR]]: builds the module for LuaJIT, which LÖVE uses. With "dist" it makes a
# folder, build/love by default, with carcassonne.love and the module beside it. Otherwise it plays
# the game in examples/love. .ci/love.sh tests both.
set -eu
OUT=build/luajit

dist () {
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  rm -rf "$1"
  mkdir -p "$1/carcassonne" "$work/love"
  cp -R examples/love/. "$work/love"
  cp -R lua/carcassonne "$work/love/carcassonne"
  rm -rf "$work/love/carcassonne/meta" "$work/love/carcassonne/cli" "$work/love/carcassonne/play"
  cp LICENSE "$work/love"
  cp LICENSE examples/love/README.md "$1"
  # reproducible: equal files make equal archives
  find "$work/love" -exec touch -t 202001010000 {} +
  (cd "$work/love" && find . -type f | LC_ALL=C sort | zip -q -X "$work/carcassonne.love" -@)
  mv "$work/carcassonne.love" "$1"
  cp "$OUT/lua/carcassonne/core.so" "$OUT/lua/carcassonne/sys.so" "$1/carcassonne"
  echo "love: love $1/carcassonne.love"
}

case ${1:-play} in
  play | dist) ;;
  *)
    echo "love: expected play or dist [DIR], got '$1'" >&2
    exit 2
    ;;
esac
sh csrc/make/setup.sh love
${MAKE:-make} MODE=release LUA=luajit module
case ${1:-play} in
  play) sh csrc/make/env.sh $OUT love examples/love ;;
  dist) dist "${2:-build/love}" ;;
esac
