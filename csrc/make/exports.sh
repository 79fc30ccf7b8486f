#!/bin/sh
# exports.sh [NODE [HEADER]]: lists the functions that the public headers of the engine and HEADER
# declare, one per line. With NODE it writes a version script for a shared library that exports only
# these functions; NODE may be empty.
set -eu
functions () {
  cat csrc/include/*.h "$@" | ${CC:-cc} -E -P -Icsrc/include -x c - | grep -o '\<carc_[a-z0-9_]* *(' | tr -d ' (' | LC_ALL=C sort -u
}
node=${1:-}
[ $# = 0 ] || shift
if [ -z "$node" ]; then
  functions "$@"
else
  printf '%s {\nglobal:\n' "$node"
  functions "$@" | sed 's/.*/  &;/'
  printf 'local:\n  *;\n};\n'
fi
