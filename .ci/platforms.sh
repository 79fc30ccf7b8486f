#!/bin/sh
# platforms.sh platforms|platforms-short {NAME COMPILER RUN}...: builds for each platform and runs
# the golden games with RUN. The games must be equal on every platform. `platforms` also runs the
# tests with Lua (the games with all expansions) and the C tests; `platforms-short` does not. Prints
# what was skipped, and the reason. Windows programs run under wine, if available.
set -u
extent=$1
shift
MAKE=${MAKE:-make}
unset MFLAGS MAKELEVEL
export MAKEFLAGS="-j$(nproc 2>/dev/null || echo 2)"
export WINEPREFIX="$PWD/build/wine" WINEDEBUG=-all WINEDLLOVERRIDES=mscoree,mshtml= CARC_TEST_SCALE="${CARC_TEST_SCALE:-small}"
out=build/platforms
rm -rf $out
mkdir -p $out
failures=
left_out=

fail () {
  echo "$name: FAILED: $*"
  failures="$failures $name"
}

leave_out () {
  echo "$name: left out $*"
  left_out="$left_out
  $name: $*"
}

build () { # build TARGET...: prints nothing unless it fails
  "$MAKE" MODE="$name" "$@" >"$out/$name.log" 2>&1 && return
  tail -20 "$out/$name.log"
  fail "$* could not be built"
  return 1
}

# Compares the output of a program with a file, ignoring Windows line ends.
compare () { # compare WHAT FILE COMMAND...
  what=$1 want=$2
  shift 2
  if "$@" >"$out/$name.got" 2>"$out/$name.errors" </dev/null && tr -d '\r' <"$out/$name.got" | diff "$want" - >"$out/$name.diff"; then
    echo "$name: $what: $(wc -l <"$want") lines are equal"
  else
    head -10 "$out/$name.errors" "$out/$name.diff"
    fail "$what"
  fi
}

golden_games () {
  build "build/$name/tests/golden_games$exe" || return
  # shellcheck disable=SC2086
  compare "golden games" tests/platforms/golden_games.txt $run "build/$name/tests/golden_games$exe" tests/platforms/expansions.txt
}

# Plays the games with Lua 5.4 on this machine.
games_of_lua () {
  if [ ! -s $out/lua_games.txt ]; then
    "$MAKE" MODE=release all >/dev/null && sh csrc/make/env.sh build lua5.4 .ci/same_games.lua >$out/lua_games.txt || return
  fi
  build "build/$name/tests/run_lua$exe" || return
  # shellcheck disable=SC2086
  compare "games in Lua" $out/lua_games.txt $run "build/$name/tests/run_lua$exe" .ci/same_games.lua
}

# Runs the C tests, except the test of a host that loads the module, since the programs are static.
c_tests () {
  passed=0
  for source in tests/test_*.c; do
    test=$(basename "$source" .c)
    [ "$test" = test_host ] && continue
    build "build/$name/tests/$test$exe" || return
    # shellcheck disable=SC2086
    $run "build/$name/tests/$test$exe" >"$out/$name.$test" 2>&1 </dev/null || {
      grep -a 'FAILED\|ERROR\|Error' "$out/$name.$test" | head -5
      fail "$test"
      continue
    }
    passed=$((passed + $(tr -d '\r' <"$out/$name.$test" | sed -n 's/^\[  PASSED  \] \([0-9]*\) test.*/\1/p')))
  done
  echo "$name: $passed C tests passed"
}

platform () { # platform NAME COMPILER RUN
  name=$1 run=$3 exe=
  [ "$name" = windows ] && exe=.exe
  if ! command -v "$2" >/dev/null; then
    leave_out "all of it: $2 is missing (\`sh csrc/make/setup.sh $name\` installs it)"
    return
  fi
  if [ -n "$run" ] && ! runs; then
    build library "build/$name/tests/golden_games$exe" && leave_out "its programs, which are built: $run does not run them here"
    return
  fi
  golden_games
  [ "$extent" = platforms ] || return
  if ! sh csrc/make/sources.sh; then
    leave_out "what needs Lua and cmocka: their sources are not to be had"
    return
  fi
  games_of_lua
  c_tests
  [ "$name" != windows ] || sh .ci/windows.sh $out/lua_games.txt || fail "module and host"
}

# Returns whether programs of the platform can run at all; tries an empty one.
runs () {
  command -v "${run%% *}" >/dev/null || return
  echo 'int main (void) { return 0; }' >$out/nothing.c
  "$compiler" -static -o "$out/nothing$exe" $out/nothing.c && $run "$out/nothing$exe" >/dev/null 2>&1
}

begin=$(date +%s)
while [ $# -gt 0 ]; do
  compiler=$2
  platform "$1" "$2" "$3"
  shift 3
done
[ -z "$left_out" ] || echo "left out:$left_out"
echo "platforms: $(($(date +%s) - begin)) s"
[ -z "$failures" ] || {
  echo "failed:$failures"
  exit 1
}
