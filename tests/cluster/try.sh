#!/bin/sh
# try.sh: plays a comparison on two hosts, one of which is disconnected half-way, and as a Slurm job
# array; compares the reports with the report of one machine. If something is not available, its
# part is skipped with a message.
set -eu
sh csrc/make/setup.sh cluster || echo "cluster: missing packages cannot be installed here"
${MAKE:-make} ready
here=$PWD
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
CARCASSONNE=$here/lua/bin/carcassonne
RUN="tower -n ${GAMES:-200} --bot random"
export CARCASSONNE RUN out

same () {
  cmp "$out/one.json" "$out/$1.json" && echo "cluster: $2: the report of one machine, to the last digit"
}

# Exit status 77 means that the part was skipped with a message.
try () {
  status=0
  "$@" || status=$?
  [ $status = 0 ] || [ $status = 77 ] || exit $status
  return $status
}

$CARCASSONNE compare $RUN --json >"$out/one.json"

: >"$out/log"
cat >"$out/on-hosts" <<'END'
(
  while [ "$(wc -l <"$out/log")" -lt 3 ]; do sleep 0.05; done
  ip link delete carc-b
) &
"$CARCASSONNE" compare $RUN --json --hosts "$HOSTS_FILE" --program "$CARCASSONNE" --joblog "$out/log" >"$out/hosts.json"
END
if try sh tests/cluster/hosts.sh sh "$out/on-hosts"; then same hosts "two hosts, one of them cut off"; fi

if try env SHARES="$out/shares" sh tests/cluster/slurm.sh timeout 120 sbatch --wait --output="$out/slurm-%a" --array=1-4 \
  examples/cluster/array.sh $RUN; then
  $CARCASSONNE merge "$out"/shares/*.jsonl --json >"$out/slurm.json"
  same slurm "a job array of Slurm on two nodes"
fi
