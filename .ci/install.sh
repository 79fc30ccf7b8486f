#!/bin/sh
# install.sh DESTDIR PREFIX: copies what `make` built and the Lua files. The command gets the place
# of its modules written in, so that it needs no environment.
set -eu
root=$1$2
share=$root/share/lua/5.4
lib=$root/lib/lua/5.4

find lua/carcassonne -name '*.lua' | while read -r file; do
  install -d "$share/$(dirname "${file#lua/}")"
  install -m 644 "$file" "$share/${file#lua/}"
done
install -d "$lib/carcassonne" "$root/bin" "$root/include" "$root/lib"
install -m 755 build/lua/carcassonne/core.so "$lib/carcassonne/core.so"
install -m 644 csrc/engine/carcassonne.h "$root/include/carcassonne.h"
install -m 644 build/lib/libcarcassonne.a "$root/lib/libcarcassonne.a"

command=$root/bin/carcassonne
{
  head -n 1 lua/bin/carcassonne
  printf 'package.path = [[%s/share/lua/5.4/?.lua;%s/share/lua/5.4/?/init.lua;]] .. package.path\n' "$2" "$2"
  printf 'package.cpath = [[%s/lib/lua/5.4/?.so;]] .. package.cpath\n' "$2"
  tail -n +2 lua/bin/carcassonne
} >"$command"
chmod 755 "$command"
echo "installed in $root"
