/* threads.h: runs many jobs, in parallel if the library was built with threads. */
#ifndef CARC_THREADS_H
#define CARC_THREADS_H

#include <stdbool.h>

/* A job: its thread and its number, both from 0. False cancels the jobs that have not begun. */
typedef bool job_function (void *ud, int thread, int number);

/*
** Runs the jobs 0 to n - 1 in any order on up to `threads` threads, the caller's included; returns
** the number of threads used. Uses only the caller's in a build without threads, or if the system
** has no more.
*/
int carcU_run_jobs (int threads, int n, job_function *job, void *ud);

#endif
