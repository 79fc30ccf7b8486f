#!/bin/sh
# env.sh DIR COMMAND...: runs a command that finds the Lua files of this checkout and the C module
# in DIR/lua. The paths are absolute, so that a test may change its directory.
out=$PWD/$1
shift
export LUA_PATH="$PWD/lua/?.lua;$PWD/lua/?/init.lua;;"
export LUA_CPATH="$out/lua/?.so;;"
unset LUA_PATH_5_2 LUA_CPATH_5_2 LUA_PATH_5_3 LUA_CPATH_5_3 LUA_PATH_5_4 LUA_CPATH_5_4
exec "$@"
