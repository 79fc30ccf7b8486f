#!/bin/sh
# test_file.sh WORK DIR FILE: runs the tests of one file, a C test built in DIR or a spec, and
# prints one line about it. Writes to WORK the output (NAME.log) and the numbers of passed, failed
# and skipped tests (NAME.result). CARC_PRELOAD names a library that Lua loads first. Sanitizers
# require this.
set -u
work=$1
programs=$2
file=$3
name=$work/$(echo "$file" | tr / .)
# The command busted may use another Lua.
BUSTED=${BUSTED:-${LUA:-lua5.4} $(command -v busted)}

number () { # the sum of the numbers that the expression $1 finds in the log
  sed -n "s/$1/\\1/p" "$name.log" | awk '{ n += $1 } END { print n + 0 }'
}

omitted=
[ "${CARC_TEST_TIER:-full}" = full ] || omitted=--exclude-tags=full

begin=$(date +%s)
case $file in
  *.c)
    "$programs/$(basename "$file" .c)" >"$name.log" 2>&1
    status=$?
    passed=$(number '^\[  PASSED  \] \([0-9]*\) test.*')
    failed=$(number '^\[  FAILED  \] \([0-9]*\) test.*')
    skipped=$(number '^\[  SKIPPED \] \([0-9]*\) test.*')
    ;;
  *)
    if [ -n "${CARC_PRELOAD:-}" ]; then
      # Lua itself leaks memory when a script calls os.exit.
      export ASAN_OPTIONS="detect_leaks=0${ASAN_OPTIONS:+:$ASAN_OPTIONS}" LD_PRELOAD="$CARC_PRELOAD"
    fi
    # shellcheck disable=SC2086
    $BUSTED -o plainTerminal $omitted "$file" >"$name.log" 2>&1
    status=$?
    unset LD_PRELOAD
    skipped=$(number '^[0-9]* success.* \/ \([0-9]*\) pending.*')
    passed=$(number '^\([0-9]*\) success.*')
    failed=$(($(number '^[0-9]* success.* \/ \([0-9]*\) failure.*') + $(number '^[0-9]* success.* \/ \([0-9]*\) error.*')))
    ;;
esac

# Returns whether every test of the file may have been omitted.
may_be_empty () { [ -n "$omitted" ] && grep -q '#full"' "$file"; }

# A run that ended with an error or without tests counts as a failure.
verdict=ok
if [ "$failed" = 0 ] && { [ "$status" != 0 ] || { [ "$passed" = 0 ] && ! may_be_empty; }; }; then
  failed=1
  echo "it ended with status $status after $passed tests" >>"$name.log"
fi
echo "$passed $failed $skipped" >"$name.result"
[ "$failed" = 0 ] || verdict=FAILED
printf '%-6s %4d passed %4d failed %4d s  %s\n' "$verdict" "$passed" "$failed" "$(($(date +%s) - begin))" "$file"
