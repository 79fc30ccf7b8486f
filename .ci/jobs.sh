#!/bin/sh
# jobs.sh N COMMAND: runs a shell command N times at once; $job is the number of each run, from 1.
# Fails if one of the runs fails.
set -u
pids=
for job in $(seq "$1"); do
  export job
  sh -c "$2" &
  pids="$pids $!"
done
status=0
for pid in $pids; do wait "$pid" || status=1; done
exit $status
