#!/bin/sh
# run.sh SECONDS TARGET...: runs fuzz targets in turn, all together for this time. Prints a row for
# each target, and adds the number of its executions to the file EXECUTIONS. Fails if a target
# crashes, exceeds a limit of time or memory, or leaks memory; the input is then in
# build/fuzz/found.
#
# Inputs that reach new code are kept in build/fuzz/corpus, for later runs. A run starts with them,
# with those in tests/fuzz/corpus, and with the seeds (seeds.lua).
set -u
seconds=$1
shift
each=$((seconds / $#))
[ "$each" -ge 1 ] || each=1
record=${EXECUTIONS:-tests/fuzz/EXECUTIONS}
out=build/fuzz
status=0
mkdir -p $out/seeds $out/found $out/logs
export ASAN_OPTIONS="detect_leaks=1:quarantine_size_mb=64:malloc_context_size=8" UBSAN_OPTIONS=print_stacktrace=1

# The vocabulary of a target (words.lua).
vocabulary () {
  case $1 in
    variant | pack) echo api ;;
    log) echo $out/seeds/log ;;
    session) ;;
    *) echo grammar ;;
  esac
}

# Options of a target. In targets with a Lua state, memory is checked for leaks only at the end.
options () {
  source=$(vocabulary "$1")
  if [ -n "$source" ]; then
    sh csrc/make/env.sh build "${LUA:-lua5.4}" tests/fuzz/words.lua "$source" >"$out/$1.dict"
    echo "-dict=$out/$1.dict"
  fi
  case $1 in variant | pack | log) echo "-detect_leaks=0 -max_len=6000" ;; *) echo "-max_len=4000" ;; esac
}

# Runs a target; libFuzzer's output goes to a log.
run () {
  mkdir -p "$out/corpus/$1"
  kept=
  [ ! -d "tests/fuzz/corpus/$1" ] || kept=tests/fuzz/corpus/$1
  # shellcheck disable=SC2046,SC2086
  sh csrc/make/env.sh build "$out/targets/$1" -max_total_time="$each" -timeout=60 -rss_limit_mb=2048 -entropic=0 \
    -print_final_stats=1 -print_funcs=0 -artifact_prefix="$out/found/$1-" $(options "$1") \
    "$out/corpus/$1" $kept "$out/seeds/$1" >"$out/logs/$1" 2>&1
}

# The number after a word in the log: first or last.
number () { sed -n "s/.*$2 *\([0-9][0-9]*\).*/\1/p" "$out/logs/$1" | "$3" -n 1; }

# Adds the number of executions to the row of a target.
record () {
  [ -e "$record" ] || printf '%s\n' "# Executions of each fuzz target so far, and the day of the last run." >"$record"
  awk -v target="$1" -v n="$2" -v day="$(date +%F)" '
    $1 == target { $2 += n; $3 = day; seen = 1 } { print }
    END { if (!seen) print target, n, day }' "$record" >"$record.new" && mv "$record.new" "$record"
}

sh csrc/make/env.sh build "${LUA:-lua5.4}" tests/fuzz/seeds.lua $out/seeds || exit 1
printf '%-12s %12s %12s %14s   %s\n' target executions "per second" "new coverage" crashes
for target in "$@"; do
  crash=none
  run "$target" || crash=$(sed -n 's/.*Test unit written to //p' "$out/logs/$target" | tail -n 1)
  [ "$crash" = none ] || status=1
  n=$(number "$target" number_of_executed_units: tail)
  [ -n "${n:-}" ] || n=0
  was=$(sed -n 's/.*INITED cov: \([0-9]*\).*/\1/p' "$out/logs/$target")
  is=$(number "$target" cov: tail)
  printf '%-12s %12d %12d %14d   %s\n' "$target" "$n" "$(number "$target" average_exec_per_sec: tail)" \
    $((${is:-0} - ${was:-0})) "${crash:-see $out/logs/$target}"
  record "$target" "$n"
done
[ $status = 0 ] || for target in "$@"; do
  grep -hE 'is false|runtime error|^SUMMARY|^expected|^an error' "$out/logs/$target"
done
awk '/^[a-z]/ { n += $2 } END { print "executions so far:", n }' "$record"
exit $status
