#!/bin/sh
# embed.sh: prints the Lua files of the library as C (csrc/embed/files.h), and dkjson, which reads
# and writes JSON. Files for the command and for editors are omitted. LUA is the Lua that has
# dkjson.
set -eu
export LC_ALL=C

dkjson=$("${LUA:-lua5.4}" -e '
  for place in package.path:gmatch "[^;]+" do
    local path = place:gsub("%?", "dkjson")
    if io.open(path) then return print(path) end
  end') || dkjson=
[ -n "$dkjson" ] || {
  echo "embed: ${LUA:-lua5.4} does not find dkjson (on Debian: apt-get install lua-dkjson)" >&2
  exit 1
}

files () { # rows: the name for require, the name in messages, the file
  sh csrc/make/modules.sh library | while read -r name path; do echo "$name ${path#lua/} $path"; done
  echo "dkjson dkjson.lua $dkjson"
}

echo '#include "files.h"'
files | while read -r name _ path; do
  echo "static const unsigned char text_$(echo "$name" | tr .- __)[] = {"
  od -An -v -tu1 "$path" | sed 's/[0-9][0-9]*/&,/g'
  echo "};"
done
echo "const lua_file carcL_lua_files[] = {"
files | while read -r name shown _; do
  text=text_$(echo "$name" | tr .- __)
  echo "{\"$name\", \"$shown\", $text, sizeof $text},"
done
echo "};"
echo "const size_t carcL_num_lua_files = sizeof carcL_lua_files / sizeof *carcL_lua_files;"
