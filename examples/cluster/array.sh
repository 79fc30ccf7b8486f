#!/bin/sh
# Runs a comparison as a Slurm job array. Each task plays its share and writes its own file, even if
# other tasks fail.
#
#   sbatch --wait --array=1-8 examples/cluster/array.sh tower -n 20000
#   carcassonne merge shares/*.jsonl --html tower.html
#
# A task that is restarted after a node failure continues from its file. Set SHARES to the folder of
# the files and CARCASSONNE to the command on the nodes.
set -eu
mkdir -p "${SHARES:=shares}"
file=$SHARES/$SLURM_ARRAY_TASK_ID.jsonl
if [ -s "$file" ]; then
  exec ${CARCASSONNE:-carcassonne} shard --resume "$file"
fi
exec ${CARCASSONNE:-carcassonne} shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" "$@" --results "$file"
