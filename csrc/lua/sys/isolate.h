/*
** isolate.h: what isolate.c needs from the system. A system without the feature returns false.
*/
#ifndef CARCL_ISOLATE_H
#define CARCL_ISOLATE_H

#include <stdbool.h>
#include "compat/lua_compat.h"

/*
** Filters the system calls of this process permanently. If `compiles` is true, memory may be
** executable, which a just-in-time compiler needs. If `writes` is true, files may be written.
*/
bool carcL_filter_calls (bool compiles, bool writes);

/*
** Limits the files of this process permanently: `reads` and `writes` are the indices of lists of
** paths. A folder stands for all files below it. Paths that do not exist are omitted.
*/
bool carcL_limit_files (lua_State *L, int reads, int writes);

#endif
