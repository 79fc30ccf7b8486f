#!/bin/sh
# ffi.sh: prints the public headers of C as one text for foreign function interfaces, such as
# Python's cffi and LuaJIT. The text has no directives, and its constants are enumerators. Functions
# that take or return structs by value are omitted, and named in the first comment.
set -eu
headers="$(LC_ALL=C ls csrc/include/*.h) csrc/embed/carcassonne_full.h"

# Without the standard headers, whose types the readers know.
# shellcheck disable=SC2086 # no header's name has a blank
declarations () {
  for header in $headers; do echo "#include \"${header##*/}\""; done >"$work/all.h"
  for header in $headers; do sed '/^#include </d' "$header" >"$work/${header##*/}"; done
  ${CC:-cc} -E -P -x c "$work/all.h"
}

# shellcheck disable=SC2086
constants () {
  echo "enum {"
  sed -n 's|^#define \(CARC_[A-Z_]*\) \([^"/\\]*[^"/\\ ]\) *\(/\*.*\)*$|\1 = \2,|p' $headers
  echo "};"
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
{ declarations && constants; } >"$work/text"
awk -v RS=';' '
  function passes_struct (text,  name) {
    for (name in structs) if (text ~ "[( ,]" name "( +[a-z_(]| *[,)])") return 1
    return 0
  }
  # Writes the members of a struct or enumeration one per line.
  function in_lines (text,  mark) {
    mark = text ~ /^(typedef )?enum/ ? "," : ";"
    gsub(mark " ", mark "\n  ", text)
    sub(/[{] ?/, "{\n  ", text)
    sub(/[ \n]*}/, "\n}", text)
    return text
  }
  { statement = statement $0 ";"; depth += gsub(/[{]/, "{") - gsub(/[}]/, "}") }
  depth > 0 { next }
  {
    gsub(/[ \n]+/, " ", statement)
    sub(/^ /, "", statement)
    split(statement, word, " ")
    if (statement ~ /^typedef struct [a-z_]+ [{]/) structs[word[3]] = 1
    if (statement ~ /[{]/) text = text in_lines(statement) "\n"
    else if (statement !~ /^typedef/ && passes_struct(" " statement)) {
      match(statement, /carc_[a-z_]+ \(/)
      omitted = omitted "\n** " substr(statement, RSTART, RLENGTH - 2)
    } else if (statement != ";") text = text statement "\n"
    statement = ""
  }
  END {
    print "/*"
    print "** carcassonne_ffi.h: the functions of libcarcassonne-full for foreign function interfaces, such as"
    print "** ffi.cdef of Python (cffi) and of LuaJIT. Generated from the C headers, which describe them. The"
    print "** following functions are omitted: they take or return structs by value, which needs a C compiler:" omitted
    print "*/"
    printf "%s", text
  }' "$work/text"
