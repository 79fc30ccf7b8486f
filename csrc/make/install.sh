#!/bin/sh
# install.sh ENGINE_OUT OUT install|uninstall|files PART...: installs parts below DESTDIR,
# uninstalls or lists them. Parts: library, for C; lua, for the Lua of LUA_NAME; full, the library
# that contains Lua; rock and rock_cli, for luarocks. The Makefile sets the folders.
set -eu
engine_out=$1
out=$2
action=$3
shift 3
tab=$(printf '\t')

# ---- Files to install: rows of how, what, where --------------------------------------------------
#
# how: the mode of a file; `link`; `made` for a file whose content the function `what` prints; or
# `run` for a program with such content.

row () { printf '%s\t%s\t%s\n' "$1" "$2" "$3"; }

library () {
  for header in csrc/include/*.h; do row 644 "$header" "$INCLUDEDIR/${header##*/}"; done
  row 644 "$engine_out/lib/libcarcassonne.a" "$LIBDIR/libcarcassonne.a"
  shared_library "$engine_out" libcarcassonne
  row made c_package "$LIBDIR/pkgconfig/carcassonne.pc"
  manual 3
  documents
}

# For C and other languages without Lua.
full () {
  [ -e "$out/lib/libcarcassonne-full.so.$ABI" ] || return 0
  row 644 csrc/embed/carcassonne_full.h "$INCLUDEDIR/carcassonne_full.h"
  shared_library "$out" libcarcassonne-full
  row 644 "$out/lib/carcassonne_ffi.h" "$LIBDIR/carcassonne_ffi.h"
  row made full_package "$LIBDIR/pkgconfig/carcassonne-full.pc"
  python_package "$PYTHONDIR/carcassonne"
}

# Python's package finds the library through a link in its folder.
python_package () {
  for file in csrc/python/carcassonne/*.py; do row 644 "$file" "$1/${file##*/}"; done
  row link "$(relative "$1" "$LIBDIR/libcarcassonne-full.so.$ABI")" "$1/libcarcassonne-full.so"
  row link "$(relative "$1" "$LIBDIR/carcassonne_ffi.h")" "$1/carcassonne_ffi.h"
}

shared_library () { # shared_library FOLDER NAME: the library, if it was built, and its link
  [ -e "$1/lib/$2.so.$ABI" ] || return 0
  row 755 "$1/lib/$2.so.$ABI" "$LIBDIR/$2.so.$ABI"
  row link "$2.so.$ABI" "$LIBDIR/$2.so"
}

# All Luas share one copy of the Lua files; each has a link to it in its search path.
lua () {
  shared=$DATADIR/carcassonne/lua
  lua_files "$shared" library command editors
  cookbook "$shared"
  row link "$(relative "$LUADIR" "$shared/carcassonne")" "$LUADIR/carcassonne"
  row 755 "$out/lua/carcassonne/core.so" "$LUALIBDIR/carcassonne/core.so"
  row 755 "$out/lua/carcassonne/sys.so" "$LUALIBDIR/carcassonne/sys.so"
  row 644 csrc/embed/carcassonne_lua.h "$INCLUDEDIR/carcassonne_lua.h"
  row 644 "$engine_out/lib/libcarcassonne-$LUA_NAME.a" "$LIBDIR/libcarcassonne-$LUA_NAME.a"
  row made lua_package "$LIBDIR/pkgconfig/carcassonne-$LUA_NAME.pc"
  row run program "$BINDIR/carcassonne-$LUA_NAME"
  if [ -z "${FURTHER:-}" ] || [ ! -e "$DESTDIR$BINDIR/carcassonne" ]; then row link "carcassonne-$LUA_NAME" "$BINDIR/carcassonne"; fi
  manual 1
  completion bash "$DATADIR/bash-completion/completions/carcassonne"
  completion zsh "$DATADIR/zsh/site-functions/_carcassonne"
}

rock () {
  lua_files "$LUADIR" library editors
  row 755 "$out/lua/carcassonne/core.so" "$LUALIBDIR/carcassonne/core.so"
  row 755 "$out/lua/carcassonne/sys.so" "$LUALIBDIR/carcassonne/sys.so"
}

rock_cli () {
  lua_files "$LUADIR" command
  cookbook "$LUADIR"
  row 755 lua/bin/carcassonne "$BINDIR/carcassonne"
}

lua_files () { # lua_files WHERE PART...: modules of these parts
  where=$1
  shift
  for part in "$@"; do sh csrc/make/modules.sh "$part"; done | while read -r _ file; do row 644 "$file" "$where/${file#lua/}"; done
}

# The template of new scripts.
cookbook () {
  page=lua/doc/COOKBOOK.md
  row 644 "$page" "$1/carcassonne/${page##*/}"
}

# The pages that csrc/make/manual.lua writes, if it could run.
manual () {
  for page in "$engine_out/share/man$1"/*; do
    [ ! -e "$page" ] || row 644 "$page" "$MANDIR/man$1/${page##*/}"
  done
}

# All pages in their folders, so that the links between them work; and the examples that they
# mention.
documents () {
  row 644 LICENSE "$DOCDIR/LICENSE"
  for file in *.md csrc/*/*.md lua/doc/*.md lua/doc/*.json spec/*.md tests/*/*.md examples/*/*.md examples/*.* examples/results/* examples/table/*.lua examples/packs/*/*; do
    row 644 "$file" "$DOCDIR/$file"
  done
}

completion () {
  [ ! -e "$engine_out/share/completion.$1" ] || row 644 "$engine_out/share/completion.$1" "$2"
}

# ---- Files that contain their place --------------------------------------------------------------

# Prints the relative path from a folder to a file; both paths are absolute.
relative () {
  common=$1 up=
  while case $2 in "$common"/*) false ;; *) true ;; esac; do
    common=${common%/*}
    up=../$up
  done
  echo "$up${2#"$common"/}"
}

# Prints a path relative to ${prefix}, so that pkg-config files can be moved together with the files
# that they name.
in_prefix () {
  case $1 in "$PREFIX"/*) echo "\${prefix}${1#"$PREFIX"}" ;; *) echo "$1" ;; esac
}

package () { # package NAME DESCRIPTION LINE...
  echo "prefix=$PREFIX"
  echo "libdir=$(in_prefix "$LIBDIR")"
  echo "includedir=$(in_prefix "$INCLUDEDIR")"
  printf '\nName: %s\nDescription: %s\nVersion: %s\n' "$1" "$2" "$VERSION"
  shift 2
  printf 'Cflags: -I"${includedir}"\n'
  printf '%s\n' "$@"
}

# The engine needs only the C library, and threads if it was built with THREADS=1.
c_package () {
  package carcassonne "A rules engine for Carcassonne with Traders & Builders" "Libs: -L\"\${libdir}\" -lcarcassonne"
  with_threads
}

# The library names the Lua that it needs, if Lua is not part of it.
full_package () {
  package carcassonne-full "The same with Lua and all expansions, for programs without Lua" "Libs: -L\"\${libdir}\" -lcarcassonne-full"
}

with_threads () { [ "${THREADS:-0}" = 0 ] || echo "Libs.private: -pthread"; }

# The folders of the Lua files and of the module, for hosts that set Lua's paths.
lua_package () {
  package "carcassonne-$LUA_NAME" "The same for programs that embed $LUA_NAME, its Lua files linked in" \
    "luadir=$(in_prefix "$LUADIR")" "luacdir=$(in_prefix "$LUALIBDIR")" "Libs: -L\"\${libdir}\" -lcarcassonne-$LUA_NAME" "Requires: $LUA_PACKAGE"
  with_threads
}

# Prints the command with its Lua and the paths of its modules, so that it does not depend on the
# environment.
program () {
  case $LUA in
    */*) echo "#!$LUA" ;;
    *) echo "#!/usr/bin/env $LUA" ;;
  esac
  printf 'package.path = [[%s/?.lua;%s/?/init.lua;]] .. package.path\n' "$LUADIR" "$LUADIR"
  printf 'package.cpath = [[%s/?.so;]] .. package.cpath\n' "$LUALIBDIR"
  tail -n +2 lua/bin/carcassonne
}

# ---- Install and uninstall -----------------------------------------------------------------------

put () { # put HOW WHAT WHERE
  if [ -d "$3" ] && [ ! -h "$3" ]; then
    echo "install: $3 is a folder of another installation; remove that first" >&2
    exit 1
  fi
  mkdir -p "$(dirname "$3")"
  rm -f "$3"
  case $1 in
    link) ln -s "$2" "$3" ;;
    made | run)
      "$2" >"$3"
      if [ "$1" = run ]; then chmod 755 "$3"; else chmod 644 "$3"; fi
      ;;
    *) install -m "$1" "$2" "$3" ;;
  esac
}

rows () {
  for part in "$@"; do
    case $part in
      library | lua | full | rock | rock_cli) "$part" ;;
      *)
        echo "install: unknown part '$part'" >&2
        exit 2
        ;;
    esac
  done
}

files () { rows "$@" | cut -f 3; }

# Lists the Luas that have a command.
installed_luas () {
  for file in "$DESTDIR$BINDIR"/carcassonne-*; do
    [ ! -e "$file" ] || echo "${file##*/carcassonne-}"
  done
}

# Removes only the project's own folders if they are empty. PREFIX may have the project's name, too;
# neither it nor a folder above it is removed.
remove_folders () {
  case ${1#"$PREFIX"}/ in */carcassonne/*) ;; *) return ;; esac
  [ ! -d "$DESTDIR$1" ] || rmdir "$DESTDIR$1" 2>/dev/null || return 0
  remove_folders "$(dirname "$1")"
}

# Keeps files that other Luas need. If the command carcassonne belonged to this Lua, the command of
# another Lua replaces it.
uninstall () {
  kept=$(mktemp)
  trap 'rm -f "$kept"' EXIT
  rm -f "$DESTDIR$BINDIR/carcassonne-$LUA_NAME"
  rm -rf "$DESTDIR$PYTHONDIR/carcassonne/__pycache__" # which Python writes
  for lua in $(installed_luas); do
    env -u LUADIR -u LUALIBDIR "$MAKE" -s LUA="$lua" installed-files >>"$kept"
    other=$lua
  done
  files "$@" | while read -r file; do
    grep -qxF "$file" "$kept" && continue
    rm -f "$DESTDIR$file"
    remove_folders "$(dirname "$file")"
  done
  [ -z "${other:-}" ] || [ -e "$DESTDIR$BINDIR/carcassonne" ] || ln -sf "carcassonne-$other" "$DESTDIR$BINDIR/carcassonne"
  echo "uninstalled from $DESTDIR$PREFIX${other:+; still installed for:} $(installed_luas | tr '\n' ' ')"
}

case $action in
  install)
    rows "$@" | while IFS=$tab read -r how what where; do put "$how" "$what" "$DESTDIR$where"; done
    echo "installed in $DESTDIR$PREFIX"
    ;;
  uninstall) uninstall "$@" ;;
  files) files "$@" ;;
esac
