#!/bin/sh
# love.sh: plays the game in examples/love under Xvfb with mouse and key events; saves pictures in
# build/love-shots. It also tests the .love file of csrc/make/love.sh. If LÖVE or Xvfb is not
# available, it is skipped with a message.
set -eu
OUT=build/luajit
SHOTS=build/love-shots

fail () {
  echo "love: $*" >&2
  exit 1
}

# Missing tools are named and skipped without failure, because not every machine can have a window.
needs () {
  for tool in "$@"; do
    command -v "$tool" >/dev/null && continue
    echo "love: skipped, $tool is missing (on Debian: apt-get install love xvfb xauth xdotool libgl1-mesa-dri zip)"
    exit 0
  done
}

# Uses a separate save folder, no sound, and an invisible screen.
hidden () {
  mkdir -p "$work/home"
  HOME=$work/home XDG_DATA_HOME=$work/home XDG_RUNTIME_DIR=$work/home SDL_AUDIODRIVER=dummy ALSOFT_DRIVERS=null \
    LIBGL_ALWAYS_SOFTWARE=1 LOVE_SHOTS="$PWD/$SHOTS" LOVE_MODULE="$PWD/$OUT" \
    timeout "${LOVE_TIMEOUT:-1500}" xvfb-run -a -s "-screen 0 1280x800x24" "$@"
}

# Tries the .love file with the module, without it, and with a module for another Lua.
try_dist () {
  sh csrc/make/love.sh dist "$work/dist" >/dev/null
  says=$(hidden love "$work/dist/carcassonne.love" --version) || fail "the .love does not find its module: $says"
  echo "  $says"
  case $says in *" 0 expansions"*) fail "the .love has no expansions" ;; esac
  mv "$work/dist/carcassonne" "$work/elsewhere"
  says=$(hidden love "$work/dist/carcassonne.love" --version) && fail "the .love plays without the module"
  [ "$says" = "The compiled module is missing: carcassonne/core.so" ] || fail "without the module it says: $says"
  echo "  without the module: $says"
  mkdir "$work/dist/carcassonne"
  cp build/lua/carcassonne/core.so "$work/dist/carcassonne"
  says=$(hidden love "$work/dist/carcassonne.love" --version) && fail "the .love plays with the module of another Lua"
  echo "  with the module for Lua 5.4: $says"
}

play () { # play SCRIPT DIR: plays with the module of that folder, without saved games
  echo "tests/love/$1.lua"
  rm -rf "${work:?}/home"
  LOVE_SCRIPT="tests/love/$1.lua" hidden sh csrc/make/env.sh "$2" love tests/love
}

sh csrc/make/setup.sh love love-test || echo "love: missing packages cannot be installed here"
needs love Xvfb xvfb-run xdotool zip
${MAKE:-make} ready
${MAKE:-make} LUA=luajit module
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rm -rf "$SHOTS"
mkdir -p "$SHOTS"
try_dist
play no_module build/no-module-here
play whole_game "$OUT"
play market "$OUT"
play screens "$OUT"
LOVE_WIDTH=800 LOVE_HEIGHT=600 play screens "$OUT"
echo "love: pictures are in $SHOTS"
