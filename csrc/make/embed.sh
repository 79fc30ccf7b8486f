#!/bin/sh
# embed.sh: prints the Lua files of the library as C (csrc/embed/files.h). Files for the command and
# for editors are omitted.
set -eu
export LC_ALL=C

echo '#include "files.h"'
sh csrc/make/modules.sh library | while read -r name path; do
  echo "static const unsigned char text_$(echo "$name" | tr .- __)[] = {"
  od -An -v -tu1 "$path" | sed 's/[0-9][0-9]*/&,/g'
  echo "};"
done
echo "const lua_file carcL_lua_files[] = {"
sh csrc/make/modules.sh library | while read -r name path; do
  text=text_$(echo "$name" | tr .- __)
  echo "{\"$name\", \"${path#lua/}\", $text, sizeof $text},"
done
echo "};"
echo "const size_t carcL_num_lua_files = sizeof carcL_lua_files / sizeof *carcL_lua_files;"
