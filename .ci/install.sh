#!/bin/sh
# install.sh OUT PART...: copies what `make` built in OUT and the Lua files to LUADIR, LIBDIR, BINDIR and PREFIX, below DESTDIR.
set -eu
out=$1
shift

modules () { # what `require` finds
  find lua/carcassonne -name '*.lua' | while read -r file; do
    install -d "$DESTDIR$LUADIR/$(dirname "${file#lua/}")"
    install -m 644 "$file" "$DESTDIR$LUADIR/${file#lua/}"
  done
  install -d "$DESTDIR$LIBDIR/carcassonne"
  install -m 755 "$out/lua/carcassonne/core.so" "$DESTDIR$LIBDIR/carcassonne/core.so"
}

named_command () { # with the place of its modules written in, so that it needs no environment
  install -d "$DESTDIR$BINDIR"
  {
    head -n 1 lua/bin/carcassonne
    printf 'package.path = [[%s/?.lua;%s/?/init.lua;]] .. package.path\n' "$LUADIR" "$LUADIR"
    printf 'package.cpath = [[%s/?.so;]] .. package.cpath\n' "$LIBDIR"
    tail -n +2 lua/bin/carcassonne
  } >"$DESTDIR$BINDIR/carcassonne"
  chmod 755 "$DESTDIR$BINDIR/carcassonne"
}

plain_command () { # for who puts a place of modules around it
  install -d "$DESTDIR$BINDIR"
  install -m 755 lua/bin/carcassonne "$DESTDIR$BINDIR/carcassonne"
}

library () { # for programs in C
  install -d "$DESTDIR$PREFIX/include" "$DESTDIR$PREFIX/lib"
  install -m 644 csrc/engine/*.h "$DESTDIR$PREFIX/include"
  install -m 644 "$out/lib/libcarcassonne.a" "$DESTDIR$PREFIX/lib/libcarcassonne.a"
}

for part in "$@"; do
  case $part in
    modules | library) "$part" ;;
    command) named_command ;;
    plain-command) plain_command ;;
    *)
      echo "install: unknown part '$part'" >&2
      exit 2
      ;;
  esac
done
echo "installed in $DESTDIR$PREFIX"
