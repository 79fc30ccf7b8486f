#!/bin/sh
# lint.sh: runs every check, continues after failures, and names the failed checks at the end.
set -u
MAKE=${MAKE:-make}
LUA=${LUA:-lua5.4}
failures=
unset MAKEFLAGS MFLAGS MAKELEVEL # the makes in this script have their own -j
jobs=$(nproc 2>/dev/null || echo 1)

step () { # step NAME COMMAND...
  name=$1
  shift
  echo "== $name"
  "$@" || failures="$failures
  $name"
}

compile () { $MAKE -j"$jobs" MODE="$1" objects; }

headers () { # checks that each public header can be included alone, in C and in C++
  for header in csrc/include/*.h csrc/embed/carcassonne_lua.h csrc/embed/carcassonne_full.h; do
    for language in "c -std=c11" "c++ -std=c++11"; do
      # shellcheck disable=SC2086
      "${CLANG:-clang}" -x $language ${LUA_INC:--I/usr/include/lua5.4} -Wall -Wextra -Wpedantic -Werror -fsyntax-only "$header" ||
        return 1
    done
  done
}

rooms () { "$LUA" .ci/rooms.lua build/obj/lint-gcc; }

lua_rooms () { "$LUA" .ci/lua_rooms.lua; }

# CARC_LINT_WITHOUT=analyzer omits the path analysis, which takes ten times as long as the rest.
tidy () {
  [ "${CARC_LINT_WITHOUT:-}" = analyzer ] && export TIDY_CHECKS='--checks=-clang-analyzer-*'
  find csrc -name '*.c' | LC_ALL=C sort | xargs -n 1 -P "$jobs" sh -c '
    flags="-std=c11 -Icsrc/engine -Icsrc/include -Icsrc/lua ${LUA_INC:--I/usr/include/lua5.4}"
    out=$(clang-tidy --quiet ${TIDY_CHECKS:+"$TIDY_CHECKS"} "$1" -- $flags 2>/dev/null) || { printf "%s\n" "$out"; exit 1; }' tidy
}

format () {
  wrong=$(for file in $(sh .ci/c_files.sh); do
    clang-format "$file" | cmp -s - "$file" || echo "$file"
  done)
  [ -z "$wrong" ] && return
  echo "$wrong"
  echo "run make format for these"
  return 1
}

no_lua_in_the_engine () {
  ! grep -nE '#[[:space:]]*include.*[<"](lua|lauxlib|lualib|luaconf)\.h' -r csrc/engine csrc/include
}

# A host may call setlocale. So the engine calls no functions that depend on the locale, and the
# project's Lua sorts and writes through carcassonne.base.c_locale. Scripts run in the C locale. The
# excluded files run before that module, or are called through it.
locale_free () {
  found=$(find csrc/engine -name '*.c' | LC_ALL=C sort | sed 's|\(.*\)\.c$|build/obj/lint-gcc/\1.o|' |
    xargs nm -A -u | grep -E ' .*(strto[dfl]|ato[dfil]|scanf|strcoll|strxfrm|strftime|__ctype|\bis[a-z]+$|toupper|tolower|locale)'
    grep -nE '%[-+ #0-9.*]*[aefgAEFG]\b' -r csrc/engine --include='*.c'
    find lua/carcassonne -name '*.lua' ! -path '*/meta/*' ! -path 'lua/carcassonne/expansions/*' \
      ! -path '*/helpers/*' ! -name c_locale.lua ! -name compat.lua ! -name core_version.lua -exec \
      grep -nE 'table\.sort|[.:](upper|lower)\b|%[-+ 0-9]*(\.[0-9]+)?[eg]\b|%[-+ 0-9]*\.[1-9]f|%f[^[]' {} + |
      grep -vE 'c_locale\.(upper|lower|format)')
  [ -z "$found" ] && return
  echo "$found"
  echo "these depend on the locale of the host; in Lua, use carcassonne.base.c_locale"
  return 1
}

# The LuaJIT of Debian 12 miscompiles nested loops over literal lists of constants.
no_literals_in_loops () {
  literal='\{ *(("[^"]*"|-?[0-9]+(\.[0-9]+)?)[ ,;]*)+(\}|$)'
  found=$(grep -rnE '^ .*pairs *\(?([^(){}]* (and|or))? *'"$literal" lua/carcassonne --include='*.lua')
  [ -z "$found" ] && return
  echo "$found"
  echo "LuaJIT may miscompile these loops; make the list a local constant at the top of the file"
  return 1
}

# LuaJIT 2.1.0-beta3 may compile such functions wrongly.
no_pairs_in_recursion () { "$LUA" .ci/recursion.lua; }

# Static variables would be shared by all games of a process.
no_variables () {
  found=$(find csrc -name '*.c' | LC_ALL=C sort | sed 's|\(.*\)\.c$|build/obj/lint-gcc/\1.o|' |
    xargs nm -A | grep -E ' [bBdDCsSgG] ')
  [ -z "$found" ] && return
  echo "$found" | sed 's|^build/obj/lint-gcc/||; s|\.o:[^ ]* | |'
  echo "these are variables (b, B, C: zero at first; d, D: not); make them const, or part of the state"
  return 1
}

# Checks the names of the engine: public names, prefixes of layers, and the retired words of
# spec/GLOSSARY.md.
engine_names () { "$LUA" .ci/names.lua build/obj/lint-gcc; }

exports () { # exports LIBRARY [HEADER]: whether it exports exactly what the public headers declare
  library=$1
  shift
  nm -D --defined-only "$library" | awk '$2 == "T" { sub(/@.*/, "", $3); print $3 }' | LC_ALL=C sort >build/exported
  sh csrc/make/exports.sh '' "$@" | diff build/exported - || {
    echo "$library exports the lines with '<', the public headers declare those with '>'"
    return 1
  }
}

# External names must not collide with those of a host: they begin with carc_, or with carc and the
# letter of a layer. The module exports only its entry function, and the shared libraries only the
# public functions.
names () {
  $MAKE -j"$jobs" MODE=release all embedded full >/dev/null || return 1
  found=$(nm -g --defined-only build/lib/*.a |
    awk 'NF == 3 && $3 !~ /^carc[A-Z]?_/ && $3 !~ /^luaopen_carcassonne_(core|sys)$/ { print $3 }')
  if [ -n "$found" ]; then
    echo "$found"
    echo "these are global; make them static, or give them the prefix of their layer (csrc/engine/README.md)"
    return 1
  fi
  exports build/lib/libcarcassonne.so || return 1
  exports build/lib/libcarcassonne-full.so csrc/embed/carcassonne_full.h || return 1
  for module in core sys; do
    found=$(nm -D --defined-only build/lua/carcassonne/$module.so | awk '{ print $NF }' | LC_ALL=C sort | tr '\n' ' ')
    [ "$found" = "luaopen_carcassonne_$module " ] && continue
    echo "$module.so exports: $found"
    echo "it should export only luaopen_carcassonne_$module (default visibility on it, the rest is hidden)"
    return 1
  done
}

interface () { $MAKE -j"$jobs" -s abi; }

lua_files () { luacheck --no-color -q lua lua/bin/carcassonne spec tests examples csrc/make .ci; }

python_files () {
  pyflakes3 csrc/python tests/python && pycodestyle --max-line-length=100 csrc/python tests/python
}

grammar () { sh csrc/make/env.sh build "$LUA" csrc/make/grammar.lua check; }

prose () { "$LUA" .ci/prose.lua; }

rules_table () { "$LUA" .ci/rules_table.lua; }

blocks () { sh csrc/make/env.sh build "$LUA" .ci/check_blocks.lua quiet; }

step "gcc, warnings as errors" compile lint-gcc
step "clang, warnings as errors" compile lint-clang
step "the headers alone" headers
step "engine and Lua module keep their rooms, and no files need each other" rooms
step "the names of the engine: public ones, prefixes, retired words" engine_names
step "the Lua source keeps its layers, and no files need each other" lua_rooms
step "no Lua in the engine" no_lua_in_the_engine
step "no variables outside functions" no_variables
step "nothing follows the locale" locale_free
step "no loops over literal lists" no_literals_in_loops
step "no functions that call themselves and use the host's pairs or next" no_pairs_in_recursion
step "names that no host has" names
step "the C interface is the one that is kept" interface
step "format" format
step "clang-tidy" tidy
step "luacheck" lua_files
step "pyflakes and pycodestyle" python_files
step "what the table of words says is written everywhere" grammar
step "every rule has its source and its test" rules_table
step "no phrase has to be read twice, and no comment is too wide" prose
step "every block of code in pages says whether it runs" blocks

if [ -n "$failures" ]; then
  echo
  echo "lint: these failed:$failures"
  exit 1
fi
echo "lint: all fine"
