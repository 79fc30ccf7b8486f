/* lua_memory.h: an allocator for the Lua states of the fuzz targets. */
#ifndef CARC_TESTS_LUA_MEMORY_H
#define CARC_TESTS_LUA_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* A lua_Alloc. */
void *fuzz_lua_memory (void *ud, void *block, size_t before, size_t after);

#endif
