#!/bin/sh
# windows.sh GAMES: builds core.dll, sys.dll, a Lua DLL and examples/host.c for Windows, and runs
# them under wine. The module must play the games in the file GAMES, each DLL must export only its
# entry function, and the C host must play its game.
set -eu
out=build/windows/windows
${MAKE:-make} MODE=windows windows-files
for module in core sys; do
  exported=$(x86_64-w64-mingw32-objdump -p $out/carcassonne/$module.dll |
    sed -n '/Ordinal.Name Pointer/,/^$/s/^[[:space:]]*\[ *[0-9]*\] *\([a-zA-Z_0-9]*\)$/\1/p' | tr '\n' ' ')
  [ "$exported" = "luaopen_carcassonne_$module " ] || {
    echo "windows: $module.dll exports $exported" >&2
    exit 1
  }
done
LUA_PATH="lua/?.lua;lua/?/init.lua" LUA_CPATH="$out/?.dll" wine $out/lua.exe .ci/same_games.lua </dev/null | tr -d '\r' | diff "$1" -
echo "windows: core.dll: $(wc -l <"$1") lines are equal"
wine $out/host.exe 12 </dev/null | tr -d '\r' | tail -1 | grep -q ', 0 are still in use$'
echo "windows: host.exe plays its game and frees all memory"
