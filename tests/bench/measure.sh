#!/bin/sh
# measure.sh WHAT [ARG...]: long measurements, and measurements for authors of bots. It builds the
# programs that it needs.
#
#   strength ["A against B"...]  plays matches of bots: intervals, and an Elo table. GAMES (400) a
#                                match, as far as MATCH_SECONDS (60) of each processor allow;
#                                appends to the file STRENGTH (tests/bench/strength.tsv)
#   mixtures [BOT]               plays BOT (mcts:milliseconds=200) against greedy: GAMES (200) games
#                                of base, Traders & Builders and four mixtures of expansions, and
#                                OTHER_GAMES (20) with each other expansion, as far as MATCH_SECONDS
#                                allow; appends to the file MIXTURES (tests/bench/mixtures.tsv)
#   pace [BOT [N [GAME...]]]     measures the time of N decisions (12) of BOT (mcts) in shipped
#                                games of every kind
#   positions [BOT...]           scores bots in 50 frozen positions (tests/bench/positions.txt)
#   choices [BOT...]             compares the decisions of each bot with the first one, in CHOICES
#                                (100) positions
#   expansions                   cost of each expansion, alone and with all others; about a minute
#   luas [LUA...]                speed of the module in each Lua: the first game, and games per
#                                second
#   results                      writes RESULTS_PAGE (examples/RESULTS.md): the effects of house
#                                rules, editions and expansions, from RESULTS (2000) and
#                                EXPANSION_RESULTS (200) games; ten minutes
#   short                        runs every benchmark briefly to test it; the figures are not
#                                meaningful
#
# Uses JOBS processors, by default all.
set -eu
: "${MAKE:=make}" "${LUA:=lua5.4}" "${JOBS:=$(nproc)}" "${STRENGTH:=tests/bench/strength.tsv}"
export LUA
unset MAKEFLAGS MFLAGS MAKELEVEL # the makes in this script have their own -j
what=${1:-}
[ $# = 0 ] || shift
case $LUA in lua5.4) out=build ;; *) out=build/$LUA ;; esac

lua () { sh csrc/make/env.sh "$out" "$LUA" "$@"; }

strength () {
  [ $# -gt 0 ] || set -- "greedy against random" "mcts:iterations=50 against greedy" \
    "mcts:iterations=200 against mcts:iterations=50" "mcts:iterations=2000 against greedy" "mcts:milliseconds=1000 against greedy"
  jobs=
  for job in $(seq "$JOBS"); do
    lua tests/bench/bots.lua "$STRENGTH" "${GAMES:-400}" "${MATCH_SECONDS:-60}" "$job/$JOBS" "$@" >/dev/null &
    jobs="$jobs $!"
  done
  for job in $jobs; do wait "$job"; done
  lua tests/bench/bots.lua "$STRENGTH" "${GAMES:-400}" 0 "$@"
}

# Prints the matches of a bot in the mixtures (first), or with each expansion (each).
matches () {
  lua -e "local games, list = require 'tests.bench.games', { 'base', 'traders' }
    for _, name in ipairs('$2' == 'first' and games.mixtures or {}) do list[#list + 1] = name end
    if '$2' == 'each' then list = require('carcassonne').expansions() end
    for _, name in ipairs(list) do print('$1 against greedy in ' .. name) end"
}

mixtures () {
  bot=${1:-mcts:milliseconds=200}
  STRENGTH=${MIXTURES:-tests/bench/mixtures.tsv}
  for part in first each; do
    [ $part = first ] || GAMES=${OTHER_GAMES:-20}
    matches "$bot" $part >build/matches.txt
    set --
    while read -r one; do set -- "$@" "$one"; done <build/matches.txt
    GAMES=${GAMES:-200} MATCH_SECONDS=${MATCH_SECONDS:-100000} strength "$@"
  done
}

compare () { lua lua/bin/carcassonne compare standard "$@" --jobs "$JOBS" --json; }

results () {
  : "${RESULTS_PAGE:=examples/RESULTS.md}"
  page=$RESULTS_PAGE
  mkdir -p "$(dirname "$page")/$(basename "$page" .md | tr '[:upper:]' '[:lower:]')"
  compare chained-builders percentage-goods edition=2003 edition=bigbox edition=modern edition=jcz -n "${RESULTS:-2000}" >build/rules.json
  # shellcheck disable=SC2046 # no expansion's name has a blank
  compare $(lua -e 'io.write(table.concat(require("carcassonne.variant.shipped").expansions(), " "))') \
    -n "${EXPANSION_RESULTS:-200}" >build/expansions.json
  lua tests/bench/results.lua "$page" "House rules and editions=build/rules.json" "Expansions=build/expansions.json"
}

luas () {
  [ $# -gt 0 ] || set -- lua5.4 lua5.1 lua5.2 lua5.3 luajit
  for one in "$@"; do $MAKE LUA="$one" ready; done
  lua5.4 tests/bench/luas.lua "$@"
}

short () {
  export BENCH_ROUNDS=1 BENCH_SECONDS=0.01
  $MAKE bench
  sh "$0" expansions
  GAMES=4 JOBS=2 STRENGTH=build/bench-short.tsv sh "$0" strength "greedy against random" "mcts:iterations=5 against greedy"
  sh "$0" positions random greedy
  CHOICES=1 sh "$0" choices random greedy
  $MAKE results RESULTS_PAGE=build/bench-short.md RESULTS=4 EXPANSION_RESULTS=2
  $MAKE planted PLANTED_GAMES=2 PLANTED_MCTS_GAMES=0
}

case $what in
  strength | mixtures | pace | positions | choices) $MAKE ready ;;
  results)
    sh csrc/make/setup.sh lab
    $MAKE ready
    ;;
  expansions) $MAKE benchmark-ready ;;
esac
case $what in
  strength | mixtures | results | luas | short) "$what" "$@" ;;
  pace) lua tests/bench/pace.lua "$@" ;;
  positions)
    [ $# -gt 0 ] || set -- random greedy mcts:iterations=200
    lua tests/bench/positions.lua "$@"
    ;;
  choices)
    [ $# -gt 0 ] || set -- random greedy mcts:iterations=200
    lua tests/bench/choices.lua "${CHOICES:-100}" "$@"
    ;;
  expansions) lua tests/bench/expansions.lua "$LUA" ;;
  *)
    sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0" >&2
    exit 2
    ;;
esac
