/*
** files.h: the Lua files that are linked in. csrc/make/embed.sh writes them.
*/
#ifndef CARC_FILES_H
#define CARC_FILES_H

#include <stddef.h>

typedef struct lua_file {
  const char *module, *path; /* as `require` has it, and what messages name it */
  const unsigned char *text;
  size_t size;
} lua_file;

/* Sorted by the name of the module. */
extern const lua_file carcL_lua_files[];
extern const size_t carcL_num_lua_files;

#endif
