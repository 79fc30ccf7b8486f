/* landlock.h: limits the files that this process can open. */
#ifndef CARCL_LANDLOCK_H
#define CARCL_LANDLOCK_H

#include <stdbool.h>
#include "compat/lua_compat.h"

/*
** Limits the files permanently: `reads` and `writes` are the stack indices of lists of the paths
** that the process may read or write. A folder stands for all files below it. Paths that do not
** exist are omitted. Returns false if the system cannot limit files.
*/
bool carcL_limit_files (lua_State *L, int reads, int writes);

#endif
