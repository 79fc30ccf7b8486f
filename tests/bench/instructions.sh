#!/bin/sh
# instructions.sh DIR: counts the instructions of a fixed set of games with callgrind. The counts
# are reproducible with the same compiler and C library. DIR has fixed_games; the profiles are
# written to DIR (for callgrind_annotate).
set -u
dir=$1
games=200

count () { # count RULES GAMES: prints the number of instructions of a whole run
  out=$dir/callgrind.$1.$2
  valgrind --tool=callgrind --callgrind-out-file="$out" "$dir/fixed_games" "$1" "$2" >"$dir/fixed_games.out" 2>"$out.log" || {
    cat "$out.log" >&2
    return 1
  }
  sed -n 's/^\(totals\|summary\): *\([0-9][0-9]*\).*/\2/p' "$out" | tail -1
}

for rules in base traders; do
  # a run without games measures the start
  start=$(count $rules 0) && all=$(count $rules $games) || exit 1
  decisions=$(sed -n 's/.*decisions \([0-9]*\).*/\1/p' "$dir/fixed_games.out")
  LC_ALL=C awk -v rules=$rules -v n=$((all - start)) -v games=$games -v decisions="$decisions" 'BEGIN {
    printf "instructions: %-7s %8.0f a game, %6.1f a decision (%d games, jcz, 2 players)\n", rules, n / games, n / decisions, games
  }'
done
