#!/bin/sh
# test.sh DIR: runs the C tests in DIR and the Lua tests in spec/, as many files at once as there
# are processors (CARC_TEST_JOBS sets the number). Prints a line for each file as it ends, then each
# failure in full. The last line has the totals. CARC_TEST_SCALE=small plays fewer random games, and
# least the fewest (tests/support.h, spec/support/scale.lua). CARC_TEST_TIER=quick omits the Lua
# tests with the tag #full: long games, and tests of packages.
set -u
programs=$1
jobs=${CARC_TEST_JOBS:-$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
begin=$(date +%s)

# Lists long tests first, so that none of them runs alone at the end.
files () {
  for name in tests/test_properties.c tests/test_expansion_memory.c tests/test_phases.c \
    spec/states/isolation_spec.lua spec/states/properties_spec.lua spec/expansions/pairs_spec.lua \
    spec/programs/cli_spec.lua spec/expansions/combinations_spec.lua spec/states/misuse_spec.lua \
    spec/programs/pages_spec.lua spec/states/reference_spec.lua spec/interop/verify_spec.lua \
    spec/interop/expansion_logs_spec.lua; do
    [ -e "$name" ] && echo "$name"
  done
  find tests -name 'test_*.c' | LC_ALL=C sort
  find spec -name '*_spec.lua' | LC_ALL=C sort
}

# If LUA is not lua5.4, omits the C tests without Lua, which have already run.
wanted () {
  [ "${LUA:-lua5.4}" = lua5.4 ] && cat && return
  while read -r name; do
    case $name in *.c) grep -q '"compat/lua_compat.h"' "$name" || continue ;; esac
    echo "$name"
  done
}

# Omits the specs that CARC_TEST_WITHOUT names.
left_in () {
  while read -r name; do
    case " ${CARC_TEST_WITHOUT:-} " in *" $(basename "$name" _spec.lua) "*) ;; *) echo "$name" ;; esac
  done
}

files | awk '!seen[$0]++' | wanted | left_in >"$work/files"
echo "$(grep -c . "$work/files") files of tests, $jobs at a time, ${CARC_TEST_TIER:-full} tier, ${CARC_TEST_SCALE:-full} scale"
xargs -n 1 -P "$jobs" sh .ci/test_file.sh "$work" "$programs" <"$work/files"

passed=0
failed=0
skipped=0
while read -r file; do
  name=$work/$(echo "$file" | tr / .)
  p=0 f=1 s=0 # a run without a result was killed
  [ -e "$name.result" ] && read -r p f s <"$name.result"
  passed=$((passed + p))
  failed=$((failed + f))
  skipped=$((skipped + s))
  [ "$s" = 0 ] || awk -v file="$file" '/^Pending ->/ { getline; print "skipped, " file ": " $0 }' "$name.log"
  [ "$f" = 0 ] && continue
  echo
  echo "==== $file"
  grep -v '^\[ RUN      \]\|^\[       OK \]' "$name.log"
done <"$work/files"

if [ $((passed + failed)) = 0 ]; then
  echo "no test ran" >&2
  failed=1
fi
echo
echo "total time: $(($(date +%s) - begin)) s"
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
