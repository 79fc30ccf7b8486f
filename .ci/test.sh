#!/bin/sh
# test.sh DIR: runs the C tests in DIR and the Lua tests in spec/; the last line sums them up.
# CARC_PRELOAD names a library that the Lua run loads first, as a sanitizer wants it.
set -u
programs=$1
LUA=${LUA:-lua5.4}
# The command busted may begin with another Lua.
BUSTED=${BUSTED:-$LUA $(command -v busted)}
passed=0
failed=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT

number () { # the sum of what the expression $1 finds in the log
  sed -n "s/$1/\\1/p" "$log" | awk '{ n += $1 } END { print n + 0 }'
}

# Shows a command's output as it runs and keeps it in the log; gives the command's status.
logged () {
  rm -f "$log.status"
  { "$@" 2>&1; echo $? >"$log.status"; } | tee "$log"
  status=$(cat "$log.status")
  rm -f "$log.status"
  return "$status"
}

# count STATUS PASSED FAILED: a run that ended badly counts as a failure even if it names none.
count () {
  passed=$((passed + $2))
  failed=$((failed + $3))
  if [ "$1" != 0 ] && [ "$3" = 0 ]; then failed=$((failed + 1)); fi
}

for test in tests/test_*.c; do
  [ -e "$test" ] || continue
  name=$(basename "$test" .c)
  echo "== $name"
  logged "$programs/$name"
  count $? "$(number '^\[  PASSED  \] \([0-9]*\) test.*')" "$(number '^\[  FAILED  \] \([0-9]*\) test.*')"
done

if [ -n "$(find spec -name '*_spec.lua' 2>/dev/null | head -1)" ]; then
  echo "== busted"
  if [ -n "${CARC_PRELOAD:-}" ]; then
    # Lua itself leaves memory behind when a script calls os.exit.
    export ASAN_OPTIONS="detect_leaks=0${ASAN_OPTIONS:+:$ASAN_OPTIONS}"
    # shellcheck disable=SC2086
    logged env LD_PRELOAD="$CARC_PRELOAD" $BUSTED spec
  else
    # shellcheck disable=SC2086
    logged $BUSTED spec
  fi
  count $? "$(number '^\([0-9]*\) success.*')" \
    "$(($(number '.* \/ \([0-9]*\) failure.*') + $(number '.* \/ \([0-9]*\) error.*')))"
fi

if [ $((passed + failed)) = 0 ]; then
  echo "no test ran" >&2
  failed=1
fi
echo
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
