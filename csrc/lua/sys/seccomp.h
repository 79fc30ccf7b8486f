/*
** seccomp.h: filters the system calls of this process.
*/
#ifndef CARCL_SECCOMP_H
#define CARCL_SECCOMP_H

#include <stdbool.h>

/*
** Filters the system calls permanently. If `compiles` is true, memory may be executable, which a
** just-in-time compiler needs. If `writes` is true, files may be written. Returns false if the
** system has no such filter.
*/
bool carcL_filter_calls (bool compiles, bool writes);

#endif
