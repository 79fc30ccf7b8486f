/*
** threads.h: runs many jobs; in parallel, if the library was built with threads.
*/
#ifndef CARC_THREADS_H
#define CARC_THREADS_H

#include <stdbool.h>

/*
** A job. It receives the number of its thread and its own number, both from 0. If it returns false,
** the jobs that have not begun are cancelled.
*/
typedef bool job_function (void *ud, int thread, int number);

/*
** Runs the jobs 0 to n - 1 in any order on up to `threads` threads, including the caller's. Returns
** the number of threads used. If the library was built without threads or the system allows no
** more, uses only the caller's thread.
*/
int carcU_run_jobs (int threads, int n, job_function *job, void *ud);

#endif
