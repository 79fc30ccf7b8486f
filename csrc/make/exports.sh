#!/bin/sh
# exports.sh [NODE]: lists the functions that the public headers declare, one per line. With NODE it
# writes a version script for a shared library that exports only these functions.
set -eu
functions () {
  cat csrc/include/*.h | ${CC:-cc} -E -P -Icsrc/include -x c - | grep -o '\<carc_[a-z0-9_]* *(' | tr -d ' (' | LC_ALL=C sort -u
}
if [ $# = 0 ]; then
  functions
else
  printf '%s {\nglobal:\n' "$1"
  functions | sed 's/.*/  &;/'
  printf 'local:\n  *;\n};\n'
fi
