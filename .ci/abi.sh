#!/bin/sh
# abi.sh LIBRARY STORED [accept]: compares the binary interface of a shared library with the stored
# one. `accept` stores the new one; if old programs would break, CARC_ABI_VERSION must be raised
# first. Of libcarcassonne-full, only the functions of carcassonne_full.h are compared; the others
# are those of libcarcassonne. If abidiff is missing, or on another type of machine, the check is
# skipped with a message.
set -eu
library=$1
kept=$2
case $library in
  *full*) headers=csrc/embed/carcassonne_full.h functions=^carc_game_ ;;
  *) headers=$(echo csrc/include/*.h) functions=^carc_ ;;
esac

if ! command -v abidiff >/dev/null || ! command -v abidw >/dev/null; then
  echo "abi: skipped, abidiff is missing (on Debian: apt-get install abigail-tools)"
  exit 0
fi
if [ "$(uname -m)" != x86_64 ]; then
  echo "abi: skipped, the stored interface is for x86_64, this is $(uname -m)"
  exit 0
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
printf '[suppress_function]\nsymbol_name_not_regexp = %s\ndrop = yes\n' "$functions" >"$work/functions"
# shellcheck disable=SC2046,SC2086 # no header's name has a blank
abidw --exported-interfaces-only $(printf -- '--hf %s ' $headers) --drop-private-types --suppressions "$work/functions" \
  --drop-undefined-syms --no-parameter-names --no-corpus-path --no-comp-dir-path --no-show-locs --no-elf-needed \
  --out-file "$work/new.xml" "$library"

differ () { # differ OPTION...: whether abidiff finds a difference; its output is in $work/said
  status=0
  abidiff "$@" "$work/kept.xml" "$work/new.xml" >"$work/said" 2>&1 || status=$?
  if [ $((status % 4)) != 0 ]; then
    cat "$work/said" >&2
    exit 1
  fi
  [ $status != 0 ]
}

soname () { sed -n "s/.* soname='\([^']*\)'.*/\1/p" "$1" | head -1; }

verdict=same
if [ ! -e "$kept" ]; then
  verdict=new
else
  gzip -dc "$kept" >"$work/kept.xml"
  if differ; then verdict=raised; fi
  if [ $verdict = raised ] && [ "$(soname "$work/kept.xml")" = "$(soname "$work/new.xml")" ]; then
    cp "$work/said" "$work/all"
    verdict=broken
    differ --no-added-syms || verdict=added
    mv "$work/all" "$work/said"
  fi
fi

case $verdict in
  same) echo "abi: $(soname "$work/new.xml") is unchanged" && exit ;;
  new) ;;
  *) cat "$work/said" ;;
esac
if [ $verdict = broken ]; then
  echo "abi: existing programs would break. Raise CARC_ABI_VERSION in csrc/include/carcassonne.h, and the number in" >&2
  echo "abi: lua/carcassonne/base/core_version.lua; then run \`make abi-accept\` to store the new interface" >&2
  exit 1
fi
if [ "${3:-}" = accept ]; then
  gzip -9nc "$work/new.xml" >"$kept"
  echo "abi: stored in $kept"
else
  echo "abi: the interface has changed, and old programs $([ $verdict = added ] && echo still run || echo "see it by the number"): run \`make abi-accept\`" >&2
  exit 1
fi
