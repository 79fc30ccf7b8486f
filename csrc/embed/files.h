/* files.h: the linked-in Lua files, written by csrc/make/embed.sh. */
#ifndef CARC_FILES_H
#define CARC_FILES_H

#include <stddef.h>

typedef struct lua_file {
  const char *module, *path; /* name for `require`; name in messages */
  const unsigned char *text;
  size_t size;
} lua_file;

/* The files, sorted by module name. */
extern const lua_file carcL_lua_files[];
extern const size_t carcL_num_lua_files;

#endif
