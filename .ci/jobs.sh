#!/bin/sh
# jobs.sh N COMMAND: runs a command of the shell N times at once, with its number, from 1 on, in
# $job. Fails if one of them fails.
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
