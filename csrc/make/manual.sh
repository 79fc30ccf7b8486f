#!/bin/sh
# manual.sh DIR OUT [library]: runs csrc/make/manual.lua to write pages and completions to DIR, with
# the module in OUT. If that fails, prints what is missing.
set -u
mkdir -p "$1/man1" "$1/man3"
sh csrc/make/env.sh "$2" "${LUA:-lua5.4}" csrc/make/manual.lua "$1" ${3:+"$3"} && exit
echo "manual: left out${3:+ of the library}; it is written by ${LUA:-lua5.4}${3:-, with the module argparse} (see above)" >&2
