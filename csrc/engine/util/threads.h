/*
** threads.h: a job done many times, side by side where the library was built with threads.
*/
#ifndef CARC_THREADS_H
#define CARC_THREADS_H

#include <stdbool.h>

/* One of them: on which thread, from 0, and which, from 0. False: what has not begun yet is not to be done any more. */
typedef bool job_function (void *ud, int thread, int number);

/*
** Does the jobs 0 to n - 1, in any order, on up to so many threads, the caller's among them; returns on how many. It is the
** caller's alone in a build without threads, or where the system has no others to give.
*/
int carcU_run_jobs (int threads, int n, job_function *job, void *ud);

#endif
