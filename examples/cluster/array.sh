#!/bin/sh
# A comparison as a job array of Slurm: each task plays its share, into a file of its own, whatever became of the others.
#
#   sbatch --wait --array=1-8 examples/cluster/array.sh tower -n 20000
#   carcassonne merge shares/*.jsonl --html tower.html
#
# A task that is begun again, after a node has failed, goes on with what is there. SHARES says where files go, CARCASSONNE how the
# command is called on the nodes.
set -eu
mkdir -p "${SHARES:=shares}"
file=$SHARES/$SLURM_ARRAY_TASK_ID.jsonl
if [ -s "$file" ]; then
  exec ${CARCASSONNE:-carcassonne} shard --resume "$file"
fi
exec ${CARCASSONNE:-carcassonne} shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" "$@" --results "$file"
