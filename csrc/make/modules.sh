#!/bin/sh
# modules.sh PART: prints the Lua modules of a part, one per line with name and file, sorted by
# name. `library`: modules that `require "carcassonne"` may load; `command`: modules of the command
# line only; `editors`: annotations.
set -eu
export LC_ALL=C
case ${1:-} in
  library) set -- ! -path '*/cli/*' ! -path '*/play/*' ! -path '*/meta/*' ;;
  command) set -- '(' -path '*/cli/*' -o -path '*/play/*' ')' ;;
  editors) set -- -path '*/meta/*' ;;
  *)
    echo "modules: expected library, command or editors" >&2
    exit 2
    ;;
esac
find lua/carcassonne -name '*.lua' "$@" | while read -r path; do
  name=${path#lua/}
  name=${name%.lua}
  echo "$(echo "${name%/init}" | tr / .) $path"
done | sort
